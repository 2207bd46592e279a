#include <string.h>

#include "boards/engines.h"
#include "cli/command.h"

/* The script keeps the possible completions in shell variables named after what they complete; all
 * of them come from the tables of commands, games and engines. */

/* Whether to offer files for an operand or value with this name. */
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

/* bash splits words at '=', so its current word is only the end of ours. */
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

static void print_bash(void) {
    fputs(beginning, stdout);
    print_lists();
    puts("  case \"$command\" in");
    for (const cli_command *const *c = cli_commands; *c; c++) print_command(*c);
    puts("  esac\n  case \"$game\" in");
    for (const game *const *g = games_all; *g; g++) print_settings(*g);
    puts("  esac");
    fputs(ending, stdout);
}

/* zsh runs scripts of bash; _damero is called when it is first needed. */
static void print_zsh(void) {
    puts("#compdef damero\nautoload -U +X bashcompinit && bashcompinit");
    print_bash();
}

/* A text in single quotes, as fish reads it. */
static void print_quoted(const char *s) {
    putchar('\'');
    for (; *s; s++) {
        if (*s == '\'' || *s == '\\') putchar('\\');
        putchar(*s);
    }
    putchar('\'');
}

static void print_fish(void) {
    puts("# fish completion of damero, made by 'damero completion fish'\ncomplete -c damero -f");
    for (const cli_command *const *c = cli_commands; *c; c++) {
        printf("complete -c damero -n __fish_use_subcommand -a %s -d ", (*c)->name);
        print_quoted((*c)->summary);
        putchar('\n');
        if (strstr((*c)->operands, "GAME")) {
            printf("complete -c damero -n '__fish_seen_subcommand_from %s' -a '", (*c)->name);
            for (const game *const *g = games_all; *g; g++) printf("%s ", (*g)->name);
            puts("'");
        }
        for (const cli_option *o = (*c)->options; o->name; o++) {
            printf("complete -c damero -n '__fish_seen_subcommand_from %s' -l %s%s -d ", (*c)->name,
                   o->name,
                   !o->value           ? ""
                   : is_file(o->value) ? " -r -F"
                                       : " -x");
            print_quoted(o->meaning);
            putchar('\n');
        }
    }
}

static int run(const cli_arguments *a) {
    const char *shell = a->operand_count ? a->operand[0] : "bash";
    if (strcmp(shell, "bash") == 0) print_bash();
    else if (strcmp(shell, "zsh") == 0) print_zsh();
    else if (strcmp(shell, "fish") == 0) print_fish();
    else return cli_fail(a, "no completion for '%s': use bash, zsh or fish", shell);
    return CLI_OK;
}

const cli_command cli_completion = {
    .name = "completion",
    .operands = "[bash|zsh|fish]",
    .summary = "Print the completion script for a shell.",
    .options = (const cli_option[]){{0}},
    .examples =
        (const cli_example[]){{"source <(damero completion)", "complete in this shell (bash)"},
                              {"damero completion fish | source", "the same in fish"},
                              {0}},
    .run = run,
};
