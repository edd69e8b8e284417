// SPDX-License-Identifier: MIT
// image_file.h: writes a picture to a file. The file's ending chooses the format: .png (needs libpng) or .ppm.
//
// Pixels are RGBA, 4 bytes each, row by row from the bottom to the top, as OpenGL draws them: the file shows what a
// window shows. PPM has no alpha channel, so alpha is dropped. Without libpng, .png is refused with one line. The file
// is written completely, or left as it was (output.h).
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<png.h>)
#include <png.h>
#endif

#include "output.h"

enum image_format { image_unknown, image_png, image_ppm };

inline enum image_format image_format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot == NULL                ? image_unknown
           : strcmp(dot, ".png") == 0 ? image_png
           : strcmp(dot, ".ppm") == 0 ? image_ppm
                                      : image_unknown;
}

// Why no picture can be saved under this name, whatever the state of the disk; NULL if one can.
inline const char *image_path_problem(const char *path)
{
    switch (image_format_of(path)) {
    case image_ppm: return NULL;
    case image_png:
#if __has_include(<png.h>)
        return NULL;
#else
        return "this program was built without libpng; .ppm works";
#endif
    default: return "the name must end in .png or .ppm";
    }
}

// For the value of an option --save, before the work: if no picture can be saved under this name, ends the program with
// one line on stderr and status 2. NULL is fine: the option was not given.
inline void require_image_path(const char *path)
{
    const char *problem = path != NULL ? image_path_problem(path) : NULL;
    if (problem != NULL) {
        cannot_write(path, problem);
        exit(2);
    }
    if (path != NULL)
        require_output(path);
}

#if __has_include(<png.h>)
inline void image_png_failed(png_structp png, png_const_charp message)
{
    *(const char **)png_get_error_ptr(png) = message;
    longjmp(png_jmpbuf(png), 1);
}

// Returns NULL, or what went wrong.
inline const char *write_png(FILE *file, const unsigned char *pixels, int width, int height)
{
    const char *problem = "out of memory";
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &problem, image_png_failed, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info == NULL || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return problem;
    }
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_init_io(png, file);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int row = height - 1; row >= 0; --row)
        png_write_row(png, pixels + (size_t)row * width * 4);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return NULL;
}
#endif

inline const char *write_ppm(FILE *file, const unsigned char *pixels, int width, int height)
{
    fprintf(file, "P6\n%d %d\n255\n", width, height);
    for (int row = height - 1; row >= 0 && !ferror(file); --row)
        for (int column = 0; column < width; ++column)
            fwrite(pixels + ((size_t)row * width + column) * 4, 1, 3, file);
    return NULL;
}

// Returns 1; or 0, with one line on stderr that says what went wrong.
inline int save_image(const char *path, const unsigned char *pixels, int width, int height)
{
    struct output output;
    const char *problem = image_path_problem(path);
    if (problem != NULL)
        return cannot_write(path, problem);
    if (open_output(&output, path) == NULL)
        return 0;
#if __has_include(<png.h>)
    if (image_format_of(path) == image_png)
        problem = write_png(output.stream, pixels, width, height);
    else
#endif
        problem = write_ppm(output.stream, pixels, width, height);
    return close_output(&output, path, problem);
}
