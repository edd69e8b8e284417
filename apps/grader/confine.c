// SPDX-License-Identifier: MIT
// judge confine FOLDER COMMAND...: starts the sandbox of sandbox.sh, and ends it when its processes together take too
// much. A cgroup, if one can be created, limits memory and counts whatever the kernel allocates for them. In any case
// the memory of the processes, of their shared files and of their memory file systems is added up several times a
// second.
#include "judging.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/magic.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const unsigned long long most_memory = 2ull << 30, most_file = 64 << 20; // bytes; the latter as in sandbox.sh
enum { most_tasks = 250, most_files = 50000 }; // like sandbox.sh's limit; in memory file systems

// --- system calls that the sandbox refuses: namespaces, other processes, and what belongs to no process ---

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
enum {
    namespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | 0x02000000
};

#define REFUSE(number)                                                                                                 \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))

static const struct sock_filter filter[] = {
    FIELD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    FIELD(nr),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), // those of x32
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    REFUSE(SYS_shmget),
    REFUSE(SYS_msgget),
    REFUSE(SYS_semget),
    REFUSE(SYS_mq_open),
    REFUSE(SYS_unshare),
    REFUSE(SYS_setns),
    REFUSE(SYS_mount),
    REFUSE(SYS_umount2),
    REFUSE(SYS_pivot_root),
    REFUSE(SYS_bpf),
    REFUSE(SYS_perf_event_open),
    REFUSE(SYS_userfaultfd),
    REFUSE(SYS_keyctl),
    REFUSE(SYS_add_key),
    REFUSE(SYS_request_key),
    REFUSE(SYS_socket), // of any family: AF_VSOCK knows no network namespace, and buffers belong to no process
    REFUSE(SYS_socketpair),
    REFUSE(SYS_ptrace),
    REFUSE(SYS_process_vm_readv),
    REFUSE(SYS_process_vm_writev),
    REFUSE(SYS_open_by_handle_at),
    REFUSE(SYS_io_setup),
    REFUSE(SYS_vmsplice),
    REFUSE(425), // io_uring_setup
    REFUSE(428), // open_tree
    REFUSE(429), // move_mount
    REFUSE(430), // fsopen
    REFUSE(432), // fsmount
    REFUSE(438), // pidfd_getfd
    REFUSE(447), // memfd_secret
    // its flags lie in memory; the C library then calls clone
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    // shared memory without a file outlives those who have filled it, and is then in nobody's count
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4),
    FIELD(args[3]),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, MAP_SHARED | MAP_ANONYMOUS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MAP_SHARED | MAP_ANONYMOUS, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    FIELD(nr),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
    FIELD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, namespaces, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

// A descriptor from which bubblewrap reads it.
static int filter_file(void)
{
    int ends[2];
    if (pipe2(ends, 0) != 0 || write(ends[1], filter, sizeof filter) != sizeof filter)
        die("no pipe: %s", strerror(errno));
    close(ends[1]);
    return ends[0];
}
#endif

// --- the cgroup ---

static char *group; // or null

static bool write_to(const char *folder, const char *file, const char *text)
{
    FILE *f = fopen(text_of("%s/%s", folder, file), "w");
    return f != NULL && (fputs(text, f) >= 0) & (fclose(f) == 0);
}

static bool make_group_in(const char *base)
{
    char *made = text_of("%s/judge.%d", base, (int)getpid()), *limit = text_of("%llu", most_memory);
    if (mkdir(made, 0755) != 0)
        return false;
    bool version_2 = access(text_of("%s/memory.limit_in_bytes", base), F_OK) != 0;
    if (write_to(made, version_2 ? "memory.max" : "memory.limit_in_bytes", limit)) {
        write_to(made, version_2 ? "memory.swap.max" : "memory.memsw.limit_in_bytes", version_2 ? "0" : limit);
        group = made;
        return true;
    }
    rmdir(made);
    return false;
}

// Version 2 in this process's group or beside it, which may be this user's; or version 1.
static void make_group(void)
{
    const char *root = getenv("JUDGE_CGROUPS");
    FILE *file = fopen("/proc/self/cgroup", "r");
    char line[4200], path[4100];
    if (root == NULL || *root == '\0')
        root = "/sys/fs/cgroup";
    while (group == NULL && file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "0::%4099[^\n]", path) == 1) {
            char *base = text_of("%s%s", root, path), *slash = strrchr(base, '/');
            if (make_group_in(base) || (strlen(path) <= 1))
                continue;
            *slash = '\0';
            make_group_in(base);
        } else if (sscanf(line, "%*d:memory:%4099[^\n]", path) == 1) {
            make_group_in(text_of("%s/memory%s", root, path));
        }
    }
    if (file != NULL)
        fclose(file);
}

static bool group_was_full(void)
{
    static const char *const files[] = {"memory.events", "memory.oom_control"};
    for (size_t i = 0; group != NULL && i < 2; ++i) {
        struct text text = read_up_to(text_of("%s/%s", group, files[i]), 1000);
        const char *kills = strstr(text.begin, "oom_kill ");
        if (kills != NULL && strtol(kills + strlen("oom_kill "), NULL, 10) > 0)
            return true;
    }
    return false;
}

// Its processes are killed, and take a moment to end.
static void remove_group(void)
{
    const struct timespec moment = {0, 20000000};
    for (int i = 0; group != NULL && rmdir(group) != 0 && errno == EBUSY && i < 250; ++i)
        nanosleep(&moment, NULL);
}

// --- what the processes take ---

struct process {
    int id, parent, tasks;
};
struct taken {
    unsigned long long own, shared, objects; // bytes: of processes, shared by them, in files and disks in memory
    unsigned long long files;
    int tasks;
    struct {
        dev_t device;
        ino_t file;
    } seen[4096];
    size_t seen_count;
};

static unsigned long long in_status(const char *status, const char *name)
{
    const char *line = strstr(status, name);
    return line != NULL ? strtoull(line + strlen(name), NULL, 10) * 1024 : 0;
}

static bool is_new(struct taken *t, dev_t device, ino_t file)
{
    for (size_t i = 0; i < t->seen_count; ++i)
        if (t->seen[i].device == device && t->seen[i].file == file)
            return false;
    if (t->seen_count < sizeof t->seen / sizeof *t->seen) {
        t->seen[t->seen_count].device = device;
        t->seen[t->seen_count++].file = file;
    }
    return true;
}

static void count_disk(struct taken *t, int process, const char *folder)
{
    char path[80];
    struct stat state;
    struct statfs disk;
    snprintf(path, sizeof path, "/proc/%d/root%s", process, folder);
    if (statfs(path, &disk) != 0 || disk.f_type != TMPFS_MAGIC || stat(path, &state) != 0 ||
        !is_new(t, state.st_dev, state.st_ino))
        return;
    t->objects += (disk.f_blocks - disk.f_bfree) * (unsigned long long)disk.f_bsize;
    t->files += disk.f_files - disk.f_ffree;
}

static void count_files_in_memory(struct taken *t, int process)
{
    char path[80], target[40];
    snprintf(path, sizeof path, "/proc/%d/fd", process);
    DIR *all = opendir(path);
    if (all == NULL)
        return;
    for (const struct dirent *one; (one = readdir(all)) != NULL;) {
        struct stat state;
        ssize_t length = readlinkat(dirfd(all), one->d_name, target, sizeof target - 1);
        if (length > 7 && strncmp(target, "/memfd:", 7) == 0 && fstatat(dirfd(all), one->d_name, &state, 0) == 0 &&
            is_new(t, state.st_dev, state.st_ino))
            t->objects += (unsigned long long)state.st_blocks * 512;
    }
    closedir(all);
}

// Files in memory that are mapped and have no descriptor any more, by their sizes: who has filled them may have ended.
static void count_mapped_files(struct taken *t, int process)
{
    struct text maps = read_up_to(text_of("/proc/%d/maps", process), 4 << 20);
    for (const char *line = maps.begin; *line != '\0'; line += strcspn(line, "\n"), line += *line != '\0') {
        unsigned long long begin, end, file;
        unsigned major_number, minor_number;
        int name = 0;
        if (sscanf(line, "%llx-%llx %*3cs %*x %x:%x %llu %n", &begin, &end, &major_number, &minor_number, &file,
                   &name) == 5 &&
            name > 0 && strncmp(line + name, "/memfd:", 7) == 0 && is_new(t, makedev(major_number, minor_number), file))
            t->objects += end - begin < most_file ? end - begin : most_file;
    }
    free(maps.begin);
}

// What /proc says a process takes. If its first thread has ended, another thread says it.
static struct text status_of(int process)
{
    struct text status = read_up_to(text_of("/proc/%d/status", process), 4000);
    if (strstr(status.begin, "\nVmPTE:") != NULL)
        return status;
    const char *folder = text_of("/proc/%d/task", process);
    DIR *all = opendir(folder);
    for (const struct dirent *one; all != NULL && (one = readdir(all)) != NULL;) {
        free(status.begin);
        status = read_up_to(text_of("%s/%s/status", folder, one->d_name), 4000);
        if (strstr(status.begin, "\nVmPTE:") != NULL)
            break;
    }
    if (all != NULL)
        closedir(all);
    return status;
}

static void count_process(struct taken *t, const struct process *p, const struct stat *here)
{
    struct stat root;
    struct text status = status_of(p->id);
    t->own += in_status(status.begin, "\nRssAnon:") + in_status(status.begin, "\nVmPTE:");
    t->shared += in_status(status.begin, "\nRssShmem:");
    free(status.begin);
    if (stat(text_of("/proc/%d/root/.", p->id), &root) != 0 ||
        (root.st_dev == here->st_dev && root.st_ino == here->st_ino))
        return; // not in the sandbox yet
    t->tasks += p->tasks;
    count_files_in_memory(t, p->id);
    count_mapped_files(t, p->id);
    count_disk(t, p->id, "/tmp");
    count_disk(t, p->id, "/dev/shm");
}

static size_t list_processes(struct process *list, size_t room)
{
    size_t count = 0;
    DIR *all = opendir("/proc");
    for (const struct dirent *one; all != NULL && (one = readdir(all)) != NULL;) {
        char path[300], text[1000];
        if (!isdigit((unsigned char)*one->d_name) || count == room)
            continue;
        snprintf(path, sizeof path, "/proc/%s/stat", one->d_name);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
        if (file >= 0)
            close(file);
        text[length > 0 ? length : 0] = '\0';
        const char *after = strrchr(text, ')');
        struct process *p = &list[count];
        p->id = atoi(one->d_name);
        count +=
            after != NULL && sscanf(after, ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %d",
                                    &p->parent, &p->tasks) == 2;
    }
    if (all != NULL)
        closedir(all);
    return count;
}

// A process and its descendants, as their threads name their children: of all processes of the machine it reads only
// these. Where one ends meanwhile, another may be missing. 0: the kernel names no children.
static size_t list_family(struct process *list, size_t room, int top)
{
    size_t count = access("/proc/thread-self/children", R_OK) == 0;
    list[0] = (struct process){.id = top};
    for (size_t i = 0; i < count; ++i) {
        char path[80];
        snprintf(path, sizeof path, "/proc/%d/task", list[i].id);
        DIR *all = opendir(path);
        for (const struct dirent *one; all != NULL && (one = readdir(all)) != NULL;) {
            if (!isdigit((unsigned char)*one->d_name))
                continue;
            ++list[i].tasks;
            char *file = text_of("%s/%s/children", path, one->d_name);
            struct text children = read_up_to(file, 4000);
            char *at = children.begin, *end;
            for (long id; count < room && (id = strtol(at, &end, 10)) > 0; at = end)
                list[count++] = (struct process){(int)id, list[i].id, 0};
            free(children.begin);
            free(file);
        }
        if (all != NULL)
            closedir(all);
    }
    return count;
}

// Counts what a process and its descendants have taken. Every fourth call looks for them among all processes.
static void look(struct taken *t, int top)
{
    static struct process list[1 << 16];
    static bool within[1 << 16];
    static unsigned times;
    struct stat here;
    size_t count = ++times % 4 != 0 ? list_family(list, sizeof list / sizeof *list, top) : 0;
    if (count == 0)
        count = list_processes(list, sizeof list / sizeof *list);
    memset(t, 0, sizeof *t);
    memset(within, 0, count);
    if (stat("/", &here) != 0)
        return;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; ++i) {
            bool child = list[i].id == top;
            for (size_t k = 0; k < count && !within[i] && !child; ++k)
                child = within[k] && list[k].id == list[i].parent;
            if (!child || within[i])
                continue;
            within[i] = more = true;
            count_process(t, &list[i], &here);
        }
    }
}

// Pages that several processes share are counted once.
static unsigned long long proportional(int top)
{
    static struct process list[1 << 16];
    unsigned long long sum = 0;
    size_t count = list_processes(list, sizeof list / sizeof *list);
    for (size_t i = 0; i < count; ++i) {
        int up = list[i].id;
        for (int steps = 0; up > 1 && up != top && steps < 1000; ++steps) {
            size_t k = 0;
            while (k < count && list[k].id != up)
                ++k;
            up = k < count ? list[k].parent : 0;
        }
        if (up != top)
            continue;
        struct text text = read_up_to(text_of("/proc/%d/smaps_rollup", list[i].id), 4000);
        sum += in_status(text.begin, "\nPss:");
        free(text.begin);
    }
    return sum;
}

static int limit_met(int top)
{
    static struct taken t;
    look(&t, top);
    if (t.tasks >= most_tasks)
        return LIMIT_OF_PROCESSES;
    if (t.files > most_files)
        return LIMIT_OF_FILES;
    unsigned long long mapped = t.own + t.shared;
    if (mapped > most_memory)
        mapped = proportional(top);
    return mapped > most_memory || t.own + t.objects > most_memory ? LIMIT_OF_MEMORY : 0;
}

// --- the command ---

static volatile sig_atomic_t ended_by;

static void note_end(int signal)
{
    if (signal != SIGCHLD) // which only wakes
        ended_by = signal;
}

// The sandbox gets no open file but the first three, the channel to the judge and the file for the reports.
static void close_others(void)
{
    const char *channel = getenv("JUDGE_CHANNEL"), *reports = getenv("CPU_DEVICE_REPORT"), *slash;
    DIR *all = opendir("/proc/self/fd");
    if (all == NULL)
        die("/proc is missing");
    for (const struct dirent *one; (one = readdir(all)) != NULL;)
        if (atoi(one->d_name) > 2)
            fcntl(atoi(one->d_name), F_SETFD, FD_CLOEXEC);
    closedir(all);
    if (channel != NULL)
        fcntl(atoi(channel), F_SETFD, 0);
    if (reports != NULL && (slash = strrchr(reports, '/')) != NULL)
        fcntl(atoi(slash + 1), F_SETFD, 0);
}

// With an empty environment: the sandbox's first process shows its own to all others.
static void start(int count, char **argument)
{
    const char **all = calloc((size_t)count + 3, sizeof *all);
    int n = 0;
    close_others();
    for (int i = 0; i < count; ++i) {
        all[n++] = argument[i];
#ifdef ARCHITECTURE
        if (strcmp(argument[i], "bwrap") == 0 && n == i + 1) {
            all[n++] = "--seccomp";
            all[n++] = text_of("%d", filter_file());
        }
#endif
    }
    if (group != NULL && !write_to(group, "cgroup.procs", "0")) {
        fprintf(stderr, "sandbox: %s takes no process\n", group);
        _exit(2);
    }
    char *const environment[] = {"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", NULL};
    execvpe(all[0], (char *const *)all, environment);
    fprintf(stderr, "sandbox: %s: %s\n", all[0], strerror(errno));
    _exit(2);
}

int confine(int count, char **argument)
{
    struct sigaction action = {.sa_handler = note_end};
    int status, met = 0;
    for (int i = 0; i < 4; ++i)
        sigaction((int[]){SIGHUP, SIGINT, SIGTERM, SIGCHLD}[i], &action, NULL);
    make_group();
    pid_t box = fork();
    if (box == 0)
        start(count, argument);
    const struct timespec moment = {0, 50000000};
    pid_t ended = 0;
    while (box > 0 && ended_by == 0 && met == 0 && (ended = waitpid(box, &status, WNOHANG)) == 0) {
        nanosleep(&moment, NULL);
        met = limit_met(box);
    }
    if (box > 0 && ended != box) {
        kill(box, SIGKILL);
        waitpid(box, &status, 0);
    }
    if (met == 0 && group_was_full())
        met = LIMIT_OF_MEMORY;
    remove_group();
    if (box < 0)
        die("no process can be started: %s", strerror(errno));
    return met ? met : ended_by ? 128 + ended_by : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
