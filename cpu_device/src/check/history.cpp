// SPDX-License-Identifier: MIT
#include "history.h"

#include <vector>

#include "../memory/arena.h"
#include "../platform/pages.h"
#include "../platform/program_image.h"
#include "../settings.h"
#include "stripes.h"

namespace cpu_device
{
namespace
{
struct variable_cells {
    const char *begin, *end;
    cell *cells;
    size_t size; // bytes of these
};

void add_cells(std::vector<variable_cells> &all, const std::vector<program_segment> &segments)
{
    for (const program_segment &s : segments) {
        size_t size = ((size_t)(s.end - s.begin) / 4 + 2) * sizeof(cell);
        if (void *cells = zeroed_pages(size))
            all.push_back({s.begin, s.end, static_cast<cell *>(cells), size});
    }
}

struct cells_of_image {
    std::vector<variable_cells> all;
    const cells_of_image *next;
};
std::atomic<const cells_of_image *> cells_of_others{nullptr}; // than the program

const std::vector<variable_cells> &cells_of_variables()
{
    static const auto *all = [] {
        auto *made = new std::vector<variable_cells>;
        add_cells(*made, the_program().segments);
        if (const program_segment s = variable_copies(); s.begin != s.end)
            if (void *cells = zeroed_pages((size_t)(s.end - s.begin) / 4 * sizeof(cell)))
                made->push_back(
                    {s.begin, s.end, static_cast<cell *>(cells), (size_t)(s.end - s.begin) / 4 * sizeof(cell)});
        return made;
    }();
    return *all;
}

constexpr size_t places_kept = 256;
launch_place kept_places[places_kept];

constexpr uint32_t many_segments = 1 << 22; // 64 MB of them: from here on numbers begin anew between two launches
std::mutex launches_mutex;
unsigned launches_under_way;
uint32_t launches, first_in_stripes = 1;

void forget_everything()
{
    segments.forget_all();
    all_byte_cells.forget_all();
    all_lists.forget_all();
    std::fill_n(kept_places, places_kept, launch_place());
    the_arena().forget_cells();
    for (const variable_cells &v : cells_of_variables())
        clear_pages(v.cells, v.size);
    for (const cells_of_image *m = cells_of_others; m != nullptr; m = m->next)
        for (const variable_cells &v : m->all)
            clear_pages(v.cells, v.size);
    ++times_forgotten;
}
} // namespace

// before the constructors of the program, which may launch kernels
[[gnu::init_priority(101)]] numbered<segment> segments(shadow_value::last_segment);
[[gnu::init_priority(101)]] numbered<byte_cells> all_byte_cells(1 << 25);
[[gnu::init_priority(101)]] numbered<value_list> all_lists(1 << 22);
[[gnu::init_priority(101)]] numbered<stripe> all_stripes(1 << 22);
std::atomic<uint32_t> times_forgotten{0};
std::atomic<bool> several_streams{false};

template <class T> numbered<T>::numbered(uint32_t most) : most_(most)
{
    if (!setting.check) // spares tools that go through all memory of the process, such as valgrind
        most_ = 0;
    // Fewer, where there are few addresses (ulimit -v).
    while (most_ > 1024 && (all_ = reinterpret_cast<T *>(zeroed_pages((size_t)most_ * sizeof(T)))) == nullptr)
        most_ /= 2;
    if (all_ == nullptr)
        most_ = 0;
}

template <class T> void numbered<T>::forget_all()
{
    clear_pages(all_, (size_t)next() * sizeof(T));
    next_ = 1;
}

void begin_launch(launch_record &launch)
{
    std::lock_guard<std::mutex> lock(launches_mutex);
    if (launch.number != 0)
        return;
    const bool anew = launches_under_way == 0 &&
                      (segments.next() > many_segments || all_byte_cells.nearly_full() || all_lists.nearly_full());
    if (anew)
        forget_everything();
    launch.alone = launches_under_way++ == 0 && !several_streams && !launch.cooperative;
    launch.number = ++launches == 0 ? ++launches : launches;
    constexpr uint32_t many_stripes = 1 << 14;
    if (anew || (launch.alone && all_stripes.next() > many_stripes)) {
        all_stripes.begin_anew();
        first_in_stripes = launch.number;
    }
    launch.first_segment = segments.next();
    if (launch.depends != nullptr)
        launch.depends->primary_is_over();
    kept_places[launch.number % places_kept] = {
        launch.number, launch.first_segment, launch.stream, launch.work, launch.name, false, launch.child};
}

uint32_t first_launch_in_stripes()
{
    std::lock_guard<std::mutex> lock(launches_mutex);
    return first_in_stripes;
}

launch_place place_of_launch(uint32_t number)
{
    std::lock_guard<std::mutex> lock(launches_mutex);
    const launch_place &p = kept_places[number % places_kept];
    return p.number == number ? p : launch_place();
}

bool launch_is_over(uint32_t number)
{
    const launch_place p = place_of_launch(number);
    return p.number == 0 || p.over;
}

uint32_t first_unordered_segment(const launch_record &launch)
{
    std::lock_guard<std::mutex> lock(launches_mutex);
    uint32_t first = launch.first_segment;
    for (const launch_place &p : kept_places)
        if (p.number != 0 && (!launch.begins_after(p.stream, p.work) ||
                              (p.work == launch.work && p.stream == launch.stream))) // parents, children
            first = std::min(first, p.first_segment);
    return first;
}

void end_launch(launch_record &launch)
{
    std::lock_guard<std::mutex> lock(launches_mutex);
    if (launch.number != 0 && !launch.over) {
        --launches_under_way;
        if (launch_place &p = kept_places[launch.number % places_kept]; p.number == launch.number)
            p.over = true;
    }
    launch.over = true;
}

launch_record::~launch_record()
{
    end_launch(*this);
    if (depends != nullptr) // the next launch may keep it
        depends->of_primary.reset();
}

// --- instructions ---

namespace
{
constexpr uint32_t all_codes = 1 << 19, most_far_away = all_codes - first_far_instruction;
std::mutex codes_mutex;
std::unordered_map<const void *, uint32_t> codes;
std::vector<const void *> far_away;
} // namespace

uintptr_t code_begin;
instruction_set volatile_instructions, exchange_instructions, used_instructions;
static bool code_has_kernels;

uint32_t instruction_codes::far(const void *pc)
{
    auto &known = latest_[(uintptr_t)pc / 4 % 64];
    if (known.pc == pc)
        return known.code;
    std::lock_guard<std::mutex> lock(codes_mutex);
    auto [place, fresh] = codes.emplace(pc, (uint32_t)(first_far_instruction + far_away.size()));
    if (fresh && far_away.size() == most_far_away) // more than any program has: these share one code
        place->second = all_codes - 1;
    else if (fresh)
        far_away.push_back(pc);
    known = {pc, place->second};
    return place->second;
}

void byte_cells::take_over(shadow_value store, shadow_value others)
{
    for (unsigned i = 0; i < 4; ++i)
        if (store.bytes() >> i & 1)
            of[i].store.store(store.with_bytes(1u << i), std::memory_order_relaxed);
    take_over_others(others);
}

void byte_cells::take_over_others(shadow_value others)
{
    for (unsigned i = 0; i < 4; ++i)
        if (others.bytes() >> i & 1)
            of[i].others.store(others.with_bytes(1u << i), std::memory_order_relaxed);
}

const void *pc_of_instruction(uint32_t code)
{
    if (code < first_far_instruction)
        return reinterpret_cast<const char *>(code_begin) + code;
    std::lock_guard<std::mutex> lock(codes_mutex);
    return far_away[code - first_far_instruction];
}

namespace
{
std::atomic<bool> has_fences, has_block_scope, launches_in_kernels, has_swaps, syncs_lanes;

cell *cell_in(const std::vector<variable_cells> &all, const char *address)
{
    for (const variable_cells &v : all)
        if (address >= v.begin && address < v.end)
            return v.cells + ((uintptr_t)address / 4 - (uintptr_t)v.begin / 4);
    return nullptr;
}
} // namespace

bool program_has_fences()
{
    return has_fences;
}

bool program_has_block_scope()
{
    return has_block_scope;
}

bool program_launches_in_kernels()
{
    return launches_in_kernels;
}

bool program_syncs_lanes()
{
    return syncs_lanes;
}

bool program_compares_and_swaps()
{
    return has_swaps;
}

void image_comes(const code_image &image)
{
    auto has = [&](const char *section) {
        const program_segment s = section_of(image, section);
        return s.begin != s.end;
    };
    if (setting.check && &image != &the_program()) {
        auto *cells = new cells_of_image;
        add_cells(cells->all, image.segments);
        cells->next = cells_of_others;
        while (!cells_of_others.compare_exchange_weak(cells->next, cells)) {
        }
    }
    if (code_begin == 0 || (has("cpu_device_kernels") && launches == 0 && !code_has_kernels)) {
        code_begin = reinterpret_cast<uintptr_t>(image.segments.front().begin);
        code_has_kernels = has("cpu_device_kernels");
    }
    has_fences = has_fences || has("cpu_device_fences");
    has_block_scope = has_block_scope || has("cpu_device_block_scope");
    launches_in_kernels = launches_in_kernels || has("cpu_device_children");
    has_swaps = has_swaps || has("cpu_device_swaps");
    syncs_lanes = syncs_lanes || has("cpu_device_lanes");
}

cell *cells_of_variable(const char *address)
{
    cell *found = cell_in(cells_of_variables(), address);
    for (const cells_of_image *m = cells_of_others; m != nullptr && found == nullptr; m = m->next)
        found = cell_in(m->all, address);
    return found;
}
} // namespace cpu_device
