#!/bin/sh
# SPDX-License-Identifier: MIT
# streams.sh CUCC SOURCE_FOLDER: which default stream a file uses, as an option, a macro or the language says.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

# The default stream is a matter of each file: the legacy one waits for a kernel in another stream, a thread's does not.
cat >default.h <<'EOF'
#ifdef OWN
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#endif
#include <cuda_runtime.h>
#ifdef __cplusplus
extern "C"
#endif
int NAME(cudaEvent_t event)
{
    int looks = 0;
    cudaError_t error = cudaEventRecord(event, 0);
    if (error != cudaSuccess)
        return 0;
    while ((error = cudaStreamQuery(0)) == cudaErrorNotReady && looks++ < (WAITS ? 20 : 10000)) {
        struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
    }
    return error == (WAITS ? cudaErrorNotReady : cudaSuccess);
}
EOF
for name in legacy legacy_c own own_c own_option own_macro; do
    case $name in legacy*) waits=1 ;; *) waits=0 ;; esac
    case $name in *_c) file=$name.c ;; *_option | *_macro) file=$name.cu ;; *) file=$name.cpp ;; esac
    {
        case $name in own | own_c) echo '#define OWN' ;; esac
        printf '#define NAME %s\n#define WAITS %s\n#include "default.h"\n' $name $waits
    } >"$file"
done
cat >default_main.cu <<'EOF'
#include <stdio.h>
extern "C" int legacy(cudaEvent_t), legacy_c(cudaEvent_t);
extern "C" int own(cudaEvent_t), own_c(cudaEvent_t), own_option(cudaEvent_t), own_macro(cudaEvent_t);
__global__ void wait_for(volatile int *go)
{
    while (*go == 0)
        __nanosleep(1000);
}
int main()
{
    int right = 0;
    volatile int *go;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaMallocHost((void **)&go, sizeof *go);
    cudaStreamCreate(&stream);
    for (auto run : {own, legacy, own_c, legacy_c, own_option, own_macro}) {
        *go = 0;
        wait_for<<<1, 1, 0, stream>>>(go);
        right += run(event);
        *go = 1;
        cudaDeviceSynchronize();
    }
    cudaFreeHost((void *)go);
    printf(right == 6 ? "Yes\n" : "NO, %d\n", right);
    return 0;
}
EOF
{
    "$cucc" --default-stream per-thread -c own_option.cu &&
        "$cucc" -c -DCUDA_API_PER_THREAD_DEFAULT_STREAM own_macro.cu
} >log 2>&1 || wrong --default-stream
builds -default-stream=legacy default_main.cu legacy.cpp legacy_c.c own.cpp own_c.c own_option.o own_macro.o -o out
exit "$failed"
