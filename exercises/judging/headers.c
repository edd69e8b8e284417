// SPDX-License-Identifier: MIT
// The headers of a submission: those that lie in its file's folder, or below it, and are included by #include "...".
// What they may contain is cucc's affair, as it is with the file itself.
#include "judging.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_headers = 100, most_name = 200 };

struct copying {
    const char *folder; // the submission's, without symbolic links
    const char *box;
    size_t left; // bytes
    char *name[most_headers];
    size_t count;
    const char *problem;
};

// The path within the folder: null where it leads out of it, into a folder that has the judges' name, or where no name
// of a file is ordinary.
static char *path_within(const char *from, const char *name)
{
    const char *slash = strrchr(from, '/');
    char *path = text_of("%.*s%s", slash ? (int)(slash + 1 - from) : 0, from, name), *to = path;
    for (char *part = path, *end; *part != '\0'; part = end + (*end == '/')) {
        size_t length = strcspn(part, "/");
        end = part + length;
        for (const char *c = part; c < end; ++c)
            if (!isalnum((unsigned char)*c) && !strchr("_-. ,+", *c))
                return NULL;
        if (length == 0 || (length == 1 && *part == '.'))
            continue;
        if (length == 2 && strncmp(part, "..", 2) == 0) {
            if (to == path)
                return NULL;
            for (--to; to > path && to[-1] != '/'; --to)
                ;
            continue;
        }
        if (length == strlen("judge") && strncasecmp(part, "judge", length) == 0)
            return NULL;
        memmove(to, part, length);
        to += length;
        if (*end == '/')
            *to++ = '/';
    }
    *to = '\0';
    return *name == '/' || to == path || to[-1] == '/' || strlen(path) > most_name ? NULL : path;
}

static void make_folders_of(const char *box, const char *path)
{
    for (const char *slash = path; (slash = strchr(slash, '/')) != NULL; ++slash)
        mkdir(text_of("%s/%.*s", box, (int)(slash - path), path), 0755);
}

static void copy_from(struct copying *c, const char *from, struct text text);

static void copy_one(struct copying *c, char *path)
{
    struct stat state;
    char *file = realpath(text_of("%s/%s", c->folder, path), NULL);
    size_t length = strlen(c->folder);
    for (size_t i = 0; i < c->count; ++i)
        if (strcmp(c->name[i], path) == 0)
            return;
    if (file == NULL || strncmp(file, c->folder, length) != 0 || file[length] != '/' || stat(file, &state) != 0 ||
        !S_ISREG(state.st_mode) || access(file, R_OK) != 0)
        return; // the compiler says that it is missing
    if (c->count == most_headers) {
        c->problem = _("it includes more than 100 headers");
        return;
    }
    c->name[c->count++] = path;
    struct text text = read_up_to(file, c->left + 1);
    if (text.length > c->left) {
        c->problem = _("with its headers, it has more than 1 MiB");
        return;
    }
    c->left -= text.length;
    make_folders_of(c->box, path);
    write_copy(text_of("%s/%s", c->box, path), text);
    copy_from(c, path, text);
    free(text.begin);
}

// Every line that may be an #include, in a comment too.
static void copy_from(struct copying *c, const char *from, struct text text)
{
    for (const char *at = text.begin; c->problem == NULL && (at = strstr(at, "include")) != NULL;) {
        const char *before = at;
        at += strlen("include");
        while (before > text.begin && (before[-1] == ' ' || before[-1] == '\t'))
            --before;
        if (before == text.begin || (before[-1] != '#' && before[-1] != ':'))
            continue;
        at += strspn(at, " \t");
        size_t length = *at == '"' ? strcspn(at + 1, "\"\n") : 0;
        if (length == 0 || at[1 + length] != '"')
            continue;
        char *path = path_within(from, text_of("%.*s", (int)length, at + 1));
        if (path != NULL)
            copy_one(c, path);
    }
}

const char *copy_headers(const char *file, struct text text, const char *box, size_t most)
{
    const char *slash = strrchr(file, '/');
    struct copying c = {.box = box, .left = most};
    c.folder = realpath(slash == NULL ? "." : text_of("%.*s/", (int)(slash - file), file), NULL);
    if (c.folder == NULL)
        return NULL;
    copy_from(&c, "", text);
    return c.problem;
}
