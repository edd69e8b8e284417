// SPDX-License-Identifier: MIT
// PTX in asm statements: each instruction becomes a call of a function of include/cpu_device/ptx.h,
//
//     mad.lo.cc.u32 %0, %1, 5, %2;
//     ::cpu_device::ptx::mad_lo_cc<::cpu_device::ptx::u32>(ptx_0, ptx_1, 5ull, ptx_2);
//
// with the types of the instruction as template arguments, before them the rounding where the instruction has one.
// Registers that the PTX declares become variables; a predicate becomes an if, a label a label. Of modifiers, those
// that only concern caches and speed are left out. What is not in ptx_table.h is an error, at the line of the
// statement.

#include "ptx.h"
#include "ptx_table.h"
#include "rewrite.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool among(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (strcmp(word, list[i]) == 0)
            return true;
    return false;
}
#define AMONG(word, list) among(word, list, COUNT(list))

// --- the text being translated ---

enum { name_size = 64, most_names = 64, most_operands = 16 };

struct ptx {
    const char *at; // the rest of it
    unsigned operand_count;
    char declared[most_names][name_size]; // registers
    unsigned declared_count;
    char *problem; // what is wrong with it, once `failed`
    size_t problem_size;
    bool failed;
};

__attribute__((format(printf, 2, 3))) static void refuse(struct ptx *p, const char *format, ...)
{
    if (p->failed)
        return;
    p->failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(p->problem, p->problem_size, format, arguments);
    va_end(arguments);
}

static void skip_space(struct ptx *p)
{
    for (;;) {
        while (isspace((unsigned char)*p->at))
            ++p->at;
        if (p->at[0] == '/' && p->at[1] == '/')
            p->at += strcspn(p->at, "\n");
        else if (p->at[0] == '/' && p->at[1] == '*' && strstr(p->at + 2, "*/") != NULL)
            p->at = strstr(p->at + 2, "*/") + 2;
        else
            return;
    }
}

static bool accept(struct ptx *p, char c)
{
    skip_space(p);
    if (*p->at != c)
        return false;
    ++p->at;
    return true;
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

// A name, with what `also` allows in it; "" where there is none.
static void read_name(struct ptx *p, char *name, const char *also)
{
    skip_space(p);
    size_t length = 0;
    while ((is_name_char(*p->at) || (*p->at != '\0' && strchr(also, *p->at) != NULL)) && length + 1 < name_size)
        name[length++] = *p->at++;
    name[length] = '\0';
}

// A name of PTX as one of C++.
static void add_name(char **s, const char *prefix, const char *name)
{
    add(s, prefix);
    for (; *name != '\0'; ++name)
        addf(s, "%c", isalnum((unsigned char)*name) ? *name : '_');
}

// --- operands ---

// What % leads in: an operand of the statement, a register that was declared, a special one.
static void add_percent(struct ptx *p, char **s)
{
    bool twice = p->at[0] == '%' && p->at[1] == '%';
    if (isdigit((unsigned char)p->at[1])) {
        unsigned long number = strtoul(p->at + 1, (char **)&p->at, 10);
        if (number >= p->operand_count)
            refuse(p, "there is no operand %%%lu", number);
        addf(s, "ptx_%lu", number);
        return;
    }
    p->at += twice ? 2 : 1;
    char name[name_size];
    read_name(p, name, ".");
    if (among(name, (const char *const[]){"tid", "ntid", "ctaid", "nctaid"}, 4))
        strcat(name, ".x");
    for (unsigned i = 0; i < p->declared_count; ++i)
        if (p->declared[i][0] == '%' && strcmp(p->declared[i] + 1, name) == 0) {
            add_name(s, "ptx_reg_", p->declared[i]);
            return;
        }
    if (!AMONG(name, special_registers))
        refuse(p, "the CPU device has no PTX register %%%s", name);
    add_name(s, "::cpu_device::ptx::special_", name);
    add(s, "()");
}

static void add_number(struct ptx *p, char **s)
{
    const char *begin = p->at;
    char kind = p->at[0] == '0' ? (char)tolower((unsigned char)p->at[1]) : '\0';
    if (kind == 'f' || kind == 'd') { // the bits of a number
        unsigned long long bits = strtoull(p->at + 2, (char **)&p->at, 16);
        addf(s, "::cpu_device::ptx::bits_%c(0x%llxull)", kind, bits);
        return;
    }
    char *end;
    unsigned long long number = kind == 'b' ? strtoull(p->at + 2, &end, 2) : strtoull(p->at, &end, 0);
    if (*end == '.' || ((*end == 'e' || *end == 'E') && kind != 'x')) {
        strtod(begin, (char **)&p->at);
        addf(s, "%.*s", (int)(p->at - begin), begin);
        return;
    }
    p->at = end;
    if (*p->at == 'U')
        ++p->at;
    addf(s, "%lluull", number);
}

// A number without a sign, which -(long long) would make an integer, unless it has a fraction.
static void add_negative(struct ptx *p, char **s)
{
    char *number = NULL;
    skip_space(p);
    add_number(p, &number);
    addf(s, "-%s%s", strchr(number, '.') != NULL ? "" : "(long long)", number);
    free(number);
}

static void add_register(struct ptx *p, char **s)
{
    char name[name_size];
    read_name(p, name, "");
    if (strcmp(name, "_") == 0) {
        add(s, "::cpu_device::ptx::reg{0}.self()"); // the result is not used
        return;
    }
    if (strcmp(name, "WARP_SZ") == 0) {
        add(s, "32ull");
        return;
    }
    for (unsigned i = 0; i < p->declared_count; ++i)
        if (strcmp(p->declared[i], name) == 0) {
            add_name(s, "ptx_reg_", name);
            return;
        }
    if (*name == '\0')
        refuse(p, "PTX: an operand was expected at \"%.20s\"", p->at);
    else
        refuse(p, "PTX: no register %s was declared", name);
}

// A register or a number.
static void add_value(struct ptx *p, char **s)
{
    skip_space(p);
    if (*p->at == '%')
        add_percent(p, s);
    else if (accept(p, '-'))
        add_negative(p, s);
    else if (isdigit((unsigned char)*p->at))
        add_number(p, s);
    else
        add_register(p, s);
}

// [register], [register + number]
static void add_address(struct ptx *p, char **s)
{
    add(s, "::cpu_device::ptx::address(");
    add_value(p, s);
    skip_space(p);
    if (*p->at == '+' || *p->at == '-') {
        add(s, ", ");
        if (*p->at == '+')
            ++p->at;
        add_value(p, s);
    }
    add(s, ")");
    if (!accept(p, ']'))
        refuse(p, "PTX: an address must end with ]");
}

// The operands up to the semicolon, one string each, and whether the last of them is a vector's.
static unsigned read_operands(struct ptx *p, char **operands, bool *vector_last)
{
    unsigned count = 0;
    *vector_last = false;
    for (skip_space(p); *p->at != ';' && *p->at != '\0' && !p->failed;) {
        bool vector = accept(p, '{');
        do {
            if (count == most_operands) {
                refuse(p, "PTX: too many operands");
                return count;
            }
            char **s = &operands[count++];
            *s = NULL;
            add(s, "");
            if (accept(p, '['))
                add_address(p, s);
            else if (accept(p, '!')) {
                add(s, "::cpu_device::ptx::negated(");
                add_value(p, s);
                add(s, ")");
            } else
                add_value(p, s);
        } while (vector ? accept(p, ',') : accept(p, '|')); // d|p: two results
        if (vector && !accept(p, '}'))
            refuse(p, "PTX: a vector must end with }");
        *vector_last = vector;
        if (!accept(p, ','))
            break;
    }
    return count;
}

// --- instructions ---

// An instruction as it is written, in parts.
struct written {
    const char *whole, *root; // all of it, and up to its first dot
    char words[name_size * 2];
    char name[name_size * 2]; // with the modifiers that the table has
    const char *types[4];
    unsigned type_count;
    const char *rounding, *comparison;
    const char *space; // of an address, as the suffix of a function
    bool strong, ordered, block;
    bool is_memory, is_fence, of_cluster;
};

static const char *rounding_of(const char *modifier)
{
    static const char *const names[][2] = {{"rn", "nearest"}, {"rni", "nearest"}, {"rz", "zero"}, {"rzi", "zero"},
                                           {"rm", "down"},    {"rmi", "down"},    {"rp", "up"},   {"rpi", "up"}};
    for (size_t i = 0; i < COUNT(names); ++i)
        if (strcmp(modifier, names[i][0]) == 0)
            return names[i][1];
    return NULL;
}

#define IS_ONE_OF(word, ...)                                                                                           \
    among(word, (const char *const[]){__VA_ARGS__}, COUNT(((const char *const[]){__VA_ARGS__})))

static bool is_root(const struct written *w, const char *root)
{
    return strcmp(w->root, root) == 0;
}

static void begin_instruction(struct written *w, const char *whole)
{
    *w = (struct written){.whole = whole, .space = ""};
    snprintf(w->words, sizeof w->words, "%s", whole);
    w->root = strtok(w->words, ".");
    w->is_memory = IS_ONE_OF(w->root, "ld", "st", "atom", "red", "ldu");
    w->is_fence = IS_ONE_OF(w->root, "membar", "fence");
    w->of_cluster = strncmp(whole, "barrier.cluster.", strlen("barrier.cluster.")) == 0;
    const bool aligned = is_root(w, "barrier") && !w->of_cluster && strstr(whole, ".aligned") != NULL;
    snprintf(w->name, sizeof w->name, "%s",
             aligned               ? "bar"
             : is_root(w, "fence") ? "membar"
             : is_root(w, "ldu")   ? "ld"
                                   : w->root);
}

static void add_modifier(struct written *w, const char *word)
{
    const size_t length = strlen(w->name);
    snprintf(w->name + length, sizeof w->name - length, ".%s", word);
}

// Type, rounding, comparison: what becomes an argument of the function.
static bool takes_argument(struct written *w, const char *word)
{
    if (AMONG(word, types) && w->type_count < COUNT(w->types)) {
        w->types[w->type_count++] = word;
        return true;
    }
    if (rounding_of(word) != NULL) {
        w->rounding = rounding_of(word);
        return true;
    }
    if (is_root(w, "setp") && w->comparison == NULL && AMONG(word, comparisons)) {
        w->comparison = word;
        return true;
    }
    return false;
}

static bool takes_order(struct written *w, const char *word)
{
    if (IS_ONE_OF(word, "volatile", "relaxed", "mmio"))
        w->strong = true;
    else if (IS_ONE_OF(word, "acquire", "release", "acq_rel"))
        w->strong = w->ordered = true;
    else if (strcmp(word, "cta") == 0)
        w->block = true;
    else
        return false;
    return true;
}

static bool takes_space(struct written *w, const char *word)
{
    if (!IS_ONE_OF(word, "global", "shared", "shared::cta", "shared::cluster", "local", "const"))
        return false;
    if (w->is_memory || is_root(w, "prefetch")) {
        w->space = strcmp(word, "shared::cluster") == 0 ? "_cluster" : strncmp(word, "shared", 6) == 0 ? "_shared" : "";
        return true;
    }
    return (is_root(w, "cvta") && strcmp(word, "shared") != 0) || is_root(w, "cp");
}

// What has no effect here.
static bool leaves_out(const struct written *w, const char *word)
{
    return (strncmp(w->root, "bar", 3) == 0 && strcmp(word, "cta") == 0) ||
           (is_root(w, "cp") && IS_ONE_OF(word, "ca", "cg")) ||
           (!is_root(w, "vote") && !w->is_fence && AMONG(word, left_out)) || strncmp(word, "L1::", 4) == 0 ||
           strncmp(word, "L2::", 4) == 0 || IS_ONE_OF(word, "L1", "L2");
}

static void take_modifier(struct written *w, const char *word)
{
    if (w->of_cluster) {
        if (!IS_ONE_OF(word, "release", "acquire", "aligned"))
            add_modifier(w, word);
        return;
    }
    if (IS_ONE_OF(w->root, "mapa", "getctarank") && strcmp(word, "shared::cluster") == 0) {
        add_modifier(w, "shared");
        return;
    }
    if (takes_argument(w, word) || (w->is_fence && IS_ONE_OF(word, "sc", "acq_rel")))
        return;
    if (w->is_fence && IS_ONE_OF(word, "gpu", "cluster"))
        word = "gl";
    else if (is_root(w, "fence") && IS_ONE_OF(word, "acquire", "release"))
        strcpy(w->name, "fence");
    if ((w->is_memory && takes_order(w, word)) || takes_space(w, word) || leaves_out(w, word))
        return;
    add_modifier(w, word);
}

static bool loads_or_stores(const struct written *w)
{
    return strncmp(w->name, "ld", 2) == 0 || (strncmp(w->name, "st", 2) == 0 && w->name[2] != 'a');
}

// The instruction up to its operands.
static void read_instruction(struct written *w, const char *whole)
{
    begin_instruction(w, whole);
    for (const char *word; (word = strtok(NULL, ".")) != NULL;)
        take_modifier(w, word);
    if (w->is_memory && loads_or_stores(w) && w->strong && strchr(w->name, '.') == NULL) {
        add_modifier(w, !w->ordered ? "volatile" : w->name[0] == 'l' ? "acquire" : "release");
        if (w->ordered && w->block)
            add_modifier(w, "cta");
    }
}

static bool in_table(const char *name)
{
    for (size_t i = 0; i < COUNT(instructions); ++i)
        if (strcmp(name, instructions[i].name) == 0)
            return true;
    return false;
}

static const struct instruction *find_instruction(struct ptx *p, const struct written *w, unsigned count)
{
    const struct instruction *found = NULL;
    bool typed = false;
    for (size_t i = 0; i < COUNT(instructions) && found == NULL; ++i)
        if (strcmp(w->name, instructions[i].name) == 0 && instructions[i].types == w->type_count) {
            typed = true;
            if (instructions[i].operands == count + (w->comparison != NULL))
                found = &instructions[i];
        }
    if (!typed || (w->rounding != NULL && found != NULL && !found->rounds) ||
        (is_root(w, "setp") && w->comparison == NULL))
        refuse(p, "the CPU device has no PTX instruction %s", w->whole);
    else if (found == NULL)
        refuse(p, "the CPU device has no PTX instruction %s with %u operand%s", w->whole, count, count == 1 ? "" : "s");
    return found;
}

static void add_template_arguments(char **body, const struct written *w, const struct instruction *found)
{
    if (found->types == 0 && !w->is_memory && !found->rounds)
        return;
    const char *between = "";
    add(body, "<");
    if (found->rounds) {
        addf(body, "::cpu_device::rounding::%s", w->rounding ? w->rounding : "nearest");
        between = ", ";
    }
    for (unsigned i = 0; i < w->type_count; ++i, between = ", ")
        addf(body, "%s::cpu_device::ptx::%s", between, w->types[i]);
    if (w->is_memory && !loads_or_stores(w))
        addf(body, ", %s, %s", w->block ? "true" : "false", w->ordered ? "true" : "false");
    add(body, ">");
}

static void add_arguments(char **body, const struct written *w, char *const *operands, unsigned count)
{
    static const char address[] = "::cpu_device::ptx::address(";
    const char *between = "";
    if (w->comparison != NULL) {
        addf(body, "::cpu_device::ptx::comparison::is_%s", w->comparison);
        between = ", ";
    }
    for (unsigned i = 0; i < count; ++i, between = ", ") {
        const bool is_address = strncmp(operands[i], address, strlen(address)) == 0;
        const bool in_shared = *w->space != '\0' || (is_root(w, "cp") && i == 0);
        if (is_address && in_shared) // of which the PTX has 32 bits
            addf(body, "%s::cpu_device::ptx::address%s(%s", between, *w->space != '\0' ? w->space : "_shared",
                 operands[i] + strlen(address));
        else
            addf(body, "%s%s", between, operands[i]);
    }
}

// One instruction, from its name to the semicolon.
static void add_instruction(struct ptx *p, char **body, const char *whole)
{
    struct written w;
    read_instruction(&w, whole);
    if (!in_table(w.name)) // before the operands are read
        refuse(p, "the CPU device has no PTX instruction %s", whole);
    char *operands[most_operands];
    bool vector_last;
    const unsigned count = read_operands(p, operands, &vector_last);
    if (strcmp(w.name, "mov") == 0 && count > 2) {
        strcat(w.name, vector_last ? ".pack" : ".unpack");
        strcat(w.name, count == 5 ? "4" : "");
    }
    if (strcmp(w.name, "bar.sync") == 0 && count == 1 && strcmp(operands[0], "0ull") == 0)
        strcpy(w.name, "bar.sync.all"); // __syncthreads(), which needs no fences
    const struct instruction *found = find_instruction(p, &w, count);
    if (!p->failed) {
        add_name(body, "::cpu_device::ptx::op_", w.name);
        add_template_arguments(body, &w, found);
        add(body, "(");
        add_arguments(body, &w, operands, count);
        add(body, ");");
    }
    for (unsigned i = 0; i < count; ++i)
        free(operands[i]);
    if (!p->failed && !accept(p, ';') && *p->at != '\0' && *p->at != '}')
        refuse(p, "PTX: a semicolon was expected at \"%.20s\"", p->at);
}

// --- declarations, labels, jumps ---

static void declare(struct ptx *p, char **body, const char *name, const char *number)
{
    if (p->declared_count == most_names || strlen(name) + 4 > name_size) {
        refuse(p, "PTX: too many registers");
        return;
    }
    char *made = p->declared[p->declared_count++];
    snprintf(made, name_size, "%.59s%s", name, number);
    add_name(body, "::cpu_device::ptx::reg ptx_reg_", made);
    add(body, ";");
}

// .reg .u32 a, b<4>;
static void add_declaration(struct ptx *p, char **body)
{
    char word[name_size];
    read_name(p, word, ".");
    if (strncmp(word, ".reg", 4) != 0) {
        refuse(p, "the CPU device has no PTX directive %s", word);
        return;
    }
    if (word[4] == '\0')
        read_name(p, word, "."); // the type, which the instructions repeat
    do {
        char name[name_size];
        skip_space(p);
        while (p->at[0] == '%' && p->at[1] == '%')
            ++p->at;
        read_name(p, name, "%");
        if (!accept(p, '<')) {
            declare(p, body, name, "");
            continue;
        }
        const unsigned long count = strtoul(p->at, (char **)&p->at, 10);
        accept(p, '>');
        for (unsigned long i = 0; i < count && !p->failed; ++i) {
            char number[4];
            snprintf(number, sizeof number, "%lu", i % 1000);
            declare(p, body, name, number);
        }
    } while (accept(p, ','));
    accept(p, ';');
}

// @p or @!p, which leads an instruction in.
static void add_predicate(struct ptx *p, char **body)
{
    const bool negated = accept(p, '!');
    addf(body, "if (%s::cpu_device::ptx::get<bool>(", negated ? "!" : "");
    add_value(p, body);
    add(body, ")) ");
    skip_space(p);
}

// An instruction, a jump or a label.
static void add_statement(struct ptx *p, char **body)
{
    char name[name_size];
    read_name(p, name, ".:");
    const size_t length = strlen(name);
    if (length == 0) {
        refuse(p, "PTX: an instruction was expected at \"%.20s\"", p->at);
    } else if (name[length - 1] == ':') {
        name[length - 1] = '\0';
        add_name(body, "ptx_label_", name);
        add(body, ":;");
    } else if (strcmp(name, "bra") == 0 || strcmp(name, "bra.uni") == 0) {
        read_name(p, name, "");
        add_name(body, "{ cpu_device_poll(); goto ptx_label_", name);
        add(body, "; }");
        accept(p, ';');
    } else {
        add_instruction(p, body, name);
    }
}

char *ptx_to_cpp(const char *text, unsigned operands, char *problem, size_t problem_size)
{
    struct ptx p = {.at = text, .operand_count = operands, .problem = problem, .problem_size = problem_size};
    char *body = NULL;
    int depth = 0; // of braces
    add(&body, " ");
    for (skip_space(&p); *p.at != '\0' && !p.failed; skip_space(&p)) {
        if (accept(&p, ';'))
            continue;
        if (*p.at == '{' || *p.at == '}') {
            depth += *p.at == '{' ? 1 : -1;
            if (depth < 0)
                break;
            addf(&body, "%c", *p.at++);
        } else if (*p.at == '.') {
            add_declaration(&p, &body);
        } else {
            if (accept(&p, '@'))
                add_predicate(&p, &body);
            add_statement(&p, &body);
        }
    }
    if (depth != 0)
        refuse(&p, "PTX: braces do not match");
    if (p.failed) {
        free(body);
        return NULL;
    }
    return body;
}
