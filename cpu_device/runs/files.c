// SPDX-License-Identifier: MIT
#include "runs.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

struct text read_from(int file, off_t begin, size_t most)
{
    struct text text = {.begin = calloc(most + 1, 1)};
    if (text.begin == NULL)
        die("out of memory");
    lseek(file, begin, SEEK_SET); // a pipe has only what comes
    for (ssize_t n; (n = read(file, text.begin + text.length, most - text.length)) > 0;)
        text.length += (size_t)n;
    text.room = text.length + 1;
    text.begin = grow(text.begin, text.room);
    return text;
}

struct text read_up_to(const char *path, size_t most)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct text text = read_from(file, 0, most);
    if (file >= 0)
        close(file);
    return text;
}

static int remove_one(const char *path, const struct stat *state, int kind, struct FTW *where)
{
    (void)state, (void)kind, (void)where;
    remove(path);
    return 0;
}

void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
