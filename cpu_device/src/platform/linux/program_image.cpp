// SPDX-License-Identifier: MIT
#include "../program_image.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

#include "../../../include/cpu_device/interface.h"
#include "../../settings.h"
#include "../text.h"
#include "elf_file.h"

extern "C" void *__tls_get_addr(const size_t *number_and_offset); // the dynamic linker's

namespace cpu_device
{
namespace
{
code_image &program();

// Calls function(begin, end) with each variable that a program can have changed.
template <class Function> void for_each_variable(const code_image &image, Function function)
{
    const auto [from, to] = section_of(image, "cpu_device_variables");
    for (auto v = reinterpret_cast<const variable *>(from); v < reinterpret_cast<const variable *>(to); ++v) {
        auto begin = const_cast<char *>(static_cast<const volatile char *>(v->address));
        if (begin >= image.data.begin && begin + v->size <= image.data.end)
            function(begin, begin + v->size);
    }
}
template <class Function> void for_each_variable(Function function)
{
    for_each_variable(the_program(), function);
}

// The copies of several devices. The file holds the program's pages, then those of each copy.
struct {
    char *begin = nullptr; // of the program's pages that have variables
    size_t size = 0;       // of these; 0: there is one device, or no variable
    int file = -1;
    char *views = nullptr;  // of all of the file
    char *copies = nullptr; // where each device's copy lies
    int loaded = 0;
    off_t offset_of(int device) const // of the pages that hold its copy
    {
        return device == loaded ? 0 : (off_t)(size * (size_t)(1 + device));
    }
} images;

void map_at(char *where, size_t size, off_t offset)
{
    if (mmap(where, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, images.file, offset) == MAP_FAILED)
        die(1, "no memory for the variables of several devices: %s", strerror(errno));
}

char *map_new(size_t size)
{
    void *where = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (where == MAP_FAILED)
        die(1, "no memory for the variables of several devices: %s", strerror(errno));
    return static_cast<char *>(where);
}

// Leaves out pages of zeros, which would take memory.
void copy_pages(char *to, const char *from, size_t size)
{
    static const char zeros[4096] = {};
    for (size_t at = 0; at < size; at += sizeof zeros)
        if (memcmp(from + at, zeros, sizeof zeros) != 0)
            memcpy(to + at, from + at, sizeof zeros);
}

// Puts the program's pages into a new file, with the copies after them, and maps all views of it. The variables of
// this library may lie in those pages too, so none is written between the copy of the pages and their new mapping.
void map_images(const char *of_copies)
{
    const size_t all_size = images.size * (size_t)(1 + setting.devices);
    images.file = memfd_create("CPU device variables", MFD_CLOEXEC);
    if (images.file < 0 || ftruncate(images.file, (off_t)all_size) != 0)
        die(1, "no memory for the variables of several devices: %s", strerror(errno));
    map_at(images.views, all_size, 0);
    copy_pages(images.views + images.size, of_copies, all_size - images.size);
    copy_pages(images.views, images.begin, images.size);
    map_at(images.begin, images.size, 0);
    for (int device = 0; device < setting.devices; ++device)
        map_at(images.copies + (size_t)device * images.size, images.size, images.offset_of(device));
}

// A child of fork() is to have its own pages, as it has its own of all other memory. So the file's are made private
// before; after it, parent and child each make a file of them.
char *private_copies;

void before_fork()
{
    const size_t size = images.size * (size_t)setting.devices;
    private_copies = map_new(size);
    copy_pages(private_copies, images.views + images.size, size);
    char *pages = map_new(images.size);
    copy_pages(pages, images.begin, images.size);
    mremap(pages, images.size, images.size, MREMAP_MAYMOVE | MREMAP_FIXED, images.begin);
}

void behind_fork()
{
    close(images.file);
    map_images(private_copies);
    munmap(private_copies, images.size * (size_t)setting.devices);
}

void make_images()
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *begin = nullptr, *end = nullptr;
    for_each_variable([&](char *first, char *last) {
        begin = begin == nullptr ? first : std::min(begin, first);
        end = std::max(end, last);
    });
    if (begin == nullptr)
        return;
    images.begin = reinterpret_cast<char *>((uintptr_t)begin / page * page);
    images.size = ((size_t)(end - images.begin) + page - 1) / page * page;
    const size_t all_size = images.size * (size_t)(1 + setting.devices);
    images.views = map_new(all_size);
    images.copies = map_new(all_size - images.size);
    char *copies = map_new(all_size - images.size);
    for (int device = 0; device < setting.devices; ++device)
        copy_pages(copies + (size_t)device * images.size, images.begin, images.size);
    map_images(copies);
    munmap(copies, all_size - images.size);
    pthread_atfork(before_fork, behind_fork, behind_fork);
}
} // namespace

void keep_variables(code_image &image)
{
    for_each_variable(image, [&](const char *begin, const char *end) {
        if (begin < image.data.zeros)
            image.first_values.insert(image.first_values.end(), begin, end);
    });
}

void keep_variables()
{
    keep_variables(program());
    if (setting.devices > 1)
        make_images();
}

namespace
{
void reset_variables_of(const code_image &image, int device)
{
    const char *first = image.first_values.data();
    for_each_variable(image, [&](char *begin, char *end) {
        size_t size = (size_t)(end - begin);
        char *copy = const_cast<char *>(variable_on(device, begin));
        if (begin < image.data.zeros) {
            memcpy(copy, first, size);
            first += size;
        } else {
            memset(copy, 0, size);
        }
    });
}
} // namespace

void reset_variables(int device)
{
    reset_variables_of(the_program(), device);
    for (const code_image *i = last_loaded(); i != nullptr; i = i->next)
        if (!i->is_module)
            reset_variables_of(*i, device);
}

// --- several devices ---

bool variables_are_many()
{
    return images.size != 0;
}

int variable_device(const char *address)
{
    const size_t offset = (size_t)(address - images.copies);
    return images.size != 0 && offset < images.size * (size_t)setting.devices ? (int)(offset / images.size) : -1;
}

const char *variable_in_program(const char *address)
{
    return variable_device(address) < 0 ? address : images.begin + (size_t)(address - images.copies) % images.size;
}

const char *variable_on(int device, const char *address)
{
    if ((size_t)(address - images.begin) >= images.size)
        return address;
    bool found = false;
    for_each_variable([&](const char *begin, const char *end) { found |= address >= begin && address < end; });
    return found ? images.copies + (size_t)device * images.size + (address - images.begin) : address;
}

bool variable_is_shared(const char *address)
{
    if (images.size == 0 && setting.devices == 1)
        return false;
    for (const char *section : {"cpu_device_variables", "cpu_device_managed"}) {
        const auto [from, to] = section_of(the_program(), section);
        for (auto v = reinterpret_cast<const variable *>(from); v < reinterpret_cast<const variable *>(to); ++v)
            if (address == static_cast<const volatile char *>(v->address))
                return false;
    }
    return true;
}

void load_variables(int device)
{
    if (device == images.loaded)
        return;
    const int before = images.loaded;
    auto view = [](int of) { return images.views + images.size * (size_t)(1 + of); };
    for_each_variable([&](char *begin, char *end) {
        const size_t offset = (size_t)(begin - images.begin), size = (size_t)(end - begin);
        memcpy(view(before) + offset, begin, size);
        memcpy(begin, view(device) + offset, size);
    });
    images.loaded = device;
    for (int one : {before, device})
        map_at(images.copies + (size_t)one * images.size, images.size, images.offset_of(one));
}

int loaded_variables()
{
    return images.loaded;
}

program_segment variable_copies()
{
    return {images.copies, images.copies + images.size * (size_t)setting.devices};
}

namespace
{
std::atomic<code_image *> loaded{nullptr};

bool in_segments(const code_image &image, const char *address)
{
    for (const program_segment &s : image.segments)
        if (address >= s.begin && address < s.end)
            return true;
    return false;
}

void read_image(code_image &image, const dl_phdr_info &info)
{
    image.base = reinterpret_cast<const char *>(info.dlpi_addr);
    image.thread_local_number = info.dlpi_tls_modid;
    const char *read_only_begin = nullptr, *read_only_end = nullptr; // after all
    for (int i = 0; i < info.dlpi_phnum; ++i) {
        const auto &header = info.dlpi_phdr[i];
        const char *begin = image.base + header.p_vaddr;
        if (header.p_type == PT_LOAD)
            image.segments.push_back({begin, begin + header.p_memsz});
        if (header.p_type == PT_LOAD && (header.p_flags & PF_W))
            image.data = {begin, begin + header.p_filesz, begin + header.p_memsz};
        if (header.p_type == PT_GNU_RELRO)
            read_only_begin = begin, read_only_end = begin + header.p_memsz;
        if (header.p_type == PT_TLS)
            image.thread_local_size = header.p_memsz;
    }
    if (read_only_begin == image.data.begin)
        image.data.begin = read_only_end;
    const elf_file file(image.file);
    file.for_each_section([&](const char *name, const ElfW(Shdr) & section) {
        const char *begin = image.base + section.sh_addr;
        if (strncmp(name, "cpu_device_", 11) == 0)
            image.sections[name] = {begin, begin + section.sh_size};
    });
}

bool has(const dl_phdr_info &info, const void *address)
{
    for (int i = 0; i < info.dlpi_phnum; ++i)
        if (info.dlpi_phdr[i].p_type == PT_LOAD &&
            (uintptr_t)address - (info.dlpi_addr + info.dlpi_phdr[i].p_vaddr) < info.dlpi_phdr[i].p_memsz)
            return true;
    return false;
}

code_image &program()
{
    static auto *only = [] {
        auto *made = new code_image;
        made->file = "/proc/self/exe";
        dl_iterate_phdr(
            [](dl_phdr_info *info, size_t, void *result) {
                read_image(*static_cast<code_image *>(result), *info);
                return 1; // the program itself comes first
            },
            made);
        return made;
    }();
    return *only;
}
} // namespace

const code_image &the_program()
{
    return program();
}

bool blocks_share_addresses()
{
    return false;
}

std::string program_name()
{
    char program[PATH_MAX] = "";
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length < 0 ? 0 : length] = '\0';
    return base_name(program);
}

code_image *last_loaded()
{
    return loaded.load(std::memory_order_acquire);
}

code_image *add_image(std::string file, const void *within)
{
    auto *image = new code_image;
    image->file = std::move(file);
    std::pair<code_image *, const void *> search = {image, within};
    dl_iterate_phdr(
        [](dl_phdr_info *info, size_t, void *argument) {
            auto [found, address] = *static_cast<std::pair<code_image *, const void *> *>(argument);
            if (!has(*info, address))
                return 0;
            if (found->file.empty())
                found->file = info->dlpi_name;
            read_image(*found, *info);
            return 1;
        },
        &search);
    return image;
}

void publish_image(code_image *image)
{
    image->next = loaded.load();
    while (!loaded.compare_exchange_weak(image->next, image)) {
    }
}

const code_image &image_of(const void *address)
{
    if (!the_program().holds(address))
        for (const code_image *m = last_loaded(); m != nullptr; m = m->next)
            if (m->holds(address))
                return *m;
    return the_program();
}

bool in_program(const char *address)
{
    if (in_segments(the_program(), address) || variable_device(address) >= 0)
        return true;
    for (const code_image *m = last_loaded(); m != nullptr; m = m->next)
        if (m->holds(address))
            return !m->unloaded && in_segments(*m, address);
    return false;
}

bool in_changeable_data(const char *address)
{
    const auto &data = image_of(address).data;
    return (address >= data.begin && address < data.end) || variable_device(address) >= 0;
}

bool is_variable(const char *address, size_t size)
{
    static const std::map<const char *, size_t> *all = [] {
        auto *made = new std::map<const char *, size_t>;
        for_each_variable([made](char *begin, char *end) { made->emplace(begin, (size_t)(end - begin)); });
        return made;
    }();
    auto after = all->upper_bound(address);
    if (after == all->begin())
        return false;
    const auto [begin, length] = *--after;
    const size_t offset = (size_t)(address - begin);
    return offset < length && size <= length - offset;
}

void close_module(code_image &module)
{
    module.unloaded = true;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t begin = ((uintptr_t)module.data.begin + page - 1) / page * page,
                    end = ((uintptr_t)module.data.end + page - 1) / page * page;
    if (begin < end)
        mprotect(reinterpret_cast<void *>(begin), end - begin, PROT_NONE);
}

char *thread_local_of(const code_image &image)
{
    if (image.thread_local_size == 0)
        return nullptr;
    const size_t first[2] = {image.thread_local_number, 0};
    return static_cast<char *>(__tls_get_addr(first));
}

program_segment section_of(const code_image &image, const char *name)
{
    auto found = image.sections.find(name);
    return found == image.sections.end() ? program_segment{nullptr, nullptr} : found->second;
}

bool is_mapped(const char *address)
{
    unsigned char resident;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return mincore(reinterpret_cast<void *>((uintptr_t)address / page * page), 1, &resident) == 0;
}
} // namespace cpu_device
