// SPDX-License-Identifier: MIT
// Options of the user that g++ gets: which pass has which of them, and which it cannot have.
#include "driver.h"

#include <fnmatch.h>
#include <string.h>
#include <unistd.h>

// The device observes loads and stores, on the host too, by what g++ makes of -fsanitize=thread, and indices by
// -fsanitize=bounds.
void refuse_sanitizers(const struct source *source)
{
    for (size_t i = 0; i < source->options.count; ++i) {
        const char *option = source->options.item[i];
        if (begins_with(option, "-fsanitize=") && (strstr(option, "address") || strstr(option, "thread")))
            die("%s: g++ cannot combine %s with the device's checks: leave it out for .cu files", source->file, option);
        if (begins_with(option, "-fno-sanitize=") &&
            (strstr(option, "thread") || strstr(option, "bounds") || strstr(option, "all")))
            die("%s: without it the device checks nothing: leave out %s (CPU_DEVICE_CHECKS=off runs a program "
                "unchecked)",
                source->file, option);
    }
}

static bool is_for_coverage(const char *option)
{
    static const char *const names[] = {"--coverage", "-coverage", "-fprofile-*", "-ftest-coverage"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (fnmatch(names[i], option, 0) == 0)
            return true;
    return false;
}

// Where g++ would write x.gcno and have the program write x.gcda: beside the object, which is a temporary file here.
static void add_coverage(struct strings *command, const struct options *options, const struct source *source)
{
    const char *folder = strchr(source->target, '/') ? folder_of(source->target) : get_current_dir_name();
    const char *name = file_part(source->target);
    if (options->compile_only)
        name = slice(name, ends_with(name, ".o") ? strlen(name) - 2 : strlen(name));
    else
        name = text_of("%s-%s", name, stem_of(source->file));
    add(command, "-dumpdir");
    addf(command, "%s/", folder);
    add(command, "-dumpbase");
    add(command, name);
}

// As with nvcc, -O0 is for the host's code, and -G for kernels. Coverage is the host's, as with nvcc. What
// -fsanitize=leak asks for is done by the linker.
void add_own_options(struct strings *command, const struct options *options, const struct source *source, bool host)
{
    bool coverage = false;
    for (size_t i = 0; i < source->options.count; ++i) {
        const char *option = source->options.item[i];
        bool slow = strcmp(option, "-O") == 0 || fnmatch("-O[01g]", option, 0) == 0;
        if (begins_with(option, "-M") || strcmp(option, "-fsanitize=leak") == 0 ||
            (!host && (slow || is_for_coverage(option))))
            continue;
        coverage |= is_for_coverage(option);
        add(command, option);
    }
    if (coverage)
        add_coverage(command, options, source);
}
