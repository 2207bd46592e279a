#!/usr/bin/env python3
"""Attacks at the server's edge: who may ask, as whom, for which files, by which names."""
import http.client
import os
import shutil
import socket
import subprocess
import sys
import tempfile

from page_client import Refused, Server, Socket
from tap import WAIT, case, run_cases

DAMERO = os.path.abspath(sys.argv[1])
servers, folders = [], []


def serve(*words, **more):
    server = Server(DAMERO, *words, **more)
    servers.append(server)
    return server


def new_folder():
    folders.append(tempfile.mkdtemp(prefix="damero-edge-"))
    return folders[-1]


shared = serve()


def status_of(server, head):
    """The status of a request that is sent as it stands; 0 where the server hangs up without one."""
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


# Names under which the server is known to itself, and what a browser may be led here by.
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
    match, _ = server.begin(game="dots", seats=[{"kind": "person"}, {"kind": "open"}])
    lines = [{**PROGRAM, "seats": [{"kind": "engine", "time": 1}, {"kind": "link", "spec": spec}]}
             for spec in ("pty", "listen:0", "serial:/dev/null", "tcp:127.0.0.1:1")]
    asked = [("GET", "/api/ports", None), ("POST", f"/api/matches/{match}/abort", {}),
             *(("POST", "/api/matches", wish) for wish in (PROGRAM, *lines))]
    for method, path, body in asked:
        status, answer = server.http(method, path, body, headers)
        yield status, answer.get("error", {}).get("code"), (method, path, body)


@case
def nobody_is_the_organiser_by_accident():
    """Not who is on this machine, not who comes by a proxy on it, not who knows the address: the token alone counts."""
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
def a_token_of_a_file():
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
                             "Content-Type: text/plain") == 415


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
    for given in (web, os.path.join(folder, "link-to-web")):  # the folder itself is what the operator says
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


def clear_up():
    for server in servers:
        server.process.kill()
        server.process.communicate()
        shutil.rmtree(server.folder, ignore_errors=True)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


run_cases(clear_up)
