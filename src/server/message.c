#include "server/message.h"

#include <stdlib.h>
#include <string.h>

message *message_of_bytes(const void *bytes, size_t length, bool binary) {
    message *m = malloc(sizeof *m);
    char *memory = malloc(MESSAGE_ROOM + length + 1);
    if (!m || !memory) {
        free(m);
        free(memory);
        return NULL;
    }
    *m = (message){.shared = 1, .length = length, .bytes = memory + MESSAGE_ROOM, .binary = binary};
    if (length) memcpy(m->bytes, bytes, length);
    m->bytes[length] = '\0';
    return m;
}

message *message_of(json_t *object) {
    char *words = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    message *m = words ? message_of_bytes(words, strlen(words), false) : NULL;
    free(words);
    json_decref(object);
    return m;
}

message *message_hold(message *m) {
    if (m) m->shared++;
    return m;
}

void message_release(message *m) {
    if (!m || --m->shared > 0) return;
    free(m->bytes - MESSAGE_ROOM);
    free(m);
}
