// SPDX-License-Identifier: MIT
#include "watch.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <map>
#include <semaphore.h>
#include <vector>

#include "../check/checks.h"
#include "../say/report.h"
#include "../settings.h"
#include "device.h"
#include "launch.h"

namespace cpu_device
{
namespace
{
using std::chrono::milliseconds;
constexpr int64_t tick = 250000000, early = 2000000000; // nanoseconds

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

// --- the launches ---

class watch
{
  public:
    explicit watch(device &d) : device_(d) {}
    void run();

  private:
    struct seen {
        int64_t since, cpu_since; // when it was first seen running: the time, and the processors' time of the program
    };
    std::vector<operation_pointer> look();
    void report_early(grid_launch &launch);

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

void watch::report_early(grid_launch &launch)
{
    launch.left.report(launch.record.name.kernel);
    launch.record.findings.print_early(launch.record.name, memory_name, false);
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
        for (const operation_pointer &op : look()) {
            const seen &s = seen_[op->number];
            // By both clocks: on a busy machine a launch that ends soon may take seconds.
            if (ends ||
                (now_by(CLOCK_MONOTONIC) - s.since > early && now_by(CLOCK_PROCESS_CPUTIME_ID) - s.cpu_since > early))
                report_early(*op->kernel);
        }
        if (ends) {
            print_summary();
            all_said = true;
            return;
        }
    }
}

void *watch_thread(void *with)
{
    watch(*static_cast<device *>(with)).run();
    return nullptr;
}
} // namespace

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
