// SPDX-License-Identifier: MIT
// check_dot_divergent PROGRAM SOURCE.cu CPU|GPU: each variant ends in time, and its output agrees with its exit status.
// On the CPU device the outcome is known, with the lines of the source; on a GPU it may vary. A right result has the
// exit status 3 if the CPU device reports an error.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dot_value.h"

enum outcome { right, wrong, hangs, broken_off };

struct checked {
    struct run run;
    enum outcome outcome;
    const char *source;
};

// Reads the last line, which says what happened, and holds it against the rest.
static enum outcome outcome_of(const struct run *run, const char *timeout)
{
    if (strstr(run->out, "The book: ") != run->out || strstr(run->out, "\nWhy: ") == NULL)
        fail(run, "it does not say what the book promised, and why it does so");
    const char *here = strstr(run->out, "\nHere: ");
    if (here == NULL || strchr(here + 1, '\n') != run->out + run->out_size - 1)
        fail(run, "its last line does not say what happened here");

    char hanging[80];
    snprintf(hanging, sizeof hanging, "\nHere: after %s s the kernel has not ended: it hangs.\n", timeout);
    bool hung = strncmp(here, hanging, strlen(hanging)) == 0,
         broken = strstr(here, "the device stopped the kernel: ") != NULL;
    if (hung || broken) {
        require_status(run, 1);
        return hung ? hangs : broken_off;
    }
    struct dot_value value = read_dot_value(run);
    if (strncmp(here, "\nHere: it ended with a ", 23) != 0 ||
        strstr(here, value.right ? " a right result" : " a wrong result") == NULL)
        fail(run, "the sum %.9g is %s, and it says otherwise", value.printed, value.right ? "right" : "wrong");
    require_status(run, !value.right ? 1 : strstr(run->err, "========= Error: ") != NULL ? 3 : 0);
    return value.right ? right : wrong;
}

static struct checked run_variant(char **argv, const char *variant, const char *timeout)
{
    struct checked checked;
    checked.run =
        run_program((char *[]){argv[1], "--variant", (char *)variant, "--timeout", (char *)timeout, NULL}, 60);
    skip_without_device(&checked.run);
    const char *why = variant[0] == 'b' ? "\nWhy: Those threads exit, and a barrier does not wait for exited threads"
                                        : "\nWhy: Those threads wait at the barrier after the loop, ";
    if (strstr(checked.run.out, why) == NULL)
        fail(&checked.run, "of the variant %s it does not say: %s", variant, why + 1);
    checked.outcome = outcome_of(&checked.run, timeout);
    checked.source = argv[2];
    if (strcmp(argv[3], "GPU") == 0)
        require_silence(&checked.run);
    return checked;
}

static void require_outcome(const struct checked *checked, enum outcome expected)
{
    static const char *const outcomes[] = {"right", "wrong", "hanging", "broken off"};
    if (checked->outcome != expected)
        fail(&checked->run, "%s is expected, and it is %s", outcomes[expected], outcomes[checked->outcome]);
}

// The barriers, each with the comment on its line.
static const char in_book[] = "only the threads with something to add reach it",
                  in_tail[] = "the threads of the lower half wait here,",
                  after_loop[] = "__syncthreads(); // and those of the upper half here";

// The report names `what`, and these threads at this barrier.
static void require_report(const struct checked *checked, const char *what, const char *barrier, const char *threads)
{
    int line = line_with(checked->source, barrier);
    char place[100];
    snprintf(place, sizeof place, "\n=========     128 threads wait in __syncthreads() at dot_divergent.cu:%d: %s\n",
             line, threads);
    const char *report = strstr(checked->run.err, what);
    if (report == NULL || strstr(report, place) == NULL)
        fail(&checked->run, "no report says: %s%s", what, place);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_dot_divergent PROGRAM SOURCE.cu CPU|GPU\n");
        return 2;
    }
    struct checked book = run_variant(argv, "book", "20"), tail = run_variant(argv, "tail", "2");
    if (strcmp(argv[3], "CPU") == 0) {
        require_outcome(&book, right);
        require_report(&book, "Error: divergent barrier: some threads of the block skip it", in_book, "0-127");
        require_outcome(&tail, broken_off);
        require_report(&tail, "Error: divergent barrier", in_tail, "0-127");
        require_report(&tail, "Error: divergent barrier", after_loop, "128-255");
    }

    require_refusal((char *[]){argv[1], "--variant", "head", NULL}, "'head'; there are book and tail");
    require_refusal((char *[]){argv[1], "--variant", "", NULL}, "''; there are book and tail");
    require_refusal((char *[]){argv[1], "--timeout", "0", NULL}, "--timeout needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--timeout=-1", NULL}, "--timeout needs a whole number of 1 or more");
    require_refusal((char *[]){argv[1], "--timeout", "abc", NULL}, "--timeout needs a whole number of 1 or more");
    free_run(&book.run);
    free_run(&tail.run);
    return 0;
}
