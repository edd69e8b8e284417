// SPDX-License-Identifier: MIT
// Makes one object file from those of the two passes. From the device's it keeps the kernels that the host's, or other
// files, refer to; its variables; with -rdc the functions that other files may call; and what these use. The rest is
// dropped. Its initializers belong to the host's variables, and run in the host's object.
#include "driver.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

// Calls of these names in a .cu file go to the library's cpu_device_NAME instead.
#define SAME(name) #name "=cpu_device_" #name " "
const char redirected_pairs[] =
    "clock=cpu_device_c_clock nanosleep=cpu_device_c_nanosleep __assert_fail=cpu_device_assert_fail "
    "_Znwm=cpu_device_new _Znam=cpu_device_new_array _ZdlPv=cpu_device_delete _ZdaPv=cpu_device_delete_array "
    "_ZdlPvm=cpu_device_delete_sized _ZdaPvm=cpu_device_delete_array_sized " SAME(memcpy) SAME(memmove) SAME(memset)
        SAME(malloc) SAME(calloc) SAME(free) SAME(modf) SAME(modff) SAME(frexp) SAME(frexpf) SAME(remquo) SAME(remquof)
            SAME(sincos) SAME(sincosf) SAME(printf) SAME(puts) SAME(putchar) SAME(sigaction) SAME(signal) SAME(dlopen);

// What is known of a name in the host's object.
enum { HOST_UNDEFINED = 1, HOST_DEFINED = 2, HOST_WEAK = 4 };

// A record of .eh_frame: how a function's frame is unwound, or (a common record) what several of those share.
struct frame {
    size_t begin, end, common; // the latter: the index of the common record; its own for that
    size_t first, last;        // its relocations
    uint32_t function;         // the section, or 0
    bool kept;
    size_t next; // of the same function; 0: none
};

struct device {
    struct elf elf;
    bool *exported; // by symbol
    bool *marked;   // by section: it is kept
    bool alone; // the host's object is of another file, and does not say what the device's code has (CPU_DEVICE_HAS)
    uint32_t *relocations, *group; // by section: the section that has them
    uint32_t frame_section;
    struct frame *frame; // the first is none
    size_t frame_count;
    size_t *first_frame; // by section
    uint32_t *to_mark;
    size_t to_mark_count;
};

static void *zeroed(size_t count, size_t size)
{
    void *block = calloc(count + 1, size);
    if (block == NULL)
        die("out of memory");
    return block;
}

// --- what is kept ---

static void know_host(const struct elf *host, struct name_table *known)
{
    for (size_t i = 0; i < host->symbol_count; ++i) {
        char letter = symbol_letter(host, &host->symbol[i]);
        if (letter != '\0')
            *find_name(known, host->symbol[i].name, true) |=
                (letter == 'U' ? HOST_UNDEFINED : HOST_DEFINED) | (strchr("VWu", letter) ? HOST_WEAK : 0);
    }
}

static bool is_exported(char letter, const char *name, size_t host, bool relocatable)
{
    if (letter == '\0' || strchr("Uwv", letter))
        return false;
    return (host & HOST_UNDEFINED && strchr("tWV", letter)) ||
           (letter == 'T' && (!(host & HOST_DEFINED) || (relocatable && host & HOST_WEAK))) ||
           (host & HOST_WEAK && (strchr("BDRGS", letter) || strstr(name, "17_GLOBAL__N_device")));
}

static bool find_exports(struct device *device, struct name_table *known, bool relocatable)
{
    bool any = false;
    device->exported = zeroed(device->elf.symbol_count, sizeof *device->exported);
    for (size_t i = 0; i < device->elf.symbol_count; ++i) {
        const struct elf_symbol *symbol = &device->elf.symbol[i];
        const size_t *host = find_name(known, symbol->name, false);
        device->exported[i] =
            is_exported(symbol_letter(&device->elf, symbol), symbol->name, host ? *host : 0, relocatable);
        any |= device->exported[i];
    }
    return any;
}

static Elf64_Rela relocation_at(const struct elf_section *section, size_t i)
{
    Elf64_Rela relocation;
    memcpy(&relocation, section->bytes + i * sizeof relocation, sizeof relocation);
    return relocation;
}

static size_t relocation_count(const struct elf_section *section)
{
    return section->size / sizeof(Elf64_Rela);
}

static void mark(struct device *device, uint32_t section)
{
    if (section == 0 || section >= device->elf.section_count || device->marked[section])
        return;
    device->marked[section] = true;
    device->to_mark[device->to_mark_count++] = section;
}

static uint32_t section_of(const struct device *device, const Elf64_Rela *relocation)
{
    uint64_t symbol = ELF64_R_SYM(relocation->r_info);
    return symbol < device->elf.symbol_count ? device->elf.symbol[symbol].section : 0;
}

static void mark_relocated(struct device *device, const struct elf_section *relocations, size_t first, size_t last)
{
    for (size_t i = first; i < last; ++i) {
        Elf64_Rela relocation = relocation_at(relocations, i);
        mark(device, section_of(device, &relocation));
    }
}

static void mark_used_by(struct device *device, uint32_t section)
{
    const struct elf_section *all = device->elf.section;
    uint32_t relocations = device->relocations[section], group = device->group[section];
    if (relocations != 0)
        mark_relocated(device, &all[relocations], 0, relocation_count(&all[relocations]));
    for (size_t at = 4; group != 0 && at + 4 <= all[group].size; at += 4) {
        uint32_t member;
        memcpy(&member, all[group].bytes + at, sizeof member);
        if (member < device->elf.section_count && all[member].type != SHT_RELA)
            mark(device, member);
    }
    const struct elf_section *frames = &all[device->relocations[device->frame_section]];
    for (size_t i = device->first_frame[section]; i != 0; i = device->frame[i].next) {
        struct frame *frame = &device->frame[i], *common = &device->frame[frame->common];
        mark_relocated(device, frames, frame->first, frame->last);
        if (!common->kept)
            mark_relocated(device, frames, common->first, common->last);
        frame->kept = common->kept = true;
    }
}

static void find_relations(struct device *device)
{
    struct elf *elf = &device->elf;
    device->relocations = zeroed(elf->section_count, sizeof *device->relocations);
    device->group = zeroed(elf->section_count, sizeof *device->group);
    for (uint32_t i = 1; i < elf->section_count; ++i) {
        struct elf_section *section = &elf->section[i];
        if (section->type == SHT_RELA && section->info < elf->section_count)
            device->relocations[section->info] = i;
        if (strcmp(section->name, ".eh_frame") == 0)
            device->frame_section = i;
        for (size_t at = 4; section->type == SHT_GROUP && at + 4 <= section->size; at += 4) {
            uint32_t member;
            memcpy(&member, section->bytes + at, sizeof member);
            if (member < elf->section_count)
                device->group[member] = i;
        }
    }
}

// --- .eh_frame ---

static uint32_t word_at(const struct elf_section *section, size_t at)
{
    uint32_t word;
    memcpy(&word, section->bytes + at, sizeof word);
    return word;
}

static size_t frame_at(const struct device *device, size_t begin)
{
    size_t low = 1, high = device->frame_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (device->frame[middle].begin < begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low < device->frame_count && device->frame[low].begin == begin ? low : 0;
}

// Finds the records. The relocations are in the order of their places.
static void read_frames(struct device *device)
{
    const struct elf_section *section = &device->elf.section[device->frame_section];
    const struct elf_section *relocations = &device->elf.section[device->relocations[device->frame_section]];
    size_t relocation = 0, count = device->frame_section ? relocation_count(relocations) : 0, room = 0;
    device->frame_count = 1;
    device->first_frame = zeroed(device->elf.section_count, sizeof *device->first_frame);
    for (size_t at = 0; device->frame_section && at + 8 <= section->size;) {
        size_t length = word_at(section, at);
        if (length == 0 || length > section->size - at - 4)
            break;
        if (device->frame_count + 1 >= room) {
            room = 2 * room + 64;
            device->frame = grow(device->frame, room * sizeof *device->frame);
            device->frame[0] = (struct frame){0};
        }
        size_t index = device->frame_count;
        struct frame frame = {.begin = at, .end = at + 4 + length, .common = index};
        while (relocation < count && relocation_at(relocations, relocation).r_offset < at)
            ++relocation;
        frame.first = relocation;
        while (relocation < count && relocation_at(relocations, relocation).r_offset < frame.end)
            ++relocation;
        frame.last = relocation;
        uint32_t back = word_at(section, at + 4); // to the common record, from here
        if (back != 0) {
            frame.common = frame_at(device, at + 4 - back);
            if (frame.first < frame.last) {
                Elf64_Rela place = relocation_at(relocations, frame.first);
                frame.function = section_of(device, &place);
            }
            if (frame.function != 0 && frame.function < device->elf.section_count) {
                frame.next = device->first_frame[frame.function];
                device->first_frame[frame.function] = index;
            }
        }
        device->frame[device->frame_count++] = frame;
        at = frame.end;
    }
}

// Leaves the records of what is kept.
static void write_frames(struct device *device)
{
    if (device->frame_section == 0 || device->relocations[device->frame_section] == 0)
        return;
    struct elf_section *section = &device->elf.section[device->frame_section];
    struct elf_section *relocations = &device->elf.section[device->relocations[device->frame_section]];
    struct text bytes = {0}, kept_relocations = {0};
    append(&bytes, "", 0);
    append(&kept_relocations, "", 0);
    for (size_t i = 1; i < device->frame_count; ++i) {
        struct frame *frame = &device->frame[i];
        if (!frame->kept)
            continue;
        size_t begin = bytes.length;
        append(&bytes, section->bytes + frame->begin, frame->end - frame->begin);
        for (size_t r = frame->first; r < frame->last; ++r) {
            Elf64_Rela relocation = relocation_at(relocations, r);
            relocation.r_offset += begin - frame->begin;
            append(&kept_relocations, (char *)&relocation, sizeof relocation);
        }
        if (frame->common != i) { // which comes earlier, and has its new place
            uint32_t back = (uint32_t)(begin + 4 - device->frame[frame->common].begin);
            memcpy(bytes.begin + begin + 4, &back, sizeof back);
        }
        frame->begin = begin;
    }
    section->bytes = bytes.begin;
    section->size = bytes.length;
    relocations->bytes = kept_relocations.begin;
    relocations->size = kept_relocations.length;
    device->marked[device->frame_section] = bytes.length > 0;
}

// --- the device's object without what is not used ---

static bool is_initializer(const struct elf_section *section)
{
    return begins_with(section->name, ".init_array") || begins_with(section->name, ".fini_array");
}

static void drop_unused(struct device *device)
{
    struct elf *elf = &device->elf;
    device->marked = zeroed(elf->section_count, sizeof *device->marked);
    device->to_mark = zeroed(elf->section_count, sizeof *device->to_mark);
    for (size_t i = 0; i < elf->symbol_count; ++i)
        if (device->exported[i])
            mark(device, elf->symbol[i].section);
    for (uint32_t i = 1; i < elf->section_count; ++i)
        if ((elf->section[i].flags & SHF_GNU_RETAIN && !is_initializer(&elf->section[i])) ||
            (device->alone && begins_with(elf->section[i].name, "cpu_device_")))
            mark(device, i);
    while (device->to_mark_count > 0)
        mark_used_by(device, device->to_mark[--device->to_mark_count]);
    write_frames(device);
    for (size_t i = 1; i < elf->section_count; ++i) {
        struct elf_section *section = &elf->section[i];
        section->flags &= ~(uint64_t)SHF_GROUP;
        section->dropped |=
            section->type == SHT_GROUP || is_initializer(section) || (section->flags & SHF_ALLOC && !device->marked[i]);
    }
}

// --- both in one ---

// The device's sections follow the host's.
static void add_sections(struct elf *all, const struct elf *device)
{
    size_t before = all->section_count;
    all->section = grow(all->section, (before + device->section_count) * sizeof *all->section);
    all->section_count += device->section_count;
    for (size_t i = 0; i < device->section_count; ++i) {
        struct elf_section *section = &all->section[before + i];
        *section = device->section[i];
        section->dropped |= i == 0;
        if (section->type == SHT_RELA) {
            section->link = all->symbol_table;
            section->info += (uint32_t)before;
        } else if (section->link != 0) {
            section->link += (uint32_t)before;
        }
    }
}

static void renumber_relocations(struct elf_section *section, const size_t *number, size_t count)
{
    section->bytes = slice(section->bytes, section->size);
    for (size_t i = 0; i < relocation_count(section); ++i) {
        Elf64_Rela relocation = relocation_at(section, i);
        uint64_t symbol = ELF64_R_SYM(relocation.r_info);
        relocation.r_info =
            ELF64_R_INFO(symbol < count ? (uint64_t)number[symbol] : 0, ELF64_R_TYPE(relocation.r_info));
        memcpy(section->bytes + i * sizeof relocation, &relocation, sizeof relocation);
    }
}

// Which of the device's symbols the sections that are kept refer to.
static bool *referred_symbols(const struct elf *device)
{
    bool *referred = zeroed(device->symbol_count, sizeof *referred);
    for (size_t s = 1; s < device->section_count; ++s) {
        const struct elf_section *section = &device->section[s];
        if (section->type != SHT_RELA || section->info >= device->section_count || section->dropped ||
            device->section[section->info].dropped)
            continue;
        for (size_t i = 0; i < relocation_count(section); ++i) {
            Elf64_Rela relocation = relocation_at(section, i);
            if (ELF64_R_SYM(relocation.r_info) < device->symbol_count)
                referred[ELF64_R_SYM(relocation.r_info)] = true;
        }
    }
    return referred;
}

// A symbol of the device's takes the place of the host's of the same name: what is undefined becomes defined, and what
// is weak on the host is the device's.
static void unite(struct elf_symbol *host, const struct elf_symbol *device, bool exported)
{
    unsigned binding = ELF64_ST_BIND(device->info);
    if (exported)
        *host = *device;
    else if (host->section == SHN_UNDEF && binding == STB_GLOBAL) // undefined in both, weakly perhaps in the host
        host->info = device->info;
}

static void add_symbols(struct elf *all, const struct device *device, size_t sections_before)
{
    const struct elf *elf = &device->elf;
    struct name_table globals = {0};
    size_t before = all->section_count - elf->section_count, *number = zeroed(elf->symbol_count, sizeof *number);
    bool *referred = referred_symbols(elf);
    for (size_t i = 0; i < all->symbol_count; ++i)
        if (ELF64_ST_BIND(all->symbol[i].info) != STB_LOCAL)
            *find_name(&globals, all->symbol[i].name, true) = i;
    all->symbol = grow(all->symbol, (all->symbol_count + elf->symbol_count) * sizeof *all->symbol);
    for (size_t i = 1; i < elf->symbol_count; ++i) {
        struct elf_symbol symbol = elf->symbol[i];
        bool undefined = symbol.section == SHN_UNDEF, exported = device->exported[i];
        bool shared_name = exported || (undefined && ELF64_ST_BIND(symbol.info) != STB_LOCAL);
        if (undefined && !referred[i])
            continue;
        const size_t *host = shared_name ? find_name(&globals, symbol.name, false) : NULL;
        if (!undefined && symbol.section < SPECIAL_SECTION)
            symbol.section += (uint32_t)sections_before;
        if (!undefined && !exported)
            symbol.info = ELF64_ST_INFO(STB_LOCAL, ELF64_ST_TYPE(symbol.info));
        if (host != NULL) {
            unite(&all->symbol[*host], &symbol, exported);
            number[i] = *host;
        } else {
            number[i] = all->symbol_count;
            all->symbol[all->symbol_count++] = symbol;
        }
    }
    for (size_t i = before; i < all->section_count; ++i)
        if (all->section[i].type == SHT_RELA && !all->section[i].dropped)
            renumber_relocations(&all->section[i], number, elf->symbol_count);
}

// A function of C++, in no namespace, that the host's object refers to and has not got.
static bool is_kernel_for(const struct elf_symbol *symbol, struct name_table *known)
{
    const size_t *host = find_name(known, symbol->name, false);
    return host != NULL && *host == HOST_UNDEFINED && ELF64_ST_TYPE(symbol->info) == STT_FUNC &&
           begins_with(symbol->name, "_Z") && symbol->name[2] >= '1' && symbol->name[2] <= '9';
}

static bool merge(const char *device_file, const char *host_file, const char *object, bool relocatable, bool alone)
{
    struct device device = {.alone = alone};
    struct elf host;
    struct name_table known = {0};
    if (!read_elf(device_file, &device.elf) || !read_elf(host_file, &host))
        return false;
    know_host(&host, &known);
    bool any = find_exports(&device, &known, relocatable);
    for (size_t i = 0; device.alone && i < device.elf.symbol_count; ++i)
        device.exported[i] = device.exported[i] && is_kernel_for(&device.elf.symbol[i], &known);
    if (any) {
        size_t sections_before = host.section_count;
        find_relations(&device);
        read_frames(&device);
        drop_unused(&device);
        add_sections(&host, &device.elf);
        add_symbols(&host, &device, sections_before);
        if (device.elf.identification[EI_OSABI] != 0)
            host.identification[EI_OSABI] = device.elf.identification[EI_OSABI];
    }
    rename_symbols(&host, redirected_pairs);
    return write_elf(object, &host);
}

bool merge_passes(const char *device, const char *host, const char *object, bool relocatable)
{
    return merge(device, host, object, relocatable, false);
}

bool merge_kernels(const char *device, const char *host, const char *object)
{
    return merge(device, host, object, false, true);
}
