// SPDX-License-Identifier: MIT
// Tables as CSV, from Nsight Compute or the CPU device: fields may stand in quotes, and hold commas there.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { most_fields = 256 };

// Takes the line at *text apart, in place, and moves on to the next one; the number of fields, 0 at the end. Ends the
// program where there are too many.
size_t next_line(char **text, const char *fields[most_fields]);

// Which field has this name in its header line; -1 if none.
int find_field(const char *const fields[], size_t count, const char *name);

// The number in a field, which may have commas between its digits; 0 if there is none ("", "-").
double number_in(const char *field);
