// SPDX-License-Identifier: MIT
// JSON, read from a text and written to one. A string keeps its bytes, and a number the digits with which it is
// written.
#include "runs.h"

#include <stdlib.h>
#include <string.h>

enum { most_depth = 64 }; // of values in values: what a program writes must not exhaust the stack

struct reader {
    const char *at, *end;
    unsigned depth;
};

static bool takes(struct reader *r, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

static void pass_blanks(struct reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) != NULL && *r->at != '\0')
        ++r->at;
}

static bool read_digits(struct reader *r, unsigned *code)
{
    *code = 0;
    for (int i = 0; i < 4; ++i, ++r->at) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = r->at < r->end && *r->at != '\0' ? strchr(digits, *r->at | 0x20) : NULL;
        if (digit == NULL)
            return false;
        *code = *code << 4 | (unsigned)(digit - digits);
    }
    return true;
}

static void append_character(struct text *text, unsigned code)
{
    char bytes[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    bytes[0] = (char)(first[length] | code);
    append(text, bytes, length);
}

// After "\u": one character, of two such codes if it lies above U+FFFF.
static bool read_code(struct reader *r, struct text *text)
{
    unsigned code, low;
    if (!read_digits(r, &code) || code == 0)
        return false;
    if (code >= 0xd800 && code < 0xdc00) {
        if (!takes(r, "\\u") || !read_digits(r, &low) || low < 0xdc00 || low > 0xdfff)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10 | (low - 0xdc00));
    }
    append_character(text, code);
    return true;
}

// After the quote in front of it; null: it is none.
static char *read_string(struct reader *r)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    struct text text = {0};
    append(&text, "", 0);
    while (r->at < r->end && *r->at != '"') {
        if (*r->at != '\\') {
            append(&text, r->at++, 1);
            continue;
        }
        ++r->at;
        if (takes(r, "u")) {
            if (!read_code(r, &text))
                return NULL;
            continue;
        }
        const char *name = r->at < r->end && *r->at != '\0' ? strchr(names, *r->at) : NULL;
        if (name == NULL)
            return NULL;
        append(&text, &meant[name - names], 1);
        ++r->at;
    }
    return takes(r, "\"") ? text.begin : NULL;
}

static struct json *new_value(enum json_kind kind, const char *text)
{
    struct json *value = grow(NULL, sizeof *value);
    *value = (struct json){.kind = kind, .text = text};
    return value;
}

static struct json *read_value(struct reader *r);

// The elements of an array or the members of an object, after its bracket.
static struct json *read_parts(struct reader *r, enum json_kind kind, const char *end)
{
    struct json *whole = new_value(kind, ""), **next = &whole->first;
    pass_blanks(r);
    if (takes(r, end))
        return whole;
    do {
        char *name = NULL;
        pass_blanks(r);
        if (kind == JSON_OBJECT) {
            name = takes(r, "\"") ? read_string(r) : NULL;
            pass_blanks(r);
            if (name == NULL || !takes(r, ":"))
                return NULL;
        }
        if ((*next = read_value(r)) == NULL)
            return NULL;
        (*next)->name = name;
        next = &(*next)->next;
        pass_blanks(r);
    } while (takes(r, ","));
    return takes(r, end) ? whole : NULL;
}

static struct json *read_number(struct reader *r)
{
    const char *begin = r->at;
    while (r->at < r->end && *r->at != '\0' && strchr("+-.0123456789eE", *r->at) != NULL)
        ++r->at;
    char *text = slice(begin, (size_t)(r->at - begin)), *end;
    strtod(text, &end);
    return *text != '\0' && *end == '\0' ? new_value(JSON_NUMBER, text) : NULL;
}

static struct json *read_value(struct reader *r)
{
    struct json *value = NULL;
    pass_blanks(r);
    if (++r->depth > most_depth)
        return NULL;
    if (takes(r, "{")) {
        value = read_parts(r, JSON_OBJECT, "}");
    } else if (takes(r, "[")) {
        value = read_parts(r, JSON_ARRAY, "]");
    } else if (takes(r, "\"")) {
        const char *text = read_string(r);
        value = text != NULL ? new_value(JSON_STRING, text) : NULL;
    } else if (takes(r, "true")) {
        value = new_value(JSON_TRUE, "true");
    } else if (takes(r, "false")) {
        value = new_value(JSON_FALSE, "false");
    } else if (takes(r, "null")) {
        value = new_value(JSON_NULL, "null");
    } else {
        value = read_number(r);
    }
    --r->depth;
    return value;
}

struct json *read_json(const char *text, size_t length)
{
    struct reader r = {text, text + length, 0};
    struct json *value = read_value(&r);
    pass_blanks(&r);
    return r.at == r.end ? value : NULL;
}

// --- members ---

struct json *member_of(const struct json *object, const char *name)
{
    struct json *member = object != NULL && object->kind == JSON_OBJECT ? object->first : NULL;
    while (member != NULL && strcmp(member->name, name) != 0)
        member = member->next;
    return member;
}

const struct json *first_in(const struct json *object, const char *name)
{
    const struct json *array = member_of(object, name);
    return array != NULL ? array->first : NULL;
}

const char *string_in(const struct json *object, const char *name)
{
    const struct json *member = member_of(object, name);
    return member != NULL && member->kind == JSON_STRING ? member->text : "";
}

long number_in(const struct json *object, const char *name)
{
    const struct json *member = member_of(object, name);
    return member != NULL && member->kind == JSON_NUMBER ? (long)strtod(member->text, NULL) : 0;
}

bool is_true(const struct json *object, const char *name)
{
    const struct json *member = member_of(object, name);
    return member != NULL && member->kind == JSON_TRUE;
}

struct json *new_object(void)
{
    return new_value(JSON_OBJECT, "");
}

// The member gets another value; a new one comes last.
static void set_member(struct json *object, const char *name, enum json_kind kind, const char *text)
{
    struct json **place = &object->first;
    while (*place != NULL && strcmp((*place)->name, name) != 0)
        place = &(*place)->next;
    if (*place == NULL) {
        *place = new_value(kind, text);
        (*place)->name = name;
    }
    (*place)->kind = kind;
    (*place)->text = text;
    (*place)->first = NULL;
}

void set_string(struct json *object, const char *name, const char *value)
{
    set_member(object, name, JSON_STRING, slice(value, strlen(value)));
}

void set_number(struct json *object, const char *name, long value)
{
    set_member(object, name, JSON_NUMBER, text_of("%ld", value));
}

void set_truth(struct json *object, const char *name, bool value)
{
    set_member(object, name, value ? JSON_TRUE : JSON_FALSE, value ? "true" : "false");
}

void leave_out_member(struct json *object, const char *name)
{
    for (struct json **place = &object->first; *place != NULL; place = &(*place)->next)
        if (strcmp((*place)->name, name) == 0) {
            *place = (*place)->next;
            return;
        }
}

// --- writing ---

void append_json_string(struct text *to, const char *string)
{
    static const char meant[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    append(to, "\"", 1);
    for (const char *c = string; *c != '\0'; ++c) {
        const char *special = strchr(meant, *c);
        if (special != NULL)
            appendf(to, "\\%c", names[special - meant]);
        else if ((unsigned char)*c < ' ')
            appendf(to, "\\u%04x", *c);
        else
            append(to, c, 1);
    }
    append(to, "\"", 1);
}

void append_json(struct text *to, const struct json *value)
{
    const bool object = value->kind == JSON_OBJECT;
    if (value->kind == JSON_STRING)
        return append_json_string(to, value->text);
    if (!object && value->kind != JSON_ARRAY)
        return append(to, value->text, strlen(value->text));
    append(to, object ? "{" : "[", 1);
    for (const struct json *part = value->first; part != NULL; part = part->next) {
        if (part != value->first)
            append(to, ",", 1);
        if (object) {
            append_json_string(to, part->name);
            append(to, ":", 1);
        }
        append_json(to, part);
    }
    append(to, object ? "}" : "]", 1);
}

const char *json_line(const struct json *value)
{
    struct text text = {0};
    append_json(&text, value);
    append(&text, "\n", 1);
    return text.begin;
}
