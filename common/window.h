// SPDX-License-Identifier: MIT
// window.h: shows pixels in a window, still or moving, on freeglut; or saves them. cpu_bitmap.h and cpu_anim.h are
// built on it.
//
//     struct window window = {};
//     window.pixels = ...; // and what else is wanted of the fields below
//     if (!show_or_save(&window, save)) // `save`: NULL, or a file's name: then there is no window
//         return EXIT_FAILURE; // it has said why
//
// It returns when the user closes the window, by ESC, q or the close button: main goes on, and its objects are
// destroyed. Where there is no display, or this was built without freeglut's header, it saves the last picture as
// PROGRAM.png and says so. Keys of every window: h help, s save, q or ESC quit; of a moving picture also space, which
// stops it and lets it go on. The picture keeps its shape when the window is resized.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if __has_include(<GL/freeglut.h>)
#include <GL/freeglut.h>
#endif

#include "image_file.h"

struct window {
    const char *title;
    const unsigned char *pixels; // RGBA, 4 bytes a pixel, the bottom row first
    int width, height;           // of the picture
    void (*frame)(void *data);   // called before each picture, up to 60 times a second; NULL for a still one
    int frames;                  // the window closes after so many; 0: it does not, and without a window there is one
    void (*key)(void *data, unsigned char key); // the program's own keys; NULL for none
    const char *key_help;                       // a line for each of these, ended by \n
    // the left button went down at (x0, y0) and up at (x1, y1), in pixels from the top left; NULL for nothing
    void (*drag)(void *data, int x0, int y0, int x1, int y1);
    const char *caption; // a text over the picture, behind the frames per second; may change; NULL for none
    void *data;          // handed to the functions
};

// PROGRAM.png, or .ppm where there is no libpng.
inline const char *default_image_name()
{
    static char name[300];
    snprintf(name, sizeof name, "%s.png", program_invocation_short_name);
    if (image_path_problem(name) != NULL)
        snprintf(name, sizeof name, "%s.ppm", program_invocation_short_name);
    return name;
}

#if __has_include(<GL/freeglut.h>)

// GLUT's callbacks take no pointer, so what they need lies here. One window is shown at a time.
struct window_state {
    const struct window *window;
    int view_width, view_height; // of the window, in pixels
    int down_x, down_y;
    int help, stopped, done, closed; // closed: by the close button, which destroys the window
    double rate;                     // frames per second
    int ready;                       // GLUT is initialized, once a process: it does not survive a second time
    jmp_buf no_display;
    char why[200];
};
inline struct window_state window_state;

// How the picture lies in the window: scaled, and in the middle.
struct window_fit {
    float zoom;
    int left, bottom;
};

inline struct window_fit window_fit()
{
    const struct window_state &s = window_state;
    float across = (float)s.view_width / s.window->width, along = (float)s.view_height / s.window->height;
    struct window_fit fit;
    fit.zoom = across < along ? across : along;
    fit.left = (int)(s.view_width - fit.zoom * s.window->width) / 2;
    fit.bottom = (int)(s.view_height - fit.zoom * s.window->height) / 2;
    return fit;
}

// White on black, at the bottom, its last line lowest.
inline void window_text(const char *text)
{
    const int line_height = 18, margin = 5;
    int lines = 1, longest = 0, length = 0;
    for (const char *c = text; *c != '\0'; ++c) {
        length = *c == '\n' ? 0 : length + 1;
        longest = length > longest ? length : longest;
        lines += *c == '\n' && c[1] != '\0';
    }
    glColor3f(0, 0, 0);
    glRecti(0, 0, longest * 9 + 2 * margin, lines * line_height + margin);
    glColor3f(1, 1, 1);
    glRasterPos2i(margin, (lines - 1) * line_height + margin + 2);
    glutBitmapString(GLUT_BITMAP_9_BY_15, (const unsigned char *)text);
}

inline void window_draw()
{
    const struct window &w = *window_state.window;
    struct window_fit fit = window_fit();
    glViewport(0, 0, window_state.view_width, window_state.view_height);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glOrtho(0, window_state.view_width, 0, window_state.view_height, -1, 1);
    glClearColor(0.2f, 0.2f, 0.2f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glRasterPos2i(fit.left, fit.bottom);
    glPixelZoom(fit.zoom, fit.zoom);
    glDrawPixels(w.width, w.height, GL_RGBA, GL_UNSIGNED_BYTE, w.pixels);
    glPixelZoom(1, 1);
    char text[1000];
    if (window_state.help) {
        snprintf(text, sizeof text, "%s%ss    save the picture\nh    this help\nq    quit, as does ESC",
                 w.frame != NULL ? "space stop, and go on\n" : "", w.key_help != NULL ? w.key_help : "");
        window_text(text);
    } else if (w.caption != NULL) {
        snprintf(text, sizeof text, "%.0f frames/s   %s", window_state.rate, w.caption);
        window_text(w.frame != NULL ? text : w.caption);
    }
    glutSwapBuffers();
}

inline void window_resized(int width, int height)
{
    window_state.view_width = width > 0 ? width : 1;
    window_state.view_height = height > 0 ? height : 1;
}

inline void window_key(unsigned char key, int, int)
{
    const struct window &w = *window_state.window;
    switch (key) {
    case 27:
    case 'q':
    case 'Q': window_state.done = 1; return;
    case 'h': window_state.help = !window_state.help; break;
    case ' ': window_state.stopped = !window_state.stopped; break;
    case 's':
        if (save_image(default_image_name(), w.pixels, w.width, w.height))
            printf("saved %s\n", default_image_name());
        fflush(stdout);
        break;
    default:
        if (w.key != NULL)
            w.key(w.data, key);
    }
    glutPostRedisplay();
}

inline void window_mouse(int button, int state, int x, int y)
{
    const struct window &w = *window_state.window;
    struct window_fit fit = window_fit();
    x = (int)((x - fit.left) / fit.zoom);
    y = (int)((y - fit.bottom) / fit.zoom); // the same border above as below
    if (button != GLUT_LEFT_BUTTON || w.drag == NULL)
        return;
    if (state == GLUT_DOWN) {
        window_state.down_x = x;
        window_state.down_y = y;
    } else {
        w.drag(w.data, window_state.down_x, window_state.down_y, x, y);
    }
}

inline void window_closed()
{
    window_state.done = window_state.closed = 1;
}

inline void window_error(const char *format, va_list arguments)
{
    vsnprintf(window_state.why, sizeof window_state.why, format, arguments);
    longjmp(window_state.no_display, 1); // freeglut would end the program
}

inline void window_no_warning(const char *, va_list) {}

inline double window_time()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

// 1 when the window has been shown and closed; 0 with the reason in *why if it cannot be shown.
inline int show_window(const struct window *window, const char **why)
{
    window_state.window = window;
    window_state.help = window_state.stopped = window_state.done = window_state.closed = 0;
    window_state.rate = 0;
    *why = window_state.why;
    if (getenv("DISPLAY") == NULL) {
        *why = "there is no display";
        return 0;
    }
    if (!window_state.ready) {
        if (setjmp(window_state.no_display)) // nothing with a destructor lies between here and freeglut's error
            return 0;
        glutInitErrorFunc(window_error);
        glutInitWarningFunc(window_no_warning);
        int argc = 1;
        char *argv[] = {program_invocation_short_name, NULL};
        glutInit(&argc, argv);
        glutInitErrorFunc(NULL);
        atexit(glutExit);
        window_state.ready = 1;
    }
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_CONTINUE_EXECUTION);
    glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGBA);

    // as large as the picture, if the screen is
    float most_across = 0.9f * glutGet(GLUT_SCREEN_WIDTH) / window->width;
    float most_along = 0.9f * glutGet(GLUT_SCREEN_HEIGHT) / window->height;
    float zoom = most_across < most_along ? most_across : most_along;
    if (zoom > 1)
        zoom = 1;
    int width = (int)(zoom * window->width), height = (int)(zoom * window->height);
    window_resized(width, height);
    glutInitWindowSize(window_state.view_width, window_state.view_height);
    char title[200];
    snprintf(title, sizeof title, "%s  (h help, s save, q quit)", window->title);
    int id = glutCreateWindow(title);
    glutDisplayFunc(window_draw);
    glutReshapeFunc(window_resized);
    glutKeyboardFunc(window_key);
    glutMouseFunc(window_mouse);
    glutCloseFunc(window_closed);

    const double pace = 1.0 / 60;
    double next = window_time(), last = 0; // when the next picture is due, and when there was the last one
    for (int frames = 0; !window_state.done;) {
        glutMainLoopEvent();
        double left = next - window_time();
        if (left > 0) {
            usleep((useconds_t)(left * 1e6) + 1);
            continue;
        }
        next = left < -pace ? window_time() + pace : next + pace; // no hurry after a slow frame
        if (window->frame == NULL || window_state.stopped || window_state.done) {
            last = 0; // a pause is no slow frame
            continue;
        }
        if (window->frames > 0 && frames++ == window->frames)
            break;
        window->frame(window->data);
        glutPostRedisplay();
        double now = window_time(), rate = 1 / (now - last);
        if (last > 0)
            window_state.rate = window_state.rate > 0 ? 0.9 * window_state.rate + 0.1 * rate : rate;
        last = now;
    }
    if (!window_state.closed)
        glutDestroyWindow(id);
    glutMainLoopEvent(); // here it is destroyed
    return 1;
}

#else

inline int show_window(const struct window *, const char **why)
{
    *why = "this program was built without freeglut";
    return 0;
}

#endif

// Shows the window. Where it cannot be, or `save` names a file: computes the frames, and saves the last one. Returns 1;
// or 0, having said in one line on stderr what went wrong.
inline int show_or_save(const struct window *window, const char *save)
{
    const char *why;
    if (save == NULL && show_window(window, &why))
        return 1;
    for (int frame = 0; window->frame != NULL && frame < (window->frames > 0 ? window->frames : 1); ++frame)
        window->frame(window->data);
    const char *path = save != NULL ? save : default_image_name();
    if (!save_image(path, window->pixels, window->width, window->height))
        return 0;
    if (save == NULL)
        fprintf(stderr, "%s: no window, for %s; the picture is in %s\n", program_invocation_short_name, why, path);
    return 1;
}
