// SPDX-License-Identifier: MIT
#include "diagnosis.h"

#include <algorithm>
#include <cstdarg>
#include <cstring>

#include "report.h"

namespace cpu_device
{
namespace
{
struct row {
    const char *id;
    severity how;
    const char *headline;
};

constexpr row rows[] = {
#define ROW(name, id, how, headline) {id, severity::how, headline},
    CPU_DEVICE_KINDS(ROW)
#undef ROW
};

const char *word_of(severity how)
{
    static const char *const words[] = {"Warning", "Error", "Limit", "Note"};
    return words[(int)how];
}

std::string headline_of(const diagnosis &d)
{
    std::string text = tr(rows[(int)d.kind].headline);
    if (const size_t at = text.find("%s"); at != std::string::npos)
        text.replace(at, 2, tr(d.subject.c_str()));
    return text;
}

// Members of a JSON object.
class members
{
  public:
    members &add(const char *name, const std::string &json)
    {
        text_ += (text_.empty() ? "" : ",") + json_string(name) + ":" + json;
        return *this;
    }
    members &add_text(const char *name, const std::string &text) // "" is left out
    {
        return text.empty() ? *this : add(name, json_string(text));
    }
    members &add_index(const char *name, const std::optional<dim3> &of)
    {
        return of ? add(name, format("[%u,%u,%u]", of->x, of->y, of->z)) : *this;
    }
    members &add_doer(const doer &by)
    {
        return add_text("kernel", by.kernel).add_index("block", by.block).add_index("thread", by.thread);
    }
    members &add_position(const source_position &at)
    {
        return at.line == 0 ? *this : add_text("file", at.file).add("line", std::to_string(at.line));
    }
    members &add_position_with_calls(const source_position &at)
    {
        std::string calls;
        for (const source_position &call : at.called_at)
            calls +=
                (calls.empty() ? "" : ",") + members().add_position(call).add_text("function", call.function).object();
        add_position(at).add_text("function", at.function);
        return calls.empty() ? *this : add("called_at", "[" + calls + "]");
    }
    members &add_flag(const char *name, bool is)
    {
        return is ? add(name, "true") : *this;
    }
    std::string object() const
    {
        return "{" + text_ + "}";
    }

  private:
    std::string text_;
};

std::string json_of(const place_in_memory &m)
{
    static const char *const names[] = {nullptr, nullptr, "offset", "before", "past"};
    members all;
    all.add_text("name", m.object).add_text("variable", m.variable).add_text("element", m.element);
    if (names[m.where] != nullptr)
        all.add(names[m.where], std::to_string(m.bytes));
    return all.object();
}

std::string json_of(const remedy &r)
{
    const std::string at = members().add_position(r.at).object();
    return r.insert.empty() ? members().add_text("replace", r.replace).add_text("with", r.with).add("at", at).object()
                            : members().add_text("insert", r.insert).add("after", at).object();
}

template <class List, class Text> std::string array(const List &list, Text text)
{
    std::string all;
    for (const auto &one : list)
        all += (all.empty() ? "" : ",") + text(one);
    return "[" + all + "]";
}
} // namespace

const char *id_of(report_kind kind)
{
    return rows[(int)kind].id;
}

const char *name_of(severity how)
{
    static const char *const names[] = {"warning", "error", "limit", "note"};
    return names[(int)how];
}

bool any_id(const std::function<bool(const char *id)> &is)
{
    return std::any_of(std::begin(rows), std::end(rows), [&](const row &r) { return is(r.id); });
}

bool is_of_waiting(report_kind kind)
{
    switch (kind) {
    case report_kind::divergent_barrier:
    case report_kind::divergent_warp:
    case report_kind::divergent_tile:
    case report_kind::divergent_grid:
    case report_kind::divergent_cluster:
    case report_kind::deadlock: return true;
    default: return false;
    }
}

diagnosis::diagnosis(report_kind is, std::string of) : kind(is), how(rows[(int)is].how), subject(std::move(of)) {}

diagnosis &diagnosis::say(const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    add(say_list(form, arguments));
    va_end(arguments);
    return *this;
}

diagnosis &diagnosis::add(const std::string &english)
{
    const std::string text = tr(english.c_str());
    const std::string between = "\n    ";
    for (size_t begin = 0, end; begin < text.size(); begin = end == text.size() ? end : end + between.size()) {
        end = std::min(text.find(between, begin), text.size());
        if (end > begin)
            lines.push_back(text.substr(begin, end - begin));
    }
    return *this;
}

diagnosis &diagnosis::advise(const std::string &english)
{
    advice = lines.size();
    return add(english);
}

diagnosis &diagnosis::follows(const std::string &cause)
{
    if (!cause.empty() && advice != 0)
        lines[advice] = tr(cause.c_str());
    else
        add(cause);
    return *this;
}

diagnosis &diagnosis::in(const doer &who)
{
    by = who;
    return *this;
}

diagnosis &diagnosis::where(const source_position &place)
{
    at = place;
    return *this;
}

diagnosis &diagnosis::about(const place_in_memory &which)
{
    memory = which;
    return *this;
}

std::string diagnosis::text() const
{
    std::string all = format("%s: %s", tr(word_of(how)), headline_of(*this).c_str());
    for (const std::string &line : lines)
        all += "\n    " + line;
    return all;
}

std::string diagnosis::json() const
{
    members all;
    all.add_text("id", id_of(kind)).add_text("severity", name_of(how));
    all.add_text("headline", headline_of(*this)).add_doer(by);
    if (by.block) // else it is the host's
        all.add_position_with_calls(at);
    else
        all.add_position(at);
    if (!memory.empty())
        all.add("memory", json_of(memory));
    if (!accesses.empty())
        all.add("accesses", array(accesses, [](const access &a) {
                    return members()
                        .add_doer(a.by)
                        .add_text("access", a.writes ? "write" : "read")
                        .add_flag("atomic", a.atomic)
                        .add_flag("volatile", a.is_volatile)
                        .add_position_with_calls(a.at)
                        .object();
                }));
    if (!waiting.empty())
        all.add("waiting", array(waiting, [](const waiting_group &g) {
                    return members()
                        .add_text("call", g.call)
                        .add_position_with_calls(g.at)
                        .add_index("block", g.block)
                        .add("count", std::to_string(g.count))
                        .add_text("threads", g.threads)
                        .add_text("blocks", g.blocks)
                        .object();
                }));
    if (mend.at.line != 0)
        all.add("remedy", json_of(mend));
    if (places != 0)
        all.add("places", std::to_string(places));
    return all.add("text", array(lines, json_string)).object();
}

std::string waiting_group::where() const
{
    return at.line == 0 ? "" : format(" at %s", at.text().c_str());
}

std::string place_in_memory::names() const
{
    return alias.empty() ? element : format("%s, the same memory as %s", element.c_str(), alias.c_str());
}

std::string place_in_memory::position() const
{
    switch (where) {
    case within: return format("byte %zu of %s", bytes, object.c_str());
    case before: return format(bytes == 1 ? "%zu byte before %s" : "%zu bytes before %s", bytes, object.c_str());
    case past:
        return bytes == 0 ? format("just past the end of %s", object.c_str())
                          : format(bytes == 1 ? "%zu byte past the end of %s" : "%zu bytes past the end of %s", bytes,
                                   object.c_str());
    case inside: return format("in %s", object.c_str());
    case somewhere: break;
    }
    return object;
}

std::string place_in_memory::text() const
{
    if (element.empty())
        return position();
    return object == variable ? names() : format("%s (%s)", names().c_str(), object.c_str());
}

std::string json_string(const std::string &text)
{
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\')
            (result += '\\') += c;
        else if ((unsigned char)c < 0x20 || c == '<')
            result += format("\\u%04x", c);
        else
            result += c;
    }
    return result += '"';
}
} // namespace cpu_device
