/* SPDX-License-Identifier: MIT */
#ifndef IMAGES_H
#define IMAGES_H
int image_side(void);
/* A picture in device memory, or 0; and how many of its pixels, as the host got them, are wrong. */
unsigned char *draw_image(void);
int wrong_pixels(const unsigned char *dev_image);
#endif
