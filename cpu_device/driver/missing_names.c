// SPDX-License-Identifier: MIT
// If a program uses a name of CUDA's that this device lacks, the compiler prints many messages, and often not the
// reason. Then cucc prints only the reason: one line for each name that looks like CUDA's and is declared neither
// by the program nor by any header of the device. If the compiler suggests a name that differs by a letter or two, the
// line has that, too: the program may have misspelt it. For a feature in `features`, one line says what replaces it.
#include "driver.h"

#include <ctype.h>
#include <string.h>

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// cudaNAME, cuNAME, CUname, CUDA_NAME, __name, and the names of CUDA's libraries.
static bool looks_like_cuda(const char *name)
{
    static const char *const libraries[] = {"cublas", "cusolver", "cusparse", "curand", "cufft",    "cudnn",
                                            "nvrtc",  "nvml",     "nccl",     "CUBLAS", "CUSOLVER", "CUSPARSE",
                                            "CURAND", "CUFFT",    "CUDNN",    "NVRTC",  "NVML",     "NCCL"};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i) {
        const char *rest = begins_with(name, libraries[i]) ? name + strlen(libraries[i]) : "";
        if (isupper((unsigned char)*rest) || (*rest == '_' && isupper((unsigned char)*name)))
            return true;
    }
    return begins_with(name, "cuda") || begins_with(name, "CUDA_") || begins_with(name, "__") ||
           (begins_with(name, "cu") && isupper((unsigned char)name[2])) ||
           (begins_with(name, "CU") && islower((unsigned char)name[2]));
}

// What the names of a feature begin with, and what is said of it.
#define CUDA_13_REMOVED "CUDA 13 removed "
#define MISSING "the CPU device has no "
static const char *const features[][2] = {
    {"multi_grid_group this_multi_grid cudaLaunchCooperativeKernelMultiDevice cudaLaunchParams "
     "cuLaunchCooperativeKernelMultiDevice CUDA_LAUNCH_PARAMS",
     CUDA_13_REMOVED
     "grids on several devices, with this_multi_grid(): launch a grid on each device, and let them wait "
     "for one another by flags of system scope"},
    {"cudaGreenCtx cuGreenCtx CUgreenCtx CU_GREEN_CTX cudaExecutionC cudaDevResource cudaDevSmResource CUdevResource "
     "cuDevResource CU_DEV_RESOURCE cudaDeviceGetDevResource cuDeviceGetDevResource cuCtxGetDevResource",
     MISSING "green contexts: a stream of cudaStreamCreate() computes the same (see LIMITS.md)"},
    {"cudaMemcpyBatchAsync cudaMemcpy3DBatch cudaMemcpyAttributes cudaMemcpySrcAccessOrder "
     "cuMemcpyBatchAsync cuMemcpy3DBatch CUmemcpyAttributes CUDA_MEMCPY3D_BATCH",
     MISSING "copies in batches: call cudaMemcpyAsync() for each copy (see LIMITS.md)"},
};

// What is said of the feature that has the name; NULL if none has it.
static const char *feature_of(const char *name)
{
    for (size_t i = 0; i < sizeof features / sizeof *features; ++i) {
        for (const char *prefix = features[i][0]; *prefix != '\0';) {
            size_t length = strcspn(prefix, " ");
            if (strncmp(name, prefix, length) == 0)
                return features[i][1];
            prefix += length + (prefix[length] == ' ');
        }
    }
    return NULL;
}

bool says_what_is_missing(const char *line)
{
    return strstr(line, ": error: " MISSING) != NULL || strstr(line, ": error: " CUDA_13_REMOVED) != NULL;
}

// A member may be one of the program's own.
static bool is_cudas(const char *name, const char *error)
{
    return looks_like_cuda(name) && strstr(error, "is not a member of") == NULL;
}

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += length)
        if ((at == text || !is_word_character(at[-1])) && !is_word_character(at[length]))
            return true;
    return false;
}

static bool is_header_or_folder(const char *name, bool folder)
{
    return folder || strchr(name, '.') == NULL || ends_with(name, ".h") || ends_with(name, ".cuh");
}

// Whether a header of the device, perhaps one that the program does not include, has this word.
static bool is_in_a_header(const struct cucc *cucc, const char *name)
{
    struct strings headers = {0};
    list_files(text_of("%s/include", cucc->here), is_header_or_folder, &headers);
    for (size_t i = 0; i < headers.count; ++i) {
        struct text text = {0};
        if (read_file(headers.item[i], &text) && has_word(text.begin, name))
            return true;
    }
    return false;
}

// The name that an error calls undeclared: the first that it puts in quotes, which are ' or those of UTF-8.
static const char *undeclared_name(const char *error)
{
    static const char *const phrases[] = {"was not declared", "has not been declared", "does not name a type",
                                          "is not a member of", "there are no arguments to"};
    bool undeclared = false;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; ++i)
        undeclared = undeclared || strstr(error, phrases[i]) != NULL;
    const char *ascii = strchr(error, '\''), *utf8 = strstr(error, "\xe2\x80\x98");
    const char *begin = utf8 != NULL ? utf8 + 3 : ascii != NULL ? ascii + 1 : NULL;
    if (!undeclared || begin == NULL)
        return NULL;
    size_t length = 0;
    while (is_word_character(begin[length]))
        ++length;
    return length > 0 ? slice(begin, length) : NULL;
}

// How many letters are to be added, left out or replaced to make one of two names the other.
static size_t distance(const char *one, const char *other)
{
    enum { most = 100 };
    size_t row[most + 1], length = strlen(other);
    if (length > most)
        return most;
    for (size_t i = 0; i <= length; ++i)
        row[i] = i;
    for (; *one != '\0'; ++one) {
        size_t diagonal = row[0]++;
        for (size_t i = 1; i <= length; ++i) {
            const size_t replaced = diagonal + (tolower((unsigned char)*one) != tolower((unsigned char)other[i - 1]));
            diagonal = row[i];
            row[i] = row[i] < row[i - 1] ? row[i] + 1 : row[i - 1] + 1;
            row[i] = replaced < row[i] ? replaced : row[i];
        }
    }
    return row[length];
}

// The name that the compiler suggests, if this may be a misspelling of it; else NULL.
static const char *nearest_name(const char *name, const char *error)
{
    const char *suggestion = strstr(error, "did you mean");
    if (suggestion == NULL)
        return NULL;
    while (*suggestion != '\0' && *suggestion != '\'' && (unsigned char)*suggestion < 0x80)
        ++suggestion;
    while (*suggestion != '\0' && !is_word_character(*suggestion))
        ++suggestion;
    size_t length = 0;
    while (is_word_character(suggestion[length]))
        ++length;
    const char *nearest = slice(suggestion, length);
    return distance(name, nearest) <= 2 ? nearest : NULL;
}

// cudaNAME of cudaNAME_v2, if the device has it: in CUDA 12 a second version, in CUDA 13 the only one. Else NULL.
static const char *name_since_13(const struct cucc *cucc, const char *name)
{
    const char *end = strrchr(name, '_');
    if (!begins_with(name, "cuda") || end == NULL || strcmp(end, "_v2") != 0)
        return NULL;
    const char *now = slice(name, (size_t)(end - name));
    return is_in_a_header(cucc, now) ? now : NULL;
}

static void say_missing(struct text *lines, int place, const char *line, const char *name, const char *nearest)
{
    appendf(lines, "%.*s: error: " MISSING "%s (see LIMITS.md)", place, line, name);
    if (nearest != NULL)
        appendf(lines, "; the nearest name is %s", nearest);
    append(lines, "\n", 1);
}

struct text missing_names(const struct cucc *cucc, const char *messages)
{
    struct text lines = {0};
    struct name_table looked_at = {0};
    append(&lines, "", 0);
    while (*messages != '\0') {
        size_t length = strcspn(messages, "\n");
        char *line = without_colours(slice(messages, length));
        messages += length + (messages[length] == '\n');
        const char *error = strstr(line, ": error: ");
        const char *name = error != NULL && *line != ' ' ? undeclared_name(error) : NULL;
        const char *feature = name != NULL ? feature_of(name) : NULL;
        const char *now;
        const char *missing = feature != NULL || name == NULL || !is_cudas(name, error) ? feature : name;
        if (missing == NULL || (*find_name(&looked_at, missing, true))++ != 0)
            continue;
        if (feature != NULL)
            appendf(&lines, "%.*s: error: %s\n", (int)(error - line), line, feature);
        else if ((now = name_since_13(cucc, name)) != NULL)
            appendf(&lines, "%.*s: error: " CUDA_13_REMOVED "%s(): call %s()\n", (int)(error - line), line, name, now);
        else if (!is_in_a_header(cucc, name))
            say_missing(&lines, (int)(error - line), line, name, nearest_name(name, error));
    }
    return lines;
}
