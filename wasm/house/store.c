/* The journal (store/store.h, extras.h, explorer.h) in memory. Each row is also kept by the page
 * under a key, as JSON:
 *
 *   match/00000012             a match with its seats
 *   event/00000012/00000034    one of its events
 *   review/00000012            its review
 *
 * Later the page gives them back, in the order of their keys (store_take_row). */
#include "store/store.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "games/history.h"
#include "house.h"
#include "referee/journal.h"
#include "sodium.h"
#include "store/entries.h"
#include "store/explorer.h"
#include "store/extras.h"
#include "store/wire_log.h"

enum { KEY = 40, OWN_NAME = 33, LAST = 99999999 /* number of eight digits, as in the keys */ };

typedef struct row {
    json_t *match;
    json_t **events;
    size_t count, capacity;
    json_t *review; /* or NULL */
} row;

struct store {
    row **rows; /* by number, ascending */
    size_t count, capacity;
    int64_t left; /* the last match that stays in the page's storage unused; 0: none */
    int64_t changes;
    char owner[OWN_NAME];
};

static store only;

/* Rows as JSON. */

static int64_t number_in(const json_t *o, const char *key) {
    return json_integer_value(json_object_get(o, key));
}

static void text_in(const json_t *o, const char *key, char *to, size_t size) {
    const char *value = json_string_value(json_object_get(o, key));
    text t = text_over(to, size);
    text_add(&t, value ? value : "");
}

static json_t *plain(const char *words) {
    json_t *v = json_string(words);
    return v ? v : json_string("");
}

static const char *write_key(char key[KEY], const char *kind, int64_t match, int64_t number) {
    text t = text_over(key, KEY);
    text_addf(&t, "%s/%08lld", kind, (long long)match);
    if (number) text_addf(&t, "/%08lld", (long long)number);
    return key;
}

static void keep(const char *kind, int64_t match, int64_t number, const json_t *value) {
    char key[KEY];
    write_key(key, kind, match, number);
    char *words = json_dumps(value, JSON_COMPACT);
    if (words) house_keep(key, strlen(key), words, strlen(words));
    free(words);
    only.changes++;
}

static void keep_match(const row *r) { keep("match", number_in(r->match, "id"), 0, r->match); }

static json_t *match_row(const store_match *m) {
    return json_pack(
        "{s:I, s:s, s:s, s:o, s:o, s:s, s:s, s:s, s:I, s:b, s:i, s:s, s:s, s:o, s:o, s:o, s:I, s:b, s:s}",
        "id", (json_int_t)m->id, "game", m->game, "rules", m->rules, "start", plain(m->start),
        "seats", plain(m->seats), "settings", m->settings, "begun", m->begun, "owner",
        m->owner.name, "claim", (json_int_t)m->owner.claim, "over", m->over, "winner", m->winner,
        "reason", m->reason, "score", m->score, "why", plain(m->why.message), "code",
        plain(m->why.code), "values", plain(m->why.values), "moves", (json_int_t)m->moves,
        "unlisted", m->unlisted, "key", m->key);
}

static void read_match(const json_t *o, store_match *m) {
    *m = (store_match){.id = number_in(o, "id"),
                       .over = json_is_true(json_object_get(o, "over")),
                       .winner = (int)number_in(o, "winner"),
                       .moves = number_in(o, "moves"),
                       .unlisted = json_is_true(json_object_get(o, "unlisted")),
                       .owner.claim = number_in(o, "claim")};
    text_in(o, "game", m->game, sizeof m->game);
    text_in(o, "rules", m->rules, sizeof m->rules);
    text_in(o, "start", m->start, sizeof m->start);
    text_in(o, "seats", m->seats, sizeof m->seats);
    text_in(o, "settings", m->settings, sizeof m->settings);
    text_in(o, "begun", m->begun, sizeof m->begun);
    text_in(o, "owner", m->owner.name, sizeof m->owner.name);
    text_in(o, "reason", m->reason, sizeof m->reason);
    text_in(o, "score", m->score, sizeof m->score);
    text_in(o, "why", m->why.message, sizeof m->why.message);
    text_in(o, "code", m->why.code, sizeof m->why.code);
    text_in(o, "values", m->why.values, sizeof m->why.values);
    text_in(o, "key", m->key, sizeof m->key);
}

static json_t *seat_row(const store_seat *s) {
    char hash[2 * STORE_TOKEN + 1] = "";
    if (s->has_token) sodium_bin2hex(hash, sizeof hash, s->token, sizeof s->token);
    return json_pack("{s:s, s:o, s:o, s:s}", "kind", s->kind, "name", plain(s->name), "avatar",
                     plain(s->avatar), "token", hash);
}

static void read_seat(const json_t *o, store_seat *s) {
    char hash[2 * STORE_TOKEN + 1];
    *s = (store_seat){0};
    text_in(o, "kind", s->kind, sizeof s->kind);
    text_in(o, "name", s->name, sizeof s->name);
    text_in(o, "avatar", s->avatar, sizeof s->avatar);
    text_in(o, "token", hash, sizeof hash);
    s->has_token = strlen(hash) == 2 * STORE_TOKEN;
    for (size_t i = 0; s->has_token && i < STORE_TOKEN; i++) {
        char byte[3] = {hash[2 * i], hash[2 * i + 1], '\0'};
        s->token[i] = (unsigned char)strtoul(byte, NULL, 16);
    }
}

static json_t *event_row(const store_event *v) {
    return json_pack("{s:I, s:I, s:s, s:i, s:o, s:I, s:o}", "number", (json_int_t)v->number, "time",
                     (json_int_t)v->time, "kind", v->kind, "seat", v->seat, "text", plain(v->text),
                     "used", (json_int_t)v->used, "opinion", plain(v->opinion));
}

static void read_event(const json_t *o, store_event *v) {
    *v = (store_event){.number = number_in(o, "number"),
                       .time = number_in(o, "time"),
                       .seat = (int)number_in(o, "seat"),
                       .used = number_in(o, "used")};
    text_in(o, "kind", v->kind, sizeof v->kind);
    text_in(o, "text", v->text, sizeof v->text);
    text_in(o, "opinion", v->opinion, sizeof v->opinion);
}

/* Rows in memory. */

static row *find(int64_t match) {
    for (size_t i = only.count; i-- > 0;)
        if (number_in(only.rows[i]->match, "id") == match) return only.rows[i];
    return NULL;
}

/* Takes the object; NULL if there is no memory. */
static row *add_row(json_t *match) {
    if (only.count == only.capacity) {
        size_t capacity = only.capacity ? 2 * only.capacity : 64;
        row **more = realloc(only.rows, capacity * sizeof *more);
        if (!more) return NULL;
        only.rows = more;
        only.capacity = capacity;
    }
    row *r = match ? calloc(1, sizeof *r) : NULL;
    if (!r) return NULL;
    r->match = match;
    return only.rows[only.count++] = r;
}

static bool add_event(row *r, json_t *event) {
    if (r->count == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 16;
        json_t **more = realloc(r->events, capacity * sizeof *more);
        if (!more) return false;
        r->events = more;
        r->capacity = capacity;
    }
    r->events[r->count++] = event;
    return event != NULL;
}

static bool has_game(const json_t *match) {
    error e;
    const char *name = json_string_value(json_object_get(match, "game"));
    return name && game_find(name, &e);
}

/* Whether a text that could not be read is wrong, and not too much for the memory. */
static bool has_memory_for(const char *value) {
    void *volatile room = malloc(16 * strlen(value) + 4096);
    free(room);
    return room != NULL;
}

/* The storage may hold anything: other pages at this address, and people, can write to it. A row is
 * taken if its content is the one that its key names, and follows the rows before it. A match stays
 * where it is, with its events, if there is no memory for it, or if it is of a game that this
 * version does not have. */
row_fate store_take_row(const char *key, const char *value) {
    char word[KEY];
    const char *slash = strchr(key, '/');
    int64_t match = slash ? strtoll(slash + 1, NULL, 10) : 0, number = 0;
    slash = slash ? strchr(slash + 1, '/') : NULL;
    if (slash) number = strtoll(slash + 1, NULL, 10);
    bool is_match = *key == 'm', is_event = *key == 'e';
    const char *kind = is_match ? "match" : is_event ? "event" : "review";
    bool named = match > 0 && match <= LAST && number >= 0 && number <= LAST &&
                 is_event == (number > 0) && strcmp(write_key(word, kind, match, number), key) == 0;
    json_t *o = named ? json_loads(value, 0, NULL) : NULL;
    bool full = named && !o && !has_memory_for(value);
    row *r = find(match);
    const row *last = only.count ? only.rows[only.count - 1] : NULL;
    row_fate fate = full ? ROW_STAYS : ROW_WRONG;
    if (!json_is_object(o)) {
    } else if (is_match) {
        if (number_in(o, "id") == match && (!last || number_in(last->match, "id") < match))
            fate = has_game(o) && add_row(o) ? ROW_TAKEN : ROW_STAYS;
    } else if (!r) {
        if (only.left) fate = ROW_STAYS;
    } else if (is_event) {
        if (number_in(o, "number") == number && number == (int64_t)r->count + 1)
            fate = add_event(r, o) ? ROW_TAKEN : ROW_STAYS;
        else if (match == only.left) fate = ROW_STAYS;
    } else if (!r->review) {
        r->review = o;
        fate = ROW_TAKEN;
    }
    if (fate == ROW_STAYS && match > only.left) only.left = match;
    if (fate != ROW_TAKEN) json_decref(o);
    return fate;
}

/* Opening. */

store *store_open(const char *path, error *e) {
    unsigned char name[(OWN_NAME - 1) / 2];
    (void)path, (void)e;
    randombytes_buf(name, sizeof name);
    sodium_bin2hex(only.owner, sizeof only.owner, name, sizeof name);
    return &only;
}

store *store_open_again(store *s, error *e) {
    (void)e;
    return s;
}

void store_close(store *s) { (void)s; }

const char *store_path(const store *s) {
    (void)s;
    return "";
}

bool store_is_mine(const store *s, const store_owner *o) { return strcmp(s->owner, o->name) == 0; }
bool store_is_alive(const store *s, const store_owner *o) { return store_is_mine(s, o); }
int64_t store_changes(store *s) { return s->changes; }

bool store_sync(store *s, error *e) {
    (void)s, (void)e;
    return true;
}

bool store_sync_again(store *s, error *e) { return store_sync(s, e); }

/* Matches. */

static void set_owner(const store *s, json_t *match, int64_t claim) {
    json_object_set_new(match, "owner", json_string(s->owner));
    json_object_set_new(match, "claim", json_integer(claim));
}

bool store_begin_seated(store *s, store_match *m, const store_seat *seats, int count, error *e) {
    time_t now = time(NULL);
    int64_t last = s->count ? number_in(s->rows[s->count - 1]->match, "id") : 0;
    m->id = (last > s->left ? last : s->left) + 1;
    strftime(m->begun, sizeof m->begun, "%Y-%m-%d %H:%M:%S", gmtime(&now));
    json_t *o = match_row(m), *people = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(people, seat_row(&seats[i]));
    json_object_set_new(o, "people", people);
    set_owner(s, o, m->owner.claim = 1);
    text_in(o, "owner", m->owner.name, sizeof m->owner.name);
    const row *r = add_row(o);
    if (!r) {
        json_decref(o);
        return error_set(e, "no memory for a match");
    }
    keep_match(r);
    return true;
}

bool store_begin(store *s, store_match *m, error *e) {
    return store_begin_seated(s, m, NULL, 0, e);
}

bool store_find(store *s, int64_t match, store_match *m, error *e) {
    const row *r = find(match);
    (void)s;
    if (!r) return error_set(e, "there is no match %lld", (long long)match);
    read_match(r->match, m);
    return true;
}

bool store_find_key(store *s, int64_t match, char key[STORE_KEY]) {
    const row *r = find(match);
    (void)s;
    if (r) text_in(r->match, "key", key, STORE_KEY);
    return r != NULL;
}

int store_seats(store *s, int64_t match, store_seat *seats, int most, error *e) {
    const row *r = find(match);
    (void)s, (void)e;
    const json_t *people = r ? json_object_get(r->match, "people") : NULL;
    int count = 0;
    for (; count < most && (size_t)count < json_array_size(people); count++)
        read_seat(json_array_get(people, (size_t)count), &seats[count]);
    return count;
}

/* The match of a fence, if it may be written. */
static row *writable(const store *s, store_fence f) {
    row *r = find(f.match);
    const char *owner = r ? json_string_value(json_object_get(r->match, "owner")) : NULL;
    bool mine = owner && strcmp(owner, s->owner) == 0 && number_in(r->match, "claim") == f.claim;
    return mine && !json_is_true(json_object_get(r->match, "over")) ? r : NULL;
}

store_result store_set_seat(store *s, store_fence f, int seat, const store_seat *v, error *e) {
    const row *r = writable(s, f);
    json_t *one = r ? json_array_get(json_object_get(r->match, "people"), (size_t)seat) : NULL;
    if (!one) {
        error_set(e, "the match is over");
        return STORE_LOST;
    }
    json_object_set_new(one, "kind", json_string(v->kind));
    json_object_set_new(one, "name", plain(v->name));
    json_object_set_new(one, "avatar", plain(v->avatar));
    keep_match(r);
    return STORE_KEPT;
}

store_result store_claim(store *s, int64_t match, const store_owner *expected, store_fence *f,
                         error *e) {
    const row *r = find(match);
    (void)e;
    if (!r || json_is_true(json_object_get(r->match, "over"))) return STORE_LOST;
    set_owner(s, r->match, expected->claim + 1);
    *f = (store_fence){match, expected->claim + 1};
    keep_match(r);
    return STORE_KEPT;
}

store_result store_add(store *s, store_fence f, store_event *v, error *e) {
    row *r = writable(s, f);
    if (!r) {
        error_set(e, "the match is over");
        return STORE_LOST;
    }
    v->number = (int64_t)r->count + 1;
    if (!add_event(r, event_row(v))) {
        error_set(e, "no memory for an event");
        return STORE_FAILED;
    }
    int64_t moves = number_in(r->match, "moves");
    if (strcmp(v->kind, "move") == 0) moves++;
    if (strcmp(v->kind, "undo") == 0) moves -= strtoll(v->text, NULL, 10);
    json_object_set_new(r->match, "moves", json_integer(moves));
    keep("event", f.match, v->number, r->events[r->count - 1]);
    return STORE_KEPT;
}

store_result store_end(store *s, store_fence f, store_event *v, int winner, const char *reason,
                       const error *why, const char *score, error *e) {
    store_result result = store_add(s, f, v, e);
    if (result != STORE_KEPT) return result;
    const row *r = find(f.match);
    json_object_set_new(r->match, "over", json_true());
    json_object_set_new(r->match, "winner", json_integer(winner));
    json_object_set_new(r->match, "reason", json_string(reason));
    json_object_set_new(r->match, "score", json_string(score));
    json_object_set_new(r->match, "why", plain(why->message));
    json_object_set_new(r->match, "code", plain(why->code));
    json_object_set_new(r->match, "values", plain(why->values));
    json_object_set_new(r->match, "owner", json_string(""));
    keep_match(r);
    return STORE_KEPT;
}

/* Nobody else writes to this journal. */
bool store_take_request(store *s, store_fence f, char *line, size_t size, error *e) {
    (void)s, (void)f, (void)line, (void)size, (void)e;
    return false;
}

bool store_each_later(store *s, int64_t match, int64_t after,
                      bool (*with)(void *, const store_event *), void *context, error *e) {
    const row *r = find(match);
    (void)s;
    if (!r) return error_set(e, "there is no match %lld", (long long)match);
    store_event v;
    for (size_t i = (size_t)after; i < r->count; i++) {
        read_event(r->events[i], &v);
        if (!with(context, &v)) break;
    }
    return true;
}

bool store_each_event(store *s, int64_t match, bool (*with)(void *, const store_event *),
                      void *context, error *e) {
    return store_each_later(s, match, 0, with, context, e);
}

bool store_each_wanted(store *s, const store_wanted *w, bool (*with)(void *, const store_match *),
                       void *context, error *e) {
    store_match *m = calloc(1, sizeof *m);
    int left = w->most;
    if (!m) return error_set(e, "no memory for a match");
    for (size_t i = s->count; i-- > 0 && left > 0;) {
        read_match(s->rows[i]->match, m);
        bool state = w->running == w->over || (w->running ? !m->over : m->over);
        if (!state || (w->listed && m->unlisted) || (w->game && strcmp(w->game, m->game) != 0) ||
            (w->before && m->id >= w->before))
            continue;
        left--;
        if (!with(context, m)) break;
    }
    free(m);
    return true;
}

/* Tournaments are a server's. */
bool store_find_event(store *s, int64_t series, char event[STORE_NAME], int *round, int *board) {
    (void)s, (void)series, (void)event, (void)round, (void)board;
    return false;
}

/* Reviews. */

char *store_find_review(store *s, int64_t match, bool *done, error *e) {
    const row *r = find(match);
    const char *content =
        r && r->review ? json_string_value(json_object_get(r->review, "content")) : NULL;
    (void)s, (void)e;
    if (!content) return NULL;
    *done = json_is_true(json_object_get(r->review, "done"));
    return strdup(content);
}

bool store_keep_review(store *s, int64_t match, bool done, const char *content, error *e) {
    row *r = find(match);
    json_t *review = json_pack("{s:b, s:s}", "done", done, "content", content);
    (void)s;
    if (!r || !review) {
        json_decref(review);
        return error_set(e, "no memory for a review");
    }
    json_decref(r->review);
    r->review = review;
    keep("review", match, 0, review);
    return true;
}

int store_unfinished_reviews(store *s, int64_t *matches, int most) {
    int count = 0;
    for (size_t i = 0; i < s->count && count < most; i++)
        if (s->rows[i]->review && !json_is_true(json_object_get(s->rows[i]->review, "done")))
            matches[count++] = number_in(s->rows[i]->match, "id");
    return count;
}

/* There is nobody to chat with. */
bool store_add_chat(store *s, int64_t match, chat_line *line, error *e) {
    (void)s, (void)match, (void)line;
    return error_code(e, "chat-off", "the chat is switched off");
}

bool store_each_chat(store *s, int64_t match, int most, bool (*with)(void *, const chat_line *),
                     void *context, error *e) {
    (void)s, (void)match, (void)most, (void)with, (void)context, (void)e;
    return true;
}

/* There are no lines. */
bool wire_log_open(wire_log *l, const store *s, int64_t match, error *e) {
    (void)l, (void)s, (void)match;
    return error_set(e, "there are no lines here");
}
void wire_log_add(wire_log *l, const wire_run *r) { (void)l, (void)r; }
void wire_log_close(wire_log *l) { (void)l; }
void wire_log_read(const store *s, int64_t match, int64_t *at,
                   void (*with)(void *, const wire_run *), void *context) {
    (void)s, (void)match, (void)at, (void)with, (void)context;
}

/* What was played from a position. */

int64_t explorer_left(store *s) {
    (void)s;
    return 0;
}

/* Counts a move of a match that is over. */
static int count_move(explorer_move *moves, int count, const char *word, const store_match *m,
                      int seat) {
    int i = 0;
    while (i < count && strcmp(moves[i].move, word) != 0) i++;
    if (i == EXPLORER_MOVES_MAX) return count;
    if (i == count) {
        text t = text_over(moves[i].move, sizeof moves[i].move);
        moves[i] = (explorer_move){0};
        text_add(&t, word);
        count++;
    }
    moves[i].games++;
    moves[i].won += m->winner == seat + 1;
    moves[i].drawn += m->winner == 0;
    if (m->id > moves[i].match) moves[i].match = m->id;
    return count;
}

/* The first move that a match has from the position; the count of different moves so far. */
static int look_through(store *s, const store_match *m, const game_position *p,
                        explorer_move *moves, int count) {
    transcript t;
    history h = {0};
    error e;
    if (!journal_load(s, m, false, &t, &e)) return count;
    const history *whole = transcript_game(&t);
    uint64_t wanted = game_hash(whole->rules, p);
    if (history_create(&h, whole->rules, &e)) {
        history_set(&h, whole->start);
        for (size_t i = 0; i < whole->count && i < EXPLORER_PLIES; i++) {
            int turn = game_turn(h.rules, h.now);
            if (turn >= 0 && game_hash(h.rules, h.now) == wanted) {
                char word[GAME_MOVE_TEXT];
                text words = text_over(word, sizeof word);
                game_write_move(h.rules, h.now, whole->moves[i], &words);
                count = count_move(moves, count, word, m, turn);
                break;
            }
            if (!history_play(&h, whole->moves[i], &e)) break;
        }
    }
    history_destroy(&h);
    transcript_destroy(&t);
    return count;
}

static int by_frequency(const void *a, const void *b) {
    int64_t x = ((const explorer_move *)a)->games, y = ((const explorer_move *)b)->games;
    return x < y ? 1 : x > y ? -1 : 0;
}

int explorer_moves(store *s, const game_rules *rules, const game_position *p,
                   explorer_move moves[EXPLORER_MOVES_MAX], error *e) {
    char settings[600];
    text words = text_over(settings, sizeof settings);
    store_match *m = calloc(1, sizeof *m);
    int count = 0;
    if (!m) {
        error_set(e, "no memory for a match");
        return -1;
    }
    game_write_settings(rules, &words);
    for (size_t i = 0; i < s->count && !rules->game->view; i++) {
        read_match(s->rows[i]->match, m);
        if (m->over && !m->unlisted && strcmp(m->game, rules->game->name) == 0 &&
            strcmp(m->rules, settings) == 0)
            count = look_through(s, m, p, moves, count);
    }
    free(m);
    qsort(moves, (size_t)count, sizeof *moves, by_frequency);
    return count;
}
