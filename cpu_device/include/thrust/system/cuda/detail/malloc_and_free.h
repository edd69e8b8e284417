// SPDX-License-Identifier: MIT
#pragma once
#pragma GCC system_header
#include "util.h"
