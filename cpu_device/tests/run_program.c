// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // sched_getaffinity
#include "run_program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { skip_status = 77, busy = 10 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void give_up(const char *what)
{
    perror(what);
    exit(1);
}

struct text {
    char *bytes;
    size_t size, capacity;
};

// Appends what can be read; false at the end.
static bool read_some(int from, struct text *text)
{
    if (text->capacity - text->size < 4096) {
        text->capacity = 2 * text->capacity + 8192;
        text->bytes = realloc(text->bytes, text->capacity);
        if (text->bytes == NULL)
            give_up("realloc");
    }
    ssize_t got = read(from, text->bytes + text->size, text->capacity - text->size - 1);
    if (got > 0)
        text->size += (size_t)got;
    text->bytes[text->size] = '\0';
    return got > 0 || (got < 0 && errno == EINTR);
}

struct run run_program(char *const argv[], double seconds)
{
    int out[2], err[2];
    if (pipe(out) != 0 || pipe(err) != 0)
        give_up("pipe");
    pid_t child = fork();
    if (child < 0)
        give_up("fork");
    if (child == 0) {
        setpgid(0, 0); // so that all it starts can be ended together
        int null = open("/dev/null", O_RDONLY);
        dup2(null, 0);
        dup2(out[1], 1);
        dup2(err[1], 2);
        for (int i = 3; i < 20; ++i)
            close(i);
        execvp(argv[0], argv);
        fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
        _exit(127);
    }
    setpgid(child, child);
    close(out[1]);
    close(err[1]);

    struct text texts[2] = {0};
    struct pollfd polls[2] = {{.fd = out[0], .events = POLLIN}, {.fd = err[0], .events = POLLIN}};
    struct run run = {0};
    double end = now() + busy * seconds;
    while (polls[0].fd >= 0 || polls[1].fd >= 0) {
        double left = end - now();
        if (left <= 0 && !run.timed_out) {
            run.timed_out = true;
            kill(-child, SIGKILL);
        }
        if (poll(polls, 2, left > 0 ? (int)(left * 1000) + 1 : 1000) < 0 && errno != EINTR)
            give_up("poll");
        for (int i = 0; i < 2; ++i)
            if (polls[i].fd >= 0 && polls[i].revents != 0 && !read_some(polls[i].fd, &texts[i])) {
                close(polls[i].fd);
                polls[i].fd = -1;
            }
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            give_up("waitpid");
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    run.out = texts[0].bytes;
    run.out_size = texts[0].size;
    run.err = texts[1].bytes;
    run.err_size = texts[1].size;
    return run;
}

void free_run(struct run *run)
{
    free(run->out);
    free(run->err);
}

void fail(const struct run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "FAILED: ");
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n--- its standard output:\n%s--- its standard error:\n%s---\n", run->out, run->err);
    exit(1);
}

void skip_without_device(const struct run *run)
{
    if (run->status != skip_status)
        return;
    fprintf(stderr, "%s", run->err);
    exit(skip_status);
}

void require_status(const struct run *run, int status)
{
    if (run->timed_out)
        fail(run, "it did not end in time");
    if (run->signal != 0)
        fail(run, "signal %d (%s) ended it", run->signal, strsignal(run->signal));
    if (run->status != status)
        fail(run, "its exit status is %d, not %d", run->status, status);
}

void require_silence(const struct run *run)
{
    if (run->err_size != 0)
        fail(run, "it has something to say on standard error");
}

void require_said(const struct run *run, const char *const texts[], size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (strstr(run->err, texts[i]) == NULL)
            fail(run, "it does not say: %s", texts[i]);
}

void set_seed(int seed)
{
    char text[20];
    snprintf(text, sizeof text, "%d", seed);
    if (seed == 0)
        unsetenv("CPU_DEVICE_SEED");
    else
        setenv("CPU_DEVICE_SEED", text, 1);
}

char *read_file(const char *path, size_t *size)
{
    int file = open(path, O_RDONLY);
    struct text text = {0};
    if (file < 0)
        give_up(path);
    while (read_some(file, &text))
        ;
    close(file);
    *size = text.size;
    return text.bytes;
}

int line_with(const char *path, const char *text)
{
    size_t size;
    char *source = read_file(path, &size), *found = strstr(source, text);
    if (found == NULL || strstr(found + 1, text) != NULL) {
        fprintf(stderr, "FAILED: %s has not one place, but %s, with this text: %s\n", path,
                found == NULL ? "none" : "several", text);
        exit(1);
    }
    int line = 1;
    for (const char *at = source; at < found + strlen(text); ++at)
        line += *at == '\n';
    free(source);
    return line;
}

int line_of(const char *source, const char *name, size_t length)
{
    char mark[80];
    snprintf(mark, sizeof mark, "// {%.*s}", (int)length, name);
    const char *found = strstr(source, mark);
    while (found != NULL && found[strlen(mark)] != '\n')
        found = strstr(found + 1, mark);
    if (found == NULL)
        return 0;
    int line = 1;
    for (const char *c = source; c < found; ++c)
        line += *c == '\n';
    return line;
}

void require_refusal(char *const argv[], const char *text)
{
    struct run run = run_program(argv, 60);
    require_status(&run, 2);
    const char *end = strchr(run.err, '\n'); // NOLINT(clang-analyzer-core.NonNullParamChecker): run_program() fills it
    if (run.out_size != 0 || end == NULL || end[1] != '\0' || strstr(run.err, text) == NULL)
        fail(&run, "it does not refuse its arguments in one line that says: %s", text);
    free_run(&run);
}

int usable_cores(void)
{
    cpu_set_t cores;
    int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
    return count < 24 ? count : 24;
}
