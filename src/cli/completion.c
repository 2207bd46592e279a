#include <string.h>

#include "boards/engines.h"
#include "cli/command.h"

/* The script keeps what can follow in shell variables named after what it completes; all of it
 * comes from the tables of commands, games and engines. */

/* Whether files are to be offered for what a usage calls so. */
static bool is_file(const char *word) {
    return strcmp(word, "FILE") == 0 || strcmp(word, "RECORD") == 0 || strcmp(word, "PATH") == 0 ||
           strcmp(word, "DIR") == 0;
}

static void print_command(const cli_command *c) {
    bool takes_game = strstr(c->operands, "GAME") != NULL;
    printf("  %s) options='--help", c->name);
    for (const cli_option *o = c->options; o->name; o++) printf(" --%s", o->name);
    printf("'; operands=%s; files=' ", takes_game                              ? "$games"
                                       : strcmp(c->operands, "[COMMAND]") == 0 ? "$commands"
                                       : is_file(c->operands)                  ? "FILE"
                                                                               : "");
    for (const cli_option *o = c->options; o->name; o++)
        if (o->value && is_file(o->value)) printf("--%s ", o->name);
    puts("' ;;");
}

static void print_levels(const engine_kind *kind) {
    for (const engine_level *l = kind->levels; l->name; l++) printf(" %s", l->name);
}

/* key=value... for each setting of a game: choices are listed, other values are left open. */
static void print_settings(const game *g) {
    printf("  %s) settings='", g->name);
    for (const game_setting *s = g->settings; s->key; s++) {
        printf("%s%s=", s == g->settings ? "" : " ", s->key);
        for (const char *c = s->kind == SETTING_CHOICE ? s->choices : ""; *c; c++)
            putchar(*c == ' ' ? '|' : *c);
    }
    printf("'; engines='");
    const engine_kind *k;
    for (size_t i = 0; (k = boards_engine(i)); i++)
        if (strcmp(k->game, g->name) == 0) printf(" %s", k->name);
    printf("'; levels='");
    for (size_t i = 0; (k = boards_engine(i)); i++)
        if (strcmp(k->game, g->name) == 0) print_levels(k);
    printf("'; counts='");
    for (const game_count *c = g->counts; c && c->name; c++) printf(" %s", c->name);
    puts("' ;;");
}

static void print_lists(void) {
    printf("  local games='");
    for (const game *const *g = games_all; *g; g++)
        printf("%s%s", g == games_all ? "" : " ", (*g)->name);
    printf("'\n  local commands='");
    for (const cli_command *const *c = cli_commands; *c; c++)
        printf("%s%s", c == cli_commands ? "" : " ", (*c)->name);
    puts("'");
}

/* bash breaks words at '=', so what it has as the current word is only the end of ours. */
static const char beginning[] =
    "# bash completion of damero, made by 'damero completion'\n"
    "_damero() {\n"
    "  local line=${COMP_LINE:0:COMP_POINT} now=${COMP_WORDS[COMP_CWORD]}\n"
    "  local word=${line##* } options= operands= files= settings= engines= levels= counts=\n"
    "  local before=${line%\"$word\"} command game\n"
    "  before=${before%\"${before##*[! ]}\"}\n"
    "  read -r _ command game _ <<< \"$line\"\n"
    "  before=${before##* }\n"
    "  [ \"$now\" = = ] && now=\n"
    "  COMPREPLY=()\n";

static const char ending[] =
    "  if [ \"$before\" = damero ] || [ \"$before\" = \"${COMP_WORDS[0]}\" ]; then\n"
    "    COMPREPLY=($(compgen -W \"$commands --help --version\" -- \"$word\"))\n"
    "    return\n"
    "  fi\n"
    "  if [[ $word == --rules=* ]]; then\n"
    "    before=--rules word=${word#--rules=}\n"
    "  fi\n"
    "  case \"$before\" in\n"
    "  --rules)\n"
    "    local last=${word##*,} setting\n"
    "    for setting in $settings; do\n"
    "      if [[ $last == *=* ]]; then\n"
    "        [ \"${last%%=*}\" = \"${setting%%=*}\" ] && setting=${setting#*=} &&\n"
    "          COMPREPLY=($(compgen -W \"${setting//|/ }\" -- \"${last#*=}\"))\n"
    "      elif [[ $setting == \"$last\"* ]]; then\n"
    "        COMPREPLY+=(\"${now%\"$last\"}${setting%%=*}=\")\n"
    "      fi\n"
    "    done\n"
    "    compopt -o nospace 2>/dev/null\n"
    "    return ;;\n"
    "  --engine) COMPREPLY=($(compgen -W \"$engines\" -- \"$word\")); return ;;\n"
    "  --level) COMPREPLY=($(compgen -W \"$levels\" -- \"$word\")); return ;;\n"
    "  --count) COMPREPLY=($(compgen -W \"$counts\" -- \"$word\")); return ;;\n"
    "  esac\n"
    "  if [ \"$operands\" = FILE ] && [[ $word != -* ]] || [[ $files == *\" $before \"* ]]; then\n"
    "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    return\n"
    "  fi\n"
    "  [ \"$operands\" = FILE ] && operands=\n"
    "  [ \"$before\" = \"$command\" ] || operands=\n"
    "  COMPREPLY=($(compgen -W \"$operands $options\" -- \"$word\"))\n"
    "}\n"
    "complete -F _damero damero\n";

static int run(const cli_arguments *a) {
    (void)a;
    fputs(beginning, stdout);
    print_lists();
    puts("  case \"$command\" in");
    for (const cli_command *const *c = cli_commands; *c; c++) print_command(*c);
    puts("  esac\n  case \"$game\" in");
    for (const game *const *g = games_all; *g; g++) print_settings(*g);
    puts("  esac");
    fputs(ending, stdout);
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
