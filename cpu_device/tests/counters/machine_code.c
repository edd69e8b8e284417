// SPDX-License-Identifier: MIT
#include "machine_code.h"

#include <ctype.h>
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../run_program.h"

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (memory == NULL) {
        perror("calloc");
        exit(2);
    }
    return memory;
}

static void refuse(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    exit(2);
}

// --- from a line of PTX to the source's ---

struct location { // a .loc
    unsigned file, column;
    int line;
    const struct location *caller; // NULL: not inlined
};

struct ptx {
    size_t lines, count;
    struct location *locations;
    const struct location **at; // by line, from 1: the .loc that holds there; NULL before the first
    char **files;               // by number; there are at most as many as lines
};

// The last .loc that says this place, whose own caller is the next one further out.
static const struct location *find_caller(struct ptx *ptx, struct location place)
{
    for (size_t i = ptx->count; i-- > 0;) {
        const struct location *l = &ptx->locations[i];
        if (l->file == place.file && l->line == place.line && l->column == place.column)
            return l;
    }
    ptx->locations[ptx->count] = place;
    return &ptx->locations[ptx->count++];
}

static struct ptx read_ptx(const char *path)
{
    size_t size;
    char *text = read_file(path, &size);
    struct ptx ptx = {0};
    for (size_t i = 0; i < size; ++i)
        ptx.lines += text[i] == '\n';
    ptx.locations = allocate(2 * ptx.lines, sizeof *ptx.locations);
    ptx.at = allocate(ptx.lines + 1, sizeof *ptx.at);
    ptx.files = allocate(ptx.lines, sizeof *ptx.files);

    const struct location *now = NULL;
    char *line = text;
    for (size_t number = 1; number <= ptx.lines; ++number) {
        char *end = strchr(line, '\n');
        *end = '\0';
        struct location here = {0}, caller = {0};
        unsigned file;
        char name[4096];
        if (sscanf(line, " .loc %u %d %u", &here.file, &here.line, &here.column) == 3) {
            const char *inlined = strstr(line, "inlined_at");
            if (inlined && sscanf(inlined, "inlined_at %u %d %u", &caller.file, &caller.line, &caller.column) == 3)
                here.caller = find_caller(&ptx, caller);
            ptx.locations[ptx.count] = here;
            now = &ptx.locations[ptx.count++];
        } else if (sscanf(line, " .file %u \"%4095[^\"]\"", &file, name) == 2 && file <= ptx.lines) {
            ptx.files[file] = strdup(name);
        }
        ptx.at[number] = now;
        line = end + 1;
    }
    free(text);
    return ptx;
}

static struct source_place place_in_source(const struct ptx *ptx, size_t line)
{
    for (const struct location *l = line <= ptx->lines ? ptx->at[line] : NULL; l != NULL; l = l->caller) {
        const char *file = l->file <= ptx->lines ? ptx->files[l->file] : NULL;
        if (file == NULL || strstr(file, "/include/") != NULL) // the toolkit's
            continue;
        const char *slash = strrchr(file, '/');
        return (struct source_place){slash ? slash + 1 : file, l->line};
    }
    return (struct source_place){0};
}

// --- from an instruction to a line of PTX ---

struct elf {
    const char *path;
    unsigned char *bytes;
    size_t size;
    const Elf64_Shdr *sections;
    size_t count;
};

static struct elf read_elf(const char *path)
{
    struct elf elf = {.path = path};
    elf.bytes = (unsigned char *)read_file(path, &elf.size);
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)elf.bytes;
    if (elf.size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_shoff > elf.size ||
        (elf.size - head->e_shoff) / sizeof(Elf64_Shdr) < head->e_shnum)
        refuse(path, "not machine code of a GPU");
    elf.sections = (const Elf64_Shdr *)(elf.bytes + head->e_shoff);
    elf.count = head->e_shnum;
    for (size_t i = 0; i < elf.count; ++i)
        if (elf.sections[i].sh_type != SHT_NOBITS &&
            (elf.sections[i].sh_offset > elf.size || elf.size - elf.sections[i].sh_offset < elf.sections[i].sh_size))
            refuse(path, "broken off");
    return elf;
}

static const Elf64_Shdr *find_section(const struct elf *elf, const char *name)
{
    const Elf64_Shdr *names = &elf->sections[((const Elf64_Ehdr *)elf->bytes)->e_shstrndx];
    for (size_t i = 0; i < elf->count; ++i)
        if (strcmp((const char *)elf->bytes + names->sh_offset + elf->sections[i].sh_name, name) == 0)
            return &elf->sections[i];
    refuse(elf->path, "has no table of lines: compile with -lineinfo");
    return NULL;
}

// The name in a mangled one: the last before the arguments of a template or of the function.
static char *bare_name(const char *symbol)
{
    const char *at = symbol, *name = symbol;
    size_t length = strlen(symbol);
    if (strncmp(symbol, "_Z", 2) == 0) {
        at += 2 + strspn(symbol + 2, "NLKVr");
        while (isdigit((unsigned char)*at)) {
            char *end;
            length = strtoul(at, &end, 10);
            name = end;
            at = end + strnlen(end, length);
        }
    }
    return strndup(name, length);
}

static uint64_t leb128(const unsigned char **at, const unsigned char *end)
{
    uint64_t value = 0;
    for (unsigned shift = 0; *at < end; shift += 7) {
        unsigned char byte = *(*at)++;
        value |= shift < 64 ? (uint64_t)(byte & 127) << shift : 0;
        if (!(byte & 128))
            break;
    }
    return value;
}

static int64_t signed_leb128(const unsigned char **at, const unsigned char *end)
{
    const unsigned char *begin = *at;
    uint64_t value = leb128(at, end);
    unsigned bits = 7 * (unsigned)(*at - begin);
    return (int64_t)(bits > 0 && bits < 64 && value >> (bits - 1) & 1 ? value | ~(uint64_t)0 << bits : value);
}

// The function that a relocation of the table puts at this offset of it.
static struct machine_function *function_at(const struct elf *elf, const Elf64_Shdr *relocations, size_t offset,
                                            struct machine_code *code)
{
    const Elf64_Rela *all = (const Elf64_Rela *)(elf->bytes + relocations->sh_offset);
    const Elf64_Shdr *table = &elf->sections[relocations->sh_link], *strings = &elf->sections[table->sh_link];
    const Elf64_Sym *symbols = (const Elf64_Sym *)(elf->bytes + table->sh_offset);
    for (size_t i = 0; i < relocations->sh_size / sizeof *all; ++i) {
        if (all[i].r_offset != offset)
            continue;
        const Elf64_Sym *symbol = &symbols[ELF64_R_SYM(all[i].r_info)];
        struct machine_function *f = &code->functions[code->count++];
        f->symbol = strdup((const char *)elf->bytes + strings->sh_offset + symbol->st_name);
        f->name = bare_name(f->symbol);
        f->count = elf->sections[symbol->st_shndx].sh_size / instruction_size;
        f->places = allocate(f->count, sizeof *f->places);
        return f;
    }
    refuse(elf->path, "its table of lines names no function");
    return NULL;
}

// Runs a line program (DWARF 2, 6.2), whose lines are those of the PTX; what follows it.
static const unsigned char *run_line_program(const struct elf *elf, const struct ptx *ptx, const Elf64_Shdr *table,
                                             const Elf64_Shdr *relocations, const unsigned char *at,
                                             struct machine_code *code)
{
    enum { end_sequence = 1, set_address = 2 };                                       // extended operations
    enum { copy = 1, advance_pc = 2, advance_line = 3, const_add_pc = 8, fixed = 9 }; // standard ones
    const unsigned char *begin = elf->bytes + table->sh_offset, *end = begin + table->sh_size;
    uint32_t length, head_length;
    memcpy(&length, at, 4);
    memcpy(&head_length, at + 6, 4);
    unsigned step = at[10], range = at[13], first_special = at[14];
    int base = (signed char)at[12];
    const unsigned char *operands = at + 14; // operands[n]: how many the standard operation n has
    if (length > end - at - 4 || head_length > length || range == 0)
        refuse(elf->path, "its table of lines is broken");
    end = at + 4 + length;
    at += 10 + head_length;

    struct machine_function *f = NULL;
    size_t address = 0, line = 1, done = 0, row = 0; // the line of the instructions from `done` on, 0: unknown
    while (at < end) {
        unsigned operation = *at++;
        bool is_row = operation >= first_special || operation == copy, is_end = false;
        if (operation >= first_special) {
            address += (operation - first_special) / range * step;
            line += (size_t)(base + (int)((operation - first_special) % range));
        } else if (operation == 0) {
            size_t size = leb128(&at, end);
            if (size == 0 || size > (size_t)(end - at))
                refuse(elf->path, "its table of lines is broken");
            is_end = *at == end_sequence;
            if (*at == set_address) {
                f = function_at(elf, relocations, (size_t)(at + 1 - begin), code);
                address = done = row = 0;
            }
            at += size;
        } else if (operation == advance_pc) {
            address += leb128(&at, end) * step;
        } else if (operation == advance_line) {
            line += (size_t)signed_leb128(&at, end);
        } else if (operation == const_add_pc) {
            address += (255 - first_special) / range * step;
        } else if (operation == fixed) {
            address += end - at >= 2 ? at[0] | (unsigned)at[1] << 8 : 0;
            at += 2;
        } else if (operation != copy) {
            for (unsigned i = 0; i < operands[operation]; ++i)
                leb128(&at, end);
        }
        if ((is_row || is_end) && f != NULL) {
            for (; done < address / instruction_size && done < f->count; ++done)
                f->places[done] = place_in_source(ptx, row);
            row = line;
        }
        if (is_end) {
            f = NULL;
            line = 1;
        }
    }
    return end;
}

struct machine_code read_machine_code(const char *cubin, const char *ptx_path)
{
    struct ptx ptx = read_ptx(ptx_path);
    struct elf elf = read_elf(cubin);
    const Elf64_Shdr *table = find_section(&elf, ".nv_debug_line_sass"),
                     *relocations = find_section(&elf, ".rela.nv_debug_line_sass");
    struct machine_code code = {0};
    code.functions = allocate(relocations->sh_size / sizeof(Elf64_Rela), sizeof *code.functions);
    const unsigned char *at = elf.bytes + table->sh_offset, *end = at + table->sh_size;
    while (end - at > 14)
        at = run_line_program(&elf, &ptx, table, relocations, at, &code);
    free(elf.bytes);
    free(ptx.at);
    free(ptx.locations); // the places have names of files in ptx.files
    return code;
}
