// SPDX-License-Identifier: MIT
// The elements of an array that are flagged, or that a condition holds for, in front and in their order, and the others
// after them in reverse order.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "device_select.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
template <class Input, class Output, class Selected, class Condition> __global__ void
device_partition(char *storage, size_t bytes, Input in, Output out, Selected selected, long long n, Condition condition)
{
    claim(storage, bytes);
    long long count = 0, others = n;
    for (long long i = 0; i < n; ++i) {
        value_of<Input> value = in[i];
        if (condition(i, value))
            assign(out[count++], value);
        else
            assign(out[--others], value);
    }
    assign(*selected, count);
}
template <class Input, class First, class Second, class Others, class Selected, class IsFirst, class IsSecond>
__global__ void device_partition_in_three(char *storage, size_t bytes, Input in, First first, Second second,
                                          Others others, Selected selected, long long n, IsFirst is_first,
                                          IsSecond is_second)
{
    claim(storage, bytes);
    long long firsts = 0, seconds = 0, rest = 0;
    for (long long i = 0; i < n; ++i) {
        value_of<Input> value = in[i];
        if (is_first(value))
            assign(first[firsts++], value);
        else if (is_second(value))
            assign(second[seconds++], value);
        else
            assign(others[rest++], value);
    }
    assign(selected[0], firsts);
    assign(selected[1], seconds);
}
} // namespace own

struct DevicePartition {
    template <class Input, class Flags, class Output, class Selected, class NumItems>
    static cudaError_t Flagged(CPU_DEVICE_CUB_TEMP, Input d_in, Flags d_flags, Output d_out,
                               Selected d_num_selected_out, NumItems num_items, CPU_DEVICE_CUB_STREAM)
    {
        return partition(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                         own::flagged<Flags>{d_flags}, stream, file, line);
    }
    template <class Input, class Output, class Selected, class NumItems, class Select>
    static cudaError_t If(CPU_DEVICE_CUB_TEMP, Input d_in, Output d_out, Selected d_num_selected_out,
                          NumItems num_items, Select select_op, CPU_DEVICE_CUB_STREAM)
    {
        return partition(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                         own::satisfying<Select>{select_op}, stream, file, line);
    }
    // Into three arrays, each in the order of the input; the sizes of the first two come out.
    template <class Input, class First, class Second, class Others, class Selected, class NumItems, class IsFirst,
              class IsSecond>
    static cudaError_t If(CPU_DEVICE_CUB_TEMP, Input d_in, First d_first_part_out, Second d_second_part_out,
                          Others d_unselected_out, Selected d_num_selected_out, NumItems num_items, IsFirst first_op,
                          IsSecond second_op, CPU_DEVICE_CUB_STREAM)
    {
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        CPU_DEVICE_CUB_LAUNCH(1, 1,
                              own::device_partition_in_three(
                                  static_cast<char *>(d_temp_storage), bytes, d_in, d_first_part_out, d_second_part_out,
                                  d_unselected_out, d_num_selected_out, (long long)num_items, first_op, second_op));
        return cpu_device_last_error();
    }

  private:
    template <class Input, class Output, class Selected, class Condition>
    static cudaError_t partition(CPU_DEVICE_CUB_TEMP, Input in, Output out, Selected selected, long long n,
                                 Condition condition, cudaStream_t stream, const char *file, int line)
    {
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        CPU_DEVICE_CUB_LAUNCH(
            1, 1, own::device_partition(static_cast<char *>(d_temp_storage), bytes, in, out, selected, n, condition));
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
