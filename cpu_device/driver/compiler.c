// SPDX-License-Identifier: MIT
// The compiler, which must be GCC, and the other things with which host programs are compiled.
#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char install_thrust[] =
    "install a CUDA toolkit (CUDA_HOME names its folder), or on Debian libthrust-dev and libcu++-dev";
const char install_blas[] = "-lcublas needs a BLAS of the host: install libblas-dev (on Debian), or OpenBLAS";

static const char *from_environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

// The file that a command's name stands for; null: there is none.
static char *find_program(const char *name)
{
    if (strchr(name, '/') != NULL)
        return access(name, X_OK) == 0 && !is_folder(name) ? slice(name, strlen(name)) : NULL;
    const char *path = getenv("PATH");
    for (const char *c = path ? path : "/usr/bin:/bin"; *name != '\0'; ++c) {
        size_t length = strcspn(c, ":");
        char *file = text_of("%.*s/%s", length > 0 ? (int)length : 1, length > 0 ? c : ".", name);
        if (access(file, X_OK) == 0 && !is_folder(file))
            return file;
        c += length;
        if (*c == '\0')
            break;
    }
    return NULL;
}

// CXX is one program, or several words such as "ccache g++".
static struct strings command_of(const char *name)
{
    struct strings command = {0};
    if (strchr(name, ' ') != NULL && find_program(name) == NULL)
        add_words(&command, name);
    else
        add(&command, name);
    return command;
}

static bool predefined_macros(const struct strings *compiler, struct text *macros)
{
    struct strings command = {0};
    add_all(&command, compiler);
    add_words(&command, "-dM -E -x c++ /dev/null");
    return output_of(&command, macros) == 0;
}

static bool has_macro(const struct text *macros, const char *name)
{
    return strstr(macros->begin, text_of(" %s ", name)) != NULL;
}

// -ccbin, or NVCC_CCBIN, names another compiler, or what calls it, such as mpicxx; one that is not GCC is passed over.
static const char *compiler_name(const char *ccbin)
{
    const char *name = from_environment("CXX"), *other = ccbin && *ccbin ? ccbin : from_environment("NVCC_CCBIN");
    if (name == NULL || strcmp(file_part(name), "cucc") == 0 || strcmp(file_part(name), "nvcc") == 0)
        name = "g++"; // make CXX=nvcc puts CXX into the environment
    if (other != NULL && is_folder(other))
        other = text_of("%s/g++", other);
    if (other == NULL || begins_with(file_part(other), "gcc") || find_program(other) == NULL)
        return name;
    struct text macros = {0};
    struct strings command = {0};
    add(&command, other);
    predefined_macros(&command, &macros);
    return !has_macro(&macros, "__clang__") && has_macro(&macros, "__GNUC__") ? other : name;
}

bool find_library_file(const struct compiler *compiler, const char *file)
{
    struct strings command = {0};
    struct text path;
    add_all(&command, &compiler->command);
    addf(&command, "-print-file-name=%s", file);
    return output_of(&command, &path) == 0 && strcmp(path.begin, file) != 0;
}

static void ask_compiler(struct compiler *compiler)
{
    struct text macros = {0};
    const char *first = compiler->command.item[0];
    if (find_program(first) == NULL)
        die("there is no %s here: install GCC's C++ compiler (on Debian the package g++), or name it in CXX", first);
    if (!predefined_macros(&compiler->command, &macros))
        die("the compiler %s does not work: %s", compiler->name, macros.begin);
    if (has_macro(&macros, "__clang__"))
        die("CXX is clang, and the CUDA device on the CPU needs GCC: CXX=g++");
    if (!has_macro(&macros, "__GNUC__"))
        die("CXX is %s, and the CUDA device on the CPU needs GCC: CXX=g++", compiler->name);
    compiler->major = atoi(strstr(macros.begin, " __GNUC__ ") + strlen(" __GNUC__ "));
    const char *version = strstr(macros.begin, "__VERSION__ \"");
    version = version ? version + strlen("__VERSION__ \"") : "";
    compiler->version = slice(version, strcspn(version, "\"\n"));
    // It finds the source line of an instruction; without it, reports of bad addresses name no line.
    compiler->backtrace = find_library_file(compiler, "libbacktrace.a");
}

// What is known of a compiler stays true while this does. Null: of what calls a compiler, such as ccache or a script,
// nothing is known.
static char *identity(const struct compiler *compiler)
{
    struct stat state;
    char *file = compiler->command.count == 1 ? find_program(compiler->command.item[0]) : NULL;
    char *end = file ? realpath(file, NULL) : NULL;
    if (end == NULL || strstr(file_part(end), "g++") == NULL || stat(end, &state) != 0 || state.st_size < 100000)
        return NULL;
    const char *prefix = getenv("GCC_EXEC_PREFIX"), *path = getenv("COMPILER_PATH"),
               *libraries = getenv("LIBRARY_PATH");
    return text_of("%s %lld %lld %s %s %s", end, (long long)state.st_size, (long long)state.st_mtime,
                   prefix ? prefix : "", path ? path : "", libraries ? libraries : "");
}

// The file `compiler` in the folder `known_in` keeps the answers of a compiler between two calls of cucc.
struct compiler find_compiler(const char *ccbin, const char *known_in)
{
    struct compiler compiler = {.name = compiler_name(ccbin)};
    compiler.command = command_of(compiler.name);
    char *identified = known_in ? identity(&compiler) : NULL, *file = text_of("%s/compiler", known_in ? known_in : "");
    struct text known = {0};
    if (identified != NULL && read_file(file, &known) && begins_with(known.begin, identified)) {
        char *rest = known.begin + strlen(identified), *version;
        int backtrace;
        if (*rest == '\n' && (version = strchr(rest + 1, '\n')) != NULL &&
            sscanf(rest, "\n%d %d", &compiler.major, &backtrace) == 2) {
            compiler.backtrace = backtrace != 0;
            compiler.version = slice(version + 1, strcspn(version + 1, "\n"));
            return compiler;
        }
    }
    ask_compiler(&compiler);
    if (identified != NULL) {
        char *answers = text_of("%s\n%d %d\n%s\n", identified, compiler.major, compiler.backtrace, compiler.version);
        write_if_changed(file, answers, strlen(answers));
    }
    return compiler;
}

// cuBLAS computes with a BLAS of the host's, which has CBLAS too.
const char *find_blas(const struct compiler *compiler)
{
    static const char *const files[] = {"libopenblas.so", "libopenblas.a", "libblas.so", "libblas.a"};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        if (find_library_file(compiler, files[i]))
            return i < 2 ? "-lopenblas" : "-lblas";
    return NULL;
}
