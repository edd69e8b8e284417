// SPDX-License-Identifier: MIT
// 16 two_streams: a stream that must wait for another.
//
// A host fills two buffers in turn, and adds up what is in them: the parts 0, 2, 4 in the first buffer, the parts 1, 3,
// 5 in the second. It launches fill in one stream and sum in another, so that both run at the same time. What is in one
// stream runs in order; two streams know nothing of each other. record(event, stream) marks a place in a stream, as
// cudaEventRecord() does. wait(stream, event) lets another stream wait until the first one has come to that place, as
// cudaStreamWaitEvent() does; it looks at the last record(). Your kernel lists what the host calls. Let each stream
// wait for what it needs, and for no more: a part can be filled while the one before it is added up.
//
//     ./run check two_streams        ./run hint two_streams
#include "judge/two_streams.h"

__global__ void two_streams(streams_calls *host)
{
    for (int part = 0; part < parts; part++) {
        // your code: host->wait() and host->record(), before, between and after these
        host->fill(part);
        host->sum(part);
    }
}
