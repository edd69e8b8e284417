// SPDX-License-Identifier: MIT
#include "texture_unit.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>

namespace cpu_device
{
bool format_of(const cudaChannelFormatDesc &d, texel_format &format)
{
    const int bits[4] = {d.x, d.y, d.z, d.w};
    format = {d.f, (unsigned)d.x, 0};
    while (format.channels < 4 && bits[format.channels] == d.x)
        ++format.channels;
    for (unsigned i = format.channels; i < 4; ++i)
        if (bits[i] != 0)
            return false;
    bool is_integer = d.f == cudaChannelFormatKindSigned || d.f == cudaChannelFormatKindUnsigned;
    return format.channels != 3 && (d.x == 32 || d.x == 16 || (d.x == 8 && is_integer)) &&
           (is_integer || d.f == cudaChannelFormatKindFloat);
}

// --- objects ---

namespace
{
constexpr uint64_t most_objects = 1 << 20; // as many as a GPU can have at once
std::atomic<texture_object *> objects[most_objects];
std::mutex mutex;
uint64_t last_handle = 0;

std::atomic<texture_object *> &slot_of(uint64_t handle)
{
    return objects[handle % most_objects];
}
} // namespace

texture_object *add_object(const void *made_at)
{
    std::lock_guard<std::mutex> lock(mutex);
    texture_object *old = nullptr;
    for (uint64_t tries = 0; tries < most_objects; ++tries) {
        old = slot_of(++last_handle);
        if (old != nullptr && old->destroyed_at == nullptr)
            continue;
        delete old; // destroyed a million objects ago
        auto made = new texture_object();
        made->handle = last_handle;
        made->made_at = made_at;
        slot_of(last_handle) = made;
        return made;
    }
    return nullptr;
}

texture_object *find_object(uint64_t handle)
{
    texture_object *found = slot_of(handle);
    return found != nullptr && found->handle == handle ? found : nullptr;
}

std::vector<const texture_object *> live_objects()
{
    std::lock_guard<std::mutex> lock(mutex);
    std::vector<const texture_object *> all;
    for (uint64_t handle = last_handle > most_objects ? last_handle - most_objects + 1 : 1; handle <= last_handle;
         ++handle)
        if (const texture_object *o = slot_of(handle); o != nullptr && o->destroyed_at == nullptr)
            all.push_back(o);
    return all;
}

// --- from coordinates to texels ---

namespace
{
constexpr int border = -1;

// Along one dimension: two texels, and how much of the second one, in 1/256. Point filters take the first one.
struct along {
    int texel[2];
    int weight;
};

// Where texel i really is.
int addressed(int64_t i, int64_t size, cudaTextureAddressMode mode)
{
    switch (mode) {
    case cudaAddressModeWrap: return (int)((i % size + size) % size);
    case cudaAddressModeMirror:
        i = (i % (2 * size) + 2 * size) % (2 * size);
        return (int)(i < size ? i : 2 * size - 1 - i);
    case cudaAddressModeClamp: break;
    case cudaAddressModeBorder: return i >= 0 && i < size ? (int)i : border;
    }
    return (int)std::clamp<int64_t>(i, 0, size - 1);
}

// Coordinates become fixed-point numbers, here of 8 fractional bits for linear filters, which are rounded. A normalized
// one has 21 bits before it is multiplied by the size; what lies below is cut off.
along find_along(float coordinate, unsigned size, cudaTextureAddressMode mode, bool normalized, bool linear)
{
    double x = std::isnan(coordinate) || std::abs(coordinate) < 0x1p-126f ? 0 : coordinate;
    if (normalized) {
        constexpr double parts = 1 << 21;
        if (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)
            x = std::isinf(x) ? 0 : std::fmod(x, 2); // both modes have the period 2
        x = std::floor(x * parts) * size / parts;
    } else if (mode != cudaAddressModeBorder) {
        mode = cudaAddressModeClamp;
    }
    x = std::clamp(x, -0x1p40, 0x1p40);
    if (!linear)
        return {{addressed((int64_t)std::floor(x), size, mode), border}, 0};
    auto fixed = (int64_t)std::floor((x - 0.5) * 256 + 0.5);
    int64_t first = fixed >> 8;
    return {{addressed(first, size, mode), addressed(first + 1, size, mode)}, (int)(fixed & 255)};
}

// A product of weights, rounded to 1/256.
int product(int a, int b)
{
    return (a * b + 128) >> 8;
}

const char *texel_at(const texture_object &t, const texel_grid &grid, int x, int y, int z)
{
    return x == border || y == border || z == border ? nullptr
                                                     : grid.at((unsigned)x, (unsigned)y, (unsigned)z, t.format.size());
}

// The face of a cubemap that a direction points to, and where on it, from 0 to 1.
int face_of(float x, float y, float z, float &u, float &v)
{
    float ax = std::abs(x), ay = std::abs(y), az = std::abs(z), major, s, t;
    int face;
    if (az >= ax && az >= ay) {
        face = z < 0 ? 5 : 4, major = az, s = z < 0 ? -x : x, t = -y;
    } else if (ay >= ax) {
        face = y < 0 ? 3 : 2, major = ay, s = x, t = y < 0 ? -z : z;
    } else {
        face = x < 0 ? 1 : 0, major = ax, s = x < 0 ? z : -z, t = -y;
    }
    u = (s / major + 1) / 2, v = (t / major + 1) / 2;
    return face;
}

// Finds the texels to read in one level, whose weight is `share`.
void find_in_level(const texture_object &t, const texel_grid &grid, const texture_place &p, int share,
                   texel_reads &reads)
{
    const bool linear = t.how.filterMode == cudaFilterModeLinear, normalized = t.how.normalizedCoords != 0;
    const cudaTextureAddressMode *mode = t.how.addressMode;
    float u = p.x, v = p.y;
    int layer = (int)std::min((unsigned)p.layer, grid.depth - 1); // -1 is the last one
    if (p.shape == cpu_device_1d || p.shape == cpu_device_1d_layered)
        v = 0; // so that the border lies on both sides of it, if the second dimension has one
    if (p.shape == cpu_device_cubemap)
        layer = face_of(p.x, p.y, p.z, u, v);
    along x = find_along(u, grid.width, mode[0], normalized, linear);
    along y = find_along(v, grid.height, mode[1], normalized, linear);
    along z = {{layer, border}, 0};
    if (p.shape == cpu_device_3d)
        z = find_along(p.z, grid.depth, mode[2], normalized, linear);
    auto add = [&](int i, int j, int k, int weight) {
        if (weight != 0)
            reads.reads[reads.count++] = {texel_at(t, grid, x.texel[i], y.texel[j], z.texel[k]), weight};
    };
    const int a = x.weight, b = y.weight, upper = product(z.weight, share);
    for (int k = 0; k < 2; ++k) {
        const int all = k == 0 ? share - upper : upper;
        const int right = product(a, all), below = product(b, all), both = product(right, b);
        add(0, 0, k, all - right - below + both);
        add(1, 0, k, right - both);
        add(0, 1, k, below - both);
        add(1, 1, k, both);
    }
}
} // namespace

void find_texels(const texture_object &t, const texture_place &p, texel_reads &reads)
{
    const auto last = (float)(t.levels.size() - 1);
    float level = p.level + t.how.mipmapLevelBias;
    level = std::min(std::max(level, t.how.minMipmapLevelClamp), t.how.maxMipmapLevelClamp);
    level = level > 0 ? std::min(level, last) : 0; // not a number: 0
    if (t.how.mipmapFilterMode == cudaFilterModePoint)
        level = std::floor(level + 0.5f);
    const auto fixed = (unsigned)(level * 256);
    const int upper = (int)(fixed & 255);
    find_in_level(t, t.levels[fixed >> 8], p, 256 - upper, reads);
    if (upper != 0)
        find_in_level(t, t.levels[(fixed >> 8) + 1], p, upper, reads);
}

void find_gathered(const texture_object &t, float u, float v, texel_reads &reads)
{
    const bool normalized = t.how.normalizedCoords != 0;
    const texel_grid &grid = t.levels[0];
    along x = find_along(u, grid.width, t.how.addressMode[0], normalized, true);
    along y = find_along(v, grid.height, t.how.addressMode[1], normalized, true);
    constexpr int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    for (auto [i, j] : order)
        reads.reads[reads.count++] = {texel_at(t, grid, x.texel[i], y.texel[j], 0), 0};
}

float level_of(const texture_object &t, const float steps[4])
{
    const texel_grid &grid = t.levels[0];
    const auto w = (float)grid.width, h = (float)grid.height;
    float longest = std::max(std::hypot(steps[0] * w, steps[1] * h), std::hypot(steps[2] * w, steps[3] * h));
    return std::ceil(std::log2(longest) * 256) / 256;
}

// --- from texels to a value ---

namespace
{
float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

float float_of_half(uint16_t half)
{
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    float value = exponent == 0    ? std::ldexp((float)fraction, -24)
                  : exponent == 31 ? (fraction ? NAN : INFINITY)
                                   : std::ldexp((float)(fraction + 1024), exponent - 25);
    return half >> 15 ? -value : value;
}

// From 0 to 1, with 8 significant bits and none below 2^-14. (A few entries of an H100's table are one unit off that.)
float linear_of_srgb(float value)
{
    double exact = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    int exponent;
    std::frexp(exact, &exponent);
    const double unit = std::ldexp(1, std::max(exponent - 8, -14));
    return (float)(std::floor(exact / unit + 0.5) * unit);
}

bool is_signed(const texture_object &t)
{
    return t.format.kind == cudaChannelFormatKindSigned;
}

bool gives_normalized(const texture_object &t)
{
    return t.how.readMode == cudaReadModeNormalizedFloat && t.format.kind != cudaChannelFormatKindFloat &&
           t.format.bits < 32;
}

int most_of(const texture_object &t) // which stands for 1
{
    return (1 << (t.format.bits - is_signed(t))) - 1;
}

bool is_srgb(const texture_object &t, unsigned channel)
{
    return t.how.sRGB && channel < 3 && t.format.bits == 8 && !is_signed(t);
}

// One channel as an integer; `texel` null: the border, where textures give normalized values.
int integer(const texture_object &t, const char *texel, unsigned number)
{
    if (texel == nullptr) {
        const float color = std::clamp(t.how.borderColor[number], is_signed(t) ? -1.f : 0.f, 1.f);
        return (int)std::lround(color * (float)most_of(t));
    }
    const unsigned size = t.format.bits / 8;
    uint32_t bits = 0;
    memcpy(&bits, texel + number * size, size);
    return !is_signed(t) ? (int)bits : size == 1 ? (int8_t)bits : size == 2 ? (int16_t)bits : (int)bits;
}

// One channel as 32 bits.
uint32_t channel(const texture_object &t, const char *texel, unsigned number)
{
    if (number >= t.format.channels)
        return 0;
    if (!gives_normalized(t)) {
        if (texel == nullptr)
            return bits_of(t.how.borderColor[number]);
        if (t.format.kind != cudaChannelFormatKindFloat)
            return (uint32_t)integer(t, texel, number);
        uint32_t bits = 0;
        memcpy(&bits, texel + number * (t.format.bits / 8), t.format.bits / 8);
        return t.format.bits == 16 ? bits_of(float_of_half((uint16_t)bits)) : bits;
    }
    const float value = std::max(-1.f, (float)integer(t, texel, number) / (float)most_of(t));
    return bits_of(is_srgb(t, number) ? linear_of_srgb(value) : value);
}

// value / 2^places, rounded to `digits` binary ones, halves away from 0.
float rounded(int64_t value, int places, int digits)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    int excess = size == 0 ? 0 : std::max(0, 64 - digits - __builtin_clzll(size));
    if (excess > 0)
        size = (size + (1ull << (excess - 1))) >> excess;
    return (float)std::ldexp(value < 0 ? -(double)size : (double)size, excess - places);
}

// Filters floats. They are cut to 28 bits below the largest one's first bit; then the sum is exact, and rounded once.
float filtered(const float *values, const texel_reads &reads, int digits)
{
    int largest = INT32_MIN;
    float plain = 0;
    for (unsigned i = 0; i < reads.count; ++i) {
        plain += values[i] * (float)reads.reads[i].weight / texel_reads::whole;
        if (values[i] != 0 && std::isfinite(values[i]))
            largest = std::max(largest, std::ilogb(values[i]));
    }
    if (!std::isfinite(plain) || largest == INT32_MIN)
        return plain;
    int64_t sum = 0;
    for (unsigned i = 0; i < reads.count; ++i)
        sum += (int64_t)std::ldexp((double)values[i], 27 - largest) * reads.reads[i].weight;
    return rounded(sum, 27 - largest + texel_reads::places, digits);
}

// Filters normalized integers. They become 16 bits, and so does the result.
float filtered_integers(const texture_object &t, const texel_reads &reads, unsigned number)
{
    const int most = is_signed(t) ? INT16_MAX : UINT16_MAX, scale = most_of(t);
    int64_t sum = texel_reads::whole / 2;
    for (unsigned i = 0; i < reads.count; ++i) {
        int value = integer(t, reads.reads[i].at, number);
        if (t.format.bits == 8)
            value = (int)std::lround((double)std::max(-scale, value) / scale * most);
        sum += (int64_t)value * reads.reads[i].weight;
    }
    return std::max(-1.f, (float)(sum >> texel_reads::places) / (float)most); // -32768 is cut off last
}

template <class Channel> cpu_device_texel of_channels(Channel channel)
{
    return {channel(0), channel(1), channel(2), channel(3)};
}
} // namespace

cpu_device_texel unfiltered(const texture_object &t, const char *texel)
{
    return of_channels([&](unsigned number) { return channel(t, texel, number); });
}

cpu_device_texel filter(const texture_object &t, const texel_reads &reads)
{
    if (reads.count == 1)
        return unfiltered(t, reads.reads[0].at);
    return of_channels([&](unsigned number) -> uint32_t {
        if (number >= t.format.channels)
            return 0;
        if (gives_normalized(t) && !is_srgb(t, number))
            return bits_of(filtered_integers(t, reads, number));
        float values[16];
        for (unsigned i = 0; i < reads.count; ++i)
            values[i] = float_of(channel(t, reads.reads[i].at, number));
        return bits_of(filtered(values, reads, is_srgb(t, number) ? 11 : 24)); // the digits of half and float
    });
}

cpu_device_texel gather(const texture_object &t, const texel_reads &reads, unsigned number)
{
    return of_channels([&](unsigned i) { return channel(t, reads.reads[i].at, number); });
}
} // namespace cpu_device
