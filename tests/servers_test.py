#!/usr/bin/env python3
"""Several servers on one PostgreSQL server, a real one private to this test: people and watchers at any of them, and
servers that are killed, stopped and cut off; workers beside them. DAMERO_LONG=1 kills 200 processes, PostgreSQL's among
them."""
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from command import DAMERO, run
from page_client import Refused, Server as Page, end_servers
from postgresql import Server
from tap import WAIT, case, run_cases, until

LEASE = 8  # seconds: on a busy machine too it is renewed in time
LONG = os.environ.get("DAMERO_LONG") == "1"
folder = tempfile.mkdtemp(prefix="damero-servers-")
os.environ.update(XDG_DATA_HOME=folder, DAMERO_LEASE=str(LEASE))
os.environ.pop("DAMERO_STORE", None)
postgresql = Server("-c", "fsync=off")
PEOPLE = [{"kind": "person", "name": "Ana"}, {"kind": "person", "name": "Bela"}]


def serve(*words):
    return Page(DAMERO, *words, store=postgresql.url())


def number(statement):
    return int(postgresql.query(statement)[0][0])


def watch(server, match, token=None):
    """A socket that watches the match, and the match as it was sent."""
    socket = server.socket()
    whole = socket.ask(do="watch", match=match, **({"token": token} if token else {}))
    assert whole["tell"] == "match", whole
    return socket, whole["match"]


def claim_of(match):
    return number(f"SELECT claim FROM match WHERE id = {match}")


def count_posts(match):
    return number(f"SELECT count(*) FROM posted WHERE match = {match}")


def await_next_owner(match, claim):
    until(lambda: claim_of(match) > claim, "another owner")


def play(socket, match, state, at):
    """Plays the first legal move; returns it and what follows, as the mover sees it."""
    move = state["moves"][0]["text"]
    socket.say(do="move", match=match, text=move, at=at)
    news = socket.hear_until("move", "error")
    assert news["tell"] == "move" and news["move"]["text"] == move, news
    return move, news


one, two = serve(), serve()


@case
def a_watcher_at_another_server_sees_everything():
    match, tokens = one.begin(game="dots", rules="size=1x1", seats=PEOPLE)
    (ana, whole), (bela, _), (there, seen) = watch(one, match, tokens[0]), watch(one, match, tokens[1]), watch(two, match)
    assert [seat["name"] for seat in seen["seats"]] == ["Ana", "Bela"]
    state, at, moves = whole["state"], 0, []
    while state["turn"] is not None:
        move, news = play((ana, bela)[state["turn"]], match, state, at)
        moves.append(move)
        told = there.hear_until("move")
        assert (told["move"]["text"], told["at"]) == (move, news["at"])
        at, seat = news["at"], news["state"]["turn"]
        if seat is not None:  # the moves are sent to the player on turn
            state = (ana, bela)[seat].ask(do="look", match=match, at=at)["state"]
        else:
            state = news["state"]
    verdict = there.hear_until("end")["verdict"]
    assert verdict["reason"] == "won", verdict
    assert two.get(f"/api/matches/{match}")["verdict"] == one.get(f"/api/matches/{match}")["verdict"] == verdict
    assert [move["text"] for move in two.get(f"/api/matches/{match}")["moves"]] == moves


@case
def a_seat_belongs_to_its_token_at_every_server():
    match, tokens = one.begin(game="dots", rules="size=2x2", seats=PEOPLE)
    (ana, whole), (bela, _) = watch(one, match, tokens[0]), watch(two, match, tokens[1])
    until(lambda: all(seat["connected"] for seat in two.get(f"/api/matches/{match}")["seats"]), "both players")
    until(lambda: all(seat["connected"] for seat in one.get(f"/api/matches/{match}")["seats"]), "both players")
    assert two.socket().ask(do="watch", match=match, token=tokens[0][::-1])["code"] == "wrong-token"
    stranger, _ = watch(two, match)
    assert stranger.ask(do="move", match=match, text="1112", at=0)["code"] == "not-seated"
    move, _ = play(ana, match, whole["state"], 0)
    told = bela.hear_until("move")
    assert told["move"]["text"] == move
    assert bela.ask(do="move", match=match, text=move, at=1)["code"] == "illegal-move"
    assert bela.ask(do="move", match=match, text="1121", at=0)["code"] == "stale"
    assert bela.ask(do="move", match=match, text="1121", at=1)["tell"] == "done"
    # It was done when the move was on disk and shown: that came first.
    order = [told for words in bela.heard if (told := json.loads(words)["tell"]) in ("move", "done")]
    assert order == ["move", "move", "done"], order
    assert ana.hear_until("move")["at"] == 2
    assert count_posts(match) == 0


@case
def offers_resignation_and_chat_go_through():
    match, tokens = one.begin(game="damas", seats=PEOPLE)
    (ana, whole), (bela, _), (watcher, _) = watch(one, match, tokens[0]), watch(two, match, tokens[1]), watch(two, match)
    until(lambda: one.socket().ask(do="watch", match=match)["match"]["spectators"] >= 2, "the watcher at the other server")
    bela.say(do="say", match=match, text="hello")
    assert ana.hear_until("chat")["line"]["text"] == "hello"
    watcher.say(do="say", match=match, text="advice", name="Carl")
    assert watcher.hear_until("chat")["line"]["text"] in ("hello", "advice")
    play(ana, match, whole["state"], 0)
    assert bela.hear_until("move")["at"] == 1
    assert bela.ask(do="accept", match=match, what="draw")["code"] == "no-offer"
    assert bela.ask(do="offer", match=match, what="draw")["tell"] == "done"
    assert ana.hear_until("offer")["seat"] == 1
    assert ana.ask(do="decline", match=match)["tell"] == "done"
    assert bela.hear_until("declined")["seat"] == 0
    assert bela.ask(do="resign", match=match)["tell"] == "done"
    assert ana.hear_until("end")["verdict"]["winner"] == 0
    assert watcher.hear_until("end")["verdict"]["winner"] == 0
    assert "advice" not in "".join(words for words in ana.heard if '"tell":"chat"' in words and "advice" in words
                                   and '"end"' not in "".join(ana.heard)), "a spectator's words reached a player"


@case
def an_open_seat_is_taken_at_another_server():
    match, tokens = one.begin(game="dots", rules="size=2x2", seats=[PEOPLE[0], {"kind": "open"}])
    (ana, whole), (watcher, _) = watch(one, match, tokens[0]), watch(two, match)
    assert ana.ask(do="move", match=match, text="1112", at=0)["code"] == "not-begun"
    bela = two.socket()
    joined = bela.ask(do="join", match=match, token=tokens[1], name="Béla", avatar="fox")
    assert joined["tell"] == "match", joined
    assert [seat["name"] for seat in joined["match"]["seats"]] == ["Ana", "Béla"]
    for socket in (ana, watcher):
        until(lambda socket=socket: socket.hear_until("seats")["seats"][1]["name"] == "Béla")
    play(ana, match, until(lambda: watch(one, match, tokens[0])[1]["state"]), 0)
    assert bela.hear_until("move")["at"] == 1
    assert bela.ask(do="join", match=match, token=tokens[1], name="Bea")["match"]["seats"][1]["name"] == "Bea"


def assert_hidden(state, words, seat):
    """No dice of others are in what a seat was sent, unless they were shown."""
    shown = "result" in state or any(said["text"] in ("dudo", "calza") for said in state["history"])
    for player in state["players"]:
        assert shown or player["seat"] == seat or player["cup"] is None, words
    assert not any(re.search(rf'"{other + 1}:[1-6]', words) for other in range(3) if other != seat), words
    hands = state["text"].split()[0].split("/")
    assert shown or all(other == seat or set(hand) <= set("?-") for other, hand in enumerate(hands)), words


@case
def hidden_dice_are_hidden_at_every_server():
    """Three people and a spectator play Perudo, each through two servers at once, to its end."""
    match, tokens = one.begin(game="perudo", rules="dice=2", seats=[{"kind": "person"}] * 3)
    sockets = {(server, seat): watch(server, match, tokens[seat] if seat < 3 else None)
               for server in (one, two) for seat in range(4)}
    states = {seat: (sockets[two, seat][1]["state"], sockets[two, seat][1]["at"]) for seat in range(4)}
    sockets = {key: socket for key, (socket, _) in sockets.items()}
    chance, said, over = random.Random(5), {}, False
    while not over:
        for seat in range(3):
            state, at = states[seat]
            if state["turn"] != seat or said.get(seat) == at:
                continue
            said[seat] = at
            doubts = [move for move in state["moves"] if move["kind"] == "doubt"]
            bids = [move for move in state["moves"] if move["kind"] == "bid"]
            move = doubts[0] if doubts and (not bids or chance.random() < 0.5) else bids[0]
            sockets[two, seat].say(do="move", match=match, at=at, text=move["text"])
        for socket in select.select([sockets[two, seat] for seat in range(4)], [], [], WAIT)[0]:
            seat, news = next(seat for seat in range(4) if sockets[two, seat] is socket), socket.hear()
            assert news and news["tell"] != "error", news
            if news["tell"] in ("move", "end"):
                states[seat] = (news["state"], news.get("at", states[seat][1]))
            over = over or news["tell"] == "end"
    for (_, seat), socket in sockets.items():
        while '"tell":"end"' not in "".join(socket.heard):
            assert socket.hear()
        rolls = set()
        for words in socket.heard:
            news = json.loads(words)
            if news["tell"] == "end":
                break  # then nothing is secret any more
            whole = news["match"] if news["tell"] == "match" else news
            if "state" in whole:
                assert_hidden(whole["state"], words, seat)
            rolls |= set(re.findall(r'"([1-3]:[1-6]+)"', words))
        assert (seat == 3) == (not rolls), f"seat {seat} has seen the rolls {rolls}"
    for seat in range(4):
        mine, theirs = ({news["at"]: (news["move"]["text"], news["state"]["text"]) for news in
                         map(json.loads, sockets[server, seat].heard) if news["tell"] == "move"} for server in (one, two))
        both = set(mine) & set(theirs)  # not all of them, if the match has changed its owner
        assert both and all(mine[at] == theirs[at] for at in both), f"seat {seat} saw something else at the other server"


@case
def the_owner_is_killed_and_nothing_is_lost():
    first = serve()
    match, tokens = first.begin(game="dots", rules="size=3x3", seats=PEOPLE, clock={"game": 600000})
    (ana, whole), (bela, _) = watch(first, match, tokens[0]), watch(two, match, tokens[1])
    move, _ = play(ana, match, whole["state"], 0)
    state = bela.hear_until("move")["state"]
    answer, _ = play(bela, match, state, 1)
    ana.hear_until("move")
    claim = claim_of(match)
    first.kill()
    await_next_owner(match, claim)
    bela.hear_until("clocks")  # it goes on
    ana, whole = watch(one, match, tokens[0])
    assert [played["text"] for played in whole["moves"]] == [move, answer]
    play(ana, match, whole["state"], 2)
    assert bela.hear_until("move")["at"] == 3
    # Nobody is charged for the gap: Ana's time has run from the moment when the match went on.
    rows = postgresql.query(f"SELECT kind, time, used FROM event WHERE match = {match} AND kind IN ('move', 'resume') ORDER BY number")
    assert [row[0] for row in rows] == ["move", "move", "resume", "move"]
    assert int(rows[3][2]) <= int(rows[3][1]) - int(rows[2][1]) < 1000000 * WAIT, rows
    used = sum(int(rows[i][2]) for i in (0, 3)) // 1000
    left = two.get(f"/api/matches/{match}")["clocks"]["left"][0]
    assert abs(600000 - used - left) <= 1, (rows, left)


@case
def a_command_for_a_dead_owner_waits_for_the_next():
    first = serve()
    match, tokens = first.begin(game="dots", rules="size=2x2", seats=PEOPLE)
    (ana, whole), (bela, _) = watch(two, match, tokens[0]), watch(two, match, tokens[1])
    play(ana, match, whole["state"], 0)
    bela.hear_until("move")
    first.kill()
    assert bela.ask(do="move", match=match, text="1121", at=1)["tell"] == "done"
    moves = [played["text"] for played in one.get(f"/api/matches/{match}")["moves"]]
    assert moves[1] == "1121" and len(moves) == 2, moves
    assert count_posts(match) == 0


def post(match, ticket, words):
    """Posts a command to the match's owner, as another server does."""
    postgresql.query("WITH added AS (INSERT INTO posted (match, origin, ticket, words)"
                     f" VALUES ({match}, 'test', {ticket}, '{words}') RETURNING id)"
                     f" SELECT pg_notify('damero_' || owner, 'post ' || added.id) FROM added, match WHERE match.id = {match}")


@case
def a_move_after_one_that_the_owner_has_not_heard_of_waits_for_it():
    """Another server may read a move in the journal before the referee's thread has told its own server."""
    match, tokens = one.begin(game="dots", rules="size=2x2", seats=PEOPLE)
    ana, whole = watch(one, match, tokens[0])
    post(match, 1, "say 0 1 1 0 1121")
    post(match, 2, "what?")  # is answered after the owner has looked at the first
    until(lambda: count_posts(match) < 2)
    assert postgresql.query(f"SELECT ticket FROM posted WHERE match = {match}") == [["1"]], "the move was refused"
    play(ana, match, whole["state"], 0)
    assert ana.hear_until("move")["move"]["text"] == "1121"
    until(lambda: count_posts(match) == 0)


@case
def a_server_executes_what_it_had_posted_to_the_owner_it_replaces():
    postgresql.query("CREATE DATABASE alone")  # where nobody else can take the match
    first, second = (Page(DAMERO, store=postgresql.url("alone")) for _ in range(2))
    match, tokens = first.begin(game="dots", rules="size=2x2", seats=PEOPLE)
    ana, whole = watch(second, match, tokens[0])
    first.kill()
    move = whole["state"]["moves"][0]["text"]
    assert ana.ask(do="move", match=match, text=move, at=0)["tell"] == "done"
    assert [played["text"] for played in second.get(f"/api/matches/{match}")["moves"]] == [move]
    second.stop()


@case
def commands_that_nobody_answers_are_limited():
    """While the owner does not answer, a client's commands wait in memory and in the store: only a few of them do."""
    first = serve()
    match, tokens = first.begin(game="damas", seats=PEOPLE)
    (ana, whole), (bela, _) = watch(two, match, tokens[0]), watch(two, match, tokens[1])
    play(ana, match, whole["state"], 0)
    bela.hear_until("move")
    until(lambda: count_posts(match) == 0, "the answer to the move")
    first.process.send_signal(signal.SIGSTOP)
    for at in range(20):
        bela.say(do="offer", match=match, what="draw", id=at)
    answers = [bela.hear_until("error", "done") for _ in range(4)]
    assert [(answer["id"], answer.get("code")) for answer in answers] == [(at, "busy") for at in range(16, 20)], answers
    assert count_posts(match) <= 16
    first.process.send_signal(signal.SIGCONT)
    for at in range(16):
        bela.hear_until("error", "done")
    assert bela.ask(do="resign", match=match)["tell"] == "done"
    first.kill()


@case
def a_refused_offer_does_not_answer_the_resignation_after_it():
    first = serve()
    match, tokens = first.begin(game="damas", seats=PEOPLE)
    (ana, whole), (bela, _) = watch(two, match, tokens[0]), watch(two, match, tokens[1])
    play(ana, match, whole["state"], 0)
    bela.hear_until("move")
    until(lambda: count_posts(match) == 0, "the answer to the move")
    first.process.send_signal(signal.SIGSTOP)  # so that the referee gets all three at once
    for at in range(2):
        bela.say(do="offer", match=match, what="draw", id=f"offer {at}")
    bela.say(do="resign", match=match, id="resign")
    until(lambda: count_posts(match) == 3, "the three commands in the store")
    first.process.send_signal(signal.SIGCONT)
    answers = {}
    while "resign" not in answers:
        answer = bela.hear_until("error", "done")
        answers[answer.get("id")] = answer
    assert answers["resign"]["tell"] == "done", answers
    first.kill()


@case
def a_server_that_ends_hands_its_matches_over_at_once():
    first = serve()
    match, tokens = first.begin(game="dots", rules="size=2x2", seats=PEOPLE)
    bela, _ = watch(two, match, tokens[1])
    claim = claim_of(match)
    first.stop()
    await_next_owner(match, claim)
    ana, whole = watch(two, match, tokens[0])
    play(ana, match, whole["state"], 0)
    assert bela.hear_until("move")["at"] == 1


@case
def a_stopped_server_cannot_write_when_it_goes_on():
    """Split brain: the owner is stopped for longer than its lease, others take its match, and it goes on."""
    first = serve()
    match, tokens = first.begin(game="dots", rules="size=2x2", seats=PEOPLE)
    (ana, whole), (bela, _) = watch(first, match, tokens[0]), watch(two, match, tokens[1])
    play(ana, match, whole["state"], 0)
    bela.hear_until("move")
    claim = claim_of(match)
    first.process.send_signal(signal.SIGSTOP)
    await_next_owner(match, claim)
    whole = watch(two, match, tokens[1])[1]
    play(bela, match, whole["state"], 1)
    ana.say(do="move", match=match, text="1323", at=1)  # as if nothing had happened there
    first.process.send_signal(signal.SIGCONT)
    # Its client is sent the match again, and what has happened, and plays on through it.
    told = [ana.hear_until("match")["match"]]
    while told[-1]["at"] < 2:
        told.append(ana.hear_until("match", "move"))
    whole = watch(first, match, tokens[0])[1]
    assert [played["text"] for played in whole["moves"]][1] != "1323"
    play(ana, match, whole["state"], 2)
    assert bela.hear_until("move")["at"] == 3
    assert first.process.poll() is None
    assert postgresql.query(f"SELECT count(*) FROM event WHERE match = {match} AND kind = 'move'") == [["3"]]
    first.kill()


@case
def the_organiser_aborts_a_match_of_another_server():
    path = os.path.join(folder, "token")
    with open(path, "w", encoding="ascii") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write("a-token-of-the-organiser-that-is-long-enough\n")
    first, second = (serve("--contest", "--organiser-token", path) for _ in range(2))
    for server in (first, second):
        server.organiser = "a-token-of-the-organiser-that-is-long-enough"
    match, _ = first.begin(game="dots", rules="size=2x2", seats=PEOPLE)
    assert second.http("POST", f"/api/matches/{match}/abort", {"why": "fire alarm"})[0] == 200
    verdict = until(lambda: first.get(f"/api/matches/{match}")["verdict"], "the end")
    assert verdict["reason"] == "aborted", verdict
    for server in (first, second):
        server.stop()


@case
def the_rate_of_an_address_holds_at_all_servers():
    wanted = {"game": "dots", "rules": "size=1x1", "seats": [PEOPLE[0], {"kind": "open"}]}
    assert one.http("POST", "/api/matches", wanted, source="127.0.0.9")[0] == 201
    assert two.http("POST", "/api/matches", wanted, source="127.0.0.9")[0] == 201
    # As if it had begun as many as it may, somewhere.
    assert number("WITH spent AS (UPDATE allowance SET spent = spent + 3600000 RETURNING 1) SELECT count(*) FROM spent") > 0
    for server in (one, two):
        assert server.http("POST", "/api/matches", wanted, source="127.0.0.9")[0] == 429
    postgresql.query("DELETE FROM allowance")


def check_event(name, games):
    """Every game of a tournament counts once, and every pairing has its result."""
    mine = f"SELECT series FROM pairing JOIN tournament ON tournament.id = tournament WHERE name = '{name}'"
    played = postgresql.query(f"SELECT series, number FROM match WHERE over = 1 AND reason <> 'aborted' AND series IN ({mine})")
    assert len(played) == len({tuple(row) for row in played}) == games, played
    assert postgresql.query(f"SELECT id FROM match WHERE over = 0 AND series IN ({mine})") == []
    assert number(f"SELECT count(*) FROM pairing JOIN tournament ON tournament.id = tournament WHERE name = '{name}'"
                  " AND pairing.over = 0") == 0


@case
def a_tournament_of_a_killed_server_is_finished_by_another():
    path = os.path.join(folder, "organiser-of-events")
    with open(path, "w", encoding="utf-8") as file:
        file.write("events" * 8)
    os.chmod(path, 0o600)
    first, second = (serve("--contest", "--organiser-token", path) for _ in range(2))
    first.organiser = second.organiser = "events" * 8
    players = [{"kind": "engine", "name": name, "level": "casual", "time": 20} for name in ("Ana", "Bo", "Cy", "Di")]
    status, answer = first.http("POST", "/api/events", {"name": "Cup", "kind": "round-robin", "game": "dots", "rules": "size=4x4",
                                                        "games": 2, "players": players})
    assert status == 201, answer
    assert first.http("POST", "/api/events/Cup", {"do": "start"})[0] == 200
    done = "SELECT count(*) FROM match WHERE over = 1 AND series > 0"
    until(lambda: number(done) > 0, "the first game")
    status, answer = second.http("POST", "/api/events/Cup", {"do": "pause"})
    assert status == 409 and "event-elsewhere" in json.dumps(answer), answer
    first.kill()
    assert second.get("/api/events/Cup")["state"] != "over", "killed too late"
    until(lambda: second.get("/api/events/Cup")["state"] == "over", lambda: second.get("/api/events/Cup"))
    check_event("Cup", 12)
    second.stop()


class Player(threading.Thread):
    """Plays a seat to the end through whatever server answers. What it was told is never taken back."""

    def __init__(self, servers, match, seat, token, seed):
        super().__init__(daemon=True)
        self.servers, self.match, self.seat, self.token = servers, match, seat, token
        self.chance, self.told, self.wrong, self.over, self.acknowledged = random.Random(seed), {}, [], None, 0

    def note(self, at, text):
        if self.told.setdefault(at, text) != text:
            self.wrong.append(f"move {at} was {self.told[at]} and is {text}")

    def take(self, whole):
        for at, move in enumerate(whole["moves"]):
            self.note(at, move["text"])
        if len(self.told) > len(whole["moves"]):  # a server that has lost PostgreSQL too may not know the last ones yet
            kept = number(f"SELECT count(*) FROM event WHERE match = {self.match} AND kind = 'move'")
            if len(self.told) > kept:
                self.wrong.append(f"{len(self.told)} moves were told, {kept} are there")
        self.over = whole["verdict"]
        return whole["state"], whole["at"]

    def sit(self, socket):
        whole = socket.ask(do="watch", match=self.match, token=self.token)
        assert whole["tell"] == "match", whole
        state, at = self.take(whole["match"])
        said = None
        while not self.over and not self.wrong:
            if state["turn"] == self.seat and said != at and state.get("moves"):
                said, move = at, self.chance.choice(state["moves"])["text"]
                socket.say(do="move", match=self.match, text=move, at=at, id=at)
            news = socket.hear(5)
            if news is None:
                return
            if news["tell"] == "match":
                (state, at), said = self.take(news["match"]), None
            elif news["tell"] == "move":
                self.note(news["at"] - 1, news["move"]["text"])
                state, at = news["state"], news["at"]
                self.acknowledged += news["move"]["seat"] == self.seat
            elif news["tell"] == "end":
                self.over = news["verdict"]
            elif news["tell"] == "error":
                said = None if news["code"] != "stale" else said
                time.sleep(0.1)

    def run(self):
        while not self.over and not self.wrong:
            socket = None
            try:
                socket = self.chance.choice(self.servers).socket()
                self.sit(socket)
            except (OSError, AssertionError, RuntimeError, Refused):
                time.sleep(0.05)  # that server, or PostgreSQL, is being started
            finally:
                if socket:
                    socket.close()


def work():
    return subprocess.Popen([DAMERO, "worker", "--quiet", "--store", postgresql.url()], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def kill_something(servers, workers, chance):
    """A server or a worker; or, in the long run, also a session of PostgreSQL, or all of it as by a crash."""
    what = chance.choice(["server"] * 3 + ["worker"] + (["worker", "session", "session", "postmaster"] if LONG else []))
    if what == "worker":
        at = chance.randrange(len(workers))
        workers[at].kill()
        workers[at].wait()
        workers[at] = work()
    elif what == "server":
        server = chance.choice(servers)
        server.kill()
        server.start()
    elif what == "session":
        sessions = postgresql.query("SELECT pid FROM pg_stat_activity WHERE application_name = 'damero'")
        if sessions:
            try:
                os.kill(int(chance.choice(sessions)[0]), signal.SIGKILL)  # which PostgreSQL takes for a crash of its own
            except ProcessLookupError:
                pass
    else:
        postgresql.halt(signal.SIGQUIT)
        postgresql.start()


@case
def kills_lose_nothing_and_play_nothing_twice():
    servers = [serve() for _ in range(3)]
    chance = random.Random(17)
    kills, matches, teams = (200, 20, 21) if LONG else (20, 4, 4)  # 21 teams play 210 games
    games = teams * (teams - 1) // 2
    seats = [word for i in range(teams) for word in ("--player", f"P{i}=engine:{10 + i}ms")]
    run("tournament", "new", "Kills", "dots", "--rules", "size=3x3", *seats, "--store", postgresql.url())
    workers = [work(), work()]
    command = subprocess.Popen([DAMERO, "tournament", "run", "Kills", "--workers", "--store", postgresql.url()],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    players = []
    for i in range(matches):
        match, tokens = servers[i % 3].begin(game="dots", rules="size=6x6", seats=PEOPLE)
        players += [Player(servers, match, seat, tokens[seat], 100 * i + seat) for seat in range(2)]
    for player in players:
        player.start()
    for _ in range(kills):
        kill_something(servers, workers, chance)
        time.sleep(chance.random())
        assert not any(player.wrong for player in players), [player.wrong for player in players]
    said = command.communicate(timeout=4 * WAIT)[1]
    assert command.returncode == 0, said
    check_event("Kills", games)
    for worker in workers:
        worker.terminate()
        worker.wait()
    for player in players:  # no match is stuck
        player.join(2 * WAIT)
        assert not player.wrong, player.wrong
        assert player.acknowledged and player.over and player.over["reason"] in ("won", "drawn"), (player.match, player.seat, player.over)
    for player in players:
        moves = [row[0] for row in postgresql.query(
            f"SELECT text FROM event WHERE match = {player.match} AND kind = 'move' ORDER BY number")]
        assert [player.told[at] for at in range(len(moves))] == moves
        assert len(set(moves)) == len(moves) == 84, "a line was drawn twice"
    assert postgresql.query("SELECT match FROM event GROUP BY match HAVING count(*) <> max(number)") == []
    for server in servers:
        server.stop()


def clean_up():
    end_servers()
    postgresql.stop()
    shutil.rmtree(folder, ignore_errors=True)


run_cases(clean_up)
