// SPDX-License-Identifier: MIT
// Modules: code that a program loads while it runs. A module is a shared object, made by cucc -ptx, -cubin or -fatbin;
// the dynamic linker binds it to the device's functions. Each load is a file in memory of its own, so that each has its
// own variables. A module that is unloaded stays in memory, without access to its variables: reports still name its
// kernels, and no other module takes its addresses.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <set>
#include <sys/mman.h>
#include <unistd.h>

#include "../../src/check/history.h"
#include "../../src/platform/program_image.h"
#include "../../src/platform/symbols.h"
#include "../../src/run/device.h"
#include "../../src/say/report.h"
#include "driver.h"

using namespace cpu_device;

struct CUmod_st {
    code_image *image;
    int device; // that was the current one
};
struct CUlib_st : CUmod_st { // so that one lives as long as the other
};

namespace
{
std::mutex modules_mutex;
std::set<const void *> &live = *new std::set<const void *>; // the handles of modules and libraries

bool is_loaded(const void *handle)
{
    std::lock_guard<std::mutex> lock(modules_mutex);
    return live.count(handle) > 0;
}

constexpr char text_begin[] = "// A module of the CPU device"; // what cucc -ptx writes: comments, and ELF in base 64
constexpr char how[] = "make it by cpu_device/cucc -ptx, -cubin or -fatbin";

// Reports in one line what cannot be loaded.
CUresult no_module(CUresult error, const char *name, const std::string &state)
{
    say(format("%s is %s: %s", tr(name), tr(state.c_str()), tr(how)).c_str());
    return error;
}

// Decodes the lines that are no comments. A comment has a blank, which base 64 does not.
std::string from_base64(const char *text)
{
    std::string bytes;
    unsigned bits = 0, word = 0;
    for (const char *line = text, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        if (strncmp(line, "// end", 6) == 0)
            break;
        for (const char *c = line; c < end && strncmp(line, "// ", 3) != 0; ++c) {
            const int value = *c >= 'A' && *c <= 'Z'   ? *c - 'A'
                              : *c >= 'a' && *c <= 'z' ? *c - 'a' + 26
                              : *c >= '0' && *c <= '9' ? *c - '0' + 52
                              : *c == '+'              ? 62
                              : *c == '/'              ? 63
                                                       : -1;
            if (value < 0)
                continue;
            word = word << 6 | (unsigned)value;
            bits += 6;
            if (bits >= 8)
                bytes += (char)(word >> (bits -= 8));
        }
        end += *end == '\n';
    }
    return bytes;
}

#if defined(__x86_64__)
constexpr int own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr int own_machine = EM_AARCH64;
#else
constexpr int own_machine = EM_NONE;
#endif

// The bytes of a shared object at `image`. Their number follows from its header; at most `most`.
CUresult read_image(const char *name, const char *image, size_t most, std::string &bytes)
{
    if (strncmp(image, text_begin, std::min(most, sizeof text_begin - 1)) == 0 && most >= sizeof text_begin) {
        bytes = from_base64(image);
        image = bytes.data();
        most = bytes.size();
    }
    unsigned magic = 0;
    memcpy(&magic, image, std::min(most, sizeof magic));
    if (magic == 0xba55ed50 || magic == 0x466243b1)
        return no_module(CUDA_ERROR_INVALID_IMAGE, name, "a fat binary for GPUs, which the CPU device cannot run");
    ElfW(Ehdr) header = {};
    if (most < sizeof header || memcmp(image, ELFMAG, SELFMAG) != 0)
        return no_module(CUDA_ERROR_INVALID_IMAGE, name,
                         strnlen(image, std::min<size_t>(most, 16)) >= std::min<size_t>(most, 16) && magic != 0
                             ? "text for a GPU, such as PTX, which the CPU device cannot run"
                             : "no module");
    memcpy(&header, image, sizeof header);
    constexpr int machine_of_gpus = 190; // EM_CUDA
    if (header.e_machine == machine_of_gpus)
        return no_module(CUDA_ERROR_INVALID_IMAGE, name, "machine code for a GPU, which the CPU device cannot run");
    const size_t size = header.e_shoff + (size_t)header.e_shnum * sizeof(ElfW(Shdr));
    if (header.e_machine != own_machine || header.e_type != ET_DYN || size > most)
        return no_module(CUDA_ERROR_INVALID_IMAGE, name,
                         size > most ? "not whole" : "an object file that is no module from cucc");
    if (bytes.empty())
        bytes.assign(image, size);
    return CUDA_SUCCESS;
}

// Opens a file in memory. Its number is a high one, since programs may rely on the low ones.
int file_of(const std::string &bytes)
{
    const int low = memfd_create("module of the CPU device", MFD_CLOEXEC);
    if (low < 0)
        return -1;
    int file = fcntl(low, F_DUPFD_CLOEXEC, 200);
    if (file < 0)
        file = low;
    else
        close(low);
    size_t written = 0;
    while (written < bytes.size()) {
        const ssize_t count = write(file, bytes.data() + written, bytes.size() - written);
        if (count < 0 && errno != EINTR) {
            close(file);
            return -1;
        }
        written += count > 0 ? (size_t)count : 0;
    }
    return file;
}

// A module may bring fences and the like, which the checks of a running launch must know.
void begin_image(code_image *image)
{
    image->symbols = read_symbols(*image);
    auto brings = [=](const char *section) { return section_of(*image, section).begin != nullptr; };
    if ((brings("cpu_device_fences") && !program_has_fences()) ||
        (brings("cpu_device_block_scope") && !program_has_block_scope()) ||
        (brings("cpu_device_swaps") && !program_compares_and_swaps()) ||
        (brings("cpu_device_lanes") && !program_syncs_lanes()))
        wait_unnoticed();
    if (brings("cpu_device_children"))
        several_streams = true;
    image_comes(*image);
    publish_image(image);
}

// `name`: what a message calls it.
CUresult load(CUmod_st &module, const char *name, const char *bytes_at, size_t most)
{
    std::string bytes;
    if (CUresult error = read_image(name, bytes_at, most, bytes))
        return error;
    const int file = file_of(bytes);
    if (file < 0)
        return refuse_driver(CUDA_ERROR_OUT_OF_MEMORY,
                             format("There is no room for a file in memory: %s.", strerror(errno)));
    const std::string path = format("/proc/self/fd/%d", file);
    void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        std::string why = dlerror();
        if (why.compare(0, path.size() + 2, path + ": ") == 0)
            why = why.substr(path.size() + 2);
        close(file);
        return no_module(CUDA_ERROR_INVALID_IMAGE, name, format("a module that cannot be linked (%s)", why.c_str()));
    }
    const link_map *map = nullptr;
    dlinfo(handle, RTLD_DI_LINKMAP, &map);
    code_image *image = add_image(path, map->l_ld);
    image->is_module = true;
    begin_image(image);
    module = {image, current_device};
    return CUDA_SUCCESS;
}

CUresult load_file(CUmod_st &module, const char *name)
{
    if (name == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return refuse_driver(CUDA_ERROR_FILE_NOT_FOUND, format("%s: %s.", name, strerror(errno)));
    std::string bytes;
    char part[1 << 16];
    ssize_t count;
    while ((count = read(file, part, sizeof part)) > 0)
        bytes.append(part, (size_t)count);
    close(file);
    if (count < 0)
        return refuse_driver(CUDA_ERROR_FILE_NOT_FOUND, format("%s: %s.", name, strerror(errno)));
    return load(module, name, bytes.c_str(), bytes.size());
}

CUresult load_data(CUmod_st &module, const void *image)
{
    return image == nullptr ? CUDA_ERROR_INVALID_VALUE
                            : load(module, "the image in memory", static_cast<const char *>(image), SIZE_MAX);
}

// The logs remain empty: errors are printed on stderr.
void empty_logs(unsigned count, const CUjit_option *options, void **values)
{
    char *logs[2] = {};
    for (unsigned i = 0; i < count && options != nullptr && values != nullptr; ++i)
        switch (options[i]) {
        case CU_JIT_INFO_LOG_BUFFER: logs[0] = static_cast<char *>(values[i]); break;
        case CU_JIT_ERROR_LOG_BUFFER: logs[1] = static_cast<char *>(values[i]); break;
        case CU_JIT_WALL_TIME: values[i] = nullptr; break; // a float, 0
        default: break;
        }
    for (unsigned i = 0; i < count && options != nullptr && values != nullptr; ++i)
        if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES || options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) {
            char *log = logs[options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
            if (log != nullptr && values[i] != nullptr)
                *log = '\0';
            values[i] = nullptr;
        }
}

// Loads a module by `load`, and makes a live handle for it.
template <class T, class Load> CUresult give(T **handle, Load load)
{
    if (handle == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    T made;
    if (CUresult error = load(made))
        return error;
    *handle = new T(made);
    std::lock_guard<std::mutex> lock(modules_mutex);
    live.insert(*handle);
    return CUDA_SUCCESS;
}

CUresult unload(CUmod_st *module)
{
    {
        std::lock_guard<std::mutex> lock(modules_mutex);
        if (live.erase(module) == 0)
            return CUDA_ERROR_INVALID_HANDLE;
    }
    const CUresult error = driver_result(wait_for_device(module->device));
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    for (auto s = m.symbols.begin(); s != m.symbols.end();)
        s = module->image->holds(s->first) ? m.symbols.erase(s) : std::next(s);
    close_module(*module->image);
    return error;
}

CUresult find_kernel(const void **kernel, const CUmod_st &module, const char *name)
{
    if (kernel == nullptr || name == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const void *found = function_in(*module.image, name);
    if (found == nullptr || !loads_kernel(found))
        return refuse_driver(
            CUDA_ERROR_NOT_FOUND,
            format("The module has no kernel %s. A kernel that is not extern \"C\" has a mangled name.", name));
    *kernel = found;
    return CUDA_SUCCESS;
}

CUresult find_variable(void **pointer, size_t *size, const CUmod_st &module, const char *name)
{
    if (name == nullptr || (pointer == nullptr && size == nullptr))
        return CUDA_ERROR_INVALID_VALUE;
    auto [address, bytes] = variable_in(*module.image, name);
    if (address == nullptr) // a constant that is `const`
        std::tie(address, bytes) = variable_in(*module.image, format("_ZL%zu%s", strlen(name), name));
    if (address == nullptr)
        return refuse_driver(CUDA_ERROR_NOT_FOUND, format("The module has no variable %s.", name));
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    m.symbols[address] = bytes;
    if (pointer != nullptr)
        *pointer = address;
    if (size != nullptr)
        *size = bytes;
    return CUDA_SUCCESS;
}

CUresult find_variable(CUdeviceptr *pointer, size_t *size, const CUmod_st &module, const char *name)
{
    void *address = nullptr;
    const CUresult error = find_variable(&address, size, module, name);
    if (error == CUDA_SUCCESS && pointer != nullptr)
        *pointer = reinterpret_cast<uintptr_t>(address);
    return error;
}

std::vector<const void *> kernels_of(const CUmod_st &module)
{
    std::vector<const void *> all;
    for (const void *function : functions_in(*module.image))
        if (is_kernel(function))
            all.push_back(function);
    return all;
}

CUresult no_linking(const char *function)
{
    say(format("%s(): the CPU device links no code while a program runs: compile the parts into one module, with cucc "
               "-ptx",
               function)
            .c_str());
    return CUDA_ERROR_NOT_SUPPORTED;
}

// The runtime API's error for one of the driver API, with its reason.
cudaError_t runtime_error(CUresult error)
{
    switch (error) {
    case CUDA_SUCCESS: return cudaSuccess;
    case CUDA_ERROR_INVALID_IMAGE: return remember(cudaErrorInvalidKernelImage);
    case CUDA_ERROR_FILE_NOT_FOUND: return remember(cudaErrorFileNotFound);
    case CUDA_ERROR_NOT_FOUND: return remember(cudaErrorSymbolNotFound);
    case CUDA_ERROR_INVALID_HANDLE: return remember(cudaErrorInvalidResourceHandle);
    default: return remember((cudaError_t)error);
    }
}
} // namespace

// --- shared libraries that have kernels, which the program is linked with or opens ---

namespace
{
std::atomic<bool> has_begun{false};
cpu_device_code *too_early; // libraries that were loaded before the device began

void begin_library(cpu_device_code *library)
{
    if (the_program().holds(library))
        return;
    // It must not be unmapped.
    Dl_info info;
    if (dladdr(library, &info) != 0)
        dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    code_image *image = add_image("", library);
    keep_variables(*image);
    begin_image(image);
}
} // namespace

void cpu_device_code_comes(cpu_device_code *library)
{
    if (library->begun)
        return;
    library->begun = 1;
    if (has_begun) {
        begin_library(library);
    } else {
        library->next = too_early;
        too_early = library;
    }
}

void cpu_device::libraries_may_come()
{
    has_begun = true;
    for (cpu_device_code *l = too_early; l != nullptr; l = l->next)
        begin_library(l);
}

// --- modules of the driver API ---

CUresult cuModuleLoad(CUmodule *module, const char *file)
{
    ENTER_IN_CONTEXT();
    return give(module, [=](CUmod_st &made) { return load_file(made, file); });
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count, CUjit_option *options,
                            void **values)
{
    ENTER_IN_CONTEXT();
    return give(module, [=](CUmod_st &made) {
        empty_logs(count, options, values);
        return load_data(made, image);
    });
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    ENTER_IN_CONTEXT();
    return give(module, [=](CUmod_st &made) { return load_data(made, image); });
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
    return cuModuleLoadData(module, image);
}

CUresult cuModuleUnload(CUmodule module)
{
    ENTER_IN_CONTEXT();
    return is_loaded(module) ? unload(module) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuModuleGetFunction(CUfunction *kernel, CUmodule module, const char *name)
{
    ENTER_IN_CONTEXT();
    if (!is_loaded(module))
        return CUDA_ERROR_INVALID_HANDLE;
    return find_kernel((const void **)kernel, *module, name);
}

CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module)
{
    ENTER_IN_CONTEXT();
    if (!is_loaded(module) || count == nullptr)
        return count == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    *count = (unsigned)kernels_of(*module).size();
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *size, CUmodule module, const char *name)
{
    ENTER_IN_CONTEXT();
    return is_loaded(module) ? find_variable(pointer, size, *module, name) : CUDA_ERROR_INVALID_HANDLE;
}

// --- libraries of the driver API, which are modules too ---

CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options, void **values,
                           unsigned int count, CUlibraryOption *, void **, unsigned int)
{
    ENTER(false);
    return give(library, [=](CUlib_st &made) {
        empty_logs(count, options, values);
        return load_data(made, image);
    });
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *file, CUjit_option *options, void **values,
                               unsigned int count, CUlibraryOption *, void **, unsigned int)
{
    ENTER(false);
    return give(library, [=](CUlib_st &made) {
        empty_logs(count, options, values);
        return load_file(made, file);
    });
}

CUresult cuLibraryUnload(CUlibrary library)
{
    ENTER(false);
    return is_loaded(library) ? unload(library) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    ENTER(false);
    if (!is_loaded(library))
        return CUDA_ERROR_INVALID_HANDLE;
    return find_kernel((const void **)kernel, *library, name);
}

CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    ENTER_IN_CONTEXT();
    if (module == nullptr || !is_loaded(library))
        return module == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    *module = library;
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *size, CUlibrary library, const char *name)
{
    ENTER_IN_CONTEXT();
    return is_loaded(library) ? find_variable(pointer, size, *library, name) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
    ENTER_IN_CONTEXT();
    if (function == nullptr || !loads_kernel(kernel))
        return function == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    *function = reinterpret_cast<CUfunction>(kernel);
    return CUDA_SUCCESS;
}

CUresult cuKernelGetName(const char **name, CUkernel kernel)
{
    return cuFuncGetName(name, reinterpret_cast<CUfunction>(kernel));
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device)
{
    return is_device(device) ? cuFuncGetAttribute(value, attribute, reinterpret_cast<CUfunction>(kernel))
                             : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device)
{
    return is_device(device) ? cuFuncSetAttribute(reinterpret_cast<CUfunction>(kernel), attribute, value)
                             : CUDA_ERROR_INVALID_DEVICE;
}

// --- the linker, which is refused ---

CUresult cuLinkCreate(unsigned int, CUjit_option *, void **, CUlinkState *)
{
    return no_linking(__func__);
}

CUresult cuLinkAddData(CUlinkState, CUjitInputType, void *, size_t, const char *, unsigned int, CUjit_option *, void **)
{
    return CUDA_ERROR_INVALID_HANDLE; // there is none
}

CUresult cuLinkAddFile(CUlinkState, CUjitInputType, const char *, unsigned int, CUjit_option *, void **)
{
    return CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLinkComplete(CUlinkState, void **, size_t *)
{
    return CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLinkDestroy(CUlinkState)
{
    return CUDA_ERROR_INVALID_HANDLE;
}

// --- the same of the runtime API ---

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *image, enum cudaJitOption *, void **, unsigned int,
                                enum cudaLibraryOption *, void **, unsigned int)
{
    RETURN_IF_REFUSED();
    return runtime_error(give(library, [=](CUlib_st &made) { return load_data(made, image); }));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *file, enum cudaJitOption *, void **,
                                    unsigned int, enum cudaLibraryOption *, void **, unsigned int)
{
    RETURN_IF_REFUSED();
    return runtime_error(give(library, [=](CUlib_st &made) { return load_file(made, file); }));
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
    RETURN_IF_REFUSED();
    return runtime_error(is_loaded(library) ? unload(library) : CUDA_ERROR_INVALID_HANDLE);
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
    RETURN_IF_REFUSED();
    return runtime_error(is_loaded(library) ? find_kernel((const void **)kernel, *library, name)
                                            : CUDA_ERROR_INVALID_HANDLE);
}

cudaError_t cudaLibraryGetGlobal(void **pointer, size_t *size, cudaLibrary_t library, const char *name)
{
    RETURN_IF_REFUSED();
    return runtime_error(is_loaded(library) ? find_variable(pointer, size, *library, name) : CUDA_ERROR_INVALID_HANDLE);
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library)
{
    RETURN_IF_REFUSED();
    if (count == nullptr || !is_loaded(library))
        return remember(count == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *count = (unsigned)kernels_of(*library).size();
    return cudaSuccess;
}
