// SPDX-License-Identifier: MIT
// compiled_module.h: a module of a source text, compiled by NVRTC while the program runs; what is said and ends the
// program where a call fails.

#ifndef TESTS_COMPILED_MODULE_H
#define TESTS_COMPILED_MODULE_H

#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

// A call that returns a CUresult, an nvrtcResult or a cudaError_t.
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        if ((call) != 0) {                                                                                             \
            fprintf(stderr, "%s failed\n", #call);                                                                     \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

// Loaded in the primary context of device 0, which is current from now on. The caller unloads it.
static inline CUmodule compiled_module(const char *source, const char *name)
{
    CUdevice device;
    CUcontext context;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));

    nvrtcProgram program;
    size_t size;
    CHECK(nvrtcCreateProgram(&program, source, name, 0, NULL, NULL));
    CHECK(nvrtcCompileProgram(program, 0, NULL));
    CHECK(nvrtcGetPTXSize(program, &size));
    char *ptx = (char *)malloc(size);
    CHECK(nvrtcGetPTX(program, ptx));
    CHECK(nvrtcDestroyProgram(&program));
    CUmodule module;
    CHECK(cuModuleLoadData(&module, ptx));
    free(ptx);
    return module;
}

#endif
