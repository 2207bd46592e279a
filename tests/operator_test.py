#!/usr/bin/env python3
"""What the operator of a server needs: its health and figures, its log, who may begin, and how it stops."""
import json
import os
import re
import signal
import subprocess
import sys

from page_client import Server
from tap import WAIT, case, run_cases, until

DAMERO = os.path.abspath(sys.argv[1])
servers = []


def serve(*words, **more):
    server = Server(DAMERO, *words, **more)
    servers.append(server)
    return server


shared = serve()
ENGINES = dict(game="dots", rules="size=2x2", seats=[{"kind": "engine", "time": 10}, {"kind": "engine", "time": 10}])


def text(server, path, headers=None):
    answer, body = server.http("GET", path, headers=headers, raw=True)
    return answer.status, body.decode()


def metrics(server, **headers):
    """The figures by name, with their labels; every line has the format of Prometheus."""
    status, body = text(server, "/metrics", headers={name.replace("_", "-"): value for name, value in headers.items()})
    assert status == 200, body
    figures, typed = {}, {}
    for line in body.splitlines():
        if line.startswith("#"):
            kind, name, rest = re.fullmatch(r"# (HELP|TYPE) (damero_[a-z_]+) (.+)", line).groups()
            if kind == "TYPE":
                assert rest in ("counter", "gauge", "histogram") and name not in typed, line
                typed[name] = rest
            continue
        name, value = re.fullmatch(r"(damero_[a-z_]+(?:\{[a-z]+=\"[^\"\\]*\"\})?) ([0-9.]+)", line).groups()
        assert name not in figures, line
        plain = name.split("{")[0]
        assert plain in typed or re.sub("_(bucket|sum|count)$", "", plain) in typed, line
        figures[name] = float(value)
    return figures


def play_out(server, **words):
    match, _ = server.begin(**(words or ENGINES))
    until(lambda: server.get(f"/api/matches/{match}")["verdict"])
    return match


@case
def health_is_one_word():
    assert text(shared, "/healthz") == (200, "ok\n")


@case
def figures_count_what_happens():
    before = metrics(shared)
    play_out(shared)
    socket = shared.socket()
    after = until(lambda: (now := metrics(shared))["damero_sockets"] == 1 and now)
    assert after["damero_matches_begun_total"] == before["damero_matches_begun_total"] + 1
    assert after["damero_matches_finished_total"] == before["damero_matches_finished_total"] + 1
    assert after["damero_moves_total"] == before["damero_moves_total"] + 12
    assert after["damero_sockets_opened_total"] == before["damero_sockets_opened_total"] + 1
    assert after["damero_requests_total"] > before["damero_requests_total"]
    assert after["damero_relay_delay_seconds_count"] >= before["damero_relay_delay_seconds_count"] + 12
    assert after["damero_store_sync_seconds_count"] > before["damero_store_sync_seconds_count"]
    assert after["damero_store_failures_total"] == 0
    assert after["damero_engine_slots"] >= 1 and after["damero_resident_memory_bytes"] > 1 << 20
    for name in ("relay_delay", "store_sync"):  # cumulative, and the last class has all
        classes = [value for key, value in after.items() if key.startswith(f"damero_{name}_seconds_bucket")]
        assert classes == sorted(classes) and classes[-1] == after[f"damero_{name}_seconds_count"], classes
    socket.close()
    until(lambda: metrics(shared)["damero_sockets"] == 0)


@case
def figures_are_only_for_this_machine():
    for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"):  # a proxy that nobody has named
        status, body = text(shared, "/metrics", headers={header: "127.0.0.1"})
        assert status == 403 and "damero_" not in body, (header, body)
    behind = serve("--proxy", "127.0.0.1")
    assert text(behind, "/metrics", headers={"X-Forwarded-For": "192.0.2.7"})[0] == 403
    assert text(behind, "/metrics", headers={"X-Forwarded-For": "127.0.0.1"})[0] == 403
    assert text(behind, "/metrics")[0] == 200
    behind.stop()


@case
def figures_for_a_token_everybody_or_nobody():
    token = "0123456789abcdefghijklmnop"
    path = os.path.join(shared.folder, "metrics-token")
    with open(path, "w") as file:
        file.write(token + "\n")
    os.chmod(path, 0o600)
    server = serve("--metrics", "nobody", "--metrics-token", path)
    assert text(server, "/metrics")[0] == 403
    assert text(server, "/metrics", headers={"Authorization": f"Bearer {token}x"})[0] == 403
    assert metrics(server, Authorization=f"Bearer {token}")["damero_engine_slots"] >= 1
    server.stop()
    server = serve("--metrics", "everybody")
    assert text(server, "/metrics", headers={"X-Forwarded-For": "192.0.2.7"})[0] == 200
    server.stop()
    os.chmod(path, 0o644)
    done = subprocess.run([DAMERO, "serve", "--metrics-token", path], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 2 and "other users can read it" in done.stderr, done.stderr


def refusal(server, **more):
    status, said = server.http("POST", "/api/matches", ENGINES | more, headers={"Authorization": None})
    return (status, said["error"]["code"], said["error"].get("reason")) if status >= 400 else status


@case
def a_password_allows_starting_matches():
    path = os.path.join(shared.folder, "password")
    with open(path, "w") as file:
        file.write("abierto ñandú\n")
    os.chmod(path, 0o600)
    server = serve("--begin", "password", "--begin-password", path)
    assert server.get("/api/games")["begin"] == "password"
    assert refusal(server) == (403, "password", "password-needed")
    assert refusal(server, password="abierto") == (403, "password", "password-wrong")
    assert refusal(server, password=7) == (403, "password", "password-needed")
    assert server.get("/api/matches")["matches"] == []
    assert refusal(server, password="abierto ñandú") == 201
    server.stop()


@case
def only_the_organiser_may_begin():
    server = serve("--begin", "nobody", "--contest", "--no-sandbox")
    assert server.get("/api/games")["begin"] == "nobody"
    assert refusal(server) == (403, "closed", "closed")
    assert refusal(server, password="anything") == (403, "closed", "closed")
    server.begin(**ENGINES)  # as the organiser
    server.stop()


@case
def the_switches_explain_themselves():
    for words, expected in ((("--begin", "friends"), "expected everybody, password or nobody"),
                            (("--begin", "password"), "needs --begin-password FILE"),
                            (("--begin-password", os.path.join(shared.folder, "password")), "needs --begin password"),
                            (("--metrics", "all"), "expected local, everybody or nobody"),
                            (("--log", "all"), "expected warnings, matches or requests"),
                            (("--log-format", "xml"), "expected text or json")):
        done = subprocess.run([DAMERO, "serve", *words], capture_output=True, text=True, timeout=WAIT)
        assert done.returncode == 2 and expected in done.stderr and done.stderr.count("\n") == 1, (words, done.stderr)


def logged(*words):
    """The lines that a server writes about one unlisted match and its requests."""
    server = serve(*words)
    status, made = server.http("POST", "/api/matches", ENGINES | {"listed": False})
    assert status == 201, made
    until(lambda: server.get(f"/api/matches/{made['match']}-{made['key']}")["verdict"])
    server.process.terminate()
    said = server.process.communicate(timeout=WAIT)[1]
    assert made["key"] not in said, said
    return said.splitlines()


@case
def the_log_is_text_or_json_and_has_no_secrets():
    assert logged() == []
    lines = logged("--log", "matches")
    assert len(lines) == 2, lines
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z event=match-begun match=1 game=dots seats=2", lines[0])
    assert " event=match-over match=1 game=dots moves=12 reason=won" in lines[1] or "reason=drawn" in lines[1], lines
    entries = [json.loads(line) for line in logged("--log", "requests", "--log-format", "json")]
    assert [e["match"] for e in entries if e["event"] == "match-begun"] == [1]
    requests = [e for e in entries if e["event"] == "request"]
    assert requests[0]["method"] == "POST" and requests[0]["status"] == 201 and requests[0]["from"] == "127.0.0.1"
    assert requests[1]["path"] == "/api/matches/1-..." and all(e["time"] for e in entries), requests


@case
def the_log_has_every_request_as_text():
    """Whatever bytes a path has: a terminal shows the log, and nobody hides from it."""
    paths = ("/%C2%9B31m", "/%E2%80%AEgnp.js", "/%FF%FE", "/" + "%C3%B1" * 150, "/a%22%5C")
    for form in ("text", "json"):
        server = serve("--log", "requests", "--log-format", form)
        for path in paths:
            text(server, path)
        server.process.terminate()
        said = server.process.communicate(timeout=WAIT)[1]
        assert len([line for line in said.splitlines() if "status" in line]) == len(paths), said
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]", said), ascii(said)


@case
def a_stop_is_announced():
    server = serve()
    match, tokens = server.begin(game="dots", rules="size=3x3", seats=[{"kind": "person"}, {"kind": "engine", "time": 10}])
    player, spectator = server.socket(), server.socket()
    player.ask(do="watch", match=match, token=tokens[0])
    spectator.ask(do="watch", match=match)
    lab = server.socket(path="/api/lab/damas", protocol="damero-lab")
    server.process.send_signal(signal.SIGTERM)
    for socket in (player, spectator):
        assert socket.hear_until("stopping")
        assert socket.hear() is None and socket.closed == 1001, socket.closed
    while lab.hear() is not None:
        pass
    assert lab.closed == 1001, lab.closed
    assert server.process.wait(WAIT) == 0


def clean_up():
    for server in servers:
        server.kill()


run_cases(clean_up)
