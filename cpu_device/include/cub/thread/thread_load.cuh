// SPDX-License-Identifier: MIT
// Loads that tell a GPU's caches what to expect; here they are loads.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <CacheLoadModifier Modifier, class Iterator> CPU_DEVICE_CUB own::value_of<Iterator> ThreadLoad(Iterator from)
{
    if constexpr ((Modifier == LOAD_VOLATILE || Modifier == LOAD_CV) && std::is_pointer_v<Iterator>)
        return __ldcv(from);
    else if constexpr (Modifier == LOAD_LDG && std::is_pointer_v<Iterator>)
        return __ldg(from);
    else
        return *from;
}
} // namespace cub

#include "../../cpu_device/letters_shown.h"
