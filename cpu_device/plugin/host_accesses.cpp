// SPDX-License-Identifier: MIT
// Loads and stores of host code. The library asks for few of them: those of the device's memory, and for some time
// those of memory that a copy or a kernel uses (src/memory/host_guard.h). It keeps the addresses in
// cpu_device_host_guard. So this pass, which takes the place of g++'s own, compares the address and calls the library
// only within them.
//
// Even that would keep g++ from vectorizing a loop. A loop without calls cannot change the guard. It is there twice:
// the comparison comes before the loop, of the pointers from which the addresses are computed. One copy has no calls of
// the library, the other one calls it for every access.
//
// Functions with atomic operations are left to g++'s own pass, which replaces these by calls.
#include "plugin.h"

#include "cfgloop.h"

#include "cfgloopmanip.h"

#include "tree-ssa-loop-manip.h"

#include "tree-ssa-loop.h"

#include "fold-const.h"

namespace
{
constexpr unsigned most_bases = 8;     // that are compared before a loop
constexpr unsigned most_doubled = 500; // statements of a loop that is there twice

struct host_access {
    gimple *statement;
    tree expression;
    bool stores;
};
using accesses = std::vector<host_access>;

// --- which accesses ---

bool is_reference(tree expression)
{
    return handled_component_p(expression) || TREE_CODE(expression) == MEM_REF ||
           TREE_CODE(expression) == TARGET_MEM_REF || (DECL_P(expression) && TREE_CODE(expression) != FUNCTION_DECL);
}

// Nothing but its function knows a variable whose address does not escape.
bool is_private(tree variable)
{
    pt_solution escaped;
    memset(&escaped, 0, sizeof escaped);
    escaped.escaped = 1;
    return !is_global_var(variable) && (!may_be_aliased(variable) || !pt_solution_includes(&escaped, variable));
}

bool is_announced(tree expression)
{
    if (!is_reference(expression) || VOID_TYPE_P(TREE_TYPE(expression)) ||
        int_size_in_bytes(TREE_TYPE(expression)) <= 0)
        return false;
    const tree base = get_base_address(expression);
    if (!base || TREE_READONLY(base))
        return false;
    if (DECL_P(base))
        return !(VAR_P(base) && (DECL_HARD_REGISTER(base) || DECL_THREAD_LOCAL_P(base))) && !is_private(base) &&
               TREE_CODE(base) != CONST_DECL;
    return TREE_CODE(base) == MEM_REF || TREE_CODE(base) == TARGET_MEM_REF;
}

void add_accesses(basic_block block, accesses &to)
{
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
        gimple *const s = gsi_stmt(i);
        if (!gimple_assign_single_p(s) || gimple_clobber_p(s))
            continue;
        if (gimple_store_p(s) && is_announced(gimple_assign_lhs(s)))
            to.push_back({s, gimple_assign_lhs(s), true});
        if (gimple_assign_load_p(s) && is_announced(gimple_assign_rhs1(s)))
            to.push_back({s, gimple_assign_rhs1(s), false});
    }
}

bool is_atomic(gimple *statement)
{
    if (!gimple_call_builtin_p(statement, BUILT_IN_NORMAL))
        return false;
    const char *const name = IDENTIFIER_POINTER(DECL_NAME(gimple_call_fndecl(statement)));
    return strncmp(name, "__atomic_", 9) == 0 || strncmp(name, "__sync_", 7) == 0;
}

bool has_atomics(function *f)
{
    basic_block block;
    FOR_EACH_BB_FN(block, f)
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
        if (is_atomic(gsi_stmt(i)))
            return true;
    return false;
}

// --- what is added ---

// The guard's two words: where its addresses begin, and how many bytes they are.
struct guard_words {
    tree begin, size;
};

tree load_word(gimple_seq *to, tree guard, int word)
{
    const tree value = make_ssa_name(size_type_node);
    const tree at = build_int_cst(build_pointer_type(size_type_node), word * (int)sizeof(size_t));
    gimple_seq_add_stmt(to, gimple_build_assign(value, build2(MEM_REF, size_type_node, guard, at)));
    return value;
}

tree declare(const char *name, tree type, bool elsewhere)
{
    const tree variable = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier(name), type);
    SET_DECL_ASSEMBLER_NAME(variable, DECL_NAME(variable));
    TREE_STATIC(variable) = TREE_USED(variable) = 1;
    TREE_PUBLIC(variable) = DECL_EXTERNAL(variable) = TREE_ADDRESSABLE(variable) = elsewhere;
    DECL_ARTIFICIAL(variable) = DECL_IGNORED_P(variable) = 1;
    return variable;
}

// A variable with the guard's address, so that the object may become part of a shared library, too. The table of
// symbols keeps both for the next function.
tree guard_pointer()
{
    static tree pointer;
    if (!pointer) {
        const tree guard = declare("cpu_device_host_guard", build_array_type_nelts(size_type_node, 2), true);
        pointer = declare("cpu_device_host_guard_at", build_pointer_type(TREE_TYPE(guard)), false);
        DECL_INITIAL(pointer) = build_fold_addr_expr(guard);
        varpool_node::get_create(guard);
        varpool_node::finalize_decl(pointer);
    }
    return pointer;
}

guard_words load_guard(gimple_seq *to)
{
    const tree guard = make_ssa_name(TREE_TYPE(guard_pointer()));
    gimple_seq_add_stmt(to, gimple_build_assign(guard, guard_pointer()));
    const tree begin = load_word(to, guard, 0);
    return {begin, load_word(to, guard, 1)};
}

tree is_within(const guard_words &guard, tree address)
{
    const tree word = fold_convert(size_type_node, address);
    return fold_build2(LT_EXPR, boolean_type_node, fold_build2(MINUS_EXPR, size_type_node, word, guard.begin),
                       guard.size);
}

// A bit field is stored with its neighbours.
tree whole_bytes(tree expression)
{
    if (TREE_CODE(expression) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(expression, 1))) {
        const tree all = DECL_BIT_FIELD_REPRESENTATIVE(TREE_OPERAND(expression, 1));
        return all ? build3(COMPONENT_REF, TREE_TYPE(all), TREE_OPERAND(expression, 0), all,
                            TREE_OPERAND(expression, 2))
                   : NULL_TREE;
    }
    return expression;
}

struct announcement {
    gcall *call;
    tree address;
};

// The call before an access; its address is computed there.
announcement announcement_of(const host_access &a, gimple_stmt_iterator &before)
{
    const tree expression = whole_bytes(unshare_expr(a.expression));
    if (!expression || TREE_CODE(expression) == BIT_FIELD_REF || TREE_CODE(expression) == REALPART_EXPR ||
        TREE_CODE(expression) == IMAGPART_EXPR || TREE_CODE(expression) == VIEW_CONVERT_EXPR)
        return {};
    const HOST_WIDE_INT size = int_size_in_bytes(TREE_TYPE(expression));
    const bool one = (size == 1 || size == 2 || size == 4 || size == 8 || size == 16) &&
                     (HOST_WIDE_INT)get_object_alignment(expression) >= BITS_PER_UNIT * (size < 8 ? size : 8);
    const tree address =
        force_gimple_operand_gsi(&before, build_fold_addr_expr(expression), true, NULL_TREE, true, GSI_SAME_STMT);
    const std::string kind = a.stores ? "write" : "read";
    gcall *call;
    if (one) {
        const tree type = build_function_type_list(void_type_node, ptr_type_node, NULL_TREE);
        const std::string name =
            (TREE_THIS_VOLATILE(a.expression) ? "__tsan_volatile_" : "__tsan_") + kind + std::to_string(size);
        call = gimple_build_call(build_fn_decl(name.c_str(), type), 1, address);
    } else {
        const tree type = build_function_type_list(void_type_node, ptr_type_node, size_type_node, NULL_TREE);
        call = gimple_build_call(build_fn_decl(("__tsan_" + kind + "_range").c_str(), type), 2, address,
                                 build_int_cst(size_type_node, size));
    }
    gimple_set_location(call, gimple_location(a.statement));
    return {call, address};
}

void announce(const host_access &a)
{
    gimple_stmt_iterator before = gsi_for_stmt(a.statement);
    if (gcall *call = announcement_of(a, before).call)
        gsi_insert_before(&before, call, GSI_SAME_STMT);
}

void announce_within_guard(const host_access &a)
{
    gimple_stmt_iterator before = gsi_for_stmt(a.statement);
    const announcement made = announcement_of(a, before);
    if (!made.call)
        return;
    if (TREE_THIS_VOLATILE(a.expression)) { // by which it may signal a kernel
        gsi_insert_before(&before, made.call, GSI_SAME_STMT);
        return;
    }
    gimple_seq compared = nullptr, last = nullptr;
    const tree condition = is_within(load_guard(&compared), made.address);
    const tree within = force_gimple_operand(condition, &last, true, NULL_TREE);
    gimple_seq_add_seq(&compared, last);
    gsi_insert_seq_before(&before, compared, GSI_SAME_STMT);
    basic_block then_block, next;
    gimple_stmt_iterator at = create_cond_insert_point(&before, true, false, true, &then_block, &next);
    gsi_insert_after(&at, gimple_build_cond(NE_EXPR, within, boolean_false_node, NULL_TREE, NULL_TREE), GSI_NEW_STMT);
    gimple_stmt_iterator in = gsi_start_bb(then_block);
    gsi_insert_after(&in, made.call, GSI_NEW_STMT);
}

// --- loops that are there twice ---

// The function may call back, and so change the guard.
bool may_change_guard(gimple *statement)
{
    if (gimple_code(statement) == GIMPLE_ASM)
        return true;
    const gcall *call = dyn_cast<gcall *>(statement);
    return call && !gimple_call_internal_p(call) && !(gimple_call_flags(call) & (ECF_LEAF | ECF_CONST | ECF_PURE));
}

// The pointer before the loop from which a pointer in it is computed by additions.
tree pointer_before(tree pointer, class loop *outer)
{
    for (int steps = 0; steps < 32 && TREE_CODE(pointer) == SSA_NAME; ++steps) {
        gimple *const made = SSA_NAME_DEF_STMT(pointer);
        if (SSA_NAME_IS_DEFAULT_DEF(pointer) || !gimple_bb(made) || !flow_bb_inside_loop_p(outer, gimple_bb(made)))
            return pointer;
        if (gphi *phi = dyn_cast<gphi *>(made)) {
            class loop *const inner = gimple_bb(phi)->loop_father;
            if (inner->header != gimple_bb(phi))
                return NULL_TREE;
            pointer = PHI_ARG_DEF_FROM_EDGE(phi, loop_preheader_edge(inner));
        } else if (is_gimple_assign(made) && POINTER_TYPE_P(TREE_TYPE(gimple_assign_rhs1(made))) &&
                   (gimple_assign_rhs_code(made) == POINTER_PLUS_EXPR || gimple_assign_ssa_name_copy_p(made) ||
                    CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(made)))) {
            pointer = gimple_assign_rhs1(made);
        } else {
            return NULL_TREE;
        }
    }
    return is_gimple_min_invariant(pointer) ? pointer : NULL_TREE;
}

// Adds where an access begins, or returns false. Variables of the program are within the guard only if it holds all
// addresses; then the null pointer is, too.
bool add_base(tree expression, class loop *outer, std::set<tree> &bases)
{
    const tree base = get_base_address(expression);
    tree pointer = DECL_P(base) ? null_pointer_node : TREE_OPERAND(base, 0);
    if (TREE_CODE(pointer) == ADDR_EXPR)
        pointer = null_pointer_node;
    if (TREE_CODE(base) == TARGET_MEM_REF || !(pointer = pointer_before(pointer, outer)))
        return false;
    bases.insert(TREE_CODE(pointer) == SSA_NAME ? pointer : null_pointer_node);
    return true;
}

bool may_be_twice(class loop *l, std::set<tree> &bases)
{
    if (!can_duplicate_loop_p(l))
        return false;
    accesses all;
    unsigned statements = 0;
    basic_block *const body = get_loop_body(l);
    bool may = true;
    for (unsigned k = 0; k < l->num_nodes && may; ++k) {
        may = !(body[k]->flags & BB_IRREDUCIBLE_LOOP);
        for (gimple_stmt_iterator i = gsi_start_bb(body[k]); !gsi_end_p(i) && may; gsi_next_nondebug(&i))
            may = !may_change_guard(gsi_stmt(i)) && ++statements <= most_doubled;
        add_accesses(body[k], all);
    }
    free(body);
    for (const host_access &a : all)
        may = may && !TREE_THIS_VOLATILE(a.expression) && add_base(a.expression, l, bases);
    return may && !bases.empty() && bases.size() <= most_bases;
}

// The outermost loops for which it can be done.
void find_loops(class loop *from, std::vector<std::pair<class loop *, std::set<tree>>> &found)
{
    for (class loop *l = from; l; l = l->next) {
        std::set<tree> bases;
        if (may_be_twice(l, bases))
            found.push_back({l, bases});
        else
            find_loops(l->inner, found);
    }
}

// Returns the copy whose accesses are announced; the loop itself is its twin without.
class loop *copy_loop(class loop *l, const std::set<tree> &bases)
{
    gimple_seq before = nullptr, last = nullptr;
    const guard_words guard = load_guard(&before);
    tree any = boolean_false_node;
    for (tree base : bases)
        any = fold_build2(BIT_IOR_EXPR, boolean_type_node, any, is_within(guard, base));
    const tree within = force_gimple_operand(any, &last, true, NULL_TREE);
    gimple_seq_add_seq(&before, last);
    gsi_insert_seq_on_edge_immediate(loop_preheader_edge(l), before);
    basic_block compares;
    const profile_probability likely = profile_probability::very_likely(),
                              unlikely = profile_probability::very_unlikely();
    class loop *const copy = loop_version(l, build2(EQ_EXPR, boolean_type_node, within, boolean_false_node), &compares,
                                          likely, unlikely, likely, unlikely, true);
    update_ssa(TODO_update_ssa);
    return copy;
}

void mark(class loop *l, std::set<basic_block> &blocks)
{
    basic_block *const body = get_loop_body(l);
    blocks.insert(body, body + l->num_nodes);
    free(body);
}

// --- the pass ---

const pass_data host_accesses_data = {
    GIMPLE_PASS, "host_accesses", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa_only_virtuals};

class host_accesses : public gimple_opt_pass
{
  public:
    host_accesses() : gimple_opt_pass(host_accesses_data, g) {}
    opt_pass *clone() final
    {
        return new host_accesses();
    }
    bool gate(function *) final
    {
        return !given.device_pass && sanitize_flags_p(SANITIZE_THREAD);
    }
    unsigned execute(function *f) final
    {
        if (has_atomics(f))
            return 0;
        std::set<basic_block> silent, announcing;
        copy_loops(silent, announcing);
        accesses always, sometimes;
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        if (!silent.count(block))
            add_accesses(block, announcing.count(block) ? always : sometimes);
        for (const host_access &a : always)
            announce(a);
        for (const host_access &a : sometimes)
            announce_within_guard(a);
        mark_virtual_operands_for_renaming(f);
        // g++'s own pass has nothing left to do.
        DECL_ATTRIBUTES(f->decl) =
            tree_cons(get_identifier("no_sanitize"), build_int_cst(unsigned_type_node, SANITIZE_THREAD),
                      DECL_ATTRIBUTES(f->decl));
        return 0;
    }

  private:
    static void copy_loops(std::set<basic_block> &silent, std::set<basic_block> &announcing)
    {
        loop_optimizer_init(LOOPS_NORMAL);
        std::vector<std::pair<class loop *, std::set<tree>>> found;
        find_loops(current_loops->tree_root->inner, found);
        if (!found.empty()) {
            rewrite_into_loop_closed_ssa(nullptr, TODO_update_ssa);
            initialize_original_copy_tables();
            for (const auto &[l, bases] : found)
                if (class loop *copy = copy_loop(l, bases)) {
                    mark(l, silent);
                    mark(copy, announcing);
                }
            free_original_copy_tables();
        }
        loop_optimizer_finalize();
    }
};
} // namespace

opt_pass *host_accesses_pass()
{
    return new host_accesses();
}
