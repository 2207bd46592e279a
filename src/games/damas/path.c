/* The squares a capture visits. */
#include "games/damas/captures.h"

typedef struct search {
    unsigned flags;
    int side, to;
    damas_set captured, blockers;
    const int *via;
    int via_count;
    int *path;
} search;

static int follow(const search *s, int at, bool king, damas_set done, int count);

/* Tries to continue from one landing square. */
static int land(const search *s, int at, bool king, damas_set done, int count) {
    if (count <= s->via_count && s->via[count - 1] != at) return 0;
    bool crowned =
        king || ((s->flags & DAMAS_CROWNS_ON) && (damas_one(at) & damas_crown_row(s->side)));
    s->path[count] = at;
    if (done == s->captured) return at == s->to && count >= s->via_count ? count + 1 : 0;
    return follow(s, at, crowned, done, count + 1);
}

static int follow(const search *s, int at, bool king, damas_set done, int count) {
    damas_set targets = s->captured & ~done, empty = DAMAS_ALL & ~s->blockers;
    for (int d = 0; d < 4; d++) {
        damas_set over, landings;
        if (king && (s->flags & DAMAS_FLYING)) {
            damas_set met = damas_rays[d][at] & s->blockers;
            over = met ? damas_nearest(met, d) & targets : 0;
            landings = over ? damas_slide(bits_lowest(over), d, s->blockers) : 0;
        } else {
            over = damas_step(damas_one(at), d) & targets;
            landings = damas_step(over, d) & empty;
        }
        while (landings) {
            int length = land(s, bits_take(&landings), king, done | over, count);
            if (length) return length;
        }
    }
    return 0;
}

int damas_path(unsigned flags, const damas_board *b, int side, damas_move m, const int *via,
               int via_count, int path[DAMAS_PATH_MAX]) {
    damas_set from = damas_one(damas_from(m));
    search s = {.flags = flags,
                .side = side,
                .to = damas_to(m),
                .captured = damas_captured(m),
                .blockers = (damas_of(b, 0) | damas_of(b, 1)) & ~from,
                .via = via,
                .via_count = via_count,
                .path = path};
    path[0] = damas_from(m);
    if (s.captured) return follow(&s, path[0], (b->king[side] & from) != 0, 0, 1);
    if (via_count > 1 || (via_count == 1 && via[0] != damas_to(m))) return 0;
    path[1] = damas_to(m);
    return 2;
}
