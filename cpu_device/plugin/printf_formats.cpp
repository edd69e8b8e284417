// SPDX-License-Identifier: MIT
// Warns of a format that CUDA's printf() does not know, in code of the device. A function for host and device counts if
// a kernel or a __device__ function may call it. src/say/cuda_format.h says what a GPU prints then.
#include "plugin.h"

namespace
{
// One conversion of a format: "%-8.3lu" is flags, width, precision, size and letter.
struct conversion {
    std::string text, size;
    bool has_foreign_flag, has_star_precision;
    char letter;
};

size_t span_of(const std::string &text, size_t at, const char *set)
{
    const size_t end = text.find_first_not_of(set, at);
    return (end == std::string::npos ? text.size() : end) - at;
}

// The one that begins at the '%' at `at`; as C has them.
conversion conversion_at(const std::string &format, size_t at)
{
    conversion c = {};
    size_t i = at + 1;
    const size_t flags = span_of(format, i, "-+ #0'I");
    c.has_foreign_flag = format.substr(i, flags).find_first_of("'I") != std::string::npos;
    i += flags;
    i += span_of(format, i, "0123456789*");
    if (format[i] == '.') {
        const size_t digits = span_of(format, ++i, "0123456789*");
        c.has_star_precision = format.substr(i, digits).find('*') != std::string::npos;
        i += digits;
    }
    const size_t size = span_of(format, i, "hljztLq");
    c.size = format.substr(i, size);
    i += size;
    c.letter = i < format.size() ? format[i] : '\0';
    c.text = ISALPHA(c.letter) || c.letter == '%' ? format.substr(at, i + 1 - at) : "%";
    return c;
}

bool is_one_of(char letter, const char *letters)
{
    return letter != '\0' && strchr(letters, letter) != nullptr;
}

bool is_cudas(const conversion &c)
{
    if (c.letter == '%')
        return c.text == "%%";
    return is_one_of(c.letter, "diouxXpeEfFgGaAcs") && !c.has_foreign_flag && !c.has_star_precision &&
           (c.size.empty() || c.size == "h" || c.size == "l" || c.size == "ll");
}

// What to write in its place, or nothing.
std::string remedy_of(const conversion &c)
{
    const std::string letter(1, c.letter);
    if (c.letter == '%' || c.text == "%")
        return "use %%";
    if (c.has_star_precision)
        return "write the precision as digits";
    if (c.has_foreign_flag)
        return "use %" + c.size + letter;
    if (c.size == "hh" && is_one_of(c.letter, "diouxX"))
        return "use %" + letter;
    if (c.size == "L" && is_one_of(c.letter, "eEfFgGaA"))
        return "use %" + letter + " and a cast to double";
    if (is_one_of(c.letter, "di"))
        return "use %ll" + letter + " and a cast to long long";
    if (is_one_of(c.letter, "ouxX"))
        return "use %ll" + letter + " and a cast to unsigned long long";
    return "";
}

void check_format(const std::string &format, location_t where)
{
    for (size_t at = format.find('%'); at != std::string::npos; at = format.find('%', at)) {
        const conversion c = conversion_at(format, at);
        at += c.text.size();
        if (is_cudas(c))
            continue;
        const std::string remedy = remedy_of(c);
        warning_at(where, 0, "CUDA's printf() has no %s: a GPU prints it and all later arguments wrong%s%s",
                   c.text.c_str(), remedy.empty() ? "" : "; ", remedy.c_str());
        return;
    }
}

// The text, if t is the address of a literal.
const char *literal(tree t)
{
    STRIP_NOPS(t);
    if (TREE_CODE(t) != ADDR_EXPR)
        return nullptr;
    t = TREE_OPERAND(t, 0);
    if (TREE_CODE(t) == ARRAY_REF && integer_zerop(TREE_OPERAND(t, 1)))
        t = TREE_OPERAND(t, 0);
    return TREE_CODE(t) == STRING_CST ? TREE_STRING_POINTER(t) : nullptr;
}

void check_calls(tree function, std::set<location_t> &said)
{
    basic_block block;
    FOR_EACH_BB_FN(block, DECL_STRUCT_FUNCTION(function))
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        const gimple *statement = gsi_stmt(at);
        if (!gimple_call_builtin_p(statement, BUILT_IN_PRINTF) || gimple_call_num_args(statement) < 1)
            continue;
        const char *format = literal(gimple_call_arg(statement, 0));
        if (format != nullptr && said.insert(gimple_location(statement)).second)
            check_format(format, gimple_location(statement));
    }
}

bool is_of_device(tree function)
{
    for (; function != NULL_TREE; function = decl_function_context(function))
        if (lookup_attribute("cuda_global", DECL_ATTRIBUTES(function)) ||
            (lookup_attribute("cuda_device", DECL_ATTRIBUTES(function)) &&
             !lookup_attribute("cuda_host", DECL_ATTRIBUTES(function))))
            return true;
    return false;
}

// Before anything is inlined. All functions that a kernel may run come after their callers.
void check_formats(void *, void *)
{
    std::vector<cgraph_node *> reached;
    std::set<cgraph_node *> seen;
    const auto reach = [&](cgraph_node *node) {
        node = node->ultimate_alias_target();
        if (node->has_gimple_body_p() && seen.insert(node).second)
            reached.push_back(node);
    };
    cgraph_node *node;
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
    if (is_of_device(node->decl))
        reach(node);
    std::set<location_t> said;
    for (size_t i = 0; i < reached.size(); ++i) {
        check_calls(reached[i]->decl, said);
        for (cgraph_edge *edge = reached[i]->callees; edge; edge = edge->next_callee)
            reach(edge->callee);
        ipa_ref *reference;
        for (unsigned k = 0; reached[i]->iterate_reference(k, reference); ++k)
            if (cgraph_node *named = dyn_cast<cgraph_node *>(reference->referred))
                reach(named);
    }
}
} // namespace

void check_printf_formats(const char *plugin)
{
    if (given.device_pass)
        register_callback(plugin, PLUGIN_ALL_IPA_PASSES_START, check_formats, nullptr);
}
