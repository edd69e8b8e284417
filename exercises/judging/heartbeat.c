// SPDX-License-Identifier: MIT
// What the judge is doing, as a line on stderr every two seconds, so that no user waits in silence. On a terminal each
// line replaces the one before, and the last one is erased. A timer's signal writes the line: the judge itself waits
// for processes.
#include "judging.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { period = 2 }; // seconds

static char doing[300];
static volatile sig_atomic_t begun; // seconds of the monotonic clock
static bool on_terminal;

// "DOING, 4 s": only calls that a signal handler may make.
static void beat(int number)
{
    (void)number;
    int kept = errno;
    char line[360], digits[20] = "";
    size_t length = 0, count = 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (on_terminal)
        for (const char *c = "\r\033[K"; *c; ++c)
            line[length++] = *c;
    for (const char *c = doing; *c; ++c)
        line[length++] = *c;
    for (unsigned long seconds = (unsigned long)(now.tv_sec - begun); count == 0 || seconds > 0; seconds /= 10)
        digits[count++] = (char)('0' + seconds % 10);
    line[length++] = ',';
    line[length++] = ' ';
    while (count > 0)
        line[length++] = digits[--count];
    line[length++] = ' ';
    line[length++] = 's';
    if (!on_terminal)
        line[length++] = '\n';
    ssize_t written = write(2, line, length);
    (void)written;
    errno = kept;
}

// With 0 seconds, it stops.
static void set_timer(int seconds)
{
    struct itimerval timer = {{seconds, 0}, {seconds, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

void end_heartbeat(void)
{
    if (*doing == '\0')
        return;
    set_timer(0);
    *doing = '\0';
    if (on_terminal) {
        ssize_t written = write(2, "\r\033[K", 4);
        (void)written;
    }
}

static void start_heartbeat(void)
{
    struct sigaction action = {.sa_handler = beat, .sa_flags = SA_RESTART};
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    begun = (sig_atomic_t)now.tv_sec;
    on_terminal = isatty(2);
    sigaction(SIGALRM, &action, NULL);
    set_timer(period);
}

void now_doing(const char *what)
{
    sigset_t alarm, before;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarm, &before);
    bool starts = *doing == '\0';
    snprintf(doing, sizeof doing, "%s: %s", command_name, what);
    if (starts)
        start_heartbeat();
    sigprocmask(SIG_SETMASK, &before, NULL);
}
