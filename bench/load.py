#!/usr/bin/env python3
"""The server under attack and under load, on this machine alone.

    bench/load.py PROGRAM [start] [attack] [matches] [memory] [--count N] [--seconds N] [--only ATTACK] [--folder FOLDER]

start     how long 'damero --help' takes, the median of 50 runs, and the memory of a server that does nothing.
attack    20 people play each other with 1 s a move while 100 clients, each from its own address, attack
          for N seconds (60): how long a move takes from one person to the other, and who loses on time.
          --only: all of them in the same way, as the functions below are called.
matches   50 matches of engines at once with 100 ms a move: who loses on time, how late the referee was itself.
memory    500 (or --count) matches of engines, begun and finished: how much memory the server keeps.

--folder: where the journal is. A move is shown when it is on the disk; in /dev/shm that takes no time.

The people and the attackers are separate processes, the latter with a low priority: what they use of the
machine is in the figures.
"""
import asyncio
import base64
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
import time

ATTACKERS, PEOPLE = 100, 20


class Server:
    above = None  # the folder in which its own is made

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(prefix="damero-load-", dir=self.above)
        self.process = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--data", self.folder.name],
                                        stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r"http://[\d.]+:(\d+)", self.process.stdout.readline()).group(1))

    def status(self):
        """Megabytes that are resident, and threads."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as f:
            words = f.read()
        return (int(re.search(r"VmRSS:\s+(\d+)", words).group(1)) / 1024,
                int(re.search(r"Threads:\s+(\d+)", words).group(1)))

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return "killed: it did not end"


def head(method, path, port, body=b"", extra=""):
    return (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{extra}"
            + (f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else "")
            + "\r\n").encode() + body


async def connect(port, source):
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), limit=1 << 22)


async def ask(port, source, method, path, said=None):
    """Status and answer of one request."""
    reader, writer = await connect(port, source)
    try:
        body = json.dumps(said).encode() if said is not None else b""
        writer.write(head(method, path, port, body, "Connection: close\r\n"))
        answer = await reader.read()
        top, _, rest = answer.partition(b"\r\n\r\n")
        return int(top.split()[1]), json.loads(rest)
    finally:
        writer.close()


class Client:
    """A WebSocket."""

    async def open(self, port, source):
        self.reader, self.writer = await connect(port, source)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(head("GET", "/api/socket", port, b"", "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                               f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Protocol: damero\r\n"))
        await self.reader.readuntil(b"\r\n\r\n")
        return self

    def say(self, **words):
        self.frame(json.dumps(words).encode())

    def frame(self, payload, opcode=1):
        size = len(payload)
        top = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else bytes([0x80 | opcode, 0xFE]) + size.to_bytes(2, "big")
        self.writer.write(top + b"\0\0\0\0" + payload)

    async def hear(self):
        """The next message; pings are answered."""
        while True:
            top = await self.reader.readexactly(2)
            size = top[1] & 127
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            payload = await self.reader.readexactly(size)
            if top[0] & 15 == 9:
                self.frame(payload, 10)
            elif top[0] & 15 == 1:
                return json.loads(payload)


def percentile(values, share):
    return sorted(values)[int(share * (len(values) - 1))] if values else float("nan")


# People.

class Pair:
    """Two people who play each other until the time is up, one match after another."""

    def __init__(self, port, number, end, results):
        self.port, self.source, self.end, self.results = port, f"127.0.2.{number + 1}", end, results
        self.sent = {}

    async def play(self):
        while time.monotonic() < self.end:
            try:
                await self.match()
            except (OSError, asyncio.IncompleteReadError, KeyError) as e:
                self.results["broken"].append(repr(e))
                await asyncio.sleep(0.5)

    async def match(self):
        # As in the page, whose socket is open before a match begins: then the clock runs.
        clients = [await Client().open(self.port, self.source) for _ in range(2)]
        status, begun = await ask(self.port, self.source, "POST", "/api/matches", {
            "game": "dots", "rules": "size=6x6", "clock": {"move": 1000}, "seats": [{"kind": "person"}] * 2})
        if status != 201:
            self.results["broken"].append(str(begun))
            await asyncio.sleep(0.5)
            return
        for client, seat in zip(clients, begun["seats"]):
            client.say(do="watch", match=begun["match"], token=seat["token"])
        await asyncio.gather(*(self.person(seat, client, begun["match"]) for seat, client in enumerate(clients)))
        for client in clients:
            client.writer.close()

    async def person(self, seat, client, match):
        while True:
            told = await client.hear()
            now = time.monotonic()
            state = (told.get("match") if told["tell"] == "match" else told)
            state = state.get("state") if isinstance(state, dict) else None
            if told["tell"] == "end":
                if seat == 0:
                    verdict = told["verdict"]
                    self.results["verdicts"].append(f"{verdict['reason']}: {verdict['detail']} (match {match})")
                    self.results["delay"].append(told.get("delay", 0))
                return
            if told["tell"] == "error":
                self.results["broken"].append(told["message"])
            if told["tell"] == "move" and (match, told["at"]) in self.sent and told["move"]["seat"] != seat:
                self.results["relayed"].append(1000 * (now - self.sent.pop((match, told["at"]))))
            if told["tell"] not in ("match", "move") or not state or state["turn"] != seat or state.get("over"):
                continue
            at = told["match"]["at"] if told["tell"] == "match" else told["at"]
            if time.monotonic() > self.end:
                client.say(do="resign", match=match)
                continue
            await asyncio.sleep(random.uniform(0.1, 0.4))
            self.sent[match, at + 1] = time.monotonic()
            client.say(do="move", match=match, at=at, text=random.choice(state["moves"])["text"])


# Attackers. Each continues until the time is up; whatever the server does to it, it comes back.

async def half_requests(port, source, held):
    for _ in range(3):
        _, writer = await connect(port, source)
        held.append(writer)
        writer.write(b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")
    await asyncio.sleep(0.05)


async def idle_sockets(port, source, held):
    held.append((await connect(port, source))[1])
    await asyncio.sleep(0.02)


async def pipelined(port, source, held):
    reader, writer = await connect(port, source)
    writer.write(head("POST", "/api/matches", port, b"{}") * 2 + head("GET", "/api/games", port) * 3)
    await asyncio.wait_for(reader.read(1000), 2)
    writer.close()


async def analyses(port, source, held):
    body = json.dumps({"game": "damas", "time": 20000, "values": True}).encode()
    for _ in range(5):
        _, writer = await connect(port, source)
        held.append(writer)
        writer.write(head("POST", "/api/analyse", port, body))
    await asyncio.sleep(0.05)


async def engine_matches(port, source, held):
    await ask(port, source, "POST", "/api/matches",
              {"game": "damas", "seats": [{"kind": "engine", "time": 600000}] * 2})
    await asyncio.sleep(0.01)


async def beginnings(port, source, held):
    await ask(port, source, "POST", "/api/matches", {"game": "dots", "seats": [{"kind": "person"}, {"kind": "open"}]})


async def long_messages(port, source, held):
    client = await Client().open(port, source)
    held.append(client.writer)
    for _ in range(50):
        client.frame(b'{"do":"' + b"x" * 15000 + b'"}')
        await client.writer.drain()
    client.writer.close()


async def many_messages(port, source, held):
    client = await Client().open(port, source)
    for _ in range(200):
        client.say(do="list", states=True)
        await client.writer.drain()
    await asyncio.sleep(0.01)
    client.writer.close()


async def lists(port, source, held):
    await ask(port, source, "GET", "/api/matches?limit=100&states=1")


async def slow_readers(port, source, held):
    client = await Client().open(port, source)
    held.append(client.writer)
    client.say(do="list", states=True)
    for match in range(1, 30):
        client.say(do="watch", match=match)
    await asyncio.sleep(0.2)  # and never reads


ATTACKS = [half_requests, idle_sockets, pipelined, analyses, engine_matches, beginnings, long_messages, many_messages,
           lists, slow_readers]


async def attack(port, number, end, counts):
    kind = ATTACKS[number % len(ATTACKS)]
    held = []
    while time.monotonic() < end:
        try:
            await asyncio.wait_for(kind(port, f"127.0.1.{number + 1}", held), 5)
            counts[kind.__name__] = counts.get(kind.__name__, 0) + 1
        except (OSError, ValueError, IndexError, asyncio.TimeoutError, asyncio.IncompleteReadError,
                asyncio.LimitOverrunError):
            await asyncio.sleep(0.05)
        while len(held) > 200:
            held.pop(0).close()
    for writer in held:
        writer.close()


def attack_all(port, numbers, seconds, queue):
    os.nice(10)  # a real attacker has its own machine; here it gets what the people and the server leave

    async def run():
        counts = {}
        end = time.monotonic() + seconds
        await asyncio.gather(*(attack(port, number, end, counts) for number in numbers))
        return counts
    queue.put(asyncio.run(run()))


def stolen():
    """Ticks of all processors, and those of them that a virtual machine's host took away."""
    with open("/proc/stat", encoding="ascii") as f:
        ticks = list(map(int, f.readline().split()[1:9]))
    return sum(ticks), ticks[7]


def under_attack(program, seconds):
    server = Server(program)
    before = stolen()
    queue = multiprocessing.Queue()
    halves = [range(0, ATTACKERS, 2), range(1, ATTACKERS, 2)]
    attackers = [multiprocessing.Process(target=attack_all, args=(server.port, half, seconds, queue)) for half in halves]
    results = {"relayed": [], "verdicts": [], "broken": [], "delay": [], "late": []}
    peak = [0, 0]

    async def watch_ourselves():
        """How late this process, which plays the people, comes to do what is due: that is in the figures too."""
        while True:
            due = time.monotonic() + 0.005
            await asyncio.sleep(0.005)
            results["late"].append(1000 * (time.monotonic() - due))

    async def run():
        end = time.monotonic() + seconds
        itself = asyncio.create_task(watch_ourselves())
        people = [asyncio.create_task(Pair(server.port, number, end, results).play()) for number in range(PEOPLE // 2)]
        await asyncio.sleep(1)
        for process in attackers:
            process.start()
        while time.monotonic() < end + 3:
            peak[:] = [max(pair) for pair in zip(peak, server.status())]
            await asyncio.sleep(0.5)
        await asyncio.wait(people, timeout=20)
        itself.cancel()

    asyncio.run(run())
    counts = {}
    for process in attackers:
        for name, count in queue.get().items():
            counts[name] = counts.get(name, 0) + count
        process.join()
    lost = [verdict for verdict in results["verdicts"] if verdict.startswith(("out of time", "stalled"))]
    relayed = results["relayed"]
    print(f"under attack by {ATTACKERS} for {seconds} s: {len(relayed)} moves of {PEOPLE} people relayed, median "
          f"{percentile(relayed, 0.5):.1f} ms, 99th percentile {percentile(relayed, 0.99):.1f} ms, "
          f"last {percentile(relayed, 1):.1f} ms")
    print(f"    of which the process that plays the people was late itself, at each end of a move: median "
          f"{percentile(results['late'], 0.5):.1f} ms, 99th percentile {percentile(results['late'], 0.99):.1f} ms")
    passed, taken = (now - then for now, then in zip(stolen(), before))
    print(f"    the host of this machine took {100 * taken / passed:.1f} % of its processors' time")
    print(f"    {len(results['verdicts'])} matches ended, {len(lost)} on time; the referee's own delay at most "
          f"{percentile(results['delay'], 1):.1f} ms; broken off: {len(results['broken'])} {results['broken'][:2]}")
    print(f"    at most {peak[0]:.0f} MB and {peak[1]} threads; "
          + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    for verdict in lost[:5]:
        print("    " + verdict)
    print(f"    the server ended with {server.stop()}")


# Engines.

async def watch_engines(port, number, source, results):
    status, begun = await ask(port, source, "POST", "/api/matches", {
        "game": "dots", "rules": "size=4x4", "clock": {"move": 100}, "seats": [{"kind": "engine"}] * 2})
    assert status == 201, begun
    client = await Client().open(port, source)
    client.say(do="watch", match=begun["match"])
    while True:
        told = await client.hear()
        if told["tell"] == "end":
            results.append(told)
            return


def many_matches(program, count=50):
    server = Server(program)
    results = []

    async def run():
        await asyncio.wait_for(asyncio.gather(
            *(watch_engines(server.port, i, f"127.0.3.{1 + i // 16}", results) for i in range(count))), 600)

    start = time.monotonic()
    asyncio.run(run())
    lost = [told for told in results if told["verdict"]["reason"] != "won" and told["verdict"]["reason"] != "drawn"]
    print(f"{count} matches at once at 100 ms a move: {len(results)} ended in {time.monotonic() - start:.0f} s, "
          f"{len(lost)} not by the rules {[told['verdict']['detail'] for told in lost[:3]]}")
    print(f"    the referee's own delay at most {max(told['delay'] for told in results):.1f} ms; an engine waited "
          f"{sum(told['waited'] for told in results) / 1000 / len(results):.1f} s in a match for its turns")
    server.stop()


def settled(server):
    """The memory of a server once it has not changed for five seconds: free memory is given back later."""
    last = [server.status()[0]]
    while len(last) < 6 or max(last[-6:]) - min(last[-6:]) > 0.2:
        time.sleep(1)
        last.append(server.status()[0])
    return last[-1]


def memory(program, count=500):
    server = Server(program)
    before, peak = server.status()[0], 0

    async def run():
        nonlocal peak
        begun = 0
        while begun < count:
            wish = {"game": "dots", "rules": "size=3x3", "seats": [{"kind": "engine", "time": 5}] * 2}
            status, _ = await ask(server.port, f"127.0.4.{1 + begun % 100}", "POST", "/api/matches", wish)
            begun += status == 201
            if status != 201:
                await asyncio.sleep(0.05)
            peak = max(peak, server.status()[0])
        while (await ask(server.port, "127.0.0.1", "GET", "/api/matches?state=running"))[1]["matches"]:
            await asyncio.sleep(0.2)

    asyncio.run(run())
    after = settled(server)
    print(f"{count} matches of engines begun and finished: {before:.1f} MB before, at most {peak:.0f} MB, "
          f"{after:.1f} MB after: {after - before:+.1f} MB")
    server.stop()


def start(program):
    times, used = [], []
    for _ in range(50):
        before = os.times()
        began = time.monotonic()
        subprocess.run([program, "--help"], stdout=subprocess.DEVNULL, check=True)
        times.append(1000 * (time.monotonic() - began))
        after = os.times()
        used.append(1000 * (after.children_user + after.children_system - before.children_user - before.children_system))
    print(f"damero --help: median {percentile(times, 0.5):.1f} ms, fastest {min(times):.1f} ms, of the processor "
          f"{sum(used) / len(used):.1f} ms on average")
    server = Server(program)
    asyncio.run(ask(server.port, "127.0.0.1", "GET", "/api/games"))
    time.sleep(1)
    print(f"a server at rest: {server.status()[0]:.1f} MB resident")
    server.stop()


def option(words, name, usual):
    if name not in words:
        return usual
    at = words.index(name)
    value = words[at + 1]
    del words[at:at + 2]
    return value


def main():
    words = sys.argv[1:]
    seconds = int(option(words, "--seconds", 60))
    count = int(option(words, "--count", 500))
    only = option(words, "--only", None)
    Server.above = option(words, "--folder", None)
    if only:
        ATTACKS[:] = [kind for kind in ATTACKS if kind.__name__ == only]
    if not words or words[0].startswith("-") or not set(words[1:]) <= {"start", "attack", "matches", "memory"}:
        sys.exit(__doc__)
    wanted = words[1:] or ["start", "attack", "matches", "memory"]
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors before we begin")
    if "start" in wanted:
        start(words[0])
    if "attack" in wanted:
        under_attack(words[0], seconds)
    if "matches" in wanted:
        many_matches(words[0])
    if "memory" in wanted:
        memory(words[0], count)


main()
