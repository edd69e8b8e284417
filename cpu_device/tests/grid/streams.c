// SPDX-License-Identifier: MIT
// streams: writes programs of hundreds of small functions, and judges what the CPU device reports of each. A function
// makes two operations on the same memory, one after the other, in streams or on the host, with a call between them or
// none. Whether that is a race follows by rule.
//
//     streams count pairs                     how many numbers there are; some have no cell, as no such call exists
//     streams write pairs FIRST STEP > X.cu   a program of the cells FIRST, FIRST + STEP, ...
//     CPU_DEVICE_REPORT=X.json ./x            makes each of them once
//     streams judge pairs FIRST STEP 0 X.json
//
// The operations: a kernel stores or loads; a fill; a copy into the memory or out of it, asynchronous or not, from and
// to pinned or pageable memory; the host stores or loads. The memory: of the device, pinned, managed, pageable. The
// streams: one or two, blocking or not, or the default one. Between them: nothing, a wait for the first stream, for the
// device, for an event or by a query, an event that the second stream waits for; the same for a third stream.
//
// The judge prints how many cells are right, silent, at a false line, and false alarms, and each cell that is not
// right. A cell with a race is right if a report names both of its lines, and no line of another cell. Exit status: 0
// if every cell is right; 1 if not; 2 bad usage.
#include <stdbool.h>

#include "judging.h"

enum memory { DEVICE, PINNED, MANAGED, PAGEABLE, MEMORIES };
enum kind {
    K_STORE,
    K_LOAD,
    FILL,
    COPY_IN,
    COPY_OUT,
    PAGEABLE_IN,
    PAGEABLE_OUT,
    NOW_IN,
    NOW_OUT,
    NOW_PAGEABLE_IN,
    NOW_DEVICE_IN,
    NOW_DEVICE_OUT,
    H_STORE,
    H_LOAD,
    KINDS
};
enum streams {
    SAME,
    TWO,
    TWO_BESIDE,
    DEFAULT_FIRST,
    DEFAULT_SECOND,
    DEFAULT_THEN_BESIDE,
    BESIDE_THEN_DEFAULT,
    DEFAULT,
    ONE_BESIDE,
    STREAMS
};
enum between { NOTHING, WAIT, WAIT_FOR_ALL, EVENT, WAIT_FOR_EVENT, QUERY, WAIT_FOR_THIRD, EVENT_OF_THIRD, BETWEENS };

static const char *const memories[MEMORIES] = {"device", "pinned", "managed", "pageable"};
static const char *const kinds[KINDS] = {"kernel stores",
                                         "kernel loads",
                                         "cudaMemsetAsync()",
                                         "cudaMemcpyAsync() into",
                                         "cudaMemcpyAsync() from",
                                         "cudaMemcpyAsync() into, of pageable",
                                         "cudaMemcpyAsync() from, to pageable",
                                         "cudaMemcpy() into",
                                         "cudaMemcpy() from",
                                         "cudaMemcpy() into, of pageable",
                                         "cudaMemcpy() into, of device memory",
                                         "cudaMemcpy() from, to device memory",
                                         "host stores",
                                         "host loads"};
static const char *const first_streams[STREAMS] = {"blocking[0]", "blocking[0]", "beside[0]", "0",        "blocking[0]",
                                                   "0",           "beside[0]",   "0",         "beside[0]"};
static const char *const second_streams[STREAMS] = {"blocking[0]", "blocking[1]", "beside[1]", "blocking[0]", "0",
                                                    "beside[0]",   "0",           "0",         "beside[0]"};
static const char *const betweens[BETWEENS] = {"nothing",
                                               "cudaStreamSynchronize()",
                                               "cudaDeviceSynchronize()",
                                               "cudaStreamWaitEvent()",
                                               "cudaEventSynchronize()",
                                               "cudaStreamQuery()",
                                               "cudaStreamSynchronize() of a third stream",
                                               "cudaStreamWaitEvent() of a third stream"};

struct cell {
    enum memory memory;
    enum kind a, b;
    enum streams streams;
    enum between between;
};

static int count(void)
{
    return MEMORIES * KINDS * KINDS * STREAMS * BETWEENS;
}

static struct cell cell_of(int number)
{
    struct cell c;
    c.between = (enum between)digit(&number, BETWEENS);
    c.streams = (enum streams)digit(&number, STREAMS);
    c.b = (enum kind)digit(&number, KINDS);
    c.a = (enum kind)digit(&number, KINDS);
    c.memory = (enum memory)number;
    return c;
}

static bool is_host(enum kind k)
{
    return k == H_STORE || k == H_LOAD;
}

static bool is_now(enum kind k)
{
    return k >= NOW_IN && k <= NOW_DEVICE_OUT;
}

static bool exists(const struct cell *c, enum kind k, const char *stream)
{
    if (is_now(k) && strcmp(stream, "0") != 0)
        return false;
    switch (c->memory) {
    case DEVICE: return !is_host(k);
    case PAGEABLE: return k == COPY_IN || k == COPY_OUT || is_host(k);
    default: return k < PAGEABLE_IN || k == NOW_IN || k == NOW_OUT || is_host(k);
    }
}

static bool is_cell(const struct cell *c)
{
    return exists(c, c->a, first_streams[c->streams]) && exists(c, c->b, second_streams[c->streams]) &&
           !(is_host(c->a) && is_host(c->b));
}

// --- the rule ---

static bool writes(enum kind k)
{
    return k == K_STORE || k == FILL || k == COPY_IN || k == PAGEABLE_IN || k == NOW_IN || k == NOW_PAGEABLE_IN ||
           k == NOW_DEVICE_IN || k == H_STORE;
}

// Whether the first operation is over when its call returns. From pageable memory, CUDA copies to memory of its own
// first.
static bool is_over(const struct cell *c)
{
    return is_host(c->a) || c->a == NOW_IN || c->a == NOW_OUT || (c->memory == PAGEABLE && c->a == COPY_OUT);
}

static bool host_waits(enum between by)
{
    return by == WAIT || by == WAIT_FOR_ALL || by == WAIT_FOR_EVENT || by == QUERY;
}

// The default stream is ordered with the blocking ones.
static bool streams_order(enum streams s)
{
    return s != TWO && s != TWO_BESIDE && s != DEFAULT_THEN_BESIDE && s != BESIDE_THEN_DEFAULT;
}

static bool has_race(const struct cell *c)
{
    if ((!writes(c->a) && !writes(c->b)) || is_over(c) || host_waits(c->between))
        return false;
    return is_host(c->b) || !(streams_order(c->streams) || c->between == EVENT);
}

// --- writing ---

enum { LINES_BEFORE = 8, LINES_OF_CELL = 12, LINE_OF_A = 6, LINE_OF_B = 8 };

static void write_kernel(enum kind k, int which, int number)
{
    if (k == K_STORE)
        printf("__global__ void %c_%d(int *x, int *)\n{ x[threadIdx.x] = 1; }\n", "ab"[which], number);
    else if (k == K_LOAD)
        printf("__global__ void %c_%d(const int *x, int *out)\n{ out[threadIdx.x] = x[threadIdx.x]; }\n", "ab"[which],
               number);
    else
        printf("\n\n");
}

static void write_operation(const struct cell *c, enum kind k, int which, int number, const char *stream)
{
    const char *x = memories[c->memory];
    const bool of_device = c->memory == DEVICE;
    const char *from = k == PAGEABLE_IN || k == NOW_PAGEABLE_IN ? "page_in"
                       : of_device && k != NOW_DEVICE_IN        ? "host_in"
                                                                : "dev_in";
    const char *to = k == PAGEABLE_OUT ? "page_out" : of_device && k != NOW_DEVICE_OUT ? "host_out" : "dev_out";
    switch (k) {
    case K_STORE:
    case K_LOAD:
        printf("    %c_%d<<<1, 64, 0, %s>>>(%s, dev_out[%d]);\n", "ab"[which], number, stream, x, which);
        break;
    case FILL: printf("    cudaMemsetAsync(%s, 0, 256, %s);\n", x, stream); break;
    case COPY_IN:
    case PAGEABLE_IN:
        printf("    cudaMemcpyAsync(%s, %s[%d], 256, cudaMemcpyDefault, %s);\n", x, from, which, stream);
        break;
    case COPY_OUT:
    case PAGEABLE_OUT:
        printf("    cudaMemcpyAsync(%s[%d], %s, 256, cudaMemcpyDefault, %s);\n", to, which, x, stream);
        break;
    case NOW_IN:
    case NOW_PAGEABLE_IN:
    case NOW_DEVICE_IN: printf("    cudaMemcpy(%s, %s[%d], 256, cudaMemcpyDefault);\n", x, from, which); break;
    case NOW_OUT:
    case NOW_DEVICE_OUT: printf("    cudaMemcpy(%s[%d], %s, 256, cudaMemcpyDefault);\n", to, which, x); break;
    case H_STORE: printf("    %s[3] = %d;\n", x, which + 5); break;
    default: printf("    sink = %s[3];\n", x);
    }
}

static void write_between(const struct cell *c)
{
    const char *first = first_streams[c->streams], *second = second_streams[c->streams];
    const bool third = c->between == WAIT_FOR_THIRD || c->between == EVENT_OF_THIRD;
    const char *of = third ? "beside[2]" : first;
    printf("    ");
    switch (c->between) {
    case WAIT:
    case WAIT_FOR_THIRD: printf("cudaStreamSynchronize(%s);", of); break;
    case WAIT_FOR_ALL: printf("cudaDeviceSynchronize();"); break;
    case EVENT:
    case EVENT_OF_THIRD: printf("cudaEventRecord(event, %s), cudaStreamWaitEvent(%s, event);", of, second); break;
    case WAIT_FOR_EVENT: printf("cudaEventRecord(event, %s), cudaEventSynchronize(event);", of); break;
    case QUERY: printf("while (cudaStreamQuery(%s) == cudaErrorNotReady) {}", of); break;
    default: break;
    }
    printf("\n");
}

static void write_cell(const struct cell *c, int number)
{
    write_kernel(c->a, 0, number);
    write_kernel(c->b, 1, number);
    printf("static void cell_%d()\n{\n", number);
    write_operation(c, c->a, 0, number, first_streams[c->streams]);
    write_between(c);
    write_operation(c, c->b, 1, number, second_streams[c->streams]);
    printf("    cudaDeviceSynchronize();\n}\n\n");
}

// The next cell at or after a number, in steps; count() if there is none.
static int next_cell(int number, int step)
{
    for (; number < count(); number += step) {
        const struct cell c = cell_of(number);
        if (is_cell(&c))
            return number;
    }
    return count();
}

static void write_program(int first, int step)
{
    printf("// made by cpu_device/tests/grid/streams.c\n#include <string.h>\n\n"
           "int *device, *pinned, *managed, *host_in[2], *host_out[2], *dev_in[2], *dev_out[2];\n"
           "int pageable[64], page_in[2][64], page_out[2][64];\nvolatile int sink;\n"
           "cudaStream_t blocking[2], beside[3];\ncudaEvent_t event;\n");
    for (int i = next_cell(first, step); i < count(); i = next_cell(i + step, step)) {
        const struct cell c = cell_of(i);
        write_cell(&c, i);
    }
    printf("int main()\n{\n    cudaMalloc(&device, 256), cudaMemset(device, 0, 256);\n"
           "    cudaMallocHost(&pinned, 256), memset(pinned, 0, 256);\n"
           "    cudaMallocManaged(&managed, 256), memset(managed, 0, 256);\n"
           "    for (int i = 0; i < 2; i++) {\n"
           "        cudaMallocHost(&host_in[i], 256), memset(host_in[i], 0, 256), cudaMallocHost(&host_out[i], 256);\n"
           "        cudaMalloc(&dev_in[i], 256), cudaMemset(dev_in[i], 0, 256), cudaMalloc(&dev_out[i], 256);\n"
           "        cudaStreamCreate(&blocking[i]);\n    }\n"
           "    for (int i = 0; i < 3; i++)\n        cudaStreamCreateWithFlags(&beside[i], cudaStreamNonBlocking);\n"
           "    cudaEventCreate(&event);\n    if (cudaDeviceSynchronize())\n        return 1;\n");
    for (int i = next_cell(first, step); i < count(); i = next_cell(i + step, step))
        printf("    cell_%d();\n", i);
    printf("    return cudaDeviceReset();\n}\n");
}

// --- judging ---

struct verdict {
    int reports;
    bool names[2]; // the lines of both operations, in one report
    char wrong[200];
};

// The lines that a report names: all numbers after "cells.cu:" and "line":
static void judge_report(const char *json, int first, int step, const int *cells, int cell_count, struct verdict *all)
{
    (void)first, (void)step;
    int of = -1;
    bool names[2] = {false, false};
    const char *text = after(json, "\"text\":");
    for (const char *at = after(text, ".cu:"); at != NULL; at = after(at, ".cu:")) {
        const int line = atoi(at) - LINES_BEFORE - 1, cell = line / LINES_OF_CELL;
        if (line < 0 || cell >= cell_count)
            continue;
        if (of >= 0 && of != cell)
            snprintf(all[of].wrong, sizeof all[of].wrong, "a line of cell %d, too", cells[cell]);
        of = cell;
        names[0] |= line % LINES_OF_CELL == LINE_OF_A;
        names[1] |= line % LINES_OF_CELL == LINE_OF_B;
    }
    if (of < 0)
        return;
    struct verdict *v = &all[of];
    ++v->reports;
    if (strstr(json, "\"id\":\"race-") == NULL && strstr(json, "\"id\":\"host-too-early\"") == NULL)
        snprintf(v->wrong, sizeof v->wrong, "another report: %.60s", json);
    v->names[0] |= names[0] && names[1];
    v->names[1] |= names[0] && names[1];
}

static int judge(int first, int step, const char *path)
{
    int *cells = malloc((size_t)count() * sizeof *cells), cell_count = 0;
    for (int i = next_cell(first, step); i < count(); i = next_cell(i + step, step))
        cells[cell_count++] = i;
    struct verdict *verdicts = calloc((size_t)cell_count, sizeof *verdicts);
    char *text = read_file(path);
    bool complete = false;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        complete |= strstr(line, "\"id\":\"summary\"") != NULL;
        judge_report(line, first, step, cells, cell_count, verdicts);
    }
    int races = 0, right = 0, silent = 0, false_line = 0, free_ones = 0, false_alarms = 0;
    for (int i = 0; i < cell_count; ++i) {
        const struct cell c = cell_of(cells[i]);
        const struct verdict *v = &verdicts[i];
        const char *said = NULL;
        if (!has_race(&c)) {
            ++free_ones;
            if (v->reports > 0 && ++false_alarms)
                said = "false alarm";
        } else if (++races, v->reports == 0) {
            ++silent;
            said = "silent";
        } else if (v->wrong[0] != '\0' || !v->names[0] || !v->names[1]) {
            ++false_line;
            said = "false line";
        } else {
            ++right;
        }
        if (said != NULL)
            printf("cell %d: %s: %s in %s; %s; %s in %s: %s%s%s\n", cells[i], memories[c.memory], kinds[c.a],
                   first_streams[c.streams], betweens[c.between], kinds[c.b], second_streams[c.streams], said,
                   v->wrong[0] != '\0' ? ": " : "", v->wrong);
    }
    printf("pairs: of %d cells with a race %d are right, %d silent, %d at a false line; of %d without one %d get a "
           "report\n",
           races, right, silent, false_line, free_ones, false_alarms);
    if (!complete)
        printf("The report has no summary: the program has not run to its end.\n");
    free(text);
    free(verdicts);
    free(cells);
    return right == races && false_alarms == 0 && complete ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc >= 3 && strcmp(argv[2], "pairs") == 0) {
        if (argc == 3 && strcmp(argv[1], "count") == 0)
            return printf("%d\n", count()) < 0;
        if (argc == 5 && strcmp(argv[1], "write") == 0 && atoi(argv[4]) > 0) {
            write_program(atoi(argv[3]), atoi(argv[4]));
            return 0;
        }
        if (argc == 7 && strcmp(argv[1], "judge") == 0 && atoi(argv[4]) > 0)
            return judge(atoi(argv[3]), atoi(argv[4]), argv[6]);
    }
    fprintf(stderr, "usage: streams count pairs | write pairs FIRST STEP | judge pairs FIRST STEP 0 FILE.json\n");
    return 2;
}
