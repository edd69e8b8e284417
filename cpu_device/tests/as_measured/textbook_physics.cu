// SPDX-License-Identifier: MIT
// textbook_physics: bodies, springs and other systems in time, finance, learning.
#include "textbook.h"

TEXTBOOK(n_body, 1)
{
    const float px = b[i], py = b[(i + 1) % count], pz = b[(i + 2) % count];
    float fx = 0, fy = 0, fz = 0;
    for (int k = 0; k < 128; ++k) {
        const float dx = b[k * 3] - px, dy = b[k * 3 + 1] - py, dz = b[k * 3 + 2] - pz;
        const float d2 = dx * dx + dy * dy + dz * dz + 0.01f, inverse = 1.0f / sqrtf(d2);
        const float strength = a[k] * inverse * inverse * inverse;
        fx += dx * strength;
        fy += dy * strength;
        fz += dz * strength;
    }
    out[i] = fx + fy * 0.1f + fz * 0.01f;
}

TEXTBOOK(n_body_rsqrt, 1)
{
    const float px = b[i], py = b[(i + 1) % count];
    float fx = 0;
    for (int k = 0; k < 64; ++k) {
        const float dx = b[k * 2] - px, dy = b[k * 2 + 1] - py;
        const float inverse = rsqrtf(dx * dx + dy * dy + 0.01f);
        fx += dx * (a[k] * inverse * inverse * inverse);
    }
    out[i] = fx;
}

TEXTBOOK(lennard_jones, 1)
{
    float energy = 0;
    for (int k = 1; k < 32; ++k) {
        const float dx = a[i] - a[(i + k) % count], dy = b[i] - b[(i + k) % count];
        const float r2 = dx * dx + dy * dy + 0.3f, r6 = 1 / (r2 * r2 * r2);
        energy += 4 * (r6 * r6 - r6);
    }
    out[i] = energy;
}

TEXTBOOK(spring, 1)
{
    float position = b[i], velocity = a[i];
    for (int step = 0; step < 100; ++step) {
        velocity += -4.0f * position * 0.01f - 0.1f * velocity * 0.01f;
        position += velocity * 0.01f;
    }
    out[i] = position;
}

TEXTBOOK(pendulum, 1)
{
    float angle = b[i], speed = 0;
    for (int step = 0; step < 50; ++step) {
        speed -= 9.81f * sinf(angle) * 0.01f;
        angle += speed * 0.01f;
    }
    out[i] = angle;
}

TEXTBOOK(lorenz, 1)
{
    float u = a[i], v = b[i], w = 20;
    for (int step = 0; step < 40; ++step) {
        const float du = 10 * (v - u), dv = u * (28 - w) - v, dw = u * v - 2.6666667f * w;
        u += du * 0.005f;
        v += dv * 0.005f;
        w += dw * 0.005f;
    }
    out[i] = w;
}

static __device__ float slope(float t, float v)
{
    return v * (1 - v) * 3 - 0.5f * t;
}

TEXTBOOK(runge_kutta, 1)
{
    float v = a[i], t = 0;
    const float h = 0.05f;
    for (int step = 0; step < 20; ++step) {
        const float k1 = slope(t, v), k2 = slope(t + h / 2, v + h / 2 * k1), k3 = slope(t + h / 2, v + h / 2 * k2),
                    k4 = slope(t + h, v + h * k3);
        v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        t += h;
    }
    out[i] = v;
}

TEXTBOOK(simpson, 1)
{
    const float h = a[i] / 32;
    float sum = 0;
    for (int k = 0; k <= 32; ++k) {
        const float t = k * h, weight = k == 0 || k == 32 ? 1 : k % 2 ? 4 : 2;
        sum += weight * (t * t * 0.3f - t * b[i] + 1);
    }
    out[i] = sum * h / 3;
}

TEXTBOOK(monte_carlo_pi, 1)
{
    unsigned state = i * 2654435761u + 1;
    int inside = 0;
    for (int k = 0; k < 100; ++k) {
        state = state * 1664525u + 1013904223u;
        const float u = (state >> 8) * (1.0f / 16777216);
        state = state * 1664525u + 1013904223u;
        const float v = (state >> 8) * (1.0f / 16777216);
        inside += u * u + v * v <= 1;
    }
    out[i] = 4.0f * inside / 100;
}

TEXTBOOK(box_muller, 1)
{
    out[i] = sqrtf(-2 * logf(a[i])) * cosf(6.2831853f * a[(i + 1) % count]);
}

static __device__ float normal_cdf(float d)
{
    const float k = 1 / (1 + 0.2316419f * fabsf(d));
    const float tail =
        0.39894228f * expf(-0.5f * d * d) *
        (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1 - tail : tail;
}

TEXTBOOK(black_scholes, 1)
{
    const float price = 20 + 10 * a[i], strike = 25, years = 1 + a[(i + 1) % count], root = sqrtf(years);
    const float d1 = (logf(price / strike) + (0.02f + 0.5f * 0.3f * 0.3f) * years) / (0.3f * root);
    const float d2 = d1 - 0.3f * root;
    out[i] = price * normal_cdf(d1) - strike * expf(-0.02f * years) * normal_cdf(d2);
}

TEXTBOOK(binomial_option, 1)
{
    float values[33];
    for (int k = 0; k <= 32; ++k)
        values[k] = fmaxf(100 * (0.8f + 0.4f * a[i]) * (1 + (k - 16) * 0.02f) - 95, 0);
    for (int step = 32; step > 0; --step)
        for (int k = 0; k < step; ++k)
            values[k] = 0.51f * values[k + 1] + 0.489f * values[k];
    out[i] = values[0];
}

TEXTBOOK(k_means, 1)
{
    float least = 1e9f;
    for (int k = 0; k < 16; ++k) {
        const float dx = a[i] - a[k * 7], dy = b[i] - b[k * 7];
        least = fminf(least, dx * dx + dy * dy);
    }
    out[i] = least;
}

TEXTBOOK(nearest_neighbour, 1)
{
    float least = 1e9f;
    int nearest = 0;
    for (int k = 0; k < 64; ++k) {
        const float dx = b[i] - a[k], dy = a[i] - b[k], d = sqrtf(dx * dx + dy * dy);
        if (d < least) {
            least = d;
            nearest = k;
        }
    }
    out[i] = nearest + least;
}

TEXTBOOK(perceptron, 1)
{
    float sum = 0.1f;
    for (int k = 0; k < 32; ++k)
        sum += a[(i + k) % count] * b[k];
    out[i] = sum > 0 ? sum : 0.01f * sum;
}

TEXTBOOK(logistic, 1)
{
    out[i] = 1 / (1 + expf(-(1.5f * b[i] + 0.3f)));
}

TEXTBOOK(softmax, 1)
{
    float most = -1e9f, sum = 0;
    for (int k = 0; k < width; ++k)
        most = fmaxf(most, b[y * width + k]);
    for (int k = 0; k < width; ++k)
        sum += expf(b[y * width + k] - most);
    out[i] = expf(b[i] - most) / sum;
}

TEXTBOOK(layer_norm, 1)
{
    float mean = 0, variance = 0;
    for (int k = 0; k < width; ++k)
        mean += a[y * width + k];
    mean /= width;
    for (int k = 0; k < width; ++k)
        variance += (a[y * width + k] - mean) * (a[y * width + k] - mean);
    variance /= width;
    out[i] = (a[i] - mean) / sqrtf(variance + 1e-5f) * 1.1f + b[x];
}

TEXTBOOK(adam, 1)
{
    float m = 0, v = 0, weight = b[i];
    for (int step = 1; step <= 20; ++step) {
        const float gradient = 2 * weight + a[i];
        m = 0.9f * m + 0.1f * gradient;
        v = 0.999f * v + 0.001f * gradient * gradient;
        weight -= 0.01f * m / (sqrtf(v) + 1e-8f);
    }
    out[i] = weight;
}

TEXTBOOK(gelu, 1)
{
    const float v = b[i];
    out[i] = 0.5f * v * (1 + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
}
