// SPDX-License-Identifier: MIT
// The entries of the API for files in which a null stream is the calling thread's own.
#include "../../include/cpu_device/default_stream.h"
#include "api.h"

// As many words as any of the functions is passed, whatever they are. The call comes last, so the compiler makes a jump
// of it: the arguments stay where they are, and so does the address to return to, by which messages name the line.
#define WORDS(X) X(a), X(b), X(c), X(d), X(e), X(f), X(g), X(h), X(i), X(j)
#define PARAMETER(name) long name
#define ARGUMENT(name) name

#define ENTRY(name)                                                                                                    \
    extern "C" long its_##name(WORDS(PARAMETER)) __asm__(#name);                                                       \
    extern "C" long name##_ptsz(WORDS(PARAMETER))                                                                      \
    {                                                                                                                  \
        cpu_device::entered_for_thread = true;                                                                         \
        return its_##name(WORDS(ARGUMENT));                                                                            \
    }
CPU_DEVICE_TAKE_STREAM(ENTRY)
