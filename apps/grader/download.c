// SPDX-License-Identifier: MIT
// The .zip that a course system gives to download: its files, in a folder of the results.
#include "judging.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void unpack(const char *zip, const char *folder)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        setenv("LC_ALL", "C.UTF-8", 1); // names of files, as they are
        execlp("unzip", "unzip", "-qq", "-o", zip, "-d", folder, (char *)NULL);
        _exit(errno == ENOENT ? 127 : 126);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        die(_("no process can be started"));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        die(_("unzip is missing: apt-get install unzip"));
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) // 1: with a warning
        die(_("%s cannot be unpacked"), zip);
}

// Anew each time: the files keep the time at which they were handed in, by which a grading knows what it has judged.
const char *unpacked(const char *zip, const char *results)
{
    const char *folder = text_of("%s/submissions", results);
    remove_tree(folder);
    unpack(zip, folder);
    return folder;
}
