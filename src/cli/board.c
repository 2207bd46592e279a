/* damero board - the boards in software: one command, a file for each kind of board. */
#include "cli/board.h"

#include <string.h>

/* What a board takes of the options below, with blanks around each; the last row is for the contest
 * boards. */
static const struct {
    const char *board, *options;
    int (*run)(const cli_arguments *);
} ways[] = {
    {"damas", " settings keys switches position frame record vcd pins from for ", cli_board_damas},
    {"perudo", " link patience settings keys pace stay open ascii record vcd pins from for ",
     cli_board_perudo},
    {NULL, " link rules engine level time misbehave lateness seed patience stay quiet ",
     cli_board_contest},
};
static const char of_traces[] = " check trace output pins ";

/* An option that would be ignored is a mistake. */
static bool takes_all(const cli_arguments *a, const char *options, error *e) {
    for (size_t i = 0; a->command->options[i].name; i++) {
        char word[40];
        text t = text_over(word, sizeof word);
        text_addf(&t, " %s ", a->command->options[i].name);
        if (a->option[i] && !strstr(options, word))
            return error_set(e, "--%s does not go with %s%s", a->command->options[i].name,
                             options == of_traces ? "--check or --trace" : "the board ",
                             options == of_traces ? "" : a->operand[0]);
    }
    return true;
}

static int run_board(const cli_arguments *a) {
    error e;
    if (cli_value(a, "check") || cli_value(a, "trace")) {
        const device_kind *kind = boards_find(a->operand[0], &e);
        if (!kind && strcmp(a->operand[0], "dots") == 0)
            return cli_fail(a,
                            "--check and --trace are for the pins of damas, perudo and trax; the "
                            "Dots board has a line alone, which 'damero check dots' tries");
        bool good = kind && takes_all(a, of_traces, &e);
        return good ? cli_board_trace(a, kind) : cli_fail_with(a, &e);
    }
    size_t way = 0;
    while (ways[way].board && strcmp(ways[way].board, a->operand[0]) != 0) way++;
    return takes_all(a, ways[way].options, &e) ? ways[way].run(a) : cli_fail_with(a, &e);
}

const cli_command cli_board = {
    .name = "board",
    .operands = "GAME",
    .summary = "Be a board in software: a contest board on a real line, or a laboratory board.",
    .about =
        "dots and trax speak the board's side of the Dots contest or the Trax competition and play "
        "with our engine, until the other side hangs up. The Dots board passes only once the other "
        "has, or with --rules pass=on. They can misbehave at one of their "
        "answers, counted from 1: late, illegal, garbage, silent, half, flood, hangup, handshake, "
        "unsolicited. With --check or --trace it is the laboratory's board: its pins are driven "
        "from a trace, a text file that a test bench can write too (docs/boards.md). damas and "
        "perudo are the laboratory's boards, the one with keypad and picture, the other with four "
        "buttons and a stream that goes to the link, where 'damero perudo-view' or anybody else "
        "may listen: by hand on a terminal, or by --keys.",
    .options =
        (const cli_option[]){
            {"link", "LINK", "pty, serial:DEVICE@BAUD, tcp:HOST:PORT or listen:PORT (pty)"},
            {"rules", "KEY=VALUE,...", "settings of the game"},
            {"engine", "NAME", "who plays: in trax also accelerator, through its registers"},
            {"level", "NAME", "how strong it plays"},
            {"time", "TIME", "how long it thinks (250ms)"},
            {"misbehave", "HOW[@N]", "as in late@3"},
            {"lateness", "TIME", "how late that is (11s)"},
            {"seed", "N", "of the engine (1)"},
            {"patience", "TIME", "how long to wait for the other side (1h)"},
            {"quiet", NULL, "print no moves"},
            {"check", "FILE", "compare a trace with our board and name the first difference"},
            {"trace", "FILE", "fill in what our board answers to the inputs of a trace"},
            {"output", "FILE", "write that there (standard output)"},
            {"pins", "NAME,...", "the outputs to record, or all (all but the picture's)"},
            {"settings", "KEY=VALUE,...",
             "of a laboratory board: damas rules; perudo seed, bit, debounce"},
            {"keys", "SCRIPT", "damas, perudo: what is pressed, as in \"5A1A 4A0A\", \"e 2n e g\""},
            {"switches", "NAME,...", "damas: that are on: run, multiple, draw1, draw2, none (run)"},
            {"position", "FEN", "damas: start from this position"},
            {"frame", "FILE", "damas: the picture after that, as PNG"},
            {"pace", "TIME", "perudo: between the presses of the script (0)"},
            {"stay", NULL,
             "wait for the next who comes; perudo: after the script, until it hangs up"},
            {"open", NULL, "perudo: show the dice of all players"},
            {"ascii", NULL, "perudo: no characters beyond ASCII"},
            {"record", "FILE", "a trace of what happens at the pins"},
            {"vcd", "FILE", "a dump of the signals, for waveform viewers"},
            {"from", "TIME", "where the dump begins (0)"},
            {"for", "TIME", "how much is dumped (all; of the picture's pins two frames)"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero board dots --link pty", "prints where it is; seat it as serial:/dev/pts/N"},
            {"damero board trax --link tcp:localhost:10001", "connects to a host"},
            {"damero board damas", "keypad, switches and picture in the terminal"},
            {"damero board damas --keys \"5A1A 4A0A\" --frame move.png",
             "the picture after a move"},
            {"damero board damas --keys 5A --vcd key.vcd", "the keypad's lines for GTKWave"},
            {"damero board damas --check mine.trace", "a test bench's trace against ours"},
            {"damero board perudo", "buttons and table in the terminal, the stream on a pty"},
            {"damero board perudo --keys \"e e 2n e g\"", "what its line carries, as text"},
            {0}},
    .run = run_board,
};
