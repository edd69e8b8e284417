// SPDX-License-Identifier: MIT
// Finds Thrust and libcu++, from a toolkit or from Debian's packages.
#include "driver.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *thrust_in(const char *include)
{
    char *beside = text_of("%s/cccl", include);
    if (exists(text_of("%s/thrust/version.h", beside)))
        return beside;
    return exists(text_of("%s/thrust/version.h", include)) ? include : NULL;
}

const char *find_thrust(void)
{
    const char *found = NULL;
    struct strings folders = {0};
    for (int i = 0; i < 2; ++i) {
        const char *home = getenv(i == 0 ? "CUDA_HOME" : "CUDA_PATH");
        if (home && *home)
            addf(&folders, "%s/include", home);
    }
    add(&folders, "/usr/local/cuda/include");
    glob_t others;
    if (glob("/usr/local/cuda-*/include", 0, NULL, &others) == 0)
        for (size_t i = 0; i < others.gl_pathc; ++i)
            add(&folders, others.gl_pathv[i]);
    add(&folders, "/usr/include");
    for (size_t i = 0; i < folders.count && found == NULL; ++i)
        found = thrust_in(folders.item[i]);
    return found;
}

static bool header_of_programs(const char *name, bool folder)
{
    return !begins_with(name, "__") && !(folder && strcmp(name, "detail") == 0);
}

// If __CUDA_ARCH__ is defined, CCCL's headers use PTX; if __CUDACC_EXTENDED_LAMBDA__ is, they use nvcc's builtins for a
// lambda's side. So each header that a program may include gets a header of the same name in front, which hides both
// macros. Then the device's code is the same as the host's. After the outermost of them come the device's own
// algorithms, if it is one of Thrust's that needs them (include/thrust/system/cuda/detail/util.h). Where the compiler
// has a half float of its own, older releases of libcu++ put CUDA's in its place, so a third macro is hidden; the
// header that needs it comes first.
static const char front_begins[] = "#pragma GCC system_header\n"
                                   "#include <limits>\n"
                                   "#pragma push_macro(\"__FLT16_MANT_DIG__\")\n#undef __FLT16_MANT_DIG__\n"
                                   "#pragma push_macro(\"__CUDA_ARCH__\")\n#undef __CUDA_ARCH__\n"
                                   "#pragma push_macro(\"__CUDACC_EXTENDED_LAMBDA__\")\n"
                                   "#undef __CUDACC_EXTENDED_LAMBDA__\n";
static const char front_includes[] = "#ifdef CPU_DEVICE_WITHIN_CCCL\n"
                                     "#include_next <%s>\n"
                                     "#else\n"
                                     "#define CPU_DEVICE_WITHIN_CCCL\n"
                                     "#include_next <%s>\n"
                                     "#ifdef CPU_DEVICE_THRUST_ALGORITHMS\n"
                                     "#include CPU_DEVICE_THRUST_ALGORITHMS\n"
                                     "#endif\n"
                                     "#undef CPU_DEVICE_WITHIN_CCCL\n"
                                     "#endif\n";
static const char front_ends[] = "#pragma pop_macro(\"__FLT16_MANT_DIG__\")\n"
                                 "#pragma pop_macro(\"__CUDA_ARCH__\")\n"
                                 "#pragma pop_macro(\"__CUDACC_EXTENDED_LAMBDA__\")\n";

// Thrust's CUDA system: its policies, pointers and errors. Every other file beside these is an algorithm made of CUB's
// kernels.
static bool algorithm_of_cub(const char *name, bool folder)
{
    static const char *const others[] = {"binary_search.h",    "cross_system.h", "error.inl",
                                         "execution_policy.h", "logical.h",      "make_unsigned_special.h",
                                         "memory.inl",         "par.h",          "par_to_seq.h",
                                         "sequence.h",         "terminate.h",    "temporary_buffer.h"};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (strcmp(name, others[i]) == 0)
            return false;
    return folder || ends_with(name, ".h");
}

// An empty header in front of each algorithm.
static void hide_algorithms(const char *thrust, const char *folder)
{
    struct strings headers = {0};
    list_files(text_of("%s/thrust/system/cuda/detail", thrust), algorithm_of_cub, &headers);
    for (size_t i = 0; i < headers.count; ++i) {
        char *file = text_of("%s/%s", folder, headers.item[i] + strlen(thrust) + 1);
        struct text text = {0};
        appendf(&text, "#pragma once\n#pragma GCC system_header\n#include <thrust/system/cuda/detail/util.h>\n");
        make_folders(folder_of(file));
        must_write(file, &text);
    }
}

static void write_front(const char *thrust, const char *folder)
{
    hide_algorithms(thrust, folder);
    static const char *const parts[] = {"thrust", "cuda", "nv"};
    struct strings headers = {0};
    for (size_t i = 0; i < 3; ++i)
        list_files(text_of("%s/%s", thrust, parts[i]), header_of_programs, &headers);
    for (size_t i = 0; i < headers.count; ++i) {
        const char *name = headers.item[i] + strlen(thrust) + 1;
        char *file = text_of("%s/%s", folder, name);
        struct text text = {0};
        appendf(&text, "%s", front_begins);
        appendf(&text, front_includes, name, name);
        appendf(&text, "%s", front_ends);
        make_folders(folder_of(file));
        must_write(file, &text);
    }
}

static void hide_macros(struct cucc *cucc)
{
    uint64_t number = hash_text(hash_text(hash_text(HASH_BEGIN, cucc->thrust), front_begins), front_includes);
    char *front = text_of("%s/cccl_%016llx", cucc->build, (unsigned long long)number);
    cucc->front = front;
    if (is_folder(front))
        return;
    if (access(cucc->build, W_OK) != 0) // an installation of somebody else's
        cucc->front = front = text_of("%s/%s", cucc->temporary, file_part(front));
    char *fresh = temporary_folder(text_of("%s.XXXXXX", front));
    write_front(cucc->thrust, fresh);
    chmod(fresh, 0755);
    if (rename(fresh, front) == 0)
        keep_after_all(fresh);
    else if (!is_folder(front)) // unless another one was faster
        die("can't rename %s to %s: %s", fresh, front, strerror(errno));
}

// Before CUDA 13 a toolkit has Thrust beside its own cuda_runtime.h, which must not be found.
void use_thrust(struct cucc *cucc)
{
    static const char *const parts[] = {"thrust", "cub", "cuda", "nv"};
    if ((cucc->thrust = find_thrust()) == NULL)
        return;
    hide_macros(cucc);
    if (ends_with(cucc->thrust, "/cccl"))
        return;
    if (strcmp(cucc->thrust, "/usr/include") == 0) { // where the compiler looks anyway
        cucc->thrust = NULL;
        return;
    }
    char *alone = text_of("%s/thrust", cucc->temporary);
    mkdir(alone, 0777);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        char *part = text_of("%s/%s", cucc->thrust, parts[i]);
        if (exists(part) && symlink(whole_path(part), text_of("%s/%s", alone, parts[i])) != 0)
            die("can't write to %s: %s", alone, strerror(errno));
    }
    cucc->thrust = alone;
}
