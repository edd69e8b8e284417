// SPDX-License-Identifier: MIT
#include "trace_page.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>

#include "../platform/output_file.h"
#include "../platform/program_image.h"
#include "../platform/source_line.h"
#include "../settings.h"
#include "report.h"

// The parts of the page, from the folder that cucc names: as they are in the source.
#if defined __wasm__ && defined __has_embed // whose assembler has no .incbin
static const char cpu_device_page_html[] = {
#embed "page/page.html"
    , 0};
static const char cpu_device_page_css[] = {
#embed "page/page.css"
    , 0};
static const char cpu_device_page_run[] = {
#embed "page/run.js"
    , 0};
static const char cpu_device_page_schedule[] = {
#embed "page/schedule.js"
    , 0};
static const char cpu_device_page_story[] = {
#embed "page/story.js"
    , 0};
static const char cpu_device_page_view[] = {
#embed "page/view.js"
    , 0};
static const char cpu_device_page_prism[] = {
#embed "page/prism/prism.js"
    , 0};
static const char cpu_device_page_words[] = {
#embed "page/words.js"
    , 0};
static const char cpu_device_page_chinese[] = {
#embed "../../po/page.zh_CN.po"
    , 0};
#else
#define PART(name, file)                                                                                               \
    asm(".pushsection .rodata\ncpu_device_page_" name ":\n.incbin \"" CPU_DEVICE_PAGE "/" file                         \
        "\"\n.byte 0\n.popsection");
PART("html", "page.html")
PART("css", "page.css")
PART("run", "run.js")
PART("schedule", "schedule.js")
PART("story", "story.js")
PART("view", "view.js")
PART("prism", "prism/prism.js")
PART("words", "words.js")
PART("chinese", "../../../po/page.zh_CN.po")
#undef PART
extern "C" [[gnu::visibility("hidden")]] const char cpu_device_page_html[], cpu_device_page_css[],
    cpu_device_page_run[], cpu_device_page_schedule[], cpu_device_page_story[], cpu_device_page_view[],
    cpu_device_page_prism[], cpu_device_page_words[], cpu_device_page_chinese[]; // they are local to this file
#endif

namespace cpu_device
{
namespace
{
constexpr size_t most_source = 200000; // bytes of a file

// "" if it cannot be read. (No stream of the standard library, whose instances programs have too:
// cpu_device/tests/isolation.)
std::string content(const char *path)
{
    std::string text;
    FILE *f = fopen(path, "r");
    if (f == nullptr)
        return text;
    char part[4096];
    for (size_t read; (read = fread(part, 1, sizeof part, f)) > 0;)
        text.append(part, read);
    fclose(f);
    return text;
}

std::string read_source(const std::string &path)
{
    std::string all = content(path.c_str());
    return all.size() > most_source ? "" : all;
}

// Numbers the files, and the lines in them that the trace names.
struct place_list {
    std::vector<std::string> files; // whole paths
    std::vector<std::pair<size_t, int>> places;
    std::map<std::string, size_t> number_of_file; // by name without folders
    std::map<std::pair<size_t, int>, size_t> number_of;
    std::map<const void *, size_t> number_of_instruction;

    size_t add(const source_position &at)
    {
        auto [file, fresh] = number_of_file.try_emplace(base_name(at.file.c_str()), files.size());
        if (fresh)
            files.push_back(at.file);
        else if (at.file[0] == '/') // what the compiler was given may be relative to another folder
            files[file->second] = at.file;
        auto [place, also_fresh] = number_of.try_emplace({file->second, at.line}, places.size());
        if (also_fresh)
            places.emplace_back(file->second, at.line);
        return place->second;
    }
    size_t add(const void *instruction)
    {
        auto [known, fresh] = number_of_instruction.try_emplace(instruction, 0);
        if (fresh)
            known->second = add(source_place(instruction));
        return known->second;
    }
};

// Which of the memory it is, and the offset in it.
std::pair<size_t, uint64_t> find_memory(const kept_trace &t, bool shared, uint64_t owner, uint64_t address)
{
    for (size_t i = 0; i < t.memory.size(); ++i)
        if (t.memory[i].shared == shared && (!shared || t.memory[i].block == owner) &&
            address - t.memory[i].begin < t.memory[i].size)
            return {i, address - t.memory[i].begin};
    return {0, 0};
}

// The bytes of a value, the last one first, without the zeros in front: as a number in hexadecimal.
std::string value_text(const uint64_t *value, unsigned size)
{
    if (size > 8)
        return format("%llx%016llx",
                      (unsigned long long)(size >= 16 ? value[1] : value[1] & ((1ull << (size - 8) * 8) - 1)),
                      (unsigned long long)value[0]);
    return format("%llx", (unsigned long long)(size == 8 ? value[0] : value[0] & ((1ull << size * 8) - 1)));
}

std::string list_events(const kept_trace &t, place_list &places, std::string &values)
{
    std::string text;
    for (const trace_event &e : t.events) {
        if (e.kind >= trace_event::variable)
            continue;
        const bool accesses = e.kind <= trace_event::atomic;
        size_t place = 0, memory = 0;
        uint64_t offset = 0;
        if (accesses) {
            place = places.add(e.where);
            std::tie(memory, offset) = find_memory(t, e.shared, e.owner, e.address);
        } else if (e.kind == trace_event::waits) {
            // a shuffle's place may be an instruction, see waiting.h
            place = e.line != 0 ? places.add({static_cast<const char *>(e.where), (int)e.line})
                                : places.add(static_cast<const void *>(static_cast<const char *>(e.where) - 1));
        } else if (e.kind == trace_event::warp_meets) {
            offset = e.address;
        }
        text += format("%s%d,%u,%zu,%zu,%llu,%u,%d", text.empty() ? "" : ",", e.kind, e.thread, place, memory,
                       (unsigned long long)offset, e.size,
                       (e.block == t.blocks[1] ? 1 : 0) | (e.refused ? 2 : 0) | (e.is_volatile ? 4 : 0));
        if (!accesses)
            continue;
        values += values.empty() ? "" : " ";
        if (e.refused)
            values += "-";
        else if (e.kind == trace_event::atomic)
            values += value_text(&e.old, std::min<unsigned>(e.size, 8)) + ":" + value_text(e.value, e.size);
        else
            values += value_text(e.value, e.size);
    }
    return text;
}

// What becomes of the threads' variables: after how many of the other events, of which thread, which one of its own;
// then which of the names it is, and its value; or only a -1, if the thread has it no more.
std::string list_variables(const kept_trace &t)
{
    std::map<std::pair<std::string, unsigned>, size_t> numbers; // by name, kind and size
    std::vector<std::string> names;
    std::string changes, values;
    size_t after = 0;
    for (const trace_event &e : t.events) {
        after += e.kind < trace_event::variable;
        if (e.kind < trace_event::variable)
            continue;
        int number = -1;
        if (e.kind == trace_event::variable) {
            const std::string name = static_cast<const char *>(e.where);
            const auto [known, fresh] = numbers.try_emplace({name, e.line << 8 | e.size}, names.size());
            if (fresh)
                names.push_back(format("[%s,\"%c\",%u]", json_string(name).c_str(), (int)e.line, e.size));
            number = (int)known->second;
            values += (values.empty() ? "" : " ") + value_text(e.value, e.size);
        }
        changes += format("%s%zu,%u,%d,%llu,%d", changes.empty() ? "" : ",", after, e.thread,
                          e.block == t.blocks[1] ? 1 : 0, (unsigned long long)e.address, number);
    }
    std::string text = "\"variables\":[";
    for (size_t i = 0; i < names.size(); ++i)
        text += (i ? "," : "") + names[i];
    return text + "],\n\"changes\":[" + changes + "],\n\"variable_values\":" + json_string(values);
}

std::string list_findings(const kept_trace &t, place_list &places)
{
    std::string text;
    for (const finding &f : t.findings) {
        const uint64_t owner = f.kind == report_kind::race_on_shared ? f.block[1] : f.owner;
        auto [memory, offset] = find_memory(t, is_in_shared(f), owner, f.address);
        text += format("%s{\"what\":\"%s\",\"memory\":%zu,\"offset\":%llu,\"parties\":[", text.empty() ? "" : ",",
                       id_of(f.kind), memory, (unsigned long long)offset);
        for (int i = 0; i < 1 + has_two_parties(f); ++i) {
            text += format("%s{\"thread\":%d,\"block\":%d,\"place\":%zu,\"writes\":%s,\"atomic\":%s}", i ? "," : "",
                           f.thread[i] == finding::some_other ? -1 : (int)f.thread[i],
                           !between_blocks(f) || f.block[i] == t.blocks[1] ? 1
                           : f.block[i] == t.blocks[0]                     ? 0
                                                                           : -1,
                           places.add(f.pc[i]), f.writes[i] ? "true" : "false", f.atomic[i] ? "true" : "false");
        }
        text += "]}";
    }
    return text;
}

std::string three(const dim3 &d)
{
    return format("[%u,%u,%u]", d.x, d.y, d.z);
}

// That was asked for, so that the page is in it, too; "" without it, where the reader's browser decides.
std::string language_asked_for()
{
    const char *text = getenv("CPU_DEVICE_LANGUAGE");
    return text != nullptr ? text : "";
}

std::string json_of(const kept_trace &t)
{
    place_list places;
    size_t launched = places.add({t.launched_at_file, t.launched_at_line});
    std::string values, events = list_events(t, places, values), findings = list_findings(t, places);
    std::string text =
        "{\"version\":1,\n\"program\":" + json_string(program_name()) +
        ",\n\"language\":" + json_string(language_asked_for()) + ",\n\"any\":" + (t.any ? "true" : "false") +
        ",\"found\":" + (t.found ? "true" : "false") + ",\"broken\":" + (t.broken ? "true" : "false") +
        ",\"ordered_otherwise\":" + (t.ordered_otherwise ? "true" : "false") +
        format(",\"lost\":%llu,\"more\":%llu,\n\"launch\":%llu,\"reported\":%llu,\"launched\":%zu,\"kernel\":",
               (unsigned long long)t.lost, (unsigned long long)t.more, (unsigned long long)t.number,
               (unsigned long long)(t.reported != 0 ? t.reported : t.number), launched) +
        json_string(t.kernel) + ",\"note\":" + json_string(t.note) +
        ",\"order\":" + format("%llu", (unsigned long long)seed_asked_for()) + ",\"grid\":" + three(t.grid) +
        ",\"block\":" + three(t.block) +
        format(",\"blocks\":[%llu,%llu],\n\"reports\":[", (unsigned long long)t.blocks[0],
               (unsigned long long)t.blocks[1]);
    for (size_t i = 0; i < t.reports.size(); ++i)
        text += (i ? "," : "") + json_string(t.reports[i]);
    text += "],\n\"findings\":[" + findings + "],\n\"sources\":[";
    for (size_t i = 0; i < places.files.size(); ++i)
        text += (i ? ",\n{\"name\":" : "{\"name\":") + json_string(base_name(places.files[i].c_str())) +
                ",\"text\":" + json_string(read_source(places.files[i])) + "}";
    text += "],\n\"places\":[";
    for (size_t i = 0; i < places.places.size(); ++i)
        text += format("%s[%zu,%d]", i ? "," : "", places.places[i].first, places.places[i].second);
    text += "],\n\"memory\":[";
    for (size_t i = 0; i < t.memory.size(); ++i)
        text += format("%s{\"name\":%s,\"shared\":%s,\"block\":%llu,\"size\":%llu,\"aligned\":%u}", i ? "," : "",
                       json_string(t.memory[i].name).c_str(), t.memory[i].shared ? "true" : "false",
                       (unsigned long long)t.memory[i].block, (unsigned long long)t.memory[i].size,
                       (unsigned)(t.memory[i].begin % 128));
    text += "],\n\"others\":[";
    for (const trace_memory &o : t.others) {
        const auto [memory, offset] = find_memory(t, o.shared, o.block, o.begin);
        text += format("%s%zu,%llu,%llu", &o == t.others.data() ? "" : ",", memory, (unsigned long long)offset,
                       (unsigned long long)o.size);
    }
    return text + "],\n\"events\":[" + events + "],\n\"values\":" + json_string(values) + ",\n" + list_variables(t) +
           "}";
}

// The text with what stands for each of the marks.
std::string filled_in(const char *page, const std::vector<std::pair<const char *, std::string>> &parts)
{
    std::string text = page;
    for (const auto &[mark, part] : parts)
        if (size_t at = text.find(mark); at != std::string::npos)
            text.replace(at, strlen(mark), part);
    return text;
}
} // namespace

std::string trace_in_page(const char *path)
{
    const std::string page = content(path), mark = "<script type=\"application/json\" id=\"trace\">\n";
    const size_t begin = page.find(mark), end = page.find("\n</script>", begin);
    return begin == std::string::npos || end == std::string::npos
               ? ""
               : page.substr(begin + mark.size(), end - begin - mark.size());
}

const char *write_trace_page(const char *path, const kept_trace &trace, const char *fixed)
{
    std::string json = json_of(trace);
    if (fixed != nullptr)
        json.insert(json.size() - 1, ",\n\"fixed\":" + trace_in_page(fixed));
    const std::string page = filled_in(cpu_device_page_html, {{"/* page.css */", cpu_device_page_css},
                                                              {"/* prism.js */", cpu_device_page_prism},
                                                              {"/* page.zh_CN.po */", cpu_device_page_chinese},
                                                              {"/* words.js */", cpu_device_page_words},
                                                              {"/* run.js */", cpu_device_page_run},
                                                              {"/* schedule.js */", cpu_device_page_schedule},
                                                              {"/* story.js */", cpu_device_page_story},
                                                              {"/* view.js */", cpu_device_page_view},
                                                              {"/* trace */", json}});
    return write_output(path, [&](FILE *f) { fwrite(page.data(), 1, page.size(), f); });
}
} // namespace cpu_device
