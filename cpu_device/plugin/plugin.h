// SPDX-License-Identifier: MIT
// What the parts of the plugin share: GCC's headers, in an order that they need; the arguments; the parts.
#pragma once

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gcc-plugin.h"

#include "tree.h"

#include "cp/cp-tree.h"

#include "c-family/c-pragma.h"

#include "stringpool.h"

#include "attribs.h"

#include "diagnostic.h"

#include "cgraph.h"

#include "asan.h"

#include "builtins.h"

#include "basic-block.h"

#include "context.h"

#include "tree-pass.h"

#include "tree-ssa-alias.h"

#include "gimple-expr.h"

#include "gimple.h"

#include "gimple-iterator.h"

#include "gimplify.h"

#include "gimplify-me.h"

#include "ssa.h"

#include "tree-cfg.h"

#include "tree-into-ssa.h"

struct plugin_arguments {
    bool device_pass; // pass=device|host: which side's functions are checked; cucc compiles each file once for each
    bool relaxed;     // --expt-relaxed-constexpr: constexpr functions may be called from both sides
    bool lambdas;     // --extended-lambda: lambdas may be __device__
    bool relocatable; // -rdc=true: functions of the device may be in other files, and kernels may call what CUDA has in
                      // its device runtime
    bool rtc;         // NVRTC compiles: there are no functions of the host
    bool default_device;       // functions without a word are of the device
    bool fuses = true;         // fmad=false: products and sums are two operations
    bool no_divergent_barrier; // -Wno-divergent-barrier
    std::string include;       // the device's own headers, whose functions both sides may call
};
extern plugin_arguments given;

// The function in the source; of a constructor and a destructor there are several.
inline tree original(tree function)
{
    return DECL_CLONED_FUNCTION_P(function) ? DECL_CLONED_FUNCTION(function) : function;
}

// spaces.cpp: the check of execution spaces.
void check_spaces(const char *plugin);

// host_functions.cpp: what the pass for the device leaves to the host's, so that it takes no compile time there. Both
// are called when a function has been parsed.
void leave_to_host(tree function);          // one of the host
void leave_out_initializers(tree function); // if it is what runs before or after main()

// printf_formats.cpp: the formats that CUDA's printf() does not know.
void check_printf_formats(const char *plugin);

// divergent_barriers.cpp: warns of barriers that not all threads of a block may reach.
void warn_of_divergent_barriers(const char *plugin);

// One file each. Both announcing passes come right before g++'s own, which they complete.
opt_pass *announced_calls_pass();
opt_pass *misaligned_accesses_pass();
opt_pass *results_of_one_pass(); // before them
opt_pass *missing_returns_pass();
// Loops that load what the checks have recorded: right before g++'s own, and right after it.
opt_pass *silent_loops_pass();
opt_pass *silent_loops_end_pass();
// In the pass for the host, in the place of g++'s own.
opt_pass *host_accesses_pass();
// Right before g++'s "ccp", each time.
opt_pass *large_functions_pass();
opt_pass *defined_arithmetic_pass();
opt_pass *paired_remainders_pass();
opt_pass *unnoted_values_pass();
// In this order.
opt_pass *unchecked_bodies_pass();
opt_pass *thread_loops_pass();
opt_pass *loop_indices_pass(bool early);
bool is_thread_loop(function *); // to that pass
// `early`: those of thread loops, before g++ vectorizes; else all others.
opt_pass *fused_products_pass(bool early);
opt_pass *computed_nans_pass(bool early);
