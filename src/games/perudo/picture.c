#include "games/perudo/picture.h"

#include "games/perudo/notation.h"

enum {
    BIDS_IN_A_LINE = 10,
    NAME_COLUMNS = 16, /* of a player's name; longer ones are cut */
};

size_t perudo_picture_bytes(const perudo_rules *r) {
    size_t total = 0;
    for (int seat = 0; seat < r->seats; seat++) total += r->most[seat];
    /* A seat's row has up to 10 dice of at most 20 bytes with colour, its name twice (in the
     * verdict too) and other parts; a bid in the list has at most 20 bytes with its comma and its
     * share of line breaks. */
    return (size_t)r->seats * (PERUDO_DICE_MAX * 20 + NAME_COLUMNS * 8 + 160) +
           total * (size_t)r->faces * 20 + 600;
}

/* A picture being drawn. */
typedef struct canvas {
    const perudo_rules *rules;
    const perudo_position *position;
    game_style style;
    text *text;
} canvas;

static void add_coloured(const canvas *c, const char *colour, const char *s) {
    if (c->style.colour) text_add(c->text, colour);
    text_add(c->text, s);
    if (c->style.colour) text_add(c->text, "\033[0m");
}

static const char *name_of(const canvas *c, int seat) {
    return c->style.names ? c->style.names[seat] : game_seat_name(&c->rules->rules, seat);
}

/* The bytes of a name's first NAME_COLUMNS characters, and the number of these. */
static size_t cut_name(const char *name, int *columns) {
    size_t bytes = 0;
    *columns = 0;
    for (; name[bytes]; bytes++) {
        bool starts = ((unsigned char)name[bytes] & 0xC0) != 0x80;
        if (starts && *columns == NAME_COLUMNS) break;
        *columns += starts;
    }
    return bytes;
}

static int widest_name(const canvas *c) {
    int widest = 0, columns;
    for (int seat = 0; seat < c->rules->seats; seat++) {
        cut_name(name_of(c, seat), &columns);
        if (columns > widest) widest = columns;
    }
    return widest;
}

/* A player's name, padded to `width` columns. */
static void add_name(const canvas *c, int seat, int width) {
    int columns;
    text_add_part(c->text, name_of(c, seat), cut_name(name_of(c, seat), &columns));
    for (; columns < width; columns++) text_add_char(c->text, ' ');
}

/* Whether to highlight a die: after a call, if it matches the last bid. */
static bool highlighted(const canvas *c, int face) {
    const perudo_position *p = c->position;
    int bid = perudo_bid_face(perudo_last_bid(p));
    return p->call && (face == bid || (face == PERUDO_LAMA && !p->palifico));
}

static void add_die(const canvas *c, int face) {
    static const char *const faces[] = {"\u2680", "\u2681", "\u2682", "\u2683", "\u2684", "\u2685"};
    char digit[4];
    text t = text_over(digit, sizeof digit);
    text_addf(&t, highlighted(c, face) ? "<%d>" : "[%d]", face);
    if (c->style.ascii) text_add(c->text, digit);
    else if (highlighted(c, face)) add_coloured(c, "\033[1;33m", faces[face - 1]);
    else text_add(c->text, faces[face - 1]);
    if (!c->style.ascii) text_add_char(c->text, ' ');
}

static bool not_rolled(const perudo_position *p, int seat) {
    return p->phase == PERUDO_FIRST || (p->phase == PERUDO_ROLL && seat >= p->next);
}

/* Draws a cup over hidden dice, or the dice. */
static void add_cup(const canvas *c, int seat) {
    const perudo_position *p = c->position;
    perudo_hand h = p->hand[seat];
    size_t dice = p->count[seat];
    if (dice == 0) {
        text_add(c->text, "out");
        return;
    }
    if (!h) {
        bool ascii = c->style.ascii;
        const char *die = not_rolled(p, seat) ? "." : "?";
        text_add(c->text, ascii ? "(" : "\u256d");
        for (size_t i = 0; i < dice; i++) text_addf(c->text, ascii ? " %s " : "%s ", die);
        text_add(c->text, ascii ? ")" : "\u256e");
    }
    for (int face = 1; face <= c->rules->faces; face++)
        for (int i = h ? perudo_hand_has(h, face) : 0; i > 0; i--) add_die(c, face);
}

/* The seat's last bid of this round, or 0. */
static perudo_bid last_bid_of(const perudo_position *p, int seat) {
    for (int i = p->bids - 1; i >= 0 && i > p->bids - 1 - PERUDO_SEATS_MAX; i--)
        if (perudo_bidder(p, i) == seat) return p->bid[i];
    return 0;
}

static void add_seat(const canvas *c, int seat, int name_columns) {
    const perudo_position *p = c->position;
    bool acts = (p->phase == PERUDO_ROLL || p->phase == PERUDO_BID || p->phase == PERUDO_SHOW) &&
                p->next == seat;
    perudo_bid bid = p->count[seat] ? last_bid_of(p, seat) : 0;
    text_add(c->text, !acts ? "  " : c->style.ascii ? "> " : "\u25b8 ");
    add_name(c, seat, name_columns + 2);
    char words[16];
    text t = text_over(words, sizeof words);
    if (bid) perudo_write_bid(bid, &t);
    if (p->call && p->caller == seat) {
        t = text_over(words, sizeof words);
        text_add(&t, p->call == PERUDO_DUDO ? "dudo!" : "calza!");
    }
    text_addf(c->text, "%-6s  ", words);
    add_cup(c, seat);
    text_add_char(c->text, '\n');
}

static void add_bids(const canvas *c) {
    const perudo_position *p = c->position;
    if (p->bids == 0) return;
    text_add(c->text, "  Bids: ");
    for (int i = 0; i < p->bids; i++) {
        if (i > 0) text_add(c->text, i % BIDS_IN_A_LINE ? ", " : ",\n        ");
        text_addf(c->text, "%dx%d", perudo_bid_count(p->bid[i]), perudo_bid_face(p->bid[i]));
    }
    text_add_char(c->text, '\n');
}

static void add_verdict(const canvas *c) {
    const perudo_position *p = c->position;
    perudo_verdict v = perudo_verdict_of(c->rules, p);
    text_addf(c->text, "  Bid %dx%d, there %s %d: the %s.\n", perudo_bid_count(v.bid),
              perudo_bid_face(v.bid), v.counted == 1 ? "is" : "are", v.counted,
              p->call == PERUDO_CALZA ? v.holds ? "calza is right" : "calza is wrong"
              : v.holds               ? "bid holds"
                                      : "bid was too high");
    for (int seat = 0; seat < c->rules->seats; seat++) {
        int change = v.left[seat] - p->count[seat];
        if (change == 0) continue;
        text_add(c->text, "  ");
        add_name(c, seat, 0);
        text_addf(c->text, " %s %s.\n", change > 0 ? "wins back" : "loses",
                  v.left[seat] == 0             ? "the last die and is out"
                  : change == 1 || change == -1 ? "a die"
                                                : "several dice");
    }
}

void perudo_picture(const game_rules *rules, const game_position *position, game_style style,
                    text *t) {
    canvas c = {.rules = perudo_rules_of(rules),
                .position = perudo_position_of(position),
                .style = style,
                .text = t};
    text_addf(t, "  %d dice on the table%s\n", perudo_total(c.position),
              c.position->palifico ? ", palifico: lamas are no jokers" : "");
    int name_columns = widest_name(&c);
    for (int seat = 0; seat < c.rules->seats; seat++) add_seat(&c, seat, name_columns);
    add_bids(&c);
    if (c.position->phase == PERUDO_SHOWN || c.position->phase == PERUDO_OVER) add_verdict(&c);
}
