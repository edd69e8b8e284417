// SPDX-License-Identifier: MIT
// --kernels-for=OBJECT: that object is the host's side of the program, and the file brings only the kernels that the
// object launches, so a submission cannot reach what its judge is compiled from. The file's host code is not compiled
// at all, and its functions and variables remain its own. Whatever the file could use to deceive the checks is refused:
// here by its text and by its object's symbols, and by the plugin (spaces.cpp) in between.
#include "driver.h"

#include <ctype.h>
#include <elf.h>
#include <fnmatch.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

// --- the text, before the preprocessor has seen it ---

struct seen { // of all files that belong to the solution
    struct strings files;
    bool defined; // a macro
};

struct scan {
    const char *file, *at;
    unsigned line;
    char guard[60]; // the name that the directive before asked for by #ifndef, or ""
    struct seen *seen;
};

// A backslash at the end of a line joins it with the next.
static void skip_splices(struct scan *s)
{
    for (;;) {
        size_t length = s->at[0] != '\\' ? 0 : s->at[1] == '\n' ? 2 : s->at[1] == '\r' && s->at[2] == '\n' ? 3 : 0;
        if (length == 0)
            return;
        s->at += length;
        ++s->line;
    }
}

static char next_char(struct scan *s)
{
    skip_splices(s);
    char c = *s->at;
    if (c != '\0')
        ++s->at;
    if (c == '\n')
        ++s->line;
    return c;
}

static char peek_char(struct scan *s)
{
    skip_splices(s);
    return *s->at;
}

// Whether a comment has begun with this character; then it is passed over, up to the end of its line or its mark.
static bool skip_comment(struct scan *s, char first)
{
    char second = peek_char(s);
    if (first != '/' || (second != '/' && second != '*'))
        return false;
    next_char(s);
    if (second == '/') {
        while (peek_char(s) != '\n' && peek_char(s) != '\0')
            next_char(s);
        return true;
    }
    for (char c = next_char(s); c != '\0'; c = next_char(s))
        if (c == '*' && peek_char(s) == '/') {
            next_char(s);
            return true;
        }
    return true;
}

// A quote that is open at the end of its line, as a macro may have it, does not hide the line after it.
static void skip_quoted(struct scan *s, char quote)
{
    while (peek_char(s) != '\n' && peek_char(s) != '\0') {
        char c = next_char(s);
        if (c == quote)
            return;
        if (c == '\\' && peek_char(s) != '\n')
            next_char(s);
    }
}

static void skip_raw_string(struct scan *s)
{
    char mark[20] = ")";
    size_t length = 1;
    for (char c = next_char(s); c != '(' && c != '\0' && length < sizeof mark - 2; c = next_char(s))
        mark[length++] = c;
    mark[length++] = '"';
    while (*s->at != '\0' && strncmp(s->at, mark, length) != 0) { // splices do not count in it
        s->line += *s->at == '\n';
        ++s->at;
    }
    s->at += *s->at != '\0' ? length : 0;
}

static size_t read_word(struct scan *s, char *word, size_t room)
{
    size_t length = 0;
    while (isalnum((unsigned char)peek_char(s)) || peek_char(s) == '_') {
        char c = next_char(s);
        if (length < room - 1)
            word[length++] = c;
    }
    word[length] = '\0';
    return length;
}

static void skip_blanks(struct scan *s)
{
    while (peek_char(s) == ' ' || peek_char(s) == '\t' ||
           (peek_char(s) == '/' && (s->at[1] == '*' || s->at[1] == '/'))) {
        char c = next_char(s);
        if (c == '/' && !skip_comment(s, c))
            return;
    }
}

__attribute__((noreturn)) static void refuse(const struct scan *s, const char *what)
{
    fprintf(stderr, "%s:%u: error: %s\n", s->file, s->line, what);
    leave(1);
}

static bool may_be_pragma(const char *word)
{
    static const char *const harmless[] = {"unroll",           "nounroll",        "once",
                                           "nv_diag_suppress", "nv_diag_default", "nv_diag_warning"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; ++i)
        if (strcmp(word, harmless[i]) == 0)
            return true;
    return false;
}

static void check_file(const char *file, struct seen *seen);

// A file that lies beside the one that includes it belongs to the solution. What comes from elsewhere comes first, and
// by no path that may lead back.
static void read_include(struct scan *s)
{
    char name[PATH_MAX] = "", *file = NULL;
    size_t length = 0;
    skip_blanks(s);
    const char first = peek_char(s), last = first == '<' ? '>' : '"';
    if (first != '<' && first != '"')
        refuse(s, "a solution may not #include what a macro says");
    next_char(s);
    while (peek_char(s) != last && peek_char(s) != '\n' && peek_char(s) != '\0' && length < sizeof name - 1)
        name[length++] = next_char(s);
    name[length] = '\0';
    if (peek_char(s) == last)
        next_char(s);
    if (first == '"') {
        const char *slash = strrchr(s->file, '/');
        file = text_of("%.*s%s", slash ? (int)(slash + 1 - s->file) : 0, s->file, name);
    }
    if (*name == '/')
        refuse(s, "a solution may not #include an absolute path");
    else if (file != NULL && length > 0 && access(file, F_OK) == 0)
        check_file(file, s->seen);
    else if (strstr(name, "..") != NULL)
        refuse(s, "a solution may not #include what lies in a folder above");
    else if (s->seen->defined)
        refuse(s, "a solution may not #include after a #define: what is included comes first");
}

// #ifndef MINE_H, #define MINE_H: it lets a header be read once, and changes no text.
static bool is_guard(struct scan *s, const char *word)
{
    skip_blanks(s);
    return *word != '\0' && strcmp(word, s->guard) == 0 && (peek_char(s) == '\n' || peek_char(s) == '\r') &&
           (ends_with(word, "_H") || ends_with(word, "_H_") || ends_with(word, "_CUH") || ends_with(word, "_CUH_") ||
            ends_with(word, "_HPP") || ends_with(word, "_HPP_"));
}

static void read_directive(struct scan *s)
{
    static const char *const known[] = {"if",    "ifdef",   "else",  "elif",   "endif",
                                        "error", "warning", "undef", "pragma", ""};
    char word[60];
    skip_blanks(s);
    read_word(s, word, sizeof word);
    if (strcmp(word, "include") == 0)
        return read_include(s);
    if (strcmp(word, "define") == 0) {
        skip_blanks(s);
        read_word(s, word, sizeof word);
        s->seen->defined |= !is_guard(s, word);
        return;
    }
    if (strcmp(word, "ifndef") == 0) {
        skip_blanks(s);
        read_word(s, s->guard, sizeof s->guard);
        return;
    }
    *s->guard = '\0';
    if (strcmp(word, "pragma") == 0) {
        skip_blanks(s);
        read_word(s, word, sizeof word);
        if (!may_be_pragma(word))
            refuse(s, text_of("a solution may not have #pragma %s, only unroll", word));
        return;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strcmp(word, known[i]) == 0 && (*word != '\0' || peek_char(s) == '\n' || peek_char(s) == '\0'))
            return;
    refuse(s, text_of("a solution may not have the directive #%s", *word ? word : "..."));
}

static void check_file(const char *file, struct seen *seen)
{
    struct text text = {0};
    struct scan s = {.file = file, .line = 1, .seen = seen};
    char *once = text_of("%d %s", seen->defined, file); // what follows a macro is looked at again
    for (size_t i = 0; i < seen->files.count; ++i)
        if (strcmp(seen->files.item[i], once) == 0)
            return;
    if (seen->files.count == 500)
        refuse(&s, "a solution may not #include so many files");
    add(&seen->files, once);
    if (!read_file(file, &text))
        return; // which the compiler says
    s.at = text.begin;
    if (strlen(text.begin) != text.length)
        refuse(&s, "a solution may not have a zero byte");
    bool begins = true; // nothing but blanks stands in front in its line
    char word[40];
    while (peek_char(&s) != '\0') {
        if (isalpha((unsigned char)peek_char(&s)) || peek_char(&s) == '_') {
            read_word(&s, word, sizeof word);
            begins = false;
            if (begins_with(word, "cpu_device_") || begins_with(word, "__tsan") || begins_with(word, "__ubsan"))
                refuse(&s, text_of("a solution may not use %s", word));
            if (strcmp(word, "_Pragma") == 0 || strcmp(word, "__pragma") == 0) {
                skip_blanks(&s);
                bool unroll = begins_with(s.at, "(\"unroll");
                if (!unroll)
                    refuse(&s, "a solution may not have pragmas, only unroll");
            } else if (peek_char(&s) == '"' && strchr("RL", word[strlen(word) - 1]) != NULL && ends_with(word, "R")) {
                next_char(&s);
                skip_raw_string(&s);
            }
            continue;
        }
        char c = next_char(&s);
        if (c == '#' || (c == '%' && peek_char(&s) == ':')) {
            if (c == '%')
                next_char(&s);
            if (begins)
                read_directive(&s);
            else if (peek_char(&s) == '#' || (c == '%' && peek_char(&s) == '%'))
                refuse(&s, "a solution may not join tokens by ##");
            begins = false;
        } else if (c == '\n') {
            begins = true;
        } else if (c == '"' || c == '\'') {
            skip_quoted(&s, c);
            begins = false;
        } else if (!skip_comment(&s, c) && !isspace((unsigned char)c)) {
            if (isdigit((unsigned char)c)) // 1'000 is no character
                while (isalnum((unsigned char)peek_char(&s)) ||
                       (peek_char(&s) == '\'' && isalnum((unsigned char)s.at[1])))
                    next_char(&s);
            begins = false;
        }
    }
}

void check_text(const char *file)
{
    struct seen seen = {0};
    check_file(file, &seen);
}

// --- the object ---

// What device code refers to: the device, the checks, and what of the C library CUDA has too (merge.c renames some).
static bool may_refer_to(const char *name)
{
    static const char *const known[] = {
        "__tsan_*",
        "__*[sdt]i[234]",
        "__float*",
        "__fix*",
        "__trunc*f2",
        "__extend*f2",
        "__ubsan_*",
        "_ZN10cpu_device*",
        "_ZNK10cpu_device*",
        "_ZTVN10__cxxabiv*",
        "cpu_device_*",
        "threadIdx",
        "blockIdx",
        "blockDim",
        "gridDim",
        "warpSize",
        "_GLOBAL_OFFSET_TABLE_",
        "cudaMalloc",
        "cudaFree",
        "cudaGetLastError",
        "cudaPeekAtLastError",
        "__tls_get_addr",
        "__dso_handle",
        "memcpy",
        "memmove",
        "memset",
        "memcmp",
        "strlen",
        "strcmp",
        "malloc",
        "calloc",
        "free",
        "printf",
        "puts",
        "putchar",
        "clock",
        "__assert_fail",
        "_Znwm",
        "_Znam",
        "_ZdlPv*",
        "_ZdaPv*",
        "_ZNSt6chrono3_V212system_clock3nowEv", // this and the next: by the wait of a cuda::barrier
        "__errno_location",
        "sched_yield",
        "nanosleep",
        "__stack_chk_fail",
        "_Unwind_Resume",
        "__gxx_personality_v0",
        "__cxa_pure_virtual",
        "abs",
        "labs",
        "llabs",
    };
    static const char *const of_math[] = {
        "acos",     "acosh",     "asin",   "asinh", "atan",   "atan2",   "atanh",  "cbrt",      "ceil",
        "copysign", "cos",       "cosh",   "erf",   "erfc",   "exp",     "exp10",  "exp2",      "expm1",
        "fabs",     "fdim",      "floor",  "fma",   "fmax",   "fmin",    "fmod",   "frexp",     "hypot",
        "ilogb",    "j0",        "j1",     "jn",    "ldexp",  "lgamma",  "llrint", "llround",   "log",
        "log10",    "log1p",     "log2",   "logb",  "lrint",  "lround",  "modf",   "nearbyint", "nextafter",
        "pow",      "remainder", "remquo", "rint",  "round",  "scalbln", "scalbn", "sin",       "sincos",
        "sinh",     "sqrt",      "tan",    "tanh",  "tgamma", "trunc",   "y0",     "y1",        "yn",
    };
    if (strstr(name, "cpu_device_counters") != NULL || strstr(name, "cpu_device_page") != NULL)
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (fnmatch(known[i], name, 0) == 0)
            return true;
    for (size_t i = 0; i < sizeof of_math / sizeof *of_math; ++i)
        if (begins_with(name, of_math[i]) && strchr("fl", name[strlen(of_math[i])]) != NULL &&
            strlen(name) <= strlen(of_math[i]) + 1)
            return true;
    return false;
}

// The device's hooks and the library's functions have names that no solution may give to something of its own.
static bool may_define(const struct elf_symbol *symbol)
{
    return !begins_with(symbol->name, "__") && !begins_with(symbol->name, "cpu_device") &&
           (ELF64_ST_TYPE(symbol->info) != STT_FUNC || begins_with(symbol->name, "_Z") ||
            begins_with(symbol->name, "_sub_"));
}

// `file` is for messages. The device's object is one that merge_passes() has dropped nothing of.
bool check_symbols(const char *file, const struct elf *device)
{
    for (size_t i = 1; i < device->symbol_count; ++i) {
        const struct elf_symbol *symbol = &device->symbol[i];
        unsigned type = ELF64_ST_TYPE(symbol->info);
        if (symbol->name[0] == '\0' || type == STT_SECTION || type == STT_FILE)
            continue;
        bool undefined = symbol->section == SHN_UNDEF;
        if (undefined && may_refer_to(symbol->name))
            continue;
        if (!undefined && type != STT_GNU_IFUNC && (ELF64_ST_BIND(symbol->info) == STB_LOCAL || may_define(symbol)))
            continue;
        fprintf(stderr, "%s: error: a solution may not %s %s: it has kernels, and what they call on a GPU\n", file,
                undefined ? "use" : "define", symbol->name);
        return false;
    }
    return true;
}
