"""A small client of the page's API: HTTP and WebSocket with the standard library alone."""
import base64
import hashlib
import http.client
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import time

from tap import WAIT

started = []  # all servers of this test program


class Refused(Exception):
    pass


class Socket:
    """A WebSocket. Everything received is kept in `heard`, as text."""

    def __init__(self, port, path="/api/socket", protocol="damero", headers=None, greet=True, room=None, source=None):
        self.port, self.rest, self.heard, self.closed = port, b"", [], None
        self.socket = socket.socket()
        if room:  # bytes that may wait on our side
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.settimeout(WAIT)
        if source:  # another address of this machine
            self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not greet:
            return
        key = base64.b64encode(os.urandom(16)).decode()
        fields = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                  "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13",
                  "Sec-WebSocket-Protocol": protocol, "Origin": f"http://127.0.0.1:{port}",
                  **(headers or {})}
        words = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{words}\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            got = self.socket.recv(4096)
            if not got:
                raise Refused(answer.decode(errors="replace"))
            answer += got
        head, self.rest = answer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Refused(head.decode(errors="replace"))
        wanted = base64.b64encode(hashlib.sha1(
            (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        assert wanted in head.decode(), "the wrong Sec-WebSocket-Accept"

    def frame(self, payload, opcode=1, final=True, masked=True, length=None):
        """Any frame, also a wrong one."""
        length = len(payload) if length is None else length
        size = length if length < 126 else 126 if length < 65536 else 127
        head = bytes([opcode | (0x80 if final else 0), size | (0x80 if masked else 0)])
        if size == 126:
            head += struct.pack(">H", length)
        elif size == 127:
            head += struct.pack(">Q", length)
        mask = os.urandom(4) if masked else b""
        if masked:
            whole = mask * (len(payload) // 4 + 1)
            payload = bytes(a ^ b for a, b in zip(payload, whole))
        self.socket.sendall(head + mask + payload)

    def say(self, **words):
        self.frame(json.dumps(words).encode())

    def take(self, count):
        while len(self.rest) < count:
            # No more than requested, so that further input shows on the socket.
            got = self.socket.recv(count - len(self.rest))
            if not got:
                raise ConnectionError("closed")
            self.rest += got
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def hear(self, timeout=WAIT, pings=False):
        """The next message as an object; None if the server closes (its status in `closed`). With `pings` a ping is
        one too, so that a caller with many sockets waits for none of them."""
        end = time.monotonic() + timeout
        while True:
            self.socket.settimeout(max(0.1, end - time.monotonic()))
            try:
                first, second = self.take(2)
                length = second & 127
                if length == 126:
                    length = struct.unpack(">H", self.take(2))[0]
                elif length == 127:
                    length = struct.unpack(">Q", self.take(8))[0]
                payload = self.take(length)
            except (ConnectionError, BrokenPipeError):
                self.closed = self.closed or 1006
                return None
            opcode = first & 15
            if opcode == 8:
                self.closed = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                return None
            if opcode == 9:
                self.frame(payload, 10)
                if pings:
                    return {"tell": "ping"}
                assert time.monotonic() < end, "nothing but pings"
            elif opcode == 1:
                self.heard.append(payload.decode())
                return json.loads(payload)
            elif opcode == 2:
                return payload

    def hear_until(self, *tells, timeout=WAIT):
        """Skips messages until one of these."""
        end = time.monotonic() + timeout
        while True:
            message = self.hear(max(0.1, end - time.monotonic()))
            assert message is not None, f"closed with {self.closed} while waiting for {tells}"
            if message["tell"] in tells:
                return message

    def ask(self, timeout=WAIT, **words):
        """Says something with an id and returns what answers it."""
        words["id"] = str(time.monotonic_ns())
        self.say(**words)
        while True:
            message = self.hear(timeout)
            assert message is not None, f"closed with {self.closed} after {words}"
            if message.get("id") == words["id"]:
                return message

    def fileno(self):
        return self.socket.fileno()

    def close(self):
        self.socket.close()


class Server:
    """`damero serve` on a free port, with its data in a folder that outlives it, or with a given store."""

    def __init__(self, program, *words, folder=None, host="127.0.0.1", store=None):
        self.program, self.words, self.host, self.store = program, words, host, store
        self.folder = folder or tempfile.mkdtemp(prefix="damero-server-")
        self.port, self.process = 0, None
        started.append(self)
        self.start()

    def start(self):
        place = ["--store", self.store] if self.store else ["--data", self.folder]
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", f"{self.host}:{self.port}", *place, *self.words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:(\d+)", self.said)
        assert found, f"{self.said!r} {self.process.stderr.read()}"
        self.port = int(found.group(1))
        while "--contest" in self.words and "#organiser=" not in self.said:
            self.said += self.process.stdout.readline()
        found = re.search(r"#organiser=([\w-]+)$", self.said, re.M)
        self.organiser = found and found.group(1)  # the token, if one was printed

    def kill(self):
        self.process.kill()
        self.process.communicate()

    def stop(self):
        """A clean end; returns what it printed."""
        self.process.terminate()
        out, errors = self.process.communicate(timeout=WAIT)
        assert self.process.returncode == 0, f"status {self.process.returncode}\n{errors}"
        return self.said + out

    def send(self, method, path, body=None, headers=None, source="127.0.0.1"):
        """Sends a request from an address of the loopback, as the organiser if there is one; {"Authorization": None}
        asks as anybody. The connection to read the answer from."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT, source_address=(source, 0))
        fields = {"Authorization": f"Bearer {self.organiser}"} if self.organiser else {}
        fields.update(headers or {})
        fields = {name: value for name, value in fields.items() if value is not None}
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
            fields.setdefault("Content-Type", "application/json")
        connection.request(method, path, body, fields)
        return connection

    def http(self, method, path, body=None, headers=None, raw=False, source="127.0.0.1"):
        connection = self.send(method, path, body, headers, source)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        if raw:
            return answer, data
        return answer.status, json.loads(data)

    def get(self, path):
        status, answer = self.http("GET", path)
        assert status == 200, f"{path}: {status} {answer}"
        return answer

    def begin(self, **words):
        status, answer = self.http("POST", "/api/matches", words)
        assert status == 201, f"{words}: {status} {answer}"
        return answer["match"], [seat.get("token") for seat in answer["seats"]]

    def socket(self, **words):
        return Socket(self.port, **words)


def end_servers():
    """Kills the servers that still run and removes everything they kept."""
    for server in started:
        if server.process and server.process.returncode is None:
            server.kill()
        shutil.rmtree(server.folder, ignore_errors=True)
