#!/usr/bin/env python3
"""Damero with its journal on a PostgreSQL server: a real one, private to this test."""
import os
import re
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import urllib.request

from command import DAMERO, refused, run
from page_client import Server as Page, end_servers
from postgresql import Server
from tap import WAIT, Skipped, case, run_cases, until

folder = tempfile.mkdtemp(prefix="damero-postgresql-")
os.environ["XDG_DATA_HOME"] = folder
os.environ.pop("DAMERO_STORE", None)
server = Server("-c", "fsync=off")
URL = server.url()
SERIES = ["match", "dots", "--rules", "size=2x2", "--seat", "engine:1ms", "--seat", "engine:2ms", "--quiet"]


def fresh(name):
    """The address of a new store."""
    server.query(f"CREATE DATABASE {name}")
    run("matches", "--store", server.url(name))
    return server.url(name)


def numbers(statement, database="postgres"):
    return [int(row[0]) for row in server.query(statement, database)]


@case
def a_series_and_a_tournament_are_kept_on_a_server():
    run(*SERIES, "--store", URL, "--games", "4", "--concurrency", "2")
    assert numbers("SELECT number FROM match WHERE over = 1 ORDER BY number") == [0, 1, 2, 3]
    listed = run("matches", "--store", URL)
    assert len(re.findall("dots", listed)) == 4, listed

    os.environ["DAMERO_STORE"] = URL
    run("tournament", "new", "cup", "dots", "--rules", "size=1x1", "--player", "Ana=engine:1ms",
        "--player", "Bela=engine:1ms", "--player", "Carl=engine:1ms")
    run("tournament", "run", "cup")
    assert "cup" in run("tournament", "list")
    del os.environ["DAMERO_STORE"]
    assert numbers("SELECT count(*) FROM pairing WHERE over = 0") == [0]


@case
def both_schemas_have_the_same_tables_and_columns():
    file = os.path.join(folder, "schema.db")
    run("matches", "--store", URL)
    subprocess.run([DAMERO, *SERIES, "--store", file, "--games", "1"], check=True, capture_output=True)
    with sqlite3.connect(file) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"
                                              " AND name NOT LIKE 'sqlite%'")]
        ours = {(name, row[1], bool(row[3])) for name in names for row in db.execute(f"PRAGMA table_info({name})")}
        indexes = {row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'index'"
                                                " AND name NOT LIKE 'sqlite%'")}
        version = db.execute("PRAGMA user_version").fetchone()[0]
    theirs = {(row[0], row[1], row[2] == "NO") for row in server.query(
        "SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_schema = 'public'"
        " AND table_name NOT IN ('damero', 'owner', 'posted', 'present', 'allowance')")}
    keys = {(table, column) for table, column, needed in ours if column in ("id", "match") and not needed}
    ours = {(table, column, needed or (table, column) in keys) for table, column, needed in ours}
    assert ours == theirs, ours ^ theirs
    found = {row[0] for row in server.query("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'")}
    assert indexes <= found, indexes - found
    assert numbers("SELECT version FROM damero") == [version]


def rows_of(file):
    with sqlite3.connect(file) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"
                                              " AND name NOT LIKE 'sqlite_s%'")]
        return {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


@case
def a_store_is_copied_to_a_server_and_back():
    file, back = os.path.join(folder, "from.db"), os.path.join(folder, "back.db")
    run(*SERIES, "--store", file, "--games", "3")
    run("tournament", "new", "cup", "dots", "--rules", "size=1x1", "--player", "Ana=engine:1ms",
        "--player", "Bela=engine:1ms", "--store", file)
    with sqlite3.connect(file) as db:  # the rest of the tables, and an account that is gone
        db.execute("INSERT INTO account VALUES (3, 'Ána', x'00ff', '2026-01-01 00:00:00'), (9, 'b', x'01', '')")
        db.execute("DELETE FROM account WHERE id = 9")
        db.execute("INSERT INTO seat (match, seat, kind, name, avatar, token, account)"
                   " VALUES (1, 7, 'person', 'Ána', '', x'0001', 3), (1, 8, 'open', '', '', x'', NULL)")
        db.execute("INSERT INTO request (match, line) VALUES (1, 'pause')")
        db.execute("INSERT INTO played VALUES (-9223372036854775808, 'a', 1, 1, 0, 1)")
        db.execute("INSERT INTO review VALUES (1, 1, '[]')")
        db.execute("INSERT INTO chat VALUES (1, 1, 5, 1, 'Ána', 'hello ''there'' \\ ünd')")
    url = fresh("copied")
    rows = sum(len(table) for table in rows_of(file).values())
    assert run("store", "copy", file, url) == f"{rows} rows copied and compared\n"
    assert "is in use" in refused("store", "copy", file, url)
    run("store", "copy", url, back)
    assert rows_of(back) == rows_of(file)
    with sqlite3.connect(back) as db:
        assert db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'account'").fetchone() == (9,)
    # New rows go on after the copied ones, on both.
    for store in (url, back):
        run(*SERIES, "--store", store)
        assert "4" in run("matches", "--store", store).split()
    assert numbers("INSERT INTO account (name, secret, made) VALUES ('c', '', '') RETURNING id", "copied") == [10]


@case
def a_copy_that_fails_leaves_nothing():
    file = os.path.join(folder, "from.db")
    url = fresh("failing")
    server.query("ALTER TABLE review ADD CHECK (content <> '[]')", "failing")
    assert "review" in refused("store", "copy", file, url)
    assert numbers("SELECT count(*) FROM match", "failing") == [0]
    # One that arrives changed is not kept either.
    server.query("ALTER TABLE review DROP CONSTRAINT review_content_check;"
                 "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS"
                 " 'BEGIN NEW.content = ''[1]''; RETURN NEW; END';"
                 "CREATE TRIGGER spoil BEFORE INSERT ON review FOR EACH ROW EXECUTE FUNCTION spoil()", "failing")
    assert "differs" in refused("store", "copy", file, url)
    assert numbers("SELECT count(*) FROM match", "failing") == [0]


def assert_counted_once(database, games):
    assert numbers("SELECT number FROM match WHERE over = 1 AND reason <> 'aborted' ORDER BY number",
                   database) == list(range(games))
    assert server.query("SELECT match FROM event GROUP BY match HAVING count(*) <> max(number)", database) == []


@case
def a_series_goes_on_when_the_server_restarts():
    url, games = fresh("restarted"), 40
    with subprocess.Popen([DAMERO, *SERIES, "--store", url, "--games", str(games), "--concurrency", "2"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as series:
        for count, how in ((3, signal.SIGQUIT), (8, signal.SIGINT)):  # as by a crash, and as by an operator
            until(lambda least=count: numbers("SELECT count(*) FROM match WHERE over = 1", "restarted")[0] >= least)
            server.halt(how)
            server.start()
        said = series.communicate(timeout=WAIT)[0]
        assert series.returncode == 0, said
    assert_counted_once("restarted", games)


@case
def a_killed_series_is_resumed_by_another_process():
    url, games = fresh("killed"), 12
    with subprocess.Popen([DAMERO, *SERIES, "--store", url, "--games", str(games)], env={**os.environ, "DAMERO_LEASE": "2"},
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as series:
        until(lambda: numbers("SELECT count(*) FROM match WHERE over = 1", "killed")[0] >= 2)
        series.kill()
    open_match = numbers("SELECT max(id) FROM match", "killed")[0]
    until(lambda: subprocess.run([DAMERO, "match", "--resume", str(open_match), "--quiet", "--store", url],
                                 stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0)
    assert_counted_once("killed", games)


@case
def a_server_process_uses_it():
    url = fresh("served")
    run(*SERIES, "--store", url)
    with subprocess.Popen([DAMERO, "serve", "--listen", "127.0.0.1:0", "--store", url], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        address = re.search(r"http://[\w.:]+", process.stdout.readline()).group()
        with urllib.request.urlopen(f"{address}/api/matches", timeout=WAIT) as answer:
            assert b'"dots"' in answer.read()
        process.terminate()
        process.communicate(timeout=WAIT)
    assert server.query("SELECT name FROM owner", "served") == []  # it has said goodbye


@case
def what_is_wrong_is_said_in_one_line():
    told = refused("matches", "--store", "postgresql://ana:secret@/none?host=/nowhere")
    assert "/nowhere" in told and "secret" not in told, told
    assert "pg_dump" in refused("store", "backup", os.path.join(folder, "x.db"), "--store", URL)
    assert "FROM TO" in refused("store", "copy", URL)


class Cutter:
    """A line to the server that breaks once: when it has carried a COMMIT of a new match there, and before the answer."""

    def __init__(self):
        self.folder, self.cuts = tempfile.mkdtemp(prefix="damero-cut-", dir="/tmp"), 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{self.folder}/.s.PGSQL.5432")
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, there = self.listener.accept()[0], socket.socket(socket.AF_UNIX)
            there.connect(f"{server.folder}/.s.PGSQL.5432")
            threading.Thread(target=self.carry, args=(client, there), daemon=True).start()

    def carry(self, client, there):
        begins = False
        while True:
            for one in select.select([client, there], [], [])[0]:
                words = one.recv(65536)
                (there if one is client else client).sendall(words)
                begins = begins or b"INSERT INTO match" in words
                if one is client and b"COMMIT" in words and begins and not self.cuts:
                    self.cuts += 1
                    there.recv(65536)  # it is done
                    words = b""
                if not words:
                    client.close()
                    there.close()
                    return


@case
def a_commit_whose_answer_is_lost_leaves_no_second_match():
    fresh("cut")
    cutter = Cutter()
    run(*SERIES, "--store", f"postgresql://damero@/cut?host={cutter.folder}", "--games", "2")
    assert cutter.cuts == 1
    assert server.query("SELECT number, over FROM match ORDER BY id", "cut") == [["0", "1"], ["1", "1"]]
    shutil.rmtree(cutter.folder)


@case
def many_matches_share_a_few_connections():
    url, count = fresh("shared"), 60
    page = Page(DAMERO, store=url)
    wanted = {"game": "dots", "seats": [{"kind": "person", "name": "Ana"}, {"kind": "person", "name": "Bela"}]}
    for i in range(count):
        begun = page.http("POST", "/api/matches", wanted, source=f"127.0.0.{2 + i}")
        assert begun[0] == 201, begun
        ana = page.socket()
        ana.ask(do="watch", match=begun[1]["match"], token=begun[1]["seats"][0]["token"])
        assert ana.ask(do="move", match=begun[1]["match"], text="1112", at=0)["tell"] == "done"
        ana.close()
    assert numbers("SELECT count(*) FROM event WHERE kind = 'move'", "shared") == [count]
    used = numbers("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'damero'", "shared")[0]
    assert used <= 16, f"{used} connections for {count} matches"
    page.stop()


@case
def a_worker_does_not_wait_for_what_will_not_change():
    for address in ("postgresql://damero@/none?host=" + server.folder, "postgresql://[damero"):
        told = refused("worker", "--drain", "--store", address)
        assert "trying again" not in told, told


@case
def a_full_disk_of_the_server_pauses_a_match_which_goes_on_when_there_is_room():
    disk = server.restart_with_small_disk(24)
    if not disk:
        raise Skipped("no small disk can be mounted here")
    server.query("CREATE DATABASE full_disk TABLESPACE small")
    page = Page(DAMERO, store=server.url("full_disk"))
    match, tokens = page.begin(game="dots", rules="size=9x9", seats=[{"kind": "person", "name": "Ana"},
                                                                     {"kind": "person", "name": "Bela"}])
    server.query("ALTER TABLE event SET (fillfactor = 10)", "full_disk")  # a new page every few events
    seats, told, filler, troubles = [page.socket() for _ in tokens], [], os.path.join(disk, "filler"), 0
    whole = [socket_.ask(do="watch", match=match, token=token)["match"] for socket_, token in zip(seats, tokens)]
    kept = "SELECT text FROM event WHERE match = " + str(match) + " AND kind = 'move' ORDER BY number"
    watcher = page.socket()
    watcher.ask(do="watch", match=match)
    moves, turn = [move["text"] for move in whole[0]["state"]["moves"]], 0
    while troubles < 2:
        move = moves.pop()
        with open(filler, "ab", buffering=0) as file:  # no byte is left
            try:
                while file.write(bytes(8192)):
                    pass
            except OSError:
                pass
        seats[turn].say(do="move", match=match, text=move, at=len(told))
        news = watcher.hear_until("move", "clocks")
        while "trouble" not in news["clocks"] and news.get("at") != len(told) + 1:
            news = watcher.hear_until("move", "clocks")
        if news["tell"] == "clocks":
            troubles += 1
            # Either the event had no room, or the sync of it, which writes to another table.
            assert [row[0] for row in server.query(kept, "full_disk")] in (told, [*told, move])
            assert page.get(f"/api/matches/{match}")["at"] == len(told), "shown and not kept"
            os.remove(filler)
            news = watcher.hear_until("move")
        assert news["move"]["text"] == move, news["move"]
        told.append(move)
        turn = news["state"]["turn"]
    assert [row[0] for row in server.query(kept, "full_disk")] == told
    page.stop()


def clean_up():
    end_servers()
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


run_cases(clean_up)
