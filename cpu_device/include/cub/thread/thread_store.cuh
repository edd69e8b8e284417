// SPDX-License-Identifier: MIT
// Stores that tell a GPU's caches what to expect; here they are stores.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../util_type.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
template <CacheStoreModifier Modifier, class Iterator, class T> CPU_DEVICE_CUB void ThreadStore(Iterator to, T value)
{
    if constexpr ((Modifier == STORE_VOLATILE || Modifier == STORE_WT) && std::is_pointer_v<Iterator>)
        __stwt(to, (own::value_of<Iterator>)value);
    else
        *to = value;
}
} // namespace cub

#include "../../cpu_device/letters_shown.h"
