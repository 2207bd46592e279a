#include <string.h>

#include "boards/engines.h"
#include "cli/command.h"

/* All completions come from the tables of commands, games and engines. */

/* Whether to offer files for an operand or value with this name. */
static bool is_file(const char *word) {
    return strncmp(word, "FILE", 4) == 0 || strcmp(word, "RECORD") == 0 ||
           strcmp(word, "PATH") == 0 || strcmp(word, "DIR") == 0;
}

/* Whether this is a list of the possible words, such as "on|off". */
static bool is_choice(const char *word) {
    return strchr(word, '|') && word[strspn(word, "abcdefghijklmnopqrstuvwxyz|")] == '\0';
}

/* Prints "on|off" as "on off". */
static void print_choice(const char *word) {
    for (; *word; word++) putchar(*word == '|' ? ' ' : *word);
}

static void print_games(const char *between) {
    for (const game *const *g = games_all; *g; g++)
        printf("%s%s", g == games_all ? "" : between, (*g)->name);
}

/* The first operand of a command, without brackets. */
static const char *first_operand(const cli_command *c, char word[80]) {
    text t = text_over(word, 80);
    const char *start = c->operands + strspn(c->operands, "[");
    text_add_part(&t, start, strcspn(start, " ]"));
    return word;
}

static void print_command(const cli_command *c) {
    char word[80];
    const char *operand = first_operand(c, word);
    printf("  %s) options='--help", c->name);
    for (const cli_option *o = c->options; o->name; o++) printf(" --%s", o->name);
    printf("'; operands=");
    if (is_choice(operand)) {
        putchar('\'');
        print_choice(operand);
        putchar('\'');
    } else if (strcmp(operand, "GAME") == 0) printf("$games");
    else if (strcmp(operand, "COMMAND") == 0) printf("$commands");
    else if (is_file(operand)) printf("FILE");
    printf("; files=' ");
    for (const cli_option *o = c->options; o->name; o++)
        if (o->value && is_file(o->value)) printf("--%s ", o->name);
    printf("'; choices='");
    for (const cli_option *o = c->options; o->name; o++)
        if (o->value && is_choice(o->value)) printf(" --%s=%s", o->name, o->value);
    puts("' ;;");
}

static void print_levels(const engine_kind *kind) {
    for (const engine_level *l = kind->levels; l->name; l++) printf(" %s", l->name);
}

/* The names of the engines of a game, of their levels, or of its counting conventions, each after a
 * blank. */
static void print_names(const game *g, const char *option) {
    const engine_kind *k;
    for (size_t i = 0; (k = boards_engine(i)); i++) {
        if (strcmp(k->game, g->name) != 0) continue;
        if (strcmp(option, "engine") == 0) printf(" %s", k->name);
        if (strcmp(option, "level") == 0) print_levels(k);
    }
    for (const game_count *c = g->counts; c && c->name && strcmp(option, "count") == 0; c++)
        printf(" %s", c->name);
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
    print_names(g, "engine");
    printf("'; levels='");
    print_names(g, "level");
    printf("'; counts='");
    print_names(g, "count");
    puts("' ;;");
}

static void print_lists(void) {
    printf("  local games='");
    print_games(" ");
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
    "  local word=${line##* } options= operands= files= settings= engines= levels= counts= choices= choice\n"
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
    "  for choice in $choices; do\n"
    "    [ \"${choice%%=*}\" = \"$before\" ] || continue\n"
    "    choice=${choice#*=}\n"
    "    COMPREPLY=($(compgen -W \"${choice//|/ }\" -- \"$word\"))\n"
    "    return\n"
    "  done\n"
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

static const char *const of_game[] = {"engine", "level", "count"};
enum { OF_GAME = sizeof of_game / sizeof *of_game };

static bool depends_on_game(const char *option) {
    for (size_t i = 0; i < OF_GAME; i++)
        if (strcmp(of_game[i], option) == 0) return true;
    return false;
}

/* Part of a word in single quotes of zsh; what _arguments reads in its own way is escaped. */
static void print_for_zsh(const char *s) {
    for (; *s; s++) {
        if (strchr("[]:\\", *s)) putchar('\\');
        if (*s == '\'') printf("'\\''");
        else putchar(*s);
    }
}

static void print_zsh_operand(const cli_command *c) {
    char word[80];
    const char *operand = first_operand(c, word);
    if (is_choice(operand)) {
        printf(" '1: :(");
        print_choice(operand);
        printf(")'");
        if (strstr(c->operands, "GAME")) {
            printf(" '2: :(");
            print_games(" ");
            printf(")'");
        }
    } else if (strcmp(operand, "GAME") == 0) {
        printf(" '1: :(");
        print_games(" ");
        printf(")'");
    } else if (strcmp(operand, "COMMAND") == 0) printf(" '1: :_damero_commands'");
    printf(" '*: :%s'", is_file(operand) || strstr(c->operands, " FILE") ? "_files" : "()");
}

static void print_zsh_command(const cli_command *c) {
    printf("  %s) _arguments", c->name);
    print_zsh_operand(c);
    for (const cli_option *o = c->options; o->name; o++) {
        printf(" '%s--%s%s[", cli_may_repeat(o) ? "*" : "", o->name, o->value ? "=" : "");
        print_for_zsh(o->meaning);
        putchar(']');
        if (o->value) {
            printf(": :");
            if (strcmp(o->name, "rules") == 0) printf("_damero_rules");
            else if (depends_on_game(o->name)) printf(" _damero_names %s", o->name);
            else if (is_file(o->value)) printf("_files");
            else if (is_choice(o->value)) {
                putchar('(');
                print_choice(o->value);
                putchar(')');
            } else putchar(' ');
        }
        putchar('\'');
    }
    puts(" '--help[show this help]' ;;");
}

static void print_zsh_settings(const game *g) {
    printf("  %s) _values -s , setting", g->name);
    for (const game_setting *s = g->settings; s->key; s++)
        printf(" '%s: :%s%s%s'", s->key, s->kind == SETTING_CHOICE ? "(" : "",
               s->kind == SETTING_CHOICE ? s->choices : " ", s->kind == SETTING_CHOICE ? ")" : "");
    puts(" ;;");
}

static void print_zsh(void) {
    puts("#compdef damero\n# zsh completion of damero, made by 'damero completion zsh'\n"
         "_damero_commands() {\n  local -a commands=(");
    for (const cli_command *const *c = cli_commands; *c; c++) {
        printf("    '%s:", (*c)->name);
        print_for_zsh((*c)->summary);
        puts("'");
    }
    printf("  )\n  _describe command commands\n}\n_damero_rules() {\n  case ${words[(r)(");
    print_games("|");
    puts(")]} in");
    for (const game *const *g = games_all; *g; g++) print_zsh_settings(*g);
    printf("  esac\n}\n_damero_names() {\n  case $1-${words[(r)(");
    print_games("|");
    puts(")]} in");
    for (const game *const *g = games_all; *g; g++)
        for (size_t i = 0; i < OF_GAME; i++) {
            printf("  %s-%s) compadd -", of_game[i], (*g)->name);
            print_names(*g, of_game[i]);
            puts(" ;;");
        }
    puts(
        "  esac\n}\n_damero() {\n"
        "  if (( CURRENT == 2 )); then\n"
        "    _alternative 'commands:command:_damero_commands' 'options:option:(--help --version)'\n"
        "    return\n"
        "  fi\n"
        "  shift words\n"
        "  (( CURRENT-- ))\n"
        "  case $words[1] in");
    for (const cli_command *const *c = cli_commands; *c; c++) print_zsh_command(*c);
    puts(
        "  esac\n}\n"
        "if [ \"$funcstack[1]\" = _damero ]; then _damero \"$@\"; else compdef _damero damero; fi");
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

static void print_fish_option(const cli_command *c, const cli_option *o) {
    printf("complete -c damero -n '__fish_seen_subcommand_from %s' -l %s%s", c->name, o->name,
           !o->value           ? ""
           : is_file(o->value) ? " -r -F"
                               : " -x");
    if (o->value && is_choice(o->value)) {
        printf(" -a '");
        print_choice(o->value);
        putchar('\'');
    }
    printf(" -d ");
    print_quoted(o->meaning);
    putchar('\n');
    for (const game *const *g = games_all; *g && depends_on_game(o->name); g++) {
        printf("complete -c damero -n '__fish_seen_subcommand_from %s; and "
               "__fish_seen_subcommand_from %s' -l %s -x -a '",
               c->name, (*g)->name, o->name);
        print_names(*g, o->name);
        puts("'");
    }
}

/* Settings are offered one at a time: fish completes a list with commas only by a function. */
static void print_fish_settings(const cli_command *c) {
    for (const game *const *g = games_all; *g; g++) {
        printf("complete -c damero -n '__fish_seen_subcommand_from %s; and "
               "__fish_seen_subcommand_from %s' -l rules -x -a '",
               c->name, (*g)->name);
        for (const game_setting *s = (*g)->settings; s->key; s++) {
            setting_value value;
            for (int i = 0; s->kind == SETTING_CHOICE && i < settings_choices(s); i++) {
                settings_choose(s, i, &value);
                printf("%s=%s ", s->key, value.text);
            }
            if (s->kind != SETTING_CHOICE) printf("%s= ", s->key);
        }
        puts("'");
    }
}

static void print_fish(void) {
    char word[80];
    puts("# fish completion of damero, made by 'damero completion fish'\ncomplete -c damero -f");
    for (const cli_command *const *c = cli_commands; *c; c++) {
        const char *operand = first_operand(*c, word);
        printf("complete -c damero -n __fish_use_subcommand -a %s -d ", (*c)->name);
        print_quoted((*c)->summary);
        putchar('\n');
        printf("complete -c damero -n '__fish_seen_subcommand_from %s' %s-a '", (*c)->name,
               is_file(operand) || strstr((*c)->operands, " FILE") ? "-F " : "");
        if (is_choice(operand)) print_choice(operand);
        putchar(' ');
        if (strstr((*c)->operands, "GAME")) print_games(" ");
        puts("'");
        for (const cli_option *o = (*c)->options; o->name; o++) {
            print_fish_option(*c, o);
            if (strcmp(o->name, "rules") == 0) print_fish_settings(*c);
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
