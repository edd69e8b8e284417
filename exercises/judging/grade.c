// SPDX-License-Identifier: MIT
// Grades a course: judges its submissions, several at a time, and writes a row for each, whatever its name.
#include "judging.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char needs_cjson[] = "cJSON is missing: apt-get install libcjson-dev";

#if __has_include(<cjson/cJSON.h>)
#include <cjson/cJSON.h>

// --- the submissions ---

struct submission {
    char *path;           // in the course's folder, as its bytes are
    char *student, *file; // readable
    cJSON *row;
    pid_t process; // that judges it, or 0
};
struct course {
    const char *folder, *results, *work;
    struct submission *item;
    size_t count, room;
    unsigned unreadable; // folders
};

static void add(struct course *course, char *path)
{
    const char *slash = strchr(path, '/');
    size_t length = slash != NULL ? (size_t)(slash - path) : strlen(path) - strlen(".cu");
    if (course->count == course->room) {
        course->room = 2 * course->room + 64;
        course->item = realloc(course->item, course->room * sizeof *course->item);
        if (course->item == NULL)
            abort();
    }
    course->item[course->count++] = (struct submission){
        .path = path, .student = readable(path, length, true), .file = readable(path, strlen(path), true)};
}

// Whatever ends in .cu and is no folder is a submission, a link too: it gets a row.
static void find_in(struct course *course, const char *folder)
{
    DIR *open = opendir(*folder ? text_of("%s/%s", course->folder, folder) : course->folder);
    if (open == NULL) {
        ++course->unreadable;
        fprintf(stderr, _("grade: the folder %s cannot be read: %s\n"), readable(folder, strlen(folder), true),
                strerror(errno));
        return;
    }
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        struct stat state;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *path = *folder ? text_of("%s/%s", folder, entry->d_name) : strdup(entry->d_name);
        bool known = lstat(text_of("%s/%s", course->folder, path), &state) == 0;
        if (known && S_ISDIR(state.st_mode))
            find_in(course, path);
        else if (ends_with(path, ".cu"))
            add(course, path);
    }
    closedir(open);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct submission *)a)->path, ((const struct submission *)b)->path);
}

// --- a row ---

static const char *const words[] = {[PASSED] = "passed", [FAILED] = "failed", [UNJUDGED] = "not judged"};

static cJSON *row_of(const struct result *r, const char *student, const char *file, const char *report, long seconds)
{
    cJSON *row = cJSON_CreateObject();
    if (student != NULL) {
        cJSON_AddStringToObject(row, "student", student);
        cJSON_AddStringToObject(row, "file", file);
        cJSON_AddStringToObject(row, "report", report);
        cJSON_AddNumberToObject(row, "seconds", (double)seconds);
    }
    cJSON_AddStringToObject(row, "exercise", r->exercise);
    cJSON_AddBoolToObject(row, "passed", r->verdict == PASSED);
    cJSON_AddStringToObject(row, "verdict", words[r->verdict]);
    cJSON_AddStringToObject(row, "why", readable(r->why, strlen(r->why), true));
    cJSON_AddBoolToObject(row, "look", r->look);
    cJSON_AddNumberToObject(row, "runs", r->runs);
    cJSON_AddNumberToObject(row, "inputs", (double)r->inputs);
    cJSON_AddStringToObject(row, "text", r->text);
    cJSON_AddStringToObject(row, "gpu", r->gpu);
    return row;
}

char *result_line(const struct result *result, const char *student, const char *file, const char *report, long seconds)
{
    return cJSON_PrintUnformatted(row_of(result, student, file, report, seconds));
}

static const char *string_in(const cJSON *row, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(row, name));
    return text != NULL ? text : "";
}
static bool is_true(const cJSON *row, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItem(row, name));
}

// --- the work: a process for each submission, which leaves its row in a file ---

static void write_all(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool written = file != NULL && fputs(text, file) >= 0;
    if (file == NULL || fclose(file) != 0 || !written)
        die("%s cannot be written: %s", path, strerror(errno));
}

static char *row_file(const struct course *course, size_t i)
{
    return text_of("%s/%zu.json", course->work, i);
}

static void judge_one(const struct rules *rules, const struct course *course, size_t i)
{
    const struct submission *s = &course->item[i];
    time_t begin = time(NULL);
    char *report = text_of("%04zu.txt", i + 1);
    // the first folder is the student, and none of an exercise
    const char *slash = strchr(s->path, '/'), *named = slash != NULL ? slash + 1 : s->path;
    // where there are no folders of students, what lies beside it may be another's
    struct result result = judge_file(rules, text_of("%s/%s", course->folder, s->path), named, slash != NULL);
    write_all(text_of("%s/reports/%s", course->results, report),
              text_of("%s\n%s%s%s\n", s->file, result.text, _(words[result.verdict]),
                      result.verdict == PASSED ? "" : text_of(": %s", result.why)));
    write_all(row_file(course, i), result_line(&result, s->student, s->file, report, (long)(time(NULL) - begin)));
}

static void read_row(struct course *course, size_t i)
{
    struct submission *s = &course->item[i];
    struct text text = read_up_to(row_file(course, i), 1 << 20);
    s->row = cJSON_Parse(text.begin);
    if (s->row == NULL) { // what judges it has not ended well
        struct result none = {
            .exercise = "", .verdict = UNJUDGED, .look = true, .why = _("the judge has failed"), .text = "", .gpu = ""};
        s->row = row_of(&none, s->student, s->file, "", 0);
    }
    free(text.begin);
    unlink(row_file(course, i));
}

static void wait_for_one(struct course *course)
{
    int status;
    pid_t ended;
    while ((ended = wait(&status)) < 0 && errno == EINTR)
        ;
    for (size_t i = 0; i < course->count; ++i)
        if (ended > 0 && course->item[i].process == ended) {
            course->item[i].process = 0;
            read_row(course, i);
        }
}

static void judge_all(const struct rules *rules, struct course *course, int jobs)
{
    int running = 0;
    for (size_t i = 0; i < course->count; ++i) {
        if (running == jobs) {
            wait_for_one(course);
            --running;
        }
        now_doing(text_of(_("%zu of %zu submissions are judged"), i - (size_t)running, course->count));
        fflush(NULL);
        pid_t process = fork();
        if (process == 0) {
            judge_one(rules, course, i);
            exit(0);
        }
        if (process < 0)
            die("no process can be started: %s", strerror(errno));
        course->item[i].process = process;
        ++running;
    }
    for (; running > 0; --running) {
        now_doing(text_of(_("%zu of %zu submissions are judged"), course->count - (size_t)running, course->count));
        wait_for_one(course);
    }
    end_heartbeat();
}

// --- what is written ---

// A cell that a spreadsheet would compute becomes text.
static void write_cell(FILE *file, const char *text, char after)
{
    fprintf(file, "\"%s", *text != '\0' && strchr("=+-@\t\r", *text) ? "'" : "");
    for (const char *c = text; *c != '\0'; ++c)
        fprintf(file, *c == '"' ? "\"\"" : "%c", *c);
    fprintf(file, "\"%c", after);
}

static void write_csv(FILE *file, const struct course *course)
{
    fputs("student,file,exercise,passed,why,look,runs,seconds,inputs\n", file);
    for (size_t i = 0; i < course->count; ++i) {
        const cJSON *row = course->item[i].row;
        write_cell(file, string_in(row, "student"), ',');
        write_cell(file, string_in(row, "file"), ',');
        write_cell(file, string_in(row, "exercise"), ',');
        fprintf(file, "%s,", is_true(row, "passed") ? "true" : "false");
        write_cell(file, string_in(row, "why"), ',');
        fprintf(file, "%s,%.0f,%.0f,%.0f\n", is_true(row, "look") ? "true" : "false",
                cJSON_GetNumberValue(cJSON_GetObjectItem(row, "runs")),
                cJSON_GetNumberValue(cJSON_GetObjectItem(row, "seconds")),
                cJSON_GetNumberValue(cJSON_GetObjectItem(row, "inputs")));
    }
}

static void write_json(FILE *file, const struct course *course)
{
    for (size_t i = 0; i < course->count; ++i)
        fprintf(file, "%s\n", cJSON_PrintUnformatted(course->item[i].row));
}

static void write_html(FILE *file, const char *text)
{
    for (const char *c = text; *c != '\0'; ++c)
        switch (*c) {
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '&': fputs("&amp;", file); break;
        case '"': fputs("&quot;", file); break;
        case '\'': fputs("&#39;", file); break;
        default: fputc(*c, file);
        }
}

// Of a student's submissions for an exercise, one that has passed, or else the first.
static const cJSON *best(const struct course *course, size_t first, size_t last, const char *exercise)
{
    const cJSON *found = NULL;
    for (size_t i = first; i < last; ++i) {
        const cJSON *row = course->item[i].row;
        if (strcmp(string_in(row, "exercise"), exercise) == 0 &&
            (found == NULL || (is_true(row, "passed") && !is_true(found, "passed"))))
            found = row;
    }
    return found;
}

static void write_page_cell(FILE *file, const cJSON *row)
{
    if (row == NULL) {
        fputs("<td class=none>–</td>", file);
        return;
    }
    bool passed = is_true(row, "passed");
    fprintf(file, "<td class=\"%s%s\"><a href=\"reports/%s\" title=\"", passed ? "passed" : "failed",
            is_true(row, "look") ? " look" : "", string_in(row, "report"));
    write_html(file, string_in(row, "file"));
    fputs("\">", file);
    write_html(file, passed ? _("passed") : string_in(row, "why"));
    fputs("</a></td>", file);
}

static size_t last_of_student(const struct course *course, size_t first)
{
    size_t last = first;
    while (last < course->count && strcmp(course->item[last].student, course->item[first].student) == 0)
        ++last;
    return last;
}

static unsigned count_true(const struct course *course, size_t first, size_t last, const char *name)
{
    unsigned count = 0;
    for (size_t i = first; i < last; ++i)
        count += is_true(course->item[i].row, name);
    return count;
}

static void write_looks(FILE *file, const struct course *course)
{
    if (count_true(course, 0, course->count, "look") == 0)
        return;
    fprintf(file, "<h2>%s</h2><ul>", _("These deserve a look"));
    for (size_t i = 0; i < course->count; ++i) {
        const cJSON *row = course->item[i].row;
        if (!is_true(row, "look"))
            continue;
        fprintf(file, "<li><a href=\"reports/%s\">", string_in(row, "report"));
        write_html(file, string_in(row, "file"));
        fputs(in_chinese() ? "</a>：" : "</a>: ", file);
        write_html(file, string_in(row, "why"));
        fputs("</li>\n", file);
    }
    fputs("</ul>", file);
}

static void write_page(FILE *file, const struct course *course, const struct exercises *exercises)
{
    fprintf(file, "<!doctype html><html lang=%s><meta charset=utf-8><title>%s</title>\n", in_chinese() ? "zh-CN" : "en",
            _("Grades"));
    fputs("<meta name=viewport content=\"width=device-width\">\n<style>:root{color-scheme:light "
          "dark}body{font:16px/1.4 system-ui,sans-serif;margin:"
          "1.5rem}table{border-collapse:collapse}th,td{border:1px solid #8888;padding:.3rem .6rem;text-align:left;"
          "vertical-align:top}td a{color:inherit}.passed{background:#2a92}.failed{background:#d332}.none{color:#888}"
          ".look{outline:3px solid #e80}div{overflow-x:auto}</style>\n",
          file);
    fprintf(file, "<h1>%s</h1><p>", _("Grades"));
    fprintf(file, _("%zu submissions, %u passed. A cell leads to what the judge said."), course->count,
            count_true(course, 0, course->count, "passed"));
    fprintf(file, "</p>\n<div><table><thead><tr><th scope=col>%s</th><th scope=col>%s</th>", _("student"), _("passed"));
    for (size_t e = 0; e <= exercises->count; ++e) {
        const char *name = e < exercises->count ? exercises->item[e].name : "";
        if (best(course, 0, course->count, name) != NULL)
            fprintf(file, "<th scope=col>%s</th>", *name ? name : _("not judged"));
    }
    fputs("</tr></thead><tbody>\n", file);
    for (size_t first = 0, last; first < course->count; first = last) {
        last = last_of_student(course, first);
        fputs("<tr><th scope=row>", file);
        write_html(file, course->item[first].student);
        fprintf(file, "</th><td>%u</td>", count_true(course, first, last, "passed"));
        for (size_t e = 0; e <= exercises->count; ++e) {
            const char *name = e < exercises->count ? exercises->item[e].name : "";
            if (best(course, 0, course->count, name) != NULL)
                write_page_cell(file, best(course, first, last, name));
        }
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
    write_looks(file, course);
    fputs("</html>\n", file);
}

static FILE *create(const struct course *course, const char *name)
{
    FILE *file = fopen(text_of("%s/%s", course->results, name), "w");
    if (file == NULL)
        die("%s/%s cannot be written: %s", course->results, name, strerror(errno));
    return file;
}

static void close_written(FILE *file)
{
    if (ferror(file) || fclose(file) != 0)
        die("the results cannot be written: %s", strerror(errno));
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
        rmdir(text_of("%s/reports", course->results));
        rmdir(course->results);
        die("the sandbox does not work here: %s", readable(said.begin, strcspn(said.begin, "\n"), true));
    }
}

int grade(struct rules *rules, const char *folder, const char *results, int jobs)
{
    struct course course = {.folder = realpath(folder, NULL), .results = results};
    struct stat state;
    const char *temporary = getenv("TMPDIR");
    if (course.folder == NULL || stat(course.folder, &state) != 0 || !S_ISDIR(state.st_mode))
        die("there is no folder %s", folder);
    if (lstat(results, &state) == 0)
        die("%s is there already", results);
    find_in(&course, "");
    if (course.count == 0)
        die("there is no .cu file in %s", folder);
    qsort(course.item, course.count, sizeof *course.item, by_path);
    find_build(rules);
    if (access(text_of("%s/spaces.so", rules->build), R_OK) != 0)
        die("the headers of g++'s plugins are missing, without which a submission could switch checks off: apt-get "
            "install gcc-%d-plugin-dev",
            __GNUC__);
    char *work = text_of("%s/grade.XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (mkdtemp(work) == NULL || chmod(work, 0755) != 0)
        die("no folder for temporary files: %s", strerror(errno));
    course.work = work;
    if (mkdir(results, 0777) != 0 || (course.results = realpath(results, NULL)) == NULL ||
        mkdir(text_of("%s/reports", course.results), 0777) != 0)
        die("%s cannot be made: %s", results, strerror(errno));
    try_sandbox(rules, &course);
    judge_all(rules, &course, jobs);
    remove_tree(work);

    FILE *csv = create(&course, "grades.csv"), *json = create(&course, "grades.json"),
         *page = create(&course, "index.html");
    write_csv(csv, &course);
    write_json(json, &course);
    write_page(page, &course, &rules->exercises);
    close_written(csv);
    close_written(json);
    close_written(page);
    size_t unknown = 0;
    for (size_t i = 0; i < course.count; ++i)
        unknown += strcmp(string_in(course.item[i].row, "why"), _("the judge has failed")) == 0;
    printf(_("%zu submissions, %u passed: %s/index.html, grades.csv, grades.json\n"), course.count,
           count_true(&course, 0, course.count, "passed"), results);
    if (unknown > 0)
        fprintf(stderr, _("grade: of %zu submissions the judge has failed; see their rows\n"), unknown);
    return unknown > 0 || course.unreadable > 0;
}

#else // for ./run check alone

char *result_line(const struct result *result, const char *student, const char *file, const char *report, long seconds)
{
    (void)result, (void)student, (void)file, (void)report, (void)seconds;
    return NULL;
}

int grade(struct rules *rules, const char *folder, const char *results, int jobs)
{
    (void)rules, (void)folder, (void)results, (void)jobs;
    die("%s", _(needs_cjson));
}
#endif
