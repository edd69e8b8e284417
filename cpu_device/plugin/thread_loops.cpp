// SPDX-License-Identifier: MIT
// Kernels whose threads wait nowhere but at barriers of the whole block. Their body without checks (run_body in
// launch.h) is a loop over the threads of a block, which asks cpu_device_never_waits() whether it may be one. This pass
// answers, when g++ has inlined all that it inlines. If nothing in the body may wait, threadIdx and its like become the
// loop's own variables, and the loop is optimized as by -O3: g++ moves out of it what all threads share, and vectorizes
// it. Barriers of the whole block divide it into stages (staged_threads.cpp). Other bodies run one thread at a call.
#include "thread_loops.h"

#include "cfgloop.h"

#include "gimple-range.h"

#include "gimple-walk.h"

#include "internal-fn.h"

#include "opts.h"

#include "value-query.h"

namespace
{
const pass_data thread_loops_data = {GIMPLE_PASS, "thread_loops",  OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0,
                                     0,           TODO_cleanup_cfg};

bool is_named(tree declaration, const char *name)
{
    return declaration && DECL_NAME(declaration) && strcmp(IDENTIFIER_POINTER(DECL_NAME(declaration)), name) == 0;
}

} // namespace

bool calls(gimple *statement, const char *name)
{
    return is_gimple_call(statement) && is_named(gimple_call_fndecl(statement), name);
}

namespace
{

// The library's variables, in the order of the arguments of cpu_device_never_waits().
const char *const builtin_variables[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};

int number_of_builtin(tree expression)
{
    if (VAR_P(expression) && DECL_EXTERNAL(expression))
        for (int i = 0; i < 4; ++i)
            if (is_named(expression, builtin_variables[i]))
                return i;
    return -1;
}

tree find_address_of_builtin(tree *expression, int *, void *)
{
    return TREE_CODE(*expression) == ADDR_EXPR && number_of_builtin(TREE_OPERAND(*expression, 0)) >= 0 ? *expression
                                                                                                       : NULL_TREE;
}

tree replace_builtin(tree *expression, int *, void *data)
{
    walk_stmt_info *walk = static_cast<walk_stmt_info *>(data);
    if (const int number = number_of_builtin(*expression); number >= 0) {
        *expression = static_cast<tree *>(walk->info)[number];
        walk->changed = true;
    }
    return NULL_TREE;
}

// --- whether a body may wait ---

// A function that computes, or copies.
bool is_harmless(gcall *call)
{
    if (is_barrier(call)) // which is seen to later
        return true;
    if (gimple_call_internal_p(call))
        return true;
    static const char *const harmless[] = {
        "cpu_device_never_waits",   "cpu_device_returned",    "cpu_device_read_only",      "cpu_device_all_begin",
        "cpu_device_thread_begins", "cpu_device_thread_ends", "cpu_device_dynamic_shared", "run_checked_body"};
    for (const char *name : harmless)
        if (calls(call, name))
            return true;
    if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL))
        return false;
    switch (DECL_FUNCTION_CODE(gimple_call_fndecl(call))) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMSET:
    case BUILT_IN_UNREACHABLE: return true;
    default:
        return gimple_call_flags(call) & ECF_CONST ||
               TREE_CODE(gimple_call_return_type(call)) == REAL_TYPE; // of math.h
    }
}

// CPU_DEVICE_HAS() and its like, which the body with the checks has as well.
bool is_mark(gimple *statement)
{
    gasm *code = dyn_cast<gasm *>(statement);
    return code && gimple_asm_noutputs(code) == 0 && startswith(gimple_asm_string(code), ".pushsection cpu_device_");
}

bool is_dimension(tree value) // of the block or the grid
{
    gimple *from = TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : nullptr;
    return from && gimple_assign_load_p(from) && number_of_builtin(get_base_address(gimple_assign_rhs1(from))) >= 2;
}

// The report of a division by zero names the thread, which goes on. So it runs by itself.
bool may_divide_by_zero(gimple *statement)
{
    if (!is_gimple_assign(statement))
        return false;
    const tree_code code = gimple_assign_rhs_code(statement);
    return (code == TRUNC_DIV_EXPR || code == TRUNC_MOD_EXPR) && !integer_nonzerop(gimple_assign_rhs2(statement)) &&
           !is_dimension(gimple_assign_rhs2(statement));
}

bool may_wait(gimple *statement)
{
    if (gimple_clobber_p(statement) || is_gimple_debug(statement))
        return false;
    if (may_divide_by_zero(statement))
        return true;
    if (gcall *call = dyn_cast<gcall *>(statement); call && !is_harmless(call))
        return true;
    if (gasm *code = dyn_cast<gasm *>(statement)) // that of run_body itself is empty
        return *gimple_asm_string(code) != '\0' && !is_mark(code);
    walk_stmt_info info = {};
    return gimple_has_volatile_ops(statement) || walk_gimple_op(statement, find_address_of_builtin, &info) != NULL_TREE;
}

// Whether a value changes from one round of a loop to the next by what the loop itself computes, and not only because
// memory changes.
bool varies(tree value, const class loop *loop, std::set<gimple *> &seen)
{
    gimple *from = TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : nullptr;
    if (from == nullptr || gimple_bb(from) == nullptr || !flow_bb_inside_loop_p(loop, gimple_bb(from)) ||
        !seen.insert(from).second)
        return false;
    if (gimple_code(from) == GIMPLE_PHI || calls(from, "cpu_device_thread_ends"))
        return true;
    tree operand;
    ssa_op_iter i;
    FOR_EACH_SSA_TREE_OPERAND(operand, from, i, SSA_OP_USE)
    if (varies(operand, loop, seen))
        return true;
    return false;
}

// Whether a loop ends, if ever, only because memory changes: a poll.
bool polls(const class loop *loop)
{
    auto_vec<edge> exits = get_loop_exit_edges(loop);
    for (edge exit : exits) {
        gimple *last = last_stmt(exit->src);
        std::set<gimple *> seen;
        tree operand;
        ssa_op_iter i;
        if (last)
            FOR_EACH_SSA_TREE_OPERAND(operand, last, i, SSA_OP_USE)
        if (varies(operand, loop, seen))
            return false;
    }
    return true;
}

bool never_waits(function *f)
{
    basic_block block;
    FOR_EACH_BB_FN(block, f)
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
        if (may_wait(gsi_stmt(i)))
            return false;
    loop_optimizer_init(AVOID_CFG_MODIFICATIONS);
    bool any = false;
    for (class loop *loop : loops_list(f, 0))
        any |= polls(loop);
    loop_optimizer_finalize();
    return !any;
}

// --- the loop ---

// From here on the function is optimized with what of -O3 makes such loops faster, and with what cucc leaves out for
// the checks' sake. Conditions that all threads share are taken out of the loop where these are its stages; elsewhere
// the loop is split where an index reaches its bound.
void optimize_more(function *f, bool stages)
{
    for (int *flag : {&global_options.x_flag_tree_loop_vectorize, &global_options.x_flag_tree_loop_im,
                      &global_options.x_flag_tree_ch, &global_options.x_flag_tree_loop_if_convert,
                      &global_options.x_flag_version_loops_for_strides,
                      stages ? &global_options.x_flag_unswitch_loops : &global_options.x_flag_split_loops})
        *flag = 1;
    for (int *flag :
         {&global_options.x_flag_trapping_math, &global_options.x_flag_errno_math}) // no kernel asks for either
        *flag = 0;
    global_options.x_flag_vect_cost_model = VECT_COST_MODEL_DYNAMIC;
    const tree options = build_optimization_node(&global_options, &global_options_set);
    DECL_FUNCTION_SPECIFIC_OPTIMIZATION(f->decl) = options;
    optimization_current_node = options;
}

std::set<unsigned> looped; // functions, by DECL_UID

// --- indices ---

// g++ knows that a sum of signed numbers does not overflow, and so that x[i] is next to x[i - 1] if i is a loop's
// counter and a signed sum. A thread's index in its grid is a sum of unsigned ones, in most kernels: `int i =
// blockIdx.x * blockDim.x + threadIdx.x`. Where its range says that it is never large, this pass makes it a signed one.
class signed_indices
{
  public:
    static void make_signed(function *f)
    {
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
            tree sum = converted_from(gsi_stmt(i));
            if (sum && is_small_sum(sum)) {
                tree type = TREE_TYPE(gimple_assign_lhs(gsi_stmt(i)));
                gimple *from = SSA_NAME_DEF_STMT(sum);
                tree left = as_signed(i, type, gimple_assign_rhs1(from));
                tree right = as_signed(i, type, gimple_assign_rhs2(from));
                gimple_assign_set_rhs_with_ops(&i, PLUS_EXPR, left, right);
                update_stmt(gsi_stmt(i));
            }
        }
    }

    // `i < n` becomes x < max(n, 0) - base, if i is x + base: so the loop's counter is compared with what does not
    // change, and g++ can split the loop there.
    static void compare_counters(function *f)
    {
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        if (gcond *condition = safe_dyn_cast<gcond *>(last_stmt(block)))
            compare_counter(condition);
    }

  private:
    static bool has_range(tree value, int_range_max &range)
    {
        gimple *from = SSA_NAME_DEF_STMT(value);
        return gimple_bb(from) && get_range_query(cfun)->range_of_stmt(range, from, value) && !range.undefined_p();
    }
    static bool changes_in(const class loop *loop, tree value)
    {
        basic_block block = TREE_CODE(value) == SSA_NAME ? gimple_bb(SSA_NAME_DEF_STMT(value)) : nullptr;
        return block && flow_bb_inside_loop_p(loop, block);
    }
    static bool is_below_half(tree value) // from 0 to 2^30
    {
        int_range_max range;
        const unsigned bits = TYPE_PRECISION(TREE_TYPE(value));
        if (tree from = TREE_CODE(value) == SSA_NAME ? converted_from(SSA_NAME_DEF_STMT(value)) : NULL_TREE)
            return wi::leu_p(most(from), wi::lshift(wi::one(bits), bits - 2));
        return TREE_CODE(value) == SSA_NAME && has_range(value, range) && wi::ges_p(range.lower_bound(), 0) &&
               wi::les_p(range.upper_bound(), wi::lshift(wi::one(bits), bits - 2));
    }
    static edge entry_of(const class loop *loop) // null: there are several
    {
        edge only = nullptr, into;
        edge_iterator i;
        FOR_EACH_EDGE(into, i, loop->header->preds)
        if (!flow_bb_inside_loop_p(loop, into->src)) {
            if (only)
                return nullptr;
            only = into;
        }
        return only;
    }
    static void compare_counter(gcond *condition)
    {
        const class loop *loop = gimple_bb(condition)->loop_father;
        tree_code code = gimple_cond_code(condition);
        tree sum = gimple_cond_lhs(condition), bound = gimple_cond_rhs(condition), type = TREE_TYPE(sum);
        if (changes_in(loop, bound)) {
            std::swap(sum, bound);
            code = swap_tree_comparison(code);
        }
        if ((code != LT_EXPR && code != GE_EXPR && code != LE_EXPR && code != GT_EXPR) || TREE_CODE(sum) != SSA_NAME ||
            !INTEGRAL_TYPE_P(type) || TYPE_UNSIGNED(type) || changes_in(loop, bound))
            return;
        gimple *from = SSA_NAME_DEF_STMT(sum);
        if (!is_gimple_assign(from) || gimple_assign_rhs_code(from) != PLUS_EXPR)
            return;
        tree counter = gimple_assign_rhs1(from), base = gimple_assign_rhs2(from);
        if (!changes_in(loop, counter))
            std::swap(counter, base);
        if (!changes_in(loop, counter) || changes_in(loop, base) || !is_below_half(base) || !is_below_half(counter))
            return;
        tree least = build_int_cst(type, code == LT_EXPR || code == GE_EXPR ? 0 : -1);
        tree most = make_ssa_name(type), difference = make_ssa_name(type);
        const edge into = entry_of(loop);
        if (into == nullptr)
            return;
        gimple_seq before = nullptr;
        gimple_seq_add_stmt(&before, gimple_build_assign(most, MAX_EXPR, bound, least));
        gimple_seq_add_stmt(&before, gimple_build_assign(difference, MINUS_EXPR, most, base));
        gsi_insert_seq_on_edge_immediate(into, before);
        gimple_cond_set_condition(condition, code, counter, difference);
        update_stmt(condition);
    }
    // The unsigned number that this statement takes as a signed one of the same size.
    static tree converted_from(gimple *statement)
    {
        if (!is_gimple_assign(statement) || !CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(statement)))
            return NULL_TREE;
        tree from = gimple_assign_rhs1(statement), to = TREE_TYPE(gimple_assign_lhs(statement));
        return TREE_CODE(from) == SSA_NAME && INTEGRAL_TYPE_P(to) && !TYPE_UNSIGNED(to) &&
                       INTEGRAL_TYPE_P(TREE_TYPE(from)) && TYPE_UNSIGNED(TREE_TYPE(from)) &&
                       TYPE_PRECISION(to) == TYPE_PRECISION(TREE_TYPE(from))
                   ? from
                   : NULL_TREE;
    }
    // The largest value; all ones where it is not known.
    static wide_int most(tree value)
    {
        int_range_max range;
        if (TREE_CODE(value) == INTEGER_CST)
            return wi::to_wide(value);
        if (has_range(value, range))
            return range.upper_bound();
        return wi::max_value(TYPE_PRECISION(TREE_TYPE(value)), UNSIGNED);
    }
    static bool is_small_sum(tree value)
    {
        gimple *from = SSA_NAME_DEF_STMT(value);
        if (!is_gimple_assign(from) || gimple_assign_rhs_code(from) != PLUS_EXPR)
            return false;
        const unsigned bits = TYPE_PRECISION(TREE_TYPE(value));
        const wide_int limit = wi::max_value(bits, SIGNED), x = most(gimple_assign_rhs1(from)),
                       y = most(gimple_assign_rhs2(from));
        return wi::leu_p(x, limit) && wi::leu_p(y, limit) && wi::leu_p(x + y, limit);
    }
    static tree as_signed(gimple_stmt_iterator at, tree type, tree value)
    {
        if (TREE_CODE(value) == INTEGER_CST)
            return fold_convert(type, value);
        gimple *from = SSA_NAME_DEF_STMT(value);
        if (is_gimple_assign(from) && CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(from)) &&
            useless_type_conversion_p(type, TREE_TYPE(gimple_assign_rhs1(from))))
            return gimple_assign_rhs1(from);
        statements_before before(at);
        if (is_small_sum(value))
            return before.value(PLUS_EXPR, type, as_signed(at, type, gimple_assign_rhs1(from)),
                                as_signed(at, type, gimple_assign_rhs2(from)));
        return before.value(NOP_EXPR, type, value);
    }
};

const pass_data loop_indices_data = {
    GIMPLE_PASS, "loop_indices", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

// Early, before invariants are moved out of loops, and after that.
class loop_indices : public gimple_opt_pass
{
  public:
    explicit loop_indices(bool early) : gimple_opt_pass(loop_indices_data, g), early_(early) {}
    opt_pass *clone() final
    {
        return new loop_indices(early_);
    }
    bool gate(function *f) final
    {
        return is_thread_loop(f);
    }
    unsigned execute(function *f) final
    {
        enable_ranger(f);
        if (early_)
            signed_indices::make_signed(f);
        else
            signed_indices::compare_counters(f);
        disable_ranger(f);
        return 0;
    }

  private:
    const bool early_;
};

// --- the pass ---

const pass_data unchecked_bodies_data = {
    GIMPLE_PASS, "unchecked_bodies", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

loop_marks marks_in(function *f)
{
    loop_marks marks;
    basic_block block;
    FOR_EACH_BB_FN(block, f)
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
        gcall *call = dyn_cast<gcall *>(gsi_stmt(i));
        if (!call)
            continue;
        if (calls(call, "cpu_device_never_waits"))
            marks.question = call;
        else if (calls(call, "cpu_device_all_begin"))
            marks.sweep = call;
        else if (calls(call, "cpu_device_thread_begins"))
            marks.begins = call;
        else if (calls(call, "cpu_device_thread_ends"))
            marks.ends = call;
    }
    return marks;
}

// As no_sanitize("thread") does. Not from the beginning, for g++ inlines into a function only what is checked as it is.
class unchecked_bodies : public gimple_opt_pass
{
  public:
    unchecked_bodies() : gimple_opt_pass(unchecked_bodies_data, g) {}
    opt_pass *clone() final
    {
        return new unchecked_bodies();
    }
    bool gate(function *) final
    {
        return given.device_pass;
    }
    unsigned execute(function *f) final
    {
        const tree value = build_int_cst(unsigned_type_node, SANITIZE_THREAD), before = DECL_ATTRIBUTES(f->decl);
        if (marks_in(f).question)
            DECL_ATTRIBUTES(f->decl) = tree_cons(get_identifier("no_sanitize"), value, before);
        return 0;
    }
};

class thread_loops : public gimple_opt_pass
{
  public:
    thread_loops() : gimple_opt_pass(thread_loops_data, g) {}
    opt_pass *clone() final
    {
        return new thread_loops();
    }
    bool gate(function *) final
    {
        return given.device_pass;
    }
    unsigned execute(function *f) final
    {
        loop_marks marks = marks_in(f);
        if (!marks.complete())
            return 0;
        bool loops = never_waits(f);
        const bool stages = loops && has_barriers(f);
        if (loops) {
            for (int i = 0; i < 4; ++i)
                marks.own[i] = TREE_OPERAND(gimple_call_arg(marks.question, i), 0);
            marks.rank = TREE_OPERAND(gimple_call_arg(marks.question, 4), 0);
            take_builtins(f, marks.own);
        }
        if (stages)
            loops = stage_at_barriers(f, marks);
        if (loops) {
            optimize_more(f, stages);
            looped.insert(DECL_UID(f->decl));
        }
        answer(marks.question, loops ? stages ? 2 : 1 : 0);
        if (!stages || !loops)
            for (gcall *mark : {marks.sweep, marks.begins, marks.ends})
                answer(mark, 0);
        mark_virtual_operands_for_renaming(f);
        return TODO_update_ssa | TODO_update_address_taken;
    }

  private:
    static bool has_barriers(function *f)
    {
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            if (is_barrier(gsi_stmt(i)))
                return true;
        return false;
    }
    static void answer(gcall *question, int value)
    {
        gimple_stmt_iterator at = gsi_for_stmt(question);
        if (tree result = gimple_call_lhs(question))
            replace(at, gimple_build_assign(result, build_int_cst(TREE_TYPE(result), value)));
        else
            remove(at);
    }
    static void replace(gimple_stmt_iterator &at, gimple *by)
    {
        unlink_stmt_vdef(gsi_stmt(at));
        gimple_set_location(by, gimple_location(gsi_stmt(at)));
        gsi_replace(&at, by, true);
    }
    static void remove(gimple_stmt_iterator &at)
    {
        unlink_stmt_vdef(gsi_stmt(at));
        gsi_remove(&at, true);
    }
    // By the processor's own, which sets no errno.
    static void replace_square_root(gimple_stmt_iterator &at)
    {
        gcall *call = dyn_cast<gcall *>(gsi_stmt(at));
        if (!call || !gimple_call_builtin_p(call, BUILT_IN_NORMAL) || !gimple_call_lhs(call))
            return;
        const internal_fn function = associated_internal_fn(gimple_call_fndecl(call));
        tree type = gimple_call_return_type(call);
        if (function != IFN_SQRT || !direct_internal_fn_supported_p(function, type, OPTIMIZE_FOR_SPEED))
            return;
        gcall *own = gimple_build_call_internal(function, 1, gimple_call_arg(call, 0));
        gimple_call_set_lhs(own, gimple_call_lhs(call));
        gimple_call_set_nothrow(own, true);
        replace(at, own);
    }
    static void take_builtins(function *f, tree *own)
    {
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i);) {
            gimple *statement = gsi_stmt(i);
            if (calls(statement, "cpu_device_returned") || gimple_call_internal_p(statement, IFN_UBSAN_BOUNDS) ||
                is_mark(statement)) {
                remove(i);
                continue;
            }
            replace_square_root(i);
            statement = gsi_stmt(i);
            if (calls(statement, "cpu_device_read_only") && gimple_call_lhs(statement)) {
                replace(i, gimple_build_assign(gimple_call_lhs(statement), gimple_call_arg(statement, 0)));
            } else {
                walk_stmt_info info = {};
                info.info = own;
                walk_gimple_op(statement, replace_builtin, &info);
                if (info.changed)
                    update_stmt(statement);
            }
            gsi_next(&i);
        }
    }
};
} // namespace

opt_pass *loop_indices_pass(bool early)
{
    return new loop_indices(early);
}

opt_pass *unchecked_bodies_pass()
{
    return new unchecked_bodies();
}

opt_pass *thread_loops_pass()
{
    return new thread_loops();
}

bool is_thread_loop(function *f)
{
    return looped.count(DECL_UID(f->decl)) > 0;
}
