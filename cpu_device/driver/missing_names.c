// SPDX-License-Identifier: MIT
// Of a program that does not compile because it uses a name that CUDA has and this device lacks, the compiler says many
// things, the reason often not among them. Then cucc says that reason alone: one line for each such name. All names of
// CUDA 13 are in cuda_names.txt (tests/names/collect.sh makes it); which of them this device has, its headers say.
#include "driver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// --- the list: a line is the beginning of some names, a blank, and how they go on, with commas between ---

static bool read_names(const struct cucc *cucc, struct name_table *names)
{
    struct text text = {0};
    if (!read_file(text_of("%s/driver/cuda_names.txt", cucc->here), &text))
        return false;
    char *next_line, *next;
    for (char *line = strtok_r(text.begin, "\n", &next_line); line; line = strtok_r(NULL, "\n", &next_line)) {
        char *blank = strchr(line, ' ');
        if (*line == '#' || blank == NULL)
            continue;
        int length = (int)(blank - line);
        for (char *end = strtok_r(blank + 1, ",", &next); end != NULL; end = strtok_r(NULL, ",", &next))
            *find_name(names, text_of("%.*s%s", length, line, strcmp(end, "-") == 0 ? "" : end), true) = 1;
    }
    return true;
}

// --- what this device has: all its headers, as the preprocessor gives them, and the words that the rewriter knows ---

static bool is_header(const char *name, bool folder)
{
    static const char *const others[] = {"thrust", "cub", "cuda", "cpu_device", "crt"};
    for (size_t i = 0; folder && i < sizeof others / sizeof *others; ++i)
        if (strcmp(name, others[i]) == 0)
            return false;
    return folder || ends_with(name, ".h");
}

// Nothing if the headers cannot be read. OpenGL's header, which two of them include, need not be installed.
static struct text own_words(const struct cucc *cucc, int arch)
{
    struct strings command = {0}, headers = {0};
    struct text includes = {0}, result = {0};
    char *source = text_of("%s/headers.cu", cucc->temporary), *output = text_of("%s/headers.ii", cucc->temporary);
    char *absent = text_of("%s/absent", cucc->temporary);
    make_folders(text_of("%s/GL", absent));
    must_write(text_of("%s/GL/gl.h", absent), &result);
    list_files(text_of("%s/include", cucc->here), is_header, &headers);
    for (size_t i = 0; i < headers.count; ++i)
        appendf(&includes, "#if __has_include(\"%s\")\n#include \"%s\"\n#endif\n", headers.item[i], headers.item[i]);
    must_write(source, &includes);
    add_preprocess(&command, cucc, arch);
    addf(&command, "-D__CUDA_ARCH__=%d", arch);
    add_words(&command, "-dD -w -idirafter");
    add(&command, absent);
    add(&command, source);
    add(&command, "-o");
    add(&command, output);
    wait_for(start(&command, (struct streams){.logged = true}));
    struct text rewriter = {0};
    if (!read_file(output, &result) || !read_file(text_of("%s/rewrite.c", cucc->here), &rewriter))
        return (struct text){0};
    append(&result, rewriter.begin, rewriter.length);
    return result;
}

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += length)
        if ((at == text || !is_word_character(at[-1])) && !is_word_character(at[length]))
            return true;
    return false;
}

// --- the compiler's errors ---

struct missing {
    const struct cucc *cucc;
    int arch;
    struct name_table names, said;
    struct text headers; // of this device; empty until it is needed
    struct text lines;   // what cucc says
};

static bool is_missing(struct missing *m, const char *name)
{
    if (find_name(&m->names, name, false) == NULL)
        return false;
    if (strchr(name, '/') != NULL || ends_with(name, ".h") || ends_with(name, ".hpp"))
        return true; // the preprocessor has not found it
    if (m->headers.begin == NULL)
        m->headers = own_words(m->cucc, m->arch);
    return m->headers.begin != NULL && !has_word(m->headers.begin, name + (*name == '.'));
}

// `place` is "FILE:LINE:COLUMN".
static void say(struct missing *m, const char *place, const char *name)
{
    size_t *said = find_name(&m->said, name, true);
    if (!(*said)++)
        appendf(&m->lines, "%s: error: the CPU device has no %s\n", place, name + (*name == '.'));
}

// In a line of the source that is shown, the column is known.
static const char *place_in_line(const char *place, const char *line, const char *at)
{
    const char *column = strrchr(place, ':');
    return column != NULL ? text_of("%.*s:%zu", (int)(column - place), place, (size_t)(at - line) + 1) : place;
}

// The name at `at`, or a header's with its slashes and its dot, and how long it is.
static size_t name_length(const char *at, bool header)
{
    size_t length = 0;
    while (is_word_character(at[length]) || (header && at[length] != '\0' && strchr("./-", at[length])))
        ++length;
    return length;
}

enum kind { MESSAGE, NO_FILE, SOURCE };

static void look_at_words(struct missing *m, const char *place, const char *text, enum kind kind)
{
    for (const char *at = text; *at != '\0';) {
        size_t length = name_length(at, kind == NO_FILE);
        if (length > 0) {
            char *name = slice(at, length);
            bool cudas = begins_with(name, "cu") || begins_with(name, "CU") || begins_with(name, "__");
            if ((kind != SOURCE || cudas) && is_missing(m, name)) // other words may be the program's own
                say(m, kind == SOURCE ? place_in_line(place, text, at) : place, name);
        }
        at += length > 0 ? length : 1;
    }
}

static bool names_any(const struct missing *m, const char *text)
{
    for (const char *at = text; *at != '\0';) {
        size_t length = name_length(at, false);
        struct name_table names = m->names;
        if (length > 0 && find_name(&names, slice(at, length), false) != NULL)
            return true;
        at += length > 0 ? length : 1;
    }
    return false;
}

// A member that a type of this device lacks: 'T' has no member named 'NAME'.
static void look_at_member(struct missing *m, const char *place, const char *text)
{
    static const char phrase[] = "has no member named ";
    const char *name = strstr(text, phrase);
    if (name == NULL || !names_any(m, slice(text, (size_t)(name - text)))) // a type of the program's own
        return;
    for (name += sizeof phrase - 1; *name != '\0' && !is_word_character(*name); ++name)
        ;
    char *member = text_of(".%.*s", (int)name_length(name, false), name);
    if (is_missing(m, member))
        say(m, place, member);
}

// The line of the source that is shown below an error: "   12 | text".
static const char *shown_source(const char *line)
{
    const char *digits = line + strspn(line, " ");
    size_t count = strspn(digits, "0123456789");
    return digits > line && count > 0 && begins_with(digits + count, " | ") ? digits + count + 3 : NULL;
}

// One error, and the line of the source that is shown below it, if any; that has the better column.
static void look_at_error(struct missing *m, const char *place, const char *error, const char *source)
{
    bool no_file = strstr(error, "No such file") != NULL;
    if (source != NULL && !no_file)
        look_at_words(m, place, source, SOURCE);
    look_at_words(m, place, error, no_file ? NO_FILE : MESSAGE);
    look_at_member(m, place, error);
}

struct text missing_names(const struct cucc *cucc, int arch, const char *messages)
{
    struct missing m = {.cucc = cucc, .arch = arch};
    const char *place = NULL, *error = NULL; // of the last error, until it was looked at
    append(&m.lines, "", 0);
    if (strstr(messages, "error: ") == NULL || !read_names(cucc, &m.names))
        return m.lines;
    while (*messages != '\0') {
        size_t length = strcspn(messages, "\n");
        char *line = without_colours(slice(messages, length)), *begin = strstr(line, ": error: ");
        messages += length + (messages[length] == '\n');
        if (begin == NULL)
            begin = strstr(line, ": fatal error: ");
        if (error != NULL && *line != '\0') {
            look_at_error(&m, place, error, shown_source(line));
            error = NULL;
        }
        if (begin != NULL && *line != ' ') {
            place = slice(line, (size_t)(begin - line));
            error = begin;
        }
    }
    if (error != NULL)
        look_at_error(&m, place, error, NULL);
    return m.lines;
}
