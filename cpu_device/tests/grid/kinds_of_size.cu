// SPDX-License-Identifier: MIT
// kinds_of_size.cu racy|right: loads and stores of structs of one size, given by -DSIZE=N; each on a line of its own.
// clang-format off
#include "kinds.h"

struct bytes {
    unsigned char b[SIZE];
};

__device__ inline bytes exchange(bytes &with, const bytes &v)
{
    const bytes old = with;
    with = v; // there
    return old;
}

#define KIND(name) KIND_OF(name, bytes)

KIND(argument)
{
    s[t] = made_inline<T>(t); // W argument
    wait<waits>();
    *out = first_of(s[other]); // R argument
}
KIND(result)
{
    s[t] = made<T>(t); // W result
    wait<waits>();
    *out = s[other].b[0]; // R result
}
KIND(result_passed_on)
{
    s[t] = passed_on(passed_on(made<T>(t))); // W result_passed_on
    wait<waits>();
    *out = first_of_many(1, s[other], 2, s[t]); // R result_passed_on
}
KIND(copy)
{
    T v = made<T>(t);
    s[t] = v; // W copy
    wait<waits>();
    v = s[other]; // R copy
    *out = first_of(v);
}
KIND(memcpy_of_type)
{
    T v = made<T>(t);
    memcpy(&s[t], &v, sizeof(T)); // W memcpy_of_type
    wait<waits>();
    memcpy(&v, &s[other], sizeof(T)); // R memcpy_of_type
    *out = first_of(v);
}
KIND(memcpy_of_any)
{
    T v = made<T>(t);
    memcpy(&s[t], &v, blockDim.x / threads * sizeof(T)); // W memcpy_of_any
    wait<waits>();
    memcpy(&v, &s[other], blockDim.x / threads * sizeof(T)); // R memcpy_of_any
    *out = first_of(v);
}
KIND(memset_of_type)
{
    memset(&s[t], 3, sizeof(T)); // W memset_of_type
    wait<waits>();
    *out = first_of(s[other]); // R memset_of_type
}
KIND(memset_of_any)
{
    memset(&s[t], 0, blockDim.x / threads * sizeof(T)); // W memset_of_any
    wait<waits>();
    *out = s[other].b[0]; // R memset_of_any
}
KIND(read_in_callee)
{
    s[t] = made<T>(t); // W read_in_callee
    wait<waits>();
    *out = read_there(&s[other]).b[0]; // R read_in_callee
}
KIND(stored_in_callee)
{
    store_there(&s[t], made<T>(t)); // W stored_in_callee
    wait<waits>();
    *out = s[other].b[0]; // R stored_in_callee
}
KIND(emptied)
{
    s[t] = {}; // W emptied
    wait<waits>();
    *out = first_of(s[other]); // R emptied
}
KIND(ternary)
{
    s[t] = t % 2 ? made<T>(t) : made_inline<T>(t); // W ternary
    wait<waits>();
    *out = first_of(*out ? s[other] : s[other ^ 1]); // R ternary
}
KIND(captured)
{
    s[t] = made<T>(t); // W captured
    wait<waits>();
    const auto f = [v = s[other]](int i) { return v.b[0] + i; }; // R captured
    *out = f(1);
}
KIND(exchanged)
{
    T v = made<T>(t);
    s[t] = v;
    __syncthreads();
    v = exchange(s[t], v); // W exchanged
    wait<waits>();
    v = s[other]; // R exchanged
    *out = first_of(v);
}
KIND(by_loop)
{
    T v = made<T>(t);
    for (int i = 0; i < (int)sizeof(T); i++) s[t].b[i] = v.b[i]; // W by_loop
    wait<waits>();
    for (int i = 0; i < (int)sizeof(T); i++) v.b[i] = s[other].b[i]; // R by_loop
    *out = first_of(v);
}
KIND(escaping)
{
    int local[64];
    fill(local, 64);
    memcpy(&s[t], local, sizeof(T)); // W escaping
    wait<waits>();
    *out = first_of(s[other]); // R escaping
}

#define KERNELS(name) {#name, name<in_shared, waits>, name<in_global, waits>},
template <bool waits> int launch()
{
    static const kind kinds[] = {
        KERNELS(argument)
        KERNELS(result)
        KERNELS(result_passed_on)
        KERNELS(copy)
        KERNELS(memcpy_of_type)
        KERNELS(memcpy_of_any)
        KERNELS(memset_of_type)
        KERNELS(memset_of_any)
        KERNELS(read_in_callee)
        KERNELS(stored_in_callee)
        KERNELS(emptied)
        KERNELS(ternary)
        KERNELS(captured)
        KERNELS(exchanged)
        KERNELS(by_loop)
        KERNELS(escaping)
    };
    return launch_all(kinds, sizeof kinds / sizeof *kinds);
}

int main(int argc, char **argv)
{
    return argc > 1 && strcmp(argv[1], "right") == 0 ? launch<true>() : launch<false>();
}
