// SPDX-License-Identifier: MIT
// What a kernel's threads note for the host, outside of all memory that a kernel may access: for the judge of a kernel
// of somebody else, whose own functions make the notes.
#pragma once

#include <stddef.h>

struct diary_note {
    unsigned long long block; // its number in the grid
    unsigned thread;          // in its block
    int topic, value;
};

extern "C" {
// In a kernel: a note of the running thread.
void cpu_device_diary_note(int topic, int value);
// On the host, after cudaDeviceSynchronize(): hands over the notes since the last call, those of a block in the order
// in which its threads have made them, and forgets them. The result is their number, of which `most` are stored.
size_t cpu_device_diary_take(struct diary_note *notes, size_t most);
}
