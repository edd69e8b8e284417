// SPDX-License-Identifier: MIT
// Loads and stores by calls.
#include "plugin.h"

namespace
{
// g++ announces the loads and stores of assignments alone. A call may make some of its own: `out[i] = border()` stores
// the struct that the function returns, `length(in[i])` loads its argument, and g++ expands a memset() of its own
// making in place. This pass comes right before the one that announces. It leaves calls with variables of the stack
// alone: `t = border(); out[i] = t`. What is left of memcpy() and its like becomes a call of the library's function.
const pass_data announced_calls_data = {GIMPLE_PASS,
                                        "announced_calls",
                                        OPTGROUP_NONE,
                                        TV_NONE,
                                        PROP_ssa | PROP_cfg,
                                        0,
                                        0,
                                        0,
                                        TODO_update_ssa_only_virtuals};

class announced_calls : public gimple_opt_pass
{
  public:
    announced_calls() : gimple_opt_pass(announced_calls_data, g) {}
    opt_pass *clone() final
    {
        return new announced_calls();
    }
    bool gate(function *) final
    {
        return sanitize_flags_p(SANITIZE_THREAD);
    }
    unsigned execute(function *f) final
    {
        std::vector<gcall *> calls;
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            if (gcall *call = dyn_cast<gcall *>(gsi_stmt(i)); call && !gimple_call_internal_p(call))
                calls.push_back(call);
        for (gcall *call : calls) {
            if (gimple_call_builtin_p(call, BUILT_IN_NORMAL))
                call_library(call);
            else
                take_apart(call);
        }
        if (!calls.empty())
            mark_virtual_operands_for_renaming(f);
        return 0;
    }

  private:
    static void call_library(gcall *call)
    {
        const tree builtin = gimple_call_fndecl(call);
        const char *name = nullptr;
        switch (DECL_FUNCTION_CODE(builtin)) {
        case BUILT_IN_MEMCPY: name = "memcpy"; break;
        case BUILT_IN_MEMMOVE: name = "memmove"; break;
        case BUILT_IN_MEMSET: name = "memset"; break;
        default: return;
        }
        gimple_call_set_fndecl(call, build_fn_decl(name, TREE_TYPE(builtin)));
        // The analysis of pointers, which is over, has left it to the builtin's name what the call loads and stores.
        gimple_call_use_set(call)->anything = 1;
        gimple_call_clobber_set(call)->anything = 1;
        update_stmt(call);
    }
    static bool is_on_stack(tree expression)
    {
        const tree base = get_base_address(expression);
        return base && DECL_P(base) && !is_global_var(base);
    }
    // A struct in memory that other threads may access. One that must not be copied has its address passed instead.
    static bool is_shared(tree expression)
    {
        return expression && !is_gimple_reg_type(TREE_TYPE(expression)) && !TREE_ADDRESSABLE(TREE_TYPE(expression)) &&
               (DECL_P(expression) || handled_component_p(expression) || TREE_CODE(expression) == MEM_REF ||
                TREE_CODE(expression) == TARGET_MEM_REF) &&
               !is_on_stack(expression);
    }
    static void take_apart(gcall *call)
    {
        gimple_stmt_iterator at = gsi_for_stmt(call);
        bool changed = false;
        for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
            const tree from = gimple_call_arg(call, i);
            if (!is_shared(from))
                continue;
            const tree copy = create_tmp_var(TREE_TYPE(from), "argument");
            gassign *load = gimple_build_assign(copy, unshare_expr(from));
            gimple_set_location(load, gimple_location(call));
            gsi_insert_before(&at, load, GSI_SAME_STMT);
            gimple_call_set_arg(call, i, copy);
            changed = true;
        }
        const tree to = gimple_call_lhs(call);
        const edge next = stmt_ends_bb_p(call) ? find_fallthru_edge(gimple_bb(call)->succs) : nullptr;
        if (is_shared(to) && (next || !stmt_ends_bb_p(call))) {
            const tree copy = create_tmp_var(TREE_TYPE(to), "result");
            gimple_call_set_lhs(call, copy);
            gassign *store = gimple_build_assign(to, copy);
            gimple_set_location(store, gimple_location(call));
            if (next)
                gsi_insert_on_edge_immediate(next, store);
            else
                gsi_insert_after(&at, store, GSI_SAME_STMT);
            changed = true;
        }
        if (changed)
            update_stmt(call);
    }
};
} // namespace

opt_pass *announced_calls_pass()
{
    return new announced_calls();
}
