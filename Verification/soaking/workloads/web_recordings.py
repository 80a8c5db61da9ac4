"""Two visitors of a site act at random while the site is recorded. The recording replays after the site has ended."""

import subprocess
import time

from ..site import Site
from ..visitors import Visitor

WEIGHT = 1
PROGRAMS = ["primetime-web"]
REPLAYED = "the code does what was recorded."


def run(round):
    round.attack(ATTACKS)


def press_any(round, visitor):
    """Presses a button of the page, whatever it does."""
    buttons = [button for button in visitor.page.buttons if "disabled" not in button and "value" in button]
    path, body = visitor.page.submission(round.random.choice(buttons))
    response = visitor.ask("POST", path, body, retries=0)
    # An effect may have changed the page meanwhile, so that it no longer offers the button.
    round.check(response.status in (200, 204, 303, 409), f"a visitor's action got {response.status}")
    round.count("acknowledged", response.status != 409)
    visitor.load()


def session(round, seconds):
    """Records two visitors for some time, and replays what they did."""
    file = round.folder / "site.recording.jsonl"
    site = Site(round, record=file, actions=1000)
    visitors = [Visitor(site, f"127.0.0.{number}") for number in (2, 3)]
    for visitor in visitors:
        visitor.load()
        visitor.listen()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        press_any(round, round.random.choice(visitors))
    for visitor in visitors:
        visitor.close()
    site.check_end()
    command = [round.executables["primetime-web"], "--replay", file]
    replay = subprocess.run(command, capture_output=True, text=True, timeout=600)
    round.check(replay.returncode == 0 and REPLAYED in replay.stdout, f"{replay.stdout}{replay.stderr}")
    return file, replay.stdout.strip()


def two_visitors(round):
    session(round, 3 * round.random.random())


ATTACKS = {"two-visitors": two_visitors}
