"""Waits for descriptors by `poll`, because `select` fails above 1,024 of them, and judges how busy the machine is."""

import os
import select


def is_readable(file, seconds):
    """Whether there is something to read, or an end, within this time."""
    return _poll(file, select.POLLIN, seconds)


def is_writable(file, seconds):
    """Whether a descriptor takes bytes, or its other side is gone, within this time."""
    return _poll(file, select.POLLOUT, seconds)


def slowness(seconds, usual):
    """How many times longer than usual the machine takes now, from 1 to 4.

    seconds: The time that a simple task took just now.
    usual: The time that it takes on a machine that does nothing else.
    """
    return min(4, max(1, seconds / usual, os.getloadavg()[0] / (os.cpu_count() or 1)))


def _poll(file, event, seconds):
    poll = select.poll()
    poll.register(file, event)
    return bool(poll.poll(max(0, seconds) * 1_000))
