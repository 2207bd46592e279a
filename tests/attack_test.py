#!/usr/bin/env python3
"""What strangers may send to the server, and what one of them can take from the others.

    connections   requests in one segment, cut anywhere
    requests      malformed heads, paths and bodies
    frames        RFC 6455, sentence by sentence
    limits        the limits of one address, and the clients of a proxy
    the end       SIGTERM, also when the thread that serves does not get on

All of it on loopback, in bounded loops. Clients are distinguished by their address: 127.0.0.2, 127.0.0.3 and so on.
"""
import contextlib
import ctypes
import json
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import time

from page_client import Refused, Server, Socket, end_servers
from tap import WAIT, case, run_cases, skip, until

DAMERO = os.path.abspath(sys.argv[1])


def serve(*words):
    return Server(DAMERO, *words)


shared = serve()


class Line:
    """A connection on which anything can be said, from a chosen address."""

    def __init__(self, server=shared, source="127.0.0.1"):
        self.rest = b""
        self.socket = socket.create_connection(("127.0.0.1", server.port), WAIT, (source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, data):
        with contextlib.suppress(ConnectionError):  # the server may have closed
            self.socket.sendall(data)
        return self

    def more(self):
        try:
            got = self.socket.recv(65536)
        except ConnectionError:
            got = b""
        self.rest += got
        return bool(got)

    def answer(self, head=False):
        """(status, fields, body) of the next answer; None at the end of the connection."""
        while b"\r\n\r\n" not in self.rest:
            if not self.more():
                assert not self.rest, f"half an answer: {self.rest}"
                return None
        top, self.rest = self.rest.split(b"\r\n\r\n", 1)
        first, *lines = top.decode().split("\r\n")
        assert first.startswith("HTTP/1.1 "), first
        status = int(first.split()[1])
        fields = dict(line.split(": ", 1) for line in lines)
        length = 0 if head or status in (100, 101, 304) else int(fields["content-length"])
        while len(self.rest) < length:
            assert self.more(), "the answer is cut off"
        body, self.rest = self.rest[:length], self.rest[length:]
        return status, fields, body

    def close(self):
        self.socket.close()


def said(data, source="127.0.0.1", server=shared):
    """All statuses that these bytes are answered with, until the server closes."""
    line = Line(server, source).send(data)
    line.socket.shutdown(socket.SHUT_WR)
    statuses = []
    while answer := line.answer():
        statuses.append(answer[0])
    line.close()
    return statuses


def is_served(source="127.0.0.1", server=shared):
    line = Line(server, source).send(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = line.answer()
    line.close()
    return answer is not None and answer[0] == 200


# Connections.

def request(first, body=None, *fields):
    lines = [first + " HTTP/1.1", "Host: localhost", *fields]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")


ANALYSIS = json.dumps({"game": "dots", "rules": "size=2x2", "time": 1}).encode()
UPGRADE = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol: damero")
# A name, its bytes, the status of its answer.
KINDS = [("file", request("GET /"), 200), ("api", request("GET /api/games"), 200), ("head", request("HEAD /"), 200),
         ("match", request("POST /api/matches", b'{"game":"chess"}'), 400),
         ("analysis", request("POST /api/analyse", ANALYSIS), 200),
         ("missing", request("GET /api/nothing"), 404), ("method", request("DELETE /api/games"), 405),
         ("oversized", request("POST /api/matches", b" " * 20000), 413),
         ("socket", request("GET /api/socket", None, *UPGRADE), 101)]


def closes(line):
    """Whether the server ends the connection, whatever it says before."""
    while line.more():
        pass
    return True


def check_pair(first, second, send):
    line = Line()
    send(line, first[1] + second[1])
    answer = line.answer(head=first[0] == "head")
    assert answer and answer[0] == first[2], (first[0], second[0], answer)
    if first[0] in ("oversized", "socket"):  # nothing is read after the first; the second gets no frame
        line.socket.shutdown(socket.SHUT_WR)
        assert closes(line)
    else:
        answer = line.answer(head=second[0] == "head")
        assert answer and answer[0] == second[2], (first[0], second[0], answer)
        if second[0] == "socket":
            ping = b'{"do":"ping"}'
            line.send(bytes([0x81, 0x80 | len(ping), 0, 0, 0, 0]) + ping)
            while b"pong" not in line.rest:
                assert line.more()
    line.close()


@case
def two_requests_in_one_segment():
    for first in KINDS:
        for second in KINDS:
            check_pair(first, second, Line.send)
    assert is_served()


@case
def two_requests_byte_by_byte():
    def send(line, data):
        for at in range(0, len(data), 1 if len(data) < 2000 else 999):
            line.send(data[at:at + (1 if len(data) < 2000 else 999)])
    for first in KINDS:
        for second in KINDS:
            check_pair(first, second, send)
    assert is_served()


@case
def many_requests_are_answered_in_order():
    line = Line()
    paths = [f"/api/matches/{number}" for number in range(1, 41)]
    line.send(b"".join(request(f"GET {path}") for path in paths))
    for path in paths:
        status, fields, body = line.answer()
        assert status == 404 and path.rsplit("/", 1)[1] in json.loads(body)["error"]["message"], (path, body)
    line.send(request("GET /api/games", None, "Connection: close"))
    assert line.answer()[0] == 200 and line.answer() is None


@case
def a_second_analysis_waits_for_the_first():
    line, other = Line(), Line(source="127.0.0.2")
    slow = json.dumps({"game": "trax", "time": 1500}).encode()
    line.send(request("POST /api/analyse", slow) + request("POST /api/analyse", ANALYSIS) + request("GET /api/nothing"))
    assert is_served("127.0.0.2")
    assert [line.answer()[0] for _ in range(3)] == [200, 200, 404]
    line.send(request("POST /api/analyse", slow))
    line.close()  # nobody waits for it any more
    other.send(request("POST /api/analyse", ANALYSIS))
    assert other.answer()[0] == 200


# Requests.

def head(*lines):
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


HOST = "Host: localhost"


@case
def malformed_heads_are_refused():
    for data, wanted in [
            (head("get / HTTP/1.1", HOST), [405]), (head("G(T / HTTP/1.1", HOST), [400]),
            (head(" / HTTP/1.1", HOST), [400]), (head("GET  / HTTP/1.1", HOST), [400]), (head("GET /"), [400]),
            (head("GET"), [400]), (head("GET / HTTP/1.1 ", HOST), [505]), (head("GET / HTTP/1.2", HOST), [505]),
            (head("GET / HTTP/2.0", HOST), [505]), (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [505]),
            (head("GET / http/1.1", HOST), [400]), (head("OPTIONS * HTTP/1.1", HOST), [400]),
            (head("CONNECT localhost:1 HTTP/1.1", HOST), [400]), (head("TRACE / HTTP/1.1", HOST), [405]),
            (head("GET http://localhost/ HTTP/1.1", HOST), [400]), (head("GET api HTTP/1.1", HOST), [400]),
            (head("GET / HTTP/1.1"), [403]), (head("GET / HTTP/1.1", "Host:"), [403]),
            (head("GET / HTTP/1.1", HOST, HOST), [400]), (head("GET / HTTP/1.1", HOST, "Name : value"), [400]),
            (head("GET / HTTP/1.1", HOST, " folded"), [400]), (head("GET / HTTP/1.1", HOST, "no colon"), [400]),
            (head("GET / HTTP/1.1", HOST, ": no name"), [400]), (head("GET / HTTP/1.1", HOST, "A: \x00"), [400]),
            (head("GET / HTTP/1.1", HOST, "A: \x7f"), [400]), (head("GET / HTTP/1.1", HOST, "A: a\rb"), [400]),
            (head("GET / HTTP/1.1", HOST, "A: a\nb"), [400]),
            (head("GET /api/games HTTP/1.1", HOST, *["A: b"] * 99), [200]),
            (head("GET /api/games HTTP/1.1", HOST, *["A: b"] * 100), [431]),
            (head("GET / HTTP/1.1", HOST, "A: " + "b" * 9000), [431]),
            (b"\r\n\r\n" + head("GET /api/games HTTP/1.1", HOST), [200]),
            (head("GET /api/games HTTP/1.0", HOST), [200]), (b"\0" * 100 + b"\r\n\r\n", [400]),
            (os.urandom(3000).replace(b"\r\n\r\n", b"") + b"\r\n\r\n", [400])]:
        assert said(data) == wanted, (data[:80], said(data), wanted)
    assert is_served()


@case
def paths_that_lead_nowhere():
    for path, wanted in [("/" + "a" * 600, 414), ("/" + "a" * 20000, 414), ("/%zz", 400), ("/%", 400), ("/%2", 400),
                         ("/%00.txt", 400), ("/a%0d%0aX:%20y", 400), ("/%7f", 400), ("/a\x01", 400)]:
        assert said(head(f"GET {path} HTTP/1.1", HOST)) == [wanted], path
    folder = serve("--web", os.path.dirname(os.path.abspath(__file__)) + "/data/attack/page")
    for server in (shared, folder):
        for path in ("/../secret.txt", "/../../../etc/passwd.txt", "/%2e%2e/%2e%2e/etc/passwd.txt",
                     "/..%2f..%2fetc/passwd.txt", "/..%5c..%5cetc/passwd.txt", "//etc/passwd.txt",
                     "/a/../index.html", "/%252e%252e/etc/passwd.txt", "/..;/x.txt", "/index.html/../../secret.txt"):
            line = Line(server).send(head(f"GET {path} HTTP/1.1", HOST))
            status, _, body = line.answer()
            assert status in (400, 404) and b"root:" not in body and b"secret" not in body, (path, status, body)
    folder.stop()


@case
def bodies_that_are_not_what_they_say():
    def post(*fields, body=b"{}"):
        return head("POST /api/matches HTTP/1.1", HOST, "Content-Type: application/json", *fields) + body
    for data, wanted in [
            (post("Content-Length: -1"), [400]), (post("Content-Length: +2"), [400]), (post("Content-Length: 2, 2"), [400]),
            (post("Content-Length: 0x2"), [400]), (post("Content-Length:"), [400]), (post("Content-Length: 2 2"), [400]),
            (post("Content-Length: 2", "Content-Length: 2"), [400]), (post("Content-Length: 2", "Content-Length: 3"), [400]),
            (post("Content-Length: 99999999999999999999999"), [413]), (post("Content-Length: 16385"), [413]),
            (post(), [411]), (post("Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\n\r\n"), [411]),
            (post("Transfer-Encoding: chunked", "Content-Length: 2"), [411]),
            (post("Transfer-Encoding: xchunked", "Content-Length: 2"), [411]),
            (post("Content-Length: 0", body=b""), [400]), (post("Content-Length: 2"), [400]),
            (post("Content-Length: 1"), [400, 400]),  # the rest begins the next request
            (post("Content-Length: 2", body=b"[]"), [400]), (post("Content-Length: 4", body=b"\xff\xfe{}"), [400]),
            (head("GET /api/games HTTP/1.1", HOST, "Content-Length: 3") + b"abc" + request("GET /api/games"), [200, 200])]:
        if data.endswith(b"{}") and wanted == [400, 400]:
            data += b"\r\n\r\n"
        assert said(data) == wanted, (data[:200], said(data), wanted)
    line = Line().send(post("Content-Length: 2", "Expect: 100-continue", body=b""))
    assert line.answer()[0] == 100
    assert line.send(b"{}").answer()[0] == 400
    assert is_served()


@case
def requests_that_never_end_are_ended():
    """The time-out is reported, and meanwhile others are served."""
    starts = [b"G", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\nHost: localhost\n\n", b"\r",
              request("POST /api/matches", b"{}")[:-1], request("POST /api/matches", b"x" * 16384)[:-100]]
    lines = [Line(source="127.0.0.2").send(start) for start in starts]
    drip = Line(source="127.0.0.2").send(b"GET / HTTP/1.1\r\n")
    assert is_served()
    ended, end = b"", time.monotonic() + WAIT
    drip.socket.settimeout(0.1)
    while not ended and time.monotonic() < end:  # a client that keeps sending gets no more time
        drip.send(b"A: b\r\n")
        with contextlib.suppress(TimeoutError):
            ended = drip.socket.recv(20)
            break
    assert ended.startswith(b"HTTP/1.1 408"), ended
    for start, line in zip(starts, lines):
        assert start == b"\r" or line.answer()[0] == 408, start


# Frames.

def frame(payload=b"", opcode=1, final=True, mask=b"\1\2\3\4", reserved=0, shape=None, length=None):
    """Any frame. `shape`: the encoding of its length, 7, 16 or 64 bits."""
    length = len(payload) if length is None else length
    shape = shape or (7 if length < 126 else 16 if length < 65536 else 64)
    size = {7: length & 127, 16: 126, 64: 127}[shape]
    start = bytes([opcode | reserved | (0x80 if final else 0), size | (0x80 if mask else 0)])
    start += {7: b"", 16: struct.pack(">H", length & 0xffff), 64: struct.pack(">Q", length)}[shape]
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)) if mask else payload
    return start + (mask or b"") + masked


PING = b'{"do":"ping"}'


def code(number, reason=b""):
    return frame(struct.pack(">H", number) + reason, 8)


BAD_FRAMES = [
    *[(1002, frame(PING, reserved=bits)) for bits in (0x10, 0x20, 0x40, 0x70)],
    *[(1002, frame(PING, opcode)) for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)],
    *[(1002, frame(PING[:4], opcode, mask=None)) for opcode in (0, 1, 2, 8, 9, 10)],
    *[(1002, frame(b"", opcode, final=False)) for opcode in (8, 9, 10)],
    *[(1002, frame(b"x" * 126, opcode)) for opcode in (8, 9, 10)],
    (1002, frame(PING, 0)), (1002, frame(b"{", final=False) + frame(PING)),
    (1002, frame(b"{", final=False) + frame(b"}", 0) + frame(b"}", 0)),
    (1002, frame(b"12345", shape=16)), (1002, frame(b"12345", shape=64)), (1002, frame(b"x" * 200, shape=64)),
    (1002, frame(length=2 ** 63, shape=64)),
    (1009, frame(length=16385)), (1009, frame(b"x" * 20000)), (1009, frame(length=2 ** 20)), (1009, frame(length=2 ** 62)),
    (1009, frame(b"x" * 16000, final=False) + frame(length=400, opcode=0)),
    (1003, frame(PING, 2)), (1003, frame(b"", 2, final=False)),
    *[(1007, frame(text)) for text in (b"\xff", b"\xc0\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xe2\x82", b"\x80",
                                       b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80")],
    (1007, frame(b"\xe2", final=False) + frame(b"\x28\xa1", 0)),
    *[(1002, code(number)) for number in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)],
    (1002, frame(b"\x03", 8)), (1007, code(1000, b"\xff")), (1002, frame(b"x" * 126, 8)),
    *[(number, code(number, b"bye")) for number in (1000, 1001, 1003, 1007, 1008, 1011, 1014, 3000, 4999)],
    (1005, frame(b"", 8)),
]


@case
def bad_frames_end_with_their_status():
    assert len(BAD_FRAMES) >= 49
    bystander = Socket(shared.port)
    for status, data in BAD_FRAMES:
        for pieces in ([data], [data[at:at + 1] for at in range(min(len(data), 40))] + [data[40:]]):
            client = Socket(shared.port)
            with contextlib.suppress(ConnectionError):
                for piece in pieces:
                    client.socket.sendall(piece)
                client.socket.sendall(frame(PING) * 2)  # which is ignored
            while (heard := client.hear()) is not None:
                assert heard["tell"] == "error", (data[:40], heard)
            assert client.closed == status, (data[:40], client.closed, status)
            client.close()
    assert bystander.ask(do="ping")["tell"] == "pong"


@case
def good_frames_are_heard():
    client = Socket(shared.port)
    for data in (frame(PING), frame(PING, mask=b"\0\0\0\0"), frame(b"", final=False) + frame(PING, 0),
                 frame(PING[:3], final=False) + frame(b"", 0, final=False) + frame(PING[3:], 0),
                 b"".join(frame(PING[at:at + 1], 1 if at == 0 else 0, at == len(PING) - 1) for at in range(len(PING))),
                 frame(PING + b" " * 113), frame(PING + b" " * (16384 - 13)), frame(b"x", 10) + frame(PING)):
        client.socket.sendall(data)
        assert client.hear()["tell"] == "pong", data[:40]
    letters = json.dumps({"do": "ping", "id": "\u20ac\U0001f3b2"}, ensure_ascii=False).encode()
    client.socket.sendall(frame(letters[:23], final=False) + frame(letters[23:], 0))  # cut within a letter
    assert client.hear()["id"] == "\u20ac\U0001f3b2"
    client.socket.sendall(frame(PING[:5], final=False) + frame(b"are you there?", 9) + frame(PING[5:], 0))
    assert client.take(2 + 14) == b"\x8a\x0eare you there?"
    assert client.hear()["tell"] == "pong"
    client.socket.sendall(frame(b"", 9) * 200)  # pings and nothing else
    while client.hear() is not None:
        pass
    assert client.closed == 1008


@case
def sockets_are_opened_in_one_way():
    wrong = [({"Sec-WebSocket-Version": version}, 426) for version in ("0", "8", "12", "14", "99", "013", "13, 8", "", None)]
    wrong += [({"Sec-WebSocket-Key": key}, 400) for key in (None, "", "AAAA", "?" * 24, "A" * 24, "A" * 90)]
    wrong += [({"Upgrade": "websocket2"}, 404), ({"Connection": "close"}, 400), ({"Connection": "keep-alive"}, 400),
              ({"Sec-WebSocket-Protocol": None}, 400), ({"Sec-WebSocket-Protocol": "damero-lab"}, 400),
              ({"Content-Length": "1"}, 408)]
    for fields, status in wrong:
        try:
            Socket(shared.port, headers=fields)
            assert False, fields
        except Refused as why:
            assert f" {status} " in str(why).split("\r\n")[0], (fields, str(why))
    for fields in ({"Connection": "keep-alive, Upgrade"}, {"Upgrade": "WebSocket"},
                   {"Sec-WebSocket-Protocol": "other, damero"}, {"Sec-WebSocket-Extensions": "permessage-deflate"}):
        assert Socket(shared.port, headers=fields).ask(do="ping")["tell"] == "pong", fields


# Limits.

def may_open(count):
    """Lets this process have that many files, or skips the case."""
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit < count:
        if most != resource.RLIM_INFINITY and most < count:
            skip(f"{count} files are not allowed here")
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, most))


def alive(lines, unanswered=False):
    """Those that the server has not closed, and has not answered either."""
    open_ones = []
    for line in lines:
        line.socket.setblocking(False)
        try:
            if line.socket.recv(1, socket.MSG_PEEK) and not unanswered:
                open_ones.append(line)
        except BlockingIOError:
            open_ones.append(line)
        except ConnectionError:
            pass
        line.socket.settimeout(WAIT)
    return open_ones


@case
def half_requests_of_one_address():
    may_open(2000)
    halves = [Line(source="127.0.0.2").send(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\n") for _ in range(300)]
    assert is_served("127.0.0.3") and is_served("127.0.0.2")
    assert len(alive(halves, unanswered=True)) > 0, "others were served when the time of these was over"
    refused = [line.answer() for line in halves]  # at once, or when their time is over
    assert {answer[0] for answer in refused} <= {408, 429}, {answer[0] for answer in refused}
    assert sum(answer[0] == 429 for answer in refused) >= 1
    assert Socket(shared.port).ask(do="ping")["tell"] == "pong"


@case
def idle_connections_of_one_address():
    may_open(6000)
    idle = []
    for _ in range(4200):
        with contextlib.suppress(ConnectionError):
            idle.append(Line(source="127.0.0.2"))
    assert is_served("127.0.0.3")
    assert alive(idle), "others were served when the time of these was over"
    until(lambda: len(alive(idle)) <= 512, "all but 512 being closed")
    for line in idle:
        line.close()
    until(lambda: is_served("127.0.0.2"), "the address being served again")


@case
def idle_connections_of_many_addresses():
    may_open(6000)
    idle = []
    for number in range(5000):
        with contextlib.suppress(ConnectionError):
            idle.append(Line(source=f"127.0.2.{1 + number // 400}"))
    assert is_served("127.0.0.3")  # the one that was idle for longest has made room
    assert Socket(shared.port).ask(do="ping")["tell"] == "pong"
    for line in idle:
        line.close()


@case
def matches_watched_from_one_address():
    """Each stays in memory for as long: one address may hold 256."""
    server = serve()
    matches = [server.begin(game="dots", seats=[{"kind": "person"}, {"kind": "open"}]) for _ in range(32)]
    clients = [Socket(server.port) for _ in range(9)]
    told = [client.ask(do="watch", match=match)["tell"] for client in clients for match, _ in matches]
    assert told == ["match"] * 256 + ["error"] * 32, told
    assert clients[8].ask(do="watch", match=matches[0][0], token=matches[0][1][0])["tell"] == "match"  # a player
    clients[0].close()
    until(lambda: Socket(server.port).ask(do="watch", match=matches[1][0])["tell"] == "match", "room for others")
    server.stop()


@case
def a_client_that_never_stops_sending_is_slowed_down():
    flood, client = Line(source="127.0.0.2"), Socket(shared.port)
    flood.socket.setblocking(False)
    data, sent, most = request("GET /api/nothing") * 100, 0, 64 << 20
    for _ in range(20):
        for _ in range(200):
            with contextlib.suppress(BlockingIOError):
                sent += flood.socket.send(data)
        assert client.ask(do="ping")["tell"] == "pong" and is_served("127.0.0.3")
    assert sent < most, "all of it was read"
    flood.close()


@case
def lists_of_large_boards_are_cut_short():
    server = serve()
    for size in ["2x2"] + ["34x34"] * 8:  # the newest come first
        server.begin(game="dots", rules=f"size={size}", seats=[{"kind": "person"}] * 2)
    client = Socket(server.port)
    client.say(do="list", on=True, states=True)
    for listed in (server.get("/api/matches?states=1")["matches"], client.hear_until("list")["matches"]):
        shown = ["state" in match for match in listed]
        assert len(shown) == 9 and all(shown[:3]) and not any(shown[6:]), shown
    newest = server.begin(game="dots", rules="size=2x2", seats=[{"kind": "person"}] * 2)[0]
    assert [m["id"] for m in server.get("/api/matches?states=1&limit=1")["matches"] if "state" in m] == [newest]
    client.close()
    server.stop()


@case
def boards_that_are_costly_to_simulate_wait_for_themselves():
    """Whoever is at a board of the laboratory may choose how often it reads its keypad, here at every tick."""
    server = serve()
    boards = [Socket(server.port, path="/api/lab/damas", protocol="damero-lab") for _ in range(32)]
    for board in boards:
        board.say(do="settings", settings="settle=1,arbiter=machines")
    for _ in range(20):
        assert is_served("127.0.0.3", server)
        for board in boards:
            board.say(do="key", key="1", down=True)
    for board in boards:
        board.close()
    server.stop()


@case
def no_descriptors_for_more():
    """It waits until there are some, and does not try again and again."""
    server = serve()
    pid = server.process.pid

    def used():
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (1 + max(map(int, os.listdir(f"/proc/{pid}/fd"))), before[1]))
    lines = [Line(server, "127.0.0.2") for _ in range(20)]
    time.sleep(0.5)  # so that it has met them
    began = used()
    time.sleep(2)
    assert used() - began < 0.5, used() - began
    resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
    assert is_served(server=server)
    for line in lines:
        line.close()
    server.stop()


@case
def clients_behind_a_proxy_are_counted():
    server = serve("--sockets", "3", "--proxy", "127.0.0.9,127.0.0.10")

    def watch(source, forwarded):
        line = Line(server, source)
        fields = UPGRADE + ((f"X-Forwarded-For: {forwarded}",) if forwarded else ())
        answer = line.send(request("GET /api/socket", None, *fields)).answer()
        return line, answer and answer[0]

    held = [watch("127.0.0.9", "203.0.113.5") for _ in range(3)]
    assert [status for _, status in held] == [101, 101, 101]
    # The same client, however it is written and whatever it claims about others.
    for forwarded in ("203.0.113.5", "198.51.100.1, 203.0.113.5", "203.0.113.5, 127.0.0.10", "::ffff:203.0.113.5",
                      "203.0.113.5:4711", "203.0.113.5\r\nX-Forwarded-For: 127.0.0.10"):
        assert watch("127.0.0.9", forwarded)[1] == 429, forwarded
    assert watch("127.0.0.10", "203.0.113.5")[1] == 429
    assert watch("127.0.0.9", "203.0.113.6")[1] == 101  # another
    six = [watch("127.0.0.9", f"2001:db8::{number}") for number in range(1, 4)]  # one network of IPv6 is one client
    assert [status for _, status in six] == [101] * 3 and watch("127.0.0.9", "2001:db8::ffff:1")[1] == 429
    assert watch("127.0.0.9", "2001:db8:0:1::1")[1] == 101
    # Nobody else is believed: these are three connections of 127.0.0.2, and then one too many.
    plain = [watch("127.0.0.2", f"203.0.113.{number}") for number in range(10, 13)]
    assert [status for _, status in plain] == [101] * 3 and watch("127.0.0.2", "203.0.113.77")[1] is None
    for line, _ in held:
        line.close()
    until(lambda: watch("127.0.0.9", "203.0.113.5")[1] == 101, "the client being let in again")
    server.stop()
    for wrong in ("", ",", "127.0.0.1,", "localhost", "1.2.3", ",".join(["127.0.0.1"] * 17)):
        done = subprocess.run([DAMERO, "serve", "--listen", "127.0.0.1:0", "--data", server.folder, "--proxy", wrong],
                              capture_output=True, text=True, timeout=WAIT)
        assert done.returncode != 0 and "--proxy" in done.stderr, (wrong, done)


# The end.

@case
def it_ends_under_load():
    server = serve()
    for _ in range(10):
        server.begin(game="damas", seats=[{"kind": "engine", "time": 600000}] * 2)
    clients = [Socket(server.port) for _ in range(100)]
    lines = [Line(server).send(b"GET /") for _ in range(30)]
    for client in clients:
        client.say(do="list", on=True, states=True)
    for line in lines[:4]:
        line.send(b"api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  + request("POST /api/analyse", json.dumps({"game": "trax", "time": 20000}).encode()))
    began = time.monotonic()
    server.process.terminate()
    out, errors = server.process.communicate(timeout=WAIT)
    print(f"# it took {time.monotonic() - began:.1f} s; {errors.strip() or out.strip().splitlines()[-1]}")
    assert server.process.returncode in (0, 1), server.process.returncode


def hold_thread(process):
    """Stops the thread that serves, and no other, as a debugger does."""
    seize, interrupt = 0x4206, 0x4207  # <linux/ptrace.h>
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    if libc.ptrace(seize, process.pid, None, None) != 0 or libc.ptrace(interrupt, process.pid, None, None) != 0:
        skip(f"threads cannot be stopped here: {os.strerror(ctypes.get_errno())}")
    os.waitpid(process.pid, os.WUNTRACED)


def end_of(process):
    """Its exit status and output; stops of its threads are reported on the way."""
    while True:
        found, how = os.waitpid(process.pid, 0)
        if os.WIFEXITED(how) or os.WIFSIGNALED(how):
            process.returncode = os.waitstatus_to_exitcode(how)
            return process.returncode, process.stderr.read()


@case
def it_ends_when_the_serving_thread_hangs():
    server = serve()
    match, _ = server.begin(game="dots", rules="size=2x2", seats=[{"kind": "person"}] * 2)
    hold_thread(server.process)
    server.process.send_signal(signal.SIGTERM)
    status, said_last = end_of(server.process)
    assert status == 1 and "asked to stop" in said_last, (status, said_last)
    server.start()
    assert server.get(f"/api/matches/{match}")["id"] == match
    server.stop()


def fill_errors(server):
    """Fills the pipe of its standard error, which nobody reads from then on."""
    with open(f"/proc/{server.process.pid}/fd/2", "wb", buffering=0, opener=lambda path, flags:
              os.open(path, os.O_WRONLY | os.O_NONBLOCK)) as errors:
        while errors.write(b"." * 4096):
            pass


@case
def a_watchdog_ends_a_hung_server():
    """Takes 20 seconds, without work."""
    stopped = serve()
    hold_thread(stopped.process)
    status, said_last = end_of(stopped.process)
    assert status == 1 and "no progress for" in said_last, (status, said_last)


@case
def a_log_that_nobody_can_read_any_more_costs_nothing():
    """Its reader is gone: the server does not try again and again."""
    alone = serve("--log", "requests")
    alone.process.stderr.close()
    for _ in range(20):
        assert alone.http("GET", "/healthz", raw=True)[0].status == 200
    time.sleep(0.2)
    with open(f"/proc/{alone.process.pid}/io", encoding="ascii") as counts:
        writes = int(re.search(r"syscw: (\d+)", counts.read())[1])
    alone.process.terminate()
    assert alone.process.wait(WAIT) == 0 and writes < 1000, writes


@case
def a_log_that_nobody_reads_stops_nothing():
    """More requests than the pipe and the server hold lines for. What is dropped is counted once somebody reads again."""
    mute, count = serve("--log", "requests"), 1800
    fill_errors(mute)
    for number in range(1, count + 1):
        assert mute.http("GET", f"/api/nothing{'x' * 100}{number}")[0] == 404
    logged = 0
    while "could not be written" not in (line := mute.process.stderr.readline()):
        logged += "path=/api/nothingxxx" in line
    assert logged > 500 and int(re.search(r"damero: (\d+) lines", line)[1]) == count - logged, (line, logged)
    mute.process.terminate()
    assert mute.process.wait(WAIT) == 0


@case
def an_address_is_not_charged_for_a_busy_machine():
    """The process is stopped for seconds while it works on requests; more from the same address are answered afterwards."""
    server = serve()
    line = Line(server)
    work = request("POST /api/position", b'{"game":"dots","rules":"size=34x34"}')
    line.send(work * 8)
    assert line.more()  # it works on the second, or one after it
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(4)
    server.process.send_signal(signal.SIGCONT)
    for _ in range(8):
        assert line.answer()[0] == 200
    line.close()
    server.stop()


@case
def a_pause_is_not_taken_for_a_hang():
    server = serve()
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(3 if os.environ.get("DAMERO_LONG") != "1" else 25)
    server.process.send_signal(signal.SIGCONT)
    assert is_served(server=server)
    server.stop()


@case
def it_is_still_there():
    assert is_served()
    shared.stop()


run_cases(end_servers)
