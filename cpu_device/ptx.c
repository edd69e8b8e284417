// SPDX-License-Identifier: MIT
// PTX in asm statements: each instruction becomes a call of a function of include/cpu_device/ptx.h,
//
//     mad.lo.cc.u32 %0, %1, 5, %2;
//     ::cpu_device::ptx::mad_lo_cc<::cpu_device::ptx::u32>(ptx_0, ptx_1, 5ull, ptx_2);
//
// with the types of the instruction as template arguments, before them the rounding where the instruction has one.
// Registers that the PTX declares become variables; a predicate becomes an if, a label a label. Of modifiers, those
// that only concern caches and speed are left out. What is not in the table below is an error, at the line of the
// statement.

#include "ptx.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The functions: the name with its significant modifiers, how many types it is a template of, how many operands it has,
// a vector's elements each counted, and whether it rounds.
static const struct instruction {
    const char *name;
    unsigned char types, operands;
    bool rounds;
} instructions[] = {
    {"mov", 1, 2, false},
    {"mov.pack", 1, 3, false},
    {"mov.unpack", 1, 3, false},
    {"mov.pack4", 1, 5, false},
    {"mov.unpack4", 1, 5, false},
    {"cvt", 2, 2, true},
    {"cvta", 1, 2, false},
    {"cvta.shared", 1, 2, false},
    {"cvta.to", 1, 2, false},
    {"cvta.to.shared", 1, 2, false},
    {"isspacep.global", 0, 2, false},
    {"isspacep.shared", 0, 2, false},
    {"isspacep.const", 0, 2, false},
    {"isspacep.local", 0, 2, false},
    // arithmetic
    {"add", 1, 3, true},
    {"sub", 1, 3, true},
    {"mul", 1, 3, true},
    {"div", 1, 3, true},
    {"fma", 1, 4, true},
    {"mad", 1, 4, true},
    {"rcp", 1, 2, true},
    {"sqrt", 1, 2, true},
    {"add.sat", 1, 3, false},
    {"sub.sat", 1, 3, false},
    {"add.cc", 1, 3, false},
    {"addc", 1, 3, false},
    {"addc.cc", 1, 3, false},
    {"sub.cc", 1, 3, false},
    {"subc", 1, 3, false},
    {"subc.cc", 1, 3, false},
    {"mul.lo", 1, 3, false},
    {"mul.hi", 1, 3, false},
    {"mul.wide", 1, 3, false},
    {"mul24.lo", 1, 3, false},
    {"mad.lo", 1, 4, false},
    {"mad.hi", 1, 4, false},
    {"mad.wide", 1, 4, false},
    {"mad.lo.cc", 1, 4, false},
    {"mad.hi.cc", 1, 4, false},
    {"madc.lo", 1, 4, false},
    {"madc.hi", 1, 4, false},
    {"madc.lo.cc", 1, 4, false},
    {"madc.hi.cc", 1, 4, false},
    {"rem", 1, 3, false},
    {"min", 1, 3, false},
    {"max", 1, 3, false},
    {"abs", 1, 2, false},
    {"neg", 1, 2, false},
    {"sad", 1, 4, false},
    {"dp4a", 2, 4, false},
    {"copysign", 1, 3, false},
    {"rsqrt", 1, 2, false},
    {"sin", 1, 2, false},
    {"cos", 1, 2, false},
    {"lg2", 1, 2, false},
    {"ex2", 1, 2, false},
    {"tanh", 1, 2, false},
    // bits
    {"and", 1, 3, false},
    {"or", 1, 3, false},
    {"xor", 1, 3, false},
    {"not", 1, 2, false},
    {"cnot", 1, 2, false},
    {"lop3", 1, 5, false},
    {"shl", 1, 3, false},
    {"shr", 1, 3, false},
    {"shf.l.wrap", 1, 4, false},
    {"shf.l.clamp", 1, 4, false},
    {"shf.r.wrap", 1, 4, false},
    {"shf.r.clamp", 1, 4, false},
    {"popc", 1, 2, false},
    {"clz", 1, 2, false},
    {"brev", 1, 2, false},
    {"bfind", 1, 2, false},
    {"bfind.shiftamt", 1, 2, false},
    {"bfe", 1, 4, false},
    {"bfi", 1, 5, false},
    {"prmt", 1, 4, false},
    {"fns", 1, 4, false},
    // choice
    {"selp", 1, 4, false},
    {"slct", 2, 4, false},
    {"setp", 1, 4, false}, // the comparison is the first operand
    {"setp.and", 1, 5, false},
    {"setp.or", 1, 5, false},
    {"setp.xor", 1, 5, false},
    // memory
    {"ld", 1, 2, false},
    {"ld.v2", 1, 3, false},
    {"ld.v4", 1, 5, false},
    {"ld.nc", 1, 2, false},
    {"ld.nc.v2", 1, 3, false},
    {"ld.nc.v4", 1, 5, false},
    {"ld.volatile", 1, 2, false},
    {"ld.acquire", 1, 2, false},
    {"ld.acquire.cta", 1, 2, false},
    {"st", 1, 2, false},
    {"st.v2", 1, 3, false},
    {"st.v4", 1, 5, false},
    {"st.volatile", 1, 2, false},
    {"st.release", 1, 2, false},
    {"st.release.cta", 1, 2, false},
    {"prefetch", 0, 1, false},
    {"prefetchu", 0, 1, false},
    {"atom.add", 1, 3, false},
    {"atom.min", 1, 3, false},
    {"atom.max", 1, 3, false},
    {"atom.inc", 1, 3, false},
    {"atom.dec", 1, 3, false},
    {"atom.and", 1, 3, false},
    {"atom.or", 1, 3, false},
    {"atom.xor", 1, 3, false},
    {"atom.exch", 1, 3, false},
    {"atom.cas", 1, 4, false},
    {"red.add", 1, 2, false},
    {"red.min", 1, 2, false},
    {"red.max", 1, 2, false},
    {"red.inc", 1, 2, false},
    {"red.dec", 1, 2, false},
    {"red.and", 1, 2, false},
    {"red.or", 1, 2, false},
    {"red.xor", 1, 2, false},
    {"cp.async", 0, 3, false},
    {"cp.async", 0, 4, false},
    {"cp.async.commit_group", 0, 0, false},
    {"cp.async.wait_group", 0, 1, false},
    {"cp.async.wait_all", 0, 0, false},
    // threads
    {"membar.cta", 0, 0, false},
    {"membar.gl", 0, 0, false},
    {"membar.sys", 0, 0, false},
    {"bar.sync", 0, 1, false},
    {"bar.sync.all", 0, 1, false},
    {"bar.sync", 0, 2, false},
    {"bar.arrive", 0, 2, false},
    {"barrier.sync", 0, 1, false}, // without .aligned
    {"barrier.sync", 0, 2, false},
    {"barrier.arrive", 0, 2, false},
    {"bar.warp.sync", 0, 1, false},
    {"shfl.sync.up", 1, 5, false},
    {"shfl.sync.down", 1, 5, false},
    {"shfl.sync.bfly", 1, 5, false},
    {"shfl.sync.idx", 1, 5, false},
    {"shfl.sync.up", 1, 6, false}, // with a predicate
    {"shfl.sync.down", 1, 6, false},
    {"shfl.sync.bfly", 1, 6, false},
    {"shfl.sync.idx", 1, 6, false},
    {"vote.sync.all", 1, 3, false},
    {"vote.sync.any", 1, 3, false},
    {"vote.sync.uni", 1, 3, false},
    {"vote.sync.ballot", 1, 3, false},
    {"match.any.sync", 1, 3, false},
    {"match.all.sync", 1, 4, false},
    {"redux.sync.add", 1, 3, false},
    {"redux.sync.min", 1, 3, false},
    {"redux.sync.max", 1, 3, false},
    {"redux.sync.and", 1, 3, false},
    {"redux.sync.or", 1, 3, false},
    {"redux.sync.xor", 1, 3, false},
    {"elect.sync", 0, 3, false},
    {"activemask", 1, 1, false},
    {"nanosleep", 1, 1, false},
    {"mapa", 1, 3, false},
    {"mapa.shared", 1, 3, false},
    {"getctarank", 1, 2, false},
    {"getctarank.shared", 1, 2, false},
    {"barrier.cluster.arrive", 0, 0, false},
    {"barrier.cluster.arrive.relaxed", 0, 0, false},
    {"barrier.cluster.wait", 0, 0, false},
    {"trap", 0, 0, false},
    {"exit", 0, 0, false},
    {"brkpt", 0, 0, false},
    {"pmevent", 0, 1, false},
};

static const char *const types[] = {"b8", "b16", "b32", "b64", "u8",  "u16", "u32", "u64",
                                    "s8", "s16", "s32", "s64", "f32", "f64", "pred"};
static const char *const special_registers[] = {"tid.x",
                                                "tid.y",
                                                "tid.z",
                                                "ntid.x",
                                                "ntid.y",
                                                "ntid.z",
                                                "ctaid.x",
                                                "ctaid.y",
                                                "ctaid.z",
                                                "nctaid.x",
                                                "nctaid.y",
                                                "nctaid.z",
                                                "laneid",
                                                "warpid",
                                                "nwarpid",
                                                "smid",
                                                "nsmid",
                                                "lanemask_eq",
                                                "lanemask_lt",
                                                "lanemask_le",
                                                "lanemask_gt",
                                                "lanemask_ge",
                                                "clock",
                                                "clock_hi",
                                                "clock64",
                                                "globaltimer",
                                                "globaltimer_lo",
                                                "globaltimer_hi",
                                                "clusterid.x",
                                                "clusterid.y",
                                                "clusterid.z",
                                                "nclusterid.x",
                                                "nclusterid.y",
                                                "nclusterid.z",
                                                "cluster_ctaid.x",
                                                "cluster_ctaid.y",
                                                "cluster_ctaid.z",
                                                "cluster_nctaid.x",
                                                "cluster_nctaid.y",
                                                "cluster_nctaid.z",
                                                "cluster_ctarank",
                                                "cluster_nctarank"};
static const char *const comparisons[] = {"eq", "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi",
                                          "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
// Modifiers for caches, speed and subnormal numbers; and scopes, of which only the block's has an effect.
static const char *const left_out[] = {"ftz", "approx", "full", "uni", "aligned", "ca",  "cg",  "cs",
                                       "lu",  "cv",     "wb",   "wt",  "weak",    "gpu", "sys", "cluster"};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool among(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (strcmp(word, list[i]) == 0)
            return true;
    return false;
}
#define AMONG(word, list) among(word, list, COUNT(list))

// --- strings ---

struct string {
    char *text;
    size_t length;
};

static void add(struct string *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    s->text = realloc(s->text, s->length + (size_t)length + 1);
    if (s->text == NULL || length < 0) {
        fprintf(stderr, "rewrite: out of memory\n");
        exit(1);
    }
    va_start(arguments, format);
    vsnprintf(s->text + s->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    s->length += (size_t)length;
}

// --- the text being translated ---

enum { name_size = 64, most_names = 64, most_operands = 16 };

static const char *at; // the rest of the PTX
static unsigned operand_count;
static char declared[most_names][name_size]; // registers
static unsigned declared_count;
static char *problem;
static size_t problem_size;
static bool failed;

static void fail(const char *format, ...)
{
    if (failed)
        return;
    failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem, problem_size, format, arguments);
    va_end(arguments);
}

static void skip_space(void)
{
    for (;;) {
        while (isspace((unsigned char)*at))
            ++at;
        if (at[0] == '/' && at[1] == '/')
            at += strcspn(at, "\n");
        else if (at[0] == '/' && at[1] == '*' && strstr(at + 2, "*/") != NULL)
            at = strstr(at + 2, "*/") + 2;
        else
            return;
    }
}

static bool accept(char c)
{
    skip_space();
    if (*at != c)
        return false;
    ++at;
    return true;
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

// A name, with what `also` allows in it; "" where there is none.
static void read_name(char *name, const char *also)
{
    skip_space();
    size_t length = 0;
    while ((is_name_char(*at) || (*at != '\0' && strchr(also, *at) != NULL)) && length + 1 < name_size)
        name[length++] = *at++;
    name[length] = '\0';
}

// A name of PTX as one of C++.
static void add_name(struct string *s, const char *prefix, const char *name)
{
    add(s, "%s", prefix);
    for (; *name != '\0'; ++name)
        add(s, "%c", isalnum((unsigned char)*name) ? *name : '_');
}

// --- operands ---

// What % leads in: an operand of the statement, a register that was declared, a special one.
static void add_percent(struct string *s)
{
    bool twice = at[0] == '%' && at[1] == '%';
    if (isdigit((unsigned char)at[1])) {
        unsigned long number = strtoul(at + 1, (char **)&at, 10);
        if (number >= operand_count)
            fail("there is no operand %%%lu", number);
        add(s, "ptx_%lu", number);
        return;
    }
    at += twice ? 2 : 1;
    char name[name_size];
    read_name(name, ".");
    if (among(name, (const char *const[]){"tid", "ntid", "ctaid", "nctaid"}, 4))
        strcat(name, ".x");
    for (unsigned i = 0; i < declared_count; ++i)
        if (declared[i][0] == '%' && strcmp(declared[i] + 1, name) == 0) {
            add_name(s, "ptx_reg_", declared[i]);
            return;
        }
    if (!AMONG(name, special_registers))
        fail("the CPU device has no PTX register %%%s", name);
    add_name(s, "::cpu_device::ptx::special_", name);
    add(s, "()");
}

static void add_number(struct string *s)
{
    const char *begin = at;
    char kind = at[0] == '0' ? (char)tolower((unsigned char)at[1]) : '\0';
    if (kind == 'f' || kind == 'd') { // the bits of a number
        unsigned long long bits = strtoull(at + 2, (char **)&at, 16);
        add(s, "::cpu_device::ptx::bits_%c(0x%llxull)", kind, bits);
        return;
    }
    char *end;
    unsigned long long number = kind == 'b' ? strtoull(at + 2, &end, 2) : strtoull(at, &end, 0);
    if (*end == '.' || ((*end == 'e' || *end == 'E') && kind != 'x')) {
        strtod(begin, (char **)&at);
        add(s, "%.*s", (int)(at - begin), begin);
        return;
    }
    at = end;
    if (*at == 'U')
        ++at;
    add(s, "%lluull", number);
}

// A register or a number.
static void add_value(struct string *s)
{
    skip_space();
    if (*at == '%') {
        add_percent(s);
    } else if (*at == '-') {
        ++at;
        add(s, "-(long long)");
        skip_space();
        struct string number = {NULL, 0};
        add_number(&number);
        if (number.text != NULL && strchr(number.text, '.') != NULL) { // no cast
            s->length -= strlen("(long long)");
            s->text[s->length] = '\0';
        }
        add(s, "%s", number.text ? number.text : "");
        free(number.text);
    } else if (isdigit((unsigned char)*at)) {
        add_number(s);
    } else {
        char name[name_size];
        read_name(name, "");
        if (strcmp(name, "_") == 0) {
            add(s, "::cpu_device::ptx::reg{0}.self()"); // the result is not used
            return;
        }
        if (strcmp(name, "WARP_SZ") == 0) {
            add(s, "32ull");
            return;
        }
        for (unsigned i = 0; i < declared_count; ++i)
            if (strcmp(declared[i], name) == 0) {
                add_name(s, "ptx_reg_", name);
                return;
            }
        if (*name == '\0')
            fail("PTX: an operand was expected at \"%.20s\"", at);
        else
            fail("PTX: no register %s was declared", name);
    }
}

// [register], [register + number]
static void add_address(struct string *s)
{
    add(s, "::cpu_device::ptx::address(");
    add_value(s);
    skip_space();
    if (*at == '+' || *at == '-') {
        add(s, ", ");
        if (*at == '+')
            ++at;
        add_value(s);
    }
    add(s, ")");
    if (!accept(']'))
        fail("PTX: an address must end with ]");
}

// The operands up to the semicolon, one string each, and whether the last of them is a vector's.
static unsigned read_operands(struct string *operands, bool *vector_last)
{
    unsigned count = 0;
    *vector_last = false;
    for (skip_space(); *at != ';' && *at != '\0' && !failed;) {
        bool vector = accept('{');
        do {
            if (count == most_operands) {
                fail("PTX: too many operands");
                return count;
            }
            struct string *s = &operands[count++];
            *s = (struct string){NULL, 0};
            if (accept('['))
                add_address(s);
            else if (accept('!')) {
                add(s, "::cpu_device::ptx::negated(");
                add_value(s);
                add(s, ")");
            } else
                add_value(s);
        } while (vector ? accept(',') : accept('|')); // d|p: two results
        if (vector && !accept('}'))
            fail("PTX: a vector must end with }");
        *vector_last = vector;
        if (!accept(','))
            break;
    }
    return count;
}

// --- instructions ---

static const char *rounding_of(const char *modifier)
{
    static const char *const names[][2] = {{"rn", "nearest"}, {"rni", "nearest"}, {"rz", "zero"}, {"rzi", "zero"},
                                           {"rm", "down"},    {"rmi", "down"},    {"rp", "up"},   {"rpi", "up"}};
    for (size_t i = 0; i < COUNT(names); ++i)
        if (strcmp(modifier, names[i][0]) == 0)
            return names[i][1];
    return NULL;
}

// One instruction, from its name to the semicolon.
static void add_instruction(struct string *body, const char *whole)
{
    char words[name_size * 2], name[name_size * 2] = "";
    snprintf(words, sizeof words, "%s", whole);
    const char *template_types[4], *rounding = NULL, *comparison = NULL, *space = "";
    unsigned type_count = 0;
    bool strong = false, ordered = false, block = false;

    const char *word = strtok(words, "."), *root = word;
    bool is_memory = among(root, (const char *const[]){"ld", "st", "atom", "red", "ldu"}, 5);
    bool is_fence = among(root, (const char *const[]){"membar", "fence"}, 2);
    snprintf(name, sizeof name, "%s", strcmp(root, "fence") == 0 ? "membar" : strcmp(root, "ldu") == 0 ? "ld" : root);
    const bool of_cluster = strncmp(whole, "barrier.cluster.", strlen("barrier.cluster.")) == 0;
    if (strcmp(root, "barrier") == 0 && !of_cluster && strstr(whole, ".aligned") != NULL)
        snprintf(name, sizeof name, "bar");
    while ((word = strtok(NULL, ".")) != NULL) {
        bool is_space = among(
            word, (const char *const[]){"global", "shared", "shared::cta", "shared::cluster", "local", "const"}, 6);
        if (of_cluster) {
            if (!among(word, (const char *const[]){"release", "acquire", "aligned"}, 3))
                snprintf(name + strlen(name), sizeof name - strlen(name), ".%s", word);
            continue;
        }
        if (among(root, (const char *const[]){"mapa", "getctarank"}, 2) && strcmp(word, "shared::cluster") == 0) {
            strcat(name, ".shared");
            continue;
        }
        if (AMONG(word, types) && type_count < COUNT(template_types)) {
            template_types[type_count++] = word;
            continue;
        }
        if (rounding_of(word) != NULL) {
            rounding = rounding_of(word);
            continue;
        }
        if (strcmp(root, "setp") == 0 && comparison == NULL && AMONG(word, comparisons)) {
            comparison = word;
            continue;
        }
        if (is_fence) {
            if (among(word, (const char *const[]){"sc", "acq_rel"}, 2))
                continue;
            if (strcmp(word, "gpu") == 0 || strcmp(word, "cluster") == 0)
                word = "gl";
        } else if (is_memory) {
            if (among(word, (const char *const[]){"volatile", "relaxed", "mmio"}, 3)) {
                strong = true;
                continue;
            }
            if (among(word, (const char *const[]){"acquire", "release", "acq_rel"}, 3)) {
                strong = ordered = true;
                continue;
            }
            if (strcmp(word, "cta") == 0) {
                block = true;
                continue;
            }
        }
        if (is_space && (is_memory || strcmp(root, "prefetch") == 0)) {
            space = strcmp(word, "shared::cluster") == 0 ? "_cluster"
                    : strncmp(word, "shared", 6) == 0    ? "_shared"
                                                         : "";
            continue;
        }
        if (strcmp(root, "cvta") == 0 && is_space && strcmp(word, "shared") != 0)
            continue;
        if (strncmp(root, "bar", 3) == 0 && strcmp(word, "cta") == 0)
            continue;
        if (strcmp(root, "cp") == 0 && (is_space || among(word, (const char *const[]){"ca", "cg"}, 2)))
            continue;
        if (!(strcmp(root, "vote") == 0 || is_fence) && AMONG(word, left_out))
            continue;
        if (strncmp(word, "L1::", 4) == 0 || strncmp(word, "L2::", 4) == 0 || strcmp(word, "L1") == 0 ||
            strcmp(word, "L2") == 0)
            continue;
        size_t length = strlen(name);
        snprintf(name + length, sizeof name - length, ".%s", word);
    }
    bool reads_or_writes = strncmp(name, "ld", 2) == 0 || (strncmp(name, "st", 2) == 0 && name[2] != 'a');
    if (is_memory && reads_or_writes && strong && strchr(name, '.') == NULL)
        snprintf(name + 2, sizeof name - 2, "%s%s",
                 !ordered         ? ".volatile"
                 : name[0] == 'l' ? ".acquire"
                                  : ".release",
                 ordered && block ? ".cta" : "");

    bool known = false; // reported before the operands are read
    for (size_t i = 0; i < COUNT(instructions); ++i)
        known |= strcmp(name, instructions[i].name) == 0;
    if (!known)
        fail("the CPU device has no PTX instruction %s", whole);

    struct string operands[most_operands];
    bool vector_last;
    unsigned count = read_operands(operands, &vector_last);
    if (strcmp(name, "mov") == 0 && count > 2) {
        strcat(name, vector_last ? ".pack" : ".unpack");
        strcat(name, count == 5 ? "4" : "");
    }
    if ((strcmp(name, "bar.sync") == 0) && count == 1 && strcmp(operands[0].text, "0ull") == 0)
        strcpy(name, "bar.sync.all"); // __syncthreads(), which needs no fences

    const struct instruction *found = NULL;
    bool typed = false;
    for (size_t i = 0; i < COUNT(instructions) && found == NULL; ++i)
        if (strcmp(name, instructions[i].name) == 0 && instructions[i].types == type_count) {
            typed = true;
            if (instructions[i].operands == count + (comparison != NULL))
                found = &instructions[i];
        }
    if (!typed || (rounding != NULL && found != NULL && !found->rounds) ||
        (strcmp(root, "setp") == 0 && comparison == NULL))
        fail("the CPU device has no PTX instruction %s", whole);
    else if (found == NULL)
        fail("the CPU device has no PTX instruction %s with %u operand%s", whole, count, count == 1 ? "" : "s");
    if (!failed) {
        add_name(body, "::cpu_device::ptx::op_", name);
        if (found->types > 0 || is_memory || found->rounds) {
            const char *between = "";
            add(body, "<");
            if (found->rounds) {
                add(body, "::cpu_device::rounding::%s", rounding ? rounding : "nearest");
                between = ", ";
            }
            for (unsigned i = 0; i < type_count; ++i, between = ", ")
                add(body, "%s::cpu_device::ptx::%s", between, template_types[i]);
            if (is_memory && !reads_or_writes)
                add(body, ", %s, %s", block ? "true" : "false", ordered ? "true" : "false");
            add(body, ">");
        }
        add(body, "(");
        const char *between = "";
        if (comparison != NULL) {
            add(body, "::cpu_device::ptx::comparison::is_%s", comparison);
            between = ", ";
        }
        for (unsigned i = 0; i < count; ++i, between = ", ") {
            const char *text = operands[i].text, *address = "::cpu_device::ptx::address(";
            bool is_address = strncmp(text, address, strlen(address)) == 0;
            bool in_shared = *space != '\0' || (strcmp(root, "cp") == 0 && i == 0);
            if (is_address && in_shared) // of which the PTX has 32 bits
                add(body, "%s::cpu_device::ptx::address%s(%s", between, *space != '\0' ? space : "_shared",
                    text + strlen(address));
            else
                add(body, "%s%s", between, text);
        }
        add(body, ");");
    }
    for (unsigned i = 0; i < count; ++i)
        free(operands[i].text);
    if (!failed && !accept(';') && *at != '\0' && *at != '}')
        fail("PTX: a semicolon was expected at \"%.20s\"", at);
}

// .reg .u32 a, b<4>;
static void add_declaration(struct string *body)
{
    char word[name_size];
    read_name(word, ".");
    if (strncmp(word, ".reg", 4) != 0) {
        fail("the CPU device has no PTX directive %s", word);
        return;
    }
    if (word[4] == '\0')
        read_name(word, "."); // the type, which the instructions repeat
    do {
        char name[name_size];
        skip_space();
        while (at[0] == '%' && at[1] == '%')
            ++at;
        read_name(name, "%");
        unsigned long number = 0;
        bool many = accept('<');
        if (many) {
            number = strtoul(at, (char **)&at, 10);
            accept('>');
        }
        for (unsigned long i = 0; i < (many ? number : 1) && !failed; ++i) {
            if (declared_count == most_names || strlen(name) + 4 > name_size) {
                fail("PTX: too many registers");
                return;
            }
            char *made = declared[declared_count++];
            if (many)
                snprintf(made, name_size, "%.59s%lu", name, i % 1000);
            else
                snprintf(made, name_size, "%s", name);
            add_name(body, "::cpu_device::ptx::reg ptx_reg_", made);
            add(body, ";");
        }
    } while (accept(','));
    accept(';');
}

char *ptx_to_cpp(const char *text, unsigned operands, char *why, size_t why_size)
{
    at = text;
    operand_count = operands;
    declared_count = 0;
    problem = why;
    problem_size = why_size;
    failed = false;
    struct string body = {NULL, 0};
    int depth = 0; // of braces
    add(&body, " ");
    for (skip_space(); *at != '\0' && !failed; skip_space()) {
        if (accept(';'))
            continue;
        if (*at == '{' || *at == '}') {
            depth += *at == '{' ? 1 : -1;
            if (depth < 0)
                break;
            add(&body, "%c", *at++);
            continue;
        }
        if (*at == '.') {
            add_declaration(&body);
            continue;
        }
        if (accept('@')) {
            bool negated = accept('!');
            add(&body, "if (%s::cpu_device::ptx::get<bool>(", negated ? "!" : "");
            add_value(&body);
            add(&body, ")) ");
            skip_space();
        }
        char name[name_size];
        read_name(name, ".:");
        size_t length = strlen(name);
        if (length == 0) {
            fail("PTX: an instruction was expected at \"%.20s\"", at);
        } else if (name[length - 1] == ':') {
            name[length - 1] = '\0';
            add_name(&body, "ptx_label_", name);
            add(&body, ":;");
        } else if (strcmp(name, "bra") == 0 || strcmp(name, "bra.uni") == 0) {
            read_name(name, "");
            add_name(&body, "{ cpu_device_poll(); goto ptx_label_", name);
            add(&body, "; }");
            accept(';');
        } else {
            add_instruction(&body, name);
        }
    }
    if (depth != 0)
        fail("PTX: braces do not match");
    if (failed) {
        free(body.text);
        return NULL;
    }
    return body.text;
}
