// SPDX-License-Identifier: MIT
// struct_copies_of_one_value.cu: all threads copy one and the same struct or vector to one place, in shared and in
// global memory. Whichever store comes last, the value is the same.
#include <stdio.h>

struct particle {
    float x, y, mass;
    int id[3];
};

template <class T> __global__ void all_copy(const T *in, T *out)
{
    __shared__ T one;
    one = in[0];
    __syncthreads();
    out[0] = one;
}

template <class T> static int differs(T value)
{
    T *dev_in, *dev_out, out;
    if (cudaMalloc(&dev_in, sizeof(T)) || cudaMalloc(&dev_out, sizeof(T)) || cudaMemset(dev_out, 0, sizeof(T)) ||
        cudaMemcpy(dev_in, &value, sizeof(T), cudaMemcpyHostToDevice))
        return 1;
    all_copy<<<4, 64>>>(dev_in, dev_out);
    if (cudaMemcpy(&out, dev_out, sizeof(T), cudaMemcpyDeviceToHost) || cudaFree(dev_in) || cudaFree(dev_out))
        return 1;
    return out.x != value.x || out.y != value.y;
}

int main()
{
    int wrong = differs(make_float2(1, 2)) + differs(make_float4(1, 2, 3, 4)) + differs(make_uchar4(1, 2, 3, 4)) +
                differs(particle{1, 2, 3, {4, 5, 6}});
    printf("%d copies differ\n", wrong);
    return wrong;
}
