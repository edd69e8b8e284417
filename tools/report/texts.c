// SPDX-License-Identifier: MIT
// texts ROOT OUT REPOSITORY FRONT PATH...: writes texts of the repository in ROOT as pages in the folder OUT, and every
// file that they link to: a Markdown file becomes NAME.html, any other text FILE.html with its source, a picture is
// copied, a folder becomes a list. Paths stay as in the repository, so the pages need no server. Each page is
// page.html, which lies beside this file, around its text; FRONT is the text of OUT/index.html. REPOSITORY is its
// address, or empty.
//
// Where a text names `./run show NAME` and OUT/trace-NAME.html is there, the page opens in that place. An exercise is
// shown as its task, its file and its hints. A program that OUT/playground has gets a link to it. Markdown is read by
// cmark-gfm; without it only OUT/index.html is written, and its links lead into ROOT, from OUT by ../../.
//
// Exit status: 0 all pages are written; 1 one is not, and stderr says why; 2 bad usage.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "text.h"

typedef struct {
    const char *root, *out, *repository;
    bool markdown; // cmark-gfm is there
    char *frame;   // page.html
    char **paths;  // of the repository, each of which gets a page
    size_t count, room;
} site;

// --- paths of the repository ---

static bool ends_with(const char *path, const char *end)
{
    size_t size = strlen(path), tail = strlen(end);
    return size >= tail && strcmp(path + size - tail, end) == 0;
}

static bool is_picture(const char *path)
{
    return ends_with(path, ".png") || ends_with(path, ".svg");
}

static mode_t mode_of(const char *folder, const char *path)
{
    char full[PATH_MAX];
    struct stat found;
    snprintf(full, sizeof full, "%s/%s", folder, path);
    return stat(full, &found) == 0 ? found.st_mode : 0;
}

// What PATH is shown as, from OUT on.
static void page_of(const site *s, const char *path, char *page, size_t size)
{
    char readme[PATH_MAX];
    snprintf(readme, sizeof readme, "%s/README.md", path);
    if (is_picture(path))
        snprintf(page, size, "%s", path);
    else if (ends_with(path, ".md"))
        snprintf(page, size, "%.*s.html", (int)strlen(path) - 3, path);
    else if (!S_ISDIR(mode_of(s->root, path)))
        snprintf(page, size, "%s.html", path);
    else
        snprintf(page, size, "%s/%s.html", path, mode_of(s->root, readme) ? "README" : "index");
}

static void want(site *s, const char *path)
{
    for (size_t i = 0; i < s->count; ++i)
        if (strcmp(s->paths[i], path) == 0)
            return;
    if (s->count == s->room) {
        s->room = 2 * s->room + 64;
        s->paths = realloc(s->paths, s->room * sizeof *s->paths);
    }
    if (s->paths == NULL || (s->paths[s->count++] = strdup(path)) == NULL)
        fail("no memory for", path);
}

// HREF, of SIZE bytes, as it stands in FROM, or from / on: the path in the repository, without what follows # ; false
// if it leads elsewhere.
static bool resolve(const char *from, const char *href, size_t size, char *path)
{
    const char *mark = memchr(href, '#', size), *slash = strrchr(from, '/');
    size_t length = mark != NULL ? (size_t)(mark - href) : size;
    if (length == 0 || memchr(href, ':', length) != NULL || length + strlen(from) + 2 > PATH_MAX)
        return false;
    char joined[2 * PATH_MAX], *rest = joined;
    int folder = slash != NULL && href[0] != '/' ? (int)(slash - from) : 0;
    snprintf(joined, sizeof joined, "%.*s/%.*s", folder, from, (int)length, href);
    path[0] = 0;
    for (char *part; (part = strtok_r(rest, "/", &rest)) != NULL;) {
        if (strcmp(part, ".") == 0)
            continue;
        if (strcmp(part, "..") != 0) {
            sprintf(path + strlen(path), "%s%s", path[0] ? "/" : "", part);
            continue;
        }
        if (path[0] == 0)
            return false;
        char *last = strrchr(path, '/');
        *(last != NULL ? last : path) = 0;
    }
    return true;
}

// "../" for each folder of PAGE.
static void add_way_up(text *t, const char *page)
{
    for (; (page = strchr(page, '/')) != NULL; ++page)
        add(t, "../", 3);
}

// The link HREF of the file FROM, as it stands in FROM's page. A text that is not there in Chinese is there in English.
static void add_link(site *s, const char *from, const char *href, size_t size, text *to)
{
    char path[PATH_MAX], page[PATH_MAX], here[PATH_MAX];
    if (!resolve(from, href, size, path)) {
        add(to, href, size);
        return;
    }
    if (!mode_of(s->root, path) && ends_with(path, ".zh-CN.md"))
        strcpy(path + strlen(path) - strlen(".zh-CN.md"), ".md");
    if (!mode_of(s->root, path)) {
        add(to, href, size);
        return;
    }
    if (!s->markdown) {
        say(to, "../../%s", path);
        return;
    }
    want(s, path);
    page_of(s, path, page, sizeof page);
    page_of(s, from, here, sizeof here);
    add_way_up(to, here);
    add(to, page, strlen(page));
    const char *mark = memchr(href, '#', size);
    if (mark != NULL)
        add(to, mark, size - (size_t)(mark - href));
}

// --- from cmark-gfm's HTML to that of a page ---

// Full-width signs, which are no part of an anchor: the first three are of U+3000 and of U+FF00, the last of U+2000.
static bool is_sign(const unsigned char *c)
{
    if (c[0] == 0xe3 && c[1] == 0x80)
        return true; // 、。「」
    if (c[0] == 0xef && c[1] == 0xbc)
        return (c[2] >= 0x81 && c[2] <= 0x8f) || c[2] >= 0x9a; // ！（），：；？
    return c[0] == 0xe2 && (c[1] == 0x80 || c[1] == 0x86);     // “”— and arrows
}

// The anchor of a heading, as GitHub makes it: its text in small letters, with hyphens for blanks and without signs.
static void add_anchor(text *to, const char *heading, const char *end)
{
    for (const char *c = heading; c < end; ++c)
        if (*c == '<') {
            while (*c != '>')
                ++c;
        } else if (*c == '&') {
            while (*c != ';')
                ++c;
        } else if (is_sign((const unsigned char *)c)) {
            c += 2;
        } else if (*c == ' ') {
            add(to, "-", 1);
        } else if (isalnum((unsigned char)*c) || *c == '-' || *c == '_' || (unsigned char)*c >= 0x80) {
            char small = (unsigned char)*c < 0x80 ? (char)tolower(*c) : *c;
            add(to, &small, 1);
        }
}

// Each program that a heading links to has its name as a further anchor there.
static void add_names(text *to, const char *heading, const char *end)
{
    for (const char *c = heading; (c = strstr(c, ".cu\"")) != NULL && c < end; ++c) {
        const char *from = c;
        while (from > heading && (isalnum((unsigned char)from[-1]) || from[-1] == '_'))
            --from;
        say(to, "<a id=\"%.*s\"></a>", (int)(c - from), from);
    }
}

// The page of the launch that the paragraph from FROM to END tells the reader to show.
static void add_figure(site *s, const char *path, const char *from, const char *end, text *to)
{
    const char *command = "<code>./run show ", *name = strstr(from, command);
    if (name == NULL || name >= end)
        return;
    name += strlen(command);
    char page[PATH_MAX], here[PATH_MAX];
    snprintf(page, sizeof page, "trace-%.*s.html", (int)strcspn(name, " <"), name);
    if (!mode_of(s->out, page))
        return;
    text up = {0};
    page_of(s, path, here, sizeof here);
    add(&up, "", 0);
    add_way_up(&up, here);
    int length = (int)strcspn(name, " <");
    bool chinese = ends_with(path, ".zh-CN.md");
    say(to,
        "\n<details class=figure><summary>%s%.*s%s</summary><iframe loading=lazy src=\"%s%s#lecture&amp;play\" "
        "title=\"%.*s\"></iframe>",
        chinese ? "在这里逐步观看 " : "Watch ", length, name, chinese ? "" : " here, step by step", up.data, page,
        length, name);
    say(to, "<p><a href=\"%s%s\">%s</a></p></details>", up.data, page,
        chinese ? "在单独的窗口里打开" : "in a window of its own");
    free(up.data);
}

// HTML, up to END, of the file PATH.
static void add_html(site *s, const char *path, const char *html, const char *end, text *to)
{
    const char *paragraph = html;
    bool anchors = ends_with(path, ".md");
    while (html < end) {
        // a quote in a text is &quot;, so these are attributes
        const char *quote = strncmp(html, "href=\"", 6) == 0  ? html + 6
                            : strncmp(html, "src=\"", 5) == 0 ? html + 5
                                                              : NULL;
        if (quote != NULL) {
            size_t size = strcspn(quote, "\"");
            add(to, html, (size_t)(quote - html));
            add_link(s, path, quote, size, to);
            html = quote + size;
        } else if (anchors && strncmp(html, "<h", 2) == 0 && isdigit((unsigned char)html[2]) && html[3] == '>') {
            char close[] = {'<', '/', 'h', html[2], '>', 0};
            const char *inner = html + 4, *last = strstr(inner, close);
            add_names(to, inner, last);
            say(to, "<h%c id=\"", html[2]);
            add_anchor(to, inner, last);
            add(to, "\">", 2);
            add_html(s, path, inner, last, to);
            html = last;
        } else if (strncmp(html, "</p>", 4) == 0) {
            add(to, html, 4);
            add_figure(s, path, paragraph, html, to);
            html += 4;
        } else {
            if (strncmp(html, "<p>", 3) == 0)
                paragraph = html;
            add(to, html++, 1);
        }
    }
}

// --- pages ---

// Writes PAGE: the frame, with BODY in it. LANGUAGE is "en" or "zh", or "" if the reader's browser decides.
static void write_page(site *s, const char *page, const char *title, const char *language, const text *body)
{
    text frame = {0}, whole = {0};
    char path[PATH_MAX];
    add_html(s, page, s->frame, s->frame + strlen(s->frame), &frame);
    for (const char *c = frame.data, *mark; *c != 0; c = mark) {
        mark = strchr(c, '{');
        if (mark == NULL)
            mark = c + strlen(c);
        add(&whole, c, (size_t)(mark - c));
        if (strncmp(mark, "{title}", 7) == 0)
            add_escaped(&whole, title, strlen(title));
        else if (strncmp(mark, "{lang}", 6) == 0)
            say(&whole, "%s", language[0] ? language : "en");
        else if (strncmp(mark, "{class}", 7) == 0)
            say(&whole, "%s", language[0] ? "text" : "neutral");
        else if (strncmp(mark, "{up}", 4) == 0)
            add_way_up(&whole, page);
        else if (strncmp(mark, "{body}", 6) == 0)
            add(&whole, body->data, body->size);
        else if (*mark != 0) { // a brace of its own
            add(&whole, mark++, 1);
            continue;
        }
        mark += *mark != 0 ? strcspn(mark, "}") + 1 : 0;
    }
    snprintf(path, sizeof path, "%s/%s", s->out, page);
    write_file(path, whole.data, whole.size);
    free(frame.data);
    free(whole.data);
}

static text markdown(const char *path)
{
    char command[PATH_MAX + 128];
    if (strchr(path, '\'') != NULL) {
        errno = EINVAL;
        fail("cannot read", path);
    }
    snprintf(command, sizeof command, "cmark-gfm --unsafe -e table -e autolink -e strikethrough '%s'", path);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL)
        fail("cannot run", command);
    text html = read_all(pipe);
    if (pclose(pipe) != 0)
        fail("cmark-gfm cannot read", path);
    return html;
}

static void write_markdown(site *s, const char *path, const char *full, const char *page)
{
    text html = markdown(full), body = {0};
    char title[256] = "";
    const char *heading = strstr(html.data, "<h1>");
    if (heading != NULL)
        for (const char *c = heading + 4; strncmp(c, "</h1>", 5) != 0 && strlen(title) + 1 < sizeof title; ++c) {
            if (*c == '<')
                c += strcspn(c, ">");
            else
                strncat(title, c, 1);
        }
    add_html(s, path, html.data, html.data + html.size, &body);
    write_page(s, page, title, ends_with(path, ".zh-CN.md") ? "zh" : "en", &body);
    free(html.data);
    free(body.data);
}

// A link to PATH where the repository is published.
static void add_repository(const site *s, const char *path, text *body)
{
    if (s->repository[0])
        say(body,
            "<p><a href=\"%s/blob/HEAD/%s\"><span lang=en>in the repository</span><span "
            "lang=zh>在仓库里</span></a></p>\n",
            s->repository, path);
}

// A link to the playground with PATH in it, if OUT/playground is there and has that program.
static void add_playground(const site *s, const char *path, const char *page, text *body)
{
    char list[PATH_MAX], line[PATH_MAX];
    snprintf(list, sizeof list, "%s/playground/programs.txt", s->out);
    FILE *programs = fopen(list, "r");
    while (programs != NULL && fgets(line, sizeof line, programs) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (strcmp(line, path) != 0)
            continue;
        say(body, "<p><a href=\"");
        add_way_up(body, page);
        say(body,
            "playground/index.html#program=%s\"><span lang=en>run it in your browser</span><span "
            "lang=zh>在浏览器里运行</span></a></p>\n",
            path);
    }
    if (programs != NULL)
        fclose(programs);
}

static void add_source(text *body, const text *source)
{
    int line = 1;
    add(body, "<div class=source><pre class=numbers aria-hidden=true>", 54);
    for (const char *c = source->data; *c != 0; c += strcspn(c, "\n"), c += *c == '\n', ++line)
        say(body, "<span id=L%d>%d</span>\n", line, line);
    add(body, "</pre><pre><code>", 17);
    add_escaped(body, source->data, source->size);
    add(body, "</code></pre></div>\n", 20);
}

// Sources in a language that Prism knows are coloured.
static bool has_colours(const char *path)
{
    const char *ends[] = {".cu", ".cuh", ".c", ".h", ".cpp"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
        if (ends_with(path, ends[i]))
            return true;
    return false;
}

// The comment at the top of an exercise, without its first two lines: paragraphs, and commands, which are indented.
static void add_task(text *body, const char *source)
{
    bool code = false, open = false;
    const char *line = source;
    for (int number = 1; strncmp(line, "//", 2) == 0; line += strcspn(line, "\n") + 1, ++number) {
        const char *words = line + 2 + strspn(line + 2, " ");
        size_t size = strcspn(words, "\n");
        if (number <= 2)
            continue;
        bool indented = words - line > 4;
        if (open && (size == 0 || indented != code)) {
            say(body, code ? "</pre>\n" : "</p>\n");
            open = false;
        }
        if (size == 0)
            continue;
        if (!open)
            say(body, indented ? "<pre>" : "<p>");
        code = indented;
        open = true;
        add_escaped(body, words, size);
        add(body, "\n", 1);
    }
    if (open)
        say(body, code ? "</pre>\n" : "</p>\n");
}

// The hints of an exercise, a line each, folded.
static void add_hints(text *body, const char *hints)
{
    for (int number = 1; *hints != 0; ++number) {
        size_t size = strcspn(hints, "\n");
        say(body, "<details class=hint><summary><span lang=en>Hint %d</span><span lang=zh>提示 %d</span></summary><p>",
            number, number);
        add_escaped(body, hints, size);
        say(body, "</p></details>\n");
        hints += size + (hints[size] == '\n');
    }
}

// "2 reverse: the first barrier." of the second line of an exercise; its number, or 0 if the file is none.
static int title_of_exercise(const char *source, char *title, size_t size)
{
    const char *second = strchr(source, '\n');
    if (second == NULL || strncmp(second, "\n// ", 4) != 0)
        return 0;
    snprintf(title, size, "%.*s", (int)strcspn(second + 4, ".\n"), second + 4);
    return atoi(title);
}

// Links to the exercises before and after NUMBER.
static void add_neighbours(site *s, const char *page, int number, text *body)
{
    char folder[PATH_MAX], path[PATH_MAX + 300], title[256];
    snprintf(folder, sizeof folder, "%s/exercises", s->root);
    DIR *all = opendir(folder);
    if (all == NULL)
        fail("cannot read", folder);
    say(body, "<p class=neighbours>");
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        if (!ends_with(entry->d_name, ".cu"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        text source = read_file(path);
        int other = title_of_exercise(source.data, title, sizeof title);
        free(source.data);
        if (other != number - 1 && other != number + 1)
            continue;
        say(body, "<a class=\"%s\" href=\"", other < number ? "before" : "after");
        snprintf(path, sizeof path, "/exercises/%s", entry->d_name);
        add_link(s, page, path, strlen(path), body);
        say(body, "\">");
        add_escaped(body, title, strlen(title));
        say(body, "</a> ");
    }
    closedir(all);
    say(body, "</p>\n");
}

static void add_exercise(site *s, const char *path, int number, const text *source, const char *hints, text *body)
{
    add_task(body, source->data);
    add_hints(body, hints);
    add_neighbours(s, path, number, body);
}

static void write_source(site *s, const char *path, const char *full, const char *page)
{
    text source = read_file(full), body = {0};
    char title[256], hints[2 * PATH_MAX];
    const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    snprintf(hints, sizeof hints, "%s/exercises/hints/%.*s.txt", s->root, (int)strcspn(name, "."), name);
    int number = strncmp(path, "exercises/", 10) == 0 && name == path + 10
                     ? title_of_exercise(source.data, title, sizeof title)
                     : 0;
    if (number == 0)
        snprintf(title, sizeof title, "%s", path);
    say(&body, "<h1>");
    add_escaped(&body, title, strlen(title));
    say(&body, "</h1>\n");
    if (number != 0) {
        text lines = read_file(hints);
        add_exercise(s, path, number, &source, lines.data, &body);
        free(lines.data);
        say(&body, "<h2>%s</h2>\n", path);
    }
    add_repository(s, path, &body);
    add_playground(s, path, page, &body);
    add_source(&body, &source);
    if (has_colours(path)) {
        say(&body, "<script src=\"");
        add_way_up(&body, page);
        say(&body, "prism.js\" data-manual></script>\n");
    }
    write_page(s, page, title, "", &body);
    free(source.data);
    free(body.data);
}

// A list of the files of a folder that has no README.md.
static void write_folder(site *s, const char *path, const char *full, const char *page)
{
    text body = {0};
    struct dirent **entries;
    int count = scandir(full, &entries, NULL, alphasort);
    if (count < 0)
        fail("cannot read", full);
    say(&body, "<h1>%s</h1>\n<ul>\n", path);
    for (int i = 0; i < count; ++i) {
        if (entries[i]->d_name[0] != '.')
            say(&body, "<li>%s</li>\n", entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    say(&body, "</ul>\n");
    add_repository(s, path, &body);
    write_page(s, page, path, "", &body);
    free(body.data);
}

static void write_path(site *s, const char *path)
{
    char full[PATH_MAX], page[PATH_MAX], picture[2 * PATH_MAX];
    snprintf(full, sizeof full, "%s/%s", s->root, path);
    page_of(s, path, page, sizeof page);
    if (is_picture(path)) {
        text data = read_file(full);
        snprintf(picture, sizeof picture, "%s/%s", s->out, page);
        write_file(picture, data.data, data.size);
        free(data.data);
    } else if (S_ISDIR(mode_of(s->root, path))) {
        if (ends_with(page, "/README.html")) {
            snprintf(full, sizeof full, "%s/README.md", path);
            want(s, full);
        } else {
            write_folder(s, path, full, page);
        }
    } else if (ends_with(path, ".md")) {
        write_markdown(s, path, full, page);
    } else {
        write_source(s, path, full, page);
    }
}

int main(int count, char **arguments)
{
    if (count < 5) {
        fprintf(stderr, "usage: texts ROOT OUT REPOSITORY FRONT PATH...\n");
        return 2;
    }
    site s = {.root = arguments[1], .out = arguments[2], .repository = arguments[3]};
    s.markdown = system("cmark-gfm --version >/dev/null 2>&1") == 0;
    char frame[PATH_MAX];
    snprintf(frame, sizeof frame, "%s/tools/report/page.html", s.root);
    text read = read_file(frame), front = read_file(arguments[4]), body = {0};
    s.frame = read.data;
    add_html(&s, "index.html", front.data, front.data + front.size, &body);
    write_page(&s, "index.html", "Shared memory and synchronization in CUDA", "", &body);
    for (int i = 5; i < count && s.markdown; ++i)
        want(&s, arguments[i]);
    for (size_t i = 0; i < s.count; ++i)
        write_path(&s, s.paths[i]);
    return 0;
}
