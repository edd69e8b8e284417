// SPDX-License-Identifier: MIT
#include "read_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<png.h>)
#include <png.h>
const bool can_read_png = true;
#else
const bool can_read_png = false;
#endif

static void cannot(const char *path, const char *why)
{
    fprintf(stderr, "FAILED: cannot read %s: %s\n", path, why);
    exit(1);
}

static struct image new_image(const char *path, int width, int height)
{
    struct image image = {width, height, malloc((size_t)width * height * 4)};
    if (image.pixels == NULL)
        cannot(path, "out of memory");
    return image;
}

static struct image read_ppm(const char *path)
{
    FILE *file = fopen(path, "rb");
    int width, height, end = 0;
    if (file == NULL || fscanf(file, "P6 %d %d 255%n", &width, &height, &end) != 2 || end == 0 || fgetc(file) != '\n')
        cannot(path, "no PPM of 8 bits a channel");
    struct image image = new_image(path, width, height);
    for (int row = height - 1; row >= 0; --row)
        for (int column = 0; column < width; ++column) {
            unsigned char *pixel = image.pixels + ((size_t)row * width + column) * 4;
            if (fread(pixel, 1, 3, file) != 3)
                cannot(path, "it is too short");
            pixel[3] = 255;
        }
    if (fgetc(file) != EOF)
        cannot(path, "it is too long");
    fclose(file);
    return image;
}

struct image read_image(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot == NULL || strcmp(dot, ".png") != 0)
        return read_ppm(path);
#if __has_include(<png.h>)
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&png, path))
        cannot(path, png.message);
    png.format = PNG_FORMAT_RGBA;
    struct image image = new_image(path, (int)png.width, (int)png.height);
    if (!png_image_finish_read(&png, NULL, image.pixels, -(png_int_32)png.width * 4,
                               NULL)) // a negative stride turns it
        cannot(path, png.message);
    return image;
#else
    cannot(path, "this checker was built without libpng");
    return (struct image){0};
#endif
}
