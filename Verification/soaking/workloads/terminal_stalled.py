"""A terminal stops taking output, as a stalled connection does, and the program is asked to end, or it goes on.

The program ends within 2 s, at a second signal at once (B1). A pause of a non-blocking terminal is no hang-up (B2)."""

import signal
import time

from ..terminals import Terminal

WEIGHT = 3
PROGRAMS = ["primetime", "signup"]
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGABRT]


def run(round):
    round.attack(ATTACKS)


def statuses(number):
    """How a program may end by a signal: killed by it, or with the status that a shell would give."""
    return [-number, 128 + number]


def stalled(round, **options):
    """A program whose terminal takes nothing any more."""
    kind = round.random.choice(["stopped", "full"])
    round.about += f", {kind}"
    program = round.random.choice(PROGRAMS)
    if round.random.random() < 0.2:
        # From the first byte on.
        terminal = Terminal(round, program, stalled="stopped", **options)
        time.sleep(0.3)
        return terminal
    terminal = Terminal(round, program, **options)
    round.pause(0.3)
    terminal.stall(kind)
    if kind == "full":
        terminal.fill()
    terminal.type(b"+-" * round.random.randrange(1, 200), seconds=0.2)
    round.pause(0.2)
    return terminal


def ended_by_a_signal(round):
    """Sends a signal while the terminal takes nothing."""
    terminal = stalled(round)
    number = round.random.choice(SIGNALS)
    round.about += f", {number.name}"
    terminal.send(number)
    terminal.check_end(number.name, statuses(number))


def ended_by_control_c(round):
    """Types Ctrl-C while the terminal takes nothing."""
    terminal = stalled(round)
    terminal.type(b"\3", seconds=0.5)
    terminal.check_end("Ctrl-C", statuses(signal.SIGINT))


def ended_by_a_hang_up(round):
    """Closes the terminal while it takes nothing."""
    terminal = stalled(round)
    terminal.hang_up()
    # EX_UNAVAILABLE, where it did not get the terminal to begin with.
    terminal.check_end("a hang-up", [*statuses(signal.SIGHUP), 69])


def ended_by_a_second_signal(round):
    """Sends a second signal, which skips the farewell."""
    terminal = stalled(round)
    first, second = round.random.choices(SIGNALS[:3], k=2)
    round.about += f", {first.name}, {second.name}"
    terminal.send(first)
    time.sleep(0.05)
    terminal.send(second)
    terminal.check_end("a second signal", statuses(first) + statuses(second), seconds=1)


def read_in_time(round):
    """Takes output again just after the signal. The screen is restored then."""
    terminal = stalled(round)
    number = round.random.choice(SIGNALS[:3])
    terminal.send(number)
    time.sleep(0.05)
    terminal.go_on()
    terminal.check_end(number.name, statuses(number))
    terminal.check_screen(number.name)


def pause(round):
    """Takes nothing for a while, and goes on. No key is lost, and the screen is right."""
    terminal = Terminal(round, "primetime", blocking=round.random.random() < 0.5)
    kind = round.random.choice(["stopped", "full"])
    terminal.stall(kind)
    keys = round.random.randrange(1, 300)
    terminal.type(b"+" * keys)
    time.sleep(round.random.random())
    terminal.go_on()
    terminal.wait(terminal.within(3), f"the count is {keys} after a pause", lambda: terminal.shows(keys))
    terminal.check_consistent("after a pause")
    terminal.type(b"q")
    terminal.check_end("q", [0])
    terminal.check_screen("q")


def long_pause_of_a_non_blocking_terminal(round):
    """Takes nothing for 2.5 s in non-blocking mode. The program goes on."""
    terminal = Terminal(round, "primetime", blocking=False)
    terminal.stall("stopped")
    terminal.type(b"+++")
    time.sleep(2.5)
    terminal.type(b"+")
    terminal.go_on()
    terminal.wait(terminal.within(2), "the count is 4 after a pause", lambda: terminal.shows(4))
    terminal.check_consistent("after a pause of 2.5 s")
    terminal.type(b"q")
    terminal.check_end("q", [0])
    terminal.check_screen("q")


ATTACKS = {
    "ended-by-a-signal": ended_by_a_signal,
    "ended-by-control-c": ended_by_control_c,
    "ended-by-a-hang-up": ended_by_a_hang_up,
    "ended-by-a-second-signal": ended_by_a_second_signal,
    "read-in-time": read_in_time,
    "pause": pause,
    "long-pause-of-a-non-blocking-terminal": long_pause_of_a_non_blocking_terminal,
}
