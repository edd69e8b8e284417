// SPDX-License-Identifier: MIT
// driver_entry_points.cu: functions of the driver API by name: from the runtime, from the driver, and from its library.

#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>

#include "../handle_error.h"

__global__ void add(int *sum)
{
    atomicAdd(sum, 1);
}

typedef CUresult (*get_count)(int *count);
typedef CUresult (*allocate)(CUdeviceptr *pointer, size_t size);
typedef CUresult (*release)(CUdeviceptr pointer);
typedef CUresult (*to_host)(void *to, CUdeviceptr from, size_t size);
typedef CUresult (*fill)(CUdeviceptr pointer, unsigned value, size_t count);
typedef CUresult (*launch)(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                           unsigned bz, unsigned shared, CUstream stream, void **arguments, void **extra);
typedef CUresult (*error_name)(CUresult error, const char **name);

template <class Function> static void from_runtime(Function &function, const char *name)
{
    void *found = NULL;
    cudaDriverEntryPointQueryResult status;
    HANDLE_ERROR(cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &status));
    printf("%s: status %d\n", name, (int)status);
    function = (Function)found;
}

static int use(allocate make, release drop, to_host copy, fill set, launch run)
{
    CUdeviceptr data;
    CUfunction kernel;
    int sum = -1;
    HANDLE_ERROR(cudaGetFuncBySymbol(&kernel, (const void *)add));
    void *arguments[] = {&data};
    if (make(&data, sizeof sum) || set(data, 5, 1) || run(kernel, 2, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL) ||
        copy(&sum, data, sizeof sum) || drop(data))
        return -1;
    return sum;
}

int main(void)
{
    HANDLE_ERROR(cudaFree(NULL)); // a context
    allocate make;
    release drop;
    to_host copy;
    fill set;
    launch run;
    from_runtime(make, "cuMemAlloc");
    from_runtime(drop, "cuMemFree");
    from_runtime(copy, "cuMemcpyDtoH");
    from_runtime(set, "cuMemsetD32");
    from_runtime(run, "cuLaunchKernel");
    printf("from the runtime: %d\n", use(make, drop, copy, set, run));
    void *none = &none;
    cudaDriverEntryPointQueryResult status;
    HANDLE_ERROR(cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &none, 12000, cudaEnableDefault, &status));
    printf("no such function: status %d, null %d\n", (int)status, none == NULL);

    CUdriverProcAddressQueryResult found;
    void *address = NULL;
    CUresult result = cuGetProcAddress("cuDeviceGetCount", &address, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &found);
    int count = 0;
    printf("from the driver: %d, status %d", (int)result, (int)found);
    result = ((get_count)address)(&count);
    printf(", %d, some %d\n", (int)result, count > 0);
    result = cuGetProcAddress("cuNoSuchFunction", &address, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &found);
    printf("no such function: %d, status %d\n", (int)result, (int)found);

    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == NULL) {
        printf("libcuda.so.1 does not open\n");
        return 1;
    }
    make = (allocate)dlsym(library, "cuMemAlloc_v2");
    drop = (release)dlsym(library, "cuMemFree_v2");
    copy = (to_host)dlsym(library, "cuMemcpyDtoH_v2");
    set = (fill)dlsym(library, "cuMemsetD32_v2");
    run = (launch)dlsym(library, "cuLaunchKernel");
    error_name name_of = (error_name)dlsym(library, "cuGetErrorName");
    printf("from the library: %d\n", use(make, drop, copy, set, run));
    const char *name = "?";
    result = name_of(CUDA_ERROR_INVALID_VALUE, &name);
    printf("%d %s\n", (int)result, name);
    printf("no such function: %d\n", dlsym(library, "cuNoSuchFunction") == NULL);
    printf("no such library: %d\n", dlopen("libno_such_library.so.1", RTLD_NOW) == NULL);
    dlclose(library);
    return 0;
}
