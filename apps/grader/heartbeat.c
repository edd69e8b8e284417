// SPDX-License-Identifier: MIT
// What the judge is doing, as a line on stderr every two seconds, so that no user waits in silence. On a terminal each
// line replaces the one before, and the last one is erased. A timer's signal writes the line: the judge itself waits
// for processes.
#include "judging.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { period = 2 }; // seconds

static char doing[300], errors[4096]; // the file of the program's standard error, or ""
static off_t read_so_far;
static volatile sig_atomic_t begun; // seconds of the monotonic clock
static bool on_terminal;

// Whether the device says in this line that a kernel is still running, and where: "... has been running for 7 seconds;
// ...".
static bool tells_where_it_runs(const char *line, size_t length)
{
    static const char *const marks[] = {"has been running", "已经运行了"};
    for (int i = 0; i < 2; ++i)
        if (memmem(line, length, marks[i], strlen(marks[i])) != NULL)
            return true;
    return false;
}

// Such lines, as they come: a user learns where an endless loop is before the time limit ends it. For a signal handler.
static void pass_on(void)
{
    static char text[4096];
    struct stat state;
    int file = *errors == '\0' ? -1 : open(errors, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return;
    if (fstat(file, &state) == 0 && state.st_size < read_so_far) // of another run
        read_so_far = 0;
    ssize_t count = pread(file, text, sizeof text, read_so_far);
    close(file);
    const char *line = text, *end = text + (count > 0 ? count : 0), *newline;
    for (; (newline = memchr(line, '\n', (size_t)(end - line))) != NULL; line = newline + 1)
        if (tells_where_it_runs(line, (size_t)(newline - line))) {
            ssize_t written = on_terminal ? write(2, "\r\033[K", 4) : 0;
            written = write(2, line, (size_t)(newline - line) + 1);
            (void)written;
        }
    read_so_far += line > text ? line - text : count == sizeof text ? count : 0;
}

// "DOING, 4 s": only calls that a signal handler may make.
static void beat(int number)
{
    (void)number;
    int kept = errno;
    pass_on();
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
    *doing = *errors = '\0';
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

void watch_errors(const char *file)
{
    if (strlen(file) < sizeof errors)
        strcpy(errors, file);
    read_so_far = 0;
}

void now_doing(const char *activity)
{
    sigset_t alarm, before;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarm, &before);
    bool starts = *doing == '\0';
    snprintf(doing, sizeof doing, "%s: %s", command_name, activity);
    if (starts)
        start_heartbeat();
    sigprocmask(SIG_SETMASK, &before, NULL);
}
