"""More connections than a server has room for: half-open ones, and streams.

Connections are limited in all and per address, the limit of descriptors is raised, and visitors that are there go on
(A3)."""

import contextlib

from ..clients import Client, addresses, crowd, outcome
from ..model import Fault
from ..site import Site
from ..visitors import Bystander, Visitor

WEIGHT = 1
PROGRAMS = ["primetime-web"]


def run(round):
    # One such round at a time: together they would use too many descriptors.
    with crowd:
        round.attack(ATTACKS)


def connect(site, addresses):
    """Connections from these addresses, as far as the server takes them."""
    clients = []
    for address in addresses:
        with contextlib.suppress(OSError):
            clients.append(Client(site, address, 1))
    return clients


def half_open_from_one_address(round):
    """Opens more connections than the soft limit of descriptors from one address, each with a part of a request."""
    site = Site(round)
    clients = []
    try:
        with Bystander(site, reconnects=True):
            clients = connect(site, ["127.0.0.1"] * 1_100)
            for client in clients:
                client.send(round.random.choice([b"", b"G", b"GET / HTTP/1.1\r\nHost: "]))
            newcomer = Visitor(site, "127.0.0.3", site.within(2))
            newcomer.load()
            newcomer.press()
            newcomer.check_count()
            newcomer.close()
    finally:
        for client in clients:
            client.close(resets=round.random.random() < 0.5)
    site.check_recovery()
    site.check_end()


def over_the_limit_per_address(round):
    """Opens more connections than one address may have. The limit holds, and other addresses don't notice."""
    limit = round.random.randint(5, 20)
    site = Site(round, connections_per_address=limit)
    clients = []
    try:
        with Bystander(site, reconnects=True):
            clients = connect(site, ["127.0.0.1"] * (limit + 20))
            served = 0
            for client in clients:
                client.start("GET", "/style.css")
            for client in clients:
                status = outcome(client)
                round.check(status in (200, 429, 503, None), f"a connection over the limit gets {status}")
                served += status == 200
            round.check(0 < served <= limit, f"{served} connections of one address were served, {limit} is the limit")
    finally:
        for client in clients:
            client.close()
    site.check_end()


def over_the_limit(round):
    """Fills the room for connections from many addresses. A visitor that is there goes on, and newcomers come later."""
    site = Site(round, connections=100)
    clients = []
    try:
        with Bystander(site):
            clients = connect(site, addresses(round.number, 250))
            for client in clients:
                client.start("GET", "/style.css")
            served = sum(outcome(client) == 200 for client in clients)
            round.check(50 < served <= 100, f"{served} connections were served, 100 is the limit")
    finally:
        for client in clients:
            client.close()
    site.check_recovery()
    newcomer = Visitor(site, "127.0.0.3")
    newcomer.load()
    newcomer.press()
    newcomer.close()
    site.check_end()


def thousand_streams(round):
    """Opens 1,040 streams from 65 addresses. That is more than the soft limit of descriptors allows."""
    site = Site(round)
    visitors = []
    try:
        with Bystander(site, bound=4, reconnects=True):
            homes = addresses(round.number, 65)
            streams = 0
            for number in range(130):
                visitor = Visitor(site, homes[number // 2], site.within(5))
                visitors.append(visitor)
                visitor.load()
                visitor.disconnect()
                visitor.streams = []
                for _ in range(8):
                    try:
                        visitor.listen()
                    except (Fault, OSError) as error:
                        raise Fault(f"after {streams} streams: {error}") from None
                    visitor.streams.append(visitor.stream)
                    streams += 1
            site.check_running()
            newcomer = Visitor(site, "127.0.0.3", site.within(4))
            newcomer.load()
            newcomer.listen()
            newcomer.press()
            newcomer.check_count()
            newcomer.close()
    finally:
        for visitor in visitors:
            for stream in getattr(visitor, "streams", []):
                stream.close()
            visitor.close()
    site.check_recovery(seconds=5, memory=400 << 20)
    site.check_end()


ATTACKS = {
    "half-open-from-one-address": half_open_from_one_address,
    "over-the-limit-per-address": over_the_limit_per_address,
    "over-the-limit": over_the_limit,
    "thousand-streams": thousand_streams,
}
