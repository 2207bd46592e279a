/* damero board - the software boards: one command, a file for each kind of board. */
#include "cli/boards/board.h"

#include <string.h>

/* The options that each board supports, with blanks around each; the last row is for the contest
 * boards. trax is the accelerator if an option says so that only a laboratory board has. */
static const struct {
    const char *board, *options;
    int (*run)(const cli_arguments *);
} ways[] = {
    {"damas", " settings keys switches position frame record vcd pins from for design compare ",
     cli_board_damas},
    {"perudo",
     " link patience rules settings keys joystick pace stay open ascii record vcd pins from for design "
     "compare ",
     cli_board_perudo},
    {"trax", " settings keys ascii record vcd pins from for design compare ",
     cli_board_accelerator},
    {NULL, " link rules engine level time nodes misbehave lateness seed patience stay quiet ",
     cli_board_contest},
};
static const char of_traces[] = " check trace output pins design compare ";

/* An option that would be ignored is an error. */
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

/* Trax has a contest board too. */
static bool is_laboratory(const cli_arguments *a, const char *board) {
    static const char *const options[] = {"settings", "keys", "design", "compare", "record", "vcd"};
    if (strcmp(board, "trax") != 0) return true;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (cli_value(a, options[i])) return true;
    return false;
}

static int run_board(const cli_arguments *a) {
    error e;
    if (cli_value(a, "check") || cli_value(a, "trace")) {
        const device_kind *kind = boards_find(a->operand[0], &e);
        if (!kind && strcmp(a->operand[0], "dots") == 0)
            return cli_fail(a,
                            "--check and --trace are for the pins of damas, perudo and trax; the "
                            "Dots board has only a serial line, which 'damero check dots' tests");
        bool good = kind && takes_all(a, of_traces, &e);
        return good ? cli_board_trace(a, kind) : cli_fail_with(a, &e);
    }
    size_t way = 0;
    while (ways[way].board &&
           (strcmp(ways[way].board, a->operand[0]) != 0 || !is_laboratory(a, a->operand[0])))
        way++;
    return takes_all(a, ways[way].options, &e) ? ways[way].run(a) : cli_fail_with(a, &e);
}

const cli_command cli_board = {
    .name = "board",
    .operands = "GAME",
    .summary = "Emulate a contest board on a real line, or a laboratory board.",
    .about =
        "dots and trax speak the board's side of the Dots contest or the Trax competition and play "
        "with our engine, until the other side hangs up. The Dots board passes only after its "
        "opponent has, or with --rules pass=on. They can misbehave at one of their "
        "answers, counted from 1: late, illegal, garbage, silent, half, flood, hangup, handshake, "
        "unsolicited. damas and perudo are laboratory boards, one with keypad and screen, the other "
        "with four buttons and a byte stream on the link for 'damero perudo-view' or any other "
        "view; trax with --settings, --keys or --design is the accelerator, which takes a "
        "processor's orders. Operate them by hand on a terminal, or with --keys. --check and --trace drive the "
        "pins of damas, perudo, or trax as a laboratory board from a trace, a text file that a "
        "test bench can write too (docs/boards.md).",
    .options =
        (const cli_option[]){
            {"link", "LINK", "pty, serial:DEVICE@BAUD, tcp:HOST:PORT or listen:PORT (pty)"},
            {"rules", "KEY=VALUE,...", "settings of the game"},
            {"engine", "NAME",
             "the engine; in trax also accelerator, which plays through its registers"},
            {"level", "NAME", "playing strength"},
            {"time", "TIME", "thinking time (250ms)"},
            {"nodes", "N", "thinking limit in nodes (none): the same moves on every machine"},
            {"misbehave", "HOW[@N]", "misbehave, for example late@3"},
            {"lateness", "TIME", "the delay of 'late' (11s)"},
            {"seed", "N", "seed of the engine (1)"},
            {"patience", "TIME", "how long to wait for the other side (1h)"},
            {"quiet", NULL, "print no moves"},
            {"check", "FILE", "compare a trace with our board and report the first difference"},
            {"trace", "FILE", "fill in our board's responses to the inputs of a trace"},
            {"output", "FILE", "write the responses there (standard output)"},
            {"pins", "NAME,...",
             "the outputs to record, all, or damas: inner (all but the picture's)"},
            {"settings", "KEY=VALUE,...",
             "of a laboratory board: damas rules, arbiter, kings, language, settle; perudo seed, bit, debounce, "
             "dice, engine, menu; trax size, memory, lines"},
            {"keys", "SCRIPT",
             "damas, perudo: what is pressed, as in \"5A1A 4A0A\", \"e 2n e g\"; trax: orders, as in "
             "\"place 3 3 0101; evaluate 3 4 1010\""},
            {"switches", "NAME,...",
             "damas: switches that are on: run, multiple, draw1, draw2, none (run)"},
            {"position", "FEN", "damas: start from this position"},
            {"frame", "FILE", "damas: the picture after that, as PNG"},
            {"joystick", "DEVICE", "perudo: in addition to the keyboard, such as /dev/input/js0"},
            {"pace", "TIME", "perudo: pause between the presses of the script (0)"},
            {"stay", NULL,
             "wait for the next opponent; perudo: after the script, until the view hangs up"},
            {"open", NULL, "perudo: show the dice of all players"},
            {"ascii", NULL, "perudo, trax: use ASCII only"},
            {"record", "FILE", "a trace of what happens at the pins"},
            {"vcd", "FILE", "a dump of the signals, for waveform viewers"},
            {"design", "COMMAND",
             "damas, perudo, trax: run this simulator, a folder like hardware/perudo or a library "
             "FILE.so as the device"},
            {"compare", NULL, "with --design: report where it differs from our device"},
            {"from", "TIME", "where the dump begins (0)"},
            {"for", "TIME",
             "how much to dump (all; two frames if the picture's pins are included)"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero board dots --link pty", "prints its address; seat it as serial:/dev/pts/N"},
            {"damero board trax --link tcp:localhost:10001", "connects to a host"},
            {"damero board damas", "keypad, switches and picture in the terminal"},
            {"damero board damas --keys \"5A1A 4A0A\" --frame move.png",
             "the picture after a move"},
            {"damero board damas --keys 5A --vcd key.vcd", "the keypad's lines for GTKWave"},
            {"damero board damas --settings arbiter=machines --pins inner --keys \"5A1A 4A0A\" --vcd m.vcd",
             "the source's five state machines"},
            {"damero board damas --check mine.trace", "a test bench's trace against ours"},
            {"damero board perudo --settings bit=8 --design \"vvp live\" --compare --keys \"d e 2n\"",
             "a design in a simulator, driven as ours"},
            {"damero board perudo --settings bit=64 --design hardware/perudo",
             "our own design, played by hand"},
            {"damero board trax --settings size=8 --design hardware/trax --compare",
             "orders typed to our own accelerator in Verilog"},
            {"damero board perudo", "buttons and table in the terminal, the stream on a pty"},
            {"damero board perudo --keys \"e e 2n e g\"", "the bytes on its line, as text"},
            {0}},
    .run = run_board,
};
