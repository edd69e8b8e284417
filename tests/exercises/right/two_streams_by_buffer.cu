// SPDX-License-Identifier: MIT
// Two events for each buffer, recorded again and again.
#include "judge/two_streams.h"

__global__ void two_streams(streams_calls *host)
{
    for (int part = 0; part < parts; part++) {
        int filled = part % buffers, summed = buffers + filled;
        host->wait(filling, summed); // an event that was never recorded is over
        host->fill(part);
        host->record(filled, filling);
        host->wait(summing, filled);
        host->sum(part);
        host->record(summed, summing);
    }
}
