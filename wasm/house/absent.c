/* Refusals of everything that needs a server: tournaments, accounts, the organiser of a contest,
 * players on lines, other servers. At the end, what no request of the page calls. */
#include "arena/elsewhere.h"
#include "arena/event.h"
#include "games/damas/moves.h"
#include "links/link.h"
#include "server/desk_private.h"
#include "store/accounts.h"

static bool absent(desk_reply *r) { return reply_error(r, 404, "no-page", "this needs a server"); }

bool events_is_path(const char *path) {
    (void)path;
    return false;
}
bool events_show(desk *d, const desk_request *q, desk_reply *r) {
    (void)d, (void)q;
    return absent(r);
}
bool events_change(desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    (void)said;
    return events_show(d, q, r);
}
static void refuse(desk_client *c, json_t *id) {
    error e;
    error_set(&e, "this needs a server");
    desk_refuse(c, id, "no-event", &e);
}
void events_follow(desk_client *c, const json_t *said, json_t *id) {
    (void)said;
    refuse(c, id);
}
void events_list(desk_client *c, const json_t *said, json_t *id) {
    (void)said;
    refuse(c, id);
}
void events_tick(desk *d) { (void)d; }
void events_drained(desk_client *c) { (void)c; }
void events_close(desk *d) { (void)d; }
void events_hear(desk *d) { (void)d; }
void events_forget(desk *d, const void *exchange, const desk_client *c) {
    (void)d, (void)exchange, (void)c;
}
void arena_step_events(arena *a) { (void)a; }
void arena_event_forget(arena *a) { (void)a; }

bool organiser_asks(const desk *d, const desk_request *q, desk_reply *r) {
    (void)d, (void)q;
    return !reply_error(r, 403, "no-contest", "this needs a server");
}
bool organiser_may_begin(const desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    (void)d, (void)q, (void)said, (void)r;
    return true;
}
bool organiser_ports(desk *d, const desk_request *q, desk_reply *r) {
    return !organiser_asks(d, q, r);
}
bool organiser_line(desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    (void)d, (void)q, (void)said;
    return absent(r);
}
bool organiser_abort(desk *d, const desk_request *q, int64_t id, const json_t *said,
                     desk_reply *r) {
    (void)id, (void)said;
    return !organiser_asks(d, q, r);
}

/* No seat has a link: arena_read_seat refuses them. */
bool link_can_confine(error *e) { return error_set(e, "there are no programs here"); }
bool link_is_spec(const char *spec) {
    (void)spec;
    return false;
}
bool link_check(const char *spec, error *e) {
    (void)spec;
    return error_set(e, "there are no lines here");
}
link_end *link_open(const char *spec, const link_options *options, error *e) {
    (void)spec, (void)options;
    error_set(e, "there are no lines here");
    return NULL;
}
link_status link_join(link_end *l, int64_t deadline) {
    (void)l, (void)deadline;
    return LINK_CLOSED;
}
bool link_explain_join(const link_end *l, link_status status, error *e) {
    (void)l, (void)status;
    return error_set(e, "there are no lines here");
}
link_status link_read(link_end *l, char *bytes, size_t most, int64_t deadline, size_t *count) {
    (void)l, (void)bytes, (void)most, (void)deadline;
    *count = 0;
    return LINK_CLOSED;
}
link_status link_put(link_end *l, const char *bytes, size_t count) {
    (void)l, (void)bytes, (void)count;
    return LINK_CLOSED;
}
link_status link_flush(link_end *l) {
    (void)l;
    return LINK_CLOSED;
}
size_t link_waiting(const link_end *l) {
    (void)l;
    return 0;
}
void link_say_end(link_end *l, error *e) {
    (void)l;
    error_set(e, "there are no lines here");
}
void link_close(link_end *l) { (void)l; }
size_t link_drain(link_end *l, int64_t quiet, int64_t deadline) {
    (void)l, (void)quiet, (void)deadline;
    return 0;
}

bool account_is_path(const char *path) {
    (void)path;
    return false;
}
bool account_ask(desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    return events_change(d, q, said, r);
}
bool account_of(desk *d, const json_t *said, store_account *account, error *e) {
    (void)d, (void)said, (void)e;
    *account = (store_account){0};
    return true;
}
void account_restore(desk *d, const former_secret *former) { (void)d, (void)former; }
bool store_set_helped(store *s, int64_t match, int seat, error *e) {
    (void)s, (void)match, (void)seat;
    return error_set(e, "there are no accounts here");
}

/* Other servers. */

bool relay_start(relay **into, store *s, news_inbox *inbox, error *e) {
    (void)s, (void)inbox, (void)e;
    *into = NULL;
    return true;
}
void relay_stop(relay *r) { (void)r; }
void relay_unfollow(relay *r, int64_t match) { (void)r, (void)match; }
void relay_tell(relay *r, const char *what, int64_t match, int64_t number) {
    (void)r, (void)what, (void)match, (void)number;
}
bool arena_is_elsewhere(const arena *a, const arena_match *g) {
    (void)a, (void)g;
    return false;
}
int64_t arena_ticket(const arena *a) {
    (void)a;
    return 0;
}
void arena_follow(arena *a, arena_match *g) { (void)a, (void)g; }
void arena_tell_chat(arena *a, const arena_match *g, int64_t number) {
    (void)a, (void)g, (void)number;
}
void elsewhere_say(arena *a, const arena_match *g, const match_command *w) {
    (void)a, (void)g, (void)w;
}
void elsewhere_join(arena *a, arena_match *g, int seat, const char *name, const char *avatar,
                    const store_account *account) {
    (void)a, (void)g, (void)seat, (void)name, (void)avatar, (void)account;
}
void elsewhere_abort(arena *a, const arena_match *g, const char *why) {
    (void)a, (void)g, (void)why;
}
bool elsewhere_is_news(const arena_news *n) {
    (void)n;
    return false;
}
void elsewhere_take(arena *a, arena_match *g, const arena_news *n, arena_told *told,
                    void *context) {
    (void)a, (void)g, (void)n, (void)told, (void)context;
}
void elsewhere_happened(arena *a, arena_match *g, const arena_news *n) {
    (void)a, (void)g, (void)n;
}
void elsewhere_forget_posts(arena_match *g) { (void)g; }
void elsewhere_poll(arena *a) { (void)a; }
bool store_take_allowance(store *s, const char *kind, uint64_t address, int every, int burst) {
    (void)s, (void)kind, (void)address, (void)every, (void)burst;
    return true;
}

/* Damas counts move sequences by code for each variant, which would be 2 % of the download. */
uint64_t damas_perft(unsigned flags, const damas_board *b, int side, int depth) {
    (void)flags, (void)b, (void)side, (void)depth;
    __builtin_trap();
}
uint64_t damas_perft_ordered(unsigned flags, const damas_board *b, int side, int depth) {
    return damas_perft(flags, b, side, depth);
}
