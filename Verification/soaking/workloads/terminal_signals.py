"""Each signal that ends a program, on a terminal that reads.

The modes and the screen are as before, also with Swift's backtracer on, and the program ends by the signal (B6)."""

import signal
import time

from ..model import Fault
from ..terminals import END, LEAVE, Terminal

WEIGHT = 2
PROGRAMS = ["primetime", "signup"]
REQUESTS = ["SIGTERM", "SIGINT", "SIGHUP"]
CRASHES = ["SIGQUIT", "SIGABRT", "SIGILL", "SIGTRAP", "SIGBUS", "SIGFPE", "SIGSEGV", "SIGSYS"]
OTHERS = ["SIGPIPE", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGXCPU", "SIGXFSZ", "SIGPROF", "SIGVTALRM"]
OTHERS += ["SIGPOLL", "SIGPWR", "SIGSTKFLT"]


def run(round):
    round.attack(ATTACKS)


def each_signal(round):
    """Sends one signal at a random moment, with keys before it."""
    number = getattr(signal, round.random.choice([*REQUESTS, *REQUESTS, *CRASHES, *OTHERS]))
    round.about += f", {number.name}"
    terminal = Terminal(round, round.random.choice(PROGRAMS))
    terminal.type(b"+-\r\x1b[A" * round.random.randrange(50))
    round.pause(0.1)
    terminal.send(number)
    terminal.check_end(number.name, [-number, 128 + number])
    terminal.check_screen(number.name)


def hung_up(round):
    """Closes the terminal. The program ends by itself."""
    terminal = Terminal(round, round.random.choice(PROGRAMS))
    terminal.type(b"+-" * round.random.randrange(50))
    terminal.hang_up()
    terminal.check_end("a hang-up", [-signal.SIGHUP, 128 + signal.SIGHUP])


def with_backtracer(round):
    """Sends the signal of a crash while Swift's backtracer is on. The terminal is restored before the trace is made."""
    number = getattr(signal, round.random.choice(["SIGQUIT", "SIGQUIT", *CRASHES]))
    round.about += f", {number.name}"
    # Without symbols, which take many seconds for a debug build.
    settings = "enable=yes,interactive=no,color=no,symbolicate=off,threads=crashed,timeout=0s,warnings=suppressed"
    terminal = Terminal(round, "primetime", environment={"SWIFT_BACKTRACE": settings})
    terminal.type(b"+-" * round.random.randrange(50))
    terminal.send(number)
    bound = terminal.within(END)
    deadline = time.monotonic() + bound
    while terminal.modes != terminal.before or LEAVE not in terminal.output:
        if time.monotonic() > deadline:
            what = "modes" if terminal.modes != terminal.before else "screen"
            raise Fault(f"with the backtracer on, the {what} are not restored {bound:.1f} s after {number.name}")
        time.sleep(0.01)


ATTACKS = {"each-signal": each_signal, "hung-up": hung_up, "with-backtracer": with_backtracer}
