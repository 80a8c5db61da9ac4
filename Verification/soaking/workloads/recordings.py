"""A program that records its actions is killed, or ends in a reducer. Its file must be readable, and replay.

A mapped file has each action that was reduced. A batched one lacks the actions of the last moments."""

import json
import os
import subprocess
import time

from ..model import Fault
from ..readiness import is_readable

WEIGHT = 2
PROGRAMS = ["recording-fixture"]
DEADLINE = 60

# The writer waits for 10 ms. The rest is for a machine that does much else.
LONGEST_BATCH = 2_000_000


def run(round):
    round.attack(ATTACKS)


class Recorder:
    """A running program that records, and what it has printed."""

    def __init__(self, round, file, durability, seed, *arguments, limit=1 << 30):
        self.round, self.file = round, file
        self.path = round.executables["recording-fixture"]
        self.process = subprocess.Popen(
            [self.path, "record", file, durability, str(limit), str(seed), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # The end of a crashed program must not wait for a stack trace.
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"},
        )
        self.output = b""
        round.programs.append(self)
        round.count("programs")

    def read_for(self, seconds):
        """Reads what the program prints, for some time or up to its end. False at the end."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and is_readable(self.process.stdout, left):
            bytes = os.read(self.process.stdout.fileno(), 65_536)
            if not bytes:
                return False
            self.output += bytes
        return True

    def kill(self):
        self.process.kill()
        self.round.count("kills")
        self.wait()

    def wait(self):
        """Waits for the end, and returns the exit status."""
        if self.read_for(DEADLINE):
            raise Fault(f"the program did not end within {DEADLINE} s")
        return self.process.wait(DEADLINE)

    @property
    def reduced(self):
        """The numbers of the reduced actions of each store, with their times in microseconds."""
        stores = {}
        for line in self.output.decode().split("\n")[:-1]:
            _, store, number, elapsed = line.split()
            stores.setdefault(int(store), []).append((int(number), int(elapsed)))
        return stores

    def clean_up(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


def replay(round, file):
    """Replays a file, and returns the first action, the last one and its name of each store."""
    command = [round.executables["recording-fixture"], "check", file]
    result = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE)
    if result.returncode != 0:
        raise Fault(f"{file.name} does not replay: {result.stderr.strip()}")
    stores = {}
    for line in result.stdout.splitlines():
        word, *fields = line.split()
        if word == "store":
            stores[int(fields[0])] = (int(fields[1]), int(fields[2]), fields[3])
    return stores


def kill_once(round, durability):
    """Kills a program at a random moment, and compares its file with what it has printed."""
    random = round.random
    file = round.folder / "killed.recording.jsonl"
    # A small limit, so that the oldest segments are deleted.
    limit = random.choice([1 << 15, 1 << 17, 1 << 24])
    program = Recorder(round, file, durability, random.randrange(1 << 32), limit=limit)
    # The start of the program takes some time. It may be killed in it, too.
    if random.random() < 0.9:
        is_readable(program.process.stdout, DEADLINE)
    program.read_for(0.3 * random.random() ** 2)
    program.kill()
    reduced = program.reduced
    # A program that was killed in its first moments may have written nothing.
    replayed = replay(round, file) if is_begun(file) else {}
    for store, actions in reduced.items():
        last, _ = actions[-1]
        # A store can lack all of its lines if it was created in the last moments.
        recorded = replayed.get(store, (0, 0, ""))[1]
        round.count("acknowledged", last)
        if recorded >= last:
            continue
        lost = [elapsed for number, elapsed in actions if number > recorded]
        round.check(durability != "mapped", f"lost: {last - recorded} of {last} actions in a mapped file")
        age = lost[-1] - lost[0]
        round.check(age < LONGEST_BATCH, f"lost: the actions of the last {age} microseconds in a batched file")
        round.count("unwritten", len(lost))


def is_begun(file):
    """Whether anything is written in the file or in an older segment of it. The unused rest of a mapped file consists of zeros."""
    segments = file.parent.glob(file.name.replace(".recording.", ".segment-*.recording."))
    return any(segments) or file.exists() and any(file.read_bytes().rstrip(b"\0"))


def killed_mapped(round):
    """Nothing is lost."""
    for _ in range(5):
        kill_once(round, "mapped")


def killed_batched(round):
    """The last moments are lost."""
    for _ in range(5):
        kill_once(round, "batched")


def crashed(round):
    """The last action of a mapped file is the one that ended the program."""
    file = round.folder / "crashed.recording.jsonl"
    count = round.random.randrange(50)
    program = Recorder(round, file, "mapped", round.random.randrange(1 << 32), str(count), "crash")
    status = program.wait()
    round.check(status < 0, f"the program did not crash, it ended with status {status}")
    name = replay(round, file)[1][2]
    round.check(name == "ended", f"the last action of a crashed program is '{name}'")


def two_processes(round):
    """The lines of two processes are the same, although their hash seeds differ."""
    seed = round.random.randrange(1 << 32)
    sessions = []
    for durability in ["batched", "mapped"]:
        file = round.folder / f"{durability}.recording.jsonl"
        program = Recorder(round, file, durability, seed, "200")
        status = program.wait()
        round.check(status == 0, f"the program ended with status {status}")
        replay(round, file)
        sessions.append(lines(file))
    for number, (first, second) in enumerate(zip(*sessions), 1):
        round.check(first == second, f"line {number} differs in two processes:\n{first}\n{second}")
    round.check(len(sessions[0]) == len(sessions[1]) > 200, f"{len(sessions[0])} and {len(sessions[1])} lines")


def lines(file):
    """The lines of a file without their times."""
    values = [json.loads(line) for line in file.read_bytes().rstrip(b"\0").splitlines()]
    return [{key: value for key, value in line.items() if key not in ("t", "at")} for line in values]


ATTACKS = {
    "killed-mapped": killed_mapped,
    "killed-batched": killed_batched,
    "crashed": crashed,
    "two-processes": two_processes,
}
