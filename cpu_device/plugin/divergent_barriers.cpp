// SPDX-License-Identifier: MIT
// -Wdivergent-barrier: warns of a barrier that not all threads of a block reach, because it is in a branch or a loop
// whose condition depends on threadIdx: such as
//
//     if (threadIdx.x < n) {
//         sums[threadIdx.x] += sums[threadIdx.x + n];
//         __syncthreads();
//     }
//
// It looks at each function when g++ has parsed it, as spaces.cpp does. A value depends on the thread if it is computed
// from threadIdx, directly or by local variables all of whose values are. What is loaded from memory, passed as an
// argument or returned by a function does not count, since it may be the same for the whole block: a vote's result is,
// and so is what a thread has stored in shared memory for the others. Neither does a comparison with blockDim, which is
// true for all threads. A function that holds a barrier outside of any branch counts as a barrier itself. A return is
// no branch: PTX lets threads exit before a barrier.
#include "plugin.h"

#include "tree-iterator.h"

namespace
{
// --- values ---

bool has_name(tree decl, const char *name)
{
    return DECL_P(decl) && DECL_NAME(decl) && strcmp(IDENTIFIER_POINTER(DECL_NAME(decl)), name) == 0;
}

tree bare(tree t)
{
    while (t && (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR || TREE_CODE(t) == CLEANUP_POINT_EXPR ||
                 TREE_CODE(t) == SAVE_EXPR || TREE_CODE(t) == FLOAT_EXPR || TREE_CODE(t) == VIEW_CONVERT_EXPR))
        t = TREE_OPERAND(t, 0);
    return t && TREE_CODE(t) == TARGET_EXPR ? bare(TARGET_EXPR_INITIAL(t)) : t;
}

// The values that each local variable of the running function gets; a variable whose address is taken has none, for it
// may get others.
class local_values
{
  public:
    explicit local_values(tree body)
    {
        cp_walk_tree_without_duplicates(&body, note, this);
    }
    // Null: not all of them are known.
    const std::vector<tree> *of(tree variable) const
    {
        const auto found = values_.find(variable);
        return found == values_.end() || escaped_.count(variable) ? nullptr : &found->second;
    }

  private:
    static bool is_local(tree t)
    {
        return t && VAR_P(t) && !TREE_STATIC(t) && !DECL_EXTERNAL(t) && !DECL_HAS_VALUE_EXPR_P(t);
    }
    static tree note(tree *at, int *go_on, void *data)
    {
        local_values &all = *static_cast<local_values *>(data);
        const tree t = *at;
        if (TYPE_P(t)) {
            *go_on = 0;
        } else if (TREE_CODE(t) == DECL_EXPR && is_local(DECL_EXPR_DECL(t))) {
            if (const tree value = DECL_INITIAL(DECL_EXPR_DECL(t)))
                all.values_[DECL_EXPR_DECL(t)].push_back(value);
        } else if ((TREE_CODE(t) == MODIFY_EXPR || TREE_CODE(t) == INIT_EXPR) && is_local(bare(TREE_OPERAND(t, 0)))) {
            all.values_[bare(TREE_OPERAND(t, 0))].push_back(TREE_OPERAND(t, 1));
        } else if (TREE_CODE(t) == ADDR_EXPR && is_local(bare(TREE_OPERAND(t, 0)))) {
            all.escaped_.insert(bare(TREE_OPERAND(t, 0)));
        }
        return NULL_TREE;
    }

    std::map<tree, std::vector<tree>> values_;
    std::set<tree> escaped_;
};

// Whether t is a component of the device's variable of that name: of threadIdx, or of blockDim.
bool is_component_of(tree t, const char *name)
{
    const tree whole = TREE_CODE(t) == COMPONENT_REF ? bare(TREE_OPERAND(t, 0)) : NULL_TREE;
    return whole && VAR_P(whole) && has_name(whole, name) && DECL_IN_SYSTEM_HEADER(whole);
}

// What of an expression differs between the threads of a block.
class dependence
{
  public:
    explicit dependence(tree body) : locals_(body) {}

    bool on_thread(tree t)
    {
        t = bare(t);
        if (!t)
            return false;
        const tree a = EXPR_P(t) && TREE_OPERAND_LENGTH(t) > 0 ? TREE_OPERAND(t, 0) : NULL_TREE,
                   b = EXPR_P(t) && TREE_OPERAND_LENGTH(t) > 1 ? TREE_OPERAND(t, 1) : NULL_TREE;
        switch (TREE_CODE(t)) {
        case COMPONENT_REF: return is_component_of(t, "threadIdx");
        case VAR_DECL: return variable(t);
        case NEGATE_EXPR:
        case BIT_NOT_EXPR:
        case TRUTH_NOT_EXPR: return on_thread(a);
        case PLUS_EXPR:
        case MULT_EXPR: return !integer_zerop(a) && !integer_zerop(b) && (on_thread(a) || on_thread(b));
        case TRUTH_AND_EXPR:
        case TRUTH_OR_EXPR:
        case TRUTH_ANDIF_EXPR:
        case TRUTH_ORIF_EXPR: return on_thread(a) || on_thread(b);
        case MINUS_EXPR:
        case BIT_IOR_EXPR:
        case BIT_XOR_EXPR:
        case BIT_AND_EXPR: return on_thread(a) != on_thread(b);
        case LSHIFT_EXPR: return on_thread(a) && !on_thread(b);
        case RSHIFT_EXPR:
        case TRUNC_DIV_EXPR:
        case TRUNC_MOD_EXPR: return quotient(TREE_CODE(t), a, b);
        case LT_EXPR:
        case LE_EXPR:
        case GT_EXPR:
        case GE_EXPR:
        case EQ_EXPR:
        case NE_EXPR: return comparison(a, b);
        case COMPOUND_EXPR:
        case MODIFY_EXPR: return on_thread(b);
        default: return false;
        }
    }

  private:
    static const unsigned most_threads = 1024; // of a block

    bool variable(tree t)
    {
        const std::vector<tree> *const values = locals_.of(t);
        if (values == nullptr)
            return false;
        const auto [known, is_new] = known_.insert({t, true}); // i += 2: that of the other values
        if (!is_new)
            return known->second;
        bool any = false, all = true;
        for (const tree value : *values) {
            const bool depends = on_thread(value);
            all &= depends;
            any |= depends && !mentions(value, t);
        }
        return known_[t] = any && all;
    }
    static bool mentions(tree value, tree variable)
    {
        const auto is_it = [](tree *at, int *, void *which) { return *at == which ? *at : NULL_TREE; };
        return cp_walk_tree_without_duplicates(&value, is_it, variable) != NULL_TREE;
    }
    // threadIdx.x / blockDim.x is 0 in all threads; so is threadIdx.x / 1024.
    bool quotient(tree_code code, tree a, tree b)
    {
        if (!on_thread(a) || on_thread(b) || is_of_launch(b))
            return false;
        b = bare(b);
        if (TREE_CODE(b) != INTEGER_CST)
            return code != RSHIFT_EXPR;
        if (code == TRUNC_MOD_EXPR)
            return !integer_onep(b);
        return compare_tree_int(b, code == RSHIFT_EXPR ? 10 : most_threads) < 0;
    }
    // The one side differs, and the other does not. threadIdx.x < blockDim.x is true in all threads; so is
    // threadIdx.x < 1024; and that of a thread's number in the grid is the same in all threads of a block if the other
    // side was rounded up to whole blocks.
    bool comparison(tree a, tree b)
    {
        const bool left = on_thread(a);
        if (left == on_thread(b))
            return false;
        const tree other = bare(left ? b : a);
        return !is_of_launch(other) && !is_rounded(other) &&
               !(TREE_CODE(other) == INTEGER_CST && (compare_tree_int(other, most_threads) >= 0));
    }
    // Whether t is made of blockDim and gridDim alone.
    bool is_of_launch(tree t, unsigned steps = 0)
    {
        t = value_of(t, steps);
        if (!t)
            return false;
        if (TREE_CODE(t) == MULT_EXPR)
            return is_of_launch(TREE_OPERAND(t, 0), steps) && is_of_launch(TREE_OPERAND(t, 1), steps);
        return is_component_of(t, "blockDim") || is_component_of(t, "gridDim");
    }
    // Whether t is a multiple of blockDim.
    bool is_rounded(tree t, unsigned steps = 0)
    {
        t = value_of(t, steps);
        if (!t)
            return false;
        if (TREE_CODE(t) == MULT_EXPR)
            return is_rounded(TREE_OPERAND(t, 0), steps) || is_rounded(TREE_OPERAND(t, 1), steps);
        return is_component_of(t, "blockDim");
    }
    // The value of a local variable that has only one. Null after some steps: variables may have their values from
    // one another.
    tree value_of(tree t, unsigned &steps)
    {
        for (t = bare(t); t && VAR_P(t) && steps < 10; t = bare(t)) {
            const std::vector<tree> *const values = locals_.of(t);
            if (values == nullptr || values->size() != 1)
                return t;
            t = (*values)[0];
            ++steps;
        }
        return steps < 10 ? t : NULL_TREE;
    }

    const local_values locals_;
    std::map<tree, bool> known_;
};

// --- functions ---

struct divergence {
    location_t condition;
    bool of_loop;
};

// A call that not all threads of a block make.
struct divergent_call {
    location_t where;
    divergence because;
    unsigned callee; // by its uid; 0: the call is a barrier
    std::string name;
};
std::vector<divergent_call> divergent_calls;

// The functions with a barrier that each call of them reaches, or that call such a function there.
std::set<unsigned> with_barrier;
std::map<unsigned, std::vector<unsigned>> certain_calls; // by the caller

bool is_barrier(tree function)
{
    static const char *const names[] = {"__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or",
                                        "cpu_device_collective"};
    if (!DECL_IN_SYSTEM_HEADER(function))
        return false;
    for (const char *name : names)
        if (has_name(function, name))
            return true;
    const tree type = DECL_CONTEXT(function);
    return has_name(function, "sync") && type && TYPE_P(type) && TYPE_IDENTIFIER(type) &&
           (strcmp(IDENTIFIER_POINTER(TYPE_IDENTIFIER(type)), "thread_block") == 0 ||
            strcmp(IDENTIFIER_POINTER(TYPE_IDENTIFIER(type)), "grid_group") == 0);
}

// Goes through the statements of a function in order.
class barrier_walk
{
  public:
    explicit barrier_walk(tree f) : function_(f), depends_(DECL_SAVED_TREE(f))
    {
        visit(DECL_SAVED_TREE(f));
    }

  private:
    void visit(tree t)
    {
        if (!t || TYPE_P(t) || DECL_P(t) || CONSTANT_CLASS_P(t))
            return;
        switch (TREE_CODE(t)) {
        case STATEMENT_LIST:
            for (tree_stmt_iterator i = tsi_start(t); !tsi_end_p(i); tsi_next(&i))
                visit(tsi_stmt(i));
            return;
        case BIND_EXPR: return visit(BIND_EXPR_BODY(t));
        case DECL_EXPR: return visit(VAR_P(DECL_EXPR_DECL(t)) ? DECL_INITIAL(DECL_EXPR_DECL(t)) : NULL_TREE);
        case TARGET_EXPR: return visit(TARGET_EXPR_INITIAL(t));
        case SAVE_EXPR: return first_time_.insert(t).second ? visit(TREE_OPERAND(t, 0)) : void();
        case IF_STMT: return branch(IF_COND(t), THEN_CLAUSE(t), ELSE_CLAUSE(t), EXPR_LOCATION(t));
        case COND_EXPR: return branch(TREE_OPERAND(t, 0), TREE_OPERAND(t, 1), TREE_OPERAND(t, 2), EXPR_LOCATION(t));
        case TRUTH_ANDIF_EXPR:
        case TRUTH_ORIF_EXPR: return branch(TREE_OPERAND(t, 0), TREE_OPERAND(t, 1), NULL_TREE, EXPR_LOCATION(t));
        case SWITCH_STMT: return branch(SWITCH_STMT_COND(t), SWITCH_STMT_BODY(t), NULL_TREE, EXPR_LOCATION(t));
        case FOR_STMT: visit(FOR_INIT_STMT(t)); return loop(FOR_COND(t), FOR_BODY(t), FOR_EXPR(t), EXPR_LOCATION(t));
        case WHILE_STMT: return loop(WHILE_COND(t), WHILE_BODY(t), NULL_TREE, EXPR_LOCATION(t));
        case DO_STMT: return loop(DO_COND(t), DO_BODY(t), NULL_TREE, EXPR_LOCATION(t));
        case RETURN_EXPR:
            visit(TREE_OPERAND(t, 0));
            may_have_returned_ = true;
            return;
        case CALL_EXPR:
        case AGGR_INIT_EXPR: call(t); break;
        default: break;
        }
        if (EXPR_P(t))
            for (int i = 0; i < TREE_OPERAND_LENGTH(t); ++i)
                visit(TREE_OPERAND(t, i));
    }

    void branch(tree condition, tree first, tree second, location_t where)
    {
        visit(condition);
        const tree known = bare(condition);
        if (known && TREE_CODE(known) == INTEGER_CST && TREE_CODE(TREE_TYPE(known)) == BOOLEAN_TYPE)
            return visit(integer_nonzerop(known) ? first : second);
        const bool diverges = depends_.on_thread(condition);
        ++branches_;
        for (const bool taken : {true, false}) {
            const tree arm = taken ? first : second, other = taken ? second : first;
            // Those that take the other one may return from it, as in if (threadIdx.x >= n) return; else ...
            const bool skipped = diverges && !ends_in_return(other) && !may_be_for_all(condition, taken);
            if (skipped)
                around_.push_back({near(condition, where), false});
            visit(arm);
            if (skipped)
                around_.pop_back();
        }
        --branches_;
    }

    // Whether an operand that does not depend on the thread may decide for the whole block that the condition is true,
    // or false: the else of if (blockIdx.x == 0 && threadIdx.x == 0) is for all threads of the other blocks.
    bool may_be_for_all(tree t, bool value)
    {
        t = bare(t);
        const tree_code code = TREE_CODE(t);
        if (code == TRUTH_NOT_EXPR)
            return may_be_for_all(TREE_OPERAND(t, 0), !value);
        const bool any = code == TRUTH_ANDIF_EXPR || code == TRUTH_AND_EXPR ? !value
                         : code == TRUTH_ORIF_EXPR || code == TRUTH_OR_EXPR ? value
                                                                            : false;
        for (int i = 0; any && i < 2; ++i)
            if (!depends_.on_thread(TREE_OPERAND(t, i)) || may_be_for_all(TREE_OPERAND(t, i), value))
                return true;
        return false;
    }

    static bool ends_in_return(tree t)
    {
        if (t && TREE_CODE(t) == STATEMENT_LIST)
            return !tsi_end_p(tsi_last(t)) && ends_in_return(tsi_stmt(tsi_last(t)));
        if (t && TREE_CODE(t) == BIND_EXPR)
            return ends_in_return(BIND_EXPR_BODY(t));
        if (t && (TREE_CODE(t) == CLEANUP_POINT_EXPR || TREE_CODE(t) == EXPR_STMT))
            return ends_in_return(TREE_OPERAND(t, 0));
        return t && TREE_CODE(t) == RETURN_EXPR;
    }

    void loop(tree condition, tree body, tree step, location_t where)
    {
        divergence leaves = {UNKNOWN_LOCATION, true};
        if (condition && depends_.on_thread(condition))
            leaves.condition = near(condition, where);
        else
            look_for_break(body, UNKNOWN_LOCATION, leaves.condition);
        visit(condition);
        if (leaves.condition != UNKNOWN_LOCATION)
            around_.push_back(leaves);
        visit(body);
        visit(step);
        if (leaves.condition != UNKNOWN_LOCATION)
            around_.pop_back();
    }

    // In the body of a loop, a break in a branch that not all threads take: the place of its condition.
    void look_for_break(tree t, location_t branch, location_t &found)
    {
        if (!t || !EXPR_P(t) && TREE_CODE(t) != STATEMENT_LIST)
            return;
        switch (TREE_CODE(t)) {
        case STATEMENT_LIST:
            for (tree_stmt_iterator i = tsi_start(t); !tsi_end_p(i); tsi_next(&i))
                look_for_break(tsi_stmt(i), branch, found);
            return;
        case BREAK_STMT:
            if (branch != UNKNOWN_LOCATION && found == UNKNOWN_LOCATION)
                found = branch;
            return;
        case IF_STMT:
            if (depends_.on_thread(IF_COND(t)))
                branch = near(IF_COND(t), EXPR_LOCATION(t));
            look_for_break(THEN_CLAUSE(t), branch, found);
            return look_for_break(ELSE_CLAUSE(t), branch, found);
        case BIND_EXPR: return look_for_break(BIND_EXPR_BODY(t), branch, found);
        case CLEANUP_POINT_EXPR:
        case EXPR_STMT: return look_for_break(TREE_OPERAND(t, 0), branch, found);
        case CLEANUP_STMT: return look_for_break(CLEANUP_BODY(t), branch, found);
        default: return; // a break in there is that of another loop, or of a switch
        }
    }

    void call(tree t)
    {
        const tree callee = cp_get_callee_fndecl_nofold(t);
        if (!callee || TREE_CODE(callee) != FUNCTION_DECL)
            return;
        const tree called = original(callee);
        const unsigned uid = DECL_UID(original(function_));
        const bool waits = is_barrier(called), is_certain = branches_ == 0 && !may_have_returned_;
        if (is_certain && waits)
            with_barrier.insert(uid);
        else if (is_certain)
            certain_calls[uid].push_back(DECL_UID(called));
        if (!around_.empty())
            divergent_calls.push_back({EXPR_LOCATION(t), around_.back(), waits ? 0 : DECL_UID(called),
                                       decl_as_string(called, TFF_NO_FUNCTION_ARGUMENTS | TFF_NO_TEMPLATE_BINDINGS)});
    }

    static location_t near(tree condition, location_t where)
    {
        const tree t = bare(condition);
        return t && EXPR_P(t) && EXPR_LOCATION(t) != UNKNOWN_LOCATION ? EXPR_LOCATION(t) : where;
    }

    const tree function_;
    dependence depends_;
    std::vector<divergence> around_; // the branches and loops around a statement that not all threads enter
    int branches_ = 0;               // how many branches are around it, of any kind
    bool may_have_returned_ = false;
    std::set<tree> first_time_;
};

void look_for_barriers(void *function_decl, void *)
{
    const tree function = static_cast<tree>(function_decl);
    if (TREE_CODE(function) == FUNCTION_DECL && !processing_template_decl && DECL_SAVED_TREE(function))
        barrier_walk all(function);
}

void warn_of_all(void *, void *)
{
    for (bool more = !seen_error(); more;) {
        more = false;
        for (const auto &[caller, callees] : certain_calls)
            for (const unsigned callee : callees)
                more |= with_barrier.count(callee) && with_barrier.insert(caller).second;
    }
    std::set<location_t> said;
    for (const divergent_call &c : divergent_calls) {
        if (seen_error() || (c.callee != 0 && !with_barrier.count(c.callee)) || !said.insert(c.where).second)
            continue;
        const bool warned =
            c.callee == 0
                ? warning_at(c.where, 0, "not all threads of the block may reach this barrier [-Wdivergent-barrier]")
                : warning_at(c.where, 0,
                             "not all threads of the block may call %qs, which holds a barrier [-Wdivergent-barrier]",
                             c.name.c_str());
        if (warned)
            inform(c.because.condition, c.because.of_loop
                                            ? "how often a thread goes through this loop depends on threadIdx"
                                            : "whether a thread takes this branch depends on threadIdx");
    }
}
} // namespace

void warn_of_divergent_barriers(const char *plugin)
{
    register_callback(plugin, PLUGIN_PRE_GENERICIZE, look_for_barriers, nullptr);
    register_callback(plugin, PLUGIN_FINISH_UNIT, warn_of_all, nullptr);
}
