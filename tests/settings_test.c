#include "support.h"

static const game_setting table[] = {
    {.key = "size", .initial = "5x5", .kind = SETTING_SIZE, .least = 1, .most = 15},
    {.key = "border",
     .initial = "free",
     .kind = SETTING_CHOICE,
     .choices = "free icelandic swedish"},
    {.key = "dice", .initial = "5", .kind = SETTING_NUMBER, .least = 1, .most = 10},
    {0},
};

static void refuse(const char *source, const char *why) {
    game_settings before, after;
    memset(&before, 0x55, sizeof before);
    after = before;
    error e = {0};
    assert_false(settings_read(table, source, &after, &e));
    assert_says(&e, why);
    assert_memory_equal(&before, &after, sizeof before);
}

static void defaults_apply_to_missing_settings(void **state) {
    (void)state;
    game_settings s;
    assert_true(settings_read(table, NULL, &s, NULL));
    assert_int_equal(s.value[0].number, 5);
    assert_int_equal(s.value[1].number, 0);
    assert_int_equal(s.value[2].number, 5);
    assert_false(s.value[2].given);
}

static void values_are_read_in_any_order(void **state) {
    (void)state;
    game_settings s;
    assert_true(settings_read(table, "border=swedish, size=3x4", &s, NULL));
    assert_int_equal(s.value[0].number, 3);
    assert_int_equal(s.value[0].second, 4);
    assert_int_equal(s.value[1].number, 2);
    assert_true(s.value[1].given);
}

static void only_what_differs_is_written(void **state) {
    (void)state;
    game_settings s;
    char memory[100];
    text t = text_over(memory, sizeof memory);
    assert_true(settings_read(table, "dice=3,border=free,size=2x9", &s, NULL));
    settings_write(table, &s, &t);
    assert_string_equal(memory, "size=2x9,dice=3");
}

static void mistakes_are_named(void **state) {
    (void)state;
    refuse("sise=3x3", "did you mean 'size'");
    refuse("border=swedisch", "did you mean 'swedish'");
    refuse("size=3", "ROWSxCOLUMNS");
    refuse("size=16x3", "from 1 to 15");
    refuse("size=3x3x3", "ROWSxCOLUMNS");
    refuse("dice=0", "from 1 to 10");
    refuse("dice=99999999999999999999999", "from 1 to 10");
    refuse("dice", "has no value");
    refuse("dice=", "has no value");
    refuse("=3", "has no key");
    refuse("dice=3,", "after the last comma");
    refuse("dice=3 border=free", "comma is missing");
    refuse("dice=3,dice=4", "given twice");
    refuse("dice=333333333333333333333333333333333333333333333333333333333", "too long");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_apply_to_missing_settings),
        cmocka_unit_test(values_are_read_in_any_order),
        cmocka_unit_test(only_what_differs_is_written),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
