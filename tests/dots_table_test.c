/* The truth file's values that need only the rules: all line sets of grids up to 3x3. */
#include "support.h"

#include "plain_table.h"

/* Tables are the same for every border; each grid's is made once. */
static int8_t *tables[10][10];

static const int8_t *table_of(const dots_rules *r) {
    int8_t **table = &tables[r->rows][r->columns];
    if (!*table) *table = plain_table(r);
    return *table;
}

static int free_tables(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++) free(tables[i / 10][i % 10]);
    return 0;
}

/* The boxes to come of the position at the start, from the table of its grid. */
static int start_value(const char *size, const char *border) {
    char settings[64];
    snprintf(settings, sizeof settings, "size=%s,border=%s", size, border);
    game_rules *rules = rules_of("dots", settings);
    const dots_rules *r = dots_rules_of(rules);
    int value = table_of(r)[r->border[0]];
    game_destroy(rules);
    return value;
}

/* One row of the truth's table: | size | lines | empty board | Icelandic | Swedish |. */
static void check_row(const char *row) {
    static const char *const borders[] = {"free", "icelandic", "swedish"};
    char copy[300], *cell[6], *rest = copy;
    snprintf(copy, sizeof copy, "%s", row + 1);
    for (int i = 0; i < 5; i++) {
        cell[i] = rest;
        rest = strchr(rest, '|');
        assert_non_null(rest);
        *rest++ = '\0';
    }
    char size[16];
    int lines, rows, columns;
    assert_int_equal(sscanf(cell[0], " %15s", size), 1);
    assert_int_equal(sscanf(cell[1], "%d", &lines), 1);
    assert_int_equal(sscanf(size, "%dx%d", &rows, &columns), 2);
    assert_int_equal(lines, rows * (columns + 1) + columns * (rows + 1));
    if (lines > 24) return;
    for (int i = 0; i < 3; i++) {
        int expected;
        if (sscanf(cell[2 + i], "%d", &expected) == 1)
            assert_int_equal(start_value(size, borders[i]), expected);
    }
}

static void values_of_the_start(void **state) {
    (void)state;
    FILE *file = open_data("dots/values.md");
    char line[300];
    int rows = 0;
    while (fgets(line, sizeof line, file))
        if (line[0] == '|' && line[2] >= '1' && line[2] <= '9') {
            check_row(line);
            rows++;
        }
    fclose(file);
    assert_int_equal(rows, 17);
}

/* How many of all line sets have each value, as "-4:49 -3:32 ...". */
static void histogram(const char *size, text *t) {
    char settings[32];
    snprintf(settings, sizeof settings, "size=%s", size);
    game_rules *rules = rules_of("dots", settings);
    const dots_rules *r = dots_rules_of(rules);
    const int8_t *table = table_of(r);
    uint32_t count[2 * 9 + 1] = {0};
    for (uint32_t set = 0; set < UINT32_C(1) << r->lines; set++) count[table[set] + r->boxes]++;
    for (int i = 0; i <= 2 * r->boxes; i++)
        text_addf(t, " %d:%u", i - r->boxes, (unsigned)count[i]);
    game_destroy(rules);
}

static void histograms_over_all_line_sets(void **state) {
    (void)state;
    FILE *file = open_data("dots/values.md");
    char line[1000], ours[1000], size[8];
    int checked = 0;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "- %7[0-9x]: -", size) != 1 || !strstr(line, " 0:")) continue;
        line[strcspn(line, "\r\n")] = '\0';
        text t = text_over(ours, sizeof ours);
        histogram(size, &t);
        assert_string_equal(ours, strchr(line, ':') + 1);
        checked++;
    }
    fclose(file);
    assert_int_equal(checked, 4);
}

/* The value after each first line, in the truth's layout: rows of horizontal, then vertical lines.
 */
static void check_first_lines(const char *settings, const char *horizontal, const char *vertical) {
    game_rules *rules = rules_of("dots", settings);
    const dots_rules *r = dots_rules_of(rules);
    const int8_t *table = table_of(r);
    char across[400], up[400];
    text h = text_over(across, sizeof across), v = text_over(up, sizeof up);
    for (int line = 0; line < r->lines; line++) {
        int stride = 2 * r->columns + 1, at = line % stride;
        bool is_vertical = at >= r->columns, first = at == (is_vertical ? r->columns : 0);
        text *t = is_vertical ? &v : &h;
        if (first && t->length) text_add(t, " /");
        if (t->length) text_add_char(t, ' ');
        if (bits_has(r->border, (size_t)line)) {
            text_add_char(t, '.');
            continue;
        }
        int completed = dots_completes(r, r->border[0], line);
        int rest = table[r->border[0] | UINT64_C(1) << line];
        text_addf(t, "%d", completed ? completed + rest : -rest);
    }
    assert_string_equal(across, horizontal);
    assert_string_equal(up, vertical);
    game_destroy(rules);
}

static void values_after_each_first_line(void **state) {
    (void)state;
    check_first_lines("size=2x2", "2 2 / 0 0 / 2 2", "2 0 2 / 2 0 2");
    check_first_lines("size=2x4", "2 2 2 2 / 2 0 0 2 / 2 2 2 2", "2 2 0 2 2 / 2 2 0 2 2");
    check_first_lines("size=3x3,border=swedish", ". . . / -3 7 -3 / -3 7 -3 / . . .",
                      ". -3 -3 . / . 7 7 . / . -3 -3 .");
    check_first_lines("size=3x3", "-3 -3 -3 / -3 -3 -3 / -3 -3 -3 / -3 -3 -3",
                      "-3 -3 -3 -3 / -3 -3 -3 -3 / -3 -3 -3 -3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_the_start),
        cmocka_unit_test(histograms_over_all_line_sets),
        cmocka_unit_test(values_after_each_first_line),
    };
    return cmocka_run_group_tests_name("dots table", tests, NULL, free_tables);
}
