// SPDX-License-Identifier: MIT
#include "judging.h"

#include <fcntl.h>
#include <unistd.h>

// The limit is one of processor time, which passes as fast on a busy machine as on a quiet one. What only waits is
// ended by the clock.
enum { waiting_seconds = 10 }; // for each second of processor time

static int new_file(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

struct outcome run_confined(const struct rules *rules, const struct command *command)
{
    struct strings all = {0};
    if (command->sandbox) {
        addf(&all, "%s/sandbox.sh", rules->grader);
        if (command->may_write)
            add(&all, "--write");
        add(&all, command->folder);
    }
    for (size_t i = 0; command->argument[i] != NULL; ++i)
        add(&all, command->argument[i]);
    struct run_settings settings = {
        .folder = command->folder,
        .out = new_file(command->out),
        .err = command->err != NULL ? new_file(command->err) : 2,
        .kept = {command->channel, command->reports},
        .seconds = waiting_seconds * command->seconds,
        .processor_seconds = command->seconds,
        .most_output = 64 << 20,
    };
    add(&settings.environment, command->channel >= 0 ? text_of("JUDGE_CHANNEL=%d", command->channel) : "JUDGE_CHANNEL");
    add(&settings.environment,
        command->reports >= 0 ? text_of("CPU_DEVICE_REPORT=/proc/self/fd/%d", command->reports) : "CPU_DEVICE_REPORT");
    addf(&settings.environment, "CPU_DEVICE_LANGUAGE=%s", in_chinese() ? "zh" : "en"); // of the device's reports
    const struct outcome outcome = run_within(&all, &settings);
    if (settings.out >= 0)
        close(settings.out);
    if (settings.err > 2)
        close(settings.err);
    return outcome;
}
