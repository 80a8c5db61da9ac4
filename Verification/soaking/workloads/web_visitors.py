"""Floods of page loads, forged and doubled cookies, foreign pages, and requests that should make no session.

Anonymous page loads don't use up the room for visitors, and a newcomer is let in (A4). Cookies, origins and hosts are
checked, and two cookies of one name lock no visitor out (A5)."""

import contextlib
import threading

from ..clients import Client, Closed, outcome
from ..model import Fault
from ..site import Site
from ..visitors import Bystander, Page, Visitor

WEIGHT = 3
PROGRAMS = ["primetime-web"]


def run(round):
    round.attack(ATTACKS)


def newcomer(site, address="127.0.0.3"):
    """An honest visitor comes, listens and acts."""
    visitor = Visitor(site, address)
    try:
        visitor.load()
        visitor.listen()
        visitor.press()
        visitor.check_count()
    except Fault as fault:
        raise Fault(f"a newcomer: {fault}") from None
    finally:
        visitor.close()


def pages_without_a_cookie(round):
    """Loads pages from one address without a cookie, many more than there is room for visitors."""
    site = Site(round, visitors=20)
    with Bystander(site):
        for _ in range(20):
            with contextlib.suppress(Closed), Client(site, "127.0.0.1") as client:
                client.send((client.head("GET", "/") + b"\r\n") * 20)
                for _ in range(20):
                    status = client.response().status
                    round.check(status in (200, 429, 503), f"a page without a cookie gets {status}")
        newcomer(site)
    site.check_recovery()


def sessions_of_one_address(round):
    """Makes sessions from one address by streams, many more than there is room for visitors."""
    site = Site(round, visitors=20)
    with Bystander(site):
        for _ in range(60):
            attacker = Visitor(site, "127.0.0.1")
            try:
                attacker.load()
                attacker.listen()
            except (Fault, Closed, OSError):
                # Refused, as it should be at some time.
                pass
            finally:
                attacker.close()
        newcomer(site)
    site.check_recovery()


def forged_cookies(round):
    """Sends cookies of the right name with values that the server never gave."""
    site = Site(round, visitors=5)
    model = Visitor(site, "127.0.0.1")
    model.load()
    path, body = model.page.submission(model.page.button("Count up"))
    model.close()
    name, value = next(iter(model.cookies.items()))
    with Bystander(site):
        for _ in range(60):
            forged = Visitor(site, "127.0.0.1")
            forged.cookies = {name: forge(round.random, value)}
            headers = forged.headers("POST")
            with Client(site) as client:
                if round.random.random() < 0.5:
                    client.start("POST", path, headers, body)
                else:
                    client.start("GET", "/events?since=0", forged.headers())
                try:
                    status = client.read_head().status
                except Closed:
                    continue
                round.check(400 <= status < 500, f"a forged cookie gets {status}")
        newcomer(site)


def forge(random, value):
    """A value like the right one, of its length or another."""
    letters = "0123456789abcdefABCDEFghijkl.-_%\"'\\="
    match random.randrange(4):
        case 0:
            return "".join(random.choices(letters, k=random.randrange(1, 3 * len(value))))
        case 1:
            at = random.randrange(len(value))
            other = random.choice([each for each in "0123456789abcdef" if each != value[at].lower()])
            return value[:at] + other + value[at + 1 :]
        case 2:
            return value[: random.randrange(len(value))]
        case _:
            return "".join(random.choices("0123456789abcdef", k=len(value)))


def two_cookies(round):
    """Sends another cookie of the same name beside the right one, before it or after it. The visitor goes on."""
    site = Site(round)
    visitor = Visitor(site)
    visitor.load()
    visitor.press()
    name, value = next(iter(visitor.cookies.items()))
    for _ in range(6):
        other = round.random.choice(["", "junk", forge(round.random, value)])
        values = round.random.choice([[other, value], [value, other], [other, value, other]])
        visitor.cookies = {}
        cookie = "; ".join(f"{name}={each}" for each in values)
        headers = {"Cookie": cookie}
        path, body = visitor.page.submission(visitor.page.button("Count up"))
        with Client(site, "127.0.0.2") as client:
            status = client.request("POST", path, visitor.headers("POST") | headers, body).status
            round.check(status == 303, f"an action with the cookies {cookie!r} gets {status}")
            visitor.presses += 1
            response = client.request("GET", "/", visitor.headers() | headers)
            visitor.page = Page(response.text)
            round.check(visitor.page.count == visitor.presses, f"with {cookie!r} the count is {visitor.page.count}")
    with Client(site, "127.0.0.4") as client:
        # Where none of them is right, the visitor gets a new one.
        response = client.request("GET", "/", {"Cookie": f"{name}=junk; {name}=junk2"})
        round.check(response.status == 200 and response.cookies.get(name), "two wrong cookies lock a visitor out")
    visitor.close()


def no_session_for_these(round):
    """HEAD, prefetches and images get no cookie and use up no room."""
    site = Site(round, visitors=3)
    kinds = [
        ("HEAD", {}),
        ("GET", {"Sec-Purpose": "prefetch"}),
        ("GET", {"Purpose": "prefetch"}),
        ("GET", {"Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors"}),
    ]
    for _ in range(20):
        method, headers = round.random.choice(kinds)
        with Client(site) as client:
            # Whether it is answered or refused is the server's choice.
            response = client.request(method, "/", headers)
            round.check(not response.cookies, f"{method} {headers} gets a cookie")
    newcomer(site)


def foreign_pages(round):
    """Acts for a visitor from another site: with its origin, with none, or with a browser's note that it is foreign."""
    site = Site(round)
    visitor = Visitor(site)
    visitor.load()
    visitor.press()
    path, body = visitor.page.submission(visitor.page.button("Count up"))
    without = {name: value for name, value in visitor.headers("POST").items() if name != "Origin"}
    attempts = {
        "another origin": visitor.headers("POST", Origin="http://evil.example"),
        "a null origin": visitor.headers("POST", Origin="null"),
        "no origin": without,
        "Sec-Fetch-Site: cross-site": visitor.headers("POST") | {"Sec-Fetch-Site": "cross-site"},
    }
    for what, headers in attempts.items():
        with Client(site) as client:
            status = client.request("POST", path, headers, body).status
            round.check(400 <= status < 500, f"an action with {what} gets {status}")
    with Client(site) as client:
        headers = visitor.headers() | {"Sec-Fetch-Site": "cross-site"}
        client.start("GET", f"/events?since={visitor.page.revision}", headers)
        status = client.read_head().status
        round.check(400 <= status < 500, f"a stream with Sec-Fetch-Site: cross-site gets {status}")
    visitor.check_count()
    visitor.close()


def rebinding(round):
    """Calls the server by a foreign name, also where it listens on all addresses."""
    address = round.random.choice(["127.0.0.1", "0.0.0.0"])
    try:
        site = Site(round, host=address)
    except Fault:
        # A program may refuse to listen on all addresses unless it is given its names.
        if address == "0.0.0.0":
            return
        raise
    for host in ("evil.example", f"evil.example:{site.port}", "127.0.0.1.evil.example", ""):
        with Client(site) as client:
            client.send(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            status = outcome(client)
            round.check(status in (400, 403, 421, None), f"the host {host!r} gets {status}")


def public_origin(round):
    """Behind TLS: a cookie only for HTTPS, exactly that origin, and exactly that host."""
    site = Site(round, public_origin="https://example.org")
    host = {"Host": "example.org", "Sec-Fetch-Site": "same-origin"}

    def ask(method, path, headers, body=b""):
        with Client(site) as client:
            lines = client.head(method, path, headers | {"Content-Length": len(body)}, headers["Host"])
            client.send(lines.replace(b"Host: example.org\r\n", b"", 1) + b"\r\n" + body)
            return client.response()

    page = ask("GET", "/", host)
    round.check(page.status == 200, f"the page gets {page.status}")
    cookie = page.header("set-cookie") or ""
    round.check(cookie.startswith("__Host-") and "Secure" in cookie, f"the cookie is not for HTTPS only: {cookie}")
    content = Page(page.text)
    path, body = content.submission(content.button("Count up"))
    form = {"Cookie": cookie.split(";")[0], "Content-Type": "application/x-www-form-urlencoded"}
    for origin, wanted in {"https://example.org": 303, "http://example.org": 403, site.origin: 403}.items():
        status = ask("POST", path, host | form | {"Origin": origin}, body).status
        round.check(status == wanted, f"an action of {origin} gets {status}")


def two_ports(round):
    """Two servers on one host have cookies of different names, because cookies don't know ports."""
    names = []
    for _ in range(2):
        visitor = Visitor(Site(round))
        visitor.load()
        names += visitor.cookies
        visitor.close()
    round.check(len(set(names)) == 2, f"the cookies of two servers have one name: {names}")


def folder_in_use(round):
    """Two servers store their visitors in one folder. The second one says why it answers 503, until the first has ended."""
    folder = round.folder / "visitors"
    variables = {"SESSION_KEY": "0a" * 16}
    first, second = (Site(round, environment=variables, sessions=folder, log="error") for _ in range(2))
    visitor = Visitor(first)
    visitor.load()
    visitor.press()
    other = Visitor(second)
    other.load()
    path, body = other.page.submission(other.page.button("Count up"))
    status = other.ask("POST", path, body).status
    round.check(status == 503, f"the second server on one folder of visitors answers {status}")
    said = second.complaint()
    round.check("Another process uses the folder" in said and str(folder) in said, f"the second server says {said!r}")
    visitor.close()
    first.check_end()
    other.load()
    other.press()
    other.check_count()
    other.close()
    second.check_end()


def flood_of_actions(round):
    """Sends actions as fast as the server takes them. What it accepts counts once, and others are served."""
    site = Site(round)
    accepted = []

    def flood(number):
        attacker = Visitor(site, "127.0.0.1")
        attacker.load()
        try:
            for _ in range(150):
                try:
                    attacker.press(loads=True)
                except Fault:
                    break
            accepted.append(attacker)
        except (Closed, OSError) as error:
            round.complain(f"a flood of actions ends with {error}")

    with Bystander(site):
        threads = [threading.Thread(target=flood, args=[number], daemon=True) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for attacker in accepted:
        response = attacker.ask("GET", "/")
        if response.status == 200:
            count = Page(response.text).count
            round.check(count == attacker.presses, f"{attacker.presses} actions were accepted, and {count} were done")
        attacker.close()
    site.check_recovery()


ATTACKS = {
    "pages-without-a-cookie": pages_without_a_cookie,
    "sessions-of-one-address": sessions_of_one_address,
    "forged-cookies": forged_cookies,
    "two-cookies": two_cookies,
    "no-session-for-these": no_session_for_these,
    "foreign-pages": foreign_pages,
    "rebinding": rebinding,
    "public-origin": public_origin,
    "two-ports": two_ports,
    "folder-in-use": folder_in_use,
    "flood-of-actions": flood_of_actions,
}
