// SPDX-License-Identifier: MIT
// CPU_DEVICE_MEMORY=weak: loads get old values, and stores come into coherence order earlier, as far as the memory
// consistency model of PTX lets them. A machine of views, as in Kang et al., "A Promising Semantics for
// Relaxed-Memory Concurrency" (2017), without its promises: no load gets a value that is stored later.
//
// The compiler announces a load or store and then makes it. So for a load that gets an old value, memory holds that
// value from its announcement to the next event of the same core; then the last value is put back. A store's value is
// seen at the next event. Meanwhile the core holds a lock, and other cores wait.
//
// What each thread must see:
//     its own stores                 it knows them at once
//     a strong load                  knows the store that it reads, if the two are morally strong
//     release, acquire               A strong store carries the views that its thread has released before, by that
//                                    store or by a fence, to the block or to kept_by_all. An acquire joins those that
//                                    the thread's strong loads have found. An atomic read-modify-write passes them on.
//     fence of sequential consistency   it also joins what earlier ones have left, and leaves what its thread knows
//     barriers                       all threads of the block, or lanes of the group, know what any of them knew. To
//                                    the race check the block's barrier is also the fence of an acquire; so it is here
//     all else, and launches         by phases, named barriers, clusters, grids: everything is forgotten, so nothing
//                                    old can be read
//
// An atomic read-modify-write reads what is in memory. An acquire load joins what all earlier loads of its thread have
// found, not only those of its own place. Both keep less back than the model allows, never more. A check that adds a
// way to synchronize must tell this one of it.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "../limits.h"
#include "../settings.h"
#include "events.h"
#include "weak_history.h"

namespace cpu_device
{
namespace
{
// What all cores share about global memory. A core that has announced an access holds the lock until it is made.
struct shared_by_cores {
    std::mutex mutex;
    std::atomic<bool> launch_begins{false}; // or has ended: everything is to be forgotten
    weak_history history{0, view::global_stores};
    std::unordered_set<uint64_t> running; // blocks
    view of_fences;                       // known to fences of sequential consistency, of device scope
    unsigned of_fences_at = 0;            // as of so many times forgotten
} kept_by_all;

bool acquires(int order)
{
    return order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQ_REL ||
           order == __ATOMIC_SEQ_CST;
}

struct thread_views {
    uint64_t block = 0; // which it was a thread of
    unsigned as_of = 0; // times that global memory was forgotten
    view known;
    view released, released_in_block; // as of its last fence: of device scope, of any scope
    view found, found_in_block;       // by its strong loads, and not acquired yet
    bool of_block = false;            // the scope of its atomic operations
    const char *stale_at = nullptr;   // the place of its last load that got an old value
    unsigned stale = 0;               // how often that was so in a row
    template <class Function> void for_each(Function function)
    {
        for (view *v : {&known, &released, &released_in_block, &found, &found_in_block})
            function(*v);
    }
};

// One for each core.
class weak_memory : public observer
{
  public:
    unsigned wants() const override
    {
        return setting.weak ? blocks | accesses | attempts : nothing;
    }
    observer *for_core() override
    {
        return setting.weak ? new weak_memory : this; // as long as the core
    }
    void launch_begins(const launch_record &) override
    {
        kept_by_all.launch_begins = true;
    }
    void launch_ends(const launch_record &) override
    {
        kept_by_all.launch_begins = true;
    }
    void core_begins(const running_block &here) override
    {
        threads_.resize(max_threads);
        random_ = mixed(seed_asked_for() + 1) ^ mixed(here.launch->number);
        one_in_ = 2 + random_ % 3; // loads that could get an old value do
        stores_first_ = 2 + (random_ >> 8) % 4;
    }
    void block_begins(const running_block &here) override;
    void block_ends(const running_block &, bool, const std::vector<finding> &) override
    {
        settle();
        shared_.forget();
        std::lock_guard<std::mutex> lock(kept_by_all.mutex);
        kept_by_all.running.erase(block_);
    }
    void waits(const running_block &, unsigned, unsigned, const char *, int, const void *) override
    {
        settle();
    }
    void yields(const running_block &) override
    {
        settle();
    }
    void barrier(const running_block &here, const char *file, int line) override;
    void grid_barrier(const running_block &, uint32_t) override
    {
        kept_by_all.launch_begins = true;
    }
    void orders_otherwise(const running_block &) override
    {
        settle();
        shared_.forget();
        kept_by_all.launch_begins = true;
    }
    void warp_syncs(const running_block &, unsigned warp, unsigned lanes) override;
    void fence_called(const running_block &, unsigned thread, cpu_device_scope scope, const void *) override
    {
        call_fence(thread, scope == cpu_device_scope_block, __ATOMIC_SEQ_CST);
    }
    void fence_in_order(const running_block &, unsigned thread, cpu_device_scope scope, int order) override
    {
        call_fence(thread, scope == cpu_device_scope_block, order);
    }
    void sets_scope(const running_block &, unsigned thread, cpu_device_scope scope) override
    {
        views_of(thread).of_block = scope == cpu_device_scope_block;
    }
    bool access_begins(const running_block &, unsigned, const announced_access &) override;
    void access_checked(const running_block &here, unsigned thread, const announced_access &access,
                        bool refused) override;
    bool atomic_ends(const running_block &here, unsigned thread, const announced_access &access, outcome is) override;

  private:
    struct announced_store {
        weak_history *history;
        const char *at;
        size_t size;
        unsigned thread;
        access kind;
        int order;
        char before[kept_store::most_bytes];
    };
    struct old_value {
        char *at;
        size_t size;
        char shown[kept_store::most_bytes], last[kept_store::most_bytes];
    };

    static uint64_t mixed(uint64_t x)
    {
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        return x ^ x >> 31;
    }
    uint64_t next_random()
    {
        return random_ = mixed(random_ + 0x9e3779b97f4a7c15);
    }
    thread_views &views_of(unsigned thread);
    weak_thread name_of(unsigned thread) const
    {
        return {block_, thread};
    }
    void lock();
    void settle();
    void show_last();
    void store_is_made();
    void keep(const announced_store &store, const char *value, bool update);
    released_views released_by(unsigned thread, const announced_store &store, kept_place *place);
    size_t position_of(const kept_place &place, const view &known, bool update);
    void load(unsigned thread, weak_history &history, const announced_access &access);
    size_t choose(kept_place &place, thread_views &t);
    void find(unsigned thread, const kept_store &store);
    void acquire(thread_views &t, bool of_block);
    void fence(thread_views &t, bool of_block, int order);
    void call_fence(unsigned thread, bool of_block, int order)
    {
        settle();
        lock();
        fence(views_of(thread), of_block, order);
        settle();
    }

    std::vector<thread_views> threads_;
    weak_history shared_{view::global_stores, view::all_stores};
    view of_fences_;            // known to fences of sequential consistency of this block
    unsigned of_fences_at_ = 0; // as of so many times forgotten
    uint64_t block_ = 0;
    unsigned block_threads_ = 0;
    bool locked_ = false;
    std::optional<announced_store> store_;
    std::optional<old_value> old_;
    uint64_t random_ = 0;
    unsigned one_in_ = 2, stores_first_ = 4;
};

thread_views &weak_memory::views_of(unsigned thread)
{
    thread_views &t = threads_[thread];
    if (t.block != block_) {
        t = thread_views();
        t.block = block_;
        t.as_of = kept_by_all.history.times_forgotten();
    } else if (t.as_of != kept_by_all.history.times_forgotten()) {
        t.for_each([](view &v) { v.forget_global(); });
        t.as_of = kept_by_all.history.times_forgotten();
    }
    return t;
}

void weak_memory::block_begins(const running_block &here)
{
    static std::atomic<uint64_t> blocks_begun{0};
    block_ = ++blocks_begun;
    const dim3 &b = here.launch->name.block;
    block_threads_ = b.x * b.y * b.z;
    shared_.launch_begins();
    of_fences_ = view();
    std::lock_guard<std::mutex> lock(kept_by_all.mutex);
    kept_by_all.running.insert(block_);
}

void weak_memory::lock()
{
    if (locked_)
        return;
    kept_by_all.mutex.lock();
    locked_ = true;
    if (kept_by_all.launch_begins.exchange(false))
        kept_by_all.history.launch_begins();
    if (kept_by_all.of_fences_at != kept_by_all.history.times_forgotten()) {
        kept_by_all.of_fences = view();
        kept_by_all.of_fences_at = kept_by_all.history.times_forgotten();
    }
    if (of_fences_at_ != kept_by_all.history.times_forgotten()) {
        of_fences_.forget_global();
        of_fences_at_ = kept_by_all.history.times_forgotten();
    }
}

// The announced access has been made.
void weak_memory::settle()
{
    if (old_)
        show_last();
    if (store_)
        store_is_made();
    if (locked_) {
        locked_ = false;
        kept_by_all.mutex.unlock();
    }
}

void weak_memory::show_last()
{
    if (memcmp(old_->at, old_->shown, old_->size) == 0) // else the host, say, has stored there
        memcpy(old_->at, old_->last, old_->size);
    old_.reset();
}

bool weak_memory::access_begins(const running_block &, unsigned, const announced_access &)
{
    settle();
    const uint64_t random = next_random();
    if (random % 256 == 0) // so that other cores come in between
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    return random % 16 == 0; // the same for other threads of the block
}

void weak_memory::access_checked(const running_block &here, unsigned thread, const announced_access &access,
                                 bool refused)
{
    settle();
    if (refused)
        return;
    announced_access announced = access;
    announced.address = here.in_place(announced.address);
    const bool shared = here.memory.holds(announced.address);
    weak_history &history = shared ? shared_ : kept_by_all.history;
    const bool plain_load = announced.kind == access::read;
    if (plain_load && !history.may_hold(announced.address, announced.size))
        return;
    lock();
    if (announced.order == __ATOMIC_SEQ_CST)
        fence(views_of(thread), views_of(thread).of_block, __ATOMIC_SEQ_CST);
    if (!weak_history::can_keep(announced.address, announced.size)) {
        if (history.find(announced.address, announced.size) != nullptr)
            history.forget();
        return;
    }
    if (!writes(announced.kind))
        return load(thread, history, announced);
    if (is_update(announced.kind)) {
        if (kept_place *place = history.find(announced.address, announced.size); place != nullptr) {
            if (!place->is_in_memory())
                place->forget(announced.address);
            find(thread, place->stores.back());
        }
        if (acquires(announced.order))
            acquire(views_of(thread), views_of(thread).of_block);
    }
    store_ = announced_store{&history, announced.address, announced.size, thread, announced.kind, announced.order, {}};
    memcpy(store_->before, announced.address, announced.size);
}

// --- loads ---

void weak_memory::load(unsigned thread, weak_history &history, const announced_access &announced)
{
    kept_place *place = history.find(announced.address, announced.size);
    thread_views &t = views_of(thread);
    const bool strong = announced.kind != access::read;
    if (place != nullptr) {
        if (!place->is_in_memory())
            place->forget(announced.address);
        const size_t chosen = choose(*place, t);
        if (chosen + 1 < place->stores.size()) {
            old_ = old_value{const_cast<char *>(announced.address), announced.size, {}, {}};
            memcpy(old_->last, announced.address, announced.size);
            memcpy(old_->shown, place->stores[chosen].value, announced.size);
            memcpy(old_->at, old_->shown, announced.size);
        }
        if (strong)
            find(thread, place->stores[chosen]);
    }
    if (acquires(announced.order))
        acquire(t, t.of_block);
}

// Which store a load reads. A thread that looks again and again at one place sees the last store in the end.
size_t weak_memory::choose(kept_place &place, thread_views &t)
{
    const size_t last = place.stores.size() - 1, known = place.last_known(t.known);
    const uint64_t random = next_random();
    constexpr unsigned most_in_a_row = 2;
    const bool again = t.stale_at == place.at;
    if (known == last || random % one_in_ != 0 || (again && t.stale >= most_in_a_row)) {
        if (again)
            t.stale = 0;
        return last;
    }
    t.stale = again ? t.stale + 1 : 1;
    t.stale_at = place.at;
    return known + (random >> 16) % (last - known);
}

// A strong load, or the first half of an atomic update, reads a store.
void weak_memory::find(unsigned thread, const kept_store &store)
{
    thread_views &t = views_of(thread);
    const bool same_block = store.by.block == block_;
    const bool morally_strong =
        store.by == name_of(thread) || (store.strong && (same_block || (!store.of_block && !t.of_block)));
    if (!morally_strong)
        return;
    if (store.number >= 0)
        t.known.add((unsigned)store.number);
    store.released.acquire(block_, false, t.found);
    store.released.acquire(block_, true, t.found_in_block);
}

// --- stores ---

void weak_memory::store_is_made()
{
    const announced_store store = *store_;
    store_.reset();
    if (is_update(store.kind)) // atomic_ends() has not come: it did not store, or in another way
        return;
    char value[kept_store::most_bytes];
    memcpy(value, store.at, store.size);
    keep(store, value, false);
}

bool weak_memory::atomic_ends(const running_block &, unsigned, const announced_access &, outcome is)
{
    if (!store_ || is == outcome::tried_again)
        return false;
    if (is == outcome::stored) {
        const announced_store store = *store_;
        store_.reset();
        char value[kept_store::most_bytes];
        memcpy(value, store.at, store.size);
        keep(store, value, is_update(store.kind));
    }
    store_.reset();
    settle();
    return false;
}

// What the store carries, for threads that read it and acquire.
released_views weak_memory::released_by(unsigned thread, const announced_store &store, kept_place *place)
{
    thread_views &t = views_of(thread);
    released_views views;
    views.release_to_all(t.released);
    views.release_to_block(block_, t.released_in_block);
    if (place != nullptr)
        for (const auto &[by, earlier] : place->releases)
            if (by == name_of(thread))
                views.add(earlier);
    if (store.order == __ATOMIC_RELEASE || store.order == __ATOMIC_ACQ_REL) {
        views.release_to_block(block_, t.known);
        if (!t.of_block)
            views.release_to_all(t.known);
    }
    return views;
}

// Where in coherence order a store comes: at the end, or before stores that its thread need not have seen. No store
// comes between an atomic update and what that has read.
size_t weak_memory::position_of(const kept_place &place, const view &known, bool update)
{
    const size_t end = place.stores.size();
    size_t first = end;
    for (size_t least = place.last_known(known) + 1; first > least && !place.stores[first - 1].update;)
        --first;
    const uint64_t random = next_random();
    return update || random % stores_first_ != 0 ? end : first + (random >> 16) % (end - first + 1);
}

void weak_memory::keep(const announced_store &store, const char *value, bool update)
{
    weak_history &history = *store.history;
    const bool strong = store.kind != access::write;
    const int number = history.take_number(next_random());
    kept_place *place = history.find(store.at, store.size);
    thread_views &t = views_of(store.thread);
    if (place == nullptr && number < 0 && !strong)
        return;
    if (place == nullptr)
        place = &history.make(store.at, store.size, store.before);
    else if (memcmp(place->stores.back().value, store.before, store.size) != 0)
        place->forget(store.before);
    kept_store kept = {{}, number, name_of(store.thread), strong, strong && t.of_block, update, {}};
    memcpy(kept.value, value, store.size);
    if (strong)
        kept.released = released_by(store.thread, store, place);
    const kept_store &read = place->stores.back();
    if (update &&
        (read.by == kept.by || (read.strong && (read.by.block == block_ || (!read.of_block && !kept.of_block)))))
        kept.released.add(read.released);
    kept.released.drop_ended(kept_by_all.running);
    if (store.order == __ATOMIC_RELEASE || store.order == __ATOMIC_ACQ_REL)
        place->note_release(kept.by, kept.released, kept_by_all.running);
    if (number < 0) {
        place->stores.clear();
        place->stores.push_back(std::move(kept));
        return;
    }
    const size_t position = position_of(*place, t.known, update);
    t.known.add((unsigned)number);
    place->stores.insert(place->stores.begin() + (ptrdiff_t)position, std::move(kept));
    if (position + 1 < place->stores.size())
        memcpy(const_cast<char *>(store.at), place->stores.back().value, store.size);
}

// --- what orders ---

void weak_memory::acquire(thread_views &t, bool of_block)
{
    t.known.add(t.found_in_block);
    if (!of_block)
        t.known.add(t.found);
}

void weak_memory::fence(thread_views &t, bool of_block, int order)
{
    if (order != __ATOMIC_RELEASE)
        acquire(t, of_block);
    if (order == __ATOMIC_SEQ_CST) {
        t.known.add(of_fences_);
        if (!of_block) {
            t.known.add_global(kept_by_all.of_fences);
            kept_by_all.of_fences.add_global(t.known);
        }
        of_fences_.add(t.known);
    }
    if (order != __ATOMIC_ACQUIRE && order != __ATOMIC_CONSUME) {
        t.released_in_block = t.known;
        if (!of_block)
            t.released = t.known;
    }
}

void weak_memory::barrier(const running_block &, const char *, int)
{
    settle();
    lock();
    view known;
    for (unsigned i = 0; i < block_threads_; ++i) {
        acquire(views_of(i), false);
        known.add(views_of(i).known);
    }
    known.forget_shared();
    for (unsigned i = 0; i < block_threads_; ++i) {
        thread_views &t = views_of(i);
        t.for_each([](view &v) { v.forget_shared(); });
        t.known = known;
    }
    of_fences_.forget_shared();
    shared_.forget();
    settle();
}

void weak_memory::warp_syncs(const running_block &, unsigned warp, unsigned lanes)
{
    settle();
    lock();
    view known;
    for (unsigned lane = 0; lane < warp_size; ++lane)
        if (lanes >> lane & 1)
            known.add(views_of(warp * warp_size + lane).known);
    for (unsigned lane = 0; lane < warp_size; ++lane)
        if (lanes >> lane & 1)
            views_of(warp * warp_size + lane).known = known;
    settle();
}
} // namespace

observer *make_weak_memory()
{
    return new weak_memory;
}
} // namespace cpu_device
