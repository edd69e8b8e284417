// SPDX-License-Identifier: MIT
// NVRTC of the CPU device: compiles kernels while a program runs, by calling cucc, for cuModuleLoadData() of cuda.h.
// Meanings and errors are those of NVRTC 13.0. Of the text that nvrtcGetPTX() and nvrtcGetCUBIN() give, the second only
// for --gpu-architecture=sm_..., modules are made; it is no PTX. The environment variable CUCC names another cucc than
// the one that the program was linked by.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __NVRTC_H__ // programs ask for this

#include <stddef.h>

// X(name, number)
#define CPU_DEVICE_NVRTC_RESULTS(X)                                                                                    \
    X(NVRTC_SUCCESS, 0)                                                                                                \
    X(NVRTC_ERROR_OUT_OF_MEMORY, 1)                                                                                    \
    X(NVRTC_ERROR_PROGRAM_CREATION_FAILURE, 2)                                                                         \
    X(NVRTC_ERROR_INVALID_INPUT, 3)                                                                                    \
    X(NVRTC_ERROR_INVALID_PROGRAM, 4)                                                                                  \
    X(NVRTC_ERROR_INVALID_OPTION, 5)                                                                                   \
    X(NVRTC_ERROR_COMPILATION, 6)                                                                                      \
    X(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, 7)                                                                        \
    X(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, 8)                                                            \
    X(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, 9)                                                              \
    X(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, 10)                                                                       \
    X(NVRTC_ERROR_INTERNAL_ERROR, 11)                                                                                  \
    X(NVRTC_ERROR_TIME_FILE_WRITE_FAILED, 12)

typedef enum {
#define CPU_DEVICE_RESULT(name, number) name = number,
    CPU_DEVICE_NVRTC_RESULTS(CPU_DEVICE_RESULT)
#undef CPU_DEVICE_RESULT
} nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

#ifdef __cplusplus
extern "C" {
#endif

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *count);
nvrtcResult nvrtcGetSupportedArchs(int *architectures);

// `headers` are texts, which programs include by `names`. A null `name` is default_program.
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int header_count,
                               const char *const *headers, const char *const *names);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char *const *options);
// Sizes in bytes, with the zero at the end.
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);
// Before the compilation: a kernel, "scale<float>", or the address of a variable, "&factor"; after it, what a module
// calls it.
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name);

#ifdef __cplusplus
} // extern "C"
#endif
