// SPDX-License-Identifier: MIT
// Where a basic block has the quotient and the remainder of the same integers, nvcc computes the remainder as
// x - x / y * y. That shows if y is 0: then this remainder is x, while one that stands alone has all bits set.
#include "statements.h"

namespace
{
const pass_data paired_remainders_data = {
    GIMPLE_PASS, "paired_remainders", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

gassign *integer_operation(gimple *statement, tree_code code)
{
    gassign *assignment = dyn_cast<gassign *>(statement);
    if (!assignment || gimple_assign_rhs_code(assignment) != code)
        return nullptr;
    const bool is_variable = TREE_CODE(gimple_assign_rhs2(assignment)) == SSA_NAME;
    return is_variable && INTEGRAL_TYPE_P(TREE_TYPE(gimple_assign_lhs(assignment))) ? assignment : nullptr;
}

std::vector<gassign *> operations_in(basic_block block, tree_code code)
{
    std::vector<gassign *> all;
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
        if (gassign *operation = integer_operation(gsi_stmt(i), code))
            all.push_back(operation);
    return all;
}

bool have_same_operands(gassign *one, gassign *other)
{
    return gimple_assign_rhs2(one) == gimple_assign_rhs2(other) &&
           operand_equal_p(gimple_assign_rhs1(one), gimple_assign_rhs1(other), 0);
}

bool comes_before(gimple *one, gimple *other) // of one block
{
    for (gimple_stmt_iterator i = gsi_for_stmt(one); !gsi_end_p(i); gsi_next(&i))
        if (gsi_stmt(i) == other)
            return true;
    return false;
}

void replace(gassign *remainder, gassign *quotient)
{
    gimple_stmt_iterator at = gsi_for_stmt(remainder);
    if (!comes_before(quotient, remainder)) {
        gimple_stmt_iterator of_quotient = gsi_for_stmt(quotient);
        gsi_move_before(&of_quotient, &at);
        at = gsi_for_stmt(remainder);
    }
    statements_before before(at);
    tree type = TREE_TYPE(gimple_assign_lhs(remainder)), number = unsigned_type_for(type); // no overflow
    tree x = before.converted(number, gimple_assign_rhs1(remainder));
    tree y = before.converted(number, gimple_assign_rhs2(remainder));
    tree product = before.value(MULT_EXPR, number, before.converted(number, gimple_assign_lhs(quotient)), y);
    tree rest = before.converted(type, before.value(MINUS_EXPR, number, x, product));
    gassign *replacement = gimple_build_assign(gimple_assign_lhs(remainder), rest);
    gimple_set_location(replacement, gimple_location(remainder));
    gsi_replace(&at, replacement, false);
}

class paired_remainders : public gimple_opt_pass
{
  public:
    paired_remainders() : gimple_opt_pass(paired_remainders_data, g) {}
    opt_pass *clone() final
    {
        return new paired_remainders();
    }
    bool gate(function *) final
    {
        return given.device_pass;
    }
    unsigned execute(function *f) final
    {
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        {
            for (gassign *remainder : operations_in(block, TRUNC_MOD_EXPR))
                for (gassign *quotient : operations_in(block, TRUNC_DIV_EXPR))
                    if (have_same_operands(quotient, remainder)) {
                        replace(remainder, quotient);
                        break;
                    }
        }
        return 0;
    }
};
} // namespace

opt_pass *paired_remainders_pass()
{
    return new paired_remainders();
}
