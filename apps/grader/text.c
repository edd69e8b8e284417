// SPDX-License-Identifier: MIT
#include "judging.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *command_name = "check";
int status_of_death = 2;

void die(const char *format, ...)
{
    va_list arguments;
    end_heartbeat();
    va_start(arguments, format);
    fprintf(stderr, "%s: ", command_name);
    vfprintf(stderr, _(format), arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(status_of_death);
}

// The bytes of the UTF-8 character there, 0: there is none.
static size_t character(const unsigned char *c, size_t left)
{
    size_t length = c[0] < 0x80                   ? 1
                    : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                    : (c[0] & 0xf0) == 0xe0       ? 3
                    : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                                  : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; ++i)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool outside = (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf4 && c[1] > 0x8f);
    bool control = c[0] == 0xc2 && c[1] < 0xa0;
    // marks that turn the direction of what follows
    bool turning = c[0] == 0xe2 &&
                   ((c[1] == 0x80 && (c[2] >= 0xaa && c[2] <= 0xae)) || (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9));
    return overlong || outside || control || turning ? 0 : length;
}

char *readable(const char *bytes, size_t length, bool in_one_line)
{
    char *text = malloc(4 * length + 1), *to = text;
    if (text == NULL)
        abort();
    for (size_t i = 0; i < length;) {
        const unsigned char *c = (const unsigned char *)bytes + i;
        size_t n = character(c, length - i);
        bool shown =
            n > 1 || (n == 1 && c[0] >= 0x20 && c[0] != 0x7f) || (!in_one_line && (c[0] == '\n' || c[0] == '\t'));
        if (shown) {
            memcpy(to, c, n);
            to += n;
            i += n;
        } else {
            to += sprintf(to, "\\x%02x", c[0]);
            ++i;
        }
    }
    *to = '\0';
    return text;
}

const char *short_path(const char *path)
{
    char *here = getcwd(NULL, 0);
    size_t length = here != NULL ? strlen(here) : 0;
    bool below = length > 1 && strncmp(path, here, length) == 0 && path[length] == '/';
    free(here);
    return below ? path + length + 1 : path;
}

void write_copy(const char *path, struct text text)
{
    FILE *copy = fopen(path, "w");
    bool written = copy != NULL && fwrite(text.begin, 1, text.length, copy) == text.length;
    if (copy == NULL || fclose(copy) != 0 || !written)
        die("no copy of a submission can be written to %s", path);
}
