// SPDX-License-Identifier: MIT
// Reads a program's machine code: its functions, and each instruction with its operands and its line in the source.
#define _GNU_SOURCE // getline, strdup
#include "disassembly.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct range {
    unsigned long begin, end;
};

struct instruction *all;
struct function *functions;
size_t count, function_count;
static struct range constants[64];
static size_t constant_count;

static void *grown(void *old, size_t number, size_t size)
{
    if ((number & (number - 1)) != 0 && number != 0)
        return old;
    void *block = realloc(old, (number ? 2 * number : 1) * size);
    if (block == NULL) {
        fprintf(stderr, "accesses: out of memory\n");
        exit(2);
    }
    return block;
}

bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

bool is_one_of(const char *text, const char *const *words)
{
    for (; *words != NULL; ++words)
        if (strcmp(text, *words) == 0)
            return true;
    return false;
}

// --- reading ---

// "  12 .rodata  00000123  0000000000002000 ...": the sections that nobody writes.
static void read_section(const char *line)
{
    static const char *const of_constants[] = {".rodata",       ".got",      ".got.plt", ".data.rel.ro",
                                               ".eh_frame_hdr", ".eh_frame", NULL};
    char name[64];
    unsigned long size, begin;
    if (sscanf(line, " %*d %63s %lx %lx", name, &size, &begin) == 3 && is_one_of(name, of_constants) &&
        constant_count < sizeof constants / sizeof *constants)
        constants[constant_count++] = (struct range){begin, begin + size};
}

bool is_constant(unsigned long address)
{
    for (size_t i = 0; i < constant_count; ++i)
        if (address >= constants[i].begin && address < constants[i].end)
            return true;
    return false;
}

// Splits "mov 0x8(%rax,%rcx,4),%rdx" at its commas.
static void split(struct instruction *in)
{
    static const char *const prefixes[] = {"lock", "rep", "repz", "repnz",   "addr32", "data16",
                                           "cs",   "ds",  "bnd",  "notrack", NULL};
    char *c = strdup(in->text), *comment = strchr(c, '#');
    if (comment != NULL) {
        const char *address = comment + 1;
        in->target = strtoul(address, NULL, 16);
        *comment = '\0';
    }
    char *word = strtok(c, " \t");
    while (word != NULL && is_one_of(word, prefixes))
        word = strtok(NULL, " \t");
    snprintf(in->name, sizeof in->name, "%s", word ? word : "");
    char *rest = word ? strtok(NULL, "") : NULL;
    int depth = 0;
    for (char *begin = rest; rest != NULL && in->operands < 4; ++rest) {
        depth += *rest == '(' ? 1 : *rest == ')' ? -1 : 0;
        if (*rest != '\0' && (*rest != ',' || depth > 0))
            continue;
        const bool ends = *rest == '\0';
        *rest = '\0';
        while (*begin == ' ')
            ++begin;
        for (char *end = begin + strlen(begin); end > begin && isspace((unsigned char)end[-1]);)
            *--end = '\0';
        if (*begin != '\0')
            in->operand[in->operands++] = begin;
        begin = rest + 1;
        if (ends)
            break;
    }
    if ((in->name[0] == 'j' || begins(in->name, "call")) && in->operands == 1 &&
        isxdigit((unsigned char)*in->operand[0]))
        in->target = strtoul(in->operand[0], NULL, 16);
    if (begins(in->name, "call")) { // the name is in <>, there or in the comment
        const char *open = strchr(in->text, '<');
        in->called = open ? open + 1 : "";
    }
}

void read_program(void)
{
    char *line = NULL, *place = strdup("?");
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        char *end;
        const unsigned long address = strtoul(line, &end, 16);
        if (end != line && begins(end, " <") && line[strlen(line) - 1] == ':') {
            functions = grown(functions, function_count, sizeof *functions);
            char *name = strdup(end + 2);
            name[strlen(name) - 2] = '\0';
            functions[function_count++] = (struct function){.name = name, .first = count, .last = count};
        } else if (end != line && begins(end, ":\t") && function_count > 0) {
            all = grown(all, count, sizeof *all);
            all[count] = (struct instruction){.address = address, .text = strdup(end + 2), .place = place};
            split(&all[count++]);
            functions[function_count - 1].last = count;
        } else if (line[0] == ' ') {
            read_section(line);
        } else if (strchr(line, ':') != NULL && line[strlen(line) - 1] != ':') {
            line[strcspn(line, " ")] = '\0'; // (discriminator 2)
            place = strdup(line);
        }
    }
    free(line);
}
