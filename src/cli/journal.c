#include "cli/journal.h"

#include <stdlib.h>
#include <string.h>

store *cli_open_store(const cli_arguments *a, error *e) {
    char usual[STORE_TEXT];
    const char *path = cli_value(a, "store");
    if (!path && !store_usual_path(usual, sizeof usual, e)) return NULL;
    return store_open(path ? path : usual, e);
}

bool cli_read_match(const char *word, int64_t *id, error *e) {
    scan s = scan_string(word);
    uint64_t number;
    if (!scan_number(&s, 1, INT64_MAX, &number) || !scan_done(&s))
        return error_set(e, "'%s' is not a match's number; 'damero matches' lists them", word);
    *id = (int64_t)number;
    return true;
}

typedef struct player {
    record *game;
    error *e;
    bool good;
} player;

static bool play_event(void *context, const store_event *v) {
    player *p = context;
    if (strcmp(v->kind, "move") == 0)
        p->good = history_play_text(&p->game->game, v->text, p->e) ||
                  error_in(p->e, "event %lld", (long long)v->number);
    return p->good;
}

void cli_seat_line(const store_match *m, int seat, text *t) {
    const char *at = m->seats;
    for (; seat > 0 && *at; seat--) {
        at += strcspn(at, "\n");
        if (*at) at++;
    }
    text_add_part(t, at, strcspn(at, "\n"));
}

static bool name_it(const store_match *m, record *r, error *e) {
    char tag[16], value[1024];
    for (int seat = 0; seat < r->rules->seats; seat++) {
        text name = text_over(tag, sizeof tag), line = text_over(value, sizeof value);
        text_addf(&name, "Seat%d", seat + 1);
        cli_seat_line(m, seat, &line);
        if (!record_set_tag(r, tag, value, e)) return false;
    }
    text date = text_over(value, sizeof value);
    text_addf(&date, "%.10s", m->begun);
    for (char *c = value; *c; c++)
        if (*c == '-') *c = '.';
    text result = text_over(r->result, sizeof r->result);
    bool counted = m->over && strcmp(m->reason, "aborted") != 0;
    if (counted) record_result_of(m->winner - 1, r->rules->seats, &result);
    else text_add(&result, "*");
    return record_set_tag(r, "Date", value, e) &&
           (!m->over || record_set_tag(r, "Reason", m->reason, e));
}

bool cli_load_match(store *s, const store_match *m, bool named, record *r, error *e) {
    game_rules *rules = game_create_named(m->game, m->rules, e);
    if (!rules || !record_create(r, rules, e)) return false;
    bool good = true;
    if (*m->start) {
        game_position *start = game_new_position(rules);
        good = start
                   ? game_read_position(rules, m->start, start, e) && record_set_start(r, start, e)
                   : error_set(e, "no memory for a position");
        free(start);
    }
    player p = {.game = r, .e = e, .good = true};
    good = good && store_each_event(s, m->id, play_event, &p, e) && p.good;
    good = good && (!named || name_it(m, r, e));
    if (!good) record_destroy(r);
    return good || error_in(e, "match %lld", (long long)m->id);
}
