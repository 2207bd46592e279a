#!/usr/bin/env python3
"""Two servers on one PostgreSQL server, on this machine alone, with its disk as it is (fsync).

    bench/servers.py PROGRAM [--matches N] [--moves N] [--think MS]

N (20) matches of two people, of whom one is at the server that plays the match and one at the other; both servers
also have a spectator of each match. A person thinks for MS (200) milliseconds, until N (2000) moves were played.
Prints how much later the other server's spectator sees a move, how long a move takes from one person to the other,
the referee's own delay, and the processor time of a move in each process, from which docs/scale.md estimates what a
number of players needs.
"""
import heapq
import os
import re
import select
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from page_client import Server as Page, end_servers  # noqa: E402
from postgresql import Server as PostgreSQL  # noqa: E402

SEATS = [{"kind": "person", "name": "Ana"}, {"kind": "person", "name": "Bela"}]


def percentile(values, share):
    return sorted(values)[int(share * (len(values) - 1))] if values else float("nan")


def spent(pid):
    """Seconds of the processor that a process and those it has started have used."""
    total = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                words = file.read().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        if int(name) == pid or int(words[1]) == pid:
            total += int(words[11]) + int(words[12])
    return total / os.sysconf("SC_CLK_TCK")


def relay_delays(server):
    """The referee's own delays: a list of (at most this long, how many)."""
    _, words = server.http("GET", "/metrics", raw=True)
    return [(float(most), int(count)) for most, count in
            re.findall(r'damero_relay_delay_seconds_bucket\{le="([\d.e+-]+)"\} (\d+)', words.decode())]


def share_of(buckets, share):
    whole = buckets[-1][1] if buckets else 0
    return next((1000 * most for most, count in buckets if count >= share * whole), float("nan"))


class Match:
    def __init__(self, servers, lines):
        self.id, tokens = servers[0].begin(game="dots", rules="size=8x8", seats=SEATS)
        self.shown, self.sent, self.player = {}, {}, []
        for role, (server, token) in enumerate([(0, tokens[0]), (1, tokens[1]), (0, None), (1, None)]):
            socket = servers[server].socket()
            whole = socket.ask(do="watch", match=self.id, **({"token": token} if token else {}))["match"]
            lines[socket.fileno()] = (self, role, socket)
            if role < 2:
                self.player.append(socket)
            if role == 0:
                self.state = whole["state"]

    def move(self, seat, state, at):
        self.sent[at + 1] = (time.monotonic(), seat)
        self.player[seat].say(do="move", match=self.id, at=at, text=state["moves"][0]["text"])


def play(servers, matches, moves, think):
    lines, due, later, journeys, played = {}, [], [], {0: [], 1: []}, 0
    all_matches = [Match(servers, lines) for _ in range(matches)]
    poll = select.epoll()
    for descriptor in lines:
        poll.register(descriptor, select.EPOLLIN)
    for number, match in enumerate(all_matches):
        heapq.heappush(due, (time.monotonic() + think * number / matches, match.id, match, 0, match.state, 0))
    while played < moves and (due or lines):
        while due and due[0][0] <= time.monotonic():
            _, _, match, seat, state, at = heapq.heappop(due)
            match.move(seat, state, at)
        wait = max(0, due[0][0] - time.monotonic()) if due else 30
        ready = poll.poll(wait)
        if not ready and not due:
            sys.exit("nothing happens any more")
        for descriptor, _ in ready:
            match, role, socket = lines[descriptor]
            news, now = socket.hear(pings=True), time.monotonic()
            assert news and news["tell"] != "error", news
            if news["tell"] != "move":
                continue
            at, turn = news["at"], news["state"]["turn"]
            if role >= 2:
                match.shown.setdefault(at, {})[role] = now
                if len(match.shown[at]) == 2:
                    later.append(1000 * (match.shown[at][3] - match.shown[at][2]))
                continue
            began, mover = match.sent[at]
            if role != mover:
                journeys[mover].append(1000 * (now - began))
            if role == turn:
                heapq.heappush(due, (now + think, match.id, match, role, news["state"], at))
            played += role == mover
    return played, later, journeys


def option(words, name, usual):
    if name not in words:
        return usual
    at = words.index(name)
    value = float(words[at + 1])
    del words[at:at + 2]
    return value


def main():
    words = sys.argv[1:]
    matches, moves = int(option(words, "--matches", 20)), int(option(words, "--moves", 2000))
    think = option(words, "--think", 200) / 1000
    if len(words) != 1:
        sys.exit(__doc__)
    os.environ["XDG_DATA_HOME"] = folder = tempfile.mkdtemp(prefix="damero-bench-")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors before we begin")
    database = PostgreSQL()
    try:
        servers = [Page(words[0], "--sockets", "1000", store=database.url()) for _ in range(2)]
        pids = [server.process.pid for server in servers] + [database.process.pid]
        before, began = [spent(pid) for pid in pids], time.monotonic()
        played, later, journeys = play(servers, matches, moves, think)
        took, used = time.monotonic() - began, [1000 * (spent(pid) - was) / played for pid, was in zip(pids, before)]
        print(f"{played} moves in {matches} matches, {played / took:.0f} a second")
        print(f"    a spectator at the other server sees a move later by: median {percentile(later, 0.5):.1f} ms, "
              f"99th percentile {percentile(later, 0.99):.1f} ms, last {max(later):.1f} ms")
        for mover, name in ((0, "at the owner to one at the other server"), (1, "at the other server to one at the owner")):
            print(f"    from a person {name}: median {percentile(journeys[mover], 0.5):.1f} ms, "
                  f"99th percentile {percentile(journeys[mover], 0.99):.1f} ms")
        delays = relay_delays(servers[0])
        print(f"    the referee's own delay: median at most {share_of(delays, 0.5):g} ms, 99th percentile at most "
              f"{share_of(delays, 0.99):g} ms")
        print(f"    processor time of a move: owner {used[0]:.2f} ms, other server {used[1]:.2f} ms, PostgreSQL {used[2]:.2f} ms")
    finally:
        end_servers()
        database.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
