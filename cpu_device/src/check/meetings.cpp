// SPDX-License-Identifier: MIT
#include "meetings.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include "history.h"

namespace cpu_device
{
namespace
{
struct released_at_object {
    int device = 0;         // of the last launch that released there,
    bool of_device = false; // and in which scope
    uint32_t launch = 0;
    launches_heard_of to_all;
    std::map<int, launches_heard_of> to_device;
};

struct {
    std::mutex mutex; // no other lock is taken after it
    std::unordered_map<const void *, released_at_object> places;
    std::map<uint32_t, launches_heard_of> heard;            // by launch
    std::set<std::pair<uint32_t, uint32_t>> flags, in_vain; // launches that meet, the lower number first
    bool too_many = false;                                  // so from now on nothing is reported
} &met = *new std::remove_reference_t<decltype(met)>;

constexpr size_t most_places = 1 << 16, most_launches = 256;

void note_if_in_vain(const released_at_object &there, const launch_record &launch, bool of_device)
{
    if (there.launch != 0 && there.device != launch.device && (of_device || there.of_device))
        met.in_vain.insert(std::minmax(launch.number, there.launch));
}
} // namespace

launches_heard_of::one *launches_heard_of::find(uint32_t launch)
{
    const auto at = std::lower_bound(later_.begin(), later_.end(), launch,
                                     [](const one &o, uint32_t number) { return o.launch < number; });
    return at != later_.end() && at->launch == launch ? &*at : nullptr;
}

void launches_heard_of::insert(const one &fresh)
{
    later_.insert(std::upper_bound(later_.begin(), later_.end(), fresh.launch,
                                   [](uint32_t number, const one &o) { return number < o.launch; }),
                  fresh);
    if (later_.size() > most) {
        all_up_to_ = later_.front().launch;
        later_.erase(later_.begin());
    }
}

void launches_heard_of::add(const launch_record &launch, const vector_clock &released)
{
    if (has_forgotten(launch.number))
        return;
    if (one *known = find(launch.number)) {
        if (!known->released.is(released))
            known->released.join(released);
        return;
    }
    before_.join_before(launch.stream, launch.work, launch.comes_after);
    insert({launch.number, released});
}

void launches_heard_of::add(const launches_heard_of &others, uint32_t self)
{
    if (others.all_up_to_ > all_up_to_) {
        all_up_to_ = others.all_up_to_;
        while (!later_.empty() && later_.front().launch <= all_up_to_)
            later_.erase(later_.begin());
    }
    bool any_new = false;
    for (const one &theirs : others.later_) {
        if (theirs.launch == self || has_forgotten(theirs.launch))
            continue;
        if (one *known = find(theirs.launch)) {
            if (!known->released.is(theirs.released))
                known->released.join(theirs.released);
        } else {
            any_new = true;
            insert(theirs);
        }
    }
    if (any_new)
        before_.join(others.before_);
}

const vector_clock *launches_heard_of::released_by(uint32_t launch) const
{
    const one *known = const_cast<launches_heard_of *>(this)->find(launch);
    return known == nullptr ? nullptr : &known->released;
}

void releases_to_others(const launch_record &launch, const void *place, bool of_device, const vector_clock &released)
{
    std::lock_guard<std::mutex> lock(met.mutex);
    met.too_many |= met.places.size() >= most_places;
    if (met.too_many)
        return;
    if (met.heard.size() > most_launches)
        met.heard.erase(met.heard.begin());
    const launches_heard_of &own = met.heard[launch.number];
    released_at_object &there = met.places[place];
    note_if_in_vain(there, launch, of_device);
    there.device = launch.device;
    there.of_device = of_device;
    there.launch = launch.number;
    auto add_to = [&](launches_heard_of &all) {
        all.add(own);
        if (!released.empty())
            all.add(launch, released);
    };
    add_to(there.to_device[launch.device]);
    if (!of_device)
        add_to(there.to_all);
}

void acquires_of_others(const launch_record &launch, const void *place, bool of_device)
{
    std::lock_guard<std::mutex> lock(met.mutex);
    const auto there = met.places.find(place);
    if (there == met.places.end())
        return;
    launches_heard_of &own = met.heard[launch.number];
    const released_at_object &at = there->second;
    if (const auto mine = at.to_device.find(launch.device); mine != at.to_device.end())
        own.add(mine->second, launch.number);
    if (!of_device)
        own.add(at.to_all, launch.number);
    note_if_in_vain(at, launch, of_device);
    if (at.launch != 0 && at.launch != launch.number)
        met.flags.insert(std::minmax(launch.number, at.launch));
}

heard_of_launch heard_of(const launch_record &launch, const launch_place &other)
{
    std::lock_guard<std::mutex> lock(met.mutex);
    if (met.too_many)
        return {true};
    heard_of_launch heard;
    heard.meet = met.flags.count(std::minmax(launch.number, other.number)) > 0;
    const auto own = met.heard.find(launch.number);
    if (own == met.heard.end())
        return heard;
    if (own->second.has_forgotten(other.number) || own->second.came_before(other.stream, other.work))
        return {true};
    if (const vector_clock *released = own->second.released_by(other.number))
        heard.released = *released;
    return heard;
}

bool meet_in_vain(uint32_t launch, uint32_t other)
{
    std::lock_guard<std::mutex> lock(met.mutex);
    return met.in_vain.count(std::minmax(launch, other)) > 0;
}
} // namespace cpu_device
