/* What only the organiser of a contest may ask: whoever sends the organiser's token to a server
 * that was started for a contest (--contest). Where a request comes from proves nothing: behind a
 * proxy everybody comes from this machine, and on it there may be other users. */
#include <string.h>

#include "links/link.h"
#include "links/ports.h"
#include "server/desk_private.h"

enum { PORTS_MAX = 64, WHY_MOST = 120 };

void desk_set_organiser(desk *d, const char *token) {
    token_hash_any(token, d->organiser);
    d->has_organiser = true;
}

/* The hashes are compared, so that the time it takes tells nothing about the token. */
static bool has_token(const desk *d, const desk_request *q) {
    unsigned char hash[TOKEN_BYTES];
    if (!d->has_organiser || !q->token) return false;
    token_hash_any(q->token, hash);
    return token_same(hash, d->organiser);
}

bool organiser_asks(const desk *d, const desk_request *q, desk_reply *r) {
    if (!arena_is_contest(d->arena))
        reply_error(r, 403, "no-contest",
                    "this arena was started without --contest: there are no lines here");
    else if (!has_token(d, q))
        reply_error(
            r, 403, "not-organiser",
            "this is for the organiser: open the link that the server printed at its start");
    else return true;
    return false;
}

bool organiser_ports(desk *d, const desk_request *q, desk_reply *r) {
    link_port ports[PORTS_MAX];
    if (!organiser_asks(d, q, r)) return true;
    json_t *all = json_array(), *speeds = json_array();
    int count = link_ports(ports, PORTS_MAX);
    for (int i = 0; i < count; i++)
        json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "device", ports[i].device, "driver",
                                             ports[i].driver, "description", ports[i].description));
    for (const int *speed = link_speeds; *speed; speed++)
        json_array_append_new(speeds, json_integer(*speed));
    return reply_json(
        r, 200, json_pack("{s:o, s:o, s:i}", "ports", all, "speeds", speeds, "usual", LINK_BAUD));
}

bool organiser_abort(desk *d, const desk_request *q, int64_t id, const json_t *said,
                     desk_reply *r) {
    const char *why = NULL;
    error e;
    if (!organiser_asks(d, q, r)) return true;
    if (!ask_string(said, "why", &why) || (why && strlen(why) > WHY_MOST))
        return reply_error(r, 400, "bad-request", "why: a text of at most 120 bytes is wanted");
    arena_game *g = arena_find(d->arena, id, &e);
    if (!g) return reply_refusal(r, 404, "no-match", &e);
    if (!arena_break_off(g, why && *why ? why : "by the organiser", &e))
        return reply_refusal(r, 409, "cannot-abort", &e);
    return reply_json(r, 200, json_pack("{s:I}", "match", (json_int_t)id));
}
