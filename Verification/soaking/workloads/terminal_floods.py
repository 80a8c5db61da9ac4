"""More keys and changes of the size than a program can draw, and lines that are slow.

An end overtakes the keys that wait, no key is lost, and at most 60 frames a second are drawn (B5)."""

import signal
import threading
import time

from ..model import Fault
from ..terminals import FRAME, Terminal

WEIGHT = 2
PROGRAMS = ["primetime"]
FRAMES = 60


def run(round):
    round.attack(ATTACKS)


def ended_in_a_flood(round):
    """Sends a signal while 300 KB of keys come in."""
    terminal = Terminal(round, "primetime", size=(100, 40))
    keys = round.random.choice([b"+", b"-", b"+-", b"p", b"\x1b[A", b"f"])
    thread = threading.Thread(target=terminal.type, args=[keys * (300_000 // len(keys)), 8], daemon=True)
    thread.start()
    try:
        time.sleep(0.3 + round.random.random())
        number = round.random.choice([signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
        terminal.send(number)
        terminal.check_end(f"{number.name} in a flood of keys", [-number, 128 + number])
        terminal.check_screen(number.name)
    finally:
        # The terminal takes no more keys then.
        terminal.send(signal.SIGKILL)
        thread.join()


def frames(round):
    """Types 10,000 keys at once. All count, and few of them are drawn."""
    terminal = Terminal(round, "primetime")
    first = terminal.output.count(FRAME)
    began = time.monotonic()
    terminal.type(b"+" * 10_000, seconds=30)
    what = "10,000 keys count to 10,000"
    terminal.wait(terminal.within(5), what, lambda: terminal.shows(10_000))
    seconds = time.monotonic() - began
    drawn, limit = terminal.output.count(FRAME) - first, FRAMES * seconds * 1.1 + 5
    round.check(drawn <= limit, f"{drawn} frames were drawn in {seconds:.2f} s, {limit:.0f} were expected at most")
    terminal.check_consistent("after 10,000 keys")
    terminal.type(b"q")
    terminal.check_end("q", [0])


def slow_line(round):
    """Holds a key down on a line of 5 KB/s. The screen is up to date soon after the key is released."""
    terminal = Terminal(round, "primetime")
    terminal.rate = 5_000
    keys = 0
    end = time.monotonic() + 2
    while time.monotonic() < end:
        keys += terminal.type(b"+" * 10)
        time.sleep(0.01)
    try:
        terminal.wait(terminal.within(2), "", lambda: terminal.shows(keys))
    except Fault:
        bound = terminal.within(2)
        raise Fault(f"on a line of 5 KB/s {keys} keys are not shown {bound:.1f} s after the last") from None
    terminal.rate = None
    terminal.check_consistent("on a slow line")
    terminal.type(b"q")
    terminal.check_end("q", [0])


def size_changes(round):
    """Changes the size hundreds of times, with keys in between. The last screen is right."""
    terminal = Terminal(round, "primetime")
    for _ in range(300):
        terminal.resize(round.random.randrange(1, 300), round.random.randrange(1, 100))
        terminal.type(b"+")
    terminal.resize(80, 24)
    terminal.wait(terminal.within(5), "300 keys count to 300", lambda: terminal.shows(300))
    terminal.check_consistent("after 300 sizes")
    terminal.type(b"q")
    terminal.check_end("q", [0])
    terminal.check_screen("q")


ATTACKS = {
    "ended-in-a-flood": ended_in_a_flood,
    "frames": frames,
    "slow-line": slow_line,
    "size-changes": size_changes,
}
