// SPDX-License-Identifier: MIT
// Products that are fused with a sum, a * b + c, into one operation with one rounding, as nvcc does without
// -fmad=false. Which ones was read from nvcc 13.0's PTX and machine code, for which it takes two steps:
//
//   1. Within a block of statements, from its end to its beginning, a sum takes in a product all of whose uses are sums
//      of that block, up to four. Of two such products, it is that whose operands are known first: what depends on
//      arguments alone before what depends on loads, and an earlier load before a later one. (LLVM's pass Reassociate
//      sorts operands by this rank; the code for NVPTX then fuses the first.)
//   2. In the whole kernel, a sum or difference takes in a product all of whose uses are sums or differences. Of two
//      such products, it is the first.
//
// A product with another use stays, and so do those of __fmul_rn() and its like. Another use is also one in a loop of
// what its condition computes, since nvcc carries the value into the next round. One that a loop does not change is
// moved out of the loop. A product by 2 is a sum to nvcc: x * 2 is x + x, and so a * b * 2 is fma(a, b, a * b).
//
// The device's own headers say fma() where they mean it; of them, only complex numbers are C++ as nvcc compiles it.
#include "statements.h"

#include "internal-fn.h"

#include "cfganal.h"

#include "cfgloop.h"

#include "tree-dfa.h"

namespace
{
const pass_data fused_products_data = {
    GIMPLE_PASS, "fused_products", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa_only_virtuals};

// Where nothing may be fused.
bool is_of_own_header(gimple *statement)
{
    const char *file = LOCATION_FILE(gimple_location(statement));
    return file != nullptr && strncmp(file, given.include.c_str(), given.include.size()) == 0 &&
           strstr(file, "/cuComplex.h") == nullptr;
}

bool is_assignment(gimple *statement, tree_code code)
{
    return is_gimple_assign(statement) && gimple_assign_rhs_code(statement) == code;
}

gimple *definition(tree value)
{
    return TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : nullptr;
}

// --- ranks ---

// When a value is known, relative to others.
class ranks
{
  public:
    explicit ranks(function *f)
    {
        int next = 2;
        for (tree parameter = DECL_ARGUMENTS(f->decl); parameter; parameter = DECL_CHAIN(parameter))
            if (tree value = ssa_default_def(f, parameter))
                of_[value] = ++next;
        next = 100; // which leaves numbers for the arguments of kernels
        std::vector<int> order(n_basic_blocks_for_fn(f));
        const int count = pre_and_rev_post_order_compute_fn(f, nullptr, order.data(), false);
        for (int i = 0; i < count; ++i)
            number(BASIC_BLOCK_FOR_FN(f, order[i]), (long)++next << 16);
    }
    long of(tree value) const
    {
        const auto found = of_.find(value);
        return found == of_.end() ? 0 : found->second;
    }

  private:
    void number(basic_block block, long next)
    {
        const long begin = next;
        for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i); gsi_next(&i))
            of_[gimple_phi_result(i.phi())] = ++next;
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
            gimple *statement = gsi_stmt(i);
            tree value = gimple_get_lhs(statement);
            if (value == NULL_TREE || TREE_CODE(value) != SSA_NAME)
                continue;
            if (const int argument = argument_of_kernel(statement))
                of_[value] = argument;
            else if (is_gimple_call(statement) || gimple_vuse(statement))
                of_[value] = ++next;
            else
                of_[value] = of_operands(statement, begin);
        }
    }
    long of_operands(gimple *statement, long most) const
    {
        long rank = 0;
        tree operand;
        ssa_op_iter i;
        FOR_EACH_SSA_TREE_OPERAND(operand, statement, i, SSA_OP_USE)
        rank = MAX(rank, MIN(of(operand), most));
        const bool adds_nothing = is_assignment(statement, NEGATE_EXPR) || is_assignment(statement, BIT_NOT_EXPR) ||
                                  gimple_assign_single_p(statement) || gimple_assign_cast_p(statement);
        return rank + (adds_nothing ? 0 : 1);
    }
    // A kernel's arguments are members of its closure (launch.h). They are taken to be in the order of the parameters.
    static int argument_of_kernel(gimple *load)
    {
        if (!gimple_assign_load_p(load) || TREE_CODE(gimple_assign_rhs1(load)) != COMPONENT_REF)
            return 0;
        tree member = TREE_OPERAND(gimple_assign_rhs1(load), 1);
        if (TREE_CODE(member) != FIELD_DECL || !LAMBDA_TYPE_P(DECL_CONTEXT(member)))
            return 0;
        return 3 + (int)MIN(int_byte_position(member) / 4, 90);
    }
    std::map<tree, long> of_;
};

// --- products ---

// What sums do with the values of a function.
class fusing
{
  public:
    fusing(function *f) : function_(f), ranks_(f) {}

    void within_blocks()
    {
        basic_block block;
        FOR_EACH_BB_FN(block, function_)
        for (gimple_stmt_iterator i = gsi_last_bb(block); !gsi_end_p(i); gsi_prev(&i))
            if (is_assignment(gsi_stmt(i), PLUS_EXPR))
                fuse(i, block);
    }
    void everywhere()
    {
        basic_block block;
        FOR_EACH_BB_FN(block, function_)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            if (is_sum(gsi_stmt(i)))
                fuse(i, nullptr);
    }

  private:
    static bool doubles(gimple *statement)
    {
        return is_assignment(statement, MULT_EXPR) && is_2(gimple_assign_rhs2(statement));
    }
    static bool is_sum(gimple *statement)
    {
        return is_assignment(statement, PLUS_EXPR) || is_assignment(statement, MINUS_EXPR) || doubles(statement);
    }
    // Computed for a loop's condition, and used in its body.
    static bool is_carried(basic_block from, basic_block to)
    {
        const class loop *loop = from->loop_father;
        return from != to && loop && loop->header == from && !single_succ_p(from) && flow_bb_inside_loop_p(loop, to);
    }
    // All uses are sums; of one block, or null.
    static bool is_summed(tree value, basic_block block)
    {
        int count = 0;
        use_operand_p use;
        imm_use_iterator i;
        FOR_EACH_IMM_USE_FAST(use, i, value)
        {
            gimple *user = USE_STMT(use);
            if (is_gimple_debug(user))
                continue;
            const bool right = block
                                   ? is_assignment(user, PLUS_EXPR) && gimple_bb(user) == block
                                   : is_sum(user) && !is_carried(gimple_bb(SSA_NAME_DEF_STMT(value)), gimple_bb(user));
            if (!right || is_of_own_header(user) || (block && ++count > 4))
                return false;
        }
        return true;
    }
    // nvcc moves it out of the loop, and so to another block.
    static bool is_moved_out(gimple *product)
    {
        const class loop *loop = gimple_bb(product)->loop_father;
        if (loop == nullptr || loop_outer(loop) == nullptr)
            return false;
        tree operand;
        ssa_op_iter i;
        FOR_EACH_SSA_TREE_OPERAND(operand, product, i, SSA_OP_USE)
        {
            const basic_block from = gimple_bb(SSA_NAME_DEF_STMT(operand));
            if (from != nullptr && flow_bb_inside_loop_p(loop, from))
                return false;
        }
        return true;
    }
    static gimple *product_of(tree value, basic_block block)
    {
        gimple *product = definition(value);
        if (product == nullptr || !is_assignment(product, MULT_EXPR) || is_of_own_header(product) ||
            (block && (gimple_bb(product) != block || is_moved_out(product))) || doubles(product) ||
            !is_summed(value, block))
            return nullptr;
        return product;
    }
    static bool is_2(tree factor)
    {
        return TREE_CODE(factor) == REAL_CST && real_equal(TREE_REAL_CST_PTR(factor), &dconst2);
    }

    void fuse(gimple_stmt_iterator i, basic_block block)
    {
        gimple *sum = gsi_stmt(i);
        tree left = gimple_assign_rhs1(sum), right = gimple_assign_rhs2(sum);
        if (!is_real(TREE_TYPE(left)) || is_of_own_header(sum))
            return;
        if (doubles(sum))
            right = left;
        const bool subtracts = gimple_assign_rhs_code(sum) == MINUS_EXPR;
        bool swapped = !subtracts && ranks_.of(right) < ranks_.of(left);
        if (swapped)
            std::swap(left, right);
        gimple *product = product_of(left, block);
        if (product == nullptr) {
            product = product_of(right, block);
            std::swap(left, right);
            swapped = !swapped;
        }
        if (product == nullptr)
            return;
        // left is the product now; in a difference, one of the two is subtracted.
        statements_before before(i);
        tree type = TREE_TYPE(left), a = gimple_assign_rhs1(product), b = gimple_assign_rhs2(product), c = right;
        if (subtracts && swapped)
            a = before.value(NEGATE_EXPR, type, a);
        else if (subtracts)
            c = before.value(NEGATE_EXPR, type, c);
        replace(i, type, a, b, c);
    }
    // A processor without such an instruction has the C library's function.
    static void replace(gimple_stmt_iterator i, tree type, tree a, tree b, tree c)
    {
        gcall *call;
        if (direct_internal_fn_supported_p(IFN_FMA, type, OPTIMIZE_FOR_SPEED))
            call = gimple_build_call_internal(IFN_FMA, 3, a, b, c);
        else
            call = gimple_build_call(mathfn_built_in(type, BUILT_IN_FMA), 3, a, b, c);
        gimple_call_set_lhs(call, gimple_get_lhs(gsi_stmt(i)));
        gimple_call_set_nothrow(call, true);
        gimple_set_location(call, gimple_location(gsi_stmt(i)));
        gsi_replace(&i, call, false);
    }

    function *function_;
    ranks ranks_;
};

class fused_products : public gimple_opt_pass
{
  public:
    explicit fused_products(bool early) : gimple_opt_pass(fused_products_data, g), early_(early) {}
    opt_pass *clone() final
    {
        return new fused_products(early_);
    }
    bool gate(function *f) final
    {
        return given.device_pass && is_thread_loop(f) == early_ && given.fuses;
    }
    unsigned execute(function *f) final
    {
        fusing all(f);
        all.within_blocks();
        all.everywhere();
        mark_virtual_operands_for_renaming(f);
        return 0;
    }

  private:
    const bool early_;
};
} // namespace

opt_pass *fused_products_pass(bool early)
{
    return new fused_products(early);
}
