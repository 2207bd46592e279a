#include <stdlib.h>

#include "cli/think.h"

static void put_on_screen(void *context, const char *bytes, size_t length) {
    fwrite(bytes, 1, length, context);
}

static bool print_one(const record *r, const cli_arguments *a, error *e) {
    bool check = cli_value(a, "check") != NULL;
    if (!check && !record_write(r, (record_sink){put_on_screen, stdout}, e)) return false;
    if (!cli_value(a, "board")) return true;
    game_style style = cli_style(a);
    style.last = cli_last_move(&r->game);
    if (!check) putchar('\n');
    cli_print_picture(r->rules, r->game.now, style);
    cli_print_state(r->rules, r->game.now, NULL);
    return true;
}

/* The notes after `at` moves, in their own marks. */
static json_t *notes_json(const record *r, size_t at) {
    json_t *notes = json_array();
    for (size_t i = 0; i < r->note_count; i++)
        if (r->notes[i].after == at) json_array_append_new(notes, json_string(r->notes[i].text));
    return notes;
}

static bool print_object(const record *r, error *e) {
    json_t *tags = json_object(), *moves = json_array();
    history h;
    char *position = malloc(r->rules->position_text_bytes);
    if (!position || !history_create(&h, r->rules, e)) {
        free(position);
        return error_set(e, "no memory for a game");
    }
    for (size_t i = 0; i < r->tag_count; i++)
        json_object_set_new(tags, r->tags[i].name, json_string(r->tags[i].value));
    history_set(&h, r->game.start);
    for (size_t i = 0; i < r->game.count; i++) {
        char word[GAME_MOVE_TEXT];
        text t = text_over(word, sizeof word);
        game_write_move(r->rules, h.now, r->game.moves[i], &t);
        json_array_append_new(moves,
                              json_pack("{s:s, s:o}", "move", word, "notes", notes_json(r, i + 1)));
        if (!history_play(&h, r->game.moves[i], e)) break;
    }
    history_destroy(&h);
    text t = text_over(position, r->rules->position_text_bytes);
    game_write_position(r->rules, r->game.now, &t);
    cli_print_json(json_pack("{s:s, s:o, s:o, s:o, s:s, s:s}", "game", r->rules->game->name, "tags",
                             tags, "notes", notes_json(r, 0), "moves", moves, "result", r->result,
                             "position", position));
    free(position);
    return true;
}

static int run(const cli_arguments *a) {
    error e;
    bool check = cli_value(a, "check") != NULL, json = cli_value(a, "json") != NULL;
    size_t length, at = 0, count = 0, moves = 0;
    char *bytes = cli_read_file(a->operand[0], &length, &e);
    if (!bytes) return cli_fail(a, "%s: %s", a->operand[0], e.message);
    bool good = true;
    do {
        record r;
        good = record_read(&r, bytes, length, &at, &e);
        if (!good) break;
        if (count > 0 && !check && !json) putchar('\n');
        if (!json) good = print_one(&r, a, &e);
        else if (!check) good = print_object(&r, &e);
        count++;
        moves += r.game.count;
        record_destroy(&r);
    } while (good && !record_at_end(bytes, length, at));
    free(bytes);
    if (!good && count > 0) error_in(&e, "game %zu", count + 1);
    if (!good) return cli_fail(a, "%s: %s", a->operand[0], e.message);
    if (check && json)
        cli_print_json(
            json_pack("{s:I, s:I}", "games", (json_int_t)count, "moves", (json_int_t)moves));
    else if (check)
        printf("%zu game%s, %zu moves, all legal\n", count, count == 1 ? "" : "s", moves);
    return CLI_OK;
}

const cli_command cli_record = {
    .name = "record",
    .operands = "FILE",
    .summary = "Read, check and print game records.",
    .about =
        "A record is PGN-style tags, then moves; a file may hold several. Every move is checked "
        "against the rules and the result against the outcome; the first mistake is reported with "
        "its line, and that game is not printed. '-' reads standard input.",
    .options =
        (const cli_option[]){
            {"check", NULL, "only check the records"},
            {"board", NULL, "draw the last position of each game"},
            {"ascii", NULL, "use ASCII only"},
            {"json", NULL, "one JSON object per line, for each game; with --check, their number"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero record game.txt", "print the game in the common format"},
            {"damero record game.txt --check --board", "check it and draw the last position"},
            {0}},
    .run = run,
};
