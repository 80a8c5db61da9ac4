"""Two hundred visitors are present on a board at once, and each sees the others.

All see each change. A change costs the processor a bounded time in a debug build. The arrival of all at once costs as
much as a few changes, and not as one for each visitor; so does their leave (C3)."""

import concurrent.futures
import contextlib
import os
import select
import threading
import time

from ..clients import addresses, crowd
from ..site import Site
from ..visitors import Visitor

WEIGHT = 1
PROGRAMS = ["board-web"]
VISITORS, CHANGES = 200, 5
# Seconds of the processor for a change that all see, about twice of what a debug build takes.
CHANGE = 4
# How many changes the arrival and the leave of all may cost. A change for each visitor would cost some 70.
CHANGES_TO_ARRIVE, CHANGES_TO_LEAVE = 30, 5
# Seconds after which a visitor without a stream is no longer present.
REMEMBERED = 5
# Seconds until all see a change, on a machine that does much else.
LONGEST = 60


def run(round):
    # One such round at a time: together they would use too many descriptors.
    with crowd:
        round.attack(ATTACKS)


class Streams:
    """Reads the streams of all visitors on a thread."""

    def __init__(self, visitors):
        self.texts = {visitor.stream.socket.fileno(): bytearray(visitor.stream.buffer) for visitor in visitors}
        self.sockets = {visitor.stream.socket.fileno(): visitor.stream.socket for visitor in visitors}
        self.is_over = False
        self.thread = threading.Thread(target=self._read, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.is_over = True
        self.thread.join()

    def _read(self):
        poll = select.poll()
        for descriptor in self.sockets:
            poll.register(descriptor, select.POLLIN)
        while not self.is_over:
            for descriptor, _ in poll.poll(50):
                with contextlib.suppress(OSError):
                    data = self.sockets[descriptor].recv(65_536)
                    self.texts[descriptor] += data
                    if not data:
                        poll.unregister(descriptor)

    def forget(self):
        for text in self.texts.values():
            text.clear()

    def show(self, name):
        return all(name in text for text in self.texts.values())


class Stopwatch:
    """The processor time of a site's process."""

    def __init__(self, site):
        self.site, self.last = site, site.processor_time

    def lap(self):
        """The seconds since the last call."""
        before, self.last = self.last, self.site.processor_time
        return self.last - before


def two_hundred_visitors(round):
    """All arrive, some change their names, and all leave."""
    site = Site(round, program="board-web", arguments=["--port", 0, "--cards", 20, "--remember", REMEMBERED])
    # The times of other rounds must not depend on this one.
    os.setpriority(os.PRIO_PROCESS, site.process.pid, 15)
    visitors = [Visitor(site, address, LONGEST) for address in addresses(round.number, VISITORS)]
    for visitor in visitors:
        visitor.load()
        visitor.disconnect()
    watch = Stopwatch(site)
    with concurrent.futures.ThreadPoolExecutor(VISITORS) as executor:
        # A visitor is present when it listens.
        list(executor.map(Visitor.listen, visitors))
    with Streams(visitors) as streams:
        rename(round, round.random.choice(visitors), streams, "Everyone is here")
        arrival, changes = watch.lap(), []
        for number in range(CHANGES):
            rename(round, round.random.choice(visitors), streams, f"Change {number}")
            changes.append(watch.lap())
    for visitor in visitors:
        visitor.close()
    reader = Visitor(site, timeout=LONGEST)
    round.wait(LONGEST, "all who left are present no more", lambda: presence(reader) == 0)
    reader.close()
    leave, change = watch.lap(), max(changes)
    costs = f"{arrival:.1f} s of the processor to arrive, {change:.1f} s for a change, {leave:.1f} s to leave"
    round.measure(costs)
    round.check(change <= CHANGE, f"a change costs too much: {costs}")
    round.check(arrival <= CHANGES_TO_ARRIVE * change, f"the arrival costs too much: {costs}")
    round.check(leave <= CHANGES_TO_LEAVE * change, f"the leave costs too much: {costs}")
    site.check_end()


def rename(round, visitor, streams, name):
    """Changes the name of a visitor, and waits until all have seen it."""
    streams.forget()
    visitor.load()
    visitor.page.fill("Rename", "name", name)
    visitor.press("Rename", loads=False)
    visitor.disconnect()
    round.wait(LONGEST, f"all see the name {name!r}", lambda: streams.show(name.encode()))


def presence(visitor):
    """The number of visitors that the page shows, some time later."""
    time.sleep(0.2)
    return visitor.ask("GET", "/").text.count('class="avatar ')


ATTACKS = {"two-hundred-visitors": two_hundred_visitors}
