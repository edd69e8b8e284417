// SPDX-License-Identifier: MIT
// kernel_run.h: what main() of a test with few kernels repeats. It allocates, launches and ends with a status:
//
//     int main()
//     {
//         device_array<int> in(n, [](int i) { return i % 7; }), sum(1, zeros);
//         add_up<<<blocks, threads>>>(in, sum);
//         return check(sum, n / 7 * 21);
//     }
//
// What the elements get, and what is right, is one value for all, an array, or a function of the index. In a planted
// bug check_fixed() stands for check(): what the kernel with the bug stores is not known. If a call of CUDA fails, the
// program says so: before a launch as HANDLE_ERROR does (handle_error.h), after it on standard output, and its status
// is 1.
#pragma once

#include <type_traits>

#include "handle_error.h"

#ifdef FIXED
const bool is_fixed = true;
#else
const bool is_fixed = false;
#endif

enum clearing { zeros }; // memory that is cleared; without it, it holds nothing that may be read

// The value of element i.
template <class T, class Function> auto value_of(const Function &value, int i) -> decltype(T(value(i)))
{
    return T(value(i));
}

template <class T> T value_of(const T &value, int)
{
    return value;
}

template <class T> T value_of(const T *values, int i)
{
    return values[i];
}

// Memory of cudaMalloc(), which is freed at the end of main().
template <class T> struct device_array {
    T *elements, *on_host = NULL;
    int count;

    explicit device_array(int count) : count(count)
    {
        HANDLE_ERROR(cudaMalloc(&elements, count * sizeof(T)));
    }
    device_array(int count, clearing) : device_array(count)
    {
        HANDLE_ERROR(cudaMemset(elements, 0, count * sizeof(T)));
    }
    template <class Value> device_array(int count, const Value &value) : device_array(count)
    {
        T *values = new T[count];
        for (int i = 0; i < count; i++)
            values[i] = value_of<T>(value, i);
        HANDLE_ERROR(cudaMemcpy(elements, values, count * sizeof(T), cudaMemcpyHostToDevice));
        delete[] values;
    }
    device_array(const device_array &) = delete;
    ~device_array()
    {
        cudaFree(elements);
        delete[] on_host;
    }

    operator T *() const
    {
        return elements;
    }
    cudaError_t fetch()
    {
        on_host = new T[count];
        return cudaMemcpy(on_host, elements, count * sizeof(T), cudaMemcpyDeviceToHost);
    }
};

// Memory of cudaMallocManaged().
template <class T> struct managed_array {
    T *elements, *on_host = NULL;
    int count;

    explicit managed_array(int count) : count(count)
    {
        HANDLE_ERROR(cudaMallocManaged(&elements, count * sizeof(T)));
    }
    managed_array(const managed_array &) = delete;
    ~managed_array()
    {
        cudaFree(elements);
    }

    operator T *() const
    {
        return elements;
    }
    cudaError_t fetch()
    {
        on_host = elements;
        return cudaDeviceSynchronize();
    }
};

// A variable of the device, or all elements of an array there: check(variable(total), 6).
template <class T, class Variable> struct device_variable {
    const Variable &symbol;
    T on_host[sizeof(Variable) / sizeof(T)];
    static const int count = sizeof(Variable) / sizeof(T);

    cudaError_t fetch()
    {
        return cudaMemcpyFromSymbol(on_host, symbol, sizeof(Variable));
    }
};

template <class T> device_variable<T, T> variable(const T &symbol)
{
    return {symbol, {}};
}

template <class T, int count> device_variable<T, T[count]> variable(const T (&symbol)[count])
{
    return {symbol, {}};
}

// The status of main() where nothing is compared: waits for the kernels, and copies what they have stored.
template <class Memory> int finish(Memory &&memory)
{
    cudaError_t error = memory.fetch();
    puts(cudaGetErrorString(error));
    return error != cudaSuccess;
}

inline int finish()
{
    cudaError_t error = cudaDeviceSynchronize();
    puts(cudaGetErrorString(error));
    return error != cudaSuccess;
}

// The same, and the first `count` elements must be right.
template <class Memory, class Right> int check(Memory &&memory, const Right &right, int count)
{
    if (finish(memory) != 0)
        return 1;
    for (int i = 0; i < count; i++)
        if (!(memory.on_host[i] == value_of<std::decay_t<decltype(*memory.on_host)>>(right, i))) {
            printf("element %d is wrong\n", i);
            return 1;
        }
    return 0;
}

template <class Memory, class Right> int check(Memory &&memory, const Right &right)
{
    return check(memory, right, memory.count);
}

// Compares in the fixed version alone.
template <class Memory, class Right> int check_fixed(Memory &&memory, const Right &right, int count)
{
    return is_fixed ? check(memory, right, count) : finish(memory);
}

template <class Memory, class Right> int check_fixed(Memory &&memory, const Right &right)
{
    return check_fixed(memory, right, memory.count);
}
