"""Bytes that are no request, or one that contradicts itself.

Each gets a status of an error or the end of its connection, never a success and never silence, and the other visitors
are served meanwhile (A5)."""

from ..clients import Client, Closed
from ..model import Fault
from ..site import Site
from ..visitors import Bystander, Visitor

WEIGHT = 2
PROGRAMS = ["primetime-web"]


def run(round):
    round.attack(ATTACKS)


def judge(round, site, request, what, statuses=range(400, 600), ends=True, closes=False):
    """Sends bytes, and checks the first answer. With `ends` the client has nothing more to say."""
    with Client(site) as client:
        client.timeout = site.within(3)
        client.socket.settimeout(client.timeout)
        client.send(request)
        if ends:
            try:
                client.socket.shutdown(1)
            except OSError:
                return None
        try:
            status = client.read_head().status
        except Closed:
            return None
        except Fault as fault:
            raise Fault(f"{what}: {fault}") from None
        round.check(status in statuses, f"{what} gets {status}: {request[:200]!r}")
        if closes:
            round.check(client.wait_until_closed(site.within(3)), f"{what}: the connection stays open")
        return status


def random_bytes(round):
    """Sends random bytes, some with the ends of lines in between."""
    site = Site(round)
    with Bystander(site):
        for _ in range(200):
            data = round.random.randbytes(round.random.randrange(1, 600))
            if round.random.random() < 0.5:
                data = round.random.choice([b"GET / HTTP/1.1\r\n", b"POST /actions HTTP/1.1\r\n", b""]) + data
            judge(round, site, data + b"\r\n\r\n", "random bytes")
    site.check_recovery()


def changed_requests(round):
    """Changes a few bytes of a right request. Whatever comes of it, it is answered, or the connection ends."""
    site = Site(round)
    visitor = Visitor(site, "127.0.0.1")
    visitor.load()
    path, body = visitor.page.submission(visitor.page.button("Count up"))
    with Client(site) as client:
        head = client.head("POST", path, visitor.headers("POST") | {"Content-Length": len(body)})
        page = client.head("GET", "/", visitor.headers())
    with Bystander(site):
        for _ in range(150):
            data = bytearray(round.random.choice([head + b"\r\n" + body, page + b"\r\n"]))
            for _ in range(round.random.randint(1, 4)):
                at = round.random.randrange(len(data))
                match round.random.randrange(3):
                    case 0:
                        data[at] = round.random.randrange(256)
                    case 1:
                        del data[at : at + round.random.randint(1, 5)]
                    case _:
                        data[at:at] = round.random.choice([b"\r\n", b"\0", b" ", b":", b"\xff", b"\n"])
            judge(round, site, bytes(data), "a changed request", range(200, 600))
    visitor.close()
    site.check_recovery()


def contradictions(round):
    """Sends requests whose heads contradict themselves, or name what the server does not understand."""
    site = Site(round)
    host = f"Host: 127.0.0.1:{site.port}"
    form = "Content-Type: application/x-www-form-urlencoded"

    def request(method, *lines, body=b"", path="/"):
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines]).encode() + b"\r\n\r\n" + body

    cases = {
        "two hosts": request("GET", host, "Host: evil.example"),
        "the same host twice": request("GET", host, host),
        "no host": request("GET"),
        "a host with a comma": request("GET", "Host: 127.0.0.1, evil.example"),
        "the coding gzip": request("POST", host, form, "Transfer-Encoding: gzip", body=b"x"),
        "the codings chunked, gzip": request("POST", host, form, "Transfer-Encoding: chunked, gzip", body=b"0\r\n\r\n"),
        "the codings gzip, chunked": request("POST", host, form, "Transfer-Encoding: gzip, chunked", body=b"0\r\n\r\n"),
        "an unknown coding": request("POST", host, form, "Transfer-Encoding: xchunked", body=b"0\r\n\r\n"),
        "chunked twice": request("POST", host, form, "Transfer-Encoding: chunked, chunked", body=b"0\r\n\r\n"),
        "a length and chunks": request(
            "POST", host, form, "Content-Length: 5", "Transfer-Encoding: chunked", body=b"0\r\n\r\n"
        ),
        "two lengths": request("POST", host, form, "Content-Length: 1", "Content-Length: 2", body=b"xx"),
        "a negative length": request("POST", host, form, "Content-Length: -1"),
        "a length in words": request("POST", host, form, "Content-Length: many"),
        "a huge length": request("POST", host, form, "Content-Length: 99999999999999999999999"),
        "a bad chunk": request("POST", host, form, "Transfer-Encoding: chunked", body=b"zz\r\nxx\r\n0\r\n\r\n"),
        "a huge chunk": request("POST", host, form, "Transfer-Encoding: chunked", body=b"f" * 20 + b"\r\n"),
        "a long path": request("GET", host, path="/" + "x" * 200_000),
        "a long header": request("GET", host, "X-Long: " + "x" * 200_000),
        "many headers": request("GET", host, *(f"X-{number}: 1" for number in range(2_000))),
        "a header without a name": request("GET", host, ": nothing"),
        "a blank before the colon": request("GET", host, "Content-Length : 5"),
        "an unknown version": b"GET / HTTP/7.3\r\n" + host.encode() + b"\r\n\r\n",
        "another protocol": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + round.random.randbytes(200),
    }
    names = list(cases)
    round.random.shuffle(names)
    with Bystander(site):
        for name in names:
            judge(round, site, cases[name], name, ends=round.random.random() < 0.5)
    site.check_recovery()


def expectations(round):
    """Announces a body that is too large and waits to be asked for it. The server refuses without reading it."""
    site = Site(round)
    with Bystander(site):
        for _ in range(10):
            with Client(site) as client:
                length = round.random.choice([1 << 20, 1 << 30, 1 << 62])
                path = round.random.choice(["/", "/actions", "/events", "/nowhere"])
                headers = {
                    "Expect": "100-continue",
                    "Content-Length": length,
                    "Content-Type": "application/x-www-form-urlencoded",
                    "Origin": site.origin,
                }
                head = client.head(round.random.choice(["POST", "GET", "PUT"]), path, headers) + b"\r\n"
            judge(round, site, head, f"Expect with {length} bytes", range(400, 500), ends=False, closes=True)
        with Client(site) as client:
            head = client.head("POST", "/actions", {"Expect": "a-miracle", "Content-Length": 5}) + b"\r\n"
        judge(round, site, head, "an unknown expectation", range(400, 500), ends=False)
    site.check_recovery()


def large_bodies(round):
    """Sends bodies above the limit, with a length or in chunks without an end."""
    site = Site(round)
    with Bystander(site):
        for _ in range(10):
            path = round.random.choice(["/", "/actions", "/events?since=0", "/style.css"])
            method = "POST" if path in ("/", "/actions") else round.random.choice(["GET", "POST", "PUT"])
            with Client(site) as client:
                headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": site.origin}
                if round.random.random() < 0.5:
                    client.start(method, path, headers, b"x" * 2_000_000)
                else:
                    client.start(method, path, headers | {"Transfer-Encoding": "chunked"})
                    for _ in range(200):
                        if not client.send(b"4000\r\n" + b"x" * 16_384 + b"\r\n"):
                            break
                try:
                    status = client.read_head().status
                except Closed:
                    continue
                round.check(400 <= status < 600, f"{method} {path} with megabytes gets {status}")
                closed = client.wait_until_closed(site.within(3))
                round.check(closed, f"{method} {path} with megabytes: the connection stays open")
        used = site.memory - site.memory_at_start
        round.check(used < 100 << 20, f"large bodies made the server grow by {used >> 20} MB")
    site.check_recovery()


ATTACKS = {
    "random-bytes": random_bytes,
    "changed-requests": changed_requests,
    "contradictions": contradictions,
    "expectations": expectations,
    "large-bodies": large_bodies,
}
