// SPDX-License-Identifier: MIT
#include "judging.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_output = 64 << 20 };

// timeout(1) is in a process group of its own, where the terminal's Ctrl-C does not reach it: it is told here.
static volatile sig_atomic_t ended_by, running; // a signal; a process

static void when_told_to_end(int number)
{
    ended_by = number;
    if (running > 0)
        kill((pid_t)running, SIGTERM);
}

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

// One that is ignored, as nohup has it, stays so.
static void handle_signals(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler}, before;
    for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; ++i)
        if (sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ending_signals[i], &action, NULL);
}

void end_on_signals(void)
{
    ended_by = 0;
    handle_signals(when_told_to_end);
}

// Where a signal has come. What is temporary is removed by functions of atexit().
static void end_if_told(void)
{
    if (ended_by != 0)
        exit(128 + ended_by);
}

// The limit is one of processor time, which passes as fast on a busy machine as on a quiet one. What only waits is
// ended by the clock.
enum { waiting_seconds = 10 }; // for each second of processor time

static bool set_limits(int seconds)
{
    const struct rlimit output = {most_output, most_output}, time = {(rlim_t)seconds, (rlim_t)seconds + 5};
    return setrlimit(RLIMIT_FSIZE, &output) == 0 && setrlimit(RLIMIT_CPU, &time) == 0;
}

static void start(const struct rules *rules, const struct command *command)
{
    const char *argument[40];
    size_t count = 0;
    argument[count++] = "timeout";
    argument[count++] = "-k";
    argument[count++] = "5";
    argument[count++] = text_of("%d", waiting_seconds * command->seconds);
    if (command->sandbox) {
        argument[count++] = text_of("%s/sandbox.sh", rules->grader);
        if (command->may_write)
            argument[count++] = "--write";
        argument[count++] = command->folder;
    }
    for (size_t i = 0; command->argument[i] != NULL; ++i)
        argument[count++] = command->argument[i];
    argument[count] = NULL;
    prctl(PR_SET_PDEATHSIG, SIGTERM); // timeout passes it on
    int in = open("/dev/null", O_RDONLY), out = open(command->out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600),
        err = command->err ? open(command->err, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : 2;
    if (in < 0 || out < 0 || err < 0 || chdir(command->folder) != 0 || !set_limits(command->seconds))
        _exit(2);
    dup2(in, 0);
    dup2(out, 1);
    dup2(err, 2);
    if (command->channel >= 0) {
        fcntl(command->channel, F_SETFD, 0);
        setenv("JUDGE_CHANNEL", text_of("%d", command->channel), 1);
    } else {
        unsetenv("JUDGE_CHANNEL");
    }
    if (command->reports >= 0) {
        fcntl(command->reports, F_SETFD, 0);
        setenv("CPU_DEVICE_REPORT", text_of("/proc/self/fd/%d", command->reports), 1);
    } else {
        unsetenv("CPU_DEVICE_REPORT");
    }
    setenv("CPU_DEVICE_LANGUAGE", in_chinese() ? "zh" : "en", 1); // of the device's reports
    handle_signals(SIG_DFL);
    if (ended_by != 0)
        _exit(2);
    execvp(argument[0], (char *const *)argument);
    _exit(2);
}

double seconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct outcome run_confined(const struct rules *rules, const struct command *command)
{
    double begin = seconds_now();
    int status = 0;
    end_if_told();
    pid_t child = fork();
    if (child < 0)
        die("no process can be started");
    if (child == 0)
        start(rules, command);
    running = child;
    if (ended_by != 0)
        kill(child, SIGTERM);
    while (waitpid(child, &status, 0) < 0)
        ;
    running = 0;
    end_if_told();
    struct outcome outcome = {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), 0};
    if (outcome.status == 128 + SIGXCPU)
        outcome.late = command->seconds;
    else if ((outcome.status == 124 || outcome.status == 137) &&
             seconds_now() - begin >= waiting_seconds * command->seconds)
        outcome.late = waiting_seconds * command->seconds;
    return outcome;
}
