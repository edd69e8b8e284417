// SPDX-License-Identifier: MIT
// ./run watch: judges a file again at every save. inotify tells of what happens in the file's folder, so an editor may
// also write another file and rename it. The judging is done by a process of its own, which ends when the file is saved
// again before it is done.
#include "judging.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { quiet_milliseconds = 20, most_changed = 5 }; // an editor makes several events of one save; lines

struct watching {
    struct rules *rules;
    bool goes_on;                    // to the next exercise, after one has passed
    const struct exercise *exercise; // null: of a file that is given
    const char *file, *name;         // whole; in its folder
    struct text judged;              // what was judged last
    int events, signals;             // descriptors
    pid_t judge;                     // 0: none is at work
};

// --- the process that judges ---

static int end_of_judging(struct watching *w)
{
    int status = 0;
    while (waitpid(w->judge, &status, 0) < 0 && errno == EINTR)
        ;
    w->judge = 0;
    return status;
}

static void stop_judging(struct watching *w)
{
    if (w->judge == 0)
        return;
    kill(w->judge, SIGTERM);
    end_of_judging(w);
}

// --- the file ---

static void watch_folder(struct watching *w, const char *file)
{
    char *whole = realpath(file, NULL);
    if (whole == NULL || access(whole, R_OK) != 0)
        die("there is no file %s", file);
    w->file = whole;
    w->name = strrchr(whole, '/') + 1;
    if (w->events >= 0)
        close(w->events);
    const char *folder = text_of("%.*s", (int)(w->name - whole), whole);
    w->events = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (w->events < 0 || inotify_add_watch(w->events, folder, IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF) < 0)
        die("%s cannot be watched: %s", folder, strerror(errno));
}

static bool is_header(const char *name)
{
    return ends_with(name, ".h") || ends_with(name, ".cuh") || ends_with(name, ".hpp");
}

// Whether the file was written, or a header beside it.
static bool read_events(struct watching *w)
{
    char buffer[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
    bool saved = false;
    for (ssize_t length; (length = read(w->events, buffer, sizeof buffer)) > 0;)
        for (char *at = buffer; at < buffer + length;) {
            const struct inotify_event *event = (const struct inotify_event *)at;
            if (event->mask & IN_DELETE_SELF) {
                stop_judging(w);
                die("the folder of %s is gone", w->file);
            }
            saved |= event->len > 0 && (strcmp(event->name, w->name) == 0 || is_header(event->name));
            at += sizeof *event + event->len;
        }
    return saved;
}

// --- what has changed ---

static size_t lines_in(struct text text)
{
    size_t lines = text.length > 0 && text.begin[text.length - 1] != '\n';
    for (size_t i = 0; i < text.length; ++i)
        lines += text.begin[i] == '\n';
    return lines;
}

static const char *line_at(struct text text, size_t number, size_t *length)
{
    const char *line = text.begin;
    while (number-- > 0)
        line += strcspn(line, "\n") + 1;
    *length = strcspn(line, "\n");
    return line;
}

static bool same_line(struct text a, size_t in_a, struct text b, size_t in_b)
{
    size_t length_a, length_b;
    const char *line_a = line_at(a, in_a, &length_a), *line_b = line_at(b, in_b, &length_b);
    return length_a == length_b && memcmp(line_a, line_b, length_a) == 0;
}

// The lines between those at the beginning and at the end that both texts have.
static void say_changes(const struct watching *w, struct text now)
{
    size_t before = lines_in(w->judged), after = lines_in(now), begin = 0, end = 0, length;
    while (begin < before && begin < after && same_line(w->judged, begin, now, begin))
        ++begin;
    while (end < before - begin && end < after - begin && same_line(w->judged, before - 1 - end, now, after - 1 - end))
        ++end;
    for (size_t i = begin; i < after - end && i < begin + most_changed; ++i) {
        const char *line = line_at(now, i, &length);
        printf("%s:%zu: %s\n", w->name, i + 1, readable(line, length, true));
    }
    if (after - end > begin + most_changed)
        printf("...\n");
    if (after - end == begin && before > after)
        printf(_("%s:%zu: lines removed after this one: %zu\n"), w->name, begin, before - after);
}

// --- judging ---

// The process that judges has a group of its own, so Ctrl-C is for this one, which ends that one.
static void start_judging(struct watching *w)
{
    fflush(stdout);
    w->judge = fork();
    if (w->judge < 0)
        die("no process can be started");
    if (w->judge > 0)
        return;
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGTTOU, SIG_IGN);
    end_on_signals();
    sigprocmask(SIG_SETMASK, &none, NULL);
    exit(judge_and_say(w->rules, w->file, false));
}

static void when_saved(struct watching *w)
{
    stop_judging(w);
    if (access(w->file, R_OK) != 0) { // it will come back
        printf(_("%s is not there; waiting for it\n"), w->name);
        return;
    }
    struct text now = read_up_to(w->file, most_source);
    char clock[20];
    time_t time_now = time(NULL);
    strftime(clock, sizeof clock, "%H:%M:%S", localtime(&time_now));
    printf("\n--- %s %s ---\n", clock, w->name);
    if (w->judged.begin != NULL)
        say_changes(w, now);
    free(w->judged.begin);
    w->judged = now;
    start_judging(w);
}

// The text of an exercise that nobody has touched: its comment, without the line of the licence.
static void say_text(const struct exercise *exercise, const char *file)
{
    if (exercise->task != NULL) {
        printf(_("%d %s: %s\n"), exercise->number, exercise->name, exercise->sentence);
        printf("\n%s\n", exercise->task);
        say_lesson(exercise);
        return;
    }
    struct text text = read_up_to(file, most_source);
    for (const char *line = strchr(text.begin, '\n'); line != NULL && strncmp(line, "\n//", 3) == 0;) {
        const char *words = line + 3 + (line[3] == ' ');
        printf("%.*s\n", (int)strcspn(words, "\n"), words);
        line = strchr(line + 1, '\n');
    }
    free(text.begin);
    say_lesson(exercise);
}

static void begin_with(struct watching *w, const char *file)
{
    watch_folder(w, file);
    free(w->judged.begin);
    w->judged = (struct text){0};
    printf(_("Watching %s; Ctrl-C ends it.\n"), short_path(w->file));
    if (w->exercise == NULL || !is_untouched(w->rules, w->exercise, file))
        return when_saved(w);
    w->judged = read_up_to(file, most_source);
    say_text(w->exercise, file);
}

// False: all have passed.
static bool begin_next(struct watching *w)
{
    struct progress p = read_progress(w->rules);
    w->exercise = next_exercise(w->rules, &p, w->exercise);
    if (w->exercise != NULL)
        begin_with(w, file_of(w->rules, &p, w->exercise));
    return w->exercise != NULL;
}

// False: that was the end.
static bool when_judged(struct watching *w)
{
    int status = end_of_judging(w);
    return !w->goes_on || !WIFEXITED(status) || WEXITSTATUS(status) != 0 || begin_next(w);
}

// --- the loop ---

static int open_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

// The signal to end, or 0. *child: a process has ended.
static int read_signals(const struct watching *w, bool *child)
{
    struct signalfd_siginfo info;
    int told = 0;
    while (read(w->signals, &info, sizeof info) == sizeof info) {
        *child |= info.ssi_signo == SIGCHLD;
        told = info.ssi_signo == SIGCHLD ? told : (int)info.ssi_signo;
    }
    return told;
}

static int watch_until_end(struct watching *w)
{
    struct pollfd wait[2] = {{w->signals, POLLIN, 0}, {w->events, POLLIN, 0}};
    for (bool saved = false;;) {
        fflush(stdout);
        wait[1].fd = w->events; // another folder's, perhaps
        int ready = poll(wait, 2, saved ? quiet_milliseconds : -1);
        bool child = false;
        if (ready == 0) {
            saved = false;
            when_saved(w);
            continue;
        }
        if (read_signals(w, &child) != 0)
            return stop_judging(w), putchar('\n'), 0;
        siginfo_t ended = {0};
        child = child && w->judge != 0 && waitid(P_PID, (id_t)w->judge, &ended, WEXITED | WNOHANG | WNOWAIT) == 0;
        saved |= read_events(w);
        if (child && ended.si_pid == w->judge && !when_judged(w))
            return 0;
    }
}

int watch(struct rules *rules, const char *name)
{
    struct watching w = {.rules = rules, .goes_on = name == NULL, .events = -1};
    const char *file = name != NULL ? file_named(rules, name) : NULL; // before a device is built for it
    find_build(rules);
    w.signals = open_signals();
    if (name != NULL) {
        w.exercise = exercise_named(&rules->exercises, name, strlen(name));
        begin_with(&w, file);
    } else if (!begin_next(&w)) {
        return printf(_("All %zu exercises have passed.\n"), rules->exercises.count), 0;
    }
    return watch_until_end(&w);
}
