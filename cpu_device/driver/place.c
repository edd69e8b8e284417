// SPDX-License-Identifier: MIT
// Where the built device is, and whether it fits these sources and this compiler. The file `complete` in its folder
// says so: it is removed before a build puts anything in place, and written when everything is there.
#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *set_in_environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

// Sets the folder, without links; whether it can be written.
static bool try_folder(struct cucc *cucc, const char *folder)
{
    make_folders(folder);
    cucc->build = whole_path(folder);
    return access(cucc->build, W_OK) == 0;
}

void find_build_folder(struct cucc *cucc, const struct options *options)
{
    const char *named = set_in_environment("CUCC_BUILD"), *cache = set_in_environment("XDG_CACHE_HOME");
    const char *home = set_in_environment("HOME");
    bool writable = try_folder(cucc, named ? named : text_of("%s/../build/cucc", cucc->here));
    cucc->compiler = find_compiler(options->ccbin, cucc->build);
    if (writable || is_up_to_date(cucc))
        return;
    if (named)
        die("CUCC_BUILD, %s, cannot be written", cucc->build);
    if (!cache && !home)
        die("no folder for the built device: %s cannot be written, and HOME is not set; name one in CUCC_BUILD",
            cucc->build);
    const char *unwritable = cucc->build;
    if (!try_folder(cucc, cache ? text_of("%s/cucc", cache) : text_of("%s/.cache/cucc", home)))
        die("no folder for the built device: neither %s nor %s can be written; name one in CUCC_BUILD", unwritable,
            cucc->build);
}

// The first lines of the file: what the device was built from, and for what. Its last line has the states of the
// files, which a copy of the folder may change.
static char *identity(const struct cucc *cucc)
{
    return text_of("by %s\ncompiler %s\nin %s\n", cucc->here, cucc->compiler.version, cucc->build);
}

static char *contents_line(const struct strings *sources)
{
    return text_of("contents %016llx\n", (unsigned long long)contents_of_all(HASH_BEGIN, sources));
}

static char *stats_line(const struct strings *sources)
{
    return text_of("states %016llx\n", (unsigned long long)stats_of(sources));
}

char *complete_text(const struct cucc *cucc)
{
    struct strings sources = sources_of(cucc->here);
    char *states = stats_line(&sources); // first: what is changed meanwhile has another state
    return text_of("%s%s%s", identity(cucc), contents_line(&sources), states);
}

static char *complete_file(const struct cucc *cucc)
{
    return text_of("%s/complete", cucc->build);
}

void write_complete(const struct cucc *cucc, const char *text)
{
    if (text == NULL)
        unlink(complete_file(cucc));
    else if (!write_if_changed(complete_file(cucc), text, strlen(text)))
        die("can't write to %s", cucc->build);
}

bool has_library(const struct cucc *cucc, enum library library)
{
    return exists(text_of("%s/lib%s.a", cucc->build, library_names[library]));
}

bool is_up_to_date(const struct cucc *cucc)
{
    for (int i = 0; i < LIBRARY_COUNT; ++i)
        if (cucc->wanted.has[i] && !has_library(cucc, (enum library)i))
            return false;
    return is_complete(cucc);
}

bool is_complete(const struct cucc *cucc)
{
    static const char *const parts[] = {"rewrite",    "libcpu_device.a", "libcudart.so",     "exported",     "host.gch",
                                        "device.gch", "module.gch",      "toolkit/bin/nvcc", "compiles_with"};
    struct text text = {0};
    char *begin = identity(cucc);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (!exists(text_of("%s/%s", cucc->build, parts[i])))
            return false;
    if (!read_file(complete_file(cucc), &text) || !begins_with(text.begin, begin))
        return false;
    struct strings sources = sources_of(cucc->here);
    char *states = stats_line(&sources);
    if (ends_with(text.begin, states))
        return true;
    char *contents = contents_line(&sources);
    if (!begins_with(text.begin + strlen(begin), contents))
        return false;
    if (access(cucc->build, W_OK) == 0)
        write_complete(cucc, text_of("%s%s%s", begin, contents, states));
    return true;
}

const char *reason_to_build(const struct cucc *cucc)
{
    struct text text = {0};
    if (!exists(text_of("%s/libcpu_device.a", cucc->build)))
        return tr("once for all programs");
    if (!read_file(complete_file(cucc), &text) || begins_with(text.begin, identity(cucc)))
        return tr("since its sources have changed");
    if (strstr(text.begin, text_of("\ncompiler %s\n", cucc->compiler.version)))
        return tr("since it was moved");
    return text_of(tr("for another compiler, GCC %s"), cucc->compiler.version);
}
