// SPDX-License-Identifier: MIT
// What build systems use as a CUDA toolkit: a folder of that form. Programs that cucc links need nothing of it.
#include "driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void must_link(const char *to, const char *name)
{
    if (symlink(to, name) != 0 && errno != EEXIST)
        die("can't make the link %s: %s", name, strerror(errno));
}

// Links to all the files of a folder, in folders of the same names.
static void link_files(const char *from, const char *to)
{
    struct strings files = {0};
    list_files(from, NULL, &files);
    for (size_t i = 0; i < files.count; ++i) {
        char *name = text_of("%s/%s", to, files.item[i] + strlen(from) + 1);
        make_folders(folder_of(name));
        must_link(files.item[i], name);
    }
}

static void write_text_file(const char *folder, const char *name, struct text *text)
{
    must_write(text_of("%s/%s", folder, name), text);
    *text = (struct text){0};
}

static void make_nvcc(const struct cucc *cucc, const char *folder)
{
    struct text text = {0};
    const char *named = getenv("CUCC_BUILD");
    appendf(&text, "#!/bin/sh\n");
    if (named && *named) // with the device that is built here, if it was asked for by name
        appendf(&text, "CUCC_BUILD=${CUCC_BUILD:-'%s'}\nexport CUCC_BUILD\n", cucc->build);
    appendf(&text, "exec '%s/cucc' \"$@\"\n", cucc->here);
    write_text_file(folder, "bin/nvcc", &text);
    chmod(text_of("%s/bin/nvcc", folder), 0755);
}

// Texts that the linker reads. Of the device there is one in a process, however many libraries are linked with it.
static void make_libraries(const struct cucc *cucc, const char *folder)
{
    static const char *const other[][2] = {{"cublasLt", "libcublas.so"}, {"curand", "libcudart.so"},
                                           {"cusolver", "libcudart.so"}, {"cusparse", "libcudart.so"},
                                           {"nccl", "libcudart.so"},     {"nvrtc", "libcudart.so"}};
    static const char *const with_static_name[] = {"cublas", "cublasLt", "curand", "cusolver", "cusparse", "nccl"};
    static const char *const empty[] = {"cudadevrt", "culibos", "nvToolsExt", "nvidia-ml"};
    struct text text = {0};
    const char *blas = find_blas(&cucc->compiler);
    appendf(&text, "INPUT ( \"%s/libcudart.so\" )\n", cucc->build);
    write_text_file(folder, "libcudart_static.a", &text);
    appendf(&text, "INPUT ( \"%s/libcublas.a\" libcudart.so %s )\n", cucc->build, blas ? blas : "-lblas");
    write_text_file(folder, "libcublas.so", &text);
    for (size_t i = 0; i < sizeof other / sizeof *other; ++i) {
        appendf(&text, "INPUT ( \"%s/lib%s.a\" %s )\n", cucc->build, other[i][0], other[i][1]);
        write_text_file(folder, text_of("lib%s.so", other[i][0]), &text);
        must_link(text_of("lib%s.so", with_static_name[i]), text_of("%s/lib%s_static.a", folder, with_static_name[i]));
    }
    for (size_t i = 0; i < sizeof empty / sizeof *empty; ++i) {
        appendf(&text, "!<arch>\n"); // nothing is in it; CMake 3.25 fails without the first
        write_text_file(folder, text_of("lib%s.a", empty[i]), &text);
    }
}

void make_toolkit(const struct cucc *cucc, const char *folder)
{
    static const char *const parts[] = {"bin", "include", "lib64/stubs", "nvvm/libdevice"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        make_folders(text_of("%s/%s", folder, parts[i]));
    make_nvcc(cucc, folder);
    link_files(text_of("%s/include", cucc->here), text_of("%s/include", folder));
    link_files(text_of("%s/include", cucc->build), text_of("%s/include", folder));
    struct text text = {0};
    appendf(&text, "{ \"cuda\": { \"name\": \"CUDA device on the CPU\", \"version\": \"%s.0\" } }\n", RELEASE);
    write_text_file(folder, "version.json", &text);
    for (size_t i = 0; i < 3; ++i)
        must_link(
            text_of("%s/libcudart.so", cucc->build),
            text_of("%s/lib64/%s", folder, (const char *[]){"libcudart.so", "libcuda.so", "stubs/libcuda.so"}[i]));
    make_libraries(cucc, text_of("%s/lib64", folder));
}

// In nvcc's form, for build systems that ask for a toolkit.
void say_folders(const struct cucc *cucc)
{
    const char *path = getenv("PATH"), *build = cucc->build;
    fprintf(stderr, "#$ TOP=%s/toolkit\n", build);
    fprintf(stderr, "#$ NVVMIR_LIBRARY_DIR=%s/toolkit/nvvm/libdevice\n", build);
    fprintf(stderr, "#$ PATH=%s\n", path ? path : "");
    fprintf(stderr, "#$ INCLUDES=\"-I%s/toolkit/include\"  \n", build);
    fprintf(stderr, "#$ LIBRARIES=  \"-L%s/toolkit/lib64\"\n", build);
}

void say_link(const struct cucc *cucc, const struct options *options, const char *output)
{
    static const char *const libraries[] = {" -lcudadevrt -lcudart_static", " -lcudadevrt -lcudart", ""};
    if (!options->verbose || options->make != MAKE_PROGRAM)
        return;
    fprintf(stderr, "#$ \"%s/cucc\" -o \"%s\"", cucc->here, output);
    for (size_t i = 0; i < options->rest.count; ++i)
        fprintf(stderr, " %s", options->rest.item[i]);
    fprintf(stderr, " \"-L%s/toolkit/lib64\"%s -lrt -lpthread -ldl\n", cucc->build, libraries[options->cudart]);
}

// The folders that g++ finds C++'s headers in, by what it says with -v.
static void say_folders_of_cpp(const struct cucc *cucc)
{
    struct strings command = {0};
    struct text said = {0};
    add_all(&command, &cucc->compiler.command);
    add_words(&command, "-E -x c++ -v /dev/null");
    output_of(&command, &said);
    bool inside = false;
    for (char *line = strtok(said.begin, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (begins_with(line, "#include <"))
            inside = true;
        else if (begins_with(line, "End"))
            inside = false;
        else if (inside && *line == ' ' && strstr(line, "c++"))
            printf("    - \"-isystem%s\"\n", line + 1);
    }
}

// The standard of C++ that the project's compile_commands.json asks for, here or in build/; the device's headers
// need 17. Every clang since 13 knows C++23 as 2b.
static char *standard_of_project(void)
{
    static const char *const files[] = {"compile_commands.json", "build/compile_commands.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        struct text text = {0};
        if (!read_file(files[i], &text))
            continue;
        for (const char *at = text.begin; (at = strstr(at, "-std=")) != NULL; ++at) {
            char *standard = slice(at, strcspn(at, " \"\\\n"));
            const char *year = strstr(standard, "++");
            if (year != NULL && strcmp(year, "++17") > 0 && strcmp(year, "++9") < 0)
                return strcmp(year, "++2") >= 0 && strcmp(year, "++20") != 0 && strcmp(year, "++2a") != 0
                           ? text_of("%.*s++2b", (int)(year - standard), standard)
                           : standard;
        }
    }
    return text_of("-std=c++17");
}

// A file .clangd. clangd understands neither nvcc's options nor cucc's rewriting, so it reads a file as host code in
// which launches are calls.
void say_clangd(const struct cucc *cucc)
{
    static const char removed[] =
        "  Remove: [-forward-unknown-*, --forward-unknown-*, --options-file*, -optf*, --generate-code*, -gencode*, "
        "-arch*, "
        "--gpu-*,\n"
        "    --expt-*, -expt-*, --extended-lambda, -extended-lambda, -rdc*, --relocatable-*, -dc, -Xcompiler*, "
        "--compiler-options*,\n"
        "    -Xptxas*, --ptxas-options*, -Xlinker*, -lineinfo, -G, --use_fast_math, -use_fast_math, --default-stream*, "
        "-ccbin*, -std=*]\n";
    struct strings options = {0};
    const char *thrust = find_thrust();
    // Where no toolkit is installed, clangd would take launches for those of CUDA 7.
    add_words(&options, "-xcuda --cuda-host-only -nocudainc -nocudalib -Xclang -target-sdk-version=11.5");
    add(&options, standard_of_project());
    add_words(&options, "-include cuda_runtime.h");
    printf("CompileFlags:\n  Add:\n");
    for (size_t i = 0; i < options.count; ++i)
        printf("    - %s\n", options.item[i]);
    say_folders_of_cpp(cucc);
    printf("    - \"-isystem%s/include\"\n    - \"-isystem%s/include\"\n", cucc->here, cucc->build);
    if (thrust != NULL)
        printf("    - \"-isystem%s\"\n", thrust);
    printf("%sDiagnostics:\n  Suppress: [kern_call_not_global_function]\n", removed);
}
