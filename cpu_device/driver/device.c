// SPDX-License-Identifier: MIT
// How the device itself is built. Each source becomes an object file, which is kept in the build folder with a hash of
// everything it was made from: its command and the files that the compiler read. If the hash is unchanged, the object
// file is up to date. New files are made beside the old ones, and renamed into place at the end. The archives that
// stand for CUDA's libraries are built when a program first asks for them, and from then on together with the device.
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

// What runs at every load and store is compiled with those parts of -O2 that make it faster: the whole of -O2 takes a
// quarter longer and gains nothing more (bench/cost.sh). Without the loops that become memset() or vectors, a block's
// start takes four times as long.
static const char hot[] = "-O1 -finline-functions -finline-small-functions -foptimize-sibling-calls -fthread-jumps "
                          "-ftree-vrp -ftree-loop-distribute-patterns -ftree-vectorize -fvect-cost-model=very-cheap";

// The compiler may use some more memory for what it would otherwise look through again and again in search of garbage.
static const char compiler_memory[] = "--param=ggc-min-heapsize=262144 --param=ggc-min-expand=400";

// The names that a compiled program calls in the library; all others are local to it. A * stands for any characters.
static const char interface[] = "cpu_device_* cu* __tsan_* __ubsan_* threadIdx blockIdx blockDim gridDim";

// The library has its own operator new, under other names. It calls the program's as program_new.
static const char operators[] =
    "program_new=_Znwm program_new_array=_Znam program_delete=_ZdlPv program_delete_array=_ZdaPv "
    "_Znwm=own_Znwm _Znam=own_Znam _ZnwmSt11align_val_t=own_ZnwmSt11align_val_t _ZdlPv=own_ZdlPv _ZdaPv=own_ZdaPv "
    "_ZdlPvm=own_ZdlPvm _ZdaPvm=own_ZdaPvm _ZdlPvSt11align_val_t=own_ZdlPvSt11align_val_t "
    "_ZdlPvmSt11align_val_t=own_ZdlPvmSt11align_val_t";

// What the device is compiled of: folders of src, each in one piece, since its files share most of what takes time,
// which is headers and templates; and single files. Then flags that come after the others: what calls and reports need
// is not hot. Then the seconds of a processor that it takes, measured on an AMD EPYC with GCC 12.2 while all its cores
// compile (build/cucc/objects/*.seconds), by which cucc says how long to wait the first time.
static const struct part {
    const char *name; // a folder, or a file without its suffix
    const char *flags;
    double seconds;
    const char *also; // another folder in the same piece
} parts[] = {
    {"src/run", hot, 13},
    {"src/check", hot, 13},
    {"src/api", "-O1", 9.5, "libraries"}, // what is no archive of its own
    {"libraries/cublas", "-O1", 6},
    {"src/memory", hot, 3},
    {"src/say", "-O1", 8},
    {"src/platform", "-O1", 3.5},
    {"libraries/curand/curand", "", 1},
    {"libraries/blas/cublasLt", "-O1", 1},
    {"libraries/nccl/nccl", "-O1", 1.5},
    {"libraries/nvrtc/nvrtc", "-O1", 1},
    {"libraries/cusparse", "-O1", 2.5},
    {"libraries/cusolver", "-O1", 2},
    {"src/run/builtin_variables", "-g", 0.1}, // which debuggers know in every program
};

// The same for all that programs are compiled with: the precompiled headers and the plugin take most.
static const double seconds_of_inputs = 9.5;
static const char inputs_job[] = "inputs";

// --- one object file ---

struct unit {
    const struct part *part;
    const char *source, *name; // the latter without a folder or a suffix
    enum library library;      // LIBRARY_COUNT: it is a part of the device
    struct strings command;    // without its outputs
    struct strings more_inputs;
    const char *objects; // the folder of the object files
};

static char *unit_file(const struct unit *unit, const char *suffix)
{
    return text_of("%s/%s%s", unit->objects, unit->name, suffix);
}

// Whether another part is made of this source of a part.
static bool is_of_other(const struct cucc *cucc, const struct part *part, const char *source)
{
    for (const struct part *other = parts; other < parts + sizeof parts / sizeof *parts; ++other)
        if (other != part && (strcmp(source, text_of("%s/%s.cpp", cucc->here, other->name)) == 0 ||
                              begins_with(source, text_of("%s/%s/", cucc->here, other->name))))
            return true;
    return false;
}

static bool is_for_another_system(const char *source)
{
    return strstr(source, "/wasm/") != NULL;
}

// Writes a source that includes the files of a folder, but for those of other parts. Returns its path.
static const char *source_of(const struct cucc *cucc, const struct part *part, const char *objects)
{
    char *folder = text_of("%s/%s", cucc->here, part->name);
    struct strings sources = {0};
    struct text together = {0};
    if (!is_folder(folder))
        return text_of("%s.cpp", folder);
    list_files(folder, NULL, &sources);
    if (part->also != NULL)
        list_files(text_of("%s/%s", cucc->here, part->also), NULL, &sources);
    for (size_t i = 0; i < sources.count; ++i)
        if (ends_with(sources.item[i], ".cpp") && !is_of_other(cucc, part, sources.item[i]) &&
            !is_for_another_system(sources.item[i]))
            appendf(&together, "#include \"%s\"\n", sources.item[i]);
    char *source = text_of("%s/%s.cpp", objects, file_part(part->name));
    if (!write_if_changed(source, together.begin, together.length))
        die("can't write %s: %s", source, strerror(errno));
    return source;
}

static void add_own_flags(struct unit *unit, const struct cucc *cucc)
{
    if (unit->library == LIBRARY_COUNT)
        add(&unit->command, "-DCPU_DEVICE_RUNTIME");
    if (cucc->compiler.backtrace)
        add(&unit->command, "-DCPU_DEVICE_BACKTRACE");
    if (strcmp(unit->name, "nvrtc") == 0) { // which calls this cucc, while a program runs
        addf(&unit->command, "-DCUCC_PATH=\"%s/cucc\"", cucc->here);
        addf(&unit->command, "-DCUCC_BUILD_PATH=\"%s\"", cucc->build);
        addf(&unit->command, "-DCUCC_COMPILER=\"%s\"", cucc->compiler.name);
    } else if (strcmp(unit->name, "say") == 0) { // which has a page in it
        addf(&unit->command, "-DCPU_DEVICE_PAGE=\"%s/src/say/page\"", cucc->here);
        list_files(text_of("%s/src/say/page", cucc->here), NULL, &unit->more_inputs);
        list_files(text_of("%s/po", cucc->here), NULL, &unit->more_inputs);
    }
}

// Whether a build looks after this library, or after the device. Those that were asked for once are kept up to date.
// Where the device is complete, only what is missing is built: everything else fits, though it may have been compiled
// by the same compiler under another name.
static bool is_due(const struct cucc *cucc, enum library library, bool complete)
{
    bool there = library == LIBRARY_COUNT || has_library(cucc, library);
    return there ? !complete : cucc->wanted.has[library];
}

static enum library library_named(const char *name)
{
    int library = 0;
    while (library < LIBRARY_COUNT && strcmp(name, library_names[library]) != 0)
        ++library;
    return (enum library)library;
}

static struct unit make_unit(const struct cucc *cucc, const struct part *part)
{
    struct unit unit = {.part = part, .name = file_part(part->name), .objects = text_of("%s/objects", cucc->build)};
    unit.library = library_named(unit.name);
    unit.source = source_of(cucc, part, unit.objects);
    add_all(&unit.command, &cucc->compiler.command);
    add_words(&unit.command, language_flags);
    add_words(&unit.command, runtime_flags);
    add_words(&unit.command, compiler_memory);
    add_words(&unit.command, part->flags);
    add_own_flags(&unit, cucc);
    add_words(&unit.command, "-Wall -Wextra -c");
    add(&unit.command, unit.source);
    return unit;
}

// Whether the object has the places of the device's folders in it: what NVRTC calls, and what debuggers show.
static bool has_places(const struct unit *unit)
{
    return strcmp(unit->name, "nvrtc") == 0 || strcmp(unit->part->flags, "-g") == 0;
}

static char *key_of(const struct unit *unit, const struct cucc *cucc)
{
    struct strings inputs = read_inputs(cucc, unit_file(unit, ".inputs"));
    add(&inputs, unit->source);
    add_all(&inputs, &unit->more_inputs);
    uint64_t all = hash_of_object(cucc, &unit->command, &inputs);
    if (has_places(unit))
        all = hash_text(hash_text(hash_text(all, cucc->here), cucc->build), cucc->compiler.name);
    return text_of("%016llx\n", (unsigned long long)all);
}

static bool is_stale(const struct unit *unit, const struct cucc *cucc)
{
    struct text key = {0};
    return !exists(unit_file(unit, ".o")) || !read_file(unit_file(unit, ".key"), &key) ||
           strcmp(key.begin, key_of(unit, cucc)) != 0;
}

struct compiled {
    const struct unit *unit;
    const struct cucc *cucc;
};

static void keep_object(struct task *task)
{
    const struct compiled *compiled = task->data;
    const struct unit *unit = compiled->unit;
    write_inputs(compiled->cucc, unit_file(unit, ".d.new"), unit_file(unit, ".inputs"));
    must_rename(unit_file(unit, ".o.new"), unit_file(unit, ".o"));
    char *key = key_of(unit, compiled->cucc);
    if (!write_file(unit_file(unit, ".key"), key, strlen(key)))
        die("can't write to %s: %s", unit->objects, strerror(errno));
    record_job(compiled->cucc, unit->name, task->process->time);
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
    add_words(&command, "-r -nostdlib -Wl,--force-group-allocation,--wrap=dl_iterate_phdr"); // source_line.cpp
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
    add_words(&command, "-shared -pthread -Wl,-Bsymbolic-functions,-z,nodelete,-z,defs -Xlinker");
    addf(&command, "-soname=%s/libcudart.so", cucc->build);
    add(&command, object);
    add(&command, "-o");
    addf(&command, "%s/libcudart.so", fresh);
    must_run(&command);
}

// The same for cuBLAS, cuRAND, cuSOLVER, cuSPARSE and NVRTC, of which a program gets what it names.
static void make_other_library(const struct cucc *cucc, const char *fresh, const char *name,
                               const struct strings *objects)
{
    struct elf elf = {0};
    char *object = link_objects(cucc, objects, text_of("%s/%s.o", fresh, name));
    if (!read_elf(object, &elf))
        die("the device itself did not compile");
    keep_global(&elf, text_of("%s*", name));
    if (!write_elf(object, &elf))
        leave(2);
    make_archive(text_of("%s/lib%s.a", fresh, name), object);
}

// --- the build ---

struct units {
    struct unit unit[sizeof parts / sizeof *parts];
    size_t count;
};

static struct units all_units(const struct cucc *cucc)
{
    struct units units = {.count = sizeof parts / sizeof *parts};
    for (size_t i = 0; i < units.count; ++i)
        units.unit[i] = make_unit(cucc, &parts[i]);
    return units;
}

static void write_compile_commands(const struct cucc *cucc, const struct units *units)
{
    struct text text = {0};
    for (size_t i = 0; i < units->count; ++i) {
        const struct unit *unit = &units->unit[i];
        appendf(&text, "%s{\"directory\": ", i == 0 ? "[\n" : ",\n");
        append_json_string(&text, cucc->build);
        appendf(&text, ", \"file\": ");
        append_json_string(&text, unit->source);
        appendf(&text, ", \"arguments\": [");
        for (size_t k = 0; k < unit->command.count; ++k) {
            appendf(&text, k == 0 ? "" : ", ");
            append_json_string(&text, unit->command.item[k]);
        }
        appendf(&text, "]}");
    }
    appendf(&text, "\n]\n");
    write_if_changed(text_of("%s/compile_commands.json", cucc->build), text.begin, text.length);
}

// One library: that of the device, of all units that are a part of it; or an archive, of one unit.
struct product {
    enum library library;
    const char *files[4]; // in the build folder
    char *linked;         // a file, which has the key of what they are made of
    char *key;
    bool stale;
};

static bool is_part_of(const struct unit *unit, const struct product *product)
{
    return unit->library == product->library;
}

static char *link_key(const struct cucc *cucc, const struct units *units, const struct product *product)
{
    uint64_t all = hash_text(hash_text(hash_text(HASH_BEGIN, interface), operators), cucc->build);
    for (size_t i = 0; i < units->count; ++i)
        if (is_part_of(&units->unit[i], product)) {
            uint64_t contents = contents_of(unit_file(&units->unit[i], ".key"));
            all = hash(hash_text(all, units->unit[i].name), &contents, sizeof contents);
        }
    return text_of("%016llx\n", (unsigned long long)all);
}

static struct product make_product(const struct cucc *cucc, const struct units *units, enum library library)
{
    struct product product = {.library = library, .files = {"exported", "libcudart.so", "libcpu_device.a"}};
    const char *name = "";
    struct text linked = {0};
    if (library != LIBRARY_COUNT) {
        name = text_of("%s.", library_names[library]);
        product.files[0] = text_of("lib%s.a", library_names[library]);
        product.files[1] = NULL;
    }
    product.linked = text_of("%s/objects/%slinked", cucc->build, name);
    product.key = link_key(cucc, units, &product);
    product.stale = !read_file(product.linked, &linked) || strcmp(linked.begin, product.key) != 0;
    for (const char *const *file = product.files; *file != NULL; ++file)
        product.stale |= !exists(text_of("%s/%s", cucc->build, *file));
    return product;
}

static void link_product(const struct cucc *cucc, const char *fresh, const struct units *units,
                         const struct product *product)
{
    struct strings objects = {0};
    for (size_t i = 0; i < units->count; ++i)
        if (is_part_of(&units->unit[i], product))
            add(&objects, unit_file(&units->unit[i], ".o"));
    if (product->library != LIBRARY_COUNT) {
        make_other_library(cucc, fresh, library_names[product->library], &objects);
        return;
    }
    if (cucc->compiler.backtrace)
        add(&objects, "-lbacktrace");
    make_device_library(cucc, fresh, &objects);
}

static void place_product(const struct cucc *cucc, const char *fresh, const struct product *product)
{
    unlink(product->linked);
    for (const char *const *file = product->files; *file != NULL; ++file)
        must_rename(text_of("%s/%s", fresh, *file), text_of("%s/%s", cucc->build, *file));
    write_if_changed(product->linked, product->key, strlen(product->key));
}

// The libraries that are to be made anew.
struct products {
    struct product product[LIBRARY_COUNT + 1];
    size_t count;
};

static struct products link_stale(const struct cucc *cucc, const char *fresh, const struct units *units, bool complete)
{
    struct products stale = {.count = 0};
    for (int i = 0; i <= LIBRARY_COUNT; ++i) {
        struct product product = make_product(cucc, units, (enum library)i);
        if (is_due(cucc, product.library, complete) && product.stale) {
            link_product(cucc, fresh, units, &product);
            stale.product[stale.count++] = product;
        }
    }
    return stale;
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

static void run_all(const struct cucc *cucc, const struct task_list *tasks, size_t input_tasks)
{
    double seconds = 0;
    struct task *failed = failed_task((struct task **)tasks->task, tasks->count, say_built);
    end_said();
    if (failed != NULL) {
        struct text log = log_of(failed->process);
        broken(&log);
    }
    for (size_t i = 0; i < input_tasks; ++i)
        seconds += tasks->task[i]->process->time;
    if (input_tasks > 0)
        record_job(cucc, inputs_job, seconds);
}

static void rebuild(struct cucc *cucc)
{
    char *fresh = text_of("%s/fresh", cucc->build), *text = complete_text(cucc);
    struct task_list *tasks = calloc(1, sizeof *tasks);
    struct estimate estimate = {0};
    remove_leftovers(cucc);
    remove_at_end(fresh);
    make_folders(fresh);
    const char *temporary = getenv("TMPDIR"), *kept = temporary ? text_of("%s", temporary) : NULL;
    setenv("TMPDIR", fresh, 1); // what a compiler that is killed leaves goes with it
    make_folders(text_of("%s/objects", cucc->build));
    struct units units = all_units(cucc);

    const bool complete = is_complete(cucc); // so only libraries are missing
    const bool inputs = !complete && programs_inputs_are_stale(cucc);
    if (inputs)
        plan_programs_inputs(cucc, fresh, tasks);
    size_t input_tasks = tasks->count;
    if (inputs)
        add_job(&estimate, cucc, inputs_job, seconds_of_inputs);
    for (size_t i = 0; i < units.count; ++i)
        if (is_due(cucc, units.unit[i].library, complete) && is_stale(&units.unit[i], cucc)) {
            plan_object(&units.unit[i], cucc, tasks);
            add_job(&estimate, cucc, units.unit[i].name, parts[i].seconds);
        }
    say_building(cucc, &estimate);
    run_all(cucc, tasks, input_tasks);
    struct products products = link_stale(cucc, fresh, &units, complete);

    if (!complete) // else others go on using the device
        write_complete(cucc, NULL);
    if (inputs)
        place_programs_inputs(cucc, fresh);
    for (size_t i = 0; i < products.count; ++i)
        place_product(cucc, fresh, &products.product[i]);
    write_compile_commands(cucc, &units);
    write_complete(cucc, text);
    if (kept != NULL)
        setenv("TMPDIR", kept, 1);
    else
        unsetenv("TMPDIR");
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
                fprintf(stderr, "%s\n", tr("cucc: waiting for another cucc, which is compiling the CUDA device"));
            pause_for(0.1);
        }
        if (!is_up_to_date(cucc))
            rebuild(cucc);
        close(lock);
    }
    cucc->spaces = exists(text_of("%s/spaces.so", cucc->build));
}
