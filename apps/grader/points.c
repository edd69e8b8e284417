// SPDX-License-Identifier: MIT
// A row for each student: points.csv, and the tables that Canvas and Moodle import.
#include "grading.h"

#include <stdlib.h>
#include <string.h>

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

// What is downloaded from a course system has the student's name and number:
//     Moodle, a folder:  Kim Lee_12345_assignsubmission_file_
//     Canvas, a file:    leekim_12345_67890_add.cu, or leekim_LATE_12345_67890_add.cu
// Any other name is the student's, as it stands.
struct person person_of(const char *student)
{
    for (const char *at = strchr(student, '_'); at != NULL; at = strchr(at + 1, '_')) {
        const char *id = at + 1, *after = id + digits(id);
        const bool moodle = after > id && strncmp(after, "_assignsubmission_", 18) == 0;
        const bool canvas = after > id && *after == '_' && digits(after + 1) > 0 && after[1 + digits(after + 1)] == '_';
        if (!moodle && !canvas)
            continue;
        size_t length = (size_t)(at - student);
        if (canvas && length > 5 && strncmp(at - 5, "_LATE", 5) == 0)
            length -= 5;
        return (struct person){text_of("%.*s", (int)length, student), text_of("%.*s", (int)(after - id), id),
                               moodle ? OF_MOODLE : OF_CANVAS, NULL};
    }
    return (struct person){student, "", OF_FOLDER, NULL};
}

// A person who is not among them yet comes at their end.
static struct person *find_person(struct people *people, const char *student, size_t exercises)
{
    const struct person wanted = person_of(student);
    for (struct person *p = people->item; p < people->item + people->count; ++p)
        if (strcmp(p->name, wanted.name) == 0 && strcmp(p->id, wanted.id) == 0)
            return p;
    struct person *const p = &people->item[people->count++];
    *p = wanted;
    p->done = calloc(exercises, sizeof *p->done);
    return p;
}

static struct people people_of(const struct course *course, const struct exercises *exercises)
{
    struct people people = {calloc(course->count + 1, sizeof *people.item), 0,
                            calloc(exercises->count, sizeof *people.handed_in)};
    for (size_t i = 0; i < course->count; ++i) {
        const struct json *row = course->item[i].row;
        const char *name = string_in(row, "exercise");
        struct person *const p = find_person(&people, course->item[i].student, exercises->count);
        const struct exercise *const exercise = exercise_named(exercises, name, strlen(name));
        if (exercise == NULL)
            continue;
        const size_t e = (size_t)(exercise - exercises->item);
        people.handed_in[e] = true;
        if (p->done[e] != PASSED_IT)
            p->done[e] = is_true(row, "passed") ? PASSED_IT : TRIED_IT;
    }
    return people;
}

static unsigned points_of(const struct person *p, const struct exercises *exercises)
{
    unsigned points = 0;
    for (size_t e = 0; e < exercises->count; ++e)
        points += p->done[e] == PASSED_IT ? exercises->item[e].points : 0;
    return points;
}

// A column for each exercise that anybody has handed in.
static void write_names(FILE *file, const struct people *people, const struct exercises *exercises)
{
    for (size_t e = 0; e < exercises->count; ++e)
        if (people->handed_in[e])
            fprintf(file, ",%s", exercises->item[e].name);
    fputs("\n", file);
}

void write_points(FILE *file, const struct course *course, const struct exercises *exercises)
{
    const struct people people = people_of(course, exercises);
    fputs(BYTE_ORDER_MARK "student,id,points", file);
    write_names(file, &people, exercises);
    for (const struct person *p = people.item; p < people.item + people.count; ++p) {
        write_cell(file, p->name, ',');
        fprintf(file, "%s,%u", p->id, points_of(p, exercises));
        for (size_t e = 0; e < exercises->count; ++e)
            if (people.handed_in[e])
                fprintf(file, ",%u", p->done[e] == PASSED_IT ? exercises->item[e].points : 0);
        fputs("\n", file);
    }
}

// For "Import" in Canvas' gradebook, which finds students by ID, and asks what to do with a column that is none of the
// course's assignments. What a student has not handed in stays empty.
void write_canvas(FILE *file, const struct course *course, const struct exercises *exercises)
{
    const struct people people = people_of(course, exercises);
    fputs("Student,ID,Section", file);
    write_names(file, &people, exercises);
    fputs("    Points Possible,,", file);
    for (size_t e = 0; e < exercises->count; ++e)
        if (people.handed_in[e])
            fprintf(file, ",%u", exercises->item[e].points);
    fputs("\n", file);
    for (const struct person *p = people.item; p < people.item + people.count; ++p) {
        if (p->from != OF_CANVAS)
            continue;
        write_cell(file, p->name, ',');
        fprintf(file, "%s,", p->id);
        for (size_t e = 0; e < exercises->count; ++e)
            if (people.handed_in[e])
                fprintf(file, p->done[e] == NOT_HANDED_IN ? "," : ",%u",
                        p->done[e] == PASSED_IT ? exercises->item[e].points : 0);
        fputs("\n", file);
    }
}

// For "Upload grading worksheet" in a Moodle assignment, which needs an identifier, a grade, and when that was
// modified.
void write_moodle(FILE *file, const struct course *course, const struct exercises *exercises)
{
    const struct people people = people_of(course, exercises);
    unsigned most = 0;
    for (size_t e = 0; e < exercises->count; ++e)
        most += people.handed_in[e] ? exercises->item[e].points : 0;
    fputs("Identifier,\"Full name\",Grade,\"Maximum Grade\",\"Last modified (grade)\"\n", file);
    for (const struct person *p = people.item; p < people.item + people.count; ++p) {
        if (p->from != OF_MOODLE)
            continue;
        fprintf(file, "\"Participant %s\",", p->id);
        write_cell(file, p->name, ',');
        fprintf(file, "%u,%u,-\n", points_of(p, exercises), most);
    }
}

bool has_people_from(const struct course *course, enum course_system from)
{
    for (size_t i = 0; i < course->count; ++i)
        if (person_of(course->item[i].student).from == from)
            return true;
    return false;
}

// "add=2,lock=5": the points of these exercises; the others keep 1.
void set_points(struct exercises *exercises, const char *list)
{
    while (*list != '\0') {
        const size_t length = strcspn(list, "=,");
        struct exercise *const exercise = (struct exercise *)exercise_named(exercises, list, length);
        char *end = NULL;
        const unsigned long points = list[length] == '=' ? strtoul(list + length + 1, &end, 10) : 0;
        if (exercise == NULL || end == NULL || end == list + length + 1 || (*end != ',' && *end != '\0') ||
            points > 1000000)
            die(_("--points needs a list such as add=2,lock=5, and not %s"), list);
        exercise->points = (unsigned)points;
        list = end + (*end == ',');
    }
}
