#include <string.h>

#include "cli/command.h"
#include "version.h"

/* Prints text so that roff takes none of it for a request or an escape. */
static void print_escaped(const char *s) {
    for (; *s; s++) {
        if (*s == '\\') fputs("\\e", stdout);
        else if (*s == '-') fputs("\\-", stdout);
        else if (*s == '"') fputs("\\(dq", stdout);
        else putchar(*s);
    }
}

static void print_roff(const char *s) {
    if (*s == '.' || *s == '\'') fputs("\\&", stdout);
    print_escaped(s);
    putchar('\n');
}

static void print_command(const cli_command *c) {
    printf(".SS damero %s %s\n", c->name, c->operands);
    print_roff(c->summary);
    if (c->about) {
        puts(".PP");
        print_roff(c->about);
    }
    for (const cli_option *o = c->options; o->name; o++) {
        fputs(".TP\n\\fB\\-\\-", stdout);
        print_escaped(o->name);
        fputs("\\fR \\fI", stdout);
        print_escaped(o->value ? o->value : "");
        puts("\\fR");
        print_roff(o->meaning);
    }
    puts(".PP\nExamples:");
    for (const cli_example *x = c->examples; x->command; x++) {
        puts(".RS\n.nf");
        print_roff(x->command);
        puts(".fi\n.RS");
        print_roff(x->meaning);
        puts(".RE\n.RE");
    }
}

static int run(const cli_arguments *a) {
    (void)a;
    puts(".TH DAMERO 1 \"\" \"damero " DAMERO_VERSION "\" \"User commands\"");
    puts(".SH NAME\ndamero \\- an arena for Damas, Trax, Perudo and Dots and Boxes");
    puts(".SH SYNOPSIS\n.B damero\n.I COMMAND\n[arguments]");
    puts(".SH DESCRIPTION\nPlays, referees, solves and analyses board and dice games.");
    puts(".SH COMMANDS");
    for (const cli_command *const *c = cli_commands; *c; c++) print_command(*c);
    puts(
        ".SH EXIT STATUS\n0 on success, 2 where a command line or its input is not right (one line on "
        "standard error says what), 1 where something was tried and did not work out.");
    puts(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set, no colours; they appear only on a terminal "
         "anyway.");
    puts(".TP\n.B DAMERO_STORE\nthe file of the journal; else damero.db in the folder damero of\n"
         ".B XDG_DATA_HOME,\nelse of ~/.local/share.");
    puts(".TP\n.B DAMERO_TABLES\nthe folder of the tables, with a folder for each game in it; else "
         "damero/tables in\n.B XDG_DATA_HOME,\nelse in ~/.local/share.");
    return CLI_OK;
}

const cli_command cli_manual = {
    .name = "manual",
    .operands = "",
    .summary = "Print the man page.",
    .options = (const cli_option[]){{0}},
    .examples = (const cli_example[]){{"damero manual | man -l -", "read it"}, {0}},
    .run = run,
};
