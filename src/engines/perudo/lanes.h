/* lanes - arithmetic on vectors of a multiple of eight floats, aligned to 32 bytes.
 *
 * Written with the compilers' vector types: eight lanes at a time if the machine has them, plain
 * code otherwise. Sums add lane by lane in a fixed order, so results are the same in every run.
 */
#ifndef DAMERO_PERUDO_LANES_H
#define DAMERO_PERUDO_LANES_H

typedef float lanes __attribute__((vector_size(32), may_alias));

typedef int lanes_mask __attribute__((vector_size(32), may_alias));

/* a if the mask is set, else b, in each lane. */
static inline lanes lanes_choose(lanes_mask mask, lanes a, lanes b) {
    return (lanes)((mask & (lanes_mask)a) | (~mask & (lanes_mask)b));
}

static inline lanes lanes_all(float x) { return (lanes){x, x, x, x, x, x, x, x}; }

static inline float lanes_total(lanes t) {
    return ((t[0] + t[4]) + (t[2] + t[6])) + ((t[1] + t[5]) + (t[3] + t[7]));
}

static inline const lanes *lanes_in(const float *a) { return (const lanes *)(const void *)a; }
static inline lanes *lanes_of(float *a) { return (lanes *)(void *)a; }

static inline float lanes_sum(const float *a, int width) {
    lanes t = lanes_all(0);
    for (int i = 0; i < width / 8; i++) t += lanes_in(a)[i];
    return lanes_total(t);
}

static inline float lanes_dot(const float *a, const float *b, int width) {
    lanes t = lanes_all(0);
    for (int i = 0; i < width / 8; i++) t += lanes_in(a)[i] * lanes_in(b)[i];
    return lanes_total(t);
}

static inline float lanes_dot3(const float *a, const float *b, const float *c, int width) {
    lanes t = lanes_all(0);
    for (int i = 0; i < width / 8; i++) t += lanes_in(a)[i] * lanes_in(b)[i] * lanes_in(c)[i];
    return lanes_total(t);
}

/* to += a * scale */
static inline void lanes_add_scaled(float *to, const float *a, float scale, int width) {
    for (int i = 0; i < width / 8; i++) lanes_of(to)[i] += lanes_in(a)[i] * lanes_all(scale);
}

/* to += a * b * scale */
static inline void lanes_add_product(float *to, const float *a, const float *b, float scale,
                                     int width) {
    for (int i = 0; i < width / 8; i++)
        lanes_of(to)[i] += lanes_in(a)[i] * lanes_in(b)[i] * lanes_all(scale);
}

static inline void lanes_scale(float *a, float scale, int width) {
    for (int i = 0; i < width / 8; i++) lanes_of(a)[i] *= lanes_all(scale);
}

/* r = (action - value) * scale; regret = max(0, regret + r); next = max(0, regret + foresight * r),
 * which anticipates the next regret; sum += next */
static inline void lanes_add_regret(float *regret, float *next, const float *action,
                                    const float *value, float scale, float foresight, float *sum,
                                    int width) {
    lanes zero = lanes_all(0);
    for (int i = 0; i < width / 8; i++) {
        lanes r = (lanes_in(action)[i] - lanes_in(value)[i]) * lanes_all(scale);
        lanes kept = lanes_in(regret)[i] + r;
        kept = lanes_choose(kept > zero, kept, zero);
        lanes foreseen = kept + r * lanes_all(foresight);
        foreseen = lanes_choose(foreseen > zero, foreseen, zero);
        lanes_of(regret)[i] = kept;
        lanes_of(next)[i] = foreseen;
        lanes_of(sum)[i] += foreseen;
    }
}

/* Whether any number of a is above that of b. */
static inline int lanes_any_above(const float *a, const float *b, int width) {
    lanes_mask any = {0};
    for (int i = 0; i < width / 8; i++) any |= lanes_in(a)[i] > lanes_in(b)[i];
    return (any[0] | any[1] | any[2] | any[3] | any[4] | any[5] | any[6] | any[7]) != 0;
}

/* Whether any number is not 0. */
static inline int lanes_any(const float *a, int width) {
    lanes_mask any = {0};
    for (int i = 0; i < width / 8; i++) any |= lanes_in(a)[i] != lanes_all(0);
    return (any[0] | any[1] | any[2] | any[3] | any[4] | any[5] | any[6] | any[7]) != 0;
}

/* now = now / sum, or `otherwise` if the sum is 0 */
static inline void lanes_share(float *now, const float *sum, float otherwise, int width) {
    for (int i = 0; i < width / 8; i++) {
        lanes total = lanes_in(sum)[i];
        lanes_of(now)[i] =
            lanes_choose(total > lanes_all(0), lanes_in(now)[i] / total, lanes_all(otherwise));
    }
}

#endif
