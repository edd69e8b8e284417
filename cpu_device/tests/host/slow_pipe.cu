// SPDX-License-Identifier: MIT
// slow_pipe.cu: standard error is a pipe that is full most of the time, and a timer's signal interrupts every wait for
// room in it. No report is lost, and none is cut short.
// CPU exits 3
// CPU prints reports: 64, whole: 64, the summary counts 64
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

#include "../handle_error.h"

const int reports = 64;

static void on_alarm(int) {}

// Reads slowly and counts.
static int read_reports(int from)
{
    FILE *in = fdopen(from, "r");
    if (in == NULL)
        return 1;
    char line[1000];
    int begun = 0, whole = 0, summary = 0;
    while (fgets(line, sizeof line, in) != NULL) {
        begun += strcmp(line, "========= Error: cudaFree of a pointer that cudaMalloc did not return\n") == 0;
        whole += strstr(line, ": host memory\n") != NULL;
        sscanf(line, "========= SUMMARY: %d errors, 0 warnings\n", &summary);
        usleep(500);
    }
    printf("reports: %d, whole: %d, the summary counts %d\n", begun, whole, summary);
    return 0;
}

int main(void)
{
    int ends[2];
    if (pipe(ends) != 0)
        return 1;
    pid_t reader = fork(); // before the first CUDA call
    if (reader < 0)
        return 1;
    if (reader == 0) {
        close(ends[1]);
        return read_reports(ends[0]);
    }
    close(ends[0]);
    fcntl(ends[1], F_SETPIPE_SZ, 4096);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);

    struct sigaction action = {}; // without SA_RESTART
    action.sa_handler = on_alarm;
    sigaction(SIGALRM, &action, NULL);
    itimerval every = {{0, 1000}, {0, 1000}};
    setitimer(ITIMER_REAL, &every, NULL);
    static char host[reports];
    char *p = host;
    int wrong = 0; // one report for each line
    // clang-format off
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    wrong += cudaFree(p++);
    // clang-format on
    if (wrong != reports * cudaErrorInvalidValue)
        return 1;
    cudaGetLastError();
    return 0;
}
