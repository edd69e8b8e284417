// SPDX-License-Identifier: MIT
// A call of a library's function: the memory that it uses, its errors, and its work when its turn in the stream has
// come.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "../include/cpu_device/interface.h"

namespace cpu_device_library
{
// Where a function was called, which defines this as its first line.
#define LIBRARY_CALL(name)                                                                                             \
    {                                                                                                                  \
        name, __builtin_return_address(0), __builtin_frame_address(0)                                                  \
    }

enum class use { reads, writes, updates };

inline cpu_device_operand operand(const char *name, const void *address, size_t element, use how)
{
    cpu_device_operand o = {};
    o.name = name;
    o.address = address;
    o.element = o.width = o.pitch = element;
    o.count = 1;
    o.reads = how != use::writes;
    o.writes = how != use::reads;
    return o;
}

// n elements, `increment` apart; from the last to the first if that is negative, in the same memory.
inline cpu_device_operand vector(const char *name, const void *address, size_t element, long long n,
                                 long long increment, use how)
{
    cpu_device_operand o = operand(name, address, element, how);
    const size_t step = (size_t)(increment < 0 ? -increment : increment);
    if (step == 1)
        o.width = o.pitch = element * (size_t)n;
    else
        o.count = n == 0 ? 0 : increment == 0 ? 1 : (size_t)n;
    if (step > 1)
        o.pitch = element * step;
    return o;
}

inline cpu_device_operand matrix(const char *name, const void *address, size_t element, long long rows,
                                 long long columns, long long ld, use how,
                                 cpu_device_operand_shape shape = cpu_device_full)
{
    cpu_device_operand o = operand(name, address, element, how);
    o.width = element * (size_t)rows;
    o.count = (size_t)columns;
    o.pitch = element * (size_t)ld;
    o.shape = shape;
    return o;
}

class library_call
{
  public:
    const cpu_device_library_call call;

    explicit library_call(const cpu_device_library_call &of) : call(of), work_(new work) {}
    ~library_call()
    {
        delete work_; // where the call came to nothing
    }
    library_call(const library_call &) = delete;

    cudaError_t begins() const
    {
        return cpu_device_library_begins(&call);
    }

    // Why the call is refused.
    [[gnu::format(printf, 1, 2)]] static void refuse(const char *form, ...)
    {
        char why[400];
        va_list arguments;
        va_start(arguments, form);
        vsnprintf(why, sizeof why, cpu_device_library_translates(form), arguments);
        va_end(arguments);
        cpu_device_library_refuses(why);
    }

    void uses(const cpu_device_operand &o)
    {
        operands_.push_back(o);
    }
    // It is multiplied by that number, and not read where the number is 0.
    void uses(cpu_device_operand o, const void *factor, size_t factor_size, size_t factor_part)
    {
        o.factor = factor;
        o.factor_size = factor_size;
        o.factor_part = factor_part;
        operands_.push_back(o);
    }

    // A copy that lives as long as the work does.
    template <class T> const T *keep(const T *number)
    {
        static_assert(sizeof(T) <= sizeof(work::numbers[0]));
        return static_cast<const T *>(memcpy(work_->numbers[work_->used++], number, sizeof(T)));
    }

    cudaError_t queue(cudaStream_t stream, bool wait, std::function<void()> action)
    {
        work_->run = std::move(action);
        const cpu_device_library_work passed = {[](void *w) { static_cast<work *>(w)->run(); },
                                                [](void *w) { delete static_cast<work *>(w); }, work_};
        work_ = nullptr;
        return cpu_device_library_queue(&call, operands_.data(), operands_.size(), stream, wait, &passed);
    }

  private:
    struct work {
        std::function<void()> run;
        alignas(16) char numbers[4][16];
        unsigned used = 0;
    } * work_;
    std::vector<cpu_device_operand> operands_;
};
} // namespace cpu_device_library
