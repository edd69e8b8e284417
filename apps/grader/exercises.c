// SPDX-License-Identifier: MIT
#include "judging.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int by_number(const void *a, const void *b)
{
    return ((const struct exercise *)a)->number - ((const struct exercise *)b)->number;
}

// In TASKS.zh-CN.md: "## 1 add：哪个元素归我？", and below it the task.
static void read_chinese(const char *folder, struct exercises *all)
{
    char *page = read_up_to(text_of("%s/TASKS.zh-CN.md", folder), 1 << 20).begin;
    for (size_t i = 0; i < all->count; ++i) {
        struct exercise *e = &all->item[i];
        char *heading = text_of("\n## %d %s：", e->number, e->name), *section = strstr(page, heading);
        if (section == NULL)
            continue;
        section += strlen(heading);
        char *task = section + strcspn(section, "\n"), *end = strstr(task, "\n## ");
        e->chinese_sentence = strndup(section, (size_t)(task - section));
        task += strspn(task, "\n");
        e->chinese_task = strndup(task, end != NULL ? (size_t)(end - task) : strlen(task));
        char *to = e->chinese_task;
        for (const char *c = e->chinese_task; *c != '\0'; ++c) // without the marks of Markdown
            if (*c != '`')
                *to++ = *c;
        *to = '\0';
        if (in_chinese()) {
            e->sentence = e->chinese_sentence;
            e->task = e->chinese_task;
        }
    }
    free(page);
}

// In chapter05/path.txt: "chapter05/dot_divergent | dot_divergent | branch everyone".
static void read_pages(const char *folder, struct exercises *all)
{
    char *path = read_up_to(text_of("%s/../chapter05/path.txt", folder), 1 << 20).begin;
    for (char *line = strtok(path, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *names = strrchr(line, '|');
        char *page = text_of("%.*s%s.md", (int)strcspn(line, " #"), line, in_chinese() ? ".zh-CN" : "");
        if (names == NULL || access(text_of("%s/../%s", folder, page), R_OK) != 0)
            continue;
        for (size_t i = 0; i < all->count; ++i)
            if (strstr(text_of("%s ", names), text_of(" %s ", all->item[i].name)) != NULL)
                all->item[i].page = page;
    }
    free(path);
}

// In the second line of a starting text, which nobody edits: "// 1 add: which element is mine?"
struct exercises find_exercises(const char *folder)
{
    struct exercises all = {0};
    glob_t found;
    if (glob(text_of("%s/start/*.cu", folder), 0, NULL, &found) != 0)
        return all;
    all.item = calloc(found.gl_pathc, sizeof *all.item);
    for (size_t i = 0; all.item != NULL && i < found.gl_pathc; ++i) {
        struct text text = read_up_to(found.gl_pathv[i], 4096);
        char *line = strchr(text.begin, '\n'), name[40];
        int number, end;
        if (line != NULL && sscanf(line + 1, "// %d %39[a-z_]: %n", &number, name, &end) == 2)
            all.item[all.count++] = (struct exercise){
                .number = number,
                .points = 1,
                .name = strdup(name),
                .sentence = strndup(line + 1 + end, strcspn(line + 1 + end, "\n")),
            };
    }
    globfree(&found);
    qsort(all.item, all.count, sizeof *all.item, by_number);
    read_chinese(folder, &all);
    read_pages(folder, &all);
    return all;
}

const struct exercise *exercise_named(const struct exercises *all, const char *name, size_t length)
{
    for (size_t i = 0; i < all->count; ++i)
        if (strlen(all->item[i].name) == length && strncmp(all->item[i].name, name, length) == 0)
            return &all->item[i];
    return NULL;
}

// 03-window, window (2): the name alone, without what is no letter at its ends.
static const struct exercise *named_like(const struct exercises *all, const char *begin, const char *end)
{
    while (begin < end && !isalpha((unsigned char)*begin))
        ++begin;
    while (begin < end && !isalpha((unsigned char)end[-1]))
        --end;
    return exercise_named(all, begin, (size_t)(end - begin));
}

const struct exercise *exercise_of_path(const struct exercises *all, const char *path, bool *differ)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path, *folder = slash;
    const struct exercise *by_name = named_like(all, name, name + strlen(name) - strlen(".cu")), *by_folder = NULL;
    if (slash != NULL) {
        while (folder > path && folder[-1] != '/')
            --folder;
        by_folder = named_like(all, folder, slash);
    }
    *differ = by_name != NULL && by_folder != NULL && by_name != by_folder;
    return *differ ? NULL : by_name != NULL ? by_name : by_folder;
}

// How many letters are changed, added or left out.
static size_t difference(const char *a, const char *b)
{
    size_t columns = strlen(b), row[columns + 1];
    for (size_t j = 0; j <= columns; ++j)
        row[j] = j;
    for (; *a != '\0'; ++a) {
        size_t before = row[0]++; // of the row above and the column to the left
        for (size_t j = 1; j <= columns; ++j) {
            size_t changed = before + (*a != b[j - 1]), least = row[j] < row[j - 1] ? row[j] : row[j - 1];
            before = row[j];
            row[j] = least + 1 < changed ? least + 1 : changed;
        }
    }
    return row[columns];
}

const struct exercise *exercise_meant(const struct exercises *all, const char *name)
{
    const struct exercise *nearest = NULL;
    size_t least = strlen(name) / 2 + 1, letters;
    if (strlen(name) > 100)
        return NULL;
    for (size_t i = 0; i < all->count; ++i) {
        if (strcmp(name, text_of("%d", all->item[i].number)) == 0)
            return &all->item[i];
        if ((letters = difference(name, all->item[i].name)) < least) {
            least = letters;
            nearest = &all->item[i];
        }
    }
    return nearest;
}
