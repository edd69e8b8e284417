// SPDX-License-Identifier: MIT
// kinds.cu racy|right: loads and stores of many types, each on a line of its own.
// clang-format off
#include "kinds.h"

template <int n> struct ints {
    int i[n];
};
struct padded {
    char c;
    double d;
    int i;
};
struct bits {
    unsigned a : 3, b : 17, c : 12;
    long long d : 40;
};
union either {
    int i;
    float f;
    char c[12];
};
struct counted { // with functions of its own
    int i, copies;
    counted() = default;
    __device__ counted(int n) : i(n), copies(0) {} // there
    __device__ counted(const counted &o) : i(o.i), copies(o.copies + 1) {} // there
    __device__ counted &operator=(const counted &o)
    {
        i = o.i; // there
        copies = o.copies + 1;
        return *this;
    }
    __device__ int twice() const
    {
        return 2 * i; // there
    }
};
__noinline__ __device__ counted made_counted(int t)
{
    return counted(t);
}
struct base {
    int n;
};
struct derived : base {
    float x, y, z;
    int m[5];
};
struct with_volatile {
    int n;
    volatile int v;
};
template <class T, int n> struct array {
    T items[n];
    __device__ T &operator[](int i)
    {
        return items[i];
    }
};
enum place { first, second, third };
struct rows {
    int r[3][4];
};

#define KIND(name, ...) KIND_OF(name, __VA_ARGS__)

KIND(ints_3, ints<3>)
{
    s[t] = T{{t, t}}; // W ints_3
    wait<waits>();
    *out = s[other].i[1]; // R ints_3
}
KIND(ints_argument_3, ints<3>)
{
    s[t] = T{{t, t}}; // W ints_argument_3
    wait<waits>();
    *out = first_of(s[other]); // R ints_argument_3
}
KIND(ints_5, ints<5>)
{
    s[t] = T{{t, t}}; // W ints_5
    wait<waits>();
    *out = s[other].i[1]; // R ints_5
}
KIND(ints_argument_5, ints<5>)
{
    s[t] = T{{t, t}}; // W ints_argument_5
    wait<waits>();
    *out = first_of(s[other]); // R ints_argument_5
}
KIND(ints_16, ints<16>)
{
    s[t] = T{{t, t}}; // W ints_16
    wait<waits>();
    *out = s[other].i[1]; // R ints_16
}
KIND(ints_argument_16, ints<16>)
{
    s[t] = T{{t, t}}; // W ints_argument_16
    wait<waits>();
    *out = first_of(s[other]); // R ints_argument_16
}
KIND(float4_member, float4)
{
    s[t].x = t; // W float4_member
    wait<waits>();
    *out = (int)s[other].x; // R float4_member
}
KIND(float4_whole, float4)
{
    s[t] = make_float4(t, 1, 2, 3); // W float4_whole
    wait<waits>();
    const T v = s[other]; // R float4_whole
    *out = (int)v.x;
}
KIND(float4_argument, float4)
{
    s[t] = passed_on(make_float4(t, 1, 2, 3)); // W float4_argument
    wait<waits>();
    *out = first_of(s[other]); // R float4_argument
}
KIND(double2_member, double2)
{
    s[t].y = t; // W double2_member
    wait<waits>();
    *out = (int)s[other].y; // R double2_member
}
KIND(double2_whole, double2)
{
    s[t] = make_double2(t, t); // W double2_whole
    wait<waits>();
    const T v = s[other]; // R double2_whole
    *out = (int)v.y;
}
KIND(double2_argument, double2)
{
    s[t] = passed_on(make_double2(t, t)); // W double2_argument
    wait<waits>();
    *out = first_of(s[other]); // R double2_argument
}
KIND(int3_member, int3)
{
    s[t].z = t; // W int3_member
    wait<waits>();
    *out = (int)s[other].z; // R int3_member
}
KIND(int3_whole, int3)
{
    s[t] = make_int3(t, t, t); // W int3_whole
    wait<waits>();
    const T v = s[other]; // R int3_whole
    *out = (int)v.z;
}
KIND(int3_argument, int3)
{
    s[t] = passed_on(make_int3(t, t, t)); // W int3_argument
    wait<waits>();
    *out = first_of(s[other]); // R int3_argument
}
KIND(float3_member, float3)
{
    s[t].x = t; // W float3_member
    wait<waits>();
    *out = (int)s[other].x; // R float3_member
}
KIND(float3_whole, float3)
{
    s[t] = make_float3(t, t, t); // W float3_whole
    wait<waits>();
    const T v = s[other]; // R float3_whole
    *out = (int)v.x;
}
KIND(float3_argument, float3)
{
    s[t] = passed_on(make_float3(t, t, t)); // W float3_argument
    wait<waits>();
    *out = first_of(s[other]); // R float3_argument
}
KIND(char4_member, char4)
{
    s[t].w = t; // W char4_member
    wait<waits>();
    *out = (int)s[other].w; // R char4_member
}
KIND(char4_whole, char4)
{
    s[t] = make_char4(t, 1, 2, 3); // W char4_whole
    wait<waits>();
    const T v = s[other]; // R char4_whole
    *out = (int)v.w;
}
KIND(char4_argument, char4)
{
    s[t] = passed_on(make_char4(t, 1, 2, 3)); // W char4_argument
    wait<waits>();
    *out = first_of(s[other]); // R char4_argument
}
KIND(uchar3_member, uchar3)
{
    s[t].y = t; // W uchar3_member
    wait<waits>();
    *out = (int)s[other].y; // R uchar3_member
}
KIND(uchar3_whole, uchar3)
{
    s[t] = make_uchar3(t, 1, 2); // W uchar3_whole
    wait<waits>();
    const T v = s[other]; // R uchar3_whole
    *out = (int)v.y;
}
KIND(uchar3_argument, uchar3)
{
    s[t] = passed_on(make_uchar3(t, 1, 2)); // W uchar3_argument
    wait<waits>();
    *out = first_of(s[other]); // R uchar3_argument
}
KIND(bits_a, bits)
{
    s[t] = bits{1, 2, 3, 4};
    __syncthreads();
    s[t].a = t; // W bits_a
    wait<waits>();
    *out = (int)s[other].a; // R bits_a
}
KIND(bits_added_a, bits)
{
    s[t] = bits{1, 2, 3, 4};
    __syncthreads();
    s[t].a += 1; // W bits_added_a
    wait<waits>();
    *out = (int)s[other].a; // R bits_added_a
}
KIND(bits_b, bits)
{
    s[t] = bits{1, 2, 3, 4};
    __syncthreads();
    s[t].b = t; // W bits_b
    wait<waits>();
    *out = (int)s[other].b; // R bits_b
}
KIND(bits_added_b, bits)
{
    s[t] = bits{1, 2, 3, 4};
    __syncthreads();
    s[t].b += 1; // W bits_added_b
    wait<waits>();
    *out = (int)s[other].b; // R bits_added_b
}
KIND(bits_c, bits)
{
    s[t] = bits{1, 2, 3, 4};
    __syncthreads();
    s[t].c = t; // W bits_c
    wait<waits>();
    *out = (int)s[other].c; // R bits_c
}
KIND(bits_added_c, bits)
{
    s[t] = bits{1, 2, 3, 4};
    __syncthreads();
    s[t].c += 1; // W bits_added_c
    wait<waits>();
    *out = (int)s[other].c; // R bits_added_c
}
KIND(bits_d, bits)
{
    s[t] = bits{1, 2, 3, 4};
    __syncthreads();
    s[t].d = t; // W bits_d
    wait<waits>();
    *out = (int)s[other].d; // R bits_d
}
KIND(bits_added_d, bits)
{
    s[t] = bits{1, 2, 3, 4};
    __syncthreads();
    s[t].d += 1; // W bits_added_d
    wait<waits>();
    *out = (int)s[other].d; // R bits_added_d
}
KIND(bits_whole, bits)
{
    s[t] = bits{1, 2, 3, 4}; // W bits_whole
    wait<waits>();
    const bits v = s[other]; // R bits_whole
    *out = v.b;
}
KIND(union_member, either)
{
    s[t].i = t; // W union_member
    wait<waits>();
    *out = s[other].i; // R union_member
}
KIND(union_other, either)
{
    s[t].f = t; // W union_other
    wait<waits>();
    *out = s[other].i; // R union_other
}
KIND(union_whole, either)
{
    either v;
    v.i = t;
    s[t] = v; // W union_whole
    wait<waits>();
    v = s[other]; // R union_whole
    *out = v.i;
}
KIND(padded_whole, padded)
{
    s[t] = padded{1, 2, 3}; // W padded_whole
    wait<waits>();
    const padded v = s[other]; // R padded_whole
    *out = v.i;
}
KIND(padded_char, padded)
{
    s[t].c = 3; // W padded_char
    wait<waits>();
    *out = s[other].c; // R padded_char
}
KIND(member_pointer, padded)
{
    int padded::*const m = &padded::i;
    s[t].*m = t; // W member_pointer
    wait<waits>();
    *out = s[other].*m; // R member_pointer
}
KIND(placed, counted)
{
    new (&s[t]) counted(t); // W placed
    wait<waits>();
    *out = s[other].i; // R placed
}
KIND(copied_by_functions, counted)
{
    s[t] = counted(t); // W copied_by_functions
    wait<waits>();
    const counted v = s[other]; // R copied_by_functions
    *out = v.i;
}
KIND(method, counted)
{
    s[t].i = t; // W method
    wait<waits>();
    *out = s[other].twice(); // R method
}
KIND(placed_result, counted)
{
    new (&s[t]) counted(made_counted(t)); // W placed_result
    wait<waits>();
    *out = s[other].copies; // R placed_result
}
KIND(base_alone, derived)
{
    static_cast<base &>(s[t]) = base{t}; // W base_alone
    wait<waits>();
    *out = s[other].n; // R base_alone
}
KIND(derived_whole, derived)
{
    s[t] = derived(); // W derived_whole
    wait<waits>();
    *out = s[other].m[4]; // R derived_whole
}
KIND(derived_argument, derived)
{
    s[t] = made<derived>(t); // W derived_argument
    wait<waits>();
    *out = first_of(s[other]); // R derived_argument
}
KIND(beside_volatile, with_volatile)
{
    s[t].n = t; // W beside_volatile
    wait<waits>();
    *out = s[other].n; // R beside_volatile
}
KIND(item, array<int, 8>)
{
    s[t].items[t % 8] = t; // W item
    wait<waits>();
    *out = s[other].items[other % 8]; // R item
}
KIND(items_whole, array<int, 8>)
{
    T v = made<T>(t);
    s[t] = v; // W items_whole
    wait<waits>();
    v = s[other]; // R items_whole
    *out = v[3];
}
KIND(items_by_range, array<int, 8>)
{
    for (int &i : s[t].items) i = t; // W items_by_range
    wait<waits>();
    for (int i : s[other].items) *out += i; // R items_by_range
}
KIND(reference_added, ints<2>)
{
    s[t].i[1] = 0;
    __syncthreads();
    s[t].i[1] += t; // W reference_added
    wait<waits>();
    const int &r = s[other].i[1]; *out = r; // R reference_added
}
KIND(reference_shifted, ints<2>)
{
    s[t].i[1] = 1;
    __syncthreads();
    int &r = s[t].i[1]; r <<= 1; // W reference_shifted
    wait<waits>();
    *out = s[other].i[1]; // R reference_shifted
}
KIND(incremented, int)
{
    s[t] = 0;
    __syncthreads();
    s[t]++; // W incremented
    wait<waits>();
    *out = s[other]; // R incremented
}
KIND(chained, ints<3>)
{
    T v;
    s[t] = v = made<T>(t); // W chained
    wait<waits>();
    *out = first_of(v = s[other]); // R chained
}
KIND(zeroed_by_loop, ints<16>)
{
    for (int i = 0; i < 16; i++) s[t].i[i] = 0; // W zeroed_by_loop
    wait<waits>();
    *out = s[other].i[5]; // R zeroed_by_loop
}
KIND(int128, __int128)
{
    s[t] = t; // W int128
    wait<waits>();
    *out = (int)s[other]; // R int128
}
KIND(boolean, bool)
{
    s[t] = t & 1; // W boolean
    wait<waits>();
    *out = s[other]; // R boolean
}
KIND(enumeration, place)
{
    s[t] = third; // W enumeration
    wait<waits>();
    *out = s[other]; // R enumeration
}
KIND(pointer, int *)
{
    s[t] = out; // W pointer
    wait<waits>();
    *out = s[other] == nullptr; // R pointer
}
KIND(double_alone, double)
{
    s[t] = t; // W double_alone
    wait<waits>();
    *out = (int)s[other]; // R double_alone
}
KIND(bound, int2)
{
    s[t] = made<T>(t); // W bound
    wait<waits>();
    const auto [a, b] = s[other]; // R bound
    *out = a + b;
}
KIND(stored_if, ints<5>)
{
    T v = made<T>(t);
    if (t != 99) s[t] = v; // W stored_if
    wait<waits>();
    *out = first_of(s[other]); // R stored_if
}
KIND(ternary_stored, ints<5>)
{
    T v = made<T>(t);
    (t == 99 ? s[0] : s[t]) = v; // W ternary_stored
    wait<waits>();
    *out = first_of(t == 99 ? s[0] : s[other]); // R ternary_stored
}
KIND(by_function_pointer, ints<6>)
{
    T (*const make)(int) = made<T>;
    int (*const first)(T) = first_of<T>;
    s[t] = make(t); // W by_function_pointer
    wait<waits>();
    *out = first(s[other]); // R by_function_pointer
}
KIND(result_of_argument, ints<6>)
{
    s[t] = made<T>(t); // W result_of_argument
    wait<waits>();
    *out = passed_on(passed_on(s[other])).i[0]; // R result_of_argument
}
KIND(rows_item, rows)
{
    s[t].r[1][2] = t; // W rows_item
    wait<waits>();
    *out = s[other].r[1][2]; // R rows_item
}
KIND(rows_whole, rows)
{
    T v = made<T>(t);
    s[t] = v; // W rows_whole
    wait<waits>();
    v = s[other]; // R rows_whole
    *out = v.r[1][1];
}

#define KERNELS(name) {#name, name<in_shared, waits>, name<in_global, waits>},
template <bool waits> int launch()
{
    static const kind kinds[] = {
        KERNELS(ints_3)
        KERNELS(ints_argument_3)
        KERNELS(ints_5)
        KERNELS(ints_argument_5)
        KERNELS(ints_16)
        KERNELS(ints_argument_16)
        KERNELS(float4_member)
        KERNELS(float4_whole)
        KERNELS(float4_argument)
        KERNELS(double2_member)
        KERNELS(double2_whole)
        KERNELS(double2_argument)
        KERNELS(int3_member)
        KERNELS(int3_whole)
        KERNELS(int3_argument)
        KERNELS(float3_member)
        KERNELS(float3_whole)
        KERNELS(float3_argument)
        KERNELS(char4_member)
        KERNELS(char4_whole)
        KERNELS(char4_argument)
        KERNELS(uchar3_member)
        KERNELS(uchar3_whole)
        KERNELS(uchar3_argument)
        KERNELS(bits_a)
        KERNELS(bits_added_a)
        KERNELS(bits_b)
        KERNELS(bits_added_b)
        KERNELS(bits_c)
        KERNELS(bits_added_c)
        KERNELS(bits_d)
        KERNELS(bits_added_d)
        KERNELS(bits_whole)
        KERNELS(union_member)
        KERNELS(union_other)
        KERNELS(union_whole)
        KERNELS(padded_whole)
        KERNELS(padded_char)
        KERNELS(member_pointer)
        KERNELS(placed)
        KERNELS(copied_by_functions)
        KERNELS(method)
        KERNELS(placed_result)
        KERNELS(base_alone)
        KERNELS(derived_whole)
        KERNELS(derived_argument)
        KERNELS(beside_volatile)
        KERNELS(item)
        KERNELS(items_whole)
        KERNELS(items_by_range)
        KERNELS(reference_added)
        KERNELS(reference_shifted)
        KERNELS(incremented)
        KERNELS(chained)
        KERNELS(zeroed_by_loop)
        KERNELS(int128)
        KERNELS(boolean)
        KERNELS(enumeration)
        KERNELS(pointer)
        KERNELS(double_alone)
        KERNELS(bound)
        KERNELS(stored_if)
        KERNELS(ternary_stored)
        KERNELS(by_function_pointer)
        KERNELS(result_of_argument)
        KERNELS(rows_item)
        KERNELS(rows_whole)
    };
    return launch_all(kinds, sizeof kinds / sizeof *kinds);
}

int main(int argc, char **argv)
{
    return argc > 1 && strcmp(argv[1], "right") == 0 ? launch<true>() : launch<false>();
}
