// SPDX-License-Identifier: MIT
// The table that a measuring program prints: one line a row, its name first, commas between, perhaps spaces after
// them.
#pragma once

#include "run_program.h"

// The figure in a column, 1 the first after the name. Ends the checker unless the row is there, once, with a figure
// above 0 in that column.
double table_cell(const struct run *run, const char *row, int column);

// Ends the checker unless the row is there, once, and has nothing or a dash in that column.
void require_no_figure(const struct run *run, const char *row, int column);
