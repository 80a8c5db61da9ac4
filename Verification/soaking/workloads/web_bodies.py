"""Clients send bodies where none belongs, halves of requests, a byte at a time, or never read an answer.

The body of every request is bounded, drained or refused (A1), a whole request has a deadline (A3), the process ends
within its own deadline (A2), and other visitors are served meanwhile."""

import contextlib
import threading
import time

from ..clients import Client, Closed
from ..site import Site
from ..visitors import Bystander, Visitor

WEIGHT = 2
PROGRAMS = ["primetime-web"]
# The time that a whole request may take, in seconds.
REQUEST_DEADLINE = 10


def run(round):
    round.attack(ATTACKS)


def bodies_of_streams(round):
    """Fills a house of visitors with streams that brought a body, and disconnects."""
    site = Site(round, visitors=5, remember=1)
    for _ in range(8):
        attacker = Visitor(site, "127.0.0.1")
        attacker.load()
        headers = attacker.headers(Accept="text/event-stream")
        body = b"x" * round.random.choice([1, 4_096, 65_536])
        with Client(site) as client:
            path = f"/events?since={attacker.page.revision}"
            if round.random.random() < 0.5:
                client.start("GET", path, headers, body)
            else:
                client.start("GET", path, headers | {"Transfer-Encoding": "chunked"})
                client.send(b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))
            with contextlib.suppress(Closed):
                client.read_head()
            client.close(resets=round.random.random() < 0.5)
        attacker.close()
    newcomer = Visitor(site)
    newcomer.load()
    newcomer.listen()
    newcomer.press()
    newcomer.check_count()
    newcomer.close()
    site.check_recovery()
    site.check_end()


def halves(round):
    """Leaves requests after half of their head or body. The process still ends within its deadline."""
    site = Site(round)
    clients = []
    with Bystander(site):
        for _ in range(40):
            client = Client(site)
            clients.append(client)
            client.send(half(round, client))
        time.sleep(0.5)
    for client in clients[::2]:
        client.close(resets=round.random.random() < 0.5)
    site.check_end(signals=round.random.choice([1, 1, 2]))
    for client in clients:
        client.close()


def half(round, client):
    """The beginning of a request."""
    path = round.random.choice(["/", "/actions", "/events", "/nowhere"])
    method = round.random.choice(["POST", "POST", "GET", "PUT"])
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": client.site.origin}
    coding = round.random.choice([{"Content-Length": 1_000}, {"Transfer-Encoding": "chunked"}])
    body = b"3e8\r\n" if "Transfer-Encoding" in coding else b""
    request = client.head(method, path, headers | coding) + b"\r\n" + body + b"action=" + b"x" * 300
    return request[: round.random.randrange(1, len(request))]


def dripped_requests(round):
    """Sends heads and bodies a byte at a time. The server ends each of them at the deadline of a request."""
    site = Site(round)
    clients = [Client(site) for _ in range(20)]
    for index, client in enumerate(clients):
        headers = {"Content-Length": 10_000, "Content-Type": "application/x-www-form-urlencoded", "Origin": site.origin}
        # The first half drips its head, the second its body.
        client.send(client.head("POST", "/actions", headers) + (b"" if index % 2 else b"\r\n"))
    began, closed = time.monotonic(), set()
    bound = REQUEST_DEADLINE + site.within(2)
    with Bystander(site, reconnects=True):
        while len(closed) < len(clients) and time.monotonic() < began + bound:
            for index, client in enumerate(clients):
                if index not in closed:
                    client.send(b"x" if index % 2 == 0 else b"X-Drip: 1\r\n"[: 1 + index % 11])
                    if client.wait_until_closed(0.005):
                        closed.add(index)
            time.sleep(0.2)
    left = len(clients) - len(closed)
    round.check(left == 0, f"{left} of {len(clients)} dripped requests are open after {bound:.0f} s")
    for client in clients:
        client.close()
    site.check_recovery()


def drips_at_the_end(round):
    """Goes on dripping while the process is asked to end."""
    site = Site(round)
    clients = [Client(site) for _ in range(10)]
    is_over = threading.Event()
    for client in clients:
        client.send(client.head("POST", "/actions", {"Content-Length": 10_000, "Origin": site.origin}) + b"\r\n")

    def drip():
        while not is_over.wait(0.05):
            for client in clients:
                client.send(b"x")

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    try:
        site.check_end(signals=round.random.choice([1, 2]))
    finally:
        is_over.set()
        thread.join()
        for client in clients:
            client.close()


def never_reading(round):
    """Asks for much and reads nothing. The memory stays bounded, and the process ends within its deadline."""
    site = Site(round)
    clients = []
    with Bystander(site):
        for _ in range(10):
            client = Client(site, small_window=True)
            clients.append(client)
            client.socket.setblocking(False)
            path = round.random.choice(["/counterpoint.js", "/", "/style.css"])
            requests = (client.head("GET", path) + b"\r\n") * 120
            with contextlib.suppress(BlockingIOError, OSError):
                client.socket.send(requests)
        time.sleep(1)
        used = site.memory - site.memory_at_start
        round.check(used < 200 << 20, f"clients that never read made the server grow by {used >> 20} MB")
    site.check_end(signals=round.random.choice([1, 2]))
    for client in clients:
        client.close()


def streams_that_never_read(round):
    """Opens streams and reads nothing, while the visitor acts. The process ends within its deadline."""
    site = Site(round)
    streams = []
    for number in range(5):
        visitor = Visitor(site, f"127.0.1.{number + 1}")
        visitor.load()
        visitor.listen()
        visitor.stream.socket.setblocking(False)
        streams.append(visitor)
        for _ in range(20):
            visitor.press()
    for visitor in streams:
        visitor.check_count()
        visitor.disconnect()
    try:
        site.check_end(signals=round.random.choice([1, 2]))
    finally:
        for visitor in streams:
            visitor.close()


ATTACKS = {
    "bodies-of-streams": bodies_of_streams,
    "halves": halves,
    "dripped-requests": dripped_requests,
    "drips-at-the-end": drips_at_the_end,
    "never-reading": never_reading,
    "streams-that-never-read": streams_that_never_read,
}
