// SPDX-License-Identifier: MIT
// Results that only one thread gets. A reduction of CUB leaves the result in the first thread of the block or the warp;
// what the others get is undefined. The device's headers mark that value (include/cub/detail/cpu_device.cuh). Where it,
// or what is computed from it, is stored in memory or goes into an atomic operation, this pass calls the library, which
// knows the thread. It does not follow values that a branch chooses, since the branch may be for that one thread.
#include "plugin.h"

#include "gimple-walk.h"

#include "internal-fn.h"

namespace
{
const pass_data results_of_one_data = {
    GIMPLE_PASS, "results_of_one", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa_only_virtuals};

// The statement that marks a value: an asm of this text, whose one other input says who lacks the result.
const gasm *as_mark(gimple *statement)
{
    const gasm *mark = dyn_cast<gasm *>(statement);
    return mark && strcmp(gimple_asm_string(mark), "# a result of one thread") == 0 ? mark : nullptr;
}

tree input_of(const gasm *mark) // the one that is not the value itself
{
    for (unsigned i = 0; i < gimple_asm_ninputs(mark); ++i) {
        const tree input = gimple_asm_input_op(mark, i);
        if (strcmp(TREE_STRING_POINTER(TREE_VALUE(TREE_PURPOSE(input))), "r") == 0)
            return TREE_VALUE(input);
    }
    return NULL_TREE;
}

bool is_local(tree memory)
{
    const tree base = get_base_address(memory);
    return !base || (DECL_P(base) && !is_global_var(base));
}

// Whether what the statement computes is as undefined as the value. A product with a condition, which is 0 or 1, is
// not.
bool computes_on(gimple *user, tree value)
{
    switch (gimple_assign_rhs_code(user)) {
    case SSA_NAME:
    case NOP_EXPR:
    case VIEW_CONVERT_EXPR:
    case FLOAT_EXPR:
    case FIX_TRUNC_EXPR:
    case NEGATE_EXPR:
    case PLUS_EXPR:
    case MINUS_EXPR:
    case RDIV_EXPR: return true;
    case MULT_EXPR: return SCALAR_FLOAT_TYPE_P(TREE_TYPE(value)) || is_gimple_min_invariant(gimple_assign_rhs2(user));
    default: return false;
    }
}

// The memory that a call changes by the value; null: it does not.
tree changed_atomically(gimple *call, tree value)
{
    const bool internal = gimple_call_internal_p(call);
    const tree function = internal ? NULL_TREE : gimple_call_fndecl(call);
    if (internal ? gimple_call_internal_fn(call) != IFN_ATOMIC_COMPARE_EXCHANGE
                 : !function || !DECL_NAME(function) ||
                       strncmp(IDENTIFIER_POINTER(DECL_NAME(function)), "__atomic_", 9) != 0)
        return NULL_TREE;
    for (unsigned i = 1; i < gimple_call_num_args(call); ++i)
        if (gimple_call_arg(call, i) == value)
            return gimple_call_arg(call, 0);
    return NULL_TREE;
}

class uses_of_result
{
  public:
    explicit uses_of_result(const gasm *mark) : lacks_(input_of(mark))
    {
        const tree value = TREE_VALUE(gimple_asm_output_op(mark, 0));
        if (lacks_ && TREE_CODE(lacks_) == SSA_NAME && TREE_CODE(value) == SSA_NAME)
            follow(value, gimple_location(mark));
    }
    bool announce() const
    {
        for (const auto &[user, use] : found_)
            announce_before(user, use);
        return !found_.empty();
    }

  private:
    struct use {
        tree memory;
        location_t where;
    };
    // `where`: the place of what has computed the value. A compare-and-swap may have none of its own.
    void follow(tree value, location_t where)
    {
        if (!followed_.insert(value).second)
            return;
        imm_use_iterator i;
        use_operand_p one;
        FOR_EACH_IMM_USE_FAST(one, i, value)
        {
            gimple *user = USE_STMT(one);
            const location_t at = has_place(gimple_location(user)) ? gimple_location(user) : where;
            if (is_gimple_call(user)) {
                if (const tree memory = changed_atomically(user, value))
                    found_.push_back({user, {memory, where}});
            } else if (!is_gimple_assign(user)) {
                continue;
            } else if (gimple_vdef(user)) {
                if (gimple_assign_rhs1(user) == value && !is_local(gimple_assign_lhs(user)) &&
                    !is_of_bits(gimple_assign_lhs(user)))
                    found_.push_back({user, {build_fold_addr_expr(unshare_expr(gimple_assign_lhs(user))), at}});
            } else if (computes_on(user, value)) {
                follow(gimple_assign_lhs(user), at);
            }
        }
    }
    static bool has_place(location_t at)
    {
        return LOCATION_LOCUS(at) != UNKNOWN_LOCATION && LOCATION_BLOCK(at) != NULL_TREE;
    }
    static bool is_of_bits(tree memory)
    {
        return TREE_CODE(memory) == BIT_FIELD_REF ||
               (TREE_CODE(memory) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(memory, 1)));
    }
    // The place in the program: an atomic operation is inlined from the device's headers.
    static void set_place(gimple *call, location_t where)
    {
        const auto is_of_device = [](location_t at) {
            const char *file = LOCATION_FILE(at);
            return file && strncmp(file, given.include.c_str(), given.include.size()) == 0;
        };
        location_t at = LOCATION_LOCUS(where);
        tree block = LOCATION_BLOCK(where);
        for (tree b = block; b && TREE_CODE(b) == BLOCK && is_of_device(at); b = BLOCK_SUPERCONTEXT(b))
            if (inlined_function_outer_scope_p(b)) {
                at = LOCATION_LOCUS(BLOCK_SOURCE_LOCATION(b));
                block = BLOCK_SUPERCONTEXT(b);
            }
        gimple_set_location(call, at);
        gimple_set_block(call, block);
    }
    void announce_before(gimple *user, const use &found) const
    {
        const tree type = build_function_type_list(void_type_node, const_ptr_type_node, integer_type_node, NULL_TREE);
        gimple_stmt_iterator at = gsi_for_stmt(user);
        const tree address = force_gimple_operand_gsi(&at, found.memory, true, NULL_TREE, true, GSI_SAME_STMT);
        gcall *call = gimple_build_call(build_fn_decl("cpu_device_stores_result", type), 2, address, lacks_);
        set_place(call, found.where);
        gsi_insert_before(&at, call, GSI_SAME_STMT);
    }

    const tree lacks_;
    std::set<tree> followed_;
    std::vector<std::pair<gimple *, use>> found_;
};

class results_of_one : public gimple_opt_pass
{
  public:
    results_of_one() : gimple_opt_pass(results_of_one_data, g) {}
    opt_pass *clone() final
    {
        return new results_of_one();
    }
    bool gate(function *) final
    {
        return given.device_pass && sanitize_flags_p(SANITIZE_THREAD);
    }
    unsigned execute(function *f) final
    {
        std::vector<const gasm *> marks;
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            if (const gasm *mark = as_mark(gsi_stmt(i)))
                marks.push_back(mark);
        bool any = false;
        for (const gasm *mark : marks)
            any |= uses_of_result(mark).announce();
        if (any)
            mark_virtual_operands_for_renaming(f);
        return 0;
    }
};
} // namespace

opt_pass *results_of_one_pass()
{
    return new results_of_one();
}
