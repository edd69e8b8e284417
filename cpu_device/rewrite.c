// SPDX-License-Identifier: MIT
// rewrite: turns CUDA C++ into C++ that a host compiler understands. A filter: standard input to standard output.
//
// It expects preprocessed text (g++ -E), so it also sees launches and kernels that come out of macros and headers.
// cucc compiles each file twice, as nvcc does: for the device, and for the host (rewrite --host). For the host, kernels
// are only declared, shared variables are unused, and device variables are weak, so that the linker takes those of the
// other pass. rewrite makes the following changes, leaves every other character alone, and keeps every line number:
//
//   kernel<<<grid, block, shared, stream>>>(a, b)
//       becomes (::cpu_device::launch_configuration(grid, block, shared, stream), kernel(a, b),
//       ::cpu_device::launched()); in device code, child_configuration. The call stays a call of `kernel`, so
//       overloads, template deduction and conversions of the arguments are the compiler's.
//   __global__ void kernel(float *a) { body }
//       becomes void kernel(float *a) { ::cpu_device::kernel<decltype(a)>(__func__, ::cpu_device::held{[=]() mutable
//       __attribute__((always_inline)) -> void { body }}); }: called on the host, it passes its body to the device;
//       each CUDA thread runs a copy of the lambda, with its own copy of the arguments. It is inlined into two
//       functions, with and without the checks' calls (launch.h); with rewrite --checked, ::cpu_device::checked_kernel
//       makes the first alone. The types are for launches by the kernel's address.
//   template __global__ void kernel<float>(float *a);
//       is unchanged for the device; for the host it becomes a pointer to the instance, so that the linker keeps it.
//   __shared__ float cache[256];
//       becomes thread_local float cache[256]; a block runs on one host thread from its start to its end, so a
//       thread_local variable exists once in each block. An initializer is an error, as in CUDA.
//   extern __shared__ float cache[];
//       becomes float *const cache = ::cpu_device::dynamic_shared();
//   __device__ int total;
//       becomes __attribute__((used, abi_tag("..."))) int total; each file has its own tag (rewrite --file=...), which
//       makes the name unique, since nvcc, too, gives each file its own variable. There is no tag in relocatable device
//       code (rewrite --relocatable), in a module (rewrite --module), whose variables and kernels a program finds by
//       name, and for a variable that the file also declares extern. Static kernels are treated likewise. The
//       variable's address follows, for cudaDeviceReset().
//   namespace { ... }
//       becomes inline namespace _GLOBAL__N_... { ... }, named after the file: both passes must use one name.
//   cudaMemcpy(to, from, size, kind);
//       becomes ::cpu_device::unheeded("cudaMemcpy"), cudaMemcpy(to, from, size, kind); if a statement begins with it:
//       then the returned status is not used. The same for cub::DeviceScan::ExclusiveSum(...).
//   asm("mov.u32 %0, %%laneid;" : "=r"(lane));
//       PTX in device code becomes a call of a lambda, whose body ptx.c makes from the text:
//       [](auto &&ptx_0) {...}(::cpu_device::ptx::out<'r', false>(lane));
//
//   int i = threadIdx.x;
//       is followed by ::cpu_device::traced cpu_device_traced_1{"i", i, true}; with rewrite --variables, in device
//       code: a trace has the values of such variables (trace.h).
//
// Digraphs are written out: <% becomes { and a blank.
//
// Exit status: 0; 1 for code that cannot be CUDA C++ (one line on stderr says what and where); 2 for bad usage.

#define _GNU_SOURCE // memmem
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx.h"

enum kind { TRIVIA, IDENTIFIER, LITERAL, PUNCTUATION };

// A piece of the source. What is printed for it: before, then instead (or the text itself), then after.
struct token {
    const char *text;
    size_t length;
    enum kind kind;
    size_t partner; // of a bracket: the index of the other one; else its own index
    size_t parent;  // the bracket that it stands in; token_count outside of any. Of a closing one, its partner
    char *before, *instead, *after;
};

static struct token *tokens;
static size_t token_count;
static char *source, *source_end; // points at the terminating zero; the text may contain zeros
static const char *source_name = "<stdin>";
static bool for_host, relocatable, for_module, spaces, debug, variables, checked, for_wasm; // the options
static const char *file_name = "this_file"; // an identifier that no other file has
static FILE *kernel_list;
static const char *precompiled; // header, without its suffix; null: there is none
static char *included;          // where the text begins that it was made of; null: nowhere
static size_t included_length;

static void *allocate(void *old, size_t size)
{
    void *block = realloc(old, size);
    if (block == NULL) {
        fprintf(stderr, "rewrite: out of memory\n");
        exit(1);
    }
    return block;
}

// Appends to one of a token's strings.
static void append(char **string, const char *text, size_t length)
{
    size_t old = *string ? strlen(*string) : 0;
    *string = allocate(*string, old + length + 1);
    memcpy(*string + old, text, length);
    (*string)[old + length] = '\0';
}

static void add(char **string, const char *text)
{
    append(string, text, strlen(text));
}

// A place in the source, by the line markers of the preprocessor.
struct place {
    char file[4096]; // as the marker has it, with a backslash before each quote and backslash
    unsigned long line;
    bool system_header;
};

// If a line marker begins behind the line end at c, the place of the line behind it: # 12 "file.cu" 3 4
static bool read_marker(const char *line_end, struct place *place)
{
    if (line_end[1] != '#' || line_end[2] != ' ' || !isdigit((unsigned char)line_end[3]))
        return false;
    char *end;
    place->line = strtoul(line_end + 3, &end, 10);
    if (end[0] != ' ' || end[1] != '"')
        return true;
    const char *name = end + 2, *quote = name;
    while (*quote != '"' && *quote != '\n' && *quote != '\0')
        quote += quote[0] == '\\' && quote[1] != '\0' ? 2 : 1;
    if (*quote != '"')
        return true;
    snprintf(place->file, sizeof place->file, "%.*s", (int)(quote - name), name);
    place->system_header = false;
    for (const char *c = quote; *c != '\n' && *c != '\0'; ++c)
        place->system_header |= *c == '3';
    return true;
}

// Goes on from `begin`, which is at `place`, to `end`.
static void go_on(struct place *place, const char *begin, const char *end)
{
    for (const char *c = begin; (c = memchr(c, '\n', end - c)); ++c) {
        ++place->line;
        if (read_marker(c, place))
            --place->line; // the marker's own line ends before the line that it numbers
    }
}

// The name of a place's file, without the backslashes.
static void print_file(FILE *out, const struct place *place)
{
    for (const char *c = place->file; *c != '\0'; ++c) {
        c += c[0] == '\\' && c[1] != '\0';
        fputc(*c, out);
    }
}

// Mostly after the one that was asked for before.
static struct place place_of(const struct token *token)
{
    static struct place place;
    static const char *known;
    if (!known || known > token->text) {
        place = (struct place){.line = 1};
        snprintf(place.file, sizeof place.file, "%s", source_name);
        known = source;
    }
    go_on(&place, known, token->text);
    known = token->text;
    return place;
}

static void say(const struct token *where, const char *kind, const char *format, va_list arguments)
{
    struct place place = place_of(where);
    print_file(stderr, &place);
    fprintf(stderr, ":%lu: %s: ", place.line, kind);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
}

// Prints an error at a token, and ends the program.
static void fail(const struct token *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(where, "error", format, arguments);
    va_end(arguments);
    exit(1);
}

static void warn(const struct token *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(where, "warning", format, arguments);
    va_end(arguments);
}

__attribute__((always_inline)) static inline bool is(size_t i, const char *text)
{
    return i < token_count && tokens[i].kind != TRIVIA && tokens[i].kind != LITERAL &&
           strlen(text) == tokens[i].length && memcmp(tokens[i].text, text, tokens[i].length) == 0;
}

static bool is_identifier(size_t i)
{
    return i < token_count && tokens[i].kind == IDENTIFIER;
}

// The next token, or the previous one, that is not white space, a comment or a directive; token_count if there is none.
static size_t next(size_t i)
{
    do
        ++i;
    while (i < token_count && tokens[i].kind == TRIVIA);
    return i < token_count ? i : token_count;
}

static size_t previous(size_t i)
{
    while (i-- > 0)
        if (tokens[i].kind != TRIVIA)
            return i;
    return token_count;
}

// --- from text to tokens ---

static const char *end_of_quoted(const char *c)
{
    char quote = *c++;
    while (c < source_end && *c != quote && *c != '\n')
        c += (c[0] == '\\' && c + 1 < source_end) ? 2 : 1;
    return *c == quote ? c + 1 : c;
}

// The end of the first `text` at c or later; the end of the source if there is none.
static const char *behind(const char *c, const char *text)
{
    const char *found = memmem(c, (size_t)(source_end - c), text, strlen(text));
    return found ? found + strlen(text) : source_end;
}

// R"delimiter( ... )delimiter"; c points at the quote.
static const char *end_of_raw_string(const char *c)
{
    const char *open = memchr(c, '(', (size_t)(source_end - c));
    if (open == NULL || open - c > 17)
        return end_of_quoted(c);
    char end[20];
    size_t delimiter = (size_t)(open - c - 1);
    end[0] = ')';
    memcpy(end + 1, c + 1, delimiter);
    end[delimiter + 1] = '"';
    end[delimiter + 2] = '\0';
    return behind(open, end);
}

static bool at_line_start(const char *c)
{
    while (c > source && (c[-1] == ' ' || c[-1] == '\t'))
        --c;
    return c == source || c[-1] == '\n';
}

static const char *end_of_token(const char *c, enum kind *kind)
{
    const char *begin = c;
    *kind = TRIVIA;
    if (isspace((unsigned char)*c)) {
        while (isspace((unsigned char)*c))
            ++c;
        return c;
    }
    if (c[0] == '/' && c[1] == '/') {
        while (c < source_end && *c != '\n')
            ++c;
        return c;
    }
    if (c[0] == '/' && c[1] == '*')
        return behind(c + 2, "*/");
    if (*c == '#' && at_line_start(c)) { // a directive or a line marker, with its continuation lines
        while (c < source_end && !(*c == '\n' && c[-1] != '\\'))
            ++c;
        return c;
    }
    if (isalpha((unsigned char)*c) || *c == '_' || (unsigned char)*c >= 0x80) {
        while (isalnum((unsigned char)*c) || *c == '_' || (unsigned char)*c >= 0x80)
            ++c;
        *kind = IDENTIFIER;
        if (*c == '"' || *c == '\'') { // an encoding prefix: u8"...", LR"(...)"
            size_t length = (size_t)(c - begin);
            if (length <= 3 && strspn(begin, "LuU8R") >= length) {
                *kind = LITERAL;
                return c[-1] == 'R' ? end_of_raw_string(c) : end_of_quoted(c);
            }
        }
        return c;
    }
    if (isdigit((unsigned char)*c) || (*c == '.' && isdigit((unsigned char)c[1]))) {
        *kind = LITERAL;
        while (isalnum((unsigned char)*c) || *c == '_' || *c == '.' ||
               (*c == '\'' && isalnum((unsigned char)c[1])) || // 1'000'000
               ((*c == '+' || *c == '-') && strchr("eEpP", c[-1]) != NULL))
            ++c;
        return c;
    }
    if (*c == '"' || *c == '\'') {
        *kind = LITERAL;
        return end_of_quoted(c);
    }
    *kind = PUNCTUATION;
    return c + 1;
}

// <: :> <% %> stand for brackets, but for the < of <:: in front of a name.
static void write_out_digraph(char *c)
{
    static const char digraphs[][4] = {"<:[", ":>]", "<%{", "%>}"};
    if (c[0] == '<' && c[1] == ':' && c[2] == ':' && c[3] != ':' && c[3] != '>')
        return;
    for (size_t i = 0; i < sizeof digraphs / sizeof *digraphs; ++i)
        if (c[0] == digraphs[i][0] && c[1] == digraphs[i][1]) {
            c[0] = digraphs[i][2];
            c[1] = ' ';
            return;
        }
}

static void tokenize(void)
{
    size_t capacity = 0;
    for (const char *c = source; c < source_end;) {
        if (*c == '<' || *c == ':' || *c == '%')
            write_out_digraph(source + (c - source));
        if (token_count == capacity) {
            capacity = capacity ? 2 * capacity : 4096;
            tokens = allocate(tokens, capacity * sizeof *tokens);
        }
        struct token *token = &tokens[token_count];
        memset(token, 0, sizeof *token);
        token->text = c;
        c = c == included ? c + included_length : end_of_token(c, &token->kind);
        token->length = (size_t)(c - token->text);
        token->partner = token_count++;
    }
}

static void match_brackets(void)
{
    size_t open = token_count; // the innermost of those that are not closed yet
    for (size_t i = 0; i < token_count; ++i) {
        tokens[i].parent = open;
        if (tokens[i].kind != PUNCTUATION)
            continue;
        const char bracket = *tokens[i].text;
        if (bracket == '(' || bracket == '[' || bracket == '{') {
            open = i;
        } else if (bracket == ')' || bracket == ']' || bracket == '}') {
            char expected = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
            if (open == token_count || *tokens[open].text != expected)
                fail(&tokens[i], "'%c' closes nothing", bracket);
            tokens[i].partner = open;
            tokens[open].partner = i;
            open = tokens[open].parent;
        }
    }
    if (open < token_count)
        fail(&tokens[open], "'%c' is never closed", *tokens[open].text);
}

// --- scopes and declarations ---

// True where token i stands in the body of a function: inside a brace that follows a parameter list.
static bool in_function(size_t i)
{
    for (size_t open = tokens[i].parent; open < token_count; open = tokens[open].parent) {
        if (is(open, "{")) {
            size_t before = previous(open);
            while (is_identifier(before) && (is(before, "const") || is(before, "noexcept") || is(before, "mutable")))
                before = previous(before);
            while (is(before, "]")) // int (&f())[4] {...}
                before = previous(tokens[before].partner);
            if (is(before, ")"))
                return true;
        }
    }
    return false;
}

enum scope { NAMESPACE, C_LINKAGE, CLASS, OTHER };

static enum scope scope_of(size_t i)
{
    for (size_t open = tokens[i].parent; open < token_count; open = tokens[open].parent) {
        if (!is(open, "{"))
            continue;
        for (size_t j = previous(open); j < token_count && !is(j, ";") && !is(j, "{") && !is(j, "}"); j = previous(j)) {
            if (is(j, ")"))
                return OTHER;
            if (is(j, "class") || is(j, "struct") || is(j, "union"))
                return CLASS;
            if (is(j, "extern"))
                return C_LINKAGE;
            if (is(j, "namespace"))
                return scope_of(j);
        }
        return OTHER;
    }
    return NAMESPACE;
}

// Behind the template arguments that begin at i.
static size_t behind_template_arguments(size_t i)
{
    int depth = 0;
    do {
        depth += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
        i = next(is(i, "(") || is(i, "[") || is(i, "{") ? tokens[i].partner : i);
    } while (depth > 0 && i < token_count);
    return i;
}

static bool is_memory_space(size_t i)
{
    return is(i, "__device__") || is(i, "__constant__") || is(i, "__managed__");
}

struct declaration {
    size_t begin, name; // the name is that of the first variable; token_count for functions
    size_t is_static;   // the word; token_count where there is none
    size_t parameters;  // of a function: the opening parenthesis, where it is known
    bool is_extern, is_c, is_inline, is_template, is_const, is_instantiation;
    bool elsewhere; // the name is that of a member of a class or namespace: S::count
};

// Whether the brace at `open` begins the members of a type: struct __attribute__((...)) name : base {
static bool opens_type(size_t open)
{
    for (size_t i = previous(open); i < token_count && !is(i, ";") && !is(i, "{") && !is(i, "}") && !is(i, "=");
         i = previous(i)) {
        if (is(i, "struct") || is(i, "union") || is(i, "class") || is(i, "enum"))
            return true;
        if (!is(i, ")"))
            continue;
        i = tokens[i].partner;
        if (!is(previous(i), "__attribute__") && !is(previous(i), "alignas"))
            return false; // a function
    }
    return false;
}

// The declaration that has the word at i among its specifiers.
static struct declaration declaration_at(size_t word)
{
    struct declaration d = {.begin = word, .name = token_count, .is_static = token_count, .parameters = token_count};
    bool in_head = false; // between a type's first word and its body, where a colon leads to its bases
    for (size_t i = previous(word); i < token_count && !is(i, ";") && !is(i, "{"); i = previous(i)) {
        if (is(i, "}") && !opens_type(tokens[i].partner))
            break;
        in_head |= is(i, "}");
        if (is(i, ")") || is(i, "]") || is(i, "}"))
            i = tokens[i].partner;
        else if (is(i, "struct") || is(i, "union") || is(i, "class") || is(i, "enum"))
            in_head = false;
        else if (is(i, ":") && !is(previous(i), ":") && !is(next(i), ":") && !in_head) // public:
            break;
        d.begin = i;
    }
    size_t name = token_count;
    bool type_body = false; // is the next brace that of a struct, not an initializer's?
    for (size_t i = d.begin; i < token_count;) {
        if (is(i, "operator") || is(i, "typedef") || is(i, "friend") || is(i, "using"))
            return d;
        if (is(i, "template")) {
            d.is_template = true;
            d.is_instantiation = !is(next(i), "<");
            i = d.is_instantiation ? next(i) : behind_template_arguments(next(i));
            continue;
        }
        if (is_identifier(i)) {
            d.is_extern |= is(i, "extern");
            d.is_inline |= is(i, "inline") || is(i, "__inline__") || is(i, "__inline");
            d.is_const |= is(i, "const") || is(i, "__const__") || is(i, "constexpr");
            type_body |= is(i, "struct") || is(i, "union") || is(i, "class") || is(i, "enum");
            if (is(i, "static"))
                d.is_static = i;
            name = i;
            if (is(next(i), "(") && (is(i, "__attribute__") || is(i, "alignas") || is(i, "decltype") ||
                                     is(i, "__launch_bounds__") || is(i, "__cluster_dims__") || is(i, "__typeof__")))
                i = tokens[next(i)].partner;
        } else if (tokens[i].kind == LITERAL) {
            d.is_c = d.is_extern; // extern "C"
        } else if (is(i, "<") && name < token_count) {
            i = behind_template_arguments(i);
            continue;
        } else if ((is(i, "{") && type_body) || (is(i, "[") && is(next(i), "["))) {
            type_body = false;
            i = tokens[i].partner;
        } else if (is(i, "*")) {
            d.is_const = false; // what it points to is
        } else if (is(i, "(")) {
            size_t first = next(i);
            if (is(first, "*") || is(first, "&")) { // to a function or an array
                while (is(first, "*") || is(first, "&") || is(first, "const") || is(first, "volatile"))
                    first = next(first);
                d.is_const = false;
                if (is(next(first), "(")) // a function returns it
                    d.parameters = next(first);
                else
                    d.name = first;
            } else if (first < token_count && tokens[first].kind == LITERAL) {
                d.name = name; // float x(1.5f);
            } else {
                d.parameters = i;
            }
            return d;
        } else if (is(i, ";") || is(i, ",") || is(i, "=") || is(i, "[") || is(i, "{")) {
            d.name = name;
            d.elsewhere = is(previous(name), ":");
            return d;
        } else if (!is(i, ":") && !is(i, "&")) {
            return d;
        }
        i = next(i);
    }
    return d;
}

// The tag that makes a name this file's own, even if it is visible outside of the object file.
static void add_tag(char **string, const char *more)
{
    add(string, "__attribute__((");
    add(string, more);
    add(string, "abi_tag(\"");
    add(string, file_name);
    add(string, "\")))");
}

// The word about an execution space: the plugin that checks calls between them reads the attribute.
static void add_space(char **string, size_t word)
{
    if (!spaces)
        return;
    add(string, " __attribute__((cuda_");
    append(string, tokens[word].text + 2, tokens[word].length - 4); // without the underscores
    add(string, "))");
}

// --- kernels ---

static size_t callee_begin(size_t last);
static size_t end_of_declaration(size_t i);

// Removes the tokens from `first` to `last`, except for their line ends.
static void leave_out(size_t first, size_t last)
{
    for (size_t i = first; i <= last; ++i) {
        if (tokens[i].kind == TRIVIA)
            continue;
        add(&tokens[i].instead, "");
        for (size_t c = 0; c < tokens[i].length; ++c)
            if (tokens[i].text[c] == '\n')
                add(&tokens[i].instead, "\n");
    }
}

static bool is_word_of_type(size_t i)
{
    static const char *const words[] = {"void",     "bool",    "char",     "short",    "int",          "long",
                                        "float",    "double",  "signed",   "unsigned", "const",        "volatile",
                                        "struct",   "class",   "typename", "enum",     "__restrict__", "__restrict",
                                        "restrict", "wchar_t", "char16_t", "char32_t", "auto"};
    for (size_t w = 0; w < sizeof words / sizeof *words; ++w)
        if (is(i, words[w]))
            return true;
    return false;
}

// Adds decltype(name) to the types, for the parameter in [begin, end); one that has no name is given one. And &name to
// the captures, if it is a reference: the kernel uses the original, and no copy.
static void add_parameter(char **types, char **captures, size_t begin, size_t end)
{
    static unsigned unnamed;
    size_t name = token_count, last = token_count, words = 0; // the last token of the declarator, but for its [...]
    bool pack = false, inner = false;
    while (is(begin, "[")) // [[maybe_unused]]
        begin = next(tokens[begin].partner);
    for (size_t i = begin; i < end && !is(i, "=") && !is(i, "["); i = next(i)) {
        last = i;
        pack |= is(i, ".");
        if (is(i, "(") && (is(next(i), "*") || is(next(i), "&")) && !inner) { // of a function or an array
            inner = true;
            last = next(i);
            name = is_identifier(next(last)) ? next(last) : token_count;
            break;
        }
        if (is(i, "<")) {
            size_t behind = behind_template_arguments(i);
            while (next(i) < behind)
                i = next(i);
            last = i;
        } else if (is(i, "(")) {
            i = last = tokens[i].partner;
        }
        words += !is(i, "const") && !is(i, "volatile") && !is(i, "struct") && !is(i, "typename");
    }
    if (last == token_count || (is(last, "void") && words == 1))
        return;
    if (!inner && is_identifier(last) && !is_word_of_type(last) && words > 1 && !is(previous(last), ":"))
        name = last;
    add(types, **types ? ", decltype(" : "decltype(");
    if (name < token_count) {
        append(types, tokens[name].text, tokens[name].length);
        size_t before = previous(name);
        while (is(before, "."))
            before = previous(before);
        if (is(before, "&")) {
            add(captures, ", &");
            append(captures, tokens[name].text, tokens[name].length);
            add(captures, pack ? "..." : "");
        }
    } else {
        char given[40];
        snprintf(given, sizeof given, "cpu_device_unnamed_%u", unnamed++);
        add(types, given);
        add(&tokens[last].after, " ");
        add(&tokens[last].after, given);
        add(&tokens[last].after, " [[maybe_unused]]");
    }
    add(types, pack ? ")..." : ")");
}

// The types of the parameters that stand between the brackets, and how they are captured.
static char *parameter_types(size_t open, char **captures)
{
    char *types = NULL;
    add(&types, "");
    const size_t close = tokens[open].partner;
    for (size_t begin = next(open), i = begin; begin < close; i = next(i)) {
        if (is(i, "=")) // a default argument, up to the next parameter
            while (i < close && !is(i, ","))
                i = next(is(i, "(") || is(i, "[") || is(i, "{") ? tokens[i].partner : i);
        if (is(i, ",") || i >= close) {
            add_parameter(&types, captures, begin, i);
            begin = next(i);
        }
        if (i >= close)
            break;
        if (is(i, ".") && (is(previous(i), ",") || is(previous(i), "(")))
            fail(&tokens[i], "a __global__ function cannot have ellipsis");
        if (is(i, "(") || is(i, "["))
            i = tokens[i].partner;
        else if (is(i, "<"))
            i = previous(behind_template_arguments(i));
    }
    return types;
}

// The places and names of kernels, for messages of the compiler, which sees lambdas.
static void list_kernel(size_t open)
{
    if (kernel_list == NULL)
        return;
    size_t name = previous(open); // before the parameters
    while (name < token_count && !is(name, ")"))
        name = previous(name);
    name = name < token_count ? previous(tokens[name].partner) : token_count;
    if (!is_identifier(name))
        return;
    struct place begin = place_of(&tokens[open]), end = begin;
    go_on(&end, tokens[open].text, tokens[tokens[open].partner].text);
    fprintf(kernel_list, "%lu %lu %.*s ", begin.line, end.line, (int)tokens[name].length, tokens[name].text);
    print_file(kernel_list, &begin);
    fprintf(kernel_list, "\n");
}

// What stands before a kernel's name, in brackets: __launch_bounds__(threads, ...), of which the first argument is
// kept, and __cluster_dims__(x, y, z), of which all are.
struct kernel_limits {
    char *threads, *cluster;
};

static bool is_limit(size_t word)
{
    return (is(word, "__launch_bounds__") || is(word, "__cluster_dims__")) && is(next(word), "(");
}

static void take_limit(size_t word, struct kernel_limits *limits)
{
    const bool all = is(word, "__cluster_dims__");
    size_t open = next(word), close = tokens[open].partner, end = next(open);
    while (end < close && (all || !is(end, ",")))
        end = next(is(end, "(") ? tokens[end].partner : end);
    const char *first = tokens[next(open)].text;
    append(all ? &limits->cluster : &limits->threads, first, (size_t)(tokens[end].text - first));
    leave_out(word, close);
}

// Behind the kernel's body, as further arguments.
static void add_limits(char **behind, const struct kernel_limits *limits)
{
    if (limits->threads == NULL && limits->cluster == NULL)
        return;
    add(behind, ", ");
    add(behind, limits->threads != NULL ? limits->threads : "1024");
    if (limits->cluster == NULL)
        return;
    add(behind, ", ::cpu_device::cluster_shape(");
    add(behind, limits->cluster);
    add(behind, ")");
}

// template __global__ void kernel<float>(float *a);, for the host, where the template has no body: it refers to what
// the device's pass makes. Returns the last token that is done with.
static size_t refer_to_instance(size_t begin, size_t global)
{
    static unsigned instances;
    size_t end = end_of_declaration(global), open = previous(end);
    while (open < token_count && open > global && !is(open, ")"))
        open = previous(open);
    if (end == token_count || !is(open, ")"))
        return global;
    open = tokens[open].partner;
    size_t name = callee_begin(previous(open));
    if (name == token_count || name <= global)
        return global;
    leave_out(begin, name - 1);
    leave_out(open, end - 1);
    char variable[100];
    snprintf(variable, sizeof variable, "__attribute__((used)) static void (*const cpu_device_instance_%u)",
             instances++);
    add(&tokens[name].before, variable);
    const char *parameters = tokens[open].text, *behind = tokens[tokens[open].partner].text + 1;
    for (const char *c = parameters; c < behind; ++c)
        append(&tokens[name].before, *c == '\n' ? " " : c, 1);
    add(&tokens[name].before, " = ");
    return end;
}

// Refuses what a kernel returns, as far as the words before its name say it. The plugin knows all types.
static void must_return_void(size_t global, size_t begin, size_t parameters)
{
    if (parameters == token_count)
        return;
    const bool has_arrow = is(next(tokens[parameters].partner), "-");
    const size_t name = callee_begin(previous(parameters)), end = name < token_count ? name : parameters;
    bool is_void = false, is_auto = false, is_other = false;
    for (size_t i = begin; i < end;) {
        if (is(i, "<")) { // template parameters or arguments
            i = behind_template_arguments(i);
            continue;
        }
        if (is(i, "(") || is(i, "["))
            i = tokens[i].partner;
        is_void |= is(i, "void");
        is_auto |= is(i, "auto");
        is_other |= is(i, "*") || is(i, "&") || is(i, "bool") || is(i, "char") || is(i, "short") || is(i, "int") ||
                    is(i, "long") || is(i, "signed") || is(i, "unsigned") || is(i, "float") || is(i, "double");
        i = next(i);
    }
    if (is_auto && !is_void && !has_arrow)
        fail(&tokens[global], "a __global__ function must not have a deduced return type");
    if (is_other || (!is_void && !is_auto && !spaces))
        fail(&tokens[global], "a __global__ function must have a void return type");
}

// __global__: the body moves into a lambda. A declaration only loses the word. What take_limit() takes
// goes too, and then follows the body. The types of the parameters go with it as well, so that the kernel can be
// launched by its address (launch.h). Returns the last token that is done with.
static size_t rewrite_kernel(size_t global)
{
    struct declaration d = declaration_at(global);
    struct kernel_limits limits = {NULL, NULL};
    bool is_friend = false;
    for (size_t i = d.begin; i < global; i = next(i)) {
        is_friend |= is(i, "friend");
        if (is_limit(i))
            take_limit(i, &limits);
    }
    if (scope_of(global) == CLASS && !is_friend)
        fail(&tokens[global], "a __global__ function or function template cannot be a member function");
    if (d.is_instantiation && for_host)
        return refer_to_instance(d.begin, global);
    size_t parameters = token_count;
    add(&tokens[global].instead, "");
    if (!for_host && !d.is_instantiation)
        add(&tokens[global].instead, for_module ? "__attribute__((used, retain, noinline))" // by name
                                                : "__attribute__((used, noinline))");       // by the other pass
    if (d.is_static < token_count && scope_of(global) == NAMESPACE) {
        add(&tokens[d.is_static].instead, "");
        add_tag(&tokens[global].instead, "");
    }
    if (!d.is_instantiation)
        add_space(&tokens[global].instead, global);
    size_t done = global;
    for (size_t i = next(global); i < token_count; i = next(i)) {
        if (is(i, ";"))
            break;
        if (is(i, "{")) {
            size_t close = tokens[i].partner;
            if (for_host) {
                leave_out(i, close);
                add(&tokens[i].before, ";");
                done = close;
                break;
            }
            list_kernel(i);
            char *captures = NULL;
            add(&captures, "[=");
            char *types = parameters < token_count ? parameter_types(parameters, &captures) : NULL;
            add(&tokens[i].after, checked ? " ::cpu_device::checked_kernel<" : " ::cpu_device::kernel<");
            add(&tokens[i].after, types != NULL ? types : "");
            add(&tokens[i].after, ">(__func__, ::cpu_device::held{");
            add(&tokens[i].after, captures);
            add(&tokens[i].after, debug      ? "]() mutable -> void {"
                                  : for_wasm ? "]() __attribute__((always_inline)) mutable -> void {" // clang's order
                                             : "]() mutable __attribute__((always_inline)) -> void {");
            free(types);
            free(captures);
            add(&tokens[close].before, "}}");
            add_limits(&tokens[close].before, &limits);
            add(&tokens[close].before, ");");
            break;
        }
        if (is_limit(i))
            take_limit(i, &limits);
        if (parameters < token_count && (is(i, "noexcept") || is(i, "throw")))
            fail(&tokens[i], "an exception specification is not allowed for a __global__ function");
        size_t before = previous(i);
        const bool in_arrow = parameters < token_count && is(next(tokens[parameters].partner), "-"); // -> decltype(a)
        if (is(i, "(") && !in_arrow &&
            ((is_identifier(before) && !is(before, "__launch_bounds__") && !is(before, "__cluster_dims__") &&
              !is(before, "__attribute__") && !is(before, "noexcept") && !is(before, "alignas")) ||
             is(before, ">")))
            parameters = i;
        if (is(i, "(") || is(i, "["))
            i = tokens[i].partner;
    }
    must_return_void(global, d.begin, parameters);
    free(limits.threads);
    free(limits.cluster);
    return done;
}

// --- shared memory ---

// The name in the declarator that begins at i and ends before `end`: the last identifier before its first '['.
static size_t declared_name(size_t i, size_t end)
{
    size_t name = token_count;
    for (; i < end && !is(i, "["); i = next(i)) {
        if (is(i, "(") || is(i, "{"))
            i = tokens[i].partner;
        else if (is_identifier(i))
            name = i;
    }
    return name;
}

// alignas(...) may not stand between the words of a declaration, where CUDA C++ allows it: it goes to the front. Of a
// pointer to memory that is aligned anyway, it is left out.
static void move_alignas(size_t begin, size_t end, bool keep)
{
    for (size_t i = keep ? next(begin) : begin; i < end; i = next(i)) {
        if (!is(i, "alignas") || !is(next(i), "("))
            continue;
        const size_t close = tokens[next(i)].partner;
        for (size_t j = i; keep && j <= close; ++j)
            if (tokens[j].kind == TRIVIA)
                add(&tokens[begin].before, " ");
            else
                append(&tokens[begin].before, tokens[j].text, tokens[j].length);
        if (keep)
            add(&tokens[begin].before, " ");
        leave_out(i, close);
        i = close;
    }
}

// The brace in which token i stands; token_count outside of any.
static size_t enclosing_brace(size_t i)
{
    size_t open = tokens[i].parent;
    while (open < token_count && !is(open, "{"))
        open = tokens[open].parent;
    return open;
}

// Has the same scope declared this name before, as it may? Else it has now.
static bool declared_before(size_t name)
{
    static size_t *names, count;
    const size_t scope = enclosing_brace(name);
    for (size_t n = 0; n < count; ++n)
        if (tokens[names[n]].length == tokens[name].length &&
            memcmp(tokens[names[n]].text, tokens[name].text, tokens[name].length) == 0 &&
            enclosing_brace(names[n]) == scope)
            return true;
    names = allocate(names, (count + 1) * sizeof *names);
    names[count++] = name;
    return false;
}

// Here the array is a pointer. So &name, as in (int *)&name, becomes the address of the array. &name[0] is the same for
// both, and not changed.
static void rewrite_addresses(size_t name, size_t begin)
{
    const size_t scope = enclosing_brace(name), end = scope < token_count ? tokens[scope].partner : token_count;
    for (size_t i = begin; i < end; ++i) {
        const size_t what = next(i), before = previous(i), behind = next(what);
        if (!is(i, "&") || is(i - 1, "&") || is(i + 1, "&") || (is_identifier(before) && !is(before, "return")))
            continue;
        if (what < end && tokens[what].length == tokens[name].length &&
            memcmp(tokens[what].text, tokens[name].text, tokens[name].length) == 0 && !is(behind, "[") &&
            !is(behind, ".") && !(is(behind, "-") && is(behind + 1, ">"))) {
            add(&tokens[what].before, "::cpu_device::as_array(");
            add(&tokens[what].after, ")");
        }
    }
}

static void rewrite_dynamic_shared(size_t external, size_t shared, size_t end)
{
    size_t first = external < shared ? external : shared;
    size_t name = declared_name(first, end);
    size_t open = next(name);
    size_t close = tokens[open].partner;
    bool local = in_function(shared);
    if (!local && declared_before(name)) {
        leave_out(first, end);
        return;
    }
    bool rows = is(next(close), "["); // extern __shared__ float tile[][32];
    add(&tokens[external].instead, "");
    add(&tokens[shared].instead, local && spaces ? "__attribute__((cuda_dynamic_shared))" : "");
    if (local)
        add(&tokens[name].before, rows ? "(*const " : "*const ");
    else {
        add(&tokens[first].instead, for_host ? "static __attribute__((unused)) ::cpu_device::dynamic_shared_array<"
                                             : "static ::cpu_device::dynamic_shared_array<");
        add(&tokens[name].before, "> ");
    }
    add(&tokens[open].instead, "");
    add(&tokens[close].instead, "");
    if (!local) {
        if (rows)
            fail(&tokens[open], "outside a function, an extern __shared__ array has one dimension here");
        for (size_t i = first; i < name; ++i) // an alignment is no part of the type; the memory is aligned to 1024
            if (is(i, "__attribute__") || is(i, "alignas"))
                for (size_t j = i, last = tokens[next(i)].partner; j <= last; ++j)
                    add(&tokens[j].instead, "");
        return;
    }
    move_alignas(declaration_at(shared).begin, name, false);
    if (rows)
        add(&tokens[name].after, ")");
    add(&tokens[previous(end)].after, " = ::cpu_device::dynamic_shared()");
    if (!for_host && scope_of(shared) != CLASS) { // its name, for reports
        add(&tokens[end].after, for_wasm ? " __attribute__((used, section(\"cpu_device_dynamic\"))) static const char "
                                           "cpu_device_dynamic_name_"
                                         : " asm(\".pushsection cpu_device_dynamic,\\\"aR\\\"\\n.asciz \\\"");
        append(&tokens[end].after, tokens[name].text, tokens[name].length);
        if (for_wasm) {
            add(&tokens[end].after, "[] = \"");
            append(&tokens[end].after, tokens[name].text, tokens[name].length);
        }
        add(&tokens[end].after, for_wasm ? "\";" : "\\\"\\n.popsection\");");
    }
    rewrite_addresses(name, end);
}

static void rewrite_shared(size_t shared)
{
    size_t end = next(shared), external = token_count;
    while (end < token_count && !is(end, ";")) {
        if (is(end, "extern"))
            external = end;
        if (is(end, "="))
            fail(&tokens[shared], "an initializer is not allowed for a __shared__ variable: let a thread assign to it");
        end = next(is(end, "(") || is(end, "[") || is(end, "{") ? tokens[end].partner : end);
    }
    if (end == token_count)
        return;

    for (size_t i = previous(shared); is_identifier(i) || is(i, ")"); i = previous(i)) {
        if (is(i, ")"))
            i = tokens[i].partner; // __attribute__((aligned(16)))
        else if (is(i, "extern"))
            external = i;
    }
    if (external < token_count) {
        const size_t name = declared_name(external < shared ? external : shared, end), open = next(name);
        if (is(open, "[") && next(open) == tokens[open].partner) {
            rewrite_dynamic_shared(external, shared, end);
            return;
        }
        add(&tokens[external].instead, ""); // of a known size: static, as for nvcc, which warns
        if (!for_host && behind(source, "nv_diag_suppress 20044") == source_end)
            warn(&tokens[shared], "extern __shared__ with a size declares static shared memory: the launch gives the "
                                  "size of extern __shared__ T name[]; alone");
    }

    const struct declaration d = declaration_at(shared);
    move_alignas(d.begin, end, true);
    bool is_static = d.is_static < token_count;
    if (for_wasm) { // a block is alone
        add(&tokens[shared].instead, "__attribute__((used, section(\"cpu_device_shared\"))) ");
        add(&tokens[shared].instead, is_static ? "" : "static");
    } else {
        add(&tokens[shared].instead, !for_host ? "thread_local" : is_static ? "" : "static");
    }
    add_space(&tokens[shared].instead, shared);
    // The limit on one variable holds at compile time; that on the sum of a kernel's variables, at its launch.
    for (size_t begin = next(shared), i = begin; begin < end; i = next(i)) {
        if (is(i, ",") || i == end) {
            size_t name = declared_name(begin, i);
            if (name < token_count) {
                add(&tokens[end].after, " static_assert(sizeof(");
                append(&tokens[end].after, tokens[name].text, tokens[name].length);
                add(&tokens[end].after, ") <= ::cpu_device::max_static_shared, "
                                        "\"too much shared data: a block has 48 KB of static shared memory\");");
            }
            begin = next(i);
            if (i == end)
                return;
        } else if (is(i, "(") || is(i, "[") || is(i, "{")) {
            i = tokens[i].partner;
        } else if (is(i, "<")) { // template arguments of the type
            int depth = 1;
            while (depth > 0 && (i = next(i)) < end)
                depth += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
            if (i >= end)
                return;
        }
    }
}

// --- variables and functions of the device ---

static bool in_device_code(size_t i);

// The names of the device's variables that the file declares as extern.
static const size_t *extern_variables(size_t *count)
{
    static size_t *names, known = SIZE_MAX;
    if (known == SIZE_MAX) {
        known = 0;
        for (size_t i = 0; i < token_count; ++i) {
            if (!is(i, "extern"))
                continue;
            bool on_device = is_memory_space(previous(i));
            for (size_t j = next(i); j < token_count && !is(j, ";") && !is(j, "("); j = next(j)) {
                on_device |= is_memory_space(j);
                if (!on_device || !is_identifier(j) || !(is(next(j), ";") || is(next(j), ",") || is(next(j), "[")))
                    continue;
                names = allocate(names, (known + 1) * sizeof *names);
                names[known++] = j;
            }
        }
    }
    *count = known;
    return names;
}

// Does the file declare one of the variables from `name` to the end of the declaration as extern, too?
static bool declared_extern(size_t name)
{
    size_t count;
    const size_t *names = extern_variables(&count);
    for (size_t k = name; count > 0 && k < token_count && !is(k, ";"); k = next(k))
        for (size_t n = 0; n < count; ++n)
            if (tokens[k].length == tokens[names[n]].length &&
                memcmp(tokens[k].text, tokens[names[n]].text, tokens[k].length) == 0)
                return true;
    return false;
}

// The semicolon behind token i.
static size_t end_of_declaration(size_t i)
{
    while (i < token_count && !is(i, ";"))
        i = next(is(i, "(") || is(i, "[") || is(i, "{") ? tokens[i].partner : i);
    return i;
}

// Behind a declaration: where its variables lie, for cudaDeviceReset() and for the copies of several devices.
static void list_variables(size_t name, bool managed)
{
    static unsigned listed;
    size_t end = end_of_declaration(name); // none: what does not compile
    for (size_t i = name; i < end && end < token_count; i = next(i)) {
        if (i == name || is(i, ",")) {
            size_t behind = i == name ? i : next(i);
            while (is(behind, "*") || is(behind, "const"))
                behind = next(behind);
            if (!is_identifier(behind))
                return;
            char text[400];
            snprintf(text, sizeof text,
                     " __attribute__((used, retain, section(\"cpu_device_%s\"))) static const ::cpu_device::variable "
                     "cpu_device_variable_%u = {__builtin_addressof(%.*s), sizeof %.*s};",
                     managed ? "managed" : "variables", listed++, (int)tokens[behind].length, tokens[behind].text,
                     (int)tokens[behind].length, tokens[behind].text);
            add(&tokens[end].after, text);
            i = behind;
        }
        if (is(i, "(") || is(i, "[") || is(i, "{"))
            i = tokens[i].partner;
        else if (is(i, "<")) // of an initializer
            return;
    }
}

// pair(A, B) -> pair<A, B>; which takes no attributes.
static bool is_deduction_guide(const struct declaration *d)
{
    if (d->parameters == token_count)
        return false;
    for (size_t i = d->begin; i < d->parameters; i = next(i))
        if (is(i, "auto") || is(i, "operator"))
            return false;
    size_t arrow = next(tokens[d->parameters].partner);
    return is(arrow, "-") && is(next(arrow), ">");
}

// A lambda's words stand before its parameters, where the compiler takes no attributes: [=] __device__ (int i) {...}
static void rewrite_lambda(size_t word)
{
    size_t i = next(word);
    while (is_memory_space(i) || is(i, "__host__"))
        i = next(i);
    char **place = &tokens[word].instead;
    if (is(i, "(")) {
        i = tokens[i].partner;
        while (is(next(i), "mutable") || is(next(i), "constexpr"))
            i = next(i);
        place = &tokens[i].after;
    } else if (spaces) {
        add(place, "()");
    }
    add_space(place, word);
}

static bool of_the_host_too(const struct declaration *function)
{
    for (size_t i = function->begin; i < function->parameters; i = next(i))
        if (is(i, "__host__"))
            return true;
    return false;
}

// The next word of a declaration, past the members of a type.
static size_t next_specifier(size_t i)
{
    return next(is(i, "{") ? tokens[i].partner : i);
}

// A variable of a type without a name is the pass's own to the compiler, however it is declared. The type is named
// after it: struct {...} pair; becomes struct cpu_device_type_of_pair {...} pair;
static void name_type(const struct declaration *d)
{
    bool unnamed = false;
    for (size_t i = d->begin; i < d->name; i = next_specifier(i)) {
        if (is(i, "struct") || is(i, "union") || is(i, "class") || is(i, "enum")) {
            unnamed = true;
        } else if (unnamed && (is(i, "__attribute__") || is(i, "alignas"))) {
            i = tokens[next(i)].partner;
        } else if (unnamed && (is(i, "{") || is(i, ":"))) {
            add(&tokens[i].before, "cpu_device_type_of_");
            append(&tokens[i].before, tokens[d->name].text, tokens[d->name].length);
            add(&tokens[i].before, " ");
            return;
        } else {
            unnamed = false;
        }
    }
}

// __device__, __constant__, __managed__ and __host__, of variables and functions.
static void rewrite_space(size_t word)
{
    static unsigned constants;
    char **instead = &tokens[word].instead;
    add(instead, "");
    size_t before = previous(word);
    while (is_memory_space(before) || is(before, "__host__"))
        before = previous(before);
    if (is(before, "]") && !is(tokens[before].partner + 1, "[")) {
        rewrite_lambda(word);
        return;
    }
    struct declaration d = declaration_at(word);
    bool behind_parameters = is(before, ")") && !is(previous(tokens[before].partner), "__attribute__");
    if (d.is_instantiation || behind_parameters || is(before, "class") || is(before, "struct") || is(before, "union"))
        return;

    if (d.name == token_count) { // a function
        if (is_deduction_guide(&d))
            return;
        // An attribute there would be the type's.
        bool behind_type = is(before, "*") || is(before, "&");
        char **place = behind_type && !d.is_template ? &tokens[d.begin].before : instead;
        // Where other files call it, theirs is the one of the device's pass.
        bool weak = scope_of(word) != CLASS && d.is_static == token_count && !d.is_inline && !d.is_const &&
                    !d.is_template && d.parameters < token_count && !of_the_host_too(&d);
        if (for_host && is(word, "__device__"))
            add(place, weak ? "__attribute__((unused, weak)) " : "__attribute__((unused)) ");
        add_space(place, word);
        if (place != instead)
            add(place, " ");
        return;
    }
    if (is(word, "__host__"))
        return;
    for (size_t i = d.begin; i < d.name; i = next_specifier(i))
        if (is(i, "__shared__")) // __device__ __shared__ is no other memory
            return;

    enum scope scope = scope_of(word);
    if (scope != CLASS && d.is_static == token_count && !d.is_extern && in_function(word))
        fail(&tokens[word], "an automatic \"%.*s\" variable declaration is not allowed inside a %s function body",
             (int)tokens[word].length, tokens[word].text, in_device_code(word) ? "device" : "host");
    bool defined = !d.is_extern && (scope == NAMESPACE || scope == C_LINKAGE) && !d.is_template && !d.is_inline;
    for (size_t i = d.begin; i < word; i = next_specifier(i))
        if (is(i, "{")) // struct S {...} __device__ s; where an attribute would be the type's
            instead = &tokens[d.begin].before;
    // The device finds constants by the names of their sections; each has its own, for not all are `const`.
    if (is(word, "__constant__") && !d.is_extern && !for_host) {
        char section[64];
        snprintf(section, sizeof section, "__attribute__((section(\"cpu_device_constants.%u\"))) ", constants++);
        if (for_wasm) // where the linker joins sections of one name, and finds those whose names are identifiers
            strcpy(section, "__attribute__((section(\"cpu_device_constants\"))) ");
        add(instead, section);
    }
    add_space(instead, word);
    for (size_t i = d.begin; i < word; i = next_specifier(i))
        if (is_memory_space(i))
            return;                         // done for its first word
    bool managed = is(word, "__managed__"); // a GPU's reset does not change them, and all devices share them
    for (size_t i = d.begin; i < d.name; i = next_specifier(i))
        managed |= is(i, "__managed__");
    if (defined)
        name_type(&d);
    if (defined && !for_host && !d.is_c && !d.elsewhere)
        list_variables(d.name, managed);
    bool own = defined && scope == NAMESPACE && !d.is_c && !d.elsewhere &&
               (d.is_static < token_count || !(relocatable || for_module || declared_extern(d.name)));
    if (for_module && d.is_c) // which list_variables() leaves out
        add(instead, "__attribute__((used, retain))");
    if (own && d.is_const) {
        add(instead, d.is_static < token_count ? "" : "static ");
        add(instead, for_host ? "__attribute__((unused))" : "__attribute__((used))");
    } else if (own) {
        if (d.is_static < token_count)
            add(&tokens[d.is_static].instead, "");
        add_tag(instead, for_host ? "weak, " : "used, ");
    } else if (defined && for_host && !d.is_const) {
        add(instead, "__attribute__((weak))");
    } else if ((d.is_template || d.is_inline) && !d.is_const && scope == NAMESPACE && !d.is_extern) {
        size_t end = end_of_declaration(d.name);
        if (end < token_count) { // cucc recognizes it by its name
            add(instead, for_host ? "" : "__attribute__((used))");
            add(&tokens[d.begin].before, "inline namespace _GLOBAL__N_device {");
            add(&tokens[end].after, "}");
        }
    }
}

// The names in an unnamed namespace are the file's own. Both passes must give them the same linker names.
static void rewrite_unnamed_namespace(size_t word)
{
    add(&tokens[word].before, "inline ");
    add(&tokens[word].after, " _GLOBAL__N_");
    add(&tokens[word].after, file_name);
}

// --- launches ---

// The first token of the expression that ends at `last`: name, space::name<int, 3>, table[i], (*pointer),
// object.member.
static size_t callee_begin(size_t last)
{
    size_t i = last;
    for (;;) {
        if (is(i, "]")) {
            i = previous(tokens[i].partner);
            continue;
        }
        if (is(i, ">")) { // template arguments
            int depth = 1;
            while (depth > 0) {
                i = previous(i);
                if (i == token_count)
                    return i;
                if (is(i, ")") || is(i, "]"))
                    i = tokens[i].partner;
                depth += is(i, ">") ? 1 : is(i, "<") ? -1 : 0;
            }
            i = previous(i);
            continue;
        }
        if (is(i, ")")) {
            i = tokens[i].partner;
            size_t before = previous(i);
            bool call = is_identifier(before) && !is(before, "return") && !is(before, "else") && !is(before, "do");
            if (!call)
                return i;
            i = before;
            continue;
        }
        if (!is_identifier(i))
            return token_count;
        size_t before = previous(i);
        if (is(before, "template")) {
            i = before;
            before = previous(i);
        }
        size_t second = previous(before);
        if (is(before, ".")) {
            i = second;
        } else if (is(before, ">") && is(second, "-")) {
            i = previous(second);
        } else if (is(before, ":") && is(second, ":")) {
            size_t scope = previous(second);
            if ((!is_identifier(scope) && !is(scope, ">")) || is(scope, "return") || is(scope, "else") ||
                is(scope, "do"))
                return second; // ::name
            i = scope;
        } else {
            return i;
        }
    }
}

// What follows is to stand where token i does.
static void add_place(char **string, size_t i)
{
    struct place place = place_of(&tokens[i]);
    const char *line = tokens[i].text;
    while (line > source && line[-1] != '\n')
        --line;
    char text[sizeof place.file + 64];
    snprintf(text, sizeof text, "\n# %lu \"%s\"%s\n%*s", place.line, place.file, place.system_header ? " 3" : "",
             (int)(tokens[i].text - line), "");
    add(string, text);
}

static bool in_device_code(size_t i)
{
    for (size_t open = tokens[i].parent; open < token_count; open = tokens[open].parent) {
        if (is(open, "{")) { // the words before it, up to the end of another declaration
            for (size_t j = previous(open); j < token_count && !is(j, ";") && !is(j, "{") && !is(j, "}");
                 j = previous(j))
                if (is(j, "__device__") || is(j, "__global__"))
                    return true;
        }
    }
    return false;
}

// kernel <<< configuration >>> ( arguments ): only the kernel's name moves, to behind the configuration.
static void rewrite_launch(size_t first)
{
    size_t last = next(next(first)); // of the three '<'
    size_t end = next(last);         // will be the first of the '>' that close the configuration
    size_t open = token_count;
    for (; end < token_count; end = next(end)) {
        if (is(end, ";"))
            break;
        if (is(end, "(") || is(end, "[") || is(end, "{")) {
            end = tokens[end].partner;
        } else if (is(end, ">") && is(next(end), ">") && is(next(next(end)), ">") &&
                   !is(next(next(next(end))), ">")) { // of four or more, the last three
            open = next(next(next(end)));
            break;
        }
    }
    if (open == token_count)
        fail(&tokens[first], "'<<<' without its '>>>'");
    if (!is(open, "("))
        fail(&tokens[end], "'>>>' is not followed by the arguments of the kernel");
    size_t callee_last = previous(first);
    size_t callee = callee_last == token_count ? token_count : callee_begin(callee_last);
    if (callee == token_count)
        fail(&tokens[first], "'<<<' does not follow the name of a kernel");

    struct token *target = &tokens[open];
    add(&target->before, "), ");
    add_place(&target->before, callee);
    for (size_t i = callee; i <= callee_last; ++i) {
        if (tokens[i].kind == TRIVIA) {
            add(&target->before, " "); // its line ends remain in place
            continue;
        }
        append(&target->before, tokens[i].text, tokens[i].length);
        add(&tokens[i].instead, "");
    }
    bool child = in_device_code(first);
    if (child && !relocatable && !for_wasm && !place_of(&tokens[first]).system_header) // a browser has one file
        fail(&tokens[callee], "kernel launch from __device__ or __global__ functions requires separate compilation "
                              "mode: compile with -rdc=true");
    add(&tokens[callee].before, child ? "(::cpu_device::child_configuration(" : "(::cpu_device::launch_configuration(");
    for (size_t i = first, n = 0; n < 3; i = next(i), ++n)
        add(&tokens[i].instead, "");
    for (size_t i = end, n = 0; n < 3; i = next(i), ++n)
        add(&tokens[i].instead, "");
    add(&tokens[target->partner].after, ", ::cpu_device::launched())");
}

// --- calls whose result is not used ---

// True where token i begins a statement, as far as the tokens before it tell.
static bool begins_statement(size_t i)
{
    size_t before = previous(i);
    if (is(before, ")")) {
        size_t word = previous(tokens[before].partner);
        return is(word, "if") || is(word, "for") || is(word, "while");
    }
    if (is(before, ":")) // of a case, or of a ?:
        for (size_t j = previous(before); j < token_count && !is(j, ";") && !is(j, "{") && !is(j, "}"); j = previous(j))
            if (is(j, "case") || is(j, "default"))
                return true;
    return is(before, ";") || is(before, "{") || is(before, "}") || is(before, "else") || is(before, "do");
}

// Whether token i is a function of CUDA's APIs. Not cudaGetLastError(), which is also called only to clear the error.
static bool is_api_call(size_t i)
{
    const struct token *t = &tokens[i];
    size_t prefix = 2;
    static const char *const longer[] = {"cuda", "cublas", "curand", "cusolver", "cusparse"};
    for (size_t k = 0; k < sizeof longer / sizeof *longer; ++k)
        if (t->length > strlen(longer[k]) && memcmp(t->text, longer[k], strlen(longer[k])) == 0)
            prefix = strlen(longer[k]);
    return is_identifier(i) && t->length > prefix + 1 && memcmp(t->text, "cu", 2) == 0 &&
           isupper((unsigned char)t->text[prefix]) && is(next(i), "(") && !is(i, "cudaGetLastError") &&
           !is(i, "cudaPeekAtLastError") && !is(i, "cuGetErrorName") && !is(i, "cuGetErrorString");
}

// The token behind the :: behind token i; token_count where there is none.
static size_t behind_colons(size_t i)
{
    size_t colon = next(i);
    return is(colon, ":") && is(next(colon), ":") ? next(next(colon)) : token_count;
}

// cub::DeviceScan::InclusiveSum(...): the token of the last name; else token_count.
static size_t cub_call(size_t i)
{
    if (!is(i, "cub"))
        return token_count;
    size_t algorithm = behind_colons(i), name = behind_colons(algorithm);
    return is_identifier(algorithm) && tokens[algorithm].length > 6 &&
                   memcmp(tokens[algorithm].text, "Device", 6) == 0 && is_identifier(name) && is(next(name), "(")
               ? name
               : token_count;
}

// From token `name` to token `end`, which is the last of what is called.
static void rewrite_unheeded(size_t name, size_t end)
{
    add(&tokens[name].before, "::cpu_device::unheeded(\"");
    for (size_t i = name; i <= end; ++i)
        if (tokens[i].kind != TRIVIA)
            append(&tokens[name].before, tokens[i].text, tokens[i].length);
    add(&tokens[name].before, "\"), ");
}

// --- asm statements in device code ---

// Appends what a string literal stands for.
static void add_literal(char **string, const struct token *literal)
{
    const char *c = memchr(literal->text, '"', literal->length), *end = literal->text + literal->length - 1;
    if (c == NULL)
        return;
    if (c > literal->text && c[-1] == 'R') {
        const char *open = memchr(c, '(', (size_t)(end - c)), *close = end;
        while (close > c && *close != ')')
            --close;
        if (open != NULL && open < close)
            append(string, open + 1, (size_t)(close - open - 1));
        return;
    }
    for (++c; c < end; ++c) {
        if (*c != '\\')
            append(string, c, 1);
        else
            switch (*++c) {
            case 'n': append(string, "\n", 1); break;
            case 't': append(string, "\t", 1); break;
            case '\n': break;
            default: append(string, c, 1);
            }
    }
}

// asm volatile("text" : results : values : what else is changed)
static void rewrite_asm(size_t word)
{
    size_t open = next(word);
    while (is_identifier(open)) // volatile
        open = next(open);
    size_t close = tokens[open].partner, i = next(open);
    char *text = NULL;
    add(&text, "");
    for (; i < close && tokens[i].kind == LITERAL; i = next(i))
        add_literal(&text, &tokens[i]);
    // Without an instruction it is only a barrier for the compiler; the other one is the device's own mark
    // (interface.h).
    if (!is(open, "(") || text[strspn(text, " \t\n;")] == '\0' || strncmp(text, ".pushsection", 12) == 0 ||
        !in_device_code(word)) {
        free(text);
        return;
    }
    if (place_of(&tokens[word]).system_header) { // a library may have functions for both sides
        free(text);
        return;
    }
    leave_out(next(word), open - 1);
    leave_out(next(open), i - 1);

    unsigned count = 0, section = 0;
    for (bool first = true; i < close; i = next(i)) {
        if (is(i, ":")) {
            add(&tokens[i].instead, "");
            first = true;
            if (++section == 3) {
                leave_out(i, close - 1);
                break;
            }
        } else if (tokens[i].kind == LITERAL && is(next(i), "(")) {
            char call[80];
            size_t letter = tokens[i].length > 2 ? tokens[i].length - 2 : 0; // before the closing quote
            bool reads = memchr(tokens[i].text, '+', tokens[i].length) != NULL;
            snprintf(call, sizeof call,
                     section == 1 ? "%s::cpu_device::ptx::out<'%c', %s>" : "%s::cpu_device::ptx::in<'%c'>",
                     first && count > 0 ? ", " : "", tokens[i].text[letter], reads ? "true" : "false");
            add(&tokens[i].instead, call);
            first = false;
            ++count;
            i = tokens[next(i)].partner;
        } else if (!is(i, ",")) {
            fail(&tokens[i], "an asm statement in device code has operands such as \"=r\"(x)");
        }
    }

    char problem[200];
    char *body = ptx_to_cpp(text, count, problem, sizeof problem);
    if (body == NULL)
        fail(&tokens[word], "%s", problem);
    add(&tokens[word].instead, "[](");
    for (unsigned n = 0; n < count; ++n) {
        char parameter[60];
        snprintf(parameter, sizeof parameter, "%s[[maybe_unused]] auto &&ptx_%u", n > 0 ? ", " : "", n);
        add(&tokens[word].instead, parameter);
    }
    add(&tokens[word].instead, ") __attribute__((always_inline)) {");
    add(&tokens[word].instead, body);
    add(&tokens[word].instead, "}");
    free(body);
    free(text);
}

// --- variables, for a trace ---

// Whether the brace at i opens the body of a function of the device that the user has written. Not of a constexpr one,
// which may have no variable with a destructor.
static bool is_device_function(size_t i)
{
    bool of_device = false, has_parameters = false;
    for (size_t j = previous(i); j < token_count && !is(j, ";") && !is(j, "{") && !is(j, "}"); j = previous(j)) {
        of_device |= is(j, "__device__") || is(j, "__global__");
        has_parameters |= is(j, ")");
        if (is(j, "constexpr"))
            return false;
        if (is(j, ")"))
            j = tokens[j].partner;
    }
    return of_device && has_parameters && !place_of(&tokens[i]).system_header;
}

// The last token of the statement that begins at i.
static size_t end_of_statement(size_t i)
{
    if (is(i, "{"))
        return tokens[i].partner;
    const bool condition = is(i, "if");
    if (condition || is(i, "for") || is(i, "while") || is(i, "switch")) {
        size_t open = next(i);
        if (is(open, "constexpr"))
            open = next(open);
        size_t end = end_of_statement(next(tokens[open].partner));
        return condition && is(next(end), "else") ? end_of_statement(next(next(end))) : end;
    }
    return end_of_declaration(is(i, "do") ? next(end_of_statement(next(i))) : i);
}

static void trace_variable(char **where, size_t name, bool initialized)
{
    static unsigned traced;
    char text[80];
    snprintf(text, sizeof text, " ::cpu_device::traced cpu_device_traced_%u{\"", ++traced);
    add(where, text);
    append(where, tokens[name].text, tokens[name].length);
    add(where, "\", ");
    append(where, tokens[name].text, tokens[name].length);
    add(where, initialized ? ", true};" : ", false};");
}

// The first variable that the statement at i declares, `int i` or `const auto &x`; token_count: it declares none that
// may be a number. Pointers are none, and neither is what has template arguments.
static size_t declared_number(size_t i)
{
    static const char *const other[] = {"return",     "goto",   "else",   "case",    "delete", "throw",    "using",
                                        "typedef",    "static", "extern", "union",   "enum",   "class",    "struct",
                                        "__shared__", "friend", "new",    "default", "do",     "co_return"};
    size_t words = 0;
    for (;; i = next(i)) {
        if (!is_identifier(i))
            return token_count;
        for (size_t k = 0; k < sizeof other / sizeof *other; ++k)
            if (is(i, other[k]))
                return token_count;
        size_t after = next(i);
        if (is(after, ":") && is(next(after), ":")) {
            i = next(after);
            continue;
        }
        ++words;
        if (is(after, "&") && is_identifier(next(after)) && is(next(next(after)), "="))
            return next(after);
        if (!is_identifier(after))
            return words > 1 && !is_word_of_type(i) ? i : token_count;
    }
}

// What the statement at i declares, which ends before `end`.
static void trace_declaration(size_t i, size_t end, char **where)
{
    size_t name = declared_number(i);
    while (name < end) {
        size_t after = next(name);
        const bool initialized = is(after, "=") || is(after, "{");
        if (!initialized && !is(after, ",") && !is(after, "[") && after != end)
            return;
        if (!is(after, "["))
            trace_variable(where, name, initialized);
        while (after < end && !is(after, ","))
            after = next(is(after, "(") || is(after, "[") || is(after, "{") ? tokens[after].partner : after);
        name = after < end && is_identifier(next(after)) ? next(after) : token_count;
    }
}

// for (int i = 0; ...) body: `i` is traced in the body, which gets braces if it has none.
static void trace_loop(size_t word)
{
    const size_t open = next(word), first = next(open), end = end_of_declaration(first);
    if (!is(open, "(") || end >= tokens[open].partner) // for (int x : list)
        return;
    char *text = NULL;
    trace_declaration(first, end, &text);
    const size_t body = next(tokens[open].partner), last = end_of_statement(body);
    if (text != NULL && is(body, "{")) {
        add(&tokens[body].after, text);
    } else if (text != NULL && last < token_count) {
        add(&tokens[body].before, "{");
        add(&tokens[body].before, text);
        add(&tokens[body].before, " ");
        add(&tokens[last].after, "}");
    }
    free(text);
}

// The parameters of a function, whose body begins at `body`.
static void trace_parameters(size_t body)
{
    size_t close = previous(body);
    while (is_identifier(close)) // const, noexcept
        close = previous(close);
    if (!is(close, ")"))
        return;
    for (size_t i = next(tokens[close].partner); i < close;) {
        size_t name = declared_number(i), end = i;
        while (end < close && !is(end, ","))
            end = next(is(end, "(") || is(end, "[") || is(end, "{") ? tokens[end].partner : end);
        if (name < end && (next(name) == end || is(next(name), "=")))
            trace_variable(&tokens[body].after, name, true);
        i = next(end);
    }
}

// Whether the brace at i opens the body of a type, or of a switch, in which no variable may be passed over.
static bool has_no_variables(size_t i)
{
    bool is_type = false, has_parentheses = false;
    for (size_t j = previous(i); j < token_count && !is(j, ";") && !is(j, "{") && !is(j, "}"); j = previous(j)) {
        if (is(j, "switch") || is(j, "="))
            return true;
        is_type |= is(j, "struct") || is(j, "class") || is(j, "union") || is(j, "enum");
        has_parentheses |= is(j, ")");
        if (is(j, ")"))
            j = tokens[j].partner;
    }
    return is_type && !has_parentheses; // template <class T> void f() {...} is a function
}

// The variables of the function whose body begins at `body`, as far as they may be numbers. Of a function that jumps,
// none.
static void trace_variables(size_t body)
{
    static size_t done;
    const size_t close = tokens[body].partner;
    if (body < done)
        return;
    done = close;
    for (size_t i = next(body); i < close; i = next(i))
        if (is(i, "goto"))
            return;
    trace_parameters(body);
    for (size_t before = body, i = next(body); i < close; before = i, i = next(i)) {
        const size_t in = tokens[i].parent, end = end_of_declaration(i);
        if (is(i, "for"))
            trace_loop(i);
        else if ((is(before, ";") || is(before, "{") || is(before, "}")) && is(in, "{") && end < close &&
                 !has_no_variables(in))
            trace_declaration(i, end, &tokens[end].after);
    }
}

// texture<float, 2> name; as CUDA had it until its release 12.
static bool is_texture_reference(size_t i)
{
    if (!is(i, "texture") || !is(next(i), "<"))
        return false;
    size_t t = next(next(i));
    while (is_identifier(t) || is(t, ",") || is(t, ":") || (t < token_count && tokens[t].kind == LITERAL))
        t = next(t);
    return is(t, ">") && is_identifier(next(t)) && (is(next(next(t)), ";") || is(next(next(t)), ","));
}

static char *read_all(FILE *file, size_t *length)
{
    size_t capacity = 1 << 16, got;
    char *text = allocate(NULL, capacity);
    *length = 0;
    while ((got = fread(text + *length, 1, capacity - *length - 1, file)) > 0) {
        *length += got;
        if (*length + 1 == capacity)
            text = allocate(text, capacity *= 2);
    }
    text[*length] = '\0';
    return text;
}

// --- the output ---

static size_t column; // of the next character

static void write(const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
    for (const char *c = text; c < text + length; ++c)
        column = *c == '\n' ? 0 : column + 1;
}

// Every token keeps its line and column. If the new text before it is too long for that, it goes into another line with
// the same number.
static void write_all(void)
{
    struct place place = {.line = 1};
    snprintf(place.file, sizeof place.file, "%s", source_name);
    const char *line = source, *known = source; // the line's begin, and up to where `place` goes
    for (size_t i = 0; i < token_count; ++i) {
        struct token *token = &tokens[i];
        if (token->before)
            write(token->before, strlen(token->before));
        bool unchanged = token->instead == NULL, elsewhere = token->before && strchr(token->before, '\n');
        if (unchanged && token->kind != TRIVIA && (elsewhere || column > (size_t)(token->text - line))) {
            go_on(&place, known, token->text);
            known = token->text;
            printf("\n# %lu \"%s\"%s\n", place.line, place.file, place.system_header ? " 3" : "");
            column = 0;
        }
        if (unchanged && token->kind != TRIVIA && column < (size_t)(token->text - line)) {
            printf("%*s", (int)((size_t)(token->text - line) - column), "");
            column = (size_t)(token->text - line);
        }
        if (unchanged)
            write(token->text, token->length);
        else
            write(token->instead, strlen(token->instead));
        if (token->after)
            write(token->after, strlen(token->after));
        const char *line_end = token->kind == PUNCTUATION ? NULL : memrchr(token->text, '\n', token->length);
        line = line_end ? line_end + 1 : line;
        free(token->before);
        free(token->instead);
        free(token->after);
    }
}

// The text of the header that the command line includes, from its own marker to that of the return from it. NULL:
// there is none.
static const char *included_text(const char *text, size_t *length)
{
    static const char first[] = "\n# 0 \"<command-line>\" 2\n",
                      earlier[] = "\n# 1 \"<command-line>\" 2\n"; // before GCC 12
    const char *begin = strstr(text, "/cuda_runtime.h\" 1\n");
    while (begin != NULL && begin > text && begin[-1] != '\n')
        --begin;
    const char *end = begin ? strstr(begin, first) : NULL;
    if (begin != NULL && end == NULL)
        end = strstr(begin, earlier);
    if (end == NULL)
        return NULL;
    *length = (size_t)(end + sizeof first - 1 - begin);
    return begin;
}

// Finds in the source the very text that the precompiled header was made of. Then that header stands in its place, as
// g++ -E -fpch-preprocess has it, and nothing of the text is looked at: what becomes of it depends on no option but
// --host and --spaces, which cucc gave then as now.
static void find_precompiled(void)
{
    char name[4096];
    snprintf(name, sizeof name, "%s.ii", precompiled);
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return;
    size_t length;
    char *header = read_all(file, &length);
    fclose(file);
    const char *theirs = included_text(header, &length), *ours = included_text(source, &included_length);
    if (theirs && ours && included_length == length && memcmp(ours, theirs, length) == 0)
        included = source + (ours - source);
    free(header);
}

// The token of that text.
static void insert_precompiled(void)
{
    size_t i = 0;
    while (i < token_count && tokens[i].text != included)
        ++i;
    if (i == token_count)
        return;
    add(&tokens[i].instead, "#pragma GCC pch_preprocess \"");
    add(&tokens[i].instead, precompiled);
    add(&tokens[i].instead, ".gch\"\n");
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        bool help = strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0;
        if (strcmp(argv[i], "--host") == 0 || strcmp(argv[i], "--device") == 0) {
            for_host = argv[i][2] == 'h';
        } else if (strcmp(argv[i], "--relocatable") == 0) {
            relocatable = true;
        } else if (strcmp(argv[i], "--module") == 0) {
            for_module = true;
        } else if (strcmp(argv[i], "--debug") == 0) {
            debug = true;
        } else if (strcmp(argv[i], "--variables") == 0) {
            variables = true;
        } else if (strcmp(argv[i], "--checked") == 0) {
            checked = true;
        } else if (strcmp(argv[i], "--wasm") == 0) {
            for_wasm = true;
        } else if (strcmp(argv[i], "--spaces") == 0) {
            spaces = true;
        } else if (strncmp(argv[i], "--file=", 7) == 0) {
            file_name = argv[i] + 7;
        } else if (strncmp(argv[i], "--precompiled=", 14) == 0) {
            precompiled = argv[i] + 14;
        } else if (strncmp(argv[i], "--kernels=", 10) == 0 && (kernel_list = fopen(argv[i] + 10, "w")) != NULL) {
        } else {
            fprintf(help ? stdout : stderr,
                    "usage: rewrite [--device|--host] [--wasm] [--relocatable] [--module] [--spaces] [--debug] "
                    "[--variables] [--checked] [--file=IDENTIFIER] [--kernels=LIST] [--precompiled=HEADER] "
                    "< preprocessed.cu > rewritten.cpp (cucc calls it for you)\n");
            return help ? 0 : 2;
        }
    }
    size_t length;
    source = read_all(stdin, &length);
    source_end = source + length;
    if (precompiled)
        find_precompiled();
    tokenize();
    match_brackets();
    if (included)
        insert_precompiled();
    bool on_device = included != NULL; // is there anything of the device's?
    for (size_t i = 0; i < token_count && !on_device; ++i)
        on_device = is_memory_space(i) || is(i, "__global__");
    for (size_t i = 0; i < token_count; ++i) {
        if (is(i, "__global__"))
            i = rewrite_kernel(i);
        else if (is(i, "__shared__"))
            rewrite_shared(i);
        else if (is_memory_space(i) || is(i, "__host__"))
            rewrite_space(i);
        else if (is(i, "namespace") && is(next(i), "{") && on_device)
            rewrite_unnamed_namespace(i);
        else if (is(i, "__noinline__") && !is(previous(i), "(") && !is(previous(i), ","))
            add(&tokens[i].instead, "__attribute__((noinline))"); // no macro: the C++ library uses the word itself
        else if (is(i, "<") && is(i + 1, "<") && is(next(i + 1), "<") && !is(previous(i), "<"))
            rewrite_launch(i);
        else if (is(i, "asm") || is(i, "__asm__") || is(i, "__asm"))
            rewrite_asm(i);
        else if (is_api_call(i) && begins_statement(i) && in_function(i))
            rewrite_unheeded(i, i);
        else if (cub_call(i) != token_count && begins_statement(i) && in_function(i))
            rewrite_unheeded(i, cub_call(i));
        else if (variables && is(i, "{") && is_device_function(i))
            trace_variables(i);
        else if (is_texture_reference(i))
            fail(&tokens[i], "CUDA 12 removed texture references: use cudaCreateTextureObject(), and give the texture "
                             "object to the kernel");
    }
    write_all();
    if (kernel_list)
        fclose(kernel_list);
    free(tokens);
    free(source);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "rewrite: cannot write the output\n");
        return 1;
    }
    return 0;
}
