// SPDX-License-Identifier: MIT
// pipeline_ptx_groups.cu: the same by cp.async in PTX, with two tiles.
// Compiled with: -arch=sm_80

const int threads = 96, batches = 11;

__global__ void sums(const int *in, int *out)
{
    __shared__ int tile[2][threads];
    const int me = threadIdx.x;
    int sum = 0;
    auto copy = [&](int batch) {
        const unsigned at = (unsigned)__cvta_generic_to_shared(&tile[batch % 2][me]);
        if (batch < batches)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(&in[batch * threads + me])
                         : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    copy(0);
    for (int batch = 0; batch < batches; batch++) {
        copy(batch + 1);
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum += tile[batch % 2][threads - 1 - me];
        __syncthreads();
    }
    out[me] = sum;
}

int main()
{
    static int host[batches * threads], result[threads];
    int *in, *out, wrong = 0;
    for (int i = 0; i < batches * threads; i++)
        host[i] = i % 37;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    sums<<<1, threads>>>(in, out);
    if (cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < threads; i++) {
        int right = 0;
        for (int batch = 0; batch < batches; batch++)
            right += host[batch * threads + threads - 1 - i];
        wrong += result[i] != right;
    }
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
