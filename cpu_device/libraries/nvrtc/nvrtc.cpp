// SPDX-License-Identifier: MIT
// NVRTC: passes a program's text to cucc, in a folder that cucc removes at its end, so that no files remain if the
// program is killed meanwhile. The module and the log come back in files in memory.
#include "../../include/nvrtc.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

struct _nvrtcProgram {
    std::string source, name;
    std::vector<std::pair<std::string, std::string>> headers;     // name, text
    std::vector<std::pair<std::string, std::string>> expressions; // and the lowered names
    bool compiled = false;
    std::string module, log;
    bool for_machine = false; // the architecture is sm_...
};

namespace
{
constexpr int architectures[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

// --- options ---

// cucc's options for NVRTC's options; null for those without effect here.
enum option_kind { flag, flag_to_cucc, with_value, with_value_to_cucc, architecture };
struct known_option {
    const char *name, *alias; // null: it has none
    option_kind kind;
    const char *to_cucc;
};
constexpr known_option known_options[] = {
    {"--gpu-architecture", "-arch", architecture, "-arch="},
    {"--define-macro", "-D", with_value_to_cucc, "-D"},
    {"--undefine-macro", "-U", with_value_to_cucc, "-U"},
    {"--include-path", "-I", with_value_to_cucc, "-I"},
    {"--pre-include", "-include", with_value_to_cucc, "-include"},
    {"--std", "-std", with_value_to_cucc, "-std="},
    {"--relocatable-device-code", "-rdc", with_value_to_cucc, "-rdc="},
    {"--device-c", "-dc", flag_to_cucc, "-rdc=true"},
    {"--disable-warnings", "-w", flag_to_cucc, "-w"},
    {"--device-as-default-execution-space", "-default-device", flag_to_cucc, "--rtc-default-device"},
    {"--no-source-include", "-no-source-include", flag, nullptr},
    {"--device-w", "-dw", flag, nullptr},
    {"--extensible-whole-program", "-ewp", flag, nullptr},
    {"--device-debug", "-G", flag, nullptr},
    {"--generate-line-info", "-lineinfo", flag, nullptr},
    {"--use_fast_math", "-use_fast_math", flag, nullptr},
    {"--extra-device-vectorization", "-extra-device-vectorization", flag, nullptr},
    {"--restrict", "-restrict", flag, nullptr},
    {"--device-int128", "-device-int128", flag, nullptr},
    {"--no-cache", "-no-cache", flag, nullptr},
    {"--minimal", "-minimal", flag, nullptr},
    {"--display-error-number", "-err-no", flag, nullptr},
    {"--no-display-error-number", "-no-err-no", flag, nullptr},
    {"--dopt", "-dopt", with_value, nullptr},
    {"--ptxas-options", "-Xptxas", with_value, nullptr},
    {"--maxrregcount", "-maxrregcount", with_value, nullptr},
    {"--ftz", "-ftz", with_value, nullptr},
    {"--prec-sqrt", "-prec-sqrt", with_value, nullptr},
    {"--prec-div", "-prec-div", with_value, nullptr},
    {"--fmad", "-fmad", with_value_to_cucc, "-fmad="},
    {"--modify-stack-limit", "-modify-stack-limit", with_value, nullptr},
    {"--builtin-move-forward", "-builtin-move-forward", with_value, nullptr},
    {"--builtin-initializer-list", "-builtin-initializer-list", with_value, nullptr},
    {"--split-compile", "-split-compile", with_value, nullptr},
    {"--diag-error", "-diag-error", with_value, nullptr},
    {"--diag-suppress", "-diag-suppress", with_value, nullptr},
    {"--diag-warn", "-diag-warn", with_value, nullptr},
    {"--brief-diagnostics", "-brief-diag", with_value, nullptr},
};

// The option that an argument begins with; `value` is the rest of the argument, null where nothing
// does.
const known_option *find_option(const char *argument, const char *&value)
{
    for (const known_option &o : known_options)
        for (const char *name : {o.name, o.alias}) {
            const size_t length = strlen(name);
            if (strncmp(argument, name, length) != 0)
                continue;
            value = nullptr;
            if (argument[length] == '\0')
                return &o;
            const bool takes_value = o.kind != flag && o.kind != flag_to_cucc;
            if (takes_value && argument[length] == '=')
                return value = argument + length + 1, &o;
            if (takes_value && length == 2) // -DN=4
                return value = argument + length, &o;
        }
    return nullptr;
}

bool is_architecture(const std::string &name)
{
    for (int number : architectures)
        for (const char *kind : {"compute_", "sm_"})
            for (const char *suffix : {"", "a", "f"})
                if (name == kind + std::to_string(number) + suffix)
                    return true;
    return false;
}

// Adds cucc's options; errors in NVRTC's options go into the log.
bool translate(_nvrtcProgram &p, int count, const char *const *options, std::vector<std::string> &to)
{
    std::string arch = "compute_75";
    bool source_folder = true;
    for (int i = 0; i < count; ++i) {
        const char *value = nullptr;
        const known_option *known = options[i] == nullptr ? nullptr : find_option(options[i], value);
        if (known == nullptr) {
            p.log = std::string("nvrtc: error: unrecognized option ") + (options[i] ? options[i] : "") + " found\n";
            return false;
        }
        const bool takes_value = known->kind != flag && known->kind != flag_to_cucc;
        if (takes_value && value == nullptr && i + 1 < count)
            value = options[++i];
        if (takes_value && (value == nullptr || *value == '\0')) {
            if (known->kind == with_value)
                continue; // --dopt and the like
            p.log = std::string("nvrtc: error: missing value for ") + known->name + " (" + known->alias + ")\n";
            return false;
        }
        if (known->kind == architecture)
            arch = value;
        else if (known->kind == with_value_to_cucc)
            to.push_back(std::string(known->to_cucc) + value);
        else if (known->kind == flag_to_cucc)
            to.push_back(known->to_cucc);
        source_folder &= strcmp(known->name, "--no-source-include") != 0;
    }
    if (!is_architecture(arch)) {
        p.log = "nvrtc: error: invalid value for --gpu-architecture (-arch)\n";
        return false;
    }
    p.for_machine = arch[0] == 's';
    to.push_back("-arch=" + arch);
    const size_t slash = p.name.rfind('/');
    if (source_folder)
        to.push_back("-iquote" + (slash == std::string::npos ? "." : p.name.substr(0, slash + 1)));
    return true;
}

// --- the folder ---

bool write_file(const std::string &path, const std::string &text)
{
    FILE *file = fopen(path.c_str(), "we");
    if (file == nullptr)
        return false;
    const bool whole = fwrite(text.data(), 1, text.size(), file) == text.size();
    return fclose(file) == 0 && whole;
}

// A string as the preprocessor takes it.
std::string quoted(const std::string &text)
{
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + "\"";
}

bool is_within(const std::string &name) // a folder
{
    return !name.empty() && name[0] != '/' && ("/" + name + "/").find("/../") == std::string::npos;
}

bool write_folder(const _nvrtcProgram &p, const std::string &folder)
{
    // Lines are those of the program's own text. What the pointers after it point to, cucc looks up.
    std::string text = "#line 1 " + quoted(p.name) + "\n" + p.source;
    if (!p.expressions.empty())
        text += "\n#line 1 \"__nv_name_map\"\n";
    for (size_t i = 0; i < p.expressions.size(); ++i)
        text += "__attribute__((used, retain)) static auto *const cpu_device_lowered_" + std::to_string(i) + " = " +
                p.expressions[i].first + ";\n";
    if (!write_file(folder + "/source.cu", text) || mkdir((folder + "/include").c_str(), 0700) != 0)
        return false;
    for (const auto &[name, header] : p.headers) {
        for (size_t slash = 0; (slash = name.find('/', slash + 1)) != std::string::npos;)
            mkdir((folder + "/include/" + name.substr(0, slash)).c_str(), 0700);
        if (!write_file(folder + "/include/" + name, "#line 1 " + quoted(name) + "\n" + header))
            return false;
    }
    return true;
}

// --- cucc ---

std::string contents(int file)
{
    std::string all;
    char part[1 << 16];
    lseek(file, 0, SEEK_SET);
    for (ssize_t count; (count = read(file, part, sizeof part)) > 0 || (count < 0 && errno == EINTR);)
        all.append(part, count > 0 ? (size_t)count : 0);
    return all;
}

// Runs it to its end. Returns its exit status, or 128 + a signal's number; 127: it was not started.
int run_cucc(const std::vector<std::string> &arguments, std::string &output, std::string &messages)
{
    const char *other = getenv("CUCC");
    const bool own = other == nullptr || *other == '\0';
    const std::string cucc = own ? CUCC_PATH : other;
    std::vector<char *> words = {const_cast<char *>(cucc.c_str())}, environment;
    for (const std::string &word : arguments)
        words.push_back(const_cast<char *>(word.c_str()));
    words.push_back(nullptr);
    for (char **word = environ; *word != nullptr; ++word)
        if (!own || (strncmp(*word, "CXX=", 4) != 0 && strncmp(*word, "CUCC_BUILD=", 11) != 0))
            environment.push_back(*word);
    const std::string build = "CUCC_BUILD=" CUCC_BUILD_PATH, compiler = "CXX=" CUCC_COMPILER;
    if (own) {
        environment.push_back(const_cast<char *>(build.c_str()));
        environment.push_back(const_cast<char *>(compiler.c_str()));
    }
    environment.push_back(nullptr);

    const int out = memfd_create("nvrtc module", MFD_CLOEXEC), err = memfd_create("nvrtc log", MFD_CLOEXEC);
    int status = 127 << 8;
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    posix_spawn_file_actions_adddup2(&files, err, 2);
    pid_t child;
    const int error = out < 0 || err < 0
                          ? errno
                          : posix_spawn(&child, cucc.c_str(), &files, nullptr, words.data(), environment.data());
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) {
        messages = "nvrtc: error: cannot start " + cucc + ": " + strerror(error) +
                   " (the environment variable CUCC names another)\n";
    } else {
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        output = contents(out);
        messages = contents(err);
    }
    for (int file : {out, err})
        if (file >= 0)
            close(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// --- the log ---

// g++ says file:line:column: error: text, and NVRTC file(line): error: text.
std::string as_nvrtc_says(const std::string &line, const std::string &folder, unsigned &errors)
{
    std::string text = line;
    for (size_t at; (at = text.find(folder + "/include/")) != std::string::npos;)
        text.erase(at, folder.size() + 9);
    for (const char *kind : {"fatal error", "error", "warning", "note"}) {
        const std::string mark = std::string(": ") + kind + ": ";
        const size_t at = text.find(mark);
        if (at == std::string::npos)
            continue;
        size_t begin = at, colons = 0; // of the numbers
        while (begin > 0 && colons < 2 && (isdigit((unsigned char)text[begin - 1]) || text[begin - 1] == ':'))
            colons += text[--begin] == ':' && isdigit((unsigned char)text[begin + 1]);
        if (colons == 0 || begin == 0)
            return text;
        const std::string number = text.substr(begin + 1, text.find(':', begin + 1) - begin - 1);
        std::string message = text.substr(at + mark.size());
        const bool fatal = strcmp(kind, "fatal error") == 0;
        const size_t missing = message.find(": No such file or directory");
        if (fatal && missing != std::string::npos)
            message = "could not open source file \"" + message.substr(0, missing) + "\"";
        errors += fatal || strcmp(kind, "error") == 0;
        return text.substr(0, begin) + "(" + number + "): " + (fatal ? "catastrophic error" : kind) + ": " + message;
    }
    return text;
}

void make_log(_nvrtcProgram &p, const std::string &messages, const std::string &folder, bool failed)
{
    unsigned errors = 0;
    for (size_t begin = 0, end; begin < messages.size(); begin = end + 1) {
        end = std::min(messages.find('\n', begin), messages.size());
        const std::string line = messages.substr(begin, end - begin);
        if (line != "compilation terminated.")
            p.log += as_nvrtc_says(line, folder, errors) + "\n";
    }
    if (failed && errors > 0)
        p.log += "\n" + std::to_string(errors) + (errors == 1 ? " error" : " errors") +
                 " detected in the compilation of \"" + p.name + "\".\n";
}

// The lowered names stand in the module's comments.
void find_lowered_names(_nvrtcProgram &p)
{
    for (size_t i = 0; i < p.expressions.size(); ++i) {
        const std::string mark = "// lowered " + std::to_string(i) + " ";
        const size_t at = p.module.find(mark);
        if (at != std::string::npos)
            p.expressions[i].second = p.module.substr(at + mark.size(), p.module.find('\n', at) - at - mark.size());
    }
}

nvrtcResult compile(_nvrtcProgram &p, int count, const char *const *options)
{
    p.module.clear();
    p.log.clear();
    std::vector<std::string> arguments;
    if (!translate(p, count, options, arguments))
        return NVRTC_ERROR_INVALID_OPTION;
    const char *temporary = getenv("TMPDIR");
    std::string folder = std::string(temporary && *temporary ? temporary : "/tmp") + "/nvrtc.XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) {
        p.log = "nvrtc: error: cannot make the folder " + folder + ": " + strerror(errno) + "\n";
        return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    }
    std::string messages;
    int status = 127;
    if (write_folder(p, folder)) {
        std::vector<std::string> all = {"--rtc=" + folder,         "-ptx", folder + "/source.cu", "-o", "-",
                                        "-I" + folder + "/include"}; // before the program's own folders
        all.insert(all.end(), arguments.begin(), arguments.end());
        status = run_cucc(all, p.module, messages);
    } else {
        messages = "nvrtc: error: cannot write to " + folder + ": " + strerror(errno) + "\n";
    }
    std::error_code gone;
    std::filesystem::remove_all(folder, gone); // if cucc did not come to it
    make_log(p, messages, folder, status != 0);
    if (status == 0) {
        find_lowered_names(p);
        return NVRTC_SUCCESS;
    }
    p.module.clear();
    return status == 1 ? NVRTC_ERROR_COMPILATION : NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
}

nvrtcResult give_size(const std::string &text, size_t *size)
{
    if (size == nullptr)
        return NVRTC_ERROR_INVALID_INPUT;
    *size = text.size() + 1;
    return NVRTC_SUCCESS;
}

nvrtcResult give_text(const std::string &text, char *to)
{
    if (to == nullptr)
        return NVRTC_ERROR_INVALID_INPUT;
    memcpy(to, text.c_str(), text.size() + 1);
    return NVRTC_SUCCESS;
}
} // namespace

const char *nvrtcGetErrorString(nvrtcResult result)
{
    switch (result) {
#define CASE(name, number)                                                                                             \
    case name: return #name;
        CPU_DEVICE_NVRTC_RESULTS(CASE)
#undef CASE
    }
    return "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    if (major == nullptr || minor == nullptr)
        return NVRTC_ERROR_INVALID_INPUT;
    *major = 13;
    *minor = 0;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    if (count == nullptr)
        return NVRTC_ERROR_INVALID_INPUT;
    *count = (int)std::size(architectures);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *all)
{
    if (all == nullptr)
        return NVRTC_ERROR_INVALID_INPUT;
    std::copy(std::begin(architectures), std::end(architectures), all);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int header_count,
                               const char *const *headers, const char *const *names)
{
    if (program == nullptr)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (source == nullptr || header_count < 0 || (header_count > 0 && (headers == nullptr || names == nullptr)))
        return NVRTC_ERROR_INVALID_INPUT;
    auto *made = new _nvrtcProgram;
    made->source = source;
    made->name = name != nullptr && *name != '\0' ? name : "default_program";
    for (int i = 0; i < header_count; ++i) {
        if (headers[i] == nullptr || names[i] == nullptr || !is_within(names[i])) {
            delete made;
            return NVRTC_ERROR_INVALID_INPUT;
        }
        made->headers.push_back({names[i], headers[i]});
    }
    *program = made;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    if (program == nullptr || *program == nullptr)
        return NVRTC_ERROR_INVALID_PROGRAM;
    delete *program;
    *program = nullptr;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char *const *options)
{
    if (program == nullptr)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (option_count < 0 || (option_count > 0 && options == nullptr))
        return NVRTC_ERROR_INVALID_INPUT;
    const nvrtcResult result = compile(*program, option_count, options);
    program->compiled = true;
    return result;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size)
{
    return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : give_size(program->module, size);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
    return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : give_text(program->module, ptx);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
    if (program != nullptr && size != nullptr && (!program->for_machine || program->module.empty())) {
        *size = 0;
        return NVRTC_SUCCESS;
    }
    return nvrtcGetPTXSize(program, size);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
    return program != nullptr && !program->for_machine ? NVRTC_ERROR_INVALID_PROGRAM : nvrtcGetPTX(program, cubin);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
    return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : give_size(program->log, size);
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : give_text(program->log, log);
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression)
{
    if (program == nullptr || expression == nullptr)
        return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    if (program->compiled)
        return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    program->expressions.push_back({expression, ""});
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name)
{
    if (program == nullptr || expression == nullptr || name == nullptr)
        return program == nullptr ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    if (!program->compiled || program->module.empty())
        return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (const auto &[text, lowered] : program->expressions)
        if (text == expression && !lowered.empty()) {
            *name = lowered.c_str();
            return NVRTC_SUCCESS;
        }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}
