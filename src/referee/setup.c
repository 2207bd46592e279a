#include "referee/setup.h"

#include <string.h>

#include "base/clock.h"

#define USUAL_MOVE_TIME   (10 * SECOND)
#define PERSON_INTERRUPTS (3 * SECOND)  /* people have to read first */
#define ENGINE_INTERRUPTS (SECOND / 10) /* programs are quick */
#define JOIN_TURN         (SECOND / 10)
#define DRAIN_QUIET       (SECOND / 50)

enum { SETTINGS_TEXT = 700 };

/* Whether the rules leave the number of players open, and allow this number. */
static bool takes_players(const game_rules *rules, int count) {
    const game_setting *s = rules->game->settings;
    for (int i = 0; s[i].key; i++) {
        const setting_value *v = &rules->settings.value[i];
        if (strcmp(s[i].key, "players") == 0)
            return !v->given && v->number == rules->seats && count >= s[i].least &&
                   count <= s[i].most;
    }
    return false;
}

static bool is_person(const seat_spec *s) { return s->kind == SEAT_ME || s->kind == SEAT_REMOTE; }

static bool has_people(const seat_spec *const *spec, int seats) {
    for (int seat = 0; seat < seats; seat++)
        if (is_person(spec[seat])) return true;
    return false;
}

static bool has_links(const seat_spec *const *spec, int seats) {
    for (int seat = 0; seat < seats; seat++)
        if (spec[seat]->kind == SEAT_LINK) return true;
    return false;
}

game_rules *setup_rules(const game *g, const char *given, const seat_spec *const *spec, int seats,
                        error *e) {
    char settings[SETTINGS_TEXT], players[24];
    text t = text_over(settings, sizeof settings), count = text_over(players, sizeof players);
    text_add(&t, given ? given : "");
    for (int seat = 0; seat < seats; seat++)
        if (spec[seat]->speaks && spec[seat]->speaks->rules)
            settings_add_default(&t, spec[seat]->speaks->rules);
    if (has_people(spec, seats) && !has_links(spec, seats)) game_add_by_hand(g, &t);
    game_rules *rules = game_create(g, settings, e);
    if (!rules || rules->seats == seats || !takes_players(rules, seats)) return rules;
    text_addf(&count, "players=%d", seats);
    settings_add_default(&t, players);
    game_destroy(rules);
    return game_create(g, settings, e);
}

time_control setup_control(time_control asked, const game *g, const seat_spec *const *spec,
                           int seats, int seat) {
    const time_control *own = &spec[seat]->control;
    bool contest = has_links(spec, seats) || !has_people(spec, seats);
    if (own->move || own->game) {
        time_control control = *own;
        control.overage = asked.overage;
        control.margin = asked.margin;
        return control;
    }
    /* Against people an engine does not take all the time they have. */
    asked.usual = has_people(spec, seats) || !(asked.move || asked.game);
    if (asked.move || asked.game || is_person(spec[seat]) || !contest) return asked;
    int64_t usual = protocol_of_boards(g)->move_time;
    asked.move = usual ? usual : USUAL_MOVE_TIME;
    return asked;
}

bool setup_check_start(const seat_spec *const *spec, int seats, error *e) {
    for (int seat = 0; seat < seats; seat++) {
        const protocol *p = spec[seat]->speaks;
        if (p && !p->resumes)
            return error_code(e, "cannot-resume",
                              "seat %d (%s) speaks the %s protocol, which cannot resume a game "
                              "that has begun or starts from another position",
                              seat + 1, spec[seat]->given, p->name);
    }
    return true;
}

/* Bytes from before are not an answer to anything. */
static void drain(link_end **link, int seats) {
    for (int seat = 0; seat < seats; seat++)
        if (link[seat] && link[seat]->kind != LINK_PROGRAM)
            link_drain(link[seat], DRAIN_QUIET, clock_now() + SECOND);
}

bool setup_open_links(const seat_spec *const *spec, int seats, link_end **link,
                      const setup_waiting *w, int *culprit, error *e) {
    bool joined[GAME_SEATS_MAX] = {false};
    for (int seat = 0; seat < seats; seat++) {
        *culprit = seat;
        if (spec[seat]->kind != SEAT_LINK || link[seat]) continue;
        link_options options = w->options ? *w->options : (link_options){0};
        if (w->label) options.label = w->label[seat];
        link[seat] = link_open(spec[seat]->link, &options, e);
        if (!link[seat]) return error_in(e, "seat %d", seat + 1);
        if (w->opened) w->opened(w->context, seat, link[seat]);
    }
    /* In short steps, so that each connection is noticed and the wait can be cancelled. */
    for (int missing = seats; missing > 0;) {
        missing = 0;
        for (int seat = 0; seat < seats; seat++) {
            if (!link[seat] || joined[seat]) continue;
            link_status status = link_join(link[seat], clock_now() + JOIN_TURN);
            *culprit = seat;
            if (status == LINK_OK) {
                joined[seat] = true;
                if (w->joined) w->joined(w->context, seat);
            } else if (status == LINK_LATE && clock_now() < w->deadline) {
                missing++;
            } else {
                link_explain_join(link[seat], status, e);
                return error_in(e, "seat %d", seat + 1);
            }
        }
        *culprit = GAME_NOBODY;
        if (w->gives_up && w->gives_up(w->context, e)) return false;
    }
    drain(link, seats);
    return true;
}

void setup_match(host_setup *t, const game_rules *rules, const game_position *start,
                 const match_terms *terms) {
    int seats = rules->seats;
    match_setup *m = &t->match;
    m->rules = rules;
    m->start = start;
    m->seeded = terms->seeded;
    m->seed = terms->seed;
    m->handshake = terms->handshake;
    m->move_limit = terms->move_limit;
    m->time_limit = terms->time_limit;
    m->agreement = terms->agreement;
    m->interrupt = terms->interrupt             ? terms->interrupt
                   : has_people(t->spec, seats) ? PERSON_INTERRUPTS
                                                : ENGINE_INTERRUPTS;
    m->turn_limit = protocol_of_boards(rules->game)->turn_limit;
    for (int seat = 0; seat < seats; seat++) {
        const seat_spec *s = t->spec[seat];
        m->seat[seat] = (match_seat){
            .speaks = s->speaks,
            .options = s->options,
            .control = setup_control(terms->control, rules->game, t->spec, seats, seat),
            .byte_time = t->link[seat] ? t->link[seat]->byte_time : 0};
        m->seat[seat].options.params = s->params;
    }
}
