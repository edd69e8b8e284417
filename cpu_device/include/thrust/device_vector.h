// SPDX-License-Identifier: MIT
#pragma once
#pragma GCC system_header
#include_next <thrust/device_vector.h>

// With nvcc these come with it or with <thrust/sort.h>, and programs rely on it.
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/sequence.h>
#include <thrust/swap.h>
#include <thrust/transform_reduce.h>
