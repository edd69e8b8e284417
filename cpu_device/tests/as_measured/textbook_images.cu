// SPDX-License-Identifier: MIT
// textbook_images: fractals, filters, colours, rays, and grids in time.
#include "textbook.h"

TEXTBOOK(julia, 1)
{
    float jx = 1.5f * (width / 2 - x) / (width / 2), jy = 1.5f * (width / 2 - y) / (width / 2);
    int n = 0;
    while (n < 200 && jx * jx + jy * jy < 1000) {
        const float next = jx * jx - jy * jy - 0.8f;
        jy = jy * jx + jx * jy + 0.156f;
        jx = next;
        ++n;
    }
    out[i] = n + jx;
}

TEXTBOOK(mandelbrot, 1)
{
    const float cx = -2 + 3.0f * x / width, cy = -1.5f + 3.0f * y / width;
    float zx = 0, zy = 0;
    int n = 0;
    while (n < 100 && zx * zx + zy * zy < 4) {
        const float next = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = next;
        ++n;
    }
    out[i] = n + zy;
}

TEXTBOOK(newton_fractal, 1)
{
    float zx = (x - 31.5f) / 16, zy = (y - 31.5f) / 16;
    for (int n = 0; n < 12; ++n) { // z - (z^3 - 1) / (3 z^2)
        const float x2 = zx * zx - zy * zy, y2 = 2 * zx * zy;
        const float x3 = x2 * zx - y2 * zy - 1, y3 = x2 * zy + y2 * zx;
        const float length = 3 * (x2 * x2 + y2 * y2);
        zx -= (x3 * x2 + y3 * y2) / length;
        zy -= (y3 * x2 - x3 * y2) / length;
    }
    out[i] = zx;
}

TEXTBOOK(ripple, 1)
{
    const float fx = x - 31.5f, fy = y - 31.5f, d = sqrtf(fx * fx + fy * fy);
    out[i] = 128.0f + 127.0f * cosf(d / 10.0f - 3 / 7.0f) / (d / 10.0f + 1.0f);
}

TEXTBOOK(heat, 10)
{
    const int left = x == 0 ? i : i - 1, right = x == width - 1 ? i : i + 1;
    const int top = y == 0 ? i : i - width, bottom = y == width - 1 ? i : i + width;
    out[i] = a[i] + 0.25f * (a[top] + a[bottom] + a[left] + a[right] - a[i] * 4);
}

TEXTBOOK(wave, 10)
{
    const int left = (i + count - 1) % count, right = (i + 1) % count;
    out[i] = 1.9f * a[i] - 0.95f * b[i] + 0.1f * (a[left] - 2.0f * a[i] + a[right]);
}

TEXTBOOK(convolution, 1)
{
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += a[(i + dy * width + dx + count) % count] * (0.3f - 0.1f * (dx * dx + dy * dy));
    out[i] = sum;
}

TEXTBOOK(sobel, 1)
{
    const int up = (i + count - width) % count, down = (i + width) % count;
    const float gx = a[(up + 1) % count] - a[(up + count - 1) % count] +
                     2 * (a[(i + 1) % count] - a[(i + count - 1) % count]) + a[(down + 1) % count] -
                     a[(down + count - 1) % count];
    const float gy = a[down] - a[up];
    out[i] = sqrtf(gx * gx + gy * gy);
}

TEXTBOOK(gaussian_blur, 3)
{
    out[i] = 0.0625f * a[(i + count - 2) % count] + 0.25f * a[(i + count - 1) % count] + 0.375f * a[i] +
             0.25f * a[(i + 1) % count] + 0.0625f * a[(i + 2) % count];
}

TEXTBOOK(bilinear, 1)
{
    const float fx = 0.73f * x, fy = 0.61f * y;
    const int ix = (int)fx, iy = (int)fy;
    const float u = fx - ix, v = fy - iy;
    const float *p = a + iy * width + ix;
    out[i] = (1 - u) * (1 - v) * p[0] + u * (1 - v) * p[1] + (1 - u) * v * p[width] + u * v * p[width + 1];
}

TEXTBOOK(luminance, 1)
{
    out[i] = 0.299f * a[i] + 0.587f * a[(i + 1) % count] + 0.114f * a[(i + 2) % count];
}

TEXTBOOK(hue, 1)
{
    const float r = a[i], g = a[(i + 1) % count], blue = a[(i + 2) % count];
    const float most = fmaxf(r, fmaxf(g, blue)), least = fminf(r, fminf(g, blue)), span = most - least + 1e-6f;
    out[i] = most == r ? 60 * (g - blue) / span : most == g ? 120 + 60 * (blue - r) / span : 240 + 60 * (r - g) / span;
}

TEXTBOOK(brightness_clamped, 1)
{
    const unsigned char grey = (unsigned char)(b[i] * 300.0f + 20.0f);
    out[i] = grey / 255.0f;
}

TEXTBOOK(histogram_equalized, 1)
{
    int below = 0;
    for (int k = 0; k < count; k += 16)
        below += a[k] < a[i];
    out[i] = (float)below / (count / 16) * 0.9f + 0.05f;
}

TEXTBOOK(sphere_traced, 1)
{
    const float dx = (x - 31.5f) / 32, dy = (y - 31.5f) / 32, dz = 1, scale = rsqrtf(dx * dx + dy * dy + dz * dz);
    float nearest = 1e9f, shade = 0;
    for (int s = 0; s < 20; ++s) {
        const float ox = -b[s * 3] * 3, oy = -b[s * 3 + 1] * 3, oz = -5 - a[s];
        const float half = ox * dx * scale + oy * dy * scale + oz * dz * scale;
        const float disc = half * half - (ox * ox + oy * oy + oz * oz) + 0.8f;
        if (disc > 0 && -half - sqrtf(disc) < nearest) {
            nearest = -half - sqrtf(disc);
            shade = (oz + nearest * dz * scale) * -0.9f;
        }
    }
    out[i] = shade;
}

TEXTBOOK(sphere_of_the_book, 1)
{
    float most = -1;
    for (int s = 0; s < 20; ++s) {
        const float dx = x - 32 - 30 * b[s], dy = y - 32 - 30 * b[s + 100], radius = 4 + 10 * a[s];
        if (dx * dx + dy * dy < radius * radius)
            most = fmaxf(most, sqrtf(radius * radius - dx * dx - dy * dy) / sqrtf(radius * radius));
    }
    out[i] = most;
}

TEXTBOOK(ray_march, 1)
{
    const float px = (x - 31.5f) / 32, py = (y - 31.5f) / 32;
    float distance = 0;
    for (int step = 0; step < 24; ++step) {
        const float z = distance - 3, torus = sqrtf(px * px + z * z) - 0.8f;
        distance += sqrtf(torus * torus + py * py) - 0.3f;
    }
    out[i] = distance;
}

TEXTBOOK(rotated_image, 1)
{
    const float c = 0.8f, s = 0.6f, u = c * (x - 32) - s * (y - 32) + 32, v = s * (x - 32) + c * (y - 32) + 32;
    const bool inside = u >= 0 && v >= 0 && u < width && v < width;
    out[i] = inside ? a[(int)v * width + (int)u] + u * 0.01f : v;
}

TEXTBOOK(mixed_colours, 1)
{
    const float alpha = a[i];
    out[i] = alpha * b[i] + (1 - alpha) * b[(i + 5) % count];
}

TEXTBOOK(smoothstep, 1)
{
    const float t = fminf(fmaxf((b[i] + 0.9f) / 1.8f, 0), 1);
    out[i] = t * t * (3 - 2 * t);
}
