// SPDX-License-Identifier: MIT
// check_dot_rounded PROGRAM: its two lines show the same sum, with six digits equal to the exact one, with all digits
// as far from it as it says; and that is no more than rounding explains.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_program.h"

enum { elements = 33 * 1024 };

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: check_dot_rounded PROGRAM\n");
        return 2;
    }
    struct run run = run_program((char *[]){argv[1], NULL}, 60);
    skip_without_device(&run);
    require_status(&run, 0);
    require_silence(&run);

    long long exact = 0;
    for (long long i = 0; i < elements; ++i)
        exact += 2 * i * i;

    char shown[20], expected[20], six_digits[20];
    long long sum, closed_form, error;
    int length = 0;
    if (sscanf(run.out,
               "Does GPU value %19s = %19[^?]?\nWith all digits: %lld, and exactly %lld.\n"
               "Yes: the sum is wrong by %lld, which rounding explains.\n%n",
               shown, expected, &sum, &closed_form, &error, &length) != 5 ||
        (size_t)length != run.out_size)
        fail(&run, "it does not say what its sum is, and how wrong");
    snprintf(six_digits, sizeof six_digits, "%.6g", (double)exact);
    if (strcmp(shown, six_digits) != 0 || strcmp(expected, six_digits) != 0)
        fail(&run, "with six digits the sums are %s and %s, and not %s", shown, expected, six_digits);
    if (closed_form != exact)
        fail(&run, "its closed form is %lld; the sum is %lld", closed_form, exact);
    if (error != llabs(sum - closed_form))
        fail(&run, "the sum is wrong by %lld, and it says %lld", llabs(sum - closed_form), error);
    if ((double)error / (double)closed_form >
        46 / 16777216.0) // half an epsilon of a float for each product and addition
        fail(&run, "the sum is wrong by %lld of %lld", error, closed_form);
    free_run(&run);
    return 0;
}
