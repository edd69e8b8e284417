// SPDX-License-Identifier: MIT
// quadtree.cu: points sorted into a quadtree of fixed depth by Morton codes
// Feature: bit interleaving, device functions with static tables, enum flags, struct of arrays, thrust-free
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Points {
    float *x, *y;
};
struct Box {
    float x0, y0, x1, y1;
    __host__ __device__ bool contains(float x, float y) const
    {
        return x >= x0 && x < x1 && y >= y0 && y < y1;
    }
};

__device__ __host__ inline unsigned spread(unsigned v)
{
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    return (v | (v << 1)) & 0x55555555u;
}
__global__ void codes(Points p, int n, int depth, unsigned *code, unsigned *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned side = 1u << depth, cx = min(side - 1, (unsigned)(p.x[i] * side)),
             cy = min(side - 1, (unsigned)(p.y[i] * side));
    code[i] = spread(cx) | spread(cy) << 1;
    atomicAdd(&count[code[i]], 1u);
}
__global__ void up(const unsigned *child, unsigned *parent, int parents)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < parents) {
        uint4 c = reinterpret_cast<const uint4 *>(child)[i];
        parent[i] = c.x + c.y + c.z + c.w;
    }
}
// How many points lie in a box: whole cells by their counts, others deeper. An explicit stack stands for recursion.
__global__ void query(const unsigned *const *levels, int depth, const Box *boxes, unsigned *result, int queries)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= queries)
        return;
    struct Entry {
        unsigned code;
        int level;
    } stack[64];
    int top = 0;
    stack[top++] = {0, 0};
    unsigned sum = 0;
    const Box b = boxes[q];
    while (top) {
        Entry e = stack[--top];
        float size = 1.f / (1 << e.level);
        unsigned cx = 0, cy = 0;
        for (int bit = 0; bit < e.level; bit++)
            cx |= (e.code >> 2 * bit & 1) << bit, cy |= (e.code >> (2 * bit + 1) & 1) << bit;
        float x = cx * size, y = cy * size;
        if (x >= b.x1 || y >= b.y1 || x + size <= b.x0 || y + size <= b.y0)
            continue;
        if (e.level == depth || (x >= b.x0 && y >= b.y0 && x + size <= b.x1 && y + size <= b.y1)) {
            sum += levels[e.level][e.code];
            continue;
        }
        for (unsigned c = 0; c < 4; c++)
            stack[top++] = Entry{e.code * 4 + c, e.level + 1};
    }
    result[q] = sum;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 16, depth = 6, queries = 256;
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; i++)
        x[i] = (i * 7919u % 65536) / 65536.f, y[i] = (i * 104729u % 65536) / 65536.f;
    Points p;
    cudaMalloc(&p.x, n * 4), cudaMalloc(&p.y, n * 4);
    cudaMemcpy(p.x, x.data(), n * 4, cudaMemcpyHostToDevice), cudaMemcpy(p.y, y.data(), n * 4, cudaMemcpyHostToDevice);
    unsigned *code, *level[depth + 1], **d_levels;
    cudaMalloc(&code, n * 4);
    for (int l = 0; l <= depth; l++)
        cudaMalloc(&level[l], sizeof(unsigned) << 2 * l);
    cudaMalloc(&d_levels, sizeof level);
    cudaMemcpy(d_levels, level, sizeof level, cudaMemcpyHostToDevice);
    cudaMemset(level[depth], 0, sizeof(unsigned) << 2 * depth);
    codes<<<(n + 255) / 256, 256>>>(p, n, depth, code, level[depth]);
    for (int l = depth - 1; l >= 0; l--)
        up<<<((1 << 2 * l) + 127) / 128, 128>>>(level[l + 1], level[l], 1 << 2 * l);
    std::vector<Box> boxes(queries);
    for (int q = 0; q < queries; q++) { // on the edges of cells
        int a = q % 40, b = q * 7 % 40;
        boxes[q] = {a / 64.f, b / 64.f, (a + 1 + q % 20) / 64.f, (b + 3 + q % 17) / 64.f};
    }
    Box *d_boxes;
    unsigned *d_result;
    cudaMalloc(&d_boxes, queries * sizeof(Box)), cudaMalloc(&d_result, queries * 4);
    cudaMemcpy(d_boxes, boxes.data(), queries * sizeof(Box), cudaMemcpyHostToDevice);
    query<<<queries / 64, 64>>>(d_levels, depth, d_boxes, d_result, queries);
    std::vector<unsigned> got(queries);
    cudaMemcpy(got.data(), d_result, queries * 4, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int q = 0; q < queries; q++) {
        unsigned c = 0;
        for (int i = 0; i < n; i++)
            c += boxes[q].contains(x[i], y[i]);
        wrong += c != got[q];
    }
    printf("%d of %d queries wrong\n", wrong, queries);
    cudaFree(p.x), cudaFree(p.y), cudaFree(code), cudaFree(d_levels), cudaFree(d_boxes), cudaFree(d_result);
    for (unsigned *l : level)
        cudaFree(l);
    return wrong != 0;
}
