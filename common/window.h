// SPDX-License-Identifier: MIT
// window.h: shows a still or moving picture in a window, with freeglut, or saves it. cpu_bitmap.h and cpu_anim.h are
// built on it.
//
//     struct window window = {};
//     window.pixels = ...; // and set other fields below as needed
//     if (!show_or_save(&window, save)) // `save`: NULL, or the name of a file to save to instead
//         return EXIT_FAILURE; // it has printed the reason
//
// It returns when the user closes the window, by ESC, q or the close button: main goes on, and its objects are
// destroyed. Where there is no display, or this was built without freeglut's header, it saves the last picture as
// PROGRAM.png and says so. Keys in every window: h help, s save, f or F11 full screen, q or ESC quit; for a moving
// picture also space, which stops and resumes it. What a key did is said at the top of the window for some seconds.
// A window takes at least two thirds of the screen's height. Each pixel of the picture is a square of whole pixels of
// the screen; of a picture larger than the window, squares of pixels are shown as one. The texts above and below it
// grow with the window.
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

// Colours that a picture's legend explains: eight that differ, and a dark one.
const unsigned char window_colours[9][4] = {{230, 60, 60, 255},  {240, 150, 40, 255}, {230, 220, 50, 255},
                                            {100, 200, 60, 255}, {60, 200, 190, 255}, {70, 120, 230, 255},
                                            {150, 80, 220, 255}, {230, 90, 180, 255}, {60, 60, 60, 255}};

struct window {
    const char *title;
    const unsigned char *pixels; // RGBA, 4 bytes a pixel, the bottom row first
    int width, height;           // of the picture
    void (*frame)(void *data);   // called before each picture, up to 60 times a second; NULL for a still one
    int frames;                  // the window closes after this many; 0: never. Without a window 0 means one frame
    // The program's own keys; it returns what the window is to say of a key. NULL for none.
    const char *(*key)(void *data, unsigned char key);
    const char *key_help;      // a line for each of these keys, ended by \n
    const char *stopping_keys; // those keys that also stop the frames, as space does; NULL for none
    // the left button went down at (x0, y0) and up at (x1, y1), in pixels from the top left; NULL for nothing
    void (*drag)(void *data, int x0, int y0, int x1, int y1);
    // These texts may change, but not their number of lines; NULL for none.
    const char *labels;  // above the picture, side by side, separated by \t
    const char *caption; // below the picture; for a moving one, after the frames per second or "stopped"
    // Below that; each \t begins the text of the next of window_colours, after a square of that colour.
    const char *legend;
    void *data; // handed to the functions
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

// GLUT's callbacks take no pointer, so this variable holds what they need. One window is shown at a time.
struct window_state {
    const struct window *window;
    int view_width, view_height; // of the window, in pixels
    int down_x, down_y;
    int help, stopped, done, closed; // closed: by the close button, which destroys the window
    double rate;                     // frames per second, over the last half second or more; 0: not known
    char said[400];                  // at the top of the window
    double said_until;               // then it goes
    int ready;                       // GLUT is initialized; a process can do that only once
    jmp_buf no_display;
    char why[200];
};
inline struct window_state window_state;

inline double window_time()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

inline int count_lines(const char *text)
{
    int lines = text != NULL;
    for (const char *c = text; c != NULL && *c != '\0'; ++c)
        lines += *c == '\n' && c[1] != '\0';
    return lines;
}

// The height of a line of text in a window of this height.
inline int line_height(int view_height)
{
    return view_height < 26 * 18 ? 18 : view_height / 26;
}

inline int lines_below(const struct window *w)
{
    return count_lines(w->caption) + (w->legend != NULL);
}

// A square of `parts` by `parts` pixels of the picture is shown as one of `times` by `times` pixels. One of the two
// is 1.
struct window_scale {
    int times, parts;
};

inline int scaled(struct window_scale scale, int pixels)
{
    return pixels * scale.times / scale.parts;
}

// The largest scale at which the picture and its texts fit into that many pixels.
inline struct window_scale largest_scale(const struct window *w, int width, int height)
{
    struct window_scale scale = {1, 1};
    height -= (count_lines(w->labels) + lines_below(w)) * line_height(height);
    while (w->width * (scale.times + 1) <= width && w->height * (scale.times + 1) <= height)
        ++scale.times;
    while (scale.times == 1 && scale.parts < w->width &&
           (scaled(scale, w->width) > width || scaled(scale, w->height) > height))
        ++scale.parts;
    return scale;
}

// Where the picture lies in the window: scaled, and centred in the room that the texts leave.
struct window_fit {
    struct window_scale scale;
    int left, bottom, top; // its borders, in pixels; `top` is counted from the top of the window
};

inline struct window_fit window_fit()
{
    const struct window_state &s = window_state;
    int line = line_height(s.view_height), above = count_lines(s.window->labels) * line,
        below = lines_below(s.window) * line;
    struct window_fit fit;
    fit.scale = largest_scale(s.window, s.view_width, s.view_height);
    fit.left = (s.view_width - scaled(fit.scale, s.window->width)) / 2;
    int border = (s.view_height - above - below - scaled(fit.scale, s.window->height)) / 2;
    fit.bottom = below + border;
    fit.top = s.view_height - fit.bottom - scaled(fit.scale, s.window->height);
    return fit;
}

// Says at the top of the window, for some seconds, what a key has done.
__attribute__((format(printf, 1, 2))) inline void window_says(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(window_state.said, sizeof window_state.said, format, arguments);
    va_end(arguments);
    window_state.said_until = window_time() + 4;
}

// The picture, each pixel in `times` by `times` pixels, or the mean of `parts` by `parts` of them in one.
inline void draw_picture(const struct window *w, struct window_fit fit)
{
    const int parts = fit.scale.parts, width = w->width / parts, height = w->height / parts;
    glRasterPos2i(fit.left, fit.bottom);
    glPixelZoom(fit.scale.times, fit.scale.times);
    unsigned char *means = parts > 1 ? (unsigned char *)malloc(4 * (size_t)width * height + 1) : NULL;
    for (size_t i = 0; means != NULL && i < 4 * (size_t)width * height; ++i) {
        const size_t x = i / 4 % width * parts, y = i / 4 / width * parts;
        int sum = 0;
        for (int part = 0; part < parts * parts; ++part)
            sum += w->pixels[4 * ((y + part / parts) * w->width + x + part % parts) + i % 4];
        means[i] = (unsigned char)(sum / (parts * parts));
    }
    if (means != NULL)
        glDrawPixels(width, height, GL_RGBA, GL_UNSIGNED_BYTE, means);
    else
        glDrawPixels(w->width, w->height, GL_RGBA, GL_UNSIGNED_BYTE, w->pixels);
    free(means);
    glPixelZoom(1, 1);
}

// The width of a text in a line of this height; the text ends before any of the characters in `ends`.
inline float text_width(const char *text, const char *ends, int line)
{
    char copy[400];
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(text, ends), text);
    return 0.006f * line * glutStrokeLengthf(GLUT_STROKE_ROMAN, (const unsigned char *)copy); // a capital is 100 high
}

// One line of white text: its left end is at x, its lower edge at y. It is shrunk to `width`, and centred if `centred`.
// The text ends before any of the characters in `ends`. Returns its width.
inline int draw_text(const char *text, const char *ends, int x, int y, int line, int width, bool centred)
{
    char copy[400];
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(text, ends), text);
    const unsigned char *letters = (const unsigned char *)copy;
    float scale = 0.006f * line, length = glutStrokeLengthf(GLUT_STROKE_ROMAN, letters);
    if (scale * length > width)
        scale = width / length;
    glColor3f(1, 1, 1);
    glLineWidth(line / 13.0f);
    glEnable(GL_LINE_SMOOTH);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glPushMatrix();
    glTranslatef(x + (centred ? (width - scale * length) / 2 : 0), y + 0.26f * line, 0);
    glScalef(scale, scale, 1);
    glutStrokeString(GLUT_STROKE_ROMAN, letters);
    glPopMatrix();
    glDisable(GL_BLEND);
    return (int)(scale * length);
}

// Lines of text on black, the first at the top of a strip that ends at `bottom`.
inline void draw_lines(const char *text, int bottom)
{
    const int line = line_height(window_state.view_height), width = window_state.view_width, lines = count_lines(text);
    glColor3f(0, 0, 0);
    glRecti(0, bottom, width, bottom + lines * line);
    for (int i = lines - 1; i >= 0; i--) {
        draw_text(text, "\n", line / 2, bottom + i * line, line, width - line, false);
        text += strcspn(text, "\n") + (i > 0);
    }
}

inline void draw_labels(const char *labels)
{
    const int line = line_height(window_state.view_height), width = window_state.view_width;
    int parts = 1;
    for (const char *c = labels; *c != '\0'; c++)
        parts += *c == '\t';
    struct window_fit fit = window_fit();
    int part = scaled(fit.scale, window_state.window->width) / parts;
    glColor3f(0, 0, 0);
    glRecti(0, window_state.view_height - line, width, window_state.view_height);
    for (int i = 0; i < parts; i++) {
        draw_text(labels, "\t", fit.left + i * part, window_state.view_height - line, line, part, true);
        labels += strcspn(labels, "\t") + (i + 1 < parts);
    }
}

// The width of a legend in lines of this height.
inline int legend_width(const char *legend, int line)
{
    int x = line;
    for (int colour = 0;; colour++) {
        x += (int)text_width(legend, "\t", line) + line / 2;
        legend += strcspn(legend, "\t");
        if (*legend++ == '\0' || colour == 9)
            return x;
        x += line * 4 / 5;
    }
}

inline void draw_legend(const char *legend)
{
    const int height = line_height(window_state.view_height), width = window_state.view_width;
    const int whole = legend_width(legend, height), line = whole > width ? height * width / whole : height;
    glColor3f(0, 0, 0);
    glRecti(0, 0, width, height);
    int x = line / 2;
    for (int colour = 0;; colour++) {
        x += draw_text(legend, "\t", x, 0, line, width, false) + line / 2;
        legend += strcspn(legend, "\t");
        if (*legend++ == '\0' || colour == 9)
            break;
        glColor3ubv(window_colours[colour]);
        glRecti(x, line / 5, x + line * 3 / 5, line * 4 / 5);
        x += line * 4 / 5;
    }
}

// On the window's first line.
inline void draw_said()
{
    const int line = line_height(window_state.view_height), width = window_state.view_width;
    glColor3f(0.1f, 0.3f, 0.6f);
    glRecti(0, window_state.view_height - line, width, window_state.view_height);
    draw_text(window_state.said, "", line / 2, window_state.view_height - line, line, width - line, false);
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
    draw_picture(&w, fit);
    char text[1000], pace[40] = "";
    if (w.labels != NULL)
        draw_labels(w.labels);
    if (w.caption != NULL) {
        if (window_state.stopped)
            snprintf(pace, sizeof pace, "stopped   ");
        else if (w.frame != NULL && window_state.rate > 0)
            snprintf(pace, sizeof pace, "%.*f frames/s   ", window_state.rate < 10, window_state.rate);
        snprintf(text, sizeof text, "%s%s", pace, w.caption);
        draw_lines(text, (w.legend != NULL) * line_height(window_state.view_height));
    }
    if (w.legend != NULL)
        draw_legend(w.legend);
    if (window_state.help) {
        snprintf(text, sizeof text,
                 "%s%ss: save the picture\nf or F11: full screen, and back\nh: this help, and away\nq or ESC: quit",
                 w.frame != NULL ? "space: stop, and go on\n" : "", w.key_help != NULL ? w.key_help : "");
        draw_lines(text, lines_below(&w) * line_height(window_state.view_height));
    }
    if (window_state.said[0] != '\0')
        draw_said();
    glutSwapBuffers();
}

inline void window_resized(int width, int height)
{
    window_state.view_width = width > 0 ? width : 1;
    window_state.view_height = height > 0 ? height : 1;
}

// Saves the picture, and says where in the window and on the terminal.
inline void save_in_folder(const struct window *w)
{
    const char *name = default_image_name();
    if (!save_image(name, w->pixels, w->width, w->height)) {
        window_says("%s could not be saved", name);
        return;
    }
    printf("saved %s\n", name);
    fflush(stdout);
    char folder[300];
    if (getcwd(folder, sizeof folder) != NULL)
        window_says("saved %s/%s", folder, name);
    else
        window_says("saved %s", name);
}

inline void toggle_full_screen()
{
    const bool full = glutGet(GLUT_FULL_SCREEN);
    glutFullScreenToggle();
    window_says(full ? "a window again" : "full screen; f returns to the window");
}

inline void window_key(unsigned char key, int, int)
{
    const struct window &w = *window_state.window;
    switch (key) {
    case 27:
    case 'q':
    case 'Q': window_state.done = 1; return;
    case 'h': window_state.help = !window_state.help; break;
    case 'f': toggle_full_screen(); break;
    case 's': save_in_folder(&w); break;
    case ' ':
        window_state.stopped = w.frame != NULL && !window_state.stopped;
        window_says(w.frame == NULL ? "this picture does not move" : window_state.stopped ? "stopped" : "goes on");
        break;
    default:
        if (w.stopping_keys != NULL && strchr(w.stopping_keys, key) != NULL)
            window_state.stopped = 1;
        window_says("%s", w.key != NULL ? w.key(w.data, key) : "no such key; h shows the keys");
    }
    glutPostRedisplay();
}

inline void window_special_key(int key, int, int)
{
    if (key == GLUT_KEY_F11)
        toggle_full_screen();
    glutPostRedisplay();
}

inline void window_mouse(int button, int state, int x, int y)
{
    const struct window &w = *window_state.window;
    struct window_fit fit = window_fit();
    x = (x - fit.left) * fit.scale.parts / fit.scale.times;
    y = (y - fit.top) * fit.scale.parts / fit.scale.times;
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

// As large as the largest scale of the picture that fits on the screen, with its texts; and two thirds of the screen's
// height at least, by a border around a picture that would be too high at the next scale.
inline void window_default_size(const struct window *window)
{
    const int screen_width = glutGet(GLUT_SCREEN_WIDTH), screen_height = glutGet(GLUT_SCREEN_HEIGHT);
    struct window_scale scale = largest_scale(window, screen_width * 9 / 10, screen_height * 9 / 10);
    int lines = count_lines(window->labels) + lines_below(window);
    int width = scaled(scale, window->width), picture = scaled(scale, window->height), height = picture;
    for (int i = 0; i < 20; i++) // the height of a line depends on the window's, and the other way round
        height = picture + lines * line_height(height);
    const int least = screen_height * 2 / 3;
    if (height < least && picture < width)
        height = least;
    if (height < least) {
        width = width * least / height;
        height = least;
    }
    const int line = line_height(height), letters = window->caption != NULL ? 64 : 0; // a letter is 0.42 lines wide
    if (window->legend != NULL && legend_width(window->legend, line) > width)
        width = legend_width(window->legend, line);
    if (letters * line * 42 / 100 > width)
        width = letters * line * 42 / 100;
    window_resized(width < screen_width ? width : screen_width, height);
}

// Makes the window; returns its number.
inline int open_window(const struct window *window)
{
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_CONTINUE_EXECUTION);
    glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGBA);
    window_default_size(window);
    glutInitWindowSize(window_state.view_width, window_state.view_height);
    char title[200];
    snprintf(title, sizeof title, "%s  (h help, s save, q quit)", window->title);
    int id = glutCreateWindow(title);
    glutDisplayFunc(window_draw);
    glutReshapeFunc(window_resized);
    glutKeyboardFunc(window_key);
    glutSpecialFunc(window_special_key);
    glutMouseFunc(window_mouse);
    glutCloseFunc(window_closed);
    window_says("h shows the keys");
    return id;
}

// Shows one picture after another until the window is closed, or all were shown.
inline void show_frames(const struct window *window)
{
    const double pace = 1.0 / 60;
    double next = window_time(), since = 0; // when the next picture is due, and when the current count of frames began
    for (int frames = 0, counted = 0; !window_state.done;) {
        glutMainLoopEvent();
        if (window_state.said[0] != '\0' && window_time() > window_state.said_until) {
            window_state.said[0] = '\0';
            glutPostRedisplay();
        }
        double left = next - window_time();
        if (left > 0) {
            usleep((useconds_t)(left * 1e6) + 1);
            continue;
        }
        next = left < -pace ? window_time() + pace : next + pace; // does not hurry after a slow frame
        if (window->frame == NULL || window_state.stopped || window_state.done) {
            since = 0; // a pause is not a slow frame
            continue;
        }
        if (window->frames > 0 && frames++ == window->frames)
            break;
        window->frame(window->data);
        glutPostRedisplay();
        double now = window_time();
        if (since == 0) {
            since = now;
            counted = 0;
        } else if (++counted, now - since >= 0.5) {
            window_state.rate = counted / (now - since);
            since = now;
            counted = 0;
        }
    }
}

// 1 when the window has been shown and closed; 0 with the reason in *why if it cannot be shown.
inline int show_window(const struct window *window, const char **why)
{
    window_state.window = window;
    window_state.help = window_state.stopped = window_state.done = window_state.closed = 0;
    window_state.rate = 0;
    window_state.said[0] = '\0';
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
    int id = open_window(window);
    show_frames(window);
    if (!window_state.closed)
        glutDestroyWindow(id);
    glutMainLoopEvent(); // destroys the window
    return 1;
}

#else

inline int show_window(const struct window *, const char **why)
{
    *why = "this program was built without freeglut";
    return 0;
}

#endif

// Shows the window. If it cannot be shown, or if `save` names a file, computes the frames and saves the last one.
// Returns 1; or 0, with one line on stderr that says what went wrong.
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
