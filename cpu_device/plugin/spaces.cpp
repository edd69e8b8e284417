// SPDX-License-Identifier: MIT
// Checks execution spaces, as nvcc does: device code calls no function of the host and reads none of its variables, and
// the other way round. In the pass for the device, functions of the host are left to the other (host_functions.cpp).
//
// The rewriter (rewrite --spaces) leaves it __global__, __device__, __host__ and the like as attributes.
//
// A body is read when g++ has parsed it, before anything in it is folded or inlined. Its calls are kept until the end
// of the file, since the space of an implicit constructor depends on its callers.
//
// It also refuses, in nvcc's words, other code that the host's compiler would accept: kernels called without <<<>>>,
// and other functions with it; in device code exceptions, arrays of variable length, and references to the host's
// constants; shared variables in host code; variables of the device that need code to begin with; one name for dynamic
// shared arrays of two types; lambdas for the device without --extended-lambda.
#include "plugin.h"

namespace
{
enum space { host, device, both, global, inferred, any };

struct use {
    location_t where;
    unsigned uid; // of the function
    space runs_on;
    bool is_constexpr, is_variable;
    std::string name;
};

struct body {
    space where;
    bool is_template, in_system_header;
    std::string name;
    std::vector<use> uses;
};

std::map<unsigned, body> bodies; // by the function's uid
std::vector<unsigned> order;     // in which g++ parsed them

struct call_elsewhere {
    location_t where;
    tree function;
};
std::vector<call_elsewhere> without_body; // as far as the file has been read

bool has(tree decl, const char *attribute)
{
    return lookup_attribute(attribute, DECL_ATTRIBUTES(decl)) != NULL_TREE;
}

const char *file_of(tree decl)
{
    const char *file = LOCATION_FILE(DECL_SOURCE_LOCATION(decl));
    return file ? file : "";
}

bool in_own_header(tree decl)
{
    return strncmp(file_of(decl), given.include.c_str(), given.include.size()) == 0;
}

std::string identifier(tree decl)
{
    return DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";
}

template <size_t n> bool is_one_of(const std::string &name, const char *const (&names)[n])
{
    for (const char *one : names)
        if (name == one)
            return true;
    return false;
}

// What of the C and C++ libraries nvcc 13 lets kernels call (each was tried), besides what cuda_runtime.h declares.
bool device_has(tree function)
{
    static const char *const c_functions[] = {"memcpy", "memset", "printf", "malloc", "free",         "clock",
                                              "abs",    "labs",   "llabs",  "assert", "__assert_fail"};
    static const char *const std_functions[] = {"move", "forward"};
    static const char *const headers[] = {"cmath", "math.h", "std_abs.h", "mathcalls.h",
                                          "mathcalls-helper-functions.h"};
    std::string name = identifier(function);
    const char *file = file_of(function), *slash = strrchr(file, '/');
    if (name.compare(0, 10, "__builtin_") == 0 || is_one_of(slash ? slash + 1 : file, headers))
        return true;
    if (IDENTIFIER_NEWDEL_OP_P(DECL_NAME(function)))
        return true;
    tree context = DECL_CONTEXT(function);
    if (context && TYPE_P(context)) {
        tree type = TYPE_IDENTIFIER(context);
        return type && strcmp(IDENTIFIER_POINTER(type), "initializer_list") == 0;
    }
    if (decl_in_std_namespace_p(function))
        return is_one_of(name, std_functions) || is_one_of(name, c_functions);
    return is_one_of(name, c_functions) && DECL_EXTERN_C_P(function);
}

bool in_namespace_of_device(tree decl)
{
    for (tree context = CP_DECL_CONTEXT(decl); context && context != global_namespace;
         context = TYPE_P(context) ? CP_TYPE_CONTEXT(context) : CP_DECL_CONTEXT(context))
        if (!TYPE_P(context) && TREE_CODE(context) == NAMESPACE_DECL && identifier(context) == "cpu_device")
            return true;
    return false;
}

// The enclosing function of a lambda, or of a member of a local class.
tree outer_function(tree function)
{
    return DECL_CONTEXT(function) ? decl_function_context(function) : NULL_TREE;
}

// What a kernel may call with -rdc=true.
const char *const in_kernels_too[] = {"cudaGetLastError",          "cudaPeekAtLastError", "cudaGetErrorName",
                                      "cudaGetErrorString",        "cudaMalloc",          "cudaFree",
                                      "cudaStreamCreateWithFlags", "cudaStreamDestroy"};

space space_of(tree function)
{
    if (has(function, "cuda_global"))
        return global;
    bool on_device = has(function, "cuda_device"), on_host = has(function, "cuda_host");
    if (on_device || on_host)
        return on_device && on_host ? both : on_device ? device : host;
    if (in_namespace_of_device(function))
        return any;
    if ((DECL_ARTIFICIAL(function) && !LAMBDA_FUNCTION_P(function)) ||
        (DECL_DEFAULTED_FN(function) && DECL_DEFAULTED_IN_CLASS_P(function)))
        return inferred;
    if (tree outer = outer_function(function)) {
        space s = space_of(outer);
        if (s == device || s == global || s == both || s == any)
            return s;
    }
    if (given.relocatable && in_own_header(function) && is_one_of(identifier(function), in_kernels_too))
        return any;
    if (in_own_header(function))
        return strstr(file_of(function), "cuda_runtime_api.h") ? host : any;
    return device_has(function) ? any : given.default_device && !DECL_IN_SYSTEM_HEADER(function) ? device : host;
}

// The function in the source to which a body belongs: a kernel's own lambda is the kernel.
tree in_source(tree function)
{
    tree outer = outer_function(function);
    return outer && LAMBDA_FUNCTION_P(function) ? in_source(outer) : function;
}

// Code uses the value of a scalar const and not the variable, unless it takes its address. The same holds for constexpr
// variables, except arrays. nvcc allows calls of a constexpr object's functions.
bool is_only_value(tree variable)
{
    tree type = TREE_TYPE(variable);
    if (DECL_DECLARED_CONSTEXPR_P(variable))
        return TREE_CODE(type) != ARRAY_TYPE;
    return TREE_READONLY(variable) && SCALAR_TYPE_P(type) && DECL_INITIAL(variable) != NULL_TREE;
}

bool on_device(tree variable)
{
    return has(variable, "cuda_device") || has(variable, "cuda_constant") || given.default_device;
}

struct walk {
    body &into;
    location_t near;
    std::set<tree> called;     // what calls refer to, which takes no address
    std::set<tree> configured; // calls in a launch
};

std::set<std::pair<location_t, std::string>> said;

bool first_time(location_t where, const std::string &name)
{
    return said.insert({where, name}).second;
}

// With its parameters where that says more than the name, as nvcc has it.
std::string readable(tree function)
{
    bool name_alone = DECL_EXTERN_C_P(function) || DECL_TEMPLATE_INFO(function) || in_own_header(function);
    return decl_as_string(function,
                          TFF_SCOPE | TFF_NO_TEMPLATE_BINDINGS | (name_alone ? TFF_NO_FUNCTION_ARGUMENTS : 0));
}

void note_variable(tree variable, walk &w, bool by_address = false)
{
    tree type = CLASS_TYPE_P(TREE_TYPE(variable)) ? TYPE_NAME(TREE_TYPE(variable)) : NULL_TREE;
    if (type && in_namespace_of_device(type)) // extern __shared__ (rewrite/shared.c)
        return;
    bool lives_on = TREE_STATIC(variable) || DECL_EXTERNAL(variable);
    bool builtin = DECL_THREAD_LOCAL_P(variable) && DECL_IN_SYSTEM_HEADER(variable); // threadIdx
    if (!lives_on || DECL_ARTIFICIAL(variable) || DECL_FUNCTION_SCOPE_P(variable) || has(variable, "cuda_shared") ||
        builtin || has(variable, "cuda_managed") || (is_only_value(variable) && !by_address) || in_own_header(variable))
        return;
    w.into.uses.push_back(
        {w.near, 0, on_device(variable) ? device : host, false, true, decl_as_string(variable, TFF_SCOPE)});
}

const char *word_of(space s)
{
    return s == global ? "__global__" : s == both ? "__host__ __device__" : s == host ? "__host__" : "__device__";
}

tree without_conversions(tree t)
{
    while (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR || TREE_CODE(t) == CLEANUP_POINT_EXPR)
        t = TREE_OPERAND(t, 0);
    return t;
}

// A launch (rewrite/launches.c) is configuration, call, cpu_device::launched().
void note_launch(tree t, walk &w)
{
    tree last = without_conversions(TREE_OPERAND(t, 1)), before = without_conversions(TREE_OPERAND(t, 0));
    tree end = TREE_CODE(last) == CALL_EXPR ? cp_get_callee_fndecl_nofold(last) : NULL_TREE;
    if (!end || identifier(end) != "launched" || !in_namespace_of_device(end) || TREE_CODE(before) != COMPOUND_EXPR)
        return;
    tree call = without_conversions(TREE_OPERAND(before, 1));
    if (TREE_CODE(call) != CALL_EXPR)
        return;
    w.configured.insert(call);
    tree function = cp_get_callee_fndecl_nofold(call);
    if (!function || TREE_CODE(function) != FUNCTION_DECL)
        return;
    space s = space_of(original(function));
    location_t where = EXPR_LOCATION(call);
    if (s != global && s != any && first_time(where, "configured"))
        error_at(where, "a %s function call cannot be configured", s == host ? "host" : word_of(s));
}

bool is_device_code(const body &b)
{
    return given.device_pass && (b.where == device || b.where == global || (b.where == both && !b.is_template));
}

// The constructors that do something; nvcc lets variables of the device have others. By the function's uid.
std::set<unsigned> working;

struct work {
    bool assignments; // are they work?
    bool found;
};

tree find_work(tree *at, int *go_on, void *data)
{
    tree t = *at;
    work &w = *static_cast<work *>(data);
    if (TYPE_P(t)) {
        *go_on = 0;
    } else if (TREE_CODE(t) == CALL_EXPR || TREE_CODE(t) == AGGR_INIT_EXPR) {
        tree function = cp_get_callee_fndecl_nofold(t);
        w.found |= !function || !DECL_CONSTRUCTOR_P(function) || working.count(DECL_UID(original(function)));
    } else if (TREE_CODE(t) == MODIFY_EXPR || TREE_CODE(t) == INIT_EXPR) {
        tree value = without_conversions(TREE_OPERAND(t, 1));
        w.found |= w.assignments && !TREE_CLOBBER_P(value) && TREE_CODE(value) != AGGR_INIT_EXPR &&
                   TREE_CODE(value) != CALL_EXPR && TREE_CODE(value) != TARGET_EXPR &&
                   TREE_CODE(value) != VEC_INIT_EXPR;
    }
    return NULL_TREE;
}

bool has_work(tree code, bool assignments)
{
    work w = {assignments, false};
    cp_walk_tree_without_duplicates(&code, find_work, &w);
    return w.found;
}

// extern __shared__ T name[]: one variable, whatever function declares it, of one type.
void note_dynamic_shared(tree variable)
{
    struct declared {
        tree type;
        location_t where;
    };
    static std::map<std::pair<tree, std::string>, declared> all;
    tree context = decl_namespace_context(variable), type = TREE_TYPE(variable);
    if (!POINTER_TYPE_P(type))
        return;
    type = TREE_TYPE(type);
    location_t where = DECL_SOURCE_LOCATION(variable);
    auto found = all.insert({{context, identifier(variable)}, {type, where}});
    const declared &before = found.first->second;
    if (!found.second && !same_type_p(before.type, type) && first_time(where, "dynamic")) {
        error_at(where, "declaration is incompatible with previous \"%s\" (declared at line %d)",
                 identifier(variable).c_str(), LOCATION_LINE(before.where));
        inform(where,
               "all extern __shared__ arrays of one name are one variable: of another type, here from a kernel or "
               "from another instance of a template, it needs another name");
    }
}

void note_local(tree variable, walk &w)
{
    const body &b = w.into;
    location_t where = DECL_SOURCE_LOCATION(variable);
    tree type = TREE_TYPE(variable), size = TYPE_SIZE(type);
    if (has(variable, "cuda_shared")) {
        tree element = strip_array_types(type);
        if (b.where == host && first_time(where, "shared"))
            error_at(where, "a static \"__shared__\" variable declaration is not allowed inside a host function body");
        else if (given.device_pass && CLASS_TYPE_P(element) && TYPE_NEEDS_CONSTRUCTING(element)) {
            tree constructor = locate_ctor(element);
            if (constructor && !DECL_DECLARED_CONSTEXPR_P(constructor) &&
                working.count(DECL_UID(original(constructor))) && first_time(where, "shared"))
                warning_at(where, 0,
                           "dynamic initialization is not supported for a function-scope static __shared__ variable "
                           "within a __device__/__global__ function");
        }
    } else if (has(variable, "cuda_dynamic_shared")) {
        note_dynamic_shared(variable);
    } else if (!TREE_STATIC(variable) && TREE_CODE(type) == ARRAY_TYPE && size && TREE_CODE(size) != INTEGER_CST &&
               is_device_code(b) && first_time(where, "size")) {
        error_at(where, "expression must have a constant value: the length of the array \"%s\"",
                 identifier(variable).c_str());
    }
}

// What is referred to in the reference or address t.
tree variable_in(tree t)
{
    while (handled_component_p(t))
        t = TREE_OPERAND(t, 0);
    return VAR_P(t) ? t : NULL_TREE;
}

tree note(tree *at, int *go_on, void *data)
{
    walk &w = *static_cast<walk *>(data);
    tree t = *at;
    if (TYPE_P(t) || TREE_CODE(t) == SIZEOF_EXPR || TREE_CODE(t) == ALIGNOF_EXPR) {
        *go_on = 0;
        return NULL_TREE;
    }
    if (EXPR_P(t) && EXPR_LOCATION(t) != UNKNOWN_LOCATION)
        w.near = EXPR_LOCATION(t);
    if (TREE_CODE(t) == COMPOUND_EXPR)
        note_launch(t, w);
    else if (TREE_CODE(t) == DECL_EXPR && VAR_P(DECL_EXPR_DECL(t)))
        note_local(DECL_EXPR_DECL(t), w);
    else if ((TREE_CODE(t) == TRY_BLOCK || TREE_CODE(t) == THROW_EXPR) && is_device_code(w.into) &&
             first_time(w.near, "exception"))
        error_at(w.near, "device code does not support exception handling");
    if (TREE_CODE(t) == CALL_EXPR || TREE_CODE(t) == AGGR_INIT_EXPR) {
        tree function = cp_get_callee_fndecl_nofold(t);
        if (function && TREE_CODE(function) == FUNCTION_DECL) {
            w.called.insert(TREE_CODE(t) == CALL_EXPR ? CALL_EXPR_FN(t) : AGGR_INIT_EXPR_FN(t));
            function = original(function);
            space s = space_of(function);
            if (given.device_pass && !given.relocatable && !DECL_INITIAL(function) && has(function, "cuda_device") &&
                is_device_code(w.into) && !DECL_IN_SYSTEM_HEADER(function) && !DECL_MAYBE_IN_CHARGE_CDTOR_P(function))
                without_body.push_back({w.near, function});
            if (has(function, "cuda_global") && !w.configured.count(t) && first_time(w.near, "configured"))
                error_at(w.near, "a __global__ function call must be configured");
            if (s != any && s != both)
                w.into.uses.push_back({w.near, DECL_UID(function), s, bool(DECL_DECLARED_CONSTEXPR_P(function)), false,
                                       readable(function)});
        }
    } else if (VAR_P(t)) {
        note_variable(t, w);
        *go_on = 0;
    } else if (TREE_CODE(t) == ADDR_EXPR && TREE_CODE(TREE_OPERAND(t, 0)) == FUNCTION_DECL) {
        tree function = original(TREE_OPERAND(t, 0));
        if (given.device_pass && !w.called.count(t) && space_of(function) == host)
            w.into.uses.push_back({w.near, DECL_UID(function), host, false, true,
                                   decl_as_string(function, TFF_SCOPE | TFF_NO_FUNCTION_ARGUMENTS)});
    } else if (TREE_CODE(t) == ADDR_EXPR && given.device_pass) {
        tree variable = variable_in(TREE_OPERAND(t, 0));
        if (variable && is_only_value(variable) && !CLASS_TYPE_P(TREE_TYPE(variable)))
            note_variable(variable, w, true);
    } else if (TREE_CODE(t) == ADDR_EXPR && !given.device_pass) { // the host may pass the address on
        tree base = get_base_address(TREE_OPERAND(t, 0));
        if (base && VAR_P(base) && on_device(base))
            *go_on = 0;
    }
    return NULL_TREE;
}

// Errors, in nvcc's words, for a __device__ lambda in host code that nvcc cannot name.
void look_at_lambda(tree function)
{
    bool on_device = has(function, "cuda_device"), on_both = on_device && has(function, "cuda_host");
    location_t where = DECL_SOURCE_LOCATION(function);
    tree outer = outer_function(function);
    if ((!on_device && !has(function, "cuda_host")) || DECL_IN_SYSTEM_HEADER(function) || !first_time(where, "lambda"))
        return;
    const char *kind = on_both ? "__host__ __device__" : "__device__";
    if (!given.lambdas)
        error_at(where, "__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag");
    if (!on_device || !outer || space_of(outer) != host)
        return;
    if (on_both && generic_lambda_fn_p(function))
        error_at(where, "__host__ __device__ extended lambdas cannot be generic lambdas");
    if (TREE_PRIVATE(outer) || TREE_PROTECTED(outer))
        error_at(where,
                 "The enclosing parent function (\"%s\") for an extended %s lambda cannot have private or protected "
                 "access within its class",
                 identifier(outer).c_str(), kind);
    tree lambda = CLASSTYPE_LAMBDA_EXPR(DECL_CONTEXT(function));
    for (tree c = lambda ? LAMBDA_EXPR_CAPTURE_LIST(lambda) : NULL_TREE; c && c != error_mark_node; c = TREE_CHAIN(c)) {
        tree field = TREE_PURPOSE(c);
        if (!field || TREE_CODE(field) != FIELD_DECL)
            continue;
        tree type = strip_array_types(TREE_TYPE(field));
        if (TYPE_REF_P(type))
            error_at(where, "An extended %s lambda cannot capture variables by reference", kind);
        else if (CLASS_TYPE_P(type) && TYPE_NAME(type) && decl_function_context(TYPE_MAIN_DECL(type)))
            error_at(where,
                     "A type local to a function (\"%s\") cannot be used in the type of a variable captured by an "
                     "extended __device__ or __host__ __device__ lambda",
                     IDENTIFIER_POINTER(TYPE_IDENTIFIER(type)));
        else
            continue;
        break;
    }
}

// The rewriter sees only the words.
void must_return_void(tree kernel)
{
    const location_t where = DECL_SOURCE_LOCATION(kernel);
    if (!VOID_TYPE_P(TREE_TYPE(TREE_TYPE(kernel))) && first_time(where, "void"))
        error_at(where, "a __global__ function must have a void return type");
}

void look_at(void *function_decl, void *)
{
    tree function = static_cast<tree>(function_decl);
    if (TREE_CODE(function) != FUNCTION_DECL || processing_template_decl || !DECL_SAVED_TREE(function))
        return;
    if (given.device_pass)
        leave_out_initializers(function);
    if (has(function, "cuda_global"))
        must_return_void(function);
    if (DECL_CONSTRUCTOR_P(function) && has_work(DECL_SAVED_TREE(function), true))
        working.insert(DECL_UID(function));
    space s = space_of(function);
    tree named = in_source(function);
    if (LAMBDA_FUNCTION_P(function))
        look_at_lambda(function);
    if (given.device_pass && s == global && named == function) {
        DECL_PRESERVE_P(function) = 1; // for a launch by the host alone
    } else if (given.device_pass && s == host && named == function) {
        leave_to_host(function);
    }
    // Calls within a library are not checked; implicit functions in it are, by their callers.
    // A kernel's own body is a lambda; the rest of it makes a closure of the arguments, on the host.
    if (s == any || (s != inferred && DECL_IN_SYSTEM_HEADER(named)) || has(function, "cuda_global"))
        return;
    if (given.rtc && s == host && first_time(DECL_SOURCE_LOCATION(named), "host function"))
        error_at(
            DECL_SOURCE_LOCATION(named),
            "a function without __device__, __host__ or __global__ is a function of the host, which NVRTC does not "
            "compile: -default-device makes it a __device__ one");
    body &b = bodies[DECL_UID(function)];
    b.where = s;
    b.is_template = DECL_TEMPLATE_INFO(named) != NULL_TREE;
    b.in_system_header = DECL_IN_SYSTEM_HEADER(named);
    b.name = decl_as_string(named, TFF_SCOPE | TFF_NO_FUNCTION_ARGUMENTS | TFF_NO_TEMPLATE_BINDINGS);
    walk w = {b, DECL_SOURCE_LOCATION(function), {}};
    cp_walk_tree_without_duplicates(&DECL_SAVED_TREE(function), note, &w);
    order.push_back(DECL_UID(function));
}

// What a kernel may call with nvcc -rdc=true (cuda_device_runtime_api.h), and not here.
bool is_missing_in_kernels(const std::string &name)
{
    static const std::set<std::string> names = {"cudaDeviceGetAttribute",
                                                "cudaDeviceGetCacheConfig",
                                                "cudaDeviceGetLimit",
                                                "cudaEventCreateWithFlags",
                                                "cudaEventDestroy",
                                                "cudaEventRecord",
                                                "cudaEventRecordWithFlags",
                                                "cudaFuncGetAttributes",
                                                "cudaGetDevice",
                                                "cudaGetDeviceCount",
                                                "cudaGraphLaunch",
                                                "cudaMemcpy2DAsync",
                                                "cudaMemcpy3DAsync",
                                                "cudaMemcpyAsync",
                                                "cudaMemset2DAsync",
                                                "cudaMemset3DAsync",
                                                "cudaMemsetAsync",
                                                "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                                                "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
                                                "cudaRuntimeGetVersion",
                                                "cudaStreamWaitEvent"};
    return names.count(name) > 0;
}

std::string without_types(const std::string &name)
{
    return name.substr(0, name.find('<'));
}

bool is_of_device_runtime(const use &u)
{
    const std::string name = without_types(u.name);
    return u.runs_on == host && (is_missing_in_kernels(name) || is_one_of(name, in_kernels_too));
}

void refuse(const use &u, const body &caller)
{
    const char *from = word_of(caller.where), *word = u.runs_on == host ? "__host__" : "__device__";
    if (const std::string name = without_types(u.name); is_of_device_runtime(u))
        return error_at(u.where,
                        is_missing_in_kernels(name) ? "the CPU device has no %s() in kernels"
                                                    : "%s() in device code needs -rdc=true",
                        name.c_str());
    if (u.is_constexpr && u.runs_on == host)
        error_at(u.where,
                 "calling a constexpr __host__ function(\"%s\") from a %s function(\"%s\") is not allowed. The "
                 "experimental flag '--expt-relaxed-constexpr' can be used to allow this.",
                 u.name.c_str(), from, caller.name.c_str());
    else
        error_at(u.where, "calling a %s function(\"%s\") from a %s function(\"%s\") is not allowed", word,
                 u.name.c_str(), from, caller.name.c_str());
}

// Whether an implicit function calls one of the host.
bool needs_host(unsigned uid)
{
    static std::set<unsigned> looked_at;
    auto found = bodies.find(uid);
    if (found == bodies.end() || !looked_at.insert(uid).second)
        return false;
    bool needs = false;
    for (const use &u : found->second.uses)
        needs |= u.runs_on == inferred ? needs_host(u.uid) : u.runs_on == host && !(u.is_constexpr && given.relaxed);
    looked_at.erase(uid);
    return needs;
}

// nvcc lets a function that no other one calls refer to what only -rdc=true has.
bool nobody_calls(unsigned uid)
{
    for (const auto &[caller, b] : bodies)
        for (const use &u : b.uses)
            if (u.uid == uid && caller != uid)
                return false;
    return bodies[uid].where == device;
}

void check_device(unsigned uid, std::set<unsigned> &seen)
{
    if (!seen.insert(uid).second)
        return;
    const body &b = bodies[uid];
    for (use u : b.uses) {
        if (!given.relocatable && is_of_device_runtime(u) && nobody_calls(uid))
            continue;
        if (u.runs_on == inferred && bodies.count(u.uid)) {
            if (!bodies[u.uid].in_system_header)
                check_device(u.uid, seen);
            else if (!needs_host(u.uid))
                continue;
            else
                u.runs_on = host; // the library has its reasons
        }
        if (u.runs_on != host || (u.is_constexpr && given.relaxed) || !first_time(u.where, u.name))
            continue;
        if (b.where == both && !u.is_variable) {
            if (!u.is_constexpr)
                warning_at(u.where, 0,
                           "calling a __host__ function(\"%s\") from a __host__ __device__ function(\"%s\") is not "
                           "allowed",
                           u.name.c_str(), b.name.c_str());
        } else if (u.is_variable) {
            error_at(u.where, "identifier \"%s\" is undefined in device code", u.name.c_str());
        } else {
            refuse(u, b);
        }
    }
}

void check_host(const body &b)
{
    for (const use &u : b.uses) {
        if (u.runs_on != device || (b.where == both && (b.is_template || u.is_variable)) ||
            !first_time(u.where, u.name))
            continue;
        if (u.is_variable)
            warning_at(u.where, 0, "a __device__ variable \"%s\" cannot be directly read or written in a host function",
                       u.name.c_str());
        else
            refuse(u, b);
    }
}

void check_all(void *, void *)
{
    if (seen_error())
        return;
    for (const call_elsewhere &c : without_body)
        if (!DECL_INITIAL(c.function) && !DECL_DEFAULTED_FN(c.function) && !DECL_DELETED_FN(c.function))
            error_at(c.where,
                     "Unresolved extern function \"%s\": without -rdc=true, device code calls its own file's alone",
                     readable(c.function).c_str());
    std::set<unsigned> seen;
    for (unsigned uid : order) {
        const body &b = bodies[uid];
        if (given.device_pass && (b.where == device || b.where == global || b.where == both))
            check_device(uid, seen);
        else if (!given.device_pass && (b.where == host || b.where == both))
            check_host(b);
    }
}

// Variables of the device get their first values from the program's image, where no code has run.
void look_at_variable(void *declaration, void *)
{
    tree variable = static_cast<tree>(declaration);
    if (TREE_CODE(variable) == FUNCTION_DECL && has(variable, "cuda_global") && !processing_template_decl)
        must_return_void(variable);
    if (!given.device_pass || !VAR_P(variable) || processing_template_decl)
        return;
    const char *word = has(variable, "cuda_constant")  ? "__constant__"
                       : has(variable, "cuda_managed") ? "__managed__"
                       : has(variable, "cuda_device")  ? "__device__"
                                                       : nullptr;
    if (!word || DECL_IN_SYSTEM_HEADER(variable))
        return;
    for (tree t = static_aggregates; t; t = TREE_CHAIN(t)) {
        if (TREE_VALUE(t) != variable || !TREE_PURPOSE(t))
            continue;
        tree init = TREE_PURPOSE(t), type = strip_array_types(TREE_TYPE(variable));
        if ((!CLASS_TYPE_P(type) || has_work(init, false)) &&
            first_time(DECL_SOURCE_LOCATION(variable), "initialization"))
            error_at(DECL_SOURCE_LOCATION(variable), "dynamic initialization is not supported for a %s variable", word);
    }
}

void register_attributes(void *, void *)
{
    static const char *const names[] = {"cuda_global",  "cuda_device", "cuda_host",          "cuda_constant",
                                        "cuda_managed", "cuda_shared", "cuda_dynamic_shared"};
    static attribute_spec specs[sizeof names / sizeof *names];
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        specs[i].name = names[i];
        specs[i].decl_required = true;
        register_attribute(&specs[i]);
    }
}
} // namespace

void check_spaces(const char *plugin)
{
    register_callback(plugin, PLUGIN_ATTRIBUTES, register_attributes, nullptr);
    register_callback(plugin, PLUGIN_PRE_GENERICIZE, look_at, nullptr);
    register_callback(plugin, PLUGIN_FINISH_DECL, look_at_variable, nullptr);
    register_callback(plugin, PLUGIN_FINISH_UNIT, check_all, nullptr);
}
