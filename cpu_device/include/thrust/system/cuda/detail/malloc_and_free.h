// SPDX-License-Identifier: MIT
#pragma once
#pragma GCC system_header
#include "cpu_device.h"
