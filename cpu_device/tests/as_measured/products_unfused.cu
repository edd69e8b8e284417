// SPDX-License-Identifier: MIT
// products_unfused: the same without fusing.
// Compiled with: -fmad=false
#include "products.h"
