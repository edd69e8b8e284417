// SPDX-License-Identifier: MIT
// string_search.cu: all places of a word in a text
// Feature: pattern in constant memory, char arrays, unsigned int result list by atomics, sort on the host
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#define MAX_PATTERN 32
__constant__ char pattern[MAX_PATTERN];
__constant__ int patternLength;

__global__ void find(const char *__restrict__ text, size_t length, unsigned int *hits, unsigned int *nhits,
                     unsigned int capacity)
{
    extern __shared__ char tile[];
    const size_t base = (size_t)blockIdx.x * blockDim.x;
    for (unsigned i = threadIdx.x; i < blockDim.x + patternLength - 1; i += blockDim.x)
        tile[i] = base + i < length ? text[base + i] : '\0';
    __syncthreads();
    bool match = base + threadIdx.x + patternLength <= length;
    for (int k = 0; match && k < patternLength; k++)
        match = tile[threadIdx.x + k] == pattern[k];
    if (match) {
        unsigned int slot = atomicAdd(nhits, 1);
        if (slot < capacity)
            hits[slot] = base + threadIdx.x;
    }
}

int main(int argc, char **argv)
{
    std::string word = argc > 1 ? argv[1] : "thread";
    std::ostringstream s;
    for (int i = 0; i < 40000; i++)
        s << "a block of " << i % 97 << (i % 3 ? " threads " : " warps ") << (i % 5 ? "waits; " : "thr-ead");
    std::string text = s.str();
    std::vector<unsigned int> expected;
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        expected.push_back(at);
    int n = (int)word.size();
    cudaMemcpyToSymbol(pattern, word.c_str(), n);
    cudaMemcpyToSymbol(patternLength, &n, sizeof(int));
    char *d_text;
    unsigned int *d_hits, *d_n, count, capacity = 1 << 16;
    cudaMalloc((void **)&d_text, text.length());
    cudaMalloc((void **)&d_hits, capacity * sizeof(unsigned));
    cudaMalloc((void **)&d_n, sizeof(unsigned));
    cudaMemset(d_n, 0, sizeof(unsigned));
    cudaMemcpy(d_text, text.c_str(), text.length(), cudaMemcpyHostToDevice);
    find<<<(unsigned)((text.length() + 255) / 256), 256, 256 + MAX_PATTERN>>>(d_text, text.length(), d_hits, d_n,
                                                                              capacity);
    cudaMemcpy(&count, d_n, sizeof count, cudaMemcpyDeviceToHost);
    std::vector<unsigned int> hits(std::min(count, capacity));
    cudaMemcpy(hits.data(), d_hits, hits.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    std::sort(hits.begin(), hits.end());
    std::cout << "\"" << word << "\" " << count << " times, " << (hits == expected ? "right" : "WRONG") << '\n';
    cudaFree(d_text), cudaFree(d_hits), cudaFree(d_n);
    return hits == expected ? 0 : 1;
}
