#!/bin/sh
# SPDX-License-Identifier: MIT
# large.sh BUILD CUCC: the page of a launch with far more events than it can hold shows the accesses of the report, in less
# than a megabyte, and says nothing of what it does not hold: who wrote before its events, or what the block left in the end.
set -u
cucc=$2 failed=0
export CUCC_BUILD="$1/cucc"
browser=$(command -v chromium) || {
    echo "skipped: there is no Chromium" && exit 77
}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

cat >"$work/tiles.cu" <<'END'
#include <cstdio>
const int tile = 16, n = 128;
__global__ void product(const float *a, const float *b, float *c, int late)
{
    __shared__ float a_tile[tile][tile], b_tile[tile][tile];
    const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n / tile; ++t) {
        a_tile[threadIdx.y][threadIdx.x] = a[row * n + t * tile + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = b[(t * tile + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < tile; ++k)
            sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        if (t < late)
            __syncthreads();
    }
    c[row * n + column] = sum;
}
// Each element is written once, long before the race.
__global__ void ring(int *out, int rounds)
{
    __shared__ int value[256];
    value[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int sum = 0;
    for (int r = 0; r < rounds; ++r)
        sum += value[(threadIdx.x + r) % 256];
    value[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x] = value[255 - threadIdx.x];
}
int main(int count, char **)
{
    float *a, *b, *c, from[n * n];
    for (int i = 0; i < n * n; ++i)
        from[i] = i % 7;
    for (float **p : {&a, &b, &c}) {
        cudaMalloc(p, sizeof from);
        cudaMemcpy(*p, from, sizeof from, cudaMemcpyHostToDevice);
    }
    if (count == 1)
        product<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a, b, c, 0);
    else if (count == 2)
        product<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a, b, c, n / tile - 2);
    else
        ring<<<1, 256>>>((int *)c, 301);
    cudaDeviceSynchronize();
    for (float *p : {a, b, c})
        cudaFree(p);
}
END
(cd "$work" && "$cucc" -trace tiles.cu -o tiles) || exit 1

wrong() {
    echo "FAILED: $*"
    failed=1
}

# shown HASH: the page as a browser has it
shown() {
    timeout 300 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" \
        --virtual-time-budget=20000 --dump-dom "file://$work/page.html$1" 2>"$work/log"
}

# page NAME [ARGUMENT]: the launch's page, and in story and said what it says
page() {
    name=$1
    shift
    CPU_DEVICE_TRACE=$work/page.html timeout 200 "$work/tiles" "$@" </dev/null >"$work/report" 2>&1
    grep -q 'race on shared memory' "$work/report" || wrong "$name: no report: $(cat "$work/report")"
    [ "$(wc -c <"$work/page.html")" -lt 1000000 ] || wrong "$name: a page of $(wc -c <"$work/page.html") bytes"
    shown '' >"$work/dom"
    sed -n 's/.*<div id="story"[^>]*>//p' "$work/dom" >"$work/story"
    grep -q 'comes after both' "$work/story" || wrong "$name: the race is not shown, but: $(cat "$work/story")"
    grep -q 'class="cell[^"]*at-race' "$work/dom" || wrong "$name: no element is marked"
    grep -q 'nobody had written' "$work/story" && wrong "$name: nobody had written, it says"
    shown '#schedule=last&step=999999' | grep -q 'id="verdict"[^>]*></' || wrong "$name: it says what the block left in the end"
}

page 'a race in the first round'
grep -q 'events more, which were not kept' "$work/dom" || wrong 'it is not said that later events are left out'
page 'a race in a late round' late
grep -q 'events before these were not kept' "$work/dom" || wrong 'it is not said that earlier events are left out'
page 'a race for what was written long before' ring late
exit $failed
