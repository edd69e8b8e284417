// SPDX-License-Identifier: MIT
// Takes the solution from where it is. Grade: does not compile
#include "judge/../../tests/exercises/right/add.cu"
#include "judge/add.h"
