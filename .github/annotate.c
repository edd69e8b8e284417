// SPDX-License-Identifier: MIT
// annotate [--seeds N] [--timeout SECONDS] [--arguments WORDS] [--options WORDS] [PATTERN...]: judges CUDA programs in
// a repository, the folder where it is started. Each file that a PATTERN matches (*.cu; * stands for slashes too, and
// an argument may be several patterns, a line each) is compiled by cucc with the OPTIONS, and run with the ARGUMENTS
// and N orders of the warps (3), each for so many SECONDS at most (60). What the compiler and the device report becomes
// annotations at source lines, as GitHub's workflow commands on standard output, and a table in $GITHUB_STEP_SUMMARY.
//
// What a program prints, the names of files and all messages are data: GitHub takes none of them for a command. A
// program gets neither this program's output nor the files in which GitHub takes commands.
#define _GNU_SOURCE
#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { compile_seconds = 300, most_output = 64 << 20, most_shown = 100000 };

// --- texts ---

__attribute__((format(printf, 1, 2))) static char *text_of(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        abort();
    va_end(arguments);
    return text;
}

struct strings {
    char **item;
    size_t count;
};

static void add(struct strings *list, char *text)
{
    list->item = realloc(list->item, (list->count + 2) * sizeof *list->item);
    if (list->item == NULL)
        abort();
    list->item[list->count++] = text;
    list->item[list->count] = NULL;
}

static bool has(const struct strings *list, const char *text)
{
    for (size_t i = 0; i < list->count; ++i)
        if (strcmp(list->item[i], text) == 0)
            return true;
    return false;
}

// A file's end: so many bytes at most. A zero follows; those within become blanks.
static char *read_end(int file, size_t most)
{
    struct stat state;
    off_t at = fstat(file, &state) == 0 && state.st_size > (off_t)most ? state.st_size - (off_t)most : 0;
    char *text = calloc(most + 1, 1);
    size_t length = 0;
    if (text == NULL)
        abort();
    for (ssize_t n; (n = pread(file, text + length, most - length, at + (off_t)length)) > 0;)
        length += (size_t)n;
    for (size_t i = 0; i < length; ++i)
        if (text[i] == '\0')
            text[i] = ' ';
    return text;
}

static const char *last_lines(const char *text, int count)
{
    const char *at = text + strlen(text);
    while (at > text && at[-1] == '\n')
        --at;
    for (; at > text; --at)
        if (at[-1] == '\n' && --count == 0)
            break;
    return at;
}

static char *without_end(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n')
        --length;
    return text_of("%.*s", (int)length, text);
}

// --- what GitHub reads: escaped as its toolkit does (@actions/core, command.ts) ---

static void put_escaped(const char *text, const char *which)
{
    for (const char *c = text; *c != '\0'; ++c)
        if (strchr(which, *c) != NULL)
            printf("%%%02X", (unsigned char)*c);
        else
            putchar(*c);
}

static void put_data(const char *text)
{
    put_escaped(text, "%\r\n");
}

static void put_property(const char *text)
{
    put_escaped(text, "%\r\n:,");
}

__attribute__((format(printf, 1, 2), noreturn)) static void die(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        abort();
    va_end(arguments);
    fputs("::error::annotate: ", stdout);
    put_data(text);
    putchar('\n');
    exit(2);
}

// A cell of a table in Markdown.
static void put_cell(FILE *file, const char *text)
{
    for (const char *c = text; *c != '\0'; ++c) {
        if (strchr("\\|*_<>`[]", *c) != NULL)
            fputc('\\', file);
        fputc((unsigned char)*c < ' ' ? ' ' : *c, file);
    }
}

// What a program has printed, none of which may be taken for a command. Control characters are left out.
static void show(const char *text)
{
    static char token[33];
    unsigned char bytes[16];
    if (*text == '\0')
        return;
    if (*token == '\0' && getrandom(bytes, sizeof bytes, 0) == sizeof bytes)
        for (size_t i = 0; i < sizeof bytes; ++i)
            sprintf(token + 2 * i, "%02x", bytes[i]);
    if (*token == '\0')
        die("no random number: %s", strerror(errno));
    const char *shown = last_lines(text, 100), *c = shown;
    printf("::stop-commands::%s\n", token);
    for (; *c != '\0'; ++c)
        if ((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t')
            putchar(*c);
    printf("%s::%s::\n", c > shown && c[-1] != '\n' ? "\n" : "", token);
}

// --- the run of this program ---

struct settings {
    const char *cucc;
    int seeds, seconds;
    struct strings arguments, options; // of the programs and the compiler
    char work[40];                     // a folder
    const char *folder;                // the repository
    const char *const *alone;          // the command by which a program sees no process but its own, or null
};

struct finding {
    bool is_error;
    char *path, *title, *message;
    long line; // 0: none
};

struct judging { // of one file
    const struct settings *settings;
    const char *file;
    struct strings made_of; // files of the repository
    struct finding *finding;
    size_t count;
    struct strings seen; // places by title, of earlier orders
};

static bool any_error(const struct judging *j)
{
    for (size_t i = 0; i < j->count; ++i)
        if (j->finding[i].is_error)
            return true;
    return false;
}

static void find(struct judging *j, bool is_error, const char *path, long line, const char *title, const char *message)
{
    for (size_t i = 0; i < j->count; ++i) {
        const struct finding *f = &j->finding[i];
        if (f->line == line && strcmp(f->path, path) == 0 && strcmp(f->title, title) == 0 &&
            strcmp(f->message, message) == 0)
            return;
    }
    j->finding = realloc(j->finding, (j->count + 1) * sizeof *j->finding);
    if (j->finding == NULL)
        abort();
    j->finding[j->count++] = (struct finding){is_error, strdup(path), strdup(title), strdup(message), line};
}

// A path as the repository has it, or null if it is elsewhere.
static char *within(const struct settings *s, const char *path)
{
    size_t length = strlen(s->folder), depth = 0;
    if (strncmp(path, s->folder, length) == 0 && path[length] == '/')
        path += length + 1;
    if (*path == '/' || *path == '\0')
        return NULL;
    char *result = strdup(path), *to = result;
    for (const char *part = path, *end; *part != '\0'; part = end + (*end == '/')) {
        end = part + strcspn(part, "/");
        if (end == part || (end == part + 1 && *part == '.'))
            continue;
        if (end == part + 2 && strncmp(part, "..", 2) == 0) {
            if (depth-- == 0)
                return NULL;
            for (--to; to > result && to[-1] != '/'; --to)
                ;
            continue;
        }
        ++depth;
        memmove(to, part, (size_t)(end - part));
        to += end - part;
        *to++ = '/';
    }
    if (to == result)
        return NULL;
    to[-1] = '\0';
    return result;
}

// --- commands ---

struct outcome {
    int status; // as a shell has it
    bool late;
};

// `alone`: neither other processes nor what GitHub gives. `reports`: a descriptor for the device, or -1.
static struct outcome run(const struct settings *s, const struct strings *command, int seconds, int out, int err,
                          bool alone, int reports)
{
    struct timespec begin, end;
    int status = 0;
    struct strings all = {0};
    add(&all, "timeout");
    add(&all, "-k");
    add(&all, "5");
    add(&all, text_of("%d", seconds));
    for (size_t i = 0; alone && s->alone != NULL && s->alone[i] != NULL; ++i)
        add(&all, (char *)s->alone[i]);
    for (size_t i = 0; i < command->count; ++i)
        add(&all, command->item[i]);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        extern char **environ;
        const struct rlimit limit = {most_output, most_output};
        dup2(open("/dev/null", O_RDONLY), 0);
        dup2(out, 1);
        dup2(err, 2);
        for (char **one = environ; alone && *one != NULL;) {
            char *name = text_of("%.*s", (int)strcspn(*one, "="), *one);
            bool of_github = strncmp(name, "GITHUB_", 7) == 0 || strncmp(name, "ACTIONS_", 8) == 0;
            if (of_github)
                unsetenv(name);
            else
                ++one;
        }
        if (reports >= 0)
            fcntl(reports, F_SETFD, 0);
        if (alone && setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(2);
        execvp(all.item[0], all.item);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0)
        ;
    clock_gettime(CLOCK_MONOTONIC, &end);
    struct outcome outcome = {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), false};
    outcome.late = (outcome.status == 124 || outcome.status == 137) && end.tv_sec - begin.tv_sec >= seconds;
    return outcome;
}

// A new file that has no name.
static int new_file(const struct settings *s)
{
    char *name = text_of("%s/XXXXXX", s->work);
    int file = mkostemp(name, O_CLOEXEC | O_APPEND);
    if (file < 0 || unlink(name) != 0)
        die("no temporary file: %s", strerror(errno));
    return file;
}

// --- the compiler's messages ---

struct place {
    char *path; // or null
    long line;
};

// "PATH:LINE...", where the path is of the repository.
static struct place place_at(const struct settings *s, const char *text)
{
    struct place place = {0};
    const char *colon = text;
    while ((colon = strchr(colon, ':')) != NULL && !isdigit((unsigned char)colon[1]))
        ++colon;
    if (colon != NULL && (place.path = within(s, text_of("%.*s", (int)(colon - text), text))) != NULL)
        place.line = strtol(colon + 1, NULL, 10);
    return place;
}

// ":LINE: " or ":LINE:COLUMN: " in front of the word, or null.
static const char *colon_before(const char *line, const char *word)
{
    const char *colon = word - 2;
    for (int numbers = 0; numbers < 2; ++numbers) {
        const char *digit = colon;
        while (digit > line && isdigit((unsigned char)digit[-1]))
            --digit;
        if (digit == colon || digit == line || digit[-1] != ':')
            return numbers == 1 ? colon : NULL;
        colon = digit - 1;
        if (numbers == 1)
            return colon;
    }
    return colon;
}

static bool ends_with_main(const char *undefined)
{
    size_t length = strlen(undefined);
    return length > 6 && strncmp(undefined + strlen("undefined reference to ") + 1, "main", 4) == 0 &&
           length == strlen("undefined reference to `main'");
}

static void read_message(struct judging *j, const char *line, const struct place *included)
{
    static const char *const kinds[] = {": fatal error: ", ": error: ", ": warning: "};
    for (size_t i = 0; i < 3; ++i) {
        const char *word = strstr(line, kinds[i]);
        const char *colon = word == NULL ? NULL : colon_before(line, word + 2);
        if (colon == NULL)
            continue;
        struct place place = {within(j->settings, text_of("%.*s", (int)(colon - line), line)),
                              strtol(colon + 1, NULL, 10)};
        if (place.path == NULL)
            place = included->path != NULL ? *included : (struct place){strdup(j->file), 0};
        find(j, i < 2, place.path, place.line, i < 2 ? "does not compile" : "warning of the compiler",
             word + strlen(kinds[i]));
        return;
    }
    const char *undefined = strstr(line, "undefined reference to ");
    if (undefined == NULL)
        return;
    if (ends_with_main(undefined)) {
        find(j, true, j->file, 0, "does not compile",
             "There is no main() in it. If it is a part of another program, leave it out: by files, an input of the "
             "action.");
        return;
    }
    const char *before = undefined >= line + 2 ? colon_before(line, undefined) : NULL; // if the linker knows the line
    struct place place = {0};
    if (before != NULL)
        place = place_at(j->settings, line);
    find(j, true, place.path ? place.path : j->file, place.path ? place.line : 0, "does not compile", undefined);
}

static void read_messages(struct judging *j, char *text)
{
    struct place included = {0}; // what is wrong in a header elsewhere gets the line here that includes or needs it
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        const char *required = strstr(line, ":   required ");
        if (strncmp(line, "In file included from ", 22) == 0)
            included = place_at(j->settings, line + 22);
        else if (strncmp(line, "                 from ", 22) == 0)
            included = included.path != NULL ? included : place_at(j->settings, line + 22);
        else if (required != NULL)
            included = place_at(j->settings, line).path != NULL ? place_at(j->settings, line) : included;
        else
            read_message(j, line, &included);
    }
}

// The files of the repository in a rule of make.
static void read_dependencies(struct judging *j, const char *path)
{
    FILE *file = fopen(path, "r");
    char word[5000];
    size_t length = 0;
    add(&j->made_of, strdup(j->file));
    for (int c = file ? fgetc(file) : EOF;; c = fgetc(file)) {
        int next = c == '\\' ? fgetc(file) : 0;
        if ((c == '\\' && next == '\n') || c == ' ' || c == '\n' || c == EOF) {
            word[length] = '\0';
            char *name = length > 0 && word[length - 1] != ':' ? within(j->settings, word) : NULL;
            if (name != NULL)
                add(&j->made_of, name);
            length = 0;
        } else if (length < sizeof word - 1) {
            word[length++] = (char)(c == '\\' ? next : c);
        }
        if (c == EOF)
            break;
    }
    if (file != NULL)
        fclose(file);
}

static bool compile(struct judging *j)
{
    const struct settings *s = j->settings;
    struct strings command = {0};
    char *dependencies = text_of("%s/dependencies", s->work), *program = text_of("%s/program", s->work);
    unlink(dependencies);
    unlink(program);
    add(&command, (char *)s->cucc);
    add(&command, "-MD");
    add(&command, "-MF");
    add(&command, dependencies);
    add(&command, *j->file == '-' ? text_of("./%s", j->file) : strdup(j->file));
    for (size_t i = 0; i < s->options.count; ++i)
        add(&command, s->options.item[i]);
    add(&command, "-o");
    add(&command, program);
    int log = new_file(s);
    struct outcome outcome = run(s, &command, compile_seconds, log, log, false, -1);
    char *text = read_end(log, 1 << 20);
    close(log);
    show(text);
    read_dependencies(j, dependencies);
    read_messages(j, strdup(text));
    if (outcome.late)
        find(j, true, j->file, 0, "does not compile",
             text_of("The compiler takes longer than %d seconds.", compile_seconds));
    else if (outcome.status != 0 && !any_error(j))
        find(j, true, j->file, 0, "does not compile", without_end(last_lines(text, 20)));
    free(text);
    return outcome.status == 0;
}

// --- the device's reports (docs/reports.md) ---

static const char *string_in(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
    return text != NULL ? text : "";
}

static struct place place_in(const struct settings *s, const cJSON *object)
{
    struct place place = {within(s, string_in(object, "file")), 0};
    const cJSON *line = cJSON_GetObjectItem(object, "line");
    place.line = cJSON_IsNumber(line) ? line->valueint : 0;
    if (place.line == 0)
        place.path = NULL;
    return place;
}

// " at NAME:LINE", where a file that it is made of has that name. `elsewhere`: where memory was made, or what was
// launched.
static struct place place_in_text(const struct judging *j, const char *text, bool elsewhere)
{
    for (const char *at = text; (at = strstr(at, " at ")) != NULL;) {
        const char *word = at;
        while (word > text && word[-1] != ' ' && word[-1] != ',')
            --word;
        size_t length = (size_t)(at - word);
        bool other = (length == 5 && strncmp(word, "freed", 5) == 0) || strncmp(word, "launch", 6) == 0 ||
                     (word >= text + 5 && strncmp(word - 5, "from ", 5) == 0) ||
                     (length == 6 && strncmp(word, "kernel", 6) == 0);
        at += 4;
        for (size_t i = 0; other == elsewhere && i < j->made_of.count; ++i) {
            const char *slash = strrchr(j->made_of.item[i], '/'), *name = slash ? slash + 1 : j->made_of.item[i];
            size_t end = strlen(name);
            if (strncmp(at, name, end) == 0 && at[end] == ':' && isdigit((unsigned char)at[end + 1]))
                return (struct place){j->made_of.item[i], strtol(at + end + 1, NULL, 10)};
        }
    }
    return (struct place){0};
}

// The first place is that of the report; a report of another order is new if all are.
static void read_report(struct judging *j, const cJSON *report, struct strings *seen_now)
{
    const char *title = string_in(report, "headline");
    const cJSON *one;
    struct place place = {0};
    struct strings places = {0};
    char *message = strdup("");
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(report, "accesses"))
    {
        struct place access = place_in(j->settings, one);
        place = place.path == NULL ? access : place;
        if (access.path != NULL)
            add(&places, text_of("%s:%ld %s", access.path, access.line, title));
    }
    if (place.path == NULL)
        place = place_in(j->settings, report);
    for (int elsewhere = 0; elsewhere < 2; ++elsewhere)
        cJSON_ArrayForEach(one, cJSON_GetObjectItem(report, "text"))
        {
            const char *line = cJSON_GetStringValue(one);
            if (place.path == NULL && line != NULL)
                place = place_in_text(j, line, elsewhere != 0);
        }
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(report, "text")) message =
        text_of("%s%s%s", message, *message ? "\n" : "", cJSON_GetStringValue(one));
    add(&places, text_of("%s:%ld %s", place.path ? place.path : "", place.line, title));
    bool known = false;
    for (size_t i = 0; i < places.count; ++i) {
        known |= has(&j->seen, places.item[i]);
        add(seen_now, places.item[i]);
    }
    if (!known)
        find(j, strcmp(string_in(report, "severity"), "warning") != 0, place.path ? place.path : j->file,
             place.path ? place.line : 0, title, message);
}

// Whether one is an error.
static bool read_reports(struct judging *j, int file)
{
    struct strings seen_now = {0};
    bool error = false;
    char *text = read_end(file, 8 << 20);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        cJSON *report = cJSON_Parse(line);
        const char *severity = string_in(report, "severity");
        if (*severity != '\0')
            read_report(j, report, &seen_now);
        error |= *severity != '\0' && strcmp(severity, "warning") != 0;
        cJSON_Delete(report);
    }
    free(text);
    for (size_t i = 0; i < seen_now.count; ++i)
        add(&j->seen, seen_now.item[i]);
    return error;
}

// --- the runs ---

// A run that goes wrong without a report of the device is the last: false.
static bool judge_outcome(struct judging *j, struct outcome outcome, int seed, bool reported, const char *err)
{
    const int status = outcome.status;
    const char *title = NULL, *message = text_of("With CPU_DEVICE_SEED=%d.", seed);
    if (status == 0)
        return true;
    if (outcome.late) {
        title = "takes too long";
        message = text_of("With CPU_DEVICE_SEED=%d it had not ended after %d seconds.", seed, j->settings->seconds);
    } else if (status == 128 + SIGKILL) {
        title = "was killed";
        message = text_of("With CPU_DEVICE_SEED=%d; it may have taken all memory.", seed);
    } else if (status == 128 + SIGXFSZ) {
        title = "writes too much";
        message = "It writes more than 64 MiB.";
    } else if (!reported) {
        const char *name = status > 128 ? sigabbrev_np(status - 128) : NULL;
        char *said = without_end(last_lines(err, 5));
        title = name != NULL ? text_of("ends with signal %s", name) : text_of("ends with status %d", status);
        message = text_of("With CPU_DEVICE_SEED=%d.%s%s", seed, *said ? "\n" : "", said);
    }
    if (title != NULL)
        find(j, true, j->file, 0, title, message);
    return title == NULL;
}

static void run_all(struct judging *j)
{
    const struct settings *s = j->settings;
    char *before = NULL;
    struct strings command = {0};
    add(&command, text_of("%s/program", s->work));
    for (size_t i = 0; i < s->arguments.count; ++i)
        add(&command, s->arguments.item[i]);
    for (int seed = 0, goes_on = true; goes_on && seed < s->seeds; ++seed) {
        int out = new_file(s), err = new_file(s), reports = new_file(s);
        setenv("CPU_DEVICE_SEED", text_of("%d", seed), 1);
        setenv("CPU_DEVICE_REPORT", text_of("/proc/self/fd/%d", reports), 1);
        struct outcome outcome = run(s, &command, s->seconds, out, err, true, reports);
        char *out_text = read_end(out, most_shown), *err_text = read_end(err, most_shown);
        char *now = text_of("%s%s", out_text, err_text);
        if (before == NULL || strcmp(before, now) != 0) {
            printf("CPU_DEVICE_SEED=%d: exit status %d\n", seed, outcome.status);
            show(out_text);
            show(err_text);
        }
        before = now;
        bool reported = read_reports(j, reports);
        goes_on = judge_outcome(j, outcome, seed, reported, err_text);
        close(out);
        close(err);
        close(reports);
    }
    unsetenv("CPU_DEVICE_REPORT");
}

// --- which files ---

static struct strings all_files;

static int note_file(const char *path, const struct stat *state, int kind, struct FTW *where)
{
    (void)where;
    if (kind == FTW_D && strcmp(path, "./.git") == 0)
        return FTW_SKIP_SUBTREE;
    if (S_ISREG(state->st_mode))
        add(&all_files, strdup(path + 2));
    return FTW_CONTINUE;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// What git has or could have; without git, all there is.
static void list_files(const struct settings *s)
{
    struct strings command = {0};
    int names = new_file(s), err = new_file(s);
    static const char *const words[] = {"git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        add(&command, (char *)words[i]);
    struct stat state;
    if (run(s, &command, 60, names, err, false, -1).status == 0 && fstat(names, &state) == 0) {
        char *text = calloc((size_t)state.st_size + 1, 1);
        if (text == NULL || pread(names, text, (size_t)state.st_size, 0) != state.st_size)
            die("git's list of files cannot be read");
        for (char *name = text; name < text + state.st_size; name += strlen(name) + 1)
            if (lstat(name, &state) == 0 && S_ISREG(state.st_mode))
                add(&all_files, name);
    } else if (nftw(".", note_file, 16, FTW_PHYS | FTW_ACTIONRETVAL) != 0) {
        die("the files here cannot be listed: %s", strerror(errno));
    }
    close(names);
    close(err);
    if (all_files.count > 0)
        qsort(all_files.item, all_files.count, sizeof *all_files.item, by_name);
}

static void choose(struct strings *chosen, const char *argument, bool *any)
{
    char *text = strdup(argument);
    for (char *pattern = strtok(text, "\n"); pattern != NULL; pattern = strtok(NULL, "\n")) {
        bool matched = false;
        while (isspace((unsigned char)*pattern))
            ++pattern;
        for (size_t end = strlen(pattern); end > 0 && isspace((unsigned char)pattern[end - 1]);)
            pattern[--end] = '\0';
        pattern += strncmp(pattern, "./", 2) == 0 ? 2 : 0;
        if (*pattern == '\0')
            continue;
        *any = true;
        for (size_t i = 0; i < all_files.count; ++i)
            if (fnmatch(pattern, all_files.item[i], 0) == 0) {
                matched = true;
                if (!has(chosen, all_files.item[i]))
                    add(chosen, all_files.item[i]);
            }
        if (!matched)
            die("no file here matches %s", pattern);
    }
}

// --- what is said ---

static void say_findings(const struct judging *j)
{
    for (size_t i = 0; i < j->count; ++i) {
        const struct finding *f = &j->finding[i];
        printf("::%s file=", f->is_error ? "error" : "warning");
        put_property(f->path);
        if (f->line > 0)
            printf(",line=%ld", f->line);
        fputs(",title=", stdout);
        put_property(f->title);
        fputs("::", stdout);
        put_data(f->message);
        putchar('\n');
    }
}

// Rows of the summary, each with the first line of the message.
static void add_rows(FILE *table, const struct judging *j)
{
    for (size_t i = 0; i < j->count; ++i) {
        const struct finding *f = &j->finding[i];
        char *first = text_of("%.*s", (int)strcspn(f->message, "\r\n"), f->message);
        fputs("| ", table);
        put_cell(table, f->path);
        fprintf(table, " | %s | %s: ", f->line > 0 ? text_of("%ld", f->line) : "", f->is_error ? "error" : "warning");
        put_cell(table, f->title);
        fputs(*first ? ": " : "", table);
        put_cell(table, first);
        fputs(" |\n", table);
        free(first);
    }
    if (any_error(j))
        return;
    fputs("| ", table);
    put_cell(table, j->file);
    fprintf(table, " |  | passed: %d orders of the warps |\n", j->settings->seeds);
}

static void write_summary(const char *rows, unsigned passed, unsigned failed)
{
    const char *name = getenv("GITHUB_STEP_SUMMARY");
    FILE *file = name != NULL && *name != '\0' ? fopen(name, "a") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "### CUDA files: %u passed, %u failed\n\n| file | line | |\n| --- | --- | --- |\n%s", passed, failed,
            rows);
    fclose(file);
}

// --- options ---

static int number(const char *name, const char *value)
{
    char *end;
    long n = strtol(value, &end, 10);
    if (!isdigit((unsigned char)*value) || *value == '0' || *end != '\0' || n > 1000000)
        die("%s is a whole number of 1 or more, not '%s'", name, value);
    return (int)n;
}

static struct strings words_of(const char *text)
{
    struct strings words = {0};
    char *copy = strdup(text);
    for (char *word = strtok(copy, " \t\r\n"); word != NULL; word = strtok(NULL, " \t\r\n"))
        add(&words, word);
    return words;
}

static int read_options(struct settings *s, int count, char **argument)
{
    int i = 0;
    for (; i < count && argument[i][0] == '-'; i += 2) {
        const char *name = argument[i], *value = argument[i + 1];
        bool seeds = strcmp(name, "--seeds") == 0, timeout = strcmp(name, "--timeout") == 0,
             arguments = strcmp(name, "--arguments") == 0, options = strcmp(name, "--options") == 0;
        if (!seeds && !timeout && !arguments && !options)
            die("unknown option %s", name);
        if (value == NULL)
            die("%s needs a value", name);
        if (seeds)
            s->seeds = number("seeds", value);
        else if (timeout)
            s->seconds = number("timeout", value);
        else if (arguments)
            s->arguments = words_of(value);
        else
            s->options = words_of(value);
    }
    return i;
}

static struct settings *for_end;
static int remove_one(const char *path, const struct stat *state, int kind, struct FTW *where)
{
    (void)state, (void)kind, (void)where;
    return remove(path);
}
static void remove_work(void)
{
    if (for_end != NULL)
        nftw(for_end->work, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
static void end_by(int signal)
{
    (void)signal;
    remove_work();
    _exit(2);
}

// Where the kernel lets it, programs run in a namespace of processes of their own. The shell is process 1 there, which
// signals spare.
static void try_alone(struct settings *s)
{
    static const char *const words[] = {
        "unshare", "-U", "--map-current-user", "-p", "-f", "--kill-child", "--mount-proc",
        "sh",      "-c", "\"$@\"; exit $?",    "sh", NULL};
    struct strings command = {0};
    int file = new_file(s);
    add(&command, "true");
    s->alone = words;
    if (run(s, &command, 60, file, file, true, -1).status != 0)
        s->alone = NULL;
    close(file);
}

int main(int count, char **argument)
{
    if (count < 3)
        return 2;
    unlink(argument[1]);       // annotate.sh has made this program for one run
    prctl(PR_SET_DUMPABLE, 0); // no program finds this one's output in /proc
    struct settings s = {.cucc = argument[2], .seeds = 3, .seconds = 60, .work = "/tmp/annotate.XXXXXX"};
    int first = 3 + read_options(&s, count - 3, argument + 3);
    if (mkdtemp(s.work) == NULL || (s.folder = get_current_dir_name()) == NULL)
        die("no folder for temporary files: %s", strerror(errno));
    for_end = &s;
    atexit(remove_work);
    for (int i = 0; i < 3; ++i)
        signal((int[]){SIGHUP, SIGINT, SIGTERM}[i], end_by);
    struct strings chosen = {0};
    bool any = first == count;
    list_files(&s);
    for (int i = first; i < count; ++i)
        choose(&chosen, argument[i], &any);
    if (!any)
        die("no file is asked for");
    if (first == count)
        choose(&chosen, "*.cu", &any);

    puts("::group::the CUDA device on the CPU");
    struct strings build = {0};
    add(&build, (char *)s.cucc);
    add(&build, "--build");
    if (run(&s, &build, 1800, 1, 1, false, -1).status != 0)
        die("the CUDA device cannot be built");
    puts("::endgroup::");
    try_alone(&s);

    char *rows;
    size_t length;
    unsigned passed = 0, failed = 0;
    FILE *table = open_memstream(&rows, &length);
    for (size_t i = 0; table != NULL && i < chosen.count; ++i) {
        struct judging j = {.settings = &s, .file = chosen.item[i]};
        fputs("::group::", stdout);
        put_data(j.file);
        putchar('\n');
        if (compile(&j))
            run_all(&j);
        puts("::endgroup::");
        say_findings(&j);
        add_rows(table, &j);
        ++*(any_error(&j) ? &failed : &passed);
    }
    if (table == NULL || fclose(table) != 0)
        die("no memory");
    write_summary(rows, passed, failed);
    printf("CUDA files: %u passed, %u failed\n", passed, failed);
    return failed > 0;
}
