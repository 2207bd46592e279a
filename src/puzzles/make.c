#include "puzzles/make.h"

#include <stdlib.h>
#include <string.h>

#include "engines/engine.h"
#include "games/history.h"

enum {
    PLIES_MOST = 600, /* of a game of self-play */
    MEMORY = 4 << 20, /* of the engine: it searches few nodes */
    VARIANTS_MOST = 8,
};

typedef struct workshop {
    const prover_kind *kind;
    const puzzle_making *making;
    const engine_kind *player;
    size_t variants;
    game_rules *rules[VARIANTS_MOST]; /* made when they are first needed, with their provers */
    prover *prover[VARIANTS_MOST];
    uint64_t *seen; /* hashes of the positions of the puzzles so far, */
    uint64_t *line; /* and of their lines */
    size_t found, of_theme[PUZZLE_THEMES];
    uint64_t positions;
} workshop;

/* One game of self-play under given rules. */
typedef struct bench {
    workshop *shop;
    history game;
    random_source random;
    engine *player;
    prover *prover;
    game_position *view;
    game_move *moves;
    puzzle puzzle;
} bench;

static bool stopped(const workshop *s) { return s->making->stop && atomic_load(s->making->stop); }

static bool is_among(const uint64_t *hashes, size_t count, uint64_t hash) {
    for (size_t i = 0; i < count; i++)
        if (hashes[i] == hash) return true;
    return false;
}

/* Hands of Perudo that differ only in dice that do not matter give the same line. */
static uint64_t line_hash(const puzzle *p) {
    uint64_t hash = 0;
    for (int i = 0; i < p->decisions; i++)
        for (size_t j = 0; j < p->decision[i].count; j++) {
            const puzzle_option *o = puzzle_solution(p, i) + j;
            for (const char *c = o->move; *c; c++) hash = hash_mix(hash + (uint8_t)*c);
            hash = hash_mix(hash + (uint64_t)(o->value + PUZZLE_WON));
        }
    return hash;
}

/* Whether there may be more puzzles with these themes. */
static bool has_quota(const workshop *s, unsigned themes) {
    for (int i = 0; s->kind->themes[i]; i++) {
        size_t most = s->making->count * s->kind->most[i] / 100;
        if (themes >> i & 1 && s->of_theme[i] > most) return false;
    }
    return true;
}

/* Whether the puzzle can be read back and is proven again from its text, so that nothing in it
 * depends on the game that it comes from. */
static bool survives(bench *b) {
    puzzle again;
    char *line = malloc(PUZZLE_LINE);
    if (!line) return false;
    text t = text_over(line, PUZZLE_LINE);
    puzzle_write(&b->puzzle, &t);
    bool good = !t.full && puzzle_read(&again, b->puzzle.game, line, t.length, NULL);
    if (good) {
        good = prover_check(b->prover, &again, NULL);
        puzzle_free(&again);
    }
    free(line);
    return good;
}

/* Takes the current position as a puzzle if it is one; false with an error if that fails. */
static bool look_at(bench *b, int turn, bool *took, error *e) {
    workshop *s = b->shop;
    const game_rules *rules = b->game.rules;
    const game *g = rules->game;
    *took = false;
    if (g->view) g->view(rules, b->game.now, turn, b->view);
    else game_copy(rules, b->view, b->game.now);
    uint64_t hash =
        g->symmetric_hash ? g->symmetric_hash(rules, b->view) : game_hash(rules, b->view);
    s->positions++;
    if (is_among(s->seen, s->found, hash) || !prover_prove(b->prover, b->view, &b->puzzle) ||
        !has_quota(s, b->puzzle.themes))
        return true;
    uint64_t line = line_hash(&b->puzzle);
    if (is_among(s->line, s->found, line) || !survives(b)) return true;
    s->seen[s->found] = hash;
    s->line[s->found++] = line;
    for (int i = 0; i < PUZZLE_THEMES; i++) s->of_theme[i] += b->puzzle.themes >> i & 1;
    *took = true;
    return s->making->found(s->making->context, &b->puzzle, e);
}

static game_move choose(bench *b, int turn, int ply) {
    const game_rules *rules = b->game.rules;
    const prover_kind *k = b->shop->kind;
    if (turn == GAME_CHANCE) return rules->game->roll(rules, b->game.now, &b->random);
    size_t count = game_moves(rules, b->game.now, turn, b->moves);
    bool careless = ply < k->random_plies || (int)random_below(&b->random, 100) < k->careless;
    if (count < 2 || careless) return b->moves[random_below(&b->random, (uint32_t)count)];
    engine_result chosen;
    if (rules->game->view) rules->game->view(rules, b->game.now, turn, b->view);
    engine_think(b->player, rules->game->view ? b->view : b->game.now, turn,
                 &(engine_limits){.nodes = k->nodes}, NULL, &chosen);
    return chosen.move;
}

static bool play(bench *b, error *e) {
    const game_rules *rules = b->game.rules;
    workshop *s = b->shop;
    int last = -PLIES_MOST, taken = 0;
    for (int ply = 0; ply < PLIES_MOST && !stopped(s); ply++) {
        int turn = game_turn(rules, b->game.now);
        if (turn == GAME_OVER) return true;
        if (turn >= 0 && ply >= s->kind->random_plies && ply - last >= s->kind->apart) {
            bool took;
            if (!look_at(b, turn, &took, e)) return false;
            if (took) last = ply, taken++;
            if (s->found == s->making->count || taken == s->kind->spread) return true;
        }
        if (!history_play(&b->game, choose(b, turn, ply), e)) return false;
    }
    return true;
}

static bool open_variant(workshop *s, size_t variant, error *e) {
    game_rules **rules = &s->rules[variant];
    if (!*rules) *rules = game_create(s->kind->game, s->kind->rules[variant], e);
    if (*rules && !s->prover[variant]) s->prover[variant] = s->kind->create(*rules, e);
    return s->prover[variant] != NULL;
}

static bool play_game(workshop *s, uint64_t number, error *e) {
    size_t variant = (size_t)(number % s->variants);
    if (!open_variant(s, variant, e)) return false;
    const game_rules *rules = s->rules[variant];
    uint64_t seed = hash_mix(s->making->seed + hash_mix(number + 1));
    bench b = {.shop = s, .random = random_seed(seed), .prover = s->prover[variant]};
    puzzle_init(&b.puzzle, s->kind->game);
    b.view = game_new_position(rules);
    b.moves = malloc(rules->max_moves * sizeof *b.moves);
    bool good = (b.view && b.moves) || error_set(e, "no memory for a game");
    good = good && history_create(&b.game, rules, e);
    engine_options options = {
        .memory = MEMORY, .threads = 1, .seed = seed, .level = engine_full_level(s->player)};
    good = good && (b.player = engine_create(s->player, rules, &options, e)) != NULL;
    good = good && play(&b, e);
    engine_destroy(b.player);
    if (b.game.rules) history_destroy(&b.game);
    puzzle_free(&b.puzzle);
    free(b.moves);
    free(b.view);
    return good;
}

bool puzzles_make(const game *g, const puzzle_making *making, error *e) {
    workshop s = {.making = making, .kind = prover_find(g, e)};
    const engine_kind *const *lists[] = {engines_all, NULL};
    if (!s.kind || !(s.player = engine_find_in(lists, g, NULL, e))) return false;
    s.seen = calloc(making->count + 1, sizeof *s.seen);
    s.line = calloc(making->count + 1, sizeof *s.line);
    bool good = (s.seen && s.line) || error_set(e, "no memory for %zu puzzles", making->count);
    while (s.variants < VARIANTS_MOST && s.kind->rules[s.variants]) s.variants++;
    for (uint64_t i = 0; good && s.found < making->count; i++) {
        good = play_game(&s, i, e);
        if (good && making->progress)
            making->progress(making->context, i + 1, s.positions, s.found);
        if (good && s.found < making->count && stopped(&s)) good = error_set(e, "stopped");
    }
    for (size_t i = 0; i < s.variants; i++) {
        if (s.prover[i]) s.kind->destroy(s.prover[i]);
        game_destroy(s.rules[i]);
    }
    free(s.line);
    free(s.seen);
    return good;
}
