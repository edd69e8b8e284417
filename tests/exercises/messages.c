// SPDX-License-Identifier: MIT
// messages EXERCISES: each message of the exercises' judge has its row in judging/chinese.c, no row is there for a
// message that nobody says, and the Chinese has the same conversions. It reads the string literals of judging/*.c,
// judging/rules.cpp and judge/*.h.
#include "../../exercises/judging/judging.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { most_literals = 4000, most_conversions = 9 };

struct literal {
    char text[1000];
    char before[100]; // the source in front of it, without blanks: "die(", "text_of(_("
};
struct literals {
    struct literal *item;
    size_t count;
};

static int failures;

static void fail(const char *problem, const char *text)
{
    printf("%s: %s\n", problem, text);
    ++failures;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);
    if (file == NULL || text == NULL || fread(text, 1, (1 << 20) - 1, file) == 0) {
        fprintf(stderr, "messages: %s cannot be read\n", path);
        exit(2);
    }
    fclose(file);
    return text;
}

// Appends what the literal at the quote means; returns the character after it.
static const char *read_literal(const char *at, char *text)
{
    size_t length = strlen(text);
    for (++at; *at != '"' && *at != '\0'; ++at) {
        if (*at == '\\')
            text[length++] = *++at == 'n' ? '\n' : *at == 't' ? '\t' : *at;
        else
            text[length++] = *at;
    }
    text[length] = '\0';
    return at + 1;
}

static const char *skip_comment(const char *at)
{
    return strncmp(at, "//", 2) == 0 ? at + strcspn(at, "\n") : at;
}

// Literals that only blanks separate are one.
static void read_literals(const char *source, struct literals *all)
{
    char before[100] = "";
    for (const char *at = source; *at != '\0';) {
        const char *after = skip_comment(at);
        if (after != at) {
            at = after;
        } else if (*at == '\'') {
            at += at[1] == '\\' ? 4 : 3;
        } else if (*at == '"') {
            struct literal *one = &all->item[all->count++];
            memcpy(one->before, before, sizeof before);
            do {
                at = read_literal(at, one->text);
                after = at + strspn(at, " \n");
            } while (*after == '"' && (at = after));
            *before = '\0';
        } else if (isspace((unsigned char)*at)) {
            ++at;
        } else {
            size_t length = strlen(before);
            if (length == sizeof before - 1)
                memmove(before, before + 1, length--);
            before[length] = *at++;
            before[length + 1] = '\0';
        }
    }
}

static struct literals literals_of(const char *folder, const char *pattern)
{
    struct literals all = {calloc(most_literals, sizeof *all.item), 0};
    char path[4096];
    glob_t found;
    snprintf(path, sizeof path, "%s/%s", folder, pattern);
    if (all.item == NULL || glob(path, 0, NULL, &found) != 0)
        exit(2);
    for (size_t i = 0; i < found.gl_pathc; ++i)
        if (strstr(found.gl_pathv[i], "/chinese.c") == NULL)
            read_literals(read_file(found.gl_pathv[i]), &all);
    return all;
}

static bool ends_in(const char *text, const char *end)
{
    size_t a = strlen(text), b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

// Words: letters that are not those of a conversion.
static bool has_words(const char *text)
{
    for (; *text != '\0'; ++text) {
        if (*text == '%')
            text += strcspn(text, "sdfux");
        else if (islower((unsigned char)*text))
            return true;
        if (*text == '\0')
            return false;
    }
    return false;
}

static const char *chinese_of(const struct message *messages, const char *english)
{
    for (; messages->english != NULL; ++messages)
        if (strcmp(messages->english, english) == 0)
            return messages->chinese;
    return NULL;
}

// "1ld 2s ": the conversions with the numbers of their arguments.
static void conversions_of(const char *format, char type[most_conversions][8])
{
    memset(type, 0, most_conversions * sizeof *type);
    for (int i = 0; (format = strchr(format, '%')) != NULL; ++i) {
        size_t length = strcspn(++format, "sdfux") + 1;
        int place = i;
        if (isdigit((unsigned char)format[0]) && format[1] == '$') {
            place = *format - '1';
            format += 2, length -= 2;
        }
        if (place < most_conversions && length < sizeof *type)
            memcpy(type[place], format, length);
    }
}

// "right" is what "right: %d cases" begins with; a verdict comes without the end of its line.
static bool says(const char *text, const char *english)
{
    size_t length = strlen(english);
    const char *after = text + length;
    return strncmp(text, english, length) == 0 && (*after == '\0' || *after == ':' || strcmp(after, "\n") == 0);
}

static void check_rows(const struct message *messages, const struct literals *said)
{
    for (const struct message *m = messages; m->english != NULL; ++m) {
        char one[most_conversions][8], other[most_conversions][8];
        bool known = false;
        for (size_t i = 0; i < said->count; ++i)
            known |= says(said->item[i].text, m->english);
        if (!known)
            fail("Chinese for what nobody says", m->english);
        if (chinese_of(messages, m->english) != m->chinese)
            fail("twice", m->english);
        conversions_of(m->english, one);
        conversions_of(m->chinese, other);
        if (memcmp(one, other, sizeof one) != 0)
            fail("other conversions in Chinese", m->english);
        if (ends_in(m->english, "\n") != ends_in(m->chinese, "\n"))
            fail("the end of the line differs", m->english);
    }
}

static bool is_in_call(const struct literal *l, const char *call)
{
    const char *at = strstr(l->before, call);
    return at != NULL && strchr(at, ';') == NULL;
}

// In a judge, every literal with words is a message, unless it is the name of an array or of a call, for the compiler
// or for the terminal.
static bool is_verdict(const struct literal *l)
{
    static const char *const no_message[] = {"#include", "expect(",        "loads(",         "stderr,",
                                             "getenv(",  "strcmp(checks,", "strcmp(memory,", "extern"};
    for (size_t i = 0; i < sizeof no_message / sizeof *no_message; ++i)
        if (ends_in(l->before, no_message[i]))
            return false;
    if (is_in_call(l, "expect_parts(") || is_in_call(l, "static_assert("))
        return false;
    const bool is_call = ends_in(l->text, "()") && strpbrk(l->text, " %") == NULL;
    return has_words(l->text) && !is_call && strncmp(l->text, "cuda", 4) != 0;
}

int main(int count, char **argument)
{
    if (count != 2)
        return 2;
    struct literals program = literals_of(argument[1], "judging/*.[ch]*"),
                    judges = literals_of(argument[1], "judge/*.h");
    unsigned messages = 0, verdicts = 0;
    for (size_t i = 0; i < program.count; ++i) {
        const struct literal *l = &program.item[i];
        if (!(ends_in(l->before, "_(") && !ends_in(l->before, "f_(")) && !ends_in(l->before, "die("))
            continue;
        messages += has_words(l->text);
        if (has_words(l->text) && chinese_of(chinese_messages, l->text) == NULL)
            fail("no Chinese", l->text);
    }
    for (size_t i = 0; i < judges.count; ++i) {
        struct literal *l = &judges.item[i];
        l->text[strcspn(l->text, "\n")] = '\0';
        verdicts += is_verdict(l);
        if (is_verdict(l) && chinese_of(chinese_verdicts, l->text) == NULL)
            fail("no Chinese for a verdict", l->text);
    }
    check_rows(chinese_messages, &program);
    check_rows(chinese_verdicts, &judges);
    printf("%u messages, %u verdicts\n", messages, verdicts);
    return failures > 0 || messages < 70 || verdicts < 40;
}
