// SPDX-License-Identifier: MIT
// check_bitmap PROGRAM synced|unsynced CPU|GPU: runs it for pictures of several sizes, reads the files that it saves,
// and compares every pixel with the formula, and the number of wrong ones with what the program says.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "read_image.h"
#include "run_program.h"

enum { side = 16, period = 128 };

static bool synced, on_cpu;
static char *program, folder[] = "/tmp/check_bitmap.XXXXXX";

// The thread at (x, y) computes this green; the picture turns each block of 16x16 by 180 degrees.
static float green(int x, int y)
{
    const float pi = 3.1415926535897932f;
    return 255 * (sinf(x * 2.0f * pi / period) + 1.0f) * (sinf(y * 2.0f * pi / period) + 1.0f) / 4.0f;
}

static int turned(int x)
{
    return x / side * side + (side - 1 - x % side);
}

struct counts {
    long wrong, one_off; // by more than one level, and by one
};

static struct counts compare(const struct image *image)
{
    struct counts counts = {0, 0};
    for (int y = 0; y < image->height; ++y)
        for (int x = 0; x < image->width; ++x) {
            const unsigned char *pixel = image->pixels + ((size_t)y * image->width + x) * 4;
            int off = abs(pixel[1] - (unsigned char)green(turned(x), turned(y)));
            counts.wrong += off > 1 || pixel[0] != 0 || pixel[2] != 0 || pixel[3] != 255;
            counts.one_off += off == 1;
        }
    return counts;
}

static struct run save(const char *file, int width, int height, const char *seed)
{
    char across[20], along[20];
    snprintf(across, sizeof across, "%d", width);
    snprintf(along, sizeof along, "%d", height);
    char *argv[] = {program, "--save", (char *)file, "--width", across, "--height", along, NULL, NULL, NULL};
    if (seed != NULL) {
        argv[7] = "--seed";
        argv[8] = (char *)seed;
    }
    return run_program(argv, 100);
}

// Returns the number of wrong pixels.
static long check(const char *name, int width, int height, const char *seed)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    struct run run = save(path, width, height, seed);
    if (run.status == 77)
        rmdir(folder);
    skip_without_device(&run);
    struct image image = read_image(path);
    if (image.width != width || image.height != height)
        fail(&run, "%s has %d x %d pixels, not %d x %d", name, image.width, image.height, width, height);
    struct counts counts = compare(&image);
    long said, all;
    if (sscanf(run.out, "%ld of %ld pixels are wrong", &said, &all) != 2 || all != (long)width * height)
        fail(&run, "it does not say how many pixels are wrong");
    if (said != counts.wrong)
        fail(&run, "it says that %ld pixels are wrong; in the file there are %ld", said, counts.wrong);
    if (synced && counts.wrong != 0)
        fail(&run, "%ld pixels are wrong", counts.wrong);
    if (synced && on_cpu && counts.one_off != 0)
        fail(&run, "%ld pixels are off by one", counts.one_off);
    if (counts.one_off != 0)
        printf("%s: %ld pixels are off by one level\n", name, counts.one_off);
    if (!synced && on_cpu) { // the device names the race, also where no pixel is wrong
        require_status(&run, counts.wrong != 0 ? 1 : 3);
        static const char *const texts[] = {"Error: race on shared memory", "block (0,0,0), shared[",
                                            "writes at shared_bitmap_unsynced.cu:",
                                            "reads at shared_bitmap_unsynced.cu:", "SUMMARY: 1 error, 0 warnings\n"};
        require_said(&run, texts, sizeof texts / sizeof *texts);
    } else {
        require_status(&run, counts.wrong != 0);
        require_silence(&run);
    }
    free(image.pixels);
    free_run(&run);
    unlink(path);
    return counts.wrong;
}

// It must refuse to save there: this status, one line that holds the text (besides what the device says), and no file.
static void refuses(const char *path, int status, const char *text)
{
    struct run run = save(path, 64, 64, NULL);
    require_status(&run, status);
    int lines = 0;
    for (char *line = run.err, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        if (strncmp(line, "=========", 9) == 0)
            continue;
        if (strstr(line, text) == NULL)
            fail(&run, "it says something else than %s", text);
        ++lines;
    }
    if (lines != 1)
        fail(&run, "it does not say, in one line: %s", text);
    free_run(&run);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: check_bitmap PROGRAM synced|unsynced CPU|GPU\n");
        return 2;
    }
    program = argv[1];
    synced = strcmp(argv[2], "synced") == 0;
    on_cpu = strcmp(argv[3], "CPU") == 0;
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        return 1;
    }

    long wrong = check("whole.ppm", 1024, 1024, NULL);
    if (!synced && wrong == 0)
        printf("the race did not show this time\n");
    if (can_read_png)
        check("whole.png", 1024, 1024, NULL);
    check("one.ppm", 1, 1, NULL);
    check("edges.ppm", 117, 33, NULL);
    check("line.ppm", 5, 2000, NULL);
    if (!synced && on_cpu) {
        long again = check("again.ppm", 1024, 1024, "1"), other = check("other.ppm", 1024, 1024, "2");
        if (wrong == 0 || wrong != again || wrong == other) {
            fprintf(stderr, "FAILED: wrong pixels with seeds 1, 1 and 2: %ld, %ld, %ld\n", wrong, again, other);
            return 1;
        }
    }

    char full[100], nowhere[100];
    snprintf(full, sizeof full, "%s/full.ppm", folder);
    snprintf(nowhere, sizeof nowhere, "%s/none/picture.ppm", folder);
    if (symlink("/dev/full", full) != 0)
        perror(full);
    refuses(full, 1, "No space left on device");
    refuses(nowhere, 2, "No such file or directory");
    refuses("picture.jpg", 2, "the name must end in .png or .ppm");
    struct stat status;
    if (stat("/dev/full", &status) != 0 || !S_ISCHR(status.st_mode)) {
        fprintf(stderr, "FAILED: it removed /dev/full\n");
        return 1;
    }
    unlink(full);
    if (rmdir(folder) != 0) {
        fprintf(stderr, "FAILED: something is left behind in %s\n", folder);
        return 1;
    }
    return 0;
}
