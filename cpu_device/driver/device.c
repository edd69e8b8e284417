// SPDX-License-Identifier: MIT
// How the device itself is built. Each source becomes an object file, which is kept in the build folder, with a hash of
// all that it was made of: its command and the files that the compiler has read. Where the hash is still that, the
// object file is up to date. Everything is made beside what is there, and put in place by renames in the end.
#include "driver.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

// The runtime shares no code with the programs that it runs: it instantiates its own templates, and throws no
// exceptions. It has no debug information, which would make every program three times as large. It is linked into
// programs, and is a shared library for programs that cucc does not link, such as Python.
static const char runtime_flags[] =
    "-fno-plt -g0 -fno-exceptions -fno-gnu-unique -fPIC -fno-semantic-interposition -ftls-model=initial-exec";

// The names that a compiled program calls in the library; all others are local to it. A * stands for any characters.
static const char interface[] = "cpu_device_* cu* __tsan_* __ubsan_* threadIdx blockIdx blockDim gridDim";

// The library has its own operator new, under other names. It calls the program's as program_new.
static const char operators[] =
    "program_new=_Znwm program_new_array=_Znam program_delete=_ZdlPv program_delete_array=_ZdaPv "
    "_Znwm=own_Znwm _Znam=own_Znam _ZnwmSt11align_val_t=own_ZnwmSt11align_val_t _ZdlPv=own_ZdlPv _ZdaPv=own_ZdaPv "
    "_ZdlPvm=own_ZdlPvm _ZdaPvm=own_ZdaPvm _ZdlPvSt11align_val_t=own_ZdlPvSt11align_val_t "
    "_ZdlPvmSt11align_val_t=own_ZdlPvmSt11align_val_t";

// Seconds of a processor for one object file, and for all that programs are compiled with: measured on a Xeon at 2.1
// GHz, with GCC 12.2. What cucc says of the time to wait comes from these.
static const double seconds_of_object = 1.7, seconds_of_inputs = 18;

// What the device is compiled of: folders of src, each file of theirs by itself or all in one piece, and the libraries
// for other people's programs. Then flags that come after the others.
static const struct part {
    const char *folder;
    bool in_one_piece;
    const char *flags;
} parts[] = {
    {"src/api", false, ""}, {"src/check", false, ""}, {"src/memory", false, ""},
    {"src/run", false, ""}, {"src/say", false, ""},   {"libraries", false, ""},
};

// What single files need to know, or have in them; they are compiled by themselves.
static const struct single {
    const char *file;
    const char *flags;
} singles[] = {
    {"src/run/builtin_variables.cpp", "-g"}, // for debuggers
    {"src/say/trace_page.cpp", ""},
    {"libraries/nvrtc.cpp", ""},
};

// --- one object file ---

struct unit {
    const char *source, *name; // the latter without a folder or a suffix
    bool library;
    struct strings command; // without its outputs
    struct strings more_inputs;
    const char *objects; // the folder of the object files
    off_t size;
};

static char *unit_file(const struct unit *unit, const char *suffix)
{
    return text_of("%s/%s%s", unit->objects, unit->name, suffix);
}

static const struct single *single_of(const struct cucc *cucc, const char *source)
{
    for (size_t i = 0; i < sizeof singles / sizeof *singles; ++i)
        if (strcmp(source + strlen(cucc->here) + 1, singles[i].file) == 0)
            return &singles[i];
    return NULL;
}

static void add_own_flags(struct unit *unit, const struct cucc *cucc, bool with_page)
{
    if (!unit->library)
        add(&unit->command, "-DCPU_DEVICE_RUNTIME");
    if (cucc->compiler.backtrace)
        add(&unit->command, "-DCPU_DEVICE_BACKTRACE");
    if (ends_with(unit->source, "/nvrtc.cpp")) { // which calls this cucc, while a program runs
        addf(&unit->command, "-DCUCC_PATH=\"%s/cucc\"", cucc->here);
        addf(&unit->command, "-DCUCC_BUILD_PATH=\"%s\"", cucc->build);
        addf(&unit->command, "-DCUCC_COMPILER=\"%s\"", cucc->compiler.name);
    }
    if (with_page) {
        addf(&unit->command, "-DCPU_DEVICE_PAGE=\"%s/src/say/page\"", cucc->here);
        list_files(text_of("%s/src/say/page", cucc->here), NULL, &unit->more_inputs);
    }
}

static struct unit make_unit(const struct cucc *cucc, const struct part *part, const char *source, bool with_page)
{
    struct unit unit = {.source = source, .objects = text_of("%s/objects", cucc->build)};
    const char *folder = file_part(part->folder), *name = file_part(source);
    const struct single *single = part->in_one_piece ? NULL : single_of(cucc, source);
    unit.library = strcmp(part->folder, "libraries") == 0;
    unit.name = part->in_one_piece
                    ? folder
                    : text_of("%s_%.*s", unit.library ? "library" : folder, (int)strcspn(name, "."), name);
    add_all(&unit.command, &cucc->compiler.command);
    add_words(&unit.command, language_flags);
    add_words(&unit.command, runtime_flags);
    add_words(&unit.command, part->flags);
    add_own_flags(&unit, cucc, with_page);
    if (single != NULL)
        add_words(&unit.command, single->flags);
    add_words(&unit.command, "-Wall -Wextra -c");
    add(&unit.command, source);
    return unit;
}

static char *key_of(const struct unit *unit, const struct cucc *cucc, const char *depfile)
{
    struct strings inputs = read_depfile(depfile);
    uint64_t all = hash_text(command_hash(&unit->command), cucc->compiler.version);
    add(&inputs, unit->source);
    add_all(&inputs, &unit->more_inputs);
    return text_of("%016llx\n", (unsigned long long)contents_of_all(all, &inputs));
}

static bool is_stale(const struct unit *unit, const struct cucc *cucc)
{
    struct text key = {0};
    return !exists(unit_file(unit, ".o")) || !read_file(unit_file(unit, ".key"), &key) ||
           strcmp(key.begin, key_of(unit, cucc, unit_file(unit, ".d"))) != 0;
}

struct compiled {
    const struct unit *unit;
    const struct cucc *cucc;
};

static void keep_object(struct task *task)
{
    const struct compiled *compiled = task->data;
    const struct unit *unit = compiled->unit;
    rename(unit_file(unit, ".d.new"), unit_file(unit, ".d"));
    must_rename(unit_file(unit, ".o.new"), unit_file(unit, ".o"));
    char *key = key_of(unit, compiled->cucc, unit_file(unit, ".d"));
    if (!write_file(unit_file(unit, ".key"), key, strlen(key)))
        die("can't write to %s: %s", unit->objects, strerror(errno));
}

static void plan_object(const struct unit *unit, const struct cucc *cucc, struct task_list *tasks)
{
    struct task *task = add_task(tasks, unit->name);
    unlink(unit_file(unit, ".key"));
    add_all(&task->command, &unit->command);
    add_words(&task->command, "-MD -MF");
    add(&task->command, unit_file(unit, ".d.new"));
    add(&task->command, "-o");
    add(&task->command, unit_file(unit, ".o.new"));
    struct compiled *compiled = grow(NULL, sizeof *compiled);
    *compiled = (struct compiled){unit, cucc};
    task->data = compiled;
    task->finished = keep_object;
    remove_at_end(unit_file(unit, ".d.new"));
    remove_at_end(unit_file(unit, ".o.new"));
}

// --- the libraries ---

static void broken(const struct text *log)
{
    fputs(log->begin, stderr);
    die("the device itself did not compile");
}

static void must_run(const struct strings *command)
{
    struct process *process = start(command, (struct streams){.logged = true});
    int status = wait_for(process);
    struct text log = log_of(process);
    if (status != 0)
        broken(&log);
}

// One object, without groups, of which the linker might take a program's copy instead.
static char *link_objects(const struct cucc *cucc, const struct strings *objects, const char *made)
{
    struct strings command = {0};
    add_all(&command, &cucc->compiler.command);
    add_words(&command, "-r -nostdlib -Wl,--force-group-allocation");
    add_all(&command, objects);
    add(&command, "-o");
    add(&command, made);
    must_run(&command);
    return (char *)made;
}

static void make_archive(const char *archive, const char *object)
{
    struct strings command = {0};
    add_words(&command, "ar rcs");
    add(&command, archive);
    add(&command, object);
    must_run(&command);
}

// The device defines its interface alone. `exported` lists that, for what modules find in a program.
static void make_device_library(const struct cucc *cucc, const char *fresh, const struct strings *objects)
{
    char *object = link_objects(cucc, objects, text_of("%s/device.o", fresh));
    struct text exported = {0};
    struct elf elf = {0};
    if (!read_elf(object, &elf))
        die("the device itself did not compile");
    rename_symbols(&elf, operators);
    for (size_t i = 0; i < elf.section_count; ++i) {
        if (strcmp(elf.section[i].name, ".init_array") == 0)
            elf.section[i].name = ".init_array.00100";
        else if (strcmp(elf.section[i].name, ".rela.init_array") == 0)
            elf.section[i].name = ".rela.init_array.00100";
    }
    keep_global(&elf, interface);
    if (!write_elf(object, &elf))
        leave(2);
    make_archive(text_of("%s/libcpu_device.a", fresh), object);
    appendf(&exported, "{\n");
    for (size_t i = 0; i < elf.symbol_count; ++i)
        if (defines_global(&elf.symbol[i]))
            appendf(&exported, "\"%s\";\n", elf.symbol[i].name);
    appendf(&exported, "};\n");
    must_write(text_of("%s/exported", fresh), &exported);

    struct strings command = {0};
    add_all(&command, &cucc->compiler.command);
    add_words(&command, "-shared -pthread -Wl,-Bsymbolic,-z,nodelete,-z,defs -Xlinker");
    addf(&command, "-soname=%s/libcudart.so", cucc->build);
    add(&command, object);
    add(&command, "-o");
    addf(&command, "%s/libcudart.so", fresh);
    must_run(&command);
}

// The same for cuBLAS, cuRAND and NVRTC, of which a program gets what it names.
static void make_other_library(const struct cucc *cucc, const char *fresh, const struct unit *unit)
{
    const char *name = unit->name + strlen("library_");
    struct strings objects = {0};
    struct elf elf = {0};
    add(&objects, unit_file(unit, ".o"));
    char *object = link_objects(cucc, &objects, text_of("%s/%s.o", fresh, name));
    if (!read_elf(object, &elf))
        die("the device itself did not compile");
    keep_global(&elf, text_of("%s*", name));
    if (!write_elf(object, &elf))
        leave(2);
    make_archive(text_of("%s/lib%s.a", fresh, name), object);
}

// --- the build ---

struct units {
    struct unit *unit;
    size_t count;
};

static int by_size(const void *a, const void *b) // the largest first, which take longest
{
    const struct unit *first = a, *second = b;
    return first->size == second->size ? strcmp(first->name, second->name) : first->size < second->size ? 1 : -1;
}

static void add_unit(struct units *units, struct unit unit, off_t size)
{
    unit.size = size;
    units->unit = grow(units->unit, (units->count + 1) * sizeof *units->unit);
    units->unit[units->count++] = unit;
}

// Of all files that are not compiled by themselves, a source that includes them.
static void add_part(struct units *units, const struct cucc *cucc, const struct part *part)
{
    struct strings sources = {0};
    struct text together = {0};
    off_t size = 0;
    bool page = false;
    list_files(text_of("%s/%s", cucc->here, part->folder), NULL, &sources);
    for (size_t i = 0; i < sources.count; ++i) {
        const char *source = sources.item[i];
        struct stat state;
        if (!ends_with(source, ".cpp") || stat(source, &state) != 0)
            continue;
        bool has_page = ends_with(source, "/say/trace_page.cpp");
        if (!part->in_one_piece || single_of(cucc, source)) {
            struct part alone = {part->folder, false, part->flags};
            add_unit(units, make_unit(cucc, &alone, source, has_page), state.st_size);
        } else {
            appendf(&together, "#include \"%s\"\n", source);
            size += state.st_size;
            page |= has_page;
        }
    }
    if (together.length > 0) {
        char *source = text_of("%s/objects/%s.cpp", cucc->build, file_part(part->folder));
        if (!write_if_changed(source, together.begin, together.length))
            die("can't write %s: %s", source, strerror(errno));
        add_unit(units, make_unit(cucc, part, source, page), size);
    }
}

static struct units all_units(const struct cucc *cucc)
{
    struct units units = {0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        add_part(&units, cucc, &parts[i]);
    qsort(units.unit, units.count, sizeof *units.unit, by_size);
    return units;
}

static void append_json(struct text *text, const char *string)
{
    append(text, "\"", 1);
    for (; *string != '\0'; ++string) {
        if (*string == '"' || *string == '\\')
            append(text, "\\", 1);
        append(text, string, 1);
    }
    append(text, "\"", 1);
}

static void write_compile_commands(const struct cucc *cucc, const struct units *units)
{
    struct text text = {0};
    for (size_t i = 0; i < units->count; ++i) {
        const struct unit *unit = &units->unit[i];
        appendf(&text, "%s{\"directory\": ", i == 0 ? "[\n" : ",\n");
        append_json(&text, cucc->build);
        appendf(&text, ", \"file\": ");
        append_json(&text, unit->source);
        appendf(&text, ", \"arguments\": [");
        for (size_t k = 0; k < unit->command.count; ++k) {
            appendf(&text, k == 0 ? "" : ", ");
            append_json(&text, unit->command.item[k]);
        }
        appendf(&text, "]}");
    }
    appendf(&text, "\n]\n");
    write_if_changed(text_of("%s/compile_commands.json", cucc->build), text.begin, text.length);
}

// What the libraries are made of.
static char *link_key(const struct cucc *cucc, const struct units *units)
{
    uint64_t all = hash_text(hash_text(hash_text(HASH_BEGIN, interface), operators), cucc->build);
    for (size_t i = 0; i < units->count; ++i) {
        uint64_t contents = contents_of(unit_file(&units->unit[i], ".key"));
        all = hash(hash_text(all, units->unit[i].name), &contents, sizeof contents);
    }
    return text_of("%016llx\n", (unsigned long long)all);
}

static bool libraries_are_stale(const struct cucc *cucc, const struct units *units, const char *key)
{
    struct text linked = {0};
    bool stale = !read_file(text_of("%s/objects/linked", cucc->build), &linked) || strcmp(linked.begin, key) != 0;
    for (size_t i = 0; i < units->count && !stale; ++i)
        if (units->unit[i].library)
            stale = !exists(text_of("%s/lib%s.a", cucc->build, units->unit[i].name + strlen("library_")));
    return stale || !exists(text_of("%s/libcpu_device.a", cucc->build)) ||
           !exists(text_of("%s/libcudart.so", cucc->build)) || !exists(text_of("%s/exported", cucc->build));
}

static void make_libraries(const struct cucc *cucc, const char *fresh, const struct units *units)
{
    struct strings objects = {0};
    for (size_t i = 0; i < units->count; ++i)
        if (units->unit[i].library)
            make_other_library(cucc, fresh, &units->unit[i]);
        else
            add(&objects, unit_file(&units->unit[i], ".o"));
    if (cucc->compiler.backtrace)
        add(&objects, "-lbacktrace");
    make_device_library(cucc, fresh, &objects);
}

static void place_libraries(const struct cucc *cucc, const char *fresh, const struct units *units)
{
    static const char *const device[] = {"exported", "libcudart.so", "libcpu_device.a"};
    for (size_t i = 0; i < units->count; ++i)
        if (units->unit[i].library) {
            char *name = text_of("lib%s.a", units->unit[i].name + strlen("library_"));
            must_rename(text_of("%s/%s", fresh, name), text_of("%s/%s", cucc->build, name));
        }
    for (size_t i = 0; i < sizeof device / sizeof *device; ++i)
        must_rename(text_of("%s/%s", fresh, device[i]), text_of("%s/%s", cucc->build, device[i]));
}

// driver.NUMBER: the script cucc, the process of that number, compiles the driver.
static bool is_in_use(const char *name)
{
    return begins_with(name, "driver.") && kill((pid_t)atol(name + strlen("driver.")), 0) == 0;
}

// What builds have left that were killed.
static void remove_leftovers(const struct cucc *cucc)
{
    static const char *const patterns[][2] = {
        {"", "fresh*"}, {"", "*.new"}, {"", "cccl_*.*"}, {"", "driver.[0-9]*"}, {"/objects", "*.new"}};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; ++i) {
        char *folder = text_of("%s%s", cucc->build, patterns[i][0]);
        DIR *entries = opendir(folder);
        for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
            if (fnmatch(patterns[i][1], entry->d_name, 0) == 0 && !is_in_use(entry->d_name))
                remove_tree(text_of("%s/%s", folder, entry->d_name));
        if (entries != NULL)
            closedir(entries);
    }
}

void say_building(const struct cucc *cucc, double seconds)
{
    unsigned cores = core_count();
    unsigned wait = (unsigned)(seconds / cores) + 1;
    if (wait > 2)
        fprintf(stderr, "cucc: compiling the CUDA device, %s: about %u s on this machine's %u core%s\n",
                reason_to_build(cucc), wait > 20 ? (wait + 4) / 5 * 5 : wait, cores, cores == 1 ? "" : "s");
}

static void rebuild(struct cucc *cucc)
{
    char *fresh = text_of("%s/fresh", cucc->build), *complete = complete_text(cucc);
    struct task_list *tasks = calloc(1, sizeof *tasks);
    remove_leftovers(cucc);
    remove_at_end(fresh);
    make_folders(fresh);
    make_folders(text_of("%s/objects", cucc->build));
    struct units units = all_units(cucc);

    bool inputs = programs_inputs_are_stale(cucc);
    if (inputs)
        plan_programs_inputs(cucc, fresh, tasks);
    size_t before = tasks->count;
    for (size_t i = 0; i < units.count; ++i)
        if (is_stale(&units.unit[i], cucc))
            plan_object(&units.unit[i], cucc, tasks);
    say_building(cucc, (inputs ? seconds_of_inputs : 0) + seconds_of_object * (double)(tasks->count - before));
    struct task *failed = failed_task(tasks->task, tasks->count);
    if (failed != NULL) {
        struct text log = log_of(failed->process);
        broken(&log);
    }
    char *key = link_key(cucc, &units);
    bool libraries = libraries_are_stale(cucc, &units, key);
    if (libraries)
        make_libraries(cucc, fresh, &units);

    write_complete(cucc, NULL);
    if (inputs)
        place_programs_inputs(cucc, fresh);
    if (libraries) {
        unlink(text_of("%s/objects/linked", cucc->build));
        place_libraries(cucc, fresh, &units);
        write_if_changed(text_of("%s/objects/linked", cucc->build), key, strlen(key));
    }
    write_compile_commands(cucc, &units);
    write_complete(cucc, complete);
    remove_tree(fresh);
}

// Builds it, unless it is up to date. One cucc does so while others wait.
void build_device(struct cucc *cucc)
{
    if (!is_up_to_date(cucc)) {
        int lock = open(text_of("%s/lock", cucc->build), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock < 0)
            die("can't write to %s: %s", cucc->build, strerror(errno));
        for (bool said = false; flock(lock, LOCK_EX | LOCK_NB) != 0; said = true) {
            if (!said)
                fprintf(stderr, "cucc: waiting for another cucc, which is compiling the CUDA device\n");
            pause_for(0.1);
        }
        if (!is_up_to_date(cucc))
            rebuild(cucc);
        close(lock);
    }
    cucc->spaces = exists(text_of("%s/spaces.so", cucc->build));
}
