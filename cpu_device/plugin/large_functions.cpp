// SPDX-License-Identifier: MIT
// Functions with thousands of statements. Some of g++'s passes take time that grows with the square of a function's
// length, or faster. A large function is compiled without these passes: without the analysis of what pointers point to,
// the search for ranges of values and for jumps that can be shortened, and two searches for needless loads and stores.
#include "plugin.h"

#include "opts.h"

#include "options.h"

namespace
{
constexpr unsigned most_with_all = 3000; // statements of a function that is compiled with all passes

bool is_large(function *f)
{
    unsigned statements = 0;
    basic_block block;
    FOR_EACH_BB_FN(block, f)
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next_nondebug(&i))
        if (++statements > most_with_all)
            return true;
    return false;
}

const pass_data large_functions_data = {GIMPLE_PASS, "large_functions", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

// It comes again and again, because inlining makes functions larger.
class large_functions : public gimple_opt_pass
{
  public:
    large_functions() : gimple_opt_pass(large_functions_data, g) {}
    opt_pass *clone() final
    {
        return new large_functions();
    }
    bool gate(function *) final
    {
        return flag_tree_pta || flag_tree_vrp || flag_thread_jumps || flag_gcse || flag_dse;
    }
    unsigned execute(function *f) final
    {
        if (!is_large(f))
            return 0;
        flag_tree_pta = flag_tree_vrp = flag_thread_jumps = flag_gcse = flag_dse = 0;
        DECL_FUNCTION_SPECIFIC_OPTIMIZATION(f->decl) = build_optimization_node(&global_options, &global_options_set);
        set_cfun(f, true); // with these options
        return 0;
    }
};
} // namespace

opt_pass *large_functions_pass()
{
    return new large_functions();
}
