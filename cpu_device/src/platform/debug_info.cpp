// SPDX-License-Identifier: MIT
#include "debug_info.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>

#include "debug_sections.h"
#include "kernel_name.h"
#include "symbols.h"
#include "text.h"

namespace cpu_device
{
namespace
{
// Tags, attributes and forms of DWARF.
enum : unsigned {
    tag_array = 0x01,
    tag_class = 0x02,
    tag_lexical_block = 0x0b,
    tag_member = 0x0d,
    tag_pointer = 0x0f,
    tag_structure = 0x13,
    tag_typedef = 0x16,
    tag_subrange = 0x21,
    tag_base = 0x24,
    tag_const = 0x26,
    tag_subprogram = 0x2e,
    tag_variable = 0x34,
    tag_volatile = 0x35,
    tag_restrict = 0x37,
    tag_enumeration = 0x04,
    at_location = 0x02,
    at_name = 0x03,
    at_byte_size = 0x0b,
    at_bit_size = 0x0d,
    at_upper_bound = 0x2f,
    at_abstract_origin = 0x31,
    at_count = 0x37,
    at_member_location = 0x38,
    at_specification = 0x47,
    at_type = 0x49,
    at_data_bit_offset = 0x6b,
    at_linkage_name = 0x6e,
    op_addr = 0x03,
    op_const4u = 0x0c,
    op_const8u = 0x0e,
    op_tls = 0x9b,
    op_gnu_tls = 0xe0,
};

struct entry {
    unsigned tag = 0;
    std::string name, linkage_name;
    size_t type = 0, origin = 0; // other entries
    size_t parent = 0;           // the next one outside that is kept
    size_t size = 0, at = 0;     // bytes; of a member: its offset
    bool tls = false, placed = false, bit_field = false;
    uint64_t address = 0;             // if placed
    std::vector<size_t> inside;       // members, or variables of a function
    std::vector<size_t> extents = {}; // of an array; 0: unknown
};

struct span {
    const uint8_t *at = nullptr, *end = nullptr;
    bool left(size_t count) const
    {
        return (size_t)(end - at) >= count;
    }
    uint64_t number(size_t bytes)
    {
        uint64_t value = 0;
        if (left(bytes))
            memcpy(&value, at, std::min<size_t>(bytes, 8));
        at = left(bytes) ? at + bytes : end;
        return value;
    }
    uint64_t leb(bool is_signed = false)
    {
        uint64_t value = 0;
        unsigned shift = 0;
        uint8_t byte = 0x80;
        while (at < end && byte & 0x80) {
            byte = *at++;
            if (shift < 64)
                value |= (uint64_t)(byte & 0x7f) << shift;
            shift += 7;
        }
        if (is_signed && byte & 0x40 && shift < 64)
            value |= ~0ull << shift;
        return value;
    }
    const char *text()
    {
        auto first = reinterpret_cast<const char *>(at);
        const void *zero = memchr(at, 0, (size_t)(end - at));
        at = zero == nullptr ? end : static_cast<const uint8_t *>(zero) + 1;
        return zero == nullptr ? "" : first;
    }
};

struct abbreviation {
    unsigned tag = 0;
    bool has_children = false;
    struct attribute {
        unsigned name, form;
        int64_t constant;
    };
    std::vector<attribute> attributes;
};

// Attributes by their form (DWARF 5, "Form encodings"): the size of one that consists of bytes, and the value of one
// that is a number.
std::optional<size_t> size_of_block(span &s, unsigned form)
{
    switch (form) {
    case 0x03: return s.number(2);
    case 0x04: return s.number(4);
    case 0x09:
    case 0x18: return s.leb();
    case 0x0a: return s.number(1);
    case 0x1e: return 16;
    default: return {};
    }
}

uint64_t number_of(span &s, unsigned form, int64_t constant, size_t unit, unsigned address_size)
{
    switch (form) {
    case 0x01: return s.number(address_size);
    case 0x0b:
    case 0x0c:
    case 0x25:
    case 0x29: return s.number(1);
    case 0x05:
    case 0x26:
    case 0x2a: return s.number(2);
    case 0x27:
    case 0x2b: return s.number(3);
    case 0x06:
    case 0x10:
    case 0x17:
    case 0x1c:
    case 0x1d:
    case 0x28:
    case 0x2c:
    case 0x1f20:
    case 0x1f21: return s.number(4);
    case 0x07:
    case 0x20:
    case 0x24: return s.number(8);
    case 0x0d: return s.leb(true);
    case 0x0f:
    case 0x1a:
    case 0x1b:
    case 0x22:
    case 0x23: return s.leb();
    case 0x11: return unit + s.number(1);
    case 0x12: return unit + s.number(2);
    case 0x13: return unit + s.number(4);
    case 0x14: return unit + s.number(8);
    case 0x15: return unit + s.leb();
    case 0x19: return 1;
    case 0x21: return (uint64_t)constant;
    default: s.at = s.end; return 0; // unknown: the rest of the unit is left out
    }
}

class debug_info
{
  public:
    explicit debug_info(const code_image &image)
        : shared_(reinterpret_cast<uintptr_t>(image.shared)), shared_size_(image.shared ? image.thread_local_size : 0)
    {
        for_each_debug_section(image, [&](const char *name, const char *begin, size_t size) {
            auto first = reinterpret_cast<const uint8_t *>(begin);
            for (auto [which, to] :
                 {std::make_pair(".debug_info", &info_), std::make_pair(".debug_abbrev", &abbrev_),
                  std::make_pair(".debug_str", &str_), std::make_pair(".debug_line_str", &line_str_)})
                if (strcmp(name, which) == 0)
                    *to = {first, first + size};
        });
        span s = info_;
        while (s.left(11) && read_unit(s)) {
        }
    }

    const entry *find(size_t offset) const
    {
        auto found = all_.find(offset);
        return found == all_.end() ? nullptr : &found->second;
    }
    // The type without typedef, const and the like.
    const entry *plain(size_t type) const
    {
        static const std::set<unsigned> around = {tag_typedef, tag_const, tag_volatile, tag_restrict};
        const entry *e = find(type);
        for (int i = 0; i < 20 && e != nullptr && around.count(e->tag); ++i)
            e = find(e->type);
        return e;
    }
    bool is_restrict(size_t type) const
    {
        const entry *e = find(type);
        for (int i = 0; i < 20 && e != nullptr && e->tag != tag_pointer; ++i) {
            if (e->tag == tag_restrict)
                return true;
            e = find(e->type);
        }
        return false;
    }
    static bool is_struct(const entry &e)
    {
        return e.tag == tag_structure || e.tag == tag_class;
    }
    size_t size_of(size_t type, int depth = 0) const
    {
        const entry *e = plain(type);
        if (e == nullptr || depth > 20)
            return 0;
        if (e->tag != tag_array)
            return e->size;
        size_t size = size_of(e->type, depth + 1);
        for (size_t extent : e->extents)
            size *= extent;
        return size;
    }
    // The bytes of an element of an array; of anything else, its own.
    size_t unit_of(size_t type) const
    {
        const entry *e = plain(type);
        for (int depth = 0; depth < 8 && e != nullptr && e->tag == tag_array; ++depth)
            e = plain(type = e->type);
        return size_of(type);
    }
    // `name`: set to the name of the part's own type, if that is a type of C++ itself.
    std::string part(size_t type, size_t offset, std::string *name) const
    {
        std::string text;
        bool bit_field = false;
        for (int depth = 0; depth < 8; ++depth) {
            const entry *e = plain(type);
            if (e == nullptr)
                break;
            if (e->tag == tag_array) {
                size_t size = size_of(e->type), stride = size;
                for (size_t i = 1; i < e->extents.size(); ++i)
                    stride *= e->extents[i];
                for (size_t i = 0; i < e->extents.size() && stride != 0; ++i) {
                    text += format("[%zu]", offset / stride);
                    offset %= stride;
                    stride = i + 1 < e->extents.size() && e->extents[i + 1] != 0 ? stride / e->extents[i + 1] : 0;
                }
                type = e->type;
            } else if (is_struct(*e)) {
                const entry *member = nullptr;
                for (size_t one : e->inside)
                    if (const entry *m = find(one); m->tag == tag_member && m->at <= offset &&
                                                    offset < m->at + std::max<size_t>(size_of(m->type), 1))
                        member = m;
                if (member == nullptr || member->name.empty() || member->name.compare(0, 2, "__") == 0)
                    break;
                text += "." + member->name;
                offset -= member->at;
                type = member->type;
                bit_field = member->bit_field;
            } else {
                break;
            }
        }
        if (const entry *e = plain(type); e != nullptr && e->tag == tag_base)
            *name = bit_field ? bit_field_type : e->name;
        return text;
    }
    // The closure of a kernel: a struct within its function that has an operator().
    const entry *closure(const std::string &symbol) const
    {
        const entry *found = nullptr;
        for (size_t offset : structs_) {
            const entry &e = *find(offset);
            const entry *function = find(e.parent);
            if (function == nullptr || function->tag != tag_subprogram || operator_of(e) == nullptr ||
                !is_function(*function, symbol))
                continue;
            if (found == nullptr || found->inside.size() < e.inside.size())
                found = &e;
        }
        return found;
    }
    const entry *operator_of(const entry &closure) const
    {
        for (size_t one : closure.inside)
            if (const entry *e = find(one); e->tag == tag_subprogram && e->name == "operator()")
                return e;
        return nullptr;
    }
    const entry *variable(bool tls, uint64_t address, const std::string &name) const
    {
        auto found = variables_.find({tls, address});
        if (found == variables_.end())
            return nullptr;
        const entry *e = find(found->second), *origin = e->origin != 0 ? find(e->origin) : nullptr;
        const std::string &own = e->name.empty() && origin != nullptr ? origin->name : e->name;
        return own != name ? nullptr : e->type == 0 && origin != nullptr ? origin : e;
    }

  private:
    bool is_function(const entry &function, const std::string &symbol) const
    {
        const entry *e = &function;
        for (int i = 0; i < 3 && e->linkage_name.empty() && e->origin != 0 && find(e->origin) != nullptr; ++i)
            e = find(e->origin);
        if (!e->linkage_name.empty())
            return e->linkage_name == symbol;
        // extern "C", or static
        const std::string name = demangled(symbol.c_str()), own = e->name.substr(0, e->name.find('<'));
        const size_t end = name.find_first_of("<("), scope = name.rfind(':', end);
        const size_t begin = std::max(scope == std::string::npos ? 0 : scope + 1,
                                      name.rfind(' ', end) == std::string::npos ? 0 : name.rfind(' ', end) + 1);
        return name.substr(begin, end == std::string::npos ? end : end - begin) == own;
    }

    const std::unordered_map<uint64_t, abbreviation> &abbreviations(size_t offset)
    {
        auto [place, fresh] = tables_.try_emplace(offset);
        span s = {abbrev_.at + std::min<size_t>(offset, (size_t)(abbrev_.end - abbrev_.at)), abbrev_.end};
        while (fresh && s.at < s.end) {
            const uint64_t code = s.leb();
            if (code == 0)
                break;
            abbreviation &a = place->second[code];
            a.tag = (unsigned)s.leb();
            a.has_children = s.number(1) != 0;
            for (;;) {
                const auto name = (unsigned)s.leb(), form = (unsigned)s.leb();
                const int64_t constant = form == 0x21 ? (int64_t)s.leb(true) : 0;
                if ((name == 0 && form == 0) || s.at >= s.end)
                    break;
                a.attributes.push_back({name, form, constant});
            }
        }
        return place->second;
    }

    struct value {
        uint64_t number = 0;
        const char *text = "";
        span block;
    };
    value read(span &s, unsigned form, int64_t constant, size_t unit, unsigned address_size)
    {
        value v;
        if (form == 0x16) // the form is part of the data
            return read(s, (unsigned)s.leb(), 0, unit, address_size);
        if (const std::optional<size_t> size = size_of_block(s, form)) {
            v.block = {s.at, s.left(*size) ? s.at + *size : s.end};
            s.at = v.block.end;
        } else if (const char *text = text_of(s, form)) {
            v.text = text;
        } else {
            v.number = number_of(s, form, constant, unit, address_size);
        }
        return v;
    }
    const char *text_of(span &s, unsigned form) const
    {
        if (form == 0x08)
            return s.text();
        if (form != 0x0e && form != 0x1f)
            return nullptr;
        span there = form == 0x0e ? str_ : line_str_;
        const uint64_t offset = s.number(4);
        there.at = there.left(offset) ? there.at + offset : there.end;
        return there.text();
    }
    void place(entry &e, span block)
    {
        const uint64_t op = block.number(1);
        e.address = block.number(op == op_const4u || !block.left(8) ? 4 : 8);
        e.placed = op == op_addr || op == op_const4u || op == op_const8u;
        const uint64_t then = block.left(1) ? block.number(1) : 0;
        e.tls = then == op_tls || then == op_gnu_tls;
        // What follows makes it another thing: `address, stack_value` is a pointer that has been optimized out.
        e.placed &= e.tls != (op == op_addr) && !block.left(1) && (e.tls || then == 0);
        if (op == op_addr && e.address - shared_ < shared_size_) {
            e.tls = true;
            e.address -= shared_;
        }
    }

    bool read_unit(span &s)
    {
        const auto unit = (size_t)(s.at - info_.at);
        const uint64_t length = s.number(4);
        if (length >= 0xfffffff0 || !s.left(length))
            return false;
        span u = {s.at, s.at + length};
        s.at = u.end;
        const uint64_t version = u.number(2);
        if (version < 4 || version > 5)
            return true;
        const uint64_t kind = version == 5 ? u.number(1) : 1;
        unsigned address_size = version == 5 ? (unsigned)u.number(1) : 0;
        const auto &table = abbreviations(u.number(4));
        if (version == 4)
            address_size = (unsigned)u.number(1);
        if (kind == 2 || kind == 6) // of a type
            u.number(12);
        std::vector<size_t> parents; // entries that are kept, or 0
        while (u.at < u.end) {
            const auto offset = (size_t)(u.at - info_.at);
            const uint64_t code = u.leb();
            if (code == 0) {
                if (!parents.empty())
                    parents.pop_back();
                continue;
            }
            auto found = table.find(code);
            if (found == table.end())
                break;
            const abbreviation &a = found->second;
            entry e;
            e.tag = a.tag;
            for (const auto &attribute : a.attributes)
                take(e, attribute.name, read(u, attribute.form, attribute.constant, unit, address_size));
            keep(offset, std::move(e), parents);
            if (a.has_children)
                parents.push_back(all_.count(offset) ? offset : parents.empty() ? 0 : parents.back());
        }
        return true;
    }
    void take(entry &e, unsigned name, const value &v)
    {
        switch (name) {
        case at_name: e.name = v.text; break;
        case at_linkage_name: e.linkage_name = v.text; break;
        case at_type: e.type = v.number; break;
        case at_byte_size: e.size = v.number; break;
        case at_member_location: e.at = v.number; break;
        case at_data_bit_offset: e.at = v.number / 8; break;
        case at_bit_size: e.bit_field = true; break;
        case at_upper_bound: e.extents = {(size_t)(v.block.at == nullptr ? v.number + 1 : 0)}; break;
        case at_count: e.extents = {(size_t)v.number}; break;
        case at_specification:
        case at_abstract_origin: e.origin = v.number; break;
        case at_location:
            if (v.block.at != nullptr)
                place(e, v.block);
            break;
        }
    }
    void keep(size_t offset, entry e, const std::vector<size_t> &parents)
    {
        e.parent = parents.empty() ? 0 : parents.back();
        switch (e.tag) {
        case tag_subrange:
            if (auto array = all_.find(e.parent); array != all_.end() && array->second.tag == tag_array)
                array->second.extents.push_back(e.extents.empty() ? 0 : e.extents[0]);
            return;
        case tag_structure:
        case tag_class: structs_.push_back(offset); break;
        case tag_variable:
            if (e.placed)
                variables_[{e.tls, e.address}] = offset;
            [[fallthrough]];
        case tag_member:
        case tag_subprogram:
            if (auto outer = all_.find(e.parent); outer != all_.end()) {
                outer->second.inside.push_back(offset);
                // clang defines a member function outside of its class
                if (auto declared = all_.find(outer->second.origin); declared != all_.end() && !e.name.empty())
                    declared->second.inside.push_back(offset);
            }
            break;
        case tag_array:
        case tag_pointer:
        case tag_typedef:
        case tag_base:
        case tag_const:
        case tag_volatile:
        case tag_restrict:
        case tag_enumeration: break;
        default: return;
        }
        all_.emplace(offset, std::move(e));
    }

    const uint64_t shared_, shared_size_; // see code_image
    span info_, abbrev_, str_, line_str_;
    std::unordered_map<size_t, std::unordered_map<uint64_t, abbreviation>> tables_;
    std::unordered_map<size_t, entry> all_;
    std::vector<size_t> structs_;
    std::map<std::pair<bool, uint64_t>, size_t> variables_; // whether thread-local; the address, or offset
};

// Read at the first report that needs it, and kept.
const debug_info &info_of(const code_image &image)
{
    static auto &all = *new std::map<const code_image *, const debug_info *>;
    static auto &mutex = *new std::mutex;
    std::lock_guard<std::mutex> lock(mutex);
    const debug_info *&one = all[&image];
    if (one == nullptr)
        one = new debug_info(image);
    return *one;
}

void add_pointers(const debug_info &info, const entry &of, const std::string &before, size_t offset, unsigned depth,
                  std::vector<pointer_argument> &all)
{
    for (size_t one : of.inside) {
        const entry *m = info.find(one);
        if (m->tag != tag_member)
            continue;
        const std::string name = before.empty() && m->name.compare(0, 2, "__") == 0 ? m->name.substr(2) : m->name;
        const entry *type = info.plain(m->type);
        if (type == nullptr || name.empty())
            continue;
        if (type->tag == tag_pointer)
            all.push_back(
                {before + name, offset + m->at, info.size_of(type->type), type->type, info.is_restrict(m->type)});
        else if (debug_info::is_struct(*type) && depth < 2)
            add_pointers(info, *type, before + name + ".", offset + m->at, depth + 1, all);
    }
}
} // namespace

std::string part_of_shared(const code_image &image, const std::string &name, size_t variable, size_t offset,
                           std::string *type)
{
    const debug_info &info = info_of(image);
    const entry *e = info.variable(true, variable, name);
    return e == nullptr ? "" : info.part(e->type, offset, type);
}

size_t unit_of_shared(const code_image &image, const std::string &name, size_t variable)
{
    const debug_info &info = info_of(image);
    const entry *e = info.variable(true, variable, name);
    return e == nullptr ? 0 : info.unit_of(e->type);
}

std::string part_of_variable(const code_image &image, const std::string &name, const void *variable, size_t offset,
                             std::string *type)
{
    const debug_info &info = info_of(image);
    const entry *e = info.variable(false, (uint64_t)((uintptr_t)variable - (uintptr_t)image.base), name);
    return e == nullptr ? "" : info.part(e->type, offset, type);
}

size_t unit_of_variable(const code_image &image, const std::string &name, const void *variable)
{
    const debug_info &info = info_of(image);
    const entry *e = info.variable(false, (uint64_t)((uintptr_t)variable - (uintptr_t)image.base), name);
    return e == nullptr ? 0 : info.unit_of(e->type);
}

std::vector<pointer_argument> pointer_arguments(const char *body_type)
{
    std::vector<pointer_argument> all;
    const debug_info &info = info_of(image_of(body_type));
    if (const entry *closure = info.closure(kernel_symbol(body_type)); closure != nullptr)
        add_pointers(info, *closure, "", 0, 0, all);
    return all;
}

std::string part_pointed_to(const char *body_type, const pointer_argument &pointer, size_t offset, std::string *type)
{
    return format("[%zu]", offset / pointer.element) +
           info_of(image_of(body_type)).part(pointer.type, offset % pointer.element, type);
}

namespace
{
// The one pointer to dynamic shared memory that the kernel declares, with the type of what it points to.
struct dynamic_array {
    std::string name;
    size_t type = 0, unit = 0; // 0: there is none, or more than one
};

dynamic_array dynamic_array_of(const char *body_type)
{
    const code_image &image = image_of(body_type);
    const debug_info &info = info_of(image);
    const entry *closure = info.closure(kernel_symbol(body_type));
    const auto [begin, end] = section_of(image, "cpu_device_dynamic");
    std::set<std::string> names;
    for (const char *name = begin; name < end; name += strlen(name) + 1)
        names.insert(name);
    const entry *found = nullptr;
    for (size_t one : closure == nullptr ? std::vector<size_t>() : info.operator_of(*closure)->inside)
        if (const entry *e = info.find(one); e->tag == tag_variable && names.count(e->name)) {
            if (found != nullptr)
                return {};
            found = e;
        }
    const entry *pointer = found == nullptr ? nullptr : info.plain(found->type);
    if (pointer == nullptr || pointer->tag != tag_pointer)
        return {};
    return {found->name, pointer->type, info.size_of(pointer->type)};
}
} // namespace

std::string part_of_dynamic(const char *body_type, size_t offset, std::string *type)
{
    const dynamic_array of = dynamic_array_of(body_type);
    if (of.unit == 0)
        return "";
    return of.name + format("[%zu]", offset / of.unit) +
           info_of(image_of(body_type)).part(of.type, offset % of.unit, type);
}

size_t unit_of_dynamic(const char *body_type)
{
    return dynamic_array_of(body_type).unit;
}
} // namespace cpu_device
