// SPDX-License-Identifier: MIT
// Grades a course: judges its submissions, several at a time, and writes a row for each, whatever its name. What the
// machine could not do (its disk was full) is judged when the grading goes on.
#include "judging.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grading.h"

// --- the submissions ---

// A backslash that stands in the name itself, where it could be taken for one of readable()'s, becomes \x5c.
static char *unique_name(const char *bytes, size_t length)
{
    char *name = strdup("");
    for (size_t i = 0; i < length;) {
        size_t plain = i;
        while (plain < length && !(bytes[plain] == '\\' && plain + 1 < length && bytes[plain + 1] == 'x'))
            ++plain;
        name = text_of("%s%s%s", name, readable(bytes + i, plain - i, true), plain < length ? "\\x5c" : "");
        i = plain + 1;
    }
    return name;
}

static void add_submission(struct course *course, char *path, const char *why)
{
    const char *slash = strchr(path, '/');
    size_t length = slash != NULL ? (size_t)(slash - path) : strlen(path) - (ends_with(path, ".cu") ? 3 : 0);
    if (course->count == course->room) {
        course->room = 2 * course->room + 64;
        course->item = realloc(course->item, course->room * sizeof *course->item);
        if (course->item == NULL)
            abort();
    }
    course->item[course->count++] = (struct submission){
        .path = path, .student = unique_name(path, length), .file = unique_name(path, strlen(path)), .why = why};
}

static void find_in(struct course *course, const char *folder);

// What stands in the course's own folder is a student's, and has a row in any case.
static void find_one(struct course *course, char *path)
{
    struct stat state, target;
    const bool of_course = strchr(path, '/') == NULL;
    const char *whole = text_of("%s/%s", course->folder, path);
    const size_t before = course->count;
    if (lstat(whole, &state) != 0) {
        ++course->unreadable;
        add_submission(course, path, text_of(_("it cannot be read: %s"), strerror(errno)));
    } else if (S_ISDIR(state.st_mode)) {
        find_in(course, path);
    } else if (ends_with(path, ".cu")) {
        add_submission(course, path, NULL);
    } else if (S_ISLNK(state.st_mode) && stat(whole, &target) == 0 && S_ISDIR(target.st_mode)) {
        ++course->unreadable;
        add_submission(course, path, _("it is a link to a folder"));
    }
    if (of_course && course->count == before && S_ISDIR(state.st_mode)) {
        ++course->without;
        add_submission(course, path, _("there is no .cu file in it"));
    }
}

// Whatever ends in .cu and is no folder is a submission, a link too.
static void find_in(struct course *course, const char *folder)
{
    DIR *open = opendir(*folder ? text_of("%s/%s", course->folder, folder) : course->folder);
    if (open == NULL) {
        ++course->unreadable;
        if (*folder == '\0')
            die("the folder %s cannot be read: %s", course->folder, strerror(errno));
        add_submission(course, strdup(folder), text_of(_("the folder cannot be read: %s"), strerror(errno)));
        return;
    }
    for (struct dirent *entry; (entry = readdir(open)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            find_one(course, *folder ? text_of("%s/%s", folder, entry->d_name) : strdup(entry->d_name));
    closedir(open);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct submission *)a)->path, ((const struct submission *)b)->path);
}

// --- a row ---

static const char *const words[] = {[PASSED] = "passed", [FAILED] = "failed", [UNJUDGED] = "not judged"};

struct json *row_of(const struct result *r, const char *student, const char *file, const char *report, long seconds)
{
    struct json *row = new_object();
    if (student != NULL) {
        set_string(row, "student", student);
        set_string(row, "file", file);
        set_string(row, "report", report);
        set_number(row, "seconds", seconds);
    }
    set_string(row, "exercise", r->exercise);
    set_truth(row, "passed", r->verdict == PASSED);
    set_string(row, "verdict", words[r->verdict]);
    set_string(row, "why", readable(r->why, strlen(r->why), true));
    set_truth(row, "look", r->needs_review);
    set_number(row, "runs", r->runs);
    set_string(row, "inputs", r->inputs != NULL ? r->inputs : "");
    set_string(row, "text", r->text);
    set_string(row, "gpu", r->gpu);
    return row;
}

// --- the journal: what has been judged, by file and stamp ---

static const char *stamp_of(const struct course *course, const struct submission *s)
{
    struct stat state;
    if (s->why != NULL || lstat(text_of("%s/%s", course->folder, s->path), &state) != 0)
        return s->why != NULL ? s->why : "";
    return text_of("%lld %lld.%09ld", (long long)state.st_size, (long long)state.st_mtim.tv_sec, state.st_mtim.tv_nsec);
}

static int by_file(const void *a, const void *b)
{
    return strcmp((*(struct submission *const *)a)->file, (*(struct submission *const *)b)->file);
}

// The rows of an earlier grading into these results, as far as the files are the same.
static void read_journal(struct course *course)
{
    struct submission **sorted = calloc(course->count + 1, sizeof *sorted);
    char *text = open_journal(text_of("%s/journal", course->results), &course->journal);
    if (sorted == NULL)
        abort();
    for (size_t i = 0; i < course->count; ++i)
        sorted[i] = &course->item[i];
    qsort(sorted, course->count, sizeof *sorted, by_file);
    for (char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        struct json *row = read_json(line, strcspn(line, "\n"));
        struct submission key = {.file = (char *)string_in(row, "file")}, *search = &key;
        struct submission **found = bsearch(&search, sorted, course->count, sizeof *sorted, by_file);
        unsigned long number = strtoul(string_in(row, "report"), NULL, 10);
        course->reports = number > course->reports ? number : course->reports;
        if (found != NULL && strcmp(string_in(row, "stamp"), stamp_of(course, *found)) == 0)
            (*found)->row = row;
    }
    free(text);
    free(sorted);
}

// --- the work: a process for each submission, which writes its report and its line of the journal ---

static void write_all(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool written = file != NULL && fputs(text, file) >= 0;
    if (file == NULL || fclose(file) != 0 || !written)
        die("%s cannot be written: %s", path, strerror(errno));
}

static void write_row(struct course *course, const struct submission *s, const char *report,
                      const struct result *result, long seconds)
{
    struct json *row = row_of(result, s->student, s->file, report, seconds);
    write_all(text_of("%s/reports/%s", course->results, report),
              text_of("%s\n%s%s%s\n", s->file, result->text, _(words[result->verdict]),
                      result->verdict == PASSED ? "" : text_of(": %s", result->why)));
    set_string(row, "stamp", stamp_of(course, s));
    if (!add_to_journal(course->journal, json_line(row)))
        die("%s/journal cannot be written: %s", course->results, strerror(errno));
}

// The path from which an exercise's name counts: the first folder is the student.
static const char *named_part(const char *path)
{
    const char *slash = strchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static struct result judge_path(const struct rules *rules, const char *folder, const char *path)
{
    // where there are no folders of students, what lies beside it may be another's
    return judge_file(rules, text_of("%s/%s", folder, path), named_part(path), strchr(path, '/') != NULL);
}

// Status 0: the row is written.
static void judge_one(const struct rules *rules, struct course *course, const struct submission *s, const char *report)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    time_t begin = time(NULL);
    struct result result = {.exercise = "", .verdict = UNJUDGED, .needs_review = true, .text = "", .gpu = ""};
    result.why = s->why;
    if (s->why == NULL)
        result = judge_path(rules, course->folder, s->path);
    if (result.machine)
        die("%s: not judged: %s", s->file, result.why);
    write_row(course, s, report, &result, (long)(time(NULL) - begin));
}

static void wait_for_one(void)
{
    while (wait(NULL) < 0 && errno == EINTR)
        ;
}

static void judge_all(const struct rules *rules, struct course *course, int jobs)
{
    int running = 0;
    size_t left = 0, begun = 0;
    for (size_t i = 0; i < course->count; ++i)
        left += course->item[i].row == NULL;
    for (size_t i = 0; i < course->count; ++i) {
        if (course->item[i].row != NULL)
            continue;
        if (running == jobs) {
            wait_for_one();
            --running;
        }
        now_doing(text_of(_("%zu of %zu submissions are judged"), course->count - left + begun - (size_t)running,
                          course->count));
        char *report = text_of("%04lu.txt", ++course->reports);
        fflush(NULL);
        pid_t process = fork();
        if (process == 0) {
            judge_one(rules, course, &course->item[i], report);
            exit(0);
        }
        if (process < 0) { // judged when the grading goes on
            fprintf(stderr, "grade: %s\n", _("no process can be started"));
            continue;
        }
        ++begun;
        ++running;
    }
    for (; running > 0; --running) {
        now_doing(text_of(_("%zu of %zu submissions are judged"), course->count - left + begun - (size_t)running,
                          course->count));
        wait_for_one();
    }
    end_heartbeat();
}

// What has no row now, the machine has not judged.
static size_t add_missing_rows(struct course *course)
{
    size_t missing = 0;
    for (size_t i = 0; i < course->count; ++i) {
        struct submission *s = &course->item[i];
        if (s->row != NULL)
            continue;
        struct result none = {.exercise = "", .verdict = UNJUDGED, .needs_review = true, .text = "", .gpu = ""};
        none.why = _("the machine could not judge it: grade again");
        s->row = row_of(&none, s->student, s->file, "", 0);
        ++missing;
    }
    return missing;
}

// What is wrong with the sandbox itself, before it is said of every submission.
static void try_sandbox(const struct rules *rules, struct course *course)
{
    char *box = text_of("%s/box", course->work), *err = text_of("%s/err", course->work);
    if (mkdir(box, 0777) != 0 || chmod(box, 0777) != 0)
        die("no folder for temporary files: %s", strerror(errno));
    struct command command = {{"true"}, box, "/dev/null", err, true, false, 30, -1, -1};
    if (run_confined(rules, &command).status != 0) {
        struct text said = read_up_to(err, 1000);
        remove_tree(course->work);
        die("the sandbox does not work here: %s", readable(said.begin, strcspn(said.begin, "\n"), true));
    }
}

static void need_plugin(const struct rules *rules)
{
    if (access(text_of("%s/judges/rules.so", rules->build), R_OK) != 0)
        die("the headers of g++'s plugins are missing, without which a submission could switch checks off: apt-get "
            "install gcc-%d-plugin-dev",
            __GNUC__);
}

// The temporary folder, which a grading that is killed leaves: the next one finds it by a link.
static void make_work(struct course *course)
{
    const char *temporary = getenv("TMPDIR"), *link = text_of("%s/.work", course->results);
    char before[PATH_MAX] = "", *work = text_of("%s/grade.XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (readlink(link, before, sizeof before - 1) > 0 && strstr(before, "/grade.") != NULL)
        remove_tree(before);
    unlink(link);
    if (mkdtemp(work) == NULL || chmod(work, 0755) != 0)
        die("no folder for temporary files: %s", strerror(errno));
    if (symlink(work, link) != 0) {
        rmdir(work);
        die("%s cannot be written: %s", course->results, strerror(errno));
    }
    setenv("TMPDIR", work, 1);
    course->work = work;
}

// A folder of earlier results goes on, by its journal; another is not touched.
static void make_results(struct course *course, const char *results)
{
    struct stat state;
    bool there = lstat(results, &state) == 0;
    if (there && access(text_of("%s/journal", results), F_OK) != 0)
        die("%s is there already", results);
    if ((!there && mkdir(results, 0777) != 0) || (course->results = realpath(results, NULL)) == NULL ||
        (mkdir(text_of("%s/reports", course->results), 0777) != 0 && errno != EEXIST))
        die("%s cannot be made: %s", results, strerror(errno));
    free(open_journal(text_of("%s/journal", course->results), &course->journal));
    close(course->journal);
}

static int say_end(const struct course *course, const char *results, size_t found, size_t missing, bool written)
{
    printf(_("%zu submissions, %u passed: %s/index.html, points.csv, grades.csv\n"), course->count,
           count_true(course, 0, course->count, "passed"), results);
    printf(_("%zu found, %zu judged, %zu without a file, %zu unreadable\n"), found, course->count - missing,
           course->without, course->unreadable);
    if (missing > 0)
        fprintf(stderr, _("grade: not judged: %zu; the same command goes on with these\n"), missing);
    if (!written)
        fprintf(stderr, _("grade: the tables could not be written: %s; the same command writes them\n"),
                strerror(errno));
    return missing > 0 || !written ? STATUS_OF_MACHINE : course->unreadable > 0;
}

int grade(struct rules *rules, const char *folder, const char *results, int jobs)
{
    struct course course = {.results = results, .anonymous = rules->anonymous};
    struct stat state;
    const bool is_zip = stat(folder, &state) == 0 && S_ISREG(state.st_mode) && ends_with(folder, ".zip");
    if (is_zip) {
        make_results(&course, results);
        folder = unpacked(folder, course.results);
    }
    course.folder = realpath(folder, NULL);
    if (course.folder == NULL || stat(course.folder, &state) != 0 || !S_ISDIR(state.st_mode))
        die("there is no folder %s", folder);
    find_in(&course, "");
    if (course.count == 0)
        die("there is no .cu file in %s", folder);
    qsort(course.item, course.count, sizeof *course.item, by_path);
    if (lstat(results, &state) == 0 && access(text_of("%s/journal", results), F_OK) != 0)
        die("%s is there already", results);
    find_build(rules);
    need_plugin(rules);
    make_results(&course, results);
    read_journal(&course);
    status_of_death = STATUS_OF_MACHINE;
    make_work(&course);
    try_sandbox(rules, &course);
    judge_all(rules, &course, jobs);
    remove_tree(course.work);
    unlink(text_of("%s/.work", course.results));

    close(course.journal);
    read_journal(&course);
    const size_t missing = add_missing_rows(&course);
    if (course.anonymous)
        leave_out_names(&course);
    const bool written = write_results(&course, &rules->exercises);
    return say_end(&course, results, course.count - course.without, missing, written);
}

int grade_again(struct rules *rules, const char *folder, const char *path)
{
    find_build(rules);
    need_plugin(rules);
    struct result result = judge_path(rules, folder, path);
    printf("%s%s%s\n", result.text, _(words[result.verdict]),
           result.verdict == PASSED ? "" : text_of(": %s", result.why));
    return result.machine ? STATUS_OF_MACHINE : result.verdict != PASSED;
}
