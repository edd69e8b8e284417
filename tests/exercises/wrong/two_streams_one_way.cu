// SPDX-License-Identifier: MIT
// The filling never waits: it overwrites what is still being added up. Says: race between streams on global memory
#include "judge/two_streams.h"

__global__ void two_streams(streams_calls *host)
{
    for (int part = 0; part < parts; part++) {
        host->fill(part);
        host->record(part, filling);
        host->wait(summing, part);
        host->sum(part);
    }
}
