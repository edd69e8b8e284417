// SPDX-License-Identifier: MIT
// Functions without their return.
#include "plugin.h"

namespace
{
// g++ assumes that a function which returns a value never reaches its end, and runs into whatever code is next. On
// a GPU it returns, with an arbitrary value. This pass comes right after the one that warns of it.
const pass_data missing_returns_data = {GIMPLE_PASS, "missing_returns", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

class missing_returns : public gimple_opt_pass
{
  public:
    missing_returns() : gimple_opt_pass(missing_returns_data, g) {}
    opt_pass *clone() final
    {
        return new missing_returns();
    }
    bool gate(function *) final
    {
        return given.device_pass;
    }
    unsigned execute(function *f) final
    {
        std::vector<basic_block> ends;
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        if (EDGE_COUNT(block->succs) == 0)
            ends.push_back(block);
        for (basic_block end : ends) {
            gimple_stmt_iterator last = gsi_last_nondebug_bb(end);
            // As the front end writes it. The program's own __builtin_unreachable() has a place in the source.
            if (gsi_end_p(last) || !gimple_call_builtin_p(gsi_stmt(last), BUILT_IN_UNREACHABLE) ||
                LOCATION_LOCUS(gimple_location(gsi_stmt(last))) != BUILTINS_LOCATION)
                continue;
            gsi_replace(&last, gimple_build_return(NULL_TREE), true);
            make_edge(end, EXIT_BLOCK_PTR_FOR_FN(f), 0);
        }
        return 0;
    }
};
} // namespace

opt_pass *missing_returns_pass()
{
    return new missing_returns();
}
