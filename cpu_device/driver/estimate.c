// SPDX-License-Identifier: MIT
// How long a build of the device takes on this machine, which a user wants to know before it begins. Each job's seconds
// are kept in the build folder; the machine's load says how much of the processors the jobs will get.
#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *record_of(const struct cucc *cucc, const char *name)
{
    return text_of("%s/objects/%s.seconds", cucc->build, name);
}

void record_job(const struct cucc *cucc, const char *name, double seconds)
{
    char *text = text_of("%.2f\n", seconds);
    write_file(record_of(cucc, name), text, strlen(text));
}

void add_job(struct estimate *estimate, const struct cucc *cucc, const char *name, double usual)
{
    struct text record = {0};
    double seconds = read_file(record_of(cucc, name), &record) ? strtod(record.begin, NULL) : 0;
    if (seconds <= 0)
        seconds = usual;
    estimate->seconds += seconds;
    if (seconds > estimate->longest)
        estimate->longest = seconds;
    ++estimate->jobs;
}

// How many other threads want a core: as many as in the last minute, unless some of these have ended.
static double other_threads(void)
{
    double load, now;
    struct text text = {0};
    if (!read_file("/proc/loadavg", &text) || sscanf(text.begin, "%lf %*f %*f %lf/", &load, &now) != 2)
        return 0;
    return now - 1 < load ? now - 1 : load; // cucc itself is one of them now
}

// Jobs and what else runs share the cores evenly; the longest job has one core at most.
static double seconds_to_wait(const struct estimate *estimate, unsigned cores)
{
    double load = other_threads(), alone = estimate->seconds / cores;
    double jobs = estimate->jobs < cores ? estimate->jobs : cores;
    double share = (load + jobs) / cores;
    return (alone > estimate->longest ? alone : estimate->longest) * (share > 1 ? share : 1);
}

void say_building(const struct cucc *cucc, const struct estimate *estimate)
{
    unsigned cores = core_count();
    unsigned wait = (unsigned)seconds_to_wait(estimate, cores) + 1;
    wait = wait > 20 ? (wait + 4) / 5 * 5 : wait;
    if (wait <= 2)
        return;
    bool libraries = is_complete(cucc); // it is they that are missing
    fprintf(stderr,
            cores == 1 ? tr("cucc: compiling %s, %s: about %u s on this machine's %u core\n")
                       : tr("cucc: compiling %s, %s: about %u s on this machine's %u cores\n"),
            libraries ? tr("the CUDA device's libraries") : tr("the CUDA device"),
            libraries ? tr("once for all programs") : reason_to_build(cucc), wait, cores);
}

static bool line_is_open; // on a terminal, which the next line replaces

void say_built(size_t done, size_t count, double seconds)
{
    bool terminal = isatty(2);
    if (terminal)
        fputs("\r\033[K", stderr);
    fprintf(stderr, tr("cucc: %zu of %zu parts compiled, %.0f s"), done, count, seconds);
    if (!terminal)
        fputs("\n", stderr);
    line_is_open = terminal;
}

void end_said(void)
{
    if (line_is_open)
        fputs("\r\033[K", stderr);
    line_is_open = false;
}
