// SPDX-License-Identifier: MIT
// What C++ leaves undefined, and a GPU gives a value: shifts by as many bits as a type has, and by more; conversions to
// integers that do not hold the number. This pass comes early, before g++ assumes that neither happens. It also gives
// the minimum and maximum of floating-point numbers a GPU's order of zeros, and lets lrint() and its like saturate.
//
// A count of bits is taken as unsigned. One that is too large leaves nothing of the number but its sign. A number out
// of range gives the nearest integer; narrow types get the low bits of an int's or an unsigned int's. NaN gives 0 from
// a float to 32 bits and otherwise the highest bit alone. An H200 printed all this (tests/as_measured).
#include "noted_values.h"

namespace
{
const pass_data defined_arithmetic_data = {
    GIMPLE_PASS, "defined_arithmetic", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

// --- shifts ---

tree shifted(statements_before before, tree_code code, tree type, tree x, tree count)
{
    const unsigned bits = TYPE_PRECISION(type);
    tree number = before.converted(unsigned_type_node, count), most = build_int_cstu(unsigned_type_node, bits - 1);
    if (code == RSHIFT_EXPR && !TYPE_UNSIGNED(type))
        return before.value(code, type, x, before.value(MIN_EXPR, unsigned_type_node, number, most));
    tree within = before.value(BIT_AND_EXPR, unsigned_type_node, number, most);
    tree moved = before.value(code, type, x, within);
    return before.chosen(before.compared(LE_EXPR, number, most), moved, build_zero_cst(type));
}

bool is_unsafe_shift(gassign *assignment)
{
    const tree_code code = gimple_assign_rhs_code(assignment);
    tree type = TREE_TYPE(gimple_assign_lhs(assignment));
    if ((code != LSHIFT_EXPR && code != RSHIFT_EXPR) || !INTEGRAL_TYPE_P(type))
        return false;
    const unsigned bits = TYPE_PRECISION(type);
    tree count = gimple_assign_rhs2(assignment);
    const bool is_power_of_2 = (bits & (bits - 1)) == 0;
    return is_power_of_2 &&
           (TREE_CODE(count) != INTEGER_CST || !tree_fits_uhwi_p(count) || tree_to_uhwi(count) >= bits);
}

// --- conversions ---

tree saturated(statements_before before, tree type, tree x)
{
    tree real = TREE_TYPE(x);
    const bool is_signed = !TYPE_UNSIGNED(type);
    const unsigned bits = TYPE_PRECISION(type);
    const bool nan_is_zero = bits == 32 && TYPE_PRECISION(real) == 32;
    tree least = TYPE_MIN_VALUE(type), most = TYPE_MAX_VALUE(type), zero = build_zero_cst(type);
    tree of_nan = nan_is_zero ? zero : wide_int_to_tree(type, wi::set_bit_in_zero(bits - 1, bits));

    tree result = before.value(FIX_TRUNC_EXPR, type, x);
    tree end = power_of_2(real, is_signed ? bits - 1 : bits);
    result = before.chosen(before.compared(GE_EXPR, x, end), most, result);
    tree begin = is_signed ? fold_build1(NEGATE_EXPR, real, end) : build_zero_cst(real);
    result = before.chosen(before.compared(LT_EXPR, x, begin), least, result);
    return before.chosen(before.compared(UNORDERED_EXPR, x, x), of_nan, result);
}

tree to_integer(statements_before before, tree type, tree x)
{
    if (TYPE_PRECISION(type) >= 32)
        return saturated(before, type, x);
    return before.converted(type, saturated(before, TYPE_UNSIGNED(type) ? unsigned_type_node : integer_type_node, x));
}

bool converts_to_integer(gassign *assignment)
{
    tree type = TREE_TYPE(gimple_assign_lhs(assignment));
    return gimple_assign_rhs_code(assignment) == FIX_TRUNC_EXPR && INTEGRAL_TYPE_P(type) &&
           TYPE_PRECISION(type) <= 64 && is_real(TREE_TYPE(gimple_assign_rhs1(assignment)));
}

// Whether C++ defines the conversion: the integer part of x is in the type's range.
tree is_in_range(statements_before before, tree type, tree x)
{
    tree real = TREE_TYPE(x);
    const unsigned bits = TYPE_PRECISION(type);
    const bool is_signed = !TYPE_UNSIGNED(type);
    tree begin = is_signed ? fold_build1(NEGATE_EXPR, real, power_of_2(real, bits - 1)) : build_zero_cst(real);
    tree before_begin = fold_build2(MINUS_EXPR, real, begin, build_one_cst(real));
    const bool is_exact = !operand_equal_p(begin, before_begin, 0); // else the type has no number between them
    tree above = before.compared(is_exact ? GT_EXPR : GE_EXPR, x, before_begin);
    tree below = before.compared(LT_EXPR, x, power_of_2(real, is_signed ? bits - 1 : bits));
    return before.value(BIT_AND_EXPR, boolean_type_node, above, below);
}

tree is_below_width(statements_before before, tree type, tree count)
{
    tree most = build_int_cstu(unsigned_type_node, TYPE_PRECISION(type) - 1);
    return before.compared(LE_EXPR, before.converted(unsigned_type_node, count), most);
}

// --- functions ---

// The smaller or the larger of two numbers. -0 is less than 0; of a NaN and a number, the number.
tree extreme(statements_before before, bool smaller, tree x, tree y)
{
    tree type = TREE_TYPE(x), bits = build_nonstandard_integer_type(TYPE_PRECISION(type), 1);
    tree both =
        before.value(smaller ? BIT_IOR_EXPR : BIT_AND_EXPR, bits, before.bits_as(bits, x), before.bits_as(bits, y));
    tree result = before.chosen(before.compared(smaller ? LT_EXPR : GT_EXPR, x, y), x, y);
    result = before.chosen(before.compared(EQ_EXPR, x, y), before.bits_as(type, both), result);
    if (is_float(type)) // two NaNs
        x = before.chosen(before.compared(UNORDERED_EXPR, x, x), computed_nan(), x);
    return before.chosen(before.compared(UNORDERED_EXPR, y, y), x, result);
}

tree result_of(statements_before before, gcall *call)
{
    tree type = TREE_TYPE(gimple_call_lhs(call)), x = gimple_call_arg(call, 0);
    const auto rounded = [&](built_in_function rounds) {
        return to_integer(before, type, before.called(rounds, TREE_TYPE(x), x));
    };
    switch (DECL_FUNCTION_CODE(gimple_call_fndecl(call))) {
    case BUILT_IN_FMIN:
    case BUILT_IN_FMINF: return extreme(before, true, x, gimple_call_arg(call, 1));
    case BUILT_IN_FMAX:
    case BUILT_IN_FMAXF: return extreme(before, false, x, gimple_call_arg(call, 1));
    case BUILT_IN_LRINTF:
    case BUILT_IN_LLRINTF: return rounded(BUILT_IN_RINTF);
    case BUILT_IN_LRINT:
    case BUILT_IN_LLRINT: return rounded(BUILT_IN_RINT);
    case BUILT_IN_LROUNDF:
    case BUILT_IN_LLROUNDF: return rounded(BUILT_IN_ROUNDF);
    case BUILT_IN_LROUND:
    case BUILT_IN_LLROUND: return rounded(BUILT_IN_ROUND);
    default: return NULL_TREE;
    }
}

class defined_arithmetic : public gimple_opt_pass
{
  public:
    defined_arithmetic() : gimple_opt_pass(defined_arithmetic_data, g) {}
    opt_pass *clone() final
    {
        return new defined_arithmetic();
    }
    bool gate(function *) final
    {
        return given.device_pass;
    }
    unsigned execute(function *f) final
    {
        std::vector<gimple *> statements; // as they are in the program, since each may become several, in new blocks
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            statements.push_back(gsi_stmt(i));
        for (gimple *statement : statements) {
            gimple_stmt_iterator i = noted(gsi_for_stmt(statement));
            tree value = defined(i);
            if (value == NULL_TREE)
                continue;
            gassign *replacement = gimple_build_assign(gimple_get_lhs(statement), value);
            gimple_set_location(replacement, gimple_location(statement));
            gsi_replace(&i, replacement, false);
        }
        return 0;
    }

  private:
    // With the call that notes it in front, if C++ may leave the statement undefined.
    static gimple_stmt_iterator noted(gimple_stmt_iterator i)
    {
        gassign *assignment = dyn_cast<gassign *>(gsi_stmt(i));
        if (!assignment || !is_noteworthy(assignment))
            return i;
        statements_before before(i);
        tree type = TREE_TYPE(gimple_assign_lhs(assignment));
        if (is_unsafe_shift(assignment)) {
            tree count = gimple_assign_rhs2(assignment);
            return note_unless(is_below_width(before, type, count), "cpu_device_shifts_beyond", i);
        }
        if (converts_to_integer(assignment)) {
            tree x = gimple_assign_rhs1(assignment);
            return note_unless(is_in_range(before, type, x), "cpu_device_converts_beyond", i);
        }
        return i;
    }
    static tree defined(gimple_stmt_iterator i)
    {
        statements_before before(i);
        if (gassign *assignment = dyn_cast<gassign *>(gsi_stmt(i))) {
            tree type = TREE_TYPE(gimple_assign_lhs(assignment)), x = gimple_assign_rhs1(assignment);
            if (is_unsafe_shift(assignment))
                return shifted(before, gimple_assign_rhs_code(assignment), type, x, gimple_assign_rhs2(assignment));
            if (converts_to_integer(assignment))
                return to_integer(before, type, x);
        } else if (gcall *call = dyn_cast<gcall *>(gsi_stmt(i))) {
            if (gimple_call_lhs(call) != NULL_TREE && gimple_call_builtin_p(call, BUILT_IN_NORMAL) &&
                gimple_call_num_args(call) > 0 && is_real(TREE_TYPE(gimple_call_arg(call, 0))))
                return result_of(before, call);
        }
        return NULL_TREE;
    }
};
} // namespace

opt_pass *defined_arithmetic_pass()
{
    return new defined_arithmetic();
}
