// SPDX-License-Identifier: MIT
// Matrices that a warp multiplies together (CUDA C++ Programming Guide, "Warp Matrix Functions"). All 32 lanes must
// make each call, at the same line; none of them orders memory, so what other lanes have stored needs a __syncwarp()
// before.
//
// A fragment holds a lane's share of a matrix. Which elements these are is unspecified in CUDA; here they are those of
// PTX's mma instructions: in each 8 rows of `a` (and of the accumulator; columns of `b`) four lanes share one, in
// pieces of 4 bytes (of 2 numbers in the accumulator). Where a fragment has more elements than its share, they repeat.
//
// Products are exact and summed in double (int for integers); the sum is rounded once. A GPU adds in an order of its
// own and drops bits on the way, so last digits differ.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __CUDA_MMA_H__ // programs ask for this
#define __CUDA_MMA_HPP__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "cpu_device/letters_hidden.h"

#define __CUDA_MMA_H__ // programs ask for this

namespace nvcuda
{
namespace wmma
{
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision
{
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };

namespace experimental
{
#define CPU_DEVICE_NO_SUCH_ELEMENTS                                                                                    \
    __attribute__((unavailable("the CPU device has no fragments of 4 bits and of 1 bit: use signed char")))
namespace precision
{
struct CPU_DEVICE_NO_SUCH_ELEMENTS u4;
struct CPU_DEVICE_NO_SUCH_ELEMENTS s4;
struct CPU_DEVICE_NO_SUCH_ELEMENTS b1;
} // namespace precision
#undef CPU_DEVICE_NO_SUCH_ELEMENTS
} // namespace experimental

namespace details
{
template <class T> struct stored {
    using type = T;
};
template <> struct stored<precision::tf32> {
    using type = float;
};

// The combinations that there are.
template <class T, int m, int n, int k> constexpr bool is_factor()
{
    constexpr bool of_16 = k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
    if constexpr (std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16> || std::is_same_v<T, signed char> ||
                  std::is_same_v<T, unsigned char>)
        return of_16;
    else if constexpr (std::is_same_v<T, precision::tf32>)
        return m == 16 && n == 16 && k == 8;
    else
        return std::is_same_v<T, double> && m == 8 && n == 8 && k == 4;
}
template <class T, int m, int n, int k> constexpr bool is_sum()
{
    if constexpr (std::is_same_v<T, float>)
        return is_factor<__half, m, n, k>() || is_factor<precision::tf32, m, n, k>();
    else if constexpr (std::is_same_v<T, __half> || std::is_same_v<T, int>)
        return is_factor<__half, m, n, k>();
    else
        return std::is_same_v<T, double> && is_factor<double, m, n, k>();
}

// A lane's share: `outer` rows of `inner` elements (of b: columns), in pieces of `piece` elements.
template <class T, int outer_size, int inner_size, int piece_size, int elements_of_fragment> struct share {
    static constexpr int outer = outer_size, inner = inner_size, piece = piece_size, own = outer * inner / 32;
    static constexpr int elements = elements_of_fragment == 0 ? own : elements_of_fragment;
    static_assert(own % piece == 0 && elements % own == 0);

    static constexpr int row(int lane, int i)
    {
        return i / (inner / 4) * 8 + lane / 4;
    }
    static constexpr int column(int lane, int i)
    {
        return i % (inner / 4) / piece * 4 * piece + lane % 4 * piece + i % piece;
    }
};
template <class Use, int m, int n, int k, class T> struct share_of {
    static_assert(is_sum<T, m, n, k>(), "nvcuda::wmma has no accumulator of these elements in this size");
    using type = share<T, m, n, 2, 0>;
};
template <class T> constexpr int elements_of_half = std::is_same_v<T, __half> ? 16 : 0;
template <class T>
constexpr int piece_of_factor = sizeof(typename stored<T>::type) < 4 ? 4 / sizeof(typename stored<T>::type) : 1;
template <int m, int n, int k, class T> struct share_of<matrix_a, m, n, k, T> {
    static_assert(is_factor<T, m, n, k>(), "nvcuda::wmma has no matrix_a of these elements in this size");
    using type = share<T, m, k, piece_of_factor<T>, elements_of_half<T>>;
};
template <int m, int n, int k, class T> struct share_of<matrix_b, m, n, k, T> {
    static_assert(is_factor<T, m, n, k>(), "nvcuda::wmma has no matrix_b of these elements in this size");
    using type = share<T, n, k, piece_of_factor<T>, elements_of_half<T>>;
};
} // namespace details

template <class Use, int m, int n, int k, class T, class Layout = void> struct alignas(8) fragment {
    static_assert(
        std::is_same_v<Use, accumulator> == std::is_same_v<Layout, void>,
        "a fragment of matrix_a or matrix_b has a layout, row_major or col_major, and an accumulator has none");
    using share = typename details::share_of<Use, m, n, k, T>::type;
    enum { num_elements = share::elements, num_storage_elements = num_elements };
    typedef T element_type;
    typedef typename details::stored<T>::type storage_element_type;
    storage_element_type x[num_elements];
};

// Rounded to the 10 bits of fraction of tf32; the rest of the float is 0. A tie goes away from 0.
__device__ inline float __float_to_tf32(float value)
{
    const unsigned bits = __builtin_bit_cast(unsigned, value), magnitude = bits & 0x7fffffff;
    if (magnitude >= 0x7f800000)
        return __builtin_bit_cast(float, magnitude == 0x7f800000 ? bits : 0x7fffffff);
    return __builtin_bit_cast(float, (bits + 0x1000) & 0xffffe000);
}

template <class Use, int m, int n, int k, class T, class Layout> __device__ inline void
fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const typename details::stored<T>::type &value)
{
    for (auto &x : f.x)
        x = value;
}

namespace details
{
// The integer that a piece of a fragment is loaded and stored as, in one access, where the matrix lies in memory as the
// pieces go.
template <int size> struct integer_of;
template <> struct integer_of<4> {
    using type = cpu_device::unsigned32;
};
template <> struct integer_of<8> {
    using type = cpu_device::unsigned64;
};
template <> struct integer_of<16> {
    using type = unsigned __int128;
};
template <class T, int size> using piece = typename integer_of<sizeof(T) * size>::type;

template <class T> __device__ void check_stride(unsigned stride, const char *file, int line)
{
    if (stride * sizeof(T) % 16 != 0)
        cpu_device_wrong_matrix("The distance of its rows or columns, ldm, must be a multiple of 16 bytes.", file,
                                line);
}

template <class Share, class S> __device__ __forceinline__ void load(S *x, const S *p, unsigned stride, bool in_pieces)
{
    const int lane = cpu_device_lane();
    for (int i = 0; i < Share::own; i += Share::piece) {
        const size_t row = Share::row(lane, i), column = Share::column(lane, i);
        if (in_pieces) {
            const auto together = *reinterpret_cast<const piece<S, Share::piece> *>(p + row * stride + column);
            __builtin_memcpy(x + i, &together, sizeof together);
        } else {
            for (int e = 0; e < Share::piece; ++e)
                x[i + e] = p[(column + e) * stride + row];
        }
    }
    for (int i = Share::own; i < Share::elements; ++i)
        x[i] = x[i - Share::own];
}
} // namespace details

// `p` is the first element of the matrix, `ldm` the distance of its rows (columns, where it is stored by columns).
#define CPU_DEVICE_LOAD_MATRIX(Use, by_row)                                                                            \
    template <int m, int n, int k, class T, class Layout> __device__ __forceinline__ void load_matrix_sync(            \
        fragment<Use, m, n, k, T, Layout> &f, const typename details::stored<T>::type *p, unsigned ldm,                \
        CPU_DEVICE_PLACE)                                                                                              \
    {                                                                                                                  \
        cpu_device_work_together(cpu_device_load_matrix, nullptr, nullptr, file, line);                                \
        details::check_stride<typename details::stored<T>::type>(ldm, file, line);                                     \
        details::load<typename fragment<Use, m, n, k, T, Layout>::share>(f.x, p, ldm, std::is_same_v<Layout, by_row>); \
    }
CPU_DEVICE_LOAD_MATRIX(matrix_a, row_major)
CPU_DEVICE_LOAD_MATRIX(matrix_b, col_major)
#undef CPU_DEVICE_LOAD_MATRIX
template <int m, int n, int k, class T> __device__ __forceinline__ void
load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *p, unsigned ldm, layout_t layout, CPU_DEVICE_PLACE)
{
    cpu_device_work_together(cpu_device_load_matrix, nullptr, nullptr, file, line);
    details::check_stride<T>(ldm, file, line);
    details::load<typename fragment<accumulator, m, n, k, T>::share>(f.x, p, ldm, layout == mem_row_major);
}

template <int m, int n, int k, class T> __device__ __forceinline__ void
store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &f, unsigned ldm, layout_t layout, CPU_DEVICE_PLACE)
{
    using share = typename fragment<accumulator, m, n, k, T>::share;
    cpu_device_work_together(cpu_device_store_matrix, nullptr, nullptr, file, line);
    details::check_stride<T>(ldm, file, line);
    const int lane = cpu_device_lane();
    for (int i = 0; i < share::own; i += 2) {
        const size_t row = share::row(lane, i), column = share::column(lane, i);
        if (layout == mem_row_major) {
            details::piece<T, 2> together;
            __builtin_memcpy(&together, f.x + i, sizeof together);
            *reinterpret_cast<details::piece<T, 2> *>(p + row * ldm + column) = together;
        } else {
            p[column * ldm + row] = f.x[i];
            p[(column + 1) * ldm + row] = f.x[i + 1];
        }
    }
}

namespace details
{
__device__ __forceinline__ double exact(float x)
{
    return x;
}
__device__ __forceinline__ double exact(double x)
{
    return x;
}
__device__ __forceinline__ double exact(__half x)
{
    return __half2float(x);
}
__device__ __forceinline__ double exact(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}
__device__ __forceinline__ long long exact(int x)
{
    return x;
}
template <class T, class S> __device__ __forceinline__ auto factor(S x)
{
    if constexpr (std::is_same_v<T, precision::tf32>) // the bits below those of tf32 are not looked at
        return exact(__builtin_bit_cast(float, __builtin_bit_cast(unsigned, x) & 0xffffe000));
    else if constexpr (sizeof(S) == 1)
        return exact((int)x);
    else
        return exact(x);
}

__device__ __forceinline__ void round_sum(double sum, bool, float &to)
{
    to = (float)sum;
}
__device__ __forceinline__ void round_sum(double sum, bool, double &to)
{
    to = sum;
}
__device__ __forceinline__ void round_sum(double sum, bool, __half &to)
{
    to = cpu_device::narrowed<__half>::of(sum);
}
// The lower 32 bits of a sum of integers; with `saturate`, the nearest int.
__device__ __forceinline__ void round_sum(long long sum, bool saturate, int &to)
{
    constexpr long long low = -(1ll << 31), high = (1ll << 31) - 1;
    to = (int)(!saturate ? sum : sum < low ? low : sum > high ? high : sum);
}

// A lane's operands of mma_sync().
template <class D, class A, class B, class C> struct operands {
    D *d;
    const A *a;
    const B *b;
    const C *c;
    bool saturate;
};

// The product for all lanes, computed by one lane. It reads and writes the stacks of the other lanes, so these accesses
// are not checked.
template <int m, int n, int k, class D, class A, class B, class C>
__attribute__((no_sanitize("thread"), noinline)) __device__ void multiply(void *const lanes[32])
{
    using sum = decltype(exact(C().x[0]));
    sum a[m][k] = {}, b[k][n] = {}, d[m][n] = {};
    for (int lane = 0; lane < 32; ++lane) {
        const auto *of = static_cast<const operands<D, A, B, C> *>(lanes[lane]);
        if (of == nullptr)
            continue;
        for (int i = 0; i < A::share::own; ++i)
            a[A::share::row(lane, i)][A::share::column(lane, i)] = factor<typename A::element_type>(of->a->x[i]);
        for (int i = 0; i < B::share::own; ++i)
            b[B::share::column(lane, i)][B::share::row(lane, i)] = factor<typename B::element_type>(of->b->x[i]);
        for (int i = 0; i < C::share::own; ++i)
            d[C::share::row(lane, i)][C::share::column(lane, i)] = exact(of->c->x[i]);
    }
    for (int row = 0; row < m; ++row)
        for (int step = 0; step < k; ++step)
            for (int column = 0; column < n; ++column)
                d[row][column] += a[row][step] * b[step][column];
    for (int lane = 0; lane < 32; ++lane)
        if (const auto *of = static_cast<const operands<D, A, B, C> *>(lanes[lane]))
            for (int i = 0; i < D::share::own; ++i)
                round_sum(d[D::share::row(lane, i)][D::share::column(lane, i)], of->saturate, of->d->x[i]);
}

template <class S, class... T> constexpr bool among = (std::is_same_v<S, T> || ...);
template <class S, class R, class... T> constexpr bool both_among()
{
    const bool first = among<S, T...>, second = among<R, T...>;
    return first && second;
}
template <class T, class S, class R> constexpr bool goes_with()
{
    if constexpr (std::is_same_v<T, __half>)
        return both_among<S, R, float, __half>();
    else if constexpr (std::is_same_v<T, __nv_bfloat16> || std::is_same_v<T, precision::tf32>)
        return both_among<S, R, float>();
    else if constexpr (std::is_same_v<T, double>)
        return both_among<S, R, double>();
    else
        return both_among<S, R, int>();
}
} // namespace details

// d = a * b + c; any of the accumulators may be the same. `satf`, of integers: overflow goes to the nearest integer.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class S, class R> __device__ __forceinline__ void
mma_sync(fragment<accumulator, m, n, k, R> &d, const fragment<matrix_a, m, n, k, T, LayoutA> &a,
         const fragment<matrix_b, m, n, k, T, LayoutB> &b, const fragment<accumulator, m, n, k, S> &c,
         bool satf = false, CPU_DEVICE_PLACE)
{
    static_assert(details::goes_with<T, S, R>(), "there is no product of these matrices with that accumulator");
    using D = fragment<accumulator, m, n, k, R>;
    using A = fragment<matrix_a, m, n, k, T, LayoutA>;
    using B = fragment<matrix_b, m, n, k, T, LayoutB>;
    using C = fragment<accumulator, m, n, k, S>;
    details::operands<D, A, B, C> mine = {&d, &a, &b, &c, satf};
    cpu_device_work_together(cpu_device_multiply_matrices, details::multiply<m, n, k, D, A, B, C>, &mine, file, line);
}
} // namespace wmma
} // namespace nvcuda

#include "cpu_device/letters_shown.h"
