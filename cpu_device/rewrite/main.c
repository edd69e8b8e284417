// SPDX-License-Identifier: MIT
// rewrite: turns CUDA C++ into C++ that a host compiler understands. A filter: standard input to standard output.
//
// It expects preprocessed text (g++ -E), so it also sees launches and kernels that come out of macros and headers.
// cucc compiles each file twice, as nvcc does: for the device, and for the host (rewrite --host). For the host, kernels
// are only declared, shared variables are unused, and device variables are weak, so that the linker takes those of the
// other pass. rewrite makes the following changes, leaves every other character alone, and keeps every line number:
//
//   kernel<<<grid, block, shared, stream>>>(a, b)
//       becomes (::cpu_device::launch_configuration(grid, block, shared, stream), kernel(a, b),
//       ::cpu_device::launched()); in device code, child_configuration. The call stays a call of `kernel`, so
//       overloads, template deduction and conversions of the arguments are the compiler's.
//   __global__ void kernel(float *a) { body }
//       becomes void kernel(float *a) { ::cpu_device::kernel<decltype(a)>(__func__, ::cpu_device::held{[=]() mutable
//       __attribute__((always_inline)) -> void { body }}); }: called on the host, it passes its body to the device;
//       each CUDA thread runs a copy of the lambda, with its own copy of the arguments. It is inlined into two
//       functions, with and without the checks' calls (launch.h); with rewrite --checked, ::cpu_device::checked_kernel
//       makes the first alone. The types are for launches by the kernel's address.
//   return;
//       in a kernel becomes return ::cpu_device::returned(12, 15);, which says which lines the thread has gone past
//       (returns.c).
//   __syncthreads(); where the line has another one before it
//       becomes __syncthreads(__builtin_FILE(), __builtin_LINE(), 1); the device knows a barrier by its line
//       (barriers.c).
//   template __global__ void kernel<float>(float *a);
//       is unchanged for the device; for the host it becomes a pointer to the instance, so that the linker keeps it.
//   __shared__ float cache[256];
//       becomes thread_local float cache[256]; a block runs on one host thread from its start to its end, so a
//       thread_local variable exists once in each block. An initializer is an error, as in CUDA.
//   extern __shared__ float cache[];
//       becomes float *const cache = ::cpu_device::dynamic_shared();
//   __device__ int total;
//       becomes __attribute__((used, abi_tag("..."))) int total; each file has its own tag (rewrite --file=...), which
//       makes the name unique, since nvcc, too, gives each file its own variable. There is no tag in relocatable device
//       code (rewrite --relocatable), in a module (rewrite --module), whose variables and kernels a program finds by
//       name, and for a variable that the file also declares extern. Static kernels are treated likewise. The
//       variable's address follows, for cudaDeviceReset().
//   namespace { ... }
//       becomes inline namespace _GLOBAL__N_... { ... }, named after the file: both passes must use one name.
//   cudaMemcpy(to, from, size, kind);
//       becomes ::cpu_device::unheeded("cudaMemcpy"), cudaMemcpy(to, from, size, kind); if a statement begins with it:
//       then the returned status is not used. The same for cub::DeviceScan::ExclusiveSum(...).
//   asm("mov.u32 %0, %%laneid;" : "=r"(lane));
//       PTX in device code becomes a call of a lambda, whose body ptx.c makes from the text:
//       [](auto &&ptx_0) {...}(::cpu_device::ptx::out<'r', false>(lane));
//
//   int i = threadIdx.x;
//       is followed by ::cpu_device::traced cpu_device_traced_1{"i", i, true}; with rewrite --variables, in device
//       code: a trace has the values of such variables (cpu_device/launch.h).
//
// Digraphs are written out: <% becomes { and a blank.
//
// Exit status: 0; 1 for code that cannot be CUDA C++ (one line on stderr says what and where); 2 for bad usage.

#include "rewrite.h"

#include <stdlib.h>

static void say_usage(FILE *out)
{
    fprintf(out, "usage: rewrite [--device|--host] [--wasm] [--relocatable] [--module] [--spaces] [--debug] "
                 "[--variables] [--checked] [--file=IDENTIFIER] [--kernels=LIST] [--precompiled=HEADER] "
                 "< preprocessed.cu > rewritten.cpp (cucc calls it for you)\n");
}

// False: it is no option.
static bool take_option(struct rewriter *r, const char *option)
{
    const struct {
        const char *name;
        bool *value;
    } flags[] = {{"--host", &r->for_host},       {"--relocatable", &r->relocatable},
                 {"--module", &r->for_module},   {"--debug", &r->debug},
                 {"--variables", &r->variables}, {"--checked", &r->checked},
                 {"--wasm", &r->for_wasm},       {"--spaces", &r->spaces}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i)
        if (strcmp(option, flags[i].name) == 0)
            return *flags[i].value = true;
    if (strcmp(option, "--device") == 0)
        r->for_host = false;
    else if (strncmp(option, "--file=", 7) == 0)
        r->file_name = option + 7;
    else if (strncmp(option, "--precompiled=", 14) == 0)
        r->precompiled = option + 14;
    else
        return strncmp(option, "--kernels=", 10) == 0 && (r->kernel_list = fopen(option + 10, "w")) != NULL;
    return true;
}

// Is there anything of the device's?
static bool has_device_code(const struct rewriter *r)
{
    bool found = r->included != NULL;
    for (const struct token *t = r->tokens; exists(t) && !found; ++t)
        found = is_memory_space(t) || is(t, "__global__");
    return found;
}

// Returns the last token that is done with.
static struct token *rewrite_word(struct rewriter *r, struct token *t, bool on_device)
{
    if (is(t, "__global__"))
        return rewrite_kernel(r, t);
    if (is(t, "__shared__"))
        rewrite_shared(r, t);
    else if (is_memory_space(t) || is(t, "__host__"))
        rewrite_space(r, t);
    else if (is(t, "namespace") && is(next(t), "{") && on_device)
        rewrite_unnamed_namespace(r, t);
    else if (is(t, "__noinline__") && !is(previous(t), "(") && !is(previous(t), ","))
        add(&t->instead, "__attribute__((noinline))"); // no macro: the C++ library uses the word itself
    else if (is(t, "asm") || is(t, "__asm__") || is(t, "__asm"))
        rewrite_asm(r, t);
    else if (is(t, "texture"))
        refuse_texture_reference(r, t);
    else if (t->length >= 13 && memcmp(t->text, "__syncthreads", 13) == 0)
        number_barrier(r, t);
    else
        rewrite_unheeded(r, t);
    return t;
}

static void rewrite_all(struct rewriter *r)
{
    const bool on_device = has_device_code(r);
    for (struct token *t = r->tokens; exists(t); ++t) {
        if (is_identifier(t))
            t = rewrite_word(r, t, on_device);
        else if (is(t, "<") && is(t + 1, "<") && is(next(t + 1), "<") && !is(previous(t), "<"))
            rewrite_launch(r, t);
        else if (r->variables && is(t, "{") && is_device_function(r, t))
            trace_variables(r, t);
    }
}

int main(int argc, char **argv)
{
    struct rewriter r = {.file_name = "this_file"};
    for (int i = 1; i < argc; ++i) {
        if (take_option(&r, argv[i]))
            continue;
        const bool help = strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0;
        say_usage(help ? stdout : stderr);
        return help ? 0 : 2;
    }
    size_t length;
    r.source = read_all(stdin, &length);
    r.source_end = r.source + length;
    if (r.precompiled)
        find_precompiled(&r);
    tokenize(&r);
    match_brackets(&r);
    if (r.included)
        insert_precompiled(&r);
    rewrite_all(&r);
    write_all(&r);
    if (r.kernel_list)
        fclose(r.kernel_list);
    free(r.tokens - 1); // with the one before the first
    free(r.shared_names.item);
    free(r.extern_names.item);
    free(r.source);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "rewrite: cannot write the output\n");
        return 1;
    }
    return 0;
}
