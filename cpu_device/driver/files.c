// SPDX-License-Identifier: MIT
// Files: read and written as a whole, renamed into place, removed at the end.
#include "driver.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool is_folder(const char *path)
{
    struct stat state;
    return stat(path, &state) == 0 && S_ISDIR(state.st_mode);
}

static bool read_open_file(int file, struct text *into)
{
    struct stat state;
    size_t room = fstat(file, &state) == 0 && state.st_size > 0 ? (size_t)state.st_size + 1 : 1 << 14;
    ssize_t got;
    do {
        if (into->length + room > into->room) {
            into->room = into->length + room;
            into->begin = grow(into->begin, into->room);
        }
        got = read(file, into->begin + into->length, into->room - into->length);
        if (got > 0)
            into->length += (size_t)got;
        if (into->length == into->room)
            room = into->room;
    } while (got > 0 || (got < 0 && errno == EINTR));
    append(into, "", 0);
    return got == 0;
}

bool read_file(const char *path, struct text *into)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool whole = file >= 0 && read_open_file(file, into);
    if (file >= 0)
        close(file);
    return whole;
}

static bool write_all(int file, const char *begin, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, begin, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        begin += written;
        length -= (size_t)written;
    }
    return true;
}

bool write_file(const char *path, const char *begin, size_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool whole = write_all(file, begin, length);
    return close(file) == 0 && whole;
}

void must_write(const char *path, const struct text *text)
{
    if (!write_file(path, text->begin ? text->begin : "", text->length))
        die("can't write %s: %s", path, strerror(errno));
}

bool write_if_changed(const char *path, const char *begin, size_t length)
{
    struct text old = {0};
    if (read_file(path, &old) && old.length == length && memcmp(old.begin, begin, length) == 0)
        return true;
    char *beside = text_of("%s.new", path);
    return write_file(beside, begin, length) && rename(beside, path) == 0;
}

void must_rename(const char *from, const char *to)
{
    if (rename(from, to) != 0)
        die("can't rename %s to %s: %s", from, to, strerror(errno));
}

bool copy_to(int to, const char *from)
{
    static char block[1 << 16];
    int file = open(from, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : 0;
    while (file >= 0 && ((got = read(file, block, sizeof block)) > 0 || (got < 0 && errno == EINTR)))
        if (got > 0 && !write_all(to, block, (size_t)got))
            break;
    int error = errno;
    if (file >= 0)
        close(file);
    errno = error;
    return got == 0;
}

// What exists of it is resolved by the system; the rest is taken by its letters.
char *whole_path(const char *path)
{
    char *found = realpath(path, NULL);
    if (found != NULL)
        return found;
    if (*path == '\0')
        return get_current_dir_name();
    const char *last = file_part(path);
    if (*last == '\0') // a slash at the end
        return whole_path(slice(path, strlen(path) - 1));
    char *folder = whole_path(folder_of(path));
    if (strcmp(last, ".") == 0)
        return folder;
    if (strcmp(last, "..") == 0)
        return folder_of(folder);
    return text_of("%s/%s", strcmp(folder, "/") == 0 ? "" : folder, last);
}

void make_folders(const char *path)
{
    char *part = slice(path, strlen(path));
    for (char *slash = part; (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = '\0';
        mkdir(part, 0777);
    }
    mkdir(part, 0777);
}

static struct strings temporaries;

void remove_at_end(const char *path)
{
    add(&temporaries, path);
}

void keep_after_all(const char *path)
{
    for (size_t i = 0; i < temporaries.count; ++i)
        if (temporaries.item[i] != NULL && strcmp(temporaries.item[i], path) == 0)
            temporaries.item[i] = NULL;
}

void tidy(void)
{
    for (size_t i = 0; i < temporaries.count; ++i)
        if (temporaries.item[i] != NULL)
            remove_tree(temporaries.item[i]);
    temporaries.count = 0;
}

char *temporary_folder(const char *template)
{
    char *folder = slice(template, strlen(template));
    if (mkdtemp(folder) == NULL)
        die("can't make a folder in %s: %s", folder_of(template), strerror(errno));
    remove_at_end(folder);
    return folder;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void list_files(const char *folder, bool (*wanted)(const char *name, bool is_folder), struct strings *paths)
{
    DIR *open_folder = opendir(folder);
    if (open_folder == NULL)
        return;
    size_t first = paths->count;
    struct strings folders = {0};
    for (struct dirent *entry; (entry = readdir(open_folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *path = text_of("%s/%s", folder, entry->d_name);
        bool below = entry->d_type == DT_DIR || (entry->d_type != DT_REG && is_folder(path));
        if (wanted == NULL || wanted(entry->d_name, below))
            add(below ? &folders : paths, path);
    }
    closedir(open_folder);
    if (paths->count > first)
        qsort(paths->item + first, paths->count - first, sizeof *paths->item, by_name);
    if (folders.count > 0)
        qsort(folders.item, folders.count, sizeof *folders.item, by_name);
    for (size_t i = 0; i < folders.count; ++i)
        list_files(folders.item[i], wanted, paths);
}

// --- the output ---

// Where a chain of links leads; null if it goes through /proc, whose links are open files.
static char *end_of_links(const char *path)
{
    char *at = slice(path, strlen(path)), target[PATH_MAX];
    for (int links = 0; links < 40; ++links) {
        char *folder = whole_path(folder_of(at));
        if (begins_with(folder, "/proc/") || strcmp(folder, "/dev/fd") == 0)
            return NULL;
        ssize_t length = readlink(at, target, sizeof target);
        if (length < 0)
            return at;
        char *next = slice(target, (size_t)length);
        at = *next == '/' ? next : text_of("%s/%s", folder, next);
    }
    return NULL;
}

static void cannot_write(const char *output)
{
    fprintf(stderr, "cucc: can't write %s: %s\n", output, strerror(errno));
    leave(1);
}

// The output's name is that of a whole file at any time: the old one or the new one. What is no file, such as
// /dev/null, is written to; so is what a link leads to.
void put_in_place(const char *made, const char *output)
{
    if (strcmp(output, "-") == 0) {
        if (!copy_to(STDOUT_FILENO, made))
            cannot_write("the standard output");
        return;
    }
    struct stat state, made_state;
    const char *end = lstat(output, &state) == 0 && S_ISLNK(state.st_mode) ? end_of_links(output) : output;
    if (end == NULL || (stat(output, &state) == 0 && !S_ISREG(state.st_mode))) {
        int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (file < 0 || !copy_to(file, made) || close(file) != 0)
            cannot_write(output);
        return;
    }
    char *beside = text_of("%s.cucc%d", end, (int)getpid());
    remove_at_end(beside);
    mode_t mask = umask(0);
    umask(mask);
    int file = stat(made, &made_state) == 0
                   ? open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, made_state.st_mode & 0777 & ~mask)
                   : -1;
    if (file < 0 || !copy_to(file, made) || close(file) != 0 || rename(beside, end) != 0)
        cannot_write(output);
    keep_after_all(beside);
}
