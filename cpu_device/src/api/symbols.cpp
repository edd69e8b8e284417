// SPDX-License-Identifier: MIT
// Variables of the program: what the templates of the API call.
#include "../memory/arena.h"
#include "../platform/program_image.h"
#include "../run/device.h"
#include "../settings.h"
#include "api.h"

using namespace cpu_device;

cudaError_t cpu_device_copy_symbol(int to, const void *symbol, size_t size, void *host, size_t count, size_t offset,
                                   cudaMemcpyKind kind, cudaStream_t stream, int wait)
{
    const char *function = to ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol";
    call_begins(function, __builtin_return_address(0));
    if (cudaError_t refused = refusal(function, __builtin_return_address(0)))
        return remember(refused);
    if (offset > size || count > size - offset)
        return remember(cudaErrorInvalidValue);
    if (kind == (to ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
        return remember(cudaErrorInvalidMemcpyDirection);
    void *address;
    if (cudaError_t error = cpu_device_symbol_address(&address, symbol, size))
        return error;
    char *place = static_cast<char *>(address) + offset;
    copy_call call = copy_from_here(function, __builtin_return_address(0), __builtin_frame_address(0));
    const copy_end of_symbol = linear(place, count), other = linear(host, count);
    return to ? copy(of_symbol, other, {count, 1, 1}, kind, stream, wait, call)
              : copy(other, of_symbol, {count, 1, 1}, kind, stream, wait, call);
}

cudaError_t cpu_device_symbol_address(void **pointer, const void *symbol, size_t size)
{
    if (cudaError_t refused = refusal("cudaGetSymbolAddress", __builtin_return_address(0)))
        return remember(refused);
    if (pointer == nullptr)
        return remember(cudaErrorInvalidValue);
    const char *address = variable_on(current_device, static_cast<const char *>(symbol));
    if (current_device != 0 && variable_is_shared(static_cast<const char *>(symbol)))
        return refuse(cudaErrorNotSupported, "The CPU device has one copy for all devices of a variable that is a "
                                             "template, inline, or a member: make it a plain one.");
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    m.symbols[address] = size;
    *pointer = const_cast<char *>(address);
    return cudaSuccess;
}

cudaError_t cpu_device_symbol_size(size_t *result, size_t size)
{
    if (cudaError_t refused = refusal("cudaGetSymbolSize", __builtin_return_address(0)))
        return remember(refused);
    if (result == nullptr)
        return remember(cudaErrorInvalidValue);
    *result = size;
    return cudaSuccess;
}
