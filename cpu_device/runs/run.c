// SPDX-License-Identifier: MIT
// Runs a command to its end, or to a limit.
#include "runs.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// timeout(1) makes a process group of its own, which the terminal's Ctrl-C does not reach. So the handler below passes
// the signal on.
static volatile sig_atomic_t ended_by, running; // a signal; a process

static void when_told_to_end(int number)
{
    ended_by = number;
    if (running > 0)
        kill((pid_t)running, SIGTERM);
}

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { signal_count = sizeof ending_signals / sizeof *ending_signals };

// One that is ignored, as nohup has it, stays so.
static void handle_signals(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler}, before;
    for (size_t i = 0; i < signal_count; ++i)
        if (sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ending_signals[i], &action, NULL);
}

void end_on_signals(void)
{
    sigset_t ending;
    sigemptyset(&ending);
    for (size_t i = 0; i < signal_count; ++i)
        sigaddset(&ending, ending_signals[i]);
    ended_by = 0;
    handle_signals(when_told_to_end);
    sigprocmask(SIG_UNBLOCK, &ending, NULL);
}

// Where a signal has come. What is temporary is removed by functions of atexit().
static void end_if_told(void)
{
    if (ended_by != 0)
        exit(128 + ended_by);
}

double seconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool set_limits(const struct run_settings *settings)
{
    const struct rlimit output = {(rlim_t)settings->most_output, (rlim_t)settings->most_output},
                        time = {(rlim_t)settings->processor_seconds, (rlim_t)settings->processor_seconds + 5};
    return (settings->most_output == 0 || setrlimit(RLIMIT_FSIZE, &output) == 0) &&
           (settings->processor_seconds == 0 || setrlimit(RLIMIT_CPU, &time) == 0);
}

// In the new process.
__attribute__((noreturn)) static void become(const struct strings *command, const struct run_settings *settings)
{
    sigset_t none;
    sigemptyset(&none);
    prctl(PR_SET_PDEATHSIG, SIGTERM); // timeout passes it on
    if (dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), 0) < 0 || dup2(settings->out, 1) < 0 ||
        dup2(settings->err, 2) < 0 || (settings->folder != NULL && chdir(settings->folder) != 0) ||
        !set_limits(settings))
        _exit(2);
    for (size_t i = 0; i < sizeof settings->kept / sizeof *settings->kept; ++i)
        if (settings->kept[i] > 0)
            fcntl(settings->kept[i], F_SETFD, 0);
    for (size_t i = 0; i < settings->environment.count; ++i)
        putenv(settings->environment.item[i]);
    signal(SIGPIPE, SIG_DFL);
    handle_signals(SIG_DFL);
    if (ended_by != 0)
        _exit(2);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(command->item[0], command->item);
    _exit(2);
}

// The status of the process: its own, or 128 + a signal's number.
static int status_of(pid_t process)
{
    int status = 0;
    running = process;
    if (ended_by != 0)
        kill(process, SIGTERM);
    while (waitpid(process, &status, 0) < 0)
        ;
    running = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

struct outcome run_within(const struct strings *command, const struct run_settings *settings)
{
    struct strings all = {0};
    const double begin = seconds_now();
    addf(&all, "timeout");
    addf(&all, "--kill-after=5");
    addf(&all, "%d", settings->seconds);
    add_all(&all, command);
    end_if_told();
    fflush(stdout);
    const pid_t process = fork();
    if (process < 0)
        die("no process can be started");
    if (process == 0)
        become(&all, settings);
    struct outcome outcome = {.status = status_of(process)};
    end_if_told();
    if (outcome.status == 128 + SIGXCPU && settings->processor_seconds > 0)
        outcome.late = settings->processor_seconds;
    else if ((outcome.status == 124 || outcome.status == 137) && seconds_now() - begin >= settings->seconds)
        outcome.late = settings->seconds;
    return outcome;
}
