// SPDX-License-Identifier: MIT
// virtual_shapes.cu: classes with virtual functions, made and deleted on the device
// Feature: device new and delete of polymorphic objects, pointers to pointers, abstract base class
#include <cmath>
#include <cstdio>
#include <cstdlib>
#define checkCudaErrors(val) check_cuda((val), #val, __FILE__, __LINE__)
void check_cuda(cudaError_t result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error = %u at %s:%d '%s' \n", static_cast<unsigned int>(result), file, line, func);
        cudaDeviceReset();
        exit(99);
    }
}
class Shape
{
  public:
    __device__ virtual float area() const = 0;
    __device__ virtual void scale(float) {}
    __device__ virtual ~Shape() {}
};
class Circle : public Shape
{
    float r;

  public:
    __device__ explicit Circle(float r) : r(r) {}
    __device__ float area() const override
    {
        return 3.0f * r * r;
    }
    __device__ void scale(float f) override
    {
        r *= f;
    }
};
class Square final : public Shape
{
    float a;

  public:
    __device__ Square(float s) : a(s) {}
    __device__ virtual float area() const
    {
        return a * a;
    }
};
class World : public Shape
{
    Shape **list;
    int n;

  public:
    __device__ World(Shape **l, int n) : list(l), n(n) {}
    __device__ ~World()
    {
        for (int i = 0; i < n; i++)
            delete list[i];
    }
    __device__ virtual float area() const
    {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += list[i]->area();
        return sum;
    }
};

__global__ void create_world(Shape **d_list, Shape **d_world, int n)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        for (int i = 0; i < n; i++)
            if (i % 2)
                d_list[i] = new Circle(i);
            else
                d_list[i] = new Square(i);
        *d_world = new World(d_list, n);
    }
}
__global__ void each(Shape **d_list, float *areas, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    d_list[i]->scale(2);
    areas[i] = d_list[i]->area();
}
__global__ void total(Shape **d_world, float *sum)
{
    *sum = (*d_world)->area();
}
__global__ void free_world(Shape **d_world)
{
    delete *d_world;
}

int main()
{
    const int n = 100;
    Shape **d_list, **d_world;
    float *areas, *sum;
    checkCudaErrors(cudaMalloc((void **)&d_list, n * sizeof(Shape *)));
    checkCudaErrors(cudaMalloc((void **)&d_world, sizeof(Shape *)));
    checkCudaErrors(cudaMallocManaged((void **)&areas, n * sizeof(float)));
    checkCudaErrors(cudaMallocManaged((void **)&sum, sizeof(float)));
    create_world<<<1, 1>>>(d_list, d_world, n);
    checkCudaErrors(cudaGetLastError());
    checkCudaErrors(cudaDeviceSynchronize());
    each<<<4, 32>>>(d_list, areas, n);
    total<<<1, 1>>>(d_world, sum);
    checkCudaErrors(cudaDeviceSynchronize());
    float expected = 0;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        float a = i % 2 ? 12.0f * i * i : (float)i * i;
        wrong += a != areas[i];
        expected += a;
    }
    printf("area %.0f, %d wrong\n", *sum, wrong);
    wrong += *sum != expected;
    free_world<<<1, 1>>>(d_world);
    checkCudaErrors(cudaGetLastError());
    checkCudaErrors(cudaDeviceSynchronize());
    checkCudaErrors(cudaFree(d_list));
    checkCudaErrors(cudaFree(d_world));
    checkCudaErrors(cudaFree(areas));
    checkCudaErrors(cudaFree(sum));
    return wrong != 0;
}
