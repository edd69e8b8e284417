// SPDX-License-Identifier: MIT
// calls: which error each call of the runtime gives, right or misused, and what cudaGetLastError() says after it. None
// of the errors is fatal to the context. A line has a call: its name here, its error and the last error.

// Errors on purpose.

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void none() {}
__global__ void __launch_bounds__(128) bounded(int *p)
{
    if (p)
        p[threadIdx.x] = 1;
}
__global__ void big()
{
    extern __shared__ char bytes[];
    bytes[threadIdx.x] = 1;
}
__device__ int symbol[4];
__constant__ int fixed[4];
static int host[64];

static void *p, *q;
static size_t n, m;
static int i;
static unsigned f;
static float ms = -1;
static cudaStream_t s, t;
static cudaEvent_t a, b, c;
static cudaArray_t arr;
static cudaPointerAttributes pa;
static cudaDeviceProp dp;
static cudaFuncAttributes fa;
static cudaChannelFormatDesc cd;

static void print(const char *name, cudaError_t error, cudaError_t last)
{
    printf("%s %s %s\n", name, cudaGetErrorName(error), cudaGetErrorName(last));
}

// A call, and the last error after it.
#define P(name, ...)                                                                                                   \
    do {                                                                                                               \
        const cudaError_t error = (__VA_ARGS__);                                                                       \
        print(name, error, cudaGetLastError());                                                                        \
    } while (0)
// A launch: the last error after it, and that of waiting for it.
#define L(name, ...)                                                                                                   \
    do {                                                                                                               \
        __VA_ARGS__;                                                                                                   \
        const cudaError_t last = cudaGetLastError();                                                                   \
        print(name, last, cudaDeviceSynchronize());                                                                    \
        cudaGetLastError();                                                                                            \
    } while (0)

static void allocations()
{
    P("malloc_0", cudaMalloc(&p, 0));
    printf("malloc_0 null=%d\n", p == 0);
    P("malloc_null", cudaMalloc((void **)0, 4));
    P("malloc_huge", cudaMalloc(&p, 1ull << 60));
    P("malloc_max", cudaMalloc(&p, ~0ull));
    P("malloc", cudaMalloc(&p, 100));
    printf("align %d\n", (int)((size_t)p % 512));
    P("free_null", cudaFree(0));
    P("free_host", cudaFree(host));
    P("free_inside", cudaFree((char *)p + 4));
    P("free", cudaFree(p));
    P("free_twice", cudaFree(p));
    P("managed_0", cudaMallocManaged(&p, 0));
    P("managed_flag", cudaMallocManaged(&p, 4, 77));
    P("host_0", cudaMallocHost(&p, 0));
    P("hostalloc_flag", cudaHostAlloc(&p, 4, 99));
    P("freehost_null", cudaFreeHost(0));
    P("freehost_host", cudaFreeHost(host));
    cudaMalloc(&q, 64);
    P("freehost_device", cudaFreeHost(q));
}

static void rows()
{
    P("pitch_0w", cudaMallocPitch(&p, &n, 0, 4));
    P("pitch_0h", cudaMallocPitch(&p, &n, 100, 0));
    P("pitch", cudaMallocPitch(&p, &n, 100, 4));
    printf("pitch %zu\n", n);
    cudaFree(p);
    P("pitch2", cudaMallocPitch(&p, &n, 513, 4));
    printf("pitch %zu\n", n);
    cudaFree(p);
    {
        cudaPitchedPtr pp;
        P("malloc3d", cudaMalloc3D(&pp, make_cudaExtent(10, 3, 2)));
        printf("pitch3 %zu xsize %zu ysize %zu\n", pp.pitch, pp.xsize, pp.ysize);
        cudaFree(pp.ptr);
        P("malloc3d_0", cudaMalloc3D(&pp, make_cudaExtent(0, 3, 2)));
    }
}

static void copies()
{
    cudaMalloc(&p, 256);
    P("copy_0", cudaMemcpy(p, host, 0, cudaMemcpyHostToDevice));
    P("copy_0null", cudaMemcpy(0, 0, 0, cudaMemcpyHostToDevice));
    P("copy_null", cudaMemcpy(0, host, 4, cudaMemcpyHostToDevice));
    P("copy_srcnull", cudaMemcpy(p, 0, 4, cudaMemcpyHostToDevice));
    P("copy_kind", cudaMemcpy(p, host, 4, (cudaMemcpyKind)7));
    P("copy_default", cudaMemcpy(p, host, 4, cudaMemcpyDefault));
    P("copy_wrong_dir", cudaMemcpy(host, p, 4, cudaMemcpyHostToDevice));
    P("copy_h2h_dev", cudaMemcpy(p, host, 4, cudaMemcpyHostToHost));
    P("copy_d2d_host", cudaMemcpy(p, host, 4, cudaMemcpyDeviceToDevice));
    P("copy_over", cudaMemcpy(p, host, 256 + 4096 * 4096, cudaMemcpyDeviceToDevice));
    P("copy_self", cudaMemcpy(p, p, 64, cudaMemcpyDeviceToDevice));
    P("copy2d_pitch", cudaMemcpy2D(p, 8, host, 4, 8, 2, cudaMemcpyHostToDevice));
    P("copy2d_dpitch", cudaMemcpy2D(p, 4, host, 8, 8, 2, cudaMemcpyHostToDevice));
    P("copy2d_0h", cudaMemcpy2D(p, 4, host, 4, 8, 0, cudaMemcpyHostToDevice));
    P("copy2d_1h", cudaMemcpy2D(p, 4, host, 4, 8, 1, cudaMemcpyHostToDevice));
    P("copy2d_0w", cudaMemcpy2D(p, 4, host, 4, 0, 3, cudaMemcpyHostToDevice));
    P("copy2d_hugepitch", cudaMemcpy2D(p, 1ull << 31, host, 8, 8, 1, cudaMemcpyHostToDevice));
}

static void fills()
{
    P("set_0", cudaMemset(p, 0, 0));
    P("set_null", cudaMemset(0, 0, 4));
    P("set_null0", cudaMemset(0, 0, 0));
    P("set_host", cudaMemset(host, 0, 4));
    P("set_over", cudaMemset(p, 0, 1 << 24));
    P("set2d_pitch", cudaMemset2D(p, 4, 0, 8, 2));
    P("set2d", cudaMemset2D(p, 64, 0, 8, 2));
}

static void symbols()
{
    P("sym", cudaMemcpyToSymbol(symbol, host, 16));
    P("sym_over", cudaMemcpyToSymbol(symbol, host, 17));
    P("sym_off", cudaMemcpyToSymbol(symbol, host, 4, 13));
    P("sym_host", cudaMemcpyToSymbol(host, host, 4));
    P("sym_d2h", cudaMemcpyToSymbol(symbol, host, 4, 0, cudaMemcpyDeviceToHost));
    P("sym_from", cudaMemcpyFromSymbol(host, fixed, 16));
    P("sym_addr", cudaGetSymbolAddress(&q, host));
    P("sym_size", cudaGetSymbolSize(&n, fixed));
    printf("size %zu\n", n);
}

static void launches()
{
    L("launch", none<<<1, 1>>>());
    L("launch_0", none<<<0, 1>>>());
    L("launch_0t", none<<<1, 0>>>());
    L("launch_1025", none<<<1, 1025>>>());
    L("launch_z65", none<<<1, dim3(1, 1, 65)>>>());
    L("launch_z64", none<<<1, dim3(1, 1, 64)>>>());
    L("launch_y65536", none<<<dim3(1, 65536), 1>>>());
    L("launch_x32", none<<<0x80000000u, 1>>>());
    L("launch_yz2", none<<<1, dim3(32, 33)>>>());
    L("launch_smem48", none<<<1, 1, 49152>>>());
    L("launch_smem49", none<<<1, 1, 49153>>>());
    L("launch_smem_max", none<<<1, 1, 1 << 30>>>());
    L("bounded_128", bounded<<<1, 128>>>(0));
    L("bounded_129", bounded<<<1, 129>>>(0));
    L("big_48", big<<<1, 32, 49152>>>());
    P("big_attr", cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    L("big_100000", big<<<1, 32, 100000>>>());
    P("big_attr_232448", cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
    P("big_attr_232449", cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
    P("big_attr_neg", cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    P("attr_host", cudaFuncSetAttribute((void *)host, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
    P("attr_num", cudaFuncSetAttribute(big, (cudaFuncAttribute)99, 1));
    P("carve_101", cudaFuncSetAttribute(big, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    P("carve_m1", cudaFuncSetAttribute(big, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
    P("carve_m2", cudaFuncSetAttribute(big, cudaFuncAttributePreferredSharedMemoryCarveout, -2));
}

static void kernels()
{
    P("fattr", cudaFuncGetAttributes(&fa, bounded));
    printf("fattr max %d const %zu shared %zu local %zu\n", fa.maxThreadsPerBlock, fa.constSizeBytes,
           fa.sharedSizeBytes, fa.localSizeBytes);
    P("fattr_host", cudaFuncGetAttributes(&fa, (void *)host));
    P("fattr_null", cudaFuncGetAttributes(&fa, (void *)0));
    P("launchk_null", cudaLaunchKernel((void *)0, 1, 1, 0, 0, 0));
    P("launchk", cudaLaunchKernel((void *)none, 1, 1, 0, 0, 0));
    P("coop", cudaLaunchCooperativeKernel((void *)none, 1, 1, 0, 0, 0));
    P("coop_big", cudaLaunchCooperativeKernel((void *)none, 1 << 20, 1024, 0, 0, 0));
}

static void streams()
{
    cudaDeviceSynchronize();
    P("stream", cudaStreamCreate(&s));
    P("stream_null", cudaStreamCreate(0));
    P("stream_flag", cudaStreamCreateWithFlags(&t, 9));
    P("stream_prio", cudaStreamCreateWithPriority(&t, cudaStreamNonBlocking, -100));
    P("prio", cudaStreamGetPriority(t, &i));
    printf("prio %d\n", i);
    {
        int lo, hi;
        P("prange", cudaDeviceGetStreamPriorityRange(&lo, &hi));
        printf("range %d %d\n", lo, hi);
    }
    P("flags", cudaStreamGetFlags(t, &f));
    printf("flags %u\n", f);
    P("query", cudaStreamQuery(s));
    P("query0", cudaStreamQuery(0));
    P("sync", cudaStreamSynchronize(s));
    P("destroy0", cudaStreamDestroy(0));
    P("destroy", cudaStreamDestroy(t));
    P("wait_flag", cudaStreamWaitEvent(s, 0, 0));
}

static void events()
{
    P("event", cudaEventCreate(&a));
    P("event_null", cudaEventCreate(0));
    P("event_flag", cudaEventCreateWithFlags(&b, 64));
    P("event_b", cudaEventCreate(&b));
    P("event_dis", cudaEventCreateWithFlags(&c, cudaEventDisableTiming));
    P("equery_new", cudaEventQuery(a));
    P("esync_new", cudaEventSynchronize(a));
    P("elapsed_new", cudaEventElapsedTime(&ms, a, b));
    P("record", cudaEventRecord(a, s));
    P("elapsed_one", cudaEventElapsedTime(&ms, a, b));
    P("record_b", cudaEventRecord(b, s));
    cudaStreamSynchronize(s);
    P("elapsed", cudaEventElapsedTime(&ms, a, b));
    P("elapsed_back", cudaEventElapsedTime(&ms, b, a));
    P("record_c", cudaEventRecord(c, s));
    cudaStreamSynchronize(s);
    P("elapsed_dis", cudaEventElapsedTime(&ms, a, c));
    P("elapsed_null", cudaEventElapsedTime(0, a, b));
    P("equery_null", cudaEventQuery(0));
    P("wait_new", cudaStreamWaitEvent(s, c, 0));
    P("wait_badflag", cudaStreamWaitEvent(s, c, 5));
    P("record_flag", cudaEventRecordWithFlags(a, s, 7));
    P("edestroy", cudaEventDestroy(c));
    P("edestroy0", cudaEventDestroy(0));
}

static void registered_memory()
{
    P("reg", cudaHostRegister(host, sizeof host, 0));
    P("reg_twice", cudaHostRegister(host, sizeof host, 0));
    P("reg_inside", cudaHostRegister(host + 1, 4, 0));
    P("reg_0", cudaHostRegister(host, 0, 0));
    P("reg_null", cudaHostRegister(0, 4, 0));
    P("reg_flag", cudaHostRegister(&dp, 4, 77));
    P("devptr", cudaHostGetDevicePointer(&q, host, 0));
    P("devptr_flag", cudaHostGetDevicePointer(&q, host, 1));
    P("devptr_dev", cudaHostGetDevicePointer(&q, p, 0));
    P("hflags", cudaHostGetFlags(&f, host));
    printf("hflags %u\n", f);
    P("unreg", cudaHostUnregister(host));
    P("unreg_twice", cudaHostUnregister(host));
    P("devptr_plain", cudaHostGetDevicePointer(&q, host, 0));
}

static void pointers()
{
    P("pattr_dev", cudaPointerGetAttributes(&pa, p));
    printf("type %d dev %d\n", pa.type, pa.device);
    P("pattr_host", cudaPointerGetAttributes(&pa, host));
    printf("type %d dev %d hp %d dp %d\n", pa.type, pa.device, pa.hostPointer == host, pa.devicePointer == host);
    P("pattr_null", cudaPointerGetAttributes(&pa, 0));
    printf("type %d\n", pa.type);
    P("pattr_nullout", cudaPointerGetAttributes(0, p));
    P("pattr_past", cudaPointerGetAttributes(&pa, (char *)p + 256 + (1 << 21)));
    printf("type %d\n", pa.type);
}

static void devices()
{
    P("getdev_null", cudaGetDevice(0));
    P("setdev_99", cudaSetDevice(99));
    P("setdev_m1", cudaSetDevice(-1));
    P("setdev", cudaSetDevice(0));
    P("count_null", cudaGetDeviceCount(0));
    P("props_99", cudaGetDeviceProperties(&dp, 99));
    P("props_null", cudaGetDeviceProperties(0, 0));
    P("attr_bad", cudaDeviceGetAttribute(&i, (cudaDeviceAttr)9999, 0));
    P("attr_0", cudaDeviceGetAttribute(&i, (cudaDeviceAttr)0, 0));
    P("peer_self", cudaDeviceCanAccessPeer(&i, 0, 0));
    printf("peer %d\n", i);
    P("peer_enable_self", cudaDeviceEnablePeerAccess(0, 0));
    P("peer_enable_99", cudaDeviceEnablePeerAccess(99, 0));
    P("peer_disable", cudaDeviceDisablePeerAccess(0));
    P("devflags", cudaSetDeviceFlags(cudaDeviceScheduleSpin));
    P("devflags_bad", cudaSetDeviceFlags(0x1000));
    P("cachecfg", cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    P("cachecfg_bad", cudaDeviceSetCacheConfig((cudaFuncCache)9));
    P("meminfo", cudaMemGetInfo(&n, &m));
    P("meminfo_null", cudaMemGetInfo(0, 0));
}

static void limits()
{
    P("limit_get", cudaDeviceGetLimit(&n, cudaLimitStackSize));
    printf("stack %zu\n", n);
    P("limit_printf", cudaDeviceGetLimit(&n, cudaLimitPrintfFifoSize));
    printf("fifo %zu\n", n);
    P("limit_heap", cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize));
    printf("heap %zu\n", n);
    P("limit_bad", cudaDeviceGetLimit(&n, (cudaLimit)99));
    P("limit_set", cudaDeviceSetLimit(cudaLimitStackSize, 2048));
    cudaDeviceGetLimit(&n, cudaLimitStackSize);
    printf("stack %zu\n", n);
    P("limit_odd", cudaDeviceSetLimit(cudaLimitStackSize, 1001));
    cudaDeviceGetLimit(&n, cudaLimitStackSize);
    printf("stack %zu\n", n);
    P("limit_huge", cudaDeviceSetLimit(cudaLimitStackSize, 1ull << 40));
    P("limit_sync", cudaDeviceGetLimit(&n, cudaLimitDevRuntimeSyncDepth));
    P("limit_l2", cudaDeviceGetLimit(&n, cudaLimitMaxL2FetchGranularity));
    printf("l2 %zu\n", n);
    P("limit_l2set", cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 100));
    cudaDeviceGetLimit(&n, cudaLimitMaxL2FetchGranularity);
    printf("l2 %zu\n", n);
}

static void arrays()
{
    cd = cudaCreateChannelDesc<float>();
    P("array", cudaMallocArray(&arr, &cd, 16, 16));
    P("array_0", cudaMallocArray(&arr, &cd, 0, 16));
    P("array_null", cudaMallocArray(0, &cd, 16, 16));
    cd.x = 7;
    P("array_bits", cudaMallocArray(&arr, &cd, 16, 16));
    cd = cudaCreateChannelDesc<float>();
    P("array_huge", cudaMallocArray(&arr, &cd, 200000, 16));
    P("array3", cudaMallocArray(&arr, &cd, 16, 16));
    P("toarray", cudaMemcpy2DToArray(arr, 0, 0, host, 64, 64, 4, cudaMemcpyHostToDevice));
    P("toarray_over", cudaMemcpy2DToArray(arr, 0, 0, host, 64, 68, 4, cudaMemcpyHostToDevice));
    P("toarray_off", cudaMemcpy2DToArray(arr, 4, 0, host, 64, 64, 4, cudaMemcpyHostToDevice));
    P("freearray", cudaFreeArray(arr));
    P("freearray0", cudaFreeArray(0));
}

static void textures()
{
    cudaResourceDesc rd;
    memset(&rd, 0, sizeof rd);
    cudaTextureDesc td;
    memset(&td, 0, sizeof td);
    cudaTextureObject_t to = 0;
    rd.resType = cudaResourceTypeLinear;
    rd.res.linear.devPtr = p;
    rd.res.linear.desc = cd;
    rd.res.linear.sizeInBytes = 256;
    P("tex", cudaCreateTextureObject(&to, &rd, &td, 0));
    P("texd", cudaDestroyTextureObject(to));
    P("texd0", cudaDestroyTextureObject(0));
    rd.res.linear.devPtr = (char *)p + 4;
    P("tex_mis", cudaCreateTextureObject(&to, &rd, &td, 0));
    rd.res.linear.devPtr = p;
    td.filterMode = cudaFilterModeLinear;
    P("tex_lin", cudaCreateTextureObject(&to, &rd, &td, 0));
    td.filterMode = cudaFilterModePoint;
    td.normalizedCoords = 1;
    P("tex_norm", cudaCreateTextureObject(&to, &rd, &td, 0));
    td.normalizedCoords = 0;
    td.readMode = cudaReadModeNormalizedFloat;
    P("tex_nf", cudaCreateTextureObject(&to, &rd, &td, 0));
    td.readMode = cudaReadModeElementType;
    rd.res.linear.sizeInBytes = 0;
    P("tex_0", cudaCreateTextureObject(&to, &rd, &td, 0));
    rd.resType = cudaResourceTypePitch2D;
    rd.res.pitch2D.devPtr = p;
    rd.res.pitch2D.desc = cd;
    rd.res.pitch2D.width = 4;
    rd.res.pitch2D.height = 4;
    rd.res.pitch2D.pitchInBytes = 40;
    P("tex_pitch", cudaCreateTextureObject(&to, &rd, &td, 0));
    rd.res.pitch2D.pitchInBytes = 64;
    P("tex_pitch64", cudaCreateTextureObject(&to, &rd, &td, 0));
    P("tex_null", cudaCreateTextureObject(0, &rd, &td, 0));
}

static void occupancy()
{
    int nb = -1;
    P("occ", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, none, 256, 0));
    printf("occ %d\n", nb);
    P("occ_32", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, none, 32, 0));
    printf("occ %d\n", nb);
    P("occ_smem", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, big, 64, 49152));
    printf("occ %d\n", nb);
    P("occ_1025", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, none, 1025, 0));
    printf("occ %d\n", nb);
    P("occ_0", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, none, 0, 0));
    int g = -1, bl = -1;
    P("occ_pot", cudaOccupancyMaxPotentialBlockSize(&g, &bl, none, 0, 0));
    printf("pot %d\n", bl);
    P("occ_avail", cudaOccupancyAvailableDynamicSMemPerBlock(&n, big, 2, 64));
    printf("avail %zu\n", n);
}

static void graphs()
{
    cudaStreamCaptureStatus st;
    cudaGraph_t g = 0;
    cudaGraphExec_t x = 0;
    P("cap0", cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    P("cap", cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    P("cap_twice", cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    P("cap_is", cudaStreamIsCapturing(s, &st));
    printf("st %d\n", st);
    none<<<1, 1, 0, s>>>();
    P("cap_query", cudaStreamQuery(s));
    P("cap_is2", cudaStreamIsCapturing(s, &st));
    printf("st %d\n", st);
    P("cap_end", cudaStreamEndCapture(s, &g));
    printf("g %d\n", g != 0);
    P("cap_end2", cudaStreamEndCapture(s, &g));
    P("cap", cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    none<<<1, 1, 0, s>>>();
    P("cap_end3", cudaStreamEndCapture(s, &g));
    P("inst", cudaGraphInstantiate(&x, g, 0));
    P("glaunch", cudaGraphLaunch(x, s));
    P("gsync", cudaStreamSynchronize(s));
    P("gnull", cudaGraphLaunch(0, s));
    P("gdestroy", cudaGraphDestroy(g));
    P("gxdestroy", cudaGraphExecDestroy(x));
    P("gcreate_flag", cudaGraphCreate(&g, 3));
    size_t nn = 9;
    P("gcreate", cudaGraphCreate(&g, 0));
    P("gnodes", cudaGraphGetNodes(g, 0, &nn));
    printf("nodes %zu\n", nn);
    P("inst_empty", cudaGraphInstantiate(&x, g, 0));
    P("glaunch_empty", cudaGraphLaunch(x, 0));
}

static void pools()
{
    {
        void *as = 0;
        P("async", cudaMallocAsync(&as, 64, s));
        P("asyncfree", cudaFreeAsync(as, s));
        P("async0", cudaMallocAsync(&as, 0, s));
        P("asyncfree0", cudaFreeAsync(0, s));
        P("asyncfree_host", cudaFreeAsync(host, s));
        cudaMemPool_t mp;
        P("pool", cudaDeviceGetDefaultMemPool(&mp, 0));
        P("pool_destroy", cudaMemPoolDestroy(mp));
        unsigned long long th = 7;
        P("pool_attr", cudaMemPoolGetAttribute(mp, cudaMemPoolAttrReleaseThreshold, &th));
        printf("threshold %llu\n", th);
    }
    P("prefetch_dev", cudaMemPrefetchAsync(p, 64, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0));
    P("advise_dev", cudaMemAdvise(p, 64, cudaMemAdviseSetReadMostly, cudaMemLocation{cudaMemLocationTypeDevice, 0}));
}

static void errors()
{
    P("drv_null", cudaDriverGetVersion(0));
    P("drv", cudaDriverGetVersion(&i));
    P("rt", cudaRuntimeGetVersion(&i));
    printf("rt %d\n", i);
    printf("errs [%s] [%s] [%s] [%s]\n", cudaGetErrorString((cudaError_t)1), cudaGetErrorString((cudaError_t)700),
           cudaGetErrorString((cudaError_t)12345), cudaGetErrorName((cudaError_t)12345));
    P("peek_fail", cudaMalloc(&q, ~0ull));
    P("peek", cudaPeekAtLastError());
    cudaMalloc(&q, ~0ull);
    P("peek2", cudaPeekAtLastError());
    cudaMalloc(&q, ~0ull);
    cudaMalloc(&q, 4);
    P("sticky_no", cudaPeekAtLastError());
    cudaStreamQuery(s);
    P("final_sync", cudaDeviceSynchronize());
    P("reset", cudaDeviceReset());
    P("after_reset_free", cudaFree(p));
    P("after_reset_malloc", cudaMalloc(&p, 4));
}

int main()
{
    allocations();
    rows();
    copies();
    fills();
    symbols();
    launches();
    kernels();
    streams();
    events();
    registered_memory();
    pointers();
    devices();
    limits();
    arrays();
    textures();
    occupancy();
    graphs();
    pools();
    errors();
}
