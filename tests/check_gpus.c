// SPDX-License-Identifier: MIT
// check_gpus dot|hosts|sums|barrier PROGRAM CPU|GPU: a program of gpus/ is right with any number of devices: on the CPU
// device 1, 2 and 4 of them (for hosts as many processes), on GPUs all that are here, and 1. On the CPU device the
// versions that are wrong on purpose are reported.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_program.h"

static bool cpu;
static int devices; // 0: all that are here

static struct run run_on(char *program, char *option, char *value, char *option2, char *value2)
{
    return run_program((char *[]){program, option, value, option2, value2, NULL}, 100);
}

// Ends the checker unless the text is there.
static void require(const struct run *run, const char *where, const char *text)
{
    if (strstr(where, text) == NULL)
        fail(run, "it does not say: %s", text);
}

static void require_right(const struct run *run)
{
    skip_without_device(run);
    require_status(run, 0);
    if (cpu)
        require_silence(run);
    require(run, run->out, "Yes: ");
}

// The cells of the line of CSV that follows the heading.
static int read_row(const struct run *run, const char *heading, double *cells, int most)
{
    const char *at = strstr(run->out, heading);
    int count = 0;
    if (at == NULL || (at = strchr(at, '\n')) == NULL)
        fail(run, "there is no CSV");
    for (char *end; count < most; at = end) {
        cells[count++] = strtod(at + 1, &end);
        if (*end != ',')
            break;
    }
    return count;
}

static double exact_dot(long n)
{
    double sum = 0;
    for (long i = 0; i < n; ++i)
        sum += (double)((1 + i % 7) * (7 - i % 7));
    return sum;
}

// Checks dot_gpus and dot_hosts, whose CSV has the same columns: devices, elements, ..., sum, wrong.
static void require_dot(const struct run *run, long n)
{
    double cells[7];
    require_right(run);
    if (read_row(run, ",elements,", cells, 7) != 7 || cells[1] != (double)n || !(cells[5] == exact_dot(n)) ||
        cells[6] != 0 || (devices != 0 && cells[0] != devices))
        fail(run, "its CSV is not that of %ld elements on %d devices", n, devices);
}

static void check_dot(char *program)
{
    const long awkward[] = {1, 1000, 65536 + 5};
    char number[24];
    for (size_t i = 0; i < sizeof awkward / sizeof *awkward; ++i) {
        snprintf(number, sizeof number, "%ld", awkward[i]);
        struct run run = run_on(program, "--csv", "--elements", number, NULL);
        require_dot(&run, awkward[i]);
        free_run(&run);
    }
    if (!cpu)
        return;
    struct run run = run_on(program, "--no-wait", NULL, NULL, NULL);
    if (run.status != 1 && run.status != 3)
        fail(&run, "without the wait its exit status is %d", run.status);
    require(&run, run.err, "the host reads too early");
    free_run(&run);
}

// Lines of the program itself. When mpirun ends the other processes, the CPU device says which kernel is running there.
static int own_lines(const char *text)
{
    int count = 0;
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n')
        count += strncmp(line, "CPU device: kernel ", 19) != 0 && strncmp(line, "=========", 9) != 0;
    return count;
}

static void check_hosts(char *program)
{
    char ranks[24];
    snprintf(ranks, sizeof ranks, "%d", devices == 0 ? 1 : devices);
    struct run run = run_program(
        (char *[]){"mpirun", "-q", "--oversubscribe", "-n", ranks, program, "--csv", "--elements", "100003", NULL},
        100);
    require_dot(&run, 100003);
    free_run(&run);
    run = run_program((char *[]){"mpirun", "-q", "--oversubscribe", "-n", ranks, program, "--fail", ranks, NULL}, 100);
    require_status(&run, 1);
    if (own_lines(run.err) != 1)
        fail(&run, "it does not end with one line on standard error");
    require(&run, run.err, "out of memory");
    free_run(&run);
}

static void check_sums(char *program)
{
    static char *const shapes[][2] = {{"500", "1000"}, {"4", "1"}, {"257", "1025"}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        double cells[9];
        struct run run =
            run_program((char *[]){program, "--csv", "--rows", shapes[i][0], "--columns", shapes[i][1], NULL}, 100);
        require_right(&run);
        if (read_row(&run, "gpus,rows,", cells, 9) != 9 || (devices != 0 && cells[0] != devices) || cells[8] != 0)
            fail(&run, "its CSV is not that of %d devices", devices);
        const long columns = atol(shapes[i][1]), gpus = (long)cells[0];
        if (cells[7] != (double)((columns + gpus - 1) / gpus * (gpus - 1) * 4))
            fail(&run, "it counts %.0f bytes that each device sends", cells[7]);
        free_run(&run);
    }
    require_refusal((char *[]){program, "--rows", "2000000", NULL}, "rows and columns at most");
}

static void check_barrier(char *program)
{
    struct run run = run_on(program, "--rounds", "10", NULL, NULL);
    require_right(&run);
    require(&run, run.out, " 0 words were wrong");
    free_run(&run);
    require_refusal((char *[]){program, "--scope", "block", NULL}, "the scope is system or device");
    if (!cpu)
        return; // there the version of device scope may be right, and may hang
    run = run_on(program, "--scope", "device", NULL, NULL);
    require_status(&run, devices == 1 ? 0 : 3);
    if (devices > 1)
        require(&run, run.err, "the flags by which one waits for the other are of device scope");
    free_run(&run);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*check)(char *program);
    } checks[] = {{"dot", check_dot}, {"hosts", check_hosts}, {"sums", check_sums}, {"barrier", check_barrier}};
    if (argc != 4) {
        fprintf(stderr, "usage: check_gpus dot|hosts|sums|barrier PROGRAM CPU|GPU\n");
        return 2;
    }
    cpu = strcmp(argv[3], "CPU") == 0;
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1); // in containers
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    const int counts[] = {1, 2, 4};
    for (int i = 0; i < (cpu ? 3 : 1); ++i) {
        char count[24];
        devices = cpu ? counts[i] : 0;
        snprintf(count, sizeof count, "%d", devices);
        if (cpu)
            setenv("CPU_DEVICE_COUNT", count, 1);
        for (size_t k = 0; k < sizeof checks / sizeof *checks; ++k)
            if (strcmp(checks[k].name, argv[1]) == 0)
                checks[k].check(argv[2]);
    }
    return 0;
}
