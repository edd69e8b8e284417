// SPDX-License-Identifier: MIT
#include "csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t next_line(char **text, const char *fields[most_fields])
{
    char *from = *text, *to = from;
    size_t count = 0;
    while (*from != '\0') {
        if (count == most_fields) {
            fprintf(stderr, "a line has more than %d fields\n", most_fields);
            exit(2);
        }
        fields[count++] = to;
        for (bool quoted = false; *from != '\0' && (quoted || (*from != ',' && *from != '\n')); ++from) {
            if (*from != '"')
                *to++ = *from;
            else if (quoted && from[1] == '"') // a quote within quotes is doubled
                *to++ = *from++;
            else
                quoted = !quoted;
        }
        if (*from == '\n' && to > fields[count - 1] && to[-1] == '\r')
            --to;
        char end = *from;
        from += end != '\0';
        *to++ = '\0'; // never before `from`'s own
        if (end != ',')
            break;
    }
    *text = from;
    return count;
}

int find_field(const char *const fields[], size_t count, const char *name)
{
    for (size_t i = 0; i < count; ++i)
        if (strcmp(fields[i], name) == 0)
            return (int)i;
    return -1;
}

double number_in(const char *field)
{
    char digits[40];
    size_t length = 0;
    for (; *field != '\0' && length + 1 < sizeof digits; ++field)
        if (*field != ',')
            digits[length++] = *field;
    digits[length] = '\0';
    return strtod(digits, NULL);
}
