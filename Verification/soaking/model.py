"""The acknowledged changes, and the values that must therefore be stored."""

import collections
import os
import pathlib
import shutil
import signal
import tempfile
import time

COLUMNS = ["rounds", "programs", "kills", "stops", "acknowledged", "foreign", "conflicts", "refused"]
COLUMNS += ["unwritten", "attacks", "connections", "refusals", "keys", "faults"]


class Fault(Exception):
    """Something that the library promises and that was not so."""


class Writer:
    """The changes of one program, each of which adds one to its number in the value.

    A change is acknowledged if the library said that it is stored. Others may be stored or not: those that wait to be
    written, those for which an error was reported, and those during which the program was killed.
    """

    def __init__(self, name):
        self.name = name
        self.sent = 0
        self.made = 0
        self.settled = 0
        self.acknowledged = 0

    def note(self, word, rest):
        """Notes an answer of the program: see `Verification/Sources/soak-fixture/main.swift`."""
        number, *more = rest.split(" ", 2)
        self.made = int(number)
        if word == "stored":
            self.settle()
        if word == "refused":
            # A report may come after the change that it is about was acknowledged.
            self.acknowledged -= max(0, int(more[0]) - (self.made - self.settled))
            self.settled = self.made

    def settle(self):
        """Notes that all changes up to now are stored, but for those that were refused."""
        self.acknowledged += self.made - self.settled
        self.settled = self.made

    def forget(self):
        """Notes that a foreign program destroyed the value, so that nothing of it has to be there."""
        self.acknowledged = 0
        self.settled = self.made

    def check(self, stored):
        """Compares with the number that is stored."""
        if stored < self.acknowledged:
            raise Fault(f"lost: {self.name} was told that {self.acknowledged} changes are stored, and {stored} are")
        if stored > self.sent:
            raise Fault(f"invented: {self.name} made at most {self.sent} changes, and {stored} are stored")


class Round:
    """One round: its random numbers, a folder of its own, its programs and its counts."""

    def __init__(self, number, random, executables, storages, attacks=None):
        self.number, self.random, self.executables = number, random, executables
        self.storages, self.attacks = storages, attacks
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"soak-{number}-"))
        self.began = time.monotonic()
        self.programs = []
        self.counts = collections.Counter()
        self.faults = []
        self.measures = []
        self.about = ""
        self.at_end = []

    def start(self, place, **options):
        """Starts a program on a value. Each has a name of its own."""
        from .programs import Program

        self.about = self.about or place.storage + (", padded" if place.about else "")

        program = Program(self, place, f"w{len(self.programs) + 1}", **options)
        self.programs.append(program)
        return program

    @property
    def program(self):
        """The program that changes values in files and databases."""
        return self.executables["soak-fixture"]

    def attack(self, table, in_turn=False):
        """Runs one attack of a table of functions by name, chosen at random, or by the number of the round."""
        names = [name for name in table if not self.attacks or name in self.attacks]
        name = names[self.number % len(names)] if in_turn else self.random.choice(names)
        self.about = name
        self.count("attacks")
        table[name](self)

    @property
    def is_late(self):
        """Whether it is time to end: on a busy machine a round must not take minutes."""
        return time.monotonic() - self.began > 10

    def count(self, name, number=1):
        self.counts[name] += number

    def measure(self, text):
        """Notes a measurement, which is printed after the table."""
        self.measures.append(text)

    def check(self, condition, text):
        if not condition:
            raise Fault(text)

    def complain(self, text):
        """Notes a fault, once, after which the round can go on."""
        if not self.faults:
            self.faults.append(text)

    def pause(self, longest):
        """Waits for a random time, often a short one."""
        time.sleep(longest * self.random.random() ** 2)

    def wait(self, seconds, what, condition):
        """Waits until a condition is true."""
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise Fault(f"not within {seconds} s: {what}")
            time.sleep(0.005)

    def check_shown(self, place, programs, what):
        """Waits until programs show what is stored. The library follows each change; it does not poll."""
        fields = ["about", "foreign"] if place.storage == "settings" else ["about", "foreign", "counts"]

        def shown():
            stored = place.read()
            return all(value[field] == stored[field] for value in values() for field in fields)

        def values():
            return [program.read_value() for program in programs]

        try:
            self.wait(10, what, shown)
        except Fault as fault:
            raise Fault(f"{fault}\nstored {place.read()}\nshown  {values()}")

    def check_writers(self, counts):
        """Compares the numbers of all programs with what is stored."""
        for program in self.programs:
            program.writer.check(counts.get(program.name, 0))

    def check_leftovers(self, folder):
        """Temporary files of programs that ended must be gone."""
        names = [file.name for file in folder.iterdir() if file.name.startswith(".counterpoint-")]
        left = [name for name in names if not name.endswith(".lock")]
        if left:
            self.complain(f"left behind: {len(left)} temporary files of programs that ended: {left[:3]}")

    def abandon(self):
        """Kills all programs, in the middle of whatever the round does."""
        for program in self.programs:
            if program.process.returncode is None:
                os.kill(program.process.pid, signal.SIGKILL)
        for action in self.at_end:
            action()

    def end(self):
        for program in self.programs:
            program.clean_up()
        for action in reversed(self.at_end):
            action()
        if not self.faults:
            shutil.rmtree(self.folder, ignore_errors=True)
