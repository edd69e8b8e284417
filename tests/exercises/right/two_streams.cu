// SPDX-License-Identifier: MIT
// Two events for each part: it is filled, it is added up.
#include "judge/two_streams.h"

__global__ void two_streams(streams_calls *host)
{
    for (int part = 0; part < parts; part++) {
        if (part >= buffers)
            host->wait(filling, 8 + part - buffers);
        host->fill(part);
        host->record(part, filling);
        host->wait(summing, part);
        host->sum(part);
        host->record(8 + part, summing);
    }
}
