#include "cli/boards/perudo_scene.h"

#include <string.h>

enum { CARD = 19, CARD_LINES = 5, IN_A_ROW = 4, NAME = 17 };

/* The guests of the page's bar (web/src/games/perudo/avatars.ts), in its order. */
static const struct avatar {
    const char *name, *face; /* five columns */
    const char *label;       /* the name on a card; at most eight columns */
} avatars[PERUDO_BOARD_AVATARS] = {
    {"Captain", "=o,o=", "Captain"}, {"Singer", "(^o^)", "Singer"},
    {"Lama", "/^.^\\", "Lama"},      {"Professor", "(O-O)", "Prof."},
    {"Miner", "[*_*]", "Miner"},     {"Fortune teller", "{~.~}", "Teller"},
    {"Cook", "@o.o@", "Cook"},       {"Sailor", "<o_o>", "Sailor"},
};

/* A scene being drawn. */
typedef struct stage {
    const perudo_viewer *view;
    scene_style style;
    text *text;
} stage;

#define BOLD   "1"
#define DIM    "2"
#define YELLOW "1;33"
#define GREEN  "1;32"
#define RED    "1;31"
#define CYAN   "1;36"

/* The other players get the avatars that follow the chosen one. */
static const struct avatar *avatar_of(int seat, int chosen) {
    return &avatars[(chosen + seat) % PERUDO_BOARD_AVATARS];
}

static void colour(const stage *s, const char *code) {
    if (s->style.colour && code) text_addf(s->text, "\033[%sm", code);
}
static void plain(const stage *s, const char *code) {
    if (s->style.colour && code) text_add(s->text, "\033[0m");
}

static void put(const stage *s, const char *code, const char *words) {
    colour(s, code);
    text_add(s->text, words);
    plain(s, code);
}

static void blanks(const stage *s, int count) {
    if (count > 0) text_add_repeat(s->text, " ", (size_t)count);
}

/* ASCII words in the middle of the screen. */
static void middle(const stage *s, const char *code, const char *words) {
    blanks(s, (SCENE_WIDTH - (int)strlen(words)) / 2);
    put(s, code, words);
    text_add_char(s->text, '\n');
}

static void rule(const stage *s) {
    for (int i = 0; i < SCENE_WIDTH; i++) text_add(s->text, s->style.ascii ? "-" : "\u2500");
    text_add_char(s->text, '\n');
}

/* A heading with the scene's name, and a remark on its right. */
static void heading(const stage *s, const char *left, const char *right) {
    put(s, BOLD, " PERUDO");
    text_addf(s->text, "  %s", left);
    blanks(s, SCENE_WIDTH - 9 - (int)strlen(left) - (int)strlen(right));
    text_addf(s->text, "%s\n", right);
    rule(s);
}

/* Cards: the area of a seat, drawn line by line so that four fit side by side. */

/* Dice that count for the doubted bid, once they are shown. */
static bool counts(const perudo_viewer *v, int face) {
    int bid = perudo_bid_face(perudo_last_bid(&v->now));
    return v->now.bids > 0 && (face == bid || face == PERUDO_LAMA);
}

static bool shown(const perudo_viewer *v) { return v->step == VIEW_SHOWN || v->step == VIEW_END; }

/* The dice, or a cup over them; returns the columns used. */
static int dice_line(const stage *s, int seat) {
    const perudo_viewer *v = s->view;
    int dice = v->now.count[seat];
    bool open = seat == 0 || s->style.open || shown(v);
    if (!v->dealt || dice == 0) {
        put(s, DIM, v->dealt ? "out of the game" : "five dice, a cup");
        return v->dealt ? 15 : 16;
    }
    if (!open) {
        put(s, DIM, s->style.ascii ? "(" : "\u256d");
        for (int i = 0; i < dice; i++) put(s, DIM, i ? " ?" : "?");
        put(s, DIM, s->style.ascii ? ")" : "\u256e");
        return 2 * dice + 1;
    }
    for (int i = 0; i < dice; i++) {
        int face = v->die[seat][i];
        bool marked = shown(v) && counts(v, face);
        colour(s, marked ? GREEN : face == PERUDO_LAMA ? YELLOW : BOLD);
        text_addf(s->text, marked && !s->style.colour ? "<%d>" : "[%d]", face);
        plain(s, BOLD);
    }
    return 3 * dice;
}

/* The seat's last bid of this round, or 0. */
static perudo_bid last_bid_of(const perudo_position *p, int seat) {
    for (int i = p->bids - 1; i >= 0 && i >= p->bids - PERUDO_SEATS_MAX; i--)
        if (perudo_bidder(p, i) == seat) return p->bid[i];
    return 0;
}

static bool acts(const perudo_viewer *v, int seat) {
    return v->now.next == seat &&
           (v->step == VIEW_FACE || v->step == VIEW_COUNT || v->step == VIEW_MACHINE);
}

/* The seat's last action. */
static int word_line(const stage *s, int seat) {
    const perudo_viewer *v = s->view;
    char words[40];
    text t = text_over(words, sizeof words);
    const char *code = NULL;
    perudo_bid bid = v->dealt && v->now.count[seat] ? last_bid_of(&v->now, seat) : 0;
    if (shown(v) && seat == v->loser) {
        text_add(&t, perudo_view_dice(v, seat) ? "loses a die" : "loses the last");
        code = RED;
    } else if (v->now.call && v->now.caller == seat && v->dealt) {
        text_add(&t, "doubts!");
        code = YELLOW;
    } else if (acts(v, seat) && seat == 0) {
        text_addf(&t, v->step == VIEW_FACE ? "face %d?" : "bid %dx%d?",
                  v->step == VIEW_FACE ? v->face : v->count, v->face);
        code = CYAN;
    } else if (acts(v, seat)) {
        text_add(&t, "is on turn");
        code = CYAN;
    } else if (bid) {
        text_addf(&t, "bids %dx%d", perudo_bid_count(bid), perudo_bid_face(bid));
        if (bid == perudo_last_bid(&v->now)) code = BOLD;
    }
    put(s, code, words);
    return (int)t.length;
}

/* One line of a card. The seat on turn has a double border. */
static void card_line(const stage *s, int seat, int line) {
    static const char *const border[3][6] = {
        {"\u256d", "\u256e", "\u2570", "\u256f", "\u2500", "\u2502"},
        {"\u2554", "\u2557", "\u255a", "\u255d", "\u2550", "\u2551"},
        {"+", "+", "+", "+", "-", "|"},
    };
    const perudo_viewer *v = s->view;
    bool turn = acts(v, seat), out = v->dealt && perudo_view_dice(v, seat) == 0;
    const char *const *b = border[s->style.ascii ? 2 : turn];
    const char *edge = turn ? CYAN : out ? DIM : NULL;
    if (line == 0 || line == CARD_LINES - 1) {
        colour(s, edge);
        text_add(s->text, b[line ? 2 : 0]);
        text_add_repeat(s->text, s->style.ascii && turn ? "=" : b[4], CARD - 3);
        text_add(s->text, b[line ? 3 : 1]);
        plain(s, edge);
        text_add_char(s->text, ' ');
        return;
    }
    put(s, edge, b[5]);
    int used = 0;
    if (line == 1) {
        const struct avatar *a = avatar_of(seat, v->avatar);
        char name[16];
        text t = text_over(name, sizeof name);
        text_addf(&t, "%d %s", seat, seat ? a->label : "You");
        put(s, out ? DIM : YELLOW, a->face);
        text_add_char(s->text, ' ');
        put(s, out ? DIM : BOLD, name);
        used = 6 + (int)t.length;
    } else {
        used = line == 2 ? dice_line(s, seat) : word_line(s, seat);
    }
    blanks(s, CARD - 3 - used);
    put(s, edge, b[5]);
    text_add_char(s->text, ' ');
}

/* Seats side by side, from `first` in steps of `step`. */
static void cards(const stage *s, int first, int step, int count) {
    if (count == 0) {
        text_add_repeat(s->text, "\n", CARD_LINES);
        return;
    }
    for (int line = 0; line < CARD_LINES; line++) {
        blanks(s, (SCENE_WIDTH - count * CARD) / 2);
        for (int i = 0; i < count; i++) card_line(s, first + i * step, line);
        text_add_char(s->text, '\n');
    }
}

/* In the middle of the table: the current bid and its result. */
static void bid_line(const stage *s) {
    const perudo_viewer *v = s->view;
    const perudo_position *p = &v->now;
    char words[120];
    text t = text_over(words, sizeof words);
    const char *code = BOLD;
    perudo_bid bid = perudo_last_bid(p);
    if (v->step == VIEW_JOIN) {
        text_addf(&t, "%d of 8 are at the table", v->players);
    } else if (shown(v) && v->judged) {
        text_addf(&t, "bid %dx%d, there %s %d: %s", perudo_bid_count(bid), perudo_bid_face(bid),
                  v->verdict.counted == 1 ? "is" : "are", v->verdict.counted,
                  v->verdict.holds ? "the bid holds" : "the bid was too high");
        code = v->verdict.holds ? GREEN : RED;
    } else if (shown(v)) {
        text_add(&t, "the dice are shown");
    } else if (v->step == VIEW_DOUBTED) {
        text_addf(&t, "%dx%d is doubted", perudo_bid_count(bid), perudo_bid_face(bid));
        code = YELLOW;
    } else if (bid) {
        text_addf(&t, "the bid: %dx%d  (%d dice on the table)", perudo_bid_count(bid),
                  perudo_bid_face(bid), perudo_total(p));
    } else if (v->dealt) {
        text_addf(&t, "%d dice on the table, no bid yet", perudo_total(p));
    }
    text_add_char(s->text, '\n');
    middle(s, code, words);
    text_add_char(s->text, '\n');
}

/* Counter-clockwise: the near side from left to right, the far side back. */
static void table(const stage *s) {
    int players = s->view->players < 1 ? 1 : s->view->players, near = (players + 1) / 2;
    cards(s, players - 1, -1, players - near);
    bid_line(s);
    cards(s, 0, 1, near);
}

static void story(const stage *s, const scene_story *told) {
    rule(s);
    for (int i = 0; i < told->count; i++) {
        put(s, i + 1 < told->count ? DIM : NULL, " ");
        put(s, i + 1 < told->count ? DIM : NULL, told->line[i]);
        text_add_char(s->text, '\n');
    }
}

/* Scenes without a table. */

static void title(const stage *s) {
    static const char *const big[] = {
        "####  ##### ####  #   # ####   ###",  "#   # #     #   # #   # #   # #   #",
        "####  ####  ####  #   # #   # #   #", "#     #     #  #  #   # #   # #   #",
        "#     ##### #   #  ###  ####   ### ",
    };
    text_add(s->text, "\n\n");
    for (size_t i = 0; i < sizeof big / sizeof *big; i++) middle(s, YELLOW, big[i]);
    text_add_char(s->text, '\n');
    char guests[80];
    text t = text_over(guests, sizeof guests);
    for (int i = 0; i < PERUDO_BOARD_AVATARS; i++)
        text_addf(&t, "%s%s", i ? "  " : "", avatars[i].face);
    middle(s, NULL, guests);
    text_add(s->text, "\n\n");
    bool idle = s->view->step == VIEW_TITLE;
    middle(s, BOLD, idle ? "the board is idle" : "waiting for the board");
    middle(s, NULL,
           idle ? "previous, next or enter starts a game"
                : "until a game starts, a new round, or the synchronisation byte");
    text_add(s->text, "\n\n");
}

/* The house rules, one line each; the one being chosen is marked. */
static void rules_menu(const stage *s) {
    heading(s, "choose the rules", "previous / next, enter: next rule");
    text_add_char(s->text, '\n');
    for (int rule = 0; rule < PERUDO_BOARD_RULES; rule++) {
        char words[SCENE_WIDTH], value[SETTING_TEXT + 24];
        text t = text_over(words, sizeof words), v = text_over(value, sizeof value);
        bool here = rule == s->view->rule;
        perudo_view_write_rule(s->view, rule, &v);
        text_addf(&t, "  %s %-22s %s", here ? ">" : " ", value, perudo_house_rules[rule].meaning);
        put(s, here ? CYAN : NULL, words);
        text_add_char(s->text, '\n');
    }
    text_add_char(s->text, '\n');
    middle(s, NULL, "doubt goes back to the players");
    text_add_char(s->text, '\n');
}

/* Two rows of four. */
static void bar(const stage *s) {

    heading(s, "choose your avatar", "previous / next, enter takes it");
    text_add_char(s->text, '\n');
    for (int storey = 0; storey < 2; storey++) {
        for (int line = 0; line < 4; line++) {
            blanks(s, 1);
            for (int i = 0; i < IN_A_ROW; i++) {
                int which = storey * IN_A_ROW + i;
                bool here = which == s->view->avatar;
                const char *words = line == 1 ? avatars[which].face : avatars[which].name;
                char cell[24];
                text t = text_over(cell, sizeof cell);
                if (line == 1 || line == 2)
                    text_addf(&t, "%s%-*s%s", here ? "|" : " ", NAME, words, here ? "|" : " ");
                else {
                    text_add(&t, here ? "+" : " ");
                    text_add_repeat(&t, here ? "-" : " ", NAME);
                    text_add(&t, here ? "+" : " ");
                }
                put(s, here ? CYAN : NULL, cell);
            }
            text_add_char(s->text, '\n');
        }
        text_add_char(s->text, ' ');
        text_add_repeat(s->text, "=", IN_A_ROW * (NAME + 2));
        text_add(s->text, "\n\n");
    }
}

static void ending(const stage *s) {
    const perudo_viewer *v = s->view;
    char words[80];
    text t = text_over(words, sizeof words);
    bool won = v->winner == 0;
    text_add(s->text, "\n\n");
    if (won) {
        middle(s, YELLOW, "*    .   *      .     *    .    *   .      *    .   *");
        middle(s, GREEN, "Y O U   W I N !");
        middle(s, YELLOW, ".   *    .    *    .     *    .    *     .   *    .");
    } else {
        middle(s, RED, "G A M E   O V E R");
    }
    text_add(s->text, "\n\n");
    if (v->winner >= 0) {
        const struct avatar *a = avatar_of(v->winner, v->avatar);
        middle(s, YELLOW, won ? "\\o/" : "");
        middle(s, YELLOW, a->face);
        middle(s, NULL, "___[ 1 ]___");
        text_add_char(s->text, '\n');
        const char *rounds = v->round == 1 ? "round" : "rounds";
        if (won) text_addf(&t, "%s wins after %d %s", a->name, v->round, rounds);
        else text_addf(&t, "player %d, %s, wins after %d %s", v->winner, a->name, v->round, rounds);
        middle(s, BOLD, words);
    }
    text_add_char(s->text, '\n');
    middle(s, NULL, "the reset switch starts a new game");
    text_add_char(s->text, '\n');
}

void scene_tell(scene_story *told, const perudo_viewer *v, const perudo_view_event *e) {
    switch (e->heard) {
    case VIEW_NOTHING:
    case VIEW_AVATAR_SHOWN:
    case VIEW_RULE_SHOWN:
    case VIEW_FACE_SHOWN:
    case VIEW_FACE_CHOSEN:
    case VIEW_COUNT_SHOWN:
    case VIEW_TURN: return;
    default: break;
    }
    if (told->count == SCENE_TOLD) {
        memmove(told->line[0], told->line[1], sizeof told->line[0] * (SCENE_TOLD - 1));
        told->count--;
    }
    text t = text_over(told->line[told->count++], PERUDO_VIEW_WORDS);
    perudo_view_write(v, e, &t);
}

void scene_write(const perudo_viewer *v, const scene_story *told, scene_style style, text *t) {
    stage s = {.view = v, .style = style, .text = t};
    char left[40], right[60];
    text l = text_over(left, sizeof left), r = text_over(right, sizeof right);
    switch (perudo_view_scene_of(v)) {
    case VIEW_SCENE_TITLE: title(&s); break;
    case VIEW_SCENE_AVATAR: bar(&s); break;
    case VIEW_SCENE_JOIN:
        if (v->step == VIEW_RULES) {
            rules_menu(&s);
            break;
        }
        heading(&s, "players join", "next / previous, enter starts");
        table(&s);
        break;
    case VIEW_SCENE_END: ending(&s); break;
    default:
        text_addf(&l, "round %d", v->round);
        if (v->step == VIEW_LOST) text_add(&r, "bytes were lost: waiting for the next turn");
        else if (v->step == VIEW_SHOWN) text_add(&r, "cups lifted");
        else if (v->step == VIEW_DOUBTED) text_add(&r, "doubted");
        else if (v->now.next == 0 && v->step != VIEW_GO_ON) text_add(&r, "your turn");
        heading(&s, left, right);
        table(&s);
        break;
    }
    story(&s, told);
}
