// SPDX-License-Identifier: MIT
// The runs of a submission, and what each of them means. The playground judges by this, too (wasm/browser.c), so
// nothing here starts a process.
#include "judging.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

void ends(struct result *result, enum verdict verdict, bool needs_review, const char *why)
{
    result->verdict = verdict;
    result->needs_review = needs_review;
    result->why = why;
}

// --- which exercise it is ---

// The one whose judge is included. -1: there are several.
static int included_judge(const struct rules *rules, const char *judges, const struct exercise **found)
{
    *found = NULL;
    for (const char *name = judges; *name != '\0'; name += strcspn(name, " ") + 1) {
        const struct exercise *one = exercise_named(&rules->exercises, name, strcspn(name, " "));
        if (one != NULL && *found != NULL && one != *found)
            return -1;
        *found = one != NULL ? one : *found;
    }
    return *found != NULL;
}

const struct exercise *which_exercise(const struct rules *rules, const struct accepted *accepted, const char *named,
                                      struct result *result)
{
    bool differ;
    const struct exercise *by_path = exercise_of_path(&rules->exercises, named, &differ), *found;
    int judges = included_judge(rules, accepted->judges, &found);
    result->exercise = by_path ? by_path->name : accepted->refused && found ? found->name : "";
    if (accepted->refused != NULL)
        ends(result, FAILED, true, text_of(_("not accepted: %s"), accepted->refused));
    else if (judges < 0)
        ends(result, UNJUDGED, true, _("it includes the judges of several exercises"));
    else if (judges == 0)
        ends(result, UNJUDGED, false, _("it does not include the judge of an exercise, as #include \"judge/add.h\""));
    else if (differ)
        ends(result, UNJUDGED, true, _("its name is that of one exercise, and its folder that of another"));
    else if (by_path != NULL && by_path != found)
        ends(result, UNJUDGED, true,
             text_of(_("its name or its folder says %s, and it includes the judge of %s"), by_path->name, found->name));
    else
        return found;
    return NULL;
}

// --- the runs ---

bool is_weak(uint64_t order)
{
    return order > most_orders;
}

uint64_t order_of_run(const char *inputs, unsigned run)
{
    if (run == 0)
        return 0;
    uint64_t number = 0;
    for (const char *c = inputs; *c != '\0'; ++c)
        number = number * 31 + (unsigned char)*c;
    uint64_t x = (number * 0x9e3779b97f4a7c15 + run) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 29) * 0x94d049bb133111eb;
    return (x ^ x >> 32) % most_orders + 1; // 0 is their own
}

void give_settings(uint64_t order, void (*set)(const char *name, const char *value))
{
    set("CPU_DEVICE_SEED", text_of("%lu", (unsigned long)order));
    set("CPU_DEVICE_MEMORY", is_weak(order) ? "weak" : "strong");
    set("CPU_DEVICE_SAME_VALUE", "report"); // in an exercise, each value has one writer
    set("CPU_DEVICE_LEAKS", "error");
}

// --- what a run means ---

static bool says(const struct run *run, const char *kind)
{
    return strncmp(run->verdict, kind, strlen(kind)) == 0;
}

bool is_lucky(const struct run *run)
{
    return run->reports.first != NULL && says(run, "right:") && !run->reports.note; // what is needless is no luck
}

static const char *verdict_in_words(const char *verdict, uint64_t order)
{
    const char *line = is_weak(order)
                           ? _("%s\nIn this run, loads got old values as far as fences, orders and scopes let them.\n")
                           : "%s\n";
    return text_of(line, text_in_words(verdict));
}

// What the device has reported says more than a wrong result.
static const char *found_and_result(const struct run *run)
{
    const char *kind = strndup(run->verdict, strcspn(run->verdict, ":"));
    if (strcmp(kind, "slow") == 0 || strcmp(kind, "waits") == 0) // which are said of right results
        kind = "right";
    return *run->verdict != '\0' ? text_of(_("%s; the result is %s"), run->reports.first, text_in_words(kind))
                                 : run->reports.first;
}

static void no_verdict(const struct run *run, struct result *result)
{
    struct text err = read_up_to(run->err, 2000);
    const int status = run->outcome.status;
    result->text = readable(err.begin, err.length, false);
    ends(result, FAILED, true,
         status == 137 ? _("it ends (killed) before the judge is done")
                       : text_of(_("it ends (status %d) before the judge is done"), status));
}

// The device says where a kernel is that does not end: "... thread (0,0,0) at spin.cu:6".
static const char *takes_too_long(const struct run *run)
{
    const bool computes = run->outcome.status == 128 + SIGXCPU;
    const int seconds = run->outcome.late;
    const char *err = read_up_to(run->err, 20000).begin, *said = strstr(err, "CPU device: kernel "), *line = NULL;
    const char *end = said != NULL ? said + strcspn(said, "\n") : NULL;
    for (const char *c = said; c != NULL && c < end; ++c)
        if (strncmp(c, ".cu:", 4) == 0)
            line = c;
    if (line == NULL)
        return text_of(computes ? _("it takes more than %d seconds of processor time")
                                : _("it takes longer than %d seconds"),
                       seconds);
    const char *name = line;
    while (name > said && strchr(" \t", name[-1]) == NULL)
        --name;
    const int length = (int)(line - name) + 4 + (int)strspn(line + 4, "0123456789");
    const char *at = readable(name, (size_t)length, true);
    return text_of(computes ? _("it takes more than %d seconds of processor time: a thread is at %s")
                            : _("it takes longer than %d seconds: a thread is at %s"),
                   seconds, at);
}

bool run_passes(const struct rules *rules, const struct run *run, struct result *result)
{
    const struct outcome outcome = run->outcome;
    const char *found = run->reports.first;
    if (found != NULL)
        result->text = run->reports.text;
    else if (*run->verdict != '\0')
        result->text = verdict_in_words(run->verdict, result->order);
    if (run->limit != NULL)
        ends(result, FAILED, true, text_of(_("it %s"), run->limit));
    else if (outcome.late != 0)
        ends(result, FAILED, false, takes_too_long(run));
    else if (outcome.status == 128 + SIGXFSZ)
        ends(result, FAILED, true, _("it writes more than 64 MiB"));
    else if (found != NULL)
        ends(result, FAILED, false, found_and_result(run));
    else if (says(run, "right:") && outcome.status == 0 && run->reports.complete)
        return result->text = text_of(_("%s, each with %d orders of the warps; no races, no bad accesses, no leaks\n"),
                                      text_in_words(run->verdict), result->runs),
               true;
    else if (says(run, "right:"))
        ends(result, FAILED, true, text_of(_("it ends with status %d"), outcome.status));
    else if (says(run, "wrong:"))
        ends(result, FAILED, false, _("a wrong result"));
    else if (says(run, "unsafe:"))
        ends(result, FAILED, false, _("a right result, by luck"));
    else if (says(run, "waits:"))
        ends(result, FAILED, false, _("a right result, but something waits for too much"));
    else if (says(run, "slow:"))
        ends(result, FAILED, false, _("a right result, but too many accesses"));
    else
        no_verdict(run, result);
    return false;
}
