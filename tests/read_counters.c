// SPDX-License-Identifier: MIT
#include "read_counters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct run run_counted(char *const argv[], double seconds, char **csv)
{
    char path[] = "/tmp/counters.XXXXXX";
    int file = mkstemp(path);
    if (file < 0) {
        perror(path);
        exit(1);
    }
    close(file);
    setenv("CPU_DEVICE_COUNTERS", path, 1);
    struct run run = run_program(argv, seconds);
    unsetenv("CPU_DEVICE_COUNTERS");
    size_t size;
    *csv = read_file(path, &size);
    unlink(path);
    return run;
}

// "kernel",file,line,access,bytes,requests,...
long counted_requests(const char *csv, const char *kernel, const char *access)
{
    char begin[200];
    int length = snprintf(begin, sizeof begin, "\n\"%s\",", kernel);
    long sum = 0;
    for (const char *line = strstr(csv, begin); line != NULL; line = strstr(line + 1, begin)) {
        char kind[40];
        long requests;
        if (sscanf(line + length, "%*[^,],%*d,%39[^,],%*d,%ld", kind, &requests) == 2 && strcmp(kind, access) == 0)
            sum += requests;
    }
    return sum;
}
