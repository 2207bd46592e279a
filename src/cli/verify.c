/* damero verify - were the dice of a record committed to before anyone bid? */
#include "cli/think.h"
#include "referee/fair.h"

static int run(const cli_arguments *a) {
    error e;
    record r;
    fair_report report;
    if (!fair_start(&e) || !cli_load_record(a->operand[0], &r, &e)) return cli_fail_with(a, &e);
    bool good = fair_verify(&r, &report, &e);
    record_destroy(&r);
    if (!good) {
        fprintf(stderr, "damero verify: %s\n", e.message);
        return CLI_FAILED;
    }
    if (cli_value(a, "json"))
        cli_print_json(json_pack("{s:I, s:I, s:I}", "secrets", (json_int_t)report.secrets, "proven",
                                 (json_int_t)report.proven, "open", (json_int_t)report.open));
    else if (report.secrets == 0) printf("There are no hidden rolls.\n");
    else
        printf("%zu rolls were committed to before they were shown; %zu are proven%s.\n",
               report.secrets, report.proven, report.open ? ", the others are still hidden" : "");
    return CLI_OK;
}

const cli_command cli_verify = {
    .name = "verify",
    .operands = "RECORD",
    .summary = "Check that the dice of a record were committed to before anyone bid.",
    .about =
        "Games of 'damero play' and matches written by 'damero export' carry a commitment after "
        "every hidden roll and its key once all dice are shown. The moves themselves are "
        "checked against the rules.",
    .options = (const cli_option[]){{"json", NULL, "one JSON object"}, {0}},
    .examples = (const cli_example[]){{"damero verify game.txt", "check a saved game"},
                                      {"damero export 12 | damero verify -", "check a match"},
                                      {0}},
    .run = run,
};
