// SPDX-License-Identifier: MIT
// Each stream waits for the other: nothing runs at the same time. Says: fill\(1\) waits for sum\(0\)
#include "judge/two_streams.h"

__global__ void two_streams(streams_calls *host)
{
    for (int part = 0; part < parts; part++) {
        host->wait(filling, 1);
        host->fill(part);
        host->record(0, filling);
        host->wait(summing, 0);
        host->sum(part);
        host->record(1, summing);
    }
}
