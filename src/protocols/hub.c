/* Hub, the text protocol of draughts engines, extended to all games; docs/hub.md describes it. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "protocols/hub_damas.h"
#include "protocols/hub_text.h"
#include "protocols/talk.h"

static void say_params(talk *t) {
    for (const char *at = t->options.params; at && *at;) {
        int length = (int)strcspn(at, ","), name = (int)strcspn(at, "=");
        talk_say(t, "set-param name=%.*s value=\"%.*s\"%s", name, at, length - name - 1,
                 at + name + 1, t->options.newline);
        at += length + (at[length] == ',');
    }
}

static void say_init(talk *t) {
    char settings[600];
    text rules = text_over(settings, sizeof settings);
    game_write_settings(t->rules, &rules);
    talk_say(t, "game name=%s rules=\"%s\" seats=%d seat=%d%s", t->rules->game->name, settings,
             t->rules->seats, t->seat + 1, t->options.newline);
    talk_say_line(t, "init");
}

static void open_game(talk *t) {
    if (t->options.greeted) {
        text name = text_over(t->name, sizeof t->name);
        text_add(&name, t->options.greeted);
        t->state = TALK_IDLE;
        return;
    }
    t->state = TALK_OPENING;
    t->named = t->options.again;
    if (t->named) say_init(t);
    else talk_say_line(t, "hub");
}

/* Adds a word to the moves so far. If there is no memory for it, the talk falls silent so that it
 * never sends a wrong list: the seat is not asked and its clock runs out. */
static void remember(talk *t, const char *word) {
    size_t length = strlen(word), needed = t->moves_length + length + 2;
    if (needed > t->moves_capacity) {
        char *larger = realloc(t->moves, 2 * needed);
        if (!larger) {
            t->lost = true;
            return;
        }
        t->moves = larger;
        t->moves_capacity = 2 * needed;
    }
    if (t->moves_length) t->moves[t->moves_length++] = ' ';
    memcpy(t->moves + t->moves_length, word, length + 1);
    t->moves_length += length;
}

static void tell(talk *t, int mover, const char *word, int next) {
    (void)mover;
    (void)next;
    game_move move;
    if (!t->shadow || !game_read_move(t->rules, t->shadow, word, &move, NULL)) {
        remember(t, word);
        return;
    }
    char as_hub[GAME_MOVE_TEXT];
    text out = text_over(as_hub, sizeof as_hub);
    hub_damas_write_move(t->rules, t->shadow, move, &out);
    remember(t, as_hub);
    game_play(t->rules, t->shadow, move, NULL);
}

static void put(talk *t, const char *s) { t->sink.put(t->sink.context, s, strlen(s)); }

static void say_position(talk *t) {
    put(t, "pos");
    if (t->from[0]) talk_say(t, " pos=%s", t->from);
    if (t->start) {
        put(t, " start=\"");
        put(t, t->start);
        put(t, "\"");
    }
    if (t->moves_length) {
        put(t, " moves=\"");
        put(t, t->moves);
        put(t, "\"");
    }
    talk_say_line(t, "");
}

static void say_time(talk *t, const char *name, int64_t nanoseconds) {
    int64_t milliseconds = nanoseconds / MILLISECOND;
    talk_say(t, " %s=%lld.%03lld", name, (long long)(milliseconds / 1000),
             (long long)(milliseconds % 1000));
}

static void say_level(talk *t, const talk_limits *limits) {
    put(t, "level");
    if (limits->move_time) say_time(t, "move-time", limits->move_time);
    if (limits->clock) say_time(t, "time", limits->clock);
    if (limits->clock) say_time(t, "inc", limits->increment);
    if (!limits->move_time && !limits->clock) put(t, " infinite");
    talk_say_line(t, "");
}

/* moves="...": the seat's moves. */
static void say_moves(talk *t, const game_position *view) {
    game_move *moves = malloc(t->rules->max_moves * sizeof *moves);
    if (!moves) return;
    size_t count = game_moves(t->rules, view, t->seat, moves);
    put(t, " moves=\"");
    for (size_t i = 0; i < count; i++) {
        char word[GAME_MOVE_TEXT];
        text out = text_over(word, sizeof word);
        if (i > 0) text_add_char(&out, ' ');
        hub_write_move(t->rules, view, moves[i], &out);
        put(t, word);
    }
    talk_say_line(t, "\"");
    free(moves);
}

static void ask(talk *t, const game_position *view, const talk_limits *limits) {
    if (t->lost) return;
    say_position(t);
    say_level(t, limits);
    put(t, "legal");
    say_moves(t, view);
    talk_say_line(t, "go think");
}

static void offer(talk *t, const game_position *view, size_t after) {
    if (t->lost) return;
    say_position(t);
    talk_say(t, "offer after=%zu", after);
    say_moves(t, view);
}

static void stop(talk *t) { talk_say_line(t, "stop"); }

static void close_game(talk *t, int winner, const char *reason, const char *score) {
    talk_say(t, "end winner=%d reason=\"%s\" score=\"%s\"%s", winner + 1, reason, score,
             t->options.newline);
}

static void hear_done(talk *t, scan rest, talk_message *m) {
    char word[GAME_MOVE_TEXT];
    text out = text_over(word, sizeof word);
    if (!hub_find_value(rest, "move", &out) || out.length == 0) {
        talk_garble(t, m, "hub-not-done", "expected 'done move=...', got '%.60s'", t->line);
        return;
    }
    game_move move;
    if (t->shadow && hub_damas_find_move(t->rules, t->shadow, word, &move)) {
        out = text_over(word, sizeof word);
        game_write_move(t->rules, t->shadow, move, &out);
    }
    bool resigns = strcmp(word, "resign") == 0;
    t->state = TALK_IDLE;
    talk_set(m, resigns ? TALK_RESIGNS : TALK_MOVE, "%s", word);
}

/* "-1.25" to hundredths. */
static bool read_hundredths(const char *word, int64_t *value) {
    scan s = scan_string(word);
    bool minus = scan_char(&s, '-');
    uint64_t whole, digit;
    if (!minus) scan_char(&s, '+');
    if (!scan_number(&s, 0, 1000000000, &whole)) return false;
    int64_t hundredths = (int64_t)whole * 100;
    if (scan_char(&s, '.'))
        for (int unit = 10; !scan_done(&s); unit /= 10) {
            char one[2] = {scan_peek(&s), '\0'};
            scan figure = scan_string(one);
            if (!scan_number(&figure, 0, 9, &digit)) return false;
            hundredths += (int64_t)digit * unit;
            s.at++;
        }
    *value = minus ? -hundredths : hundredths;
    return scan_done(&s);
}

static bool find_number(scan rest, const char *name, uint64_t most, uint64_t *number) {
    char word[32];
    text out = text_over(word, sizeof word);
    if (!hub_find_value(rest, name, &out)) return false;
    scan s = scan_string(word);
    return scan_number(&s, 0, most, number);
}

/* "info score=0.35 depth=12 nodes=5000 pv=...": what it thinks of its game. */
static void hear_info(talk *t, scan rest) {
    char word[32], line[TALK_LINE];
    text out = text_over(word, sizeof word), all = text_over(line, sizeof line);
    uint64_t depth;
    if (hub_find_value(rest, "score", &out) && read_hundredths(word, &t->opinion.score))
        t->opinion.known = true;
    if (find_number(rest, "depth", 1000, &depth)) t->opinion.depth = (int)depth;
    find_number(rest, "nodes", UINT64_MAX, &t->opinion.nodes);
    if (hub_find_value(rest, "pv", &all)) {
        text shown = text_over(t->opinion.line, sizeof t->opinion.line);
        text_add_visible(&shown, line, " ");
    }
}

static void hear_interruption(talk *t, scan rest, talk_message *m) {
    char after[24], word[GAME_MOVE_TEXT];
    text number = text_over(after, sizeof after), move = text_over(word, sizeof word);
    bool good = hub_find_value(rest, "after", &number) && hub_find_value(rest, "move", &move);
    if (good) talk_set(m, TALK_INTERRUPTS, "%s %s", after, word);
    else talk_set(m, TALK_STRAY, "%.100s", t->line);
}

static void hear_opening(talk *t, const char *command, size_t length, scan rest, talk_message *m) {
    if (text_same(command, length, "id")) {
        char given[sizeof t->name];
        text said = text_over(given, sizeof given), name = text_over(t->name, sizeof t->name);
        hub_find_value(rest, "name", &said);
        text_add_visible(&name, given, "");
    } else if (text_same(command, length, "wait") && !t->named) {
        t->named = true;
        say_params(t);
        say_init(t);
    } else if (text_same(command, length, "ready") && t->named) {
        talk_say_line(t, "new-game");
        t->state = TALK_IDLE;
        m->heard = TALK_READY;
    }
}

/* Unknown commands are ignored, so programs may print other lines of text. */
static void hear(talk *t, char byte, talk_message *m) {
    if (!talk_take_line(t, byte, TALK_LINE, m)) return;
    scan s = scan_string(t->line);
    const char *command;
    size_t length;
    if (!scan_word(&s, "=", &command, &length)) return;
    if (t->state == TALK_OPENING) hear_opening(t, command, length, s, m);
    else if (text_same(command, length, "done") && t->state == TALK_ASKED) hear_done(t, s, m);
    else if (text_same(command, length, "info") && t->state == TALK_ASKED) hear_info(t, s);
    else if (text_same(command, length, "done") && t->state == TALK_TOLD) {
        t->state = TALK_IDLE; /* an answer that is no longer needed: the program has stopped */
        m->heard = TALK_ACKNOWLEDGED;
    } else if (text_same(command, length, "done")) talk_set(m, TALK_STRAY, "%.100s", t->line);
    else if (text_same(command, length, "interrupt")) hear_interruption(t, s, m);
}

const protocol hub = {
    .name = "hub",
    .newline = "\n",
    .resumes = true,
    .answer = 16,
    .open = open_game,
    .tell = tell,
    .ask = ask,
    .close = close_game,
    .notify = talk_say_line,
    .offer = offer,
    .stop = stop,
    .hear = hear,
};
