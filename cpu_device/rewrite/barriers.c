// SPDX-License-Identifier: MIT
// __syncthreads() twice in one line, as in the two branches of `if (a) __syncthreads(); else __syncthreads();`: the
// device knows a barrier by its line, so each but the first one also gets its number in the line.
#include "rewrite.h"

static bool is_barrier_call(struct token *t)
{
    const struct token *before = previous(t);
    if (!is(next(t), "(") ||
        (is_identifier(before) && !is(before, "return") && !is(before, "else") && !is(before, "do")))
        return false; // a declaration
    return is(t, "__syncthreads")
               ? is(next(next(t)), ")")
               : is(t, "__syncthreads_count") || is(t, "__syncthreads_and") || is(t, "__syncthreads_or");
}

void number_barrier(struct rewriter *r, struct token *t)
{
    if (!is_barrier_call(t))
        return;
    const struct place place = place_of(r, t);
    const bool same_line = place.line == r->barriers_at.line && strcmp(place.file, r->barriers_at.file) == 0;
    r->barriers_in_line = same_line ? r->barriers_in_line + 1 : 0;
    r->barriers_at = place;
    if (same_line)
        addf(&next(t)->partner->before, "%s__builtin_FILE(), __builtin_LINE(), %u", is(t, "__syncthreads") ? "" : ", ",
             r->barriers_in_line);
}
