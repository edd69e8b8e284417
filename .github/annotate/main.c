// SPDX-License-Identifier: MIT
// annotate [--seeds N] [--timeout SECONDS] [--arguments WORDS] [--options WORDS] [PATTERN...]: judges CUDA programs in
// a repository, the folder where it is started. Each file that a PATTERN matches (*.cu; * matches slashes, too, and
// an argument may be several patterns, one per line) is compiled by cucc with the OPTIONS, and run with the ARGUMENTS
// and N orders of the warps (3), each run for at most SECONDS (60). What the compiler and the device report becomes
// annotations at source lines, as GitHub's workflow commands on standard output, and a table in $GITHUB_STEP_SUMMARY.
//
// What a program prints, the names of files and all messages are data: GitHub takes none of them for a command. A
// program gets neither this program's output nor the files in which GitHub takes commands.
#include "annotate.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

// --- which files ---

static struct strings all_files;

static int note_file(const char *path, const struct stat *state, int kind, struct FTW *where)
{
    (void)where;
    if (kind == FTW_D && strcmp(path, "./.git") == 0)
        return FTW_SKIP_SUBTREE;
    if (S_ISREG(state->st_mode))
        add(&all_files, strdup(path + 2));
    return FTW_CONTINUE;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// What git has or could have; without git, all there is.
static void list_files(const struct settings *s)
{
    struct strings command = {0};
    int names = new_file(s), err = new_file(s);
    static const char *const words[] = {"git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        add(&command, (char *)words[i]);
    struct stat state;
    if (run(s, &command, 60, names, err, false, -1).status == 0 && fstat(names, &state) == 0) {
        const size_t size = (size_t)state.st_size;
        char *text = calloc(size + 1, 1);
        if (text == NULL || pread(names, text, size, 0) != (ssize_t)size)
            die("git's list of files cannot be read");
        for (char *name = text; name < text + size; name += strlen(name) + 1)
            if (lstat(name, &state) == 0 && S_ISREG(state.st_mode))
                add(&all_files, name);
    } else if (nftw(".", note_file, 16, FTW_PHYS | FTW_ACTIONRETVAL) != 0) {
        die("the files here cannot be listed: %s", strerror(errno));
    }
    close(names);
    close(err);
    if (all_files.count > 0)
        qsort(all_files.item, all_files.count, sizeof *all_files.item, by_name);
}

static void choose(struct strings *chosen, const char *argument, bool *any)
{
    char *text = strdup(argument);
    for (char *pattern = strtok(text, "\n"); pattern != NULL; pattern = strtok(NULL, "\n")) {
        bool matched = false;
        while (isspace((unsigned char)*pattern))
            ++pattern;
        for (size_t end = strlen(pattern); end > 0 && isspace((unsigned char)pattern[end - 1]);)
            pattern[--end] = '\0';
        pattern += strncmp(pattern, "./", 2) == 0 ? 2 : 0;
        if (*pattern == '\0')
            continue;
        *any = true;
        for (size_t i = 0; i < all_files.count; ++i)
            if (fnmatch(pattern, all_files.item[i], 0) == 0) {
                matched = true;
                if (!has(chosen, all_files.item[i]))
                    add(chosen, all_files.item[i]);
            }
        if (!matched)
            die("no file here matches %s", pattern);
    }
}

static void write_summary(const char *rows, unsigned passed, unsigned failed)
{
    const char *name = getenv("GITHUB_STEP_SUMMARY");
    FILE *file = name != NULL && *name != '\0' ? fopen(name, "a") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "### CUDA files: %u passed, %u failed\n\n| file | line | |\n| --- | --- | --- |\n%s", passed, failed,
            rows);
    fclose(file);
}

// --- options ---

static int number(const char *name, const char *value)
{
    char *end;
    long n = strtol(value, &end, 10);
    if (!isdigit((unsigned char)*value) || *value == '0' || *end != '\0' || n > 1000000)
        die("%s is a whole number of 1 or more, not '%s'", name, value);
    return (int)n;
}

static struct strings words_of(const char *text)
{
    struct strings words = {0};
    char *copy = strdup(text);
    for (char *word = strtok(copy, " \t\r\n"); word != NULL; word = strtok(NULL, " \t\r\n"))
        add(&words, word);
    return words;
}

static int read_options(struct settings *s, int count, char **argument)
{
    int i = 0;
    for (; i < count && argument[i][0] == '-'; i += 2) {
        const char *name = argument[i], *value = argument[i + 1];
        bool seeds = strcmp(name, "--seeds") == 0, timeout = strcmp(name, "--timeout") == 0,
             arguments = strcmp(name, "--arguments") == 0, options = strcmp(name, "--options") == 0;
        if (!seeds && !timeout && !arguments && !options)
            die("unknown option %s", name);
        if (value == NULL)
            die("%s needs a value", name);
        if (seeds)
            s->seeds = number("seeds", value);
        else if (timeout)
            s->seconds = number("timeout", value);
        else if (arguments)
            s->arguments = words_of(value);
        else
            s->options = words_of(value);
    }
    return i;
}

static struct settings *for_end;
static int remove_one(const char *path, const struct stat *state, int kind, struct FTW *where)
{
    (void)state, (void)kind, (void)where;
    return remove(path);
}
static void remove_work(void)
{
    if (for_end != NULL)
        nftw(for_end->work, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
static void end_by(int signal)
{
    (void)signal;
    remove_work();
    _exit(2);
}

int main(int count, char **argument)
{
    if (count < 3)
        return 2;
    unlink(argument[1]);       // annotate.sh has made this program for one run
    prctl(PR_SET_DUMPABLE, 0); // no program finds this one's output in /proc
    struct settings s = {.cucc = argument[2], .seeds = 3, .seconds = 60, .work = "/tmp/annotate.XXXXXX"};
    int first = 3 + read_options(&s, count - 3, argument + 3);
    if (mkdtemp(s.work) == NULL || (s.folder = get_current_dir_name()) == NULL)
        die("no folder for temporary files: %s", strerror(errno));
    for_end = &s;
    atexit(remove_work);
    for (int i = 0; i < 3; ++i)
        signal((int[]){SIGHUP, SIGINT, SIGTERM}[i], end_by);
    struct strings chosen = {0};
    bool any = first == count;
    list_files(&s);
    for (int i = first; i < count; ++i)
        choose(&chosen, argument[i], &any);
    if (!any)
        die("no file is asked for");
    if (first == count)
        choose(&chosen, "*.cu", &any);

    puts("::group::the CUDA device on the CPU");
    struct strings build = {0};
    add(&build, (char *)s.cucc);
    add(&build, "--build");
    if (run(&s, &build, 1800, 1, 1, false, -1).status != 0)
        die("the CUDA device cannot be built");
    puts("::endgroup::");
    try_alone(&s);

    char *rows;
    size_t length;
    unsigned passed = 0, failed = 0;
    FILE *table = open_memstream(&rows, &length);
    for (size_t i = 0; table != NULL && i < chosen.count; ++i) {
        struct judging j = {.settings = &s, .file = chosen.item[i]};
        fputs("::group::", stdout);
        put_data(j.file);
        putchar('\n');
        if (compile(&j))
            run_all(&j);
        puts("::endgroup::");
        say_findings(&j);
        add_rows(table, &j);
        ++*(any_error(&j) ? &failed : &passed);
    }
    if (table == NULL || fclose(table) != 0)
        die("no memory");
    write_summary(rows, passed, failed);
    printf("CUDA files: %u passed, %u failed\n", passed, failed);
    return failed > 0;
}
