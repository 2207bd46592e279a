#!/usr/bin/env python3
"""The program as it is installed: its configuration, 'meson install', and the Debian packages.

    install_test.py DAMERO SOURCES BUILD

The packages are built, installed on a bare Debian without a network and removed only with DAMERO_LONG=1: that
needs root, the network for the bare Debian itself, and 20 minutes.
"""
import glob
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import urllib.request

from tap import WAIT, case, run_cases, skip, until

DAMERO, SOURCES, BUILD = (os.path.abspath(word) for word in sys.argv[1:4])
LONG = os.environ.get("DAMERO_LONG") == "1"
FOLDER = tempfile.TemporaryDirectory(prefix="damero-install-")


def configured(config, *words, status=0, **variables):
    """Output and errors of the program with this configuration (None: no file)."""
    path = os.path.join(FOLDER.name, "damero.conf")
    if config is not None:
        with open(path, "w") as file:
            file.write(config)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DAMERO_")}
    environment |= {"DAMERO_CONFIG": "" if config is None else path} | variables
    done = subprocess.run([DAMERO, *words], capture_output=True, text=True, timeout=WAIT, env=environment)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stderr.replace(path, "FILE") if status else done.stdout


def shown(rules):
    return configured(None, "show", "dots", "--rules", rules)


@case
def the_command_line_overrides_the_environment_which_overrides_the_file():
    file = "# boards\n\n[show]\r\n  rules =\tsize=2x2  \n\n[play]\nlevel = novice\n"
    assert configured(file, "show", "dots") == shown("size=2x2")
    assert configured(file, "show", "dots", DAMERO_SHOW_RULES="size=3x3") == shown("size=3x3")
    assert configured(file, "show", "dots", "--rules", "size=4x4", DAMERO_SHOW_RULES="size=3x3") == shown("size=4x4")
    assert configured(file, "show", "dots", DAMERO_SHOW_RULES="") == shown("size=2x2")  # empty: not set
    assert configured(None, "show", "dots") != shown("size=2x2")


@case
def a_switch_is_yes_or_no_everywhere():
    plain, ascii = shown("size=2x2"), configured(None, "show", "dots", "--rules", "size=2x2", "--ascii")
    file = "[show]\nrules = size=2x2\nascii = yes\n"
    locale = {"LC_ALL": "C.UTF-8"}
    plain = configured(None, "show", "dots", "--rules", "size=2x2", **locale)
    assert plain != ascii
    assert configured(file, "show", "dots", **locale) == ascii
    assert configured(file, "show", "dots", DAMERO_SHOW_ASCII="no", **locale) == plain
    assert configured(file, "show", "dots", "--ascii=no", **locale) == plain
    assert configured(file.replace("yes", "no"), "show", "dots", "--ascii", **locale) == ascii
    said = configured(file.replace("yes", "maybe"), "show", "dots", status=2)
    assert said == "damero show: FILE:3: --ascii: expected yes or no, not 'maybe'\n", said


@case
def mistakes_are_named_with_their_line():
    for file, expected in (
            ("[serve]\nlisten = x\nlisen = y\n", "FILE:3: unknown option 'lisen': did you mean 'listen'?"),
            ("[sevre]\n", "FILE:1: unknown section [sevre]: did you mean [serve]?"),
            ("[qqqqqqq]\n", "FILE:1: unknown section [qqqqqqq]: expected the name of a command"),
            ("listen = x\n", "FILE:1: 'listen = x' is before the first section: begin with [serve]"),
            ("\n[serve\n", "FILE:2: '[serve': a section ends with ], for example [serve]"),
            ("[serve]\n\ncontest\n", "FILE:3: 'contest': expected NAME = VALUE"),
            ("[serve]\nproxy =\n", "FILE:2: proxy has no value"),
            ("[serve]\nproxy = a\n#\nproxy = b\n", "FILE:4: proxy is already set in line 2"),
            ("[serve]\nconfig = x\n", "FILE:2: a file cannot name another one"),
            ("[help]\n", "FILE:1: unknown section [help]")):
        said = configured(file, "show", "dots", status=2)  # also in a section of another command
        assert said.startswith(f"damero show: {expected}") and said.count("\n") == 1, said
    assert configured("[sevre]\n", "help") and configured("[sevre]\n", "manual")  # help is always there


@case
def a_wrong_value_is_named_with_its_place():
    said = configured("[serve]\n# few\nsockets = none\n", "serve", status=2)
    assert said.startswith("damero serve: FILE:3: --sockets: 'none' is not a number"), said
    said = configured(None, "serve", status=2, DAMERO_SERVE_SOCKETS="none")
    assert said.startswith("damero serve: DAMERO_SERVE_SOCKETS: --sockets: 'none' is not a number"), said
    said = configured("[serve]\nsockets = none\n", "serve", "--sockets", "many", status=2)
    assert said.startswith("damero serve: --sockets: 'many' is not"), said
    said = configured(None, "serve", status=2, DAMERO_SERVE_LISEN="x")
    assert "did you mean DAMERO_SERVE_LISTEN?" in said, said
    store = os.path.join(FOLDER.name, "hosts.db")
    said = configured(f"[serve]\nstore = {store}\nhost = good\nhost = bad:80\nhost = fine\n", "serve", status=1)
    assert said.startswith("damero serve: FILE:4: --host bad:80: expected a name"), said


@case
def a_file_that_is_named_must_be_readable_text():
    said = configured(None, "serve", "--config", os.path.join(FOLDER.name, "none"), status=2)
    assert "cannot read" in said and "No such file" in said, said
    said = configured(None, "show", "dots", status=2, DAMERO_CONFIG=FOLDER.name)
    assert "cannot read" in said, said
    binary = os.path.join(FOLDER.name, "binary")
    with open(binary, "wb") as file:
        file.write(b"[serve]\nlisten = \xff\x00\n")
    assert "it is not text" in configured(None, "show", "dots", status=2, DAMERO_CONFIG=binary)
    with open(binary, "w") as file:
        file.write("#" * 70000)
    assert "more than 64 kB" in configured(None, "show", "dots", status=2, DAMERO_CONFIG=binary)


class Served:
    """A running server, found at the address that it prints."""

    def __init__(self, *words, **variables):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **variables})
        line = self.process.stdout.readline()
        assert "http://" in line, line + self.process.stderr.read()
        self.address = re.search(r"http://\S+", line).group()

    def get(self, path, body=None):
        request = urllib.request.Request(self.address + path, body and json.dumps(body).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=WAIT) as answer:
            return answer.read().decode()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        out, err = self.process.communicate(timeout=WAIT)
        assert self.process.returncode == 0, err
        return out


@case
def a_server_takes_everything_from_its_file():
    data = os.path.join(FOLDER.name, "served")
    os.mkdir(data)
    config = os.path.join(FOLDER.name, "serve.conf")
    with open(config, "w") as file:
        file.write(f"[serve]\nlisten = 127.0.0.1:0\ndata = {data}\nhost = arena.example.org\nhost = two.example.org\n")
    server = Served(DAMERO, "serve", "--config", config)
    for name in ("arena.example.org", "two.example.org"):
        request = urllib.request.Request(server.address + "/api/games", headers={"Host": name})
        assert urllib.request.urlopen(request, timeout=WAIT).status == 200
    server.stop()
    assert os.path.exists(os.path.join(data, "damero.db"))
    # The command line's journal replaces the file's folder.
    other = os.path.join(FOLDER.name, "other.db")
    Served(DAMERO, "serve", "--config", config, "--store", other).stop()
    assert os.path.exists(other)


@case
def the_manual_describes_the_configuration():
    page = configured(None, "manual", "damero.conf")
    assert page.startswith(".TH DAMERO.CONF 5") and "DAMERO_CONFIG" in page and "\\fBlisten\\fR" in page
    if shutil.which("man"):
        done = subprocess.run(["man", "--warnings", "-l", "-"], input=page, capture_output=True, text=True,
                              env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
        assert done.returncode == 0 and not done.stderr, done.stderr
        assert "OPTIONS OF SERVE" in done.stdout


@case
def meson_installs_everything_that_a_user_needs():
    stage = os.path.join(FOLDER.name, "stage")
    subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", stage], check=True,
                   stdout=subprocess.DEVNULL, timeout=WAIT)
    there = {os.path.relpath(os.path.join(root, name), stage) for root, _, names in os.walk(stage) for name in names}
    commands = re.findall(r"(?m)^  ([a-z-]+)  ", configured(None, "help"))
    for name in ["bin/damero", "etc/damero.conf", "lib/systemd/system/damero.service", "include/damero.h",
                 "share/bash-completion/completions/damero", "share/zsh/site-functions/_damero",
                 "share/fish/vendor_completions.d/damero.fish", "share/man/man1/damero.1",
                 "share/man/man5/damero.conf.5", *(f"share/man/man1/damero-{name}.1" for name in commands)]:
        assert any(path.endswith(name) for path in there), f"{name} is not among {sorted(there)}"
    unit = glob.glob(stage + "/**/damero.service", recursive=True)[0]
    with open(unit) as file:
        text = file.read()
    assert "@" not in re.sub(r"@(system-service|mount)", "", text), text
    # A configuration that somebody has changed stays.
    config = glob.glob(stage + "/**/damero.conf", recursive=True)[0]
    with open(config, "a") as file:
        file.write("# mine\n")
    subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", stage], check=True,
                   stdout=subprocess.DEVNULL, timeout=WAIT)
    with open(config) as file:
        assert file.read().endswith("# mine\n")
    with open(os.path.join(SOURCES, "packaging", "damero.conf")) as file:
        everything = re.sub(r"(?m)^#([a-z])", r"\1", file.read())  # also what it shows in comments
    assert configured(everything, "show", "dots")


# What runs in the bare system: it has no network but its own loopback, and only what the packages need.
INSIDE = r"""
set -eu
python3 - <<'PYTHON'
import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sH14x", b"lo", 0x41))  # SIOCSIFFLAGS: up, running
PYTHON
everything() { find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /packages -o -path /var/log \
  -o -path /var/cache -o -path /var/lib/dpkg -o -name __pycache__ \) -prune -o -print | sort; }
everything >/tmp/before
dpkg -i /packages/*.deb >/tmp/dpkg.log 2>&1 || { cat /tmp/dpkg.log; exit 1; }
damero --version
damero match dots --rules size=2x2 --seat engine:beginner --seat engine --games 2 --store /tmp/journal.db | tail -1
damero best perudo --position 11335/????? --time 100ms
damero solve dots --rules size=2x3 | head -1
damero tables damas --pieces 2 --folder /tmp/tables | tail -1
damero odds perudo --position 11335/????? | head -2
for game in damas trax dots perudo; do damero play $game --seats engine,engine --level "$(damero games $game |
  sed -n 's/^ *levels: \([a-z]*\).*/\1/p' | head -1)" --seed 1 </dev/null | tail -1; done
counted=$(damero perft damas 6)
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 damero perft damas 6 | diff - <(echo "$counted")
ldd /usr/bin/damero | grep libdamero.so.1
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 ldd /usr/bin/damero | grep libdamero.so.1
if [ "$(dpkg --print-architecture)" = amd64 ]; then
  there=/usr/lib/x86_64-linux-gnu
  ! cmp -s $there/libdamero.so.1 $there/glibc-hwcaps/x86-64-v3/libdamero.so.1 || { echo "both are the same"; exit 1; }
fi
python3 -c 'import damero; print(damero.Rules("trax").start().play("@0/"))'
mkdir /tmp/data
DAMERO_SERVE_LISTEN=127.0.0.1:0 damero serve --data /tmp/data >/tmp/serve.log 2>&1 &
server=$!
python3 - <<'PYTHON'
import json, re, time, urllib.request as net
address = None
while not address:
    address = re.search(r"http://\S+", open("/tmp/serve.log").read())
    time.sleep(0.05)
address = address.group()
assert b"<html" in net.urlopen(address).read()
assert net.urlopen(address + "/healthz").read() == b"ok\n"
wish = {"game": "dots", "rules": "size=2x2", "seats": [{"kind": "engine", "time": 10}] * 2}
made = json.load(net.urlopen(net.Request(address + "/api/matches", json.dumps(wish).encode(),
                                         {"Content-Type": "application/json"})))
while not json.load(net.urlopen(f"{address}/api/matches/{made['match']}"))["verdict"]:
    time.sleep(0.05)
print("served and played")
PYTHON
kill $server
wait $server
grep -q "^\[serve\]" /etc/damero.conf
dpkg --purge $(dpkg-query -W -f '${Package}\n' '*damero*') >/tmp/dpkg.log 2>&1 || { cat /tmp/dpkg.log; exit 1; }
everything >/tmp/after
diff /tmp/before /tmp/after && echo "removed without a trace"
"""


def compile_statically(debs):
    """Compiles and runs an example with nothing but what the packages hold."""
    root = os.path.join(FOLDER.name, "unpacked")
    for path in debs:
        subprocess.run(["dpkg-deb", "-x", path, root], check=True)
    found = glob.glob(root + "/usr/lib/*/pkgconfig")[0]
    flags = subprocess.run(["pkg-config", "--static", "--cflags", "--libs", "damero"], check=True, text=True,
                           stdout=subprocess.PIPE, env={**os.environ, "PKG_CONFIG_PATH": found,
                                                        "PKG_CONFIG_SYSROOT_DIR": root}).stdout.split()
    program = os.path.join(FOLDER.name, "example")
    subprocess.run(["gcc", "-static", os.path.join(SOURCES, "examples", "library", "engine.c"), *flags, "-o", program],
                   check=True)
    assert subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout


@case
def the_packages_serve_play_and_go_on_a_bare_debian():
    if not LONG:
        skip("long: builds the packages")
    if os.geteuid() != 0:
        skip("needs root to create a system")
    subprocess.run([os.path.join(SOURCES, "script", "bootstrap"), "fresh"], check=True, stdout=subprocess.DEVNULL)
    packages = os.environ.get("DAMERO_PACKAGES")  # built before
    if not packages:
        packages = os.path.join(FOLDER.name, "packages")
        subprocess.run([os.path.join(SOURCES, "script", "package"), "--output", packages], check=True,
                       stdout=subprocess.DEVNULL)
    debs = [path for path in glob.glob(os.path.join(packages, "*.deb")) if "-dbgsym_" not in path]
    size = sum(os.path.getsize(path) for path in debs if "tables" not in path)
    assert len(debs) == 6 and size < 5_000_000, (debs, size)
    compile_statically(debs)
    root, apt = os.path.join(FOLDER.name, "root"), os.path.join(FOLDER.name, "apt.conf")
    with open(apt, "w") as file:
        known = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, check=True).stdout
        file.writelines(line + "\n" for line in known.splitlines()
                        if re.match("Acquire::(https?|Check-Valid-Until)\\b", line))
    subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", f"--aptopt={apt}", "--dpkgopt=force-unsafe-io",
                    "--include=libjansson4,libpng16-16,libpq5,libsodium23,libsqlite3-0,zlib1g,libc6-dev,python3",
                    "bookworm", root], check=True)
    os.mkdir(os.path.join(root, "packages"))
    for path in debs:
        shutil.copy(path, os.path.join(root, "packages"))
    done = subprocess.run(["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", "bash", "-ec",
                           'mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; '
                           'exec chroot "$1" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root '
                           'LANG=C.UTF-8 bash -c "$2"', "inside", root, INSIDE],
                          capture_output=True, text=True, timeout=1200)
    print("\n".join("# " + line for line in (done.stdout + done.stderr).splitlines()))
    assert done.returncode == 0 and "removed without a trace" in done.stdout
    assert "served and played" in done.stdout
    with open("/proc/cpuinfo") as file:
        if {"avx2", "bmi2", "fma"} <= set(file.read().split()):  # the faster copy, unless told otherwise
            assert done.stdout.count("glibc-hwcaps/x86-64-v3/libdamero.so.1") == 1, done.stdout


@case
def the_tests_of_the_rules_pass_on_arm64():
    if not LONG:
        skip("long: builds everything for arm64")
    if os.geteuid() != 0:
        skip("needs root to unpack the libraries of arm64")
    done = subprocess.run([os.path.join(SOURCES, "script", "arm64")], capture_output=True, text=True)
    assert done.returncode == 0 and "arm64: done" in done.stdout, done.stdout[-3000:] + done.stderr[-3000:]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@case
def nginx_with_tls_passes_pages_sockets_and_addresses():
    if not LONG:
        skip("long: needs nginx")
    if not shutil.which("nginx") or not shutil.which("openssl"):
        skip("nginx or openssl is not installed")
    folder = os.path.join(FOLDER.name, "nginx")
    os.mkdir(folder)
    certificate, key = (os.path.join(folder, name) for name in ("certificate.pem", "key.pem"))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out",
                    certificate, "-subj", "/CN=arena.example.org", "-addext", "subjectAltName=DNS:arena.example.org"],
                   check=True, capture_output=True)
    server = Served(DAMERO, "serve", "--listen", "127.0.0.1:0", "--data", folder, "--host", "arena.example.org",
                    "--proxy", "127.0.0.1", "--log", "requests", "--log-format", "json")
    plain, secure = free_port(), free_port()
    with open(os.path.join(SOURCES, "packaging", "nginx.conf")) as file:
        site = file.read()
    for old, new in (("127.0.0.1:7777", server.address.removeprefix("http://")), ("listen 80;", f"listen 127.0.0.1:{plain};"),
                     ("listen 443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;"), ("listen [::]:80;", ""),
                     ("listen [::]:443 ssl http2;", ""), ("/etc/ssl/certs/arena.example.org.pem", certificate),
                     ("/etc/ssl/private/arena.example.org.key", key)):
        assert old in site, old
        site = site.replace(old, new)
    config = os.path.join(folder, "nginx.conf")
    temporary = "".join(f"{name}_temp_path {folder}/{name};" for name in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(config, "w") as file:
        file.write(f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
                   f"http {{ access_log off; {temporary}\n{site}\n}}\n")
    subprocess.run(["nginx", "-t", "-q", "-c", config, "-p", folder], check=True)
    nginx = subprocess.Popen(["nginx", "-c", config, "-p", folder])
    trust = ssl.create_default_context(cafile=certificate)

    def connect():
        return trust.wrap_socket(socket.create_connection(("127.0.0.1", secure), WAIT), server_hostname="arena.example.org")

    def ask(request):
        with connect() as line:
            line.sendall(request.replace("\n", "\r\n").encode())
            got = b""
            while part := line.recv(65536):
                got += part
                if got.startswith(b"HTTP/1.1 101") and b"\r\n\r\n" in got:
                    break
            return got.decode(errors="replace")

    def there():
        try:
            connect().close()
            return True
        except OSError:
            return False

    try:
        until(there)
        rest = "Host: arena.example.org\nConnection: close\n\n"
        assert "<html" in ask(f"GET / HTTP/1.1\nAccept-Encoding: identity\n{rest}")
        assert " 404 " in ask(f"GET /metrics HTTP/1.1\n{rest}").split("\r\n")[0]
        body = json.dumps({"game": "dots", "rules": "size=2x2", "seats": [{"kind": "engine"}] * 2})
        made = ask("POST /api/matches HTTP/1.1\nOrigin: https://arena.example.org\nContent-Type: application/json\n"
                   f"X-Forwarded-For: 192.0.2.99\nContent-Length: {len(body)}\n{rest}{body}")
        assert " 201 " in made.split("\r\n")[0], made
        upgraded = ask("GET /api/socket HTTP/1.1\nHost: arena.example.org\nOrigin: https://arena.example.org\n"
                       "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\n"
                       "Sec-WebSocket-Protocol: damero\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\n\n")
        assert upgraded.startswith("HTTP/1.1 101"), upgraded
        elsewhere = ask("GET /api/games HTTP/1.1\nHost: evil.example.org\nConnection: close\n\n")
        assert " 403 " in elsewhere.split("\r\n")[0], elsewhere
    finally:
        nginx.terminate()
        nginx.wait(WAIT)
        server.process.terminate()
        said = server.process.communicate(timeout=WAIT)[1]
    posted = [entry for entry in map(json.loads, said.splitlines()) if entry.get("method") == "POST"]
    assert posted and posted[0]["from"] == "127.0.0.1", posted  # nginx's word, not the client's own header


run_cases(FOLDER.cleanup)
