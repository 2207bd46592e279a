#include "referee/greeting.h"

#include <string.h>

#include "base/clock.h"

enum {
    LOOK_MS = 100,
    CANNOT_EXECUTE = 126, /* the statuses of shells */
    NOT_FOUND = 127,
};

static void put(void *context, const char *bytes, size_t count) { link_put(context, bytes, count); }

greeting greeting_exchange(link_end *l, const seat_spec *s, const game_rules *rules, int seat,
                           bool again, int64_t deadline, const atomic_bool *stop,
                           char name[TALK_NAME]) {
    talk t;
    error e;
    talk_options options = s->options;
    options.again = again;
    options.params = s->params;
    if (!talk_create(&t, s->speaks, rules, seat, NULL, &options, (talk_sink){put, l}, &e))
        return GREETING_SILENT;
    greeting result = GREETING_READY;
    talk_open(&t);
    while (t.state == TALK_OPENING && result == GREETING_READY) {
        char bytes[4096];
        size_t count;
        int64_t now = clock_now(), turn = now + LOOK_MS * MILLISECOND;
        link_flush(l);
        link_status status =
            link_read(l, bytes, sizeof bytes, turn < deadline ? turn : deadline, &count);
        for (size_t i = 0; i < count && t.state == TALK_OPENING; i++)
            if (talk_hear(&t, bytes[i]).heard == TALK_GARBLED) result = GREETING_SILENT;
        if (t.state != TALK_OPENING) break;
        if (status == LINK_CLOSED) result = GREETING_ENDED;
        if (now >= deadline || (stop && atomic_load(stop))) result = GREETING_SILENT;
    }
    if (*t.name) memcpy(name, t.name, TALK_NAME);
    talk_destroy(&t);
    return result;
}

bool greeting_explain(link_end *l, text *t) {
    switch (link_exit_status(l)) {
    case NOT_FOUND: text_add(t, "there is no such command or folder (status 127)"); return true;
    case CANNOT_EXECUTE: text_add(t, "it cannot be executed (status 126)"); return true;
    default: break;
    }
    error e;
    link_say_end(l, &e);
    text_add(t, e.message);
    return false;
}
