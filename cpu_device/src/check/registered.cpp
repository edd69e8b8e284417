// SPDX-License-Identifier: MIT
#include "events.h"

// The checks, in the order in which they get events. NAME stands for a function make_NAME(), which returns a new one.
#define CHECKS(X)                                                                                                      \
    X(sampling)                                                                                                        \
    X(order_of_streams)                                                                                                \
    X(restricted)                                                                                                      \
    X(host_copies)                                                                                                     \
    X(counters)                                                                                                        \
    X(needless)                                                                                                        \
    X(trace)                                                                                                           \
    X(weak_memory)                                                                                                     \
    X(exercised)

namespace cpu_device
{
#define DECLARE(name) observer *make_##name();
CHECKS(DECLARE)
#undef DECLARE

const std::vector<observer *> &all_observers()
{
#define MAKE(name) make_##name(),
    static const auto *only = new std::vector<observer *>{CHECKS(MAKE)}; // outlives the cores
#undef MAKE
    return *only;
}
} // namespace cpu_device
