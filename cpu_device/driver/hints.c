// SPDX-License-Identifier: MIT
// What beginners forget has an error in the compiler's or nvcc's words: a note in one line says what to write. Where a
// call of cudaMalloc() lacks the &, the note takes the place of the list of candidates.
#include "driver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// An error, of which the compiler also shows the source line.
struct error {
    const char *file, *text; // the latter after "error: "
    long line, column;
    const char *source; // the line, from its first character on; "": it is not shown
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// The word that ends before `end`.
static char *word_before(const char *begin, const char *end)
{
    const char *from = end;
    while (from > begin && is_word(from[-1]))
        --from;
    return slice(from, (size_t)(end - from));
}

// What stands between the n-th pair of double quotes; null: there are not so many.
static char *quoted(const char *text, int n)
{
    for (;; --n) {
        const char *begin = strchr(text, '"'), *end = begin ? strchr(begin + 1, '"') : NULL;
        if (end == NULL)
            return NULL;
        if (n == 1)
            return slice(begin + 1, (size_t)(end - begin - 1));
        text = end + 1;
    }
}

// The line of the file where a function with that name seems to begin: its first word is no statement's. 0: none does.
static long line_of_function(const char *file, const char *name)
{
    struct text text = {0};
    if (*name == '\0' || !read_file(file, &text))
        return 0;
    long line = 1;
    for (const char *at = text.begin; *at != '\0'; ++line) {
        size_t length = strcspn(at, "\n");
        char *whole = slice(at, length);
        const char *found = isalpha((unsigned char)*whole) ? strstr(whole, name) : NULL;
        if (found != NULL && found > whole && !is_word(found[-1]) && found[strlen(name)] == '(' &&
            strcspn(whole, "=(;{") == (size_t)(found - whole) + strlen(name))
            return line;
        at += length + (at[length] == '\n');
    }
    return 0;
}

static char *space_is_missing(const struct error *e, const char *name, const char *form)
{
    long line = strstr(name, "::") == NULL ? line_of_function(e->file, name) : 0;
    return line == 0 ? NULL : text_of("%s:%ld: note: %s", e->file, line, text_of(tr(form), name));
}

static char *at_error(const struct error *e, const char *note)
{
    return text_of("%s:%ld:%ld: note: %s", e->file, e->line, e->column, note);
}

static char *forgotten_device(const struct error *e)
{
    char *name = quoted(e->text, 1);
    if (name == NULL || !begins_with(e->text, "calling a __host__ function"))
        return NULL;
    name[strcspn(name, "(")] = '\0';
    return space_is_missing(e, name, "write __host__ __device__ in front of %s(), so that kernels can call it, too");
}

static char *forgotten_global(const struct error *e)
{
    const char *launch = strstr(e->source, "<<<");
    return launch == NULL ? NULL
                          : space_is_missing(e, word_before(e->source, launch),
                                             "write __global__ in front of %s(), so that it is a kernel");
}

static char *forgotten_configuration(const struct error *e)
{
    const bool shown = strlen(e->source) >= (size_t)e->column && e->column > 0;
    const char *end = shown ? e->source + e->column - 1 : e->source;
    while (shown && is_word(*end))
        ++end;
    const char *name = word_before(e->source, end);
    return at_error(e, text_of(tr("launch the kernel: %s<<<blocks, threads>>>(...)"), *name ? name : "kernel"));
}

static char *variable_of_host(const struct error *e)
{
    const char *name = quoted(e->text, 1);
    return name == NULL ? NULL
                        : at_error(e, text_of(tr("a kernel cannot read a variable of the host: pass the value of %s as "
                                                 "an argument, or declare it __device__"),
                                              name));
}

static char *variable_length(const struct error *e)
{
    return strstr(e->source, "__shared__") == NULL
               ? NULL
               : at_error(e, tr("the size of a __shared__ array is a constant. For a size that the launch chooses, "
                                "declare extern __shared__ with empty brackets, and pass the number of bytes as the "
                                "third argument of <<<>>>"));
}

static char *two_brackets(const struct error *e)
{
    const char *launch = strstr(e->source, "<<");
    if (launch == NULL || strstr(e->text, "void(") == NULL || launch[2] == '<')
        return NULL;
    return at_error(e, text_of(tr("a launch has three brackets on each side: %s<<<blocks, threads>>>(...)"),
                               word_before(e->source, launch)));
}

// "no matching function for call to 'cudaMalloc(int*&, long unsigned int)'": the first argument has one * too few.
static char *no_address(const struct error *e)
{
    static const char *const functions[] = {"cudaMalloc(",      "cudaMallocManaged(", "cudaMallocHost(",
                                            "cudaHostAlloc(",   "cudaMallocPitch(",   "cudaMallocAsync(",
                                            "cudaMallocArray(", "cudaMalloc3D("};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        const char *call = strstr(e->text, functions[i]), *source = strstr(e->source, functions[i]);
        const char *type = call ? call + strlen(functions[i]) : "";
        const size_t length = strcspn(type, ",)");
        if (call == NULL || source == NULL || length < 2 || memcmp(type + length - 2, "*&", 2) != 0 ||
            type[length - 3] == '*')
            continue;
        source += strlen(functions[i]);
        char *argument = slice(source, strcspn(source, ","));
        return at_error(e, text_of(tr("%.*s() stores the pointer in %s, so it takes the address: &%s"),
                                   (int)strlen(functions[i]) - 1, functions[i], argument, argument));
    }
    return NULL;
}

static char *later_release(const struct error *e)
{
    static bool said;
    const bool is_cuda = strstr(e->text, "cuda::") != NULL || strstr(e->text, "‘cuda’") != NULL;
    const char *older = said || !is_cuda ? NULL : older_release();
    said = said || older != NULL;
    return older == NULL ? NULL : at_error(e, older);
}

static const struct hint {
    const char *error; // part of its text
    char *(*note)(const struct error *);
    bool alone; // without what the compiler says further
} hints[] = {
    {"calling a __host__ function", forgotten_device, false},
    {"a host function call cannot be configured", forgotten_global, false},
    {"a __global__ function call must be configured", forgotten_configuration, false},
    {"is undefined in device code", variable_of_host, false},
    {"storage size of", variable_length, false},
    {"to binary", two_brackets, false},
    {"no matching function for call to", no_address, true},
    {"has no member named", later_release, false},
    {"is not a member of", later_release, false},
};

// "FILE:LINE:COLUMN: error: TEXT". False: it is something else.
static bool read_error(const char *plain, struct error *e)
{
    const char *found = strstr(plain, ": error: ");
    if (found == NULL || *plain == ' ')
        return false;
    const char *column = found;
    while (column > plain && column[-1] != ':')
        --column;
    const char *line = column > plain ? column - 1 : plain;
    while (line > plain && line[-1] != ':')
        --line;
    *e = (struct error){slice(plain, line > plain ? (size_t)(line - 1 - plain) : 0), found + strlen(": error: "),
                        strtol(line, NULL, 10), strtol(column, NULL, 10), ""};
    return e->line > 0;
}

// The source line in "    3 | int main()"; null: the compiler shows none there.
static const char *source_in(const char *plain)
{
    const char *digits = plain + strspn(plain, " ");
    const char *bar = digits + strspn(digits, "0123456789");
    return bar > digits && begins_with(bar, " | ") ? bar + 3 : NULL;
}

struct text with_hints(const char *messages)
{
    struct text said = {0};
    struct error e = {0};
    const struct hint *hint = NULL;
    char *note = NULL;
    bool passes_over = false;
    append(&said, "", 0);
    for (const char *at = messages, *next; *at != '\0'; at = next) {
        next = at + strcspn(at, "\n");
        const char *plain = without_colours(slice(at, (size_t)(next - at)));
        next += *next == '\n';
        const bool shows = *plain == ' ', error = read_error(plain, &e);
        if (note != NULL && !shows) { // after the lines that show the place
            appendf(&said, "%s\n", note);
            passes_over = hint->alone;
            note = NULL;
        }
        if (error || strstr(plain, ": warning: ") != NULL || strstr(plain, ": In ") != NULL)
            passes_over = false;
        if (error) {
            const char *source = *next != '\0' ? source_in(without_colours(slice(next, strcspn(next, "\n")))) : NULL;
            e.source = source != NULL ? source : "";
            for (size_t i = 0; i < sizeof hints / sizeof *hints && note == NULL; ++i)
                if (strstr(e.text, hints[i].error) != NULL)
                    note = (hint = &hints[i])->note(&e);
        }
        if (!passes_over)
            append(&said, at, (size_t)(next - at));
    }
    if (note != NULL)
        appendf(&said, "%s\n", note);
    return said;
}
