#!/usr/bin/env python3
"""A private PostgreSQL server: in a temporary folder, on a Unix socket alone, ended by its process number.

    tests/postgresql.py COMMAND...    runs a command with the server's address in $DAMERO_TEST_POSTGRESQL
"""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def programs():
    """The folder of initdb and postgres, the newest if there are several."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda name: float(name.split("/")[4]))
    which = shutil.which("postgres")
    if not found and not which:
        sys.exit("there is no PostgreSQL server here: script/bootstrap test")
    return found[-1] if found else os.path.dirname(os.path.realpath(which))


class Server:
    """Runs until stop(). The server refuses to run as root, so root runs it as another user."""

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="damero-pg-", dir="/tmp")
        self.options, self.words = options, []
        self.process = None
        self.user = {}
        if os.getuid() == 0:
            names = {entry.pw_name: entry for entry in pwd.getpwall()}
            entry = names.get("postgres") or names["nobody"]
            self.user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        os.chmod(self.folder, 0o755)
        made = subprocess.run([f"{programs()}/initdb", "-D", f"{self.folder}/data", "-U", "damero", "-A", "trust",
                               "--no-sync", "--locale=C", "-E", "UTF8"],
                              cwd="/", capture_output=True, text=True, check=False, **self.user)
        if made.returncode != 0:
            sys.exit(f"initdb: {made.stderr}")
        self.start()

    def url(self, database="postgres"):
        return f"postgresql://damero@/{database}?host={self.folder}"

    def query(self, statement, database="postgres"):
        """The rows of a statement, as lists of texts."""
        done = subprocess.run([f"{programs()}/psql", "-X", "-q", "-A", "-t", "-F", "\x1f", "-v", "ON_ERROR_STOP=1", "-d",
                               self.url(database), "-c", statement],
                              cwd="/", capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return [line.split("\x1f") for line in done.stdout.splitlines()]

    def start(self):
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.words, f"{programs()}/postgres", "-D", f"{self.folder}/data", "-k", self.folder, "-c", "listen_addresses=",
                 *self.options], cwd="/", stdout=log, stderr=log, **({} if self.words else self.user))
        while subprocess.run([f"{programs()}/pg_isready", "-q", "-h", self.folder], cwd="/", check=False).returncode:
            if self.process.poll() is not None:
                with open(f"{self.folder}/log", encoding="utf-8") as log:
                    sys.exit(f"postgres ended: {log.read()}")
            time.sleep(0.05)

    def restart_with_small_disk(self, megabytes):
        """Restarts it with a tablespace "small" on a disk of this size; the path of that disk for this process, or None
        if this user may not mount one."""
        place, root = f"{self.folder}/small", os.getuid() == 0
        os.makedirs(place, exist_ok=True)
        apart = ["unshare", *([] if root else ["--user", "--map-root-user"]), "--mount"]
        if subprocess.run([*apart, "mount", "-t", "tmpfs", "none", place], capture_output=True, check=False).returncode:
            return None
        owner, group = self.user.get("user", 0), self.user.get("group", 0)
        # The server refuses to run as root, also in a namespace of its own: there it is the user again.
        again = [["setpriv", f"--reuid={owner}", f"--regid={group}", "--clear-groups"],
                 ["unshare", "--user", f"--map-user={os.getuid()}", f"--map-group={os.getgid()}"]][not root]
        self.halt()
        self.words = [*apart, "sh", "-c", f"mount -t tmpfs -o size={megabytes}m,mode=700,uid={owner},gid={group} none "
                      f'{place} && exec {" ".join(again)} "$@"', "sh"]
        self.start()
        self.query(f"CREATE TABLESPACE small LOCATION '{place}'")
        return f"/proc/{self.process.pid}/root{place}"

    def halt(self, how=signal.SIGINT):
        """Ends the server and leaves its data: SIGINT ends the sessions, SIGQUIT is as a crash."""
        self.process.send_signal(how)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.halt(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    # What is not synced stays in memory, so that a test can lose it.
    server = Server("-c", "fsync=off", "-c", "wal_writer_delay=10s", "-c", "wal_buffers=16MB")
    try:
        status = subprocess.run(sys.argv[1:], env={**os.environ, "DAMERO_TEST_POSTGRESQL": server.url()},
                                check=False).returncode
    finally:
        server.stop()
    sys.exit(status)
