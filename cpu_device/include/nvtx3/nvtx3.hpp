// SPDX-License-Identifier: MIT
// What programs use of NVTX's C++ interface: ranges and marks, which do nothing (nvToolsExt.h).
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "nvToolsExt.h"

namespace nvtx3
{
struct domain {
    struct global {
    };
};
struct rgb {
    constexpr rgb(uint8_t, uint8_t, uint8_t) noexcept {}
};
struct argb {
    constexpr argb(uint8_t, uint8_t, uint8_t, uint8_t) noexcept {}
};
struct color {
    constexpr explicit color(uint32_t) noexcept {}
    constexpr color(argb) noexcept {}
    constexpr color(rgb) noexcept {}
};
struct category {
    constexpr explicit category(uint32_t) noexcept {}
};
struct payload {
    template <class T> constexpr explicit payload(T) noexcept {}
};
struct event_attributes {
    template <class... Parts> constexpr explicit event_attributes(const Parts &...) noexcept {}
};

template <class Domain> struct scoped_range_in {
    template <class... Parts> explicit scoped_range_in(const Parts &...) noexcept {}
    scoped_range_in(const scoped_range_in &) = delete;
    scoped_range_in &operator=(const scoped_range_in &) = delete;
    ~scoped_range_in() {} // so that a variable of it counts as used
};
using scoped_range = scoped_range_in<domain::global>;

template <class Domain> struct unique_range_in {
    template <class... Parts> explicit unique_range_in(const Parts &...) noexcept {}
    unique_range_in(unique_range_in &&) noexcept = default;
    ~unique_range_in() {}
};
using unique_range = unique_range_in<domain::global>;

template <class... Parts> inline void mark(const Parts &...) noexcept {}
template <class Domain, class... Parts> inline void mark_in(const Parts &...) noexcept {}
} // namespace nvtx3

#define NVTX3_FUNC_RANGE() (void)0
#define NVTX3_FUNC_RANGE_IN(domain) (void)0
#define NVTX3_FUNC_RANGE_IF(condition) (void)(condition)
