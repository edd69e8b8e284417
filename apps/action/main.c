// SPDX-License-Identifier: MIT
// annotate [--seeds N] [--timeout SECONDS] [--arguments WORDS] [--options WORDS] [PATTERN...]: judges CUDA programs in
// a repository, the folder where it is started. Each file that a PATTERN matches (*.cu; * matches slashes, too, and
// an argument may be several patterns, one per line) but no PATTERN that begins with ! is compiled by cucc with the
// OPTIONS, and run with the ARGUMENTS and N orders of the warps (3), each run for at most SECONDS (60). WORDS are
// separated by blanks, and may be quoted as in a shell. What the compiler and the device report becomes annotations at
// source lines, as GitHub's workflow commands on standard output, and a table in $GITHUB_STEP_SUMMARY.
//
// annotate [--seeds N] [--timeout SECONDS] --build COMMAND --test COMMAND: the same for a project that builds and tests
// itself, with cucc in nvcc's place; each run of the tests lasts at most SECONDS (600).
//
// With --reports FOLDER, all reports are kept there, a file for each run, as cucc-reports reads them.
//
// What a program prints, the names of files and all messages are data: GitHub takes none of them for a command. A
// program gets neither this program's output nor the files in which GitHub takes commands.
#include "annotate.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <ftw.h>
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
        add(&command, words[i]);
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

static void leave_out(struct strings *chosen, const char *pattern)
{
    size_t kept = 0;
    for (size_t i = 0; i < chosen->count; ++i)
        if (fnmatch(pattern, chosen->item[i], 0) != 0)
            chosen->item[kept++] = chosen->item[i];
    chosen->count = kept;
}

// Patterns that begin with ! come to the end.
static void choose(struct strings *chosen, struct strings *excluded, const char *argument, bool *any)
{
    char *text = strdup(argument);
    for (char *pattern = strtok(text, "\n"); pattern != NULL; pattern = strtok(NULL, "\n")) {
        bool matched = false;
        while (isspace((unsigned char)*pattern))
            ++pattern;
        for (size_t end = strlen(pattern); end > 0 && isspace((unsigned char)pattern[end - 1]);)
            pattern[--end] = '\0';
        const bool excludes = *pattern == '!';
        pattern += excludes;
        pattern += strncmp(pattern, "./", 2) == 0 ? 2 : 0;
        if (excludes)
            add(excluded, pattern);
        if (*pattern == '\0' || excludes)
            continue;
        *any = true;
        for (size_t i = 0; i < all_files.count; ++i)
            if (fnmatch(pattern, all_files.item[i], 0) == 0) {
                matched = true;
                if (!contains(chosen, all_files.item[i]))
                    add(chosen, all_files.item[i]);
            }
        if (!matched)
            die("no file here matches %s", pattern);
    }
}

static void write_summary(const char *title, const char *rows, unsigned passed, unsigned failed)
{
    const char *name = getenv("GITHUB_STEP_SUMMARY");
    FILE *file = name != NULL && *name != '\0' ? fopen(name, "a") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "### %s: %u passed, %u failed\n\n| file | line | |\n| --- | --- | --- |\n%s", title, passed, failed,
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

// As a shell reads them: '...' and "..." hold blanks, a backslash takes the next character as it is.
static struct strings words_of(const char *text)
{
    struct strings words = {0};
    char *to = strdup(text), *word = NULL, quote = '\0';
    for (const char *c = text; *c != '\0'; ++c) {
        const bool blank = quote == '\0' && strchr(" \t\r\n", *c) != NULL;
        if (blank && word != NULL) {
            *to++ = '\0';
            add(&words, word);
            word = NULL;
        }
        if (blank)
            continue;
        word = word != NULL ? word : to;
        if (quote == '\0' ? *c == '\'' || *c == '"' : *c == quote)
            quote = quote == '\0' ? *c : '\0';
        else if (*c == '\\' && quote != '\'' && c[1] != '\0')
            *to++ = *++c;
        else
            *to++ = *c;
    }
    if (quote != '\0')
        die("%c is not closed in: %s", quote, text);
    if (word != NULL) {
        *to = '\0';
        add(&words, word);
    }
    return words;
}

static int read_options(struct settings *s, int count, char **argument)
{
    int i = 0;
    for (; i < count && argument[i][0] == '-'; i += 2) {
        const char *name = argument[i], *value = argument[i + 1];
        if (value == NULL)
            die("%s needs a value", name);
        if (strcmp(name, "--seeds") == 0)
            s->seeds = number("seeds", value);
        else if (strcmp(name, "--timeout") == 0)
            s->seconds = *value != '\0' ? number("timeout", value) : 0;
        else if (strcmp(name, "--arguments") == 0)
            s->arguments = words_of(value);
        else if (strcmp(name, "--options") == 0)
            s->options = words_of(value);
        else if (strcmp(name, "--build") == 0)
            s->build = value;
        else if (strcmp(name, "--reports") == 0)
            s->reports = *value != '\0' ? value : NULL;
        else if (strcmp(name, "--test") == 0)
            s->test = value;
        else
            die("unknown option %s", name);
    }
    return i;
}

static const char *work_folder;
static void remove_work(void)
{
    remove_tree(work_folder);
}

// What is judged: files, or a project, whose file is "".
static struct strings choose_all(const struct settings *s, int count, char **argument)
{
    struct strings chosen = {0}, excluded = {0};
    bool any = false;
    list_files(s);
    if (*s->build != '\0' || *s->test != '\0') {
        add(&chosen, "");
        return chosen;
    }
    for (int i = 0; i < count; ++i)
        choose(&chosen, &excluded, argument[i], &any);
    if (count > 0 && !any && excluded.count == 0)
        die("no file is asked for");
    if (!any)
        choose(&chosen, &excluded, "*.cu", &any);
    for (size_t i = 0; i < excluded.count; ++i)
        leave_out(&chosen, excluded.item[i]);
    if (chosen.count == 0)
        die("every file is left out");
    return chosen;
}

static void judge(struct judging *j)
{
    const bool project = *j->file == '\0';
    fputs("::group::", stdout);
    put_data(project ? "build and test" : j->file);
    putchar('\n');
    if (project)
        j->made_of = all_files;
    if (!(project ? build_project(j) : compile(j)))
        ;
    else if (!project)
        run_all(j);
    else if (*j->settings->test != '\0')
        test_project(j);
    puts("::endgroup::");
}

int main(int count, char **argument)
{
    if (count < 3)
        return 2;
    unlink(argument[1]);       // annotate.sh has made this program for one run
    prctl(PR_SET_DUMPABLE, 0); // no program finds this one's output in /proc
    struct settings s = {.cucc = argument[2], .seeds = 3, .build = "", .test = "", .work = "/tmp/annotate.XXXXXX"};
    int first = 3 + read_options(&s, count - 3, argument + 3);
    if (s.seconds == 0)
        s.seconds = *s.test != '\0' ? 600 : 60;
    if (mkdtemp(s.work) == NULL || (s.folder = get_current_dir_name()) == NULL)
        die("no folder for temporary files: %s", strerror(errno));
    if (mkdir(text_of("%s/programs", s.work), 0700) != 0 ||
        (s.reports != NULL && mkdir(s.reports, 0777) != 0 && errno != EEXIST))
        die("no folder for programs or reports: %s", strerror(errno));
    work_folder = s.work;
    atexit(remove_work);
    end_on_signals();
    struct strings chosen = choose_all(&s, count - first, argument + first);

    puts("::group::the CUDA device on the CPU");
    struct strings build = {0};
    add(&build, s.cucc);
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
        judge(&j);
        say_findings(&j);
        add_rows(table, &j);
        ++*(any_error(&j) ? &failed : &passed);
    }
    if (table == NULL || fclose(table) != 0)
        die("no memory");
    const char *title = *s.build != '\0' || *s.test != '\0' ? "CUDA project" : "CUDA files";
    write_summary(title, rows, passed, failed);
    printf("%s: %u passed, %u failed\n", title, passed, failed);
    return failed > 0;
}
