"""Another program drives an example by lines, without a pseudo terminal or on one that can't place a cursor.

Each line is answered before the next one is sent (B9)."""

import os
import subprocess
import time

from ..model import Fault
from ..readiness import is_readable
from ..terminals import Terminal

WEIGHT = 1
PROGRAMS = ["primetime"]


def run(round):
    round.attack(ATTACKS)


def script(round):
    """Sends a line of a script after the answer to the one before."""
    process = subprocess.Popen(
        [round.executables["primetime"], "--favorites", round.folder / "favorites.json", "--script", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    round.at_end.append(lambda: (process.kill(), process.wait(), process.stdin.close(), process.stdout.close()))
    round.count("programs")
    for count in range(1, round.random.randint(2, 30)):
        process.stdin.write(b"increment\n")
        process.stdin.flush()
        wait_for(process.stdout.fileno(), f"{count}", "the answer to a line")
    process.stdin.close()
    round.check(process.wait(20) == 0, f"the program ended with status {process.returncode}")


def wait_for(descriptor, text, what, seconds=20):
    """Reads until a text comes."""
    end, said = time.monotonic() + seconds, ""
    while text not in said:
        left = end - time.monotonic()
        if left <= 0 or not is_readable(descriptor, left):
            raise Fault(f"not within {seconds} s: {what}. It said {said[-200:]!r}")
        data = os.read(descriptor, 65_536).decode()
        if not data:
            raise Fault(f"the program ended before {what}")
        said += data


def dumb_terminal(round):
    """Plays on a terminal that can't place a cursor: no code, and an answer to each line."""
    terminal = Terminal(round, "primetime", environment={"TERM": "dumb"}, waits=False)
    for count in range(1, 5):
        terminal.type(b"increment\r")
        terminal.wait(20, "a line is answered", lambda: f"{count}".encode() in terminal.output)
    round.check(b"\x1b" not in terminal.output, "a dumb terminal got a code")
    terminal.type(b"\4")
    terminal.check_end("the end of its input", [0])


ATTACKS = {"script": script, "dumb-terminal": dumb_terminal}
