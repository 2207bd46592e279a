#include "store/explorer.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "games/history.h"
#include "store/private.h"

/* Positions under different rules differ even if their boards are the same. */
static uint64_t seed_of(const game_rules *rules) {
    char settings[700];
    text t = text_over(settings, sizeof settings);
    game_write_settings(rules, &t);
    uint64_t name = hash_bytes(rules->game->name, strlen(rules->game->name));
    return hash_join(name, hash_bytes(settings, strlen(settings)));
}

/* `view`: memory for a position. */
static int64_t key_of(const game_rules *rules, uint64_t seed, const game_position *p,
                      game_position *view) {
    if (rules->game->view) rules->game->view(rules, p, GAME_NOBODY, view);
    uint64_t hash = hash_join(seed, game_hash(rules, rules->game->view ? view : p));
    int64_t key;
    memcpy(&key, &hash, sizeof key);
    return key;
}

static bool take(void *context, const store_event *v) {
    history *h = context;
    error e;
    if (strcmp(v->kind, "move") == 0) return history_play_text(h, v->text, &e);
    uint64_t count = 0;
    scan s = scan_string(v->text);
    if (strcmp(v->kind, "undo") == 0 && scan_number(&s, 0, INT32_MAX, &count))
        while (count-- > 0 && history_undo(h)) continue;
    return true;
}

static bool add(statement *into, int64_t key, const char *word, const store_match *m, int seat) {
    reset(into);
    bind_number(into, 1, key);
    bind(into, 2, word);
    bind_number(into, 3, m->winner == seat + 1);
    bind_number(into, 4, m->winner == 0);
    bind_number(into, 5, m->id);
    return step(into) == STEP_DONE;
}

/* Counts the moves of a game that was read. */
static bool add_all(statement *into, const store_match *m, const history *whole) {
    const game_rules *rules = whole->rules;
    game_position *now = game_new_position(rules), *view = game_new_position(rules);
    uint64_t seed = seed_of(rules);
    bool good = now && view;
    if (good) game_copy(rules, now, whole->start);
    for (size_t i = 0, plies = 0; good && i < whole->count && plies < EXPLORER_PLIES; i++) {
        int seat = game_turn(rules, now);
        if (seat >= 0) {
            char word[GAME_MOVE_TEXT];
            text t = text_over(word, sizeof word);
            game_write_move(rules, now, whole->moves[i], &t);
            good = add(into, key_of(rules, seed, now, view), word, m, seat);
            plies++;
        }
        game_play(rules, now, whole->moves[i], NULL);
    }
    free(now);
    free(view);
    return good;
}

/* A match that our rules no longer understand is left out; false only if the store fails. */
static bool count_match(store *s, statement *into, const store_match *m) {
    error e;
    history h = {0};
    game_rules *rules = NULL;
    bool good = true;
    if (!m->unlisted && strcmp(m->reason, "aborted") != 0)
        rules = game_create_named(m->game, m->rules, &e);
    bool readable = rules && history_create(&h, rules, &e);
    if (readable && *m->start) {
        game_position *p = game_new_position(rules);
        readable = p && game_read_position(rules, m->start, p, &e);
        if (readable) history_set(&h, p);
        free(p);
    }
    if (readable && store_each_event(s, m->id, take, &h, &e)) good = add_all(into, m, &h);
    if (rules) history_destroy(&h);
    game_destroy(rules);
    return good;
}

int explorer_count(store *s, int most, error *e) {
    int count = 0;
    if (explorer_left(s) == 0) return 0; /* only counting needs the writer's lock */
    if (!begin(s, e)) return -1;
    bool good = change(s, "/*pg LOCK TABLE played IN EXCLUSIVE MODE*/", e); /* one at a time */
    statement *next = store_prepare(
        s, "SELECT id FROM match WHERE over = 1 AND explored = 0 ORDER BY id LIMIT 1");
    statement *into =
        store_prepare(s, "INSERT INTO played (position, move, games, won, drawn, match)"
                         " VALUES (?1, ?2, 1, ?3, ?4, ?5) ON CONFLICT (position, move) DO UPDATE"
                         " SET games = played.games + 1, won = played.won + excluded.won,"
                         " drawn = played.drawn + excluded.drawn, match = excluded.match");
    statement *mark = store_prepare(s, "UPDATE match SET explored = 1 WHERE id = ?1");
    good = good && ((next && into && mark) || fail(s, e));
    store_match *m = malloc(sizeof *m);
    if (good && !m) good = error_set(e, "no memory to count matches");
    while (good && count < most && step(next) == STEP_ROW) {
        int64_t id = column_number(next, 0);
        reset(next);
        reset(mark);
        bind_number(mark, 1, id);
        good = store_find(s, id, m, e) &&
               ((count_match(s, into, m) && step(mark) == STEP_DONE) || fail(s, e));
        count++;
    }
    store_finish(s, next);
    store_finish(s, into);
    store_finish(s, mark);
    free(m);
    return settle(s, good, e) ? count : -1;
}

int64_t explorer_left(store *s) {
    statement *q = store_prepare(s, "SELECT count(*) FROM match WHERE over = 1 AND explored = 0");
    int64_t left = q && step(q) == STEP_ROW ? column_number(q, 0) : 0;
    store_finish(s, q);
    return left;
}

int explorer_moves(store *s, const game_rules *rules, const game_position *p,
                   explorer_move moves[EXPLORER_MOVES_MAX], error *e) {
    game_position *view = game_new_position(rules);
    statement *q = store_prepare(s, "SELECT move, games, won, drawn, match FROM played"
                                    " WHERE position = ?1 ORDER BY games DESC, move LIMIT ?2");
    step_result status = STEP_DONE;
    int count = 0;
    if (!view || !q) {
        if (!view) error_set(e, "no memory to look up a position");
        else fail(s, e);
        free(view);
        store_finish(s, q);
        return -1;
    }
    bind_number(q, 1, key_of(rules, seed_of(rules), p, view));
    bind_number(q, 2, EXPLORER_MOVES_MAX);
    free(view);
    for (; (status = step(q)) == STEP_ROW; count++) {
        explorer_move *m = &moves[count];
        column(q, 0, m->move, sizeof m->move);
        m->games = column_number(q, 1);
        m->won = column_number(q, 2);
        m->drawn = column_number(q, 3);
        m->match = column_number(q, 4);
    }
    if (status != STEP_DONE) fail(s, e);
    store_finish(s, q);
    return status == STEP_DONE ? count : -1;
}
