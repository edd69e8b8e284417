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
    std::map<uint32_t, launches_heard_of> heard;     // by launch
    std::set<std::pair<uint32_t, uint32_t>> in_vain; // the lower number first
    bool too_many = false;                           // so from now on nothing is reported
} &met = *new std::remove_reference_t<decltype(met)>;

constexpr size_t most_places = 1 << 16, most_launches = 256;

void note_if_in_vain(const released_at_object &there, const launch_record &launch, bool of_device)
{
    if (there.launch != 0 && there.device != launch.device && (of_device || there.of_device))
        met.in_vain.insert(std::minmax(launch.number, there.launch));
}
} // namespace

void launches_heard_of::add(uint32_t launch)
{
    const auto at = std::lower_bound(later_.begin(), later_.end(), launch);
    if (launch <= all_up_to_ || (at != later_.end() && *at == launch))
        return;
    later_.insert(at, launch);
    if (later_.size() > most) {
        all_up_to_ = later_.front();
        later_.erase(later_.begin());
    }
}

void launches_heard_of::add(const launches_heard_of &others)
{
    if (others.all_up_to_ > all_up_to_) {
        all_up_to_ = others.all_up_to_;
        later_.erase(later_.begin(), std::upper_bound(later_.begin(), later_.end(), all_up_to_));
    }
    for (uint32_t launch : others.later_)
        add(launch);
}

bool launches_heard_of::has(uint32_t launch) const
{
    return launch <= all_up_to_ || std::binary_search(later_.begin(), later_.end(), launch);
}

void releases_to_others(const launch_record &launch, const void *place, bool of_device)
{
    std::lock_guard<std::mutex> lock(met.mutex);
    met.too_many |= met.places.size() >= most_places;
    if (met.too_many)
        return;
    if (met.heard.size() > most_launches)
        met.heard.erase(met.heard.begin());
    launches_heard_of &own = met.heard[launch.number];
    own.add(launch.number);
    released_at_object &there = met.places[place];
    note_if_in_vain(there, launch, of_device);
    there.device = launch.device;
    there.of_device = of_device;
    there.launch = launch.number;
    there.to_device[launch.device].add(own);
    if (!of_device)
        there.to_all.add(own);
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
        own.add(mine->second);
    if (!of_device)
        own.add(at.to_all);
    note_if_in_vain(at, launch, of_device);
}

bool has_heard_of(const launch_record &launch, uint32_t other)
{
    std::lock_guard<std::mutex> lock(met.mutex);
    const auto own = met.heard.find(launch.number);
    return met.too_many || (own != met.heard.end() && own->second.has(other));
}

bool meet_in_vain(uint32_t launch, uint32_t other)
{
    std::lock_guard<std::mutex> lock(met.mutex);
    return met.in_vain.count(std::minmax(launch, other)) > 0;
}
} // namespace cpu_device
