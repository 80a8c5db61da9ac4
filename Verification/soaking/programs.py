"""One running program of `Verification/Sources/soak-fixture`."""

import json
import os
import signal
import subprocess
import time

from .model import Fault, Writer
from .readiness import is_readable

# How long a program may take for an answer. Locks are waited for 5 seconds, and machines of CI are slow.
DEADLINE = 60


class Program:
    """A process, and what it acknowledged.

    Commands are sent without waiting. `answers` reads what the program answered; after `kill` it reads what was
    acknowledged before the process ended.
    """

    def __init__(self, round, place, name, executable=None, deadline=DEADLINE, variables={}, **options):
        self.round, self.name, self.deadline = round, name, deadline
        self.writer = Writer(name)
        self.errors = open(round.folder / f"{name}.stderr", "wb")
        environment = {**os.environ, "XDG_CONFIG_HOME": str(place.folder), "SOAK_ABOUT": place.about, **variables}
        self.process = subprocess.Popen(
            [executable or round.program, place.storage, str(place.argument), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=environment,
            **options,
        )
        self.buffer = b""
        self.isStopped = False
        round.count("programs")

    # Commands

    def send(self, command):
        """Sends a command, and notes which changes it may make from now on."""
        name, *numbers = command.split()
        if name in ("change", "save"):
            self.writer.sent += int(numbers[0])
        if name == "burst":
            self.writer.sent += int(numbers[0]) * int(numbers[1])
        try:
            self.process.stdin.write(f"{command}\n".encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def ask(self, command):
        """Sends a command that has one answer, and returns it without its first word."""
        self.send(command)
        return self.answer().partition(" ")[2]

    def read_value(self):
        """The value that the program shows, after the answers to what was sent before."""
        self.send("read")
        while not (answer := self.answer()).startswith("value "):
            pass
        return json.loads(answer.removeprefix("value "))

    def save(self):
        """Changes and saves the value once. True if the change was acknowledged."""
        self.send("save 1")
        return self.answer().startswith("stored")

    def save_soon(self, what):
        """Changes and saves until a change is acknowledged: a conflict may have to be seen first."""
        deadline = time.monotonic() + 5
        while True:
            self.send("save 1")
            answer = self.answer()
            if answer.startswith("stored"):
                return
            if time.monotonic() > deadline:
                raise Fault(f"{what}: each save is refused: {answer}")
            time.sleep(0.02)

    # Answers

    def answer(self):
        """Waits for one answer."""
        line = self._line(time.monotonic() + self.deadline)
        if line is None:
            raise Fault(f"{self.name} ended before its answer, with status {self.process.wait()}: {self.complaint()}")
        self.note(line)
        return line

    def answers(self, count):
        """Waits for so many answers."""
        return [self.answer() for _ in range(count)]

    def note(self, line):
        word, _, rest = line.partition(" ")
        if word in ("changed", "stored", "refused"):
            before = self.writer.acknowledged
            self.writer.note(word, rest)
            self.round.count("acknowledged", max(0, self.writer.acknowledged - before))
            if word == "refused":
                self.round.count("conflicts" if "changed by" in rest else "refused")

    def _line(self, deadline):
        while b"\n" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not is_readable(self.process.stdout, left):
                raise Fault(f"{self.name} did not answer within {self.deadline} s: {self.complaint()}")
            bytes = os.read(self.process.stdout.fileno(), 65_536)
            if not bytes:
                return None
            self.buffer += bytes
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode()

    def complaint(self):
        """The end of what the program wrote to standard error."""
        return (self.round.folder / f"{self.name}.stderr").read_bytes()[-2_000:].decode(errors="replace")

    # Signals

    def stop(self):
        self.isStopped = True
        self.process.send_signal(signal.SIGSTOP)
        self.round.count("stops")

    def go_on(self):
        if self.isStopped:
            self.process.send_signal(signal.SIGCONT)
        self.isStopped = False

    def kill(self):
        """Kills the process, and reads what it acknowledged before."""
        self.process.kill()
        self.round.count("kills")
        self._drain()
        self.process.wait()

    def end(self, flushes=True):
        """Lets the program return from `main`.

        flushes: Whether its end writes what waits, without a conflict with others.
        """
        self.go_on()
        self.send("end")
        self._drain()
        status = self.process.wait(self.deadline)
        if status != 0:
            raise Fault(f"{self.name} ended with status {status}: {self.complaint()}")
        if flushes:
            self.writer.settle()

    def _drain(self):
        while (line := self._line(time.monotonic() + self.deadline)) is not None:
            self.note(line)

    def clean_up(self):
        """Ends the process, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self.errors):
            try:
                file.close()
            except BrokenPipeError:
                pass
