// SPDX-License-Identifier: MIT
// The linker knows where the program's data and its sections begin and end.
#include "program_part.h"

#include <cstdint>
#include <cstdlib>
#include <wasi/api.h>

#define EXPORTED(name) __attribute__((export_name(#name)))
#define SECTIONS(with)                                                                                                 \
    with(kernels) with(dynamic) with(fences) with(children) with(swaps) with(variables) with(managed) with(constants)  \
        with(shared) with(lanes) with(block_scope)
#define BOUNDS(name)                                                                                                   \
    extern const char __start_cpu_device_##name __attribute__((weak)), __stop_cpu_device_##name __attribute__((weak));
#define SECTION(name) {"cpu_device_" #name, &__start_cpu_device_##name, &__stop_cpu_device_##name},

extern "C" {
extern const char cpu_device_library_end, __heap_base; // the program's data lie between them
SECTIONS(BOUNDS)

EXPORTED(cpu_device_program_part) const cpu_device::program_part *cpu_device_the_part(void)
{
    static char first_variable = 1; // of this file, which is linked before the program
    static const cpu_device::program_part part = {
        &cpu_device_library_end, &first_variable, &__heap_base, {SECTIONS(SECTION)}};
    return &part;
}

// Imported, so that divisions can become calls of these (apps/playground/lib/sites.mjs).
#define DIVISIONS(with, bits)                                                                                          \
    with(quotient_s##bits, bits) with(quotient_u##bits, bits) with(rest_s##bits, bits) with(rest_u##bits, bits)
#define DECLARED(name, bits) int##bits##_t cpu_device_##name(int##bits##_t, int##bits##_t);
#define LISTED(name, bits) reinterpret_cast<void (*)()>(cpu_device_##name),
DIVISIONS(DECLARED, 32)
DIVISIONS(DECLARED, 64)
__attribute__((used)) static void (*const divisions[])() = {DIVISIONS(LISTED, 32) DIVISIONS(LISTED, 64)};

int __main_argc_argv(int count, char **arguments);

// A main() without parameters has this name, and takes its place.
__attribute__((weak)) int __main_void(void)
{
    size_t count, size;
    if (__wasi_args_sizes_get(&count, &size) != 0)
        abort();
    auto arguments = static_cast<char **>(calloc(count + 1, sizeof(char *)));
    auto text = static_cast<char *>(malloc(size));
    if (arguments == nullptr || text == nullptr ||
        __wasi_args_get(reinterpret_cast<uint8_t **>(arguments), reinterpret_cast<uint8_t *>(text)) != 0)
        abort();
    return __main_argc_argv((int)count, arguments);
}

EXPORTED(cpu_device_main) int cpu_device_call_main(void)
{
    return __main_void();
}
}
