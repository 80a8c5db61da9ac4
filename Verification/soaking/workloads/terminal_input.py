"""Replies of the terminal, pastes that never end, and random bytes come in as if they were typed.

Replies are not text (B3), a stray begin of a paste does not take the keyboard away (B4), and neither a long text nor
a letter with thousands of accents makes a program slow or large (B7)."""

import json
import time

from ..model import Fault
from ..terminals import Terminal

WEIGHT = 2
PROGRAMS = ["primetime", "signup"]
ENDS = [b"\7", b"\x1b\\", b"\x18"]


def run(round):
    round.attack(ATTACKS)


def reply(random):
    """Something that a terminal sends and that no person typed."""
    letters = bytes(random.choices(range(32, 127), k=random.randrange(1, 40)))
    strings = [b"\x1b]11;rgb:1e1e/1e1e/2e2e", b"\x1b]52;c;" + letters, b"\x1bP>|" + letters, b"\x1bP1$r0m"]
    strings += [b"\x1b_G" + letters, b"\x1b^" + letters, b"\x1bX" + letters]
    match random.randrange(4):
        case 0 | 1:
            string = random.choice(strings)
            # Only an OSC ends with BEL.
            return string + random.choice(ENDS if string[1:2] == b"]" else ENDS[1:])
        case 2:
            # A report of an old mouse: three bytes after the code, none of them a key.
            return b"\x1b[M" + bytes(random.choices(range(33, 127), k=3))
        case _:
            codes = [b"\x1b[?62;22c", b"\x1b[>1;10;0c", b"\x1b[24;80R", b"\x1b[?2026;2$y", b"\x1b[I", b"\x1b[O"]
            codes += [b"\x1b[<0;10;5M", b"\x1b[<0;10;5m", b"\x1b[97;1:3u", b"\x1b[0n"]
            return random.choice(codes)


def replies(round):
    """Sends replies between the keys of a form. What is stored is what was typed."""
    accounts = round.folder / "accounts.json"
    terminal = Terminal(round, "signup", "--accounts", accounts)
    random = round.random
    email, name, phone = "blob@example.org", "Blob Jr", "5550100199"

    def enter(text, *ends):
        for letter in text:
            if random.random() < 0.3:
                terminal.type(reply(random))
            terminal.type(letter.encode())
        for end in ends:
            terminal.type(end)

    def shown(text):
        what = f"after replies of the terminal the screen shows {text!r}"
        try:
            terminal.wait(terminal.within(3), what, lambda: any(text in row for row in terminal.screen()))
        except Fault as fault:
            rows = "\n".join(row for row in terminal.screen() if row)
            raise Fault(f"{fault}\n{rows}") from None

    enter("", b"\r")
    shown("Email")
    enter(email, b"\r")
    enter("correct horse", b"\r")
    shown("› Name")
    enter(name, b"\r")
    enter(phone, b"\r")
    # The picture is optional.
    enter("", b"\r")
    shown("Books")
    enter("", b" ", b"\r")
    shown(f"{name}, {phone}")
    enter("s")
    shown(f"Welcome, {name}")
    stored = json.loads(accounts.read_text())
    round.check(stored[0]["email"] == email, f"the email is stored as {stored[0]['email']!r}")
    terminal.type(b"\3")
    terminal.check_end("Ctrl-C", [-2, 130])
    terminal.check_screen("Ctrl-C")


def random_bytes(round):
    """Types random bytes, with the beginnings of codes among them. The keyboard works afterward."""
    terminal = Terminal(round, "primetime")
    # Without the keys that end or suspend the program.
    letters = [each for each in range(256) if each not in (3, 26, ord("q"))]
    parts = [b"\x1b[", b"\x1bO", b"\x1b]", b"\x1bP", b"\x1b_", b"\x1b[<", b"\x1b[1;", b"\x1b\x1b", b"\xe2\x82", b"\xf0"]
    used = terminal.memory
    for _ in range(100):
        data = bytes(round.random.choices(letters, k=round.random.randrange(1, 200)))
        terminal.type(data + round.random.choice(parts))
        if round.random.random() < 0.1:
            terminal.resize(round.random.randrange(1, 200), round.random.randrange(1, 60))
    terminal.type(b"\x18\x1b\\")
    time.sleep(terminal.within(0.3))
    grown = terminal.memory - used
    round.check(grown < 50 << 20, f"random bytes made the program grow by {grown >> 20} MB")
    terminal.type(b"q")
    terminal.check_end("q", [0], seconds=4)
    terminal.check_screen("q")


def endless_strings(round):
    """Begins a string, such as a reply, that is a megabyte long. The memory stays, and the keyboard works afterward."""
    terminal = Terminal(round, round.random.choice(PROGRAMS))
    used = terminal.memory
    begin = round.random.choice([b"\x1b]52;c;", b"\x1bP", b"\x1b_", b"\x1b^", b"\x1bX", b"\x1b["])
    terminal.type(begin + b"0" * 1_000_000, seconds=30)
    terminal.type(b"\x18\x1b\\")
    grown = terminal.memory - used
    round.check(grown < 50 << 20, f"a string of a megabyte made the program grow by {grown >> 20} MB")
    time.sleep(terminal.within(0.3))
    terminal.type(b"\3")
    terminal.check_end("Ctrl-C", [-2, 130])
    terminal.check_screen("Ctrl-C")


def stray_paste(round):
    """Begins a paste that never ends. After a pause of seconds the keyboard works."""
    terminal = Terminal(round, "primetime")
    terminal.type(b"\x1b[200~" + b"+" * round.random.randrange(1_000))
    # The pause is the library's choice, at most 4 s.
    for _ in range(2):
        time.sleep(4)
        terminal.type(b"q")
    terminal.check_end("q after a stray paste", [0])
    terminal.check_screen("q")


def long_text(round):
    """Pastes a text of a megabyte into a field, and types on. Each key still takes a short time."""
    terminal = Terminal(round, "signup")
    terminal.type(b"\r")
    terminal.type(b"\x1b[200~" + b"x" * 1_000_000 + b"\x1b[201~", seconds=30)
    what = "a text of a megabyte is shown"
    terminal.wait(terminal.within(10), what, lambda: any("xxxxxxxx" in row for row in terminal.screen()))
    keys = 200
    terminal.type(b"Zx\x7f\x7f" * (keys // 4) + b"\x1b[HZ")
    began = time.monotonic()
    what = f"{keys} keys in a text of a megabyte are handled"
    terminal.wait(terminal.within(3), what, lambda: any("Zxxx" in row for row in terminal.screen()))
    round.about += f", {time.monotonic() - began:.2f} s"
    terminal.type(b"\3")
    terminal.check_end("Ctrl-C", [-2, 130])


def accents(round):
    """Types a letter with 500,000 accents into a field. What is drawn for it stays short."""
    terminal = Terminal(round, "signup")
    terminal.type(b"\r")
    terminal.wait(terminal.within(3), "the form is shown", lambda: any("Email" in row for row in terminal.screen()))
    drawn = len(terminal.output)
    terminal.type(b"\x1b[200~e" + "\u0301".encode() * 500_000 + b"z\x1b[201~", seconds=30)
    what = "the letter after the accents is shown"
    terminal.wait(terminal.within(10), what, lambda: any("z" in row for row in terminal.screen()))
    drawn = len(terminal.output) - drawn
    round.check(drawn < 50_000, f"{drawn} bytes were drawn for one letter with accents")
    terminal.type(b"\3")
    terminal.check_end("Ctrl-C", [-2, 130])


ATTACKS = {
    "replies": replies,
    "long-text": long_text,
    "accents": accents,
    "random-keys": random_bytes,
    "endless-strings": endless_strings,
    "stray-paste": stray_paste,
}
