// SPDX-License-Identifier: MIT
// The journal of a grading: a line for each submission, on the disk before the next one is judged. A grading that was
// killed goes on from it.
#include "judging.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

// Without what follows the last newline: a line that was not finished.
static off_t end_of_lines(int file)
{
    char bytes[4096];
    off_t end = lseek(file, 0, SEEK_END);
    while (end > 0) {
        off_t begin = end > (off_t)sizeof bytes ? end - (off_t)sizeof bytes : 0;
        ssize_t length = pread(file, bytes, (size_t)(end - begin), begin);
        const char *last = length > 0 ? memrchr(bytes, '\n', (size_t)length) : NULL;
        if (last != NULL)
            return begin + (last - bytes) + 1;
        end = length > 0 ? begin : 0;
    }
    return 0;
}

// Null, or a journal that no other grading has open.
char *open_journal(const char *path, int *file)
{
    const struct timespec moment = {0, 100000000};
    *file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*file < 0)
        die("%s cannot be written: %s", path, strerror(errno));
    for (int i = 0; flock(*file, LOCK_EX | LOCK_NB) != 0; ++i) { // the processes of one that was killed end soon
        if (i == 100)
            die("another grading writes to %s", path);
        nanosleep(&moment, NULL);
    }
    off_t end = end_of_lines(*file);
    char *text = calloc((size_t)end + 1, 1);
    if (text == NULL || ftruncate(*file, end) != 0)
        die("%s cannot be written: %s", path, strerror(errno));
    for (off_t at = 0; at < end;) {
        ssize_t n = pread(*file, text + at, (size_t)(end - at), at);
        if (n <= 0)
            die("%s cannot be read: %s", path, strerror(errno));
        at += n;
    }
    return text;
}

// The whole line is on the disk, or nothing of it.
bool add_to_journal(int file, const char *line)
{
    const size_t length = strlen(line);
    bool written = true;
    if (lockf(file, F_LOCK, 0) != 0)
        return false;
    const off_t end = end_of_lines(file);
    for (size_t at = 0; written && at < length;) {
        ssize_t n = pwrite(file, line + at, length - at, end + (off_t)at);
        written = n > 0 || (n < 0 && errno == EINTR);
        at += n > 0 ? (size_t)n : 0;
    }
    written = written && fdatasync(file) == 0;
    const int problem = errno;
    if (!written && ftruncate(file, end) != 0)
        written = false;
    lseek(file, 0, SEEK_SET);
    if (lockf(file, F_ULOCK, 0) != 0)
        written = false;
    errno = problem;
    return written;
}
