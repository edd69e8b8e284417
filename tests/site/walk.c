// SPDX-License-Identifier: MIT
// walk FOLDER: reads every page of a site in Chromium without a window, at the width of a phone, and prints what is
// wrong: an error in its console, a picture that is missing, a page that is wider than the window. Then the first page,
// as large as a projector's: the race is on the first screen, and plays. Reads the pages' paths in FOLDER from stdin, a
// line each.
//
// walk --time FOLDER: how long the race of the first page takes to appear, in milliseconds, on a phone's screen and
// with the processor slowed 4 times, as the browser's developer tools do it; the best of five.
//
// The browser is told what to do over a pipe (--remote-debugging-pipe): messages in JSON, each of which ends with a 0.
// Exit status: 0 nothing is wrong; 1 something is; 2 bad usage, or the browser does not answer.
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
    pid_t pid;
    int to, from, number; // of the last command
    char session[64];
    char *read; // what has come
    size_t size, room;
    char profile[64];
    const char *page;
    int problems;
    bool loaded;
} browser = {.profile = "/tmp/walk.XXXXXX"};

static void stop(void)
{
    if (browser.pid > 0) {
        kill(browser.pid, SIGTERM);
        waitpid(browser.pid, NULL, 0);
    }
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", browser.profile);
    if (system(command) != 0)
        fprintf(stderr, "walk: cannot remove %s\n", browser.profile);
}

static void give_up(const char *why)
{
    fprintf(stderr, "walk: %s%s%s\n", browser.page != NULL ? browser.page : "", browser.page != NULL ? ": " : "", why);
    exit(2);
}

static void problem(const char *what)
{
    printf("%s: %.600s\n", browser.page, what);
    ++browser.problems;
}

static void start(void)
{
    int commands[2], answers[2];
    char option[128];
    if (mkdtemp(browser.profile) == NULL || pipe(commands) != 0 || pipe(answers) != 0)
        give_up("no pipe or no folder in /tmp");
    snprintf(option, sizeof option, "--user-data-dir=%s", browser.profile);
    browser.pid = fork();
    if (browser.pid == 0) {
        dup2(commands[0], 13), dup2(answers[1], 14); // out of the way of 3 and 4
        dup2(13, 3), dup2(14, 4);
        for (int other = 5; other < 20; ++other)
            close(other);
        if (freopen("/dev/null", "w", stderr) != NULL)
            execlp("chromium", "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--allow-file-access-from-files", "--remote-debugging-pipe", "--lang=en", option, "about:blank",
                   (char *)NULL);
        _exit(127);
    }
    atexit(stop);
    signal(SIGPIPE, SIG_IGN);
    close(commands[0]), close(answers[1]);
    browser.to = commands[1], browser.from = answers[0];
}

// The next message, to be freed; after a minute without one, the end.
static char *next_message(void)
{
    for (;;) {
        char *end = browser.size > 0 ? memchr(browser.read, 0, browser.size) : NULL;
        if (end != NULL) {
            char *message = strdup(browser.read);
            size_t used = (size_t)(end - browser.read) + 1;
            memmove(browser.read, end + 1, browser.size -= used);
            return message;
        }
        if (browser.room < browser.size + 65536)
            browser.read = realloc(browser.read, browser.room += 1 << 20);
        struct pollfd ready = {.fd = browser.from, .events = POLLIN};
        ssize_t came = poll(&ready, 1, 60000) == 1 ? read(browser.from, browser.read + browser.size, 65536) : 0;
        if (came <= 0)
            give_up("the browser does not answer");
        browser.size += (size_t)came;
    }
}

// What the page says of itself: that it is there, or an error.
static void notice(const char *message)
{
    if (strstr(message, "\"method\":\"Page.loadEventFired\"") != NULL)
        browser.loaded = true;
    bool thrown = strstr(message, "\"method\":\"Runtime.exceptionThrown\"") != NULL;
    bool said = strstr(message, "\"method\":\"Runtime.consoleAPICalled\"") != NULL &&
                strstr(message, "\"type\":\"error\"") != NULL;
    bool logged =
        strstr(message, "\"method\":\"Log.entryAdded\"") != NULL && strstr(message, "\"level\":\"error\"") != NULL;
    if (thrown || said || logged)
        problem(message);
}

// Sends a command, with its parameters in JSON, and returns the answer, to be freed.
static char *ask(const char *method, const char *parameters)
{
    char begin[64];
    size_t size = strlen(parameters) + 256;
    char *message = malloc(size);
    int length = snprintf(message, size, "{\"id\":%d,\"method\":\"%s\",%s%s%s\"params\":%s}", ++browser.number, method,
                          browser.session[0] ? "\"sessionId\":\"" : "", browser.session,
                          browser.session[0] ? "\"," : "", parameters);
    if (write(browser.to, message, (size_t)length + 1) != length + 1)
        give_up("the browser has ended");
    free(message);
    snprintf(begin, sizeof begin, "{\"id\":%d,", browser.number);
    for (;;) {
        char *answer = next_message();
        if (strncmp(answer, begin, strlen(begin)) == 0) {
            if (strstr(answer, "\"error\":{") == answer + strlen(begin))
                give_up(answer);
            return answer;
        }
        notice(answer);
        free(answer);
    }
}

static void tell(const char *method, const char *parameters)
{
    free(ask(method, parameters));
}

// Copies the string after KEY, as "targetId":" , up to its closing quote.
static void string_after(const char *answer, const char *key, char *to, size_t size)
{
    const char *found = strstr(answer, key);
    if (found == NULL)
        give_up(answer);
    found += strlen(key);
    snprintf(to, size, "%.*s", (int)strcspn(found, "\""), found);
}

// The value of an expression in the page, which must be a string without quotes. The expression has none but '.
static void evaluate(const char *expression, char *value, size_t size)
{
    char *parameters = malloc(strlen(expression) + 128);
    sprintf(parameters, "{\"expression\":\"%s\",\"awaitPromise\":true}", expression);
    char *answer = ask("Runtime.evaluate", parameters);
    string_after(answer, "\"value\":\"", value, size);
    free(parameters);
    free(answer);
}

static void open_tab(void)
{
    char target[64], parameters[128];
    char *answer = ask("Target.createTarget", "{\"url\":\"about:blank\"}");
    string_after(answer, "\"targetId\":\"", target, sizeof target);
    free(answer);
    snprintf(parameters, sizeof parameters, "{\"targetId\":\"%s\",\"flatten\":true}", target);
    answer = ask("Target.attachToTarget", parameters);
    string_after(answer, "\"sessionId\":\"", browser.session, sizeof browser.session);
    free(answer);
    tell("Page.enable", "{}");
    tell("Runtime.enable", "{}");
    tell("Log.enable", "{}");
}

static void set_window(int width, int height)
{
    char parameters[128];
    snprintf(parameters, sizeof parameters, "{\"width\":%d,\"height\":%d,\"deviceScaleFactor\":1,\"mobile\":false}",
             width, height);
    tell("Emulation.setDeviceMetricsOverride", parameters);
}

static void go_to(const char *folder, const char *page)
{
    char parameters[4096];
    snprintf(parameters, sizeof parameters, "{\"url\":\"file://%s/%s\"}", folder, page);
    browser.loaded = false;
    tell("Page.navigate", parameters);
    while (!browser.loaded) {
        char *message = next_message();
        notice(message);
        free(message);
    }
}

static const char *const wrong_on_phone = "document.querySelectorAll('details').forEach(d => { d.open = true; });"
                                          "const wide = document.documentElement.scrollWidth, lost = "
                                          "[...document.images].filter(i => i.complete && !i.naturalWidth);"
                                          "[wide > innerWidth ? 'it is ' + wide + ' pixels wide' : '', ...lost.map(i "
                                          "=> 'there is no ' + i.getAttribute('src')),"
                                          " document.title ? '' : 'it has no title'].filter(Boolean).join('; ')";

// Within ten seconds the race is on the first screen, and then within ten seconds at another step.
static const char *const wrong_on_first_screen =
    "(async () => {"
    " const frame = document.querySelector('.race iframe'), inside = frame && frame.contentDocument;"
    " if (!inside) return 'there is no race';"
    " const until = async is => {"
    "  for (let i = 0; i < 100 && !is(); ++i) await new Promise(done => setTimeout(done, 100));"
    "  return is();"
    " };"
    " const step = () => inside.getElementById('step').textContent, shown = () => {"
    "  const line = inside.querySelector('.code.now'), top = frame.getBoundingClientRect().top;"
    "  return line && top >= 0 && top < innerHeight / 2 && top + line.getBoundingClientRect().bottom <= innerHeight;"
    " };"
    " if (!await until(shown)) return 'the race is not on the first screen';"
    " const first = step();"
    " return await until(() => step() !== first) ? '' : 'the race does not play';"
    "})()";

static void walk(const char *folder)
{
    char page[2048], wrong[4096];
    int pages = 0;
    set_window(390, 844);
    for (; fgets(page, sizeof page, stdin) != NULL; ++pages) {
        page[strcspn(page, "\n")] = 0;
        browser.page = page;
        go_to(folder, page);
        evaluate(wrong_on_phone, wrong, sizeof wrong);
        if (wrong[0] != 0)
            problem(wrong);
    }
    browser.page = "index.html";
    set_window(1280, 720);
    go_to(folder, "index.html");
    evaluate(wrong_on_first_screen, wrong, sizeof wrong);
    if (wrong[0] != 0)
        problem(wrong);
    printf("%d pages, %d problems\n", pages, browser.problems);
    if (pages == 0)
        give_up("no pages are named on stdin");
}

// The best of five: milliseconds by the clock, and of the processor in the page's thread, until the race is there.
static void time_race(const char *folder, double *clock, double *thread)
{
    char value[64];
    *clock = *thread = 1e9;
    for (int i = 0; i < 5; ++i) {
        go_to(folder, "index.html");
        evaluate("(async () => { while (!window.raceAt) await new Promise(done => setTimeout(done, 20)); return "
                 "String(window.raceAt); })()",
                 value, sizeof value);
        *clock = atof(value) < *clock ? atof(value) : *clock;
        char *metrics = ask("Performance.getMetrics", "{}"), *found = strstr(metrics, "\"ThreadTime\",\"value\":");
        if (found == NULL)
            give_up("the browser does not say how long its thread worked");
        double worked = 1000 * atof(found + strlen("\"ThreadTime\",\"value\":"));
        *thread = worked < *thread ? worked : *thread;
        free(metrics);
    }
}

static void measure(const char *folder)
{
    double clock, thread, unused;
    browser.page = "index.html";
    set_window(390, 844);
    tell("Page.addScriptToEvaluateOnNewDocument",
         "{\"source\":\"const look = () => document.querySelector('.code.now') && top !== self ? "
         "requestAnimationFrame(() => setTimeout(() => {"
         " top.raceAt = performance.timeOrigin + performance.now() - top.performance.timeOrigin; })) : "
         "requestAnimationFrame(look); look();\"}");
    tell("Performance.enable", "{\"timeDomain\":\"threadTicks\"}");
    time_race(folder, &unused, &thread);
    tell("Emulation.setCPUThrottlingRate", "{\"rate\":4}");
    time_race(folder, &clock, &unused);
    printf("%.0f %.0f\n", 4 * thread, clock);
}

int main(int count, char **arguments)
{
    bool timed = count == 3 && strcmp(arguments[1], "--time") == 0;
    if (!timed && count != 2) {
        fprintf(stderr, "usage: walk FOLDER <PAGES, or walk --time FOLDER\n");
        return 2;
    }
    start();
    open_tab();
    if (timed)
        measure(arguments[2]);
    else
        walk(arguments[1]);
    return browser.problems > 0;
}
