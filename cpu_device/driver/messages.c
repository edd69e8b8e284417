// SPDX-License-Identifier: MIT
// What the compiler said in the two passes over a file, each message once. A message extends from the line that names
// its place to the next such line. To the compiler a kernel's body is a lambda; here it gets the kernel's name. The
// compiler's colours are kept.
#include "driver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct kernel {
    long first, last;
    const char *name, *file;
};

struct messages {
    struct kernel *kernel;
    size_t kernel_count;
    struct name_table said;
    struct text message, context, shown, merged;
    const char *place; // the line that the message begins with, without colours
};

static char *line_at(const char **at)
{
    const char *end = strchr(*at, '\n');
    char *line = slice(*at, end ? (size_t)(end - *at) : strlen(*at));
    *at = end ? end + 1 : *at + strlen(*at);
    return line;
}

static void read_kernels(struct messages *m, const char *text)
{
    while (*text != '\0') {
        char *line = line_at(&text);
        char *first = strtok(line, " "), *last = strtok(NULL, " "), *name = strtok(NULL, " "), *file = strtok(NULL, "");
        if (file == NULL)
            continue;
        m->kernel = grow(m->kernel, (m->kernel_count + 1) * sizeof *m->kernel);
        m->kernel[m->kernel_count++] = (struct kernel){atol(first), atol(last), name, file};
    }
}

static const char *kernel_at(const struct messages *m, const char *place)
{
    const char *colon = place;
    while ((colon = strchr(colon, ':')) != NULL) {
        size_t digits = strspn(colon + 1, "0123456789");
        if (digits > 0 && colon[1 + digits] == ':')
            break;
        ++colon;
    }
    if (colon == NULL)
        return NULL;
    long line = atol(colon + 1);
    for (size_t i = 0; i < m->kernel_count; ++i) {
        const struct kernel *k = &m->kernel[i];
        if (line >= k->first && line <= k->last && strlen(k->file) == (size_t)(colon - place) &&
            memcmp(k->file, place, (size_t)(colon - place)) == 0)
            return k->name;
    }
    return NULL;
}

static struct text replaced(const char *text, const char *word, const char *by)
{
    struct text result = {0};
    append(&result, "", 0);
    for (const char *found; (found = strstr(text, word)) != NULL; text = found + strlen(word)) {
        append(&result, text, (size_t)(found - text));
        append(&result, by, strlen(by));
    }
    append(&result, text, strlen(text));
    return result;
}

static void finish(struct messages *m)
{
    if (m->message.length > 0 && strstr(m->message.begin, "used but never defined") == NULL) {
        size_t *said = find_name(&m->said, m->message.begin, true);
        if (!(*said)++) {
            const char *kernel = kernel_at(m, m->place);
            struct text message = replaced(m->message.begin, "::<lambda()> mutable", "");
            if (kernel != NULL && m->context.length > 0)
                m->context = replaced(m->context.begin, "In lambda function:", text_of("In kernel %s:", kernel));
            if (m->context.length != m->shown.length || memcmp(m->context.begin, m->shown.begin, m->shown.length) != 0)
                append(&m->merged, m->context.begin, m->context.length);
            m->shown = (struct text){0};
            append(&m->shown, m->context.begin ? m->context.begin : "", m->context.length);
            append(&m->merged, message.begin, message.length);
        }
    }
    m->message = (struct text){0};
}

char *without_colours(const char *line)
{
    char *plain = slice(line, strlen(line)), *to = plain;
    for (const char *c = line; *c != '\0'; ++c) {
        size_t length = c[0] == '\033' && c[1] == '[' ? 2 + strspn(c + 2, "0123456789;") : 0;
        if (length > 0 && (c[length] == 'm' || c[length] == 'K'))
            c += length;
        else
            *to++ = *c;
    }
    *to = '\0';
    return plain;
}

// In function 'f': / In file included from ...: what the next messages stand in.
static bool is_context(const char *plain)
{
    const char *inside = strstr(plain, ": In "), *blanks = plain + strspn(plain, " ");
    return (inside != NULL && *plain != ' ' && inside > plain && ends_with(plain, ":") && strlen(inside) > 6) ||
           begins_with(plain, "In file included") || begins_with(plain, "In function") ||
           (blanks > plain && (begins_with(blanks, "from") || begins_with(blanks, "inlined from"))) ||
           strstr(plain, ": At global scope") != NULL || strstr(plain, ": In instantiation of") != NULL;
}

static bool begins_message(const char *plain)
{
    static const char *const kinds[] = {": warning: ", ": error: ", ": fatal error: "};
    for (size_t i = 0; i < 3; ++i) {
        const char *kind = strstr(plain, kinds[i]);
        if (kind != NULL && kind > plain && *plain != ' ')
            return true;
    }
    return false;
}

static void read_messages(struct messages *m, const char *text)
{
    bool first = true;
    while (*text != '\0') {
        char *line = line_at(&text), *plain = without_colours(line);
        if (is_context(plain)) {
            if (m->message.length > 0 || first) {
                finish(m);
                m->context = (struct text){0};
            }
            appendf(&m->context, "%s\n", line);
        } else {
            if (begins_message(plain) || first) {
                finish(m);
                m->place = plain;
            }
            appendf(&m->message, "%s\n", line);
        }
        first = false;
    }
}

struct text merge_messages(const char *kernels, const char *device, const char *host)
{
    struct messages m = {.place = ""};
    read_kernels(&m, kernels);
    read_messages(&m, device);
    read_messages(&m, host);
    finish(&m);
    append(&m.merged, "", 0);
    return m.merged;
}
