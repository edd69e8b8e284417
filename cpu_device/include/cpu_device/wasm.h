// SPDX-License-Identifier: MIT
// What programs use of POSIX and GNU, and WASI's C library does not have: there is one thread, no signal comes, and
// files have no owner.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif
int on_exit(void (*function)(int status, void *argument), void *argument); // the device's
#ifdef __cplusplus
}
#endif

#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define program_invocation_short_name ((char *)"a.out")
#define program_invocation_name ((char *)"a.out")

static inline int sigfillset(sigset_t *set)
{
    memset(set, 0xff, sizeof *set);
    return 0;
}
static inline int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}
static inline int pthread_sigmask(int, const sigset_t *, sigset_t *)
{
    return 0;
}
static inline int pthread_cancel(pthread_t)
{
    return ESRCH;
}
static inline mode_t umask(mode_t)
{
    return 022;
}
static inline int dup(int)
{
    errno = EBADF;
    return -1;
}
static inline int mkstemp(char *name)
{
    memcpy(name + strlen(name) - 6, "000000", 6);
    return open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
}
