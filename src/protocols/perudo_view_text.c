/* Events of the view, in words for people and as JSON for programs. */
#include "protocols/perudo_view.h"

static const char *const names[] = {
    [VIEW_NOTHING] = "nothing",
    [VIEW_SYNC] = "sync",
    [VIEW_GAME_STARTS] = "game",
    [VIEW_AVATAR_SHOWN] = "avatar",
    [VIEW_AVATAR_CHOSEN] = "avatar-chosen",
    [VIEW_RULE_SHOWN] = "rule",
    [VIEW_RULES_CHOSEN] = "rules-chosen",
    [VIEW_PLAYER_JOINS] = "join",
    [VIEW_PLAYER_LEAVES] = "leave",
    [VIEW_ROUND_STARTS] = "round",
    [VIEW_TURN] = "turn",
    [VIEW_FACE_SHOWN] = "face",
    [VIEW_FACE_CHOSEN] = "face-chosen",
    [VIEW_COUNT_SHOWN] = "count",
    [VIEW_BID] = "bid",
    [VIEW_ILLEGAL_BID] = "illegal",
    [VIEW_DOUBT] = "doubt",
    [VIEW_LOSER] = "lost",
    [VIEW_GAME_ENDS] = "end",
    [VIEW_GARBLED] = "garbled",
};

static int bidder_of(const perudo_viewer *v) { return perudo_bidder(&v->now, v->now.bids - 1); }

static void add_bid(text *t, perudo_bid b) {
    text_addf(t, "%dx%d", perudo_bid_count(b), perudo_bid_face(b));
}

static void write_loser(const perudo_viewer *v, const perudo_view_event *e, text *t) {
    if (v->judged) {
        text_add(t, "bid ");
        add_bid(t, v->verdict.bid);
        text_addf(t, ", there %s %d: ", v->verdict.counted == 1 ? "is" : "are", v->verdict.counted);
    }
    text_addf(t, "player %d loses %s", v->loser,
              perudo_view_dice(v, v->loser) ? "a die" : "the last die and is out");
    if (e->against) text_addf(t, " (by the dice it should be player %d)", v->verdict.loser);
}

void perudo_view_write_dice(const perudo_viewer *v, text *t) {
    for (int seat = 0; seat < PERUDO_SEATS_MAX; seat++) {
        if (v->now.count[seat] == 0) continue;
        text_addf(t, "%s player %d ", t->length ? ";" : "", seat);
        for (int i = 0; i < v->now.count[seat]; i++) text_addf(t, "%d", v->die[seat][i]);
    }
}

void perudo_view_write(const perudo_viewer *v, const perudo_view_event *e, text *t) {
    unsigned char byte = (unsigned char)e->byte;
    if (e->missed) text_add(t, "(bytes were lost)  ");
    switch (e->heard) {
    case VIEW_NOTHING: break;
    case VIEW_SYNC: text_add(t, "synchronised: the board is idle"); break;
    case VIEW_GAME_STARTS: text_add(t, "a game starts: choose an avatar"); break;
    case VIEW_AVATAR_SHOWN: text_addf(t, "looks at avatar %d", v->avatar + 1); break;
    case VIEW_AVATAR_CHOSEN: text_addf(t, "player 0 takes avatar %d", v->avatar + 1); break;
    case VIEW_RULE_SHOWN:
        text_add(t, "looks at the rule ");
        perudo_view_write_rule(v, v->rule, t);
        break;
    case VIEW_RULES_CHOSEN:
        text_add(t, "the rules are ");
        perudo_view_write_rules(v, t);
        break;
    case VIEW_PLAYER_JOINS: text_addf(t, "player %d joins", v->players - 1); break;
    case VIEW_PLAYER_LEAVES: text_addf(t, "player %d leaves", v->players); break;
    case VIEW_ROUND_STARTS:
        text_addf(t, "round %d: %d dice are rolled", v->round, perudo_total(&v->now));
        break;
    case VIEW_TURN: text_addf(t, "player %d is on turn", v->now.next); break;
    case VIEW_FACE_SHOWN: text_addf(t, "player 0 turns to face %d", v->face); break;
    case VIEW_FACE_CHOSEN: text_addf(t, "player 0 takes face %d", v->face); break;
    case VIEW_COUNT_SHOWN: text_addf(t, "player 0 turns to %dx%d", v->count, v->face); break;
    case VIEW_BID:
        text_addf(t, "player %d bids ", v->now.next);
        add_bid(t, perudo_last_bid(&v->now));
        if (e->against) text_add(t, " (against the rules)");
        break;
    case VIEW_ILLEGAL_BID: text_addf(t, "player 0 may not bid %dx%d", v->count, v->face); break;
    case VIEW_DOUBT:
        text_addf(t, "player %d doubts player %d's ", v->now.caller, bidder_of(v));
        add_bid(t, perudo_last_bid(&v->now));
        break;
    case VIEW_LOSER: write_loser(v, e, t); break;
    case VIEW_GAME_ENDS:
        if (v->winner == GAME_NOBODY) text_add(t, "the game ends");
        else text_addf(t, "the game ends: player %d wins", v->winner);
        break;
    case VIEW_GARBLED:
        if (byte > 32 && byte < 127) text_addf(t, "'%c' does not fit here", (char)byte);
        else text_addf(t, "byte 0x%02x does not fit here", byte);
        break;
    }
}

/* JSON. It contains no strings from outside, so nothing needs escaping. */

static void add_number(text *t, const char *key, int number) {
    text_addf(t, ",\"%s\":%d", key, number);
}

static void add_json_bid(text *t, perudo_bid b) {
    add_number(t, "face", perudo_bid_face(b));
    add_number(t, "count", perudo_bid_count(b));
}

static void add_json_round(const perudo_viewer *v, text *t) {
    bool first = true;
    add_number(t, "round", v->round);
    text_add(t, ",\"players\":[");
    for (int seat = 0; seat < PERUDO_SEATS_MAX; seat++) {
        if (v->now.count[seat] == 0) continue;
        text_addf(t, "%s{\"seat\":%d,\"dice\":[", first ? "" : ",", seat);
        for (int i = 0; i < v->now.count[seat]; i++)
            text_addf(t, "%s%d", i ? "," : "", v->die[seat][i]);
        text_add(t, "]}");
        first = false;
    }
    text_add_char(t, ']');
}

static void add_json_rules(const perudo_viewer *v, text *t) {
    text_add(t, ",\"rules\":\"");
    perudo_view_write_rules(v, t);
    text_add_char(t, '"');
}

static void add_json_rule(const perudo_viewer *v, text *t) {
    setting_value value;
    settings_choose(&perudo_house_rules[v->rule], v->choice[v->rule], &value);
    text_addf(t, ",\"rule\":\"%s\",\"value\":\"%s\"", perudo_house_rules[v->rule].key, value.text);
    add_json_rules(v, t);
}

static void add_json_loser(const perudo_viewer *v, text *t) {
    add_number(t, "seat", v->loser);
    add_number(t, "left", perudo_view_dice(v, v->loser));
    if (!v->judged) return;
    add_json_bid(t, v->verdict.bid);
    add_number(t, "counted", v->verdict.counted);
    add_number(t, "expected", v->verdict.loser);
}

void perudo_view_write_json(const perudo_viewer *v, const perudo_view_event *e, text *t) {
    text_addf(t, "{\"event\":\"%s\"", names[e->heard]);
    switch (e->heard) {
    case VIEW_AVATAR_SHOWN:
    case VIEW_AVATAR_CHOSEN: add_number(t, "avatar", v->avatar); break;
    case VIEW_RULE_SHOWN: add_json_rule(v, t); break;
    case VIEW_RULES_CHOSEN: add_json_rules(v, t); break;
    case VIEW_PLAYER_JOINS:
    case VIEW_PLAYER_LEAVES: add_number(t, "players", v->players); break;
    case VIEW_ROUND_STARTS: add_json_round(v, t); break;
    case VIEW_TURN: add_number(t, "seat", v->now.next); break;
    case VIEW_FACE_SHOWN:
    case VIEW_FACE_CHOSEN: add_number(t, "face", v->face); break;
    case VIEW_COUNT_SHOWN:
    case VIEW_ILLEGAL_BID: add_json_bid(t, perudo_bid_of(v->count, v->face)); break;
    case VIEW_BID:
        add_number(t, "seat", v->now.next);
        add_json_bid(t, perudo_last_bid(&v->now));
        break;
    case VIEW_DOUBT:
        add_number(t, "seat", v->now.caller);
        add_number(t, "bidder", bidder_of(v));
        add_json_bid(t, perudo_last_bid(&v->now));
        break;
    case VIEW_LOSER: add_json_loser(v, t); break;
    case VIEW_GAME_ENDS:
        if (v->winner != GAME_NOBODY) add_number(t, "winner", v->winner);
        break;
    case VIEW_GARBLED: add_number(t, "byte", (unsigned char)e->byte); break;
    default: break;
    }
    if (e->missed) text_add(t, ",\"missed\":true");
    if (e->against) text_add(t, ",\"against_rules\":true");
    text_add_char(t, '}');
}
