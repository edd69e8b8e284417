// SPDX-License-Identifier: MIT
// timed.c: runs a command and measures what waiting for it is like.
//
//     timed FILE COMMAND [ARGUMENT...]
//
// The command's output goes on to this program's. FILE gets one line: its exit status; the seconds to its first line on
// stdout; the longest time without a line on stdout or stderr; the seconds in all. It reads nothing from stdin. Exit
// status: the command's, 128 and the signal's number where one ended it, 127 if it cannot be started; 2 for bad usage.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static pid_t start(char **command, const int out[2], const int err[2])
{
    pid_t child = fork();
    if (child != 0)
        return child;
    int in = open("/dev/null", O_RDONLY);
    dup2(in, 0);
    dup2(out[1], 1);
    dup2(err[1], 2);
    for (int i = 0; i < 2; ++i) {
        close(out[i]);
        close(err[i]);
    }
    execvp(command[0], command);
    fprintf(stderr, "timed: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

// Passes on what there is. Returns whether the pipe is still open; *line tells whether a line has come.
static bool pass_on(int from, int to, bool *line)
{
    char bytes[65536];
    ssize_t count = read(from, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR)
        return true;
    if (count <= 0)
        return false;
    *line = memchr(bytes, '\n', (size_t)count) != NULL || memchr(bytes, '\r', (size_t)count) != NULL;
    for (ssize_t written = 0, step; written < count; written += step)
        if ((step = write(to, bytes + written, (size_t)(count - written))) <= 0)
            break;
    return true;
}

int main(int count, char **argument)
{
    int out[2], err[2], status;
    if (count < 3) {
        fputs("usage: timed FILE COMMAND [ARGUMENT...]\n", stderr);
        return 2;
    }
    FILE *file = fopen(argument[1], "w");
    if (file == NULL || pipe(out) != 0 || pipe(err) != 0) {
        fprintf(stderr, "timed: %s: %s\n", argument[1], strerror(errno));
        return 2;
    }
    const double begin = now();
    double first = -1, last = begin, longest = 0;
    pid_t child = start(argument + 2, out, err);
    close(out[1]);
    close(err[1]);
    struct pollfd from[2] = {{out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
    while (from[0].fd >= 0 || from[1].fd >= 0) {
        if (poll(from, 2, -1) < 0)
            continue;
        for (int i = 0; i < 2; ++i) {
            bool line = false;
            if (from[i].revents != 0 && !pass_on(from[i].fd, 1 + i, &line))
                from[i].fd = -1;
            if (!line)
                continue;
            const double time = now();
            longest = time - last > longest ? time - last : longest;
            last = time;
            if (i == 0 && first < 0)
                first = time - begin;
        }
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    const double end = now();
    longest = end - last > longest ? end - last : longest;
    status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    fprintf(file, "%d %.1f %.1f %.1f\n", status, first < 0 ? end - begin : first, longest, end - begin);
    return fclose(file) == 0 ? status : 2;
}
