// SPDX-License-Identifier: MIT
// Barriers in loops over the threads of a block (thread_loops.cpp). At a barrier that all threads of the block reach,
// or none, a thread keeps what it needs afterwards and the loop goes on with the next thread. When all have come there,
// the loop runs again from there: each run through it is a stage.
//
//   stage = 0;
//   do {                                        // run_body has these loops
//       for each thread:
//           if (stage == 1) goto after_first;   // with what this thread has kept
//           ...
//           next = 1, goto end;                 // instead of the barrier
//       after_first:
//           ...
//       end: ;
//       stage = next;
//   } while (stage != 0);
//
// What all threads compute alike is kept once, and everything else in an array with an element for each thread.
// So g++ sees a stage's conditions as those of the loop, and takes them out of it.
#include "thread_loops.h"

#include "cfganal.h"

#include "cfghooks.h"

#include "cfgloop.h"

#include "tree-dfa.h"

#include "gimple-walk.h"

#include "stor-layout.h"

namespace
{
constexpr unsigned most_kept = 24, most_barriers = 12, most_threads = 1024;

bool is_value(tree expression)
{
    return TREE_CODE(expression) == SSA_NAME && !virtual_operand_p(expression);
}

// A variable of the function's own frame.
tree local_variable_of(tree reference)
{
    tree base = get_base_address(reference);
    return base && VAR_P(base) && !is_global_var(base) ? base : NULL_TREE;
}
} // namespace

class staging
{
  public:
    staging(function *f, const loop_marks &marks) : function_(f), marks_(marks) {}

    // Whether the barriers can be stages. Splits blocks at them; changes nothing else.
    bool is_possible()
    {
        split();
        if (barriers_.empty() || barriers_.size() > most_barriers)
            return false;
        find_body();
        if (!keeps_no_variables())
            return false;
        calculate_dominance_info(CDI_POST_DOMINATORS);
        const bool uniform = are_uniform();
        free_dominance_info(CDI_POST_DOMINATORS);
        if (!uniform)
            return false;
        find_live();
        std::set<tree> all;
        for (const barrier &b : barriers_)
            for (tree value : live_[b.after])
                if (!can_repeat(value, 0))
                    all.insert(value);
        for (tree value : all)
            if (!tree_fits_uhwi_p(TYPE_SIZE_UNIT(TREE_TYPE(value))) || SSA_NAME_OCCURS_IN_ABNORMAL_PHI(value))
                return false;
        return all.size() <= most_kept;
    }

    void stage()
    {
        stage_ = create_tmp_reg(unsigned_type_node, "stage");
        next_ = create_tmp_reg(unsigned_type_node, "next");
        gimple_stmt_iterator at = gsi_for_stmt(marks_.sweep);
        set(at, stage_, next_);
        set(at, next_, build_zero_cst(unsigned_type_node));
        set_at_entry(next_);
        for (unsigned i = 0; i < barriers_.size(); ++i)
            replace(barriers_[i], i + 1);
        dispatch();
        at = gsi_for_stmt(marks_.ends);
        tree again = gimple_call_lhs(marks_.ends);
        if (again)
            insert(at, gimple_build_assign(again, NE_EXPR, next_, build_zero_cst(unsigned_type_node)), marks_.ends);
        unlink_stmt_vdef(marks_.ends);
        gsi_remove(&at, true);
        at = gsi_for_stmt(marks_.sweep);
        unlink_stmt_vdef(marks_.sweep);
        gsi_remove(&at, true);
        free_dominance_info(CDI_DOMINATORS);
        loops_state_set(function_, LOOPS_NEED_FIXUP);
    }

  private:
    struct barrier {
        gcall *call;
        basic_block before, after;
    };

    // --- the body ---

    void split()
    {
        std::vector<gcall *> calls;
        basic_block block;
        FOR_EACH_BB_FN(block, function_)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            if (is_barrier(gsi_stmt(i)))
                calls.push_back(as_a<gcall *>(gsi_stmt(i)));
        first_ = split_block(gimple_bb(marks_.begins), marks_.begins)->dest;
        gimple_stmt_iterator at = gsi_for_stmt(marks_.ends);
        gsi_prev(&at);
        end_ = gsi_end_p(at) ? split_block_after_labels(gimple_bb(marks_.ends))->dest
                             : split_block(gimple_bb(marks_.ends), gsi_stmt(at))->dest;
        for (gcall *call : calls) {
            const edge next = split_block(gimple_bb(call), call);
            barriers_.push_back({call, next->src, next->dest});
        }
    }
    void find_body()
    {
        std::vector<basic_block> left = {first_};
        body_.insert(first_);
        while (!left.empty()) {
            const basic_block block = left.back();
            left.pop_back();
            edge next;
            edge_iterator i;
            FOR_EACH_EDGE(next, i, block->succs)
            if (next->dest != end_ && next->dest != EXIT_BLOCK_PTR_FOR_FN(function_) && body_.insert(next->dest).second)
                left.push_back(next->dest);
        }
    }
    bool is_in_body(tree value) const // where it is defined
    {
        const basic_block block = gimple_bb(SSA_NAME_DEF_STMT(value));
        return block && body_.count(block);
    }
    // A thread's own variable in memory would have to be kept, too, unless it is stored and used between two barriers:
    // here, in one block.
    struct local_uses {
        basic_block block;
        std::map<tree, basic_block> stored_in;
        std::set<tree> stored; // in this block, so far
    };
    static bool is_kept_by_store(gimple *, tree base, tree, void *data)
    {
        auto *uses = static_cast<local_uses *>(data);
        tree variable = local_variable_of(base);
        uses->stored.insert(variable);
        return variable && uses->stored_in.insert({variable, uses->block}).first->second != uses->block;
    }
    static bool is_kept_by_load(gimple *, tree base, tree, void *data)
    {
        auto *uses = static_cast<local_uses *>(data);
        tree variable = local_variable_of(base);
        const auto stored = variable ? uses->stored_in.find(variable) : uses->stored_in.end();
        return stored != uses->stored_in.end() && (stored->second != uses->block || !uses->stored.count(variable));
    }
    static bool is_local(gimple *, tree base, tree, void *)
    {
        return local_variable_of(base) != NULL_TREE;
    }
    // Twice, since a block with loads may come before the one with the store; a load before its store is one of these.
    bool keeps_no_variables()
    {
        local_uses uses;
        for (int round = 0; round < 2; ++round)
            for (basic_block block : body_) {
                uses.block = block;
                uses.stored.clear();
                for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
                    gimple *statement = gsi_stmt(i);
                    if (gimple_clobber_p(statement) || is_gimple_debug(statement))
                        continue;
                    if (walk_stmt_load_store_addr_ops(statement, &uses, is_kept_by_load, is_kept_by_store, is_local))
                        return false;
                }
            }
        for (const auto &[variable, block] : uses.stored_in)
            stored_.insert(variable);
        return true;
    }

    // --- what all threads compute alike ---

    bool differs(tree value) const
    {
        return is_value(value) && differing_.count(value);
    }
    bool differs(gimple *statement) const
    {
        if (is_gimple_call(statement) && !(gimple_call_flags(statement) & ECF_CONST))
            return !calls(statement, "cpu_device_dynamic_shared");
        if (gimple_assign_load_p(statement)) {
            tree from = local_variable_of(gimple_assign_rhs1(statement));
            if (!from || from == marks_.own[0] || from == marks_.rank || stored_.count(from))
                return true;
        }
        tree operand;
        ssa_op_iter i;
        FOR_EACH_SSA_TREE_OPERAND(operand, statement, i, SSA_OP_USE)
        if (differs(operand))
            return true;
        return false;
    }
    bool add_differing(tree value)
    {
        return value && is_value(value) && differing_.insert(value).second;
    }
    bool are_uniform()
    {
        for (bool changed = true; changed;) {
            changed = false;
            for (basic_block block : body_) {
                for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i); gsi_next(&i))
                    for (unsigned k = 0; k < gimple_phi_num_args(i.phi()); ++k)
                        if (differs(gimple_phi_arg_def(i.phi(), k)))
                            changed |= add_differing(gimple_phi_result(i.phi()));
                for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                    if (differs(gsi_stmt(i))) {
                        tree result = gimple_get_lhs(gsi_stmt(i));
                        changed |= result && TREE_CODE(result) == SSA_NAME && add_differing(result);
                        if (gimple_code(gsi_stmt(i)) == GIMPLE_COND || gimple_code(gsi_stmt(i)) == GIMPLE_SWITCH)
                            if (!parts_at(block, changed))
                                return false;
                    }
            }
        }
        return true;
    }
    // Threads go different ways from here to where the ways meet. False: there is a barrier between.
    bool parts_at(basic_block branch, bool &changed)
    {
        const basic_block meeting = get_immediate_dominator(CDI_POST_DOMINATORS, branch);
        if (meeting == nullptr || (meeting != end_ && !body_.count(meeting)))
            return false;
        std::set<basic_block> seen = {branch};
        std::vector<basic_block> left = {branch};
        while (!left.empty()) {
            const basic_block block = left.back();
            left.pop_back();
            edge next;
            edge_iterator i;
            FOR_EACH_EDGE(next, i, block->succs)
            {
                for (gphi_iterator phi = gsi_start_phis(next->dest); !gsi_end_p(phi); gsi_next(&phi))
                    changed |= add_differing(gimple_phi_result(phi.phi()));
                if (next->dest != meeting && seen.insert(next->dest).second)
                    left.push_back(next->dest);
            }
        }
        seen.erase(branch);
        for (const barrier &b : barriers_)
            if (seen.count(b.before))
                return false;
        return true;
    }

    // --- what lives at a barrier ---

    void find_live()
    {
        for (bool changed = true; changed;) {
            changed = false;
            for (basic_block block : body_) {
                std::set<tree> live = live_after(block);
                for (gimple_stmt_iterator i = gsi_last_bb(block); !gsi_end_p(i); gsi_prev(&i)) {
                    if (is_gimple_debug(gsi_stmt(i)))
                        continue;
                    tree operand;
                    ssa_op_iter k;
                    FOR_EACH_SSA_TREE_OPERAND(operand, gsi_stmt(i), k, SSA_OP_DEF)
                    live.erase(operand);
                    FOR_EACH_SSA_TREE_OPERAND(operand, gsi_stmt(i), k, SSA_OP_USE)
                    if (is_in_body(operand))
                        live.insert(operand);
                }
                for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i); gsi_next(&i))
                    live.erase(gimple_phi_result(i.phi()));
                if (live.size() != live_[block].size()) {
                    live_[block] = live;
                    changed = true;
                }
            }
        }
    }
    std::set<tree> live_after(basic_block block)
    {
        std::set<tree> live;
        edge next;
        edge_iterator i;
        FOR_EACH_EDGE(next, i, block->succs)
        if (body_.count(next->dest)) {
            live.insert(live_[next->dest].begin(), live_[next->dest].end());
            for (gphi_iterator phi = gsi_start_phis(next->dest); !gsi_end_p(phi); gsi_next(&phi)) {
                tree value = PHI_ARG_DEF_FROM_EDGE(phi.phi(), next);
                if (is_value(value) && is_in_body(value))
                    live.insert(value);
            }
        }
        return live;
    }
    // What a few operations make of the thread's place and of values from outside is computed again.
    bool can_repeat(tree value, int depth) const
    {
        if (!is_value(value) || !is_in_body(value))
            return true;
        gimple *from = SSA_NAME_DEF_STMT(value);
        if (!is_gimple_assign(from) || depth > 5)
            return false;
        if (gimple_assign_load_p(from)) {
            tree variable = local_variable_of(gimple_assign_rhs1(from));
            return variable && !stored_.count(variable);
        }
        tree operand;
        ssa_op_iter i;
        FOR_EACH_SSA_TREE_OPERAND(operand, from, i, SSA_OP_USE)
        if (!can_repeat(operand, depth + 1))
            return false;
        return true;
    }

    // --- statements ---

    static void insert(gimple_stmt_iterator &at, gimple *statement, gimple *place)
    {
        gimple_set_location(statement, gimple_location(place));
        gsi_insert_before(&at, statement, GSI_SAME_STMT);
    }
    void set(gimple_stmt_iterator &at, tree to, tree from)
    {
        insert(at, gimple_build_assign(to, from), marks_.sweep);
    }
    void set_at_entry(tree variable)
    {
        gimple_stmt_iterator at = gsi_for_stmt(marks_.question);
        insert(at, gimple_build_assign(variable, build_zero_cst(TREE_TYPE(variable))), marks_.question);
    }
    tree rank(gimple_stmt_iterator &at, gimple *place)
    {
        tree result = make_ssa_name(TREE_TYPE(marks_.rank));
        insert(at, gimple_build_assign(result, marks_.rank), place);
        return result;
    }
    tree element(tree value, tree index)
    {
        tree &array = arrays_[value];
        if (array == NULL_TREE) {
            tree type = build_array_type_nelts(TREE_TYPE(value), most_threads);
            array = create_tmp_var(type, "kept");
        }
        return build4(ARRAY_REF, TREE_TYPE(value), array, index, NULL_TREE, NULL_TREE);
    }
    tree kept_once(tree value)
    {
        tree &variable = once_[value];
        if (variable == NULL_TREE) {
            variable = create_tmp_reg(TREE_TYPE(value), "next_kept");
            tree current = create_tmp_reg(TREE_TYPE(value), "kept");
            current_[value] = current;
            set_at_entry(variable);
            gimple_stmt_iterator at = gsi_for_stmt(marks_.sweep);
            set(at, current, variable);
        }
        return variable;
    }
    tree repeated(gimple_stmt_iterator &at, tree value, std::map<tree, tree> &done, bool outermost)
    {
        if (!is_value(value) || !is_in_body(value))
            return value;
        if (auto known = done.find(value); !outermost && known != done.end())
            return known->second;
        gimple *from = SSA_NAME_DEF_STMT(value);
        std::map<tree, tree> operands;
        tree operand;
        ssa_op_iter i;
        FOR_EACH_SSA_TREE_OPERAND(operand, from, i, SSA_OP_USE)
        operands[operand] = repeated(at, operand, done, false);
        gimple *copy = gimple_copy(from);
        gsi_insert_before(&at, copy, GSI_SAME_STMT);
        use_operand_p use;
        FOR_EACH_SSA_USE_OPERAND(use, copy, i, SSA_OP_USE)
        SET_USE(use, operands[USE_FROM_PTR(use)]);
        tree result;
        if (outermost) {
            result = create_new_def_for(value, copy, gimple_assign_lhs_ptr(copy));
        } else {
            result = make_ssa_name(TREE_TYPE(value));
            gimple_assign_set_lhs(copy, result);
        }
        update_stmt(copy);
        done[value] = result;
        return result;
    }
    void define_again(gimple_stmt_iterator &at, tree value, tree kept, gimple *place)
    {
        tree other = make_ssa_name(TREE_TYPE(value));
        gassign *load = gimple_build_assign(other, kept);
        insert(at, load, place);
        create_new_def_for(value, load, gimple_assign_lhs_ptr(load));
        release_ssa_name(other);
        update_stmt(load);
    }

    void replace(const barrier &b, unsigned number)
    {
        gimple_stmt_iterator at = gsi_for_stmt(b.call), after = gsi_after_labels(b.after);
        tree store_index = NULL_TREE, load_index = NULL_TREE;
        std::map<tree, tree> done;
        for (tree value : live_[b.after]) {
            if (can_repeat(value, 0)) {
                repeated(after, value, done, true);
            } else if (differs(value)) {
                if (!store_index) {
                    store_index = rank(at, b.call);
                    load_index = rank(after, b.call);
                }
                insert(at, gimple_build_assign(element(value, store_index), value), b.call);
                define_again(after, value, element(value, load_index), b.call);
            } else {
                tree variable = kept_once(value);
                insert(at, gimple_build_assign(variable, value), b.call);
                define_again(after, value, current_[value], b.call);
            }
        }
        insert(at, gimple_build_assign(next_, build_int_cst(unsigned_type_node, number)), b.call);
        unlink_stmt_vdef(b.call);
        gsi_remove(&at, true);
        redirect_edge_succ(single_succ_edge(b.before), end_);
    }
    // At the beginning of each thread.
    void dispatch()
    {
        basic_block from = gimple_bb(marks_.begins);
        gimple_stmt_iterator at = gsi_for_stmt(marks_.begins);
        unlink_stmt_vdef(marks_.begins);
        gsi_remove(&at, true);
        const edge to_first = single_succ_edge(from);
        basic_block target = first_;
        remove_edge(to_first);
        for (unsigned i = 0; i < barriers_.size(); ++i) {
            at = gsi_last_bb(from);
            gcond *asks =
                gimple_build_cond(EQ_EXPR, stage_, build_int_cst(unsigned_type_node, i), NULL_TREE, NULL_TREE);
            if (gsi_end_p(at))
                gsi_insert_before(&at, asks, GSI_NEW_STMT);
            else
                gsi_insert_after(&at, asks, GSI_NEW_STMT);
            make_edge(from, target, EDGE_TRUE_VALUE)->probability = profile_probability::even();
            target = barriers_[i].after;
            if (i + 1 == barriers_.size()) {
                make_edge(from, target, EDGE_FALSE_VALUE)->probability = profile_probability::even();
                break;
            }
            basic_block next = create_empty_bb(from);
            next->count = from->count;
            add_bb_to_loop(next, from->loop_father);
            make_edge(from, next, EDGE_FALSE_VALUE)->probability = profile_probability::even();
            from = next;
        }
    }

    function *function_;
    const loop_marks &marks_;
    basic_block first_ = nullptr, end_ = nullptr; // of a thread
    std::vector<barrier> barriers_;
    std::set<basic_block> body_;
    std::set<tree> stored_;                        // variables in memory that a thread stores
    std::set<tree> differing_;                     // from thread to thread
    std::map<basic_block, std::set<tree>> live_;   // at its beginning
    std::map<tree, tree> arrays_, once_, current_; // where values are kept
    tree stage_ = NULL_TREE, next_ = NULL_TREE;
};

bool stage_at_barriers(function *f, const loop_marks &marks)
{
    staging all(f, marks);
    if (!all.is_possible())
        return false;
    all.stage();
    return true;
}
