// SPDX-License-Identifier: MIT
// points.csv: a row for each student, with a point for each exercise that has passed.
#if __has_include(<cjson/cJSON.h>)
#include "grading.h"

#include <stdlib.h>
#include <string.h>

struct person {
    const char *name, *id; // the id is the course system's, or ""
    size_t first;          // of the submissions
};

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

// What is downloaded from a course system has the student's name and number:
//     Moodle, a folder:  Kim Lee_12345_assignsubmission_file_
//     Canvas, a file:    leekim_12345_67890_add.cu, or leekim_LATE_12345_67890_add.cu
// Any other name is the student's, as it stands.
static struct person person_of(const struct submission *s, size_t number)
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
        return (struct person){text_of("%.*s", (int)length, s->student), text_of("%.*s", (int)(after - id), id),
                               number};
    }
    return (struct person){s->student, "", number};
}

static bool same_person(const struct person *a, const struct person *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->id, b->id) == 0;
}

static bool has_passed(const struct course *course, const struct person *person, const char *exercise)
{
    for (size_t i = person->first; i < course->count; ++i) {
        const struct person other = person_of(&course->item[i], i);
        const cJSON *row = course->item[i].row;
        if (same_person(&other, person) && is_true(row, "passed") && strcmp(string_in(row, "exercise"), exercise) == 0)
            return true;
    }
    return false;
}

static bool is_handed_in(const struct course *course, const char *exercise)
{
    for (size_t i = 0; i < course->count; ++i)
        if (strcmp(string_in(course->item[i].row, "exercise"), exercise) == 0)
            return true;
    return false;
}

void write_points(FILE *file, const struct course *course, const struct exercises *exercises)
{
    struct person *all = calloc(course->count + 1, sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < course->count; ++i) {
        const struct person p = person_of(&course->item[i], i);
        size_t k = 0;
        while (k < count && !same_person(&all[k], &p))
            ++k;
        if (k == count)
            all[count++] = p;
    }
    fputs("student,id,points", file);
    for (size_t e = 0; e < exercises->count; ++e)
        if (is_handed_in(course, exercises->item[e].name))
            fprintf(file, ",%s", exercises->item[e].name);
    fputs("\n", file);
    for (size_t k = 0; k < count; ++k) {
        char *columns = strdup("");
        unsigned points = 0;
        for (size_t e = 0; e < exercises->count; ++e) {
            const char *exercise = exercises->item[e].name;
            if (!is_handed_in(course, exercise))
                continue;
            const bool passed = has_passed(course, &all[k], exercise);
            points += passed;
            columns = text_of("%s,%d", columns, passed);
        }
        write_cell(file, all[k].name, ',');
        fprintf(file, "%s,%u%s\n", all[k].id, points, columns);
    }
    free(all);
}
#endif
