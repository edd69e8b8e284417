// SPDX-License-Identifier: MIT
// game_of_life.cu: the game of life on a torus, with bytes and a border of ghost cells
// Feature: kernels for ghost rows and columns, enum class, modulo arithmetic, launch in a lambda
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

enum class Cell : unsigned char { Dead, Alive };
__global__ void ghostRows(int dim, Cell *grid)
{
    int id = blockDim.x * blockIdx.x + threadIdx.x + 1;
    if (id <= dim) {
        grid[(dim + 2) * (dim + 1) + id] = grid[(dim + 2) + id];
        grid[id] = grid[(dim + 2) * dim + id];
    }
}
__global__ void ghostCols(int dim, Cell *grid)
{
    int id = blockDim.x * blockIdx.x + threadIdx.x;
    if (id <= dim + 1) {
        grid[id * (dim + 2) + dim + 1] = grid[id * (dim + 2) + 1];
        grid[id * (dim + 2)] = grid[id * (dim + 2) + dim];
    }
}
__global__ void GOL(int dim, const Cell *grid, Cell *newGrid)
{
    int iy = blockDim.y * blockIdx.y + threadIdx.y + 1, ix = blockDim.x * blockIdx.x + threadIdx.x + 1;
    int id = iy * (dim + 2) + ix, w = dim + 2, neighbours = 0;
    if (iy > dim || ix > dim)
        return;
    for (int offset : {-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1})
        neighbours += grid[id + offset] == Cell::Alive;
    newGrid[id] = neighbours == 3 || (neighbours == 2 && grid[id] == Cell::Alive) ? Cell::Alive : Cell::Dead;
}

int main(int argc, char *argv[])
{
    const int dim = argc > 1 ? atoi(argv[1]) : 256, maxIter = 10, w = dim + 2;
    std::vector<Cell> h(w * w, Cell::Dead), g(w * w);
    std::vector<int> ref(dim * dim), nxt(dim * dim);
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) {
            ref[i * dim + j] = ((i * 7 + j * 13 + i * j) % 5) < 2;
            h[(i + 1) * w + j + 1] = Cell(ref[i * dim + j]);
        }
    Cell *d, *n;
    cudaMalloc(&d, w * w * sizeof(Cell));
    cudaMalloc(&n, w * w * sizeof(Cell));
    cudaMemcpy(d, h.data(), w * w, cudaMemcpyHostToDevice);
    dim3 blockSize(16, 16, 1), gridSize((dim + 15) / 16, (dim + 15) / 16, 1);
    auto step = [&, dim]() {
        ghostRows<<<(dim + 255) / 256, 256>>>(dim, d);
        ghostCols<<<(dim + 2 + 255) / 256, 256>>>(dim, d);
        GOL<<<gridSize, blockSize>>>(dim, d, n);
        std::swap(d, n);
    };
    for (int i = 0; i < maxIter; i++)
        step();
    cudaMemcpy(g.data(), d, w * w, cudaMemcpyDeviceToHost);
    for (int it = 0; it < maxIter; it++, ref.swap(nxt))
        for (int i = 0; i < dim; i++)
            for (int j = 0; j < dim; j++) {
                int s = 0;
                for (int a = -1; a < 2; a++)
                    for (int b = -1; b < 2; b++)
                        if (a || b)
                            s += ref[(i + a + dim) % dim * dim + (j + b + dim) % dim];
                nxt[i * dim + j] = s == 3 || (s == 2 && ref[i * dim + j]);
            }
    int total = 0, wrong = 0;
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) {
            int alive = g[(i + 1) * w + j + 1] == Cell::Alive;
            total += alive, wrong += alive != ref[i * dim + j];
        }
    printf("Total Alive: %d, wrong %d\n", total, wrong);
    cudaFree(d);
    cudaFree(n);
    return wrong > 0;
}
