// SPDX-License-Identifier: MIT
// All that a compiled program calls in the device's library, besides CUDA's own API (cuda_runtime_api.h): what CUDA's
// device functions are built on, launches, the compiler's calls before loads and stores, and the names that cucc puts
// in place of the C library's. All in C linkage and with plain types only: the library and the program share no code.
// cpu_device/tests/isolation compares the library with this header.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <typeinfo>

#include "../driver_types.h"
#include "../surface_types.h"
#include "../texture_types.h"
#include "words.h"
#ifdef CPU_DEVICE_RUNTIME
#include <stdint.h>
#endif

#ifndef CPU_DEVICE_RUNTIME // the library is compiled with this: it sets them, for each thread that it runs
// Plain structs, so that the checks see their loads as those of constants. A module finds them where the program
// does.
#ifdef __wasm__
#define CPU_DEVICE_BUILTIN extern const
#else
#define CPU_DEVICE_BUILTIN extern const __thread __attribute__((tls_model("initial-exec")))
#endif
CPU_DEVICE_BUILTIN uint3 threadIdx;
CPU_DEVICE_BUILTIN uint3 blockIdx;
CPU_DEVICE_BUILTIN uint3 blockDim;
CPU_DEVICE_BUILTIN uint3 gridDim;
#endif

namespace cpu_device
{
// Static shared memory of a block, on every compute capability so far; ptxas refuses more. Bytes.
constexpr size_t max_static_shared = 48 * 1024;

// A variable in the device's memory. The program lists them in a section of its own.
struct variable {
    const volatile void *address;
    size_t size;
};
} // namespace cpu_device

extern "C" {

// --- launches (launch.h) ---

// The threads of a block that run in one loop, if the kernel's threads never wait: those from threadIdx to before
// `end`. If end.x is 0, the one at threadIdx alone. A body that begins such a loop stores 1 in *begun.
struct cpu_device_thread_loop {
    uint3 end;
    int *begun;
};
#ifndef CPU_DEVICE_RUNTIME
CPU_DEVICE_BUILTIN cpu_device_thread_loop cpu_device_threads;
#undef CPU_DEVICE_BUILTIN
#endif
// The most blocks along x of a grid for which a body without checks is called, which relies on it that the index of a
// thread in its grid is an int. (With more, the body with the checks runs, as if without them.)
#define CPU_DEVICE_MOST_BLOCKS_IN_LOOPS (1u << 20)
// Whether the function that asks has no statement at which a thread may wait. The plugin replaces the call by the
// answer (plugin/thread_loops.cpp), and threadIdx and its like by these variables of the function. Without it: 0.
int cpu_device_never_waits(uint3 *thread, uint3 *block, uint3 *threads, uint3 *blocks, unsigned *rank);
// Places in that function, for the plugin: before the loop over the threads, and before and after the work of one. If
// the last returns 1, the loop is to run again.
void cpu_device_all_begin(void);
void cpu_device_thread_begins(void);
int cpu_device_thread_ends(void);

// The body of a kernel with the arguments of one launch. Each CUDA thread runs on a copy of the bytes of `closure`.
struct cpu_device_kernel {
    const char *name;    // as the source has it
    const char *type;    // the mangled type of the body, which leads to the kernel's symbol and its shared variables;
                         // cpu_device_launch() gets it of the body's type
    const void *closure; // the library keeps a copy
    size_t closure_size, closure_alignment;
    void (*run)(const void *closure);
    void (*run_checked)(const void *closure); // the same, with the calls before loads and stores in it
    unsigned max_threads;                     // a block: its __launch_bounds__, or the device's limit
    unsigned cluster[3];                      // its __cluster_dims__, in blocks; 0, 0, 0: it has none
    void (*clear_padding)(void *closure);     // sets the padding of a copy to 0; null: it is not known where that is
};
// A function that calls a kernel, given the kernel's address and those of the arguments; the section cpu_device_kernels
// has a pointer to each.
struct cpu_device_parameter {
    size_t size, alignment;
};
struct cpu_device_kernel_caller {
    const std::type_info *type; // of the body
    void (*call)(const void *kernel, void **arguments);
    const struct cpu_device_parameter *parameters;
    size_t parameter_count;
};
// The program has one, and so has each shared library with kernels. It is hidden there. The device learns of it before
// main begins, or before dlopen() returns.
struct cpu_device_code {
    int begun;
    struct cpu_device_code *next;
};
void cpu_device_code_comes(struct cpu_device_code *library);
// The configuration between <<< and >>>, for the call that follows. Dimensions as x, y, z.
void cpu_device_configure(const unsigned grid[3], const unsigned block[3], size_t shared, cudaStream_t stream,
                          const char *file, int line);
// Launches the kernel at that address, with the arguments at these; `function` is the one of the API that does.
cudaError_t cpu_device_launch_by_pointer(const cudaLaunchConfig_t *with, const void *kernel, void **arguments,
                                         const char *function, const char *file, int line);
// A node that launches a kernel; and what changes one, in an executable graph unless `exec` is null.
cudaError_t cpu_device_graph_add_kernel(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                        size_t count, const struct cudaKernelNodeParams *parameters, const char *file,
                                        int line);
cudaError_t cpu_device_graph_set_kernel(const cudaGraphExec_t *exec, cudaGraphNode_t node,
                                        const struct cudaKernelNodeParams *parameters, const char *file, int line);
// Puts the kernel into its stream. An invalid configuration sets the last error.
void cpu_device_launch(const struct cpu_device_kernel *kernel, const std::type_info *body);
// After that call: ends the program if the function was no kernel.
void cpu_device_launched(void);
// A function of the API has returned this error, and the program does not use the returned value.
void cpu_device_unheeded(const char *function, cudaError_t error, const char *file, int line);
// For CUB: its caller's temporary storage is too small, cudaErrorInvalidValue; and the last error, without clearing it.
cudaError_t cpu_device_temporary_too_small(size_t bytes, size_t needed, const char *file, int line);
cudaError_t cpu_device_last_error(void);
// cudaGetLastError() whose result the program does not use: it only clears the error.
cudaError_t cpu_device_clear_error(void);
// Also for CUB: the call in that line sorts so many bytes into memory that overlaps them.
void cpu_device_sorts_in_place(size_t bytes, const char *file, int line);
// The dynamic shared memory of the running block.
void *cpu_device_dynamic_shared(void);

// For a trace, of a program that cucc -trace has made: the running thread has a variable, and has it no more. `kind`:
// 'f', 'i', 'u' or 'b', as traced_kind() has it. Without an initializer, its first value means nothing.
void cpu_device_variable_begins(const char *name, char kind, const void *address, size_t size, int initialized);
void cpu_device_variable_ends(const void *address);

// Leaves a mark in the program, as "it has fences": programs without the mark need fewer checks.
#ifdef __wasm__
#define CPU_DEVICE_HAS(part)                                                                                           \
    do {                                                                                                               \
        __attribute__((used, section("cpu_device_" #part))) static const char cpu_device_mark = 0;                     \
    } while (0)
#else
#define CPU_DEVICE_HAS(part) asm volatile(".pushsection cpu_device_" #part ",\"aR\"\n.byte 0\n.popsection")
#endif

// --- threads of a block (threads.h), and clusters of blocks (clusters.h) ---

enum cpu_device_barrier_kind {
    cpu_device_barrier_plain,
    cpu_device_barrier_count,
    cpu_device_barrier_all,
    cpu_device_barrier_any,
    cpu_device_barrier_group, // thread_block::sync()
    cpu_device_barrier_grid,  // of all blocks of a cooperative launch
    cpu_device_barrier_cluster,
    cpu_device_barrier_collective // within a call of CUB
};
void cpu_device_sync(const char *file, int line); // __syncthreads()
// A barrier within a call that the first threads of the block, so many, must all make.
void cpu_device_collective(int threads, const char *file, int line);
// The thread is about to store, at that address, a result of a collective that only one thread gets: `lacks` is 1 if
// the block's first thread has it and this is another one, 2 if that is the warp's, and 0 if this thread has it. The
// plugin of g++ makes these calls.
void cpu_device_stores_result(const void *address, int lacks);
// `nth`: how many barriers stand before this one in its line.
int cpu_device_barrier(enum cpu_device_barrier_kind kind, int predicate, const char *file, int line, unsigned nth);
// A cluster's barrier, in two steps; and the cluster's shape, in blocks: 1, 1, 1 where a launch has no clusters, and
// then 0 is returned.
void cpu_device_cluster_arrive(int relaxed, const char *file, int line); // relaxed: orders nothing
void cpu_device_cluster_wait(const char *file, int line);
void cpu_device_cluster_sync(const char *file, int line); // both
int cpu_device_cluster_shape(unsigned shape[3]);
// The rank of the block of the running cluster that has an address in its shared memory; none has it: the running
// block's.
unsigned cpu_device_cluster_rank_of(const void *address);
// The same place in the shared memory of the block of that rank.
void *cpu_device_cluster_map(const void *address, unsigned rank, const char *file, int line);
// The byte of the running cluster's shared memory whose address has these low bits.
void *cpu_device_cluster_address(cpu_device::unsigned32 low);
// A barrier in shared memory that has phases: 8 bytes, aligned (phase_barriers.h here and in src/run). A count is of
// arrivals in a phase. What arrive returns is the token that wait takes; or a thread waits for the phase of a parity.
void cpu_device_phase_init(void *barrier, unsigned count, const char *file, int line);
void cpu_device_phase_inval(void *barrier, const char *file, int line);
cpu_device::unsigned64 cpu_device_phase_arrive(void *barrier, unsigned count, unsigned drop, int completes,
                                               const char *file, int line);
int cpu_device_phase_has_all(void *barrier); // after an arrival that does not complete: the caller is to do that
void cpu_device_phase_complete(void *barrier);
unsigned cpu_device_phase_pending(cpu_device::unsigned64 token); // arrivals that the phase lacked before this one
void cpu_device_phase_expect(void *barrier, long long bytes, const char *file, int line);
void cpu_device_phase_copy(void *to, const void *from, size_t size, void *barrier, const char *file, int line);
int cpu_device_phase_test(const void *barrier, cpu_device::unsigned64 token, int sleeps, const char *file, int line);
int cpu_device_phase_test_parity(const void *barrier, int parity, int sleeps, const char *file, int line);
void cpu_device_phase_wait(const void *barrier, cpu_device::unsigned64 token, const char *file, int line);
void cpu_device_phase_wait_parity(const void *barrier, int parity, const char *file, int line);
// One of the block's 16 barriers with numbers; threads 0: of the whole block. `how` is a sum.
enum { cpu_device_named_waits = 1, cpu_device_named_aligned = 2 };
void cpu_device_named_barrier(unsigned number, unsigned threads, int how, const char *file, int line);
enum cpu_device_scope { cpu_device_scope_block, cpu_device_scope_device, cpu_device_scope_system };
void cpu_device_fence(enum cpu_device_scope scope);
void cpu_device_ordered_fence(enum cpu_device_scope scope, int order); // of libcu++ and the __nv_atomic functions
void cpu_device_await_primary(void);                                   // cudaGridDependencySynchronize()
void cpu_device_let_next_begin(void);                                  // cudaTriggerProgrammaticLaunchCompletion()
int cpu_device_in_kernel(void);                                        // 0: host code
long long cpu_device_clock(void);                                      // nanoseconds
void cpu_device_nanosleep(unsigned nanoseconds);
void *cpu_device_dlopen(const char *name, int flags);
clock_t cpu_device_c_clock(void); // clock(): nanoseconds in a kernel, the C library's on the host
// nanosleep(), which libcu++ calls between two polls: in a kernel it does nothing.
int cpu_device_c_nanosleep(const struct timespec *asked, struct timespec *left);
// What C++ leaves undefined, and a GPU does not: a conversion of a floating-point number out of the integer's range, a
// shift by as many bits as the type has or more.
void cpu_device_converts_beyond(void);
void cpu_device_shifts_beyond(void);
__attribute__((noreturn)) void cpu_device_trap(void);
__attribute__((noreturn)) void cpu_device_exit_thread(void); // PTX's exit
// The running thread is about to return from its kernel. It has gone past the kernel's lines from `begin` to before
// `end`. Not called at the kernel's end, and not where no barrier can follow.
void cpu_device_returned(const char *file, int begin, int end);
enum cpu_device_space {
    cpu_device_space_global,
    cpu_device_space_shared,
    cpu_device_space_constant,
    cpu_device_space_local
};
enum cpu_device_space cpu_device_space_of(const void *address);
// The byte of the running block's shared memory whose address has these low bits.
void *cpu_device_shared_address(cpu_device::unsigned32 low);
// The number of the core that runs the block, and how many there are: PTX's %smid and %nsmid.
unsigned cpu_device_multiprocessor(void);
unsigned cpu_device_multiprocessors(void);
// The carry flag of PTX, from one asm statement to the next.
unsigned cpu_device_carry(void);
void cpu_device_set_carry(unsigned carry);
// Called by functions in which a thread may spin, so that the thread it waits for gets to run: each 64th call lets
// others run.
void cpu_device_poll(void);
// Called after an atomic operation of 2, 4 or 8 bytes that changed nothing. The second such call in a row by one thread
// lets others run until the value changes, but not for ever.
void cpu_device_idle(const volatile void *address, const void *seen, size_t size);
// The thread uses what its last atomic function, which was there, has found. Returns 1. (`pure` lets a compiler leave
// the call out; it changes nothing that the program sees.)
__attribute__((pure, nothrow)) int cpu_device_uses_result(const volatile void *address, size_t size);
// Before a load through the read-only cache, which need not see what the same launch has stored: returns the address.
__attribute__((pure, nothrow)) const void *cpu_device_read_only(const void *address, size_t size);
// Before an exchange or a compare-and-swap: polls. The call above follows if the result is used.
void cpu_device_begin_exchange(void);
// At the end of each atomic function: others may run.
void cpu_device_end_atomic(void);
// Before an atomic update of so many bytes: polls, checks, and returns the old value. Weak compare-and-swaps there
// follow, until one succeeds. cpu_device_uses_result() follows if the result is used.
void cpu_device_begin_atomic(const volatile void *address, void *value, size_t size);

// The scope of the calling thread's atomic operations from now on, as of cuda::atomic; at first, the system's. Set to
// that again, the next operation names it.
void cpu_device_set_atomic_scope(enum cpu_device_scope scope);

// --- lanes of a warp (warps.h) ---

void cpu_device_syncwarp(unsigned mask, const char *file, int line);
unsigned cpu_device_activemask(void); // of the lanes that come to this call together
unsigned cpu_device_lane(void);
// Where `file` is null, the place is the caller's. The bits that lane `source` brought; the thread's own where that
// lane takes no part (a GPU leaves it undefined).
cpu_device::unsigned64 cpu_device_shuffle(unsigned mask, cpu_device::unsigned64 bits, unsigned source, const char *file,
                                          int line);
// The lanes of the mask whose predicate holds.
unsigned cpu_device_ballot(unsigned mask, int predicate, const char *file, int line);

// A call that all 32 lanes of a warp make together (mma.h). When the last has reached the same call, `work` gets what
// each of them has brought, and then all go on. Orders no memory.
enum cpu_device_warp_work { cpu_device_load_matrix, cpu_device_store_matrix, cpu_device_multiply_matrices };
void cpu_device_work_together(enum cpu_device_warp_work which, void (*work)(void *const lanes[32]), void *mine,
                              const char *file, int line);
__attribute__((noreturn)) void cpu_device_wrong_matrix(const char *why, const char *file, int line);

// --- cooperative groups (cooperative_groups.h) ---

// The place of a call in the source, for reports.
#define CPU_DEVICE_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()
void cpu_device_sync_group(unsigned mask, const char *file, int line); // as cpu_device_syncwarp()
// A call that all threads of a tile of more than 32 threads make: the last one to come does the work for all, with what
// each has brought, by its rank in the tile; null where a thread has exited. Null for `work`: a barrier, which orders
// memory.
void cpu_device_tile_meet(unsigned threads, void (*work)(void *const *all, unsigned count), void *mine,
                          const char *file, int line);
int cpu_device_grid_is_cooperative(void);
// Copies to shared memory are done when their thread waits for their batch; others are done at once.
void cpu_device_copy_async(void *to, const void *from, size_t size);
void cpu_device_copy_aligned(void *to, const void *from, size_t size, size_t alignment);
void cpu_device_commit_copies(void);
// Instead: to a stage of a pipeline, which so many threads commit; to a phase of a cuda::barrier.
void cpu_device_commit_stage(const volatile void *stage, unsigned producers);
void cpu_device_commit_copies_until(const volatile void *barrier);
enum cpu_device_pipeline_error {
    cpu_device_pipeline_of_consumer, // calls what is for producers
    cpu_device_pipeline_of_producer,
    cpu_device_pipeline_after_quit,
    cpu_device_pipeline_local_state, // each thread has its own
    cpu_device_pipeline_no_producer,
    cpu_device_pipeline_no_consumer,
    cpu_device_pipeline_too_many_producers,
    cpu_device_pipeline_size_breaks_promise, // of cuda::aligned_size_t
    cpu_device_pipeline_wrong_size,          // of a primitive's copy
};
__attribute__((noreturn)) void cpu_device_wrong_pipeline(enum cpu_device_pipeline_error why, const char *call,
                                                         const char *file, int line);
void cpu_device_wait_for_copies(unsigned batches); // but for so many of the last ones
// A copy that is done when a phase of a cuda::barrier in shared memory has completed; null: at once.
void cpu_device_copy_until(void *to, const void *from, size_t size, const volatile void *barrier);
__attribute__((noreturn)) void cpu_device_wrong_group(const char *why, const char *file, int line);

// --- libraries that work for the host: cuBLAS, cuRAND, cuSPARSE and others (libraries/) ---

// The call of a library's function that is under way.
struct cpu_device_library_call {
    const char *function;
    const void *caller, *frame; // where it returns to, and the frame of the host's thread
};
// Memory of the device that a call uses: `count` runs of `width` bytes each, as the columns of a matrix, which begin
// `pitch` bytes apart. For a triangle, these are the runs of the whole square.
enum cpu_device_operand_shape { cpu_device_full, cpu_device_lower, cpu_device_upper };
struct cpu_device_operand {
    const char *name; // as the function's documentation has it
    const void *address;
    size_t element; // bytes
    size_t width, count, pitch;
    enum cpu_device_operand_shape shape;
    int reads, writes;
    // Its factor when the work begins: real and imaginary part, or one number. Memory with the factor 0 is not read.
    // Null: it is always read.
    const void *factor;
    size_t factor_size, factor_part; // bytes in all, and of one number
};
// The work of a call on the device, when its turn in the stream has come. `drop` deletes it.
struct cpu_device_library_work {
    void (*run)(void *data);
    void (*drop)(void *data);
    void *data;
};
// A function calls this first, and returns its result unless that is cudaSuccess.
cudaError_t cpu_device_library_begins(const struct cpu_device_library_call *call);
// The call fails. The reason is reported if the program does not check the returned status, or ends because of it.
void cpu_device_library_refuses(const char *why);
// A text, or a format of printf(), in the language of the user's reports.
__attribute__((format_arg(1))) const char *cpu_device_library_translates(const char *english);
// The library's status that a call has returned, and the program does not use.
void cpu_device_library_unheeded(const char *function, const char *status, const char *file, int line);
int cpu_device_on_device(const void *address); // and not the host's, too
// Checks the operands and puts the work into its stream; `wait`: until it is done. `work` is dropped in any case.
cudaError_t cpu_device_library_queue(const struct cpu_device_library_call *call,
                                     const struct cpu_device_operand *operands, size_t count, cudaStream_t stream,
                                     int wait, const struct cpu_device_library_work *work);
// The same for operands that are only known when the work runs: the work calls these before and after its accesses. 0:
// the memory is invalid, and was reported.
int cpu_device_library_finds(const struct cpu_device_library_call *call, const struct cpu_device_operand *operand);
void cpu_device_library_has_written(const struct cpu_device_library_call *call,
                                    const struct cpu_device_operand *operand);
// Rows, as cudaMemcpy2D() or cudaMemcpy2DAsync().
cudaError_t cpu_device_library_copy(const struct cpu_device_library_call *call, void *to, size_t to_pitch,
                                    const void *from, size_t from_pitch, size_t width, size_t height,
                                    cudaMemcpyKind kind, cudaStream_t stream, int wait);
// What is wrong with a call, reported at its line under that headline.
void cpu_device_library_reports(const struct cpu_device_library_call *call, const char *headline, const char *why);
// The call has found an index that leads outside of its memory: reported with this reason, and the device fails as
// after an illegal access by a kernel.
void cpu_device_library_fails(const struct cpu_device_library_call *call, const char *why);
// The place of a call, as " at f.cu:12"; "" where it is not known.
void cpu_device_library_place(const struct cpu_device_library_call *call, char *text, size_t size);
unsigned cpu_device_library_host_threads(void); // how many threads the program has
// The library writes to the host's memory.
void cpu_device_library_writes_host(const void *address, size_t size);

// --- random numbers (curand_kernel.h) ---

// Advance the words of an XORWOW or MRG32k3a generator by n * 2^shift numbers; shift is 0 or 67, and 0, 76 or 127.
void cpu_device_xorwow_skip(cpu_device::unsigned32 v[5], cpu_device::unsigned64 n, unsigned shift);
void cpu_device_mrg_skip(cpu_device::unsigned32 s1[3], cpu_device::unsigned32 s2[3], cpu_device::unsigned64 n,
                         unsigned shift);

// --- textures and surfaces (textures.h) ---

// Four channels of 32 bits: floats, or integers that are extended to that; 0 where the texel has fewer.
struct cpu_device_texel {
    cpu_device::unsigned32 x, y, z, w;
};
enum cpu_device_shape {
    cpu_device_1d,
    cpu_device_2d,
    cpu_device_3d,
    cpu_device_1d_layered,
    cpu_device_2d_layered,
    cpu_device_cubemap,
};
struct cpu_device_texel cpu_device_texture_fetch(cudaTextureObject_t texture, int x); // of linear memory
// The level of a mipmapped texture is that of tex2DLod().
struct cpu_device_texel cpu_device_texture_read(cudaTextureObject_t texture, enum cpu_device_shape shape, float x,
                                                float y, float z, int layer, float level);
struct cpu_device_texel cpu_device_texture_gather(cudaTextureObject_t texture, float x, float y, int channel);
// The level of tex2DGrad(), from the steps of x and y in both directions.
float cpu_device_texture_level(cudaTextureObject_t texture, float dx_x, float dx_y, float dy_x, float dy_y);
// x is in bytes; z a slice, a layer, or a face.
void cpu_device_surface_read(cudaSurfaceObject_t surface, void *to, size_t size, int x, int y, int z,
                             enum cudaSurfaceBoundaryMode mode);
void cpu_device_surface_write(cudaSurfaceObject_t surface, const void *from, size_t size, int x, int y, int z,
                              enum cudaSurfaceBoundaryMode mode);

// --- functions that API templates call (cuda_runtime_api.h) ---

cudaError_t cpu_device_func_set_attribute(const void *kernel, enum cudaFuncAttribute attribute, int value);
cudaError_t cpu_device_active_clusters(int *count, const void *kernel, const cudaLaunchConfig_t *with);
cudaError_t cpu_device_largest_cluster(int *size, const void *kernel, const cudaLaunchConfig_t *with);
cudaError_t cpu_device_func_set_cache_config(const void *kernel, enum cudaFuncCache config);
cudaError_t cpu_device_func_get_attributes(struct cudaFuncAttributes *attributes, const void *kernel);
cudaError_t cpu_device_function_of(cudaFunction_t *function, const void *kernel);
cudaError_t cpu_device_occupancy(int *blocks, const void *kernel, int threads, size_t dynamic_shared);
cudaError_t cpu_device_available_shared(size_t *dynamic_shared, const void *kernel, int blocks, int threads);
// To the symbol or from it; `host` is the other end. Sizes in bytes.
cudaError_t cpu_device_copy_symbol(int to, const void *symbol, size_t size, void *host, size_t count, size_t offset,
                                   enum cudaMemcpyKind kind, cudaStream_t stream, int wait);
cudaError_t cpu_device_symbol_address(void **pointer, const void *symbol, size_t size);
cudaError_t cpu_device_symbol_size(size_t *result, const void *symbol, size_t size);

// --- in place of the C library's functions: cucc renames a program's calls to these ---

void *cpu_device_memcpy(void *to, const void *from, size_t size);
void *cpu_device_memmove(void *to, const void *from, size_t size);
void *cpu_device_memset(void *to, int value, size_t size);
void *cpu_device_malloc(size_t size);
void *cpu_device_calloc(size_t count, size_t size);
void cpu_device_free(void *pointer);
void *cpu_device_new(size_t size);
void *cpu_device_new_array(size_t size);
void cpu_device_delete(void *pointer);
void cpu_device_delete_array(void *pointer);
void cpu_device_delete_sized(void *pointer, size_t size);
void cpu_device_delete_array_sized(void *pointer, size_t size);
#define CPU_DEVICE_RESULTS(T, suffix)                                                                                  \
    T cpu_device_modf##suffix(T x, T *whole);                                                                          \
    T cpu_device_frexp##suffix(T x, int *exponent);                                                                    \
    T cpu_device_remquo##suffix(T x, T y, int *quotient);                                                              \
    void cpu_device_sincos##suffix(T x, T *sine, T *cosine);
CPU_DEVICE_RESULTS(double, )
CPU_DEVICE_RESULTS(float, f)
#undef CPU_DEVICE_RESULTS
int cpu_device_printf(const char *form, ...) __attribute__((format(printf, 1, 2)));
int cpu_device_puts(const char *text);
int cpu_device_putchar(int c);
__attribute__((noreturn)) void cpu_device_assert_fail(const char *expression, const char *file, unsigned line,
                                                      const char *function);
// A program's handlers for the signals that the device uses for faults: they get the faults of host code.
struct sigaction;
int cpu_device_sigaction(int signal, const struct sigaction *action, struct sigaction *old);
typedef void (*cpu_device_handler)(int signal);
cpu_device_handler cpu_device_signal(int signal, cpu_device_handler handler);

// --- what the compiler calls before loads and stores, and declares itself (-fsanitize=thread, -fsanitize=bounds) ---

#ifdef CPU_DEVICE_RUNTIME
void __tsan_init(void);
void __tsan_func_entry(void *);
void __tsan_func_exit(void);
#define CPU_DEVICE_HOOKS(size)                                                                                         \
    void __tsan_read##size(void *);                                                                                    \
    void __tsan_write##size(void *);                                                                                   \
    void __tsan_unaligned_read##size(void *);                                                                          \
    void __tsan_unaligned_write##size(void *);                                                                         \
    void __tsan_volatile_read##size(void *);                                                                           \
    void __tsan_volatile_write##size(void *);                                                                          \
    void __tsan_unaligned_volatile_read##size(void *);                                                                 \
    void __tsan_unaligned_volatile_write##size(void *);
CPU_DEVICE_HOOKS(1)
CPU_DEVICE_HOOKS(2)
CPU_DEVICE_HOOKS(4)
CPU_DEVICE_HOOKS(8)
CPU_DEVICE_HOOKS(16)
#undef CPU_DEVICE_HOOKS
// Before a loop that only loads (plugin/silent_loops.cpp): 1 if the checks have nothing to record of loads of `size`
// bytes at `first`, `first` + `step`, and so on. `count`: how many.
int cpu_device_loads_are_recorded(const void *first, size_t step, size_t count, size_t size);
// Host code calls these only for addresses within this guard (plugin/host_accesses.cpp): its first address, and how
// many bytes it has.
struct cpu_device_guard {
    size_t begin, size;
};
extern volatile cpu_device_guard cpu_device_host_guard;
void __tsan_read_range(void *, size_t);
void __tsan_write_range(void *, size_t);
void __tsan_vptr_update(void **, void *);
void __tsan_vptr_read(void **);
#define CPU_DEVICE_ATOMICS(bits)                                                                                       \
    cpu_device::unsigned##bits __tsan_atomic##bits##_load(const volatile cpu_device::unsigned##bits *, int);           \
    void __tsan_atomic##bits##_store(volatile cpu_device::unsigned##bits *, cpu_device::unsigned##bits, int);          \
    cpu_device::unsigned##bits __tsan_atomic##bits##_exchange(volatile cpu_device::unsigned##bits *,                   \
                                                              cpu_device::unsigned##bits, int);                        \
    cpu_device::unsigned##bits __tsan_atomic##bits##_fetch_add(volatile cpu_device::unsigned##bits *,                  \
                                                               cpu_device::unsigned##bits, int);                       \
    cpu_device::unsigned##bits __tsan_atomic##bits##_fetch_sub(volatile cpu_device::unsigned##bits *,                  \
                                                               cpu_device::unsigned##bits, int);                       \
    cpu_device::unsigned##bits __tsan_atomic##bits##_fetch_and(volatile cpu_device::unsigned##bits *,                  \
                                                               cpu_device::unsigned##bits, int);                       \
    cpu_device::unsigned##bits __tsan_atomic##bits##_fetch_or(volatile cpu_device::unsigned##bits *,                   \
                                                              cpu_device::unsigned##bits, int);                        \
    cpu_device::unsigned##bits __tsan_atomic##bits##_fetch_xor(volatile cpu_device::unsigned##bits *,                  \
                                                               cpu_device::unsigned##bits, int);                       \
    cpu_device::unsigned##bits __tsan_atomic##bits##_fetch_nand(volatile cpu_device::unsigned##bits *,                 \
                                                                cpu_device::unsigned##bits, int);                      \
    int __tsan_atomic##bits##_compare_exchange_strong(                                                                 \
        volatile cpu_device::unsigned##bits *, cpu_device::unsigned##bits *, cpu_device::unsigned##bits, int, int);    \
    int __tsan_atomic##bits##_compare_exchange_weak(                                                                   \
        volatile cpu_device::unsigned##bits *, cpu_device::unsigned##bits *, cpu_device::unsigned##bits, int, int);    \
    cpu_device::unsigned##bits __tsan_atomic##bits##_compare_exchange_val(                                             \
        volatile cpu_device::unsigned##bits *, cpu_device::unsigned##bits, cpu_device::unsigned##bits, int, int);
CPU_DEVICE_ATOMICS(8)
CPU_DEVICE_ATOMICS(16)
CPU_DEVICE_ATOMICS(32)
CPU_DEVICE_ATOMICS(64)
#undef CPU_DEVICE_ATOMICS
void __tsan_atomic_thread_fence(int);
void __tsan_atomic_signal_fence(int);
struct cpu_device_out_of_bounds;
void __ubsan_handle_out_of_bounds(struct cpu_device_out_of_bounds *where, void *index);
void __ubsan_handle_out_of_bounds_abort(struct cpu_device_out_of_bounds *where, void *index);
#endif
} // extern "C"
