// SPDX-License-Identifier: MIT
// Variables of the program: what the templates of the API call.
#include "../platform/symbols.h"
#include "../memory/arena.h"
#include "../platform/program_image.h"
#include "../run/device.h"
#include "../settings.h"
#include "api.h"

using namespace cpu_device;

namespace
{
// On a GPU the host knows a variable of the device by its address in the program, which nothing else has. Here the
// host's side has a copy of its own of a variable that is `const`, which can be read.
cudaError_t check_symbol(const void *symbol, size_t &size, bool writes)
{
    const char *address = static_cast<const char *>(symbol);
    const program_variable found = size == 0 ? variable_at(address) : program_variable();
    if (size == 0 && found.offset == 0)
        size = found.size;
    const bool is_device = is_constant(address) || (in_changeable_data(address) && !is_of_host(address));
    const bool is_const = in_program(address) && !in_changeable_data(address);
    if (size != 0 && (is_device || (is_const && !writes)))
        return cudaSuccess;
    return refuse(cudaErrorInvalidSymbol,
                  format("The symbol is no variable of the device, but %s.", memory_at(address).c_str()));
}
} // namespace

cudaError_t cpu_device_copy_symbol(int to, const void *symbol, size_t size, void *host, size_t count, size_t offset,
                                   cudaMemcpyKind kind, cudaStream_t stream, int wait)
{
    const char *function = to ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol";
    call_begins(function, __builtin_return_address(0));
    if (cudaError_t refused = refusal(function, __builtin_return_address(0)))
        return remember(refused);
    if (cudaError_t error = check_symbol(symbol, size, to != 0))
        return error;
    if (count == 0)
        return cudaSuccess;
    if (offset > size || count > size - offset)
        return remember(cudaErrorInvalidValue);
    if (kind == cudaMemcpyHostToHost || kind == (to ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
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
    if (cudaError_t error = check_symbol(symbol, size, false))
        return error;
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

cudaError_t cpu_device_symbol_size(size_t *result, const void *symbol, size_t size)
{
    if (cudaError_t refused = refusal("cudaGetSymbolSize", __builtin_return_address(0)))
        return remember(refused);
    if (result == nullptr)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = check_symbol(symbol, size, false))
        return error;
    *result = size;
    return cudaSuccess;
}
