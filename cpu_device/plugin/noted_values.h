// SPDX-License-Identifier: MIT
// Calls that note, while a checked kernel runs, what C++ leaves undefined and the device computes as a GPU.
#pragma once

#include "statements.h"

// Before the statement at `at`: a call that notes it if it is not `defined`, a boolean. Both end in new basic blocks.
// `function`: of the device, without arguments. Returns where the statement is then.
gimple_stmt_iterator note_unless(tree defined, const char *function, gimple_stmt_iterator at);

// Whether a note of the statement would be about the program, and not about a header of the device or the toolkit.
bool is_noteworthy(const gimple *statement);
