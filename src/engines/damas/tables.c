#include "engines/damas/tables.h"

#include <stdlib.h>
#include <string.h>

enum { LITERALS_MAX = 128, RUN_LEAST = 3, RUN_MOST = 130 };

/* The size of a slice before run-length encoding. */
static size_t packed_bytes(uint64_t positions, damas_content content) {
    return (size_t)(content == DAMAS_VALUES ? (positions + 3) / 4 : positions);
}

/* Runs. */

static size_t run_length(const uint8_t *at, size_t left) {
    size_t length = 1;
    while (length < left && length < RUN_MOST && at[length] == at[0]) length++;
    return length;
}

/* `out` must have room for the worst case. */
static size_t put_in_runs(const uint8_t *in, size_t length, uint8_t *out) {
    size_t used = 0, literal = 0; /* literal: index of the current count of literals */
    bool open = false;
    for (size_t i = 0; i < length;) {
        size_t run = run_length(in + i, length - i);
        if (run >= RUN_LEAST) {
            out[used++] = (uint8_t)(run + 125);
            out[used++] = in[i];
            i += run;
            open = false;
            continue;
        }
        if (!open || out[literal] == LITERALS_MAX - 1) {
            literal = used++;
            out[literal] = 0;
            open = true;
        } else out[literal]++;
        out[used++] = in[i++];
    }
    return used;
}

static bool take_from_runs(const uint8_t *in, size_t length, uint8_t *out, size_t size) {
    size_t at = 0, i = 0;
    while (i < length) {
        uint8_t count = in[i++];
        size_t bytes = count < LITERALS_MAX ? (size_t)count + 1 : (size_t)count - 125;
        size_t source = count < LITERALS_MAX ? bytes : 1;
        if (source > length - i || bytes > size - at) return false;
        if (count < LITERALS_MAX) memcpy(out + at, in + i, bytes);
        else memset(out + at, in[i], bytes);
        at += bytes;
        i += source;
    }
    return at == size;
}

/* Images. */

static uint8_t value_of_code(uint8_t code) {
    return code == 0 ? DAMAS_DRAWN : code % 2 ? DAMAS_LOST : DAMAS_WON;
}

static uint8_t *pack(const damas_slice *s, damas_content content, const uint8_t *codes) {
    size_t size = packed_bytes(s->size, content);
    uint8_t *packed = calloc(size ? size : 1, 1);
    if (!packed) return NULL;
    if (content == DAMAS_DISTANCES) memcpy(packed, codes, size);
    else
        for (uint64_t i = 0; i < s->size; i++)
            packed[i / 4] |= (uint8_t)(value_of_code(codes[i]) << 2 * (i % 4));
    return packed;
}

uint8_t *damas_image(unsigned flags, const damas_slice *s, damas_content content,
                     const uint8_t *codes, size_t *length, error *e) {
    size_t size = packed_bytes(s->size, content);
    size_t most = size + size / LITERALS_MAX + 2;
    uint8_t *packed = pack(s, content, codes), *image = malloc(IMAGE_HEADER + most);
    if (!packed || !image) {
        free(packed);
        free(image);
        error_set(e, "no memory for the image of a table");
        return NULL;
    }
    size_t body = put_in_runs(packed, size, image + IMAGE_HEADER);
    free(packed);
    memset(image, 0, IMAGE_HEADER);
    image[8] = s->material.men;
    image[9] = s->material.kings;
    image[10] = s->material.their_men;
    image[11] = s->material.their_kings;
    image[12] = (uint8_t)content;
    image[13] = (uint8_t)(flags ^ DAMAS_SPANISH_FLAGS);
    bytes_store(image + 16, 8, s->size);
    image_seal(image, DAMAS_TABLE_WORD, body);
    *length = IMAGE_HEADER + body;
    return image;
}

/* What an image holds, by its header. */
static bool read_header(unsigned flags, const void *bytes, size_t length, damas_material *m,
                        damas_content *content, error *e) {
    const uint8_t *image = bytes;
    if (!image_check_header(image, length, DAMAS_TABLE_WORD, e)) return false;
    *m = (damas_material){image[8], image[9], image[10], image[11]};
    *content = image[12] == DAMAS_DISTANCES ? DAMAS_DISTANCES : DAMAS_VALUES;
    if (damas_material_pieces(*m) > DAMAS_TABLE_PIECES || image[12] < 1 || image[12] > 2)
        return error_set(e, "table: made by another version");
    if (image[13] != (uint8_t)(flags ^ DAMAS_SPANISH_FLAGS))
        return error_set(e, "table: of another variant");
    if (bytes_load(image + 16, 8) != damas_slice_of(*m).size)
        return error_set(e, "table: its number of positions is wrong");
    return true;
}

/* Decodes an image into newly allocated memory. */
static uint8_t *unpack(const uint8_t *image, size_t length, size_t size, error *e) {
    if (!image_check_body(image, length, true, e)) return NULL;
    uint8_t *packed = malloc(size ? size : 1);
    if (!packed) {
        error_set(e, "no memory for a table of %zu bytes", size);
        return NULL;
    }
    if (take_from_runs(image + IMAGE_HEADER, image_body(image), packed, size)) return packed;
    free(packed);
    error_set(e, "table: its runs do not add up");
    return NULL;
}

damas_tables *damas_tables_create(unsigned flags, error *e) {
    damas_tables *t = calloc(1, sizeof *t);
    if (t) t->flags = flags;
    else error_set(e, "no memory for tables");
    return t;
}

void damas_tables_destroy(damas_tables *t) {
    if (!t) return;
    for (int i = 0; i < DAMAS_SLICES; i++) {
        if (!t->table[i]) continue;
        free(t->table[i]->values);
        free(t->table[i]->distances);
        free(t->table[i]);
    }
    free(t);
}

bool damas_tables_add(damas_tables *t, const void *image, size_t length, error *e) {
    damas_material m;
    damas_content content;
    if (!read_header(t->flags, image, length, &m, &content, e)) return false;
    damas_slice slice = damas_slice_of(m);
    uint8_t *packed = unpack(image, length, packed_bytes(slice.size, content), e);
    if (!packed) return false;
    damas_table **place = &t->table[damas_material_number(m)];
    if (!*place) *place = calloc(1, sizeof **place);
    if (!*place) {
        free(packed);
        return error_set(e, "no memory for tables");
    }
    (*place)->slice = slice;
    uint8_t **into = content == DAMAS_VALUES ? &(*place)->values : &(*place)->distances;
    free(*into);
    *into = packed;
    if (content == DAMAS_VALUES && damas_material_pieces(m) > t->pieces)
        t->pieces = damas_material_pieces(m);
    return true;
}

static const damas_table *find(const damas_tables *t, const damas_board *b, int side) {
    damas_material m = damas_material_of(b, side);
    return damas_material_pieces(m) > t->pieces ? NULL : t->table[damas_material_number(m)];
}

static uint64_t number_of(const damas_table *t, const damas_board *b, int side) {
    damas_board turned;
    if (side == 0) return damas_rank_board(&t->slice, b);
    turned = damas_turned(b);
    return damas_rank_board(&t->slice, &turned);
}

damas_value damas_tables_value(const damas_tables *t, const damas_board *b, int side) {
    if (!damas_of(b, side)) return DAMAS_LOST;
    if (!damas_of(b, side ^ 1)) return DAMAS_WON;
    const damas_table *table = find(t, b, side);
    if (!table || !table->values) return DAMAS_NOT_KNOWN;
    uint64_t number = number_of(table, b, side);
    return (damas_value)(table->values[number / 4] >> 2 * (number % 4) & 3);
}

int damas_tables_distance(const damas_tables *t, const damas_board *b, int side) {
    if (!damas_of(b, side)) return 0;
    const damas_table *table = find(t, b, side);
    return table && table->distances ? table->distances[number_of(table, b, side)] - 1 : -1;
}
