// SPDX-License-Identifier: MIT
// NCCL: communicators, groups, and what is wrong with calls. The work of a collective is in collectives.h, the memory
// that processes share in shared_memory.h.
//
// Where all ranks are of this process, their calls are collected until each has made its own. Then each stream gets two
// pieces of work, one that reads and one that writes, and events between them order each second one after all of the
// first. Where ranks are of several processes, one piece of work goes step by step with those of the others.
#include "../../include/nccl.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include "../library_call.h"

#include "collectives.h"
#include "shared_memory.h"

using namespace cpu_device_library;
using nccl_device::meeting_place;
using nccl_device::request;
using nccl_device::tr;

namespace
{
struct pending {
    request asked;
    cpu_device_library_call call;
    cudaStream_t stream;
};
// The ranks of one id, in this process.
struct clique {
    std::shared_ptr<meeting_place> place;
    bool is_local = false; // all ranks are of this process
    int ranks = 0;
    std::vector<std::deque<pending>> calls; // by rank, where all are local
};
} // namespace

struct ncclComm {
    std::shared_ptr<clique> of;
    int rank, device;
    std::atomic<ncclResult_t> error{ncclSuccess};
};

namespace
{
constexpr auto patience = std::chrono::seconds(60); // with ranks that are yet to come

std::mutex all_mutex;
std::condition_variable all_changed;
std::set<ncclComm_t> &live = *new std::set<ncclComm_t>, &ended = *new std::set<ncclComm_t>;
std::vector<std::pair<std::string, std::weak_ptr<clique>>> &cliques =
    *new std::vector<std::pair<std::string, std::weak_ptr<clique>>>; // by id

// A call within a group, for its end.
struct delayed {
    ncclComm_t *made; // of ncclCommInitRank
    ncclComm_t comm;
    pending call;
    ncclUniqueId id;
    int ranks;
};
thread_local int group_depth = 0;
thread_local std::vector<delayed> group;
thread_local ncclResult_t group_result = ncclSuccess;
thread_local std::string last_error;

[[gnu::format(printf, 1, 2)]] std::string format(const char *form, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(text, sizeof text, tr(form), arguments);
    va_end(arguments);
    return text;
}

// Reports what is wrong with a call, and returns that as its result.
ncclResult_t wrong(const cpu_device_library_call &call, ncclResult_t result, const char *headline,
                   const std::string &why)
{
    cpu_device_library_reports(&call, headline, why.c_str());
    last_error = why;
    if (group_depth > 0 && group_result == ncclSuccess)
        group_result = result;
    return result;
}

ncclResult_t result_of(cudaError_t error)
{
    if (error == cudaSuccess)
        return ncclSuccess;
    last_error = cudaGetErrorString(error);
    return ncclUnhandledCudaError;
}

std::string line_of(const cpu_device_library_call &call)
{
    char text[300];
    cpu_device_library_place(&call, text, sizeof text);
    return text;
}

// --- communicators ---

// Null if it is one; else what it is.
const char *why_no_comm(ncclComm_t comm)
{
    std::lock_guard<std::mutex> lock(all_mutex);
    return live.count(comm)    ? nullptr
           : comm == nullptr   ? "The communicator is null."
           : ended.count(comm) ? "The communicator was destroyed before this call."
                               : "This is no communicator that ncclCommInitAll() or ncclCommInitRank() made.";
}

ncclResult_t check_comm(const cpu_device_library_call &call, ncclComm_t comm)
{
    if (const char *why = why_no_comm(comm))
        return wrong(call, ncclInvalidArgument, "a call of NCCL without a communicator", why);
    return ncclSuccess;
}

std::shared_ptr<clique> clique_of(const ncclUniqueId &id, int ranks)
{
    std::lock_guard<std::mutex> lock(all_mutex);
    const std::string name(id.internal, sizeof id.internal);
    for (auto &[known, one] : cliques)
        if (known == name)
            if (auto still = one.lock())
                return still;
    auto made = std::make_shared<clique>();
    made->place = meeting_place::open(id.internal, ranks);
    made->ranks = ranks;
    made->calls.resize((size_t)ranks);
    cliques.emplace_back(name, made);
    return made;
}

ncclResult_t check_init(const cpu_device_library_call &call, const ncclUniqueId &id, int ranks, int rank)
{
    if (!meeting_place::is_id(id.internal))
        return wrong(call, ncclInvalidArgument, "a communicator without an id",
                     "The id is none that ncclGetUniqueId() made: one rank calls it, and all others get its bytes.");
    if (ranks < 1 || ranks > meeting_place::most_ranks || rank < 0 || rank >= ranks)
        return wrong(call, ncclInvalidArgument, "a rank that does not exist",
                     format("Rank %d of %d ranks: they count from 0, and there may be %d.", rank, ranks,
                            meeting_place::most_ranks));
    return ncclSuccess;
}

// Takes the ranks' places, all those of one thread before it waits for the others.
ncclResult_t init_ranks(std::vector<delayed> &all)
{
    std::vector<std::shared_ptr<clique>> of;
    for (delayed &one : all) {
        of.push_back(clique_of(one.id, one.ranks));
        meeting_place *place = of.back()->place.get();
        if (place == nullptr)
            return wrong(one.call.call, ncclSystemError, "a communicator whose id is gone",
                         "The process that made the id has ended.");
        const int rank = one.call.asked.rank;
        if (place->ranks() != one.ranks)
            return wrong(
                one.call.call, ncclInvalidArgument, "ranks disagree about a communicator",
                format("This rank says that there are %d of them, and another one %d.", one.ranks, place->ranks()));
        if (!place->enter(rank, one.call.asked.device))
            return wrong(one.call.call, ncclInvalidUsage, "a rank is taken twice",
                         format("There is a rank %d with this id already.", rank));
    }
    for (size_t i = 0; i < all.size(); ++i) {
        delayed &one = all[i];
        meeting_place &place = *of[i]->place;
        int missing, twice[2];
        if ((missing = place.wait_for_ranks(patience)) >= 0)
            return wrong(
                one.call.call, ncclInvalidUsage, "deadlock: a communicator waits for a rank",
                format("Rank %d has not called ncclCommInitRank() with this id, after %d s. A thread that does "
                       "so for several ranks does so between ncclGroupStart() and ncclGroupEnd(): else the "
                       "first call waits for the others, which the thread has yet to make.",
                       missing, (int)patience.count()));
        if (place.same_device(twice))
            return wrong(
                one.call.call, ncclInvalidUsage, "two ranks on one device",
                format("Ranks %d and %d are on device %d: call cudaSetDevice() before ncclCommInitRank(), with "
                       "another device for each rank of a host.",
                       twice[0], twice[1], place.device(twice[0])));
        ncclComm_t comm = new ncclComm;
        comm->of = of[i];
        comm->rank = one.call.asked.rank;
        comm->device = one.call.asked.device;
        std::lock_guard<std::mutex> lock(all_mutex);
        of[i]->is_local = place.is_of_one_process();
        live.insert(comm);
        *one.made = comm;
    }
    return ncclSuccess;
}

ncclResult_t end_comm(const cpu_device_library_call &call, ncclComm_t comm)
{
    if (ncclResult_t none = check_comm(call, comm))
        return none;
    std::lock_guard<std::mutex> lock(all_mutex);
    live.erase(comm);
    ended.insert(comm); // and not deleted: no other one ever lies there
    comm->of->place->leave(comm->rank);
    comm->of.reset();
    return ncclSuccess;
}

// --- collectives ---

cpu_device_operand sent(const request &r)
{
    return vector("sendbuff", r.send, r.size(), (long long)r.sent(), 1, use::reads);
}
cpu_device_operand received(const request &r)
{
    return vector("recvbuff", r.receive, r.size(), (long long)r.received(), 1, use::writes);
}

// While it lives, another device is current.
class on_device
{
  public:
    explicit on_device(int device)
    {
        cudaGetDevice(&before_);
        cudaSetDevice(device);
    }
    ~on_device()
    {
        cudaSetDevice(before_);
    }
    on_device(const on_device &) = delete;

  private:
    int before_ = 0;
};

// All ranks have called: what they read, then, after all of that, what they write.
ncclResult_t queue_local(const std::vector<pending> &all)
{
    auto sent_by = std::make_shared<std::vector<std::vector<char>>>(all.size());
    std::vector<cudaEvent_t> read(all.size());
    ncclResult_t result = ncclSuccess;
    for (size_t rank = 0; rank < all.size(); ++rank) {
        const pending &p = all[rank];
        on_device current(p.asked.device);
        library_call call(p.call);
        if (p.asked.sent() > 0) {
            call.uses(sent(p.asked));
            if (cudaError_t error = call.queue(p.stream, false, [sent_by, rank, r = p.asked] {
                    const char *from = static_cast<const char *>(r.send);
                    (*sent_by)[rank].assign(from, from + r.sent() * r.size());
                }))
                result = result_of(error);
        }
        cudaEventCreateWithFlags(&read[rank], cudaEventDisableTiming);
        cudaEventRecord(read[rank], p.stream);
    }
    for (const pending &p : all) {
        on_device current(p.asked.device);
        for (cudaEvent_t event : read)
            cudaStreamWaitEvent(p.stream, event, 0);
        if (p.asked.received() == 0 || result != ncclSuccess)
            continue;
        library_call call(p.call);
        call.uses(received(p.asked));
        if (cudaError_t error = call.queue(p.stream, false, [sent_by, r = p.asked] {
                r.finish(
                    0, r.count, [&](int rank, size_t at) { return (*sent_by)[(size_t)rank].data() + at; }, r.count);
            }))
            result = result_of(error);
    }
    for (cudaEvent_t event : read)
        cudaEventDestroy(event);
    return result;
}

// The ranks are of several processes.
ncclResult_t queue_shared(ncclComm_t comm, const pending &p)
{
    on_device current(comm->device);
    library_call call(p.call);
    if (p.asked.sent() > 0)
        call.uses(sent(p.asked));
    if (p.asked.received() > 0)
        call.uses(received(p.asked));
    return result_of(call.queue(p.stream, false, [comm, of = comm->of, r = p.asked, at = p.call] {
        std::string why;
        if (of->place->take_part(r, why))
            return;
        comm->error = ncclRemoteError;
        cpu_device_library_reports(&at, "ranks do not meet in a collective", why.c_str());
    }));
}

// Which ranks of a clique have made no call that the others wait for; -1: all have made one.
int missing_rank(const clique &c)
{
    for (int rank = 0; rank < c.ranks; ++rank)
        if (c.calls[(size_t)rank].empty())
            return rank;
    return -1;
}

// Takes the first call of each rank, with the lock held, and queues them.
ncclResult_t match(clique &c)
{
    std::vector<pending> all;
    for (auto &calls : c.calls) {
        all.push_back(calls.front());
        calls.pop_front();
    }
    for (const pending &p : all)
        if (const std::string why = p.asked.differs_from(all[0].asked); !why.empty())
            return wrong(
                p.call, ncclInvalidUsage, "ranks disagree about a collective",
                format("Rank %d %s, and rank 0 %s%s. NCCL does not compare them: it would wait for ever, or add "
                       "up what does not belong together.",
                       p.asked.rank, why.c_str(), all[0].asked.differs_from(p.asked).c_str(),
                       line_of(all[0].call).c_str()));
    return queue_local(all);
}

// Makes the calls of a group, or a single one.
ncclResult_t make_calls(std::vector<delayed> &all)
{
    ncclResult_t result = ncclSuccess;
    std::vector<ncclComm_t> waiting;
    std::unique_lock<std::mutex> lock(all_mutex);
    for (delayed &one : all) {
        if (!one.comm->of->is_local) {
            lock.unlock();
            if (ncclResult_t failed = queue_shared(one.comm, one.call))
                result = failed;
            lock.lock();
            continue;
        }
        clique &c = *one.comm->of;
        c.calls[(size_t)one.comm->rank].push_back(one.call);
        waiting.push_back(one.comm);
        while (missing_rank(c) < 0)
            if (ncclResult_t failed = match(c))
                result = failed;
    }
    all_changed.notify_all();
    for (ncclComm_t comm : waiting) {
        clique &c = *comm->of;
        std::deque<pending> &own = c.calls[(size_t)comm->rank];
        while (!own.empty() && cpu_device_library_host_threads() > 1) // another thread may yet make the other call
            all_changed.wait_for(lock, std::chrono::milliseconds(100));
        if (own.empty())
            continue;
        const cpu_device_library_call call = own.front().call;
        const int rank = own.front().asked.rank, missing = missing_rank(c);
        for (auto &calls : c.calls)
            calls.clear();
        return wrong(
            call, ncclInvalidUsage, "deadlock: a collective waits for a rank",
            format("Rank %d waits for rank %d, which has not called, and there is no other thread that could. A "
                   "thread that calls for several ranks does so between ncclGroupStart() and ncclGroupEnd().",
                   rank, missing));
    }
    return result;
}

// The device of an address; -1: it is of none.
int device_of(const void *address)
{
    cudaPointerAttributes of;
    if (cudaPointerGetAttributes(&of, address) != cudaSuccess)
        return -1;
    return of.type == cudaMemoryTypeDevice ? of.device : -1;
}

ncclResult_t check_request(const cpu_device_library_call &call, const request &r, cudaStream_t stream)
{
    if (r.type < 0 || r.type >= ncclNumTypes || r.operation < 0 || r.operation >= ncclNumOps)
        return wrong(call, ncclInvalidArgument, "a wrong argument of NCCL",
                     format("The type is %d, and the operation %d.", r.type, r.operation));
    if (r.root < 0 || r.root >= r.ranks)
        return wrong(call, ncclInvalidArgument, "a wrong argument of NCCL",
                     format("The root is rank %d, and there are %d ranks.", r.root, r.ranks));
    int of_stream = r.device;
    if (stream != nullptr && cudaStreamGetDevice(stream, &of_stream) == cudaSuccess && of_stream != r.device)
        return wrong(
            call, ncclInvalidUsage, "a collective in a stream of another device",
            format("The stream is of device %d, which was current when it was created, and the communicator of "
                   "device %d: call cudaSetDevice(%d) before cudaStreamCreate().",
                   of_stream, r.device, r.device));
    for (const void *buffer :
         {r.sent() > 0 ? r.send : nullptr, static_cast<const void *>(r.received() > 0 ? r.receive : nullptr)}) {
        const int of = buffer == nullptr ? -1 : device_of(buffer);
        if (of >= 0 && of != r.device)
            return wrong(call, ncclInvalidArgument, "a collective on memory of another device",
                         format("%s is memory of device %d, which was current when it was allocated, and the "
                                "communicator is of device %d: call "
                                "cudaSetDevice(%d) before cudaMalloc().",
                                buffer == r.send ? "sendbuff" : "recvbuff", of, r.device, r.device));
    }
    return ncclSuccess;
}

ncclResult_t collective(const cpu_device_library_call &call, nccl_device::kind kind, const void *send, void *receive,
                        size_t count, ncclDataType_t type, int operation, int root, ncclComm_t comm,
                        cudaStream_t stream)
{
    if (cudaError_t error = cpu_device_library_begins(&call))
        return result_of(error);
    if (ncclResult_t none = check_comm(call, comm))
        return none;
    const request r = {kind, send, receive, count, type, operation, root, comm->rank, comm->of->ranks, comm->device};
    if (ncclResult_t failed = check_request(call, r, stream))
        return failed;
    delayed one = {nullptr, comm, {r, call, stream}, {}, 0};
    if (group_depth > 0) {
        group.push_back(one);
        return ncclSuccess;
    }
    std::vector<delayed> alone = {one};
    return make_calls(alone);
}
} // namespace

#define CALL(name) cpu_device_library_call LIBRARY_CALL(name)

ncclResult_t ncclGetVersion(int *version)
{
    if (version == nullptr)
        return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

const char *ncclGetErrorString(ncclResult_t result)
{
    switch (result) {
    case ncclSuccess: return "no error";
    case ncclUnhandledCudaError: return "unhandled cuda error";
    case ncclSystemError: return "unhandled system error";
    case ncclInternalError: return "internal error";
    case ncclInvalidArgument: return "invalid argument";
    case ncclInvalidUsage: return "invalid usage";
    case ncclRemoteError: return "remote process exited or there was a network error";
    case ncclInProgress: return "NCCL operation in progress";
    default: return "unknown result code";
    }
}

const char *ncclGetLastError(ncclComm_t)
{
    return last_error.c_str();
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
    if (id == nullptr)
        return ncclInvalidArgument;
    memset(id, 0, sizeof *id);
    return meeting_place::make_id(id->internal) ? ncclSuccess : ncclSystemError;
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank)
{
    const cpu_device_library_call call = CALL("ncclCommInitRank");
    if (cudaError_t error = cpu_device_library_begins(&call))
        return result_of(error);
    if (comm == nullptr)
        return ncclInvalidArgument;
    *comm = nullptr;
    if (ncclResult_t failed = check_init(call, id, ranks, rank))
        return failed;
    delayed one = {comm, nullptr, {{}, call, nullptr}, id, ranks};
    one.call.asked.rank = rank;
    cudaGetDevice(&one.call.asked.device);
    if (group_depth > 0) {
        group.push_back(one);
        return ncclSuccess;
    }
    std::vector<delayed> alone = {one};
    return init_ranks(alone);
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int devices, const int *list)
{
    const cpu_device_library_call call = CALL("ncclCommInitAll");
    if (cudaError_t error = cpu_device_library_begins(&call))
        return result_of(error);
    int here = 0;
    cudaGetDeviceCount(&here);
    ncclUniqueId id;
    if (comms == nullptr || devices < 1 || devices > here || ncclGetUniqueId(&id) != ncclSuccess)
        return wrong(
            call, ncclInvalidArgument, "a wrong argument of NCCL",
            format("%d devices are asked for, and there are %d: CPU_DEVICE_COUNT=n makes it more.", devices, here));
    std::vector<delayed> all;
    for (int rank = 0; rank < devices; ++rank) {
        delayed one = {&comms[rank], nullptr, {{}, call, nullptr}, id, devices};
        one.call.asked.rank = rank;
        one.call.asked.device = list != nullptr ? list[rank] : rank;
        if (one.call.asked.device < 0 || one.call.asked.device >= here)
            return wrong(call, ncclInvalidArgument, "a wrong argument of NCCL",
                         format("There is no device %d.", one.call.asked.device));
        all.push_back(one);
    }
    return init_ranks(all);
}

ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
    return check_comm(CALL("ncclCommFinalize"), comm);
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    return end_comm(CALL("ncclCommDestroy"), comm);
}

ncclResult_t ncclCommAbort(ncclComm_t comm)
{
    return end_comm(CALL("ncclCommAbort"), comm);
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error)
{
    if (ncclResult_t none = check_comm(CALL("ncclCommGetAsyncError"), comm))
        return none;
    *error = comm->error;
    return ncclSuccess;
}

ncclResult_t ncclCommCount(ncclComm_t comm, int *count)
{
    if (ncclResult_t none = check_comm(CALL("ncclCommCount"), comm))
        return none;
    *count = comm->of->ranks;
    return ncclSuccess;
}

ncclResult_t ncclCommCuDevice(ncclComm_t comm, int *device)
{
    if (ncclResult_t none = check_comm(CALL("ncclCommCuDevice"), comm))
        return none;
    *device = comm->device;
    return ncclSuccess;
}

ncclResult_t ncclCommUserRank(ncclComm_t comm, int *rank)
{
    if (ncclResult_t none = check_comm(CALL("ncclCommUserRank"), comm))
        return none;
    *rank = comm->rank;
    return ncclSuccess;
}

ncclResult_t ncclGroupStart(void)
{
    ++group_depth;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd(void)
{
    if (group_depth == 0)
        return wrong(CALL("ncclGroupEnd"), ncclInvalidUsage, "the end of a group that has not begun",
                     "ncclGroupStart() belongs before it.");
    if (--group_depth > 0)
        return ncclSuccess;
    std::vector<delayed> all;
    all.swap(group);
    const ncclResult_t before = group_result;
    group_result = ncclSuccess;
    if (before != ncclSuccess) // a call of the group has failed, and nothing of it is done
        return before;
    std::vector<delayed> inits, calls;
    for (delayed &one : all)
        (one.made != nullptr ? inits : calls).push_back(one);
    if (ncclResult_t failed = init_ranks(inits))
        return failed;
    return make_calls(calls);
}

ncclResult_t ncclAllReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t type, ncclRedOp_t op,
                           ncclComm_t comm, cudaStream_t stream)
{
    return collective(CALL("ncclAllReduce"), nccl_device::kind::all_reduce, sendbuff, recvbuff, count, type, op, 0,
                      comm, stream);
}

ncclResult_t ncclReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t type, ncclRedOp_t op,
                        int root, ncclComm_t comm, cudaStream_t stream)
{
    return collective(CALL("ncclReduce"), nccl_device::kind::reduce, sendbuff, recvbuff, count, type, op, root, comm,
                      stream);
}

ncclResult_t ncclBroadcast(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream)
{
    return collective(CALL("ncclBroadcast"), nccl_device::kind::broadcast, sendbuff, recvbuff, count, type, ncclSum,
                      root, comm, stream);
}

ncclResult_t ncclBcast(void *buff, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream)
{
    return collective(CALL("ncclBcast"), nccl_device::kind::broadcast, buff, buff, count, type, ncclSum, root, comm,
                      stream);
}

ncclResult_t ncclAllGather(const void *sendbuff, void *recvbuff, size_t sendcount, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream)
{
    return collective(CALL("ncclAllGather"), nccl_device::kind::all_gather, sendbuff, recvbuff, sendcount, type,
                      ncclSum, 0, comm, stream);
}

ncclResult_t ncclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    return collective(CALL("ncclReduceScatter"), nccl_device::kind::reduce_scatter, sendbuff, recvbuff, recvcount, type,
                      op, 0, comm, stream);
}
