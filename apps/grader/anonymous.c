// SPDX-License-Identifier: MIT
// Tables without names. A student is called by the first digits of a random number: that of the inputs of their first
// submission, which the journal has beside the name.
#include "grading.h"

#include <stdlib.h>
#include <string.h>

// `why` without the file's own name.
static const char *without_name(const char *why, const char *file, const char *instead)
{
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file, *found;
    const char *said = "";
    for (; (found = strstr(why, name)) != NULL; why = found + strlen(name))
        said = text_of("%s%.*s%s", said, (int)(found - why), why, instead);
    return text_of("%s%s", said, why);
}

static int by_student(const void *a, const void *b)
{
    return strcmp(((const struct submission *)a)->student, ((const struct submission *)b)->student);
}

void leave_out_names(struct course *course)
{
    struct person *all = calloc(course->count + 1, sizeof *all);
    char **number = calloc(course->count + 1, sizeof *number);
    size_t count = 0, unknown = 0;
    for (size_t i = 0; i < course->count; ++i) {
        struct submission *const s = &course->item[i];
        const struct person person = person_of(s->student);
        const char *inputs = string_in(s->row, "inputs"), *exercise = string_in(s->row, "exercise");
        size_t k = 0;
        while (k < count && (strcmp(all[k].name, person.name) != 0 || strcmp(all[k].id, person.id) != 0))
            ++k;
        if (k == count) {
            all[count++] = person;
            number[k] = *inputs != '\0' ? text_of("%.8s", inputs) : text_of("unknown-%zu", ++unknown);
        }
        const char *file = text_of("%s.cu", *exercise != '\0' ? exercise : "submission");
        set_string(s->row, "why", without_name(string_in(s->row, "why"), s->path, file));
        s->student = number[k];
        s->file = text_of("%s/%s", number[k], file);
        set_string(s->row, "student", s->student);
        set_string(s->row, "file", s->file);
        set_string(s->row, "text", ""); // with the names that the student has chosen
        set_string(s->row, "report", "");
    }
    qsort(course->item, course->count, sizeof *course->item, by_student);
    free(number);
    free(all);
}
