// SPDX-License-Identifier: MIT
// The shared memory of a core's blocks, one after another.
//
// Static shared memory is what the program, or a module, declares, as thread_local variables: those of the core's host
// thread. Dynamic shared memory ends right before a guard without access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "../platform/program_image.h"

namespace cpu_device
{
struct place_in_memory;

constexpr int poison =
    0xff; // every byte of shared memory when a block begins: NaN as a float or double, -1 as an integer

class block_memory
{
  public:
    // For the calling thread; ends the program, with one line, if there is no memory.
    block_memory();

    void use_image(const code_image &image); // of the kernel whose blocks follow
    void set_dynamic_size(size_t bytes);     // of the blocks that follow
    void poison_all();

    char *dynamic() const
    {
        return dynamic_;
    }
    char *static_at(size_t offset) const
    {
        return static_ + offset;
    }
    size_t static_size() const
    {
        return static_size_;
    }
    size_t dynamic_size() const
    {
        return dynamic_size_;
    }
    // Offsets of an address: below static_size(), or room(), if it lies there.
    size_t in_static(const char *address) const
    {
        return (size_t)(address - static_);
    }
    size_t in_dynamic(const char *address) const // of what the launch gave, or of the guard after it
    {
        return (size_t)(address - dynamic_);
    }
    // The address with these low bits: in dynamic shared memory or the guard after it, else in static shared memory.
    char *with_low_bits(uint32_t low) const
    {
        char *at = dynamic_ + (uint32_t)(low - (uint32_t)(uintptr_t)dynamic_);
        return in_dynamic(at) < guard ? at : static_ + (uint32_t)(low - (uint32_t)(uintptr_t)static_);
    }
    // Whether an address lies where dynamic shared memory is, could be, or right after it.
    bool near_dynamic(const char *address) const
    {
        return (size_t)(address - (dynamic_end_ - room)) < room + guard;
    }
    static constexpr size_t room = 228 * 1024; // a multiple of the page; 227 KB can be asked for
    static constexpr size_t guard = 1 << 20;   // no access, after it

    bool holds(const char *address) const // or close to it
    {
        return in_static(address) < static_size() || near_dynamic(address);
    }
    // Whether all of some bytes of static shared memory belong to one variable of the program.
    bool within_variable(size_t offset, size_t size) const
    {
        return variables_end_ == 0 || // a stripped program
               (offset + size <= variables_end_ && variable_at_[offset] &&
                variable_at_[offset + size - 1] == variable_at_[offset]);
    }
    // Whether the offset is in a guard variable, in which the compiler notes that a variable was constructed.
    bool is_guard_variable(size_t offset) const
    {
        return offset < variables_end_ && variable_at_[offset] == guard_variable_number;
    }
    // Where dynamic shared memory begins among the offsets of a block's shared memory.
    static size_t dynamic_begins(const code_image &image)
    {
        return (image.thread_local_size + 15) / 16 * 16;
    }
    // The variable at an offset of a block's shared memory.
    static place_in_memory variable_at(const code_image &image, size_t offset);
    // "the end of cache and what follows", "8 bytes past the end of cache"
    std::string describe_static(size_t offset) const;
    // "byte 64 of the dynamic shared memory; the launch gave ..."
    std::string describe_dynamic(const char *address) const;

  private:
    static constexpr uint16_t guard_variable_number = UINT16_MAX;
    const code_image *image_ = nullptr;
    const uint16_t *variable_at_; // by offset in static shared memory: 1 + the number of the variable; 0: none
    size_t variables_end_;
    char *static_ = nullptr;
    size_t static_size_ = 0;
    char *dynamic_end_ = nullptr, *dynamic_ = nullptr;
    size_t dynamic_size_ = 0;
};

} // namespace cpu_device
