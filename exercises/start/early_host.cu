// SPDX-License-Identifier: MIT
// 17 early_host: a host that reads too early.
//
// A host sends four parts to the device, has the numbers squared there, gets the squares back and adds up each part.
// The copies and the kernels are asynchronous: each call puts its work into a stream and returns at once, long before
// the numbers are computed. record(event) marks a point in the stream, as cudaEventRecord() does, and wait(event) lets
// the host wait until the stream has reached that point, as cudaEventSynchronize() does. Your kernel lists the host's
// calls. It must not read a part before that part is back, and should read it as soon as it is back. Then the device
// works on the next part meanwhile.
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
