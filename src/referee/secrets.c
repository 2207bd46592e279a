/* Dice: their source, and how a match commits to hidden ones. */
#include <string.h>

#include "referee/match_private.h"

game_move match_roll(match *m) {
    if (!m->setup.seeded) m->chance = fair_random();
    return match_rules(m)->game->roll(match_rules(m), m->game.now, &m->chance);
}

/* Notifies all seats whose protocol supports it. */
static void notify(match *m, const char *line) {
    for (int seat = 0; seat < match_rules(m)->seats; seat++) {
        place *p = &m->place[seat];
        if (!p->talk.speaks) continue;
        p->sent = 0;
        talk_notify(&p->talk, line);
        p->noticed += p->sent;
    }
}

static void commit(match *m, size_t number, const char *word, int64_t now) {
    char hash[FAIR_HASH_TEXT], words[FAIR_HASH_TEXT + 32], line[FAIR_HASH_TEXT + 64];
    text t = text_over(words, sizeof words), l = text_over(line, sizeof line);
    error e;
    if (!fair_commit(&m->secrets, number, word, m->setup.seeded ? &m->chance : NULL, hash, &e)) {
        match_finish(m, MATCH_ABORTED, GAME_NOBODY, GAME_NOBODY, &e, now);
        return;
    }
    text_addf(&t, "%zu %s", number, hash);
    text_addf(&l, "commit move=%zu hash=%s", number, hash);
    match_event committed = {.kind = MATCH_COMMIT, .seat = GAME_NOBODY};
    memcpy(committed.key, m->secrets.pending[m->secrets.count - 1].key, sizeof committed.key);
    match_happen(m, committed, words, now);
    notify(m, line);
}

void match_reveal(match *m, int64_t now) {
    for (size_t i = 0; i < m->secrets.count; i++) {
        const fair_secret *s = &m->secrets.pending[i];
        char words[FAIR_KEY_TEXT + 32], line[FAIR_KEY_TEXT + 64];
        text t = text_over(words, sizeof words), l = text_over(line, sizeof line);
        text_addf(&t, "%zu %s", s->move, s->key);
        text_addf(&l, "reveal move=%zu key=%s", s->move, s->key);
        match_happen(m, (match_event){.kind = MATCH_REVEAL, .seat = GAME_NOBODY}, words, now);
        notify(m, line);
    }
    m->secrets.count = 0;
}

void match_keep_faith(match *m, const char *word, int64_t now) {
    const history *h = &m->game;
    if (fair_is_secret(h->rules, h->moves[h->count - 1])) commit(m, h->count, word, now);
    else if (m->secrets.count && fair_all_shown(h->rules, h->now, m->view)) match_reveal(m, now);
}

static bool is_committed(const match *m, size_t number) {
    for (size_t i = 0; i < m->secrets.count; i++)
        if (m->secrets.pending[i].move == number) return true;
    return false;
}

/* A kill can come between a roll and its commitment, when no bid can have followed, and between the
 * lifting of the last cup and the keys. */
void match_make_good(match *m, int64_t now) {
    const history *h = &m->game;
    if (!h->rules->game->view) return;
    if (fair_all_shown(h->rules, h->now, m->view)) {
        match_reveal(m, now);
        return;
    }
    size_t last = h->count;
    if (last && fair_is_secret(h->rules, h->moves[last - 1]) && !is_committed(m, last)) {
        char word[GAME_MOVE_TEXT];
        text t = text_over(word, sizeof word);
        game_move move = h->moves[last - 1];
        error e;
        history_undo(&m->game);
        game_write_move(h->rules, h->now, move, &t);
        if (history_play(&m->game, move, &e)) commit(m, last, word, now);
    }
}
