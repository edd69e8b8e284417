// SPDX-License-Identifier: MIT
// check_cluster_dot PROGRAM SOURCE.cu CPU|GPU: both ways add up every product, whatever the number of elements and of
// dot products. With --leave the CPU device reports that a block may have exited whose shared memory is read.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read_csv.h"
#include "run_program.h"

static char **arguments;
static bool on_cpu;

// The factors are 1 to 7 and 1 to 5, over and over, from one dot product to the next.
static double sum_of_all(int elements)
{
    double sum = 0;
    for (int i = 0; i < elements; ++i)
        sum += (1 + i % 7) * (1 + i % 5);
    return sum;
}

static struct run run_with(int elements, int products, const char *option)
{
    char path[1000], n[20], count[20];
    snprintf(path, sizeof path, "%s_%d_%d.csv", arguments[1], elements, products);
    snprintf(n, sizeof n, "%d", elements);
    snprintf(count, sizeof count, "%d", products);
    struct run run = run_program(
        (char *[]){arguments[1], "--csv", path, "--elements", n, "--products", count, (char *)option, NULL}, 100);
    skip_without_device(&run);
    struct csv csv = read_csv(&run, path);
    if (csv.rows != 2)
        fail(&run, "%s has %d rows, not 2", path, csv.rows);
    const char *const names[] = {"atomics in global memory", "a cluster"};
    for (int row = 0; row < 2; ++row) {
        require_text(&csv, row, "name", names[row]);
        if (option == NULL || row == 0)
            require_figure(&csv, row, "result", sum_of_all(elements * products), 0);
        if (!on_cpu)
            require_between(&csv, row, "milliseconds", 1e-6, 60000);
    }
    unlink(path);
    free_csv(&csv);
    return run;
}

static void must_be_clean(int elements, int products)
{
    struct run run = run_with(elements, products, NULL);
    require_status(&run, 0);
    require_silence(&run);
    if (strstr(run.out, "\nYes: all 2 results are right.\n") == NULL)
        fail(&run, "it does not say that both are right");
    free_run(&run);
}

static void must_leave(int elements, int products)
{
    struct run run = run_with(elements, products, "--leave");
    require_status(&run, 3);
    char reads[60];
    snprintf(reads, sizeof reads, " reads at cluster_dot.cu:%d: sum\n",
             line_with(arguments[2], "all += *cluster.map_shared_rank(&sum, other);"));
    const char *const texts[] = {"shared memory of a block that may have exited\n", "kernel by_cluster", reads,
                                 "That is shared memory of block (1,0,0).\n", "SUMMARY: 1 error, 0 warnings"};
    require_said(&run, texts, sizeof texts / sizeof *texts);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_cluster_dot PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    arguments = argv;
    on_cpu = strcmp(argv[3], "CPU") == 0;
    must_be_clean(1, 1);
    must_be_clean(257, 3);
    must_be_clean(10007, 5);
    if (on_cpu) // a GPU may end the launch with an error, or not
        must_leave(10007, 5);
    for (int seed = 1; on_cpu && seed <= 5; ++seed) {
        set_seed(seed);
        must_be_clean(3000, 2);
        must_leave(3000, 2);
    }
    set_seed(0);
    require_refusal((char *[]){argv[1], "--elements", "262145", "--products", "1024", NULL},
                    "at most 65536 products, of 268435456 elements in all");
    return 0;
}
