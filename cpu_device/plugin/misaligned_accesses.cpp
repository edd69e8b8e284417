// SPDX-License-Identifier: MIT
// Accesses without a place in the source, and accesses at the wrong address.
#include "plugin.h"

namespace
{
// g++ moves a load to before the call that needs its value, or to another branch, and some of these then have no place
// in the source: a report would name that of whatever code comes before. They get the place of what comes next.
void give_place(gimple_stmt_iterator i)
{
    gimple *const statement = gsi_stmt(i);
    if (!gimple_assign_single_p(statement) || LOCATION_LOCUS(gimple_location(statement)) > BUILTINS_LOCATION ||
        !(gimple_vuse(statement) || gimple_vdef(statement)))
        return;
    const auto place_from = [](gimple_stmt_iterator at) {
        for (; !gsi_end_p(at); gsi_next_nondebug(&at))
            if (LOCATION_LOCUS(gimple_location(gsi_stmt(at))) > BUILTINS_LOCATION)
                return gimple_location(gsi_stmt(at));
        return UNKNOWN_LOCATION;
    };
    location_t place = place_from(i);
    basic_block block = gimple_bb(statement);
    for (int far = 0; far < 8 && place == UNKNOWN_LOCATION && single_succ_p(block); ++far) {
        block = single_succ(block);
        if (block->index == EXIT_BLOCK)
            break;
        place = place_from(gsi_start_bb(block));
    }
    for (; place == UNKNOWN_LOCATION && !gsi_end_p(i); gsi_prev_nondebug(&i))
        if (LOCATION_LOCUS(gimple_location(gsi_stmt(i))) > BUILTINS_LOCATION)
            place = gimple_location(gsi_stmt(i));
    gimple_set_location(statement, place);
}

// --- accesses at the wrong address ---

// For an access that is certain to be misaligned, as one byte into an int, g++ announces a run of bytes that may begin
// anywhere: so may a packed struct's members. This pass also announces it by its type, as g++ does with all others.
const pass_data misaligned_accesses_data = {
    GIMPLE_PASS, "misaligned_accesses",        OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0,
    0,           TODO_update_ssa_only_virtuals};

class misaligned_accesses : public gimple_opt_pass
{
  public:
    misaligned_accesses() : gimple_opt_pass(misaligned_accesses_data, g) {}
    opt_pass *clone() final
    {
        return new misaligned_accesses();
    }
    bool gate(function *) final
    {
        return sanitize_flags_p(SANITIZE_THREAD);
    }
    unsigned execute(function *f) final
    {
        bool any = false;
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
            gimple *statement = gsi_stmt(i);
            if (!gimple_assign_single_p(statement) || gimple_clobber_p(statement))
                continue;
            give_place(i);
            any |= announce(i, gimple_assign_lhs(statement), true);
            any |= announce(i, gimple_assign_rhs1(statement), false);
        }
        if (any)
            mark_virtual_operands_for_renaming(f);
        return 0;
    }

  private:
    // Its type promises an alignment that its address cannot have. A packed type promises none; and of a variable of
    // bytes, it is not certain where it begins on a GPU.
    static bool is_misaligned(tree expression)
    {
        while (handled_component_p(expression))
            expression = TREE_OPERAND(expression, 0);
        unsigned int multiple;
        unsigned HOST_WIDE_INT beyond;
        if (TREE_CODE(expression) != MEM_REF)
            return false;
        get_object_alignment_1(expression, &multiple, &beyond);
        return (beyond & (TYPE_ALIGN(TREE_TYPE(expression)) - 1)) != 0;
    }
    static bool announce(gimple_stmt_iterator &before, tree expression, bool stores)
    {
        if (!handled_component_p(expression) && TREE_CODE(expression) != MEM_REF)
            return false;
        const HOST_WIDE_INT size = int_size_in_bytes(TREE_TYPE(expression));
        if (TREE_CODE(expression) == BIT_FIELD_REF || is_bit_field(expression) ||
            !(size == 2 || size == 4 || size == 8 || size == 16) || !is_misaligned(expression))
            return false;
        const std::string name = std::string(TREE_THIS_VOLATILE(expression) ? "__tsan_volatile_" : "__tsan_") +
                                 (stores ? "write" : "read") + std::to_string(size);
        const tree type = build_function_type_list(void_type_node, ptr_type_node, NULL_TREE);
        const tree address = force_gimple_operand_gsi(&before, build_fold_addr_expr(unshare_expr(expression)), true,
                                                      NULL_TREE, true, GSI_SAME_STMT);
        gcall *call = gimple_build_call(build_fn_decl(name.c_str(), type), 1, address);
        gimple_set_location(call, gimple_location(gsi_stmt(before)));
        gsi_insert_before(&before, call, GSI_SAME_STMT);
        return true;
    }
    static bool is_bit_field(tree expression)
    {
        return TREE_CODE(expression) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(expression, 1));
    }
};
} // namespace

opt_pass *misaligned_accesses_pass()
{
    return new misaligned_accesses();
}
