/* Accounts: people who keep a name, with their matches and ratings. The client that sends the
 * secret is that person; it comes as "Authorization: Bearer SECRET", or as the `account` of a seat.
 * The store holds only its hash, and nothing sent to a client tells which account has which seat,
 * except its own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/survey.h"
#include "base/clock.h"
#include "server/desk_private.h"
#include "server/match_json.h"
#include "store/extras.h"

enum { NAME_MOST = 60, MATCHES_MOST = 100, RECORDS_MOST = 20 };

static const char account_path[] = "/api/account", matches_path[] = "/api/account/matches",
                  change_path[] = "/api/account/change", ratings_path[] = "/api/ratings";

bool account_is_path(const char *path) {
    return strcmp(path, account_path) == 0 || strcmp(path, matches_path) == 0 ||
           strcmp(path, change_path) == 0 || strcmp(path, ratings_path) == 0;
}

void desk_set_survey(desk *d, survey *s) { d->survey = s; }

/* The account with a secret. Searching by its hash leaks nothing about the secret through
 * timing. */
static bool find(desk *d, const char *secret, store_account *a, error *e) {
    unsigned char hash[TOKEN_BYTES];
    error_set(e, "%s", "");
    if (secret && token_hash(secret, hash) && store_find_account(arena_store(d->arena), hash, a, e))
        return true;
    if (!*e->message)
        return error_code(e, "no-account", "no account has this secret; it may have been deleted");
    return arena_hide_trouble(d->arena, e);
}

bool account_of(desk *d, const json_t *said, store_account *a, error *e) {
    const char *secret = NULL;
    a->id = 0;
    if (!ask_string(said, "account", &secret))
        return error_set(e, "account: expected the secret of an account");
    return !secret || !*secret || find(d, secret, a, e);
}

/* The length of the blank at the start of `s`: a space of Unicode, or the pattern of Braille
 * without a dot; 0 if there is none. */
static size_t blank_at(const char *s) {
    static const char *const blanks[] = {" ",      "\u00a0", "\u1680", "\u202f",
                                         "\u205f", "\u2800", "\u3000"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (strncmp(s, blanks[i], strlen(blanks[i])) == 0) return strlen(blanks[i]);
    bool wide = strncmp(s, "\xe2\x80", 2) == 0 && (unsigned char)s[2] >= 0x80 &&
                (unsigned char)s[2] <= 0x8a; /* U+2000 to U+200A */
    return wide ? 3 : 0;
}

/* Adds words with one space between them: two names that differ only in blanks look the same. */
static void add_words(text *t, const char *s) {
    bool space = false;
    for (size_t blank; *s; s += blank ? blank : 1) {
        blank = blank_at(s);
        if (blank) {
            space = t->length > 0;
            continue;
        }
        if (space) text_add_char(t, ' ');
        text_add_char(t, *s);
        space = false;
    }
}

/* A name as it will be shown: words of visible characters. */
static bool read_name(const json_t *said, char name[STORE_NAME], error *e) {
    const char *given = NULL;
    text t = text_over(name, STORE_NAME);
    if (ask_string(said, "name", &given) && given && strlen(given) <= NAME_MOST) {
        char shown[STORE_NAME];
        text visible = text_over(shown, sizeof shown);
        text_add_visible(&visible, given, "");
        add_words(&t, shown);
    }
    return (t.length > 0 && !t.full) ||
           error_code(e, "account-name", "a name has 1 to %d bytes, not only spaces", NAME_MOST);
}

/* Whether the change is in the store; if not, the answer says why. */
static bool stored(desk *d, bool done, error *e, desk_reply *r) {
    if (done) return true;
    bool taken = strcmp(e->code, "name-taken") == 0;
    if (!taken) arena_hide_trouble(d->arena, e);
    reply_refusal(r, taken ? 409 : 500, taken ? "name-taken" : "store", e);
    return false;
}

static bool create(desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    store_account a = {0};
    char secret[TOKEN_TEXT];
    unsigned char hash[TOKEN_BYTES];
    error e;
    if (!organiser_may_begin(d, q, said, r)) return true;
    if (!read_name(said, a.name, &e)) return reply_refusal(r, 422, "account-name", &e);
    token_make(secret);
    token_hash(secret, hash);
    if (!stored(d, store_add_account(arena_store(d->arena), &a, hash, &e), &e, r)) return true;
    return reply_when_kept(
        d, q, 201, json_pack("{s:s, s:s, s:s}", "name", a.name, "made", a.made, "secret", secret),
        &(former_secret){0}, r);
}

/* The holder of the account does not get to know the new one. */
void account_restore(desk *d, const former_secret *f) {
    error e;
    if (f->account && !store_change_secret(arena_store(d->arena), f->account, f->hash, &e))
        arena_hide_trouble(d->arena, &e);
}

/* Another name, or another secret in place of one that somebody else may have seen. */
static bool alter(desk *d, const desk_request *q, const store_account *a, const json_t *said,
                  desk_reply *r) {
    store *s = arena_store(d->arena);
    store_account now = *a;
    char secret[TOKEN_TEXT] = "";
    unsigned char hash[TOKEN_BYTES];
    former_secret former = {0};
    bool renew = false;
    error e;
    if (!ask_bool(said, "renew", &renew))
        return reply_error(r, 400, "bad-request", "renew: expected true or false");
    if (json_object_get(said, "name")) {
        if (!read_name(said, now.name, &e)) return reply_refusal(r, 422, "account-name", &e);
        if (!stored(d, store_rename_account(s, a->id, now.name, &e), &e, r)) return true;
        if (d->survey) survey_rename(d->survey, a->id, now.name);
    }
    if (renew) {
        token_make(secret);
        token_hash(secret, hash);
        if (!stored(d, store_change_secret(s, a->id, hash, &e), &e, r)) return true;
        former.account = a->id;
        token_hash(q->token, former.hash);
    }
    json_t *o = json_pack("{s:s, s:s}", "name", now.name, "made", now.made);
    if (renew) json_object_set_new(o, "secret", json_string(secret));
    return reply_when_kept(d, q, 200, o, &former, r);
}

static void tell_seats(void *context, arena_match *g) { desk_tell_seats(context, g); }

static bool delete (desk *d, const desk_request *q, const store_account *a, desk_reply *r) {
    char word[16];
    error e;
    const char *names = q->argument(q->context, "names", word, sizeof word);
    if (!names || (strcmp(names, "keep") != 0 && strcmp(names, "remove") != 0))
        return reply_error(r, 400, "bad-request",
                           "names: expected keep or remove, for the name in the games played");
    bool remove = strcmp(names, "remove") == 0;
    if (!stored(d, arena_delete_account(d->arena, a->id, remove, tell_seats, d, &e), &e, r))
        return true;
    if (d->survey) survey_rename(d->survey, a->id, NULL);
    lists_forget(d);
    return reply_when_kept(d, q, 200, json_pack("{s:b}", "deleted", true), &(former_secret){0}, r);
}

/* Ratings. */

typedef struct rated_list {
    json_t *all;
    int64_t account; /* only this one; 0: everybody */
} rated_list;

static json_t *figure(bool known, double value) {
    return known ? json_integer(lround(value)) : json_null();
}

static json_t *rating_json(const rating *r) {
    return json_pack("{s:o, s:o, s:i, s:f}", "rating", figure(r->rated, r->elo), "error",
                     figure(r->rated, r->error), "games", r->games, "points", r->points);
}

static void add_rated(void *context, const rated_player *p) {
    rated_list *l = context;
    if (l->account && p->account != l->account) return;
    json_t *o = rating_json(&p->rating);
    json_object_set_new(o, "name", json_string(p->name));
    json_object_set_new(o, "kind", json_string(p->account ? "person" : "engine"));
    if (p->engine) json_object_set_new(o, "engine", json_string(p->engine->name));
    if (p->think) json_object_set_new(o, "time", json_integer(p->think / MILLISECOND));
    json_array_append_new(l->all, o);
}

static bool ratings(desk *d, const desk_request *q, desk_reply *r) {
    char name[32];
    const char *given = q->argument(q->context, "game", name, sizeof name);
    rated_list l = {.all = json_array()};
    error e;
    const game *of = NULL;
    if (given) of = game_find(given, &e);
    else error_set(&e, "missing game");
    if (!of) {
        json_decref(l.all);
        return reply_refusal(r, 400, "no-game", &e);
    }
    bool done = d->survey && survey_ratings(d->survey, of, add_rated, &l);
    return reply_json(
        r, 200, json_pack("{s:s, s:o, s:b}", "game", of->name, "players", l.all, "done", done));
}

static bool show(desk *d, const store_account *a, desk_reply *r) {
    json_t *all = json_array();
    bool done = d->survey != NULL;
    for (const game *const *g = games_all; *g; g++) {
        rated_list l = {.all = json_array(), .account = a->id};
        done = done && survey_ratings(d->survey, *g, add_rated, &l);
        json_t *mine = json_array_get(l.all, 0);
        if (mine) {
            json_object_set_new(mine, "game", json_string((*g)->name));
            json_array_append(all, mine);
        }
        json_decref(l.all);
    }
    return reply_json(r, 200,
                      json_pack("{s:s, s:s, s:o, s:b}", "name", a->name, "made", a->made, "ratings",
                                all, "done", done));
}

/* Its matches. */

typedef struct own_list {
    desk *desk;
    const store_account *account;
    json_t *all;
    bool records, states;
    int64_t work; /* as lists_state counts it */
} own_list;

static bool add_said(void *context, const chat_line *l) {
    json_t *own = context;
    if (json_integer_value(json_object_get(own, "seat")) == l->seat)
        json_array_append_new(
            json_object_get(own, "lines"),
            json_pack("{s:I, s:s}", "time", (json_int_t)l->time, "text", l->text));
    return true;
}

/* What the account's seats said in the chat. */
static json_t *said_json(store *s, const store_match *m, int seat) {
    error e;
    json_t *own = json_pack("{s:i, s:[]}", "seat", seat + 1, "lines");
    store_each_chat(s, m->id, CHAT_KEPT, add_said, own, &e);
    json_t *lines = json_incref(json_object_get(own, "lines"));
    json_decref(own);
    return lines;
}

static bool add_own(void *context, const store_match *m) {
    own_list *l = context;
    if (l->records && l->work > DESK_LIST_WORK) return false; /* the rest is for another page */
    store *s = arena_store(l->desk->arena);
    store_seat seats[GAME_SEATS_MAX];
    error e;
    int count = store_seats(s, m->id, seats, GAME_SEATS_MAX, &e), seat = 0;
    while (seat < count && seats[seat].account != l->account->id) seat++;
    if (seat >= count) return true; /* unlinked just now, by another process */
    json_t *state = l->states ? lists_state(l->desk, m, seat, &l->work) : NULL;
    json_t *o = summary_json(m, seats, count, state);
    json_object_set_new(o, "you", json_integer(seat));
    if (*m->key) json_object_set_new(o, "key", json_string(m->key));
    if (l->records) {
        size_t length;
        char *played = record_text(s, m, NULL, &length, &e);
        l->work += 2 * m->moves; /* replayed, and written */
        json_object_set_new(o, "record", played ? json_stringn(played, length) : json_null());
        json_object_set_new(o, "said", said_json(s, m, seat));
        free(played);
    }
    json_array_append_new(l->all, o);
    return true;
}

static bool own_matches(desk *d, const desk_request *q, const store_account *a, desk_reply *r) {
    int64_t before = 0, limit = 20, records = 0, states = 0;
    error e;
    if (!route_argument(q, "before", 1, INT64_MAX, &before) ||
        !route_argument(q, "limit", 1, MATCHES_MOST, &limit) ||
        !route_argument(q, "records", 0, 1, &records) ||
        !route_argument(q, "states", 0, 1, &states))
        return reply_error(r, 400, "bad-request",
                           "expected before: a match number; limit: 1 to 100; records and states: "
                           "0 or 1");
    if ((records || states) && limit > RECORDS_MOST) limit = RECORDS_MOST;
    own_list l = {
        .desk = d, .account = a, .all = json_array(), .records = records, .states = states};
    if (store_each_of_account(arena_store(d->arena), a->id, before, (int)limit, add_own, &l, &e))
        return reply_json(r, 200, json_pack("{s:o}", "matches", l.all));
    json_decref(l.all);
    arena_hide_trouble(d->arena, &e);
    return reply_refusal(r, 500, "store", &e);
}

bool account_ask(desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    store_account a;
    error e;
    bool whole = strcmp(q->path, account_path) == 0;
    bool fits = strcmp(q->path, change_path) == 0 ? q->post
                : whole                           ? true
                                                  : !q->post && !q->removes;
    if (!fits)
        return reply_error(
            r, 405, "method",
            "GET and DELETE /api/account, POST /api/account and /api/account/change, "
            "GET /api/account/matches and /api/ratings");
    if (strcmp(q->path, ratings_path) == 0) return ratings(d, q, r);
    /* Each change is written to disk. */
    if ((q->post || q->removes) && !desk_has_allowance(d, quota_address(q->peer)))
        return reply_error(r, 429, "slow-down",
                           "too many requests from your address: wait a minute");
    if (whole && q->post) return create(d, q, said, r);
    if (!find(d, q->token, &a, &e))
        return reply_refusal(r, strcmp(e.code, "no-account") == 0 ? 403 : 500,
                             strcmp(e.code, "no-account") == 0 ? "no-account" : "store", &e);
    if (q->post) return alter(d, q, &a, said, r);
    if (q->removes) return delete (d, q, &a, r);
    return whole ? show(d, &a, r) : own_matches(d, q, &a, r);
}
