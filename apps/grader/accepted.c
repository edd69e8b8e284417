// SPDX-License-Identifier: MIT
// What is compiled of a submission: its tokens (tokens.c), printed anew after each has been found in allowed.txt. A
// token keeps its line, and nearly always its column, so reports name the student's lines. Headers of the system and of
// the judges are not included there but, before anything that the submission defines, by a file of the judge's own.
// The headers that lie in the submission's folder, or below it, and are included by #include "..." are printed too.
#include "judging.h"

#include <ctype.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_headers = 100, most_name = 200 };

struct accepting {
    const char *folder; // the submission's, without symbolic links; null: what lies there is another's
    const char *box;
    const char *allowed; // the text of allowed.txt
    size_t left;         // bytes
    char *name[most_headers];
    size_t count;
    struct accepted result;
    char *includes;
};

struct printing {
    struct accepting *all;
    const char *file; // as messages name it
    struct tokens tokens;
    size_t next, end; // end: of the directive, or of the file
    unsigned depth;   // of #if
    unsigned line, column;
    FILE *out;
};

__attribute__((format(printf, 3, 4))) static bool refuse(struct printing *p, unsigned line, const char *format, ...)
{
    va_list arguments;
    char *reason;
    va_start(arguments, format);
    if (vasprintf(&reason, format, arguments) < 0)
        abort();
    va_end(arguments);
    if (p->all->result.refused == NULL)
        p->all->result.refused = text_of("%s:%u: %s", p->file, line, reason);
    return false;
}

static bool is_allowed(const struct accepting *all, const char *kind, const char *name, size_t length)
{
    char whole[300], pattern[100];
    snprintf(whole, sizeof whole, "%s %.*s", kind, (int)length, name);
    for (const char *line = all->allowed; *line != '\0' && length < 200;
         line += strcspn(line, "\n"), line += *line != '\0') {
        size_t end = strcspn(line, "\n");
        if (strncmp(line, kind, strlen(kind)) != 0 || end >= sizeof pattern)
            continue;
        snprintf(pattern, sizeof pattern, "%.*s", (int)end, line);
        if (fnmatch(pattern, whole, 0) == 0)
            return true;
    }
    return false;
}

static bool is_allowed_token(const struct accepting *all, const char *kind, const struct token *token)
{
    return is_allowed(all, kind, token->begin, token->length);
}

// The token so far from the next one, or one that is none.
static const struct token *peek(const struct printing *p, size_t far)
{
    static const struct token none = {.begin = "", .kind = MARK};
    return p->next + far < p->end ? &p->tokens.item[p->next + far] : &none;
}

static bool is_next(const struct printing *p, size_t far, const char *text)
{
    return is_token(peek(p, far), text);
}

static char *text_of_token(const struct token *token)
{
    return text_of("%.*s", (int)token->length, token->begin);
}

// --- printing ---

static void print(struct printing *p, const char *text, size_t length)
{
    fwrite(text, 1, length, p->out);
    p->column += (unsigned)length;
}

// Whether two tokens that touch in the source stay two if they touch here.
static bool may_touch(const struct token *before, const struct token *token)
{
    static const char alone[] = "()[]{};,";
    if ((before->kind == MARK && strchr(alone, *before->begin)) ||
        (token->kind == MARK && strchr(alone, *token->begin)))
        return true;
    return (before->kind == WORD && token->kind == MARK) || (before->kind == MARK && token->kind == WORD);
}

// In its own line, except where a backslash has joined it with the one before.
static void move_to(struct printing *p, const struct token *token, bool begins)
{
    for (; begins && p->line < token->line; ++p->line) {
        fputc('\n', p->out);
        p->column = 0;
    }
    const struct token *before = begins || token == p->tokens.item ? NULL : token - 1;
    if (p->column > 0 && before != NULL && (token->spaced || !may_touch(before, token)))
        print(p, " ", 1);
    while (p->line == token->line && p->column < token->column && (p->column == 0 || token->spaced))
        print(p, " ", 1);
}

// Bytes that are not ASCII by their numbers.
static void print_quoted(struct printing *p, const char *text, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        if ((text[i] & 0x80) != 0)
            p->column += (unsigned)fprintf(p->out, "\\%03o", (unsigned char)text[i]);
        else
            print(p, text + i, 1);
}

static void print_token(struct printing *p, const struct token *token, bool in_directive)
{
    move_to(p, token, !in_directive && (p->line < token->line));
    if (token->kind == QUOTED)
        print_quoted(p, token->begin, token->length);
    else
        print(p, token->begin, token->length);
}

// --- names ---

static bool ends_like_a_guard(const struct token *token)
{
    static const char *const ends[] = {"_H", "_H_", "_H__", "_CUH", "_CUH_", "_CUH__", "_HPP", "_HPP_", "_HPP__"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
        if (ends_with(text_of_token(token), ends[i]))
            return true;
    return false;
}

static bool accept_name(struct printing *p, const struct token *token)
{
    const char *begin = token->begin;
    bool reserved = token->length > 1 && *begin == '_' && (begin[1] == '_' || isupper((unsigned char)begin[1]));
    if (token->length > 100)
        return refuse(p, token->line, _("a name of more than 100 characters"));
    if ((reserved && !is_allowed_token(p->all, "name", token) && !ends_like_a_guard(token)) ||
        is_allowed_token(p->all, "keyword", token) || strstr(text_of_token(token), "cpu_device") != NULL)
        return refuse(p, token->line, _("%.*s: take it out; a solution may not use it"), (int)token->length, begin);
    return true;
}

// The names in [[...]] or __attribute__((...)), which has been read up to its second parenthesis.
static bool accept_attributes(struct printing *p, size_t far, const char *end)
{
    unsigned depth = 0;
    for (; p->next + far < p->end; ++far) {
        const struct token *token = peek(p, far);
        if (depth == 0 && is_token(token, end))
            return true;
        depth += is_token(token, "(");
        depth -= depth > 0 && is_token(token, ")");
        if (depth == 0 && !is_token(token, ")") && !is_token(token, ",") &&
            !(token->kind == WORD && is_allowed_token(p->all, "attribute", token)))
            return refuse(p, token->line, _("the attribute %.*s: take it out"), (int)token->length, token->begin);
    }
    return refuse(p, peek(p, 0)->line, _("an attribute without its end"));
}

// What a word means by its neighbours.
static bool accept_word(struct printing *p, const struct token *token)
{
    if (is_token(token, "_Pragma")) {
        const struct token *text = peek(p, 2);
        return (is_next(p, 1, "(") && text->kind == QUOTED && fnmatch("\"unroll*", text_of_token(text), 0) == 0) ||
               refuse(p, token->line, _("a pragma: only unroll may stand here"));
    }
    if (is_token(token, "__attribute__"))
        return (is_next(p, 1, "(") && is_next(p, 2, "(") && accept_attributes(p, 3, ")")) ||
               refuse(p, token->line, _("an attribute without its end"));
    if (is_token(token, "extern") && !is_allowed_token(p->all, "linkage", peek(p, 1)))
        return refuse(p, token->line, _("extern: take it out; only extern __shared__ may stand here"));
    if (is_token(token, "namespace") && is_allowed_token(p->all, "library", peek(p, 1)) &&
        (is_next(p, 2, "{") || is_next(p, 2, "::")))
        return p->next > 0 && is_token(token - 1, "using")
                   ? true
                   : refuse(p, token->line, _("a solution may not add to a library"));
    if (is_token(token, "goto") && peek(p, 1)->kind != WORD)
        return refuse(p, token->line, _("goto without a label"));
    if (is_token(token, "main") && is_next(p, 1, "("))
        return refuse(p, token->line, _("main(): take it out; the judge has its own, and launches the kernel"));
    return true;
}

static bool accept_token(struct printing *p, const struct token *token, bool in_directive)
{
    if (token->kind == WORD)
        return accept_name(p, token) && accept_word(p, token);
    if (token->kind != MARK)
        return true;
    if (is_token(token, "[") && is_next(p, 1, "["))
        return accept_attributes(p, 2, "]");
    if (is_token(token, "##"))
        return refuse(p, token->line, _("##: take it out; a solution may not join words"));
    if (is_token(token, "#") && !in_directive)
        return refuse(p, token->line, _("a # that does not begin its line"));
    if (is_token(token, "<<") && is_next(p, 1, "<") && !peek(p, 1)->spaced)
        return refuse(p, token->line, _("<<<>>>: take the launch out; the judge launches the kernel"));
    return true;
}

// --- #include ---

// The path within the folder: null where it leads out of it, into a folder that has the judges' name, or where no name
// of a file is ordinary.
static char *path_within(const char *from, const char *name)
{
    const char *slash = strrchr(from, '/');
    char *path = text_of("%.*s%s", slash ? (int)(slash + 1 - from) : 0, from, name), *to = path;
    for (char *part = path, *end; *part != '\0'; part = end + (*end == '/')) {
        size_t length = strcspn(part, "/");
        end = part + length;
        for (const char *c = part; c < end; ++c)
            if (!isalnum((unsigned char)*c) && !strchr("_-. ,+", *c))
                return NULL;
        if (length == 0 || (length == 1 && *part == '.'))
            continue;
        if (length == 2 && strncmp(part, "..", 2) == 0) {
            if (to == path)
                return NULL;
            for (--to; to > path && to[-1] != '/'; --to)
                ;
            continue;
        }
        if (length == strlen("judge") && strncasecmp(part, "judge", length) == 0)
            return NULL;
        memmove(to, part, length);
        to += length;
        if (*end == '/')
            *to++ = '/';
    }
    *to = '\0';
    return *name == '/' || to == path || to[-1] == '/' || strlen(path) > most_name ? NULL : path;
}

static void make_folders_of(const char *box, const char *path)
{
    for (const char *slash = path; (slash = strchr(slash, '/')) != NULL; ++slash)
        mkdir(text_of("%s/%.*s", box, (int)(slash - path), path), 0755);
}

static bool accept_file(struct accepting *all, const char *path, struct text text);

// A header of the submission's: 1; no such one is there: 0; -1: it is refused.
static int include_own(struct accepting *all, char *path)
{
    struct stat state;
    if (path == NULL || all->folder == NULL)
        return 0;
    char *file = realpath(text_of("%s/%s", all->folder, path), NULL);
    size_t length = strlen(all->folder);
    for (size_t i = 0; i < all->count; ++i)
        if (strcmp(all->name[i], path) == 0)
            return 1;
    if (file == NULL || strncmp(file, all->folder, length) != 0 || file[length] != '/' || stat(file, &state) != 0 ||
        !S_ISREG(state.st_mode) || access(file, R_OK) != 0)
        return 0;
    if (all->count == most_headers)
        return all->result.refused = text_of("%s", _("it includes more than 100 headers")), -1;
    all->name[all->count++] = path;
    struct text text = read_up_to(file, all->left + 1);
    if (text.length > all->left)
        return all->result.refused = text_of("%s", _("with its headers, it has more than 1 MiB")), -1;
    all->left -= text.length;
    make_folders_of(all->box, path);
    return accept_file(all, path, text) ? 1 : -1;
}

// By a file of the judge's, once; under a condition only where it is there.
static void include_known(struct printing *p, const char *name, unsigned line, const char *mark)
{
    char *directive = text_of("#include %c%s%c\n", mark[0], name, mark[1]);
    if (strstr(p->all->includes, directive) == NULL)
        p->all->includes = p->depth > 0
                               ? text_of("%s#if __has_include(<%s>)\n%s#endif\n", p->all->includes, name, directive)
                               : text_of("%s#line %u \"%s\"\n%s", p->all->includes, line, p->file, directive);
}

static bool accept_include(struct printing *p, const struct token *begin)
{
    const struct token *first = peek(p, 1);
    char *name = text_of("%s", "");
    bool quoted = first->kind == QUOTED && p->next + 2 == p->end && *first->begin == '"';
    if (quoted) {
        name = text_of("%.*s", (int)first->length - 2, first->begin + 1);
    } else if (is_token(first, "<")) { // its tokens touch
        for (p->next += 2; p->next < p->end && !is_next(p, 0, ">") && !peek(p, 0)->spaced; ++p->next)
            name = text_of("%s%.*s", name, (int)peek(p, 0)->length, peek(p, 0)->begin);
        if (p->next + 1 != p->end || !is_next(p, 0, ">"))
            *name = '\0';
    }
    const size_t length = strlen(name);
    if (is_allowed(p->all, "host", name, length))
        return true;
    if (strstr(name, "..") == NULL && is_allowed(p->all, "header", name, length))
        return include_known(p, name, begin->line, "<>"), true;
    if (strncmp(name, "judge/", 6) == 0 && length < 60 &&
        length == 6 + strspn(name + 6, "abcdefghijklmnopqrstuvwxyz_") + 2 && ends_with(name, ".h") &&
        access(text_of("%s/%s", p->all->result.here, name), R_OK) == 0) {
        return include_known(p, name, begin->line, "\"\""), true;
    }
    const char *from = strcmp(p->file, p->all->result.source) == 0 ? "" : p->file;
    int own = quoted ? include_own(p->all, path_within(from, name)) : 0;
    if (own == 0)
        return refuse(
            p, begin->line,
            _("#include %s: take it out; it is neither beside the file nor a header that a solution may include"),
            *name ? name : "...");
    if (own < 0)
        return false;
    move_to(p, begin, true);
    print(p, "#include ", 9);
    print_quoted(p, first->begin, first->length);
    return true;
}

// --- directives ---

// A name after #define, #undef, #ifdef: none that is reserved is defined but a header's own mark.
static bool accept_macro(struct printing *p, const struct token *name, bool defines)
{
    if (name->kind != WORD)
        return refuse(p, peek(p, 0)->line, _("a directive without a name"));
    bool reserved = name->length > 1 && name->begin[0] == '_' && !islower((unsigned char)name->begin[1]);
    if (defines && reserved && !ends_like_a_guard(name))
        return refuse(p, name->line, _("%.*s: take it out; a solution may not define it"), (int)name->length,
                      name->begin);
    return true;
}

static void print_message(struct printing *p, const struct token *token)
{
    print(p, " \"", 2);
    for (size_t i = 0; i < token->length; ++i) {
        const char *c = &token->begin[i];
        print(p, isprint((unsigned char)*c) && *c != '"' && *c != '\\' ? c : ".", 1);
    }
    print(p, "\"", 1);
}

static bool print_rest(struct printing *p)
{
    const bool asks = is_next(p, 0, "ifdef") || is_next(p, 0, "ifndef"); // for any name
    for (; p->next < p->end; ++p->next) {
        const struct token *token = peek(p, 0);
        if (token->kind == MESSAGE) {
            print_message(p, token);
        } else {
            if (!asks && !accept_token(p, token, true))
                return false;
            print_token(p, token, true);
        }
    }
    return true;
}

static bool accept_directive(struct printing *p)
{
    const struct token *begin = peek(p, 0);
    ++p->next;
    const struct token *name = peek(p, 0);
    if (p->next == p->end)
        return true; // # alone
    if (name->kind != WORD || !is_allowed_token(p->all, "directive", name))
        return refuse(p, begin->line, _("the directive #%.*s: take it out"), (int)name->length, name->begin);
    if (is_token(name, "include"))
        return accept_include(p, begin);
    if (is_token(name, "pragma") && !is_allowed_token(p->all, "pragma", peek(p, 1)))
        return refuse(p, begin->line, _("#pragma %.*s: take it out"), (int)peek(p, 1)->length, peek(p, 1)->begin);
    if (is_token(name, "define") || is_token(name, "undef") || is_token(name, "ifdef") || is_token(name, "ifndef"))
        if (!accept_macro(p, peek(p, 1), is_token(name, "define") || is_token(name, "undef")))
            return false;
    p->depth += strncmp(name->begin, "if", 2) == 0;
    p->depth -= is_token(name, "endif") && p->depth > 0;
    move_to(p, begin, true);
    print(p, "#", 1);
    return print_rest(p);
}

// The judges that a file includes, under whatever condition, up to where it is refused.
static void note_judges(struct accepted *result, const struct tokens *tokens)
{
    for (size_t i = 2; i < tokens->count; ++i) {
        const struct token *t = &tokens->item[i];
        if (t[-2].first && is_token(&t[-2], "#") && is_token(&t[-1], "include") && t->length > 10 &&
            strncmp(t->begin, "\"judge/", 7) == 0 && strncmp(t->begin + t->length - 3, ".h\"", 3) == 0)
            result->judges = text_of("%s%.*s ", result->judges, (int)t->length - 10, t->begin + 7);
    }
}

static bool accept_all(struct printing *p)
{
    const size_t count = p->tokens.count;
    while (p->next < count) {
        const struct token *token = &p->tokens.item[p->next];
        p->end = count;
        if (token->first && is_token(token, "#")) {
            for (p->end = p->next + 1; p->end < count && !p->tokens.item[p->end].first; ++p->end)
                ;
            if (!accept_directive(p))
                return false;
            p->next = p->end;
        } else if (accept_token(p, token, false)) {
            print_token(p, token, false);
            ++p->next;
        } else {
            return false;
        }
    }
    return true;
}

static bool accept_file(struct accepting *all, const char *path, struct text text)
{
    char *printed = NULL;
    size_t length = 0;
    struct printing p = {.all = all, .file = path, .tokens = read_tokens(text), .line = 1};
    note_judges(&all->result, &p.tokens);
    p.out = open_memstream(&printed, &length);
    if (p.out == NULL)
        abort();
    bool accepted = p.tokens.problem == NULL ? accept_all(&p) : refuse(&p, p.tokens.line, "%s", p.tokens.problem);
    fputc('\n', p.out);
    fclose(p.out);
    if (accepted)
        write_copy(text_of("%s/%s", all->box, path), (struct text){.begin = printed, .length = length});
    free(p.tokens.item);
    free(printed);
    free(text.begin);
    return accepted;
}

struct accepted accept_submission(const struct rules *rules, const char *file, const char *source, struct text text,
                                  const char *box, bool headers)
{
    const char *slash = strrchr(file, '/');
    struct accepting all = {.box = box, .left = most_source - text.length, .includes = strdup("")};
    all.result = (struct accepted){.here = rules->here, .source = source, .judges = strdup("")};
    all.allowed = read_up_to(text_of("%s/allowed.txt", rules->grader), 1 << 20).begin;
    if (headers)
        all.folder = realpath(slash == NULL ? "." : text_of("%.*s/", (int)(slash - file), file), NULL);
    if (accept_file(&all, source, text)) {
        mkdir(text_of("%s/judge", box), 0755);
        write_copy(text_of("%s/judge/included.h", box),
                   (struct text){.begin = all.includes, .length = strlen(all.includes)});
    }
    return all.result;
}
