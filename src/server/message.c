#include "server/message.h"

#include <stdlib.h>
#include <string.h>

/* Writes a frame's head in front of its payload: final, text or binary, its length in the shortest
 * form, most significant byte first. Returns its size. */
static size_t write_frame(char *payload, size_t length, bool binary) {
    size_t more = length < 126 ? 0 : length < 65536 ? 2 : 8;
    unsigned char *head = (unsigned char *)payload - 2 - more;
    head[0] = binary ? 0x82 : 0x81;
    head[1] = (unsigned char)(more == 0 ? length : more == 2 ? 126 : 127);
    for (size_t i = 0; i < more; i++) head[2 + i] = (unsigned char)(length >> 8 * (more - 1 - i));
    return 2 + more;
}

message *message_of_bytes(const void *bytes, size_t length, bool binary) {
    message *m = malloc(sizeof *m);
    char *memory = malloc(MESSAGE_FRAME + length + 1);
    if (!m || !memory) {
        free(m);
        free(memory);
        return NULL;
    }
    *m = (message){.shared = 1, .length = length, .bytes = memory + MESSAGE_FRAME};
    if (length) memcpy(m->bytes, bytes, length);
    m->bytes[length] = '\0';
    m->frame = write_frame(m->bytes, length, binary);
    return m;
}

/* Of what this thread makes. */
static _Thread_local bool lacking;

static void *allocate(size_t bytes) {
    void *memory = malloc(bytes);
    if (!memory) lacking = true;
    return memory;
}

void message_prepare(void) { json_set_alloc_funcs(allocate, free); }

bool message_lacks_memory(void) {
    bool lacks = lacking;
    lacking = false;
    return lacks;
}

char *message_text(json_t *object) {
    char *words = object && !message_lacks_memory()
                      ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6))
                      : NULL;
    json_decref(object);
    /* Jansson does not notice when it has no room for a key. */
    if (message_lacks_memory()) {
        free(words);
        words = NULL;
    }
    return words;
}

message *message_of(json_t *object) {
    char *words = message_text(object);
    message *m = words ? message_of_bytes(words, strlen(words), false) : NULL;
    free(words);
    return m;
}

message *message_hold(message *m) {
    if (m) m->shared++;
    return m;
}

void message_release(message *m) {
    if (!m || --m->shared > 0) return;
    free(m->bytes - MESSAGE_FRAME);
    free(m);
}
