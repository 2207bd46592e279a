#include "links/line.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"

static const char *const fault_names[LINE_FAULTS] = {
    [LINE_LOST] = "lost",         [LINE_FLIPPED] = "flipped", [LINE_DOUBLED] = "doubled",
    [LINE_INSERTED] = "inserted", [LINE_DELAYED] = "delayed", [LINE_STALL] = "stall",
    [LINE_HANGUP] = "hangup",     [LINE_FLOODED] = "flood",
};
static const char *const newline_names[] = {
    [LINE_AS_IT_IS] = "", [LINE_LF] = "lf",       [LINE_CR] = "cr",
    [LINE_CRLF] = "crlf", [LINE_MIXED] = "mixed", NULL};

/* Reads 0.0125 as millionths. */
static bool read_rate(scan *s, uint32_t *rate) {
    uint64_t whole, value = 0, digit = 100000;
    if (!scan_number(s, 0, 1, &whole)) return false;
    if (scan_char(s, '.')) {
        char c = scan_peek(s);
        if (c < '0' || c > '9') return false;
        for (; (c = scan_peek(s)) >= '0' && c <= '9'; digit /= 10, s->at++)
            value += digit * (uint64_t)(c - '0');
    }
    value += whole * 1000000;
    *rate = (uint32_t)value;
    return value <= 1000000;
}

static bool read_pause(scan *s, int64_t *pause) {
    uint64_t number;
    if (!scan_number(s, 1, 3600000, &number)) return false;
    bool milli = scan_char(s, 'm');
    if (!scan_char(s, 's')) return false;
    *pause = (int64_t)number * (milli ? MILLISECOND : SECOND);
    return true;
}

static bool read_fault(scan *s, const char *word, size_t length, line_faults *f) {
    if (text_same(word, length, "split")) return f->split = true;
    for (int i = 0; i < LINE_FAULTS; i++) {
        if (!text_same(word, length, fault_names[i])) continue;
        if (scan_char(s, '@')) return scan_number(s, 1, UINT32_MAX, &f->at[i]);
        return i < LINE_STALL && scan_char(s, '=') && read_rate(s, &f->rate[i]);
    }
    if (!scan_char(s, '=')) return false;
    if (text_same(word, length, "pause")) return read_pause(s, &f->pause);
    if (!text_same(word, length, "newline") || !scan_word(s, ",", &word, &length)) return false;
    for (int i = 1; newline_names[i]; i++)
        if (text_same(word, length, newline_names[i])) {
            f->newline = (line_newline)i;
            return true;
        }
    return false;
}

bool line_read_faults(const char *source, line_faults *faults, error *e) {
    line_faults f = {.pause = 100000000};
    scan s = scan_string(source);
    const char *word;
    size_t length;
    while (!scan_done(&s)) {
        const char *start = s.at;
        if (!scan_word(&s, ",=@", &word, &length) || !read_fault(&s, word, length, &f) ||
            !(scan_done(&s) || scan_char(&s, ',')))
            return error_set(
                e,
                "faults: unknown fault '%s'; expected lost, flipped, doubled, inserted, "
                "delayed (=RATE or @BYTE), stall, hangup, flood (@BYTE), pause=TIME, "
                "split, newline=lf|cr|crlf|mixed",
                start);
    }
    *faults = f;
    return true;
}

void line_create(line *l, int baud, const line_faults *faults, uint64_t seed) {
    *l = (line){.faults = *faults,
                .byte_time = baud > 0 ? 10 * SECOND / baud : 0,
                .chance = random_seed(seed)};
}

void line_destroy(line *l) {
    free(l->queue);
    *l = (line){0};
}

static bool room_for(line *l, size_t more) {
    if (l->first > 0 && l->first >= l->capacity / 2) {
        memmove(l->queue, l->queue + l->first, l->count * sizeof *l->queue);
        l->first = 0;
    }
    if (l->first + l->count + more <= l->capacity) return true;
    size_t capacity = 2 * (l->first + l->count + more) + 64;
    line_byte *larger = realloc(l->queue, capacity * sizeof *larger);
    if (!larger) return false;
    l->queue = larger;
    l->capacity = capacity;
    return true;
}

/* A byte starts when the byte before it has left the line. */
static bool send(line *l, char byte, int64_t now) {
    if (!room_for(l, 1)) return false;
    int64_t due = now > l->busy ? now : l->busy;
    if (due < l->held) due = l->held;
    due += l->byte_time;
    if (l->faults.split) due += MILLISECOND * (1 + (int64_t)random_below(&l->chance, 20));
    l->busy = due;
    l->queue[l->first + l->count++] = (line_byte){due, byte};
    return true;
}

static bool strikes(line *l, line_fault fault) {
    if (l->faults.at[fault] == l->pushed) return true;
    return l->faults.rate[fault] > 0 && random_below(&l->chance, 1000000) < l->faults.rate[fault];
}

static char random_byte(line *l) { return (char)random_below(&l->chance, 256); }

static bool send_newline(line *l, int64_t now) {
    line_newline how = l->faults.newline;
    if (how == LINE_MIXED) how = (line_newline)(LINE_LF + random_below(&l->chance, 3));
    return (how == LINE_LF || send(l, '\r', now)) && (how == LINE_CR || send(l, '\n', now));
}

/* The bytes that come out for one byte that goes in: line ends may change. */
static bool send_through(line *l, char byte, int64_t now) {
    if (l->faults.newline == LINE_AS_IT_IS) return send(l, byte, now);
    bool second = l->after_cr && byte == '\n';
    l->after_cr = byte == '\r';
    if (second) return true;
    return byte == '\r' || byte == '\n' ? send_newline(l, now) : send(l, byte, now);
}

bool line_push(line *l, char byte, int64_t now) {
    l->pushed++;
    if (strikes(l, LINE_STALL)) l->stalled = true;
    if (strikes(l, LINE_HANGUP)) l->hung_up = true;
    if (l->stalled || l->hung_up || strikes(l, LINE_LOST)) return true;
    if (strikes(l, LINE_FLOODED))
        for (int i = 0; i < LINE_FLOOD; i++)
            if (!send(l, random_byte(l), now)) return false;
    if (strikes(l, LINE_DELAYED)) l->held = now + l->faults.pause;
    if (strikes(l, LINE_INSERTED) && !send(l, random_byte(l), now)) return false;
    if (strikes(l, LINE_FLIPPED)) byte = (char)(byte ^ (1 << random_below(&l->chance, 8)));
    if (strikes(l, LINE_DOUBLED) && !send_through(l, byte, now)) return false;
    return send_through(l, byte, now);
}

int64_t line_next(const line *l) { return l->count ? l->queue[l->first].due : INT64_MAX; }

bool line_pop(line *l, int64_t now, char *byte) {
    if (l->count == 0 || l->queue[l->first].due > now) return false;
    *byte = l->queue[l->first++].byte;
    l->count--;
    if (l->count == 0) l->first = 0;
    return true;
}
