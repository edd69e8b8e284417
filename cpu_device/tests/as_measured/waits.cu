// SPDX-License-Identifier: MIT
// waits: which call of the runtime waits for a kernel that runs. A line has a call, and for the kernel's stream (n: a
// non-blocking one, s: a blocking one, 0: the default stream) W, the call waits, or r, it returns at once. H2D: from
// the host to the device; page: pageable memory; same: in the kernel's stream; other, otherb: in another non-blocking
// or blocking stream.
//
//     waits [RECORD]
//
// The kernel runs until the host lets it end: as soon as the call returns, or when the patience with the call is over.
// With a record, that is short where the call is to wait, and long where it is to return, so a busy machine changes
// nothing. Compiled with: -arch=sm_90 Given its record
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

static const char stream_names[] = "ns0";
const int kinds = 3;
static cudaStream_t streams[kinds];
static std::map<std::string, std::string> record; // by call: "n:W s:W 0:W"

// --- the kernel that runs ---

static volatile int *state; // [0]: it is to end; [1]: it runs

__global__ void run_until_told(volatile int *its_state)
{
    its_state[1] = 1;
    while (its_state[0] == 0)
        ;
}

static void must(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "waits: %s: %s\n", what, cudaGetErrorString(error));
    exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 1);
}

// 300 without a record.
static std::chrono::milliseconds patience_with(const std::string &name, int kind)
{
    const std::string &line = record[name];
    const size_t at = line.find(std::string(1, stream_names[kind]) + ":");
    const char expected = at != std::string::npos ? line[at + 2] : '?';
    return std::chrono::milliseconds(expected == 'r' ? 5000 : expected == 'W' ? 50 : 300);
}

// Whether the call waits for a kernel in that stream.
static bool waits(const std::string &name, int kind, const std::function<void()> &call)
{
    must(cudaDeviceSynchronize(), name.c_str());
    state[0] = state[1] = 0;
    run_until_told<<<1, 1, 0, streams[kind]>>>(state);
    must(cudaGetLastError(), name.c_str());
    while (state[1] == 0)
        std::this_thread::yield();

    std::mutex mutex;
    std::condition_variable changed;
    bool is_over = false, has_returned = false;
    std::thread patient([&] {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait_for(lock, patience_with(name, kind), [&] { return has_returned; });
        is_over = true;
        state[0] = 1;
    });
    call();
    bool has_waited;
    {
        std::lock_guard<std::mutex> lock(mutex);
        has_waited = is_over;
        has_returned = true;
    }
    changed.notify_all();
    patient.join();
    must(cudaDeviceSynchronize(), name.c_str());
    cudaGetLastError();
    return has_waited;
}

static void row(const std::string &name, const std::function<void(cudaStream_t)> &call)
{
    printf("%-28s", name.c_str());
    for (int kind = 0; kind < kinds; ++kind)
        printf(" %c:%c", stream_names[kind], waits(name, kind, [&] { call(streams[kind]); }) ? 'W' : 'r');
    printf("\n");
}

// --- what the calls use ---

__device__ int symbol[256];
__global__ void nothing(int *) {}
template <int> __global__ void fresh(int *p)
{
    if (p)
        *p = 1;
}
__global__ void prints()
{
    printf("%s", "");
}
static void callback(void *) {}

const size_t big = 16 << 20;
static char *device, *device_2, *managed, *pinned, *pinned_2, *pageable, *registered;
static cudaStream_t other, blocking;
static cudaEvent_t event;
static cudaGraph_t graph;
static cudaGraphExec_t ready;
static cudaArray_t array;
static cudaChannelFormatDesc floats;

static void prepare()
{
    must(cudaMallocHost((void **)&state, 2 * sizeof *state), "state");
    must(cudaStreamCreateWithFlags(&streams[0], cudaStreamNonBlocking), "streams");
    must(cudaStreamCreate(&streams[1]), "streams");
    must(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), "streams");
    must(cudaStreamCreate(&blocking), "streams");
    must(cudaMalloc(&device, big), "device");
    must(cudaMalloc(&device_2, big), "device");
    must(cudaMallocManaged(&managed, 1 << 20), "managed");
    must(cudaMallocHost(&pinned, big), "pinned");
    must(cudaMallocHost(&pinned_2, big), "pinned");
    pageable = (char *)calloc(big, 1);
    registered = (char *)calloc(1 << 20, 1);
    must(cudaEventCreate(&event), "event");
    floats = cudaCreateChannelDesc<float>();
    must(cudaMallocArray(&array, &floats, 64, 64), "array");
    must(cudaStreamBeginCapture(other, cudaStreamCaptureModeRelaxed), "graph");
    nothing<<<1, 1, 0, other>>>(nullptr);
    must(cudaStreamEndCapture(other, &graph), "graph");
    must(cudaGraphInstantiate(&ready, graph, 0), "graph");
    must(cudaGraphLaunch(ready, other), "graph");
    nothing<<<1, 1>>>(nullptr);
    must(cudaDeviceSynchronize(), "prepare");
}

// --- the calls ---

static void allocations()
{
    static void *p, *q, *spare[kinds];
    static cudaArray_t spare_array;
    for (void *&one : spare)
        cudaMalloc(&one, 4096);
    row("cudaMalloc", [](cudaStream_t) { cudaMalloc(&p, 1 << 20); });
    row("cudaFree", [n = 0](cudaStream_t) mutable { cudaFree(spare[n++]); });
    row("cudaFree null", [](cudaStream_t) { cudaFree(nullptr); });
    row("cudaMallocManaged", [](cudaStream_t) { cudaMallocManaged(&p, 4096); });
    row("cudaMallocHost", [](cudaStream_t) { cudaMallocHost(&q, 4096); });
    for (void *&one : spare)
        cudaMallocHost(&one, 4096);
    row("cudaFreeHost", [n = 0](cudaStream_t) mutable { cudaFreeHost(spare[n++]); });
    row("cudaHostRegister", [](cudaStream_t) { cudaHostRegister(registered, 1 << 20, 0); });
    row("cudaHostUnregister", [](cudaStream_t) {
        cudaHostUnregister(registered);
        cudaHostRegister(registered, 1 << 20, 0);
    });
    row("mallocArray", [](cudaStream_t) { cudaMallocArray(&spare_array, &floats, 64, 64); });
    row("freeArray", [](cudaStream_t) {
        cudaFreeArray(spare_array);
        cudaMallocArray(&spare_array, &floats, 64, 64);
    });
    row("memGetInfo", [](cudaStream_t) {
        size_t left, all;
        cudaMemGetInfo(&left, &all);
    });
}

const cudaMemcpyKind in = cudaMemcpyHostToDevice, out = cudaMemcpyDeviceToHost, on_device = cudaMemcpyDeviceToDevice,
                     on_host = cudaMemcpyHostToHost;

static void copies()
{
    row("memcpy H2D 1 KB page", [](cudaStream_t) { cudaMemcpy(device, pageable, 1024, in); });
    row("memcpy H2D 64 KB page", [](cudaStream_t) { cudaMemcpy(device, pageable, 65536, in); });
    row("memcpy H2D 16 MB page", [](cudaStream_t) { cudaMemcpy(device, pageable, big, in); });
    row("memcpy H2D pinned", [](cudaStream_t) { cudaMemcpy(device, pinned, 65536, in); });
    row("memcpy D2H page", [](cudaStream_t) { cudaMemcpy(pageable, device, 1024, out); });
    row("memcpy D2D", [](cudaStream_t) { cudaMemcpy(device_2, device, 1024, on_device); });
    row("memcpy H2H", [](cudaStream_t) { cudaMemcpy(pageable, pinned, 1024, on_host); });
    row("memcpyToSymbol", [](cudaStream_t) { cudaMemcpyToSymbol(symbol, pageable, 1024); });
    row("memcpyFromSymbol", [](cudaStream_t) { cudaMemcpyFromSymbol(pageable, symbol, 1024); });
    row("memcpy2D D2H", [](cudaStream_t) { cudaMemcpy2D(pageable, 64, device, 64, 64, 8, out); });
    row("memset device", [](cudaStream_t) { cudaMemset(device, 0, 1 << 20); });
    row("memset pinned", [](cudaStream_t) { cudaMemset(pinned, 0, 4096); });
    row("memset managed", [](cudaStream_t) { cudaMemset(managed, 0, 4096); });
}

static void asynchronous_copies()
{
    const int mega = 1 << 20;
    row("async same H2D page 1 KB", [](cudaStream_t s) { cudaMemcpyAsync(device, pageable, 1024, in, s); });
    row("async same H2D page 1 MB", [](cudaStream_t s) { cudaMemcpyAsync(device, pageable, mega, in, s); });
    row("async same H2D pinned", [](cudaStream_t s) { cudaMemcpyAsync(device, pinned, mega, in, s); });
    row("async same D2H page 1 KB", [](cudaStream_t s) { cudaMemcpyAsync(pageable, device, 1024, out, s); });
    row("async same D2H pinned", [](cudaStream_t s) { cudaMemcpyAsync(pinned, device, mega, out, s); });
    row("async other H2D page 1 MB", [](cudaStream_t) { cudaMemcpyAsync(device, pageable, mega, in, other); });
    row("async other D2H page 1 MB", [](cudaStream_t) { cudaMemcpyAsync(pageable, device, mega, out, other); });
    row("async otherb D2H page", [](cudaStream_t) { cudaMemcpyAsync(pageable, device, mega, out, blocking); });
    row("async H2H", [](cudaStream_t s) { cudaMemcpyAsync(pinned_2, pinned, mega, on_host, s); });
    row("async H2H page", [](cudaStream_t s) { cudaMemcpyAsync(pageable, pageable + mega, mega, on_host, s); });
    row("memsetAsync same", [](cudaStream_t s) { cudaMemsetAsync(device, 0, mega, s); });
}

static void streams_and_events()
{
    static cudaStream_t one, idle[kinds];
    static cudaEvent_t mark, marks[2 * kinds];
    for (cudaStream_t &each : idle)
        cudaStreamCreate(&each);
    for (cudaEvent_t &each : marks)
        cudaEventCreate(&each);
    row("streamCreate", [](cudaStream_t) { cudaStreamCreate(&one); });
    row("streamDestroy idle", [n = 0](cudaStream_t) mutable { cudaStreamDestroy(idle[n++]); });
    row("eventCreate", [](cudaStream_t) { cudaEventCreate(&mark); });
    row("eventDestroy idle", [n = 0](cudaStream_t) mutable { cudaEventDestroy(marks[n++]); });
    row("eventDestroy pending", [n = kinds](cudaStream_t s) mutable {
        cudaEventRecord(marks[n], s);
        cudaEventDestroy(marks[n++]);
    });
    row("eventRecord", [](cudaStream_t s) { cudaEventRecord(event, s); });
    row("eventQuery", [](cudaStream_t s) {
        cudaEventRecord(event, s);
        cudaEventQuery(event);
    });
    row("eventSynchronize", [](cudaStream_t s) {
        cudaEventRecord(event, s);
        cudaEventSynchronize(event);
    });
    row("streamWaitEvent", [](cudaStream_t s) {
        cudaEventRecord(event, s);
        cudaStreamWaitEvent(other, event, 0);
    });
    row("streamQuery", [](cudaStream_t s) { cudaStreamQuery(s); });
    row("streamSynchronize same", [](cudaStream_t s) { cudaStreamSynchronize(s); });
    row("streamSynchronize other", [](cudaStream_t) { cudaStreamSynchronize(other); });
    row("streamSynchronize otherb", [](cudaStream_t) { cudaStreamSynchronize(blocking); });
    row("streamSynchronize 0", [](cudaStream_t) { cudaStreamSynchronize(0); });
    row("launchHostFunc", [](cudaStream_t s) { cudaLaunchHostFunc(s, callback, nullptr); });
    row("deviceSynchronize", [](cudaStream_t) { cudaDeviceSynchronize(); });
}

static void launches()
{
    static cudaGraphExec_t one;
    static void *p, *of_pool;
    cudaMallocAsync(&p, 1 << 20, other);
    cudaMallocAsync(&of_pool, 1 << 20, other);
    cudaStreamSynchronize(other);
    row("launch other known", [](cudaStream_t) { nothing<<<1, 1, 0, other>>>(nullptr); });
    row("launch other fresh kernel", [n = 0](cudaStream_t) mutable {
        void (*const kernels[])(int *) = {fresh<0>, fresh<1>, fresh<2>};
        kernels[n++]<<<1, 1, 0, other>>>(nullptr);
    });
    row("launch 0 and query", [](cudaStream_t) { nothing<<<1, 1>>>(nullptr); });
    row("launch with printf", [](cudaStream_t) { prints<<<1, 1, 0, other>>>(); });
    row("graphLaunch other", [](cudaStream_t) { cudaGraphLaunch(ready, other); });
    row("graphInstantiate", [](cudaStream_t) { cudaGraphInstantiate(&one, graph, 0); });
    row("freeAsync other", [n = 0](cudaStream_t) mutable { n++ == 0 ? cudaFreeAsync(p, other) : cudaSuccess; });
    row("mallocAsync other", [](cudaStream_t) { cudaMallocAsync(&p, 4096, other); });
    row("cudaFree of pool memory", [n = 0](cudaStream_t) mutable { n++ == 0 ? cudaFree(of_pool) : cudaSuccess; });
    row("prefetch other", [](cudaStream_t) {
        cudaMemPrefetchAsync(managed, 4096, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, other);
    });
    row("host touches managed", [](cudaStream_t) { ((volatile char *)managed)[5]++; });
}

static void questions()
{
    static int i;
    row("funcGetAttributes", [](cudaStream_t) {
        cudaFuncAttributes attributes;
        cudaFuncGetAttributes(&attributes, run_until_told);
    });
    row("pointerGetAttributes", [](cudaStream_t) {
        cudaPointerAttributes attributes;
        cudaPointerGetAttributes(&attributes, device);
    });
    row("getDeviceProperties", [](cudaStream_t) {
        cudaDeviceProp properties;
        cudaGetDeviceProperties(&properties, 0);
    });
    row("setLimit stack", [](cudaStream_t) { cudaDeviceSetLimit(cudaLimitStackSize, 1024 + 16 * (++i % 7)); });
    row("setLimit printf", [](cudaStream_t) { cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20); });
    row("setLimit heap", [](cudaStream_t) { cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20); });
    row("peekAtLastError", [](cudaStream_t) { cudaPeekAtLastError(); });
    row("occupancy", [](cudaStream_t) { cudaOccupancyMaxActiveBlocksPerMultiprocessor(&i, run_until_told, 64, 0); });
    row("memAdvise", [](cudaStream_t) {
        cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, cudaMemLocation{cudaMemLocationTypeDevice, 0});
    });
}

static void read_record(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == nullptr) {
        perror(path);
        exit(2);
    }
    char line[300];
    while (fgets(line, sizeof line, file))
        if (char *results = strstr(line, " n:")) {
            char *end = results;
            while (end > line && end[-1] == ' ')
                --end;
            *end = '\0';
            record[line] = results + 1;
        }
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        read_record(argv[1]);
    setvbuf(stdout, nullptr, _IOLBF, 0);
    prepare();
    allocations();
    copies();
    asynchronous_copies();
    streams_and_events();
    launches();
    questions();
    return 0;
}
