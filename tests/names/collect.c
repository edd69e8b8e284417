// SPDX-License-Identifier: MIT
// collect FOLDER: the names that CUDA's headers in FOLDER declare: functions, types, enumerators, macros; and the
// headers themselves; collect.sh makes cpu_device/driver/cuda_names.txt of them.
//
// It reads the headers as text, with both branches of each #if, and keeps what stands outside of functions and classes,
// and the members of structs, with a dot in front. A line of the result is the beginning of some names, a blank, and
// how they go on, with commas between; "-" is nothing.
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text; // of a header
static size_t length;

static char **names;
static size_t count, room;
static bool in_groups;     // the header is one of cooperative groups, in their namespace
static bool of_library;    // it is one of a library that the host calls
static bool of_qualifiers; // its macros are words of the language

static void keep(const char *begin, size_t size)
{
    if (count == room) {
        char **more = realloc(names, (room = 2 * room + 1024) * sizeof *names);
        if (more == NULL)
            exit(1);
        names = more;
    }
    names[count++] = strndup(begin, size);
}

static bool begins(const char *name, const char *begin)
{
    return strncmp(name, begin, strlen(begin)) == 0;
}

static bool has_cudas_prefix(const char *name)
{
    static const char *const prefixes[] = {"cu", "CU", "nv", "NV", "nccl", "NCCL"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
        if (begins(name, prefixes[i]))
            return true;
    return false;
}

// What a program may mean by no other name: not `init`, and nothing that begins with one underscore.
static bool is_cudas(const char *name, size_t size)
{
    if (has_cudas_prefix(name))
        return true;
    static const char *const of_compiler[] = {"__func__", "__inline__", "__volatile__"};
    for (size_t i = 0; i < sizeof of_compiler / sizeof *of_compiler; ++i)
        if (size == strlen(of_compiler[i]) && begins(name, of_compiler[i]))
            return false;
    return !of_library && !(name[0] == '_' && name[1] != '_') && (!in_groups || memchr(name, '_', size) != NULL);
}

static void read_header(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    text = NULL;
    length = 0;
    FILE *to = open_memstream(&text, &length);
    for (int c; (c = getc(file)) != EOF;)
        putc(c, to);
    fclose(to);
    fclose(file);
}

// --- comments, strings and directives become blanks; names of macros are kept ---

static void blank(size_t from, size_t to)
{
    for (size_t i = from; i < to; ++i)
        if (text[i] != '\n')
            text[i] = ' ';
}

static size_t end_of(size_t at, const char *what)
{
    const char *end = strstr(text + at, what);
    return end ? (size_t)(end - text) + strlen(what) : length;
}

static void remove_comments_and_strings(void)
{
    for (size_t i = 0; i < length; ++i) {
        size_t end = i;
        if (strncmp(text + i, "/*", 2) == 0)
            end = end_of(i + 2, "*/");
        else if (strncmp(text + i, "//", 2) == 0)
            end = end_of(i, "\n");
        else if (text[i] == '"' || (text[i] == '\'' && i > 0 && !isalnum((unsigned char)text[i - 1])))
            for (end = i + 1; end < length && text[end - 1 + (end == i + 1)] != '\n';)
                if (text[end++] == text[i] && text[end - 2] != '\\')
                    break;
        if (end > i) {
            blank(i, end);
            i = end - 1;
        }
    }
}

static size_t word_length(const char *at)
{
    size_t size = 0;
    while (isalnum((unsigned char)at[size]) || at[size] == '_')
        ++size;
    return size;
}

static void take_directives(void)
{
    for (size_t i = 0; i < length; ++i) {
        size_t end = i, word = i + strspn(text + i, " \t");
        if (text[word] == '#') {
            word += 1 + strspn(text + word + 1, " \t");
            if (strncmp(text + word, "define", 6) == 0) {
                word += 6 + strspn(text + word + 6, " \t");
                if (has_cudas_prefix(text + word) || (of_qualifiers && is_cudas(text + word, word_length(text + word))))
                    keep(text + word, word_length(text + word));
            }
            do
                end = end_of(end, "\n");
            while (end < length && end > 1 && text[end - 2] == '\\');
            blank(i, end);
        } else {
            end = end_of(i, "\n");
        }
        i = end - 1;
    }
}

// --- declarations ---

struct word {
    const char *begin;
    size_t size; // 0: a single character that is no name
};

static struct word *words;
static size_t word_count;

static bool is(size_t i, const char *what)
{
    const struct word *w = &words[i];
    return i < word_count && strncmp(w->begin, what, strlen(what)) == 0 && strlen(what) == (w->size ? w->size : 1);
}

static bool is_name(size_t i)
{
    return i < word_count && words[i].size > 0 && !isdigit((unsigned char)*words[i].begin);
}

static void split(void)
{
    word_count = 0;
    words = calloc(length + 1, sizeof *words);
    for (size_t i = 0; i < length;) {
        size_t size = word_length(text + i);
        if (!isspace((unsigned char)text[i]))
            words[word_count++] = (struct word){text + i, size};
        i += size ? size : 1;
    }
}

static size_t behind(size_t i, const char *open, const char *close) // words[i] is `open`
{
    int depth = 0;
    do
        depth += is(i, open) ? 1 : is(i, close) ? -1 : 0;
    while (++i < word_count && depth > 0);
    return i;
}

static void keep_word(size_t i)
{
    if (is_cudas(words[i].begin, words[i].size))
        keep(words[i].begin, words[i].size);
}

static void keep_member(size_t i)
{
    char *name = malloc(words[i].size + 2);
    if (name == NULL)
        exit(1);
    name[0] = '.';
    memcpy(name + 1, words[i].begin, words[i].size);
    keep(name, words[i].size + 1);
    free(name);
}

// Of an enum its enumerators; of a struct its members, with a dot in front.
static void take_body(size_t i, size_t end, bool is_enum)
{
    for (; i < end; ++i)
        if (is_enum && is_name(i) && (is(i - 1, "{") || is(i - 1, ",")))
            keep_word(i);
        else if (!is_enum && is_name(i) && (is(i + 1, ";") || is(i + 1, "[") || (is(i + 1, ")") && is(i + 2, "("))))
            keep_member(i);
}

// What looks like a function and is none.
static bool is_attribute(size_t i)
{
    static const char *const none[] = {"__attribute__", "__align__", "__builtin_align__",
                                       "__declspec",    "decltype",  "noexcept",
                                       "static_assert", "alignas",   "if",
                                       "defined",       "operator",  "throw",
                                       "sizeof",        "__asm__",   "asm",
                                       "while",         "for",       "switch",
                                       "return",        "void"};
    for (size_t k = 0; k < sizeof none / sizeof *none; ++k)
        if (is(i, none[k]))
            return true;
    const char *c = words[i].begin; // CUDART_DEVICE_FUNCTION(...) and the like
    for (size_t k = 0; k < words[i].size; ++k)
        if (islower((unsigned char)c[k]))
            return false;
    return true;
}

// struct NAME, enum NAME, class NAME, union NAME: the last of names in a row, of which the first are attributes.
static size_t take_tag(size_t i)
{
    size_t tag = 0;
    for (++i; is_name(i); ++i)
        if (is(i + 1, "("))
            i = behind(i + 1, "(", ")") - 1;
        else
            tag = i;
    if (tag != 0 && (is(tag + 1, "{") || is(tag + 1, ";") || is(tag + 1, ":")))
        keep_word(tag);
    return i;
}

// typedef ... NAME; or typedef R (*NAME)(...); with the braces of a type in it.
static size_t take_typedef(size_t i)
{
    size_t last = 0;
    bool named = false, is_enum = is(i + 1, "enum");
    for (++i; i < word_count && !is(i, ";"); ++i) {
        if (is(i, "{")) {
            size_t end = behind(i, "{", "}");
            take_body(i + 1, end, is_enum);
            i = end - 1;
        } else if (is(i, "(") && !named) {
            size_t end = behind(i, "(", ")");
            if (is(end, "(") && is_name(end - 2)) {
                last = end - 2;
                named = true;
            }
            i = end - 1;
        } else if (is_name(i) && !named) {
            last = i;
        }
    }
    if (last != 0)
        keep_word(last);
    return i + 1;
}

static void take_declarations(void)
{
    size_t i = 0;
    while (i < word_count) {
        if (is(i, "typedef")) {
            i = take_typedef(i);
        } else if (is(i, "using") && is_name(i + 1) && is(i + 2, "=")) {
            keep_word(i + 1);
            i += 3;
        } else if (is(i, "namespace") || is(i, "extern")) {
            for (++i; is_name(i) || is(i, ":"); ++i)
                if (is(i + 1, "("))
                    break;
            i += is(i, "{");
        } else if (is(i, "enum") || is(i, "struct") || is(i, "class") || is(i, "union")) {
            bool is_enum = is(i, "enum"), has_members = is_enum || is(i, "struct") || is(i, "union");
            i = take_tag(i);
            while (i < word_count && !is(i, "{") && !is(i, ";") && !is(i, "(") && !is(i, ">") && !is(i, ","))
                ++i;
            if (is(i, "{")) {
                size_t end = behind(i, "{", "}");
                if (has_members && !in_groups)
                    take_body(i + 1, end, is_enum);
                i = end;
            }
        } else if (is_name(i) && is(i + 1, "(")) {
            if (!is_attribute(i) && !is(i - 1, "~"))
                keep_word(i);
            i = behind(i + 1, "(", ")");
        } else if (is(i, "{")) {
            i = behind(i, "{", "}");
        } else {
            ++i;
        }
    }
}

// --- the headers ---

static bool ends_with(const char *name, const char *end)
{
    size_t size = strlen(name);
    return size > strlen(end) && strcmp(name + size - strlen(end), end) == 0;
}

// Headers of libraries that the device has not at all, of which the header's name is enough; tables of the tools'; and
// definitions of what others declare.
static bool is_left_out(const char *name)
{
    static const char *const headers[] = {"cuda_awbarrier",
                                          "crt/cuda_tile.h",
                                          "cuda_occupancy",
                                          "cuda_fp4",
                                          "cuda_fp6",
                                          "cudaEGL",
                                          "cudaVDPAU",
                                          "cuda_egl",
                                          "cuda_vdpau",
                                          "cudaProfiler.h",
                                          "generated_",
                                          "cudnn",
                                          "cufft",
                                          "cusolver",
                                          "cusparse",
                                          "cupti",
                                          "nvperf",
                                          "nvblas",
                                          "nvJitLink",
                                          "nvvm",
                                          "fatbinary",
                                          "cudalibxt",
                                          "cublas.h",
                                          "cublasXt",
                                          "curand_mtgp32dc",
                                          "nccl_device",
                                          "nv_decode",
                                          "crt/host_runtime.h",
                                          "crt/cudacc_ext.h",
                                          "crt/func_macro.h"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i)
        if (begins(name, headers[i]))
            return true;
    return ends_with(name, "Typedefs.h") || ends_with(name, ".hpp") || strstr(name, "helpers") != NULL;
}

// Of the toolkit's folders, that of C++'s library and of tools are left out: libcu++ comes with its own headers.
static void take_folder(const char *root, const char *folder)
{
    char path[8192];
    snprintf(path, sizeof path, "%s/%s", root, folder);
    DIR *open = opendir(path);
    if (open == NULL) {
        perror(path);
        exit(1);
    }
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        char name[512];
        if (!ends_with(entry->d_name, ".h") && !ends_with(entry->d_name, ".hpp"))
            continue;
        snprintf(name, sizeof name, "%s%s", folder, entry->d_name);
        keep(name, strlen(name));
        if (is_left_out(name))
            continue;
        snprintf(path, sizeof path, "%s/%s", root, name);
        in_groups = begins(name, "cooperative_groups");
        of_qualifiers = strcmp(name, "crt/host_defines.h") == 0;
        of_library = !begins(name, "crt/") && !begins(name, "sm_") && !begins(name, "cuda_fp") &&
                     !begins(name, "cuda_bf") && strstr(name, "_functions") == NULL && strstr(name, "_types") == NULL;
        read_header(path);
        remove_comments_and_strings();
        take_directives();
        split();
        take_declarations();
        free(words);
        free(text);
    }
    closedir(open);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void remove_duplicates(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (*names[i] != '\0' && (kept == 0 || strcmp(names[i], names[kept - 1]) != 0))
            names[kept++] = names[i];
    count = kept;
}

// One line, with names from the i-th on that begin alike; the first that is not in it.
static size_t print_line(size_t i)
{
    size_t same = 0, columns;
    const char *first = names[i];
    if (i + 1 < count)
        while (first[same] != '\0' && first[same] == names[i + 1][same])
            ++same;
    if (same < 3)
        same = strlen(first);
    columns = same;
    printf("%.*s", (int)same, first);
    for (bool next = false; i < count && strncmp(names[i], first, same) == 0; ++i, next = true) {
        const char *rest = names[i][same] != '\0' ? names[i] + same : "-";
        columns += 1 + strlen(rest);
        if (next && columns > 120)
            break;
        printf("%c%s", next ? ',' : ' ', rest);
    }
    putchar('\n');
    return i;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "collect FOLDER: a toolkit's include\n");
        return 2;
    }
    static const char *const folders[] = {"", "crt/", "cooperative_groups/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
        take_folder(argv[1], folders[i]);
    qsort(names, count, sizeof *names, by_bytes);
    remove_duplicates();
    for (size_t i = 0; i < count;)
        i = print_line(i);
    return 0;
}
