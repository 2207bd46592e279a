/* perudo_scene - the view of the Perudo board in a terminal: its seven scenes as lines of text. */
#ifndef DAMERO_PERUDO_SCENE_H
#define DAMERO_PERUDO_SCENE_H

#include "protocols/perudo_view.h"

enum {
    SCENE_BYTES = 1 << 14, /* hold any scene */
    SCENE_TOLD = 6,        /* lines of past events */
    SCENE_WIDTH = 79,
};

/* The text next to the table: the last events, oldest first. */
typedef struct scene_story {
    char line[SCENE_TOLD][PERUDO_VIEW_WORDS];
    int count;
} scene_story;

typedef struct scene_style {
    bool ascii, colour;
    bool open; /* show the dice of all from the start */
} scene_style;

/* Adds an event to the story, except changes of a number being chosen. */
void scene_tell(scene_story *, const perudo_viewer *, const perudo_view_event *);

/* Writes the scene: at most 21 lines of SCENE_WIDTH columns. */
void scene_write(const perudo_viewer *, const scene_story *, scene_style, text *);

#endif
