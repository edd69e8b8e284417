// SPDX-License-Identifier: MIT
// Builds GIMPLE statements before a given one, each with its place in the source.
#pragma once

#include "plugin.h"

class statements_before
{
  public:
    explicit statements_before(gimple_stmt_iterator at) : at_(at), where_(gimple_location(gsi_stmt(at))) {}

    // code(x), code(x, y) or code(x, y, z) of this type.
    tree value(tree_code code, tree type, tree x, tree y = NULL_TREE, tree z = NULL_TREE)
    {
        tree result = name_of(type);
        insert(z   ? gimple_build_assign(result, code, x, y, z)
               : y ? gimple_build_assign(result, code, x, y)
                   : gimple_build_assign(result, code, x));
        return result;
    }
    tree converted(tree type, tree x)
    {
        return useless_type_conversion_p(type, TREE_TYPE(x)) ? x : value(NOP_EXPR, type, x);
    }
    tree bits_as(tree type, tree x)
    {
        return value(VIEW_CONVERT_EXPR, type, build1(VIEW_CONVERT_EXPR, type, x));
    }
    tree compared(tree_code code, tree x, tree y)
    {
        return value(code, boolean_type_node, x, y);
    }
    // condition ? x : y
    tree chosen(tree condition, tree x, tree y)
    {
        return value(COND_EXPR, TREE_TYPE(x), condition, x, y);
    }
    tree called(built_in_function function, tree type, tree x)
    {
        tree result = name_of(type);
        gcall *call = gimple_build_call(builtin_decl_explicit(function), 1, x);
        gimple_call_set_lhs(call, result);
        insert(call);
        return result;
    }

  private:
    static tree name_of(tree type)
    {
        return gimple_in_ssa_p(cfun) ? make_ssa_name(type) : create_tmp_reg(type);
    }
    void insert(gimple *statement)
    {
        gimple_set_location(statement, where_);
        gsi_insert_before(&at_, statement, GSI_SAME_STMT);
    }
    gimple_stmt_iterator at_;
    location_t where_;
};

// 2 to this power, as a constant of a floating-point type.
inline tree power_of_2(tree type, int power)
{
    REAL_VALUE_TYPE value;
    real_2expN(&value, power, TYPE_MODE(type));
    return build_real(type, value);
}

// A floating-point type of 32 or 64 bits.
inline bool is_real(tree type)
{
    return TREE_CODE(type) == REAL_TYPE && (TYPE_PRECISION(type) == 32 || TYPE_PRECISION(type) == 64);
}

inline bool is_float(tree type)
{
    return TREE_CODE(type) == REAL_TYPE && TYPE_PRECISION(type) == 32;
}

// The NaN that a GPU computes, of float.
inline tree computed_nan()
{
    return fold_build1(VIEW_CONVERT_EXPR, float_type_node, build_int_cstu(uint32_type_node, 0x7fffffff));
}
