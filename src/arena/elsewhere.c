#include "arena/elsewhere.h"

#include <stdlib.h>
#include <string.h>

#include "arena/event.h"
#include "base/clock.h"

/* A command that the referee has, or that is early, and its sender. */
typedef struct arena_awaited {
    struct arena_awaited *next;
    store_post post;
    match_command command;
    bool early;
} arena_awaited;

bool arena_is_elsewhere(const arena *a, const arena_match *g) { return a->relay && g->foreign; }

int64_t arena_ticket(const arena *a) { return a->ticket; }

/* There. */

void elsewhere_say(arena *a, const arena_match *g, const match_command *w) {
    char words[POST_WORDS];
    text t = text_over(words, sizeof words);
    text_addf(&t, "say %d %d %lld %d %s", (int)w->kind, w->seat, (long long)w->after, w->accepts,
              w->text);
    a->ticket = relay_post(a->relay, g->id, words);
}

/* Whoever takes a seat gets the match afterwards, with its seats as they are then. */
void elsewhere_join(arena *a, arena_match *g, int seat, const char *name, const char *avatar,
                    const store_account *account) {
    char words[POST_WORDS];
    text t = text_over(words, sizeof words);
    text_addf(&t, "join %d %lld\n", seat, account ? (long long)account->id : 0LL);
    if (account) arena_write_name(account->name, &t);
    else if (name) arena_write_name(name, &t);
    else text_add_char(&t, '-');
    text_add_char(&t, '\n');
    if (avatar) arena_write_name(avatar, &t);
    else text_add_char(&t, '-');
    if (!g->followed) arena_follow(a, g);
    a->ticket = relay_post(a->relay, g->id, words);
}

void elsewhere_abort(arena *a, const arena_match *g, const char *why) {
    char words[POST_WORDS];
    text t = text_over(words, sizeof words);
    text_addf(&t, "abort %s", why);
    a->ticket = relay_post(a->relay, g->id, words);
}

/* Here: commands of people at other arenas. */

void elsewhere_forget_posts(arena_match *g) {
    for (arena_awaited *w = g->awaited, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    g->awaited = NULL;
}

static void answer(arena *a, const store_post *p, bool good, const arena_refusal *r) {
    relay_answer(a->relay, p, good ? NULL : r->code, &r->why);
}

static bool is_awaited(const arena_match *g, const store_post *p) {
    for (const arena_awaited *w = g->awaited; w; w = w->next)
        if (w->post.id == p->id) return true;
    return false;
}

static bool read_say(const char *words, match_command *w) {
    scan s = scan_string(words);
    uint64_t kind, seat, after, accepts;
    *w = (match_command){.kind = COMMAND_MOVE};
    if (!scan_number(&s, 0, COMMAND_DECLINE, &kind) || !scan_char(&s, ' ') ||
        !scan_number(&s, 0, GAME_SEATS_MAX - 1, &seat) || !scan_char(&s, ' ') ||
        !scan_number(&s, 0, INT64_MAX, &after) || !scan_char(&s, ' ') ||
        !scan_number(&s, 0, 1, &accepts) || !scan_char(&s, ' '))
        return false;
    w->kind = (match_command_kind)kind;
    w->seat = (int)seat;
    w->after = (int64_t)after;
    w->accepts = accepts;
    text t = text_over(w->text, sizeof w->text);
    text_add(&t, s.at);
    return true;
}

/* Whether that move was played already: its owner was killed before it could say so. */
static bool is_played(const arena_match *g, const match_command *w) {
    if (w->kind != COMMAND_MOVE || (size_t)w->after >= arena_history(g)->count) return false;
    const transcript_move *m = &g->so_far.moves[w->after];
    return m->seat == w->seat && strcmp(m->text, w->text) == 0;
}

/* Whether a move follows one that we have not heard of. Another arena may read that one in the
 * journal before the referee's news of it is taken here. */
static bool is_early(const arena_match *g, const match_command *w) {
    return w->kind == COMMAND_MOVE && g->runner && !g->so_far.over &&
           (size_t)w->after > arena_history(g)->count;
}

static bool await(arena_match *g, const store_post *p, const match_command *w, bool early) {
    arena_awaited *later = malloc(sizeof *later);
    if (!later) return false;
    *later = (arena_awaited){.next = g->awaited, .post = *p, .command = *w, .early = early};
    g->awaited = later;
    return true;
}

/* Gives a command to the referee. */
static void pass_on(arena *a, arena_match *g, const store_post *p, const match_command *w) {
    arena_refusal r = {.code = "refused"};
    int64_t arrived = a->arrived; /* of what people here have sent */
    a->arrived = w->arrived;
    bool good = arena_say(a, g, w, &r);
    a->arrived = arrived;
    bool waits = w->kind == COMMAND_MOVE || w->kind == COMMAND_RESIGN || w->accepts;
    if (!good || !waits || !await(g, p, w, false)) answer(a, p, good, &r);
}

static void obey_say(arena *a, arena_match *g, const store_post *p, const char *words) {
    arena_refusal r = {.code = "refused"};
    match_command w;
    if (!read_say(words, &w) || w.seat >= g->rules->seats) {
        error_set(&r.why, "not a command: %s", p->words);
        answer(a, p, false, &r);
        return;
    }
    w.arrived = clock_now() - p->age * MILLISECOND;
    if (is_played(g, &w)) answer(a, p, true, &r);
    else if (!is_early(g, &w) || !await(g, p, &w, true)) pass_on(a, g, p, &w);
}

static void obey_join(arena *a, arena_match *g, const store_post *p, const char *words,
                      arena_told *told, void *context) {
    arena_refusal r = {.code = "no-seat"};
    scan s = scan_string(words);
    uint64_t seat = 0, id = 0;
    store_account account = {0};
    char name[STORE_NAME];
    bool good = scan_number(&s, 0, (uint64_t)g->rules->seats - 1, &seat) && scan_char(&s, ' ') &&
                scan_number(&s, 0, INT64_MAX, &id) && scan_char(&s, '\n') &&
                strchr(s.at, '\n') != NULL;
    if (good) {
        size_t length = strcspn(s.at, "\n");
        text t = text_over(name, sizeof name);
        text_add_part(&t, s.at, length);
        const char *avatar = s.at + length + 1;
        account.id = (int64_t)id;
        memcpy(account.name, name, sizeof name);
        good = arena_join(a, g, (int)seat, strcmp(name, "-") == 0 ? NULL : name,
                          strcmp(avatar, "-") == 0 ? NULL : avatar, id ? &account : NULL, &r.why);
    } else {
        error_set(&r.why, "not a command: %s", p->words);
    }
    answer(a, p, good, &r);
    if (good) told(context, g, &(arena_news){.kind = ARENA_JOINED, .event.seat = (int)seat});
}

static void obey_abort(arena *a, arena_match *g, const store_post *p, const char *why) {
    arena_refusal r = {.code = "cannot-abort"};
    bool good = arena_break_off(a, g, why, &r.why);
    answer(a, p, good, &r);
}

/* A command for a match that is not ours any more is left to its owner. */
static void obey(arena *a, arena_match *g, const store_post *p, arena_told *told, void *context) {
    arena_refusal r = {.code = "no-match"};
    if (!g) g = arena_find(a, p->match, &r.why);
    if (!g) {
        answer(a, p, false, &r);
    } else if (g->so_far.over) {
        r.code = "over";
        error_code(&r.why, "match-over", "the match is over");
        answer(a, p, false, &r);
    } else if (g->foreign || is_awaited(g, p)) {
        return;
    } else if (strncmp(p->words, "say ", 4) == 0) {
        obey_say(a, g, p, p->words + 4);
    } else if (strncmp(p->words, "join ", 5) == 0) {
        obey_join(a, g, p, p->words + 5, told, context);
    } else if (strncmp(p->words, "abort ", 6) == 0) {
        obey_abort(a, g, p, p->words + 6);
    } else {
        r.code = "refused";
        error_set(&r.why, "not a command: %s", p->words);
        answer(a, p, false, &r);
    }
}

static bool is_same(const match_command *a, const match_command *b) {
    return a->kind == b->kind && a->seat == b->seat && a->after == b->after &&
           a->accepts == b->accepts;
}

/* Whether this is what a command has led to. Another command of its seat may be refused first: an
 * offer, for example, whose sender was answered when the referee got it. */
static bool is_result(const arena_awaited *w, const arena_news *n) {
    if (w->early) return false;
    if (n->kind == ARENA_REFUSED) return is_same(&n->refused, &w->command);
    if (n->event.kind == MATCH_MOVE)
        return w->command.kind == COMMAND_MOVE && n->event.seat == w->command.seat;
    return n->event.kind == MATCH_UNDO || n->event.kind == MATCH_END;
}

/* Passes on the commands that are not early any more. */
static void pass_on_early(arena *a, arena_match *g) {
    for (arena_awaited **at = &g->awaited; *at;) {
        arena_awaited *w = *at;
        if (!w->early || is_early(g, &w->command)) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        pass_on(a, g, &w->post, &w->command);
        free(w);
        at = &g->awaited; /* it may have another first one now */
    }
}

void elsewhere_happened(arena *a, arena_match *g, const arena_news *n) {
    if (!a->relay) return;
    if (n->kind == ARENA_EVENT) relay_tell(a->relay, "event", g->id, n->event.number);
    arena_refusal r = {.code = "refused", .why = n->why};
    for (arena_awaited **at = &g->awaited; *at;) {
        arena_awaited *w = *at;
        if (!is_result(w, n)) {
            at = &w->next;
            continue;
        }
        answer(a, &w->post, n->kind == ARENA_EVENT, &r);
        *at = w->next;
        free(w);
    }
    pass_on_early(a, g);
}

/* News. */

static void take_stored(arena *a, arena_match *g, const relay_mail *m, arena_told *told,
                        void *context) {
    if (!g->foreign || g->so_far.over || m->event.number <= g->last_event) return;
    if (m->event.number == g->last_event + 1)
        arena_take_stored(g, &m->event, m->over, told, context);
    else relay_follow(a->relay, (store_fence){.match = g->id}, g->last_event);
}

static void take_present(arena_match *g, const relay_mail *m) {
    memcpy(g->elsewhere, m->present, sizeof g->elsewhere);
    if (g->runner) runner_set_watched(g->runner, arena_match_is_watched(g));
}

/* A match of the dead is ours. Those who watch it here may have missed its last events, and its
 * person may be one of them. */
static void take_claimed(arena *a, store_fence f, arena_told *told, void *context) {
    error e;
    if (!arena_adopt(a, f, &e)) {
        arena_warn_of_failure(a, f.match, e.message);
        return;
    }
    a->figures.resumed++;
    arena_match *g = arena_find(a, f.match, &e);
    if (!g) return;
    relay_follow(a->relay, f, g->last_event);
    g->followed = true;
    arena_match_forget_posted(g); /* what people here have posted comes to us now */
    bool here = false;
    for (int seat = 0; seat < g->rules->seats; seat++) here = here || g->seat[seat].here > 0;
    if (here) arena_attend(a, g, &e);
    told(context, g, &(arena_news){.kind = ARENA_MOVED});
}

bool elsewhere_is_news(const arena_news *n) { return n->mail || n->kind == ARENA_ORPHANED; }

void elsewhere_take(arena *a, arena_match *g, const arena_news *n, arena_told *told,
                    void *context) {
    const relay_mail *m = n->mail;
    if (n->kind == ARENA_ORPHANED) arena_resume_events(a);
    if (n->kind == ARENA_CLAIMED) take_claimed(a, m->fence, told, context);
    if (n->kind == ARENA_POSTED) obey(a, g, &m->post, told, context);
    if (!g) return;
    switch (n->kind) {
    case ARENA_STORED: take_stored(a, g, m, told, context); break;
    case ARENA_SEATS:
        if (!g->foreign) break;
        arena_match_take_seats(g, m->seats, m->seat_count);
        told(context, g, &(arena_news){.kind = ARENA_JOINED});
        break;
    case ARENA_PRESENT:
        take_present(g, m);
        told(context, g, n);
        break;
    case ARENA_TAKEN:
        if (g->fence.match && g->fence.claim < m->fence.claim) arena_lose(a, g, told, context);
        break;
    case ARENA_ANSWERED:
        if (*m->code) arena_match_forget_posted(g);
        told(context, g, n);
        break;
    case ARENA_CHAT: told(context, g, n); break;
    default: break;
    }
}

void arena_tell_chat(arena *a, const arena_match *g, int64_t number) {
    relay_tell(a->relay, "chat", g->id, number);
}

/* Tells the others how many people are at a match here, if that has changed. */
static void tell_present(arena *a, arena_match *g) {
    int counts[1 + GAME_SEATS_MAX] = {g->spectators};
    for (int seat = 0; seat < g->rules->seats; seat++) counts[1 + seat] = g->seat[seat].here;
    if (memcmp(counts, g->present, sizeof counts) == 0) return;
    memcpy(g->present, counts, sizeof counts);
    relay_tell_present(a->relay, g->id, counts);
}

void elsewhere_poll(arena *a) {
    if (!a->relay) return;
    int room = ARENA_RUNNING_MAX;
    for (arena_match *g = a->games; g; g = g->next) {
        bool wanted =
            !g->so_far.over && !g->beginning && (g->foreign ? g->held > 0 : g->fence.match);
        room -= g->fence.match && !g->so_far.over;
        if (wanted && !g->followed) arena_follow(a, g);
        if (!wanted && g->followed) relay_unfollow(a->relay, g->id);
        g->followed = wanted;
        tell_present(a, g);
    }
    relay_set_room(a->relay, room);
}

void arena_follow(arena *a, arena_match *g) {
    relay_follow(a->relay, g->foreign ? (store_fence){.match = g->id} : g->fence, g->last_event);
    g->followed = true;
}
