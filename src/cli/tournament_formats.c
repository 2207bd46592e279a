#include "cli/tournament_formats.h"

#include <math.h>
#include <string.h>

#include "cli/command.h"
#include "cli/think.h"

static const char *name_of(const tournament *t, int player) { return t->entrant[player].name; }

/* "1½", of half points. */
static void write_points(int half, text *t) {
    if (half / 2 || half % 2 == 0) text_addf(t, "%d", half / 2);
    if (half % 2) text_add(t, "½");
}

/* "New 1½ - ½ Old (a reason)". */
void tournament_write_score(const tournament *t, size_t at, const int *points, text *out) {
    const pairing *p = &t->pairings.pairing[at];
    for (int seat = 0; seat < p->count; seat++) {
        if (seat) text_add(out, " - ");
        text_add(out, name_of(t, p->player[seat]));
        if (!points) continue;
        text_add_char(out, ' ');
        write_points(points[seat], out);
    }
}

void tournament_write_pairing(const tournament *t, size_t at, text *out) {
    const pairing *p = &t->pairings.pairing[at];
    const char *reason = t->stored[at].reason;
    tournament_write_score(t, at, p->over ? p->points : NULL, out);
    if (*reason) text_addf(out, " (%s)", reason);
    else if (!p->over) text_add(out, " (to be played)");
}

static json_t *points_json(int half) {
    return half % 2 ? json_real(half / 2.0) : json_integer(half / 2);
}

static json_t *figure(double value) { return isfinite(value) ? json_real(value) : json_null(); }

json_t *tournament_pairing_json(const tournament *t, size_t at) {
    const pairing *p = &t->pairings.pairing[at];
    json_t *o = json_pack("{s:i}", "round", p->round + 1), *players = json_array(),
           *result = json_array();
    for (int seat = 0; seat < p->count; seat++) {
        json_array_append_new(players, json_string(name_of(t, p->player[seat])));
        if (p->over) json_array_append_new(result, points_json(p->points[seat]));
    }
    int64_t first = t->stored[at].match;
    json_object_set_new(o, "players", players);
    json_object_set_new(o, "result", result);
    json_object_set_new(o, "match", first ? json_integer(first) : json_null());
    json_object_set_new(o, "reason", json_string(t->stored[at].reason));
    return o;
}

static json_t *event_json(const tournament_view *v) {
    const tournament *t = v->t;
    json_t *o = json_pack("{s:s, s:s, s:s, s:s}", "name", t->about->name, "game", v->game->name,
                          "kind", event_kind_name(t->plan.kind), "state", v->state);
    json_t *players = json_array(), *pairings = json_array();
    for (int i = 0; i < t->entrants; i++) {
        const standing *s = &v->table[i];
        json_t *line = json_pack("{s:s}", "name", name_of(t, s->player)),
               *tiebreaks = json_object();
        json_object_set_new(line, "points", points_json(s->points));
        json_object_set_new(line, "games", json_integer(s->games));
        json_object_set_new(line, "wins", json_integer(s->wins));
        json_object_set_new(line, "draws", json_integer(s->draws));
        json_object_set_new(line, "losses", json_integer(s->losses));
        for (int k = 0; k < t->plan.order_count; k++)
            json_object_set_new(tiebreaks, tiebreak_name(t->plan.order[k]),
                                json_real(s->tiebreak[t->plan.order[k]]));
        json_object_set_new(line, "tiebreaks", tiebreaks);
        json_object_set_new(line, "rating", figure(v->rating[s->player].elo));
        json_object_set_new(line, "error", figure(v->rating[s->player].error));
        json_array_append_new(players, line);
    }
    for (size_t i = 0; i < t->pairings.count; i++)
        json_array_append_new(pairings, tournament_pairing_json(t, i));
    json_object_set_new(o, "players", players);
    json_object_set_new(o, "pairings", pairings);
    return o;
}

/* A field of CSV (RFC 4180): in quotes if it has to be. */
static void print_field(const char *value) {
    if (!strpbrk(value, ",\"\r\n")) {
        fputs(value, stdout);
        return;
    }
    putchar('"');
    for (const char *c = value; *c; c++) {
        if (*c == '"') putchar('"');
        putchar(*c);
    }
    putchar('"');
}

static void print_csv(const tournament_view *v) {
    const tournament *t = v->t;
    printf("rank,player,points,games,wins,draws,losses");
    for (int k = 0; k < t->plan.order_count; k++) {
        tiebreak b = t->plan.order[k];
        printf(",%s%s", b == TIEBREAK_WINS ? "tiebreak-" : "",
               tiebreak_name(b)); /* "wins" is taken */
    }
    printf(",rating,error\n");
    for (int i = 0; i < t->entrants; i++) {
        const standing *s = &v->table[i];
        const rating *r = &v->rating[s->player];
        printf("%d,", i + 1);
        print_field(name_of(t, s->player));
        printf(",%.1f,%d,%d,%d,%d", s->points / 2.0, s->games, s->wins, s->draws, s->losses);
        for (int k = 0; k < t->plan.order_count; k++)
            printf(",%.2f", s->tiebreak[t->plan.order[k]]);
        if (r->rated) printf(",%.1f,%.1f\n", r->elo, r->error);
        else printf(",,\n");
    }
}

/* A name in a table of Markdown, where a bar would end its cell. */
static void print_cell(const char *name) {
    for (const char *c = name; *c; c++) {
        if (*c == '|' || *c == '\\') putchar('\\');
        putchar(*c);
    }
}

/* The standings as lines, with these marks between the columns. */
static void print_table(const tournament_view *v, const char *before, const char *between,
                        const char *after, bool padded) {
    const tournament *t = v->t;
    int width = padded ? 6 : 0;
    for (int i = 0; padded && i < t->entrants; i++)
        if (cli_characters(name_of(t, i)) > width) width = cli_characters(name_of(t, i));
    printf("%s%s%s%-*s%spoints", before, padded ? "   " : "rank", between, width, "player",
           between);
    for (int k = 0; k < t->plan.order_count; k++)
        printf("%s%s", between, tiebreak_name(t->plan.order[k]));
    printf("%srating%s\n", between, after);
    if (strcmp(before, "| ") == 0) {
        printf("|---|---|---");
        for (int k = 0; k < t->plan.order_count; k++) printf("|---");
        printf("|---|\n");
    }
    for (int i = 0; i < t->entrants; i++) {
        const standing *s = &v->table[i];
        const rating *r = &v->rating[s->player];
        printf(padded ? "%s%3d%s" : "%s%d%s", before, i + 1, between);
        if (padded) cli_print_padded(name_of(t, s->player), width);
        else print_cell(name_of(t, s->player));
        printf(padded ? "%s%6.1f" : "%s%.1f", between, s->points / 2.0);
        for (int k = 0; k < t->plan.order_count; k++) {
            int columns = padded ? (int)strlen(tiebreak_name(t->plan.order[k])) : 0;
            printf("%s%*.2f", between, columns, s->tiebreak[t->plan.order[k]]);
        }
        if (r->rated) printf("%s%+.0f ± %.0f%s\n", between, round(r->elo) + 0.0, r->error, after);
        else printf("%s%s\n", between, after);
    }
}

/* The length of the first characters of a name, in bytes. */
static int bytes_of(const char *name, int count) {
    const char *c = name;
    while (*c && (count > 0 || !cli_starts_character(*c))) count -= cli_starts_character(*c++);
    return (int)(c - name);
}

/* TRF, the exchange format of FIDE's pairing programs: fixed columns, counted in characters, one
 * line per player. */
static void print_trf(const tournament_view *v) {
    enum { NAME_COLUMNS = 33 };
    const tournament *t = v->t;
    int rounds = tournament_paired(t);
    printf("012 %s\n062 %d\n092 %s\nXXR %d\n", t->about->name, t->entrants,
           event_kind_name(t->plan.kind), tournament_rounds(t));
    for (int place = 0; place < t->entrants; place++) {
        const standing *s = &v->table[place];
        const char *name = name_of(t, s->player);
        int bytes = bytes_of(name, NAME_COLUMNS), missing = NAME_COLUMNS - cli_characters(name);
        printf("001 %4d      %.*s%*s %4d %3s %11s %10s %4.1f %4d", s->player + 1, bytes, name,
               missing > 0 ? missing : 0, "", 0, "", "", "", s->points / 2.0, place + 1);
        for (int round = 0; round < rounds; round++) {
            int opponent = 0;
            char seat = '-', result = 'Z';
            for (size_t i = 0; i < t->pairings.count; i++) {
                const pairing *p = &t->pairings.pairing[i];
                int own = -1;
                for (int k = 0; k < p->count; k++)
                    if (p->player[k] == s->player) own = k;
                if (p->round != round || own < 0 || p->count > 2) continue;
                if (p->count == 1) {
                    result = 'U';
                    continue;
                }
                int mine = p->points[own], other = p->points[1 - own];
                opponent = p->player[1 - own] + 1;
                seat = own == 0 ? 'w' : 'b';
                if (!p->over) result = ' ';
                else if (!p->played) result = mine > other ? '+' : '-';
                else result = mine > other ? '1' : mine < other ? '0' : '=';
            }
            printf("  %04d %c %c", opponent, seat, result);
        }
        putchar('\n');
    }
}

bool tournament_print(const tournament_view *v, const char *format, error *e) {
    const tournament *t = v->t;
    if (strcmp(format, "json") == 0) {
        cli_print_json(event_json(v));
    } else if (strcmp(format, "csv") == 0) {
        print_csv(v);
    } else if (strcmp(format, "markdown") == 0) {
        print_table(v, "| ", " | ", " |", false);
    } else if (strcmp(format, "trf") == 0) {
        if (t->plan.kind == EVENT_TABLES)
            return error_set(e, "TRF does not support tables of several players");
        print_trf(v);
    } else if (strcmp(format, "text") == 0) {
        printf("%s: %s, %s, %s, round %d of %d\n", t->about->name, v->game->name,
               event_kind_name(t->plan.kind), v->state, tournament_paired(t), tournament_rounds(t));
        print_table(v, "", "  ", "", true);
    } else {
        return error_set(e, "--format must be json, csv, markdown or trf, not '%s'", format);
    }
    return true;
}
