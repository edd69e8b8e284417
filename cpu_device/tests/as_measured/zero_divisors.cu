// SPDX-License-Identifier: MIT
// zero_divisors: integers divided by zero, alone and with the quotient and the remainder side by side. C++ promises
// nothing here; a GPU goes on.
// Errors on purpose.
#include "probe.h"

INPUTS(ints, int, 0, 1, -1, 2, -2, 7, -7, 255, -128, 256, 32767, -32768, 65535, 65536, 0x12345678, 2147483647,
       -2147483647 - 1)
INPUTS(longs, long long, 0, 1, -1, 7, -7, 4294967295, 4294967296, -4294967297, 0x123456789abcdef, 9223372036854775807,
       -9223372036854775807 - 1)

__device__ int zero; // the compiler cannot know that nobody sets it

PROBE(quotient, ints, x / zero)
PROBE(remainder, ints, x % zero)
PROBE(quotient_unsigned, ints, (unsigned)x / (unsigned)zero)
PROBE(remainder_unsigned, ints, (unsigned)x % (unsigned)zero)
PROBE(both, ints, 3 * (x / zero) + (x % zero))
PROBE(both_unsigned, ints, 3 * ((unsigned)x / (unsigned)zero) + ((unsigned)x % (unsigned)zero))
PROBE(one_of_both, ints, i % 2 ? x / zero : x % zero)
PROBE(quotient_long_long, longs, x / zero)
PROBE(remainder_long_long, longs, x % zero)
PROBE(quotient_unsigned_long_long, longs, (unsigned long long)x / (unsigned long long)zero)
PROBE(remainder_unsigned_long_long, longs, (unsigned long long)x % (unsigned long long)zero)
PROBE(both_long_long, longs, 3 * (x / zero) + (x % zero))
PROBE(both_unsigned_long_long, longs,
      3 * ((unsigned long long)x / (unsigned long long)zero) + ((unsigned long long)x % (unsigned long long)zero))
PROBE(quotient_short, ints, (short)((short)x / (short)zero))
PROBE(remainder_short, ints, (short)((short)x % (short)zero))
PROBE(quotient_unsigned_short, ints, (unsigned short)((unsigned short)x / (unsigned short)zero))
PROBE(remainder_unsigned_short, ints, (unsigned short)((unsigned short)x % (unsigned short)zero))
PROBE(quotient_signed_char, ints, (signed char)((signed char)x / (signed char)zero))
PROBE(remainder_signed_char, ints, (signed char)((signed char)x % (signed char)zero))
PROBE(quotient_unsigned_char, ints, (unsigned char)((unsigned char)x / (unsigned char)zero))
PROBE(remainder_unsigned_char, ints, (unsigned char)((unsigned char)x % (unsigned char)zero))
PROBE(of_seven, ints, 7 / (x & zero))
PROBE(rest_of_seven, ints, 7 % (x & zero))
