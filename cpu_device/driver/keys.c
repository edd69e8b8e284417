// SPDX-License-Identifier: MIT
// What an object file of the device was made of, without the places of the device's folders. So a copy of the object
// files is good in another place: an installation and a package bring them, and nothing is compiled there again by the
// same compiler with the same headers.
#include "driver.h"

#include <stdlib.h>
#include <string.h>

static const char source_place[] = "@cpu_device", build_place[] = "@build";

static bool is_in(const char *path, const char *folder)
{
    return begins_with(path, folder) && path[strlen(folder)] == '/';
}

static char *without_places(const struct cucc *cucc, const char *text)
{
    struct text without = {0};
    append(&without, "", 0);
    while (*text != '\0') {
        if (is_in(text, cucc->build)) {
            appendf(&without, "%s", build_place);
            text += strlen(cucc->build);
        } else if (is_in(text, cucc->here)) {
            appendf(&without, "%s", source_place);
            text += strlen(cucc->here);
        } else {
            append(&without, text++, 1);
        }
    }
    return without.begin;
}

static char *in_place(const struct cucc *cucc, const char *path)
{
    if (is_in(path, build_place))
        return text_of("%s%s", cucc->build, path + strlen(build_place));
    if (is_in(path, source_place))
        return text_of("%s%s", cucc->here, path + strlen(source_place));
    return text_of("%s", path);
}

void write_inputs(const struct cucc *cucc, const char *depfile, const char *list)
{
    struct strings inputs = read_depfile(depfile);
    struct text text = {0};
    for (size_t i = 0; i < inputs.count; ++i)
        appendf(&text, "%s\n", without_places(cucc, inputs.item[i]));
    must_write(list, &text);
}

struct strings read_inputs(const struct cucc *cucc, const char *list)
{
    struct strings inputs = {0};
    struct text text = {0};
    if (read_file(list, &text))
        for (char *line = strtok(text.begin, "\n"); line != NULL; line = strtok(NULL, "\n"))
            add(&inputs, in_place(cucc, line));
    return inputs;
}

// A source in the build folder was made by this driver, and names the files that it includes by their places.
static uint64_t hash_made_source(const struct cucc *cucc, uint64_t before, const char *path)
{
    struct text text = {0};
    return read_file(path, &text) ? hash_text(before, without_places(cucc, text.begin)) : before;
}

uint64_t hash_of_object(const struct cucc *cucc, const struct strings *command, const struct strings *inputs)
{
    uint64_t all = hash_text(HASH_BEGIN, cucc->compiler.version);
    for (size_t i = 1; i < command->count; ++i) // after the compiler's name
        all = hash_text(all, without_places(cucc, command->item[i]));
    for (size_t i = 0; i < inputs->count; ++i) {
        all = hash_text(all, without_places(cucc, inputs->item[i]));
        if (is_in(inputs->item[i], cucc->build)) {
            all = hash_made_source(cucc, all, inputs->item[i]);
        } else {
            uint64_t contents = contents_of(inputs->item[i]);
            all = hash(all, &contents, sizeof contents);
        }
    }
    return all;
}
