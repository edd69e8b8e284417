// SPDX-License-Identifier: MIT
// The host is one part ahead with the filling.
#include "judge/two_streams.h"

__global__ void two_streams(streams_calls *host)
{
    for (int part = 0; part <= parts; part++) {
        if (part < parts) {
            if (part >= buffers)
                host->wait(filling, 8 + part - buffers);
            host->fill(part);
            host->record(part, filling);
        }
        if (part > 0) {
            host->wait(summing, part - 1);
            host->sum(part - 1);
            host->record(8 + part - 1, summing);
        }
    }
}
