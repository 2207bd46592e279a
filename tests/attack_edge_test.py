#!/usr/bin/env python3
"""Attacks at the server's edge: who may make a request, as whom, for which files, by which names."""
import http.client
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile

from page_client import Refused, Server, end_servers
from tap import WAIT, case, run_cases, until

DAMERO = os.path.abspath(sys.argv[1])
folders = []


def serve(*words, **more):
    return Server(DAMERO, *words, **more)


def new_folder():
    folders.append(tempfile.mkdtemp(prefix="damero-edge-"))
    return folders[-1]


shared = serve()


def status_of(server, head):
    """The status of a request that is sent as it is; 0 if the server hangs up without one."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) as connection:
        connection.sendall(head.encode("latin-1") + b"\r\nConnection: close\r\n\r\n")
        answer = http.client.HTTPResponse(connection)
        try:
            answer.begin()
        except (http.client.HTTPException, ConnectionError):
            return 0
        return answer.status


def opens(server, **words):
    try:
        server.socket(**words).close()
        return True
    except (Refused, ConnectionError):
        return False


def begin_in_time(server, **wish):
    """Starts a match as soon as the server accepts another one: it limits the rate."""
    def begin():
        status, answer = server.http("POST", "/api/matches", wish)
        assert status in (201, 429), answer
        return answer if status == 201 else None

    answer = until(begin, "room for another match")
    return answer["match"], [seat.get("token") for seat in answer["seats"]]


# Names that the server answers to, and names that could lead a browser here.
OURS = ["localhost", "LocalHost", "localhost:80", "127.0.0.1", "127.0.0.1:7777", "127.8.9.10", "[::1]", "[::1]:65535"]
OTHERS = ["127.evil.com", "127.0.0.1.evil.com", "127.0.0.evil", "localhost.evil.com", "localhost.", "127.0.0.1.", "evil.com",
          "evil.com:7777", "localhost:80@evil.com", "localhost@evil.com", "evil.com@localhost", "[::1]evil", "[::1]evil.com:80",
          "[::1", "::1", "[::1]:", "[::1%25lo]", "[evil.com]", "[127.0.0.1]", "localhost:", "localhost:x", "localhost:0",
          "localhost:65536", "localhost:+80", "localhost:80:80", "localhost:80/evil.com", "localhost,evil.com", "localhost evil.com",
          "127.1", "127.0.0.1.1", "0127.0.0.1", "0x7f.0.0.1", "0x7f000001", "2130706433", "10.0.0.1", "0.0.0.0", "[::ffff:7f00:1]",
          ".localhost", "local..host", "localhost\\evil.com", "localhost#evil.com", "localhost?evil.com", "\xfflocalhost",
          "x" * 250 + ".localhost", "x" * 3000, "", "*"]


@case
def only_names_of_this_machine_are_answered():
    for name in OURS:
        assert status_of(shared, f"GET /api/games HTTP/1.1\r\nHost: {name}") == 200, name
        assert opens(shared, headers={"Host": name, "Origin": f"http://{name}"}), name
    for name in OTHERS:
        assert status_of(shared, f"GET /api/games HTTP/1.1\r\nHost: {name}") in (0, 403, 431), name
        if name.isascii() and len(name) < 300:
            for path, protocol in (("/api/socket", "damero"), ("/api/lab/damas", "damero-lab")):
                headers = {"Host": name, "Origin": f"http://{name}"}
                assert not opens(shared, headers=headers, path=path, protocol=protocol), (name, path)


@case
def one_host_and_no_other_in_the_target():
    for hosts in ("Host: localhost\r\nHost: localhost", "Host: localhost\r\nHost: evil.com", "Host: evil.com\r\nHost: localhost",
                  "X-Forwarded-Host: localhost", "Host: evil.com\r\nX-Forwarded-Host: localhost",
                  "Host: evil.com\r\nForwarded: host=localhost", "Origin: http://localhost"):
        assert status_of(shared, f"GET /api/games HTTP/1.1\r\n{hosts}") in (0, 400, 403), hosts
    for target in ("http://evil.com/api/games", "http://localhost/api/games", "https://evil.com/", "evil.com:80", "api/games", "*"):
        assert status_of(shared, f"GET {target} HTTP/1.1\r\nHost: localhost") in (0, 400, 403, 404, 405), target
    assert status_of(shared, "GET /api/games HTTP/1.0") == 403
    for origin in ("http://evil.com", "null", "http://localhost:1", "http://localhost.evil.com", "localhost", "ftp://localhost",
                   "http://localhost/", "http://evil.com@localhost", "file://"):
        assert status_of(shared, f"GET /api/games HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}") == 403, origin


@case
def names_given_with_host_are_answered_too():
    server = serve("--host", "Arena.example.org", "--host", "192.0.2.7", "--host", "[2001:db8::1]", host="0.0.0.0")
    for name in ("arena.example.org", "ARENA.example.org:80", "192.0.2.7:7777", "[2001:DB8:0::1]", *OURS):
        assert status_of(server, f"GET /api/games HTTP/1.1\r\nHost: {name}") == 200, name
        assert opens(server, headers={"Host": name, "Origin": f"https://{name}"}), name
    for name in ("example.org", "arena.example.org.", "arena.example.org.evil.com", "x.arena.example.org", "192.0.2.8",
                 "[2001:db8::2]", *OTHERS):
        if len(name) < 300:
            assert status_of(server, f"GET /api/games HTTP/1.1\r\nHost: {name}") in (0, 403), name
    for wrong in ("", "arena.example.org:80", "http://arena.example.org", "a b", "*.example.org", "2001:db8::1"):
        done = subprocess.run([DAMERO, "serve", "--listen", "127.0.0.1:0", "--data", new_folder(), "--host", wrong],
                              capture_output=True, text=True, timeout=WAIT)
        assert done.returncode != 0 and "--host" in done.stderr, (wrong, done)


PROGRAM = {"game": "dots", "seats": [{"kind": "engine", "time": 1}, {"kind": "link", "spec": "program:/bin/cat"}]}


def organiser_requests(server, headers):
    """What an organiser can do, each with the status and the code of its answer."""
    match, _ = begin_in_time(server, game="dots", seats=[{"kind": "person"}, {"kind": "open"}])
    lines = [{**PROGRAM, "seats": [{"kind": "engine", "time": 1}, {"kind": "link", "spec": spec}]}
             for spec in ("pty", "listen:0", "serial:/dev/null", "tcp:127.0.0.1:1")]
    asked = [("GET", "/api/ports", None), ("POST", f"/api/matches/{match}/abort", {}),
             *(("POST", "/api/matches", wish) for wish in (PROGRAM, *lines))]
    for method, path, body in asked:
        status, answer = server.http(method, path, body, headers)
        yield status, answer.get("error", {}).get("code"), (method, path, body)


@case
def nobody_is_the_organiser_by_accident():
    """Only the token counts: not being on this machine, coming through a local proxy, or knowing the address."""
    server = serve("--contest")
    token = server.organiser
    assert len(token) >= 40 and server.get("/api/ports")["speeds"]
    tried = [None, "", "Bearer", "Bearer ", f"Bearer {token[:-1]}", f"Bearer {token}x", f"Bearer  {token}", f"Bearer {token.swapcase()}",
             f"Bearer x{token}", f"Basic {token}", token, f"Token {token}", f"Bearer {'A' * 43}", f"Bearer {'A' * 3000}"]
    for authorization in tried:
        for status, code, what in organiser_requests(server, {"Authorization": authorization}):
            assert (status, code) == (403, "not-organiser"), (authorization, what, status, code)
    elsewhere = [{"Cookie": f"organiser={token}"}, {"X-Organiser": token}, {"X-Forwarded-For": "127.0.0.1", "Host": "localhost"},
                 {"Referer": f"http://127.0.0.1/contest#organiser={token}"}]
    for headers in elsewhere:
        for status, code, what in organiser_requests(server, {"Authorization": None, **headers}):
            assert (status, code) == (403, "not-organiser"), (headers, what, status, code)
    anybody = {"Authorization": None}
    assert server.http("GET", f"/api/ports?organiser={token}&token={token}", headers=anybody)[0] == 403
    assert server.http("POST", "/api/matches", {**PROGRAM, "organiser": token, "token": token}, anybody)[0] == 403
    kinds = {seat["kind"] for match in server.get("/api/matches?limit=100")["matches"] for seat in match["seats"]}
    assert kinds == {"person", "open"}, kinds
    assert server.http("POST", "/api/matches", PROGRAM, {"Authorization": f"bEARER {token}"})[0] == 201
    assert token not in server.stop().replace(f"organiser={token}", "", 1), "the token is printed once"
    for name in os.listdir(server.folder):
        if os.path.isfile(path := os.path.join(server.folder, name)):
            with open(path, "rb") as file:
                assert token.encode() not in file.read(), name
    server.start()
    assert server.organiser != token and server.http("GET", "/api/ports", headers={"Authorization": f"Bearer {token}"})[0] == 403


@case
def without_contest_there_is_no_organiser():
    for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": f"Bearer {'A' * 43}"}):
        for status, code, what in organiser_requests(shared, headers):
            assert (status, code) == (403, "no-contest"), (headers, what, status, code)


@case
def a_token_from_a_file():
    folder = new_folder()
    path = os.path.join(folder, "organiser")

    def write(words, mode=0o600):
        with open(path, "wb") as file:
            file.write(words)
        os.chmod(path, mode)

    def refusal(*more):
        done = subprocess.run([DAMERO, "serve", "--listen", "127.0.0.1:0", "--data", folder, "--organiser-token", path, *more],
                              capture_output=True, text=True, timeout=WAIT)
        assert done.returncode != 0, done
        return done.stderr

    good = b"correct-horse-battery-staple+/=\n"
    assert "No such file" in refusal("--contest")
    for mode in (0o640, 0o604, 0o644, 0o620, 0o666, 0o601):
        write(good, mode)
        assert "chmod 600" in refusal("--contest"), oct(mode)
    for words in (b"", b"\n", b"short\n", b"x" * 19, b"x" * 201, b"with blanks in it, which is wrong\n", b"\xff" * 30, b"a" * 10 + b"\0" + b"a" * 30):
        write(words)
        assert "letters and digits" in refusal("--contest"), words
    write(good)
    assert "--contest" in refusal()
    os.unlink(path)
    os.mkdir(path, 0o700)
    assert "letters and digits" in refusal("--contest")
    os.rmdir(path)
    write(good, 0o400)
    process = subprocess.Popen([DAMERO, "serve", "--listen", "127.0.0.1:0", "--data", folder, "--organiser-token", path, "--contest"],
                               stdout=subprocess.PIPE, text=True)
    try:
        said = [process.stdout.readline() for _ in range(3)]
        assert path in said[2] and "correct-horse" not in "".join(said), said
        port = int(said[0].rsplit(":", 1)[1])
        for token, wanted in (("correct-horse-battery-staple+/=", 200), ("correct-horse-battery-staple", 403)):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT)
            connection.request("GET", "/api/ports", headers={"Authorization": f"Bearer {token}"})
            assert connection.getresponse().status == wanted, token
            connection.close()
    finally:
        process.kill()
        process.communicate()


@case
def json_and_nothing_that_looks_like_it():
    body = b'{"game":"dots","seats":[{"kind":"person"},{"kind":"open"}]}'
    for kind in ("application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8", "application/json ;x=y"):
        answer, _ = shared.http("POST", "/api/matches", body, {"Content-Type": kind}, raw=True)
        assert answer.status == 201, kind
    for kind in ("application/jsonX", "application/json5", "application/json-patch+json", "application/json, text/plain",
                 "application/json/x", "application/json text/plain", "xapplication/json", "application", "application/", "text/json",
                 "text/plain", "text/plain; application/json", "application/x-www-form-urlencoded", "multipart/form-data",
                 "", "*/*", "application/json" * 20):
        answer, _ = shared.http("POST", "/api/matches", body, {"Content-Type": kind}, raw=True)
        assert answer.status == 415, (kind, answer.status)
    assert status_of(shared, f"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2") == 415
    assert status_of(shared, "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Type: application/json\r\n"
                             "Content-Type: text/plain") in (400, 415)


@case
def no_link_leads_out_of_the_folder():
    folder = new_folder()
    web, secret = os.path.join(folder, "web"), os.path.join(folder, "secret.txt")
    os.makedirs(os.path.join(web, "parts", "more"))
    os.makedirs(os.path.join(web, ".git"))
    for path, words in ((secret, "secret"), (os.path.join(web, "index.html"), "page"), (os.path.join(web, "parts", "more", "a.txt"), "part"),
                        (os.path.join(web, ".git", "config.txt"), "hidden"), (os.path.join(web, ".hidden.txt"), "hidden")):
        with open(path, "w") as file:
            file.write(words)
    for name, target in (("file.txt", secret), ("relative.txt", "../secret.txt"), ("up", ".."), ("root", "/"), ("parts/up", "../.."),
                         ("chain.txt", "file.txt"), ("self", "self"), ("proc", "/proc/self"), ("fd.txt", "/proc/self/fd/0")):
        os.symlink(target, os.path.join(web, name))
    os.mkfifo(os.path.join(web, "pipe.txt"))
    os.symlink(web, os.path.join(folder, "link-to-web"))
    for given in (web, os.path.join(folder, "link-to-web")):  # the folder itself is the operator's choice
        server = serve("--web", given)
        for path, words in (("/", b"page"), ("/match/1", b"page"), ("/parts/more/a.txt", b"part")):
            answer, got = server.http("GET", path, raw=True)
            assert (answer.status, got) == (200, words), path
        for path in ("/file.txt", "/relative.txt", "/up/secret.txt", "/up/web/index.html", "/parts/up/secret.txt", "/chain.txt",
                     "/root/etc/os-release.txt", "/proc/status.txt", "/fd.txt", "/self/a.txt", "/pipe.txt", "/.git/config.txt", "/.hidden.txt",
                     "/../secret.txt", "/parts/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
                     "//secret.txt", "/parts//more/a.txt", "/./index.html", "/parts/./more/a.txt", "/parts/more", "/parts/more/a.txt/",
                     "/index.html/a.txt", "/" + "x" * 300 + ".txt", "/a%00.txt"):
            try:
                answer, got = server.http("GET", path, raw=True)
            except http.client.RemoteDisconnected:
                continue
            assert got in (b"page", b"part") or answer.status >= 400, (path, answer.status, got)
        server.kill()


# Characters that no name may carry to a terminal or a page, and how a name with each of them is shown.
DIRECTIONS = [chr(c) for c in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))]
WIDTHLESS = [chr(c) for c in (0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xE0041, 0x3164, 0xFE0F)]
LINES = [chr(c) for c in (0x0A, 0x0B, 0x0C, 0x0D, 0x09, 0x85, 0x2028, 0x2029)]
CONTROLS = [chr(c) for c in (*range(1, 0x20), *range(0x7F, 0xA0)) if chr(c) not in LINES]
HIDDEN = CONTROLS + DIRECTIONS + WIDTHLESS


def is_clean(said):
    """Whether bytes or texts, of JSON also as they are read, have none of these."""
    texts = [said] if isinstance(said, str) else [said.decode()]
    for line in texts[0].splitlines():
        if line.startswith("{"):
            texts.append(json.dumps(json.loads(line), ensure_ascii=False))
    found = {hex(ord(c)) for text in texts for c in text if (c in HIDDEN + LINES and c != "\n")}
    assert not found, (found, said)
    return True


def run(*words, status=0, **more):
    done = subprocess.run([DAMERO, *words], capture_output=True, timeout=WAIT, **more)
    assert done.returncode == status, (words, done)
    return done.stdout


def all_of(number, store):
    """What the commands show of a match of a journal."""
    for words in (("matches",), ("matches", "--json"), ("replay", number), ("replay", number, "--json"), ("export", number)):
        assert is_clean(run(*map(str, words), "--store", store)), words


@case
def names_of_people_show_nothing_but_themselves():
    server = serve()
    store = os.path.join(server.folder, "damero.db")
    for bad in HIDDEN + LINES:
        name, shown = f"A{bad}na", "Ana" if bad in HIDDEN else "A na"
        match, tokens = begin_in_time(server, game="dots", rules="size=1x1",
                                      seats=[{"kind": "person", "name": name, "avatar": f"f{bad}x"}, {"kind": "open"}])
        host, guest = server.socket(), server.socket()
        host.ask(do="watch", match=match, token=tokens[0])
        whole = guest.ask(do="join", match=match, token=tokens[1], name=name, avatar=f"f{bad}x")["match"]
        assert [seat["name"] for seat in whole["seats"]] == [shown, shown], (hex(ord(bad)), whole["seats"])
        assert host.ask(do="resign", match=match)["tell"] == "done"
        host.hear_until("end")
        assert all(is_clean(words) for socket in (host, guest) for words in socket.heard)
        for path in ("/api/matches?limit=1", f"/api/matches/{match}", f"/api/matches/{match}/record"):
            assert is_clean(server.http("GET", path, raw=True)[1]), path
        host.close()
        guest.close()
    for number in (1, len(HIDDEN)):
        all_of(number, store)
    for bad in HIDDEN + LINES:
        done = subprocess.run([DAMERO, "match", "dots", "--seat", "engine", "--seat", "engine", "--names", f"A{bad},B", "--no-journal"],
                              capture_output=True, timeout=WAIT)
        assert done.returncode == 2 and b"--names" in done.stderr and is_clean(done.stderr), (bad, done)


PLAYER = """#!/usr/bin/env python3
import sys
name, move = (bytes.fromhex(word).decode() for word in sys.argv[1:3])
for line in sys.stdin:
    word = line.split()[0]
    if word == "hub":
        print(f'id name="{name}"\\nwait', flush=True)
    if word == "init":
        print("ready", flush=True)
    if word == "go":
        print(f"done move=\\"{move}\\"", flush=True)
"""


@case
def names_of_programs_show_nothing_but_themselves():
    player, store = os.path.join(new_folder(), "player.py"), os.path.join(new_folder(), "damero.db")
    with open(player, "w") as file:
        file.write(PLAYER)
    for path in (player, os.path.dirname(player)):  # a referee that is root starts programs as another user
        os.chmod(path, 0o755)
    text = "".join(DIRECTIONS + WIDTHLESS)[:19]  # a name has room for these
    cases = [(f"Da{text[:10]}me{text[10:]}ro", f"11{text}12", "illegal"), ("Damero" + 8 * chr(0x2028), f"{text} {text}", "illegal"),
             *((f"A{bad}", "1112", "garbled") for bad in (chr(0x80), chr(0x9B), chr(0x9F)))]
    for number, (name, move, reason) in enumerate(cases, 1):
        seat = f"program:{player} {name.encode().hex()} {move.encode().hex()}"
        words = ["match", "dots", "--rules", "size=1x1", "--seat", seat, "--seat", "engine", "--store", store]
        said = run(*words, *(["--json"] if number % 2 else []))
        assert is_clean(said) and reason in said.decode(), said
        assert "Damero" in said.decode() or reason == "garbled", said
        all_of(number, store)


@case
def older_journals_show_nothing_but_names():
    server = serve()
    match, tokens = server.begin(game="dots", rules="size=1x1", seats=[{"kind": "person", "name": "Ana"}, {"kind": "engine", "time": 1}])
    socket = server.socket()
    socket.ask(do="watch", match=match, token=tokens[0])
    socket.ask(do="resign", match=match)
    socket.hear_until("end")
    server.stop()
    store = os.path.join(server.folder, "damero.db")
    journal = sqlite3.connect(store)
    bad = "".join(HIDDEN + LINES[1:])
    journal.execute("UPDATE seat SET name = ? WHERE seat = 0", (f"Ana{bad}"[:100],))
    journal.execute("UPDATE match SET detail = ?, seats = 'remote:' || ? || char(10) || 'engine' || char(10)", (f"it said {bad}"[:200], f"Ana{bad}"))
    journal.execute("UPDATE event SET number = number + 1 WHERE number > 1 AND kind = 'end'")
    journal.execute("INSERT INTO event (match, number, time, kind, seat, text, used) VALUES (?, 2, 1, 'note', 1, ?, 0)", (match, f"it said {bad}"[:400]))
    journal.commit()
    journal.close()
    all_of(match, store)
    server.start()
    for path in ("/api/matches", f"/api/matches/{match}", f"/api/matches/{match}/record"):
        answer, said = server.http("GET", path, raw=True)
        assert answer.status == 200 and b"Ana" in said and is_clean(said), path


def begin_unlisted(server, **more):
    wish = {"game": "dots", "rules": "size=2x2", "seats": [{"kind": "person", "name": "Ana"}, {"kind": "open"}], "listed": False, **more}
    status, answer = server.http("POST", "/api/matches", wish)
    assert status == 201 and len(answer["key"]) == 32, answer
    return answer["match"], answer["key"], [seat.get("token") for seat in answer["seats"]]


def without_number(words, number):
    return words.replace(str(number).encode(), b"N")


@case
def unlisted_matches_are_not_found_by_counting():
    """Without key and token, an unlisted match looks like one that does not exist, byte for byte."""
    server = serve()
    listed, _ = server.begin(game="dots", seats=[{"kind": "person"}, {"kind": "open"}])
    match, key, tokens = begin_unlisted(server)
    other, other_key, other_tokens = begin_unlisted(server)
    none = 9  # as long a number
    assert server.get(f"/api/matches/{match}-{key}")["seats"][0]["name"] == "Ana"
    keys = ("", "-", f"-{key[:-1]}", f"-{key}0", f"-{key.upper()}", f"-{other_key}", f"-{'0' * 32}", f"--{key}", f"-{key} ", f"_{key}")
    for ending in ("", "/state?at=0", "/record", "/analysis", "/nothing"):
        for tried in keys:
            pages = [server.http("GET", f"/api/matches/{number}{tried.replace(' ', '%20')}{ending}", raw=True) for number in (match, none)]
            assert [page[0].status for page in pages] == [404, 404], (tried, ending)
            bodies = [without_number(body, number) for (_, body), number in zip(pages, (match, none))]
            assert bodies[0] == bodies[1], (tried, ending, bodies)
    socket = server.socket()
    wrong = [{}, {"key": ""}, {"key": other_key}, {"key": key[:-1]}, {"key": key.upper()}, {"key": 7}, {"key": None}, {"token": "A" * 43},
             {"token": other_tokens[0]}, {"token": key}, {"key": other_key, "token": other_tokens[0]}]
    requests = [("watch", {}), ("leave", {}), ("join", {"name": "Eve"}), ("look", {"at": 0}), ("odds", {}), ("move", {"at": 0, "text": "1112"}),
                ("resign", {}), ("offer", {"what": "draw"}), ("hint", {}), ("values", {}), ("evaluate", {"on": True})]
    for do, more in requests:
        for said in wrong:
            answers = []
            for number in (match, none):
                answer = server.socket().ask(do=do, match=number, **more, **said)
                assert answer["tell"] == "error" and answer["code"] == "no-match", (do, said, answer)
                answers.append(without_number(answer["message"].encode(), number))
            assert answers[0] == answers[1], (do, said, answers)
    socket.say(do="list", on=True, states=True)
    shown = [m["id"] for m in socket.hear_until("list")["matches"]] + [m["id"] for m in server.get("/api/matches?limit=100&states=1")["matches"]]
    assert shown == [listed, listed], shown


@case
def keys_and_seats_open_unlisted_matches():
    server = serve()
    match, key, tokens = begin_unlisted(server)
    watcher, ana, guest = server.socket(), server.socket(), server.socket()
    assert watcher.ask(do="look", match=match, at=0, key=key)["tell"] == "look"
    assert watcher.ask(do="watch", match=match, key=key)["match"]["you"] is None
    assert watcher.ask(do="watch", match=match, key=key, token=tokens[0][::-1])["code"] == "wrong-token"
    whole = ana.ask(do="watch", match=match, token=tokens[0])["match"]  # players get the key
    assert whole["key"] == key and whole["you"] == 0 and whole["listed"] is False
    assert guest.ask(do="join", match=match, token=tokens[1], name="Bo")["match"]["you"] == 1
    ana.hear_until("clocks")
    assert ana.ask(do="move", match=match, at=0, text="1112")["tell"] == "done"  # a watcher needs no key again
    assert watcher.hear_until("move")["move"]["text"] == "1112"
    assert watcher.ask(do="look", match=match, at=1)["state"]["last"] == "1112"
    watcher.ask(do="leave", match=match)
    assert watcher.ask(do="look", match=match, at=1)["code"] == "no-match"
    server.kill()
    server.start()
    assert server.get(f"/api/matches/{match}-{key}")["at"] == 1 and server.http("GET", f"/api/matches/{match}")[0] == 404
    again = server.socket()
    again.ask(do="watch", match=match, token=tokens[1])
    again.ask(do="resign", match=match)
    again.hear_until("end")
    for ending in ("", "/state?at=1", "/record", "/analysis?time=1"):
        assert server.http("GET", f"/api/matches/{match}-{key}{ending}", raw=True)[0].status == 200, ending
        assert server.http("GET", f"/api/matches/{match}{ending}")[0] == 404, ending


@case
def older_unlisted_matches_get_a_key():
    """A journal of the previous schema: seats still open its matches, and their players get the key."""
    server = serve()
    match, _, tokens = begin_unlisted(server)
    listed, _ = server.begin(game="dots", seats=[{"kind": "person"}, {"kind": "open"}])
    server.stop()
    journal = sqlite3.connect(os.path.join(server.folder, "damero.db"))
    journal.executescript("""DROP TABLE pairing; DROP TABLE entrant; DROP TABLE tournament; DROP TABLE series;
        DROP INDEX match_counted; DROP INDEX match_series;
        DROP TABLE played; DROP TABLE review; DROP TABLE chat; DROP INDEX match_unexplored;
        ALTER TABLE event DROP COLUMN opinion;
        DROP INDEX seat_account; ALTER TABLE seat DROP COLUMN helped; ALTER TABLE seat DROP COLUMN account;
        DROP TABLE account; DROP TABLE job; DROP TABLE work; DROP TABLE worker;""")
    for _, name, *_ in journal.execute("PRAGMA table_info(match)").fetchall():
        if name in ("key", "claim", "series", "number", "code", "arguments", "explored"):  # of later schemas
            journal.execute(f"ALTER TABLE match DROP COLUMN {name}")
    journal.execute("PRAGMA user_version = 4")
    journal.close()
    server.start()
    assert server.http("GET", f"/api/matches/{match}")[0] == 404 and server.get(f"/api/matches/{listed}")["id"] == listed
    key = server.socket().ask(do="watch", match=match, token=tokens[0])["match"]["key"]
    assert len(key) == 32 and server.get(f"/api/matches/{match}-{key}")["id"] == match


def clear_up():
    end_servers()
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


run_cases(clear_up)
