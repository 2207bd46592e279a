#include "protocols/talk.h"

#include <stdlib.h>
#include <string.h>

#include "protocols/hub_damas.h"

const protocol *protocol_of_boards(const game *g) {
    if (strcmp(g->name, dots_contest.game) == 0) return &dots_contest;
    if (strcmp(g->name, trax_competition.game) == 0) return &trax_competition;
    return &hub;
}

bool talk_create(talk *t, const protocol *speaks, const game_rules *rules, int seat,
                 const char *start, const talk_options *options, talk_sink sink, error *e) {
    *t = (talk){.speaks = speaks, .rules = rules, .seat = seat, .sink = sink};
    if (options) t->options = *options;
    if (!t->options.newline) t->options.newline = speaks->newline;
    t->line = malloc(TALK_LINE + 1);
    if (start) t->start = malloc(strlen(start) + 1);
    if (!t->line || (start && !t->start)) {
        talk_destroy(t);
        return error_set(e, "no memory for a conversation");
    }
    if (start) memcpy(t->start, start, strlen(start) + 1);
    if (!hub_damas_applies(rules)) return true;
    t->shadow = game_new_position(rules);
    if (t->shadow && (!start || game_read_position(rules, start, t->shadow, e))) {
        text from = text_over(t->from, sizeof t->from);
        hub_damas_write_position(rules, t->shadow, &from);
        return true;
    }
    if (!t->shadow) error_set(e, "no memory for a conversation");
    talk_destroy(t);
    return false;
}

void talk_destroy(talk *t) {
    free(t->line);
    free(t->moves);
    free(t->start);
    free(t->shadow);
    *t = (talk){0};
}

void talk_open(talk *t) { t->speaks->open(t); }

void talk_tell(talk *t, int mover, const char *word, int next) {
    t->speaks->tell(t, mover, word, next);
}

void talk_ask(talk *t, const game_position *view, const talk_limits *limits) {
    t->length = 0;
    t->prefixed = false;
    t->opinion = (talk_opinion){0};
    t->speaks->ask(t, view, limits);
    t->state = TALK_ASKED;
}

void talk_notify(talk *t, const char *line) {
    if (t->speaks->notify && t->state != TALK_OPENING) t->speaks->notify(t, line);
}

void talk_offer(talk *t, const game_position *view, size_t after) {
    if (t->speaks->offer) t->speaks->offer(t, view, after);
}

void talk_stop(talk *t) {
    if (t->state != TALK_ASKED) return;
    t->state = t->speaks->stop ? TALK_TOLD : TALK_IDLE;
    if (t->speaks->stop) t->speaks->stop(t);
}

void talk_close(talk *t, int winner, const char *reason, const char *score) {
    t->speaks->close(t, winner, reason, score);
    t->state = TALK_FINISHED;
}

talk_message talk_hear(talk *t, char byte) {
    talk_message m = {.heard = TALK_NOTHING};
    if (t->state != TALK_FINISHED) t->speaks->hear(t, byte, &m);
    return m;
}

void talk_say(talk *t, const char *format, ...) {
    char bytes[512];
    text out = text_over(bytes, sizeof bytes);
    va_list list;
    va_start(list, format);
    text_addv(&out, format, list);
    va_end(list);
    t->sink.put(t->sink.context, bytes, out.length);
}

void talk_say_line(talk *t, const char *s) {
    t->sink.put(t->sink.context, s, strlen(s));
    t->sink.put(t->sink.context, t->options.newline, strlen(t->options.newline));
}

void talk_set(talk_message *m, talk_heard heard, const char *format, ...) {
    text out = text_over(m->text, sizeof m->text);
    va_list list;
    va_start(list, format);
    text_addv(&out, format, list);
    va_end(list);
    m->heard = heard;
}

bool talk_take_line(talk *t, char byte, size_t most, talk_message *m) {
    if (byte != '\n' && byte != '\r') {
        if (t->length < most) {
            t->line[t->length++] = byte;
            return false;
        }
        t->length = 0;
        talk_garble(t, m, "line-too-long", "a line of more than %zu bytes", most);
        return false;
    }
    size_t first = 0, last = t->length;
    t->length = 0;
    if (!text_is_plain(t->line, last)) {
        talk_garble(t, m, "line-not-text", "a line with bytes that are not text");
        return false;
    }
    while (first < last && (t->line[first] == ' ' || t->line[first] == '\t')) first++;
    while (last > first && (t->line[last - 1] == ' ' || t->line[last - 1] == '\t')) last--;
    memmove(t->line, t->line + first, last - first);
    t->line[last - first] = '\0';
    return last > first;
}

void talk_write_opinion(const talk_opinion *o, text *t) {
    if (!o->known && !o->depth && !o->nodes && !*o->line) return;
    if (o->known) text_addf(t, "%lld", (long long)o->score);
    text_addf(t, "/%d/%llu", o->depth, (unsigned long long)o->nodes);
    if (*o->line) text_addf(t, " %s", o->line);
}

void talk_read_opinion(const char *words, talk_opinion *o) {
    talk_opinion found = {0};
    scan s = scan_string(words);
    uint64_t score = 0, depth;
    bool minus = scan_char(&s, '-');
    found.known = scan_number(&s, 0, INT64_MAX, &score);
    found.score = minus ? -(int64_t)score : (int64_t)score;
    bool good = scan_char(&s, '/') && scan_number(&s, 0, INT32_MAX, &depth) && scan_char(&s, '/') &&
                scan_number(&s, 0, UINT64_MAX, &found.nodes);
    *o = (talk_opinion){0};
    if (!good) return;
    found.depth = (int)depth;
    text line = text_over(found.line, sizeof found.line);
    if (scan_char(&s, ' ')) text_add_part(&line, s.at, (size_t)(s.end - s.at));
    *o = found;
}
