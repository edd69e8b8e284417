// SPDX-License-Identifier: MIT
// fuzz SEED CASES FILE... -- COMMAND [ARGUMENT...]: changes the files by chance and hands each result to the command,
// as standard input and as the file that {} in its arguments stands for. The command may refuse it, with a status
// below 90. Where a signal ends it, its status is higher (a sanitizer's: see fuzz.sh), or it takes ten seconds, the
// input is kept as fuzz-SEED-CASE, and the exit status is 1 at the end.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most = 1 << 20, seconds = 10 };

struct text {
    size_t size;
    unsigned char bytes[most];
};

static uint64_t state;

static size_t below(size_t n) // by chance, 0 to n - 1; 0 where n is 0
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return n == 0 ? 0 : (size_t)(state >> 11) % n;
}

static void die(const char *what)
{
    fprintf(stderr, "fuzz: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void read_text(const char *path, struct text *text)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die(path);
    text->size = fread(text->bytes, 1, most, file);
    fclose(file);
}

// Puts `size` bytes in the place of `old` bytes, as far as there is room.
static void replace(struct text *text, size_t place, size_t old, const void *bytes, size_t size)
{
    if (text->size - old + size > most)
        return;
    memmove(text->bytes + place + size, text->bytes + place + old, text->size - place - old);
    memcpy(text->bytes + place, bytes, size);
    text->size += size - old;
}

static void change(struct text *text, const struct text *other)
{
    static const char *const words[] = {"<<<", ">>>", "__global__", "__shared__", "extern", "{", "}",  "(",     ")",
                                        ";",   "<",   ">",          "template",   "\"",     "'", "\\", "R\"x(", "//",
                                        "/*",  "*/",  "\n",         "#",          ",",      "[", "]",  "asm(",  "\0"};
    static unsigned char part[4096];
    size_t place = below(text->size), rest = text->size - place, length = below(64);
    length = length < rest ? length : rest;
    switch (below(6)) {
    case 0: replace(text, place, length, "", 0); break;
    case 1: // what stands here, once more somewhere
        memcpy(part, text->bytes + place, length);
        replace(text, below(text->size), 0, part, length);
        break;
    case 2: {
        const char *word = words[below(sizeof words / sizeof *words)];
        replace(text, place, below(2) * (rest > 0), word, *word == '\0' ? 1 : strlen(word));
        break;
    }
    case 3: // a part of another file
        place = below(other->size);
        length = below(sizeof part);
        length = length < other->size - place ? length : other->size - place;
        replace(text, below(text->size), 0, other->bytes + place, length);
        break;
    case 4:
        if (text->size > 0)
            text->bytes[place] ^= (unsigned char)(1u << below(8));
        break;
    default:
        if (below(4) == 0)
            text->size = place;
    }
}

// Whether the command takes the input.
static int takes(char **command, const char *input)
{
    pid_t child = fork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        int in = open(input, O_RDONLY), nowhere = open("/dev/null", O_WRONLY);
        dup2(in, 0);
        dup2(nowhere, 1);
        for (char **word = command; *word != NULL; ++word)
            if (strcmp(*word, "{}") == 0)
                *word = (char *)input;
            else if (strstr(*word, "={}") != NULL) {
                char *named = malloc(strlen(*word) + strlen(input) + 1);
                sprintf(named, "%.*s%s", (int)(strlen(*word) - 2), *word, input);
                *word = named;
            }
        alarm(seconds); // which the command inherits, and dies of
        execvp(*command, command);
        _exit(127);
    }
    int status;
    if (waitpid(child, &status, 0) < 0)
        die("wait");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        fprintf(stderr, "fuzz: cannot run %s\n", *command);
        exit(2);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) < 90;
}

int main(int argc, char **argv)
{
    static struct text text, other;
    int files = 0;
    while (3 + files < argc && strcmp(argv[3 + files], "--") != 0)
        ++files;
    if (files == 0 || 4 + files >= argc) {
        fprintf(stderr, "usage: fuzz SEED CASES FILE... -- COMMAND [ARGUMENT...]\n");
        return 2;
    }
    long seed = atol(argv[1]), cases = atol(argv[2]);
    int failed = 0;
    for (long number = 1; number <= cases; ++number) {
        state = 88172645463325252u ^ ((uint64_t)seed << 32 | (uint64_t)number);
        for (int i = 0; i < 8; ++i)
            below(1);
        read_text(argv[3 + below((size_t)files)], &text);
        read_text(argv[3 + below((size_t)files)], &other);
        for (size_t changes = 1 + below(8); changes > 0; --changes)
            change(&text, &other);
        char name[60];
        snprintf(name, sizeof name, "fuzz-%ld-%ld", seed, number);
        FILE *file = fopen(name, "wb");
        if (file == NULL || fwrite(text.bytes, 1, text.size, file) != text.size || fclose(file) != 0)
            die(name);
        if (takes(argv + 4 + files, name)) {
            unlink(name);
        } else {
            printf("%s: it breaks %s\n", name, argv[4 + files]);
            failed = 1;
        }
    }
    return failed;
}
