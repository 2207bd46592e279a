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
