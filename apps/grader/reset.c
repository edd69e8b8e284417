// SPDX-License-Identifier: MIT
// ./run reset NAME: the starting text of an exercise, in the reader's language, takes its file's place. What was there
// is kept beside it, as NAME.cu.1, or under the first number that is free, unless nobody had changed it.
#include "judging.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *start_of(const struct rules *rules, const struct exercise *exercise)
{
    return text_of("%s/start/%s.cu", rules->here, exercise->name);
}

// The lines of code, with their comments in Chinese.
static void write_code(FILE *to, const char *code)
{
    for (size_t length; *code != '\0'; code += length + (code[length] == '\n')) {
        length = strcspn(code, "\n");
        const char *mark = memmem(code, length, "// ", 3);
        size_t before = mark != NULL ? (size_t)(mark + 3 - code) : length;
        const char *words = text_of("%.*s", (int)(length - before), code + before);
        fprintf(to, "%.*s%s\n", (int)before, code, in_chinese_words(words));
    }
}

// The licence's line, the sentence, the task and the commands as in the English text, then the code.
static struct text chinese_start(const struct exercise *exercise, struct text english)
{
    struct text text = {0};
    const char *commands = strstr(english.begin, "\n//     ./run "), *code = strstr(english.begin, "\n#include ");
    FILE *to = open_memstream(&text.begin, &text.length);
    if (commands == NULL || code == NULL || exercise->chinese_task == NULL || to == NULL)
        return english;
    fprintf(to, "%.*s\n// %d %s：%s\n//\n", (int)strcspn(english.begin, "\n"), english.begin, exercise->number,
            exercise->name, exercise->chinese_sentence);
    for (const char *line = exercise->chinese_task; *line != '\0' && *line != '\n';) {
        size_t length = strcspn(line, "\n");
        fprintf(to, "// %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    fprintf(to, "//%.*s\n", (int)(code - commands), commands);
    write_code(to, code + 1);
    fclose(to);
    return text;
}

static struct text starting_text(const struct rules *rules, const struct exercise *exercise, bool chinese)
{
    struct text english = read_up_to(start_of(rules, exercise), most_source);
    return chinese ? chinese_start(exercise, english) : english;
}

bool is_start_in(const struct rules *rules, const struct exercise *exercise, const char *file, bool chinese)
{
    struct text text = read_up_to(file, most_source), start = starting_text(rules, exercise, chinese);
    return text.length == start.length && memcmp(text.begin, start.begin, text.length) == 0;
}

bool is_untouched(const struct rules *rules, const struct exercise *exercise, const char *file)
{
    return is_start_in(rules, exercise, file, false) || is_start_in(rules, exercise, file, true);
}

// A copy beside the file, under a name that no other has.
static const char *keep(const char *file)
{
    struct text text = read_up_to(file, most_source);
    for (int i = 1; i < 10000; ++i) {
        const char *name = text_of("%s.%d", file, i);
        int created = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (created < 0 && errno == EEXIST)
            continue;
        bool written = created >= 0 && write(created, text.begin, text.length) == (ssize_t)text.length;
        if (created < 0 || close(created) != 0 || !written)
            break;
        return name;
    }
    die("%s cannot be kept beside itself: %s", file, strerror(errno));
}

static void say_reset(const char *name, const char *kept, bool was_untouched)
{
    if (was_untouched)
        printf(_("%s: the starting text is in your language now\n"), name);
    else if (kept != NULL)
        printf(_("%s: the starting text is back; yours is kept in %s\n"), name, short_path(kept));
    else
        printf(_("%s: the starting text is back\n"), name);
}

int reset(const struct rules *rules, const struct exercise *exercise)
{
    const char *file = text_of("%s/%s.cu", rules->here, exercise->name), *start = start_of(rules, exercise);
    if (access(start, R_OK) != 0)
        die("the starting text %s is missing", start);
    struct stat state;
    bool exists = lstat(file, &state) == 0;
    if (exists && state.st_size > most_source)
        die("%s has more than 1 MiB", file);
    if (access(rules->here, W_OK) != 0)
        die("%s cannot be written: %s", file, strerror(errno));
    forget_result(rules, exercise);
    if (exists && is_start_in(rules, exercise, file, in_chinese())) {
        printf(_("%s: it is the starting text already\n"), exercise->name);
        return 0;
    }
    bool was_untouched = exists && is_untouched(rules, exercise, file);
    const char *fresh = text_of("%s.new", file);
    write_copy(fresh, starting_text(rules, exercise, in_chinese()));
    const char *kept = exists && !was_untouched ? keep(file) : NULL;
    if (rename(fresh, file) != 0)
        die("%s cannot be written: %s", file, strerror(errno));
    say_reset(exercise->name, kept, was_untouched);
    return 0;
}
