// SPDX-License-Identifier: MIT
// Loops of kernels that load what the whole grid has loaded before, such as the rows and columns of a matrix product.
// The checks have nothing to record then (grid_reads::have_read), but each load calls them. A loop that only
// loads, with addresses that change by the same step in each iteration, is there twice: one copy announces all loads,
// the other one none of these. Before the loop, the library is asked for each of the loads whether it has anything to
// record of them.
//
// Only innermost loops: without calls that synchronize, without stores, and with a known number of iterations.
#include "plugin.h"

#include "cfgloop.h"

#include "cfgloopmanip.h"

#include "tree-ssa-loop-manip.h"

#include "tree-ssa-loop-niter.h"

#include "tree-ssa-loop.h"

#include "tree-scalar-evolution.h"

#include "fold-const.h"

namespace
{
constexpr unsigned most_statements = 100, most_loads = 6; // of a loop that is there twice
constexpr int fewest_iterations = 8; // if their number is known to the compiler: asking must be cheaper than announcing

// Loads of one loop: `first` is the address in the first iteration.
struct series {
    tree first, step, count;
    unsigned size;
};
struct silent_load {
    gimple *statement;
    series addresses;
};
struct candidate {
    class loop *l;
    std::vector<silent_load> loads;
};

// Whether the loop may have it: it neither stores, nor synchronizes, nor lets other threads run.
bool only_loads(gimple *s)
{
    if (gcall *call = dyn_cast<gcall *>(s))
        return !gimple_vdef(s) && !gimple_has_volatile_ops(s) &&
               (gimple_call_internal_p(call) || (gimple_call_flags(call) & ECF_CONST));
    return gimple_code(s) != GIMPLE_ASM && !gimple_has_volatile_ops(s) && !gimple_vdef(s);
}

bool is_small_and_only_loads(class loop *l, basic_block *body)
{
    unsigned statements = 0;
    for (unsigned k = 0; k < l->num_nodes; ++k) {
        if (body[k]->flags & BB_IRREDUCIBLE_LOOP)
            return false;
        for (gimple_stmt_iterator i = gsi_start_bb(body[k]); !gsi_end_p(i); gsi_next_nondebug(&i))
            if (!only_loads(gsi_stmt(i)) || ++statements > most_statements)
                return false;
    }
    return true;
}

// A variable of the thread itself, such as the copy of the kernel's arguments: nothing in the loop changes it.
bool is_invariant(tree expression)
{
    while (handled_component_p(expression) && TREE_CODE(expression) != ARRAY_REF &&
           TREE_CODE(expression) != ARRAY_RANGE_REF)
        expression = TREE_OPERAND(expression, 0);
    return VAR_P(expression) && !TREE_THIS_VOLATILE(expression) &&
           (!is_global_var(expression) || DECL_THREAD_LOCAL_P(expression));
}

// g++ has left these loads in the loop. Before it, they let g++ know how the loop's addresses change.
void hoist_invariants(class loop *l, basic_block *body)
{
    for (unsigned k = 0; k < l->num_nodes; ++k)
        for (gimple_stmt_iterator i = gsi_start_bb(body[k]); !gsi_end_p(i);) {
            gimple *const s = gsi_stmt(i);
            if (!gimple_assign_load_p(s) || TREE_CODE(gimple_assign_lhs(s)) != SSA_NAME ||
                !is_invariant(gimple_assign_rhs1(s))) {
                gsi_next(&i);
                continue;
            }
            gsi_remove(&i, false);
            gsi_insert_on_edge_immediate(loop_preheader_edge(l), s);
        }
}

// The expression of a load through a pointer that a pass can mark, if it has a place and a size known now.
tree pointer_of(tree expression, poly_int64 &offset)
{
    if (!handled_component_p(expression) && TREE_CODE(expression) != MEM_REF)
        return NULL_TREE;
    poly_int64 bits, position;
    tree variable_offset;
    machine_mode mode;
    int is_unsigned, reversed, is_volatile;
    const tree base = get_inner_reference(expression, &bits, &position, &variable_offset, &mode, &is_unsigned,
                                          &reversed, &is_volatile);
    if (is_volatile || reversed || variable_offset || TREE_CODE(base) != MEM_REF || TREE_READONLY(base) ||
        TREE_CODE(TREE_OPERAND(base, 0)) != SSA_NAME || !multiple_p(position, BITS_PER_UNIT, &offset) ||
        !known_eq(bits, (HOST_WIDE_INT)BITS_PER_UNIT * int_size_in_bytes(TREE_TYPE(expression))))
        return NULL_TREE;
    offset += mem_ref_offset(base).force_shwi();
    return TREE_OPERAND(base, 0);
}

// How often the block is executed, from how often the loop's last one is.
tree executions(const tree_niter_desc &times, basic_block block, basic_block exit)
{
    tree count = fold_convert(size_type_node, times.niter);
    if (!integer_zerop(times.may_be_zero))
        count = fold_build3(COND_EXPR, size_type_node, unshare_expr(times.may_be_zero), size_zero_node, count);
    if (block == exit || !dominated_by_p(CDI_DOMINATORS, block, exit))
        count = fold_build2(PLUS_EXPR, size_type_node, count, size_one_node);
    return count;
}

bool find_series(class loop *l, gimple *load, const tree_niter_desc &times, basic_block exit, series &found)
{
    const tree expression = gimple_assign_rhs1(load);
    const HOST_WIDE_INT size = int_size_in_bytes(TREE_TYPE(expression));
    poly_int64 offset;
    const tree pointer = pointer_of(expression, offset);
    affine_iv iv;
    if (!pointer || (size != 1 && size != 2 && size != 4 && size != 8 && size != 16) ||
        !simple_iv(l, l, pointer, &iv, true) || !POINTER_TYPE_P(TREE_TYPE(iv.base)))
        return false;
    found.first = fold_build_pointer_plus(unshare_expr(iv.base), size_int(offset));
    found.step = fold_convert(size_type_node, unshare_expr(iv.step));
    found.count = executions(times, gimple_bb(load), exit);
    found.size = (unsigned)size;
    return true;
}

void find_loads(class loop *l, basic_block *body, std::vector<silent_load> &found)
{
    const edge exit = single_exit(l);
    tree_niter_desc times;
    if (!number_of_iterations_exit(l, exit, &times, false) || !integer_onep(times.assumptions) ||
        (TREE_CODE(times.niter) == INTEGER_CST && compare_tree_int(times.niter, fewest_iterations) < 0))
        return;
    for (unsigned k = 0; k < l->num_nodes; ++k)
        for (gimple_stmt_iterator i = gsi_start_bb(body[k]); !gsi_end_p(i); gsi_next(&i)) {
            series addresses;
            if (found.size() < most_loads && gimple_assign_load_p(gsi_stmt(i)) &&
                find_series(l, gsi_stmt(i), times, exit->src, addresses))
                found.push_back({gsi_stmt(i), addresses});
        }
}

bool is_candidate(class loop *l, candidate &found)
{
    if (l->inner || !single_exit(l) || !can_duplicate_loop_p(l))
        return false;
    found.l = l;
    basic_block *const body = get_loop_body(l);
    if (is_small_and_only_loads(l, body)) {
        hoist_invariants(l, body);
        find_loads(l, body, found.loads);
    }
    free(body);
    return !found.loads.empty();
}

void find_candidates(class loop *from, std::vector<candidate> &found)
{
    for (class loop *l = from; l; l = l->next) {
        candidate here;
        if (is_candidate(l, here))
            found.push_back(here);
        find_candidates(l->inner, found);
    }
}

std::vector<candidate> candidates()
{
    std::vector<candidate> found;
    find_candidates(current_loops->tree_root->inner, found);
    return found;
}

tree question()
{
    const tree type = build_function_type_list(integer_type_node, const_ptr_type_node, size_type_node, size_type_node,
                                               size_type_node, NULL_TREE);
    return build_fn_decl("cpu_device_loads_are_recorded", type);
}

// Before the loop: 1, if there is nothing to record of any of the loads.
tree ask(const candidate &of)
{
    const edge before = loop_preheader_edge(of.l);
    const tree function = question();
    tree all = NULL_TREE;
    for (const silent_load &l : of.loads) {
        gimple_seq computed = nullptr, last = nullptr;
        tree arguments[] = {l.addresses.first, l.addresses.step, l.addresses.count};
        for (tree &a : arguments) {
            a = force_gimple_operand(a, &last, true, NULL_TREE);
            gimple_seq_add_seq(&computed, last);
        }
        gcall *const call = gimple_build_call(function, 4, arguments[0], arguments[1], arguments[2],
                                              build_int_cst(size_type_node, l.addresses.size));
        const tree answer = make_ssa_name(integer_type_node);
        gimple_call_set_lhs(call, answer);
        gimple_set_location(call, gimple_location(l.statement));
        gimple_seq_add_stmt(&computed, call);
        if (all) {
            const tree both = make_ssa_name(integer_type_node);
            gimple_seq_add_stmt(&computed, gimple_build_assign(both, BIT_AND_EXPR, all, answer));
            all = both;
        } else {
            all = answer;
        }
        gsi_insert_seq_on_edge_immediate(before, computed);
    }
    return all;
}

// g++'s pass does not announce what it takes for constant. Its marks are removed after it.
std::vector<tree> marked;

void mark(gimple *load)
{
    tree read_only = gimple_assign_rhs1(load);
    while (handled_component_p(read_only))
        read_only = TREE_OPERAND(read_only, 0);
    TREE_READONLY(read_only) = 1;
    marked.push_back(read_only);
}

// The loop itself becomes the silent one.
void copy_loop(const candidate &of)
{
    const tree answer = ask(of);
    basic_block compares;
    const profile_probability even = profile_probability::even();
    if (loop_version(of.l, build2(NE_EXPR, boolean_type_node, answer, integer_zero_node), &compares, even, even, even,
                     even, true))
        for (const silent_load &l : of.loads)
            mark(l.statement);
    update_ssa(TODO_update_ssa);
}

const pass_data silent_loops_data = {
    GIMPLE_PASS, "silent_loops", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa_only_virtuals};

class silent_loops : public gimple_opt_pass
{
  public:
    silent_loops() : gimple_opt_pass(silent_loops_data, g) {}
    opt_pass *clone() final
    {
        return new silent_loops();
    }
    bool gate(function *) final
    {
        return given.device_pass && sanitize_flags_p(SANITIZE_THREAD);
    }
    unsigned execute(function *f) final
    {
        loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
        if (number_of_loops(f) > 1) {
            calculate_dominance_info(CDI_DOMINATORS);
            scev_initialize();
            std::vector<candidate> found = candidates();
            if (!found.empty()) {
                // What comes after a loop must not use its values by their names, of which there will be two.
                rewrite_into_loop_closed_ssa(nullptr, TODO_update_ssa);
                scev_reset();
                found = candidates();
            }
            scev_finalize();
            if (!found.empty()) {
                initialize_original_copy_tables();
                for (const candidate &c : found)
                    copy_loop(c);
                free_original_copy_tables();
                mark_virtual_operands_for_renaming(f);
            }
        }
        loop_optimizer_finalize();
        return 0;
    }
};

const pass_data silent_loops_end_data = {GIMPLE_PASS, "silent_loops_end", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0};

class silent_loops_end : public gimple_opt_pass
{
  public:
    silent_loops_end() : gimple_opt_pass(silent_loops_end_data, g) {}
    bool gate(function *) final
    {
        return !marked.empty();
    }
    unsigned execute(function *) final
    {
        for (tree read_only : marked)
            TREE_READONLY(read_only) = 0;
        marked.clear();
        return 0;
    }
};
} // namespace

opt_pass *silent_loops_pass()
{
    return new silent_loops();
}

opt_pass *silent_loops_end_pass()
{
    return new silent_loops_end();
}
