// SPDX-License-Identifier: MIT
// side_by_side.h: a block with its barrier and one without, in a window: launched again for every frame, or in slow
// motion. A turn is what one warp does until it reads the clock; turns are shown in the order of the clock.
//
//     struct side_by_side view = {};
//     parse_side_by_side(&view, argc, argv, "what the program shows, in one line");
//     view.drawing = new_drawing(320, 200); // and set other fields below as needed
//     if (!show_side_by_side(&view))
//         return EXIT_FAILURE; // it has printed the reason
//
// The key n shows the next turn of each half, and m everything up to the next barrier, or to the end if there is none.
// After the last turn they begin again with the first turn of the same launch. Space returns to new launches.
#pragma once

#include "drawing.h"
#include "options.h"
#include "window.h"

struct side_by_side {
    const char *legend;                    // as in window.h
    int turns;                             // of a block
    const int *barriers;                   // how many turns come before each; the last: all of them
    void (*launch)(struct side_by_side *); // `blocks` blocks with the barrier and as many without; it keeps of
                                           // each kind the block that has most wrong
    // Draws, on black, what the first `turns` turns have made of the left half (0) or the right one (1), and writes its
    // line of text.
    void (*paint)(struct side_by_side *, int half, int turns);
    struct drawing drawing;
    char line[2][150];
    // for this header's own use
    long launched; // so far
    int blocks, seed;
    int frames, only;
    const char *save;
    int shown[2]; // how many turns
    char caption[340];
};

// Stores in at_turn the numbers 0 to n - 1 in the order of their clocks.
inline void order_turns(const long long *clocks, int n, int *at_turn)
{
    for (int i = 0; i < n; ++i) {
        int turn = i;
        for (; turn > 0 && clocks[at_turn[turn - 1]] > clocks[i]; --turn)
            at_turn[turn] = at_turn[turn - 1];
        at_turn[turn] = i;
    }
}

inline void paint_side_by_side(struct side_by_side *view)
{
    memset(view->drawing.pixels, 0, 4 * (size_t)view->drawing.width * view->drawing.height);
    for (int half = 0; half < 2; ++half) {
        snprintf(view->line[half], sizeof view->line[half], "no turn yet");
        view->paint(view, half, view->shown[half]);
    }
    snprintf(view->caption, sizeof view->caption, "with: %s\nwithout: %s", view->line[0], view->line[1]);
}

inline void next_launch(void *data)
{
    struct side_by_side *view = (struct side_by_side *)data;
    ++view->launched;
    view->launch(view);
    view->shown[0] = view->shown[1] = view->only > 0 && view->only < view->turns ? view->only : view->turns;
    paint_side_by_side(view);
}

// Its result is what the window says of the key.
inline const char *slow_motion_key(void *data, unsigned char key)
{
    struct side_by_side *view = (struct side_by_side *)data;
    const int *barrier = view->barriers;
    if (key != 'n' && key != 'm')
        return "no such key; h shows the keys";
    if (view->launched == 0)
        return "no launch yet";
    if (view->shown[0] == view->turns && view->shown[1] == view->turns)
        view->shown[0] = view->shown[1] = 0;
    while (*barrier <= view->shown[0] && *barrier < view->turns)
        ++barrier;
    view->shown[0] = key == 'm' ? *barrier : view->shown[0] + (view->shown[0] < view->turns);
    view->shown[1] = key == 'm' ? view->turns : view->shown[1] + (view->shown[1] < view->turns);
    paint_side_by_side(view);
    return key == 'm' ? "to the next barrier; space returns to new launches"
                      : "one turn; space returns to new launches";
}

// The first call of main. A wrong option ends the program, with a line on stderr and status 2.
inline void parse_side_by_side(struct side_by_side *view, int argc, char **argv, const char *purpose)
{
    const struct option_spec options[] = {
        {"frames", "N", "stops after N frames", option_count, &view->frames},
        {"save", "FILE", "writes the last frame to FILE (.png or .ppm), and opens no window", option_text, &view->save},
        {"blocks", "N", "launches N blocks, and shows the one that has most wrong (16)", option_count, &view->blocks},
        {"turns", "N", "shows the first N turns of each launch", option_count, &view->only},
        {"seed", "N", "chooses the order of the warps on the CPU device (1)", option_count, &view->seed},
        {}};
    view->blocks = 16;
    view->seed = 1;
    parse_options(argc, argv, purpose, options);
    require_image_path(view->save);
    set_seed(view->seed);
}

// Like show_or_save() in window.h.
inline int show_side_by_side(struct side_by_side *view)
{
    struct window window = {};
    window.title = "with a barrier, and without";
    window.pixels = view->drawing.pixels;
    window.width = view->drawing.width;
    window.height = view->drawing.height;
    window.frame = next_launch;
    window.frames = view->frames;
    window.key = slow_motion_key;
    window.stopping_keys = "nm";
    window.key_help = "n: the next turn\nm: the next barrier\n";
    window.labels = "with __syncthreads()\twithout";
    window.caption = view->caption;
    window.legend = view->legend;
    window.data = view;
    snprintf(view->caption, sizeof view->caption, "no launch yet\n-");
    return show_or_save(&window, view->save);
}
