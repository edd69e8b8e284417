// SPDX-License-Identifier: MIT
// write.c: writes litmus tests from their shapes: as a CUDA program (--cuda), or as a table of what the memory
// consistency model of PTX says of each (--table), with a column for each log of their runs.
//
// A shape is a text: threads between bars, and for each its accesses in order. "Wx1" stores 1 at x, "Ry" loads y, "Ax1"
// adds 1 to x and loads what was there. A star marks data, whose accesses may be plain where those of flags are not. A
// question mark: the access happens only if all earlier loads of the thread found 1, in manners that are "guarded". The
// manners say with which orders, scopes and fences a shape's accesses are made.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

struct manner {
    const char *name;
    enum op_order data, write, read;
    enum op_scope first, others; // scope in the first thread, and in the others
    enum { no_fence, fence_ar_block, fence_ar_device, fence_sc_block, fence_sc_device } fence[2]; // likewise, by thread
    bool guarded;
};

#define SAME(order) order, order, order
static const struct manner manners[] = {
    {"plain", SAME(plain), of_device, of_device, {0, 0}, false},
    {"volatile", SAME(as_volatile), of_device, of_device, {0, 0}, false},
    {"relaxed.block", SAME(relaxed), of_block, of_block, {0, 0}, false},
    {"relaxed.device", SAME(relaxed), of_device, of_device, {0, 0}, false},
    {"release-acquire.block", relaxed, release, acquire, of_block, of_block, {0, 0}, false},
    {"release-acquire.device", relaxed, release, acquire, of_device, of_device, {0, 0}, false},
    {"seq_cst.block", SAME(seq_cst), of_block, of_block, {0, 0}, false},
    {"seq_cst.device", SAME(seq_cst), of_device, of_device, {0, 0}, false},
    {"relaxed+acq_rel.block", SAME(relaxed), of_device, of_device, {fence_ar_block, fence_ar_block}, false},
    {"relaxed+acq_rel.device", SAME(relaxed), of_device, of_device, {fence_ar_device, fence_ar_device}, false},
    {"relaxed+seq_cst.block", SAME(relaxed), of_device, of_device, {fence_sc_block, fence_sc_block}, false},
    {"relaxed+seq_cst.device", SAME(relaxed), of_device, of_device, {fence_sc_device, fence_sc_device}, false},
    {"volatile+seq_cst.device", SAME(as_volatile), of_device, of_device, {fence_sc_device, fence_sc_device}, false},
    {"plain+seq_cst.device", SAME(plain), of_device, of_device, {fence_sc_device, fence_sc_device}, false},
    {"data+release-acquire.device", plain, release, acquire, of_device, of_device, {0, 0}, true},
    {"data+release-acquire.block", plain, release, acquire, of_block, of_block, {0, 0}, true},
    {"data+relaxed.device", plain, relaxed, relaxed, of_device, of_device, {0, 0}, true},
    {"data+volatile", plain, as_volatile, as_volatile, of_device, of_device, {0, 0}, true},
    {"data+volatile+seq_cst.device",
     plain,
     as_volatile,
     as_volatile,
     of_device,
     of_device,
     {fence_sc_device, fence_sc_device},
     true},
    {"data+relaxed+acq_rel.device",
     plain,
     relaxed,
     relaxed,
     of_device,
     of_device,
     {fence_ar_device, fence_ar_device},
     true},
    {"data+relaxed+acq_rel.device-first",
     plain,
     relaxed,
     relaxed,
     of_device,
     of_device,
     {fence_ar_device, no_fence},
     true},
    {"data+relaxed+acq_rel.device-others",
     plain,
     relaxed,
     relaxed,
     of_device,
     of_device,
     {no_fence, fence_ar_device},
     true},
    {"data+relaxed+seq_cst.block",
     plain,
     relaxed,
     relaxed,
     of_device,
     of_device,
     {fence_sc_block, fence_sc_block},
     true},
    {"data+relaxed.block+seq_cst.device",
     plain,
     relaxed,
     relaxed,
     of_block,
     of_block,
     {fence_sc_device, fence_sc_device},
     true},
    {"data+release.device-acquire.block", plain, release, acquire, of_device, of_block, {0, 0}, true},
    {"data+release.block-acquire.device", plain, release, acquire, of_block, of_device, {0, 0}, true},
    {"data+release-relaxed.device", plain, release, relaxed, of_device, of_device, {0, 0}, true},
    {"data+relaxed-acquire.device", plain, relaxed, acquire, of_device, of_device, {0, 0}, true},
    {"data+seq_cst.device", plain, seq_cst, seq_cst, of_device, of_device, {0, 0}, true},
    {"data+plain-flag", SAME(plain), of_device, of_device, {0, 0}, true},
    {"data+plain-flag+seq_cst.device", SAME(plain), of_device, of_device, {fence_sc_device, fence_sc_device}, true},
};

#define STRONG "relaxed.device release-acquire.device relaxed+acq_rel.device relaxed+seq_cst.device "
#define BLOCK "relaxed.block release-acquire.block relaxed+acq_rel.block "
#define SEQ_CST "seq_cst.block seq_cst.device relaxed+seq_cst.block "
static const struct {
    const char *name, *threads, *blocks; // blocks: of each thread, one placement after the other
    const char *manners;                 // null: all
} shapes[] = {
    {"MP", "Wx1* Wy1 | Ry Rx*?", "00 01", NULL},
    {"MP.add", "Wx1* Ay1 | Ay1 Rx*?", "00 01",
     "data+release-acquire.device data+release-acquire.block data+relaxed.device data+relaxed+acq_rel.device "
     "data+relaxed+acq_rel.device-first data+relaxed+acq_rel.device-others "},
    {"SB", "Wx1 Ry | Wy1 Rx", "00 01",
     STRONG SEQ_CST "plain volatile volatile+seq_cst.device plain+seq_cst.device relaxed.block "},
    {"LB", "Rx Wy1 | Ry Wx1", "00 01", STRONG "plain volatile "},
    {"S", "Wx2* Wy1 | Ry Wx1*?", "00 01",
     STRONG "relaxed+acq_rel.block data+release-acquire.device data+relaxed.device "},
    {"R", "Wx1 Wy1 | Wy2 Rx", "00 01", STRONG SEQ_CST},
    {"2+2W", "Wx1 Wy2 | Wy1 Wx2", "00 01", STRONG "volatile seq_cst.device "},
    {"CoRR", "Wx1 | Rx Rx", "00 01", "plain volatile relaxed.block relaxed.device release-acquire.device "},
    {"CoWW", "Wx1 Wx2 | Rx", "00 01", "plain relaxed.block relaxed.device "},
    {"CoRW", "Rx Wx1 | Wx2", "00 01", "plain relaxed.block relaxed.device "},
    {"CoWR", "Wx1 Rx | Wx2", "00 01", "plain relaxed.block relaxed.device "},
    {"CoAA", "Ax1 | Ax1", "00 01", "relaxed.block relaxed.device "},
    {"WRC", "Wx1 | Rx Wy1 | Ry Rx", "012 001 011", STRONG BLOCK},
    {"ISA2", "Wx1* Wy1 | Ry Wz1? | Rz Rx*?", "012 001 011",
     "relaxed.device release-acquire.device data+release-acquire.device data+release-acquire.block "
     "data+relaxed+acq_rel.device data+relaxed.device "},
    {"RWC", "Wx1 | Rx Ry | Wy1 Rx", "012 001",
     "relaxed.device release-acquire.device relaxed+seq_cst.device seq_cst.device "},
    {"IRIW", "Wx1 | Wy1 | Rx Ry | Ry Rx", "0123 0000 0101",
     "relaxed.device release-acquire.device relaxed+acq_rel.device relaxed+seq_cst.device seq_cst.block "},
};

// --- from a shape to a test ---

static enum op_order order_of(const struct manner *m, enum op_kind kind, bool data)
{
    if (kind == op_exchange || kind == op_add) {
        if (m->write == release && m->read == acquire)
            return acq_rel;
        return m->write == plain || m->write == as_volatile ? relaxed : m->write == relaxed ? m->read : m->write;
    }
    const enum op_order flag = kind == op_read ? m->read : m->write;
    return data ? m->data : flag;
}

static void add_op(struct litmus *t, int thread, const struct op *o)
{
    if (t->count[thread] == most_ops) {
        fprintf(stderr, "%s: too many operations\n", t->name);
        exit(1);
    }
    t->ops[thread][t->count[thread]++] = *o;
}

static void add_access(struct litmus *t, int thread, const char *text, const struct manner *m)
{
    const int fence = m->fence[thread > 0];
    if (t->count[thread] > 0 && fence != no_fence) {
        const struct op o = {.kind = op_fence,
                             .order = fence == fence_sc_block || fence == fence_sc_device ? seq_cst : acq_rel,
                             .scope = fence == fence_ar_block || fence == fence_sc_block ? of_block : of_device,
                             .result = -1};
        add_op(t, thread, &o);
    }
    const enum op_kind kind = *text == 'R' ? op_read : *text == 'W' ? op_write : *text == 'A' ? op_add : op_exchange;
    const int location = text[1] - 'x';
    const struct op o = {.kind = kind,
                         .order = order_of(m, kind, strchr(text, '*') != NULL),
                         .scope = thread > 0 ? m->others : m->first,
                         .location = location,
                         .value = kind == op_read ? 0 : (unsigned)(text[2] - '0'),
                         .result = kind == op_write ? -1 : t->registers,
                         .guarded = m->guarded && strchr(text, '?') != NULL};
    t->registers += kind != op_write;
    if (location >= t->locations)
        t->locations = location + 1;
    add_op(t, thread, &o);
}

static struct litmus make(const char *shape, const char *threads, const char *blocks, const struct manner *m)
{
    struct litmus t = {0};
    char text[128];
    snprintf(text, sizeof text, "%s", threads);
    int thread = 0;
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
        if (*word == '|')
            thread++;
        else
            add_access(&t, thread, word, m);
    t.threads = thread + 1;
    for (int i = 0; i < t.threads; i++)
        t.block[i] = blocks[i] - '0';
    snprintf(t.name, sizeof t.name, "%s:%s:%.*s", shape, m->name, t.threads, blocks);
    return t;
}

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && at[length] == ' ')
            return true;
    return false;
}

static void for_each(void (*what)(const struct litmus *, int number))
{
    int number = 0;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t m = 0; m < sizeof manners / sizeof *manners; m++) {
            if (shapes[s].manners != NULL && !has_word(shapes[s].manners, manners[m].name))
                continue;
            const size_t width = strcspn(shapes[s].blocks, " ") + 1;
            for (const char *b = shapes[s].blocks; b < shapes[s].blocks + strlen(shapes[s].blocks); b += width) {
                const struct litmus t = make(shapes[s].name, shapes[s].threads, b, &manners[m]);
                what(&t, number++);
            }
        }
}

// --- as CUDA ---

static const char *const order_names[] = {"", "", "RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"};
static const char *const scope_names[] = {"BLOCK", "DEVICE"};

static void print_access(const struct op *o)
{
    const char place = (char)('x' + o->location);
    if (o->kind == op_fence) {
        if (o->order == seq_cst)
            printf("__threadfence%s();", o->scope == of_block ? "_block" : "");
        else
            printf("__nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_%s);", scope_names[o->scope]);
        return;
    }
    if (o->result >= 0)
        printf("r%d = ", o->result);
    if (o->order == plain || o->order == as_volatile) {
        printf("*%sl.%c", o->order == plain ? "" : "(volatile unsigned *)", place);
        if (o->kind == op_write)
            printf(" = %u", o->value);
        printf(";");
        return;
    }
    static const char *const calls[] = {"", "load_n", "store_n", "exchange_n", "fetch_add"};
    printf("__nv_atomic_%s(l.%c, ", calls[o->kind], place);
    if (o->kind != op_read)
        printf("%uu, ", o->value);
    printf("__NV_ATOMIC_%s, __NV_THREAD_SCOPE_%s);", order_names[o->order], scope_names[o->scope]);
}

static void print_thread(const struct litmus *t, int thread)
{
    bool seen[most_ops] = {0};
    for (int i = 0; i < t->count[thread]; i++) {
        const struct op *o = &t->ops[thread][i];
        printf("        ");
        if (o->guarded) {
            printf("if (");
            const char *and = "";
            for (int before = 0; before < i; before++)
                if (seen[before]) {
                    printf("%sr%d == 1", and, t->ops[thread][before].result);
                    and = " && ";
                }
            printf(")\n            ");
        }
        print_access(o);
        printf("\n");
        seen[i] = o->result >= 0;
    }
    for (int i = 0; i < t->count[thread]; i++)
        if (seen[i])
            printf("        l.result[%d * l.instances] = r%d;\n", t->ops[thread][i].result, t->ops[thread][i].result);
}

static void print_kernel(const struct litmus *t, int number)
{
    printf("\n// %s\n__global__ void test_%d(struct litmus_run run)\n{\n    litmus_place l;\n", t->name, number);
    printf("    static const int blocks[] = {%d, %d, %d, %d};\n", t->block[0], t->block[1], t->block[2], t->block[3]);
    printf("    [[maybe_unused]] unsigned r0 = not_read, r1 = not_read, r2 = not_read, r3 = not_read;\n");
    printf("    switch (find_place(run, %d, blocks, &l)) {\n", t->threads);
    for (int thread = 0; thread < t->threads; thread++) {
        printf("    case %d:\n", thread);
        print_thread(t, thread);
        printf("        break;\n");
    }
    printf("    }\n}\n");
}

static void print_entry(const struct litmus *t, int number)
{
    struct judgement j;
    judge(t, &j);
    int blocks = 0;
    for (int i = 0; i < t->threads; i++)
        blocks = t->block[i] >= blocks ? t->block[i] + 1 : blocks;
    int in_block[most_threads] = {0}, most = 0;
    for (int i = 0; i < t->threads; i++)
        if (++in_block[t->block[i]] > most)
            most = in_block[t->block[i]];
    printf("    {\"%s\", test_%d, %d, %d, %d, %d, %s, {", t->name, number, blocks, most, t->registers, t->locations,
           j.races ? "true" : "false");
    for (unsigned o = 0; o < most_outcomes; o++)
        if (j.allowed[o])
            printf("%u%s, ", o, j.interleaved[o] ? "" : " | weak");
    printf("end_of_outcomes}},\n");
}

static void print_cuda(void)
{
    printf("// Written by write.c from its shapes.\n#include \"run.h\"\n");
    for_each(print_kernel);
    printf("\nconst struct litmus_test litmus_tests[] = {\n");
    for_each(print_entry);
    printf("};\nconst int litmus_count = sizeof litmus_tests / sizeof *litmus_tests;\n");
}

// --- as a table ---

static void print_outcome(const struct litmus *t, unsigned outcome)
{
    for (int r = 0; r < t->registers; r++) {
        const unsigned value = register_in(t, outcome, r);
        printf("%c", value == not_read ? '-' : (char)('0' + value));
    }
    printf("/");
    for (int l = 0; l < t->locations; l++)
        printf("%u", location_in(t, outcome, l));
}

// A log of the tests' runs, which gives a column of the table.
struct log {
    const char *title;
    char text[1 << 20];
};
static struct log logs[4];
static int log_count;

static void read_log(char *argument) // TITLE=FILE
{
    char *file = strchr(argument, '=');
    FILE *in = file == NULL || log_count == sizeof logs / sizeof *logs ? NULL : fopen(file + 1, "r");
    if (in == NULL) {
        fprintf(stderr, "write: %s: not TITLE=FILE, or no such file\n", argument);
        exit(2);
    }
    *file = '\0';
    struct log *read = &logs[log_count++];
    read->title = argument;
    if (fread(read->text, 1, sizeof read->text - 1, in) == 0) {
        fprintf(stderr, "write: %s: cannot be read\n", file + 1);
        exit(2);
    }
    fclose(in);
}

// The weak outcomes in the log's line of the test, with their counts.
static void print_seen(const struct log *log, const char *name)
{
    char begin[80];
    snprintf(begin, sizeof begin, "\n%s ", name);
    const char *line = strstr(log->text, begin);
    if (line == NULL)
        return;
    line++;
    const char *const end = line + strcspn(line, "\n");
    for (const char *word = line; word < end; word += strcspn(word, " \n") + 1) {
        const int length = (int)strcspn(word, " \n");
        const char *mark = memchr(word, '*', (size_t)length);
        if (mark != NULL)
            printf(" %.*s: %.*s", (int)(mark - word), word, length - (int)(mark + 2 - word), mark + 2);
    }
}

static void print_row(const struct litmus *t, int number)
{
    struct judgement j;
    judge(t, &j);
    printf("| %d | %s | %s |", number, t->name, j.races ? "race" : "ordered");
    for (int weak = 0; weak < 2; weak++) {
        for (unsigned o = 0; o < most_outcomes; o++)
            if (j.allowed[o] && !j.interleaved[o] == weak) {
                printf(" ");
                print_outcome(t, o);
            }
        printf(" |");
    }
    for (int i = 0; i < log_count; i++) {
        print_seen(&logs[i], t->name);
        printf(" |");
    }
    printf("\n");
}

static void print_table(void)
{
    printf("| | test | PTX model | outcomes of taking turns | weak outcomes that are allowed |");
    for (int i = 0; i < log_count; i++)
        printf(" %s |", logs[i].title);
    printf("\n| --- | --- | --- | --- | --- |");
    for (int i = 0; i < log_count; i++)
        printf(" --- |");
    printf("\n");
    for_each(print_row);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--cuda") == 0) {
        print_cuda();
    } else if (argc >= 2 && strcmp(argv[1], "--table") == 0) {
        for (int i = 2; i < argc; i++)
            read_log(argv[i]);
        print_table();
    } else {
        fprintf(stderr, "usage: write --cuda | --table [TITLE=LOG...]\n");
        return 2;
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
