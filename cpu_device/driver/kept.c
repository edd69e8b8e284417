// SPDX-License-Identifier: MIT
// What nvcc writes besides its output if it is asked to: with --keep the files between the steps, with --time FILE the
// seconds of each step.
#include "driver.h"

#include <errno.h>
#include <string.h>

// Under the name that nvcc gives to the file of that step.
void keep_step(const struct options *options, const struct source *source, const char *made, const char *suffix)
{
    struct text text = {0};
    if (!options->keep)
        return;
    char *kept = text_of("%s%s%s%s", options->keep_folder ? options->keep_folder : "", options->keep_folder ? "/" : "",
                         stem_of(source->file), suffix);
    if (!read_file(made, &text) || !write_file(kept, text.begin, text.length))
        die("can't keep %s: %s", kept, strerror(errno));
}

// A line as nvcc writes it, at the end of the file.
void time_step(const struct options *options, const char *source, const char *step, const char *output, double begin)
{
    if (options->times == NULL)
        return;
    bool printed = strcmp(options->times, "-") == 0;
    FILE *file = printed ? stdout : fopen(options->times, "a");
    if (file == NULL)
        die("can't write to %s: %s", options->times, strerror(errno));
    static bool begun;
    if (printed ? !begun : ftell(file) == 0)
        fprintf(file, "source file name , phase name , phase input files , phase output file , arch , tool, metric , "
                      "unit\n");
    begun = true;
    fprintf(file, "%s , %s , %s , %s , compute_%d , cucc , %.4f , ms\n", source, step, source, output,
            options->arch / 10, 1000 * (seconds_now() - begin));
    if (!printed)
        fclose(file);
}
