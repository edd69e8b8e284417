// SPDX-License-Identifier: MIT
// What cpu_device/runs/json.c reads and writes: each text of the table is read and written again, or is refused; and
// members are set, and left out.
#include "../../runs/runs.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    exit(2);
}

static const struct {
    const char *read, *written; // null: it is refused
} texts[] = {
    {" { } ", "{}"},
    {"[1,-2.50,3e7, true,false,null]", "[1,-2.50,3e7,true,false,null]"},
    {"{\"a\":{\"b\":[\"c\",{}]},\"d\":\"\"}", "{\"a\":{\"b\":[\"c\",{}]},\"d\":\"\"}"},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u001b\"", "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u001b\""},
    {"\"\\u00e9\\u7ade\\ud83d\\ude00\"", "\"é竞😀\""},
    {"\"é\"", "\"é\""},
    {"", NULL},
    {"{\"a\":1", NULL},
    {"{\"a\":1}}", NULL},
    {"{\"a\" 1}", NULL},
    {"{a:1}", NULL},
    {"[1,]", NULL},
    {"[1 2]", NULL},
    {"\"a", NULL},
    {"\"\\x\"", NULL},
    {"\"\\u12g4\"", NULL},
    {"\"\\u0000\"", NULL},
    {"\"\\ud83d\"", NULL},
    {"1.2.3", NULL},
    {"tru", NULL},
};

static unsigned wrong;

static void expect(const char *of, const char *wanted, const char *got)
{
    if (strcmp(wanted, got) == 0)
        return;
    printf("FAILED: %s: %s, and not %s\n", of, got, wanted);
    ++wrong;
}

static const char *written(const struct json *value)
{
    struct text text = {0};
    append_json(&text, value);
    return text.begin;
}

int main(void)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        const struct json *value = read_json(texts[i].read, strlen(texts[i].read));
        expect(texts[i].read, texts[i].written ? texts[i].written : "refused", value ? written(value) : "refused");
    }
    struct text deep = {0};
    for (int i = 0; i < 1000000; ++i)
        append(&deep, "[", 1);
    expect("a million brackets", "refused", read_json(deep.begin, deep.length) ? "read" : "refused");

    struct json *object = new_object();
    set_string(object, "name", "a\"b");
    set_number(object, "count", 3);
    set_truth(object, "passed", false);
    set_number(object, "count", -4);
    set_string(object, "passed", "yes");
    expect("members", "{\"name\":\"a\\\"b\",\"count\":-4,\"passed\":\"yes\"}", written(object));
    leave_out_member(object, "name");
    expect("without one", "{\"count\":-4,\"passed\":\"yes\"}\n", json_line(object));
    if (number_in(object, "count") != -4 || strcmp(string_in(object, "passed"), "yes") != 0 ||
        *string_in(object, "count") != '\0' || number_in(NULL, "count") != 0 || first_in(object, "none") != NULL)
        expect("members", "as set", "not as set");

    struct report_list reports = reports_in("{\"id\":\"a\"}\nnoise\n{\"id\":\"b\"}\n{\"id\":\"summary\"}\n");
    expect("reports", "ab", text_of("%s%s", string_in(reports.item[0], "id"), string_in(reports.item[1], "id")));
    if (reports.count != 2 || !reports.complete || reports_in("{\"id\":\"summary\"}\n{\"id\":\"a\"}").complete)
        expect("reports", "two, and complete", "otherwise");
    return wrong > 0;
}
