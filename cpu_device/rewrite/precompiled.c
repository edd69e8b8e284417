// SPDX-License-Identifier: MIT
// The device's own header, which cucc has precompiled, stands in place of its text.
#include "rewrite.h"

#include <stdlib.h>

// The text of the header that the command line includes, from its own marker to that of the return from it. NULL:
// there is none.
static const char *included_text(const char *text, size_t *length)
{
    static const char first[] = "\n# 0 \"<command-line>\" 2\n",
                      earlier[] = "\n# 1 \"<command-line>\" 2\n"; // before GCC 12
    const char *begin = strstr(text, "/cuda_runtime.h\" 1\n");
    while (begin != NULL && begin > text && begin[-1] != '\n')
        --begin;
    const char *end = begin ? strstr(begin, first) : NULL;
    if (begin != NULL && end == NULL)
        end = strstr(begin, earlier);
    if (end == NULL)
        return NULL;
    *length = (size_t)(end + sizeof first - 1 - begin);
    return begin;
}

// Finds in the source the very text that the precompiled header was made of. Then that header stands in its place, as
// g++ -E -fpch-preprocess has it, and nothing of the text is looked at: what becomes of it depends on no option but
// --host and --spaces, which cucc gave then as now.
void find_precompiled(struct rewriter *r)
{
    char *name = NULL;
    addf(&name, "%s.ii", r->precompiled);
    FILE *file = fopen(name, "r");
    free(name);
    if (file == NULL)
        return;
    size_t length;
    char *header = read_all(file, &length);
    fclose(file);
    const char *theirs = included_text(header, &length), *ours = included_text(r->source, &r->included_length);
    if (theirs && ours && r->included_length == length && memcmp(ours, theirs, length) == 0)
        r->included = ours;
    free(header);
}

// The token of that text.
void insert_precompiled(struct rewriter *r)
{
    struct token *t = r->tokens;
    while (exists(t) && t->text != r->included)
        ++t;
    if (exists(t))
        addf(&t->instead, "#pragma GCC pch_preprocess \"%s.gch\"\n", r->precompiled);
}
