"""Tabs of a visitor send actions over connections that lose answers and repeat requests: each action is handled once."""

import pathlib
import re
import socket
import subprocess
import time

from ..model import Fault

WEIGHT = 1
ACTION = "action=%7B%22increment%22%3A%7B%7D%7D"


class Tab:
    """One page of the visitor: its random identifier, and the number of its last batch."""

    def __init__(self, round):
        self.name, self.number = f"{round.random.getrandbits(128):032x}", 0


class Site:
    """A running web-fixture, over plain sockets."""

    def __init__(self, round):
        program = pathlib.Path(__file__).resolve().parents[3] / ".build" / "debug" / "web-fixture"
        if not program.exists():
            raise Fault("There is no web-fixture. Build it: COUNTERPOINT_WEB=1 swift build --product web-fixture")
        self.process = subprocess.Popen([program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        round.at_end.append(self.end)
        round.count("programs")
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        if not found:
            raise Fault("The web-fixture does not start: it needs COUNTERPOINT_WEB=1 when it is built.")
        self.port, self.cookie = int(found[1]), ""

    def end(self):
        self.process.kill()
        self.process.wait()

    def send(self, head, body=""):
        """Sends a request on a connection of its own, and returns the connection."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        lines = [head + " HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Cookie: {self.cookie}", "Connection: close"]
        if body:
            lines += [f"Origin: http://127.0.0.1:{self.port}", "Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        connection.sendall("\r\n".join([*lines, "", body]).encode())
        return connection

    def answer(self, connection):
        """The status and the text of an answer, whose connection is closed then."""
        with connection:
            data = b""
            while part := connection.recv(65536):
                data += part
        return int(data.split(b" ", 2)[1]), data.decode()

    def page(self):
        return self.answer(self.send("GET /"))[1]

    def count(self):
        return int(re.search(r'id="count">(\d+)<', self.page())[1])


def run(round):
    round.about = "web"
    site = Site(round)
    site.cookie = re.search(r"set-cookie: ([^;]*);", site.page(), re.IGNORECASE)[1]
    tabs = [Tab(round) for _ in range(round.random.randint(1, 4))]
    handled, strays = 0, []
    while handled < 300 and not round.is_late:
        tab = round.random.choice(tabs)
        tab.number += 1
        actions = round.random.randint(1, 5)
        body = "&".join([f"counterpoint-batch={tab.name}-{tab.number}", *[ACTION] * actions])
        # The same request several times at once. Some connections are given up before or after the answer, and some are read late.
        for _ in range(round.random.choice([0, 0, 1, 2, 4])):
            connection = site.send("POST /actions", body)
            round.count("stops")
            if round.random.random() < 0.5:
                connection.close()
            else:
                strays.append(connection)
        while (answer := site.answer(site.send("POST /actions", body)))[0] == 429:
            time.sleep(1)
        if answer[0] != 204:
            raise Fault(f"batch {tab.number} got {answer[0]}: {answer[1][-200:]}")
        handled += actions
        round.count("acknowledged", actions)
        # An earlier batch that arrives late is not handled any more.
        if tab.number > 1 and round.random.random() < 0.2:
            late = round.random.randint(1, tab.number - 1)
            strays.append(site.send("POST /actions", f"counterpoint-batch={tab.name}-{late}&{ACTION}"))
    for connection in strays:
        connection.close()
    # A request that was given up may still be on its way: it is handled before the next one of the same tab, or never.
    count = site.count()
    if count != handled:
        raise Fault(f"{handled} actions were acknowledged, and {count} were handled")
