// SPDX-License-Identifier: MIT
// thrust_streams.cu: Thrust's algorithms and own kernels in two streams, each in order; Thrust waits for its own
// stream.
// memcheck exits 3
// memcheck prints Program hit cudaErrorMemoryAllocation
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>

const int n = 1 << 12;

__global__ void twice(int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] *= 2;
}

int main()
{
    cudaStream_t streams[2];
    thrust::device_vector<int> data[2] = {thrust::device_vector<int>(n), thrust::device_vector<int>(n)};
    for (cudaStream_t &s : streams)
        if (cudaStreamCreate(&s) != cudaSuccess)
            return 1;

    // Each stream has its vector; what comes after in the stream sees what was before.
    for (int k = 0; k < 2; k++) {
        auto in_stream = thrust::cuda::par.on(streams[k]);
        twice<<<n / 256, 256, 0, streams[k]>>>(thrust::raw_pointer_cast(data[k].data()));
        thrust::sequence(in_stream, data[k].begin(), data[k].end(), k);
        twice<<<n / 256, 256, 0, streams[k]>>>(thrust::raw_pointer_cast(data[k].data()));
        thrust::transform(in_stream, data[k].begin(), data[k].end(), data[k].begin(), thrust::negate<int>());
        thrust::sort(in_stream, data[k].begin(), data[k].end());
    }
    // Thrust has waited: the other stream may use it.
    thrust::transform(thrust::cuda::par.on(streams[0]), data[0].begin(), data[0].end(), data[1].begin(),
                      data[0].begin(), thrust::minus<int>());
    twice<<<n / 256, 256, 0, streams[1]>>>(thrust::raw_pointer_cast(data[0].data()));
    // Thrust's own stream is the default one, for which the others wait and which waits for them.
    int sum = thrust::reduce(data[0].begin(), data[0].end());
    bool right = sum == 4 * n;
    int first = data[1][0];
    right &= first == -2 * n;

    // Not waited for, but in the same stream.
    thrust::fill(thrust::cuda::par_nosync.on(streams[0]), data[0].begin(), data[0].end(), 3);
    twice<<<n / 256, 256, 0, streams[0]>>>(thrust::raw_pointer_cast(data[0].data()));
    cudaStreamSynchronize(streams[0]);
    thrust::host_vector<int> back = data[0];
    right &= back[0] == 6 && back[n - 1] == 6;

    // More than any GPU has.
    try {
        thrust::device_vector<char> too_much((size_t)1 << 46);
        right = false;
    } catch (const std::bad_alloc &) {
        right &= cudaGetLastError() == cudaSuccess;
    }
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    printf("%s\n", right ? "right" : "WRONG");
    return !right;
}
