// SPDX-License-Identifier: MIT
// How device functions round.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __DEVICE_TYPES_H__ // programs ask for this

enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
