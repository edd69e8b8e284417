// SPDX-License-Identifier: MIT
// The host queues one part more than it reads, with two events in turn.
#include "judge/early_host.h"

__global__ void early_host(early_calls *host)
{
    for (int part = 0; part <= parts; part++) {
        if (part < parts) {
            host->copy_in(part);
            host->square(part);
            host->copy_back(part);
            host->record(part % 2);
        }
        if (part > 0) {
            host->wait((part - 1) % 2);
            host->read(part - 1);
        }
    }
}
