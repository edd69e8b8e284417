// SPDX-License-Identifier: MIT
// What a report says, as data. The text on stderr, the JSON and the page of a trace are made from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../../include/vector_types.h"
#include "../platform/source_line.h"
#include "place_in_memory.h"
#include "source_text.h"

namespace cpu_device
{
// limit: what the device does not have, which is no error of the program; note: what the user has asked for
enum class severity : uint8_t { warning, error, limit, note };

// Every kind of report: X(name, id, severity, headline). Scripts and tests use the id, so it stays; the headline may
// change. In a headline %s stands for the diagnosis's subject.
#define CPU_DEVICE_KINDS(X)                                                                                            \
    /* two accesses in one launch */                                                                                   \
    X(race_on_shared, "race-shared", error, "race on shared memory")                                                   \
    X(race_in_block, "race-global", error, "race on global memory")                                                    \
    X(race_between_blocks, "race-between-blocks", error, "race between blocks on global memory")                       \
    X(race_in_cluster, "race-in-cluster", error, "race between blocks of a cluster on shared memory")                  \
    X(volatile_without_fence, "volatile-without-fence", error, "volatile data without a fence")                        \
    X(lost_update, "lost-update", warning, "lost update")                                                              \
    X(restrict_broken, "restrict-broken", warning, "__restrict__ pointers to the same memory")                         \
    X(stale_texture, "stale-texture", error, "a texture or surface reads what the same launch has written")            \
    X(stale_load, "stale-load", error, "a read-only load, such as __ldg(), of what the same launch has written")       \
    /* one access */                                                                                                   \
    X(constant_written, "constant-written", error, "constant memory is written")                                       \
    X(uninitialized_shared, "uninitialized-shared", error, "uninitialized shared memory")                              \
    X(uninitialized_global, "uninitialized-global", error, "uninitialized global memory")                              \
    X(peer_not_begun, "peer-not-begun", error, "shared memory of a block that may not have begun")                     \
    X(peer_exited, "peer-exited", error, "shared memory of a block that may have exited")                              \
    X(illegal_address, "illegal-address", error, "illegal address")                                                    \
    X(misaligned_address, "misaligned-address", error, "misaligned address")                                           \
    X(index_out_of_bounds, "index-out-of-bounds", error, "index out of bounds")                                        \
    X(surface_edge, "surface-edge", error, "beyond the edge of a surface")                                             \
    X(wrong_texture, "wrong-texture", error, "%s")                                                                     \
    /* what a thread does otherwise */                                                                                 \
    X(division_by_zero, "division-by-zero", error, "integer division by zero")                                         \
    X(stack_overflow, "stack-overflow", error, "stack overflow")                                                       \
    X(trap, "trap", error, "%s")                                                                                       \
    X(assertion, "assertion", error, "assertion failed")                                                               \
    X(double_free_in_kernel, "double-free-in-kernel", error, "double free in a kernel")                                \
    X(wrong_free_in_kernel, "wrong-free-in-kernel", error,                                                             \
      "free in a kernel of a pointer that malloc() there did not return")                                              \
    X(host_function, "host-function", error, "a host function in a kernel")                                            \
    X(pointer_to_child, "pointer-to-child", error, "a child kernel gets a pointer to %s memory of its parent")         \
    /* threads that wait */                                                                                            \
    X(divergent_barrier, "divergent-barrier", error,                                                                   \
      "divergent barrier: the threads of a block wait at different barriers")                                          \
    X(divergent_warp, "divergent-warp", error, "divergent warp: its threads wait for one another at different places") \
    X(divergent_tile, "divergent-tile", error, "divergent tile: its threads wait for one another at different places") \
    X(divergent_grid, "divergent-grid", error,                                                                         \
      "divergent barrier: some blocks have exited, and the others wait for them")                                      \
    X(divergent_cluster, "divergent-cluster", error,                                                                   \
      "divergent barrier: the threads of a cluster wait at different barriers")                                        \
    X(barrier_skipped, "barrier-skipped", error, "divergent barrier: some threads of the block skip it")               \
    X(barrier_left, "barrier-left", warning, "barrier left by exited threads")                                         \
    X(part_of_block, "part-of-block", error, "a part of a block makes a call for the whole block")                     \
    X(cluster_left, "cluster-left", warning, "barrier of a cluster left by exited threads")                            \
    X(wrong_cluster_barrier, "wrong-cluster-barrier", error, "%s")                                                     \
    X(grid_not_cooperative, "grid-not-cooperative", error,                                                             \
      "a barrier of the grid in a launch that is not cooperative")                                                     \
    X(lane_outside_mask, "lane-outside-mask", error, "a lane outside of its own mask")                                 \
    X(part_of_warp, "part-of-warp", error, "a part of a warp works on a matrix")                                       \
    X(wrong_matrix, "wrong-matrix", error, "a matrix that a warp cannot load or store")                                \
    X(wrong_group, "wrong-group", error, "invalid cooperative group")                                                  \
    X(wrong_barrier, "wrong-barrier", error, "%s")                                                                     \
    X(wrong_pipeline, "wrong-pipeline", error, "wrong use of a pipeline")                                              \
    X(undefined_shuffle, "undefined-shuffle", warning, "a shuffle reads an undefined value")                           \
    X(result_of_other, "result-of-other-thread", error, "a thread stores a result that only another thread gets")      \
    X(deadlock, "waits-for-ever", error, "deadlock in a kernel")                                                       \
    X(timeout, "timeout", error, "the launch timed out")                                                               \
    /* launches, copies and the host */                                                                                \
    X(race_between_launches, "race-between-launches", error, "race between streams on global memory")                  \
    X(race_of_dependent, "race-of-dependent-launch", error, "race of a dependent launch on global memory")             \
    X(race_with_child, "race-with-child", error, "race between a kernel and a launch in a kernel on global memory")    \
    X(race_with_copy, "race-with-copy", error, "race between streams")                                                 \
    X(host_too_early, "host-too-early", error, "the host %s too early")                                                \
    X(gone_local, "gone-local", error, "a copy %s a local variable of a function that has returned")                   \
    X(gone_local_of_function, "gone-local-of-function", error,                                                         \
      "a host function gets a local variable of a function that has returned")                                         \
    X(gone_buffer, "gone-buffer", error, "a copy %s host memory that was freed")                                       \
    X(gone_buffer_of_function, "gone-buffer-of-function", error, "a host function gets host memory that was freed")    \
    X(copy_past_end, "copy-past-end", error, "a copy past the end of host memory")                                     \
    X(copy_overlaps, "copy-overlaps", warning, "a copy between overlapping ranges")                                    \
    X(sort_in_place, "sort-in-place", warning, "a sort of CUB in place")                                               \
    X(uninitialized_copied, "uninitialized-copied", warning, "uninitialized memory was copied to the host")            \
    X(uninitialized_on_host, "uninitialized-on-host", error, "the host reads a copy of uninitialized memory")          \
    X(never_copied_back, "never-copied-back", warning, "a result was never copied back")                               \
    X(host_touches_device, "host-touches-device", error, "host code %s device memory")                                 \
    X(host_frees_device, "host-frees-device", error, "host code frees what malloc() did not return")                   \
    X(called_as_function, "called-as-function", error, "a kernel is called without <<<...>>>")                         \
    X(unchecked_launch, "unchecked-launch", error, "launch error never checked")                                       \
    X(unchecked_call, "unchecked-call", error, "%s() failed, and its status was never checked")                        \
    X(failed_before_crash, "failed-before-crash", error, "%s() failed, and then the host's code crashed")              \
    X(refused_call, "refused-call", error, "%s")                                                                       \
    X(wrong_free, "wrong-free", error, "%s did not return")                                                            \
    X(double_free, "double-free", error, "double %s")                                                                  \
    X(wrong_object_destroyed, "wrong-object-destroyed", error, "a %s object that does not exist is destroyed")         \
    X(object_destroyed_twice, "object-destroyed-twice", error, "a %s object is destroyed twice")                       \
    X(wrong_collective, "wrong-collective", error, "%s")                                                               \
    X(surface_flag, "surface-flag", warning, "a surface of an array that was made without cudaArraySurfaceLoadStore")  \
    X(read_only_graphics, "read-only-graphics", warning,                                                               \
      "what a kernel has written to a read-only resource of OpenGL is lost")                                           \
    X(kernel_cut_off, "kernel-cut-off", warning, "the program ended before a kernel")                                  \
    X(output_lost, "output-lost", warning, "%s that kernels printed are lost")                                         \
    X(leak, "leak", warning, "leaked %s")                                                                              \
    /* advice, if CPU_DEVICE_ADVICE asks for it */                                                                     \
    X(needless_barrier, "needless-barrier", note, "this run did not need a barrier")                                   \
    X(needless_warp_sync, "needless-syncwarp", note, "this run did not need a __syncwarp()")                           \
    X(needless_fence, "needless-fence", note, "this run did not need a fence")                                         \
    X(needless_atomic, "needless-atomic", note, "this run did not need an atomic operation")                           \
    X(wide_scope, "wide-scope", note, "this run did not need the scope of %s")                                         \
    X(limit, "limit", limit, "%s asks for what the CPU device does not have")

enum class report_kind : uint8_t {
#define KIND(name, id, how, headline) name,
    CPU_DEVICE_KINDS(KIND)
#undef KIND
};
const char *id_of(report_kind kind);
bool any_id(const std::function<bool(const char *id)> &is); // of all that there are
const char *name_of(severity how);                          // as docs/reports.md has it
// A cache need not show what the launch has stored: the two accesses are ordered, and wrong all the same.
inline bool is_stale(report_kind kind)
{
    return kind == report_kind::stale_texture || kind == report_kind::stale_load;
}
bool is_of_waiting(report_kind kind); // of threads that wait for others, and for ever

// Whoever did it: a launch, a block, or a thread.
struct doer {
    std::string kernel; // "": the host
    std::optional<dim3> block, thread;
};

// Threads of a block, or blocks, that wait at one place, or spin there.
struct waiting_group {
    std::string call; // "__syncthreads()"; "": they spin
    source_position at;
    unsigned count;
    std::string threads, blocks = {}; // "0-31, 40": by rank in the block, or by number in the grid
    std::optional<dim3> block = {};   // whose threads, where the diagnosis does not say it
    std::string where() const;        // " at f.cu:12", or ""
};

struct diagnosis {
    report_kind kind;
    severity how; // as the table has it, unless the user has set it otherwise
    std::string subject;
    doer by;
    source_position at; // line 0: unknown, or the accesses have theirs
    place_in_memory memory;
    struct access {
        doer by;
        bool writes, atomic, is_volatile;
        source_position at;
        std::vector<source_position> calls = {}; // `at`, and where the functions were called that hold it
    };
    std::vector<access> accesses;
    std::vector<waiting_group> waiting;
    remedy mend;                    // a change of one line that ends the report, if the device knows one
    size_t places = 0;              // words of memory at which it happened in one launch; 0: not counted
    std::vector<std::string> lines; // of the text, below the headline
    size_t advice = 0;              // which of them says what to do; 0: not known
    bool is_of_count = false;       // of a barrier that has let threads pass too early: races may follow from it

    explicit diagnosis(report_kind kind, std::string subject = "");
    // Adds lines of text, which "\n    " separates; an empty one adds nothing.
    __attribute__((format(printf, 2, 3))) diagnosis &say(const char *form, ...);
    diagnosis &add(const std::string &english);
    diagnosis &advise(const std::string &english); // one such line
    diagnosis &follows(const std::string &cause);  // from another error: says so instead; "": it does not
    diagnosis &in(const doer &who);
    diagnosis &where(const source_position &place);
    diagnosis &about(const place_in_memory &which);

    std::string text() const; // "Error: race on shared memory\n    kernel k, ..."
    std::string json() const; // one line, as docs/reports.md describes it
};

// A string of JSON that can stand in HTML too.
std::string json_string(const std::string &text);
} // namespace cpu_device
