#!/usr/bin/env python3
"""People who keep a name: their secret, their matches and ratings on any device, what is stored, export and deletion."""
import os
import sqlite3
import sys

from page_client import Server, end_servers
from tap import case, run_cases, until

DAMERO = os.path.abspath(sys.argv[1])
server = Server(DAMERO)


def create(name, at=server, **more):
    status, made = at.http("POST", "/api/account", {"name": name, **more})
    assert status == 201, made
    assert made["name"] == name and len(made["secret"]) == 43, made
    return made["secret"]


def ask(method, path, secret, body=None, at=server):
    return at.http(method, path, body, headers={"Authorization": f"Bearer {secret}"})


def own(secret, words=""):
    status, answer = ask("GET", f"/api/account/matches{words}", secret)
    assert status == 200, answer
    return answer["matches"]


def pair(one, other, loser, listed=True, size="2x2"):
    """A match of two people, of whom one resigns at once."""
    match, tokens = server.begin(game="dots", rules=f"size={size}", listed=listed,
                                 seats=[{"kind": "person", "account": one}, {"kind": "open"}])
    here = server.socket()
    made = here.ask(do="join", match=match, token=tokens[1], account=other)["match"]
    here.ask(do="watch", match=match, token=tokens[loser])
    here.say(do="resign", match=match)
    here.hear_until("end")
    here.close()
    return match, made


def journal(statement, *values):
    file = sqlite3.connect(os.path.join(server.folder, "damero.db"))
    rows = file.execute(statement, values).fetchall()
    file.close()
    return rows


def stored():
    """Every byte of the server's files."""
    found = b""
    for folder, _, names in os.walk(server.folder):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                found += file.read()
    return found


@case
def only_the_hash_of_the_secret_is_stored():
    secret = create("Ana")
    status, about = ask("GET", "/api/account", secret)
    assert status == 200 and about["name"] == "Ana" and about["ratings"] == [] and "secret" not in about, about
    [row] = journal("SELECT * FROM account WHERE name = 'Ana'")
    assert len(row) == 4 and len(row[2]) == 32, row  # number, name, hash, when
    assert secret.encode() not in stored()


@case
def a_wrong_secret_belongs_to_nobody():
    for secret in ("", "x", "A" * 43, "é" * 43):
        for method, path in (("GET", "/api/account"), ("GET", "/api/account/matches"), ("POST", "/api/account/change"),
                             ("DELETE", "/api/account?names=keep")):
            status, said = server.http(method, path, {} if method == "POST" else None,
                                       headers={"Authorization": f"Bearer {secret}".encode()})
            assert (status, said["error"]["code"]) == (403, "no-account"), (secret, path, said)
    status, said = server.http("POST", "/api/matches", dict(
        game="dots", seats=[{"kind": "person", "account": "A" * 43}, {"kind": "open"}]))
    assert (status, said["error"]["code"], said["error"]["where"]) == (403, "no-account", "seats/0"), said
    match, tokens = server.begin(game="dots", seats=[{"kind": "person"}, {"kind": "open"}])
    socket = server.socket()
    for words in (dict(do="watch"), dict(do="join", token=tokens[1])):
        assert socket.ask(match=match, account="A" * 43, **words)["code"] == "no-account", words
    socket.close()


@case
def a_name_belongs_to_one():
    secret = create("Bruna")
    for name, code in (("bruna", "name-taken"), (" Bruna ", "name-taken"), ("", "account-name"), ("   ", "account-name"),
                       ("Bruna\u00a0", "name-taken"), ("Bru\u3164na\ufe0f", "name-taken"), ("\u2800\u3000", "account-name"),
                       ("\u202e\u0007", "account-name"), ("x" * 61, "account-name"), (7, "account-name")):
        status, said = server.http("POST", "/api/account", {"name": name})
        assert status in (409, 422) and said["error"]["code"] == said["error"]["reason"] == code, (name, said)
    assert ask("POST", "/api/account/change", secret, {"name": "bruna"})[1]["name"] == "bruna"  # her own
    other = create("Carla")
    create("Ana Luz")
    assert server.http("POST", "/api/account", {"name": "Ana \u2003 Luz"})[0] == 409
    assert ask("POST", "/api/account/change", other, {"name": "Bruna"})[0] == 409
    assert ask("GET", "/api/account", other)[1]["name"] == "Carla"


@case
def a_new_secret_replaces_the_old_one():
    old = create("Dora")
    status, said = ask("POST", "/api/account/change", old, {"renew": True})
    assert status == 200 and said["secret"] != old, said
    assert ask("GET", "/api/account", old)[0] == 403
    assert ask("GET", "/api/account", said["secret"])[1]["name"] == "Dora"


@case
def matches_belong_to_the_account():
    one, other = create("Elia"), create("Fede")
    listed, made = pair(one, other, loser=1)
    assert [seat["name"] for seat in made["seats"]] == ["Elia", "Fede"]
    assert [seat.get("account") for seat in made["seats"]] == [True, True]
    hidden, _ = pair(one, other, loser=0, listed=False)
    mine = own(one)
    assert [(m["id"], m["you"], m["winner"]) for m in mine] == [(hidden, 0, 1), (listed, 0, 0)], mine
    assert server.get(f"/api/matches/{hidden}-{mine[0]['key']}")["id"] == hidden
    assert [m["you"] for m in own(other)] == [1, 1]
    assert [m["id"] for m in own(one, f"?before={hidden}")] == [listed]
    assert [m["id"] for m in own(one, "?limit=1")] == [hidden]
    for text in (str(server.get("/api/matches?limit=100")), str(server.get(f"/api/matches/{listed}"))):
        assert one not in text and other not in text


@case
def the_seat_follows_to_another_device():
    secret = create("Gaia")
    match, _ = server.begin(game="dots", rules="size=2x2",
                            seats=[{"kind": "person", "account": secret}, {"kind": "engine", "time": 5}])
    phone, stranger = server.socket(), server.socket()  # neither has the seat's token
    assert phone.ask(do="watch", match=match, account=secret)["match"]["you"] == 0
    assert stranger.ask(do="watch", match=match)["match"]["you"] is None
    assert phone.ask(do="move", match=match, at=0, text="1112")["tell"] == "done"
    assert phone.hear_until("move")["move"]["text"] == "1112"
    assert secret not in "".join(stranger.heard)
    # Nobody changes the name of a seat that an account has.
    assert phone.ask(do="join", match=match, name="Somebody")["match"]["seats"][0]["name"] == "Gaia"
    phone.close()
    stranger.close()
    server.kill()
    server.start()
    phone = server.socket()
    assert phone.ask(do="watch", match=match, account=secret)["match"]["you"] == 0
    phone.close()


def rated(name, game="dots"):
    found = [p for p in server.get(f"/api/ratings?game={game}")["players"] if p["name"] == name]
    return found[0] if found else None


@case
def people_are_rated_by_their_matches():
    one, other, guest = create("Hugo"), create("Ida"), create("Jan")
    for loser in (1, 1, 0):
        pair(one, other, loser)
    pair(one, other, loser=1, listed=False)  # counts for nobody
    pair(one, one, loser=0)  # nor does playing alone
    hugo = until(lambda: (p := rated("Hugo")) and p["games"] == 3 and p)
    ida = rated("Ida")
    assert hugo["rating"] > 1500 > ida["rating"] and hugo["error"] > 0, (hugo, ida)
    assert hugo["rating"] - ida["rating"] in (120, 121)  # 400 log10(2): two wins to one
    assert (hugo["points"], ida["points"]) == (2, 1)
    assert rated("Jan") is None and ask("GET", "/api/account", guest)[1]["ratings"] == []
    [mine] = ask("GET", "/api/account", one)[1]["ratings"]
    assert mine["game"] == "dots" and mine["rating"] == hugo["rating"], mine
    players = server.get("/api/ratings?game=dots")["players"]
    finite = [p["rating"] for p in players if p["rating"] is not None]
    assert finite == sorted(finite, reverse=True)
    assert server.http("GET", "/api/ratings?game=chess")[0] == 400


@case
def a_new_name_hides_no_ratings():
    """Only the account's own line changes, at once; before, everybody's were gone until all had been rated again."""
    for number in range(5):
        names = {p["name"] for p in server.get("/api/ratings?game=dots")["players"]}
        assert {"Hugo", "Ida"} <= names, names
        one = create(f"Somebody {number}")
        assert ask("POST", "/api/account/change", one, {"name": f"Another {number}"})[0] == 200


@case
def many_new_accounts_do_not_take_the_places_of_people():
    """600 accounts with one match each, newer than those of Hugo and Ida; 500 players are rated."""
    hugo = rated("Hugo")
    file = sqlite3.connect(os.path.join(server.folder, "damero.db"))
    first = file.execute("SELECT max(id) FROM match").fetchone()[0] + 1
    columns = [row[1] for row in file.execute("PRAGMA table_info(match)") if row[1] != "id"]
    known = file.execute("SELECT match FROM seat JOIN account ON account.id = account WHERE account.name = 'Hugo'").fetchone()[0]
    for number in range(300):
        file.execute(f"INSERT INTO match (id, {', '.join(columns)}) SELECT ?, {', '.join(columns)} FROM match WHERE id = ?",
                     (first + number, known))
        for seat in range(2):
            made = file.execute("INSERT INTO account (name, secret, made) VALUES (?, ?, '')",
                                (f"Crowd {number}.{seat}", os.urandom(32))).lastrowid
            file.execute("INSERT INTO seat (match, seat, kind, name, avatar, token, account) VALUES (?, ?, 'person', '', '', x'', ?)",
                         (first + number, seat, made))
    file.commit()
    file.close()
    players = until(lambda: len(found := server.get("/api/ratings?game=dots")["players"]) > 300 and found)
    assert len(players) == 500, len(players)
    assert rated("Hugo")["games"] == hugo["games"] and rated("Ida"), [p for p in players if not p["name"].startswith("Crowd")]


@case
def a_match_with_help_is_not_rated():
    secret = create("Kira")
    def against_engine(helped):
        match, tokens = server.begin(game="dots", rules="size=2x2", seats=[
            {"kind": "person", "account": secret}, {"kind": "engine", "level": "beginner"}])
        socket = server.socket()
        socket.ask(do="watch", match=match, token=tokens[0])
        if helped:
            assert socket.ask(do="hint", match=match)["tell"] == "hint"
        socket.say(do="resign", match=match)
        socket.hear_until("end")
        socket.close()
    against_engine(True)
    against_engine(False)
    kira = until(lambda: rated("Kira"))
    assert kira["games"] == 1 and kira["points"] == 0 and kira["rating"] is None, kira  # only lost: no finite rating
    level = rated("beginner")
    assert level["kind"] == "engine" and level["games"] == 1, level


@case
def everything_can_be_exported():
    one, other = create("Lea"), create("Max")
    match, tokens = server.begin(game="dots", rules="size=2x2",
                                 seats=[{"kind": "person", "account": one}, {"kind": "open"}])
    socket = server.socket()
    socket.ask(do="join", match=match, token=tokens[1], account=other)
    socket.ask(do="say", match=match, text="I am Max")
    socket.ask(do="watch", match=match, token=tokens[0])
    socket.ask(do="say", match=match, text="I am Lea")
    socket.ask(do="move", match=match, at=0, text="1112")
    socket.say(do="resign", match=match)
    socket.hear_until("end")
    socket.close()
    [played] = own(one, "?records=1")
    assert "1112" in played["record"] and '"Lea"' in played["record"], played["record"]
    assert [line["text"] for line in played["said"]] == ["I am Lea"], played["said"]


@case
def pages_of_long_games_are_short():
    one, other = create("Tolstoi"), create("Proust")
    matches = [pair(one, other, 0, size="34x34")[0] for _ in range(5)]
    _, start = server.http("POST", "/api/position", {"game": "dots", "rules": "size=34x34"})
    level = [move["text"] for move in start["state"]["moves"] if move["text"][1] == move["text"][3]]  # no box is closed
    file = sqlite3.connect(os.path.join(server.folder, "damero.db"))
    for match in matches:
        file.execute("UPDATE event SET number = number + ? WHERE match = ? AND kind = 'end'", (len(level), match))
        file.executemany("INSERT INTO event (match, number, time, kind, seat, text, used) VALUES (?, ?, 0, 'move', ?, ?, 0)",
                         [(match, 2 + at, 1 + at % 2, text) for at, text in enumerate(level)])
    file.commit()
    file.close()
    pages, words = [], ""
    while not pages or pages[-1]:
        pages.append(own(one, f"?records=1{words}"))
        words = f"&before={pages[-1][-1]['id']}" if pages[-1] else ""
    assert [len(page) for page in pages] == [3, 2, 0], [len(page) for page in pages]
    assert all(match["record"].count(level[-1]) == 1 for page in pages for match in page)
    assert [match["id"] for page in pages for match in page] == matches[::-1]


@case
def a_deleted_account_is_gone():
    one, other = create("Nora"), create("Otto")
    match, _ = pair(one, other, loser=1)
    until(lambda: rated("Nora"))
    watching = server.socket()
    watching.ask(do="watch", match=match)
    assert ask("DELETE", "/api/account", one)[0] == 400  # what about the name?
    assert ask("DELETE", "/api/account?names=remove", one) == (200, {"deleted": True})
    seats = watching.hear_until("seats")["seats"]
    assert [(seat["name"], seat.get("account")) for seat in seats] == [("", None), ("Otto", True)], seats
    watching.close()
    assert ask("GET", "/api/account", one)[0] == 403
    assert rated("Nora") is None
    assert "Nora" not in server.http("GET", f"/api/matches/{match}/record", raw=True)[1].decode()
    assert ask("DELETE", "/api/account?names=keep", other)[0] == 200
    assert [seat["name"] for seat in server.get(f"/api/matches/{match}")["seats"]] == ["", "Otto"]
    server.stop()
    assert journal("SELECT name, account FROM seat WHERE match = ? ORDER BY seat", match) == [("", None), ("Otto", None)]
    assert journal("SELECT count(*) FROM account WHERE name IN ('Nora', 'Otto')") == [(0,)]
    assert b"Nora" not in stored() and b"Otto" in stored()
    server.start()
    create("Nora")  # the name is free again


@case
def changes_are_limited_like_beginnings():
    busy = Server(DAMERO)
    secret = create("Rosa", at=busy)
    for number in range(1000):
        status, said = ask("POST", "/api/account/change", secret, {"name": f"Rosa {number}"}, at=busy)
        if status != 200:
            break
    assert (status, said["error"]["code"]) == (429, "slow-down"), said
    assert ask("GET", "/api/account", secret, at=busy)[0] == 200  # reading costs nothing
    busy.stop()


@case
def only_people_who_may_begin_get_an_account():
    closed = Server(DAMERO, "--begin", "nobody")
    status, said = closed.http("POST", "/api/account", {"name": "Pia"})
    assert (status, said["error"]["code"]) == (403, "closed"), said
    closed.stop()


@case
def methods_have_their_paths():
    for method, path in (("DELETE", "/api/games"), ("DELETE", "/api/account/matches"), ("DELETE", "/"),
                         ("GET", "/api/account/change"), ("POST", "/api/ratings"), ("PUT", "/api/account")):
        status, said = server.http(method, path, {} if method == "POST" else None)
        assert (status, said["error"]["code"]) == (405, "method"), (method, path, status, said)


run_cases(end_servers)
