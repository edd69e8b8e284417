// SPDX-License-Identifier: MIT
// The way out of a fiber: why a thread switches to the core's own stack, what to report there, and the error with which
// the launch ends.
#pragma once

#include <cstdint>
#include <new>
#include <type_traits>

#include "../../include/driver_types.h"
#include "../say/diagnosis.h"

namespace cpu_device
{
enum class off_fiber { nothing, exited, asked, ended, returned, loop_broken, block_broken, launch_broken };

// Where a bad access is in the source.
struct bad_place {
    const void *pc;             // identifies the place; null: unknown
    const char *file = nullptr; // null: `pc` leads to the line
    int line = 0;
    const char *stack = nullptr; // pointer at a fault, from which its line is found
};

// What the processor said of a fault.
struct fault_record {
    static inline const char *const no_address = reinterpret_cast<const char *>(-1); // one that no pointer can have
    const char *address, *access;                                                    // "reads", "writes" or "accesses"
    const char *instruction, *stack, *caller; // registers; the last is null where a call leaves it on the stack
    enum class kind { memory, division, trap } is;
};

class kernel_abort
{
  public:
    void block_begins()
    {
        reason = off_fiber::nothing;
        patient_until_ = 0;
    }
    // What ends a thread or the block: `text` gets the line in the source and returns the report. It is called later,
    // on the core's own stack, so what it captures must be trivially copyable, and must stay alive.
    template <class Text> void prepare(cudaError_t with, const bad_place &at, Text text)
    {
        static_assert(std::is_trivially_copyable_v<Text> && sizeof text <= sizeof captured_);
        error_ = with;
        place_ = at;
        new (captured_) Text(text);
        why_ = [](const void *captured, const source_position &line) {
            return (*static_cast<const Text *>(captured))(line);
        };
    }
    void prepare_silence() // it follows from an error that was reported
    {
        why_ = nullptr;
    }
    bool is_silent() const
    {
        return why_ == nullptr;
    }
    diagnosis report(const source_position &at) const
    {
        return why_(captured_, at);
    }
    cudaError_t error() const
    {
        return error_;
    }
    const bad_place &place() const
    {
        return place_;
    }
    // After an error a thread of the block waits. True: in vain, for no thread has ended for a second.
    bool waits_in_vain(unsigned live_threads);

    off_fiber reason = off_fiber::nothing; // for which the running thread has left its fiber
    void *back = nullptr;                  // to the fiber of a thread that then goes on
    char *fresh_on = nullptr;              // else the top of the stack on which the next fiber begins
    bool ending = false;                   // the running thread ends, on that fiber
    fault_record fault;

  private:
    cudaError_t error_ = cudaSuccess;
    bad_place place_ = {};
    diagnosis (*why_)(const void *captured, const source_position &at) = nullptr; // null: no report
    alignas(16) char captured_[128];
    int64_t patient_until_ = 0; // nanoseconds; 0: not known yet
    unsigned live_then_ = 0;    // how many threads were live when that was set
};
} // namespace cpu_device
