// SPDX-License-Identifier: MIT
#include "memory_text.h"

#include <cstdlib>

#include "../platform/text.h"

namespace cpu_device
{
namespace
{
std::string end_of(const named_block &b)
{
    switch (b.now) {
    case named_block::exists: return "";
    case named_block::inaccessible: return tr(", which cuMemSetAccess() made accessible to no device");
    case named_block::closed: return tr(", closed") + b.ended_at;
    case named_block::unmapped: return tr(", unmapped") + b.ended_at;
    case named_block::freed: return tr(", freed") + b.ended_at;
    case named_block::reset: return tr(", freed by cudaDeviceReset");
    }
    return "";
}
} // namespace

std::string name_of(const named_block &block)
{
    return format("%zu bytes from %s%s%s", block.bytes, tr(block.made_by), block.made_at.c_str(),
                  end_of(block).c_str());
}

std::string in_reset_heap(const std::string &block)
{
    return block + tr(", freed by cudaDeviceReset");
}

std::string unallocated_memory()
{
    return tr("device memory that is not allocated");
}

std::string registered_memory(size_t bytes)
{
    return format("%zu bytes registered by cudaHostRegister()", bytes);
}

std::string reserved_addresses(size_t bytes, const std::string &made_at)
{
    return format("%zu bytes of addresses from cuMemAddressReserve%s, where nothing is mapped", bytes, made_at.c_str());
}

std::string name_of_variable(bool constant, const std::string &name, bool is_gone)
{
    return format("the %s variable %s%s", constant ? "__constant__" : "__device__", name.c_str(),
                  is_gone ? tr(" of a module that was unloaded") : "");
}

std::string memory_of_other_device(int its, int of_kernel, way_to_memory way)
{
    return format(
        "It is memory of device %d, and the kernel runs on device %d: %s", its, of_kernel,
        way == way_to_memory::mapping ? tr("let it access the memory, by cuMemSetAccess().")
        : way == way_to_memory::pool
            ? tr("let it access the pool, by cudaMemPoolSetAccess().")
            : format("call cudaDeviceEnablePeerAccess(%d, 0) while device %d is the current one.", its, of_kernel)
                  .c_str());
}

std::string between_variables()
{
    return tr("shared memory that belongs to no variable");
}

std::string end_of_variable(const std::string &name)
{
    return format("the end of %s and what follows", name.c_str());
}

std::string past_variable(const std::string &name, size_t bytes)
{
    return format("%zu bytes past the end of %s", bytes, name.c_str());
}

std::string dynamic_memory()
{
    return tr("dynamic shared memory");
}

std::string beyond_dynamic_memory(ptrdiff_t from_start, size_t size)
{
    const size_t bytes = (size_t)std::abs(from_start);
    return format("%s of the dynamic shared memory; the launch gave %zu bytes: the third argument of <<<...>>>",
                  (from_start >= 0 ? format("byte %zu", bytes) : format("%zu bytes before the start", bytes)).c_str(),
                  size);
}
} // namespace cpu_device
