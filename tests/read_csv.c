// SPDX-License-Identifier: MIT
#include "read_csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest_cell = 200 };

static int cells(const char *line)
{
    int count = 1;
    for (; *line != '\n' && *line != '\0'; ++line)
        count += *line == ',';
    return count;
}

struct csv read_csv(const struct run *run, const char *path)
{
    size_t size;
    struct csv csv = {run, path, read_file(path, &size), -1};
    for (const char *line = csv.text; *line != '\0';) {
        const char *end = strchr(line, '\n');
        if (end == NULL || strlen(csv.text) != size)
            fail(run, "%s is no text whose lines all end", path);
        if (cells(line) != cells(csv.text))
            fail(run, "row %d of %s has %d cells, not %d", csv.rows + 1, path, cells(line), cells(csv.text));
        ++csv.rows;
        line = end + 1;
    }
    if (csv.rows < 1)
        fail(run, "%s has no rows", path);
    return csv;
}

void free_csv(struct csv *csv)
{
    free(csv->text);
}

// Copies cell `column` of a line.
static void copy_cell(const struct csv *csv, const char *line, int column, char cell[longest_cell])
{
    for (; column > 0; --column)
        line = strchr(line, ',') + 1;
    size_t length = strcspn(line, ",\n");
    if (length >= longest_cell)
        fail(csv->run, "%s has a cell of %zu characters", csv->path, length);
    memcpy(cell, line, length);
    cell[length] = '\0';
}

static const char *row_text(const struct csv *csv, int row)
{
    if (row < 0 || row >= csv->rows)
        fail(csv->run, "%s has no row %d", csv->path, row + 1);
    const char *line = csv->text;
    for (int i = 0; i <= row; ++i)
        line = strchr(line, '\n') + 1;
    return line;
}

const char *csv_text(const struct csv *csv, int row, const char *column)
{
    static char cell[longest_cell];
    for (int i = 0; i < cells(csv->text); ++i) {
        copy_cell(csv, csv->text, i, cell);
        if (strcmp(cell, column) == 0) {
            copy_cell(csv, row_text(csv, row), i, cell);
            return cell;
        }
    }
    fail(csv->run, "%s has no column '%s'", csv->path, column);
}

int csv_row(const struct csv *csv, const char *table, const char *name)
{
    int found = -1;
    for (int row = 0; row < csv->rows; ++row)
        if (strcmp(csv_text(csv, row, "table"), table) == 0 && strcmp(csv_text(csv, row, "name"), name) == 0) {
            if (found >= 0)
                fail(csv->run, "%s has the row '%s,%s' twice", csv->path, table, name);
            found = row;
        }
    if (found < 0)
        fail(csv->run, "%s has no row '%s,%s'", csv->path, table, name);
    return found;
}

double csv_figure(const struct csv *csv, int row, const char *column)
{
    const char *cell = csv_text(csv, row, column);
    char *end;
    double figure = strtod(cell, &end);
    if (end == cell || *end != '\0' || !isfinite(figure))
        fail(csv->run, "in row %d of %s, %s is '%s', no number", row + 1, csv->path, column, cell);
    return figure;
}

void require_text(const struct csv *csv, int row, const char *column, const char *text)
{
    const char *cell = csv_text(csv, row, column);
    if (strcmp(cell, text) != 0)
        fail(csv->run, "in row %d of %s, %s is '%s', not '%s'", row + 1, csv->path, column, cell, text);
}

void require_figure(const struct csv *csv, int row, const char *column, double figure, double error)
{
    double found = csv_figure(csv, row, column);
    if (!(fabs(found - figure) <= error * fabs(figure)))
        fail(csv->run, "in row %d of %s, %s is %.12g, not %.12g", row + 1, csv->path, column, found, figure);
}

void require_between(const struct csv *csv, int row, const char *column, double least, double most)
{
    double found = csv_figure(csv, row, column);
    if (!(found >= least && found <= most))
        fail(csv->run, "in row %d of %s, %s is %.12g, not from %g to %g", row + 1, csv->path, column, found, least,
             most);
}
