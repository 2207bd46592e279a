#include "engines/dots/solver/solver.h"
#include "fuzz.h"

typedef struct input {
    const uint8_t *at;
    size_t left;
} input;

static bool read_bytes(void *context, void *bytes, size_t size) {
    input *in = context;
    if (size > in->left) return false;
    memcpy(bytes, in->at, size);
    in->at += size;
    in->left -= size;
    return true;
}

/* A checkpoint is either loaded completely or refused, and the solver still gives right values: a
 * file that no solver saved does not pass the checksum. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    uint64_t drawn[8] = {0};
    dots_graph graph;
    FUZZ_CHECK(dots_graph_from_grid(&graph, 1, 2, drawn) == DOTS_GRAPH_OK);
    dots_solver *solver = dots_solver_create(1 << 16, 1);
    FUZZ_CHECK(solver);
    dots_solver_load(solver, &graph);
    input in = {bytes, length};
    dots_solver_restore(solver, read_bytes, &in);
    dots_solution s = dots_solver_value(solver, dots_graph_open(&graph), NULL);
    FUZZ_CHECK(s.lower == 0 && s.upper == 0);
    dots_solver_destroy(solver);
    return 0;
}
