// SPDX-License-Identifier: MIT
// Object files of 64 bits: read into memory, changed there, and written again. binutils can do all of this, but each
// change takes a process that reads and writes the whole file.
#include "driver.h"

#include <ctype.h>
#include <elf.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

// --- a table of names ---

size_t *find_name(struct name_table *table, const char *name, bool add)
{
    if (add && 2 * (table->count + 1) > table->room) {
        struct name_table old = *table;
        table->room = old.room ? 2 * old.room : 64;
        table->count = 0;
        table->name = calloc(table->room, sizeof *table->name);
        table->value = calloc(table->room, sizeof *table->value);
        if (table->name == NULL || table->value == NULL)
            die("out of memory");
        for (size_t i = 0; i < old.room; ++i)
            if (old.name[i] != NULL)
                *find_name(table, old.name[i], true) = old.value[i];
        free(old.name);
        free(old.value);
    }
    if (table->room == 0)
        return NULL;
    uint64_t number = hash_text(HASH_BEGIN, name);
    size_t i = (size_t)(number ^ number >> 32) & (table->room - 1);
    for (; table->name[i] != NULL; i = (i + 1) & (table->room - 1))
        if (strcmp(table->name[i], name) == 0)
            return &table->value[i];
    if (!add)
        return NULL;
    table->name[i] = name;
    ++table->count;
    return &table->value[i];
}

// --- reading ---

// The part of the file, or null where it has none such.
static char *part(const struct text *file, uint64_t offset, uint64_t size)
{
    return offset <= file->length && size <= file->length - offset ? file->begin + offset : NULL;
}

static const char *string_at(const struct elf_section *strings, uint64_t offset)
{
    return strings->bytes != NULL && offset < strings->size && strings->bytes[strings->size - 1] == '\0'
               ? strings->bytes + offset
               : "";
}

static bool read_sections(const struct text *file, const Elf64_Ehdr *header, struct elf *elf)
{
    const Elf64_Shdr *raw = (const Elf64_Shdr *)part(file, header->e_shoff, sizeof *raw);
    if (raw == NULL || header->e_shentsize != sizeof *raw)
        return false;
    size_t count = header->e_shnum ? header->e_shnum : raw->sh_size;
    size_t names = header->e_shstrndx == SHN_XINDEX ? raw->sh_link : header->e_shstrndx;
    if (count == 0 || count > file->length || names >= count ||
        part(file, header->e_shoff, count * sizeof *raw) == NULL)
        return false;
    elf->section = grow(NULL, count * sizeof *elf->section);
    elf->section_count = count;
    for (size_t i = 0; i < count; ++i) {
        const Elf64_Shdr *r = &raw[i];
        bool has_bytes = r->sh_type != SHT_NOBITS && r->sh_type != SHT_NULL;
        elf->section[i] = (struct elf_section){.type = r->sh_type,
                                               .link = r->sh_link,
                                               .info = r->sh_info,
                                               .flags = r->sh_flags,
                                               .address = r->sh_addr,
                                               .size = r->sh_size,
                                               .alignment = r->sh_addralign,
                                               .entry_size = r->sh_entsize};
        if (has_bytes && (elf->section[i].bytes = part(file, r->sh_offset, r->sh_size)) == NULL)
            return false;
        if (r->sh_type == SHT_SYMTAB)
            elf->symbol_table = (uint32_t)i;
    }
    for (size_t i = 0; i < count; ++i)
        elf->section[i].name = string_at(&elf->section[names], raw[i].sh_name);
    elf->section[names].dropped = true; // it is made anew
    return true;
}

static bool read_symbols(struct elf *elf)
{
    struct elf_section *table = &elf->section[elf->symbol_table];
    const uint32_t *high = NULL;
    if (table->link >= elf->section_count)
        return false;
    for (size_t i = 0; i < elf->section_count; ++i)
        if (elf->section[i].type == SHT_SYMTAB_SHNDX && elf->section[i].link == elf->symbol_table) {
            high = (const uint32_t *)elf->section[i].bytes;
            elf->section[i].dropped = true;
        }
    struct elf_section *strings = &elf->section[table->link];
    const Elf64_Sym *raw = (const Elf64_Sym *)table->bytes;
    elf->symbol_count = table->size / sizeof *raw;
    elf->symbol = grow(NULL, (elf->symbol_count + 1) * sizeof *elf->symbol);
    for (size_t i = 0; i < elf->symbol_count; ++i) {
        uint32_t section = raw[i].st_shndx;
        if (section == SHN_XINDEX && high != NULL)
            section = high[i];
        else if (section >= SHN_LORESERVE)
            section |= SPECIAL_SECTION;
        if (section < SPECIAL_SECTION && section >= elf->section_count)
            return false;
        elf->symbol[i] = (struct elf_symbol){.name = string_at(strings, raw[i].st_name),
                                             .value = raw[i].st_value,
                                             .size = raw[i].st_size,
                                             .section = section,
                                             .info = raw[i].st_info,
                                             .other = raw[i].st_other};
    }
    table->dropped = strings->dropped = true;
    return true;
}

bool read_elf(const char *path, struct elf *elf)
{
    struct text file = {0};
    Elf64_Ehdr header;
    bool whole = read_file(path, &file) && file.length >= sizeof header;
    *elf = (struct elf){0};
    if (whole) {
        memcpy(&header, file.begin, sizeof header);
        memcpy(elf->identification, header.e_ident, sizeof elf->identification);
        elf->machine = header.e_machine;
        elf->type = header.e_type;
        elf->flags = header.e_flags;
        whole = memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
                read_sections(&file, &header, elf) && (elf->symbol_table == 0 || read_symbols(elf));
    }
    if (!whole)
        fprintf(stderr, "cucc: %s is no whole object file\n", path);
    return whole;
}

// --- changing ---

bool defines_global(const struct elf_symbol *symbol)
{
    return symbol->section != SHN_UNDEF && ELF64_ST_BIND(symbol->info) != STB_LOCAL;
}

char symbol_letter(const struct elf *elf, const struct elf_symbol *symbol)
{
    unsigned binding = ELF64_ST_BIND(symbol->info), type = ELF64_ST_TYPE(symbol->info);
    if (type == STT_SECTION || type == STT_FILE || *symbol->name == '\0')
        return '\0';
    if (binding == STB_WEAK) {
        char letter = type == STT_OBJECT ? 'V' : 'W';
        return symbol->section == SHN_UNDEF ? (char)tolower((unsigned char)letter) : letter;
    }
    if (symbol->section == SHN_UNDEF)
        return 'U';
    if (binding == STB_GNU_UNIQUE)
        return 'u';
    char letter = 'A';
    if (symbol->section == (SPECIAL_SECTION | SHN_COMMON)) {
        letter = 'C';
    } else if (symbol->section < SPECIAL_SECTION) {
        const struct elf_section *section = &elf->section[symbol->section];
        letter = section->flags & SHF_EXECINSTR                              ? 'T'
                 : !(section->flags & SHF_ALLOC)                             ? 'N'
                 : section->flags & SHF_WRITE && section->type == SHT_NOBITS ? 'B'
                 : section->flags & SHF_WRITE                                ? 'D'
                                                                             : 'R';
    }
    return binding == STB_LOCAL ? (char)tolower((unsigned char)letter) : letter;
}

void rename_symbols(struct elf *elf, const char *pairs)
{
    struct strings list = {0};
    struct name_table table = {0};
    add_words(&list, pairs);
    for (size_t i = 0; i < list.count; ++i) {
        char *equals = strchr(list.item[i], '=');
        *equals = '\0';
        *find_name(&table, list.item[i], true) = (size_t)(equals + 1);
    }
    for (size_t i = 0; i < elf->symbol_count; ++i) {
        const size_t *other = find_name(&table, elf->symbol[i].name, false);
        if (other != NULL)
            elf->symbol[i].name = (const char *)*other;
    }
}

void keep_global(struct elf *elf, const char *patterns)
{
    struct strings list = {0};
    add_words(&list, patterns);
    for (size_t i = 0; i < elf->symbol_count; ++i) {
        struct elf_symbol *symbol = &elf->symbol[i];
        bool kept = !defines_global(symbol);
        for (size_t k = 0; k < list.count && !kept; ++k)
            kept = fnmatch(list.item[k], symbol->name, 0) == 0;
        if (!kept)
            symbol->info = ELF64_ST_INFO(STB_LOCAL, ELF64_ST_TYPE(symbol->info));
    }
}

void drop_sections(struct elf *elf, const char *const *begins)
{
    for (size_t i = 1; i < elf->section_count; ++i)
        for (const char *const *begin = begins; *begin != NULL; ++begin)
            if (begins_with(elf->section[i].name, *begin))
                elf->section[i].dropped = true;
}

// --- writing ---

struct writer {
    const struct elf *elf;
    struct text file, section_names, symbol_names;
    uint32_t *section_number; // of the old ones, the new ones; 0: it is gone
    uint32_t *symbol_number;
    Elf64_Shdr *header;
    uint32_t count, local_count;
};

static uint32_t add_section(struct writer *w, const char *name, const struct elf_section *section, const char *bytes)
{
    static const char zeros[4096];
    Elf64_Shdr *header = &w->header[w->count];
    uint64_t alignment = section->alignment > 1 ? section->alignment : 1;
    if (bytes != NULL && alignment <= sizeof zeros)
        append(&w->file, zeros, (size_t)((alignment - w->file.length % alignment) % alignment));
    *header = (Elf64_Shdr){.sh_name = (Elf64_Word)w->section_names.length,
                           .sh_type = section->type,
                           .sh_flags = section->flags,
                           .sh_offset = w->file.length,
                           .sh_size = section->size,
                           .sh_link = section->link,
                           .sh_info = section->info,
                           .sh_addralign = section->alignment,
                           .sh_entsize = section->entry_size};
    append(&w->section_names, name, strlen(name) + 1);
    if (bytes != NULL)
        append(&w->file, bytes, section->size);
    return w->count++;
}

static bool is_kept(const struct elf *elf, size_t i)
{
    const struct elf_section *section = &elf->section[i];
    bool about_another = section->type == SHT_RELA || section->type == SHT_REL;
    return i > 0 && !section->dropped && !(about_another && elf->section[section->info].dropped);
}

static bool number_sections(struct writer *w)
{
    const struct elf *elf = w->elf;
    uint32_t number = 1;
    w->section_number = calloc(elf->section_count, sizeof *w->section_number);
    for (size_t i = 1; i < elf->section_count; ++i) {
        const struct elf_section *section = &elf->section[i];
        if ((section->type == SHT_RELA || section->type == SHT_REL) && section->info >= elf->section_count)
            return false;
        if (is_kept(elf, i))
            w->section_number[i] = number++;
    }
    return true;
}

// Local symbols come first; those of sections that are gone are gone too.
static void number_symbols(struct writer *w, struct text *symbols, struct text *high)
{
    const struct elf *elf = w->elf;
    uint32_t number = 0;
    w->symbol_number = calloc(elf->symbol_count + 1, sizeof *w->symbol_number);
    append(&w->symbol_names, "", 1);
    for (int round = 0; round < 2; ++round) {
        for (size_t i = 0; i < elf->symbol_count; ++i) {
            const struct elf_symbol *symbol = &elf->symbol[i];
            bool ordinary = symbol->section < SPECIAL_SECTION && symbol->section != SHN_UNDEF;
            uint32_t section = ordinary ? w->section_number[symbol->section] : symbol->section;
            if ((ELF64_ST_BIND(symbol->info) == STB_LOCAL) != (round == 0) || (ordinary && section == 0))
                continue;
            bool large = ordinary && section >= SHN_LORESERVE;
            Elf64_Sym raw = {.st_name = *symbol->name ? (Elf64_Word)w->symbol_names.length : 0,
                             .st_info = symbol->info,
                             .st_other = symbol->other,
                             .st_shndx = large ? SHN_XINDEX : (Elf64_Section)section,
                             .st_value = symbol->value,
                             .st_size = symbol->size};
            if (*symbol->name)
                append(&w->symbol_names, symbol->name, strlen(symbol->name) + 1);
            append(symbols, (char *)&raw, sizeof raw);
            append(high, (char *)&(uint32_t){large ? section : 0}, sizeof(uint32_t));
            w->symbol_number[i] = number++;
        }
        if (round == 0)
            w->local_count = number;
    }
}

// The relocations, with the symbols' new numbers. Those that are about what is gone stand in debug information, where
// they become none; there a range that begins at 0 could be taken for the end of a list, and one that begins at 1 is
// not.
static char *renumbered_relocations(const struct writer *w, const struct elf_section *section, char *target)
{
    const struct elf_section *of = &w->elf->section[section->info];
    bool ends_at_zero = strcmp(of->name, ".debug_ranges") == 0 || strcmp(of->name, ".debug_loc") == 0;
    char *bytes = slice(section->bytes, section->size);
    for (size_t at = 0; at + sizeof(Elf64_Rela) <= section->size; at += sizeof(Elf64_Rela)) {
        Elf64_Rela relocation;
        memcpy(&relocation, bytes + at, sizeof relocation);
        uint64_t symbol = ELF64_R_SYM(relocation.r_info);
        uint32_t number = symbol < w->elf->symbol_count ? w->symbol_number[symbol] : 0;
        if (symbol != 0 && number == 0) {
            if (ends_at_zero && target != NULL && relocation.r_offset < of->size)
                target[relocation.r_offset] = 1;
            relocation.r_info = relocation.r_addend = 0;
        } else {
            relocation.r_info = ELF64_R_INFO((uint64_t)number, ELF64_R_TYPE(relocation.r_info));
        }
        memcpy(bytes + at, &relocation, sizeof relocation);
    }
    return bytes;
}

static char *renumbered_group(const struct writer *w, struct elf_section *section)
{
    char *bytes = slice(section->bytes, section->size);
    size_t length = sizeof(uint32_t); // the flags
    for (size_t at = length; at + sizeof(uint32_t) <= section->size; at += sizeof(uint32_t)) {
        uint32_t member;
        memcpy(&member, section->bytes + at, sizeof member);
        member = member < w->elf->section_count ? w->section_number[member] : 0;
        if (member != 0) {
            memcpy(bytes + length, &member, sizeof member);
            length += sizeof member;
        }
    }
    section->size = length;
    return bytes;
}

static void add_kept_sections(struct writer *w, uint32_t symbol_table)
{
    for (size_t i = 1; i < w->elf->section_count; ++i) {
        struct elf_section section = w->elf->section[i];
        char *bytes = section.bytes;
        if (w->section_number[i] == 0)
            continue;
        bool relocations = section.type == SHT_RELA || section.type == SHT_REL;
        if (relocations && section.link == w->elf->symbol_table) {
            uint32_t target = w->section_number[section.info];
            char *target_bytes = target < w->count ? w->file.begin + w->header[target].sh_offset : NULL;
            bytes = renumbered_relocations(w, &section, target_bytes);
            section.info = target;
        } else if (section.type == SHT_GROUP) {
            bytes = renumbered_group(w, &section);
            section.info = w->symbol_number[section.info];
        }
        if (relocations || section.type == SHT_GROUP)
            section.link = symbol_table;
        else if (section.link != 0 && section.link < w->elf->section_count)
            section.link = w->section_number[section.link];
        add_section(w, section.name, &section, bytes);
    }
}

static void add_symbol_sections(struct writer *w, const struct text *symbols, const struct text *high)
{
    bool large = w->count + 4 > SHN_LORESERVE;
    uint32_t table = w->count, names = table + (large ? 2 : 1);
    struct elf_section section = {.type = SHT_SYMTAB,
                                  .link = names,
                                  .info = w->local_count,
                                  .size = symbols->length,
                                  .alignment = 8,
                                  .entry_size = sizeof(Elf64_Sym)};
    add_section(w, ".symtab", &section, symbols->begin);
    if (large) {
        section = (struct elf_section){.type = SHT_SYMTAB_SHNDX,
                                       .link = table,
                                       .size = high->length,
                                       .alignment = 4,
                                       .entry_size = sizeof(uint32_t)};
        add_section(w, ".symtab_shndx", &section, high->begin);
    }
    section = (struct elf_section){.type = SHT_STRTAB, .size = w->symbol_names.length, .alignment = 1};
    add_section(w, ".strtab", &section, w->symbol_names.begin);
    section.size = w->section_names.length + sizeof ".shstrtab";
    add_section(w, ".shstrtab", &section, NULL);
    append(&w->file, w->section_names.begin, w->section_names.length);
}

bool write_elf(const char *path, const struct elf *elf)
{
    struct writer w = {.elf = elf};
    struct text symbols = {0}, high = {0};
    Elf64_Ehdr header = {.e_type = elf->type,
                         .e_machine = elf->machine,
                         .e_version = EV_CURRENT,
                         .e_flags = elf->flags,
                         .e_ehsize = sizeof header,
                         .e_shentsize = sizeof(Elf64_Shdr)};
    memcpy(header.e_ident, elf->identification, sizeof elf->identification);
    w.header = calloc(elf->section_count + 8, sizeof *w.header);
    if (w.header == NULL || !number_sections(&w))
        return false;
    append(&w.file, (char *)&header, sizeof header);
    append(&w.section_names, "", 1);
    w.count = 1;
    number_symbols(&w, &symbols, &high);
    uint32_t kept = 1;
    for (size_t i = 1; i < elf->section_count; ++i)
        kept += w.section_number[i] != 0;
    add_kept_sections(&w, kept);
    add_symbol_sections(&w, &symbols, &high);
    append(&w.file, "\0\0\0\0\0\0\0", (8 - w.file.length % 8) % 8);
    header.e_shoff = w.file.length;
    header.e_shnum = w.count < SHN_LORESERVE ? (Elf64_Half)w.count : 0;
    header.e_shstrndx = w.count - 1 < SHN_LORESERVE ? (Elf64_Half)(w.count - 1) : SHN_XINDEX;
    if (w.count >= SHN_LORESERVE) {
        w.header[0].sh_size = w.count;
        w.header[0].sh_link = w.count - 1;
    }
    memcpy(w.file.begin, &header, sizeof header);
    append(&w.file, (char *)w.header, w.count * sizeof *w.header);
    if (write_file(path, w.file.begin, w.file.length))
        return true;
    perror(text_of("cucc: can't write %s", path));
    return false;
}
