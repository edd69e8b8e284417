// SPDX-License-Identifier: MIT
// From a source to an object file. Host and device are compiled separately, as by nvcc: the device's code with
// __CUDA_ARCH__, the host's without. Each pass is preprocessed, rewritten into C++, and compiled; then merge.c makes
// one object file of the two.
#include "driver.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

// Flags of every file. Kernels may read memory through pointers of other types, as with nvcc; a product and a sum are
// two operations on every processor, unless the plugin fuses them in a kernel; a frame larger than the guard below a
// stack must still touch the guard; debug information leads to source lines.
#define BASE_FLAGS "-O2 -g -pthread -fno-strict-aliasing -ffp-contract=off -fstack-clash-protection -U_FORTIFY_SOURCE"
const char base_flags[] = BASE_FLAGS, language_flags[] = "-std=c++17 " BASE_FLAGS;

// Code that may run on the stack of a kernel's thread: no lazy binding by the dynamic linker, which may need more stack
// than is left.
static const char bound_early[] = "-fno-plt";

// A module is a shared object, which the program loads.
const char shared_flags[] = "-fPIC -fvisibility=hidden";

// Both passes. A message names the line of a return address, so there are no tail calls, and code that is written twice
// stays twice. A loop that never ends is a wait, as with nvcc, and not left out. Empty ranges of inlined functions
// confuse libbacktrace (-gno-statement-frontiers). `#pragma unroll` is nvcc's.
static const char pass_flags[] = "-fno-gnu-unique -fsanitize=thread --param=tsan-distinguish-volatile=1 "
                                 "-fno-optimize-sibling-calls -fno-ipa-icf -fno-tree-tail-merge -fno-crossjumping "
                                 "-fno-finite-loops -gno-statement-frontiers "
                                 "-Wno-tsan -Wno-unknown-pragmas -Wuninitialized"; // the last as nvcc's warning 549

// Where optimized code has the values of its local variables takes long to find out, and only a debugger asks.
const char no_variables[] = "-fno-var-tracking -fno-var-tracking-assignments";

// Kernels: calls before every load and store, and before indices of arrays of known size (src/run/hooks.cpp). The
// compiled loads and stores must be those of the source: no load before the condition that guards it, or for two
// branches at once; a float4 is loaded in one piece, and four floats are not; no store is left out as dead; a memcpy()
// of constant size, too, is a call. A loop's condition stays one, for a load that polls is known by its place.
static const char kernel_flags[] =
    "-fsanitize=bounds -fno-tree-loop-im -fno-hoist-adjacent-loads -fno-tree-pre -fno-code-hoisting -fno-tree-cselim "
    "-fno-tree-sra -fno-tree-vectorize -fno-tree-dse -fno-ipa-reference-addressable -fno-builtin-memcpy "
    "-fno-builtin-memmove -fno-builtin-memset -fno-tree-ch";

// Host code gets its calls by the plugin (plugin/host_accesses.cpp), where there is one, and g++ may optimize it
// freely.
static void add_pass_flags(struct strings *command, const struct compiler *compiler, bool free_host)
{
    add_words(command, pass_flags);
    if (!free_host)
        add_words(command, kernel_flags);
    if (compiler->major >=
        12) // calls at the entry and exit of each function would do nothing; earlier versions make them
        add(command, "--param=tsan-instrument-func-entry-exit=0");
}

// Otherwise each variable has its value where the source gives it one.
static bool optimizes_kernels(const struct options *options)
{
    return !options->debug && !options->traced;
}

// CCCL_DISABLE_NVFP8_SUPPORT: newer releases of libcu++ ask of cuda_fp8.h, where they find it, what it has not got.
void add_preprocess(struct strings *command, const struct cucc *cucc, const struct options *options)
{
    add_all(command, &cucc->compiler.command);
    add_words(command, "-E -x c++");
    add_words(command, language_flags);
    add_words(command, "-D__CUDACC__ -D__NVCC__ -D__CUDACC_VER_MAJOR__=" RELEASE_MAJOR
                       " -D__CUDACC_VER_MINOR__=" RELEASE_MINOR " -D__CUDACC_VER_BUILD__=0"
                       " -D__CUDA_API_VER_MAJOR__=" RELEASE_MAJOR " -D__CUDA_API_VER_MINOR__=" RELEASE_MINOR
                       " -D__NVCC_DIAG_PRAGMA_SUPPORT__=1 -D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1");
    addf(command, "-D__CUDA_ARCH_LIST__=%d", options->arch);
    add_words(command, "-DCCCL_DISABLE_NVFP8_SUPPORT");
    if (cucc->spaces && optimizes_kernels(options)) // else no pass of the plugin makes the loops
        add(command, "-DCPU_DEVICE_THREAD_LOOPS");
    addf(command, "-I%s/include", cucc->here);
    addf(command, "-I%s/include", cucc->build);
    for (int i = 0; i < 2; ++i) {
        const char *folder = i == 0 ? cucc->front : cucc->thrust;
        if (folder != NULL) {
            add(command, "-isystem");
            add(command, folder);
        }
    }
    add_words(command, "-include cuda_runtime.h");
}

// A toolkit's cub/cub.cuh includes iterators of Thrust, which take seconds to compile. So a file that names one, and
// includes of Thrust nothing itself, gets that one alone.
static void add_iterators(struct strings *command, const char *file)
{
    static const char *const names[] = {"constant_iterator",    "counting_iterator", "discard_iterator",
                                        "permutation_iterator", "reverse_iterator",  "transform_iterator",
                                        "zip_iterator"};
    struct text text = {0};
    if (!read_file(file, &text) || strstr(text.begin, "<cub/") == NULL || strstr(text.begin, "<thrust/") != NULL)
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strstr(text.begin, text_of("thrust::%s", names[i])) ||
            strstr(text.begin, text_of("thrust::make_%s", names[i]))) {
            add(command, "-include");
            addf(command, "thrust/iterator/%s.h", names[i]);
        }
}

// -I with the folder that --toolkit names. It has links to the device's headers, which are found already; and those
// that include the next header of their name would find themselves.
static bool names_toolkit(const struct cucc *cucc, const char *option)
{
    static const char *const names[] = {"-I", "-isystem", "-iquote", "-idirafter"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (begins_with(option, names[i]))
            return is_same_file(option + strlen(names[i]), text_of("%s/toolkit/include", cucc->build));
    return false;
}

struct process *preprocess(const struct cucc *cucc, const struct options *options, const struct source *source,
                           const char *extra, bool dependencies, bool device, const char *output)
{
    struct strings command = {0};
    add_preprocess(&command, cucc, options);
    if (device)
        addf(&command, "-D__CUDA_ARCH__=%d", options->arch);
    if (options->debug)
        add(&command, "-D__CUDACC_DEBUG__");
    if (options->relocatable)
        add(&command, "-D__CUDACC_RDC__");
    for (size_t i = 0; i < source->options.count; ++i)
        if ((dependencies || !begins_with(source->options.item[i], "-M")) &&
            !names_toolkit(cucc, source->options.item[i]))
            add(&command, source->options.item[i]);
    if (extra != NULL)
        add(&command, extra);
    add_iterators(&command, source->file);
    add(&command, source->file);
    add(&command, "-o");
    add(&command, output);
    return start(&command, (struct streams){.logged = true});
}

// Debug information names files by whole paths, so that a trace finds them from any folder. (Of one that is named
// without a folder, it has the path beside the name.)
static void add_whole_paths(struct strings *command, const char *file)
{
    if (file == NULL || *file == '/' || strchr(file, '=') != NULL || strchr(file, '/') == NULL)
        return;
    char *folder = folder_of(file);
    addf(command, "-fdebug-prefix-map=%s/=%s/%s/", folder, get_current_dir_name(), folder);
}

static void add_spaces(struct strings *command, const struct cucc *cucc, const struct options *options,
                       const char *pass)
{
    addf(command, "-fplugin=%s/spaces.so", cucc->build);
    addf(command, "-fplugin-arg-spaces-include=%s/include/", cucc->here);
    addf(command, "-fplugin-arg-spaces-pass=%s", pass);
    if (options->relaxed)
        add(command, "-fplugin-arg-spaces-relaxed");
    if (options->relocatable)
        add(command, "-fplugin-arg-spaces-relocatable");
    if (options->lambdas)
        add(command, "-fplugin-arg-spaces-lambdas");
    if (options->rtc)
        add(command, "-fplugin-arg-spaces-rtc");
    if (options->rtc_default)
        add(command, "-fplugin-arg-spaces-default-device");
    if (options->unfused)
        add(command, "-fplugin-arg-spaces-fmad=false");
    if (options->no_divergent_barrier)
        add(command, "-fplugin-arg-spaces-no-divergent-barrier");
}

// What this processor has as an option of the compiler: products fused with sums; and vectors of 32 bytes, with masks,
// for loops over the threads of a block.
static void add_processor(struct strings *command)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("fma"))
        add(command, "-mfma");
    if (__builtin_cpu_supports("avx2"))
        add(command, "-mavx2");
#else
    (void)command;
#endif
}

// Without its own options, input and output. Where a kernel has a type that no other file can name, such as a lambda's,
// g++ says that it is never defined: compile_cuda() sees to -Werror. What else -fpermissive lets pass is an error in
// the device's pass.
void add_second_pass(struct strings *command, const struct cucc *cucc, const struct options *options, const char *pass,
                     const char *file)
{
    add_all(command, &cucc->compiler.command);
    add_words(command, language_flags);
    const bool host = strcmp(pass, "host") == 0;
    add_pass_flags(command, &cucc->compiler, host && cucc->spaces);
    if (cucc->spaces)
        add_spaces(command, cucc, options, pass);
    if (host) {
        add(command, "-fpermissive");
    } else {
        add(command, bound_early);
        add_words(command, "-ffunction-sections -fdata-sections");
        add_processor(command);
    }
    add_whole_paths(command, file);
}

static bool has_option(const struct strings *options, const char *name)
{
    for (size_t i = 0; i < options->count; ++i)
        if (strcmp(options->item[i], name) == 0)
            return true;
    return false;
}

static struct process *second_pass(const struct cucc *cucc, const struct options *options, const struct source *source,
                                   const struct pass *pass)
{
    struct strings command = {0};
    bool host = strcmp(pass->name, "host") == 0;
    add_second_pass(&command, cucc, options, pass->name, source->file);
    if (isatty(STDERR_FILENO))
        add(&command, "-fdiagnostics-color=always");
    if (!options->debug && !has_option(&source->options, "-g"))
        add_words(&command, no_variables);
    add_own_options(&command, options, source, host);
    if (host)
        add(&command, "-Wno-error");
    else if (!optimizes_kernels(options))
        add(&command, "-O0");
    add_words(&command, "-x c++-cpp-output -c");
    add(&command, pass->rewritten);
    add(&command, "-o");
    add(&command, pass->object);
    return start(&command, (struct streams){.logged = true});
}

// Whether a file that is compiled with these options may use the device's own header as it was compiled without any.
bool may_use_precompiled(const struct options *options, const struct strings *flags)
{
    static const char *const harmless[] = {"-[DUILlW]*", "-w",          "-M*", "-include*", "-imacros*",  "-isystem*",
                                           "-iquote*",   "-idirafter*", "-O2", "-g",        "-std=c++17", "-fplugin*"};
    for (size_t i = 0; i < flags->count; ++i) {
        bool known = false;
        for (size_t k = 0; k < sizeof harmless / sizeof *harmless && !known; ++k)
            known = fnmatch(harmless[k], flags->item[i], 0) == 0;
        if (!known)
            return false;
    }
    return !options->debug && !options->traced;
}

// After a failure: what the compiler wrote until the disk was full, it has removed. A small program needs some
// megabytes.
void say_full_disk(const struct cucc *cucc)
{
    struct statvfs system;
    if (statvfs(cucc->temporary, &system) != 0)
        return;
    unsigned long long left = (unsigned long long)system.f_bavail * system.f_frsize >> 10;
    if (left < 4096 || (system.f_files > 0 && system.f_favail == 0))
        fprintf(
            stderr,
            "cucc: the disk is full: %llu kB are left in %s, the folder for temporary files; TMPDIR names another\n",
            left, folder_of(cucc->temporary));
}

// A toolkit's CUB is written for a GPU's warps, in PTX: what include/cub has not got is refused. `text` is what the
// preprocessor has made or said.
static bool names_foreign_cub(const struct cucc *cucc, const char *line)
{
    static const char *const parts[] = {"cub.cuh", "agent/", "block/",    "warp/",
                                        "device/", "grid/",  "iterator/", "thread/"};
    if (strstr(line, text_of("%s/include/cub/", cucc->here)) || strstr(line, text_of("%s/include/cub/", cucc->build)))
        return false;
    if (strstr(line, "error: cub/"))
        return true;
    const char *path = line + strspn(line, " ");
    if (begins_with(line, "# ") && (path = strchr(line, '"')) != NULL)
        ++path;
    else if (begins_with(line, "In file included from "))
        path = line + strlen("In file included from ");
    else if (path != NULL && path > line && begins_with(path, "from "))
        path += strlen("from ");
    else
        path = line;
    char *name = slice(path, strcspn(path, " \""));
    for (const char *cub = name; (cub = strstr(cub, "/cub/")) != NULL; ++cub)
        for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
            if (begins_with(cub + 5, parts[i]))
                return true;
    return false;
}

void refuse_cub(const struct source *source, const struct cucc *cucc, const char *text)
{
    for (const char *at = text; (at = strstr(at, "cub/")) != NULL; at += strcspn(at, "\n")) {
        const char *begin = at;
        while (begin > text && begin[-1] != '\n')
            --begin;
        if (names_foreign_cub(cucc, slice(begin, strcspn(begin, "\n")))) {
            say_unknown_release();
            die("%s: the CPU device has of CUB only what cub/cub.cuh includes (cpu_device/include/cub)", source->file);
        }
    }
}

static void refuse_cub_in(const struct source *source, const struct cucc *cucc, const char *file)
{
    struct text text = {0};
    if (read_file(file, &text))
        refuse_cub(source, cucc, text.begin);
}

// One line for a header of Thrust that is missing here: file:1:10: fatal error: thrust/sort.h: No such file or
// directory
void preprocessor_failed(const struct source *source, const struct cucc *cucc, const struct text *log)
{
    static const char *const folders[] = {"thrust/", "cuda/", "nv/"};
    refuse_cub(source, cucc, log->begin);
    for (size_t i = 0; i < 3; ++i)
        for (const char *at = log->begin; (at = strstr(at, folders[i])) != NULL; ++at) {
            size_t length = strcspn(at, " :\n");
            if (at > log->begin && at[-1] == ' ' && begins_with(at + length, ": ")) {
                say_unknown_release();
                die("%s: <%.*s> is not here: %s", source->file, (int)length, at, install_thrust);
            }
        }
}

void add_rewrite(struct strings *command, const struct cucc *cucc, const struct options *options, const char *id)
{
    addf(command, "%s/rewrite", cucc->build);
    if (options->relocatable)
        add(command, "--relocatable");
    if (cucc->spaces)
        add(command, "--spaces");
    if (options->checked)
        add(command, "--checked");
    if (id != NULL)
        addf(command, "--file=%s", id);
}

// --- the two passes ---

struct passes {
    struct pass host, device;
    const char *kernels; // a file
    struct text host_log, device_log;
};

static struct passes begin_passes(const struct cucc *cucc)
{
    const char *t = cucc->temporary;
    struct passes passes = {.kernels = text_of("%s/kernels", t)};
    passes.host = (struct pass){"host", text_of("%s/host.ii", t), text_of("%s/host_rewritten.ii", t),
                                text_of("%s/host.o", t), NULL};
    passes.device = (struct pass){"device", text_of("%s/device.ii", t), text_of("%s/device_rewritten.ii", t),
                                  text_of("%s/device.o", t), NULL};
    write_file(passes.kernels, "", 0);
    return passes;
}

// Waits for both. The host's messages count only where the device's pass has succeeded.
static int wait_for_passes(struct passes *passes)
{
    int device = wait_for(passes->device.process), host = wait_for(passes->host.process);
    passes->device_log = log_of(passes->device.process);
    passes->host_log = log_of(passes->host.process);
    if (device != 0)
        passes->host_log = (struct text){.begin = slice("", 0)};
    return device != 0 ? device : host;
}

// Where a program uses what this device lacks, that alone.
void say_messages(const struct cucc *cucc, const char *messages)
{
    if (blames_cccl(messages))
        say_unknown_release();
    struct text missing = missing_names(cucc, messages), alone = {0};
    struct text all = with_hints(at_user_lines(cucc, messages).begin);
    append(&all, missing.begin, missing.length);
    for (const char *line = all.begin; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        if (says_what_is_missing(slice(line, length)))
            appendf(&alone, "%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    fputs(alone.length > 0 ? alone.begin : all.begin, stderr);
}

static void say_passes(const struct cucc *cucc, const struct options *options, const struct passes *passes)
{
    struct text kernels = {0};
    if (!read_file(passes->kernels, &kernels))
        kernels = (struct text){.begin = slice("", 0)};
    struct text merged = merge_messages(kernels.begin, passes->device_log.begin, passes->host_log.begin);
    say_messages(cucc, merged.begin);
}

static void start_rewriting(const struct cucc *cucc, const struct options *options, struct passes *passes,
                            const char *id, bool precompiled)
{
    for (int i = 0; i < 2; ++i) {
        struct strings command = {0};
        struct pass *pass = i == 0 ? &passes->device : &passes->host;
        add_rewrite(&command, cucc, options, id);
        if (i == 1) {
            add(&command, "--host");
        } else {
            addf(&command, "--kernels=%s", passes->kernels);
            if (options->debug || options->traced)
                add(&command, "--debug");
            if (options->traced)
                add(&command, "--variables");
        }
        if (precompiled)
            addf(&command, "--precompiled=%s/%s", cucc->build, pass->name);
        pass->process =
            start(&command, (struct streams){.in = pass->preprocessed, .out = pass->rewritten, .logged = true});
    }
}

// For -Werror: whether the host's pass has a warning of its own.
static bool has_warning(const char *log)
{
    for (const char *at = log; (at = strstr(at, ": warning: ")) != NULL; at += strcspn(at, "\n")) {
        const char *line = at;
        while (line > log && line[-1] != '\n')
            --line;
        if (strstr(slice(line, strcspn(line, "\n")), "used but never defined") == NULL)
            return true;
    }
    return false;
}

// One step of the device's pass; what it says is said.
static int finish(const struct cucc *cucc, const struct options *options, struct passes *passes,
                  struct process *process)
{
    int status = wait_for(process);
    passes->device_log = log_of(process);
    passes->host_log = (struct text){.begin = slice("", 0)};
    say_passes(cucc, options, passes);
    return status;
}

// The device's pass alone: the host's object is given.
static int compile_kernels(const struct cucc *cucc, const struct options *options, const struct source *source)
{
    struct passes passes = begin_passes(cucc);
    int status =
        finish(cucc, options, &passes, preprocess(cucc, options, source, NULL, true, true, passes.device.preprocessed));
    if (status != 0) {
        preprocessor_failed(source, cucc, &passes.device_log);
        return status;
    }
    refuse_cub_in(source, cucc, passes.device.preprocessed);
    struct strings command = {0};
    add_rewrite(&command, cucc, options, NULL);
    addf(&command, "--kernels=%s", passes.kernels);
    if (options->traced)
        add_words(&command, "--debug --variables");
    if (may_use_precompiled(options, &source->options))
        addf(&command, "--precompiled=%s/device", cucc->build);
    status = finish(
        cucc, options, &passes,
        start(&command,
              (struct streams){.in = passes.device.preprocessed, .out = passes.device.rewritten, .logged = true}));
    if (status == 0)
        status = finish(cucc, options, &passes, second_pass(cucc, options, source, &passes.device));
    if (status == 0 && !merge_kernels(passes.device.object, options->kernels_for, source->object))
        return 1;
    return status;
}

// One text serves both passes where they would read the same.
static int preprocess_passes(const struct cucc *cucc, const struct options *options, const struct source *source,
                             struct passes *passes)
{
    passes->host.process = preprocess(cucc, options, source, NULL, true, false, passes->host.preprocessed);
    int status = wait_for(passes->host.process);
    if (status == 0 && !differs_by_pass(options, source, passes->host.preprocessed)) {
        passes->device.preprocessed = passes->host.preprocessed;
        passes->device_log = log_of(passes->host.process);
        passes->host_log = (struct text){.begin = slice("", 0)};
    } else {
        passes->device.process = preprocess(cucc, options, source, NULL, false, true, passes->device.preprocessed);
        status = wait_for_passes(passes);
    }
    if (status != 0)
        preprocessor_failed(source, cucc, &passes->device_log);
    say_passes(cucc, options, passes);
    return status;
}

static int compile_cuda(const struct cucc *cucc, const struct options *options, const struct source *source)
{
    refuse_sanitizers(source);
    char *folder = get_current_dir_name();
    uint64_t number = hash_text(hash_text(hash_text(HASH_BEGIN, folder), source->file), source->target);
    char *id = text_of("f%llu", (unsigned long long)number); // an identifier
    struct passes passes = begin_passes(cucc);
    double begin = seconds_now();
    int status = preprocess_passes(cucc, options, source, &passes);
    time_step(options, source->file, "gcc (preprocessing)", passes.device.preprocessed, begin);
    if (status != 0)
        return status;
    keep_step(options, source, passes.device.preprocessed, ".cpp1.ii");
    keep_step(options, source, passes.host.preprocessed, ".cpp4.ii");
    refuse_cub_in(source, cucc, passes.host.preprocessed);

    begin = seconds_now();
    start_rewriting(cucc, options, &passes, id, !options->keep && may_use_precompiled(options, &source->options));
    status = wait_for_passes(&passes);
    time_step(options, source->file, "rewriting", passes.device.rewritten, begin);
    fputs(passes.device_log.begin, stderr);
    fputs(passes.host_log.begin, stderr);
    if (status != 0)
        return status;
    keep_step(options, source, passes.device.rewritten, ".cudafe1.gpu");
    keep_step(options, source, passes.host.rewritten, ".cudafe1.cpp");

    begin = seconds_now();
    passes.device.process = second_pass(cucc, options, source, &passes.device);
    passes.host.process = second_pass(cucc, options, source, &passes.host);
    status = wait_for_passes(&passes);
    time_step(options, source->file, "gcc (compiling)", passes.host.object, begin);
    say_passes(cucc, options, &passes);
    if (status == 0 && has_option(&source->options, "-Werror") && has_warning(passes.host_log.begin)) {
        fprintf(stderr, "cc1plus: all warnings being treated as errors\n");
        return 1;
    }
    begin = seconds_now();
    if (status == 0 && !merge_passes(passes.device.object, passes.host.object, source->object, options->relocatable))
        return 1;
    time_step(options, source->file, "merging", source->object, begin);
    if (status == 0)
        keep_step(options, source, source->object, ".o");
    return status;
}

// --- one source ---

// What is no option among the arguments is left out, and what the language does not know. A dependency file is named
// after the target, which is what will be made of the object.
static struct strings options_for(const struct options *options, const char *kind, const char *target)
{
    struct strings list = {0};
    bool dependencies = false, named = false;
    const char *dot = strrchr(target, '.'), *depfile = NULL;
    for (size_t i = 0; i < options->rest.count; ++i) {
        const char *option = options->rest.item[i];
        bool standard = begins_with(option, "-std="), cpp = standard && strstr(option, "++") != NULL;
        if (*option != '-' || strcmp(option, "-v") == 0) // which is for the linker's step alone
            continue;
        dependencies |= strcmp(option, "-MD") == 0 || strcmp(option, "-MMD") == 0;
        named |= begins_with(option, "-MT") || begins_with(option, "-MQ");
        if (begins_with(option, "-MF"))
            depfile = option;
        else if (strcmp(kind, "c") == 0 ? !cpp : !standard || cpp || begins_with(option, "-std=c++"))
            if (strcmp(kind, "cu") != 0 || strcmp(option, "-fno-rtti") != 0)
                add(&list, option);
    }
    if (dependencies) {
        if (depfile != NULL)
            add(&list, depfile);
        else
            addf(&list, "-MF%.*s.d", dot ? (int)(dot - target) : (int)strlen(target), target);
        if (!named)
            addf(&list, "-MQ%s", target);
    }
    return list;
}

// C, and C++ without kernels.
static int compile_plainly(const struct cucc *cucc, const struct options *options, const struct source *source,
                           const char *kind)
{
    struct strings command = {0};
    bool c = strcmp(kind, "c") == 0;
    add_all(&command, &cucc->compiler.command);
    add_words(&command, c ? base_flags : language_flags);
    addf(&command, "-I%s/include", cucc->here);
    addf(&command, "-I%s/include", cucc->build);
    add_all(&command, &source->options);
    if (c || options->language != NULL) {
        add(&command, "-x");
        add(&command, c ? "c" : options->language);
    }
    add(&command, options->preprocess_only ? options->preprocess_only : "-c");
    add(&command, source->file);
    add(&command, "-o");
    add(&command, source->object);
    return run(&command);
}

static int preprocess_alone(const struct cucc *cucc, const struct options *options, const struct source *source)
{
    write_file(source->object, "", 0);
    struct process *process = preprocess(cucc, options, source, options->preprocess_only, true, false, source->object);
    int status = wait_for(process);
    fputs(log_of(process).begin, stderr);
    return status;
}

// -E: the device's pass, as nvcc prints it. Caches of compilers (ccache) know a program by this text, so a change that
// only the host's pass has must show, too: in the last line, a comment.
static int preprocess_both(const struct cucc *cucc, const struct options *options, const struct source *source)
{
    char *device_side = text_of("%s/device.ii", cucc->temporary), *host_side = text_of("%s/host.ii", cucc->temporary);
    struct process *device = preprocess(cucc, options, source, "-E", true, true, device_side);
    struct process *host = preprocess(cucc, options, source, "-E", false, false, host_side);
    int status = wait_for(device), host_status = wait_for(host);
    fputs(log_of(status == 0 ? host : device).begin, stderr);
    struct text both = {0}, hosts = {0};
    if (status != 0 || host_status != 0)
        return status != 0 ? status : host_status;
    if (!read_file(device_side, &both) || !read_file(host_side, &hosts))
        die("can't read what the preprocessor has written: %s", strerror(errno));
    appendf(&both, "// the host's pass: %016llx\n", (unsigned long long)hash(HASH_BEGIN, hosts.begin, hosts.length));
    if (strcmp(source->object, "-") == 0)
        return fwrite(both.begin, 1, both.length, stdout) == both.length && fflush(stdout) == 0 ? 0 : 1;
    return write_file(source->object, both.begin, both.length) ? 0 : 1;
}

int compile(const struct cucc *cucc, const struct options *options, const char *file, const char *object,
            const char *target)
{
    const char *kind = ends_with(file, ".cu") ? "cu" : ends_with(file, ".c") ? "c" : "c++";
    if (options->language != NULL)
        kind = options->language;
    struct source source = {file, object, target, options_for(options, kind, target)};
    int status;
    if (strcmp(kind, "cu") != 0)
        status = compile_plainly(cucc, options, &source, kind);
    else if (options->preprocess_only && strcmp(options->preprocess_only, "-E") == 0)
        status = preprocess_both(cucc, options, &source);
    else if (options->preprocess_only)
        status = preprocess_alone(cucc, options, &source);
    else if (options->kernels_for)
        status = compile_kernels(cucc, options, &source);
    else if (options->module)
        status = compile_module(cucc, options, &source);
    else
        status = compile_cuda(cucc, options, &source);
    if (status != 0)
        say_full_disk(cucc);
    return status;
}
