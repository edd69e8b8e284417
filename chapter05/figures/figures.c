// SPDX-License-Identifier: MIT
// figures.c: draws the figures of the chapter: NAME.svg, and NAME.zh-CN.svg with Chinese labels. Each follows the
// colours, light or dark, that the reader has chosen.
//
//     figures RESULTS FOLDER
//
// RESULTS is docs/results, whose log memory-reads-h200.txt has the latencies. figures.sh compiles and runs this
// program. Exit status: 1 if a figure could not be written, or the log has no such row.

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *svg;
static bool chinese; // the language of the labels

__attribute__((noreturn)) static void die(const char *what, const char *name)
{
    fprintf(stderr, "figures: %s %s\n", what, name);
    exit(1);
}

// --- shapes ---
//
// A class is a word of the style sheet in begin().

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(svg, format, arguments);
    va_end(arguments);
}

static void box(double x, double y, double width, double height, const char *class)
{
    put("<rect class=\"%s\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"%g\"/>\n", class, x, y, width, height,
        width > 20 ? 4.0 : 1.0);
}

static void line(double x1, double y1, double x2, double y2, const char *class)
{
    put("<line class=\"%s\" x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\"/>\n", class, x1, y1, x2, y2);
}

// The classes of text say how large it is; `anchor` is start, middle or end.
static void label(double x, double y, const char *class, const char *anchor, const char *english,
                  const char *in_chinese)
{
    put("<text class=\"%s\" text-anchor=\"%s\" x=\"%g\" y=\"%g\">", class, anchor, x, y);
    for (const char *c = chinese ? in_chinese : english; *c != '\0'; c++) {
        if (*c == '<')
            put("&lt;");
        else if (*c == '&')
            put("&amp;");
        else
            fputc(*c, svg);
    }
    put("</text>\n");
}

// The same in both languages: code.
static void code(double x, double y, const char *anchor, const char *text)
{
    label(x, y, "code", anchor, text, text);
}

static void arrow(double x1, double y1, double x2, double y2, bool bad)
{
    put("<line class=\"%s\" x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\" marker-end=\"url(#%s)\"/>\n", bad ? "bad" : "line",
        x1, y1, x2, y2, bad ? "bad-head" : "head");
}

static const char style[] =
    "text{font:13px system-ui,sans-serif;fill:#1f2328}"
    ".title{font-weight:600}.small{font-size:12px;fill:#59636e}.code{font:12px ui-monospace,monospace}"
    ".wrong{fill:#cf222e}.back{fill:#fff}"
    ".box{fill:#f6f8fa;stroke:#8c959f}.empty{fill:none;stroke:#c8ccd1}"
    ".blue{fill:#b6e3ff;stroke:#0969da}.green{fill:#aceebb;stroke:#1a7f37}.orange{fill:#ffd8b5;stroke:#bc4c00}"
    ".purple{fill:#ecd8ff;stroke:#8250df}"
    ".line{stroke:#59636e;stroke-width:1.3}.bad{stroke:#cf222e;stroke-width:1.8}"
    ".barrier{stroke:#8250df;stroke-width:2;stroke-dasharray:7 4}.purple-text{fill:#8250df}"
    ".head{fill:#59636e}.bad-head{fill:#cf222e}"
    "@media (prefers-color-scheme:dark){"
    "text{fill:#e6edf3}.small{fill:#9198a1}.wrong{fill:#ff7b72}.back{fill:#0d1117}"
    ".box{fill:#1c2128;stroke:#6e7681}.empty{stroke:#30363d}"
    ".blue{fill:#0c2d6b;stroke:#58a6ff}.green{fill:#0f4d24;stroke:#3fb950}.orange{fill:#693e05;stroke:#f0883e}"
    ".purple{fill:#3c1e70;stroke:#ab7df8}"
    ".line{stroke:#9198a1}.bad{stroke:#ff7b72}.barrier{stroke:#ab7df8}.purple-text{fill:#c297ff}"
    ".head{fill:#9198a1}.bad-head{fill:#ff7b72}}";

static void begin(const char *folder, const char *name, int width, int height, const char *english,
                  const char *in_chinese)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s%s.svg", folder, name, chinese ? ".zh-CN" : "");
    svg = fopen(path, "w");
    if (svg == NULL)
        die("cannot write", path);
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
        width, height, width, height);
    put("<title>%s</title>\n<style>%s</style>\n", chinese ? in_chinese : english, style);
    put("<defs>");
    for (int bad = 0; bad <= 1; bad++)
        put("<marker id=\"%shead\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
            "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"%shead\" d=\"M0 0L8 4L0 8z\"/></marker>",
            bad ? "bad-" : "", bad ? "bad-" : "");
    put("</defs>\n<rect class=\"back\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", width, height);
}

static void end(const char *name)
{
    put("</svg>\n");
    if (ferror(svg) || fclose(svg) != 0)
        die("cannot write", name);
}

// --- the GPU, with the latencies of its memories ---

// The cycles of a row of the log: "NAME, bytes, cycles, ...".
static double cycles(const char *results, const char *row)
{
    char path[1000], text[200];
    snprintf(path, sizeof path, "%s/memory-reads-h200.txt", results);
    FILE *log = fopen(path, "r");
    if (log == NULL)
        die("cannot read", path);
    double value = -1, bytes;
    while (value < 0 && fgets(text, sizeof text, log) != NULL)
        if (strncmp(text, row, strlen(row)) == 0 && text[strlen(row)] == ',')
            sscanf(text + strlen(row), ", %lf, %lf", &bytes, &value);
    fclose(log);
    if (value < 0)
        die("the log of memory_reads has no row", row);
    return value;
}

// A memory's name and its cycles, at the right edge.
static void latency(double y, double value, const char *english, const char *in_chinese)
{
    char text[2][200];
    snprintf(text[0], sizeof text[0], value < 10 ? "%s: %.1f cycles" : "%s: %.0f cycles", english, value);
    snprintf(text[1], sizeof text[1], value < 10 ? "%s：%.1f 个周期" : "%s：%.0f 个周期", in_chinese, value);
    label(528, y, "", "start", text[0], text[1]);
}

static void draw_gpu(const char *results, const char *folder)
{
    begin(folder, "gpu", 800, 400, "A GPU, its memories, and how long a read from each takes",
          "GPU、它的各种内存，以及从每一种读取要多久");
    label(20, 28, "title", "start", "A GPU: its multiprocessors and memories", "GPU：多处理器和各种内存");
    label(528, 28, "title", "start", "One read by a thread, on an H200", "一块 H200 上，一个线程的一次读取");
    for (int m = 0; m < 3; m++) {
        double x = 20 + m * 160 + (m == 2 ? 20 : 0);
        box(x, 44, 148, 170, "box");
        label(x + 74, 64, "small", "middle",
              m == 2   ? "multiprocessor 132"
              : m == 0 ? "multiprocessor 1"
                       : "multiprocessor 2",
              m == 2   ? "多处理器 132"
              : m == 0 ? "多处理器 1"
                       : "多处理器 2");
        box(x + 10, 76, 128, 34, "green");
        label(x + 74, 98, "", "middle", "registers", "寄存器");
        box(x + 10, 122, 128, 34, "blue");
        label(x + 74, 144, "", "middle", "shared memory", "共享内存");
        box(x + 10, 156, 128, 34, "blue");
        label(x + 74, 178, "", "middle", "L1 cache", "L1 缓存");
        label(x + 74, 206, "small", "middle", "(one memory)", "（同一块内存）");
        line(x + 74, 110, x + 74, 122, "line");
        line(x + 74, 214, x + 74, 240, "line");
    }
    label(337, 134, "title", "middle", "…", "…");
    box(20, 240, 488, 44, "orange");
    label(264, 267, "", "middle", "L2 cache, for all multiprocessors", "L2 缓存，所有多处理器共用");
    line(264, 284, 264, 310, "line");
    box(20, 310, 488, 64, "purple");
    label(264, 338, "", "middle", "device memory (DRAM)", "设备内存（DRAM）");
    label(264, 360, "small", "middle", "global and local memory, constants, textures",
          "全局内存、局部内存、常量、纹理");
    latency(98, cycles(results, "registers"), "register", "寄存器");
    latency(144, cycles(results, "shared"), "shared memory", "共享内存");
    latency(178, cycles(results, "global (L1 hit)"), "global, hit in the L1", "全局内存，L1 命中");
    latency(267, cycles(results, "global (L2 hit)"), "global, hit in the L2", "全局内存，L2 命中");
    latency(338, cycles(results, "global (no hit)"), "global, no hit", "全局内存，未命中");
    end("gpu");
}

// --- the tree reduction ---

static void draw_reduction(const char *folder)
{
    enum { cells = 8, pitch = 62, left = 110 };
    begin(folder, "reduction", 640, 400, "The tree reduction of eight sums, with its barriers",
          "八个和的树形归约及其屏障");
    int sums[cells];
    double y = 46;
    for (int c = 0; c < cells; c++) {
        char text[20];
        sums[c] = c + 1;
        snprintf(text, sizeof text, "cache[%d]", c);
        code(left + c * pitch + 24, 28, "middle", text);
    }
    for (int i = cells;; i /= 2) {
        char round[20];
        snprintf(round, sizeof round, "i = %d", i);
        if (i == cells)
            label(20, y + 21, "", "start", "the start", "开始");
        else
            code(20, y + 21, "start", round);
        for (int c = 0; c < cells; c++) {
            char sum[20];
            box(left + c * pitch, y, 48, 32, i == cells ? "blue" : c < i ? "green" : "empty");
            snprintf(sum, sizeof sum, "%d", sums[c]);
            label(left + c * pitch + 24, y + 21, i < cells && c >= i ? "small" : "", "middle", sum, sum);
        }
        if (i == 1)
            break;
        line(left - 8, y + 46, left + cells * pitch - 6, y + 46, "barrier");
        label(20, y + 50, "small purple-text", "start", "barrier", "屏障");
        for (int c = 0; c < i / 2; c++) {
            arrow(left + c * pitch + 24, y + 32, left + c * pitch + 24, y + 92, false);
            arrow(left + (c + i / 2) * pitch + 24, y + 32, left + c * pitch + 32, y + 92, false);
            sums[c] += sums[c + i / 2];
        }
        y += 94;
    }
    label(20, 386, "small", "start",
          "Each arrow is a read. The barrier makes every thread wait until all cells above it are written.",
          "每个箭头是一次读取。屏障让每个线程等待，直到它上方的所有单元都已写好。");
    end("reduction");
}

// --- the missing barrier: two threads in time ---

static void step(double x, double y, const char *class, const char *text)
{
    box(x, y, 196, 28, class);
    code(x + 98, y + 18, "middle", text);
}

static void draw_missing_barrier(const char *folder)
{
    begin(folder, "missing-barrier", 900, 330, "Two threads in time, with the barrier and without it",
          "两个线程的时间线：有屏障与没有屏障");
    for (int without = 0; without <= 1; without++) {
        double x = 20 + without * 445, second = x + 222;
        label(x, 26, without ? "title wrong" : "title", "start",
              without ? "without: thread 0 is a round ahead" : "with the barrier",
              without ? "没有屏障：线程 0 领先一轮" : "有屏障");
        label(x + 98, 50, "small", "middle", "warp 0, thread 0", "线程束 0，线程 0");
        label(second + 98, 50, "small", "middle", "warp 2, thread 64", "线程束 2，线程 64");
        line(x + 98, 58, x + 98, 290, "line");
        line(second + 98, 58, second + 98, 290, "line");
        step(x, 66, "green", "cache[0] += cache[128]");
        if (!without) {
            step(second, 100, "green", "cache[64] += cache[192]");
            line(x - 4, 152, second + 200, 152, "barrier");
            code(x + 108, 146, "start", "__syncthreads()");
            step(x, 176, "green", "cache[0] += cache[64]");
            arrow(second + 40, 128, x + 170, 174, false);
        } else {
            step(x, 110, "orange", "cache[0] += cache[64]");
            step(second, 200, "green", "cache[64] += cache[192]");
            arrow(second + 10, 200, x + 186, 140, true);
            label(second + 6, 178, "small wrong", "start", "not yet written", "还没有写入");
        }
        label(x, 316, "small", "start",
              without ? "cache[192] is missing from the sum of thread 0." : "The read comes after the write.",
              without ? "线程 0 的和里缺了 cache[192]。" : "读取在写入之后。");
    }
    end("missing-barrier");
}

// --- store, fence, flag; flag, fence, load ---

static void draw_fence(const char *folder)
{
    begin(folder, "fence", 900, 340, "A store, a fence and a flag, and on the other side the flag, a fence and a load",
          "存储、内存栅栏、标志；另一侧是标志、内存栅栏、加载");
    for (int without = 0; without <= 1; without++) {
        double x = 20 + without * 445, second = x + 222;
        label(x, 26, without ? "title wrong" : "title", "start", without ? "without fences" : "with fences",
              without ? "没有内存栅栏" : "有内存栅栏");
        label(x + 98, 50, "small", "middle", "block b", "线程块 b");
        label(second + 98, 50, "small", "middle", "the last block", "最后一个线程块");
        line(x + 98, 58, x + 98, 306, "line");
        line(second + 98, 158, second + 98, 306, "line");
        step(x, 66, "blue", "parts[b] = part");
        if (!without)
            step(x, 104, "purple", "__threadfence()");
        step(x, 142, "green", "atomicInc(count)");
        step(second, 176, "green", "atomicInc(count)");
        if (!without)
            step(second, 214, "purple", "__threadfence()");
        step(second, 252, without ? "orange" : "blue", "... += parts[b]");
        arrow(x + 196, 158, second, 184, false);
        if (without) {
            put("<path class=\"bad\" fill=\"none\" d=\"M%g 80h4q9 0 9 9v194q0 10 10 10h%g\" "
                "marker-end=\"url(#bad-head)\"/>\n",
                x + 196, 22.0 + 74);
            label(second + 6, 112, "small wrong", "start", "the store arrives after", "存储在读取之后");
            label(second + 6, 130, "small wrong", "start", "the read", "才到达");
        } else {
            label(second + 6, 96, "small", "start", "The part is visible", "部分和先变得可见，");
            label(second + 6, 112, "small", "start", "before the count.", "计数后变得可见。");
        }
        label(x, 328, "small", "start",
              without ? "The count may become visible before the part." : "The read comes after the count.",
              without ? "计数可能比部分和先变得可见。" : "读取在计数之后。");
    }
    end("fence");
}

// --- the banks of shared memory, under tiles 32 and 33 wide ---

static void draw_banks(const char *folder)
{
    enum { banks = 32, rows = 12, side = 12 };
    static const char *const colours[] = {"blue", "green", "orange"};
    begin(folder, "banks", 900, 250, "The banks of three columns of a tile, 32 and 33 words wide",
          "分块宽 32 和 33 个字时，三列各在哪些存储体");
    for (int padded = 0; padded <= 1; padded++) {
        int width = padded ? 33 : 32, x = 20 + padded * 450;
        label(x, 26, "title", "start",
              padded ? "tile[32][33]: a column lies in 32 banks" : "tile[32][32]: a column lies in one bank",
              padded ? "tile[32][33]：一列在 32 个存储体里" : "tile[32][32]：一列在一个存储体里");
        label(x, 46, "small", "start", "bank 0", "存储体 0");
        label(x + banks * side + 4, 46, "small", "end", "bank 31", "存储体 31");
        for (int word = 0; word < banks * rows; word++) {
            int column = word % width;
            box(x + word % banks * side, 54 + word / banks * side, side - 2, side - 2,
                column < 3 ? colours[column] : "empty");
        }
    }
    for (int column = 0; column < 3; column++) {
        char english[20], in_chinese[20];
        snprintf(english, sizeof english, "column %d", column);
        snprintf(in_chinese, sizeof in_chinese, "第 %d 列", column);
        box(20 + column * 110, 212, 10, 10, colours[column]);
        label(36 + column * 110, 222, "small", "start", english, in_chinese);
    }
    label(20, 242, "small", "start",
          "Each square is a word. The words of the tile lie one after another, 32 to a row of banks.",
          "每个方格是一个字。分块的字依次排列，每行 32 个存储体。");
    end("banks");
}

// --- the sectors of a warp's read ---

static void draw_sectors(const char *folder)
{
    begin(folder, "sectors", 900, 330, "The sectors that three reads of a warp touch",
          "一个线程束的三种读取触及的扇区");
    static const struct {
        const char *index, *english, *in_chinese;
        int sectors, used;
    } reads[] = {{"a[y * size + n]", "globalx: 32 threads want the same float: 1 sector, 4 of its 32 bytes used",
                  "globalx：32 个线程要同一个 float：1 个扇区，用到 32 字节中的 4 个", 1, 1},
                 {"a[n * size + x]", "globaly: 32 threads want 32 neighbours: 4 sectors, every byte used",
                  "globaly：32 个线程要 32 个相邻的 float：4 个扇区，每个字节都用到", 4, 8},
                 {"matrix[row * columns + column]",
                  "one thread per row: 32 sectors (4 are shown), 4 of the 32 bytes of each used",
                  "一个线程一行：32 个扇区（这里画出 4 个），每个用到 32 字节中的 4 个", 4, 1}};
    for (int r = 0; r < 3; r++) {
        double y = 24 + r * 100;
        label(20, y + 4, "", "start", reads[r].english, reads[r].in_chinese);
        code(880, y + 4, "end", reads[r].index);
        for (int s = 0; s < reads[r].sectors; s++) {
            double x = 20 + s * 211;
            box(x - 4, y + 30, 204, 36, "box");
            for (int f = 0; f < 8; f++)
                box(x + f * 25, y + 36, 21, 24, f < reads[r].used ? "green" : "empty");
            for (int f = 0; f < reads[r].used; f++)
                arrow(x + f * 25 + 10.5, y + 14, x + f * 25 + 10.5, y + 34, false);
        }
        if (r == 0)
            label(40, y + 24, "small", "start", "32 threads", "32 个线程");
        if (r == 2)
            label(882, y + 53, "title", "end", "…", "…");
    }
    end("sectors");
}

// --- the warps of a block of 16 x 16 threads ---

static void draw_warps(const char *folder)
{
    enum { side = 16, cell = 17, top = 44 };
    static const char *const colours[] = {"blue", "green", "orange", "purple"};
    begin(folder, "warps", 720, 370, "The eight warps of a block of 16 x 16 threads, and whose pixels each reads",
          "16 x 16 个线程的线程块的八个线程束，以及每个读取谁的像素");
    label(150, 28, "title", "start", "a block of 16 x 16 threads", "16 x 16 个线程的线程块");
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int warp = (x + y * side) / 32;
            box(150 + x * cell, top + y * cell, cell - 2, cell - 2, colours[warp < 4 ? warp : 7 - warp]);
        }
    for (int warp = 0; warp < 8; warp++) {
        char english[40], in_chinese[60];
        double y = top + warp * 2 * cell + cell + 3;
        snprintf(english, sizeof english, "warp %d: rows %d, %d", warp, 2 * warp, 2 * warp + 1);
        snprintf(in_chinese, sizeof in_chinese, "线程束 %d：第 %d、%d 行", warp, 2 * warp, 2 * warp + 1);
        label(140, y, "small", "end", english, in_chinese);
        double turn = 432 + (warp < 4 ? 3 - warp : warp - 4) * 34 + 24;
        if (warp < 4) {
            double other = top + (7 - warp) * 2 * cell + cell - 1;
            put("<path class=\"line\" fill=\"none\" d=\"M426 %gH%gV%gH428\" marker-end=\"url(#head)\"/>\n", y - 4, turn,
                other);
            put("<path class=\"head\" d=\"M426 %gl8 -4v8z\"/>\n", y - 4);
        }
    }
    label(575, 160, "", "start", "Each warp reads", "每个线程束只读取");
    label(575, 180, "", "start", "the pixels of one", "另一个线程束的");
    label(575, 200, "", "start", "other warp.", "像素。");
    label(150, 348, "small", "start", "A pair has one colour: 0 and 7, 1 and 6, 2 and 5, 3 and 4.",
          "同一种颜色的是一对：0 和 7、1 和 6、2 和 5、3 和 4。");
    end("warps");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: figures RESULTS FOLDER\n");
        return 2;
    }
    for (int language = 0; language <= 1; language++) {
        chinese = language == 1;
        draw_gpu(argv[1], argv[2]);
        draw_reduction(argv[2]);
        draw_missing_barrier(argv[2]);
        draw_fence(argv[2]);
        draw_banks(argv[2]);
        draw_sectors(argv[2]);
        draw_warps(argv[2]);
    }
    return 0;
}
