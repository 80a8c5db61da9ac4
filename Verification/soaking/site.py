"""A running web server, primetime-web, and its process as seen from outside."""

import os
import pathlib
import re
import signal
import subprocess
import time

from .clients import Client
from .model import Fault
from .readiness import is_readable, slowness

# How long a request takes on a machine that does nothing else. Deadlines grow with the time that it takes now.
USUAL_ANSWER = 0.02
# What a process that ends needs beside the deadline that it was given.
MARGIN = 1.5


class Site:
    """A process of primetime-web, or of another program, on a free port, in a process group of its own, and the time that its answers take.

    The soft limit of descriptors is that of most systems, 1,024, below a hard limit of 4,096.
    """

    def __init__(self, round, deadline=2, program="primetime-web", arguments=None, environment={}, **options):
        self.round, self.deadline = round, deadline
        number = len(list(round.folder.glob("*.site")))
        self.log = round.folder / f"{number}.site"
        words = ["--port", "0", "--favorites", round.folder / "favorites.json", "--deadline", deadline]
        for name, value in options.items():
            words += ["--" + name.replace("_", "-"), value]
        words = words if arguments is None else arguments
        limits = 'ulimit -Sn 1024 && ulimit -Hn 4096 && exec "$@"'
        with open(self.log, "wb") as errors:
            self.process = subprocess.Popen(
                ["sh", "-c", limits, "sh", round.executables[program], *map(str, words)],
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        round.at_end.append(self.close)
        round.count("programs")
        self.port = self._port()
        self.slowness = self._slowness()
        self.memory_at_start, self.descriptors_at_start = self.memory, self.descriptors

    def _port(self):
        if not is_readable(self.process.stdout, 60):
            raise Fault("the server did not start within 60 s")
        self.address = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", self.address)
        if not found:
            raise Fault(f"the server did not start: {self.address}{self.complaint()}")
        return int(found[1])

    def _slowness(self):
        """How many times slower than usual this machine is now."""
        times = []
        for _ in range(3):
            began = time.monotonic()
            with Client(self, "127.0.0.9", 60) as client:
                client.request("GET", "/style.css")
            times.append(time.monotonic() - began)
        return slowness(sorted(times)[1], USUAL_ANSWER)

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    def within(self, seconds):
        """A bound in seconds, as long as this machine needs for it."""
        return seconds * self.slowness

    # The process

    @property
    def memory(self):
        """The resident memory in bytes; 0 after the end."""
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                found = re.search(r"VmRSS:\s+(\d+) kB", status.read())
        except FileNotFoundError:
            return 0
        return int(found[1]) << 10 if found else 0

    @property
    def descriptors(self):
        """The number of open descriptors; 0 after the end."""
        try:
            return len(os.listdir(f"/proc/{self.process.pid}/fd"))
        except (FileNotFoundError, PermissionError):
            return 0

    @property
    def processor_time(self):
        """The seconds that the process has used the processor."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def is_running(self):
        return self.process.poll() is None

    def complaint(self):
        """The end of what the server wrote to standard error."""
        return self.log.read_bytes()[-2_000:].decode(errors="replace")

    def check_running(self):
        if not self.is_running:
            raise Fault(f"the server ended by itself, with status {self.process.returncode}: {self.complaint()}")

    def check_recovery(self, seconds=3, memory=200 << 20, descriptors=30):
        """Waits until the descriptors are closed that the attack opened, and compares the memory with a bound."""
        self.check_running()
        limit, bound = self.descriptors_at_start + descriptors, self.within(seconds)
        try:
            self.round.wait(bound, "", lambda: self.descriptors <= limit)
        except Fault:
            text = f"{bound:.0f} s after the attack {self.descriptors} descriptors are open, {limit} were expected"
            raise Fault(text) from None
        used, bound = self.memory, self.memory_at_start + memory
        self.round.check(used <= bound, f"after the attack {used >> 20} MB are used, {bound >> 20} were expected")

    def check_end(self, signals=1):
        """Ends the server by SIGTERM, or at once by a second signal, and checks that it keeps its deadline."""
        self.check_running()
        bound = self.within(MARGIN) + (self.deadline if signals == 1 else 0)
        began = time.monotonic()
        for number in range(signals):
            if number > 0:
                time.sleep(0.1)
            self.process.send_signal(signal.SIGTERM if number == 0 else self.round.random.choice(ENDING))
        try:
            self.process.wait(bound)
        except subprocess.TimeoutExpired:
            what = "SIGTERM" if signals == 1 else "a second signal"
            raise Fault(f"the server still runs {time.monotonic() - began:.1f} s after {what}") from None
        status = self.process.returncode
        allowed = [0, *(-number for number in ENDING), *(128 + number for number in ENDING)]
        self.round.check(status in allowed, f"the server ended with status {status}: {self.complaint()}")

    def close(self):
        """Kills the process and what it started."""
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.wait()
        self.process.stdout.close()


ENDING = [signal.SIGTERM, signal.SIGINT]
