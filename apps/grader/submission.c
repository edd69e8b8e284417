// SPDX-License-Identifier: MIT
// One submission: finds its exercise, compiles it for that judge, and runs it.
#include "judging.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_words = 20000, compile_seconds = 60 };

struct judging {
    const struct rules *rules;
    const char *work, *box, *source; // the source by its name in box
    const char *program, *out, *err;
    struct accepted accepted;
    bool lucky; // a right result, although the device has found an error
    struct result result;
};

static char *readable_file(const char *path)
{
    struct text text = read_up_to(path, most_words);
    return readable(text.begin, text.length, false);
}

// --- the file itself ---

// The name that messages have: the file's own where it is an ordinary one.
static const char *name_in_box(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    bool ordinary = isalnum((unsigned char)*name) && strlen(name) <= 100;
    for (const char *c = name; *c != '\0'; ++c)
        ordinary &= isalnum((unsigned char)*c) || strchr("_-. ,+", *c) != NULL;
    return ordinary ? name : "solution.cu";
}

static bool copy_in(struct judging *j, const char *file, bool headers)
{
    struct stat state;
    if (lstat(file, &state) != 0 || (j->rules->sandbox ? !S_ISREG(state.st_mode) : S_ISDIR(state.st_mode))) {
        ends(&j->result, UNJUDGED, true, _("it is no file"));
        return false;
    }
    if (access(file, R_OK) != 0) {
        ends(&j->result, UNJUDGED, true, _("it cannot be read"));
        return false;
    }
    struct text text = read_up_to(file, most_source + 1);
    if (text.length > most_source) {
        ends(&j->result, UNJUDGED, true, _("it has more than 1 MiB"));
        return false;
    }
    j->source = name_in_box(file);
    j->accepted = accept_submission(j->rules, file, j->source, text, j->box, headers);
    return true;
}

static const char *work_folder;

static void remove_work(void)
{
    if (work_folder != NULL)
        remove_tree(work_folder);
    work_folder = NULL;
}

static void make_folders(struct judging *j)
{
    static bool registered;
    if (!registered)
        registered = atexit(remove_work) == 0; // if a signal ends the program
    const char *folder = getenv("TMPDIR");
    char *work = text_of("%s/judge.XXXXXX", folder && *folder ? folder : "/tmp");
    if (mkdtemp(work) == NULL)
        die("no folder for temporary files: %s", strerror(errno));
    j->work = work_folder = work;
    j->box = text_of("%s/box", work);
    j->out = text_of("%s/out", work);
    j->err = text_of("%s/err", work);
    if (mkdir(j->box, 0755) != 0 || chmod(work, 0755) != 0)
        die("no folder for temporary files: %s", strerror(errno));
}

static struct {
    uid_t user;
    gid_t group;
} new_owner;

static int give_one(const char *path, const struct stat *state, int kind, struct FTW *where)
{
    (void)state, (void)kind, (void)where;
    return lchown(path, new_owner.user, new_owner.group);
}

static bool give_tree(const char *path, unsigned user, unsigned group)
{
    new_owner.user = user;
    new_owner.group = group;
    return nftw(path, give_one, 16, FTW_PHYS) == 0;
}

// In a sandbox, root hands the work to nobody.
static void hand_over(const struct judging *j)
{
    struct passwd *nobody = getpwnam("nobody");
    if (!j->rules->sandbox || getuid() != 0 || nobody == NULL)
        return;
    if (!give_tree(j->box, nobody->pw_uid, nobody->pw_gid))
        die("the sandbox's folder cannot be handed to nobody: %s", strerror(errno));
}

// --- which exercise it is ---

// Which one the sandbox has ended a command for, or null.
static const char *limit_of(int status)
{
    return status == LIMIT_OF_MEMORY      ? _("takes more than 2 GiB of memory")
           : status == LIMIT_OF_PROCESSES ? _("starts more than 250 processes and threads")
           : status == LIMIT_OF_FILES     ? _("makes more than 50,000 files")
                                          : NULL;
}

// Whether a command has failed by the machine's fault, and not by what the submission has in it: the disk is full, or
// the sandbox says on stderr that it does not start.
static bool is_of_machine(struct judging *j)
{
    static const char *const starters[] = {"sandbox: ", "bwrap: ", "prlimit: ", "setpriv: "};
    struct statvfs disk;
    const struct text err = read_up_to(j->err, 300);
    const char *why = NULL;
    if (statvfs(j->work, &disk) == 0 &&
        (disk.f_bavail * disk.f_frsize < 8 << 20 || (disk.f_files > 0 && disk.f_favail < 20)))
        why = _("the disk with the temporary files is full");
    for (size_t i = 0; i < sizeof starters / sizeof *starters && j->rules->sandbox; ++i)
        if (strncmp(err.begin, starters[i], strlen(starters[i])) == 0)
            why = readable(err.begin, strcspn(err.begin, "\n"), true);
    if (why != NULL)
        ends(&j->result, UNJUDGED, true, why);
    j->result.machine = why != NULL;
    return why != NULL;
}

// "FILE:LINE:COLUMN: error: not accepted: WHY" without what stands in between.
static char *refused_line(const char *text, const char *mark, size_t length)
{
    const char *line = mark;
    while (line > text && line[-1] != '\n')
        --line;
    const char *why = mark + length;
    return text_of("%.*s%s", (int)(mark - line), line, message_in_words(text_of("%.*s", (int)strcspn(why, "\n"), why)));
}

// What a command of the compiler's that has not succeeded means. `text` becomes its messages.
static void compiler_failed(struct judging *j, struct outcome outcome)
{
    j->result.text = readable_file(j->err);
    static const char mark[] = "error: not accepted: ";
    const char *refused = strstr(j->result.text, mark);
    const char *limit = limit_of(outcome.status);
    if (is_of_machine(j))
        return;
    if (limit != NULL)
        ends(&j->result, FAILED, true, text_of(_("the compiler %s"), limit));
    else if (outcome.late != 0 || outcome.status == 137)
        ends(&j->result, FAILED, true,
             text_of(_("the compiler takes more than %d seconds of processor time"), compile_seconds));
    else if (refused != NULL)
        ends(&j->result, FAILED, true,
             text_of(_("not accepted: %s"), refused_line(j->result.text, refused, sizeof mark - 1)));
    else
        ends(&j->result, FAILED, false, _("it does not compile"));
}

// --- the judge as an object ---

// The host's side of the program: compiled once, kept beside the built device, or for this file alone.
static const char *judge_object(struct judging *j, const char *name)
{
    const struct rules *rules = j->rules;
    char *folder = text_of("%s/judges", rules->build), *object = text_of("%s/%s.o", folder, name);
    struct stat state;
    mkdir(folder, 0755);
    if (stat(object, &state) == 0 && !is_older(&state, text_of("%s/judge/*.h", rules->here)) &&
        !is_older(&state, text_of("%s/libcpu_device.a", rules->build)))
        return object;
    bool kept = access(folder, W_OK) == 0;
    char *made = kept ? text_of("%s.%d", object, (int)getpid()) : text_of("%s/judge.o", j->box);
    struct command command = {
        {rules->cucc, "-w", "-x", "cu", "-c", text_of("%s/judge/%s.h", rules->here, name), "-o", made},
        j->work,
        j->out,
        j->err,
        false,
        false,
        120,
        -1,
        -1};
    if (run_confined(rules, &command).status != 0)
        die("the judge of %s does not compile: %s", name, readable_file(j->err));
    chmod(made, 0644);
    if (kept && rename(made, object) != 0)
        die("%s cannot be written", object);
    return kept ? object : made;
}

static bool compile(struct judging *j, const struct exercise *exercise)
{
    const char *object = judge_object(j, exercise->name), *const here = j->rules->here;
    char *plugin = text_of("%s/judges/rules.so", j->rules->build), *device = strdup(j->rules->cucc);
    device[strlen(device) - strlen("/cucc")] = '\0';
    const char *kind = j->rules->page != NULL ? "-trace" : "-checked"; // with the threads' variables in the page
    j->program = text_of("%s/%s%s", j->box, exercise->name, j->rules->page != NULL ? "" : ".run");
    struct command command = {{j->rules->cucc, text_of("--kernels-for=%s", object), kind, "-w", "-DJUDGE_INTERFACE",
                               "-I", here, "-include", "judge/included.h", "-o", j->program, j->source},
                              j->box,
                              j->out,
                              j->err,
                              j->rules->sandbox,
                              true,
                              compile_seconds,
                              -1,
                              -1};
    if (access(plugin, R_OK) == 0) {
        size_t i = 0;
        while (command.argument[i] != NULL)
            ++i;
        command.argument[i++] = text_of("-fplugin=%s", plugin);
        command.argument[i++] = text_of("-fplugin-arg-rules-device=%s/include/", device);
        command.argument[i++] = text_of("-fplugin-arg-rules-allowed=%s/allowed.txt", j->rules->grader);
    }
    struct outcome outcome = run_confined(j->rules, &command);
    if (outcome.status != 0)
        compiler_failed(j, outcome);
    return outcome.status == 0;
}

// --- the runs ---

// The verdict: the one line in the channel that has the secret; "" without one.
static char *read_verdict(int channel, const char *secret)
{
    static char bytes[1 << 16];
    size_t length = 0, after = strlen(secret);
    char *verdict = NULL;
    for (ssize_t n;
         length < sizeof bytes - 1 && (n = recv(channel, bytes + length, sizeof bytes - 1 - length, MSG_DONTWAIT)) > 0;)
        length += (size_t)n;
    bytes[length] = '\0';
    if (strncmp(bytes, secret, after) == 0 && bytes[after] == ' ' && strchr(bytes, '\n') == bytes + length - 1)
        verdict = readable(bytes + after + 1, length - after - 2, true);
    return verdict ? verdict : strdup("");
}

// 128 bits of the system, which nobody can guess.
static const char *random_number(void)
{
    unsigned char bytes[16];
    static const char digits[] = "0123456789abcdef";
    char *text = calloc(1, 2 * sizeof bytes + 1);
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        die("the system has no random numbers: %s", strerror(errno));
    for (size_t i = 0; i < sizeof bytes; ++i) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    return text;
}

static void start_channel(int channel[2], const char *inputs, const char *secret)
{
    unsigned char number;
    if (getrandom(&number, 1, 0) != 1 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0)
        die("no channel to the judge: %s", strerror(errno));
    int other = fcntl(channel[1], F_DUPFD_CLOEXEC, 40 + number % 100); // under another number in each run
    close(channel[1]);
    channel[1] = other;
    if (other < 0 || dprintf(channel[0], "%s %s\n", inputs, secret) < 0)
        die("no channel to the judge: %s", strerror(errno));
}

// The file for the device's reports has no name that the program could open, and a descriptor that it does not know.
static int open_reports(const struct judging *j)
{
    const char *name = text_of("%s/reports", j->work);
    int file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    unsigned char number;
    if (file < 0 || unlink(name) != 0 || fchmod(file, 0666) != 0 || getrandom(&number, 1, 0) != 1)
        die("no file for the device's reports: %s", strerror(errno));
    int other = fcntl(file, F_DUPFD_CLOEXEC, 140 + number % 100);
    if (other < 0)
        die("no file for the device's reports: %s", strerror(errno));
    close(file);
    return other;
}

static void set(const char *name, const char *value)
{
    setenv(name, value, 1);
}

static void set_device(uint64_t order, const char *cores, const char *page)
{
    give_settings(order, set);
    if (cores != NULL)
        set("CPU_DEVICE_CORES", cores);
    else
        unsetenv("CPU_DEVICE_CORES");
    set("CPU_DEVICE_TRACE", page != NULL ? page : "");
    set("CPU_DEVICE_TRACE_LAUNCH", "last");
}

// The orders of a run that becomes a page are given.
static uint64_t order_of(const struct judging *j, unsigned run)
{
    return j->rules->page != NULL ? j->rules->order : order_of_run(j->result.inputs, run);
}

static struct run run_program(struct judging *j, uint64_t order, const char *cores, const char *page)
{
    int channel[2];
    const char *secret = random_number();
    start_channel(channel, j->result.inputs, secret);
    set_device(order, cores, page);
    int report_file = open_reports(j);
    struct command command = {{j->program},      j->box,     j->out,     j->err, j->rules->sandbox, false,
                              j->rules->seconds, channel[1], report_file};
    struct outcome outcome = run_confined(j->rules, &command);
    close(channel[1]);
    char *verdict = read_verdict(channel[0], secret);
    close(channel[0]);
    struct text text = read_from(report_file, 0, most_reports);
    struct reports reports = read_reports(text.begin);
    free(text.begin);
    close(report_file);
    return (struct run){outcome, j->rules->sandbox ? limit_of(outcome.status) : NULL, verdict, reports, j->err};
}

// A run that has not passed ends the judging.
static bool run_once(struct judging *j, int number, uint64_t order)
{
    j->result.order = order;
    // blocks on more cores than there are, every other time
    struct run run = run_program(j, order, number % 2 == 1 ? "4" : NULL, j->rules->page);
    j->lucky = is_lucky(&run);
    j->result.runs = number + !is_weak(order);
    return (*run.verdict != '\0' || !is_of_machine(j)) && run_passes(j->rules, &run, &j->result);
}

// The wrong result that the program comes to in this order of the warps, or null.
static const char *wrong_result(struct judging *j, uint64_t order, const char *page)
{
    const char *verdict = run_program(j, order, "1", page).verdict;
    return strncmp(verdict, "wrong: ", 7) == 0 ? verdict + 7 : NULL;
}

// A right result of a program with an error: an order of the warps in which it is wrong, if one is found soon. A trace
// lets the lanes of a warp take turns, so the order must break the result there too: ./run show will show it.
static void break_luck(struct judging *j)
{
    enum { first = 1000, most = 40 };
    const char *page = text_of("%s/page", j->work), *wrong;
    const double end = seconds_now() + 1;
    for (unsigned i = 0; i < most && (i == 0 || seconds_now() < end); ++i) {
        uint64_t order = order_of(j, first + i);
        if (wrong_result(j, order, NULL) == NULL || (wrong = wrong_result(j, order, page)) == NULL)
            continue;
        j->result.order = order;
        j->result.text = text_of(_("%sThe result is right by luck. In order %lu of the warps it is wrong: %s\n"),
                                 j->result.text, (unsigned long)order, text_in_words(wrong));
        return;
    }
}

// --- on a GPU, for the result and its time ---

static char *first_line_of(const char *shell_command)
{
    char line[300] = "";
    FILE *pipe = popen(shell_command, "r");
    if (pipe != NULL && fgets(line, sizeof line, pipe) == NULL)
        *line = '\0';
    if (pipe != NULL)
        pclose(pipe);
    line[strcspn(line, "\n")] = '\0';
    return readable(line, strlen(line), true);
}

// Says so where one file is judged; ./run grade says how many files are done.
static void says_progress(const struct judging *j, const char *activity)
{
    if (!j->rules->sandbox)
        now_doing(activity);
}

static void run_on_gpu(struct judging *j)
{
    const char *card = first_line_of("nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null");
    const char *program = text_of("%s/gpu", j->work), *found;
    if (*card == '\0' || *first_line_of("command -v nvcc") == '\0')
        return;
    says_progress(j, _("running it on the GPU"));
    const char *temporary = text_of("TMPDIR=%s", j->work); // nvcc leaves files there when it is stopped
    struct command compile = {{"env", temporary, "nvcc", "-arch=native", "-w", "-I", j->rules->here, "-include",
                               "judge/included.h", "-o", program, j->source},
                              j->box,
                              j->out,
                              j->err,
                              false,
                              true,
                              300,
                              -1,
                              -1};
    struct command run = {{program}, j->box, j->out, j->err, false, false, 60, -1, -1};
    if (run_confined(j->rules, &compile).status != 0) {
        char *said = readable_file(j->err);
        found = strstr(said, "error");
        j->result.gpu = text_of(_("on the GPU (%s): nvcc does not compile it: %.*s"), card,
                                found ? (int)strcspn(found, "\n") : 0, found ? found : "");
        return;
    }
    run_confined(j->rules, &run);
    struct text text = read_up_to(j->out, 1000);
    char *said = readable(text.begin, text.length, false), *words = strdup("");
    for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n"))
        words = text_of("%s %s", words, text_in_words(line));
    j->result.gpu = text_of(_("on the GPU (%s):%s"), card, words);
}

static void judge_in_box(struct judging *j, const char *file, const char *named, bool headers)
{
    const struct exercise *exercise;
    if (!copy_in(j, file, headers))
        return;
    hand_over(j);
    if ((exercise = which_exercise(j->rules, &j->accepted, named, &j->result)) == NULL)
        return;
    j->result.exercise = exercise->name;
    says_progress(j, _("compiling"));
    if (!compile(j, exercise))
        return;
    if (j->rules->page != NULL) // which shows the student's text
        write_copy(text_of("%s/%s", j->box, j->source), read_up_to(file, most_source));
    if (j->rules->gpu && j->rules->page == NULL)
        run_on_gpu(j);
    const int runs = j->rules->page != NULL ? 1 : j->rules->seeds;
    const bool also_weak = j->rules->page == NULL;
    if (!j->rules->sandbox)
        watch_errors(j->err);
    for (int run = 0; run < runs + also_weak; ++run) {
        says_progress(j, text_of(_("run %d of %d"), run + 1, runs + also_weak));
        if (!run_once(j, run, order_of(j, (unsigned)run) + (run == runs ? most_orders : 0))) {
            if (j->lucky && !j->rules->sandbox && j->rules->page == NULL)
                break_luck(j);
            return;
        }
    }
    ends(&j->result, PASSED, false, "");
}

struct result judge_file(const struct rules *rules, const char *file, const char *named, bool headers)
{
    struct judging j = {.rules = rules,
                        .result = {.exercise = "",
                                   .verdict = UNJUDGED,
                                   .needs_review = true,
                                   .why = "",
                                   .text = "",
                                   .gpu = "",
                                   .inputs = rules->inputs != NULL ? rules->inputs : random_number()}};
    make_folders(&j);
    judge_in_box(&j, file, named, headers);
    if (!rules->sandbox)
        end_heartbeat();
    remove_work();
    return j.result;
}
