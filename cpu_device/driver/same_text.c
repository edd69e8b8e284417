// SPDX-License-Identifier: MIT
// Most programs are the same text in the pass for the host and in that for the device: then it is preprocessed once.
#include "driver.h"

#include <string.h>

static bool has(const struct text *text, const char *part)
{
    return memmem(text->begin, text->length, part, strlen(part)) != NULL;
}

// Whether it may ask for __CUDA_ARCH__, which only the device's pass defines; it may also put the name together.
static bool asks_for_pass(const struct text *text)
{
    return has(text, "ARCH__");
}

static bool file_asks_for_pass(const char *path)
{
    static struct text text; // its room serves one file after another
    text.length = 0;
    return !read_file(path, &text) || asks_for_pass(&text);
}

static bool option_asks_for_pass(const char *option)
{
    const struct text text = {slice(option, strlen(option)), strlen(option), 0};
    return asks_for_pass(&text) || has(&text, "-imacros"); // of whose file the preprocessor names nothing
}

// The file that begins here, as # 1 "FILE" 1 says, or null.
static char *file_that_begins(const char *line, size_t length)
{
    const char *quote = begins_with(line, "# ") ? memchr(line, '"', length) : NULL;
    const char *end = quote ? memchr(quote + 1, '"', (size_t)(line + length - quote - 1)) : NULL;
    return end && begins_with(end, "\" 1") ? slice(quote + 1, (size_t)(end - quote - 1)) : NULL;
}

bool differs_by_pass(const struct options *options, const struct source *source, const char *preprocessed)
{
    struct text all = {0};
    struct name_table files = {0};
    if (options->debug || file_asks_for_pass(source->file) || !read_file(preprocessed, &all))
        return true;
    for (size_t i = 0; i < source->options.count; ++i)
        if (option_asks_for_pass(source->options.item[i]))
            return true;
    const char *end = all.begin + all.length;
    for (const char *line = all.begin, *next; line < end; line = next) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        next = line_end ? line_end + 1 : end;
        char *file = file_that_begins(line, (size_t)(next - line));
        if (file != NULL && (*find_name(&files, file, true))++ == 0 && file_asks_for_pass(file))
            return true;
    }
    return false;
}
