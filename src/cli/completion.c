#include <string.h>

#include "cli/command.h"
#include "games/game.h"

static void print_command(const cli_command *c) {
    printf("    %s) words='--help", c->name);
    for (const cli_option *o = c->options; o->name; o++) printf(" --%s", o->name);
    if (strncmp(c->operands, "GAME", 4) == 0 || strncmp(c->operands, "[GAME", 5) == 0)
        printf(" '\"$games\"'");
    if (strcmp(c->operands, "[COMMAND]") == 0) printf(" '\"$commands\"'");
    if (strstr(c->operands, "FILE")) printf("'; files=yes ;;\n");
    else printf("' ;;\n");
}

/* The settings of each game, for what comes after --rules. */
static void print_rules(void) {
    puts("  if [ \"$before\" = --rules ]; then\n    case \"$game\" in");
    for (const game *const *g = games_all; *g; g++) {
        printf("    %s) words='", (*g)->name);
        for (const game_setting *s = (*g)->settings; s->key; s++)
            printf("%s%s=", s == (*g)->settings ? "" : " ", s->key);
        puts("' ;;");
    }
    puts("    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$now\"))\n"
         "    compopt -o nospace\n    return\n  fi");
}

static int run(const cli_arguments *a) {
    (void)a;
    puts("# bash completion of damero, made by 'damero completion'\n_damero() {\n"
         "  local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local command=${COMP_WORDS[1]} game=${COMP_WORDS[2]} words= files=");
    printf("  local games='");
    for (const game *const *g = games_all; *g; g++)
        printf("%s%s", g == games_all ? "" : " ", (*g)->name);
    printf("'\n  local commands='");
    for (const cli_command *const *c = cli_commands; *c; c++)
        printf("%s%s", c == cli_commands ? "" : " ", (*c)->name);
    puts(
        "'\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "    COMPREPLY=($(compgen -W \"$commands --help --version\" -- \"$now\"))\n    return\n  fi");
    print_rules();
    puts("  case \"$command\" in");
    for (const cli_command *const *c = cli_commands; *c; c++) print_command(*c);
    puts(
        "  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$now\"))\n"
        "  if [ -n \"$files\" ] || [ \"$before\" = --load ]; then\n"
        "    COMPREPLY+=($(compgen -f -- \"$now\"))\n  fi\n}\ncomplete -o filenames -F _damero damero");
    return CLI_OK;
}

const cli_command cli_completion = {
    .name = "completion",
    .operands = "",
    .summary = "Print the completion script for bash.",
    .options = (const cli_option[]){{0}},
    .examples =
        (const cli_example[]){{"source <(damero completion)", "complete in this shell"}, {0}},
    .run = run,
};
