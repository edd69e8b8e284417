// SPDX-License-Identifier: MIT
// The language of what the judge says: Chinese by CPU_DEVICE_LANGUAGE=zh or by the locale, else English. The catalogues
// of ../po have the texts.
#include "judging.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool in_chinese(void)
{
    static const char *const names[] = {"CPU_DEVICE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const char *value = getenv(names[i]);
        if (value != NULL && *value != '\0') // the first that is set decides
            return strncmp(value, "zh", 2) == 0;
    }
    return false;
}

const char *in_chinese_words(const char *english)
{
    for (const struct message *m = chinese_messages; m->english != NULL; ++m)
        if (strcmp(m->english, english) == 0)
            return m->chinese;
    return english;
}

const char *in_words(const char *english)
{
    return in_chinese() ? in_chinese_words(english) : english;
}

// --- a text that another program has made of a format ---

enum { most_parts = 8 };
struct parts { // what the text has for each conversion of the format
    const char *begin[most_parts];
    size_t length[most_parts];
};

// The length of the conversion at a percent sign; *is_text: %s.
static size_t conversion(const char *format, bool *is_text)
{
    size_t length = 1 + strcspn(format + 1, "sdfux");
    *is_text = format[length] == 's';
    return length + (format[length] != '\0');
}

static bool match(const char *format, const char *text, struct parts *parts, size_t count)
{
    while (*format != '\0' && *format != '%')
        if (*format++ != *text++)
            return false;
    if (*format == '\0')
        return *text == '\0';
    bool is_text;
    const char *after = format + conversion(format, &is_text), *end = text;
    if (count == most_parts)
        return false;
    parts->begin[count] = text;
    for (; *end != '\0' && (is_text || isdigit((unsigned char)*end) || strchr("-.", *end)); ++end) {
        parts->length[count] = (size_t)(end - text + 1);
        if (match(after, end + 1, parts, count + 1))
            return true;
    }
    return false;
}

// The Chinese format with these parts: in its order, or by their numbers (%2$s).
static char *fill(const char *format, const struct parts *parts)
{
    char *filled = strdup("");
    for (size_t next = 0; *format != '\0';) {
        size_t plain = strcspn(format, "%");
        filled = text_of("%s%.*s", filled, (int)plain, format);
        format += plain;
        if (*format == '\0')
            break;
        bool is_text, by_number = isdigit((unsigned char)format[1]) && format[2] == '$';
        size_t i = by_number ? (size_t)(format[1] - '1') : next++;
        format += conversion(format, &is_text);
        filled = text_of("%s%s", filled, text_in_words(text_of("%.*s", (int)parts->length[i], parts->begin[i])));
    }
    return filled;
}

char *message_in_words(const char *english)
{
    struct parts parts;
    for (const struct message *m = chinese_messages; in_chinese() && m->english != NULL; ++m)
        if (strcmp(m->english, "%s: %s") != 0 && match(m->english, english, &parts, 0))
            return fill(m->chinese, &parts);
    return strdup(english);
}

char *text_in_words(const char *english)
{
    struct parts parts;
    const char *colon = strstr(english, ": ");
    for (const struct message *m = chinese_verdicts; in_chinese() && m->english != NULL; ++m)
        if (match(m->english, english, &parts, 0))
            return fill(m->chinese, &parts);
    if (!in_chinese() || colon == NULL)
        return strdup(english);
    char *head = text_of("%.*s", (int)(colon - english), english);
    return text_of("%s：%s", text_in_words(head), text_in_words(colon + 2));
}
