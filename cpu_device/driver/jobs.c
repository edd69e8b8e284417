// SPDX-License-Identifier: MIT
// Processes. SIGHUP, SIGINT and SIGTERM are always blocked, and examined only where cucc waits: nothing is interrupted
// between two lines, and no handler must consider what it may call.
#include "driver.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static sigset_t waited_for, original_mask;
static struct process **children;
static size_t child_count;

void watch_signals(void)
{
    signal(SIGCHLD, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&waited_for);
    sigaddset(&waited_for, SIGCHLD);
    for (size_t i = 0; i < 3; ++i) {
        int number = (int[]){SIGHUP, SIGINT, SIGTERM}[i];
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&waited_for, number);
    }
    sigprocmask(SIG_BLOCK, &waited_for, &original_mask);
}

void leave(int status)
{
    for (size_t i = 0; i < child_count; ++i)
        if (!children[i]->ended) {
            kill(-children[i]->id, SIGKILL);
            kill(children[i]->id, SIGKILL);
            waitpid(children[i]->id, NULL, 0);
        }
    tidy();
    if (fflush(stdout) != 0 && status == 0)
        status = 1;
    exit(status);
}

void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "cucc: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    leave(2);
}

// Opens the files of a process's streams; its own log is a file in memory.
static int open_log(void)
{
    int log = memfd_create("log", MFD_CLOEXEC);
    if (log < 0)
        die("can't keep what a compiler says: %s", strerror(errno));
    return log;
}

static pid_t spawn(const struct strings *command, const struct streams *streams, int log, bool own_session)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    posix_spawn_file_actions_init(&files);
    if (streams->in)
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, streams->in, O_RDONLY, 0);
    if (streams->out)
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, streams->out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (log >= 0)
        posix_spawn_file_actions_adddup2(&files, log, STDERR_FILENO);
    if (log >= 0 && streams->out_too)
        posix_spawn_file_actions_adddup2(&files, log, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &original_mask);
    posix_spawnattr_setflags(
        &attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (own_session ? POSIX_SPAWN_SETSID : 0)));
    pid_t id;
    int error = posix_spawnp(&id, command->item[0], &files, &attributes, command->item, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (error != 0)
        die("can't start %s: %s", command->item[0], strerror(error));
    return id;
}

static struct process *started(pid_t id, int log)
{
    struct process *process = grow(NULL, sizeof *process);
    *process = (struct process){.id = id, .log = log};
    children = grow(children, (child_count + 1) * sizeof *children);
    children[child_count++] = process;
    return process;
}

struct process *start(const struct strings *command, struct streams streams)
{
    int log = streams.logged ? open_log() : -1;
    return started(spawn(command, &streams, log, true), log);
}

static void reap(void)
{
    int status;
    struct rusage usage;
    for (pid_t id; (id = wait4(-1, &status, WNOHANG, &usage)) > 0;)
        for (size_t i = 0; i < child_count; ++i)
            if (children[i]->id == id && !children[i]->ended) {
                children[i]->ended = true;
                children[i]->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
                children[i]->time = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                                    1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
                children[i] = children[--child_count];
                break;
            }
}

static void wait_for_signal(const struct timespec *limit)
{
    int number = limit ? sigtimedwait(&waited_for, NULL, limit) : sigwaitinfo(&waited_for, NULL);
    if (number > 0 && number != SIGCHLD)
        leave(128 + number);
}

void pause_for(double seconds)
{
    struct timespec limit = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    wait_for_signal(&limit);
}

static struct process *ended_one(struct process *const *running, size_t count)
{
    reap();
    for (size_t i = 0; i < count; ++i)
        if (running[i]->ended)
            return running[i];
    return NULL;
}

struct process *wait_for_any(struct process *const *running, size_t count)
{
    for (;;) {
        struct process *ended = ended_one(running, count);
        if (ended != NULL)
            return ended;
        wait_for_signal(NULL);
    }
}

int wait_for(struct process *process)
{
    return wait_for_any(&process, 1)->status;
}

struct text log_of(const struct process *process)
{
    struct text log = {0};
    if (process->log >= 0) {
        struct stat state;
        if (fstat(process->log, &state) == 0 && state.st_size > 0) {
            log.begin = grow(NULL, (size_t)state.st_size + 1);
            ssize_t got = pread(process->log, log.begin, (size_t)state.st_size, 0);
            log.length = got > 0 ? (size_t)got : 0;
        }
        close(process->log);
    }
    append(&log, "", 0);
    return log;
}

int run(const struct strings *command)
{
    return wait_for(start(command, (struct streams){0}));
}

int run_in_front(const char *program, const struct strings *arguments)
{
    struct strings command = {0};
    add(&command, program);
    add_all(&command, arguments);
    fflush(stdout);
    struct streams streams = {0};
    return wait_for(started(spawn(&command, &streams, -1, false), -1));
}

int output_of(const struct strings *command, struct text *output)
{
    struct process *process = start(command, (struct streams){.logged = true, .out_too = true});
    int status = wait_for(process);
    *output = log_of(process);
    while (output->length > 0 && output->begin[output->length - 1] == '\n')
        output->begin[--output->length] = '\0';
    return status;
}

// --- tasks ---

unsigned core_count(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

static bool may_start(const struct task *task)
{
    return task->process == NULL && !task->done && (task->needs[0] == NULL || task->needs[0]->done) &&
           (task->needs[1] == NULL || task->needs[1]->done);
}

struct task *failed_task(struct task **tasks, size_t count, void (*say)(size_t done, size_t count, double seconds))
{
    size_t left = count, running = 0;
    const double begin = seconds_now();
    double said = begin;
    unsigned cores = core_count();
    struct process **processes = grow(NULL, (cores + 1) * sizeof(struct process *));
    while (left > 0) {
        for (size_t i = 0; i < count && running < cores; ++i)
            if (may_start(tasks[i])) {
                tasks[i]->process = start(&tasks[i]->command, tasks[i]->streams);
                processes[running++] = tasks[i]->process;
            }
        struct process *ended;
        while ((ended = ended_one(processes, running)) == NULL) {
            pause_for(most_silence);
            if (seconds_now() - said >= most_silence) {
                said = seconds_now();
                say(count - left, count, said - begin);
            }
        }
        for (size_t i = 0; i < running; ++i)
            if (processes[i] == ended)
                processes[i] = processes[--running];
        for (size_t i = 0; i < count; ++i)
            if (tasks[i]->process == ended && !tasks[i]->done) {
                --left;
                tasks[i]->done = true;
                if (ended->status != 0 && !tasks[i]->optional)
                    return tasks[i];
                if (tasks[i]->finished)
                    tasks[i]->finished(tasks[i]);
            }
    }
    return NULL;
}
