// SPDX-License-Identifier: MIT
// An error in one of the device's own headers has its reason in the program: cucc says it at the program's line that
// led there, without the lines of the header.
#include "driver.h"

#include <string.h>

struct reader {
    const struct cucc *cucc;
    const char *user; // the place in the program that led to what follows; null: none is known
    bool required;    // it is one of a template's use
    struct text said;
    struct name_table known; // errors that were said already
    bool passes_over;        // the lines that belong to an error in a header
};

static bool is_own(const struct cucc *cucc, const char *place)
{
    return begins_with(place, text_of("%s/include/", cucc->here)) ||
           begins_with(place, text_of("%s/include/", cucc->build));
}

// "In file included from FILE:LINE,", "   from FILE:LINE:", "FILE:LINE:COLUMN:   required from here"
static char *place_of_context(const char *line)
{
    static const char *const begins[] = {"In file included from ", "from "};
    const char *blanks = line + strspn(line, " ");
    for (int i = 0; i < 2; ++i)
        if (begins_with(blanks, begins[i])) {
            const char *place = blanks + strlen(begins[i]);
            size_t length = strlen(place);
            return slice(place, length - (length > 0 && strchr(",:", place[length - 1]) != NULL));
        }
    const char *required = strstr(line, ":   required from");
    return required != NULL && *line != ' ' ? slice(line, (size_t)(required - line)) : NULL;
}

static void say_at_user(struct reader *r, const char *line, const char *error)
{
    static const char *const before[] = {"#error ", "static assertion failed: "};
    const char *text = strstr(error, "error: ") + strlen("error: ");
    for (int i = 0; i < 2; ++i)
        if (begins_with(text, before[i]))
            text += strlen(before[i]);
    const char *place = r->user != NULL ? r->user : slice(line, (size_t)(error - line));
    char *message = text_of("%s: error: %s\n", place, text);
    size_t *known = find_name(&r->known, message, true);
    if (!(*known)++)
        append(&r->said, message, strlen(message));
    r->user = NULL;
    r->required = false;
    r->passes_over = true;
}

static void read_line(struct reader *r, const char *line, const char *plain)
{
    char *place = place_of_context(plain);
    const char *error = *plain != ' ' ? strstr(plain, ": error: ") : NULL;
    if (error == NULL && *plain != ' ')
        error = strstr(plain, ": fatal error: ");
    if (place != NULL) {
        bool required = strstr(plain, ":   required from") != NULL; // which is nearer than what includes the header
        if (!is_own(r->cucc, place) && (r->user == NULL || (required && !r->required))) {
            r->user = place;
            r->required = required;
        }
        r->passes_over = true; // it stands for an error that is still to come
    } else if (error != NULL && is_own(r->cucc, plain)) {
        say_at_user(r, plain, error);
    } else if (*plain != ' ' && strstr(plain, ": note: ") == NULL) {
        r->passes_over = is_own(r->cucc, plain);
        r->user = error != NULL ? NULL : r->user;
    }
    if (!r->passes_over)
        appendf(&r->said, "%s\n", line);
}

struct text at_user_lines(const struct cucc *cucc, const char *messages)
{
    struct reader r = {.cucc = cucc};
    append(&r.said, "", 0);
    bool own = false;
    for (const char *at = messages; (at = strstr(at, "error: ")) != NULL && !own; ++at) {
        const char *begin = at;
        while (begin > messages && begin[-1] != '\n')
            --begin;
        own = is_own(cucc, without_colours(slice(begin, strcspn(begin, "\n"))));
    }
    if (!own) {
        append(&r.said, messages, strlen(messages));
        return r.said;
    }
    while (*messages != '\0') {
        size_t length = strcspn(messages, "\n");
        char *line = slice(messages, length);
        messages += length + (messages[length] == '\n');
        read_line(&r, line, without_colours(line));
    }
    return r.said;
}
