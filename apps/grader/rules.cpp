// SPDX-License-Identifier: MIT
// rules: a plugin of g++ for submissions. allowed.txt says what tokens may stand in one (accepted.c); this looks at
// what they mean, in templates of the system's headers too: a submission's functions are for the device; they call no
// function through a pointer, and no library's but those that kernels have; and each load and store is announced to the
// checks (rules_accesses.cpp). Arguments:
//   -fplugin-arg-rules-device=FOLDER   the headers of the device itself, whose code is trusted
//   -fplugin-arg-rules-allowed=FILE    allowed.txt
// The submission's files have relative paths, and all other files absolute ones. The attributes are those of
// plugin/spaces.cpp.
#include <fnmatch.h>

#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "rules.h" // after the library's headers: GCC's make some of their names unusable

#include "plugin-version.h"

int plugin_is_GPL_compatible; // by this name GCC asks whether a plugin's licence is compatible with its own

std::string device_headers;

namespace
{
std::vector<std::string> allowed; // lines of allowed.txt
std::set<std::pair<location_t, const char *>> said;
} // namespace

bool is_allowed(const char *kind, const std::string &name)
{
    const std::string whole = std::string(kind) + " " + name;
    for (const std::string &pattern : allowed)
        if (fnmatch(pattern.c_str(), whole.c_str(), 0) == 0)
            return true;
    return false;
}

bool has(tree decl, const char *attribute)
{
    return lookup_attribute(attribute, DECL_ATTRIBUTES(decl)) != NULL_TREE;
}

std::string identifier(tree decl)
{
    return DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";
}

void refuse(location_t where, const char *format, const char *name)
{
    if (said.insert({where, format}).second)
        error_at(where, format, name);
}

bool is_of_device(location_t where)
{
    const char *file = LOCATION_FILE(where);
    return file && strncmp(file, device_headers.c_str(), device_headers.size()) == 0;
}

location_t place(function *f, gimple *statement)
{
    const location_t where = gimple_location(statement);
    return LOCATION_LOCUS(where) > BUILTINS_LOCATION ? where : DECL_SOURCE_LOCATION(f->decl);
}

namespace
{
bool is_in_submission(location_t where)
{
    const char *file = LOCATION_FILE(where);
    return file && *file != '/' && *file != '<';
}

bool is_in_submission(tree decl)
{
    return is_in_submission(DECL_SOURCE_LOCATION(decl));
}

// The function in the source to which a body belongs: a kernel's own lambda is the kernel.
tree in_source(tree function)
{
    tree outer = DECL_CONTEXT(function) ? decl_function_context(function) : NULL_TREE;
    return outer && LAMBDA_FUNCTION_P(function) ? in_source(outer) : function;
}

bool is_of_library(tree decl)
{
    for (tree context = CP_DECL_CONTEXT(decl); context && context != global_namespace;
         context = TYPE_P(context) ? CP_TYPE_CONTEXT(context) : CP_DECL_CONTEXT(context))
        if (TREE_CODE(context) == NAMESPACE_DECL && is_allowed("library", identifier(context)))
            return true;
    return false;
}

// --- what is declared ---

// static constexpr int size = 64; in a class: its value stands there.
bool is_constant_of_class(tree decl)
{
    return DECL_CLASS_SCOPE_P(decl) && TREE_READONLY(decl) &&
           (DECL_INITIALIZED_IN_CLASS_P(decl) || DECL_DECLARED_CONSTEXPR_P(decl));
}

void check_declaration(void *declaration, void *)
{
    tree decl = static_cast<tree>(declaration);
    if ((!VAR_P(decl) && TREE_CODE(decl) != FUNCTION_DECL) || !is_in_submission(decl))
        return;
    const location_t where = DECL_SOURCE_LOCATION(decl);
    for (tree a = DECL_ATTRIBUTES(decl); a; a = TREE_CHAIN(a)) {
        const std::string name = IDENTIFIER_POINTER(get_attribute_name(a));
        // the rewriter lists variables so, by a name that allowed.txt lets nobody else have, and places constants
        const bool listed = name == "section" && (identifier(decl).compare(0, 20, "cpu_device_variable_") == 0 ||
                                                  has(decl, "cuda_constant"));
        if (!listed && !is_allowed("attribute", name) && !is_allowed("compiled", name))
            refuse(where, _("the attribute %s: take it out"), name.c_str());
    }
    if (DECL_EXTERNAL(decl) && VAR_P(decl) && !DECL_ARTIFICIAL(decl) && !is_constant_of_class(decl) &&
        !has(decl, "cuda_dynamic_shared") && !has(decl, "cuda_shared") && !DECL_THREAD_LOCAL_P(decl))
        refuse(where, _("%s is declared and has no definition here"), identifier(decl).c_str());
    if (TREE_CODE(decl) == FUNCTION_DECL && DECL_EXTERN_C_P(decl))
        refuse(where, _("%s is a function of a library"), identifier(decl).c_str());
    if (is_of_library(decl) && !DECL_ARTIFICIAL(decl) && identifier(decl).compare(0, 11, "cpu_device_") != 0)
        refuse(where, _("a solution may not add to a library"));
}

// --- what a body in the submission says ---

struct walk {
    location_t near;
    bool of_lambda;        // its conversion to a pointer, which the compiler makes
    std::set<tree> called; // what calls refer to, which takes no address
};

tree note(tree *at, int *go_on, void *data)
{
    walk &w = *static_cast<walk *>(data);
    tree t = *at;
    if (TYPE_P(t)) {
        *go_on = 0;
        return NULL_TREE;
    }
    if (EXPR_P(t) && EXPR_LOCATION(t) != UNKNOWN_LOCATION)
        w.near = EXPR_LOCATION(t);
    if (TREE_CODE(t) == CALL_EXPR || TREE_CODE(t) == AGGR_INIT_EXPR) {
        tree called = TREE_CODE(t) == CALL_EXPR ? CALL_EXPR_FN(t) : AGGR_INIT_EXPR_FN(t);
        if (called)
            w.called.insert(called);
        if (called && !cp_get_callee_fndecl_nofold(t))
            refuse(w.near, _("a call through a pointer; call the function by its name"));
    } else if (TREE_CODE(t) == ADDR_EXPR && TREE_CODE(TREE_OPERAND(t, 0)) == FUNCTION_DECL && !w.called.count(t) &&
               !w.of_lambda && !has(TREE_OPERAND(t, 0), "cuda_global") && !DECL_DESTRUCTOR_P(TREE_OPERAND(t, 0))) {
        refuse(w.near, _("the address of a function; call the function by its name"));
    } else if (TREE_CODE(t) == DECL_EXPR && VAR_P(DECL_EXPR_DECL(t))) {
        check_declaration(DECL_EXPR_DECL(t), nullptr);
    }
    return NULL_TREE;
}

void check_function(void *function_decl, void *)
{
    tree function = static_cast<tree>(function_decl);
    if (TREE_CODE(function) != FUNCTION_DECL || processing_template_decl || !DECL_SAVED_TREE(function))
        return;
    tree named = in_source(function);
    if (!is_in_submission(named) || has(function, "cuda_global")) // whose body is a lambda in it
        return;
    check_declaration(named, nullptr);
    const bool implicit = DECL_ARTIFICIAL(named) || DECL_DEFAULTED_FN(named) || DECL_DECLARED_CONSTEXPR_P(named);
    if (!implicit && !has(named, "cuda_device") && !has(named, "cuda_global"))
        refuse(DECL_SOURCE_LOCATION(named), _("%s is a function of the host; take it out, or make it a __device__ one"),
               identifier(named).c_str());
    walk w = {DECL_SOURCE_LOCATION(function), bool(DECL_CONV_FN_P(function) && DECL_ARTIFICIAL(function)), {}};
    cp_walk_tree_without_duplicates(&DECL_SAVED_TREE(function), note, &w);
}

// --- what is compiled, of everything ---

const pass_data called_functions_data = {
    GIMPLE_PASS, "called_functions", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

class called_functions : public gimple_opt_pass
{
  public:
    called_functions() : gimple_opt_pass(called_functions_data, g) {}
    opt_pass *clone() final
    {
        return new called_functions();
    }
    unsigned execute(function *f) final
    {
        basic_block block;
        FOR_EACH_BB_FN(block, f)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            if (!is_gimple_debug(gsi_stmt(i)) && (calls_pointer(f, gsi_stmt(i)) || !is_trusted(f, gsi_stmt(i))))
                check(f, gsi_stmt(i));
        return 0;
    }

  private:
    // A template of the device's own headers may have got the pointer from the submission.
    // A launch calls the kernel.
    static bool calls_pointer(function *f, gimple *statement)
    {
        const char *file = LOCATION_FILE(place(f, statement));
        return is_gimple_call(statement) && !gimple_call_internal_p(statement) && !gimple_call_fndecl(statement) &&
               !(file && device_headers + "cpu_device/launch.h" == file);
    }
    static bool is_trusted(function *f, gimple *statement)
    {
        return is_of_device(place(f, statement));
    }
    static void check(function *f, gimple *statement)
    {
        const location_t where = place(f, statement);
        if (gcall *call = dyn_cast<gcall *>(statement)) {
            check_call(where, call);
        } else if (gimple_code(statement) == GIMPLE_GOTO && TREE_CODE(gimple_goto_dest(statement)) != LABEL_DECL) {
            refuse(where, _("goto without a label"));
        }
    }
    // A shared cuda::barrier has a destructor; a class of the submission's own would run code of the host there.
    static bool registers_library(gcall *call)
    {
        const std::string name = identifier(gimple_call_fndecl(call));
        if ((name != "__cxa_thread_atexit" && name != "__cxa_atexit") || gimple_call_num_args(call) == 0)
            return false;
        tree destructor = gimple_call_arg(call, 0);
        if (TREE_CODE(destructor) == ADDR_EXPR)
            destructor = TREE_OPERAND(destructor, 0);
        return TREE_CODE(destructor) == FUNCTION_DECL && DECL_DESTRUCTOR_P(destructor) && is_of_library(destructor);
    }
    static void check_call(location_t where, gcall *call)
    {
        if (gimple_call_internal_p(call))
            return;
        const tree called = gimple_call_fndecl(call);
        if (!called)
            return refuse(where, _("a call through a pointer; call the function by its name"));
        const cgraph_node *node = cgraph_node::get(called);
        if ((node && node->definition) || registers_library(call) ||
            is_allowed("symbol", IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(called))))
            return;
        std::string name = identifier(called);
        if (name.compare(0, 10, "__builtin_") == 0)
            name.erase(0, 10);
        if (is_allowed("math", name) ||
            (strchr("fl", name.back()) && is_allowed("math", name.substr(0, name.size() - 1))))
            return;
        if (fndecl_built_in_p(called, BUILT_IN_NORMAL) && (gimple_call_flags(call) & ECF_CONST))
            return;
        refuse(where, _("a call of %s: take it out; kernels have no such function, or it is not checked"),
               identifier(called).c_str());
    }
};
} // namespace

int plugin_init(plugin_name_args *info, plugin_gcc_version *version)
{
    if (!plugin_default_version_check(version, &gcc_version))
        return 1;
    for (int i = 0; i < info->argc; ++i) {
        if (strcmp(info->argv[i].key, "device") == 0)
            device_headers = info->argv[i].value;
        if (strcmp(info->argv[i].key, "allowed") == 0) {
            std::ifstream file(info->argv[i].value);
            for (std::string line; std::getline(file, line);)
                allowed.push_back(line);
        }
    }
    if (allowed.empty() || device_headers.empty())
        return 1;
    register_callback(info->base_name, PLUGIN_PRE_GENERICIZE, check_function, nullptr);
    register_callback(info->base_name, PLUGIN_FINISH_DECL, check_declaration, nullptr);
    for (const char *announcing : {"tsan", "tsan0"}) { // the latter without optimization
        for (opt_pass *added : {static_cast<opt_pass *>(new called_functions()), all_announced_pass()}) {
            register_pass_info pass = {added, announcing, 1, PASS_POS_INSERT_AFTER};
            register_callback(info->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &pass);
        }
    }
    return 0;
}
