// SPDX-License-Identifier: MIT
#include "annotate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// `alone`: neither other processes nor what GitHub gives. `reports`: a descriptor for the device, or -1.
struct outcome run(const struct settings *s, const struct strings *command, int seconds, int out, int err, bool alone,
                   int reports)
{
    struct timespec begin, end;
    int status = 0;
    struct strings all = {0};
    add(&all, "timeout");
    add(&all, "-k");
    add(&all, "5");
    add(&all, text_of("%d", seconds));
    for (size_t i = 0; alone && s->alone != NULL && s->alone[i] != NULL; ++i)
        add(&all, s->alone[i]);
    for (size_t i = 0; i < command->count; ++i)
        add(&all, command->item[i]);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        extern char **environ;
        const struct rlimit limit = {most_output, most_output};
        dup2(open("/dev/null", O_RDONLY), 0);
        dup2(out, 1);
        dup2(err, 2);
        for (char **one = environ; alone && *one != NULL;) {
            char *name = text_of("%.*s", (int)strcspn(*one, "="), *one);
            bool of_github = strncmp(name, "GITHUB_", 7) == 0 || strncmp(name, "ACTIONS_", 8) == 0;
            if (of_github)
                unsetenv(name);
            else
                ++one;
        }
        if (reports >= 0)
            fcntl(reports, F_SETFD, 0);
        if (alone && setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(2);
        execvp(all.item[0], all.item);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0)
        ;
    clock_gettime(CLOCK_MONOTONIC, &end);
    struct outcome outcome = {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), false};
    outcome.late = (outcome.status == 124 || outcome.status == 137) && end.tv_sec - begin.tv_sec >= seconds;
    return outcome;
}

// A new file that has no name.
int new_file(const struct settings *s)
{
    char *name = text_of("%s/XXXXXX", s->work);
    int file = mkostemp(name, O_CLOEXEC | O_APPEND);
    if (file < 0 || unlink(name) != 0)
        die("no temporary file: %s", strerror(errno));
    return file;
}

// Where the kernel lets it, programs run in a namespace of processes of their own. The shell is process 1 there, which
// signals spare.
void try_alone(struct settings *s)
{
    static const char *const words[] = {
        "unshare", "-U", "--map-current-user", "-p", "-f", "--kill-child", "--mount-proc",
        "sh",      "-c", "\"$@\"; exit $?",    "sh", NULL};
    struct strings command = {0};
    int file = new_file(s);
    add(&command, "true");
    s->alone = words;
    if (run(s, &command, 60, file, file, true, -1).status != 0)
        s->alone = NULL;
    close(file);
}
