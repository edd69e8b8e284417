#!/bin/sh
# SPDX-License-Identifier: MIT
# answers.sh REPOSITORY BUILD: tests what the folded answers of the path's pages say about the CPU device. Each
# lesson is changed as its exercise asks, compiled and run; its output must have the lines that the answer promises.
set -u
repository=$1 build=$2 failed=0
export CUCC_BUILD="$build/cucc" CPU_DEVICE_CORES=2 CPU_DEVICE_COUNT=2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$repository/chapter05" "$repository/modern" "$repository/gpus" "$repository/common" "$work"
cd "$work" || exit 1

windows="-lglut -lGL -lpng"
! grep -q '^FREEGLUT_INCLUDE.*NOTFOUND' "$build/CMakeCache.txt" || windows="-lpng"
! grep -q '^PNG_INCLUDE.*NOTFOUND' "$build/CMakeCache.txt" || windows=$(echo "$windows" | sed 's/-lpng//')

# change LESSON CHANGE [ARGUMENT...]: the lesson, changed by sed, prints into said.
change() {
    lesson=$1 how=$2 libraries=
    shift 2
    for source in */"$lesson.cu"; do :; done
    sed "$how" "$repository/$source" >"$source"
    ! cmp -s "$repository/$source" "$source" || wrong "the change finds nothing to change"
    case $source in *bitmap* | *live.cu) libraries=$windows ;; gpus/*) libraries=-lnccl ;; esac
    # shellcheck disable=SC2086 # several libraries
    "$repository/cpu_device/cucc" -o changed "$source" $libraries >said 2>&1 || wrong "it does not compile"
    ./changed "$@" >said 2>&1
}

wrong() {
    printf 'FAILED: %s: %s: %s\n' "$lesson" "$how" "$*"
    failed=1
}

says() {
    for words; do
        grep -qF -- "$words" said || wrong "it does not say '$words'"
    done
}

silent() {
    ! grep -q '^=========' said || wrong "the device reports: $(cat said)"
}

change dot '0,/^    __syncthreads();/{/^    __syncthreads();/d}'
says 'race on shared memory' 'writes at dot.cu:40' 'reads at dot.cu:46' 'the sum of 33792 products is wrong'
change dot 's/threads_per_block = 256/threads_per_block = 128/'
silent
says 'is exact'
change dot_rounded 's/float temp = 0/float temp = 1/'
says 'Yes: the sum is wrong by 3'
change dot 's/float temp = 0/float temp = 1/'
says 'NO: '
change dot_rounded 's/\(__shared__ \|^    \)float \(cache\|temp\|c\) */\1double \2/; s/float \*\(dev_\)\{0,1\}partial_c/double *\1partial_c/
s/(float \*)malloc(blocks/(double *)malloc(blocks/; s/blocks_per_grid \* sizeof(float)/blocks_per_grid * sizeof(double)/; s/a\[tid\] \*/(double)a[tid] */'
silent
says 'wrong by 0,'
change dot_divergent 's/if (cache_index < i) {/if (cache_index >= i) return; if (true) {/'
says 'Warning: barrier left by exited threads' 'dot_divergent.cu:52: 0-127' 'right result'
change dot_unsynced 's|// here a __syncthreads.*|__threadfence_block();|'
says 'race on shared memory' 'right in 0 of 1 runs'
change dot_unsynced 's/__shared__ float/__shared__ volatile float/'
says 'race on shared memory' 'right in 0 of 1 runs'
change warp_sync '/__syncwarp(); .*read before/d' --variant syncwarp
says 'writes at warp_sync.cu:97' 'reads at warp_sync.cu:96'
change warp_sync '/__syncwarp(); .*written before/d' --variant syncwarp
says 'writes at warp_sync.cu:98' 'reads at warp_sync.cu:96'
turned='s/spheres_side - 1 - threadIdx.y\]/threadIdx.y]/'
change shared_bitmap_unsynced "$turned" --save picture.ppm
says 'race on shared memory'
change shared_bitmap_unsynced "$turned; s|// here a __syncthreads.*|__syncwarp();|" --save picture.ppm
silent
change dot_live 's/__shared__ unsigned cache.*/&  __shared__ int turns; if (threadIdx.x == 0) turns = 0;/
s/clock64()/atomicAdd(\&turns, 1)/' --frames 1 --save picture.ppm
says 'race on shared memory' 'block (0,0,0), cache['
change shared_per_block '/__shared__ int owner;/d; s/^__global__ void read_owner/__device__ int owner;\n&/'
says 'race between blocks on global memory' '__device__ variable owner' 'NO: '
change threadfence_sum '/__threadfence(); .*sees the count/d'
says 'race between blocks' 'writes at threadfence_sum.cu:79' 'reads at threadfence_sum.cu:64' 'Right in 1 of 1 runs'
change threadfence_sum '/__threadfence(); .*nothing older/d'
silent
for fence in 'is visible' 'is read after'; do
    change visibility "/if (synced)\$/{N;/$fence/d}"
    says 'race between blocks' 'writes at visibility.cu:67' 'reads at visibility.cu:73' '3 of 3 readers saw every value'
done
change host_sync 's/cudaStreamCreateWithFlags(&stream\[2\], cudaStreamNonBlocking)/cudaStreamCreate(\&stream[2])/' --unit 5
says '2 by luck' 'The host read too early after 3 calls'
change matrix_reads 's/globalx, 16/globalx, 8/; s/globaly, 16/globaly, 8/'
says 'globalx                                65536               4            12.5' \
    'globaly                                65536               1             100'
change row_sums 's/32 \* 32\]/32 * 34]/; s/tile, 32);/tile, 34);/; s/32 \* 33\]/32 * 36]/; s/tile, 33);/tile, 36);/'
says 'through a tile 32 wide                  8192               4             100           2-way' \
    'through a tile 33 wide                  8192               4             100           4-way'
export CPU_DEVICE_COUNTERS=on
change column_sums 's/rows_per_block = 64/rows_per_block = 8/'
says 'atomic  4 bytes at column_sums.cu:56                1024'
change column_sums 's/rows_per_block = 64/rows_per_block = 512/'
says 'atomic  4 bytes at column_sums.cu:56                  16'
unset CPU_DEVICE_COUNTERS
change dot_ladder '/__syncthreads(); .*every sum is in the cache/d'
says 'race on shared memory' 'of 6 results 4 are wrong'
for words in 33,none 2,2-way 4,4-way 8,8-way; do
    change memory_spaces "s/from_shared, {32, 1/from_shared, {${words%,*}, 1/"
    says "shared: one bank                           0               -               - $(printf '%15s' "${words#*,}")"
    silent
done
change dot_once 's/ref<unsigned, cuda::thread_scope_device>/ref<unsigned, cuda::thread_scope_block>/'
says 'race between blocks on global memory' '__device__ variable count' ', sums['
change dot_once '/^    if (threadIdx.x == 0) {/i __syncthreads();
/^    \/\/ all threads know which/,/__syncthreads/d'
says 'race on shared memory' ', last' ', sums['
change groups 's/tile.sync();/__syncthreads();/' --elements 2144
says 'Warning: barrier left by exited threads' 'Yes: all 12 results are right.'
change groups 's/atomicAdd(&bins\[bin\], (int)same.size());/bins[bin] += (int)same.size();/'
says 'race' ', bins['
change split_barrier '/^    stored\[t\] = scramble/d; /all_stored.arrive();/a stored[t] = scramble(number, before);'
says 'race on shared memory' ', stored['
change stages '/__syncthreads(); .*next copy may overwrite/d'
says 'race on shared memory' 'stages.cu:33' 'stages.cu:7'
change cluster_dot '0,/^    cluster.sync();/s/^    cluster.sync();/    __syncthreads();/'
says 'shared memory of a block that may not have begun' 'race between blocks of a cluster'
change cluster_dot 's/^    if (!leaves)/    cluster.barrier_arrive();\n    if (part != 0)/; s/^        cluster.sync();/        cluster.barrier_wait();/'
silent
change scan 's/tile = atomicAdd([^;]*;/tile = blockIdx.x;/'
silent
change dot_gpus '/HANDLE_NCCL(ncclGroup/d'
says 'deadlock: a collective waits for a rank'
change barrier_gpus '/__syncthreads(); .*no thread reads before/d'
says 'race between streams on global memory'
exit $failed
