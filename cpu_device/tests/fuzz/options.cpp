// SPDX-License-Identifier: MIT
// The options of an example, as words on standard input, a line each; for fuzz.
#include <string>
#include <vector>

#include "../../../common/options.h"

int main()
{
    std::vector<std::string> lines = {"options"};
    for (int c; (c = getchar()) != EOF;) {
        if (lines.size() == 1 || c == '\n')
            lines.push_back("");
        if (c != '\n')
            lines.back() += (char)c;
    }
    std::vector<char *> words;
    for (std::string &line : lines)
        words.push_back(line.data());
    words.push_back(nullptr);

    const char *save = NULL;
    int frames = 1, flag = 0;
    size_t size = 1;
    const struct option_spec options[] = {{"save", "FILE", "text", option_text, &save},
                                          {"frames", "N", "a count", option_count, &frames},
                                          {"size", "N", "a size", option_size, &size},
                                          {"flag", NULL, "a flag", option_flag, &flag},
                                          {}};
    parse_options((int)words.size() - 1, words.data(), "what a fuzzer makes of it", options);
    return frames < 1 || size < 1 || (flag != 0 && flag != 1) ? 99 : 0; // what it has promised
}
