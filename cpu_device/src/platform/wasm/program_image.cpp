// SPDX-License-Identifier: MIT
// The program in linear memory: there is one, and it loads nothing. First come the data of the library, then its own.
#include "../program_image.h"

#include <cstring>
#include <vector>

#include "../../../include/cpu_device/interface.h"
#include "../../settings.h"
#include "../pages.h"
#include "program_file.h"
#include "program_part.h"

extern "C" {
extern char __global_base, __heap_base; // of the library
// wasi/api.h
uint16_t __wasi_args_sizes_get(size_t *count, size_t *size);
uint16_t __wasi_args_get(uint8_t **arguments, uint8_t *text);
}

namespace cpu_device
{
namespace
{
template <class Function> void for_each_variable(Function function)
{
    const auto [from, to] = section_of(the_program(), "cpu_device_variables");
    for (auto v = reinterpret_cast<const variable *>(from); v < reinterpret_cast<const variable *>(to); ++v) {
        auto begin = const_cast<char *>(static_cast<const volatile char *>(v->address));
        function(begin, begin + v->size);
    }
}

code_image &program()
{
    static auto *only = [] {
        auto *made = new code_image;
        made->file = program_file;
        made->base = nullptr;
        const program_part *part = cpu_device_program_part();
        made->segments = {{&__global_base, &__heap_base}, {part->begin, part->end}};
        made->data = {part->begin, part->end, part->end};
        for (const program_part::section &s : part->sections)
            if (s.begin != nullptr)
                made->sections[s.name] = {s.begin, s.end};
        const auto [begin, end] = section_of(*made, "cpu_device_shared");
        made->shared = begin;
        made->thread_local_size = (size_t)(end - begin);
        return made;
    }();
    return *only;
}
} // namespace

const code_image &the_program()
{
    return program();
}

bool blocks_share_addresses()
{
    return true;
}

std::string program_name()
{
    size_t count = 0, size = 0;
    (void)__wasi_args_sizes_get(&count, &size);
    std::vector<uint8_t *> arguments(count);
    std::string text(size, '\0');
    if (count == 0 || __wasi_args_get(arguments.data(), reinterpret_cast<uint8_t *>(text.data())) != 0)
        return "a.out";
    return text.substr(0, text.find('\0')); // of all, one behind the other
}

code_image *last_loaded()
{
    return nullptr;
}

code_image *add_image(std::string, const void *)
{
    return nullptr;
}

void publish_image(code_image *) {}

const code_image &image_of(const void *)
{
    return program();
}

bool in_program(const char *address)
{
    for (const program_segment &s : program().segments)
        if (address >= s.begin && address < s.end)
            return true;
    return false;
}

bool in_changeable_data(const char *address)
{
    return in_program(address);
}

bool is_variable(const char *address, size_t size)
{
    bool found = false;
    for_each_variable([&](const char *begin, const char *end) {
        found |= address >= begin && address < end && address + size <= end;
    });
    return found;
}

char *thread_local_of(const code_image &image)
{
    return const_cast<char *>(image.shared);
}

program_segment section_of(const code_image &image, const char *name)
{
    auto found = image.sections.find(name);
    return found == image.sections.end() ? program_segment{nullptr, nullptr} : found->second;
}

void keep_variables(code_image &image)
{
    for_each_variable(
        [&](const char *begin, const char *end) { image.first_values.insert(image.first_values.end(), begin, end); });
}

void keep_variables()
{
    keep_variables(program());
}

void reset_variables(int)
{
    const char *first = program().first_values.data();
    for_each_variable([&](char *begin, const char *end) {
        memcpy(begin, first, (size_t)(end - begin));
        first += end - begin;
    });
}

// --- there is one device ---

bool variables_are_many()
{
    return false;
}

const char *variable_on(int, const char *address)
{
    return address;
}

const char *variable_in_program(const char *address)
{
    return address;
}

int variable_device(const char *)
{
    return -1;
}

bool variable_is_shared(const char *)
{
    return false;
}

void load_variables(int) {}

int loaded_variables()
{
    return 0;
}

void close_module(code_image &) {}

program_segment variable_copies()
{
    return {nullptr, nullptr};
}

bool is_forbidden(const char *address, size_t size, bool writes)
{
    constexpr uintptr_t null_pointers = 4096;
    static const program_part &part = *cpu_device_program_part();
    return (uintptr_t)address < null_pointers || !is_mapped(address) || !is_mapped(address + size - 1) ||
           (writes && address >= part.begin && address < part.variables);
}

bool is_mapped(const char *address)
{
    return (uintptr_t)address < __builtin_wasm_memory_size(0) * (size_t)65536;
}
} // namespace cpu_device
