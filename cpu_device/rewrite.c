// SPDX-License-Identifier: MIT
// rewrite: turns CUDA C++ into C++ that a host compiler understands. A filter: standard input to standard output.
//
// It expects preprocessed text (g++ -E), so launches and kernels that come out of macros and headers are seen too.
// It changes six things, leaves every other character alone, and keeps every line number:
//
//   kernel<<<grid, block, shared, stream>>>(a, b)
//       becomes (::cpu_device::configure(grid, block, shared, stream), kernel(a, b), ::cpu_device::launched()). The
//       call stays a call of `kernel`, so overloads, template deduction and conversions of the arguments are the
//       compiler's.
//   __global__ void kernel(float *a) { body }
//       becomes void kernel(float *a) { ::cpu_device::kernel(__func__, ::cpu_device::held{[=]() mutable
//       __attribute__((always_inline)) { body }}); }: called on the host, it hands its body to the device; each CUDA
//       thread runs a copy of the lambda, with its own copy of the arguments. It is inlined into two functions, with
//       and without the checks' calls (launch.h).
//   __shared__ float cache[256];
//       becomes thread_local float cache[256]; because a block runs on one thread of the operating system from its
//       start to its end, a thread_local variable exists once a block. An initializer is an error, as in CUDA.
//   extern __shared__ float cache[];
//       becomes float *const cache = ::cpu_device::dynamic_shared();
//   __device__ int total;
//       becomes static __attribute__((used)) int total; because nvcc too gives each file its own variable, unless it is
//       told to make relocatable device code (rewrite --relocatable). A variable that the file also declares extern
//       stays visible to other files.
//   cudaMemcpy(to, from, size, kind);
//       becomes ::cpu_device::unheeded("cudaMemcpy"), cudaMemcpy(to, from, size, kind); where a statement begins with
//       it, so that nothing is done with what it returns.
//
// Digraphs are written out: <% becomes { and a blank.
//
// Exit status: 0; 1 for code that cannot be CUDA C++ (one line on stderr says what and where); 2 for bad usage.

#define _GNU_SOURCE // memmem
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { TRIVIA, IDENTIFIER, LITERAL, PUNCTUATION };

// A piece of the source. What is printed for it: before, then instead (or the text itself), then after.
struct token {
    const char *text;
    size_t length;
    enum kind kind;
    size_t partner; // of a bracket: the index of the other one; else its own index
    char *before, *instead, *after;
};

static struct token *tokens;
static size_t token_count;
static char *source, *source_end; // which points at a zero; there may be others before it
static const char *source_name = "<stdin>";

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

// Tells where a token stands, by the line markers of the preprocessor, and ends the program.
static void fail(const struct token *where, const char *format, ...)
{
    char name[4096];
    unsigned long line = 1;
    snprintf(name, sizeof name, "%s", source_name);
    for (const char *c = source; c < where->text; ++c) {
        if (*c != '\n')
            continue;
        ++line;
        unsigned long marker;
        char file[4096];
        if (sscanf(c + 1, "# %lu \"%4095[^\"]\"", &marker, file) == 2) {
            line = marker - 1; // the marker's own line ends before the line that it numbers
            memcpy(name, file, sizeof name);
        }
    }
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%lu: error: ", name, line);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

static bool is(size_t i, const char *text)
{
    return i < token_count && tokens[i].kind != TRIVIA && tokens[i].kind != LITERAL &&
           strlen(text) == tokens[i].length && memcmp(tokens[i].text, text, tokens[i].length) == 0;
}

static bool is_identifier(size_t i)
{
    return i < token_count && tokens[i].kind == IDENTIFIER;
}

// The neighbours that are not white space, comments or directives; token_count where there is none.
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

// Behind the first `text` at c or later; the end of the source where there is none.
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
        write_out_digraph(source + (c - source));
        if (token_count == capacity) {
            capacity = capacity ? 2 * capacity : 4096;
            tokens = allocate(tokens, capacity * sizeof *tokens);
        }
        struct token *token = &tokens[token_count];
        memset(token, 0, sizeof *token);
        token->text = c;
        c = end_of_token(c, &token->kind);
        token->length = (size_t)(c - token->text);
        token->partner = token_count++;
    }
}

static void match_brackets(void)
{
    size_t *open = allocate(NULL, (token_count + 1) * sizeof *open);
    size_t depth = 0;
    for (size_t i = 0; i < token_count; ++i) {
        if (is(i, "(") || is(i, "[") || is(i, "{")) {
            open[depth++] = i;
        } else if (is(i, ")") || is(i, "]") || is(i, "}")) {
            char expected = is(i, ")") ? '(' : is(i, "]") ? '[' : '{';
            if (depth == 0 || *tokens[open[depth - 1]].text != expected)
                fail(&tokens[i], "'%c' closes nothing", *tokens[i].text);
            tokens[i].partner = open[--depth];
            tokens[open[depth]].partner = i;
        }
    }
    if (depth > 0)
        fail(&tokens[open[depth - 1]], "'%c' is never closed", *tokens[open[depth - 1]].text);
    free(open);
}

// --- kernels ---

// __global__: the body moves into a lambda. A declaration only loses the word. __launch_bounds__(threads, ...) goes
// too, and its first argument with the body.
static void rewrite_kernel(size_t global)
{
    bool returns_void = false;
    for (size_t i = previous(global); is_identifier(i); i = previous(i))
        returns_void |= is(i, "void"); // void __global__ k()
    char *bounds = NULL;
    add(&tokens[global].instead, "");
    for (size_t i = next(global); i < token_count; i = next(i)) {
        returns_void |= is(i, "void") || is(i, "auto");
        if (is(i, ";"))
            break;
        if (is(i, "{")) {
            if (!returns_void)
                fail(&tokens[global], "a __global__ function must return void");
            struct token *close = &tokens[tokens[i].partner];
            add(&tokens[i].after, " ::cpu_device::kernel(__func__, ::cpu_device::held{[=]() mutable "
                                  "__attribute__((always_inline)) {");
            add(&close->before, "}}");
            if (bounds != NULL) {
                add(&close->before, ", ");
                add(&close->before, bounds);
            }
            add(&close->before, ");");
            break;
        }
        if (is(i, "__launch_bounds__") && is(next(i), "(")) {
            size_t open = next(i), close = tokens[open].partner, end = next(open);
            while (end < close && !is(end, ","))
                end = next(is(end, "(") ? tokens[end].partner : end);
            const char *first = tokens[next(open)].text;
            append(&bounds, first, (size_t)(tokens[end].text - first));
            for (size_t gone = i; gone <= close; gone = next(gone))
                add(&tokens[gone].instead, "");
        }
        if (is(i, "(") || is(i, "["))
            i = tokens[i].partner;
    }
    free(bounds);
}

// --- shared memory ---

// True where token i stands in the body of a function: inside a brace that follows a parameter list.
static bool in_function(size_t i)
{
    for (size_t open = i; open-- > 0;) {
        if (is(open, ")") || is(open, "]") || is(open, "}")) {
            open = tokens[open].partner; // steps over what is closed before i
        } else if (is(open, "{")) {
            size_t before = previous(open);
            while (is_identifier(before) && (is(before, "const") || is(before, "noexcept") || is(before, "mutable")))
                before = previous(before);
            if (is(before, ")"))
                return true;
        }
    }
    return false;
}

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

// alignas may not stand between the words of a declaration, where CUDA C++ allows it; an attribute may.
static void rewrite_alignas(size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i = next(i))
        if (is(i, "alignas")) {
            add(&tokens[i].instead, "__attribute__((aligned");
            add(&tokens[tokens[next(i)].partner].after, "))");
        }
}

static void rewrite_dynamic_shared(size_t external, size_t shared, size_t end)
{
    size_t first = external < shared ? external : shared;
    size_t name = declared_name(first, end);
    size_t open = next(name);
    if (name == token_count || !is(open, "["))
        fail(&tokens[shared], "extern __shared__ declares an array without a size: extern __shared__ T name[];");
    size_t close = tokens[open].partner;
    if (next(open) != close)
        fail(&tokens[open], "the size of an extern __shared__ array is given by the launch, not here");

    bool local = in_function(shared);
    bool rows = is(next(close), "["); // extern __shared__ float tile[][32];
    add(&tokens[external].instead, "");
    add(&tokens[shared].instead, "");
    if (local)
        add(&tokens[name].before, rows ? "(*const " : "*const ");
    else {
        add(&tokens[first].instead, "static ::cpu_device::dynamic_shared_array<");
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
    rewrite_alignas(first, name);
    if (rows)
        add(&tokens[name].after, ")");
    add(&tokens[previous(end)].after, " = ::cpu_device::dynamic_shared()");
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
        rewrite_dynamic_shared(external, shared, end);
        return;
    }

    rewrite_alignas(shared, end);
    add(&tokens[shared].instead, "thread_local");
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

// --- variables in the device's memory ---

static bool is_memory_space(size_t i)
{
    return is(i, "__device__") || is(i, "__constant__") || is(i, "__managed__");
}

// Words by which a declaration says for itself who sees the name, or that it declares no variable.
static bool settles_linkage(size_t i)
{
    return is(i, "extern") || is(i, "static") || is(i, "inline") || is(i, "template") || is(i, "typedef") ||
           is(i, "friend") || is(i, "operator");
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

// The first variable that is declared behind the word at i; token_count for a function, a lambda, and a name of another
// scope.
static size_t declared_variable(size_t i)
{
    size_t name = token_count;
    bool type_body = false; // is the next brace that of a struct, not an initializer's?
    for (i = next(i); i < token_count;) {
        if (settles_linkage(i))
            return token_count;
        if (is_identifier(i)) {
            type_body |= is(i, "struct") || is(i, "union") || is(i, "class") || is(i, "enum");
            name = i;
            if (is(next(i), "(") && (is(i, "__attribute__") || is(i, "alignas") || is(i, "decltype")))
                i = tokens[next(i)].partner;
        } else if (is(i, "<") && name < token_count) {
            i = behind_template_arguments(i);
            continue;
        } else if ((is(i, "{") && type_body) || (is(i, "[") && is(next(i), "["))) {
            type_body = false;
            i = tokens[i].partner;
        } else if (is(i, "(") && is(next(i), "*")) { // a pointer to a function
            return next(next(i));
        } else if (is(i, ";") || is(i, ",") || is(i, "=") || is(i, "[") || is(i, "{")) {
            return is(previous(name), ":") ? token_count : name;
        } else if (!is(i, ":") && !is(i, "*") && !is(i, "&")) {
            return token_count;
        }
        i = next(i);
    }
    return token_count;
}

// Does the file declare one of the variables from `name` to the end of the declaration as extern, too?
static bool declared_extern(size_t name)
{
    for (size_t i = 0; i < token_count; ++i) {
        if (!is(i, "extern"))
            continue;
        bool on_device = is_memory_space(previous(i));
        for (size_t j = next(i); j < token_count && !is(j, ";") && !is(j, "("); j = next(j)) {
            on_device |= is_memory_space(j);
            if (!on_device || !is_identifier(j) || !(is(next(j), ";") || is(next(j), ",") || is(next(j), "[")))
                continue;
            for (size_t k = name; k < token_count && !is(k, ";"); k = next(k))
                if (tokens[k].length == tokens[j].length &&
                    memcmp(tokens[k].text, tokens[j].text, tokens[j].length) == 0)
                    return true;
        }
    }
    return false;
}

// Is this word part of a declaration of a variable of another file?
static bool in_extern(size_t word)
{
    size_t i = word;
    while (is_identifier(i) || is(i, ")"))
        i = previous(is(i, ")") ? tokens[i].partner : i);
    for (i = next(i); i < token_count && !is(i, ";") && !is(i, "=") && !is(i, "{"); i = next(i))
        if (is(i, "extern"))
            return true;
    return false;
}

static void rewrite_memory_space(size_t word, bool relocatable)
{
    static unsigned constants;
    add(&tokens[word].instead, "");
    // The device finds constants by the names of their sections; each has its own, for not all are `const`.
    if (is(word, "__constant__") && !in_extern(word)) {
        char section[64];
        snprintf(section, sizeof section, "__attribute__((section(\"cpu_device_constants.%u\"))) ", constants++);
        add(&tokens[word].instead, section);
    }
    if (relocatable)
        return;
    size_t i = previous(word);
    for (; is_identifier(i) || is(i, ")") || (i < token_count && tokens[i].kind == LITERAL); i = previous(i)) {
        if (settles_linkage(i) || is_memory_space(i))
            return;
        if (is(i, ")"))
            i = tokens[i].partner; // __attribute__((aligned(16)))
    }
    if (is(i, ">")) // template <class T> __device__ ...
        return;
    size_t name = declared_variable(word);
    if (name < token_count && !declared_extern(name))
        add(&tokens[word].instead, "static __attribute__((used))");
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

// kernel <<< configuration >>> ( arguments ): only the kernel's name moves, to behind the configuration.
static void rewrite_launch(size_t first)
{
    size_t last = next(next(first)); // of the three '<'
    size_t end = next(last);         // will be the first of the '>' that close the configuration
    size_t open = token_count;
    bool block = false; // is there more than a grid?
    for (; end < token_count; end = next(end)) {
        if (is(end, ";"))
            break;
        block |= is(end, ",");
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
    if (!block)
        fail(&tokens[first], "a launch needs a grid and a block: <<<blocks, threads>>>");
    size_t callee_last = previous(first);
    size_t callee = callee_last == token_count ? token_count : callee_begin(callee_last);
    if (callee == token_count)
        fail(&tokens[first], "'<<<' does not follow the name of a kernel");

    struct token *target = &tokens[open];
    add(&target->before, "), ");
    for (size_t i = callee; i <= callee_last; ++i) {
        if (tokens[i].kind == TRIVIA) {
            add(&target->before, " "); // its line ends stay where they are
            continue;
        }
        append(&target->before, tokens[i].text, tokens[i].length);
        add(&tokens[i].instead, "");
    }
    add(&tokens[callee].before, "(::cpu_device::configure(");
    for (size_t i = first, n = 0; n < 3; i = next(i), ++n)
        add(&tokens[i].instead, "");
    for (size_t i = end, n = 0; n < 3; i = next(i), ++n)
        add(&tokens[i].instead, "");
    add(&tokens[target->partner].after, ", ::cpu_device::launched())");
}

// --- calls whose result nobody uses ---

// True where token i begins a statement, as far as the tokens before it tell.
static bool begins_statement(size_t i)
{
    size_t before = previous(i);
    if (is(before, ")")) {
        size_t word = previous(tokens[before].partner);
        return is(word, "if") || is(word, "for") || is(word, "while");
    }
    if (is(before, ":")) // of a case, or of a ?:
        for (size_t i = previous(before); i < token_count && !is(i, ";") && !is(i, "{") && !is(i, "}"); i = previous(i))
            if (is(i, "case") || is(i, "default"))
                return true;
    return is(before, ";") || is(before, "{") || is(before, "}") || is(before, "else") || is(before, "do");
}

// Of CUDA's runtime API; but cudaGetLastError() is called for what it does too.
static bool is_api_call(size_t i)
{
    const struct token *t = &tokens[i];
    return is_identifier(i) && t->length > 5 && memcmp(t->text, "cuda", 4) == 0 && isupper((unsigned char)t->text[4]) &&
           is(next(i), "(") && !is(i, "cudaGetLastError") && !is(i, "cudaPeekAtLastError");
}

static void rewrite_unheeded(size_t name)
{
    add(&tokens[name].before, "::cpu_device::unheeded(\"");
    append(&tokens[name].before, tokens[name].text, tokens[name].length);
    add(&tokens[name].before, "\"), ");
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

static void read_all(FILE *file)
{
    size_t capacity = 1 << 16, length = 0, got;
    char *text = allocate(NULL, capacity);
    while ((got = fread(text + length, 1, capacity - length - 1, file)) > 0) {
        length += got;
        if (length + 1 == capacity)
            text = allocate(text, capacity *= 2);
    }
    text[length] = '\0';
    source = text;
    source_end = text + length;
}

int main(int argc, char **argv)
{
    bool relocatable = argc == 2 && strcmp(argv[1], "--relocatable") == 0;
    if (argc > 1 && !relocatable) {
        bool help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
        fprintf(help ? stdout : stderr,
                "usage: rewrite [--relocatable] < preprocessed.cu > rewritten.cpp (cucc calls it for you)\n");
        return help ? 0 : 2;
    }
    read_all(stdin);
    tokenize();
    match_brackets();
    for (size_t i = 0; i < token_count; ++i) {
        if (is(i, "__global__"))
            rewrite_kernel(i);
        else if (is(i, "__shared__"))
            rewrite_shared(i);
        else if (is_memory_space(i))
            rewrite_memory_space(i, relocatable);
        else if (is(i, "__noinline__") && !is(previous(i), "(") && !is(previous(i), ","))
            add(&tokens[i].instead, "__attribute__((noinline))"); // no macro: the C++ library uses the word itself
        else if (is(i, "<") && is(i + 1, "<") && is(next(i + 1), "<") && !is(previous(i), "<"))
            rewrite_launch(i);
        else if (is_api_call(i) && begins_statement(i) && in_function(i))
            rewrite_unheeded(i);
        else if (is_texture_reference(i))
            fail(&tokens[i], "CUDA 12 removed texture references: use cudaCreateTextureObject(), and give the texture "
                             "object to the kernel");
    }
    for (size_t i = 0; i < token_count; ++i) {
        const struct token *token = &tokens[i];
        if (token->before)
            fputs(token->before, stdout);
        if (token->instead)
            fputs(token->instead, stdout);
        else
            fwrite(token->text, 1, token->length, stdout);
        if (token->after)
            fputs(token->after, stdout);
        free(token->before);
        free(token->instead);
        free(token->after);
    }
    free(tokens);
    free(source);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "rewrite: cannot write the output\n");
        return 1;
    }
    return 0;
}
