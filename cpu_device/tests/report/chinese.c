// SPDX-License-Identifier: MIT
// chinese CPU_DEVICE: every text that the device says is in cpu_device/src/say/chinese.cpp, no text there is gone from
// the source, and each translation has its text's conversions. Chinese stands apart from Latin letters and digits by a
// space, and without one beside Chinese punctuation; and it has no Latin word that its English text has not.
//
// A text that the device says is the argument of tr(), or any string literal of two words. Some of these are not its
// own words, or said to no one: not_said has them.
#define _GNU_SOURCE // strcasestr()
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST 4000

static const char table_file[] = "/src/say/chinese.cpp";

// Beginnings of texts that are for files, the system, the compiler, or keys.
static const char *const not_said[] = {
    "CPU device memory", "CPU device variables", "CUDA device on the CPU, %u core%s", "(anonymous namespace)",
    "guard variable for ", "buffer of printf()", "call %s %s", "cpu_device_constants.",
    "const bool %s = ", "<script type=", "the CPU device switches stacks on x86-64", "// A module of the CPU device",
    "module of the CPU device", "event wait", "event record", "%s<<<%llu, %u>>>", "bit field", "unsigned int",
    "long long unsigned int", "subgraph ", "digraph ",
    // cudaGetErrorString() and the like answer with these, in CUDA's own words.
    "unrecognized error code", "unrecognized status", "the library was not initialized",
    "the resource allocation failed", "an unsupported value or parameter", "the function requires an architectural",
    "an access to GPU memory space", "the function failed to launch", "an internal operation failed",
    "the requested functionality", "the license check", "no error", "unhandled cuda error", "unhandled system error",
    "internal error", "invalid argument", "invalid usage", "remote process exited", "NCCL operation in progress",
    "unknown result code", "initialization error", "out of memory", "invalid value", "architecture mismatch",
    "texture memory mapping error", "kernel launch failure", "matrix type not supported", "zero pivot",
    "operation not supported", "insufficient resources",
    // assembler
    ".globaltype "};

// Says what NVRTC says.
static const char nvrtc[] = "/nvrtc.cpp:";

struct literal {
    char *text, place[300];
    bool wrapped; // in tr()
};

static struct literal literals[MOST], table[MOST];
static size_t literal_count, table_count;
static int failures;

static void fail(const char *what, const struct literal *l)
{
    printf("FAILED: %s: %s\n    \"%s\"\n", l->place, what, l->text);
    ++failures;
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL || fseek(f, 0, SEEK_END) != 0) {
        fprintf(stderr, "chinese: cannot read %s\n", path);
        exit(2);
    }
    const size_t size = (size_t)ftell(f);
    char *text = calloc(size + 2, 1);
    rewind(f);
    if (text == NULL || fread(text, 1, size, f) != size)
        exit(2);
    fclose(f);
    return text;
}

// Past blanks, comments, and backslashes at the ends of lines.
static const char *past_blanks(const char *c)
{
    for (;;) {
        if (isspace((unsigned char)*c) || (*c == '\\' && c[1] == '\n'))
            ++c;
        else if (c[0] == '/' && c[1] == '/')
            c += strcspn(c, "\n");
        else if (c[0] == '/' && c[1] == '*')
            c = strstr(c, "*/") + 2;
        else
            return c;
    }
}

static const char *past_quoted(const char *c)
{
    const char quote = *c++;
    while (*c != '\0' && *c != quote)
        c += *c == '\\' ? 2 : 1;
    return *c == quote ? c + 1 : c;
}

// A string literal, with those that stand beside it, as the source has it; `c` leads past it.
static char *joined(const char **c)
{
    size_t length = 0, room = 1;
    for (const char *at = *c; *at == '"'; at = past_blanks(past_quoted(at)))
        room = (size_t)(at - *c) + (size_t)(past_quoted(at) - at) + 1; // more than enough
    char *text = calloc(room, 1);
    if (text == NULL)
        exit(2);
    for (const char *end; **c == '"'; *c = past_blanks(end)) {
        end = past_quoted(*c);
        memcpy(text + length, *c + 1, (size_t)(end - *c) - 2);
        length += (size_t)(end - *c) - 2;
    }
    return text;
}

// Whether the text before `c` ends in "tr(".
static bool is_wrapped(const char *begin, const char *c)
{
    while (c > begin && isspace((unsigned char)c[-1]))
        --c;
    return c - begin > 3 && strncmp(c - 3, "tr(", 3) == 0 && !isalnum((unsigned char)c[-4]);
}

static void add_literals(const char *path, struct literal *all, size_t *count)
{
    char *text = read_file(path);
    for (const char *c = past_blanks(text); *c != '\0'; c = past_blanks(c)) {
        if (*c == '#' && strncmp(past_blanks(c + 1), "include", 7) == 0)
            c += strcspn(c, "\n");
        else if (c[0] == 'R' && c[1] == '"') // assembler
            c = strstr(c, ")\"") + 2;
        else if (*c == '\'' && !(c > text && isalnum((unsigned char)c[-1]))) // and not 1'000
            c = past_quoted(c);
        else if (*c == '"' && *count < MOST) {
            struct literal *l = &all[(*count)++];
            l->wrapped = is_wrapped(text, c);
            int line = 1;
            for (const char *n = text; n < c; ++n)
                line += *n == '\n';
            snprintf(l->place, sizeof l->place, "%s:%d", path, line);
            l->text = joined(&c);
        } else
            ++c;
    }
    free(text);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), of_end = strlen(end);
    return length >= of_end && strcmp(text + length - of_end, end) == 0;
}

static void add_folder(const char *folder)
{
    DIR *open = opendir(folder);
    for (struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;) {
        char path[250];
        struct stat about;
        if (entry->d_name[0] == '.' ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path || stat(path, &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode))
            add_folder(path);
        else if ((ends_with(path, ".cpp") || ends_with(path, ".h")) && !ends_with(path, table_file))
            add_literals(path, literals, &literal_count);
    }
    if (open != NULL)
        closedir(open);
}

// Two words with a blank between, the first of two letters or more.
static bool has_words(const char *text)
{
    for (const char *c = text; (c = strchr(c, ' ')) != NULL; ++c) {
        const char *before = c - text >= 1 && strchr(",:;)", c[-1]) != NULL ? c - 1 : c;
        if (before - text >= 2 && islower((unsigned char)before[-1]) && islower((unsigned char)before[-2]) &&
            (islower((unsigned char)c[1]) || (c[1] == '%' && isalpha((unsigned char)c[2]))))
            return true;
    }
    return false;
}

static bool is_said(const struct literal *l)
{
    if (l->wrapped || strstr(l->place, nvrtc) != NULL)
        return l->wrapped;
    for (size_t i = 0; i < sizeof not_said / sizeof *not_said; ++i)
        if (strncmp(l->text, not_said[i], strlen(not_said[i])) == 0)
            return false;
    return has_words(l->text);
}

// The conversions of a format, by the number of their argument: "zu", "s".
struct conversions {
    char found[20][4];
};

// False: a number is left out or taken twice.
static bool conversions(const char *form, struct conversions *all)
{
    int next = 0, most = 0;
    char(*found)[4] = all->found;
    for (const char *c = form; (c = strchr(c, '%')) != NULL;) {
        if (*++c == '%') {
            ++c;
            continue;
        }
        char *end;
        const long number = strtol(c, &end, 10);
        const bool positional = end > c && *end == '$';
        const int at = positional ? (int)number - 1 : next++;
        c = positional ? end + 1 : c;
        c += strspn(c, "-+ #0123456789.");
        const size_t length = strspn(c, "hlzt") + 1;
        if (at < 0 || at >= 20 || length > 3 || found[at][0] != '\0' || (positional && next > 0))
            return false;
        memcpy(found[at], c, length);
        most = at >= most ? at + 1 : most;
        c += length;
    }
    for (int i = 0; i < most; ++i)
        if (found[i][0] == '\0')
            return false;
    return true;
}

// Whether a character of three bytes begins here that is a letter of Chinese, or Chinese punctuation.
static bool is_letter(const char *c)
{
    const unsigned char *u = (const unsigned char *)c;
    return u[0] >= 0xe4 && u[0] <= 0xe9;
}

static bool is_punctuation(const char *c)
{
    return strncmp(c, "\xe3\x80", 2) == 0 || strncmp(c, "\xef\xbc", 2) == 0;
}

// Whether what stands before `c` is the end of a conversion, or a "\v".
static bool follows_conversion(const char *begin, const char *c)
{
    if (c - begin >= 2 && c[-2] == '\\')
        return true;
    while (--c > begin && (isalnum((unsigned char)*c) || *c == '.' || *c == '$'))
        ;
    return *c == '%';
}

static void check_spaces(const struct literal *chinese)
{
    const char *begin = chinese->text;
    for (const char *c = begin; *c != '\0'; ++c) {
        if (!is_letter(c) && !is_punctuation(c))
            continue;
        const char before = c == begin ? '\0' : c[-1], after = c[3];
        if (is_letter(c) &&
            (isalnum((unsigned char)after) || (isalnum((unsigned char)before) && !follows_conversion(begin, c))))
            fail("no space between Chinese and Latin", chinese);
        if (is_punctuation(c) && (before == ' ' || after == ' '))
            fail("a space beside Chinese punctuation", chinese);
        if (is_letter(c) && after == ' ' && (is_letter(c + 4) || is_punctuation(c + 4)))
            fail("a space between Chinese and Chinese", chinese);
        c += 2;
    }
}

// Words of Latin letters, but for conversions and escapes, are code: the English text has them too.
static void check_words(const struct literal *english, const struct literal *chinese)
{
    for (const char *c = chinese->text; *c != '\0';) {
        if (*c == '\\' || *c == '%') {
            c += 1 + strspn(c + 1, "$.0123456789");
            c += 1 + strspn(c, "zlt");
            continue;
        }
        size_t length = 0;
        while (isalnum((unsigned char)c[length]) || c[length] == '_')
            ++length;
        char word[100];
        if (length > 2 && length < sizeof word && isalpha((unsigned char)*c)) {
            snprintf(word, length + 1, "%s", c);
            if (strcasestr(english->text, word) == NULL)
                fail("a word that the English text has not", chinese);
        }
        c += length > 0 ? length : 1;
    }
}

// What the CPU device does not have is known by these words: is_limit() in src/api/errors.cpp.
static void check_limit(const struct literal *english, const struct literal *chinese)
{
    if ((strstr(english->text, "CPU device") != NULL) != (strstr(chinese->text, "CPU 设备") != NULL))
        fail("one of the two languages names the CPU device", chinese);
}

static const struct literal *find(const char *text, const struct literal *all, size_t count, size_t step)
{
    for (size_t i = 0; i < count; i += step)
        if (strcmp(all[i].text, text) == 0)
            return &all[i];
    return NULL;
}

int main(int argc, char **argv)
{
    char path[200];
    if (argc != 2) {
        fprintf(stderr, "usage: chinese CPU_DEVICE\n");
        return 2;
    }
    size_t said_count = 0; // but those of include, which are mostly for the compiler
    for (const char *const *folder = (const char *const[]){"src", "libraries", "include", NULL}; *folder; ++folder) {
        snprintf(path, sizeof path, "%s/%s", argv[1], *folder);
        add_folder(path);
        said_count = strcmp(*folder, "include") == 0 ? said_count : literal_count;
    }
    snprintf(path, sizeof path, "%s%s", argv[1], table_file);
    add_literals(path, table, &table_count);
    for (size_t i = 0; i < table_count; i += 2) {
        struct conversions here = {0}, there = {0};
        if (i + 1 == table_count) {
            fail("no translation", &table[i]);
            break;
        }
        if (find(table[i].text, literals, literal_count, 1) == NULL)
            fail("no source has this text", &table[i]);
        if (find(table[i].text, table, i, 2) != NULL)
            fail("it is here twice", &table[i]);
        if (!conversions(table[i].text, &here) || !conversions(table[i + 1].text, &there) ||
            memcmp(&here, &there, sizeof here) != 0)
            fail("its conversions differ from those of the English text", &table[i + 1]);
        check_spaces(&table[i + 1]);
        check_words(&table[i], &table[i + 1]);
        check_limit(&table[i], &table[i + 1]);
    }
    for (size_t i = 0; i < said_count; ++i)
        if (is_said(&literals[i]) && find(literals[i].text, table, table_count, 2) == NULL)
            fail("say/chinese.cpp has no Chinese for it", &literals[i]);
    printf("%zu texts in Chinese, %zu literals\n", table_count / 2, literal_count);
    return failures > 0 || table_count < 100;
}
