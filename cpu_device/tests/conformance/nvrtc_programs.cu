// SPDX-License-Identifier: MIT
// nvrtc_programs.cu: text that is compiled while the program runs: headers by name, options, name expressions, the log,
// and the errors of each call.
// Errors on purpose.

#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOW(call) printf("%s: %s\n", #call, nvrtcGetErrorString(call))
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        CUresult result = (call);                                                                                      \
        if (result != CUDA_SUCCESS) {                                                                                  \
            printf("%s: error %d\n", #call, (int)result);                                                              \
            exit(result == CUDA_ERROR_NO_DEVICE ? 77 : EXIT_FAILURE);                                                  \
        }                                                                                                              \
    } while (0)

const int n = 64;

// The text in which a compilation ended; the caller frees it.
static char *log_of(nvrtcProgram program)
{
    size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    char *log = (char *)malloc(size);
    nvrtcGetProgramLog(program, log);
    return log;
}

// Compiles, and says what became of it and whether the log has some words.
static void try_to_compile(const char *what, const char *source, int count, const char *const *options,
                           const char *words)
{
    nvrtcProgram program;
    SHOW(nvrtcCreateProgram(&program, source, "tried.cu", 0, NULL, NULL));
    nvrtcResult result = nvrtcCompileProgram(program, count, options);
    char *log = log_of(program);
    printf("%s: %s, the log %s \"%s\"\n", what, nvrtcGetErrorString(result), strstr(log, words) ? "has" : "lacks",
           words);
    if (strstr(log, words) == NULL)
        printf("%s\n", log);
    free(log);
    const char *name = "";
    if (result != NVRTC_SUCCESS)
        SHOW(nvrtcGetLoweredName(program, "scale", &name));
    SHOW(nvrtcDestroyProgram(&program));
    printf("no program any more: %d\n", program == NULL);
}

static CUmodule load(nvrtcProgram program)
{
    size_t size = 0;
    CUmodule module;
    SHOW(nvrtcGetPTXSize(program, &size));
    char *ptx = (char *)malloc(size);
    SHOW(nvrtcGetPTX(program, ptx));
    printf("ends with a zero: %d, and has none before: %d\n", ptx[size - 1] == '\0', strlen(ptx) == size - 1);
    CHECK(cuModuleLoadData(&module, ptx));
    free(ptx);
    return module;
}

// Launches a kernel on n floats, of which element i is i, and prints some of what they are then.
static void launch(CUmodule module, const char *name)
{
    float a[n];
    CUdeviceptr dev_a;
    CUfunction kernel;
    for (int i = 0; i < n; ++i)
        a[i] = (float)i;
    CHECK(cuModuleGetFunction(&kernel, module, name));
    CHECK(cuMemAlloc(&dev_a, sizeof a));
    CHECK(cuMemcpyHtoD(dev_a, a, sizeof a));
    void *arguments[] = {&dev_a};
    CHECK(cuLaunchKernel(kernel, 1, 1, 1, n, 1, 1, 0, NULL, arguments, NULL));
    CHECK(cuMemcpyDtoH(a, dev_a, sizeof a));
    CHECK(cuMemFree(dev_a));
    printf("%g %g %g\n", a[0], a[1], a[n - 1]);
}

static const char with_headers[] = "#include \"shift.h\"\n"
                                   "#include <below/factor.h>\n"
                                   "extern \"C\" __global__ void scale(float *a)\n"
                                   "{\n"
                                   "    a[threadIdx.x] = FACTOR * a[threadIdx.x] + shift() + OPTION + OTHER;\n"
                                   "}\n"
                                   "__global__ void mangled(float *a)\n"
                                   "{\n"
                                   "    a[threadIdx.x] = -a[threadIdx.x];\n"
                                   "}\n";

static const char templates[] = "namespace space\n"
                                "{\n"
                                "template <int step, class T> __global__ void add(T *a)\n"
                                "{\n"
                                "    a[threadIdx.x] += step;\n"
                                "}\n"
                                "__constant__ float factors[2];\n"
                                "__device__ int launches = 5;\n"
                                "}\n"
                                "__device__ float last;\n"
                                "template <class T> __global__ void multiply(T *a)\n"
                                "{\n"
                                "    a[threadIdx.x] *= space::factors[threadIdx.x % 2];\n"
                                "    if (threadIdx.x == 0)\n"
                                "        last = ++space::launches;\n"
                                "}\n";

int main()
{
    CUdevice device;
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));

    int major = 0, minor = 0, count = 0;
    SHOW(nvrtcVersion(&major, &minor));
    printf("12 or newer: %d\n", major >= 12);
    SHOW(nvrtcGetNumSupportedArchs(&count));
    int *all = (int *)malloc(count * sizeof(int)), has_90 = 0;
    SHOW(nvrtcGetSupportedArchs(all));
    for (int i = 0; i < count; ++i)
        has_90 |= all[i] == 90;
    printf("has 90: %d\n", has_90);
    free(all);

    printf("headers and options\n");
    const char *headers[] = {"__device__ inline float shift()\n{\n    return 0.5f;\n}\n", "#define FACTOR 10\n"};
    const char *names[] = {"shift.h", "below/factor.h"};
    nvrtcProgram program;
    SHOW(nvrtcCreateProgram(&program, with_headers, "with_headers.cu", 2, headers, names));
    const char *options[] = {"--gpu-architecture=compute_90",
                             "-DOPTION=100",
                             "-D",
                             "OTHER=1000",
                             "--std=c++17",
                             "-lineinfo",
                             "--use_fast_math"};
    SHOW(nvrtcCompileProgram(program, 7, options));
    size_t size = 0;
    SHOW(nvrtcGetCUBINSize(program, &size));
    printf("machine code: %d\n", size > 0);
    char *log = log_of(program);
    printf("log: \"%s\"\n", log);
    free(log);
    CUmodule module = load(program);
    SHOW(nvrtcAddNameExpression(program, "scale"));
    SHOW(nvrtcDestroyProgram(&program));
    SHOW(nvrtcDestroyProgram(&program));
    launch(module, "scale");
    launch(module, "_Z7mangledPf");
    CHECK(cuModuleUnload(module));

    printf("name expressions\n");
    const char *expressions[] = {"space::add<3, float>", "&space::add<-4,float>", "multiply<float>",
                                 "&space::factors",      "&space::launches",      "&last"};
    const char *lowered[6];
    SHOW(nvrtcCreateProgram(&program, templates, "templates.cu", 0, NULL, NULL));
    for (int i = 0; i < 6; ++i)
        SHOW(nvrtcAddNameExpression(program, expressions[i]));
    const char *for_machine[] = {"--gpu-architecture=sm_90"};
    SHOW(nvrtcCompileProgram(program, 1, for_machine));
    for (int i = 0; i < 6; ++i) {
        SHOW(nvrtcGetLoweredName(program, expressions[i], &lowered[i]));
        printf("%s: %s\n", expressions[i], lowered[i]);
    }
    const char *other = "";
    SHOW(nvrtcGetLoweredName(program, "multiply<double>", &other));
    SHOW(nvrtcGetCUBINSize(program, &size));
    printf("machine code: %d\n", size > 0);
    module = load(program);
    launch(module, lowered[0]);
    launch(module, lowered[1]);
    CUdeviceptr variable;
    const float factors[2] = {2, -3};
    CHECK(cuModuleGetGlobal(&variable, &size, module, lowered[3]));
    printf("factors: %zu bytes\n", size);
    CHECK(cuMemcpyHtoD(variable, factors, sizeof factors));
    launch(module, lowered[2]);
    int launches = 0;
    float last = 0;
    CHECK(cuModuleGetGlobal(&variable, &size, module, lowered[4]));
    CHECK(cuMemcpyDtoH(&launches, variable, sizeof launches));
    CHECK(cuModuleGetGlobal(&variable, &size, module, lowered[5]));
    CHECK(cuMemcpyDtoH(&last, variable, sizeof last));
    printf("launches: %d, last: %g\n", launches, last);
    CHECK(cuModuleUnload(module));
    SHOW(nvrtcDestroyProgram(&program));

    printf("what goes wrong\n");
    const char sound[] = "__global__ void scale(float *a)\n{\n    a[0] = 2;\n}\n";
    const char *unknown[] = {"--nonsense"}, *no_architecture[] = {"--gpu-architecture=sm_12"};
    try_to_compile("sound", sound, 0, NULL, "");
    try_to_compile("unknown option", sound, 1, unknown, "unrecognized option --nonsense");
    try_to_compile("unknown architecture", sound, 1, no_architecture, "invalid value for --gpu-architecture");
    try_to_compile("name", "__global__ void scale(float *a)\n{\n    a[0] = b;\n}\n", 0, NULL, "tried.cu(3): error: ");
    try_to_compile("header", "\n#include \"none.h\"\n", 0, NULL, "tried.cu(2): catastrophic error: ");
    try_to_compile("header of the host", "#include <stdio.h>\n", 0, NULL, "tried.cu(1): catastrophic error: ");
    const char *as_device[] = {"-default-device"};
    try_to_compile("device function",
                   "int f(int i)\n{\n    return i;\n}\n__global__ void k(int *a)\n{\n    *a = f(2);\n}\n", 1, as_device,
                   "");
    SHOW(nvrtcCreateProgram(NULL, sound, NULL, 0, NULL, NULL));
    SHOW(nvrtcCreateProgram(&program, NULL, NULL, 0, NULL, NULL));
    SHOW(nvrtcCompileProgram(NULL, 0, NULL));
    SHOW(nvrtcGetPTXSize(NULL, &size));
    SHOW(nvrtcCreateProgram(&program, sound, NULL, 0, NULL, NULL));
    SHOW(nvrtcGetLoweredName(program, "scale", &other));
    SHOW(nvrtcAddNameExpression(program, NULL));
    SHOW(nvrtcAddNameExpression(program, "unknown<int>"));
    SHOW(nvrtcCompileProgram(program, 0, NULL));
    SHOW(nvrtcDestroyProgram(&program));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
