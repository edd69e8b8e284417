// SPDX-License-Identifier: MIT
// Memory, strings, lists.
#include "rewrite.h"

#include <stdarg.h>
#include <stdlib.h>

void *allocate(void *old, size_t size)
{
    void *block = realloc(old, size);
    if (block == NULL) {
        fprintf(stderr, "rewrite: out of memory\n");
        exit(1);
    }
    return block;
}

void append(char **string, const char *text, size_t length)
{
    size_t old = *string ? strlen(*string) : 0;
    *string = allocate(*string, old + length + 1);
    memcpy(*string + old, text, length);
    (*string)[old + length] = '\0';
}

void add(char **string, const char *text)
{
    append(string, text, strlen(text));
}

void addf(char **string, const char *format, ...)
{
    size_t old = *string ? strlen(*string) : 0;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    *string = allocate(*string, old + (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(*string + old, (size_t)length + 1, format, arguments);
    va_end(arguments);
}

void add_token(char **string, const struct token *token)
{
    append(string, token->text, token->length);
}

void add_to_list(struct token_list *list, struct token *token)
{
    list->item = allocate(list->item, (list->count + 1) * sizeof *list->item);
    list->item[list->count++] = token;
}

char *read_all(FILE *file, size_t *length)
{
    size_t capacity = 1 << 16, got;
    char *text = allocate(NULL, capacity);
    *length = 0;
    while ((got = fread(text + *length, 1, capacity - *length - 1, file)) > 0) {
        *length += got;
        if (*length + 1 == capacity)
            text = allocate(text, capacity *= 2);
    }
    text[*length] = '\0';
    return text;
}
