// SPDX-License-Identifier: MIT
// What programs are compiled with, made anew only if a part of it changes: the rewriter; the check of execution spaces,
// a g++ plugin; headers of the toolkit that are not files in include/; the device's own header, precompiled for each
// pass without options, which saves most of a small program's compile time; and the folder that looks like a toolkit.
#include "driver.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

// The headers that include/other_headers.txt lists.
static void make_other_headers(const struct cucc *cucc, const char *folder)
{
    struct text list = {0};
    if (!read_file(text_of("%s/include/other_headers.txt", cucc->here), &list))
        die("can't read %s/include/other_headers.txt", cucc->here);
    for (char *line = strtok(list.begin, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        struct text text = {0};
        char *equals = strstr(line, " = "), *colon = strstr(line, ": ");
        if (*line == '#' || (equals == NULL && colon == NULL))
            continue;
        appendf(&text, "// Made by cucc, of include/other_headers.txt.\n#pragma once\n#pragma GCC system_header\n");
        if (equals != NULL)
            appendf(&text, "#include <%s>\n", equals + 3);
        else
            appendf(&text, "#error the CPU device has no %s\n", colon + 2);
        char *file = text_of("%s/%.*s", folder, (int)((equals ? equals : colon) - line), line);
        make_folders(folder_of(file));
        if (!write_if_changed(file, text.begin, text.length))
            die("can't write %s: %s", file, strerror(errno));
    }
}

// The plugin's headers must be there for this g++.
static char *plugin_headers(const struct cucc *cucc)
{
    struct strings command = {0};
    struct text folder = {0};
    add_all(&command, &cucc->compiler.command);
    add(&command, "-print-file-name=plugin");
    output_of(&command, &folder);
    char *headers = text_of("%s/include", folder.begin);
    return exists(text_of("%s/gcc-plugin.h", headers)) ? headers : NULL;
}

static bool is_c_source(const char *name, bool folder)
{
    return !folder && ends_with(name, ".c");
}

static bool is_cpp_source(const char *name, bool folder)
{
    return !folder && ends_with(name, ".cpp");
}

static struct task *plan_rewriter(const struct cucc *cucc, const char *fresh, struct task_list *tasks)
{
    struct task *task = add_task(tasks, "rewrite");
    add_all(&task->command, &cucc->compiler.command);
    add_words(&task->command, "-O2 -Wall -Wextra -std=c11");
    struct strings files = {0};
    list_files(text_of("%s/rewrite", cucc->here), is_c_source, &files);
    for (size_t i = 0; i < files.count; ++i) {
        add_words(&task->command, "-x c"); // which holds for one file, since g++ takes .c for C++
        add(&task->command, files.item[i]);
    }
    add(&task->command, "-o");
    addf(&task->command, "%s/rewrite", fresh);
    return task;
}

static struct task *plan_plugin(const struct cucc *cucc, const char *fresh, struct task_list *tasks)
{
    char *headers = plugin_headers(cucc);
    if (headers == NULL)
        return NULL;
    // One source that includes all: g++'s headers take longer to compile than all the files.
    char *source = text_of("%s/spaces.cpp", fresh);
    struct strings files = {0};
    struct text together = {0};
    list_files(text_of("%s/plugin", cucc->here), is_cpp_source, &files);
    for (size_t i = 0; i < files.count; ++i)
        appendf(&together, "#include \"%s\"\n", files.item[i]);
    must_write(source, &together);
    struct task *task = add_task(tasks, "spaces");
    add_all(&task->command, &cucc->compiler.command);
    add_words(&task->command, "-std=c++17 -O1 -fPIC -shared -fno-rtti -fno-exceptions -w");
    addf(&task->command, "-I%s", headers);
    add(&task->command, source);
    add(&task->command, "-o");
    addf(&task->command, "%s/spaces.so", fresh);
    return task;
}

static const struct options no_options = {.arch = 900};

static struct task *plan_header(const struct cucc *cucc, const char *pass, struct task *rewriter,
                                struct task_list *tasks)
{
    bool device = strcmp(pass, "device") == 0;
    struct task *preprocessed = add_task(tasks, pass), *rewritten = add_task(tasks, pass);
    add_preprocess(&preprocessed->command, cucc, &no_options);
    if (device)
        addf(&preprocessed->command, "-D__CUDA_ARCH__=%d", no_options.arch);
    add_words(&preprocessed->command, "/dev/null -o");
    addf(&preprocessed->command, "%s/%s.ii", cucc->build, pass);
    add_rewrite(&rewritten->command, cucc, &no_options, NULL);
    addf(&rewritten->command, "--%s", pass);
    rewritten->needs[0] = rewriter;
    rewritten->needs[1] = preprocessed;
    rewritten->streams.in = text_of("%s/%s.ii", cucc->build, pass);
    rewritten->streams.out = text_of("%s/%s.h", cucc->build, pass);
    return rewritten;
}

static void plan_precompiled(const struct cucc *cucc, const char *name, const char *pass, struct task *header,
                             struct task *plugin, struct task_list *tasks)
{
    struct task *task = add_task(tasks, name);
    add_second_pass(&task->command, cucc, &no_options, pass, NULL);
    if (strcmp(name, "module") == 0)
        add_words(&task->command, shared_flags);
    // An `optimize` attribute keeps the flags of the header in which it stands.
    add_words(&task->command, no_variables);
    add_words(&task->command, "-w -x c++-header");
    addf(&task->command, "%s/%s.h", cucc->build, name);
    add(&task->command, "-o");
    addf(&task->command, "%s/%s.gch", cucc->build, name);
    task->needs[0] = header;
    task->needs[1] = plugin;
}

// A module's header is the device's, as text.
static void copy_header(struct task *task)
{
    const char *files[] = {task->streams.in, task->streams.out};
    for (int i = 0; i < 2; ++i) {
        struct text text = {0};
        char *module = text_of("%s/module%s", folder_of(files[i]), strrchr(files[i], '.'));
        if (!read_file(files[i], &text) || !write_file(module, text.begin, text.length))
            die("can't write %s: %s", module, strerror(errno));
    }
}

// All is made in `fresh`, where it has the form of the build folder.
void plan_programs_inputs(const struct cucc *real, const char *fresh, struct task_list *tasks)
{
    struct cucc cucc = *real;
    cucc.build = fresh;
    cucc.front = cucc.thrust = NULL;
    make_other_headers(&cucc, text_of("%s/include", fresh));
    struct task *rewriter = plan_rewriter(&cucc, fresh, tasks), *plugin = plan_plugin(&cucc, fresh, tasks);
    cucc.spaces = plugin != NULL;
    struct task *device = plan_header(&cucc, "device", rewriter, tasks);
    struct task *host = plan_header(&cucc, "host", rewriter, tasks);
    device->finished = copy_header;
    plan_precompiled(&cucc, "host", "host", host, plugin, tasks);
    plan_precompiled(&cucc, "device", "device", device, plugin, tasks);
    plan_precompiled(&cucc, "module", "device", device, plugin, tasks);
    if (plugin == NULL)
        fprintf(stderr,
                "cucc: which functions the host and the device may call goes unchecked: there is no package "
                "gcc-%d-plugin-dev\n",
                cucc.compiler.major);
}

// --- what they were made of ---

// A hash of all of it, the commands among that.
static char *inputs_text(const struct cucc *real)
{
    struct cucc cucc = *real;
    struct task_list commands = {.count = 0};
    struct strings files = {0};
    cucc.front = cucc.thrust = NULL;
    cucc.spaces = true;
    plan_rewriter(&cucc, cucc.build, &commands);
    struct task *host = plan_header(&cucc, "host", NULL, &commands);
    struct task *device = plan_header(&cucc, "device", NULL, &commands);
    plan_precompiled(&cucc, "host", "host", host, NULL, &commands);
    plan_precompiled(&cucc, "module", "device", device, NULL, &commands);
    uint64_t all = hash_text(HASH_BEGIN, cucc.compiler.version);
    for (size_t i = 0; i < commands.count; ++i) {
        uint64_t command = command_hash(&commands.task[i]->command);
        all = hash(all, &command, sizeof command);
    }
    list_files(text_of("%s/include", cucc.here), NULL, &files);
    list_files(text_of("%s/rewrite", cucc.here), NULL, &files);
    list_files(text_of("%s/plugin", cucc.here), NULL, &files);
    all = contents_of_all(all, &files);
    all = hash_text(all, exists(text_of("%s/spaces.so", cucc.build)) ? "checked" : "unchecked");
    return text_of("%016llx\n", (unsigned long long)all);
}

static char *inputs_file(const struct cucc *cucc)
{
    return text_of("%s/compiles_with", cucc->build);
}

bool programs_inputs_are_stale(const struct cucc *cucc)
{
    static const char *const parts[] = {"rewrite",   "host.ii",    "host.gch",         "device.ii", "device.gch",
                                        "module.ii", "module.gch", "toolkit/bin/nvcc", "include"};
    struct text text = {0};
    char *made_of = inputs_text(cucc);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (!exists(text_of("%s/%s", cucc->build, parts[i])))
            return true;
    if (!exists(text_of("%s/spaces.so", cucc->build)) && plugin_headers(cucc) != NULL)
        return true;
    return !read_file(inputs_file(cucc), &text) || strcmp(text.begin, made_of) != 0;
}

// Puts it in place. Programs that are compiled with it depend on the file compiles_with, which stays as it is where
// nothing has changed.
void place_programs_inputs(const struct cucc *cucc, const char *fresh)
{
    static const char *const parts[] = {"rewrite",  "spaces.so",  "host.ii",   "host.h",   "host.gch",  "device.ii",
                                        "device.h", "device.gch", "module.ii", "module.h", "module.gch"};
    char *toolkit = text_of("%s/toolkit", cucc->build), *old = text_of("%s/old_toolkit", fresh);
    make_other_headers(cucc, text_of("%s/include", cucc->build));
    make_toolkit(cucc, text_of("%s/toolkit", fresh));
    unlink(text_of("%s/spaces.so", cucc->build));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        char *from = text_of("%s/%s", fresh, parts[i]);
        if (exists(from))
            must_rename(from, text_of("%s/%s", cucc->build, parts[i]));
    }
    if (exists(toolkit))
        must_rename(toolkit, old);
    must_rename(text_of("%s/toolkit", fresh), toolkit);
    char *made_of = inputs_text(cucc);
    if (!write_if_changed(inputs_file(cucc), made_of, strlen(made_of)))
        die("can't write to %s: %s", cucc->build, strerror(errno));
}
