// SPDX-License-Identifier: MIT
// Where the ranks of one communicator meet: memory that their processes share. It is a file in memory of the process
// that made the id, which the others open through /proc: when the processes have ended, however they did, nothing is
// left.
#pragma once

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "collectives.h"

namespace nccl_device
{
class meeting_place
{
  public:
    static constexpr int most_ranks = 64;

    static bool make_id(char *id); // 128 bytes
    static bool is_id(const char *id);
    static std::shared_ptr<meeting_place> open(const char *id, int ranks); // null: the process that made it has ended
    explicit meeting_place(void *shared) : shared_(static_cast<layout *>(shared)) {}
    ~meeting_place();
    meeting_place(const meeting_place &) = delete;

    int ranks() const
    {
        return shared_->ranks;
    }
    int device(int rank) const
    {
        return shared_->of[rank].device;
    }
    bool enter(int rank, int device);                     // false: the rank is taken
    void leave(int rank);                                 // its communicator has ended
    int wait_for_ranks(std::chrono::seconds limit) const; // the first that has not come by then; -1: all have
    bool same_device(int ranks[2]) const;                 // the first two, if there are any
    bool is_of_one_process() const;
    // A collective, as all ranks take part in it. False: they do not; why.
    bool take_part(const request &r, std::string &why);

  private:
    static constexpr size_t chunk = 256 * 1024; // bytes that a rank publishes at a time
    struct one_rank {
        std::atomic<int> process, device, left;
        std::atomic<uint64_t> step; // it has come so far
        // its call, for the others to compare
        int kind, type, operation, root;
        size_t count;
    };
    struct layout {
        std::atomic<int> ranks;
        one_rank of[most_ranks];
        alignas(64) char published[most_ranks][chunk];
    };
    bool meet(int rank, std::string &why); // waits for all ranks to come to this step
    layout *const shared_;
};

// --- ids ---

struct id_bytes {
    static constexpr uint64_t right_mark = 0x4c43434e555043; // "CPUNCCL"
    uint64_t mark;
    int64_t inode;
    int32_t process, file;
};

inline bool meeting_place::make_id(char *id)
{
    struct stat state;
    const int file = memfd_create("nccl", MFD_CLOEXEC); // which stays open for those who come
    if (file < 0 || ftruncate(file, sizeof(layout)) != 0 || fstat(file, &state) != 0)
        return false;
    const id_bytes made = {id_bytes::right_mark, (int64_t)state.st_ino, getpid(), file};
    memcpy(id, &made, sizeof made);
    return true;
}

inline bool meeting_place::is_id(const char *id)
{
    id_bytes given;
    memcpy(&given, id, sizeof given);
    return given.mark == id_bytes::right_mark;
}

inline std::shared_ptr<meeting_place> meeting_place::open(const char *id, int ranks)
{
    id_bytes given;
    struct stat state;
    memcpy(&given, id, sizeof given);
    const std::string path = "/proc/" + std::to_string(given.process) + "/fd/" + std::to_string(given.file);
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0)
        return nullptr;
    void *shared = MAP_FAILED;
    if (fstat(file, &state) == 0 && (int64_t)state.st_ino == given.inode)
        shared = mmap(nullptr, sizeof(layout), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared == MAP_FAILED)
        return nullptr;
    auto place = std::make_shared<meeting_place>(shared);
    int none = 0;
    place->shared_->ranks.compare_exchange_strong(none, ranks);
    return place;
}

inline meeting_place::~meeting_place()
{
    munmap(shared_, sizeof(layout));
}

// --- ranks ---

inline bool meeting_place::enter(int rank, int device)
{
    int nobody = 0;
    shared_->of[rank].device = device; // before the rank is seen
    return shared_->of[rank].process.compare_exchange_strong(nobody, getpid());
}

inline void meeting_place::leave(int rank)
{
    shared_->of[rank].left = 1;
}

inline int meeting_place::wait_for_ranks(std::chrono::seconds limit) const
{
    const auto end = std::chrono::steady_clock::now() + limit;
    for (int rank = 0; rank < ranks(); ++rank)
        while (shared_->of[rank].process == 0) {
            if (std::chrono::steady_clock::now() > end)
                return rank;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    return -1;
}

inline bool meeting_place::same_device(int two[2]) const
{
    for (two[0] = 0; two[0] < ranks(); ++two[0])
        for (two[1] = two[0] + 1; two[1] < ranks(); ++two[1])
            if (device(two[0]) == device(two[1]))
                return true;
    return false;
}

inline bool meeting_place::is_of_one_process() const
{
    for (int rank = 0; rank < ranks(); ++rank)
        if (shared_->of[rank].process != getpid())
            return false;
    return true;
}

// --- a collective ---

inline bool meeting_place::meet(int rank, std::string &why)
{
    const uint64_t step = ++shared_->of[rank].step;
    for (int other = 0; other < ranks(); ++other)
        for (int looks = 0; shared_->of[other].step < step; ++looks) {
            std::this_thread::yield();
            if (looks < 1000)
                continue;
            std::this_thread::sleep_for(std::chrono::microseconds(100));
            if (shared_->of[other].step >= step)
                break;
            const bool is_gone = kill(shared_->of[other].process, 0) != 0 && errno == ESRCH;
            if (!is_gone && !shared_->of[other].left)
                continue;
            why = tr("Rank ") + std::to_string(rank) + tr(" waits for rank ") + std::to_string(other) +
                  tr(is_gone ? ", whose process has ended." : ", which has destroyed its communicator.");
            return false;
        }
    return true;
}

inline bool meeting_place::take_part(const request &r, std::string &why)
{
    one_rank &own = shared_->of[r.rank];
    own.kind = (int)r.collective;
    own.type = r.type;
    own.operation = r.operation;
    own.root = r.root;
    own.count = r.count;
    if (!meet(r.rank, why))
        return false;
    for (int q = 0; q < r.ranks; ++q) {
        const one_rank &other = shared_->of[q];
        const request its = {(kind)other.kind, nullptr,    nullptr, other.count, other.type,
                             other.operation,  other.root, q,       r.ranks,     0};
        if (why.empty() && !its.differs_from(r).empty())
            why = tr("Rank ") + std::to_string(r.rank) + " " + r.differs_from(its) + tr(", and rank ") +
                  std::to_string(q) + " " + its.differs_from(r) +
                  tr(". NCCL does not compare them: it would wait for ever, or add up what does not belong together.");
    }
    std::string gone;
    if (!meet(r.rank, gone) || !why.empty()) { // all have compared, before anyone's next call
        why += gone;
        return false;
    }
    const size_t parts = r.collective == kind::reduce_scatter ? (size_t)r.ranks : 1, most = chunk / parts / r.size();
    const char *from = static_cast<const char *>(r.send);
    for (size_t first = 0; first < r.count; first += most) {
        const size_t length = r.count - first < most ? r.count - first : most;
        for (size_t part = 0; part < parts && r.sent() > 0; ++part)
            memcpy(shared_->published[r.rank] + part * most * r.size(), from + (part * r.count + first) * r.size(),
                   length * r.size());
        if (!meet(r.rank, why)) // all have published
            return false;
        r.finish(
            first, length, [this](int q, size_t at) { return shared_->published[q] + at; }, most);
        if (!meet(r.rank, why)) // all have read
            return false;
    }
    return true;
}
} // namespace nccl_device
