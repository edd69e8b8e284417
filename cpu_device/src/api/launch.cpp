// SPDX-License-Identifier: MIT
// kernel<<<grid, block, shared, stream>>>(arguments), and the same by pointers.
#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "../check/history.h"
#include "../platform/source_line.h"
#include "../platform/symbols.h"
#include "../platform/threads.h"
#include "../run/core.h"
#include "../run/loading.h"
#include "../say/host_findings.h"
#include "../say/report.h"
#include "../settings.h"
#include "api.h"

using namespace cpu_device;

namespace
{
// All that a launch needs but the kernel and its arguments.
struct launch_request {
    dim3 grid, block;
    size_t shared = 0;
    cudaStream_t stream = nullptr;
    const char *file = nullptr;
    int line = 0;
    bool cooperative = false, by_pointer = false;
    bool dependent = false;       // may begin before the kernel before it has ended
    dim3 cluster = dim3(0, 0, 0); // that the launch asks for; 0, 0, 0: none
    operation *made = nullptr;    // in place of a launch
    bool used = false;
    cudaError_t error = cudaSuccess;

    launch_name name_of(const char *kernel) const
    {
        launch_name name = {kernel, grid, block, base_name(file), line};
        name.path = file;
        return name;
    }
};

// The launches whose kernel a thread is about to call: more than one where the arguments of a launch hold a launch. The
// call of a kernel cannot carry the request. A program may take the kernel's address, pass it as a template argument,
// overload it and let its types be deduced from the arguments, so the function must have the type that it was declared
// with, and the call must stay a call of it. nvcc links the two in the same way.
class open_launches
{
  public:
    void open(const launch_request &fresh)
    {
        constexpr unsigned most = sizeof all_ / sizeof *all_;
        if (count_ == most)
            die(1, "%s:%d: launches within the arguments of launches, more than %u deep", base_name(fresh.file),
                fresh.line, most);
        all_[count_++] = fresh;
    }
    launch_request *current() // null: a kernel is called like a function
    {
        return count_ == 0 || all_[count_ - 1].used ? nullptr : &all_[count_ - 1];
    }
    const launch_request &close()
    {
        return all_[--count_];
    }

  private:
    launch_request all_[4]; // plain: nothing is allocated for it
    unsigned count_ = 0;
};
thread_local open_launches of_host_thread;

// The same for the threads of the running block; with the last error of each.
struct launches_of_block {
    uint32_t launch;
    uint64_t block;
    std::map<unsigned, open_launches> open;
    std::map<unsigned, cudaError_t> errors;
};
constexpr unsigned max_depth = 24; // as CUDA has it

bool in_kernel()
{
    return this_core != nullptr && this_core->in_kernel();
}

launches_of_block &in_block(core &c)
{
    auto *kept = static_cast<launches_of_block *>(c.launches.get());
    if (kept == nullptr || kept->launch != c.launch().record.number || kept->block != c.block_number()) {
        c.launches =
            std::make_shared<launches_of_block>(launches_of_block{c.launch().record.number, c.block_number(), {}, {}});
        kept = static_cast<launches_of_block *>(c.launches.get());
    }
    return *kept;
}

open_launches &of_caller()
{
    return in_kernel() ? in_block(*this_core).open[this_core->rank()] : of_host_thread;
}

// The first pointer to memory of the block or the thread among the arguments of a child; null: there is none.
const char *pointer_of_block(const core &c, const grid_launch &child)
{
    const cpu_device_kernel &kernel = child.kernel;
    if (kernel.clear_padding == nullptr)
        return nullptr;
    std::vector<char> room(kernel.closure_size + kernel.closure_alignment);
    void *copy = room.data();
    size_t left = room.size();
    std::align(kernel.closure_alignment, kernel.closure_size, copy, left);
    memcpy(copy, child.arguments, kernel.closure_size);
    kernel.clear_padding(copy);
    for (size_t i = 0; i + sizeof(char *) <= kernel.closure_size; i += sizeof(char *)) {
        const char *address;
        memcpy(&address, static_cast<const char *>(copy) + i, sizeof address);
        const cpu_device_space space = address == nullptr ? cpu_device_space_global : c.space_of(address);
        if (space == cpu_device_space_shared || space == cpu_device_space_local)
            return address;
    }
    return nullptr;
}

// The pointers to the functions that call kernels: launch.h collects them in a section.
const cpu_device_kernel_caller *caller_of(const void *kernel)
{
    const code_image &image = image_of(kernel);
    const auto [from, to] = section_of(image, "cpu_device_kernels");
    auto first = reinterpret_cast<const cpu_device_kernel_caller *const *>(from);
    auto last = reinterpret_cast<const cpu_device_kernel_caller *const *>(to);
    for (auto k = first; k != last && !image.unloaded; ++k)
        if (is_body_of((*k)->type->name(), kernel))
            return *k;
    return nullptr;
}

// How many blocks of a cooperative launch can be resident.
uint64_t most_at_once(const grid_launch &l)
{
    return (uint64_t)most_resident(l.threads(), l.dynamic_shared + static_shared_size(l.kernel.type)) * core_count();
}

// How much dynamic shared memory it may ask for, and where the program has set that; null: it has not. With the
// device's lock held.
kernel_settings::dynamic_limit shared_limit_of(const grid_launch &l)
{
    for (const auto &[kernel, limit] : the_device().kernels.dynamic_limits)
        if (is_body_of(l.kernel.type, kernel))
            return limit;
    return {max_static_shared - std::min(static_shared_size(l.kernel.type), max_static_shared), nullptr};
}

cudaError_t check(const grid_launch &l)
{
    auto outside = [](unsigned n, unsigned max) { return n == 0 || n > max; };
    if (outside(l.grid().x, max_grid_x) || outside(l.grid().y, max_grid_yz) || outside(l.grid().z, max_grid_yz) ||
        outside(l.block().x, max_threads) || outside(l.block().y, max_threads) || outside(l.block().z, max_block_z) ||
        (uint64_t)l.block().x * l.block().y * l.block().z > l.kernel.max_threads)
        return cudaErrorInvalidValue; // and not cudaErrorInvalidConfiguration, on an H200 with CUDA 13.0
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    d.kernels.bounds[l.kernel.type] = l.kernel.max_threads;
    d.kernels.cluster_shapes[l.kernel.type] = dim3(l.kernel.cluster[0], l.kernel.cluster[1], l.kernel.cluster[2]);
    if (l.dynamic_shared > shared_limit_of(l).bytes)
        return cudaErrorInvalidValue;
    return l.record.cooperative && l.blocks() > most_at_once(l) ? cudaErrorCooperativeLaunchTooLarge : cudaSuccess;
}

std::string too_much_shared(const grid_launch &l)
{
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    const kernel_settings::dynamic_limit limit = shared_limit_of(l);
    const size_t statically = static_shared_size(l.kernel.type), dynamic = l.dynamic_shared;
    if (limit.set_at != nullptr)
        return format("%zu bytes of dynamic shared memory a block, of at most %zu, which cudaFuncSetAttribute() has "
                      "set%s",
                      dynamic, limit.bytes, at_line(limit.set_at).c_str());
    const std::string sum = statically == 0 || dynamic == 0
                                ? format("%zu", statically + dynamic)
                                : format("%zu + %zu = %zu", statically, dynamic, statically + dynamic);
    return format("%s bytes of shared memory a block%s, of at most %zu unless cudaFuncSetAttribute() allows more",
                  sum.c_str(), statically == 0 || dynamic == 0 ? "" : tr(" (static and dynamic)"), max_static_shared);
}

// A program that asks for the occupancy knows the limit of this device.
bool is_limit_of_cores(const grid_launch &l)
{
    if (the_device().kernels.occupancy_asked)
        return false;
    const size_t shared = l.dynamic_shared + static_shared_size(l.kernel.type);
    return l.record.cooperative && l.blocks() > most_at_once(l) && l.blocks() <= most_on_gpu(l.threads(), shared);
}

// A cooperative launch that a GPU has room for, and this device has not: how many cores it needs, if any number helps.
std::string needs_more_cores(const grid_launch &l)
{
    const unsigned threads = l.threads(), most = most_cores / 2;
    const size_t shared = l.dynamic_shared + static_shared_size(l.kernel.type);
    const uint64_t on_core = std::max(1u, most_resident_of(2 * max_threads, threads, shared)),
                   cores = (l.blocks() + on_core - 1) / on_core;
    const std::string room =
        format("The CPU device has room for %llu blocks of %u threads at once, and this cooperative "
               "launch has %llu. ",
               (unsigned long long)most_at_once(l), threads, (unsigned long long)l.blocks());
    return room + (cores <= most ? format("CPU_DEVICE_CORES=%llu makes room for them.", (unsigned long long)cores)
                                 : format("CPU_DEVICE_CORES=%u makes room for %llu, and no setting for more.", most,
                                          (unsigned long long)(most * on_core)));
}

// Which limit a launch exceeds.
std::string why_refused(const grid_launch &l)
{
    const dim3 &g = l.grid(), &b = l.block();
    uint64_t threads = (uint64_t)b.x * b.y * b.z;
    if (g.x == 0 || g.y == 0 || g.z == 0)
        return tr("a grid of 0 blocks");
    if (threads == 0)
        return tr("blocks of 0 threads");
    if (threads > l.kernel.max_threads)
        return format(l.kernel.max_threads < max_threads
                          ? "%llu threads a block, of at most %u, which the kernel's __launch_bounds__ says"
                          : "%llu threads a block, of at most %u: launch more blocks of fewer threads",
                      (unsigned long long)threads, l.kernel.max_threads);
    if (b.z > max_block_z)
        return format("a block of (%u,%u,%u) threads, of at most %u in z", b.x, b.y, b.z, max_block_z);
    if (g.x > max_grid_x || g.y > max_grid_yz || g.z > max_grid_yz)
        return format("a grid of (%u,%u,%u) blocks, of at most (%u,%u,%u)", g.x, g.y, g.z, max_grid_x, max_grid_yz,
                      max_grid_yz);
    if (is_limit_of_cores(l))
        return needs_more_cores(l);
    if (l.record.cooperative && l.blocks() > most_at_once(l))
        return format(
            "%llu blocks of a cooperative launch, of at most %llu: "
            "cudaOccupancyMaxActiveBlocksPerMultiprocessor() says how many each of the %u multiprocessors can "
            "have at once",
            (unsigned long long)l.blocks(), (unsigned long long)most_at_once(l), core_count());
    return too_much_shared(l);
}

} // namespace

void cpu_device_configure(const unsigned grid[3], const unsigned block[3], size_t shared, cudaStream_t stream,
                          const char *file, int line)
{
    if (!in_kernel()) {
        if (stream == nullptr && entered_for_thread)
            stream = cudaStreamPerThread;
        entered_for_thread = false;
    }
    of_caller().open({dim3(grid[0], grid[1], grid[2]), dim3(block[0], block[1], block[2]), shared, stream, file, line});
}

namespace
{
unsigned depth_below(const grid_launch &parent)
{
    return parent.record.child == nullptr ? 1 : parent.record.child->depth + 1;
}

bool is_tail(const launch_request &given)
{
    return given.stream == cudaStreamTailLaunch;
}

bool has_own_stream(const launch_request &given)
{
    return given.stream == cudaStreamFireAndForget;
}

// The error of a launch by a thread of a kernel, and why.
cudaError_t check_child(const grid_launch &child, grid_launch &parent, const launch_request &given, std::string &why)
{
    if (const cudaError_t error = check(child)) {
        why = why_refused(child);
        return error;
    }
    if (const cudaError_t error = check_clusters(child, given.cluster, why))
        return error;
    if (given.stream != nullptr && !is_tail(given) && !has_own_stream(given)) {
        std::lock_guard<std::mutex> lock(parent.children_mutex);
        if (!parent.streams_of_children.count(given.stream)) {
            why = tr("the stream was not made by a thread of this grid, and is none of cudaStreamTailLaunch and "
                     "cudaStreamFireAndForget");
            return cudaErrorInvalidResourceHandle;
        }
    }
    if (depth_below(parent) > max_depth) {
        why = format("kernels launch one another more than %u deep", max_depth);
        return cudaErrorLaunchMaxDepthExceeded;
    }
    return cudaSuccess;
}

// Ends the parent if the child's arguments point to memory that only the parent can access.
void look_for_pointers(core &c, const cpu_device_kernel &kernel, const launch_request &given, const grid_launch &child)
{
    const char *address = pointer_of_block(c, child);
    if (address == nullptr)
        return;
    const bool shared = c.space_of(address) == cpu_device_space_shared;
    const char *name = kernel.name, *file = given.file;
    const int line = given.line;
    c.ending.break_off(cudaErrorLaunchFailure, [=, &c] {
        diagnosis d = c.diagnose(report_kind::pointer_to_child, {}, shared ? "shared" : "local");
        return points_to_memory_of_parent(d, name, {file, line}, shared);
    });
}

// A launch by a thread of a kernel.
void launch_child(core &c, const cpu_device_kernel &kernel, const launch_request &given)
{
    grid_launch &parent = c.launch();
    auto child = std::make_shared<grid_launch>(kernel, given.name_of(kernel.name), given.shared, next_seed());
    std::string why;
    if (const cudaError_t error = check_child(*child, parent, given, why)) {
        in_block(c).errors[c.rank()] = error;
        report_unless_asked(worded(
            refused_launch{kernel.name, {given.file, given.line}, parent.kernel.name, why, cudaGetErrorName(error)}));
        return;
    }
    look_for_pointers(c, kernel, given, *child);
    if (const dim3 shape = cluster_of(kernel, given.cluster); has_clusters(shape))
        child->set_clusters(shape);
    auto of_parent = std::make_shared<child_of>();
    of_parent->parent = parent.record.number;
    of_parent->of = parent.record.child;
    of_parent->depth = depth_below(parent);
    of_parent->own_stream = has_own_stream(given);
    of_parent->tail = is_tail(given);
    of_parent->clock = c.clock_at_launch();
    // The null stream is the block's own, with a number that no other stream has.
    of_parent->stream = is_tail(given)            ? 0
                        : given.stream != nullptr ? (uintptr_t)given.stream
                                                  : (c.block_number() << 1 | 1);
    child->record.stream = parent.record.stream;
    child->record.work = parent.record.work;
    child->record.comes_after = parent.record.comes_after;
    std::lock_guard<std::mutex> lock(parent.children_mutex);
    of_parent->sequence = parent.children.size() + parent.tails.size() + 1;
    child->record.child = std::move(of_parent);
    (is_tail(given) ? parent.tails : parent.children).push_back(std::move(child));
}
} // namespace

cudaError_t cpu_device::error_in_kernel(bool forget)
{
    auto &errors = in_block(*this_core).errors;
    auto found = errors.find(this_core->rank());
    const cudaError_t error = found == errors.end() ? cudaSuccess : found->second;
    if (forget && found != errors.end())
        errors.erase(found);
    return error;
}

cudaError_t cpu_device::stream_in_kernel(cudaStream_t *stream, unsigned flags)
{
    if (stream == nullptr || flags != cudaStreamNonBlocking)
        return in_block(*this_core).errors[this_core->rank()] = cudaErrorInvalidValue;
    static std::atomic<uintptr_t> made{0};
    *stream = reinterpret_cast<cudaStream_t>((made += 2) + 0x1000);
    grid_launch &parent = this_core->launch();
    std::lock_guard<std::mutex> lock(parent.children_mutex);
    parent.streams_of_children.insert(*stream);
    return cudaSuccess;
}

cudaError_t cpu_device::destroy_stream_in_kernel(cudaStream_t stream)
{
    grid_launch &parent = this_core->launch();
    std::lock_guard<std::mutex> lock(parent.children_mutex);
    return parent.streams_of_children.erase(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

void cpu_device_launched()
{
    const launch_request given = of_caller().close();
    if (!given.used)
        die(1, "%s:%d launches a function that is no kernel: is __global__ missing?", base_name(given.file),
            given.line);
}

namespace
{
// With nvcc such a call returns without a launch, and the program goes on.
void refuse_call(const cpu_device_kernel &kernel)
{
    remember(cudaErrorMissingConfiguration);
    if (!setting.check || is_forked_child())
        return;
    const auto caller = static_cast<const char *>(caller_of_kernel(kernel.type));
    const source_position at = caller != nullptr ? reported_place(caller - 1) : source_position();
    report_once(format("call %s %s", kernel.name, at.text().c_str()), called_as_function(kernel.name, at));
}
} // namespace

namespace
{
// The error of a launch by the host, and why.
cudaError_t check_of_host(const grid_launch &launch, const launch_request &given, std::string &why)
{
    if (const cudaError_t error = check(launch)) {
        why = why_refused(launch);
        return error;
    }
    if (const cudaError_t error = check_clusters(launch, given.cluster, why))
        return error;
    const int device = given.made != nullptr ? current_device : device_of_stream(given.stream);
    if (device == current_device) // CUDA 13.0 on an H200 launched it on the stream's device
        return cudaSuccess;
    why = format("its stream is of device %d, and the current device is %d: call cudaSetDevice(%d) before the launch",
                 device, current_device, device);
    return cudaErrorInvalidResourceHandle;
}

void say_refused(const cpu_device_kernel &kernel, const launch_request &given, cudaError_t error,
                 const std::string &why)
{
    cpu_device::device &d = the_device();
    {
        std::lock_guard<std::mutex> lock(d.mutex);
        if (CUstream_st *stream = d.streams.of(given.stream))
            spoil_capture(*stream);
    }
    if (given.by_pointer)
        refuse(error, format("kernel %s: %s", kernel.name, why.c_str()));
    if (given.by_pointer && error == cudaErrorCooperativeLaunchTooLarge && is_limit(why)) {
        const source_position at = {given.file, given.line};
        report_once("cooperative:" + at.text(), limit_met("cudaLaunchCooperativeKernel", at, why));
        refused_and_reported(error);
    } else if (!given.by_pointer)
        report_unless_asked(
            worded(refused_launch{kernel.name, {given.file, given.line}, "", why, cudaGetErrorName(error)}));
}

// Puts the launch into its stream, or into the operation that was asked for.
cudaError_t queue(std::shared_ptr<grid_launch> launch, const launch_request &given)
{
    auto queued = std::make_shared<operation>();
    operation *op = given.made != nullptr ? given.made : queued.get();
    cpu_device::device &d = the_device();
    const uint64_t blocks = launch->blocks();
    // Only blocks that use fences can wait for one another; for others, running all at once only takes time.
    const bool may_wait = d.kernels.occupancy_asked && program_has_fences();
    if (const dim3 shape = cluster_of(launch->kernel, given.cluster); has_clusters(shape))
        launch->set_clusters(shape);
    else if (given.cooperative || (may_wait && blocks > d.cores() && blocks <= most_at_once(*launch)))
        launch->resident = std::make_unique<resident_blocks>((unsigned)blocks, d.cores(), launch->seed);
    launch->loads_kernel = loaded.is_first_use(launch->kernel.type) && given.made == nullptr && setting.check;
    op->type = cudaGraphNodeTypeKernel;
    op->kernel = std::move(launch);
    return given.made == nullptr ? queue_operation(queued, given.stream, false) : cudaSuccess;
}

// A launch by the host: all that it needs is here.
cudaError_t launch_of_host(const cpu_device_kernel &kernel, const launch_request &given)
{
    auto launch = std::make_shared<grid_launch>(kernel, given.name_of(kernel.name), given.shared, next_seed());
    launch->record.cooperative = launch->record.name.cooperative = given.cooperative;
    if (given.dependent)
        launch->record.depends = std::make_shared<dependency>();
    std::string why;
    if (const cudaError_t error = check_of_host(*launch, given, why)) {
        say_refused(kernel, given, error, why);
        return error;
    }
    const cudaError_t error = queue(std::move(launch), given);
    if (error >= cudaErrorStreamCaptureUnsupported && error != cudaErrorUnknown)
        report_unless_asked(worded(refused_launch{
            kernel.name, {given.file, given.line}, "", tr(cudaGetErrorString(error)), cudaGetErrorName(error), true}));
    return error;
}
} // namespace

void cpu_device_launch(const cpu_device_kernel *called, const std::type_info *body)
{
    const defer_cancellation guard;
    cpu_device_kernel kernel = *called;
    kernel.type = body->name();
    kernel.name = name_with_arguments(kernel.name, kernel.type);
    launch_request *given = of_caller().current();
    if (given == nullptr && in_kernel())
        die(1, "kernel %s was called like a function; launch it with %s<<<grid, block>>>(...)", kernel.name,
            kernel.name);
    if (given == nullptr)
        return refuse_call(kernel);
    given->used = true;
    if (in_kernel())
        return launch_child(*this_core, kernel, launch_request(*given));
    const cudaError_t error = refusal("a launch", __builtin_return_address(0));
    given->error = remember(error ? error : launch_of_host(kernel, *given));
}

namespace
{
cudaError_t launch_by_pointer(const cudaLaunchConfig_t *with, const void *kernel, void **arguments, const char *file,
                              int line, operation *made)
{
    if (with == nullptr)
        return refuse(cudaErrorInvalidValue, "the configuration is a null pointer");
    bool cooperative = false, dependent = false;
    dim3 shape(0, 0, 0);
    for (unsigned i = 0; i < with->numAttrs; ++i) {
        const cudaLaunchAttribute &attribute = with->attrs[i];
        const auto &cluster = attribute.val.clusterDim;
        if (attribute.id == cudaLaunchAttributeCooperative)
            cooperative = attribute.val.cooperative != 0;
        else if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization)
            dependent = attribute.val.programmaticStreamSerializationAllowed != 0;
        else if (attribute.id == cudaLaunchAttributeClusterDimension)
            shape = dim3(cluster.x, cluster.y, cluster.z);
    }
    const cpu_device_kernel_caller *caller = caller_of(kernel);
    if (caller == nullptr)
        return refuse(kernel == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle,
                      image_of(kernel).unloaded ? "The kernel's module was unloaded."
                                                : "The address is that of no kernel.");
    launch_request asked = {with->gridDim, with->blockDim, with->dynamicSmemBytes, with->stream, file, line};
    asked.by_pointer = true;
    asked.cooperative = cooperative;
    asked.dependent = dependent && setting.check;
    asked.cluster = shape;
    asked.made = made;
    of_host_thread.open(asked);
    caller->call(kernel, arguments);
    const launch_request given = of_host_thread.close();
    return given.used ? given.error
                      : refuse(cudaErrorInvalidValue, "the addresses of the arguments are a null pointer");
}
} // namespace

cudaError_t cpu_device_launch_by_pointer(const cudaLaunchConfig_t *with, const void *kernel, void **arguments,
                                         const char *function, const char *file, int line)
{
    if (this_core != nullptr && this_core->in_kernel()) // ends the kernel with an error
        return misplaced_call(function, __builtin_return_address(0));
    call_begins(function, __builtin_return_address(0));
    return launch_by_pointer(with, kernel, arguments, file, line, nullptr);
}

bool cpu_device::is_kernel(const void *address)
{
    return caller_of(address) != nullptr;
}

bool cpu_device::loads_kernel(const void *address)
{
    if (!is_kernel(address))
        return false;
    loaded.used(address);
    return true;
}

std::vector<kernel_parameter> cpu_device::parameters_of(const void *kernel)
{
    std::vector<kernel_parameter> all;
    size_t end = 0;
    if (const cpu_device_kernel_caller *caller = caller_of(kernel))
        for (size_t i = 0; i < caller->parameter_count; ++i) {
            const auto &[size, alignment] = caller->parameters[i];
            const size_t offset = (end + alignment - 1) / alignment * alignment;
            all.push_back({offset, size});
            end = offset + size;
        }
    return all;
}

cudaError_t cpu_device_function_of(cudaFunction_t *function, const void *kernel)
{
    call_begins("cudaGetFuncBySymbol", __builtin_return_address(0));
    if (function == nullptr)
        return remember(cudaErrorInvalidValue);
    if (!loads_kernel(kernel))
        return refuse(cudaErrorInvalidDeviceFunction, "The address is that of no kernel.");
    *function = reinterpret_cast<cudaFunction_t>(const_cast<void *>(kernel));
    return cudaSuccess;
}

cudaError_t cpu_device::make_kernel(operation &op, const cudaKernelNodeParams *parameters, const char *file, int line)
{
    if (parameters == nullptr)
        return refuse(cudaErrorInvalidValue, "A null pointer in place of the parameters.");
    if (parameters->extra != nullptr)
        return refuse(cudaErrorNotSupported, "The CPU device takes arguments by kernelParams alone, not by extra.");
    if (parameters->func != nullptr && caller_of(parameters->func) == nullptr)
        return refuse(cudaErrorInvalidResourceHandle, "The address is that of no kernel.");
    const cudaLaunchConfig_t with = {
        parameters->gridDim, parameters->blockDim, parameters->sharedMemBytes, nullptr, nullptr, 0};
    return launch_by_pointer(&with, parameters->func, parameters->kernelParams, file, line, &op);
}

cudaError_t cpu_device::make_kernel_again(operation &op, const grid_launch &like,
                                          const cudaKernelNodeParams &parameters, const char *file, int line)
{
    cpu_device_kernel kernel = like.kernel;
    kernel.closure = like.arguments;
    const launch_request given = {
        parameters.gridDim, parameters.blockDim, parameters.sharedMemBytes, nullptr, file, line};
    auto launch = std::make_shared<grid_launch>(kernel, given.name_of(kernel.name), given.shared, next_seed());
    launch->record.cooperative = launch->record.name.cooperative = like.record.cooperative;
    if (cudaError_t error = check(*launch))
        return refuse(error, format("kernel %s: %s", kernel.name, why_refused(*launch).c_str()));
    if (like.in_clusters != nullptr)
        launch->set_clusters(like.in_clusters->shape());
    if (like.resident != nullptr)
        launch->resident =
            std::make_unique<resident_blocks>((unsigned)launch->blocks(), the_device().cores(), launch->seed);
    op.type = cudaGraphNodeTypeKernel;
    op.kernel = std::move(launch);
    return cudaSuccess;
}
