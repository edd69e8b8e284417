// SPDX-License-Identifier: MIT
// The command line. One table has nvcc's options by their short and long names; either may have one dash or two.
#include "driver.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char architectures[] = "75 80 86 87 88 89 90 100 110 103 120 121";

// What becomes of an option.
enum action {
    LEFT_OUT,         // it means nothing here
    TO_GXX,           // goes to g++, by its short name, the value after it
    TO_GXX_EQUALS,    // the same with a = between
    TO_GXX_AS,        // goes to g++ as `text` says
    REQUEST,          // `number` is an enum request
    REFUSED,          // nvcc has it, cucc cannot
    SET_ARCHITECTURE, // the others set what is named
    SET_COMPILE_ONLY,
    SET_CCBIN,
    SET_CHECKED,
    SET_CUDART,
    SET_DEBUG,
    SET_DEFAULT_STREAM,
    SET_DEVICE_LINK,
    SET_CLEAN,
    SET_DRY_RUN,
    SET_HOST_OPTIONS,
    SET_KEEP,
    SET_KEEP_FOLDER,
    SET_KERNELS_FOR,
    SET_LAMBDAS,
    SET_LANGUAGE,
    SET_LIBRARY,
    SET_LINKER_OPTIONS,
    SET_MAKE,
    SET_MODULE,
    SET_NO_DIVERGENT_BARRIER,
    SET_OPTIMIZATION,
    SET_OUTPUT,
    SET_OUTPUT_FOLDER,
    SET_PREPROCESS,
    SET_RELAXED,
    SET_RELOCATABLE,
    SET_RELOCATABLE_OBJECT,
    SET_RESPONSE_FILE,
    SET_RTC,
    SET_RTC_DEFAULT,
    SET_RUN,
    SET_RUN_ARGUMENTS,
    SET_STANDARD,
    SET_TIMES,
    SET_TRACED,
    SET_UNFUSED,
    SET_VERBOSE,
    SET_WARNINGS_AS_ERRORS,
};

struct option {
    const char *name, *long_name; // without dashes; a name may end in * where it takes no value
    bool takes_value;             // after a =, or the next argument
    enum action action;
    const char *text;
    int number;
};

static const struct option table[] = {
    // what cucc does
    {"h", "help", false, REQUEST, NULL, SAY_HELP},
    {"V", "version", false, REQUEST, NULL, SAY_VERSION},
    {"build", NULL, false, REQUEST, NULL, BUILD},
    {"folder", NULL, false, REQUEST, NULL, SAY_FOLDER},
    {"toolkit", NULL, false, REQUEST, NULL, SAY_TOOLKIT},
    {"clangd", NULL, false, REQUEST, NULL, SAY_CLANGD},
    {"vscode", NULL, false, REQUEST, NULL, WRITE_VSCODE},
    {"blas", NULL, false, REQUEST, NULL, SAY_BLAS},
    {"thrust", NULL, false, REQUEST, NULL, SAY_THRUST},
    {"list-gpu-arch", "arch-ls", false, REQUEST, NULL, SAY_GPU_ARCH},
    {"list-gpu-code", "code-ls", false, REQUEST, NULL, SAY_GPU_CODE},
    {"o", "output-file", true, SET_OUTPUT},
    {"odir", "output-directory", true, SET_OUTPUT_FOLDER},
    {"c", "compile", false, SET_COMPILE_ONLY},
    {"dc", "device-c", false, SET_RELOCATABLE_OBJECT},
    {"dw", "device-w", false, SET_RELOCATABLE_OBJECT},
    {"rdc", "relocatable-device-code", true, SET_RELOCATABLE},
    {"x", NULL, true, SET_LANGUAGE},
    {"ptx", NULL, false, SET_MODULE, "ptx"},
    {"cubin", NULL, false, SET_MODULE, "cubin"},
    {"fatbin", NULL, false, SET_MODULE, "fatbin"},
    {"E", "preprocess", false, SET_PREPROCESS, "-E"},
    {"M", "generate-dependencies", false, SET_PREPROCESS, "-M"},
    {"MM", "generate-nonsystem-dependencies", false, SET_PREPROCESS, "-MM"},
    {"lib", NULL, false, SET_MAKE, NULL, MAKE_ARCHIVE},
    {"shared", NULL, false, SET_MAKE, NULL, MAKE_SHARED},
    {"dlink", "device-link", false, SET_DEVICE_LINK},
    {"run", NULL, false, SET_RUN},
    {"run-args", NULL, true, SET_RUN_ARGUMENTS},
    {"v", "verbose", false, SET_VERBOSE},
    {"dryrun", NULL, false, SET_DRY_RUN},
    {"clean", "clean-targets", false, SET_CLEAN},
    {"ccbin", "compiler-bindir", true, SET_CCBIN},
    {"cudart", NULL, true, SET_CUDART},
    {"G", "device-debug", false, SET_DEBUG},
    {"trace", NULL, false, SET_TRACED},
    {"checked", NULL, false, SET_CHECKED},
    {"default-stream", NULL, true, SET_DEFAULT_STREAM},
    {"arch", "gpu-architecture", true, SET_ARCHITECTURE},
    {"gencode", "generate-code", true, SET_ARCHITECTURE},
    {"expt-relaxed-constexpr", NULL, false, SET_RELAXED},
    {"fmad", NULL, true, SET_UNFUSED},
    {"extended-lambda", "expt-extended-lambda", false, SET_LAMBDAS},
    {"optf", "options-file", true, SET_RESPONSE_FILE},
    {"kernels-for", NULL, true, SET_KERNELS_FOR},
    {"keep", "save-temps", false, SET_KEEP},
    {"keep-dir", NULL, true, SET_KEEP_FOLDER},
    {"time", NULL, true, SET_TIMES},
    {"S", NULL, false, REFUSED},
    {"astoolspatch", "compile-as-tools-patch", false, REFUSED},
    {"ltoir", NULL, false, REFUSED},
    {"optix-ir", NULL, false, REFUSED},
    {"qpp-config", NULL, true, REFUSED},
    {"r", "relocatable-link", false, REFUSED},
    {"static", NULL, false, REFUSED},

    // of NVRTC (libraries/nvrtc/nvrtc.cpp): FOLDER, which is removed in the end, has source.cu and include/
    {"rtc", NULL, true, SET_RTC},
    {"rtc-default-device", NULL, false, SET_RTC_DEFAULT},

    // what goes to g++, in its own words
    {"std", NULL, true, SET_STANDARD},
    {"O", NULL, false, SET_OPTIMIZATION},
    {"optimize", NULL, true, TO_GXX_AS, "-O"},
    {"ftemplate-backtrace-limit", NULL, true, TO_GXX_EQUALS},
    {"ftemplate-depth", NULL, true, TO_GXX_EQUALS},
    {"Werror", NULL, false, SET_WARNINGS_AS_ERRORS},
    {"Werror=*", NULL, false, SET_WARNINGS_AS_ERRORS},
    {"l", "library", true, SET_LIBRARY},
    {"D", "define-macro", true, TO_GXX},
    {"I", "include-path", true, TO_GXX},
    {"L", "library-path", true, TO_GXX},
    {"MF", "dependency-output", true, TO_GXX},
    {"MQ", NULL, true, TO_GXX},
    {"MT", "dependency-target-name", true, TO_GXX},
    {"U", "undefine-macro", true, TO_GXX},
    {"idirafter", NULL, true, TO_GXX},
    {"imacros", NULL, true, TO_GXX},
    {"include", "pre-include", true, TO_GXX},
    {"iquote", NULL, true, TO_GXX},
    {"isystem", "system-include", true, TO_GXX},
    {"g", "debug", false, TO_GXX},
    {"pg", "profile", false, TO_GXX},
    {"w", "disable-warnings", false, TO_GXX},
    {"MD", "generate-dependencies-with-compile", false, TO_GXX},
    {"MMD", "generate-nonsystem-dependencies-with-compile", false, TO_GXX},
    {"MP", "generate-dependency-targets", false, TO_GXX},
    {"Wno-deprecated-declarations", NULL, false, TO_GXX},
    {"Wno-divergent-barrier", NULL, false, SET_NO_DIVERGENT_BARRIER},
    {"noeh", "no-exceptions", false, TO_GXX_AS, "-fno-exceptions"},
    {"Xcompiler", "compiler-options", true, SET_HOST_OPTIONS},
    {"Xlinker", "linker-options", true, SET_LINKER_OPTIONS},

    // without effect here, with a value
    {"Ofast-compile", "Ofc", true, LEFT_OUT},
    {"Xarchive", "archive-options", true, LEFT_OUT},
    {"Xfatbin", "fatbin-options", true, LEFT_OUT},
    {"Xcudafe", NULL, true, LEFT_OUT},
    {"Xnvlink", "nvlink-options", true, LEFT_OUT},
    {"Xptxas", "ptxas-options", true, LEFT_OUT},
    {"arbin", "archiver-binary", true, LEFT_OUT},
    {"brief-diag", "brief-diagnostics", true, LEFT_OUT},
    {"code", "gpu-code", true, LEFT_OUT},
    {"compress-mode", NULL, true, LEFT_OUT},
    {"cudadevrt", NULL, true, LEFT_OUT},
    {"ddp", "dependency-drive-prefix", true, LEFT_OUT},
    {"device-entity-has-hidden-visibility", NULL, true, LEFT_OUT},
    {"device-stack-protector", NULL, true, LEFT_OUT},
    {"diag-error", NULL, true, LEFT_OUT},
    {"diag-suppress", NULL, true, LEFT_OUT},
    {"diag-warn", NULL, true, LEFT_OUT},
    {"dopt", NULL, true, LEFT_OUT},
    {"dp", "drive-prefix", true, LEFT_OUT},
    {"entries", NULL, true, LEFT_OUT},
    {"fdevice-time-trace", NULL, true, LEFT_OUT},
    {"frandom-seed", NULL, true, LEFT_OUT},
    {"ftz", NULL, true, LEFT_OUT},
    {"hls", "host-linker-script", true, LEFT_OUT},
    {"idp", "input-drive-prefix", true, LEFT_OUT},
    {"jtd", "jump-table-density", true, LEFT_OUT},
    {"ldir", "libdevice-directory", true, LEFT_OUT},
    {"m", "machine", true, LEFT_OUT},
    {"maxrregcount", NULL, true, LEFT_OUT},
    {"opt-info", "optimization-info", true, LEFT_OUT},
    {"prec-div", NULL, true, LEFT_OUT},
    {"prec-sqrt", NULL, true, LEFT_OUT},
    {"sanitize", NULL, true, LEFT_OUT}, // the device checks anyway
    {"split-compile", NULL, true, LEFT_OUT},
    {"split-compile-extended", NULL, true, LEFT_OUT},
    {"static-global-template-stub", NULL, true, LEFT_OUT},
    {"t", "threads", true, LEFT_OUT},
    {"target-dir", "target-directory", true, LEFT_OUT},

    // and without one
    {"Wdefault-stream-launch", NULL, false, LEFT_OUT},
    {"Wdivergent-barrier", NULL, false, LEFT_OUT}, // as it is
    {"Wext-lambda-captures-this", NULL, false, LEFT_OUT},
    {"Wmissing-launch-bounds", NULL, false, LEFT_OUT},
    {"Wno-deprecated-gpu-targets", NULL, false, LEFT_OUT},
    {"Wreorder", NULL, false, LEFT_OUT},
    {"allow-unsupported-compiler", NULL, false, LEFT_OUT},
    {"aug-hls", "augment-host-linker-script", false, LEFT_OUT},
    {"display-error-number", "err-no", false, LEFT_OUT},
    {"dlink-time-opt", "dlto", false, LEFT_OUT},
    {"dont-use-profile", "noprof", false, LEFT_OUT},
    {"extensible-whole-program", "ewp", false, LEFT_OUT},
    {"extra-device-vectorization", NULL, false, LEFT_OUT},
    {"fassociative-math", NULL, false, LEFT_OUT},
    {"fdevice-syntax-only", NULL, false, LEFT_OUT},
    {"ffat-lto-objects", NULL, false, LEFT_OUT},
    {"flto", "fno-lto", false, LEFT_OUT},
    {"flto=*", NULL, false, LEFT_OUT},
    {"force-cl-env-setup", NULL, false, LEFT_OUT},
    {"forward-unknown-*", NULL, false, LEFT_OUT},
    {"gen-opt-lto", NULL, false, LEFT_OUT},
    {"generate-line-info", "lineinfo", false, LEFT_OUT},
    {"jobserver", NULL, false, LEFT_OUT},
    {"keep-device-functions", NULL, false, LEFT_OUT},
    {"link", NULL, false, LEFT_OUT},
    {"lto", NULL, false, LEFT_OUT},
    {"m64", NULL, false, LEFT_OUT},
    {"no-align-double", NULL, false, LEFT_OUT},
    {"no-compress", NULL, false, LEFT_OUT},
    {"no-device-link", "nodlink", false, LEFT_OUT},
    {"no-display-error-number", "no-err-no", false, LEFT_OUT},
    {"no-host-device-*", NULL, false, LEFT_OUT},
    {"nohdinitlist", NULL, false, LEFT_OUT},
    {"nohdmoveforward", NULL, false, LEFT_OUT},
    {"objdir-as-tempdir", "objtemp", false, LEFT_OUT},
    {"relocatable-ptx", "reloc-ptx", false, LEFT_OUT},
    {"resource-usage", "res-usage", false, LEFT_OUT},
    {"restrict", NULL, false, LEFT_OUT},
    {"source-in-ptx", "src-in-ptx", false, LEFT_OUT},
    {"t[0-9]*", NULL, false, LEFT_OUT},
    {"use-local-env", NULL, false, LEFT_OUT},
    {"use_fast_math", NULL, false, LEFT_OUT},
};

// A response file whose words are being read, and the one that named it.
struct response {
    dev_t device;
    ino_t number;
    const struct response *in;
};

struct word {
    const char *text;
    const struct response *from;
};

// The words that are still to be read, the next one last.
struct reader {
    struct word *word;
    size_t count;
    struct options *options;
    const char *argument; // as the user wrote it
};

static void push(struct reader *reader, const char *text, const struct response *from)
{
    reader->word = grow(reader->word, (reader->count + 1) * sizeof *reader->word);
    reader->word[reader->count++] = (struct word){text, from};
}

static const char *peek(const struct reader *reader)
{
    return reader->count > 0 ? reader->word[reader->count - 1].text : "";
}

static const struct option *find_option(const char *name, bool takes_value)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        const struct option *o = &table[i];
        if (o->takes_value == takes_value &&
            ((strchr(o->name, '*') ? fnmatch(o->name, name, 0) == 0 : strcmp(o->name, name) == 0) ||
             (o->long_name && strcmp(o->long_name, name) == 0)))
            return o;
    }
    return NULL;
}

// --- the values ---

// Whether a number is in a list such as `architectures`.
static bool is_among(int number, const char *list)
{
    struct strings numbers = {0};
    add_words(&numbers, list);
    for (size_t i = 0; i < numbers.count; ++i)
        if (atoi(numbers.item[i]) == number)
            return true;
    return false;
}

// sm_80, compute_90a, arch=compute_75,code=sm_75, native: the value of __CUDA_ARCH__. Of several the last counts.
// Architectures that CUDA no longer supports, 101 among them, become the device's own.
static int architecture(const char *text)
{
    static const char *const names[] = {"native", "all", "all-major"};
    int found = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(text, names[i]) == 0)
            return 900;
    for (const char *c = text; *c != '\0' && found == 0; ++c)
        if (islower((unsigned char)c[0]) && c[1] == '_' && isdigit((unsigned char)c[2])) {
            char *end;
            long number = strtol(c + 2, &end, 10);
            end += *end == 'a' || *end == 'f';
            if (isalnum((unsigned char)*end) || number > 999 ||
                (number >= 75 && number != 101 && !is_among((int)number, architectures)))
                break;
            found = number >= 75 && number != 101 ? 10 * (int)number : 900;
        }
    if (found == 0)
        die("there is no GPU architecture %s: cucc --list-gpu-arch prints those that there are", text);
    return found;
}

// The device's headers are C++17, so older standards, which programs for nvcc ask for, become that.
static char *standard(const char *name)
{
    static const char *const older[] = {"++98", "++03", "++0x", "++11", "++1y", "++14"};
    for (size_t i = 0; i < sizeof older / sizeof *older; ++i)
        if ((begins_with(name, "c") || begins_with(name, "gnu")) &&
            strcmp(strchr(name, '+') ? strchr(name, '+') : "", older[i]) == 0)
            return text_of("-std=%s++17", *name == 'c' ? "c" : "gnu");
    return text_of("-std=%s", name);
}

const char *const library_names[] = {
    [NCCL] = "nccl",   [CURAND] = "curand",     [CUSOLVER] = "cusolver", [CUSPARSE] = "cusparse",
    [NVRTC] = "nvrtc", [CUBLASLT] = "cublasLt", [CUBLAS] = "cublas"};
const struct libraries all_libraries = {{true, true, true, true, true, true, true}};

bool ask_for_library(struct libraries *libraries, const char *name)
{
    for (int i = 0; i < LIBRARY_COUNT; ++i)
        if (strcmp(name, library_names[i]) == 0) {
            libraries->has[i] = true;
            libraries->has[CUBLAS] |= i == CUBLASLT; // which calls it
            return true;
        }
    return false;
}

// CUDA's libraries are replaced by those of the device. `name` is without -l.
static void add_library(struct options *options, const char *name)
{
    static const char *const none[] = {
        "nvrtc-builtins*", "nvptxcompiler_static", "culibos", "nvToolsExt", "nvidia-ml", "cudadevrt", "cuda"};
    size_t length = strlen(name);
    if (length > 7 && ends_with(name, "_static") && strcmp(name, "nvptxcompiler_static") != 0)
        length -= 7;
    char *base = slice(name, length);
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i)
        if (fnmatch(none[i], name, 0) == 0)
            return;
    if (strcmp(base, "cudart") == 0)
        options->named_cudart = ends_with(name, "_static") ? CUDART_STATIC : CUDART_SHARED;
    else if (!ask_for_library(&options->libraries, base))
        addf(&options->rest, "-l%s", name);
}

// -Xcompiler's value: options with commas or blanks between. Quotes hold together what is in them; a backslash takes
// the meaning from a comma or a quote after it.
static void add_host_options(struct options *options, const char *value)
{
    struct text word = {0};
    bool quoted = false;
    for (const char *c = value;; ++c) {
        if (*c == '\\' && c[1] != '\0' && strchr(",\"'", c[1])) {
            append(&word, ++c, 1);
        } else if (*c == '"' || *c == '\'') {
            quoted = !quoted;
        } else if (*c == '\0' || (!quoted && (*c == ',' || *c == ' '))) {
            if (word.length > 0)
                add(&options->rest, word.begin);
            word = (struct text){0};
        } else {
            append(&word, c, 1);
        }
        if (*c == '\0')
            return;
    }
}

static const char *checked(const char *name)
{
    if (strcmp(name, "cu") != 0 && strcmp(name, "c") != 0 && strcmp(name, "c++") != 0)
        die("-x is cu, c or c++, not %s", name);
    return name;
}

static enum cudart cudart_of(const char *value)
{
    static const char *const names[] = {"static", "shared", "none"};
    for (int i = 0; i < 3; ++i)
        if (strcmp(value, names[i]) == 0)
            return (enum cudart)i;
    die("-cudart is shared, static or none, not %s", value);
}

static void set_default_stream(struct reader *reader, const char *value)
{
    if (strcmp(value, "per-thread") == 0)
        add(&reader->options->rest, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    else if (strcmp(value, "legacy") != 0 && strcmp(value, "null") != 0)
        die("%s: %s is not legacy, null or per-thread", reader->argument, value);
}

static void set_output(struct reader *reader, const char *value)
{
    if (*value == '\0')
        die("%s needs the name of a file", reader->argument);
    reader->options->output = value;
}

// -Werror, -Werror KIND,... and -Werror=KIND,... Of nvcc's kinds g++ has two; of
// the others there is no warning here.
static void set_warnings_as_errors(struct reader *reader)
{
    static const char *const kinds[] = {
        "all-warnings",          "cross-execution-space-call", "reorder", "deprecated-declarations",
        "default-stream-launch", "ext-lambda-captures-this"};
    const char *equals = strchr(reader->argument, '='), *list = equals ? equals + 1 : peek(reader);
    bool all = *list == '\0', known = !all;
    struct strings flags = {0};
    for (const char *at = list; known && *at != '\0';) {
        size_t length = strcspn(at, ","), kind = 0;
        while (kind < sizeof kinds / sizeof *kinds &&
               (strlen(kinds[kind]) != length || strncmp(kinds[kind], at, length) != 0))
            ++kind;
        known = kind < sizeof kinds / sizeof *kinds;
        all = all || kind == 0;
        if (kind == 2 || kind == 3)
            addf(&flags, "-Werror=%.*s", (int)length, at);
        at += length + (at[length] == ',');
    }
    if (!known && equals != NULL) { // a warning of g++'s own
        addf(&reader->options->rest, "-Werror=%s", list);
        return;
    }
    if (known && equals == NULL && *list != '\0')
        --reader->count;
    if (all || !known)
        add(&reader->options->rest, "-Werror");
    add_all(&reader->options->rest, &flags);
}

static void set_optimization(struct reader *reader)
{
    add(&reader->options->rest, "-O");
    const char *level = peek(reader);
    if (strlen(level) == 1 && *level >= '0' && *level <= '3') {
        addf(&reader->options->rest, "-O%s", level);
        --reader->count;
    }
}

// --- response files ---

// One word of a response file, as xargs reads it: quotes and backslashes. Moves `at` after it; null: there is none.
static char *response_word(const char **at, const char *file)
{
    const char *c = *at + strspn(*at, " \t\n");
    struct text word = {0};
    char quote = '\0';
    if (*c == '\0')
        return NULL;
    append(&word, "", 0);
    for (; *c != '\0' && (quote != '\0' || !strchr(" \t\n", *c)); ++c) {
        if (quote != '\0' && *c == '\n')
            break;
        if (*c == quote)
            quote = '\0';
        else if (quote == '\0' && (*c == '"' || *c == '\''))
            quote = *c;
        else if (quote == '\0' && *c == '\\' && c[1] != '\0')
            append(&word, ++c, 1);
        else
            append(&word, c, 1);
    }
    if (quote != '\0')
        die("in %s, a line has a %c without another", file, quote);
    *at = c;
    return word.begin;
}

// Its words take its place.
static void read_response_file(struct reader *reader, const char *file, const struct response *in)
{
    struct stat state;
    struct text text = {0};
    if (stat(file, &state) != 0 || S_ISDIR(state.st_mode) || !read_file(file, &text))
        die("can't read the options in %s", file);
    for (const struct response *r = in; r != NULL; r = r->in)
        if (r->device == state.st_dev && r->number == state.st_ino)
            die("the options in %s name that file itself", file);
    struct response *response = grow(NULL, sizeof *response);
    *response = (struct response){state.st_dev, state.st_ino, in};
    struct strings words = {0};
    const char *at = text.begin;
    for (char *word; (word = response_word(&at, file)) != NULL;)
        if (*word != '\0')
            add(&words, word);
    for (size_t i = words.count; i-- > 0;)
        push(reader, words.item[i], response);
}

// --- one option ---

static void to_gxx(struct options *options, const struct option *o, const char *value)
{
    if (o->action == TO_GXX)
        addf(&options->rest, "-%s%s", o->name, value ? value : "");
    else if (o->action == TO_GXX_EQUALS)
        addf(&options->rest, "-%s=%s", o->name, value);
    else
        addf(&options->rest, "%s%s", o->text, value ? value : "");
}

static void set_with_value(struct reader *reader, const struct option *o, const char *value)
{
    struct options *options = reader->options;
    switch (o->action) {
    case SET_ARCHITECTURE: options->arch = architecture(value); break;
    case SET_CCBIN: options->ccbin = value; break;
    case SET_CUDART: options->cudart = cudart_of(value); break;
    case SET_DEFAULT_STREAM: set_default_stream(reader, value); break;
    case SET_HOST_OPTIONS: add_host_options(options, value); break;
    case SET_KEEP_FOLDER: options->keep_folder = value; break;
    case SET_KERNELS_FOR: options->kernels_for = value; break;
    case SET_LANGUAGE: options->language = checked(value); break;
    case SET_LIBRARY: add_library(options, value); break;
    case SET_LINKER_OPTIONS: addf(&options->rest, "-Wl,%s", value); break;
    case SET_OUTPUT: set_output(reader, value); break;
    case SET_OUTPUT_FOLDER: options->output_folder = value; break;
    case SET_RELOCATABLE: options->relocatable = strcmp(value, "true") == 0; break;
    case SET_UNFUSED: options->unfused = strcmp(value, "false") == 0; break;
    case SET_RTC:
        options->rtc = value;
        add(&options->rest, "-D__CUDACC_RTC__=1");
        break;
    case SET_RUN_ARGUMENTS:
        for (char *c = (char *)(value = slice(value, strlen(value))); (c = strchr(c, ',')) != NULL;)
            *c = ' ';
        add_words(&options->run_arguments, value);
        break;
    case SET_STANDARD: add(&options->rest, standard(value)); break;
    case SET_TIMES: options->times = value; break;
    case REFUSED: die("%s is not supported", reader->argument);
    default: to_gxx(options, o, value);
    }
}

static void set(struct reader *reader, const struct option *o)
{
    struct options *options = reader->options;
    switch (o->action) {
    case REQUEST: options->request = (enum request)o->number; break;
    case REFUSED: die("%s is not supported", reader->argument);
    case SET_CHECKED: options->checked = true; break;
    case SET_COMPILE_ONLY: options->compile_only = true; break;
    case SET_DEBUG: options->debug = true; break;
    case SET_DEVICE_LINK: options->make = MAKE_DEVICE_LINK; break;
    case SET_CLEAN: options->clean = true; break;
    case SET_DRY_RUN: options->verbose = options->dry = true; break;
    case SET_KEEP: options->keep = true; break;
    case SET_LAMBDAS:
        options->lambdas = true;
        add(&options->rest, "-D__CUDACC_EXTENDED_LAMBDA__");
        break;
    case SET_MAKE: // -dlink counts, which CMake wants to be -shared
        options->make = options->make == MAKE_DEVICE_LINK ? MAKE_DEVICE_LINK : (enum make)o->number;
        break;
    case SET_MODULE:
        options->module = o->text;
        options->compile_only = true;
        break;
    case SET_OPTIMIZATION: set_optimization(reader); break;
    case SET_PREPROCESS:
        options->preprocess_only = o->text;
        options->compile_only = true;
        break;
    case SET_RELAXED:
        options->relaxed = true;
        add(&options->rest, "-D__CUDACC_RELAXED_CONSTEXPR__");
        break;
    case SET_RELOCATABLE_OBJECT: options->compile_only = options->relocatable = true; break;
    case SET_NO_DIVERGENT_BARRIER: options->no_divergent_barrier = true; break;
    case SET_RTC_DEFAULT: options->rtc_default = true; break;
    case SET_RUN: options->run = true; break;
    case SET_TRACED: options->traced = true; break;
    case SET_VERBOSE:
        options->verbose = true;
        add(&options->rest, "-v");
        break;
    case SET_WARNINGS_AS_ERRORS: set_warnings_as_errors(reader); break;
    default: to_gxx(options, o, NULL);
    }
}

// An option that is not in the table: some have their value in one word with them; the others are g++'s.
static void set_unknown(struct reader *reader, const char *name)
{
    if (begins_with(name, "O="))
        addf(&reader->options->rest, "-O%s", name + 2);
    else if (name[0] == 'l' && name[1] != '\0')
        add_library(reader->options, name + 1);
    else if (name[0] == 'o' && name[1] != '\0')
        set_output(reader, name + 1);
    else
        add(&reader->options->rest, reader->argument);
}

// Meson puts quotes around a name, which nvcc leaves to a shell.
static const char *without_quotes(const char *name)
{
    size_t length = strlen(name);
    return length > 2 && name[0] == '"' && name[length - 1] == '"' && !exists(name) ? slice(name + 1, length - 2)
                                                                                    : name;
}

static void read_file_name(struct options *options, const char *name)
{
    name = without_quotes(name);
    if (fnmatch("*/lib64/libcu*.so", name, 0) == 0 || fnmatch("*/lib64/libcu*.a", name, 0) == 0 ||
        fnmatch("*/lib64/libnvrtc*.so", name, 0) == 0) { // of the toolkit
        const char *library = file_part(name) + 3;
        add_library(options, slice(library, (size_t)(strrchr(library, '.') - library)));
        return;
    }
    ++options->files;
    if (!exists(name) && options->missing == NULL)
        options->missing = name;
    add(&options->rest, name);
}

static void read_option(struct reader *reader, const struct response *in)
{
    const char *name = reader->argument + (begins_with(reader->argument, "--") ? 2 : 1), *value;
    size_t length = strcspn(name, "=");
    const struct option *o = find_option(slice(name, length), true);
    if (o == NULL) {
        if ((o = find_option(name, false)) == NULL)
            set_unknown(reader, name);
        else if (o->action != LEFT_OUT)
            set(reader, o);
        return;
    }
    if (name[length] == '=') {
        value = name + length + 1;
    } else {
        if (reader->count == 0)
            die("%s needs a value", reader->argument);
        value = reader->word[--reader->count].text;
    }
    if (o->action == SET_RESPONSE_FILE)
        read_response_file(reader, value, in);
    else if (o->action != LEFT_OUT)
        set_with_value(reader, o, value);
}

// NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS: options before and after those of the command line. They are for
// compilations, not for what cucc alone is asked for.
static void push_from_environment(struct reader *reader, const char *name, const char *first)
{
    const char *value = getenv(name), *at = value;
    const struct option *option = first[0] == '-' ? find_option(first + 1 + (first[1] == '-'), false) : NULL;
    struct strings words = {0};
    if (value == NULL || begins_with(first, "--rtc") || (option != NULL && option->action == REQUEST))
        return;
    for (char *word; (word = response_word(&at, name)) != NULL;)
        add(&words, word);
    for (size_t i = words.count; i-- > 0;)
        push(reader, words.item[i], NULL);
}

struct options read_options(int count, char **arguments)
{
    struct options options = {.arch = 900, .named_cudart = CUDART_NONE};
    struct reader reader = {.options = &options};
    push_from_environment(&reader, "NVCC_APPEND_FLAGS", arguments[1]);
    for (int i = count; i-- > 1;)
        push(&reader, arguments[i], NULL);
    push_from_environment(&reader, "NVCC_PREPEND_FLAGS", arguments[1]);
    while (reader.count > 0 && (options.request == COMPILE || options.request == BUILD)) {
        struct word word = reader.word[--reader.count];
        reader.argument = word.text;
        if (word.text[0] == '-' && word.text[1] != '\0')
            read_option(&reader, word.from);
        else if (word.text[0] == '@' && word.text[1] != '\0')
            read_response_file(&reader, word.text + 1, word.from);
        else if (word.text[0] == '-')
            add(&options.rest, word.text);
        else
            read_file_name(&options, word.text);
    }
    if (options.preprocess_only)
        options.module = NULL;
    if (options.cudart == CUDART_NONE)
        options.cudart = options.named_cudart;
    return options;
}

bool is_source(const struct options *options, const char *argument)
{
    static const char *const no_source[] = {"-*", "*.o", "*.a", "*.so", "*.so.[0-9]*"};
    static const char *const suffixes[] = {".cu", ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".CPP"};
    for (size_t i = 0; i < sizeof no_source / sizeof *no_source; ++i)
        if (fnmatch(no_source[i], argument, 0) == 0)
            return false;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; ++i)
        if (ends_with(argument, suffixes[i]))
            return true;
    return options->compile_only || options->language != NULL;
}
