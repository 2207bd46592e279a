#!/usr/bin/env python3
"""Attempts to escape from the sandbox of programs, made by tests/escape.c. Each is made twice: confined, when it must
fail, and unconfined, when it must succeed, so that a failure is due to the sandbox and not to a mistake of ours.
Everything runs in its own pid namespace."""
import contextlib
import functools
import json
import os
import platform
import pty
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from unittest import mock

from confined import needs_sandbox
from page_client import Server
from tap import WAIT, case, run_cases, skip, until

DAMERO, ESCAPE = (os.path.abspath(word) for word in sys.argv[1:3])
ROOT = os.geteuid() == 0 and os.stat("/proc/sys/kernel").st_uid == 0  # the machine's, not a container's alone
folder = tempfile.mkdtemp(prefix="damero-sandbox-")
home, other = (os.path.join(folder, name) for name in ("hostile", "other"))  # the program's folder, and another's
SECRET = f"secret-{os.getpid()}"
SLEEP = str(90000 + os.getpid() / 1e6)  # distinguishes it from others'
for path in (folder, home, other):
    os.makedirs(path, exist_ok=True)
    os.chmod(path, 0o755)  # programs of a referee that runs as root are other users
shutil.copy(ESCAPE, home)
PROGRAM = os.path.join(home, os.path.basename(ESCAPE))
APART = ["unshare", *([] if ROOT else ["--user", "--map-current-user"]), "--pid", "--fork", "--kill-child", "--mount-proc"]


def write(path, text, mode=0o644):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def listener(family, address):
    found = socket.socket(family, socket.SOCK_STREAM)
    found.bind(address)
    found.listen()
    found.setblocking(False)
    return found


secret_file = write(os.path.join(other, "notes"), SECRET)
fifo = os.path.join(other, "fifo")
os.mkfifo(fifo, 0o666)
os.chmod(fifo, 0o666)
trace, journal = os.path.join(home, "trace"), os.path.join(home, "journal.db")  # in the program's own folder
named = listener(socket.AF_UNIX, os.path.join(home, "socket"))  # also there
os.chmod(os.path.join(home, "socket"), 0o777)
abstract = listener(socket.AF_UNIX, f"\0{SECRET}")
tcp = listener(socket.AF_INET, ("127.0.0.1", 0))
NEW_USER, NEW_MOUNT, NEW_NET = 0x10000000, 0x00020000, 0x40000000
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
NETLINK, PACKET, ALG, VSOCK = 16, 17, 38, 40

# What is tried, and the reason for which it is refused.
OUTSIDE = {
    f"read {secret_file}": "ENOENT",
    f"open {fifo}": "ENOENT",
    f"list {other}": "ENOENT",
    f"read {trace}": "EACCES",
    f"open {trace}": "EACCES EROFS",
    f"read {journal}": "EACCES",
    f"environment {SECRET}": "ENOENT",
    f"unix {home}/socket": "EAFNOSUPPORT",
    f"unix @{SECRET}": "EAFNOSUPPORT",
    f"tcp {tcp.getsockname()[1]}": "ECONNREFUSED",
    f"write {home}/mine": "EROFS",
    f"clone {NEW_USER}": "EPERM",
    f"clone3 {NEW_USER}": "ENOSYS",
    f"unshare {NEW_USER}": "EPERM",
    "ptrace": "EPERM",
    "memory": "EPERM",
    "add-key": "EPERM",
}
AS_ROOT = {  # what only root could do unconfined
    "read /etc/shadow": "ENOENT",
    "list /root": "ENOENT",
    f"mount {home}": "EPERM",
    f"unshare {NEW_MOUNT}": "EPERM",
    f"clone {NEW_NET}": "EPERM",
    "open /proc/sys/kernel/core_pattern": "EACCES EROFS",
    f"socket {PACKET}": "EAFNOSUPPORT",
}
FILTERED = {  # refused for this reason by the filter alone
    **{f"call {name}": "EPERM" for name in
       "ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp add_key keyctl request_key unshare setns name_to_handle_at bpf "
       "open_by_handle_at perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register open_tree fsopen".split()},
    "call-number 451": "ENOSYS",  # younger than the filter
    f"ioctl {TIOCSTI}": "EPERM",
    f"ioctl {TIOCLINUX}": "EPERM",
    f"ioctl {TIOCSTI + (1 << 32)}": "EPERM",  # the kernel looks at the lower half alone
    f"socket {NETLINK}": "EAFNOSUPPORT",
    f"socket {ALG}": "EAFNOSUPPORT",
    f"socket {VSOCK}": "EAFNOSUPPORT",
    **({f"call-number {39 + 0x40000000}": "ENOSYS", "i386": "EPERM"} if platform.machine() == "x86_64" else {}),
}
# Only confined: unconfined, some would take effect.
TOLD = ["descriptors", "user", "privileges", "list /", "list /dev", "list /proc", "list /tmp", "fill /tmp", "fill /dev/shm",
        "write /x", "write /dev/x", "write /usr/x", "read /sys/kernel/notes"]


def attempt(attempts, *words, prefix=(), **more):
    """A match with the program that makes these attempts; its report on each."""
    write(os.path.join(home, "attempts"), "".join(f"{line}\n" for line in attempts))
    done = subprocess.run([*prefix, DAMERO, "match", "dots", "--errors", "--quiet", "--handshake", "60s", "--move-time", "60s",
                           "--seat", f"program:{PROGRAM}", "--seat", "engine:5ms", *words],
                          capture_output=True, text=True, timeout=WAIT, cwd="/", **more)
    return done, dict(line.removeprefix("player 1: ").split(": ", 1) for line in done.stderr.splitlines() if ": re" in line)


def with_secrets(attempts, *words):
    """Attempts while there is a trace, a journal, something in the environment, and a descriptor that is inherited."""
    with open(secret_file) as inherited:
        done, said = attempt(attempts, "--trace", trace, "--store", journal, *words, prefix=APART,
                             pass_fds=[inherited.fileno()], env={**os.environ, "DAMERO_TEST": SECRET})
    assert "that was all" in done.stderr, done.stderr
    with contextlib.suppress(FileNotFoundError):
        os.remove(os.path.join(home, "mine"))
    return said


@functools.cache
def confined():
    needs_sandbox(DAMERO)
    harmless, _ = attempt(["user"], "--no-journal", prefix=APART)
    assert "unconfined" not in harmless.stderr, harmless.stderr
    return with_secrets([*OUTSIDE, *AS_ROOT, *TOLD])


@functools.cache
def unconfined():
    if subprocess.run([*APART, "true"], capture_output=True).returncode == 0:
        return with_secrets([*OUTSIDE, "descriptors", *(AS_ROOT if ROOT else [])], "--no-sandbox")
    return {}


def refused(said, attempts):
    wrong = {what: said.get(what) for what, reasons in attempts.items()
             if said.get(what) not in [f"refused {reason}" for reason in reasons.split()]}
    assert not wrong, wrong


@case
def what_lies_outside_is_not_reached():
    refused(confined(), OUTSIDE)
    refused(confined(), AS_ROOT)
    for door in (named, abstract, tcp):
        with contextlib.suppress(BlockingIOError):
            door.accept()
            assert False, "a program has connected"


@case
def what_lies_outside_is_reached_without_a_sandbox():
    """That the attempts are good ones. In a chroot Linux itself allows nobody a user namespace."""
    needs_sandbox(DAMERO)
    forbidden = subprocess.run(["unshare", "--user", "true"], capture_output=True).returncode != 0
    for what in [*OUTSIDE, *(AS_ROOT if ROOT else [])]:
        if forbidden and what.endswith(f" {NEW_USER}"):
            continue
        assert unconfined().get(what, "").startswith("reached"), (what, unconfined().get(what))
    for door in (named, abstract, tcp):
        door.accept()


@case
def a_filter_refuses_system_calls():
    needs_sandbox(DAMERO)
    _, said = attempt(FILTERED, "--no-journal")
    refused(said, FILTERED)


@case
def only_three_descriptors_are_open():
    """Unconfined too."""
    for said in (confined(), unconfined()):
        assert said["descriptors"] == "reached 0 1 2 ", said["descriptors"]


@case
def it_is_nobody_and_has_no_privileges():
    said = confined()
    assert int(said["user"].split()[1]) not in (0, os.getuid()), said["user"]
    rights = said["privileges"]
    assert "CapEff: 0000000000000000 " in rights and "CapBnd: 0000000000000000 " in rights, rights
    assert "NoNewPrivs: 1 " in rights and "Seccomp: 2 " in rights, rights


@case
def its_file_system_starts_from_nothing():
    said = confined()
    top = set(said["list /"].split()[1:])
    assert top <= {"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "tmp", "usr", folder.split("/")[1]}, top
    assert set(said["list /tmp"].split()[1:]) <= {os.path.basename(folder)}, said["list /tmp"]
    assert "sda" not in said["list /dev"] and "kmsg" not in said["list /dev"], said["list /dev"]
    processes = [name for name in said["list /proc"].split() if name.isdigit()]
    assert len(processes) <= 5, processes  # bubblewrap's first, shell, program, this attempt
    for what in ("write /x", "write /dev/x", "write /usr/x"):
        assert said[what] in ("refused EROFS", "refused EACCES"), said[what]
    assert said["read /sys/kernel/notes"] == "refused ENOENT", said["read /sys/kernel/notes"]


@case
def its_scratch_folders_have_a_size():
    for what in ("fill /tmp", "fill /dev/shm"):
        assert 60 << 20 <= int(confined()[what].split()[1]) <= 64 << 20, (what, confined()[what])


@case
def a_trace_is_for_its_owner_alone():
    """Also a file that was there before, with dice of another match in it."""
    path = write(os.path.join(folder, "old-trace"), "dice", 0o666)
    attempt([], "--no-journal", "--trace", path)
    with open(path) as file:
        assert "hub" in file.read()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600, oct(os.stat(path).st_mode)


@case
def nothing_is_left_behind():
    needs_sandbox(DAMERO)
    _, said = attempt([f"leave {SLEEP}"], "--no-journal")
    assert said == {f"leave {SLEEP}": "reached "}, said
    until(lambda: f"sleep {SLEEP}" not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout,
          "the end of what it left behind")


@case
def no_core_is_dumped():
    needs_sandbox(DAMERO)
    _, said = attempt(["core /tmp"], "--no-journal")
    assert said == {"core /tmp": "refused EPERM"}, said


@case
def its_signals_do_not_get_out():
    """It ends everything it can; the referee gives its verdict."""
    needs_sandbox(DAMERO)
    done, _ = attempt(["end-all"], "--no-journal", "--json", prefix=APART)
    end = json.loads(done.stdout.splitlines()[-1])
    assert done.returncode == 0 and (end["event"], end["reason"], end["winner"]) == ("end", "crashed", 1), done.stdout + done.stderr


def at_a_terminal(*words):
    """What a referee says that has a terminal to itself."""
    write(os.path.join(home, "attempts"), "type adjudicate 1 because I say so|\n")
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(APART[0], [*APART, DAMERO, "match", "dots", "--no-journal", "--errors", "--handshake", "60s", "--move-time", "60s",
                             "--seat", f"program:{PROGRAM}", "--seat", "engine:5ms", *words])
    said = b""
    with contextlib.suppress(OSError):  # a terminal whose last user has gone gives an error
        while select.select([terminal], [], [], WAIT)[0] and (part := os.read(terminal, 4096)):
            said += part
    os.close(terminal)
    os.waitpid(child, 0)
    return said.decode(errors="replace")


@case
def nothing_is_typed_into_the_referees_terminal():
    needs_sandbox(DAMERO)
    said = at_a_terminal()
    assert "so|: refused" in said and "adjudicated" not in said and "crashed" in said, said
    with open("/proc/sys/dev/tty/legacy_tiocsti") as file:
        typing = file.read().strip() == "1" and ROOT
    said = at_a_terminal("--no-sandbox") if typing else ""
    assert not typing or "so|: reached" in said, said  # the attempt works


@case
def standard_error_is_text():
    """A terminal answers some sequences as if the answer were typed."""
    said = subprocess.run([DAMERO, "match", "dots", "--errors", "--quiet", "--no-journal", "--seat",
                           r"program:printf '\033[6n\302\233c\233c \303\251 \303\233\n' >&2", "--seat", "engine:5ms"],
                          capture_output=True, timeout=WAIT).stderr
    assert b"?[6n\xc2?c?c \xc3\xa9 \xc3\x9b\n" in said, said


@case
def files_named_in_a_command_are_visible():
    """Interpreters outside /usr with what belongs to them, links, values of options and variables; a single file of /tmp."""
    needs_sandbox(DAMERO)
    tool, data = os.path.join(folder, "tool"), os.path.join(folder, "data")
    for path in (f"{tool}/bin", f"{tool}/lib", data, f"{folder}/passed"):
        os.makedirs(path)
        os.chmod(path, 0o755)
    os.chmod(tool, 0o755)
    write(f"{tool}/bin/interpreter", '#!/bin/sh\ncat "$(dirname "$0")/../lib/greeting" "$1" "$2" "$DATA/facts" >&2\n', 0o755)
    write(f"{tool}/lib/greeting", "from lib\n")
    write(f"{data}/facts", "from data\n")
    script = write(os.path.join(other, "script"), "from script\n")
    os.symlink(script, os.path.join(home, "link"))
    single = write(tempfile.mktemp(prefix="damero-single-", dir="/tmp"), "from a file of /tmp\n")
    try:
        done = subprocess.run([DAMERO, "match", "dots", "--errors", "--quiet", "--no-journal", "--seat",
                               f"program:DATA={data} ../tool/bin/interpreter {folder}/passed/../hostile/link '{single}'", "--seat", "engine:5ms"],
                              capture_output=True, text=True, timeout=WAIT, cwd=home)
    finally:
        os.remove(single)
    said = [line.removeprefix("player 1: ") for line in done.stderr.splitlines()]
    assert said == ["from lib", "from script", "from a file of /tmp", "from data"], done.stderr


@case
def a_process_that_outlives_its_warden_does_not_keep_the_referee():
    """Unconfined: it has killed the process that would have ended it, and holds the program's output and standard error."""
    if subprocess.run([*APART, "true"], capture_output=True).returncode:
        skip("no pid namespace can be made here")
    left = "setsid sh -c 'kill -9 $0; exec sleep 1000' $PPID & wait"
    done = subprocess.run([*APART, DAMERO, "match", "dots", "--quiet", "--no-journal", "--no-sandbox", "--handshake", "1s",
                           "--seat", f"program:{left}", "--seat", "engine:5ms"], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 0 and "Player 2 (engine:5ms) has won" in done.stdout, done.stdout + done.stderr


@case
def the_first_process_of_a_container_ends_by_a_signal():
    """Linux ignores the default action of signals there."""
    if subprocess.run([*APART, "true"], capture_output=True).returncode:
        skip("no pid namespace can be made here")
    for number in (signal.SIGTERM, signal.SIGHUP):
        with subprocess.Popen([*APART, DAMERO, "match", "dots", "--no-journal", "--seat", "pty", "--seat", "engine:5ms"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as container:
            assert "/dev/" in (said := container.stdout.readline()), said
            children = f"/proc/{container.pid}/task/{container.pid}/children"
            with open(children) as file:
                os.kill(int(file.read()), number)
            assert container.wait(WAIT) in (128 + number, -number), container.returncode


@case
def root_says_why_a_program_cannot_be_read():
    needs_sandbox(DAMERO)
    if not ROOT:
        return
    private = os.path.join(folder, "private")
    os.mkdir(private, 0o700)
    write(f"{private}/bot", "#!/bin/sh\n", 0o755)
    done = subprocess.run([DAMERO, "match", "dots", "--no-journal", "--seat", f"program:{private}/bot", "--seat", "engine:5ms"],
                          capture_output=True, text=True, timeout=WAIT)
    assert done.returncode and f"chmod o+rX {private}" in done.stderr, done.stderr


def without_bubblewrap():
    """A PATH with everything on it but bubblewrap."""
    place = os.path.join(folder, "commands")
    if not os.path.exists(place):
        os.mkdir(place)
        for name in os.listdir("/usr/bin"):
            if name != "bwrap":
                os.symlink(f"/usr/bin/{name}", os.path.join(place, name))
    return {**os.environ, "PATH": place}


MATCH = [DAMERO, "match", "dots", "--no-journal", "--quiet", "--seat", "program:exit 3", "--seat", "engine:5ms"]


@case
def a_missing_sandbox_is_reported():
    done = subprocess.run(MATCH, capture_output=True, text=True, timeout=WAIT, env=without_bubblewrap())
    assert "damero match: programs run unconfined, with all your rights (bubblewrap is not installed)\n" == done.stderr, done.stderr
    assert "exited with status 3" in done.stdout, done.stdout
    done = subprocess.run([*MATCH, "--no-sandbox"], capture_output=True, text=True, timeout=WAIT)
    assert "unconfined, with all your rights (--no-sandbox)" in done.stderr, done.stderr


@case
def forbidden_namespaces_are_explained():
    """bubblewrap is there, but may not make namespaces, as in many containers."""
    other_user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if ROOT else []
    # The creator of a namespace may set its limits.
    limited = [*other_user, "unshare", "--user", "--map-root-user", "sh", "-c",
               'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"', "sh"]
    if not shutil.which("bwrap") or subprocess.run([*limited, "true"], capture_output=True).returncode:
        skip("bubblewrap is not installed, or namespaces are forbidden already")
    if subprocess.run([*limited, "test", "-x", DAMERO], cwd="/").returncode:
        skip("the program is in a folder that other users cannot enter")
    done = subprocess.run([*limited, *MATCH], capture_output=True, text=True, timeout=WAIT, cwd="/")
    assert "unconfined, with all your rights (bubblewrap does not work here: " in done.stderr, done.stderr
    assert "exited with status 3" in done.stdout, done.stdout


@case
def without_a_sandbox_an_arena_gives_programs_no_seat():
    """Unless that was asked for. It says so when it starts, and boards on lines are welcome."""
    program = [{"kind": "link", "spec": f"program:{PROGRAM}"}, {"kind": "engine", "time": 5}]
    with mock.patch.dict(os.environ, without_bubblewrap()):
        servers = [Server(DAMERO, "--contest"), Server(DAMERO, "--contest", "--no-sandbox")]
    try:
        status, answer = servers[0].http("POST", "/api/matches", {"game": "dots", "seats": program})
        assert status == 422 and "cannot be confined here: bubblewrap is not installed" in answer["error"]["message"], answer
        servers[0].begin(game="dots", seats=[{"kind": "link", "spec": "pty"}, {"kind": "engine", "time": 5}])
        write(os.path.join(home, "attempts"), "")
        servers[1].begin(game="dots", seats=program)
    finally:
        for server in servers:
            server.process.terminate()
    said = [server.process.communicate(timeout=WAIT)[1] for server in servers]
    assert "damero serve: programs cannot be confined here: bubblewrap is not installed. " in said[0], said
    assert "programs run unconfined" in said[1], said
    for server in servers:
        shutil.rmtree(server.folder)


def clean_up():
    shutil.rmtree(folder, ignore_errors=True)


run_cases(clean_up)
