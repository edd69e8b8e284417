// SPDX-License-Identifier: MIT
// ray_tracer.cu: spheres with shadows, virtual-free scene in constant memory
// Feature: vec3 class with operators, rays by reference, unions for pixels, cudaMemcpyToSymbol with offset
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define HD __host__ __device__
class vec3
{
  public:
    float e[3];
    HD vec3() {}
    HD vec3(float a, float b, float c)
    {
        e[0] = a;
        e[1] = b;
        e[2] = c;
    }
    HD inline float x() const
    {
        return e[0];
    }
    HD inline float operator[](int i) const
    {
        return e[i];
    }
    HD inline float &operator[](int i)
    {
        return e[i];
    }
    HD inline vec3 operator-() const
    {
        return vec3(-e[0], -e[1], -e[2]);
    }
    HD inline vec3 &operator+=(const vec3 &v)
    {
        for (int i = 0; i < 3; i++)
            e[i] += v.e[i];
        return *this;
    }
    HD inline float squared_length() const
    {
        return e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    HD friend vec3 operator+(vec3 a, const vec3 &b)
    {
        return a += b;
    }
    HD friend vec3 operator-(const vec3 &a, const vec3 &b)
    {
        return a + -b;
    }
    HD friend vec3 operator*(float t, const vec3 &v)
    {
        return vec3(t * v.e[0], t * v.e[1], t * v.e[2]);
    }
};
HD inline float dot(const vec3 &a, const vec3 &b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
HD inline vec3 unit_vector(vec3 v)
{
    return 1 / sqrtf(v.squared_length()) * v;
}

struct Ray {
    vec3 A, B;
    HD vec3 point_at(float t) const
    {
        return A + t * B;
    }
};
struct Sphere {
    vec3 center;
    float radius;
    uint32_t colour;
    HD bool hit(const Ray &r, float t_min, float t_max, float &t) const
    {
        vec3 oc = r.A - center;
        float a = dot(r.B, r.B), b = dot(oc, r.B), c = dot(oc, oc) - radius * radius, d = b * b - a * c;
        if (d <= 0)
            return false;
        float root = (-b - sqrtf(d)) / a;
        if (root < t_max && root > t_min) {
            t = root;
            return true;
        }
        return false;
    }
};
union Pixel {
    struct {
        unsigned char r, g, b, a;
    };
    uint32_t word;
};
const int SPHERES = 8;
__constant__ Sphere scene[SPHERES];

HD Pixel shade(const Sphere *s, int n, float u, float v)
{
    Ray r = {vec3(0, 0, 1), unit_vector(vec3(u, v, -1))};
    const vec3 light = unit_vector(vec3(1, 2, 1));
    float nearest = FLT_MAX, t;
    int which = -1;
    for (int i = 0; i < n; i++)
        if (s[i].hit(r, 0.001f, nearest, t)) {
            nearest = t;
            which = i;
        }
    Pixel p;
    p.word = 0xff808080u;
    if (which < 0)
        return p;
    vec3 at = r.point_at(nearest), normal = unit_vector(at - s[which].center);
    float bright = fmaxf(dot(normal, light), 0.f);
    for (int i = 0; i < n; i++)
        if (s[i].hit(Ray{at, light}, 0.001f, FLT_MAX, t))
            bright = 0;
    p.word = s[which].colour;
    p.r = p.r * bright, p.g = p.g * bright, p.b = p.b * bright;
    return p;
}

__global__ void render(Pixel *fb, int max_x, int max_y)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int j = threadIdx.y + blockIdx.y * blockDim.y;
    if ((i >= max_x) || (j >= max_y))
        return;
    fb[j * max_x + i] = shade(scene, SPHERES, 2.f * i / max_x - 1, 2.f * j / max_y - 1);
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 512, ny = nx / 2, tx = 8, ty = 8;
    Sphere s[SPHERES];
    for (int i = 0; i < SPHERES; i++) {
        s[i].center = vec3(cosf(i) * 1.5f, sinf(2 * i), -2.f - 0.3f * i);
        s[i].radius = 0.3f + 0.05f * i;
        s[i].colour = 0xff2060c0u + i * 0x101000u;
    }
    for (int i = 0; i < SPHERES; i++)
        cudaMemcpyToSymbol(scene, &s[i], sizeof(Sphere), i * sizeof(Sphere));
    Pixel *fb;
    cudaMallocManaged((void **)&fb, nx * ny * sizeof(Pixel));
    dim3 blocks(nx / tx + 1, ny / ty + 1), threads(tx, ty);
    render<<<blocks, threads>>>(fb, nx, ny);
    cudaError_t result = cudaDeviceSynchronize();
    if (result) {
        fprintf(stderr, "CUDA error = %u\n", static_cast<unsigned int>(result));
        cudaDeviceReset();
        exit(99);
    }
    int far = 0, drawn = 0;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            Pixel p = shade(s, SPHERES, 2.f * i / nx - 1, 2.f * j / ny - 1), q = fb[j * nx + i];
            far += abs(p.r - q.r) + abs(p.g - q.g) + abs(p.b - q.b) > 6;
            drawn += q.word != 0xff808080u;
        }
    printf("P3 %d %d: %d pixels of spheres, %d differ\n", nx, ny, drawn, far);
    cudaFree(fb);
    return !(drawn > 1000 && far < 50);
}
