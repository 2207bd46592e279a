#include "games/damas/damas.h"

#include <stdlib.h>
#include <string.h>

#include "games/damas/moves.h"
#include "games/damas/notation.h"
#include "games/damas/picture.h"

/* In the order of the setting `variant`. GameTypes are those of PDN 3.0. The drawing rules come
 * from the following sources; pool's limited ending is here, the others are in endings.c.
 *
 *   spanish, portuguese   Regras do jogo de damas classicas, Federacao Portuguesa de Damas
 *   italian     Regolamento tecnico, capo I, Federazione Italiana Dama, 2008: 40 moves of each side
 *               (art. 10.4), the fourth time of a position (art. 9.3)
 *   english     Rules of Draughts, World Checkers/Draughts Federation, 1.32: 40 own moves without a
 *               man's advance or a capture
 *   russian     FMJD, Section 64, 7.2: 15 moves of kings alone, without capture or man's move
 *   brazilian   Confederacao Brasileira de Damas: 20 moves of kings, without capture or man's move
 *   pool        American Pool Checker Association, rules 26 and 27: 15 moves of each side; three
 *               kings have 13 moves against one, wherever they are
 *   czech       FMJD, Brief Rules of Czech Draughts: 15 moves without capture or man's move
 */
const damas_variant damas_variants[] = {
    {.name = "spanish",
     .game_type = "24,W,8,8,N1,1",
     .flags = DAMAS_SPANISH_FLAGS,
     .quiet = 20,
     .river = 12},
    {.name = "portuguese",
     .game_type = "28,W,8,8,N1,1",
     .flags = DAMAS_SPANISH_FLAGS,
     .quiet = 20,
     .river = 12},
    {.name = "italian",
     .game_type = "22,W,8,8,N2,1",
     .flags =
         DAMAS_SPARES_KINGS | DAMAS_QUANTITY | DAMAS_KING_FIRST | DAMAS_QUALITY | DAMAS_EARLY_KING,
     .from_top = true,
     .repetition = 4,
     .quiet = 40},
    {.name = "english",
     .game_type = "21,B,8,8,N1,0",
     .flags = 0,
     .mirrored = true,
     .black_first = true,
     .quiet = 40},
    {.name = "russian",
     .game_type = "25,W,8,8,A0,0",
     .flags = DAMAS_FLYING | DAMAS_BACKWARD | DAMAS_CROWNS_ON,
     .algebraic = true,
     .mirrored = true,
     .quiet = 15,
     .endings = "russian"},
    {.name = "brazilian",
     .game_type = "26,W,8,8,A0,0",
     .flags = DAMAS_FLYING | DAMAS_BACKWARD | DAMAS_QUANTITY,
     .algebraic = true,
     .mirrored = true,
     .quiet = 20,
     .endings = "brazilian"},
    {.name = "pool",
     .game_type = "23,B,8,8,N1,0",
     .flags = DAMAS_FLYING | DAMAS_BACKWARD,
     .mirrored = true,
     .black_first = true,
     .quiet = 15,
     .river = 13,
     .river_at_once = true},
    {.name = "czech",
     .game_type = "29,W,8,8,A0,0",
     .flags = DAMAS_FLYING | DAMAS_KING_FIRST,
     .algebraic = true,
     .mirrored = true,
     .quiet = 15},
    {0},
};

enum {
    VARIANT,
    PROFILE,
    REPETITION,
    QUIET,
    QUIET_WHEN,
    RIVER,
    ENDINGS,
    TOUCH,
    QUIET_MOST = 1000,
    RIVER_MOST = 200
};

static const game_setting settings[] = {
    [VARIANT] = {.key = "variant",
                 .initial = "spanish",
                 .meaning = "the kind of draughts on 64 squares",
                 .kind = SETTING_CHOICE,
                 .choices = "spanish portuguese italian english russian brazilian pool czech"},
    [PROFILE] = {.key = "profile",
                 .initial = "official",
                 .meaning =
                     "capture mandatory; optional, with huffing; or as on the laboratory board",
                 .kind = SETTING_CHOICE,
                 .choices = "official huff lab"},
    [REPETITION] = {.key = "repetition",
                    .initial = "auto",
                    .meaning = "occurrences of a position that draw: 2 to 9, off, or auto "
                               "(3; off for the laboratory board)",
                    .kind = SETTING_TEXT_VALUE},
    [QUIET] = {.key = "quiet",
               .initial = "auto",
               .meaning = "moves of each side without capture or man's move that draw: 1 to 1000, "
                          "off, or auto (20 in Spanish draughts; off for the laboratory board)",
               .kind = SETTING_TEXT_VALUE},
    [QUIET_WHEN] = {.key = "quiet-when",
                    .initial = "always",
                    .meaning = "count them always, or only if each side has a king and at most "
                               "four pieces",
                    .kind = SETTING_CHOICE,
                    .choices = "always few"},
    [RIVER] = {.key = "river",
               .initial = "auto",
               .meaning =
                   "moves that three kings holding the long diagonal have against one: 1 to "
                   "200, off, or auto (12 in Spanish draughts; off for the laboratory board)",
               .kind = SETTING_TEXT_VALUE},
    [ENDINGS] = {.key = "endings",
                 .initial = "auto",
                 .meaning = "shorter limits for endings with few pieces: russian, brazilian, "
                            "off, or auto (the variant's; off for the laboratory board)",
                 .kind = SETTING_CHOICE,
                 .choices = "auto off russian brazilian"},
    [TOUCH] = {.key = "touch",
               .initial = "off",
               .meaning = "whether a piece that was touched and can move must move; on for people "
                          "who play as on the laboratory board",
               .kind = SETTING_CHOICE,
               .choices = "off on"},
    {0},
};

/* Reads a number, `off` (0) or `auto`. */
static bool read_limit(const game_settings *chosen, int which, int least, int most, int automatic,
                       int *limit, error *e) {
    const char *value = chosen->value[which].text;
    scan s = scan_string(value);
    uint64_t number;
    if (strcmp(value, "auto") == 0) *limit = automatic;
    else if (strcmp(value, "off") == 0) *limit = 0;
    else if (scan_number(&s, (uint64_t)least, (uint64_t)most, &number) && scan_done(&s))
        *limit = (int)number;
    else
        return error_code(e, "setting-not-a-count",
                          "setting %s: '%s' is not a number from %d to %d, off or auto",
                          settings[which].key, value, least, most);
    return true;
}

static const damas_endings *chosen_endings(const game_settings *chosen, const damas_rules *r) {
    static const char *const named[] = {NULL, NULL, "russian", "brazilian"}; /* by choice */
    int number = (int)chosen->value[ENDINGS].number;
    const char *name = number == 0 && r->profile != DAMAS_LAB ? r->variant->endings : named[number];
    return name ? damas_endings_named(name) : NULL;
}

static bool read_draws(const game_settings *chosen, damas_rules *r, error *e) {
    bool lab = r->profile == DAMAS_LAB;
    int quiet = 0, times = r->variant->repetition ? r->variant->repetition : 3;
    r->held = r->variant->river_at_once ? DAMAS_ALL : DAMAS_RIVER;
    if (!read_limit(chosen, REPETITION, 2, 9, lab ? 0 : times, &r->repetition, e) ||
        !read_limit(chosen, QUIET, 1, QUIET_MOST, lab ? 0 : r->variant->quiet, &quiet, e) ||
        !read_limit(chosen, RIVER, 1, RIVER_MOST, lab ? 0 : r->variant->river, &r->river, e))
        return false;
    r->quiet_plies = 2 * quiet;
    r->quiet_few = chosen->value[QUIET_WHEN].number == 1;
    r->endings = chosen_endings(chosen, r);
    return true;
}

static bool create(const game_settings *chosen, game_rules **out, error *e) {
    damas_rules checked = {.variant = &damas_variants[chosen->value[VARIANT].number],
                           .profile = (damas_profile)chosen->value[PROFILE].number};
    checked.flags = checked.variant->flags;
    checked.touch = chosen->value[TOUCH].number == 1;
    if (checked.profile == DAMAS_LAB && checked.flags != DAMAS_SPANISH_FLAGS)
        return error_code(e, "lab-is-spanish",
                          "profile=lab is the laboratory's Spanish board: it does not go with "
                          "variant=%s",
                          checked.variant->name);
    /* If capture is optional, captures are not ranked. */
    if (checked.profile != DAMAS_OFFICIAL)
        checked.flags &=
            ~(unsigned)(DAMAS_QUANTITY | DAMAS_KING_FIRST | DAMAS_QUALITY | DAMAS_EARLY_KING);
    if (!read_draws(chosen, &checked, e)) return false;
    damas_rules *r = malloc(sizeof *r);
    if (!r) return error_set(e, "no memory for the rules");
    *r = checked;
    r->rules = (game_rules){.game = &damas_game,
                            .settings = *chosen,
                            .seats = 2,
                            .position_bytes = sizeof(damas_position),
                            .undo_bytes = sizeof(damas_undo),
                            .max_moves = DAMAS_MOVES_MAX,
                            .position_text_bytes = DAMAS_POSITION_TEXT,
                            .picture_bytes = DAMAS_PICTURE_BYTES};
    *out = &r->rules;
    return true;
}

static void destroy(game_rules *rules) { free(rules); }

/* The laboratory board's players enter the origin first. */
static const char *by_hand(const game_settings *chosen) {
    return chosen->value[PROFILE].number == DAMAS_LAB ? "touch=on" : NULL;
}

static const char *seat_name(const game_rules *rules, int seat) {
    return damas_side_name(damas_rules_of(rules), seat);
}

static damas_position *of(game_position *p) { return (damas_position *)(void *)p; }

static void start(const game_rules *rules, game_position *position) {
    damas_start(damas_rules_of(rules), of(position));
}

static int turn(const game_rules *rules, const game_position *position) {
    (void)rules;
    const damas_position *p = damas_seen(position);
    return p->end == DAMAS_GOES_ON ? p->side : GAME_OVER;
}

static size_t moves(const game_rules *rules, const game_position *position, int seat,
                    game_move *out) {
    const damas_position *p = damas_seen(position);
    damas_list l;
    if (seat != p->side) return 0;
    damas_list_moves(damas_rules_of(rules), p, &l);
    damas_add_touches(damas_rules_of(rules), p, &l);
    memcpy(out, l.move, (size_t)l.count * sizeof *out);
    return (size_t)l.count;
}

static void play(const game_rules *rules, game_position *position, game_move move, void *undo) {
    damas_play(damas_rules_of(rules), of(position), move, undo);
}

static void undo(const game_rules *rules, game_position *position, game_move move,
                 const void *undo) {
    (void)rules, (void)move;
    damas_take_back(of(position), undo);
}

static game_outcome outcome(const game_rules *rules, const game_position *position) {
    static const char *const reasons[] = {
        [DAMAS_GOES_ON] = NULL,
        [DAMAS_NO_PIECES] = "no pieces left",
        [DAMAS_BLOCKED] = "no move left",
        [DAMAS_REPEATED] = "repetition",
        [DAMAS_QUIET] = "no capture or man's move for too long",
        [DAMAS_RIVER_HELD] = "three kings did not beat one in time",
        [DAMAS_ENDING_OVER] = NULL, /* the ending has its own reason */
    };
    const damas_position *p = damas_seen(position);
    const damas_endings *endings = damas_rules_of(rules)->endings;
    bool ending = p->end == DAMAS_ENDING_OVER;
    game_outcome o = {
        .over = p->end != DAMAS_GOES_ON,
        .winner = GAME_NOBODY,
        .reason = ending ? damas_endings_over(endings, p->ending)->reason : reasons[p->end],
        .score = {bits_count(damas_of(&p->board, 0)), bits_count(damas_of(&p->board, 1))}};
    if (p->end == DAMAS_NO_PIECES) o.winner = damas_of(&p->board, 0) ? 0 : 1;
    /* The laboratory board has no such loss: it waits until both agree on a draw. */
    if (p->end == DAMAS_BLOCKED && damas_rules_of(rules)->profile != DAMAS_LAB)
        o.winner = p->side ^ 1;
    return o;
}

static uint64_t hash(const game_rules *rules, const game_position *position) {
    (void)rules;
    const damas_position *p = damas_seen(position);
    uint64_t endings = 0;
    for (int i = 0; i < DAMAS_ENDINGS; i++) endings = endings << 8 | p->ending[i];
    return hash_join(hash_join(p->key, (uint64_t)p->touched << 32 | (uint64_t)p->quiet << 16 |
                                           (uint64_t)p->river << 8 | p->leg),
                     endings);
}

static bool count_sets(const game_rules *rules, game_position *position, int depth,
                       uint64_t *leaves, error *e) {
    const damas_rules *r = damas_rules_of(rules);
    const damas_position *p = damas_seen(position);
    if (r->profile != DAMAS_OFFICIAL) return game_perft(rules, position, depth, leaves, e);
    *leaves = damas_perft(r->flags, &p->board, p->side, depth);
    return true;
}

static bool count_orders(const game_rules *rules, game_position *position, int depth,
                         uint64_t *leaves, error *e) {
    const damas_rules *r = damas_rules_of(rules);
    const damas_position *p = damas_seen(position);
    if (r->profile != DAMAS_OFFICIAL)
        return error_set(e, "convention K is counted with profile=official only");
    *leaves = damas_perft_ordered(r->flags, &p->board, p->side, depth);
    return true;
}

static const game_count counts[] = {
    {"D",
     "captures distinguished by origin, set of captured squares and destination; draws ignored",
     count_sets},
    {"K",
     "captures distinguished by origin, order of captured squares and destination; draws ignored",
     count_orders},
    {0},
};

static void write_type(const game_rules *rules, text *t) {
    text_add(t, damas_rules_of(rules)->variant->game_type);
}

/* In PDN games players claim draws, so a record without our own Rules tag has no automatic draws.
 */
static bool read_type(const char *type, text *settings_text) {
    size_t number = strcspn(type, ",");
    for (const damas_variant *v = damas_variants; v->name; v++) {
        if (strcspn(v->game_type, ",") != number || memcmp(type, v->game_type, number) != 0)
            continue;
        text_addf(settings_text, "variant=%s,repetition=off,quiet=off,river=off,endings=off",
                  v->name);
        return true;
    }
    return false;
}

/* Two points for a win, as in international draughts, and 0-0 for a game that both players have
 * lost
 * ("PDN Tags" and the reading grammar of the PDN 3.0 standard, W. Wesselink, 2012). */
static const game_format_result pdn_results[] = {
    {"2-0", "1-0"}, {"1-1", "1/2-1/2"}, {"0-2", "0-1"}, {"0-0", "0-0"}, {0},
};

static const game_format pdn = {"GameType", "FEN", write_type, read_type, pdn_results};

const game damas_game = {
    .name = "damas",
    .title = "Damas",
    .summary = "Spanish draughts and its relatives: capture all, or leave no move.",
    .features = {.scores = true, .draws = true},
    .settings = settings,
    .counts = counts,
    .format = &pdn,
    .create = create,
    .destroy = destroy,
    .seat_name = seat_name,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .undo = undo,
    .outcome = outcome,
    .hash = hash,
    .by_hand = by_hand,
    .touched = damas_read_touch,
    .write_move = damas_write_move,
    .read_move = damas_read_move,
    .write_position = damas_write_position,
    .read_position = damas_read_position,
    .picture = damas_picture,
};
