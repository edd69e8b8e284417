// SPDX-License-Identifier: MIT
// ./run show of an exercise: the judge's program once more, with the inputs and the order of the warps of the check
// that failed, and with a trace. The page shows the launch that has a report, or else the last, where the judge has
// given up.
#include "judging.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Whether ./run show NAME already means a program.
static bool is_program(const struct rules *rules, const char *name)
{
    static const char *const folders[] = {"chapter05", "gpus", "cpu_device/tests/planted"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
        if (access(text_of("%s/../%s/%s.cu", rules->here, folders[i], name), F_OK) == 0)
            return true;
    return false;
}

// The words that follow ./run show, after a failed check of this file.
const char *show_argument(const struct rules *rules, const char *exercise, const char *file)
{
    return keeps_progress(rules) && !is_program(rules, exercise) ? exercise : file;
}

// The page's path is all that it says on stdout; what the page shows, on stderr.
int show_page(struct rules *rules, const char *folder, const char *name)
{
    struct progress p = read_progress(rules);
    const struct exercise *exercise = exercise_named(&rules->exercises, name, strlen(name));
    const char *given = exercise != NULL ? file_of(rules, &p, exercise) : file_named(rules, name);
    const char *file = realpath(given, NULL), *whole = realpath(folder, NULL);
    if (file == NULL || access(file, R_OK) != 0)
        die("there is no file %s", given);
    if (whole == NULL)
        die("there is no folder %s", folder);
    for (size_t i = 0; i < p.count; ++i)
        if (strcmp(p.item[i].file, file) == 0 && !p.item[i].passed) {
            rules->inputs = p.item[i].inputs;
            rules->order = p.item[i].order;
        }
    rules->page = text_of("%s/.page.%d", whole, (int)getpid());
    find_build(rules);
    struct result result = judge_file(rules, file, file, true);
    bool written = access(rules->page, R_OK) == 0;
    const char *page = text_of("%s/%s.html", whole, *result.exercise ? result.exercise : "page");
    if (written && rename(rules->page, page) != 0)
        die("%s cannot be written: %s", page, strerror(errno));
    fputs(result.text, stderr);
    fprintf(stderr, result.verdict == PASSED ? _("show: %s: nothing is wrong in this run\n") : "show: %s: %s\n", given,
            result.why);
    if (!written)
        return 1;
    puts(page);
    return 0;
}
