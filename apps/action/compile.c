// SPDX-License-Identifier: MIT
// What the compiler and the linker say about a file.
#include "annotate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

void read_messages(struct judging *j, char *text)
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

// It has the name of its file, by which reports know it.
char *program_of(const struct judging *j)
{
    const char *slash = strrchr(j->file, '/'), *name = slash ? slash + 1 : j->file, *dot = strrchr(name, '.');
    return text_of("%s/programs/%.*s", j->settings->work, dot && dot > name ? (int)(dot - name) : (int)strlen(name),
                   name);
}

bool compile(struct judging *j)
{
    const struct settings *s = j->settings;
    struct strings command = {0};
    char *dependencies = text_of("%s/dependencies", s->work), *program = program_of(j);
    unlink(dependencies);
    unlink(program);
    add(&command, s->cucc);
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
