// SPDX-License-Identifier: MIT
#include "placed_barrier.h"

#include "report.h"

namespace cpu_device
{
int first_in_source(const source_position (&at)[2])
{
    return at[0].line <= at[1].line ? 0 : 1;
}

namespace
{
placed_barrier place_between(const advice_wanted &about, const source_position (&at)[2])
{
    const finding &f = about.found;
    const int first = first_in_source(at);
    const std::string file = f.after.file == nullptr ? "" : base_name(f.after.file);
    const bool same_file = !file.empty() && at[0].text().compare(0, file.size() + 1, file + ":") == 0;
    const source_position barrier = {at[0].file, f.after.line};
    return {find_missing_barrier({at[first], at[1 - first], same_file ? barrier : source_position(),
                                  !f.writes[first] && f.writes[1 - first], !f.writes[1 - first]}),
            first};
}
} // namespace

two_places where_they_part(const advice_wanted &about)
{
    const std::vector<source_position> &a = about.accesses[0].calls, &b = about.accesses[1].calls;
    if (a.empty() || b.empty())
        return {{0, 0}, {about.accesses[0].at, about.accesses[1].at}};
    size_t i = a.size() - 1, j = b.size() - 1;
    for (; i > 0 && j > 0 && a[i] == b[j]; --i)
        --j;
    return {{i, j}, {a[i], b[j]}};
}

placed_barrier missing_between(const advice_wanted &about)
{
    const std::vector<source_position> &a = about.accesses[0].calls, &b = about.accesses[1].calls;
    const two_places part = where_they_part(about);
    size_t i = part.call[0], j = part.call[1];
    placed_barrier found = place_between(about, part.at);
    found.of_calls = i > 0 || j > 0;
    const bool may_be_round_ahead = found.understood && (found.in_one_statement || found.is_between);
    for (++i, ++j; may_be_round_ahead && !found.at_end_of_loop && !found.in_next_round && i < a.size() && j < b.size();
         ++i, ++j)
        if (const placed_barrier outer = place_between(about, {a[i], b[j]}); outer.at_end_of_loop) {
            found.add = outer.add;
            found.in_next_round = found.is_between;
            found.at_end_of_loop = true;
        }
    return found;
}

void move_behind_others(placed_barrier &found, const advice_wanted &about)
{
    const source_position at[2] = {about.accesses[0].at, about.accesses[1].at};
    if (found.add.insert.empty() || found.of_calls || found.in_next_round || found.at_end_of_loop)
        return;
    const source_position &last = at[1 - found.first];
    for (const unordered_lines &other : about.others) {
        const bool is_later = other.first.file == last.file && other.first.line > found.add.at.line &&
                              other.first.line < last.line && other.second.line >= last.line;
        const source_position lines[2] = {found.first == 0 ? other.first : last, found.first == 0 ? last : other.first};
        if (const placed_barrier more = is_later ? place_between(about, lines) : found;
            more.add.at.line > found.add.at.line) {
            found.add = more.add;
            found.also = more.also;
        }
    }
}
} // namespace cpu_device
