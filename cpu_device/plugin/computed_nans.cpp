// SPDX-License-Identifier: MIT
// The NaN that arithmetic computes: on a GPU it is one and the same, whatever the operands are. On this processor it
// has a sign and the operand's bits, which show where a program prints it or looks at its bits. So before a computed
// number is stored, passed on or looked at, a NaN is replaced. Between operations that compute on, it stays as it is.
#include "statements.h"

#include "internal-fn.h"

namespace
{
const pass_data computed_nans_data = {
    GIMPLE_PASS, "computed_nans", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa_only_virtuals};

// A function of math.h, which copies no bits.
bool is_of_mathematics(gimple *call)
{
    if (gimple_call_internal_p(call))
        return gimple_call_internal_fn(call) == IFN_FMA || gimple_call_internal_fn(call) == IFN_SQRT;
    if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL) || !is_float(gimple_call_return_type(as_a<gcall *>(call))))
        return false;
    const built_in_function function = DECL_FUNCTION_CODE(gimple_call_fndecl(call));
    return function != BUILT_IN_COPYSIGNF && function != BUILT_IN_NANF;
}

// Whether this computes a number, which is not merely moved.
bool computes(gimple *statement)
{
    if (is_gimple_call(statement))
        return is_of_mathematics(statement);
    if (!is_gimple_assign(statement))
        return false;
    switch (gimple_assign_rhs_code(statement)) {
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
    case RDIV_EXPR:
    case NEGATE_EXPR:
    case ABS_EXPR: return true;
    default: return false;
    }
}

// Whether this computes on with its operands, or compares them, so that their bits do not show.
bool hides_bits(gimple *user)
{
    if (gimple_code(user) == GIMPLE_COND)
        return true;
    if (!is_gimple_assign(user))
        return is_gimple_call(user) && computes(user);
    const tree_code code = gimple_assign_rhs_code(user);
    return computes(user) || TREE_CODE_CLASS(code) == tcc_comparison || code == FIX_TRUNC_EXPR;
}

class numbers
{
  public:
    explicit numbers(function *f) : function_(f)
    {
        basic_block block;
        FOR_EACH_BB_FN(block, function_)
        {
            for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i); gsi_next(&i))
                if (is_float(TREE_TYPE(gimple_phi_result(i.phi()))))
                    joined_.insert(i.phi());
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                if (is_assignment_of_choice(gsi_stmt(i)))
                    joined_.insert(gsi_stmt(i));
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (auto i = joined_.begin(); i != joined_.end();)
                if (joins_computed(*i)) {
                    ++i;
                } else {
                    i = joined_.erase(i);
                    changed = true;
                }
        }
    }
    bool replace_shown()
    {
        std::vector<tree> computed;
        basic_block block;
        FOR_EACH_BB_FN(block, function_)
        {
            for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i); gsi_next(&i))
                if (joined_.count(i.phi()))
                    computed.push_back(gimple_phi_result(i.phi()));
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
                tree value = gimple_get_lhs(gsi_stmt(i));
                if (value && TREE_CODE(value) == SSA_NAME && is_float(TREE_TYPE(value)) &&
                    (computes(gsi_stmt(i)) || joined_.count(gsi_stmt(i))))
                    computed.push_back(value);
            }
        }
        bool any = false;
        for (tree value : computed)
            any |= replace(value);
        return any;
    }

  private:
    static bool is_assignment_of_choice(gimple *statement)
    {
        return is_gimple_assign(statement) && gimple_assign_rhs_code(statement) == COND_EXPR &&
               is_float(TREE_TYPE(gimple_assign_lhs(statement)));
    }
    bool is_computed(tree value) const
    {
        if (TREE_CODE(value) == REAL_CST)
            return !REAL_VALUE_ISNAN(TREE_REAL_CST(value));
        if (TREE_CODE(value) != SSA_NAME)
            return false;
        gimple *from = SSA_NAME_DEF_STMT(value);
        return joined_.count(from) || computes(from) ||
               (is_gimple_assign(from) && gimple_assign_rhs_code(from) == FLOAT_EXPR);
    }
    bool joins_computed(gimple *statement) const
    {
        if (gphi *phi = dyn_cast<gphi *>(statement)) {
            for (unsigned i = 0; i < gimple_phi_num_args(phi); ++i)
                if (!is_computed(gimple_phi_arg_def(phi, i)))
                    return false;
            return true;
        }
        return is_computed(gimple_assign_rhs2(statement)) && is_computed(gimple_assign_rhs3(statement));
    }
    bool shows(gimple *user, tree value) const
    {
        if (is_gimple_debug(user) || hides_bits(user) || joined_.count(user))
            return false;
        if (is_assignment_of_choice(user)) // the condition compares
            return gimple_assign_rhs2(user) == value || gimple_assign_rhs3(user) == value;
        return true;
    }
    // Replaces the value where its bits show.
    bool replace(tree value)
    {
        std::vector<use_operand_p> shown;
        use_operand_p use;
        imm_use_iterator i;
        FOR_EACH_IMM_USE_FAST(use, i, value)
        if (shows(USE_STMT(use), value))
            shown.push_back(use);
        if (shown.empty() || SSA_NAME_OCCURS_IN_ABNORMAL_PHI(value))
            return false;
        tree type = TREE_TYPE(value), is_nan = make_ssa_name(boolean_type_node), result = make_ssa_name(type);
        gimple *compare = gimple_build_assign(is_nan, UNORDERED_EXPR, value, value);
        gimple *choose = gimple_build_assign(result, COND_EXPR, is_nan, computed_nan(), value);
        insert_after(value, {compare, choose});
        for (use_operand_p one : shown) {
            gimple *user = USE_STMT(one);
            SET_USE(one, result);
            if (gimple_code(user) != GIMPLE_PHI)
                update_stmt(user);
        }
        return true;
    }
    static void insert_after(tree value, std::initializer_list<gimple *> added)
    {
        gimple *from = SSA_NAME_DEF_STMT(value);
        for (gimple *statement : added)
            gimple_set_location(statement, gimple_location(from));
        if (gimple_code(from) == GIMPLE_PHI) {
            gimple_stmt_iterator at = gsi_after_labels(gimple_bb(from));
            for (gimple *statement : added)
                gsi_insert_before(&at, statement, GSI_SAME_STMT);
            return;
        }
        gimple_stmt_iterator at = gsi_for_stmt(from);
        for (gimple *statement : added)
            gsi_insert_after(&at, statement, GSI_NEW_STMT);
    }

    function *function_;
    std::set<gimple *> joined_; // phis and choices all of whose values are computed
};

class computed_nans : public gimple_opt_pass
{
  public:
    explicit computed_nans(bool early) : gimple_opt_pass(computed_nans_data, g), early_(early) {}
    opt_pass *clone() final
    {
        return new computed_nans(early_);
    }
    bool gate(function *f) final
    {
        return given.device_pass && is_thread_loop(f) == early_;
    }
    unsigned execute(function *f) final
    {
        if (numbers(f).replace_shown())
            mark_virtual_operands_for_renaming(f);
        return 0;
    }

  private:
    const bool early_;
};
} // namespace

opt_pass *computed_nans_pass(bool early)
{
    return new computed_nans(early);
}
