// SPDX-License-Identifier: MIT
// Modules: only the device's code, as a shared object whose kernels and variables are found by name. Nothing of the
// host's is kept, nor what would run when the module is loaded.
#include "driver.h"

#include <ctype.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *temporary(const struct cucc *cucc, const char *name)
{
    return text_of("%s/%s", cucc->temporary, name);
}

// --- NVRTC has no headers but those that it is given, and the device's own ---

struct search {
    struct strings folders, quoted; // of #include <...> and "..."; and of the latter alone
};

static struct search search_of(const struct cucc *cucc, const struct source *source)
{
    struct search search = {0};
    addf(&search.folders, "%s/include", cucc->here);
    addf(&search.folders, "%s/include", cucc->build);
    if (cucc->thrust != NULL)
        add(&search.folders, cucc->thrust);
    for (size_t i = 0; i < source->options.count; ++i) {
        const char *option = source->options.item[i];
        if (begins_with(option, "-iquote"))
            add(&search.quoted, option + strlen("-iquote"));
        else if (begins_with(option, "-I"))
            add(&search.folders, option + 2);
    }
    return search;
}

static bool is_in(const struct strings *folders, const char *header)
{
    for (size_t i = 0; i < folders->count; ++i)
        if (exists(text_of("%s/%s", folders->item[i], header)))
            return true;
    return false;
}

// Refuses other headers in the program's own files. Of the preprocessor's output the lines that begin with # tell, for
// -dI leaves the #include lines that count.
static bool has_system_header(const struct search *search, const char *text)
{
    char *name = slice("", 0);
    long line = 0;
    bool system_header = false;
    for (const char *next; *text != '\0'; text = next) {
        size_t length = strcspn(text, "\n");
        next = text + length + (text[length] != '\0');
        const char *quote = begins_with(text, "# ") && isdigit((unsigned char)text[2]) ? strstr(text, " \"") : NULL;
        if (quote != NULL) {
            name = slice(quote + 2, strcspn(quote + 2, "\"\n"));
            line = atol(text + 2) - 1;
            system_header = (length > 2 && memcmp(text + length - 2, " 3", 2) == 0) ||
                            (length > 4 && memcmp(text + length - 4, " 3 4", 4) == 0);
            continue;
        }
        ++line;
        if (system_header || !begins_with(text, "#include"))
            continue;
        const char *header = text + strlen("#include");
        header += strspn(header, " \t");
        bool quoted = *header == '"';
        if (!quoted && *header != '<')
            continue;
        char *wanted = slice(header + 1, strcspn(header + 1, ">\"\n"));
        if (!is_in(&search->folders, wanted) && !(quoted && is_in(&search->quoted, wanted))) {
            fprintf(stderr, "%s:%ld: fatal error: %s: No such file or directory\n", name, line, wanted);
            return true;
        }
    }
    return false;
}

// --- a module as text, for programs that take PTX for a string ---

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_named(const struct elf *elf, const struct elf_symbol *symbol)
{
    (void)elf;
    unsigned type = ELF64_ST_TYPE(symbol->info);
    return symbol->section != SHN_UNDEF && *symbol->name != '\0' && type != STT_SECTION && type != STT_FILE;
}

static const char *name_at(const struct elf *elf, uint64_t address)
{
    const char *name = "";
    for (size_t i = 0; i < elf->symbol_count; ++i)
        if (is_named(elf, &elf->symbol[i]) && elf->symbol[i].value == address && strcmp(elf->symbol[i].name, name) > 0)
            name = elf->symbol[i].name;
    return name;
}

// Where the dynamic linker puts an address: which one.
static uint64_t address_in(const struct elf *elf, uint64_t place)
{
    for (size_t i = 0; i < elf->section_count; ++i) {
        const struct elf_section *section = &elf->section[i];
        for (size_t at = 0; section->type == SHT_RELA && at + sizeof(Elf64_Rela) <= section->size;
             at += sizeof(Elf64_Rela)) {
            Elf64_Rela relocation;
            memcpy(&relocation, section->bytes + at, sizeof relocation);
            if (relocation.r_offset == place && ELF64_R_SYM(relocation.r_info) == 0)
                return (uint64_t)relocation.r_addend;
        }
    }
    return 0;
}

// The kernels are named as in PTX; and what the name expressions of NVRTC point to. A kernel is a function with a
// lambda in it of the type that the rewriter gives its body, whose type has a name: _ZTSZ<function>EUlvE_.
static struct strings comments_of(const struct elf *elf)
{
    struct name_table bodies = {0};
    struct strings comments = {0};
    for (size_t i = 0; i < elf->symbol_count; ++i) {
        const char *name = elf->symbol[i].name;
        if (is_named(elf, &elf->symbol[i]) && begins_with(name, "_ZTSZ") && ends_with(name, "EUlvE_"))
            *find_name(&bodies, slice(name + 5, strlen(name) - 11), true) = 1;
    }
    for (size_t i = 0; i < elf->symbol_count; ++i) {
        const struct elf_symbol *symbol = &elf->symbol[i];
        const char *lowered = strstr(symbol->name, "cpu_device_lowered_");
        if (!is_named(elf, symbol))
            continue;
        if (lowered != NULL && isdigit((unsigned char)symbol->name[strlen(symbol->name) - 1]))
            addf(&comments, "// lowered %s %s", strrchr(lowered, '_') + 1,
                 name_at(elf, address_in(elf, symbol->value)));
        else if ((begins_with(symbol->name, "_Z") && find_name(&bodies, symbol->name + 2, false)) ||
                 find_name(&bodies, text_of("%zu%s", strlen(symbol->name), symbol->name), false))
            addf(&comments, "// .visible .entry %s", symbol->name);
    }
    if (comments.count > 0)
        qsort(comments.item, comments.count, sizeof *comments.item, by_text);
    return comments;
}

static void append_base64(struct text *text, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        unsigned long group = (unsigned long)bytes[i] << 16 | (i + 1 < length ? (unsigned long)bytes[i + 1] << 8 : 0) |
                              (i + 2 < length ? bytes[i + 2] : 0);
        char four[] = {digits[group >> 18], digits[group >> 12 & 63], i + 1 < length ? digits[group >> 6 & 63] : '=',
                       i + 2 < length ? digits[group & 63] : '='};
        append(text, four, 4);
        if (i % 57 == 54 || i + 3 >= length) // 76 characters
            append(text, "\n", 1);
    }
}

static bool write_text(const char *module, const char *file)
{
    struct elf elf = {0};
    struct text bytes = {0}, text = {0};
    if (!read_file(module, &bytes) || !read_elf(module, &elf))
        return false;
    appendf(&text, "// A module of the CPU device, made by cucc: no PTX, but a shared object in base 64.\n");
    struct strings comments = comments_of(&elf);
    for (size_t i = 0; i < comments.count; ++i)
        if (i == 0 || strcmp(comments.item[i], comments.item[i - 1]) != 0)
            appendf(&text, "%s\n", comments.item[i]);
    append_base64(&text, (unsigned char *)bytes.begin, bytes.length);
    appendf(&text, "// end\n");
    return write_file(file, text.begin, text.length);
}

// --- the steps ---

static int link_module(const struct cucc *cucc, const char *object, const char *module)
{
    static const char *const run_at_load[] = {".init_array", ".fini_array", ".ctors", ".dtors", NULL};
    static const char local[] = "{ local: *; };\n";
    struct elf elf = {0};
    if (!read_elf(object, &elf))
        return 1;
    drop_sections(&elf, run_at_load);
    rename_symbols(&elf, redirected_pairs);
    char *names = temporary(cucc, "names");
    if (!write_elf(object, &elf) || !write_file(names, local, strlen(local)))
        return 1;
    struct strings command = {0};
    add_all(&command, &cucc->compiler.command);
    add_words(&command,
              "-shared -nostartfiles -Wl,--gc-sections,-z,now,--build-id=none,--defsym=__dso_handle=0 -Xlinker");
    addf(&command, "--version-script=%s", names);
    add(&command, object);
    add(&command, "-o");
    add(&command, module);
    return run(&command);
}

static int finish_step(const struct cucc *cucc, const struct options *options, struct process *process,
                       const char *kernels, struct text *log)
{
    int status = wait_for(process);
    struct text names = {0};
    read_file(kernels, &names);
    *log = log_of(process);
    say_messages(cucc, merge_messages(names.begin ? names.begin : "", log->begin, "").begin);
    return status;
}

static int preprocess_module(const struct cucc *cucc, const struct options *options, struct source *source,
                             const char *preprocessed)
{
    struct text log, text = {0}, includes = {0};
    if (options->rtc != NULL) {
        struct strings with_assert = {0}; // which NVRTC knows without
        add_words(&with_assert, "-include assert.h");
        add_all(&with_assert, &source->options);
        source->options = with_assert;
        wait_for(preprocess(cucc, options, source, "-dI", true, true, temporary(cucc, "includes.ii")));
    }
    struct process *process = preprocess(cucc, options, source, NULL, true, true, preprocessed);
    int status = wait_for(process);
    log = log_of(process);
    if (status != 0)
        preprocessor_failed(source, cucc, &log);
    say_messages(cucc, merge_messages("", log.begin, "").begin);
    if (status != 0 || !read_file(preprocessed, &text))
        return status != 0 ? status : 1;
    refuse_cub(source, cucc, text.begin);
    struct search search = search_of(cucc, source);
    if (options->rtc != NULL && read_file(temporary(cucc, "includes.ii"), &includes) &&
        has_system_header(&search, includes.begin))
        return 1;
    return 0;
}

static int rewrite_module(const struct cucc *cucc, const struct options *options, const struct source *source,
                          const char *preprocessed, const char *rewritten)
{
    char *folder = get_current_dir_name();
    uint64_t number = hash_text(hash_text(HASH_BEGIN, folder), source->file);
    struct strings command = {0};
    add_rewrite(&command, cucc, options, text_of("f%llu", (unsigned long long)number));
    add(&command, "--module");
    if (options->debug)
        add(&command, "--debug");
    addf(&command, "--kernels=%s", temporary(cucc, "kernels"));
    if (may_use_precompiled(options, &source->options))
        addf(&command, "--precompiled=%s/module", cucc->build);
    struct process *process = start(&command, (struct streams){.in = preprocessed, .out = rewritten, .logged = true});
    int status = wait_for(process);
    struct text log = log_of(process);
    fputs(log.begin, stderr);
    return status;
}

int compile_module(const struct cucc *cucc, const struct options *options, struct source *source)
{
    char *preprocessed = temporary(cucc, "device.ii"), *rewritten = temporary(cucc, "device_rewritten.ii");
    char *object = temporary(cucc, "device.o"), *module = temporary(cucc, "module.so");
    int status = preprocess_module(cucc, options, source, preprocessed);
    if (status == 0)
        status = rewrite_module(cucc, options, source, preprocessed, rewritten);
    if (status != 0)
        return status;

    struct strings command = {0};
    struct text log;
    add_second_pass(&command, cucc, options, "device", source->file);
    add_own_options(&command, options, source, false);
    add_words(&command, shared_flags);
    if (options->debug)
        add(&command, "-O0");
    add_words(&command, "-x c++-cpp-output -c");
    add(&command, rewritten);
    add(&command, "-o");
    add(&command, object);
    status =
        finish_step(cucc, options, start(&command, (struct streams){.logged = true}), temporary(cucc, "kernels"), &log);
    if (status != 0)
        return status;
    status = link_module(cucc, object, module);
    if (status == 0 && strcmp(options->module, "ptx") == 0)
        return write_text(module, source->object) ? 0 : 1;
    if (status == 0)
        must_rename(module, source->object);
    return status;
}
