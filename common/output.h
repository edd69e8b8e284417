// SPDX-License-Identifier: MIT
// output.h: files and standard output that are written completely; if not, the program says so.
//
//     require_output(path); // before the work: if the file cannot be written, the program ends with status 2
//     ...
//     struct output output;
//     FILE *stream = open_output(&output, path);
//     if (stream == NULL)
//         return EXIT_FAILURE; // it has printed the reason, as close_output() does
//     fprintf(stream, "name,milliseconds\n");
//     if (!close_output(&output, path, NULL))
//         return EXIT_FAILURE;
//
// The output stays in memory until close_output() writes it to a new file beside the old one and renames it. So the
// file is either complete or unchanged, however the program ends. A symbolic link stays, and its target is replaced.
// Pipes, devices, and the files of standard output and standard error are written directly.
//
// parse_options() calls watch_stdout(): a program whose standard output is lost says so and does not end with status 0.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Prints one line on stderr. Returns 0.
inline int cannot_write(const char *path, const char *why)
{
    fprintf(stderr, "%s: cannot write %s: %s\n", program_invocation_short_name, *path != '\0' ? path : "''", why);
    return 0;
}

// Flushes a stream. Returns NULL if everything ever written to it has arrived; else what went wrong.
inline const char *stream_problem(FILE *stream)
{
    if (fflush(stream) != 0)
        return strerror(errno);
    return ferror(stream) ? "a write failed" : NULL;
}

// --- standard output ---

// Runs at the end of the program.
inline void check_stdout(int status, void *)
{
    const char *problem = stream_problem(stdout);
    if (problem == NULL)
        return;
    cannot_write("standard output", problem);
    if (status == EXIT_SUCCESS)
        exit(EXIT_FAILURE); // this is an exit function: glibc still calls the others
}

inline void watch_stdout()
{
    if (fcntl(STDOUT_FILENO, F_GETFD) == -1) { // the next file opened would take its place
        cannot_write("standard output", strerror(errno));
        exit(2);
    }
    signal(SIGPIPE, SIG_IGN); // a closed pipe is an error like any other
    on_exit(check_stdout, NULL);
}

// --- files ---

struct output {
    FILE *stream;
    char *bytes; // what was written, once the stream is flushed
    size_t size;
};

// 1 or 2: the path leads to the file of standard output or standard error. 0: it leads to a pipe or a device. -1: it
// leads to a file that may be replaced, or to nothing.
inline int direct_output(const char *path)
{
    struct stat file, other;
    if (stat(path, &file) != 0)
        return -1;
    for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
        if (fstat(descriptor, &other) == 0 && other.st_dev == file.st_dev && other.st_ino == file.st_ino)
            return descriptor;
    return S_ISREG(file.st_mode) || S_ISDIR(file.st_mode) ? -1 : 0;
}

// Follows a path through symbolic links to its end, which need not exist. `target` holds PATH_MAX bytes. 0 with errno
// if the path is too long, or there are too many links.
inline int follow_links(const char *path, char *target)
{
    char link[PATH_MAX];
    int length = snprintf(target, PATH_MAX, "%s", path);
    for (int links = 0; length < PATH_MAX && links < 40; ++links) {
        ssize_t link_length = readlink(target, link, sizeof link - 1);
        if (link_length < 0)
            return 1; // not a link, or nothing
        link[link_length] = '\0';
        char *slash = strrchr(target, '/');
        int folder = link[0] == '/' || slash == NULL ? 0 : (int)(slash + 1 - target);
        length = folder + snprintf(target + folder, PATH_MAX - folder, "%s", link);
    }
    errno = length < PATH_MAX ? ELOOP : ENAMETOOLONG;
    return 0;
}

inline int write_all(int file, const char *bytes, size_t size)
{
    ssize_t written = 0;
    for (; size > 0 && (written = write(file, bytes, size)) >= 0; size -= written)
        bytes += written;
    return size == 0;
}

// Writes a new file beside the path's target and renames it. With NULL for the bytes, it only tests whether that works,
// and leaves nothing behind. 0 with errno if it fails. Signals wait meanwhile, so that none leaves half a file.
inline int replace_file(const char *path, const char *bytes, size_t size)
{
    char target[PATH_MAX], beside[PATH_MAX + 8];
    struct stat old;
    if (!follow_links(path, target))
        return 0;
    int exists = stat(target, &old) == 0;
    errno = *path == '\0' ? ENOENT : EISDIR;
    if (*path == '\0' || (exists && (S_ISDIR(old.st_mode) || access(target, W_OK) != 0)))
        return 0;

    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    mode_t mask = umask(0);
    umask(mask);
    snprintf(beside, sizeof beside, "%s.XXXXXX", target);
    int file = mkstemp(beside), done = 0;
    if (file >= 0) {
        fchmod(file, exists ? old.st_mode & 0777 : 0666 & ~mask); // may fail: not every file system has permissions
        done = write_all(file, bytes, size);
        done = close(file) == 0 && done && (bytes == NULL || rename(beside, target) == 0);
        if (!done || bytes == NULL)
            unlink(beside);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return done;
}

// For the value of an option, before the work: if no file can be written under this name, ends the program with one
// line on stderr and status 2.
inline void require_output(const char *path)
{
    int direct = direct_output(path);
    if (direct > 0 || (direct == 0 ? access(path, W_OK) == 0 : replace_file(path, NULL, 0)))
        return;
    cannot_write(path, strerror(errno));
    exit(2);
}

// Writes directly to a file, after standard output is flushed.
inline int write_directly(const char *path, int descriptor, const char *bytes, size_t size)
{
    fflush(stdout);
    int file = descriptor == 0 ? open(path, O_WRONLY) : dup(descriptor);
    int done = file >= 0 && write_all(file, bytes, size);
    return file >= 0 && close(file) == 0 && done;
}

// NULL, with one line on stderr, if memory has run out.
inline FILE *open_output(struct output *output, const char *path)
{
    output->bytes = NULL;
    output->stream = open_memstream(&output->bytes, &output->size);
    if (output->stream == NULL)
        cannot_write(path, strerror(errno));
    return output->stream;
}

// Puts the file in its place; if `problem` is not NULL, only reports it. Returns 1; or 0, with one line on stderr.
inline int close_output(struct output *output, const char *path, const char *problem)
{
    int direct = direct_output(path);
    if (stream_problem(output->stream) != NULL)
        problem = "out of memory";
    else if (problem == NULL && !(direct < 0 ? replace_file(path, output->bytes, output->size)
                                             : write_directly(path, direct, output->bytes, output->size)))
        problem = strerror(errno);
    fclose(output->stream);
    free(output->bytes);
    return problem == NULL || cannot_write(path, problem);
}
