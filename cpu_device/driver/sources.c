// SPDX-License-Identifier: MIT
// What the device is made from, and whether it has changed: first by a hash of the files' states, which is cheap; if
// that differs, by a hash of their contents.
#include "driver.h"

#include <stdlib.h>
#include <string.h>

// What plays no part in it is left out.
static bool is_source_of_device(const char *name, bool folder)
{
    static const char *const apart[] = {"package", "tests",   "bench",          "cmake", "notebook",
                                        "gdb",     "LICENSE", "CMakeLists.txt", "cucc",  "cucc-reports"};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; ++i)
        if (strcmp(name, apart[i]) == 0)
            return false;
    return folder || !ends_with(name, ".md");
}

struct strings sources_of(const char *here)
{
    struct strings paths = {0};
    list_files(here, is_source_of_device, &paths);
    return paths;
}

uint64_t stats_of(const struct strings *paths)
{
    uint64_t all = HASH_BEGIN;
    for (size_t i = 0; i < paths->count; ++i) {
        struct stat state;
        if (stat(paths->item[i], &state) != 0)
            memset(&state, 0, sizeof state);
        int64_t facts[] = {state.st_size, state.st_mtim.tv_sec, state.st_mtim.tv_nsec};
        all = hash(hash_text(all, paths->item[i]), facts, sizeof facts);
    }
    return all;
}

uint64_t contents_of(const char *path)
{
    static struct name_table known;
    size_t *number = find_name(&known, path, true);
    if (*number == 0) {
        struct text text = {0};
        *number = read_file(path, &text) ? (size_t)hash(HASH_BEGIN, text.begin, text.length) | 1 : 2;
        free(text.begin);
    }
    return *number;
}

uint64_t contents_of_all(uint64_t before, const struct strings *paths)
{
    for (size_t i = 0; i < paths->count; ++i) {
        uint64_t contents = contents_of(paths->item[i]);
        before = hash(hash_text(before, paths->item[i]), &contents, sizeof contents);
    }
    return before;
}

// What stands after the colon in a makefile's rule.
struct strings read_depfile(const char *path)
{
    struct strings files = {0};
    struct text text = {0}, word = {0};
    const char *c = read_file(path, &text) ? strstr(text.begin, ": ") : NULL;
    for (c = c ? c + 1 : ""; *c != '\0'; ++c) {
        bool blank = strchr(" \n", *c) != NULL || (c[0] == '\\' && c[1] == '\n');
        if ((c[0] == '\\' && strchr(" #\\", c[1])) || (c[0] == '$' && c[1] == '$'))
            ++c;
        if (!blank)
            append(&word, c, 1);
        if ((blank || c[1] == '\0') && word.length > 0) {
            add(&files, word.begin);
            word = (struct text){0};
        }
        if (*c == '\n' && c[-1] != '\\')
            break;
    }
    return files;
}

uint64_t command_hash(const struct strings *command)
{
    uint64_t all = HASH_BEGIN;
    for (size_t i = 0; i < command->count; ++i)
        all = hash_text(all, command->item[i]);
    return all;
}

struct task *add_task(struct task_list *tasks, const char *name)
{
    if (tasks->count == sizeof tasks->task / sizeof *tasks->task)
        die("there are too many jobs");
    struct task *task = tasks->task[tasks->count++] = grow(NULL, sizeof *task);
    *task = (struct task){.name = name, .streams.logged = true};
    return task;
}
