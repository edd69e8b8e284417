// SPDX-License-Identifier: MIT
// Functions of the host in the pass for the device. The host's object has them, so g++ compiles them here only if
// device code calls them. It would compile all that other files might refer to, and what the first values of the host's
// variables or a table of virtual functions needs: of a test framework's header, more than a thousand functions.
#include "plugin.h"

namespace
{
// The table of a class's virtual functions is in the object that has this function.
bool is_key_function(tree function)
{
    return DECL_VIRTUAL_P(function) && CLASSTYPE_KEY_METHOD(DECL_CONTEXT(function)) == function;
}

// `template class table<int>;`
void do_not_instantiate(tree function)
{
    if (cgraph_node *node = cgraph_node::get(function))
        node->forced_by_abi = false;
}
} // namespace

void leave_to_host(tree function)
{
    if (!TREE_PUBLIC(function))
        return;
    if (is_key_function(function))
        CLASSTYPE_KEY_METHOD(DECL_CONTEXT(function)) = NULL_TREE;
    if (DECL_COMDAT(function) || DECL_WEAK(function)) {
        tree clone;
        do_not_instantiate(function);
        FOR_EACH_CLONE(clone, function)
        do_not_instantiate(clone);
        return;
    }
    TREE_PUBLIC(function) = 0;
    TREE_USED(function) = 1; // no warning
}

void leave_out_initializers(tree function)
{
    if (DECL_GLOBAL_CTOR_P(function) || DECL_GLOBAL_DTOR_P(function))
        DECL_SAVED_TREE(function) = build_empty_stmt(DECL_SOURCE_LOCATION(function));
    DECL_STATIC_CONSTRUCTOR(function) = DECL_STATIC_DESTRUCTOR(function) = 0;
}
