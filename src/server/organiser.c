/* Requests only for the organiser of a contest: the client that sends the organiser's token to a
 * server started with --contest. The origin of a request proves nothing: behind a proxy everybody
 * comes from this machine, and the machine may have other users. */
#include <string.h>

#include "links/link.h"
#include "links/ports.h"
#include "server/desk_private.h"
#include "server/perudo_line.h"

enum { PORTS_MAX = 64, WHY_MOST = 120 };

void desk_set_organiser(desk *d, const char *token) {
    token_hash_any(token, d->organiser);
    d->has_organiser = true;
}

/* Compares hashes, so that the time reveals nothing about the token. */
static bool has_token(const desk *d, const desk_request *q) {
    unsigned char hash[TOKEN_BYTES];
    if (!d->has_organiser || !q->token) return false;
    token_hash_any(q->token, hash);
    return token_same(hash, d->organiser);
}

bool organiser_asks(const desk *d, const desk_request *q, desk_reply *r) {
    if (!arena_is_contest(d->arena))
        reply_error(r, 403, "no-contest",
                    "this arena was started without --contest, so it has no lines");
    else if (!has_token(d, q))
        reply_error(
            r, 403, "not-organiser",
            "only the organiser may do this: open the link that the server printed at its start");
    else return true;
    return false;
}

void desk_set_begins(desk *d, server_begins begins, const char *password) {
    static const char *const words[] = {[SERVER_BEGINS_EVERYBODY] = "everybody",
                                        [SERVER_BEGINS_PASSWORD] = "password",
                                        [SERVER_BEGINS_NOBODY] = "nobody"};
    d->begins = begins;
    if (password) token_hash_any(password, d->password);
    json_object_set_new(d->games, "begin", json_string(words[begins]));
}

bool organiser_may_begin(const desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    const char *password = NULL;
    unsigned char hash[TOKEN_BYTES];
    error e;
    if (d->begins == SERVER_BEGINS_EVERYBODY || has_token(d, q)) return true;
    if (d->begins == SERVER_BEGINS_NOBODY) {
        error_code(&e, "closed", "the operator of this server has closed it to new matches");
        reply_refusal(r, 403, "closed", &e);
        return false;
    }
    if (!ask_string(said, "password", &password) || !password) {
        error_code(&e, "password-needed", "this server asks for a password to begin a match");
        reply_refusal(r, 403, "password", &e);
        return false;
    }
    token_hash_any(password, hash);
    if (token_same(hash, d->password)) return true;
    error_code(&e, "password-wrong", "that is not the password of this server");
    reply_refusal(r, 403, "password", &e);
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

void desk_set_line(desk *d, perudo_line *line) { d->line = line; }

/* Everybody may see which line it is; only the organiser may choose another. */
bool organiser_line(desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    const char *link = NULL;
    error e;
    if (!d->line) return reply_error(r, 404, "no-page", "this server has no line for a board");
    if (!q->post) return reply_json(r, 200, perudo_line_state(d->line));
    if (!organiser_asks(d, q, r)) return true;
    if (!ask_string(said, "link", &link) || !link)
        return reply_error(r, 400, "bad-request", "link: expected a text; \"\" listens to none");
    if (!perudo_line_set(d->line, link, &e)) return reply_refusal(r, 422, "not-a-link", &e);
    return reply_json(r, 200, perudo_line_state(d->line));
}

bool organiser_abort(desk *d, const desk_request *q, int64_t id, const json_t *said,
                     desk_reply *r) {
    const char *why = NULL;
    error e;
    if (!organiser_asks(d, q, r)) return true;
    if (!ask_string(said, "why", &why) || (why && strlen(why) > WHY_MOST))
        return reply_error(r, 400, "bad-request", "why: expected a text of at most 120 bytes");
    arena_match *g = arena_find(d->arena, id, &e);
    if (!g) return reply_refusal(r, 404, "no-match", &e);
    if (!arena_break_off(d->arena, g, why && *why ? why : "by the organiser", &e))
        return reply_refusal(r, 409, "cannot-abort", &e);
    return reply_json(r, 200, json_pack("{s:I}", "match", (json_int_t)id));
}
