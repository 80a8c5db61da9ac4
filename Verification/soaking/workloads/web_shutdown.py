"""The process is asked to end while clients of every kind hold it back.

Readiness turns to 503 first, streams are told to connect again, and the process ends within its deadline, or at once at
a second signal (A2)."""

import time

from ..clients import Client, Closed, outcome
from ..model import Fault
from ..site import Site
from ..visitors import Visitor

WEIGHT = 2
PROGRAMS = ["primetime-web", "web-fixture"]


def run(round):
    round.attack(ATTACKS)


def every_kind_of_client(round):
    """Holds the process with a mix of clients, then sends one signal or two."""
    end_held(round, Site(round, health="/health"), signals=round.random.choice([1, 1, 2]))


def mounted(round):
    """Holds a site inside of another server, which has no deadlines, with all clients but those that read nothing."""
    end_held(round, Site(round, program="web-fixture", arguments=["0", "mounted"]), signals=1, unread=False)


def end_held(round, site, signals, unread=True):
    """Ends a process that visitors and clients of every kind hold."""
    clients, visitors = [], []
    try:
        for number in range(3):
            visitor = Visitor(site, f"127.0.0.{number + 2}")
            visitors.append(visitor)
            visitor.load()
            visitor.listen()
            visitor.press()
        hold(round, site, clients, unread)
        site.check_end(signals)
    finally:
        for each in clients + visitors:
            each.close()


def hold(round, site, clients, unread):
    """Opens connections, each of which would hold a server back in its way, some by answers that stay unread."""
    for _ in range(30):
        client = Client(site, "127.0.0.1", small_window=True)
        clients.append(client)
        match round.random.randrange(5):
            case 0:
                client.send(client.head("POST", "/", {"Content-Length": 500}) + b"\r\nhalf")
            case 1:
                client.send(b"GET / HT")
            case 2 if unread:
                client.socket.settimeout(0.2)
                client.send((client.head("GET", "/counterpoint.js") + b"\r\n") * 300)
            case 3:
                client.send(client.head("GET", "/events?since=0", {"Content-Length": 65_536}) + b"\r\n" + b"x" * 100)
            case _:
                # Between two requests.
                client.request("GET", "/style.css")


def streams_end(round):
    """Streams are told when to connect again, and end, although another client holds the process."""
    site = Site(round)
    visitor = Visitor(site)
    visitor.load()
    visitor.listen()
    with Client(site) as holder:
        holder.send(holder.head("POST", "/", {"Content-Length": 500}) + b"\r\nhalf")
        began = time.monotonic()
        site.process.terminate()
        said = b""
        visitor.stream.socket.settimeout(site.within(site.deadline + 1.5))
        try:
            while chunk := visitor.stream.read_chunk():
                said += chunk
        except Closed:
            pass
        except Fault:
            raise Fault("a stream is still open after the deadline") from None
        seconds = time.monotonic() - began
        # The browsers are told at once, and not when the last client has left.
        round.check(seconds < site.within(1), f"a stream ended {seconds:.1f} s after SIGTERM")
        round.check(b"retry:" in said, f"the stream did not say when to connect again: {said[-200:]}")
    visitor.close()
    site.process.wait(site.within(site.deadline + 1.5))


def readiness(round):
    """The health checks answer, and readiness turns to 503 before the listener closes."""
    site = Site(round, health="/health")
    with Client(site) as checker, Client(site) as holder:
        for path in ("/health/live", "/health/ready"):
            status = checker.request("GET", path).status
            round.check(status == 200, f"{path} answers {status}")
        holder.send(holder.head("POST", "/", {"Content-Length": 500}) + b"\r\nhalf")
        # The head of a request that is complete just after the signal.
        checker.send(checker.head("GET", "/health/ready"))
        time.sleep(0.1)
        site.process.terminate()
        time.sleep(0.2)
        checker.send(b"\r\n")
        status = outcome(checker)
        round.check(status in (503, None), f"/health/ready answers {status} after SIGTERM")
        site.process.wait(site.within(site.deadline + 1.5))


def no_health(round):
    """Health checks are off by default."""
    site = Site(round)
    with Client(site) as client:
        status = client.request("GET", "/health/ready").status
        round.check(status == 404, f"/health/ready answers {status} though health checks are off")
    site.check_end()


ATTACKS = {
    "every-kind-of-client": every_kind_of_client,
    "mounted": mounted,
    "streams-end": streams_end,
    "readiness": readiness,
    "no-health": no_health,
}
