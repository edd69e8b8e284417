// SPDX-License-Identifier: MIT
// From objects to a program, a shared library, an archive.
#include "driver.h"

#include <string.h>
#include <unistd.h>

// The libraries of the device's that a program is linked with, in front of the device itself.
static void add_libraries(struct strings *command, const struct options *options)
{
    for (int i = 0; i < LIBRARY_COUNT; ++i)
        if (options->libraries.has[i])
            addf(command, "-l:lib%s.a", library_names[i]);
}

static int link_program(const struct cucc *cucc, const struct options *options, const struct strings *parts,
                        const char *blas, const char *made)
{
    struct strings command = {0};
    bool shared = options->make == MAKE_SHARED;
    add_all(&command, &cucc->compiler.command);
    add_words(&command, language_flags);
    if (shared) {
        add_words(&command, "-shared -Wl,-z,nodelete");
        add_all(&command, parts);
    } else {
        if (options->cudart == CUDART_STATIC) { // what modules find in the program
            add(&command, "-Xlinker");
            addf(&command, "--dynamic-list=%s/exported", cucc->build);
        }
        add(&command, "-Wl,--start-group");
        add_all(&command, parts);
        add(&command, "-Wl,--end-group");
    }
    addf(&command, "-L%s/toolkit/lib64", cucc->build);
    addf(&command, "-L%s", cucc->build);
    add(&command, "-o");
    add(&command, made);
    add_libraries(&command, options);
    if (options->cudart !=
        CUDART_NONE) // of the device there is one in a process, so shared libraries have none in them
        addf(&command, "%s/%s", cucc->build,
             shared || options->cudart == CUDART_SHARED ? "libcudart.so" : "libcpu_device.a");
    if (blas != NULL)
        add(&command, blas);
    return run(&command);
}

static int make_archive(const struct strings *parts, const char *made)
{
    struct strings command = {0};
    add_words(&command, "ar rcs");
    add(&command, made);
    for (size_t i = 0; i < parts->count; ++i)
        if (*parts->item[i] != '-')
            add(&command, parts->item[i]);
    return run(&command);
}

// The host's linker links the device's code too, so the object file that nvcc makes for device linking is empty here.
static int make_empty_object(const struct cucc *cucc, const char *made)
{
    static const char nothing[] = ".section .note.GNU-stack,\"\",@progbits\n";
    char *source = text_of("%s/nothing.s", cucc->temporary);
    struct strings command = {0};
    if (!write_file(source, nothing, strlen(nothing)))
        return 1;
    add_all(&command, &cucc->compiler.command);
    add(&command, "-c");
    add(&command, source);
    add(&command, "-o");
    add(&command, made);
    return run(&command);
}

int link_all(const struct cucc *cucc, const struct options *options, const struct strings *parts, const char *blas,
             const char *made)
{
    int status;
    switch (options->make) {
    case MAKE_ARCHIVE: status = make_archive(parts, made); break;
    case MAKE_DEVICE_LINK: status = make_empty_object(cucc, made); break;
    default: status = link_program(cucc, options, parts, blas, made);
    }
    if (status != 0)
        say_full_disk(cucc);
    return status;
}
