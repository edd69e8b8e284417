// SPDX-License-Identifier: MIT
// 24 early_host: a host that reads too early.
//
// A host sends four parts to the device, has the numbers squared there, gets the squares back and adds up each part.
// The copies and the kernels are asynchronous: each call puts its work into a stream and returns at once, long before
// the numbers are there. record(event) marks a place in the stream, as cudaEventRecord() does, and wait(event) lets the
// host wait until the stream has come to that place, as cudaEventSynchronize() does. Your kernel lists what the host
// calls. It may read a part when that part is back, and not later: while the host reads a part, the device works on the
// next.
//
//     ./run check early_host        ./run hint early_host
#include "judge/early_host.h"

__global__ void early_host(early_calls *host)
{
    for (int part = 0; part < parts; part++) {
        host->copy_in(part);
        host->square(part);
        host->copy_back(part);
        // your code: host->record(event), here or elsewhere
    }
    for (int part = 0; part < parts; part++) {
        // your code: host->wait(event)
        host->read(part);
    }
}
