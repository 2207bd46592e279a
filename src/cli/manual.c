#include <ctype.h>
#include <string.h>

#include "cli/command.h"
#include "version.h"

/* Prints text escaped for roff, up to the end of the line; returns that end. */
static const char *print_escaped(const char *s) {
    for (; *s && *s != '\n'; s++) {
        if (*s == '\\') fputs("\\e", stdout);
        else if (*s == '-') fputs("\\-", stdout);
        else if (*s == '"') fputs("\\(dq", stdout);
        else putchar(*s);
    }
    return s;
}

/* Prints paragraphs, one a line. At the start of a line roff takes a point or a quote for a
 * request. */
static void print_roff(const char *s) {
    for (;; s++) {
        if (*s == '.' || *s == '\'') fputs("\\&", stdout);
        s = print_escaped(s);
        putchar('\n');
        if (!*s) return;
        puts(".PP");
    }
}

static void print_options(const cli_command *c, const char *before) {
    for (const cli_option *o = c->options; o->name; o++) {
        printf(".TP\n\\fB%s", before);
        print_escaped(o->name);
        fputs(*before ? "\\fR \\fI" : "\\fR = \\fI", stdout);
        print_escaped(o->value ? o->value : *before ? "" : "yes|no");
        puts("\\fR");
        print_roff(o->meaning);
    }
}

static void print_details(const cli_command *c) {
    print_roff(c->summary);
    if (c->about) {
        puts(".PP");
        print_roff(c->about);
    }
    print_options(c, "\\-\\-");
    puts(".PP\nExamples:");
    for (const cli_example *x = c->examples; x->command; x++) {
        puts(".RS\n.nf");
        print_roff(x->command);
        puts(".fi\n.RS");
        print_roff(x->meaning);
        puts(".RE\n.RE");
    }
}

static void print_command(const cli_command *c) {
    printf(".SS damero %s %s\n", c->name, c->operands);
    print_details(c);
}

static void print_ends(void) {
    puts(".SH EXIT STATUS\n0 on success, 2 if the command line or its input is wrong (one line on "
         "standard error explains), 1 if the command failed.");
    puts(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set, no colours; they appear only on a terminal "
         "anyway.");
    puts(
        ".TP\n.B DAMERO_STORE\nthe journal's file, or the address of a PostgreSQL server, postgresql://...; otherwise damero.db in the folder damero of\n"
        ".B XDG_DATA_HOME,\nelse of ~/.local/share.");
    puts(".TP\n.B DAMERO_TABLES\nthe folder of the tables, with a folder for each game; otherwise "
         "damero/tables in\n.B XDG_DATA_HOME,\nelse in ~/.local/share.");
    puts(".TP\n.BI DAMERO_ COMMAND _ OPTION\nan option that the command line does not give, for "
         "example\n.B DAMERO_SERVE_LISTEN\n(yes or no for a switch, values separated by spaces "
         "for an option that may be repeated).");
    puts(".TP\n.B DAMERO_CONFIG\nthe configuration, read instead of\n.BR " DAMERO_CONFIG_FILE
         " ;\nif empty, none is read.");
    puts(".TP\n.B DAMERO_PUZZLES\nthe file with your ratings in puzzles; otherwise "
         "damero/puzzles.txt in\n.B XDG_DATA_HOME,\nelse in ~/.local/share.");
    puts(".SH FILES\n.TP\n.B " DAMERO_CONFIG_FILE
         "\noptions that neither the command line nor the environment gives; see\n"
         ".BR damero.conf (5).");
}

static void print_page_of(const cli_command *c) {
    fputs(".TH \"DAMERO\\-", stdout);
    for (const char *s = c->name; *s; s++) putchar(*s == '-' ? '-' : toupper((unsigned char)*s));
    puts("\" 1 \"\" \"damero " DAMERO_VERSION "\" \"User commands\"");
    printf(".SH NAME\ndamero-%s \\- ", c->name);
    print_roff(c->summary);
    printf(".SH SYNOPSIS\n.B damero %s\n", c->name);
    print_roff(c->operands);
    puts("[options]\n.SH DESCRIPTION");
    print_details(c);
    print_ends();
    puts(".SH SEE ALSO\n.BR damero (1),\n.BR damero.conf (5)");
}

/* The page of the configuration. */
static void print_config(void) {
    puts(".TH DAMERO.CONF 5 \"\" \"damero " DAMERO_VERSION "\" \"File formats\"");
    puts(".SH NAME\ndamero.conf \\- options for the commands of damero");
    puts(".SH SYNOPSIS\n.B " DAMERO_CONFIG_FILE);
    puts(".SH DESCRIPTION\nThe file has a section for each command, with the long options of that "
         "command as\n.IR NAME \" = \" VALUE .\nThe command line overrides the environment "
         "(\n.BI DAMERO_ COMMAND _ OPTION\n), which overrides the file, which overrides the "
         "default.");
    puts(
        ".PP\nA value is the rest of the line without surrounding blanks; there are no quotes. A "
        "switch is yes or no. An option that may be repeated has a line for each value. Lines that "
        "begin with # or ; are comments. Unknown sections and options are errors, which name the "
        "file and the line.");
    puts(".PP\nThe file is the one of\n.BR \\-\\-config ,\nelse of the variable\n.B "
         "DAMERO_CONFIG\n(empty: none), else\n.BR " DAMERO_CONFIG_FILE " .");
    puts(".SH EXAMPLE\n.nf\n[serve]\nlisten = 127.0.0.1:7777\nhost = arena.example.org\nproxy = "
         "127.0.0.1\n\n[play]\nlevel = casual\n.fi");
    puts(".SH OPTIONS OF SERVE");
    print_options(cli_find("serve"), "");
    puts(".PP\nOptions of the other commands: see the page of each.\n.SH SEE ALSO\n.BR damero "
         "(1),\n.BR damero\\-serve (1)");
}

static int run(const cli_arguments *a) {
    if (a->operand_count && strcmp(a->operand[0], "damero.conf") == 0) {
        print_config();
        return CLI_OK;
    }
    if (a->operand_count) {
        const cli_command *c = cli_find(a->operand[0]);
        if (!c) return cli_fail(a, "unknown command '%s': see damero help", a->operand[0]);
        print_page_of(c);
        return CLI_OK;
    }
    puts(".TH DAMERO 1 \"\" \"damero " DAMERO_VERSION "\" \"User commands\"");
    puts(".SH NAME\ndamero \\- an arena for Damas, Trax, Perudo and Dots and Boxes");
    puts(".SH SYNOPSIS\n.B damero\n.I COMMAND\n[arguments]");
    puts(".SH DESCRIPTION\nPlays, referees, solves and analyses board and dice games.");
    puts(".SH COMMANDS");
    for (const cli_command *const *c = cli_commands; *c; c++) print_command(*c);
    print_ends();
    return CLI_OK;
}

const cli_command cli_manual = {
    .name = "manual",
    .operands = "[COMMAND]",
    .summary = "Print the man page, of all commands, of one, or of damero.conf.",
    .options = (const cli_option[]){{0}},
    .examples = (const cli_example[]){{"damero manual | man -l -", "read it"},
                                      {"damero manual match | man -l -", "about one command"},
                                      {"damero manual damero.conf | man -l -", "the configuration"},
                                      {0}},
    .run = run,
};
