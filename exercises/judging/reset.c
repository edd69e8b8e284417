// SPDX-License-Identifier: MIT
// ./run reset NAME: the starting text of an exercise takes its file's place, and what was there is kept beside it, as
// NAME.cu.1, or under the first number that is free.
#include "judging.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *starting_text(const struct rules *rules, const struct exercise *exercise)
{
    return text_of("%s/start/%s.cu", rules->here, exercise->name);
}

bool is_untouched(const struct rules *rules, const struct exercise *exercise, const char *file)
{
    struct text text = read_up_to(file, most_source), start = read_up_to(starting_text(rules, exercise), most_source);
    return text.length == start.length && memcmp(text.begin, start.begin, text.length) == 0;
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

int reset(const struct rules *rules, const struct exercise *exercise)
{
    const char *file = text_of("%s/%s.cu", rules->here, exercise->name), *start = starting_text(rules, exercise);
    if (access(start, R_OK) != 0)
        die("the starting text %s is missing", start);
    struct stat state;
    bool exists = lstat(file, &state) == 0;
    if (exists && state.st_size > most_source)
        die("%s has more than 1 MiB", file);
    forget_result(rules, exercise);
    if (exists && is_untouched(rules, exercise, file)) {
        printf(_("%s: it is the starting text already\n"), exercise->name);
        return 0;
    }
    const char *fresh = text_of("%s.new", file);
    write_copy(fresh, read_up_to(start, most_source));
    const char *kept = exists ? keep(file) : NULL;
    if (rename(fresh, file) != 0)
        die("%s cannot be written: %s", file, strerror(errno));
    if (kept != NULL)
        printf(_("%s: the starting text is back; yours is kept in %s\n"), exercise->name, short_path(kept));
    else
        printf(_("%s: the starting text is back\n"), exercise->name);
    return 0;
}
