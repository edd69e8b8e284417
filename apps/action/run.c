// SPDX-License-Identifier: MIT
#include "annotate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What GitHub gives in the environment is taken away.
static void take_away(struct strings *environment)
{
    extern char **environ;
    for (char **one = environ; *one != NULL; ++one)
        if (begins_with(*one, "GITHUB_") || begins_with(*one, "ACTIONS_"))
            add(environment, slice(*one, strcspn(*one, "=")));
}

struct outcome run(const struct settings *s, const struct strings *command, int seconds, int out, int err, bool alone,
                   int reports)
{
    struct run_settings settings = {.out = out, .err = err, .kept = {reports}, .seconds = seconds};
    struct strings all = {0};
    if (alone) {
        take_away(&settings.environment);
        settings.most_output = most_output;
    }
    for (size_t i = 0; alone && s->alone != NULL && s->alone[i] != NULL; ++i)
        add(&all, s->alone[i]);
    add_all(&all, command);
    return run_within(&all, &settings);
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
