// SPDX-License-Identifier: MIT
#include "../watch.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <ctime>
#include <map>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <set>
#include <ucontext.h>
#include <vector>

#include "../../platform/linux/signals.h"
#include "../../platform/threads.h"
#include "../../say/kernel_findings.h"
#include "../../say/report.h"
#include "../../settings.h"
#include "../core.h"
#include "../deadlock.h"
#include "../device.h"
#include "../launch.h"
#include "../spinning.h"

namespace cpu_device
{
namespace
{
// in nanoseconds
constexpr int64_t tick = 250000000, early = 2000000000, late = 20000000000, stuck_after = 3000000000;

int64_t now_by(clockid_t clock)
{
    timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}

// --- the end by a signal ---

sem_t woken;
std::atomic<int> ending_signal{0};
std::atomic<bool> all_said{false};

void end_by(int signal)
{
    struct sigaction action = {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    raise(signal);
}

// In a thread of the program's. It may hold locks that the reports need, so it does not wait for ever.
void on_termination(int signal)
{
    const int error = errno;
    int none = 0;
    if (!is_forked_child() && ending_signal.compare_exchange_strong(none, signal)) {
        sem_post(&woken);
        const timespec moment = {0, 5000000};
        for (int i = 0; i < 600 && !all_said; ++i)
            nanosleep(&moment, nullptr);
    }
    end_by(signal);
    errno = error;
}

void set_handler(int signal)
{
    struct sigaction action = {};
    action.sa_handler = on_termination;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

// --- signals to the cores ---

constexpr int nudging_signal = SIGURG; // ignored by default, and by debuggers

struct {
    std::mutex mutex;
    std::map<const spinning *, pthread_t> threads;
} &nudged = *new std::remove_reference_t<decltype(nudged)>;

void on_nudge(int, siginfo_t *, [[maybe_unused]] void *context)
{
    if (this_core == nullptr || !this_core->in_kernel())
        return;
#if defined(__x86_64__)
    const greg_t *registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
    this_core->watched.nudge(reinterpret_cast<const char *>(registers[REG_RIP]),
                             reinterpret_cast<const char *>(registers[REG_RSP] & ~7ll));
#elif defined(__aarch64__)
    const mcontext_t &registers = static_cast<ucontext_t *>(context)->uc_mcontext;
    this_core->watched.nudge(reinterpret_cast<const char *>(registers.pc),
                             reinterpret_cast<const char *>(registers.sp & ~7ull));
#endif
}

// Not if the program handles that signal itself.
void nudge(const spinning *which)
{
    struct sigaction action;
    if (sigaction(nudging_signal, nullptr, &action) != 0)
        return;
    if (!(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL) {
        action = {};
        action.sa_sigaction = on_nudge;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
        sigaction(nudging_signal, &action, nullptr);
    }
    if (action.sa_sigaction != on_nudge)
        return;
    std::lock_guard<std::mutex> lock(nudged.mutex);
    if (auto found = nudged.threads.find(which); found != nudged.threads.end())
        pthread_kill(found->second, nudging_signal);
}

// --- the launches ---

class watch
{
  public:
    explicit watch(device &d) : device_(d) {}
    void run();

  private:
    struct seen {
        int64_t since, cpu_since; // when it was first seen running: the time, and the processors' time of the program
        uint64_t begun = 0;       // blocks, as of the last tick
        int64_t quiet_since = 0;  // when a block last began
        int64_t cpu_quiet_since = 0; // the same in the processors' time
        bool was_described = false;  // whether a line has said where its threads are
    };
    std::vector<operation_pointer> look();
    void time_out(const operation_pointer &op);
    void look_for_waiting(const operation_pointer &op);
    void say_where(const std::vector<operation_pointer> &running);

    bool cores_cycle(bool may_nudge);
    bool wait_for(unsigned look, uint64_t changes, bool (*is_there)(const spinning &, unsigned), int64_t at_least,
                  int64_t at_most);
    bool host_waits();
    void look_for_stuck(const std::vector<operation_pointer> &running);
    void report_stuck(const std::vector<operation_pointer> &running);

    std::vector<spinning *> cores_;
    unsigned last_look_ = 0;
    int64_t next_look_ = 0, pause_ = tick;
    std::set<uint64_t> reported_; // launches
    device &device_;
    std::map<uint64_t, seen> seen_; // by the launch's number
};

// The kernels that run.
std::vector<operation_pointer> watch::look()
{
    std::vector<operation_pointer> running;
    {
        std::lock_guard<std::mutex> lock(device_.mutex);
        running = device_.running_kernels();
    }
    std::map<uint64_t, seen> before;
    before.swap(seen_);
    for (const operation_pointer &op : running) {
        auto known = before.find(op->number);
        seen_[op->number] =
            known != before.end() ? known->second : seen{now_by(CLOCK_MONOTONIC), now_by(CLOCK_PROCESS_CPUTIME_ID)};
    }
    return running;
}

// As the watchdog of a display does on a GPU.
void watch::time_out(const operation_pointer &op)
{
    report_early(*op->kernel, true);
    report(timed_out(op->kernel->record.name, setting.timeout));
    std::unique_lock<std::mutex> lock(device_.mutex);
    device_.give_up(op, cudaErrorLaunchTimeout, lock);
}

// With a seed, a block may wait for one with a lower number that has not begun. So more begin, once none has for a
// while.
void watch::look_for_waiting(const operation_pointer &op)
{
    const uint64_t begun = op->next_block, before = std::exchange(seen_[op->number].begun, begun);
    if (begun != before) {
        seen_[op->number].quiet_since = now_by(CLOCK_MONOTONIC);
        seen_[op->number].cpu_quiet_since = now_by(CLOCK_PROCESS_CPUTIME_ID);
    }
    if (op->kernel->seed == 0 || op->kernel->takes_turns() || begun != before || begun >= op->kernel->blocks())
        return;
    std::lock_guard<std::mutex> lock(device_.mutex);
    if (!op->ending)
        device_.begin_more_blocks(op);
}

// --- where the threads of a long launch are ---

// One line. What a core does not tell in time, the signal has found.
void watch::say_where(const std::vector<operation_pointer> &running)
{
    for (const operation_pointer &op : running)
        seen_[op->number].was_described = true;
    cores_ = looks_of_cores();
    take_descriptions();
    const unsigned question = ++asked_where;
    auto has_answered = [=](const spinning *s) { return s->parked || s->answered == question; };
    for (int turn = 0; turn < 100 && !std::all_of(cores_.begin(), cores_.end(), has_answered); ++turn) {
        if (turn % 10 == 0)
            for (const spinning *s : cores_)
                if (!has_answered(s))
                    nudge(s);
        const timespec moment = {0, 10000000};
        nanosleep(&moment, nullptr);
    }
    if (setting.quiet)
        return;
    std::vector<glance> others;
    for (const spinning *s : cores_)
        if (!has_answered(s) && s->glanced.load(std::memory_order_acquire) == question)
            others.push_back(s->found);
    for (const operation_pointer &op : running) {
        say_running(*op->kernel, (now_by(CLOCK_MONOTONIC) - seen_[op->number].since) / 1000000000, others);
    }
}

// --- launches that are stuck ---

uint64_t changes_of(const std::vector<spinning *> &cores)
{
    uint64_t sum = 0;
    for (const spinning *s : cores)
        sum += s->changes();
    return sum;
}

// Waits until it is so on all cores. False: it is not after `at_most` nanoseconds of the processors' time (on a busy
// machine that may take long), something has changed, or other cores take part.
bool watch::wait_for(unsigned look, uint64_t changes, bool (*is_there)(const spinning &, unsigned), int64_t at_least,
                     int64_t at_most)
{
    const int64_t begin = now_by(CLOCK_MONOTONIC), cpu_begin = now_by(CLOCK_PROCESS_CPUTIME_ID);
    for (;;) {
        const timespec moment = {0, 10000000};
        nanosleep(&moment, nullptr);
        const int64_t time = now_by(CLOCK_MONOTONIC) - begin;
        if (looks_of_cores() != cores_ || ending_signal != 0 ||
            now_by(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin > at_most || time > 60000000000 ||
            (changes != UINT64_MAX && changes_of(cores_) != changes))
            return false;
        if (time >= at_least && std::all_of(cores_.begin(), cores_.end(),
                                            [=](const spinning *s) { return s->parked || is_there(*s, look); }))
            return true;
    }
}

// Whether all threads of all blocks under way are in cycles, or wait. The second look begins when every core has begun
// the first, so that no core misses a change in the time in which the cycles show. A nudge changes the order of the
// threads, so it is for launches of which no block has begun for a while: all others run in the same order each time.
bool watch::cores_cycle(bool may_nudge)
{
    auto has_seen = [](const spinning &s, unsigned look) { return s.seen == look; };
    auto cycles = [](const spinning &s, unsigned look) { return s.all_cycle == look; };
    cores_ = looks_of_cores();
    if (cores_.empty())
        return false;
    looking = last_look_ += 2;
    const timespec moment = {0, 50000000};
    nanosleep(&moment, nullptr);
    for (const spinning *s : cores_)
        if (may_nudge && !s->parked && !has_seen(*s, last_look_))
            nudge(s);
    if (!wait_for(last_look_, UINT64_MAX, has_seen, 0, 300000000 + (int64_t)cores_.size() * 200000000))
        return false;
    const uint64_t changes = changes_of(cores_);
    looking = last_look_ += 2;
    return wait_for(last_look_, changes, cycles, 300000000, 10000000000 + (int64_t)cores_.size() * 1000000000);
}

// Whether no thread of the host's can do anything before a kernel ends.
bool watch::host_waits()
{
    for (int signal = 1; signal < NSIG; ++signal) {
        struct sigaction action;
        if (std::find(std::begin(fault_signals), std::end(fault_signals), signal) != std::end(fault_signals) ||
            sigaction(signal, nullptr, &action) != 0)
            continue;
        if (action.sa_flags & SA_SIGINFO && action.sa_sigaction == on_nudge)
            continue;
        if (action.sa_flags & SA_SIGINFO ||
            (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN && action.sa_handler != on_termination))
            return false; // a handler may do anything
    }
    const unsigned threads = threads_of_process();
    if (threads == 0)
        return false;
    std::lock_guard<std::mutex> lock(device_.mutex);
    return threads >= own_threads && device_.only_kernels_go_on(threads - own_threads);
}

void watch::report_stuck(const std::vector<operation_pointer> &running)
{
    auto cycles = [](const spinning &s, unsigned look) { return s.all_cycle == look; };
    take_descriptions();
    looking = last_look_ + 1;
    if (!wait_for(last_look_ + 1, changes_of(cores_), cycles, 0, 10000000000 + (int64_t)cores_.size() * 1000000000))
        return;
    for (const operation_pointer &op : running)
        reported_.insert(op->number);
    std::vector<operation_pointer> to_load;
    {
        std::lock_guard<std::mutex> lock(device_.mutex);
        to_load = device_.load_kernels();
    }
    report_waiting(running, to_load);
}

void watch::look_for_stuck(const std::vector<operation_pointer> &running)
{
    if (running.empty() || now_by(CLOCK_MONOTONIC) < next_look_)
        return;
    bool may_begin_more = false, long_enough = true, may_nudge = true;
    for (const operation_pointer &op : running) {
        if (!op->kernel->checked || reported_.count(op->number) > 0)
            return;
        may_begin_more |= !op->kernel->takes_turns() && op->next_block < op->kernel->blocks();
        const seen &s = seen_[op->number];
        may_nudge &= now_by(CLOCK_PROCESS_CPUTIME_ID) - std::max(s.cpu_since, s.cpu_quiet_since) > early;
        long_enough &= now_by(CLOCK_MONOTONIC) - s.since > stuck_after;
    }
    if (!long_enough && !may_begin_more)
        return;
    if (cores_cycle(may_nudge)) {
        bool begun = false;
        if (may_begin_more) {
            std::lock_guard<std::mutex> lock(device_.mutex);
            for (const operation_pointer &op : running)
                if (!op->kernel->takes_turns() && op->next_block < op->kernel->blocks() && !op->ending)
                    begun |= device_.begin_more_blocks(op);
        }
        if (!begun && long_enough && host_waits())
            report_stuck(running);
        pause_ = tick;
    } else {
        pause_ = std::min<int64_t>(2 * pause_, 4000000000);
    }
    looking = 0;
    next_look_ = now_by(CLOCK_MONOTONIC) + pause_;
}

void watch::run()
{
    for (;;) {
        timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += tick;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        sem_timedwait(&woken, &until);
        const bool ends = ending_signal != 0;
        const std::vector<operation_pointer> running = look();
        bool is_quiet = ends; // a launch whose threads' places are to be said
        for (const operation_pointer &op : running) {
            const seen &s = seen_[op->number];
            const int64_t age = now_by(CLOCK_MONOTONIC) - s.since;
            // By both clocks: on a busy machine a launch that ends soon may take seconds. With a trace all launches do.
            const bool is_long = age > late || (age > early && now_by(CLOCK_PROCESS_CPUTIME_ID) - s.cpu_since > early);
            if (ends || (is_long && setting.trace == nullptr))
                report_early(*op->kernel, false);
            look_for_waiting(op);
            is_quiet |= is_long && !s.was_described && setting.trace == nullptr &&
                        now_by(CLOCK_MONOTONIC) - std::max(s.since, s.quiet_since) > early;
            if (setting.timeout != 0 && age > setting.timeout * 1000000000ll)
                time_out(op);
        }
        if (is_quiet && !running.empty())
            say_where(running);
        if (!ends)
            look_for_stuck(running);
        if (ends) {
            print_summary(!running.empty());
            all_said = true;
            return;
        }
    }
}

void *watch_thread(void *with)
{
    watch(*static_cast<device *>(with)).run();
    --own_threads;
    return nullptr;
}
} // namespace

void take_nudges(const core &of)
{
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, nudging_signal);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    std::lock_guard<std::mutex> lock(nudged.mutex);
    nudged.threads[&of.looks()] = pthread_self();
}

void start_watching(device &d)
{
    pthread_t thread;
    sem_init(&woken, 0, 0);
    if (start_thread(watch_thread, &d, &thread) != 0)
        return;
    pthread_detach(thread);
    for (int signal : {SIGINT, SIGTERM}) {
        struct sigaction action;
        if (sigaction(signal, nullptr, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL)
            set_handler(signal);
    }
}

bool is_termination(int signal)
{
    return signal == SIGINT || signal == SIGTERM;
}

// To the program the device's handler is SIG_DFL.
int set_termination(int signal, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction was;
    if (int failed = sigaction(signal, action, &was))
        return failed;
    const bool ours = !(was.sa_flags & SA_SIGINFO) && was.sa_handler == on_termination;
    if (ours)
        was.sa_handler = SIG_DFL;
    if (old != nullptr)
        *old = was;
    if (action != nullptr && !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_DFL)
        set_handler(signal);
    return 0;
}
} // namespace cpu_device
