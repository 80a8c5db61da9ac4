"""Clients of an inspector that are hostile, slow or too many, while the program plays a script.

The program answers each line as it does without an inspector, no client without the token sees anything, and a client
with the token attaches afterwards."""

import json
import os
import pathlib
import re
import socket
import subprocess
import threading
import time

from ..clients import Client, Closed
from ..model import Fault
from ..site import Site

WEIGHT = 1
PROGRAMS = ["counterpoint", "primetime"]
LINES = 300


def run(round):
    round.attack(ATTACKS)


class Inspected:
    """A program that plays a script line by line and listens for inspectors."""

    def __init__(self, round):
        self.round = round
        runtime = round.folder / "runtime"
        runtime.mkdir(mode=0o700)
        self.process = subprocess.Popen(
            [round.executables["primetime"], "--favorites", round.folder / "favorites.json", "--script", "-", "--inspect"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "XDG_RUNTIME_DIR": str(runtime)},
            start_new_session=True,
        )
        round.at_end.append(self.close)
        round.count("programs")
        self.output = b""
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.folder = runtime / "counterpoint"
        round.wait(30, "the program listens", lambda: list(self.folder.glob("*.socket")))
        self.path = next(self.folder.glob("*.socket"))
        token = self.path.with_suffix(".token")
        self.token = token.read_text()
        round.check(len(self.token) == 64, f"the program listens with a token of {len(self.token)} characters")
        for path, mode in ((self.folder, 0o700), (self.path, 0o600), (token, 0o600)):
            round.check(path.stat().st_mode & 0o777 == mode, f"{path.name} has the mode {path.stat().st_mode:o}")

    def read(self):
        while data := os.read(self.process.stdout.fileno(), 65_536):
            self.output += data

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.reader.join()
        self.process.stdout.close()

    def connect(self, token=None):
        """A connection, greeted with a token if there is one."""
        return connect(self.path, token)

    def play(self):
        """Plays the script to its end, and checks the memory and the result."""
        for _ in range(LINES):
            self.process.stdin.write(b"increment\n")
        self.process.stdin.flush()
        self.round.wait(60, "the program answers all lines", lambda: str(LINES).encode() in self.output)
        memory = memory_of(self.process.pid)
        self.round.check(memory < 400 << 20, f"the program uses {memory >> 20} MB")

    def check(self):
        """Attaches, and ends the program. Its output is that without an inspector."""
        with self.connect(self.token) as client:
            answer = lines_of(client, lambda line: b'"n":%d' % LINES in line)
            self.round.check(b'"hello"' in answer[0], f"the answer to a client with the token is {answer[0][:200]}")
        self.process.stdin.close()
        self.round.check(self.process.wait(30) == 0, f"the program ended with status {self.process.returncode}")
        self.reader.join()
        expected = plain_output(self.round)
        self.round.check(self.output == expected, "the output differs from that without an inspector")


def connect(path, token=None):
    """A connection to a program's socket, greeted with a token if there is one."""
    connection = socket.socket(socket.AF_UNIX)
    # With a time limit, a full queue of connections would be an error.
    connection.connect(str(path))
    connection.settimeout(30)
    if token is not None:
        connection.sendall(json.dumps({"hello": {"versions": [1], "token": token}}).encode() + b"\n")
    return connection


def plain_output(round):
    command = [round.executables["primetime"], "--favorites", round.folder / "plain.json", "--script", "-"]
    return subprocess.run(command, input=b"increment\n" * LINES, capture_output=True, timeout=60).stdout


def memory_of(process):
    text = pathlib.Path(f"/proc/{process}/status")
    if not text.exists():
        return 0
    return next(int(line.split()[1]) << 10 for line in text.read_text().splitlines() if line.startswith("VmRSS"))


def lines_of(connection, is_last):
    """Reads lines up to one."""
    data, seen = b"", []
    while True:
        while b"\n" in data:
            line, _, data = data.partition(b"\n")
            seen.append(line)
            if is_last(line):
                return seen
        received = connection.recv(65_536)
        if not received:
            raise Fault(f"the program closed the connection. It said {seen[-1:]}")
        data += received


def refused(round, connection):
    """Reads to the end. Nothing but a refusal may come."""
    data = b""
    try:
        while received := connection.recv(65_536):
            data += received
    except (ConnectionResetError, BrokenPipeError):
        pass
    round.check(data == b"" or data.startswith(b'{"refused":'), f"a client without the token was told {data[:200]}")


def garbage(round):
    """Sends what is no greeting, in pieces of any size."""
    program = Inspected(round)
    for _ in range(20):
        with program.connect() as client:
            try:
                for _ in range(round.random.randint(1, 30)):
                    client.sendall(round.random.randbytes(round.random.randint(1, 20_000)))
            except (ConnectionResetError, BrokenPipeError):
                pass
            client.shutdown(socket.SHUT_WR)
            refused(round, client)
    program.play()
    program.check()


def wrong_tokens(round):
    """Guesses the token."""
    program = Inspected(round)
    clients = [program.connect("0" * 64) for _ in range(10)]
    began = time.monotonic()
    for client in clients:
        with client:
            refused(round, client)
    round.check(time.monotonic() - began > 0.3, "a wrong token is answered without a pause")
    program.play()
    program.check()


def crowd(round):
    """Opens 100 connections: silent ones, half lines, and some that are closed at once."""
    program = Inspected(round)
    clients = []
    for number in range(100):
        client = program.connect()
        try:
            client.sendall([b"", b'{"hello":{"vers', b"\n" * 10][number % 3])
        except (ConnectionResetError, BrokenPipeError):
            pass
        if number % 7 == 0:
            client.close()
        else:
            clients.append(client)
    program.play()
    # The silent ones are refused at their deadline.
    for client in clients:
        with client:
            refused(round, client)
    program.check()


def slow_readers(round):
    """Attaches and reads nothing."""
    program = Inspected(round)
    clients = [program.connect(program.token) for _ in range(8)]
    program.play()
    for client in clients:
        client.close()
    program.check()


def request_flood(round):
    """Sends requests without reading the answers, and long ones."""
    program = Inspected(round)
    client = program.connect(program.token)
    client.settimeout(1)
    try:
        for number in range(20_000):
            client.sendall(b'{"id":%d,"do":"state","s":1,"n":%d}\n' % (number, number))
    except (TimeoutError, ConnectionResetError, BrokenPipeError):
        pass
    program.play()
    client.close()
    with program.connect(program.token) as client:
        try:
            client.sendall(b'{"id":1,"do":"send","s":1,"a":"' + b"x" * (1 << 20))
            client.sendall(b'"}\n')
        except (ConnectionResetError, BrokenPipeError):
            pass
    program.check()


def redirects(round):
    """Opens the inspector's page with its token, at paths that a browser may take for another host."""
    program = Inspected(round)
    environment = {"XDG_RUNTIME_DIR": program.folder.parent}
    site = Site(round, program="counterpoint", arguments=["inspect", "primetime", "--web"], environment=environment)
    token = re.search(r"\?token=\w+", site.address)[0]
    parts = ["/", "//", "\\", "/\\", "/%2f", "/%5c", "/.", "/;", "/@", "/\u0301", "http:/", "/evil.example", "evil.example"]
    redirected = 0
    for _ in range(100):
        path = "".join(round.random.choices(parts, k=round.random.randint(1, 4))) + token
        try:
            with Client(site) as client:
                location = client.request("GET", path).header("location")
        except Closed:
            continue
        if location is not None:
            redirected += 1
            # Browsers take a backslash for a slash.
            round.check(re.match(r"/(?![/\\])", location), f"{path!r} leads to {location!r}")
    round.check(redirected > 10, f"{redirected} of 100 paths lead to the page")
    site.check_end()
    program.play()
    program.check()


ATTACKS = {
    "garbage": garbage,
    "wrong-tokens": wrong_tokens,
    "crowd": crowd,
    "slow-readers": slow_readers,
    "request-flood": request_flood,
    "redirects": redirects,
}
