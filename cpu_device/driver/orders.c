// SPDX-License-Identifier: MIT
// cucc --orders N PROGRAM: runs a program in N orders of its warps and blocks, also on one core and with weak memory,
// and says each report once: in how many orders it came, and the settings of the first one. Reports are those that
// programs write with CPU_DEVICE_REPORT (docs/reports.md); a report is the same in two orders as within one program: if
// it has the id, the kernel, the variable and a line in common.
#include "driver.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_seconds = 100 }; // that a run may take

struct found {
    const char *base;     // the id, the kernel and the variable
    struct strings lines; // "FILE:LINE"
    struct json *report;
    unsigned first, orders, last;
};

struct all_orders {
    struct strings command; // the program and its arguments
    const char *to_repeat;  // how the user starts it
    const char *folder;     // for what the runs write
    unsigned count;
    struct found *found;
    size_t found_count;
    unsigned *status_of;   // by order
    uint64_t output;       // what the first order has printed
    unsigned other_output; // the first order that has printed something else
};

// --- the settings of an order ---

// Sets a variable, unless the user has; `said` gets "NAME=VALUE ".
static void set(const char *name, const char *value, const char *users, struct text *said)
{
    if (users != NULL && *users != '\0')
        return;
    if (value == NULL) {
        unsetenv(name);
        return;
    }
    setenv(name, value, 1);
    appendf(said, "%s=%s ", name, value);
}

// The first order is that of the program alone, the second one the same on one core. Then come the seeds: with the
// cores of the machine, with one, and with six, and every other time with weak memory.
static const char *use_order(unsigned order)
{
    static const char *const names[] = {"CPU_DEVICE_CORES", "CPU_DEVICE_SEED", "CPU_DEVICE_MEMORY"};
    static const char *users[3];
    static bool known = false;
    for (size_t i = 0; i < 3 && !known; ++i) {
        const char *value = getenv(names[i]);
        users[i] = value != NULL ? slice(value, strlen(value)) : NULL;
    }
    known = true;
    static const char *const cores[] = {NULL, "1", "6"};
    const char *seed = order > 2 ? text_of("%u", order - 2) : NULL;
    struct text said = {0};
    append(&said, "", 0);
    set(names[0], order == 2 ? "1" : order > 2 ? cores[(order - 3) % 3] : NULL, users[0], &said);
    set(names[1], seed, users[1], &said);
    set(names[2], order > 2 && order % 2 == 0 ? "weak" : NULL, users[2], &said);
    return said.begin;
}

// --- reports ---

// What a report says as prose, which is left out where reports are compared.
static bool is_prose(const struct json *member)
{
    return member->name != NULL && (strcmp(member->name, "remedy") == 0 || strcmp(member->name, "text") == 0);
}

// The first string of this name, in the report or in a part of it.
static const char *string_within(const struct json *whole, const char *name)
{
    for (const struct json *part = whole->first; part != NULL; part = part->next) {
        if (is_prose(part))
            continue;
        if (part->kind == JSON_STRING && part->name != NULL && strcmp(part->name, name) == 0)
            return part->text;
        const char *text = string_within(part, name);
        if (*text != '\0')
            return text;
    }
    return "";
}

static void add_lines(struct strings *lines, const struct json *whole)
{
    if (member_of(whole, "file") != NULL && member_of(whole, "line") != NULL)
        addf(lines, "%s:%ld", string_in(whole, "file"), number_in(whole, "line"));
    for (const struct json *part = whole->first; part != NULL; part = part->next)
        if (!is_prose(part))
            add_lines(lines, part);
}

static bool have_one_in_common(const struct strings *one, const struct strings *other)
{
    for (size_t i = 0; i < one->count; ++i)
        for (size_t k = 0; k < other->count; ++k)
            if (strcmp(one->item[i], other->item[k]) == 0)
                return true;
    return one->count == 0 && other->count == 0;
}

static void take_report(struct all_orders *all, struct json *report, unsigned order)
{
    const char *kernel = string_within(report, "kernel");
    struct found f = {.base = text_of("%s %.*s %s", string_in(report, "id"), (int)strcspn(kernel, "<"), kernel,
                                      string_within(report, "variable")),
                      .report = report,
                      .first = order};
    add_lines(&f.lines, report);
    size_t i = 0;
    while (i < all->found_count &&
           (strcmp(all->found[i].base, f.base) != 0 || !have_one_in_common(&all->found[i].lines, &f.lines)))
        ++i;
    if (i == all->found_count) {
        all->found = grow(all->found, (i + 1) * sizeof f);
        all->found[all->found_count++] = f;
    }
    add_all(&all->found[i].lines, &f.lines);
    all->found[i].orders += all->found[i].last != order;
    all->found[i].last = order;
}

static void take_reports(struct all_orders *all, const char *path, unsigned order)
{
    struct text text = {0};
    if (!read_file(path, &text))
        return;
    const struct report_list reports = reports_in(text.begin);
    for (size_t i = 0; i < reports.count; ++i)
        take_report(all, reports.item[i], order);
}

// --- runs ---

// What the program has left in this file; it is emptied first.
static int new_file(const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        die("can't write %s", path);
    return file;
}

// The status of the program in this order; 124: it did not end in time.
static unsigned run_order(struct all_orders *all, unsigned order)
{
    const char *reports = text_of("%s/reports", all->folder), *output = text_of("%s/output", all->folder);
    unlink(reports);
    struct run_settings settings = {.seconds = most_seconds, .out = new_file(output), .err = new_file("/dev/null")};
    addf(&settings.environment, "CPU_DEVICE_REPORT=%s", reports);
    const struct outcome outcome = run_within(&all->command, &settings);
    close(settings.out);
    close(settings.err);
    take_reports(all, reports, order);
    struct text printed = {0};
    const uint64_t made = read_file(output, &printed) ? hash(HASH_BEGIN, printed.begin, printed.length) : 0;
    if (order == 1)
        all->output = made;
    else if (outcome.late == 0 && made != all->output && all->other_output == 0)
        all->other_output = order;
    return outcome.late == 0 ? (unsigned)outcome.status : 124;
}

static const char *command_of(const struct all_orders *all, unsigned order)
{
    return text_of("%s%s", use_order(order), all->to_repeat);
}

// "in 3 of 20 orders; the first is: CPU_DEVICE_SEED=2 ./mine"
static void say_orders(const struct all_orders *all, unsigned orders, unsigned first)
{
    fprintf(stderr, tr("=========     in %u of %u orders; the first: %s\n"), orders, all->count,
            command_of(all, first));
}

static void say_found(const struct all_orders *all, const struct found *f)
{
    static const struct {
        const char *severity, *word;
    } words[] = {{"error", "Error"}, {"warning", "Warning"}, {"limit", "Limit"}, {"note", "Note"}};
    const char *severity = string_in(f->report, "severity");
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strcmp(severity, words[i].severity) == 0)
            fprintf(stderr, "========= %s\n",
                    text_of(tr("%s: %s"), tr(words[i].word), string_in(f->report, "headline")));
    for (const struct json *line = first_in(f->report, "text"); line != NULL; line = line->next) {
        char *text = slice(line->text, strlen(line->text));
        for (char *part = strtok(text, "\n"); part != NULL; part = strtok(NULL, "\n"))
            fprintf(stderr, "=========     %s\n", part + strspn(part, " "));
    }
    say_orders(all, f->orders, f->first);
}

// The reports as data, each with `orders`, in how many it came, and `first`, the settings of the first.
static void write_found(const struct all_orders *all, const char *path)
{
    struct text text = {0};
    unsigned count[2] = {0};
    for (size_t i = 0; i < all->found_count; ++i) {
        const struct found *f = &all->found[i];
        const char *severity = string_in(f->report, "severity"), *settings = use_order(f->first);
        count[0] += strcmp(severity, "error") == 0;
        count[1] += strcmp(severity, "warning") == 0;
        set_number(f->report, "orders", f->orders);
        set_string(f->report, "first", slice(settings, strlen(settings) - (*settings != '\0')));
        appendf(&text, "%s", json_line(f->report));
    }
    appendf(&text, "{\"id\":\"summary\",\"errors\":%u,\"warnings\":%u,\"limits\":0,\"orders\":%u}\n", count[0],
            count[1], all->count);
    if (!write_file(path, text.begin, text.length))
        die("can't write %s", path);
}

// The exit status: 3 if an order has an error, else the first one that is not 0.
static int say_all(const struct all_orders *all)
{
    unsigned errors = 0, warnings = 0, own = 0, wrong = 0, late = 0, first_wrong = 0, first_late = 0;
    for (size_t i = 0; i < all->found_count; ++i) {
        const char *severity = string_in(all->found[i].report, "severity");
        errors += strcmp(severity, "error") == 0;
        warnings += strcmp(severity, "warning") == 0;
        say_found(all, &all->found[i]);
    }
    for (unsigned order = 1; order <= all->count; ++order) {
        const unsigned status = all->status_of[order];
        if (status == 124) {
            ++late;
            first_late = first_late != 0 ? first_late : order;
        } else if (status != 0 && status != 3) {
            ++wrong;
            first_wrong = first_wrong != 0 ? first_wrong : order;
        }
    }
    if (wrong > 0) {
        own = all->status_of[first_wrong];
        fprintf(stderr, tr("========= The program ends with exit status %u\n"), own);
        say_orders(all, wrong, first_wrong);
    }
    if (late > 0) {
        fprintf(stderr, tr("========= The program does not end within %d seconds\n"), most_seconds);
        say_orders(all, late, first_late);
    }
    if (all->other_output != 0)
        fprintf(stderr, tr("========= The program does not print the same in all orders; the first that differs: %s\n"),
                command_of(all, all->other_output));
    char *of_errors = text_of(errors == 1 ? tr("%u error") : tr("%u errors"), errors),
         *of_warnings = text_of(warnings == 1 ? tr("%u warning") : tr("%u warnings"), warnings);
    fprintf(stderr, tr("========= SUMMARY of %u orders: %s, %s\n"), all->count, of_errors, of_warnings);
    return errors > 0 ? 3 : own != 0 ? (int)own : late > 0 ? 124 : 0;
}

// Makes a program of a source, in the folder.
static const char *compiled(const struct cucc *cucc, const char *source, const char *folder)
{
    const char *made = text_of("%s/program", folder);
    struct strings compilation = {0};
    addf(&compilation, "%s/cucc", cucc->here);
    add(&compilation, source);
    add(&compilation, "-o");
    add(&compilation, made);
    const int status = run(&compilation);
    if (status != 0)
        leave(status);
    return made;
}

// What is run, and how the user repeats it.
static void read_command(struct all_orders *all, const struct cucc *cucc, int count, char **arguments)
{
    const bool is_source = ends_with(*arguments, ".cu"), has_folder = strchr(*arguments, '/') != NULL;
    const char *program = has_folder || is_source ? *arguments : text_of("./%s", *arguments);
    struct text to_repeat = {0};
    appendf(&to_repeat, is_source ? "cucc %s -run" : "%s", program);
    program = is_source ? compiled(cucc, program, all->folder) : program;
    if (access(program, X_OK) != 0 || is_folder(program))
        die("there is no program %s", program);
    add(&all->command, program);
    for (int i = 1; i < count; ++i) {
        add(&all->command, arguments[i]);
        appendf(&to_repeat, is_source ? " --run-args %s" : " %s", arguments[i]);
    }
    all->to_repeat = to_repeat.begin;
}

void run_orders(const struct cucc *cucc, int count, char **arguments)
{
    struct all_orders all = {.folder = temporary_folder("/tmp/cucc-orders.XXXXXX")};
    char *end = NULL;
    const long orders = count > 0 ? strtol(arguments[0], &end, 10) : 0;
    if (count < 2 || *end != '\0' || orders < 1 || orders > 100000)
        die("--orders takes a number from 1 to 100000, and a program with its arguments");
    const char *reports = getenv("CPU_DEVICE_REPORT");
    reports = reports != NULL && *reports != '\0' ? slice(reports, strlen(reports)) : NULL;
    read_command(&all, cucc, count - 1, arguments + 1);
    all.count = (unsigned)orders;
    end_on_signals();
    atexit(tidy);
    all.status_of = grow(NULL, (all.count + 1) * sizeof *all.status_of);
    const double begin = seconds_now();
    double said = begin;
    for (unsigned order = 1; order <= all.count; ++order) {
        use_order(order);
        all.status_of[order] = run_order(&all, order);
        if (seconds_now() - said >= most_silence && order < all.count) {
            said = seconds_now();
            fprintf(stderr, tr("cucc: %u of %u orders, %.0f s\n"), order, all.count, said - begin);
        }
    }
    if (reports != NULL)
        write_found(&all, reports);
    leave(say_all(&all));
}
