#include "puzzles/puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "games/history.h"
#include "puzzles/prover.h"

enum { RATING_LEAST = 100, RATING_MOST = 4000, NEAREST = 12 };

static const char *const goals[PUZZLE_GOALS] = {[PUZZLE_WIN] = "win",
                                                [PUZZLE_GAIN] = "gain",
                                                [PUZZLE_BOXES] = "boxes",
                                                [PUZZLE_ROUND] = "round"};

const char *puzzle_goal_name(puzzle_goal g) { return goals[g]; }

void puzzle_init(puzzle *p, const game *g) {
    memset(p, 0, sizeof *p);
    p->game = g;
}

void puzzle_free(puzzle *p) {
    free(p->option);
    puzzle_init(p, p->game);
}

/* Building. */

bool puzzle_decide(puzzle *p) {
    if (p->decisions == PUZZLE_DECISIONS) return false;
    p->decision[p->decisions++] = (puzzle_decision){.first = p->options};
    return true;
}

static bool copy_word(char *to, size_t room, const char *word, size_t length) {
    if (length >= room) return false;
    memcpy(to, word, length);
    to[length] = '\0';
    return true;
}

static bool add(puzzle *p, bool good, scan move, scan reply, int value) {
    puzzle_decision *d = &p->decision[p->decisions - 1];
    if (p->options == p->room) {
        size_t room = p->room ? 2 * p->room : 64;
        puzzle_option *more = realloc(p->option, room * sizeof *more);
        if (!more) return false;
        p->option = more;
        p->room = room;
    }
    puzzle_option *o = &p->option[p->options];
    *o = (puzzle_option){.value = value};
    if (!copy_word(o->move, sizeof o->move, move.at, (size_t)(move.end - move.at)) ||
        !copy_word(o->reply, sizeof o->reply, reply.at, (size_t)(reply.end - reply.at)))
        return false;
    if (good && d->good < d->count) return false;
    p->options++;
    d->count++;
    d->good += good;
    return true;
}

bool puzzle_add(puzzle *p, bool good, const char *move, const char *reply, int value) {
    return add(p, good, scan_string(move), scan_string(reply), value);
}

static bool answer(puzzle *p, const char *move, size_t length) {
    char *then = p->decision[p->decisions - 1].then;
    size_t used = strlen(then);
    if (used + length + 2 > PUZZLE_THEN) return false;
    if (used) then[used++] = ' ';
    return copy_word(then + used, PUZZLE_THEN - used, move, length);
}

bool puzzle_answer(puzzle *p, const char *move) { return answer(p, move, strlen(move)); }

const puzzle_option *puzzle_find(const puzzle *p, int decision, const char *move) {
    const puzzle_decision *d = &p->decision[decision];
    for (size_t i = d->first; i < d->first + d->count; i++)
        if (strcmp(p->option[i].move, move) == 0) return &p->option[i];
    return NULL;
}

/* Writing. */

static void write_themes(const puzzle *p, text *t) {
    const prover_kind *k = prover_find(p->game, NULL);
    bool any = false;
    for (int i = 0; k && k->themes[i]; i++)
        if (p->themes >> i & 1) {
            text_addf(t, "%s%s", any ? "," : "", k->themes[i]);
            any = true;
        }
    if (!any) text_add_char(t, '-');
}

/* The wrong moves with the same reply and value in one word, each at its first move. */
static void write_wrong(const puzzle *p, const puzzle_decision *d, text *t) {
    const puzzle_option *o = p->option + d->first;
    for (size_t i = d->good; i < d->count; i++) {
        size_t same = d->good;
        while (same < i && !(o[same].value == o[i].value && !strcmp(o[same].reply, o[i].reply)))
            same++;
        if (same < i) continue;
        for (size_t j = i; j < d->count; j++)
            if (o[j].value == o[i].value && strcmp(o[j].reply, o[i].reply) == 0)
                text_addf(t, "%s%s", j == i ? " !" : ",", o[j].move);
        text_addf(t, ">%s:%d", *o[i].reply ? o[i].reply : "-", o[i].value);
    }
}

void puzzle_write(const puzzle *p, text *t) {
    text_addf(t, "%d\t", p->rating);
    write_themes(p, t);
    text_addf(t, "\t%s\t%s\t%s\t", goals[p->goal], *p->rules ? p->rules : "-", p->start);
    for (int i = 0; i < p->decisions; i++) {
        const puzzle_decision *d = &p->decision[i];
        const puzzle_option *o = p->option + d->first;
        text_addf(t, "%s%s:%d", i ? " " : "", o->move, o->value);
        for (size_t j = 1; j < d->good; j++) text_addf(t, "%s%s", j == 1 ? " =" : ",", o[j].move);
        write_wrong(p, d, t);
        scan then = scan_string(d->then);
        const char *word;
        size_t length;
        while (scan_word(&then, "", &word, &length)) {
            text_addf(t, " ~%.*s", (int)length, word);
            scan_blanks(&then);
        }
    }
}

/* Reading. */

/* Takes the next field, which ends at a tab or at the end. */
static scan field(scan *s) {
    const char *tab = memchr(s->at, '\t', (size_t)(s->end - s->at));
    scan f = {s->at, tab ? tab : s->end};
    s->at = tab ? tab + 1 : s->end;
    return f;
}

static bool is_dash(scan f) { return f.end - f.at == 1 && *f.at == '-'; }

static bool read_themes(const prover_kind *k, scan f, unsigned *themes, error *e) {
    const char *word;
    size_t length;
    *themes = 0;
    if (is_dash(f)) return true;
    do {
        unsigned theme = scan_word(&f, ",", &word, &length) ? prover_theme(k, word, length, e) : 0;
        if (!theme) return false;
        *themes |= theme;
    } while (scan_char(&f, ','));
    return scan_done(&f) || error_set(e, "themes must be separated by commas");
}

static bool read_value(scan *s, int *value) {
    bool negative = false;
    uint64_t number;
    if (!scan_char(s, ':')) return false;
    negative = scan_char(s, '-');
    if (!scan_number(s, 0, PUZZLE_WON, &number)) return false;
    *value = negative ? -(int)number : (int)number;
    return true;
}

static scan word_of(const char *word, size_t length) { return scan_over(word, length); }

/* "!MOVE,...>REPLY:VALUE" after the mark. */
static bool read_wrong(puzzle *p, scan *s) {
    scan moves = *s;
    const char *word;
    size_t length;
    int value;
    do {
        if (!scan_word(s, ",>", &word, &length)) return false;
    } while (scan_char(s, ','));
    if (!scan_char(s, '>') || !scan_word(s, ":", &word, &length)) return false;
    scan reply = word_of(word, length);
    if (is_dash(reply)) reply.end = reply.at;
    if (!read_value(s, &value)) return false;
    do {
        if (!scan_word(&moves, ",>", &word, &length) ||
            !add(p, false, word_of(word, length), reply, value))
            return false;
    } while (scan_char(&moves, ','));
    return true;
}

static bool read_word(puzzle *p, scan *s) {
    const scan nothing = scan_string("");
    const char *word;
    size_t length;
    int value;
    if (scan_char(s, '~'))
        return p->decisions && scan_word(s, "", &word, &length) && answer(p, word, length);
    if (scan_char(s, '!')) return p->decisions && read_wrong(p, s);
    if (scan_char(s, '=')) {
        if (!p->decisions) return false;
        value = puzzle_solution(p, p->decisions - 1)->value;
        do {
            if (!scan_word(s, ",", &word, &length) ||
                !add(p, true, word_of(word, length), nothing, value))
                return false;
        } while (scan_char(s, ','));
        return true;
    }
    return scan_word(s, ":", &word, &length) && read_value(s, &value) && puzzle_decide(p) &&
           add(p, true, word_of(word, length), nothing, value);
}

static bool read_line(puzzle *p, scan f, error *e) {
    while (!scan_done(&f)) {
        const char *from = f.at;
        if (!read_word(p, &f) || (!scan_done(&f) && !scan_blanks(&f)))
            return error_set(e,
                             "line: expected MOVE:VALUE, =MOVE, !MOVE>REPLY:VALUE or ~MOVE at "
                             "'%.20s'",
                             from);
    }
    return p->decisions > 0 || error_set(e, "line: no move");
}

/* That the options of a decision are the legal moves, each once, and each reply is legal. */
static bool check_decision(const puzzle *p, int number, history *h, game_move *legal, error *e) {
    const puzzle_decision *d = &p->decision[number];
    int turn = game_turn(h->rules, h->now);
    size_t count = turn < 0 ? 0 : game_moves(h->rules, h->now, turn, legal);
    if (count != d->count)
        return error_set(e, "decision %d has %zu moves, but %zu are legal", number + 1, d->count,
                         count);
    for (size_t i = d->first; i < d->first + d->count; i++) {
        const puzzle_option *o = &p->option[i];
        game_move m;
        if (!game_read_move(h->rules, h->now, o->move, &m, e))
            return error_in(e, "decision %d, %s", number + 1, o->move);
        size_t at = 0;
        while (at < count && legal[at] != m) at++;
        if (at == count) return error_set(e, "decision %d has %s twice", number + 1, o->move);
        legal[at] = 0;
        if (!*o->reply) continue;
        if (!history_play(h, m, e)) return false;
        bool good = game_read_move(h->rules, h->now, o->reply, &m, e);
        history_undo(h);
        if (!good) return error_in(e, "decision %d, %s, reply %s", number + 1, o->move, o->reply);
    }
    return true;
}

static bool check(const puzzle *p, error *e) {
    history h = {0};
    game_rules *rules = game_create(p->game, p->rules, e);
    if (!rules) return error_in(e, "rules");
    game_move *legal = malloc(rules->max_moves * sizeof *legal);
    game_position *start = game_new_position(rules);
    bool good = (legal && start) || error_set(e, "no memory for a puzzle");
    good = good && (game_read_position(rules, p->start, start, e) || error_in(e, "start"));
    good = good && history_create(&h, rules, e);
    if (good) history_set(&h, start);
    for (int i = 0; good && i < p->decisions; i++) {
        good = check_decision(p, i, &h, legal, e) &&
               history_play_text(&h, puzzle_solution(p, i)->move, e) &&
               history_play_all(&h, p->decision[i].then, e);
        int turn = good ? game_turn(rules, h.now) : 0;
        if (good && i + 1 < p->decisions && turn < 0)
            good = error_set(e, "decision %d comes when nobody is to move", i + 2);
    }
    history_destroy(&h);
    free(start);
    free(legal);
    game_destroy(rules);
    return good;
}

static bool read_fields(puzzle *p, scan *s, error *e) {
    const prover_kind *k = prover_find(p->game, e);
    uint64_t rating;
    if (!k) return false;
    scan f = field(s);
    if (!scan_number(&f, RATING_LEAST, RATING_MOST, &rating) || !scan_done(&f))
        return error_set(e, "rating: expected %d to %d", RATING_LEAST, RATING_MOST);
    p->rating = (int)rating;
    if (!read_themes(k, field(s), &p->themes, e)) return error_in(e, "themes");
    f = field(s);
    int goal = 0;
    while (goal < PUZZLE_GOALS && !text_same(f.at, (size_t)(f.end - f.at), goals[goal])) goal++;
    if (goal == PUZZLE_GOALS) return error_set(e, "goal: expected win, gain, boxes or round");
    p->goal = (puzzle_goal)goal;
    f = field(s);
    if (!is_dash(f) && !copy_word(p->rules, sizeof p->rules, f.at, (size_t)(f.end - f.at)))
        return error_set(e, "rules: too long");
    f = field(s);
    if (!copy_word(p->start, sizeof p->start, f.at, (size_t)(f.end - f.at)))
        return error_set(e, "start: too long");
    return read_line(p, field(s), e) &&
           (scan_done(s) || error_set(e, "more than six fields separated by tabs"));
}

/* Without the check against the rules. */
static bool read_only(puzzle *p, const game *g, const char *line, size_t length, error *e) {
    puzzle_init(p, g);
    scan s = scan_over(line, length);
    if (read_fields(p, &s, e)) return true;
    puzzle_free(p);
    return false;
}

bool puzzle_read(puzzle *p, const game *g, const char *line, size_t length, error *e) {
    if (memchr(line, '\0', length) || !text_is_plain(line, length))
        return error_set(e, "a puzzle is one line of plain text");
    if (!read_only(p, g, line, length, e)) return false;
    if (check(p, e)) return true;
    puzzle_free(p);
    return false;
}

/* The built-in ones. */

/* Takes the next puzzle; lines that begin with # are remarks. */
static bool next_line(scan *s, scan *line) {
    while (!scan_done(s)) {
        const char *end = memchr(s->at, '\n', (size_t)(s->end - s->at));
        *line = (scan){s->at, end ? end : s->end};
        s->at = end ? end + 1 : s->end;
        if (line->at < line->end && *line->at != '#') return true;
    }
    return false;
}

size_t puzzle_count(const game *g) {
    scan all = puzzle_shipped(g), line;
    size_t count = 0;
    while (next_line(&all, &line)) count++;
    return count;
}

bool puzzle_get(puzzle *p, const game *g, size_t number, error *e) {
    scan all = puzzle_shipped(g), line;
    for (size_t i = 1; next_line(&all, &line); i++)
        if (i == number) return read_only(p, g, line.at, (size_t)(line.end - line.at), e);
    size_t count = puzzle_count(g);
    if (count == 0) return error_set(e, "there are no puzzles of %s", g->title);
    return error_code(e, "no-puzzle", "there is no puzzle %zu of %s: they are numbered 1 to %zu",
                      number, g->title, count);
}

size_t puzzle_briefs(const game *g, puzzle_brief *briefs, size_t most) {
    scan all = puzzle_shipped(g), line;
    const prover_kind *k = prover_find(g, NULL);
    size_t count = 0;
    while (k && count < most && next_line(&all, &line)) {
        uint64_t rating = 0;
        scan first = field(&line);
        puzzle_brief *b = &briefs[count++];
        *b = (puzzle_brief){0};
        if (scan_number(&first, 0, RATING_MOST, &rating)) b->rating = (int)rating;
        read_themes(k, field(&line), &b->themes, NULL);
    }
    return count;
}

size_t puzzle_of_day(int64_t day, const game **g) {
    const game *with[PUZZLE_GOALS * 4];
    size_t games = 0;
    for (size_t i = 0; games_all[i] && games < sizeof with / sizeof *with; i++)
        if (puzzle_count(games_all[i])) with[games++] = games_all[i];
    if (games == 0 || day < 0) return 0;
    *g = with[(uint64_t)day % games];
    size_t count = puzzle_count(*g);
    /* A step without a common divisor visits all before any comes again. */
    return (size_t)((uint64_t)day / games * 7919 % count) + 1;
}

size_t puzzle_choose(const game *g, double rating, unsigned themes, const uint8_t *done,
                     random_source *random) {
    puzzle_brief *all = calloc(PUZZLE_COUNT_MAX, sizeof *all);
    size_t count = all ? puzzle_briefs(g, all, PUZZLE_COUNT_MAX) : 0;
    size_t near[NEAREST], found = 0;
    double distance[NEAREST];
    for (size_t i = 0; i < count; i++) {
        if ((all[i].themes & themes) != themes || (done && done[i + 1])) continue;
        double far = all[i].rating > rating ? all[i].rating - rating : rating - all[i].rating;
        size_t at = found < NEAREST ? found++ : NEAREST;
        for (; at > 0 && distance[at - 1] > far; at--)
            if (at < NEAREST) near[at] = near[at - 1], distance[at] = distance[at - 1];
        if (at < NEAREST) near[at] = i + 1, distance[at] = far;
    }
    free(all);
    return found ? near[random_below(random, (uint32_t)found)] : 0;
}
