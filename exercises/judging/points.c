// SPDX-License-Identifier: MIT
// points.csv: a row for each student, with a point for each exercise that has passed.
#if __has_include(<cjson/cJSON.h>)
#include "grading.h"

#include <stdlib.h>
#include <string.h>

struct person {
    const char *name, *id; // the id is the course system's, or ""
    bool *passed;          // by exercise
};

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

// What is downloaded from a course system has the student's name and number:
//     Moodle, a folder:  Kim Lee_12345_assignsubmission_file_
//     Canvas, a file:    leekim_12345_67890_add.cu, or leekim_LATE_12345_67890_add.cu
// Any other name is the student's, as it stands.
static struct person person_of(const struct submission *s)
{
    for (const char *at = strchr(s->student, '_'); at != NULL; at = strchr(at + 1, '_')) {
        const char *id = at + 1, *after = id + digits(id);
        const bool moodle = after > id && strncmp(after, "_assignsubmission_", 18) == 0;
        const bool canvas = after > id && *after == '_' && digits(after + 1) > 0 && after[1 + digits(after + 1)] == '_';
        if (!moodle && !canvas)
            continue;
        size_t length = (size_t)(at - s->student);
        if (canvas && length > 5 && strncmp(at - 5, "_LATE", 5) == 0)
            length -= 5;
        return (struct person){text_of("%.*s", (int)length, s->student), text_of("%.*s", (int)(after - id), id), NULL};
    }
    return (struct person){s->student, "", NULL};
}

// Among the first `count`; a person who is not there comes at their end.
static struct person *find_person(struct person *all, size_t *count, const struct person *wanted, size_t exercises)
{
    for (size_t k = 0; k < *count; ++k)
        if (strcmp(all[k].name, wanted->name) == 0 && strcmp(all[k].id, wanted->id) == 0)
            return &all[k];
    all[*count] = *wanted;
    all[*count].passed = calloc(exercises, sizeof *wanted->passed);
    return &all[(*count)++];
}

void write_points(FILE *file, const struct course *course, const struct exercises *exercises)
{
    struct person *all = calloc(course->count + 1, sizeof *all);
    bool *handed_in = calloc(exercises->count, sizeof *handed_in);
    size_t count = 0;
    for (size_t i = 0; i < course->count; ++i) {
        const cJSON *row = course->item[i].row;
        const char *name = string_in(row, "exercise");
        const struct person person = person_of(&course->item[i]);
        const struct person *const p = find_person(all, &count, &person, exercises->count);
        const struct exercise *const exercise = exercise_named(exercises, name, strlen(name));
        if (exercise == NULL)
            continue;
        handed_in[exercise - exercises->item] = true;
        p->passed[exercise - exercises->item] |= is_true(row, "passed");
    }
    fputs("student,id,points", file);
    for (size_t e = 0; e < exercises->count; ++e)
        if (handed_in[e])
            fprintf(file, ",%s", exercises->item[e].name);
    fputs("\n", file);
    for (const struct person *p = all; p < all + count; ++p) {
        unsigned points = 0;
        for (size_t e = 0; e < exercises->count; ++e)
            points += p->passed[e];
        write_cell(file, p->name, ',');
        fprintf(file, "%s,%u", p->id, points);
        for (size_t e = 0; e < exercises->count; ++e)
            if (handed_in[e])
                fprintf(file, ",%d", p->passed[e]);
        fputs("\n", file);
        free(p->passed);
    }
    free(handed_in);
    free(all);
}
#endif
