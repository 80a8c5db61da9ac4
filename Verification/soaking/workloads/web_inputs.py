"""Clients send what no page offers: events of hooks, addresses, values of fields and windows of lists of all kinds.

Each is refused, or means what it says; none ends the server, or takes its memory (A1), and an honest visitor is served
afterwards (A5)."""

import json
import urllib.parse

from ..site import Site
from ..visitors import Visitor

WEIGHT = 2
PROGRAMS = ["web-fixture"]
REFUSALS = {400, 403, 404, 409, 413, 414, 415, 429, 431}


def run(round):
    round.attack(ATTACKS)


def site(round, program):
    return Site(round, program="web-fixture", arguments=["0", program])


def begin(site):
    """A visitor with a session."""
    visitor = Visitor(site, "127.0.0.1")
    visitor.load()
    visitor.listen()
    return visitor


def act(visitor, *pairs):
    """Sends inputs as the script does. Returns the status."""
    return visitor.ask("POST", "/actions", urllib.parse.urlencode(pairs).encode()).status


def end(site, visitor):
    visitor.close()
    site.check_recovery(memory=60 << 20)
    site.check_end()


def changed(random, text):
    """A text with a few other characters."""
    characters = list(text)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(characters) + 1)
        characters[at : at + random.randrange(3)] = random.choice(["", "\0", "%", '"', "{", "}", "é", "\u202e", "𝟙", "9" * 40, " "])
    return "".join(characters)


def hook_events(round):
    """Sends events of hooks with values of all kinds: right ones, deep ones, huge ones, and no JSON at all."""
    planner = site(round, "planner")
    visitor = begin(planner)
    right = ['picked "a"', 'moved {"id":"a","index":2}', 'moved {"index":0,"id":"c"}']
    for event in right:
        status = act(visitor, ("counterpoint-hook", event))
        round.check(status == 204, f"the event {event} was refused: {status}")
    wrong = [
        "", " ", "picked", "picked ", 'nothing "a"', '__proto__ "a"', 'picked "z"', "picked null", "picked 1e999", 'moved {"id":"a"}',
        'moved {"id":"a","index":3}', 'moved {"id":"a","index":-1}', 'moved {"id":"a","index":1.5}', 'moved {"id":"a","index":9e99}',
        'moved {"id":"a","index":1,"more":1}', 'moved {"id":"z","index":1}', "moved " + "[" * 7_000, "moved " + "[" * 3_000 + "]" * 3_000,
        "moved " + '{"id":' * 2_000 + "1" + "}" * 2_000, 'picked "\\ud800"', "picked " + "1" * 10_000, "x" * 9_000 + ' "a"',
    ]  # fmt: skip
    for event in wrong:
        status = act(visitor, ("counterpoint-hook", event))
        round.check(status in REFUSALS, f"the event {event[:60]!r} got status {status}")
    for _ in range(80):
        event = changed(round.random, round.random.choice(right))
        status = act(visitor, ("counterpoint-hook", event))
        round.check(status == 204 or status in REFUSALS, f"the event {event[:60]!r} got status {status}")
    page = visitor.ask("GET", "/").text
    for title in ("Bread", "Cheese"):
        round.check(title in page, f"the page has lost {title}")
    round.check("<script>window" not in page, "a title became markup")
    status = act(visitor, ("counterpoint-hook", right[0]))
    round.check(status == 204, f"an honest event was refused: {status}")
    end(planner, visitor)


def addresses(round):
    """Opens addresses of all kinds, as pages and as what the script says about its page."""
    library = site(round, "library")
    visitor = begin(library)
    odd = [
        "//", "/..", "/../etc/passwd", "/books", "/books/", "/books/1/", "/books//1", "/books/%31", "/books/%00", "/books/%ff", "/books/%",
        "/books/-1", "/books/+1", "/books/9" + "9" * 30, "/books/1?", "/books/1?q=1", "/search", "/search?q", "/search?q=%zz", "/search?q=a&q=b",
        "/search?q=" + "a" * 4_000, "/search?" + "&" * 3_000, "/%2e%2e/new", "/new%2f", "/new;a=b", "/new#x", "/current", "/current?at=//evil",
        "/current?at=%2Fcurrent", "/current?at=https%3A%2F%2Fevil.example", "/locked?at=/", "/" + "a/" * 3_000, "/books/١", "/books/１",
    ]  # fmt: skip
    for _ in range(60):
        odd.append(urllib.parse.quote(changed(round.random, round.random.choice(["/books/1", "/search?q=tea", "/new"])), safe="/?&=%"))
    for address in odd:
        path = urllib.parse.quote(address, safe="/?&=%#;+")
        response = visitor.ask("GET", path)
        round.check(response.status in {200, 303} | REFUSALS, f"{path[:80]} got status {response.status}")
        target = response.header("location") or "/"
        round.check(target.startswith("/") and not target.startswith("//"), f"{path[:80]} leads to {target}")
        status = act(visitor, ("counterpoint-visit", address))
        round.check(status == 204 or status in REFUSALS, f"a visit of {address[:80]!r} got status {status}")
        query = urllib.parse.urlencode({"page": round.random.choice(["", "a", "a" * 16, "a" * 17, "../x", "é"]), "at": address})
        response = visitor.ask("POST", f"/actions?{query}", b"search=x")
        round.check(response.status == 204 or response.status in REFUSALS, f"an input at {address[:80]!r} got status {response.status}")
    response = visitor.ask("GET", "/books/0")
    round.check(response.status == 200, f"an honest address got status {response.status}")
    end(library, visitor)


def fields(round):
    """Writes values of all kinds into fields of all kinds, with and without the script."""
    registration = site(round, "registration")
    visitor = begin(registration)
    names = ["name", "email", "about", "code", "topic", "age", "start", "plan", "seat", "pace", "news", "action", "nothing", "__proto__"]
    values = [
        "", " ", "on", "off", "ON", "0", "-1", "18", "120", "121", "1e3", "0x20", "NaN", "inf", "9" * 400, "٣", "2026-02-30", "2026-13-01",
        "0000-00-00", "99999-01-01", "2026-01-01", "<b>", "\0", "\r\n\r\n", "a" * 41, "a" * 12_000, "e\u0301" * 500, "🏳️‍🌈" * 100, "\u202e",
        "null", "[]", '{"submit":{}}', "window", "slow",
    ]  # fmt: skip
    for _ in range(150):
        pairs = [(round.random.choice(names), round.random.choice(values)) for _ in range(round.random.randint(1, 3))]
        if round.random.random() < 0.3:
            pairs.append(("counterpoint-checkbox", round.random.choice(names)))
        path = round.random.choice(["/", "/actions"])
        response = visitor.ask("POST", path, urllib.parse.urlencode(pairs).encode())
        round.check(response.status in {204, 303} | REFUSALS, f"{json.dumps(pairs)[:120]} got status {response.status}")
    page = visitor.ask("GET", "/").text
    round.check("<b>" not in page, "a value became markup")
    status = act(visitor, ("name", "Blob"))
    round.check(status == 204, f"an honest name was refused: {status}")
    round.check('value="Blob"' in visitor.ask("GET", "/").text, "the page does not show the name")
    end(registration, visitor)


def list_windows(round):
    """Asks for windows of a long list that no window is: the page has a bounded number of rows."""
    orders = site(round, "orders")
    visitor = begin(orders)
    numbers = ["0", "1", "-1", "99999", "100000", "9223372036854775807", "-9223372036854775808", "9" * 30, "", "x", "1.5", "٣"]
    for _ in range(60):
        window = " ".join([round.random.choice(numbers), round.random.choice(numbers), round.random.choice(["orders", "nothing", ""])])
        status = act(visitor, ("counterpoint-window", window))
        round.check(status == 204 or status in REFUSALS, f"the window {window!r} got status {status}")
        query = urllib.parse.urlencode([("counterpoint-window", window)] * round.random.choice([1, 40]))
        response = visitor.ask("GET", f"/?{query}")
        round.check(response.status in {200, 303} | REFUSALS, f"a page at the window {window!r} got status {response.status}")
        round.check(len(response.text) < 400_000, f"the window {window!r} got a page of {len(response.text)} bytes")
    status = act(visitor, ("counterpoint-window", "50000 60 orders"))
    round.check(status == 204, f"an honest window was refused: {status}")
    end(orders, visitor)


ATTACKS = {"hook-events": hook_events, "addresses": addresses, "fields": fields, "list-windows": list_windows}
