// SPDX-License-Identifier: MIT
// noted_values.h, and the pass that removes these calls again from the copies of kernels that are not checked.
#include "noted_values.h"

namespace
{
const char conversion_is_noted[] = "cpu_device_converts_beyond", shift_is_noted[] = "cpu_device_shifts_beyond";

const pass_data unnoted_values_data = {
    GIMPLE_PASS, "unnoted_values", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

bool is_note(gimple *statement)
{
    tree function = is_gimple_call(statement) ? gimple_call_fndecl(statement) : NULL_TREE;
    if (function == NULL_TREE || !DECL_NAME(function))
        return false;
    const char *name = IDENTIFIER_POINTER(DECL_NAME(function));
    return strcmp(name, conversion_is_noted) == 0 || strcmp(name, shift_is_noted) == 0;
}

class unnoted_values : public gimple_opt_pass
{
  public:
    unnoted_values() : gimple_opt_pass(unnoted_values_data, g) {}
    opt_pass *clone() final
    {
        return new unnoted_values();
    }
    bool gate(function *f) final
    {
        return given.device_pass && !sanitize_flags_p(SANITIZE_THREAD, f->decl);
    }
    unsigned execute(function *f) final
    {
        bool any = false;
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i);) {
            if (!is_note(gsi_stmt(i))) {
                gsi_next(&i);
                continue;
            }
            unlink_stmt_vdef(gsi_stmt(i));
            gsi_remove(&i, true);
            any = true;
        }
        return any ? TODO_cleanup_cfg | TODO_update_ssa : 0;
    }
};
} // namespace

gimple_stmt_iterator note_unless(tree defined, const char *function, gimple_stmt_iterator at)
{
    gimple *statement = gsi_stmt(at);
    basic_block noting, after;
    gimple_stmt_iterator ask = create_cond_insert_point(&at, true, false, true, &noting, &after);
    gcond *condition = gimple_build_cond(EQ_EXPR, defined, boolean_false_node, NULL_TREE, NULL_TREE);
    gimple_set_location(condition, gimple_location(statement));
    gsi_insert_after(&ask, condition, GSI_NEW_STMT);

    tree type = build_function_type_list(void_type_node, NULL_TREE), decl = build_fn_decl(function, type);
    TREE_NOTHROW(decl) = 1;
    gcall *call = gimple_build_call(decl, 0);
    gimple_set_location(call, gimple_location(statement));
    gimple_stmt_iterator into = gsi_start_bb(noting);
    gsi_insert_after(&into, call, GSI_NEW_STMT);
    cgraph_node::get(cfun->decl)->create_edge(cgraph_node::get_create(decl), call, noting->count);
    return gsi_for_stmt(statement);
}

bool is_noteworthy(const gimple *statement)
{
    const location_t where = gimple_location(statement);
    if (where == UNKNOWN_LOCATION || in_system_header_at(where) || !sanitize_flags_p(SANITIZE_THREAD, cfun->decl))
        return false;
    const char *file = LOCATION_FILE(where);
    return file != nullptr && strncmp(file, given.include.c_str(), given.include.size()) != 0;
}

opt_pass *unnoted_values_pass()
{
    return new unnoted_values();
}
