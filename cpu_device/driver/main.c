// SPDX-License-Identifier: MIT
// cucc: compiles CUDA C++ for the CUDA device on the CPU. ../cucc, a shell script, compiles this program and starts it
// with its own folder as the first argument.
#include "driver.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say_architectures(const char *prefix)
{
    struct strings numbers = {0};
    add_words(&numbers, architectures);
    for (size_t i = 0; i < numbers.count; ++i)
        printf("%s_%s\n", prefix, numbers.item[i]);
}

// Where cucc stands in a clone, the commit.
static const char *commit_of(const char *here)
{
    struct strings command = {0};
    struct text folder, commit;
    add_words(&command, "env -u GIT_DIR -u GIT_WORK_TREE git --no-optional-locks -C");
    add(&command, here);
    struct strings describe = {0};
    add_all(&describe, &command);
    add_words(&command, "rev-parse --show-prefix");
    add_words(&describe, "describe --always --exclude=* --abbrev=12 --dirty=-changed");
    bool found = output_of(&command, &folder) == 0 && strcmp(folder.begin, "cpu_device/") == 0 &&
                 output_of(&describe, &commit) == 0;
    return found ? commit.begin : NULL;
}

// CMake recognizes a compiler by the first two lines.
static void say_version(const char *here)
{
    const char *commit = commit_of(here);
    printf("cucc: CUDA C++ for the CUDA device on the CPU, in place of nvcc: NVIDIA (R) Cuda compiler driver\n"
           "Cuda compilation tools, release %s, V%s.0\n"
           "cucc %s%s%s\n",
           RELEASE, RELEASE, VERSION, commit ? ", commit " : "", commit ? commit : "");
}

static void say_blas(struct cucc *cucc, const struct options *options)
{
    cucc->compiler = find_compiler(options->ccbin, NULL);
    const char *blas = find_blas(&cucc->compiler);
    if (blas == NULL)
        die("%s", install_blas);
    printf("%s\n", blas);
}

static void say_thrust(void)
{
    const char *thrust = find_thrust();
    if (thrust == NULL)
        die("there is no Thrust here: %s", install_thrust);
    printf("%s\n", thrust);
}

static void prepare_device(struct cucc *cucc, const struct options *options)
{
    find_build_folder(cucc, options);
    build_device(cucc);
}

static void make_temporary_folder(struct cucc *cucc, const struct options *options)
{
    const char *folder = getenv("TMPDIR");
    if (options->rtc != NULL) {
        cucc->temporary = options->rtc;
        remove_at_end(options->rtc);
    } else {
        cucc->temporary = temporary_folder(text_of("%s/cucc.XXXXXX", folder && *folder ? folder : "/tmp"));
    }
    setenv("TMPDIR", cucc->temporary, 1); // the compiler's own temporary files lie there
}

// The arguments after --build are names of libraries.
static struct libraries libraries_to_build(const struct options *options)
{
    struct libraries libraries = options->libraries;
    for (size_t i = 0; i < options->rest.count; ++i) {
        const char *name = options->rest.item[i];
        if (strcmp(name, "all") == 0)
            libraries = all_libraries;
        else if (!ask_for_library(&libraries, name))
            die("--build takes \"all\", or names of libraries such as cublas, not %s", name);
    }
    return libraries;
}

// What is asked for in place of a compilation.
static void answer(struct cucc *cucc, const struct options *options)
{
    switch (options->request) {
    case COMPILE: return;
    case SAY_HELP: print_usage(stdout); break;
    case SAY_VERSION: say_version(cucc->here); break;
    case SAY_FOLDER:
        prepare_device(cucc, options);
        printf("%s\n", cucc->build);
        break;
    case SAY_TOOLKIT: // others than cucc link with what is in it
        cucc->wanted = all_libraries;
        prepare_device(cucc, options);
        printf("%s/toolkit\n", cucc->build);
        break;
    case SAY_CLANGD:
        prepare_device(cucc, options);
        say_clangd(cucc);
        break;
    case WRITE_VSCODE: write_vscode(cucc); break;
    case SAY_BLAS: say_blas(cucc, options); break;
    case SAY_THRUST: say_thrust(); break;
    case SAY_GPU_ARCH: say_architectures("compute"); break;
    case SAY_GPU_CODE: say_architectures("sm"); break;
    case BUILD:
        cucc->wanted = libraries_to_build(options);
        prepare_device(cucc, options);
        use_thrust(cucc);
    }
    leave(0);
}

// --- the outputs ---

// What a source is compiled to: the program, or its object file.
static char *target_of(const struct options *options, const char *output, const char *source)
{
    if (output != NULL)
        return slice(output, strlen(output));
    if (options->preprocess_only)
        return slice("-", 1);
    return text_of("%s%s%s.%s", options->output_folder ? options->output_folder : "", options->output_folder ? "/" : "",
                   stem_of(source), options->module ? options->module : "o");
}

// Errors that would otherwise show only at the end.
static void check_output(const struct options *options, const char *output)
{
    if (strcmp(output, "-") == 0)
        return;
    if (is_folder(output))
        die("the output %s is a folder", output);
    char *folder = strchr(output, '/') ? slice(output, (size_t)(strrchr(output, '/') + 1 - output)) : slice(".", 1);
    if (!is_folder(folder))
        die("the output's folder %s does not exist", folder);
    if (access(folder, W_OK) != 0 && access(output, W_OK) != 0)
        die("the output's folder %s cannot be written", folder);
    for (size_t i = 0; i < options->rest.count; ++i)
        if (*options->rest.item[i] != '-' && is_same_file(options->rest.item[i], output))
            die("the output would take the place of %s", options->rest.item[i]);
}

static const char *output_name(const struct options *options)
{
    static const char *const names[] = {
        [MAKE_PROGRAM] = "a.out", [MAKE_SHARED] = "a.out", [MAKE_ARCHIVE] = "a.a", [MAKE_DEVICE_LINK] = "a_dlink.o"};
    if (options->output != NULL || options->compile_only)
        return options->output;
    return options->output_folder ? text_of("%s/%s", options->output_folder, names[options->make])
                                  : names[options->make];
}

// Prints the steps in nvcc's form (-v, -dryrun): build systems look for the architectures, and for the line that links.
static void check_and_say_steps(const struct cucc *cucc, const struct options *options, const char *output)
{
    for (size_t i = 0; i < options->rest.count; ++i) {
        const char *source = options->rest.item[i];
        if (!is_source(options, source))
            continue;
        if (options->verbose)
            fprintf(stderr, "#$ cucc -arch compute_%d -c \"%s\"\n", options->arch / 10, source);
        check_output(options, target_of(options, output, source));
    }
    if (output != NULL)
        check_output(options, output);
    if (!options->compile_only)
        say_link(cucc, options, output);
}

// -clean: removes what the same command without it would make.
static void remove_outputs(const struct options *options, const char *output)
{
    for (size_t i = 0; options->compile_only && i < options->rest.count; ++i)
        if (is_source(options, options->rest.item[i]))
            unlink(target_of(options, output, options->rest.item[i]));
    if (!options->compile_only)
        unlink(output);
}

// --- the steps ---

// Compiles the sources. What is to be linked: in place of each source, its object.
static struct strings compile_all(const struct cucc *cucc, const struct options *options, const char *output)
{
    struct strings parts = {0};
    unsigned number = 0;
    for (size_t i = 0; i < options->rest.count; ++i) {
        const char *argument = options->rest.item[i];
        if (is_source(options, argument)) {
            char *object = text_of("%s/%u.o", cucc->temporary, ++number),
                 *target = target_of(options, output, argument);
            if (compile(cucc, options, argument, object, target) != 0)
                leave(1);
            if (options->compile_only)
                put_in_place(object, target);
            argument = object;
        }
        if (!begins_with(argument, "-MD") && !begins_with(argument, "-MMD") && !begins_with(argument, "-MP") &&
            !begins_with(argument, "-MF") && !begins_with(argument, "-MT") && !begins_with(argument, "-MQ"))
            add(&parts, argument);
    }
    return parts;
}

static void check_arguments(const struct options *options)
{
    if (options->missing)
        die("no such file: %s", options->missing);
    if (options->files == 0)
        die("no input file");
    if (options->compile_only && options->files > 1 && options->output)
        die("-%s with -o takes one file", options->module ? options->module : "c");
    if (options->keep && options->keep_folder && !is_folder(options->keep_folder))
        die("--keep-dir %s: there is no such folder", options->keep_folder);
}

// --run with a program that is there already: nvcc starts it, and Meson has it do so.
static void run_what_is_there(const struct options *options)
{
    const char *program = NULL;
    for (size_t i = 0; i < options->rest.count; ++i)
        if (*options->rest.item[i] != '-')
            program = options->rest.item[i];
    if (!options->run || options->files != 1 || is_source(options, program) || access(program, X_OK) != 0)
        return;
    leave(run_in_front(strchr(program, '/') ? program : text_of("./%s", program), &options->run_arguments));
}

static void run_program(const struct options *options, const char *program, const char *folder_before)
{
    chmod(program, 0755);
    if (folder_before != NULL)
        setenv("TMPDIR", folder_before, 1);
    else
        unsetenv("TMPDIR");
    leave(run_in_front(program, &options->run_arguments));
}

// Where this program was made of other sources than those of the cucc that starts it, that one makes another driver.
// (Two checkouts may have one build folder, and one may be moved.)
static void check_origin(const char *here, char **arguments)
{
    char program[PATH_MAX], *made_of = realpath(CUCC_FOLDER, NULL);
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    const char *once = getenv("CUCC_ONCE");
    if (once != NULL && strcmp(folder_of(program), whole_path(once)) == 0) {
        unlink(program); // which serves this call alone
        rmdir(once);
    }
    unsetenv("CUCC_ONCE");
    if (once != NULL || (made_of != NULL && strcmp(made_of, here) == 0))
        return;
    const char *build = getenv("CUCC_BUILD"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const char *names[] = {build && *build ? text_of("%s/driver", build) : text_of("%s/../build/cucc/driver", here),
                           cache && *cache ? text_of("%s/cucc/driver", cache)
                                           : text_of("%s/.cache/cucc/driver", home ? home : "")};
    setenv("CUCC_OTHER_DRIVER", names[strcmp(whole_path(names[0]), program) != 0], 1); // in the script's words
    arguments[1] = text_of("%s/cucc", here);
    execv(arguments[1], arguments + 1);
    die("can't start %s: %s", arguments[1], strerror(errno));
}

static void want_libraries(struct cucc *cucc, const struct options *options, bool links)
{
    if (options->verbose) // by a build system, which may link with the toolkit's files itself
        cucc->wanted = all_libraries;
    else if (links)
        cucc->wanted = options->libraries;
    if (options->verbose) {
        find_build_folder(cucc, options);
        say_folders(cucc);
    }
}

int main(int count, char **arguments)
{
    struct cucc cucc = {0};
    if (count < 2)
        return 86; // the script asks whether this file is whole
    cucc.here = whole_path(arguments[1]);
    check_origin(cucc.here, arguments);
    watch_signals();
    if (count == 2) {
        print_usage(stderr);
        return 2;
    }
    if (strcmp(arguments[2], "--orders") == 0)
        run_orders(&cucc, count - 3, arguments + 3);
    struct options options = read_options(count - 1, arguments + 1);
    answer(&cucc, &options);

    const char *output = output_name(&options), *blas = NULL, *folder_before = getenv("TMPDIR");
    bool links = !options.compile_only && (options.make == MAKE_PROGRAM || options.make == MAKE_SHARED);
    want_libraries(&cucc, &options, links);
    check_arguments(&options);
    run_what_is_there(&options);
    check_and_say_steps(&cucc, &options, output);
    if (options.clean)
        remove_outputs(&options, output);
    if (options.clean || options.dry)
        leave(0);
    if (cucc.build == NULL)
        find_build_folder(&cucc, &options);
    if (links && options.libraries.has[CUBLAS] && (blas = find_blas(&cucc.compiler)) == NULL)
        die("%s", install_blas);
    build_device(&cucc);
    make_temporary_folder(&cucc, &options);
    use_thrust(&cucc);

    struct strings parts = compile_all(&cucc, &options, output);
    if (options.compile_only)
        leave(0);
    char *made = text_of("%s/made", cucc.temporary);
    const double begin = seconds_now();
    if (link_all(&cucc, &options, &parts, blas, made) != 0)
        leave(1);
    time_step(&options, "", "linking", output, begin);
    if (!options.run || options.output)
        put_in_place(made, output);
    if (options.run)
        run_program(&options, made, folder_before);
    leave(0);
}
