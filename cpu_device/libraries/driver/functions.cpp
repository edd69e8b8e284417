// SPDX-License-Identifier: MIT
// The driver API: kernels, what they are and how they are launched.
#include <algorithm>

#include "../../src/platform/program_image.h"
#include "../../src/platform/source_line.h"
#include "../../src/platform/symbols.h"
#include "../../src/say/report.h"
#include "driver.h"

using namespace cpu_device;

namespace
{
const char *no_kernel(const void *address)
{
    return image_of(address).unloaded
               ? "The kernel's module was unloaded."
               : "This is no kernel, as cuModuleGetFunction() or cudaGetFuncBySymbol() gives it.";
}

// The addresses of the arguments that lie in one buffer, as `extra` has it; what is wrong with it goes into `why`.
std::vector<void *> arguments_in(CUfunction kernel, void **extra, const char *&why)
{
    char *buffer = nullptr;
    const size_t *size = nullptr;
    for (void **word = extra; *word != CU_LAUNCH_PARAM_END && why == nullptr; word += 2)
        if (*word == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = static_cast<char *>(word[1]);
        else if (*word == CU_LAUNCH_PARAM_BUFFER_SIZE)
            size = static_cast<const size_t *>(word[1]);
        else
            why = "extra holds something other than CU_LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_SIZE and "
                  "CU_LAUNCH_PARAM_END.";
    std::vector<void *> all;
    for (const kernel_parameter &p : parameters_of(kernel)) {
        const bool is_there = buffer != nullptr && size != nullptr && p.offset + p.size <= *size;
        if (!is_there)
            why = "The buffer in extra is smaller than the kernel's parameters.";
        all.push_back(is_there ? buffer + p.offset : nullptr);
    }
    return all;
}

CUresult launch_function(CUfunction kernel, dim3 grid, dim3 block, unsigned shared, CUstream stream, void **arguments,
                         void **extra, cudaLaunchAttribute *attributes, unsigned count, const driver_call &call)
{
    if (!loads_kernel(kernel))
        return refuse_driver(CUDA_ERROR_INVALID_HANDLE, no_kernel(kernel));
    // Where it is launched, as "f.cu:12"; launches keep the name of the file.
    static std::set<std::string> &files = *new std::set<std::string>;
    static std::mutex &mutex = *new std::mutex;
    const std::string place = source_line(static_cast<const char *>(call.as_copy.caller) - 1);
    const size_t colon = place.rfind(':');
    const char *file = tr("an unknown line");
    {
        std::lock_guard<std::mutex> lock(mutex);
        if (colon != std::string::npos)
            file = files.insert(place.substr(0, colon)).first->c_str();
    }
    std::vector<void *> of_buffer;
    if (extra != nullptr) {
        const char *why =
            arguments != nullptr ? "Of the arguments' addresses and extra one must be a null pointer." : nullptr;
        of_buffer = arguments_in(kernel, extra, why);
        if (why != nullptr)
            return refuse_driver(CUDA_ERROR_INVALID_VALUE, why);
        arguments = of_buffer.data();
    }
    const cudaLaunchConfig_t with = {grid, block, shared, stream, attributes, count};
    return result(cpu_device_launch_by_pointer(&with, kernel, arguments, call.as_copy.function, file,
                                               colon != std::string::npos ? atoi(place.c_str() + colon + 1) : 0));
}
} // namespace

CUresult cuLaunchKernel(CUfunction kernel, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,
                        CUstream stream, void **arguments, void **extra)
{
    ENTER_IN_CONTEXT();
    return launch_function(kernel, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), shared, stream,
                           arguments, extra, nullptr, 0, call);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *with, CUfunction kernel, void **arguments, void **extra)
{
    ENTER_IN_CONTEXT();
    if (with == nullptr || (with->attrs == nullptr && with->numAttrs != 0))
        return CUDA_ERROR_INVALID_VALUE;
    std::vector<cudaLaunchAttribute> attributes;
    for (unsigned i = 0; i < with->numAttrs; ++i)
        attributes.push_back({with->attrs[i].id, with->attrs[i].value});
    return launch_function(kernel, dim3(with->gridDimX, with->gridDimY, with->gridDimZ),
                           dim3(with->blockDimX, with->blockDimY, with->blockDimZ), with->sharedMemBytes, with->hStream,
                           arguments, extra, attributes.data(), with->numAttrs, call);
}

CUresult cuLaunchCooperativeKernel(CUfunction kernel, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                                   unsigned int block_x, unsigned int block_y, unsigned int block_z,
                                   unsigned int shared, CUstream stream, void **arguments)
{
    ENTER_IN_CONTEXT();
    cudaLaunchAttribute attribute = {cudaLaunchAttributeCooperative, {}};
    attribute.val.cooperative = 1;
    return launch_function(kernel, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), shared, stream,
                           arguments, nullptr, &attribute, 1, call);
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction kernel)
{
    ENTER_IN_CONTEXT();
    if (value == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (!loads_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    cudaFuncAttributes all;
    if (cudaError_t error = cpu_device_func_get_attributes(&all, kernel))
        return result(error);
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)all.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)all.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)all.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = all.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = all.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = all.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = all.cacheModeCA; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = all.maxDynamicSharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = all.preferredShmemCarveout; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction kernel, CUfunction_attribute attribute, int value)
{
    ENTER_IN_CONTEXT();
    if (!loads_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    return result(cpu_device_func_set_attribute(kernel, (cudaFuncAttribute)attribute, value));
}

CUresult cuFuncSetCacheConfig(CUfunction kernel, CUfunc_cache)
{
    ENTER_IN_CONTEXT();
    return loads_kernel(kernel) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncGetName(const char **name, CUfunction kernel)
{
    ENTER_IN_CONTEXT();
    if (name == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (!loads_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    *name = function_symbol(kernel);
    return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction kernel, size_t number, size_t *offset, size_t *size)
{
    ENTER_IN_CONTEXT();
    if (!loads_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    const std::vector<kernel_parameter> all = parameters_of(kernel);
    if (offset == nullptr || number >= all.size())
        return CUDA_ERROR_INVALID_VALUE;
    *offset = all[number].offset;
    if (size != nullptr)
        *size = all[number].size;
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction kernel, int threads,
                                                              size_t dynamic_shared, unsigned int)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, dynamic_shared);
}

CUresult cuOccupancyMaxPotentialBlockSize(int *min_grid, int *block, CUfunction kernel, CUoccupancyB2DSize shared_of,
                                          size_t dynamic_shared, int limit)
{
    ENTER_IN_CONTEXT();
    if (min_grid == nullptr || block == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (!loads_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    cudaFuncAttributes all;
    if (cudaError_t error = cpu_device_func_get_attributes(&all, kernel))
        return result(error);
    int best = 0;
    const int most = limit > 0 ? std::min(limit, all.maxThreadsPerBlock) : all.maxThreadsPerBlock;
    for (int threads = most; threads > 0; threads -= threads % 32 ? threads % 32 : 32) {
        int blocks = 0;
        if (cudaError_t error =
                cpu_device_occupancy(&blocks, kernel, threads, shared_of ? shared_of(threads) : dynamic_shared))
            return result(error);
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *min_grid = blocks * (int)core_count();
        }
    }
    return best > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction kernel, int threads, size_t dynamic_shared)
{
    ENTER_IN_CONTEXT();
    if (!loads_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    return result(cpu_device_occupancy(blocks, kernel, threads, dynamic_shared));
}
