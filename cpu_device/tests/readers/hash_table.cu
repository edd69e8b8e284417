// SPDX-License-Identifier: MIT
// hash_table.cu: a hash table of open addressing with compare-and-swap
// Feature: 64-bit pairs by atomicCAS, static assertions, uint32_t, device lookup, class with a view by value
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

constexpr uint32_t kEmpty = 0xffffffffu;
struct View {
    unsigned long long *slots;
    uint32_t mask;
    __device__ static uint32_t hash(uint32_t k)
    {
        k ^= k >> 16;
        k *= 0x85ebca6b;
        k ^= k >> 13;
        k *= 0xc2b2ae35;
        k ^= k >> 16;
        return k;
    }
    __device__ void add(uint32_t key, uint32_t value)
    {
        uint32_t slot = hash(key) & mask;
        while (true) {
            unsigned long long fresh = ((unsigned long long)key << 32) | value;
            unsigned long long old = atomicCAS(&slots[slot], ~0ull, fresh);
            if (old == ~0ull)
                return;
            if (uint32_t(old >> 32) == key) {
                atomicAdd(reinterpret_cast<uint32_t *>(&slots[slot]), value); // the low word
                return;
            }
            slot = (slot + 1) & mask;
        }
    }
    __device__ uint32_t find(uint32_t key) const
    {
        for (uint32_t slot = hash(key) & mask;; slot = (slot + 1) & mask) {
            unsigned long long s = slots[slot];
            if (s == ~0ull)
                return kEmpty;
            if (uint32_t(s >> 32) == key)
                return (uint32_t)s;
        }
    }
};
class HashTable
{
    View view_;
    size_t bytes_;

  public:
    explicit HashTable(uint32_t capacity) : bytes_(capacity * sizeof(unsigned long long))
    {
        cudaMalloc(&view_.slots, bytes_);
        cudaMemset(view_.slots, 0xff, bytes_);
        view_.mask = capacity - 1;
    }
    ~HashTable()
    {
        cudaFree(view_.slots);
    }
    View view() const
    {
        return view_;
    }
};
static_assert(sizeof(unsigned long long) == 8, "packed pairs");

__global__ void insert(View t, const uint32_t *keys, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        t.add(keys[i], 1);
}
__global__ void lookup(const View t, const uint32_t *keys, uint32_t *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        counts[i] = t.find(keys[i]);
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 17;
    std::vector<uint32_t> keys(n), counts(n);
    std::unordered_map<uint32_t, uint32_t> expected;
    for (int i = 0; i < n; ++i)
        ++expected[keys[i] = (i * 2654435761u) % 50021];
    uint32_t *d_keys, *d_counts;
    cudaMalloc(&d_keys, n * sizeof(uint32_t));
    cudaMalloc(&d_counts, n * sizeof(uint32_t));
    cudaMemcpy(d_keys, keys.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);
    HashTable table(1 << 17);
    insert<<<128, 256>>>(table.view(), d_keys, n);
    lookup<<<(n + 255) / 256, 256>>>(table.view(), d_keys, d_counts, n);
    cudaMemcpy(counts.data(), d_counts, n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += counts[i] != expected[keys[i]];
    printf("%zu keys, %d wrong\n", expected.size(), wrong);
    cudaFree(d_keys);
    cudaFree(d_counts);
    return wrong != 0;
}
