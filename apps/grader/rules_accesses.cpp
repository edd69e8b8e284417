// SPDX-License-Identifier: MIT
// Every load and store of a submission is announced to the checks.
#include "rules.h"

#include <cstring>

namespace
{
// g++ announces what other threads may access, as far as it trusts the types: it takes an element of an array for a
// part of that array, and what is const for unchanged. So a variable of the stack whose address nobody has, or a const
// one, gets no announcement. But `int a[0]` has an element at any distance, and a cast lets a thread store into what
// is const. This pass comes right after g++'s own and looks at every load and store that is left. Where the access
// certainly lies within such a variable, it needs no announcement; in all other cases it gets one.
//
// A function without announcements (an attribute asks for that) is refused, unless it is one of the device's.
const pass_data all_announced_data = {
    GIMPLE_PASS, "all_announced", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa_only_virtuals};

enum class direction { load, store };

bool is_memory(tree expression)
{
    const tree base =
        expression && (DECL_P(expression) || REFERENCE_CLASS_P(expression)) ? get_base_address(expression) : NULL_TREE;
    return base && !is_gimple_reg(base) &&
           (VAR_P(base) || TREE_CODE(base) == PARM_DECL || TREE_CODE(base) == RESULT_DECL ||
            TREE_CODE(base) == MEM_REF || TREE_CODE(base) == TARGET_MEM_REF);
}

// What has an address: a bit field has none of its own.
tree with_address(tree expression)
{
    while (TREE_CODE(expression) == BIT_FIELD_REF ||
           (TREE_CODE(expression) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(expression, 1))))
        expression = TREE_OPERAND(expression, 0);
    return expression;
}

// The variable in which an access lies by its type; null: its address comes from a pointer.
tree variable_of(tree expression)
{
    const tree base = get_base_address(expression);
    return base && DECL_P(base) ? base : NULL_TREE;
}

// No index and no offset leads out of the variable.
bool is_within(tree expression, tree variable)
{
    poly_int64 offset, size, most;
    bool reversed;
    if (get_ref_base_and_extent(expression, &offset, &size, &most, &reversed) != variable || !known_size_p(size) ||
        maybe_ne(size, most) || !DECL_SIZE(variable) || !tree_fits_shwi_p(DECL_SIZE(variable)))
        return false;
    return known_ge(offset, 0) && known_le(offset + size, tree_to_shwi(DECL_SIZE(variable)));
}

// Nobody else stores there: a variable of the stack, or what is in a page that cannot be written.
bool is_of_thread_alone(tree variable, direction d)
{
    if (has(variable, "cuda_shared") || has(variable, "cuda_device"))
        return false;
    return !is_global_var(variable) || (TREE_READONLY(variable) && d == direction::load);
}

// Whether the announcements that g++ has put right before a statement have one of this kind.
bool is_announced(gimple_stmt_iterator at, direction d)
{
    const char *const kind = d == direction::load ? "read" : "write";
    for (gsi_prev(&at); !gsi_end_p(at); gsi_prev(&at)) {
        gimple *const before = gsi_stmt(at);
        if (is_gimple_debug(before) || (is_gimple_assign(before) && !gimple_vuse(before)))
            continue;
        const tree called = is_gimple_call(before) ? gimple_call_fndecl(before) : NULL_TREE;
        const char *const name = called && DECL_NAME(called) ? IDENTIFIER_POINTER(DECL_NAME(called)) : "";
        if (strstr(name, "__tsan_") == nullptr)
            return false;
        if (strstr(name, kind) || strstr(name, "vptr"))
            return true;
    }
    return false;
}

class all_announced : public gimple_opt_pass
{
  public:
    all_announced() : gimple_opt_pass(all_announced_data, g) {}
    opt_pass *clone() final
    {
        return new all_announced();
    }
    unsigned execute(function *f) final
    {
        f_ = f;
        announces_ = sanitize_flags_p(SANITIZE_THREAD);
        changed_ = false;
        if (!announces_ && is_of_device(DECL_SOURCE_LOCATION(f->decl)))
            return 0;
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            look_at(i);
        if (changed_)
            mark_virtual_operands_for_renaming(f);
        return 0;
    }

  private:
    function *f_ = nullptr;
    bool announces_ = true, changed_ = false;

    void look_at(gimple_stmt_iterator at)
    {
        gimple *const statement = gsi_stmt(at);
        if (gimple_clobber_p(statement))
            return;
        if (gimple_assign_single_p(statement)) {
            access(at, gimple_assign_lhs(statement), direction::store);
            access(at, gimple_assign_rhs1(statement), direction::load);
        } else if (is_gimple_call(statement) && !gimple_call_internal_p(statement)) {
            access(at, gimple_call_lhs(statement), direction::store);
            for (unsigned i = 0; i < gimple_call_num_args(statement); ++i)
                access(at, gimple_call_arg(statement, i), direction::load);
        }
    }

    void access(gimple_stmt_iterator at, tree expression, direction d)
    {
        if (!is_memory(expression))
            return;
        expression = with_address(expression);
        const tree variable = variable_of(expression);
        if (variable && is_of_thread_alone(variable, d) && is_within(expression, variable))
            return;
        const location_t where = place(f_, gsi_stmt(at));
        if (!announces_)
            return refuse(where, _("the checks do not see what this function loads and stores"));
        if (is_announced(at, d))
            return;
        const HOST_WIDE_INT size = int_size_in_bytes(TREE_TYPE(expression));
        if (size < 0)
            return refuse(where, _("an access whose size is not known when it is compiled"));
        if (size > 0)
            announce(at, expression, variable && is_of_thread_alone(variable, d) ? variable : NULL_TREE, size, d);
    }

    tree assigned(gimple_stmt_iterator *at, tree type, tree_code code, tree a, tree b = NULL_TREE, tree c = NULL_TREE)
    {
        const tree name = make_ssa_name(type);
        gsi_insert_before(at, gimple_build_assign(name, code, a, b, c), GSI_SAME_STMT);
        return name;
    }

    // The address of the access; of a variable of the thread's own in its place where it lies within `variable`.
    tree address_of(gimple_stmt_iterator *at, tree expression, tree variable, HOST_WIDE_INT size)
    {
        if (DECL_P(get_base_address(expression)))
            mark_addressable(get_base_address(expression));
        const tree address =
            force_gimple_operand_gsi(at, fold_convert(ptr_type_node, build_fold_addr_expr(unshare_expr(expression))),
                                     true, NULL_TREE, true, GSI_SAME_STMT);
        const tree whole = variable ? DECL_SIZE_UNIT(variable) : NULL_TREE;
        if (!whole || !tree_fits_shwi_p(whole) || tree_to_shwi(whole) < size)
            return address;
        const tree begin = force_gimple_operand_gsi(at, fold_convert(ptr_type_node, build_fold_addr_expr(variable)),
                                                    true, NULL_TREE, true, GSI_SAME_STMT);
        const tree own = create_tmp_var(char_type_node, "within");
        mark_addressable(own);
        const tree distance = assigned(at, size_type_node, MINUS_EXPR, assigned(at, size_type_node, NOP_EXPR, address),
                                       assigned(at, size_type_node, NOP_EXPR, begin));
        const tree within = assigned(at, boolean_type_node, LE_EXPR, distance, size_int(tree_to_shwi(whole) - size));
        const tree own_address = force_gimple_operand_gsi(at, fold_convert(ptr_type_node, build_fold_addr_expr(own)),
                                                          true, NULL_TREE, true, GSI_SAME_STMT);
        return assigned(at, ptr_type_node, COND_EXPR, within, own_address, address);
    }

    void announce(gimple_stmt_iterator at, tree expression, tree variable, HOST_WIDE_INT size, direction d)
    {
        const tree address = address_of(&at, expression, variable, size);
        const bool loads = d == direction::load;
        const tree range = builtin_decl_implicit(loads ? BUILT_IN_TSAN_READ_RANGE : BUILT_IN_TSAN_WRITE_RANGE);
        gcall *const call = gimple_build_call(range, 2, address, size_int(size));
        gimple_set_location(call, place(f_, gsi_stmt(at)));
        gsi_insert_before(&at, call, GSI_SAME_STMT);
        changed_ = true;
    }
};
} // namespace

opt_pass *all_announced_pass()
{
    return new all_announced();
}
