// SPDX-License-Identifier: MIT
// A repository that has its own build and tests: by two commands of a shell, with cucc in nvcc's place.
#include "annotate.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What `cucc --toolkit` prints becomes the toolkit of all that follows.
static void use_toolkit(const struct settings *s)
{
    struct strings command = {0};
    int out = new_file(s);
    add(&command, s->cucc);
    add(&command, "--toolkit");
    if (run(s, &command, build_seconds, out, 1, false, -1).status != 0)
        die("cucc has no toolkit");
    char *toolkit = without_end(read_end(out, 4096));
    const char *path = getenv("PATH");
    setenv("PATH", text_of("%s/bin:%s", toolkit, path != NULL ? path : "/usr/bin:/bin"), 1);
    setenv("CUDACXX", text_of("%s/bin/nvcc", toolkit), 1);
    setenv("CUDA_PATH", toolkit, 1);
    setenv("CUDA_HOME", toolkit, 1);
    close(out);
}

static struct strings shell(const char *text)
{
    struct strings command = {0};
    add(&command, "sh");
    add(&command, "-ec");
    add(&command, text);
    return command;
}

// The reports of all programs that a run of the tests has started: true if one is an error.
static bool read_folder(struct judging *j, const char *folder)
{
    bool error = false;
    DIR *open_folder = opendir(folder);
    if (open_folder == NULL)
        die("no reports in %s: %s", folder, strerror(errno));
    for (struct dirent *entry; (entry = readdir(open_folder)) != NULL;) {
        char *name = text_of("%s/%s", folder, entry->d_name);
        int file = *entry->d_name != '.' ? open(name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
        if (file < 0)
            continue;
        error |= read_reports(j, file);
        close(file);
        unlink(name);
    }
    closedir(open_folder);
    return error;
}

bool build_project(struct judging *j)
{
    const struct settings *s = j->settings;
    use_toolkit(s);
    if (*s->build == '\0')
        return true;
    struct strings command = shell(s->build);
    int log = new_file(s);
    struct outcome outcome = run(s, &command, build_seconds, log, log, false, -1);
    char *text = read_end(log, 1 << 20);
    show(text);
    read_messages(j, strdup(text));
    if (outcome.late)
        find(j, true, j->file, 0, "does not build", text_of("It takes longer than %d seconds.", build_seconds));
    else if (outcome.status != 0 && !any_error(j))
        find(j, true, j->file, 0, "does not build", without_end(last_lines(text, 20)));
    close(log);
    return outcome.status == 0;
}

void test_project(struct judging *j)
{
    const struct settings *s = j->settings;
    char *folder = text_of("%s/reports", s->work);
    struct strings command = shell(s->test);
    if (mkdir(folder, 0700) != 0)
        die("no folder for reports: %s", strerror(errno));
    setenv("CPU_DEVICE_REPORT", text_of("%s/%%p.json", folder), 1);
    for (int seed = 0, goes_on = true; goes_on && seed < s->seeds; ++seed) {
        int log = new_file(s);
        setenv("CPU_DEVICE_SEED", text_of("%d", seed), 1);
        struct outcome outcome = run(s, &command, s->seconds, log, log, true, -1);
        char *text = read_end(log, most_shown);
        printf("CPU_DEVICE_SEED=%d: exit status %d\n", seed, outcome.status);
        show(text);
        bool reported = read_folder(j, folder);
        goes_on = judge_outcome(j, outcome, seed, reported, text);
        close(log);
        free(text);
    }
    unsetenv("CPU_DEVICE_REPORT");
}
