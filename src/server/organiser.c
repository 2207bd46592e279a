/* What only the organiser of a contest may ask: from this machine, of a server that was started for
 * a contest (--contest). Lines are opened and matches broken off in the name of whoever sits there.
 */
#include <string.h>

#include "links/link.h"
#include "links/ports.h"
#include "server/desk_private.h"

enum { PORTS_MAX = 64, WHY_MOST = 120 };

/* Whether it is the organiser who asks; else the answer says why not. */
static bool organises(const desk *d, const desk_request *q, desk_reply *r) {
    if (!arena_is_contest(d->arena))
        reply_error(r, 403, "no-contest",
                    "this arena was started without --contest: there are no lines here");
    else if (!q->local)
        reply_error(r, 403, "not-local", "a contest is led from the server's own machine");
    else return true;
    return false;
}

bool organiser_ports(desk *d, const desk_request *q, desk_reply *r) {
    link_port ports[PORTS_MAX];
    if (!organises(d, q, r)) return true;
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
    if (!organises(d, q, r)) return true;
    if (!ask_string(said, "why", &why) || (why && strlen(why) > WHY_MOST))
        return reply_error(r, 400, "bad-request", "why: a text of at most 120 bytes is wanted");
    arena_game *g = arena_find(d->arena, id, &e);
    if (!g) return reply_refusal(r, 404, "no-match", &e);
    if (!arena_break_off(g, why && *why ? why : "by the organiser", &e))
        return reply_refusal(r, 409, "cannot-abort", &e);
    return reply_json(r, 200, json_pack("{s:I}", "match", (json_int_t)id));
}
