// SPDX-License-Identifier: MIT
// Of a program that uses a name of CUDA's that this device lacks, the compiler says many things, the reason often not
// among them. Then cucc says that reason alone: one line for each name that looks like CUDA's and is declared neither
// by the program nor by any header of the device. Where the compiler suggests another name, it speaks first.
#include "driver.h"

#include <ctype.h>
#include <string.h>

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// cudaNAME, cuNAME, CUname, CUDA_NAME and __name.
static bool looks_like_cuda(const char *name)
{
    return begins_with(name, "cuda") || begins_with(name, "CUDA_") || begins_with(name, "__") ||
           (begins_with(name, "cu") && isupper((unsigned char)name[2])) ||
           (begins_with(name, "CU") && islower((unsigned char)name[2]));
}

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += length)
        if ((at == text || !is_word_character(at[-1])) && !is_word_character(at[length]))
            return true;
    return false;
}

static bool is_header_or_folder(const char *name, bool folder)
{
    return folder || strchr(name, '.') == NULL || ends_with(name, ".h") || ends_with(name, ".cuh");
}

// Whether a header of the device, perhaps one that the program does not include, has this word.
static bool is_in_a_header(const struct cucc *cucc, const char *name)
{
    struct strings headers = {0};
    list_files(text_of("%s/include", cucc->here), is_header_or_folder, &headers);
    for (size_t i = 0; i < headers.count; ++i) {
        struct text text = {0};
        if (read_file(headers.item[i], &text) && has_word(text.begin, name))
            return true;
    }
    return false;
}

// The name that an error calls undeclared: the first that it puts in quotes, which are ' or those of UTF-8.
static const char *undeclared_name(const char *error)
{
    static const char *const phrases[] = {"was not declared", "has not been declared", "does not name a type",
                                          "there are no arguments to"};
    bool undeclared = false;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; ++i)
        undeclared = undeclared || strstr(error, phrases[i]) != NULL;
    const char *ascii = strchr(error, '\''), *utf8 = strstr(error, "\xe2\x80\x98");
    const char *begin = utf8 != NULL ? utf8 + 3 : ascii != NULL ? ascii + 1 : NULL;
    if (!undeclared || begin == NULL)
        return NULL;
    size_t length = 0;
    while (is_word_character(begin[length]))
        ++length;
    return length > 0 ? slice(begin, length) : NULL;
}

struct text missing_names(const struct cucc *cucc, const char *messages)
{
    struct text lines = {0};
    struct name_table looked_at = {0};
    append(&lines, "", 0);
    while (*messages != '\0') {
        size_t length = strcspn(messages, "\n");
        char *line = without_colours(slice(messages, length));
        messages += length + (messages[length] == '\n');
        const char *error = strstr(line, ": error: ");
        const char *name = error != NULL && *line != ' ' ? undeclared_name(error) : NULL;
        if (name == NULL || !looks_like_cuda(name) || (*find_name(&looked_at, name, true))++ != 0)
            continue;
        if (!is_in_a_header(cucc, name))
            appendf(&lines, "%.*s: %s: the CPU device has no %s (see LIMITS.md)\n", (int)(error - line), line,
                    strstr(error, "did you mean") != NULL ? "note" : "error", name);
    }
    return lines;
}
