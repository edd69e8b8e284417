// SPDX-License-Identifier: MIT
// cpu_anim.h: CPUAnimBitmap, a moving picture, under the public names of the book.
//
//     CPUAnimBitmap bitmap(DIM, DIM, &data);
//     bitmap.anim_and_exit(generate_frame, clean_up);
//
// generate_frame(data, ticks) is called for every picture, with ticks 0, 1, 2, ...; it fills bitmap.get_ptr(). For the
// rest see cpu_bitmap.h. Without a display the first picture is saved.
#pragma once

#include "cpu_bitmap.h"

struct CPUAnimBitmap {
    CPUBitmap picture;
    unsigned char *pixels;
    int width, height;
    void *dataBlock;
    void (*fAnim)(void *, int);
    void (*animExit)(void *);
    void (*clickDrag)(void *, int, int, int, int);
    int dragStartX, dragStartY;
    int ticks;

    CPUAnimBitmap(int w, int h, void *data = NULL)
        : picture(w, h, data), pixels(picture.pixels), width(w), height(h), dataBlock(data), fAnim(NULL),
          animExit(NULL), clickDrag(NULL), dragStartX(0), dragStartY(0), ticks(0)
    {
    }

    unsigned char *get_ptr() const
    {
        return pixels;
    }
    long image_size() const
    {
        return picture.image_size();
    }

    // f(data, x0, y0, x1, y1): the left button went down at (x0, y0) and up at (x1, y1), in pixels from the top left.
    void click_drag(void (*f)(void *, int, int, int, int))
    {
        clickDrag = f;
    }

    void anim_and_exit(void (*f)(void *, int), void (*e)(void *))
    {
        fAnim = f;
        animExit = e;
        struct window window = picture.as_window();
        window.data = this;
        window.frame = next_frame;
        window.drag = dragged;
        int done = show_or_save(&window, NULL);
        if (animExit != NULL)
            animExit(dataBlock);
        if (!done)
            exit(EXIT_FAILURE);
    }

  private:
    static void next_frame(void *self)
    {
        CPUAnimBitmap *bitmap = (CPUAnimBitmap *)self;
        bitmap->fAnim(bitmap->dataBlock, bitmap->ticks++);
    }

    static void dragged(void *self, int x0, int y0, int x1, int y1)
    {
        CPUAnimBitmap *bitmap = (CPUAnimBitmap *)self;
        bitmap->dragStartX = x0;
        bitmap->dragStartY = y0;
        if (bitmap->clickDrag != NULL)
            bitmap->clickDrag(bitmap->dataBlock, x0, y0, x1, y1);
    }
};
