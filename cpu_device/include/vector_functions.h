// SPDX-License-Identifier: MIT
// Here because programs include it by this name.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here
#include "vector_types.h"
