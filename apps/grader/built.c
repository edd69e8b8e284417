// SPDX-License-Identifier: MIT
// What is built once: the device, and the plugin with the rules.
#include "judging.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool is_older(const struct stat *state, const char *pattern)
{
    glob_t found;
    bool older = false;
    if (glob(pattern, 0, NULL, &found) != 0)
        return false;
    for (size_t i = 0; i < found.gl_pathc; ++i) {
        struct stat other;
        older |= stat(found.gl_pathv[i], &other) == 0 &&
                 (other.st_mtim.tv_sec > state->st_mtim.tv_sec ||
                  (other.st_mtim.tv_sec == state->st_mtim.tv_sec && other.st_mtim.tv_nsec >= state->st_mtim.tv_nsec));
    }
    globfree(&found);
    return older;
}

// The plugin with the rules, made once; not where g++'s headers for plugins are missing.
static void make_plugin(struct rules *rules)
{
    const char *sources = text_of("%s/rules*", rules->grader), *made = text_of("%s/judges/rules.so", rules->build);
    struct stat state;
    if (access(text_of("%s/spaces.so", rules->build), R_OK) != 0 ||
        (stat(made, &state) == 0 && !is_older(&state, sources)))
        return;
    mkdir(text_of("%s/judges", rules->build), 0755);
    const char *shell =
        "headers=$(${CXX:-g++} -print-file-name=plugin)/include && ${CXX:-g++} -std=c++17 -O1 -fPIC -shared "
        "-fno-rtti -fno-exceptions -w -I\"$headers\" \"$1\"/rules*.cpp -o \"$2.$$\" && mv \"$2.$$\" \"$2\"";
    struct command command = {
        {"sh", "-c", shell, "sh", rules->grader, made}, "/", "/dev/null", NULL, false, false, 120, -1, -1};
    if (run_confined(rules, &command).status != 0 && access(made, R_OK) != 0)
        die("the rules for submissions, %s, do not compile", sources);
}

void find_build(struct rules *rules)
{
    const char *folder = getenv("TMPDIR");
    char *file = text_of("%s/judge.XXXXXX", folder && *folder ? folder : "/tmp");
    int created = mkstemp(file);
    if (created < 0)
        die("no temporary file: %s", strerror(errno));
    close(created);
    now_doing(_("building the CPU device"));
    struct command command = {{rules->cucc, "--folder"}, "/", file, NULL, false, false, 900, -1, -1};
    int status = run_confined(rules, &command).status;
    struct text text = read_up_to(file, 5000);
    end_heartbeat();
    unlink(file);
    text.begin[strcspn(text.begin, "\n")] = '\0';
    if (status != 0 || *text.begin != '/')
        die("the CPU device cannot be built: %s --build", rules->cucc);
    rules->build = text.begin;
    make_plugin(rules);
}
