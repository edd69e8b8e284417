// SPDX-License-Identifier: MIT
// products: which products nvcc fuses with a sum.
#include "products.h"
