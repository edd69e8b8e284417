// SPDX-License-Identifier: MIT
// cucc, the compiler driver: its stages. main.c goes through them from top to bottom.
//
// Strings and lists live until the process ends. What cannot go on ends in die() or leave(), which end all that still
// runs and remove what is temporary.
#pragma once

#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "../runs/runs.h" // texts, JSON, runs

// --- files.c ---

bool exists(const char *path);
bool is_same_file(const char *a, const char *b);
bool is_folder(const char *path);
bool read_file(const char *path, struct text *into); // with a terminating zero after its length
bool write_file(const char *path, const char *begin, size_t length);
void must_write(const char *path, const struct text *text);                // or dies
bool write_if_changed(const char *path, const char *begin, size_t length); // beside it, then renamed
void must_rename(const char *from, const char *to);                        // or dies
bool copy_to(int to, const char *from);
char *whole_path(const char *path); // absolute, without links; it need not exist
void make_folders(const char *path);
void remove_at_end(const char *path); // when the process ends, however it ends
void keep_after_all(const char *path);
void tidy(void);
char *temporary_folder(const char *template); // ends in XXXXXX; removed at the end
void list_files(const char *folder, bool (*wanted)(const char *name, bool is_folder), struct strings *paths); // sorted
void put_in_place(const char *made, const char *output); // "-" is the standard output

// --- jobs.c: processes, each in a session of its own; a signal that ends cucc ends them all ---

struct process {
    pid_t id;
    bool ended;
    int status;  // the exit status, or 128 + a signal's number
    int log;     // a file in memory that has what it wrote to stderr; -1: that is cucc's
    double time; // of the processors, in seconds, when it has ended
};
struct streams {
    const char *in, *out; // files; null: cucc's own
    bool logged;          // stderr
    bool out_too;         // and stdout
};
void watch_signals(void);
struct process *start(const struct strings *command, struct streams streams);
int wait_for(struct process *process); // its status
struct process *wait_for_any(struct process *const *running, size_t count);
struct text log_of(const struct process *process);
int run(const struct strings *command);                                 // its status
int run_in_front(const char *program, const struct strings *arguments); // of the terminal
int output_of(const struct strings *command, struct text *output);      // stdout and stderr
void pause_for(double seconds);
__attribute__((noreturn)) void leave(int status);

// One of a list of jobs, of which some need others. They run side by side, as many as there are cores.
struct task {
    const char *name;
    struct strings command;
    struct streams streams;
    struct task *needs[2];
    bool optional; // what goes wrong is not the end
    void (*finished)(struct task *task);
    void *data; // for that
    struct process *process;
    bool done;
};
unsigned core_count(void);
enum { most_silence = 2 }; // seconds in which nothing is said
// Runs them, and has `say` say every two seconds how many are done. Returns the first that fails, or null.
struct task *failed_task(struct task **tasks, size_t count, void (*say)(size_t done, size_t count, double seconds));

// --- options.c: what the command line says ---

// CUDA's libraries that are archives of their own, in the order in which the linker gets them.
enum library { NCCL, CURAND, CUSOLVER, CUSPARSE, NVRTC, CUBLASLT, CUBLAS, LIBRARY_COUNT };
struct libraries {
    bool has[LIBRARY_COUNT];
};
extern const char *const library_names[];
extern const struct libraries all_libraries;

enum make { MAKE_PROGRAM, MAKE_SHARED, MAKE_ARCHIVE, MAKE_DEVICE_LINK };
enum cudart { CUDART_STATIC, CUDART_SHARED, CUDART_NONE };
enum request {
    COMPILE,
    SAY_HELP,
    SAY_VERSION,
    SAY_FOLDER,
    SAY_TOOLKIT,
    SAY_CLANGD,
    WRITE_VSCODE,
    SAY_BLAS,
    SAY_THRUST,
    SAY_GPU_ARCH,
    SAY_GPU_CODE,
    BUILD
};

struct options {
    struct strings rest; // files, and options for g++, in their order
    struct strings run_arguments;
    enum request request;
    enum make make;
    enum cudart cudart, named_cudart;   // the latter by -lcudart, which counts after -cudart none
    const char *output, *output_folder; // null: not said
    const char *module;                 // ptx, cubin, fatbin, or null
    const char *preprocess_only;        // -E, -M, -MM, or null
    const char *language;               // cu, c, c++, or null
    const char *ccbin;
    const char *missing;     // the first file that is not there
    const char *rtc;         // the folder of NVRTC's program, or null
    const char *kernels_for; // the host's side as an object file, or null
    const char *times;       // --time's file, or null
    const char *keep_folder; // null: not said
    unsigned files;
    int arch; // the value of __CUDA_ARCH__
    bool compile_only, relocatable, relaxed, lambdas, debug, traced, checked, rtc_default, verbose, dry, clean, run,
        unfused, keep;
    bool no_divergent_barrier; // -Wno-divergent-barrier
    struct libraries libraries;
};
struct options read_options(int count, char **arguments);
bool is_source(const struct options *options, const char *argument);
bool ask_for_library(struct libraries *libraries, const char *name); // false: there is none of this name
void print_usage(FILE *file);

#define VERSION "1.0.0" // of cucc, as in CMakeLists.txt
#define RELEASE "13.0"  // of the toolkit that the device follows
#define RELEASE_MAJOR "13"
#define RELEASE_MINOR "0"
extern const char architectures[]; // their numbers

// --- compiler.c: g++, and what else of the host's is compiled with ---

struct compiler {
    struct strings command;
    const char *name; // as CXX has it
    const char *version;
    int major;
    bool backtrace; // it has libbacktrace
};
struct compiler find_compiler(const char *ccbin, const char *known_in);
bool find_library_file(const struct compiler *compiler, const char *file); // by -print-file-name
const char *find_blas(const struct compiler *compiler);                    // -lopenblas or -lblas, or null
const char *find_thrust(void);                                             // the folder, or null
extern const char install_thrust[], install_blas[];

// --- place.c, device.c, estimate.c, sources.c, precompile.c: the device itself, where it is, and how it is built ---

struct cucc {
    const char *here;      // the folder of cucc: cpu_device
    const char *build;     // the folder of the built device
    const char *temporary; // removed at the end
    struct compiler compiler;
    struct libraries wanted; // they are built if they are not there
    const char *thrust;      // a folder for -isystem, or null
    const char *front;       // the same, for headers in front of Thrust's
    bool spaces;             // there is the plugin that checks execution spaces
};
void find_build_folder(struct cucc *cucc, const struct options *options); // and the compiler
bool is_complete(const struct cucc *cucc);   // all that there is of it is made of these sources
bool is_up_to_date(const struct cucc *cucc); // and the wanted libraries are there
bool has_library(const struct cucc *cucc, enum library library);
void build_device(struct cucc *cucc);
void write_complete(const struct cucc *cucc, const char *text); // the last file of a build
char *complete_text(const struct cucc *cucc);                   // of the sources as they are now
const char *reason_to_build(const struct cucc *cucc);

// A text, or a format, in the language of reports: CPU_DEVICE_LANGUAGE's, else the locale's. What a user waits for is
// said in it, and what is wrong in English.
__attribute__((format_arg(1))) const char *tr(const char *english);

// How long a build takes: the seconds of the processors that its jobs took the last time in this folder, else `usual`.
struct estimate {
    double seconds, longest; // of all jobs, and of the longest
    unsigned jobs;
};
void add_job(struct estimate *estimate, const struct cucc *cucc, const char *name, double usual);
void record_job(const struct cucc *cucc, const char *name, double seconds);
void say_building(const struct cucc *cucc, const struct estimate *estimate);
void say_built(size_t done, size_t count,
               double seconds); // of the jobs; on a terminal in a line that the next one replaces
void end_said(void);

struct strings sources_of(const char *here); // all that the built device is made of
uint64_t stats_of(const struct strings *paths);
uint64_t contents_of(const char *path); // remembered
uint64_t contents_of_all(uint64_t before, const struct strings *paths);
struct strings read_depfile(const char *path);
uint64_t command_hash(const struct strings *command);

// --- keys.c: what an object file of the device was made of, wherever the device's folders are ---
void write_inputs(const struct cucc *cucc, const char *depfile, const char *list);
struct strings read_inputs(const struct cucc *cucc, const char *list);
uint64_t hash_of_object(const struct cucc *cucc, const struct strings *command, const struct strings *inputs);

struct task_list {
    struct task *task[64];
    size_t count;
};
struct task *add_task(struct task_list *tasks, const char *name);

// What programs are compiled with: the rewriter, the plugin, headers, the toolkit's folder. They are made in `fresh`.
bool programs_inputs_are_stale(const struct cucc *cucc);
void plan_programs_inputs(const struct cucc *cucc, const char *fresh, struct task_list *tasks);
void place_programs_inputs(const struct cucc *cucc, const char *fresh);

extern const char base_flags[], language_flags[], shared_flags[], no_variables[], redirected_pairs[];

// --- thrust.c: the toolkit's Thrust without its CUDA ---
void use_thrust(struct cucc *cucc);

// --- release.c: which release of it works ---
void say_unknown_release(void);
bool blames_cccl(const char *messages);
const char *older_release(void); // a note that a later release may have more; null: there is none that was tried

// --- orders.c: cucc --orders N PROGRAM ARGUMENT... ---

__attribute__((noreturn)) void run_orders(const struct cucc *cucc, int count, char **arguments);

// --- toolkit.c: what build systems take for a toolkit, and what they are told ---

void make_toolkit(const struct cucc *cucc, const char *folder);
void say_folders(const struct cucc *cucc);
void say_link(const struct cucc *cucc, const struct options *options, const char *output);
void say_clangd(const struct cucc *cucc);

// --- vscode.c ---

void write_vscode(const struct cucc *cucc);

// --- compile.c, module.c: from a source to an object file ---

struct source {
    const char *file, *object, *target;
    struct strings options; // of g++, for this file
};
struct pass {
    const char *name; // host, device
    const char *preprocessed, *rewritten, *object;
    struct process *process;
};
int compile(const struct cucc *cucc, const struct options *options, const char *file, const char *object,
            const char *target);
int compile_module(const struct cucc *cucc, const struct options *options, struct source *source);
void add_preprocess(struct strings *command, const struct cucc *cucc, const struct options *options);
void add_second_pass(struct strings *command, const struct cucc *cucc, const struct options *options, const char *pass,
                     const char *file);
void add_rewrite(struct strings *command, const struct cucc *cucc, const struct options *options, const char *id);
bool may_use_precompiled(const struct options *options, const struct strings *flags);
struct process *preprocess(const struct cucc *cucc, const struct options *options, const struct source *source,
                           const char *extra, bool dependencies, bool device, const char *output);
void preprocessor_failed(const struct source *source, const struct cucc *cucc, const struct text *log);
void refuse_cub(const struct source *source, const struct cucc *cucc, const char *text);
void say_full_disk(const struct cucc *cucc);
void say_messages(const struct cucc *cucc, const char *messages);

// --- host_options.c ---

void refuse_sanitizers(const struct source *source);
void add_own_options(struct strings *command, const struct options *options, const struct source *source, bool host);

// --- kept.c: --keep and --time; `begin` is of seconds_now() ---

void keep_step(const struct options *options, const struct source *source, const char *made, const char *suffix);
void time_step(const struct options *options, const char *source, const char *step, const char *output, double begin);

// --- same_text.c ---

// Whether the program may be another one in the device's pass than in the host's, of which `preprocessed` has the text.
bool differs_by_pass(const struct options *options, const struct source *source, const char *preprocessed);

// --- messages.c ---

// What the compiler said in the two passes, each message once. `kernels` has a line "FIRST LAST NAME FILE" for each
// kernel.
struct text merge_messages(const char *kernels, const char *device, const char *host);
char *without_colours(const char *line);

// --- hints.c ---

// The messages, with a note on what to write after errors that beginners meet.
struct text with_hints(const char *messages);

// --- missing_names.c ---

// An error for each name in the compiler's errors that looks like CUDA's and that no header of the device has. Empty if
// there is none.
struct text missing_names(const struct cucc *cucc, const char *messages);

// Whether a message names what is missing, so that all others may be left out.
bool says_what_is_missing(const char *line);

// --- user_lines.c ---

// The same messages, with errors in the device's own headers at the program's lines that led there.
struct text at_user_lines(const struct cucc *cucc, const char *messages);

// --- elf.c: object files in memory ---

struct elf_section {
    const char *name;
    uint32_t type, link, info;
    uint64_t flags, address, size, alignment, entry_size;
    char *bytes; // null: it has none
    bool dropped;
};
struct elf_symbol {
    const char *name;
    uint64_t value, size;
    uint32_t section; // its index, or SHN_UNDEF, or from SPECIAL_SECTION on
    unsigned char info, other;
};
#define SPECIAL_SECTION 0xffff0000u // SHN_ABS and the like, in front of which this stands
struct elf {
    unsigned char identification[16];
    uint16_t machine, type;
    uint32_t flags;
    struct elf_section *section;
    size_t section_count;
    struct elf_symbol *symbol;
    size_t symbol_count;
    uint32_t symbol_table; // the section's index, 0 if there is none
};
bool read_elf(const char *path, struct elf *elf);
bool write_elf(const char *path, const struct elf *elf);                    // an object file, without what is dropped
char symbol_letter(const struct elf *elf, const struct elf_symbol *symbol); // nm's
void rename_symbols(struct elf *elf, const char *pairs);                    // "old=new old=new"
void keep_global(struct elf *elf, const char *patterns);                    // all others become local
void drop_sections(struct elf *elf, const char *const *begins);             // by the begins of their names
bool defines_global(const struct elf_symbol *symbol);

struct name_table { // from names to numbers
    const char **name;
    size_t *value;
    size_t room, count;
};
size_t *find_name(struct name_table *table, const char *name, bool add); // null: it is not there; new ones are 0

// --- merge.c: of the two passes' object files, one ---
bool merge_passes(const char *device, const char *host, const char *object, bool relocatable);
// The same where the host's object is of another file: of the device's, only what the host's refers to is known to it.
bool merge_kernels(const char *device, const char *host, const char *object);

// --- link.c ---

// Makes the program, the library or the archive `made` of objects and the linker's options.
int link_all(const struct cucc *cucc, const struct options *options, const struct strings *parts, const char *blas,
             const char *made);
