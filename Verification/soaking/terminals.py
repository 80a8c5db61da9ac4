"""A program in a pseudo terminal: its screen, keys, modes and signals."""

import contextlib
import fcntl
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

from .model import Fault
from .readiness import is_readable, is_writable, slowness

ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"
FRAME = b"\x1b[?2026h"
FRAME_END = b"\x1b[?2026l"
# How long a program takes until it shows its screen on a machine that does nothing else, in a debug build.
USUAL_START = 0.25
# The bound within which a program ends after a signal, in seconds.
END = 5


class Terminal:
    """A pseudo terminal with a program in the foreground.

    A thread reads what the program draws, as fast as `rate` bytes a second allow (`None`: at once), unless the terminal
    is stalled.
    """

    def __init__(
        self, round, program, *arguments, size=(80, 24), blocking=True, stalled=None, environment=(), waits=True
    ):
        self.round, self.size, self.rate = round, size, None
        self.output, self.status, self.is_closed = bytearray(), None, False
        self.master, self.slave = pty.openpty()
        os.set_blocking(self.master, False)
        self.resize(*size)
        self.before = self.modes
        self.is_reading = threading.Event()
        self.is_reading.set()
        if stalled:
            self.stall(stalled)
        leader = pathlib.Path(__file__).with_name("session_leader.py")
        mode = "blocking" if blocking else "non-blocking"
        command = [sys.executable, "-ISE", leader, os.ttyname(self.slave), mode, round.executables[program], *arguments]
        self.log = round.folder / f"terminal-{len(round.at_end)}.stderr"
        began, self.pid, self.reader = time.monotonic(), None, threading.Thread(target=self._read, daemon=True)
        with open(self.log, "wb") as errors:
            self.leader = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
                env=self._environment(environment),
            )
        round.at_end.append(self.close)
        self.pid = int(self._line(60).split()[1])
        round.count("programs")
        self.reader.start()
        self.slowness = slowness(0, USUAL_START)
        if waits and not stalled:
            self.wait(60, "the program shows its screen", lambda: FRAME in self.output)
            self.slowness = slowness(time.monotonic() - began, USUAL_START)

    def _environment(self, more):
        folder = str(self.round.folder)
        common = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "LD_LIBRARY_PATH")}
        common |= {"TERM": "xterm-256color", "HOME": folder, "XDG_DATA_HOME": folder, "LC_ALL": "C.UTF-8"}
        # On a terminal Swift's backtracer is on by default, and waits for a key for 30 s.
        common |= {"SWIFT_BACKTRACE": "enable=no"}
        return common | dict(more)

    def _line(self, seconds):
        """The next line that the leader says; `None` if it says nothing in time."""
        if not is_readable(self.leader.stdout, seconds):
            return None
        line = self.leader.stdout.readline().decode()
        if not line:
            raise Fault(f"the program did not start: {self.complaint()}")
        return line

    def _read(self):
        while not self.is_closed:
            if not self.is_reading.wait(0.05):
                continue
            try:
                if not is_readable(self.master, 0.05):
                    continue
                rate = self.rate
                data = os.read(self.master, 65_536 if rate is None else max(1, rate // 100))
            except BlockingIOError:
                continue
            except (OSError, ValueError):
                return
            self.output += data
            if rate is not None:
                time.sleep(len(data) / rate)

    # The terminal

    @property
    def modes(self):
        return termios.tcgetattr(self.slave)

    def within(self, seconds):
        """A bound in seconds, as long as this machine needs for it."""
        return seconds * self.slowness

    def wait(self, seconds, what, condition):
        """Waits until a condition is true. The end of the program is a fault."""
        end = time.monotonic() + seconds
        while not condition():
            if self.status is None and is_readable(self.leader.stdout, 0.003):
                self.status = int(self._line(1).split()[1])
                if not condition():
                    raise Fault(f"the program ended with status {self.status} before this: {what}. {self.complaint()}")
            if time.monotonic() > end:
                raise Fault(f"not within {seconds:.1f} s: {what}")

    def stall(self, kind="stopped"):
        """Stops taking output: with a stop of the flow at once, with a full buffer after some 64 KiB."""
        if kind == "stopped":
            termios.tcflow(self.slave, termios.TCOOFF)
        self.is_reading.clear()

    def go_on(self):
        """Takes output again."""
        termios.tcflow(self.slave, termios.TCOON)
        self.is_reading.set()

    def resize(self, columns, rows):
        self.size = (columns, rows)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def fill(self):
        """Makes the program draw whole screens until the buffer of a terminal that does not read is full."""
        end = time.monotonic() + 3
        while time.monotonic() < end and is_writable(self.slave, 0):
            self.resize(200 + self.size[0] % 2, 50)
            self.type(b"+", seconds=0)
            time.sleep(0.002)

    def type(self, data, seconds=20):
        """Types as fast as the terminal takes it. Returns how many bytes it took in time."""
        end, at = time.monotonic() + seconds, 0
        while at < len(data):
            try:
                at += os.write(self.master, data[at : at + 4_096])
            except BlockingIOError:
                if time.monotonic() > end:
                    break
                is_writable(self.master, 0.02)
            except OSError:
                # The program has ended, and with it the reader of the keys.
                break
        self.round.count("keys", at)
        return at

    def hang_up(self):
        """Closes the terminal's window, as it were."""
        self.is_reading.clear()
        self.is_closed = True
        self.reader.join()
        os.close(self.master)
        self.master = None

    # The program

    @property
    def memory(self):
        """The resident memory in bytes; 0 after the end."""
        with contextlib.suppress(FileNotFoundError):
            with open(f"/proc/{self.pid}/status") as status:
                found = re.search(r"VmRSS:\s+(\d+) kB", status.read())
            return int(found[1]) << 10 if found else 0
        return 0

    def complaint(self):
        """The end of what the program wrote to standard error."""
        return self.log.read_bytes()[-2_000:].decode(errors="replace")

    def send(self, number):
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def check_end(self, what, statuses, seconds=END):
        """Waits for the end, and compares its status and the terminal's modes."""
        bound = self.within(seconds)
        line = f"ended {self.status}" if self.status is not None else self._line(bound)
        if line is None:
            raise Fault(f"the program still runs {bound:.1f} s after {what}")
        self.status = int(line.split()[1])
        if self.status not in statuses:
            raise Fault(f"after {what} the program ended with status {self.status}: {self.complaint()}")
        self.check_modes(what)

    def check_modes(self, what):
        """Compares the modes with those before the program. The stop of the flow is none of them."""
        if self.master is not None and self.modes != self.before:
            raise Fault(f"after {what} the terminal's modes are not as before")

    def check_screen(self, what):
        """Checks that the program gave the screen back, on a terminal that reads."""
        def is_restored():
            return bytes(self.output).rfind(LEAVE) > bytes(self.output).rfind(ENTER)

        end = time.monotonic() + self.within(1)
        while not is_restored():
            if time.monotonic() > end:
                # A program that has ended before it took the screen has nothing to give back.
                if ENTER not in self.output:
                    return
                raise Fault(f"after {what} the screen is not restored: {bytes(self.output)[-100:]!r}")
            time.sleep(0.005)

    def screen(self):
        """The rows of the screen, as a terminal shows them."""
        return Display(self.size).show(bytes(self.output))

    def shows(self, number):
        """Whether a number stands on the screen, with or without commas."""
        return re.search(rf"(?<!\d){number}(?!\d)", text(self.screen()).replace(",", "")) is not None

    def is_between_frames(self):
        output = bytes(self.output)
        return output.rfind(FRAME_END) > output.rfind(FRAME)

    def check_consistent(self, what):
        """Compares the screen, made of many changes, with a whole one that is drawn after a change of the size."""
        columns, rows = self.size
        # What a test waits for may stand in the first half of a frame.
        self.wait(self.within(5), "the frame ends", self.is_between_frames)
        before, length = self.screen(), len(self.output)
        for size in ((columns - 1, rows), (columns, rows)):
            mark = len(self.output)
            self.resize(*size)
            self.wait(self.within(5), f"a screen of {size} is drawn", lambda: FRAME_END in self.output[mark:])
        # The rest of the last frame.
        self.wait(self.within(5), "the frame ends", lambda: bytes(self.output).rfind(FRAME_END) > mark)
        whole = Display(self.size).show(bytes(self.output[length:]))
        if before != whole:
            raise Fault(f"{what}: the screen shows\n{text(before)}\nand drawn as a whole\n{text(whole)}")

    def close(self):
        """Kills the program and everything of its session, and closes the terminal."""
        if self.leader.poll() is None:
            for group in filter(None, (self.pid, self.leader.pid)):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(group, signal.SIGKILL)
            self.leader.wait()
        self.is_closed = True
        self.is_reading.set()
        if self.reader.ident is not None:
            self.reader.join()
        self.leader.stdin.close()
        self.leader.stdout.close()
        for descriptor in (self.master, self.slave):
            if descriptor is not None:
                with contextlib.suppress(OSError):
                    os.close(descriptor)
        self.master = self.slave = None


class Display:
    """As much of a terminal as the library's codes need, for characters that are one column wide."""

    PARTS = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b.|(\r)|(\n)|([^\x1b\r\n])", re.DOTALL)

    def __init__(self, size):
        self.columns, self.rows = size

    def show(self, output):
        """The rows after this output, without blanks at their ends."""
        cells = self._blank()
        row = column = 0
        for part in self.PARTS.finditer(output.decode("utf-8", "replace")):
            numbers, code, back, down, letter = part.groups()
            if letter:
                if row < self.rows and column < self.columns:
                    cells[row][column] = letter
                column = min(column + 1, self.columns - 1)
            elif back:
                column = 0
            elif down:
                row += 1
            elif code:
                values = [int(value) for value in (numbers or "").split(";") if value.isdigit()]
                if code == "H":
                    values += [1] * (2 - len(values))
                    row, column = values[0] - 1, values[1] - 1
                elif code == "C":
                    column = min(column + (values or [1])[0], self.columns - 1)
                elif code == "D":
                    column = max(column - (values or [1])[0], 0)
                elif code == "K" and row < self.rows:
                    cells[row][column:] = " " * (self.columns - column)
                elif code == "J":
                    cells = self._blank()
        return ["".join(row).rstrip() for row in cells]

    def _blank(self):
        return [[" "] * self.columns for _ in range(self.rows)]


def text(rows):
    return "\n".join(row for row in rows if row)
