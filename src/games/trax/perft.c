#include "games/trax/perft.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "games/trax/board.h"

static trax_position *of(game_position *p) { return (trax_position *)(void *)p; }

uint64_t trax_perft(const trax_rules *r, trax_position *p, int depth, trax_move *moves) {
    if (depth == 0) return 1;
    if (trax_decided(p)) return 0;
    if (depth == 1) return trax_count(r, p);
    size_t count = trax_list(r, p, moves);
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        trax_undo u;
        trax_play(r, p, moves[i], &u);
        leaves += trax_perft(r, p, depth - 1, moves + count);
        trax_take_back(p, &u);
    }
    return leaves;
}

/* Siblings that give the same board count once. */
static uint64_t count_siblings(const trax_rules *r, trax_position *p, int depth, trax_move *moves,
                               uint64_t *hashes) {
    if (depth == 0) return 1;
    if (trax_decided(p)) return 0;
    size_t count = trax_list(r, p, moves), different = 0;
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        trax_undo u;
        size_t same = 0;
        trax_play(r, p, moves[i], &u);
        uint64_t hash = trax_hash(p);
        while (same < different && hashes[same] != hash) same++;
        if (same == different) {
            hashes[different++] = hash;
            leaves += count_siblings(r, p, depth - 1, moves + count, hashes + different);
        }
        trax_take_back(p, &u);
    }
    return leaves;
}

/* Allocates memory for the moves of all plies. */
static bool new_moves(int depth, size_t each, void **memory, error *e) {
    *memory = malloc((size_t)(depth > 0 ? depth : 1) * TRAX_MOVES_MAX * each);
    return *memory || error_set(e, "no memory to count %d plies", depth);
}

static bool perft_raw(const game_rules *rules, game_position *position, int depth, uint64_t *leaves,
                      error *e) {
    void *moves;
    if (!new_moves(depth, sizeof(trax_move), &moves, e)) return false;
    *leaves = trax_perft(trax_rules_of(rules), of(position), depth, moves);
    free(moves);
    return true;
}

static bool perft_siblings(const game_rules *rules, game_position *position, int depth,
                           uint64_t *leaves, error *e) {
    void *moves, *hashes;
    if (!new_moves(depth, sizeof(trax_move), &moves, e)) return false;
    bool done = new_moves(depth, sizeof(uint64_t), &hashes, e);
    if (done) {
        *leaves = count_siblings(trax_rules_of(rules), of(position), depth, moves, hashes);
        free(hashes);
    }
    free(moves);
    return done;
}

/* A set of boards, identified by two hashes that are independent of translation (and, if wanted, of
 * rotation and reflection). Each has the turns that lead to it, as the next ply replays them from
 * the root. */
typedef struct board_set {
    uint64_t (*hash)[2];
    trax_move *paths; /* `depth` turns each */
    uint32_t *table;  /* open addressing; index in `hash` plus one */
    size_t count, capacity, slots;
    int depth;
} board_set;

static void set_free(board_set *s) {
    free(s->hash);
    free(s->paths);
    free(s->table);
}

static bool set_grow(board_set *s) {
    size_t capacity = s->capacity ? 2 * s->capacity : 1024, slots = 4 * capacity;
    void *hash = realloc(s->hash, capacity * sizeof *s->hash);
    if (hash) s->hash = hash;
    void *paths = realloc(s->paths, capacity * (size_t)(s->depth + 1) * sizeof *s->paths);
    if (paths) s->paths = paths;
    uint32_t *table = calloc(slots, sizeof *table);
    if (!hash || !paths || !table) {
        free(table);
        return false;
    }
    for (size_t i = 0; i < s->count; i++) {
        size_t slot = (size_t)s->hash[i][0] & (slots - 1);
        while (table[slot]) slot = (slot + 1) & (slots - 1);
        table[slot] = (uint32_t)i + 1;
    }
    free(s->table);
    s->table = table;
    s->capacity = capacity;
    s->slots = slots;
    return true;
}

static bool set_add(board_set *s, const uint64_t hash[2], const trax_move *path) {
    if (s->count == s->capacity && !set_grow(s)) return false;
    size_t slot = (size_t)hash[0] & (s->slots - 1);
    for (; s->table[slot]; slot = (slot + 1) & (s->slots - 1)) {
        const uint64_t *there = s->hash[s->table[slot] - 1];
        if (there[0] == hash[0] && there[1] == hash[1]) return true;
    }
    memcpy(s->hash[s->count], hash, sizeof s->hash[0]);
    memcpy(s->paths + s->count * (size_t)s->depth, path, (size_t)s->depth * sizeof *path);
    s->table[slot] = (uint32_t)++s->count;
    return true;
}

/* A tile after a quarter turn to the right: up moves to right, and so on. */
static unsigned turned(unsigned tile) { return (tile >> 1 | tile << 3) & 15; }

/* A mirrored tile: left and right change places. */
static unsigned mirrored(unsigned tile) { return (tile & 10) | (tile & 4) >> 2 | (tile & 1) << 2; }

/* The hash of the board, mirrored if view >= 4, then turned `view % 4` times. */
static void hash_view(const trax_position *p, int view, uint64_t hash[2]) {
    hash[0] = hash[1] = 0;
    for (unsigned i = 0; i < p->tiles; i++) {
        trax_label at = trax_label_of(p, p->laid[i]);
        unsigned tile = p->tile[p->laid[i]];
        int rows = p->height, columns = p->width;
        if (view >= 4) {
            at.column = columns + 1 - at.column;
            tile = mirrored(tile);
        }
        for (int turn = 0; turn < view % 4; turn++) {
            at = (trax_label){at.column, rows + 1 - at.row};
            int swap = rows;
            rows = columns;
            columns = swap;
            tile = turned(tile);
        }
        uint64_t place = (uint64_t)(at.row * 128 + at.column) * 16 + tile;
        hash[0] += hash_mix(place * 0x9e3779b97f4a7c15u);
        hash[1] += hash_mix(place * 0x9e3779b97f4a7c15u + 0x5851f42d4c957f2du);
    }
}

static void hash_board(const trax_position *p, bool symmetric, uint64_t least[2]) {
    hash_view(p, 0, least);
    for (int view = 1; symmetric && view < 8; view++) {
        uint64_t hash[2];
        hash_view(p, view, hash);
        if (hash[0] < least[0] || (hash[0] == least[0] && hash[1] < least[1]))
            memcpy(least, hash, sizeof hash);
    }
}

/* Adds the boards one turn after those of `from` to `to`. */
static bool next_ply(const trax_rules *r, trax_position *p, const board_set *from, board_set *to,
                     bool symmetric, trax_move *moves, trax_undo *undo) {
    int ply = from->depth;
    trax_move *path = moves, *list = moves + to->depth;
    bool room = true;
    for (size_t i = 0; i < from->count && room; i++) {
        const trax_move *turns = from->paths + i * (size_t)ply;
        for (int k = 0; k < ply; k++) trax_play(r, p, path[k] = turns[k], &undo[k]);
        size_t count = trax_decided(p) ? 0 : trax_list(r, p, list);
        for (size_t k = 0; k < count && room; k++) {
            uint64_t hash[2];
            trax_play(r, p, path[ply] = list[k], &undo[ply]);
            hash_board(p, symmetric, hash);
            room = set_add(to, hash, path);
            trax_take_back(p, &undo[ply]);
        }
        for (int k = ply; k-- > 0;) trax_take_back(p, &undo[k]);
    }
    return room;
}

static bool count_boards(const trax_rules *r, trax_position *p, int depth, bool symmetric,
                         uint64_t *leaves, error *e) {
    const uint64_t nothing[2] = {0, 0};
    const trax_move no_turn = 0;
    trax_move *moves = malloc((size_t)(TRAX_MOVES_MAX + depth) * sizeof *moves);
    trax_undo *undo = malloc((size_t)(depth + 1) * sizeof *undo);
    board_set now = {.depth = 0};
    bool room = moves && undo && set_add(&now, nothing, &no_turn);
    for (int ply = 0; room && ply < depth; ply++) {
        board_set next = {.depth = ply + 1};
        room = next_ply(r, p, &now, &next, symmetric, moves, undo);
        set_free(&now);
        now = next;
    }
    *leaves = now.count;
    set_free(&now);
    free(moves);
    free(undo);
    return room || error_set(e, "no memory to count %d plies", depth);
}

static bool perft_distinct(const game_rules *rules, game_position *position, int depth,
                           uint64_t *leaves, error *e) {
    return count_boards(trax_rules_of(rules), of(position), depth, false, leaves, e);
}

static bool perft_symmetric(const game_rules *rules, game_position *position, int depth,
                            uint64_t *leaves, error *e) {
    return count_boards(trax_rules_of(rules), of(position), depth, true, leaves, e);
}

const game_count trax_counts[] = {
    {"raw", "every legal turn counts, as a space and a shape", perft_raw},
    {"siblings", "turns of a position that give the same board count once", perft_siblings},
    {"distinct", "boards at that ply, up to translation", perft_distinct},
    {"symmetric", "the same, up to rotation and reflection as well", perft_symmetric},
    {0},
};
