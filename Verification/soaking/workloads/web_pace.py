"""What a visitor notices of attacks that exceed the limits of costs: how long 99 of 100 page loads take.

The visitor loads its page without an attack, then during one. The attack comes from other addresses and is refused at some
time. The page may take at most ten times as long (A5), and the memory stays bounded (A1). Times mean nothing
while other rounds run, so this kind runs by name only:

  Verification/soak --only web-pace --lanes 1 --minutes 4

The rounds take the attacks in turn."""

import json
import pathlib
import subprocess
import sys
import threading
import time
import urllib.parse

from ..clients import Client, Closed
from ..model import Fault
from ..site import Site
from ..visitors import Page

# By name only.
WEIGHT = 0
PROGRAMS = ["web-fixture"]
# Seconds.
QUIET, ATTACK = 4, 12
# How many times longer 99 of 100 pages may take, and the milliseconds that no visitor notices.
SLOWER, UNNOTICED = 10, 20
BOUNDARY = b"----soak"


def run(round):
    round.attack(ATTACKS, in_turn=True)


class Pace:
    """A visitor in a process of its own."""

    def __init__(self, site, address="198.51.100.7"):
        program = pathlib.Path(__file__).parent.parent / "pace.py"
        self.process = subprocess.Popen(
            [sys.executable, program, str(site.port), address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        site.round.at_end.append(self.process.kill)

    def end(self):
        """The milliseconds of each load, in ascending order, and the problems."""
        output, _ = self.process.communicate(timeout=120)
        if self.process.returncode != 0:
            raise Fault("the visitor got no page")
        result = json.loads(output)
        return sorted(result["times"]), result["problems"]


def percentile(times, share):
    return times[min(len(times) - 1, int(len(times) * share))]


class Attacker:
    """A client with an address of its own, which acts as the script does."""

    def __init__(self, site, address):
        self.site, self.address = site, address
        self.cookie = self.connection = None

    def headers(self, method="GET", **more):
        headers = {"X-Forwarded-For": self.address, "Sec-Fetch-Site": "same-origin"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if method == "POST":
            headers |= {"Origin": self.site.origin, "Content-Type": "application/x-www-form-urlencoded"}
        return headers | more

    def ask(self, method, path, body=b"", **more):
        """The status of a request on a connection that is kept; `None` without an answer."""
        try:
            self.connection = self.connection or Client(self.site, timeout=60)
            response = self.connection.request(method, path, self.headers(method, **more), body)
        except (Closed, OSError):
            self.disconnect()
            return None
        if cookies := response.cookies:
            self.cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        if response.header("connection") == "close":
            self.disconnect()
        self.text = response.text
        return response.status

    def disconnect(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def begin(self):
        """Loads the page. False if that is refused."""
        return self.ask("GET", "/") == 200

    def action(self, title):
        """The input of a button."""
        return urllib.parse.urlencode({"action": Page(self.text).button(title)["value"]}).encode()


def many_inputs(site, attacker, number):
    """Bodies full of inputs of one field, between which an action makes each count."""
    action = attacker.action("Count up")
    body = b"&".join([b"note=%d&" % each + action for each in range(100)])
    return lambda: attacker.ask("POST", "/actions", body)


def many_bytes(site, attacker, number):
    """Bodies of the maximum size with one text."""
    body = b"note=" + b"a" * ((16 << 10) - 10)
    return lambda: attacker.ask("POST", "/actions", body)


def blocked_reducers(site, attacker, number):
    """Actions that block their thread for a second. They cost no processor time: only the threads are limited."""
    body = attacker.action("Block")
    return lambda: attacker.ask("POST", "/actions", body)


def computing_reducers(site, attacker, number):
    """Actions that compute."""
    body = attacker.action("Compute")
    return lambda: attacker.ask("POST", "/actions", body)


def many_first_loads(site, attacker, number):
    """Page loads without a cookie, many at once."""

    def load():
        attacker.cookie = None
        return attacker.ask("GET", "/")

    return load


def many_files(site, attacker, number):
    """Files of a megabyte."""
    head = b'--%b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n' % BOUNDARY
    body = head + b"a" * (1 << 20) + b"\r\n--%b--\r\n" % BOUNDARY
    kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY.decode()}"}
    return lambda: attacker.ask("POST", "/actions", body, **kind)


def measure(round, attack, count, addresses, refusals):
    """Runs an attack of so many clients, and compares the pages of a visitor with those before."""
    site = Site(round, program="web-fixture", arguments=["0", "workshop"])
    times, problems = run_alone(site)
    quiet = percentile(times, 0.99)
    memory = site.memory
    statuses, is_over, lock = {}, threading.Event(), threading.Lock()

    def act(number):
        attacker = Attacker(site, f"192.0.2.{number % addresses + 1}")
        began = attacker.begin()
        step = attack(site, attacker, number) if began else attacker.begin
        while not is_over.is_set():
            status = step()
            with lock:
                statuses[status] = statuses.get(status, 0) + 1
            # What is refused is tried again at the pace of a program that ignores the refusal.
            if status not in (200, 204, 303):
                is_over.wait(0.05)
        attacker.disconnect()

    threads = [threading.Thread(target=act, args=[number], daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    pace = Pace(site)
    time.sleep(ATTACK)
    times, attack_problems = pace.end()
    is_over.set()
    for thread in threads:
        thread.join()
    during = percentile(times, 0.99)
    site.check_running()
    peak = site.memory
    ratio = during / max(quiet, 0.001)
    refused = sum(number for status, number in statuses.items() if status in refusals)
    shown = ", ".join(f"{number} × {status}" for status, number in sorted(statuses.items(), key=str))
    round.measure(
        f"p99 of a page: {quiet:.1f} ms quiet, {during:.1f} ms during ({len(times)} pages, {ratio:.1f} times, "
        f"median {percentile(times, 0.5):.1f} ms, longest {times[-1]:.0f} ms); answers: {shown}; "
        f"memory: {site.memory_at_start >> 10} KB at the start, {memory >> 10} KB before, {peak >> 10} KB after"
    )
    round.check(not problems + attack_problems, f"a visitor was refused: {(problems + attack_problems)[:3]}")
    round.check(refused > 0 or not refusals, f"nothing was refused: {shown}")
    slow = during > max(quiet * SLOWER, UNNOTICED)
    round.check(not slow, f"99 of 100 pages take up to {during:.1f} ms during the attack, {quiet:.1f} ms without it")
    site.check_recovery(seconds=10)
    site.check_end()


def run_alone(site):
    """The pages of a visitor without an attack, after some to warm up."""
    for seconds in (1, QUIET):
        pace = Pace(site)
        time.sleep(seconds)
        result = pace.end()
    return result


def attack(function, count, addresses, refusals=(429,)):
    return lambda round: measure(round, function, count, addresses, refusals)


def steady_memory(round):
    """Two minutes of visitors that come, act and go, and of refused requests. After the first minute, the memory of the
    process grows by at most a megabyte."""
    site = Site(round, program="web-fixture", arguments=["0", "workshop"])
    is_over = threading.Event()
    visits = [0]

    def visit(number):
        each = 0
        while not is_over.wait(0.02):
            each += 1
            visitor = Attacker(site, f"192.0.2.{number + 1}")
            # An odd header each time: see what is kept of it.
            tag = f"x{each:07x}-{number}"
            visitor.ask("GET", "/", **{"Accept-Language": tag, "User-Agent": tag * 10, "Cookie": f"a={tag}"})
            if visitor.cookie and each % 10 == 0:
                visitor.ask("POST", "/actions", b"note=" + tag.encode())
            visitor.ask("POST", "/actions", b"%b=1" % tag.encode())
            visitor.disconnect()
            visits[0] += 1

    threads = [threading.Thread(target=visit, args=[number], daemon=True) for number in range(2)]
    for thread in threads:
        thread.start()
    samples = []
    for _ in range(MINUTES * 60):
        time.sleep(1)
        site.check_running()
        samples.append(site.memory)
    is_over.set()
    for thread in threads:
        thread.join()
    # The least of ten seconds, because a sample can have a request in it.
    first, last = min(samples[55:65]), min(samples[-10:])
    round.measure(
        f"memory: {site.memory_at_start >> 10} KB at the start, {first >> 10} KB after a minute, {last >> 10} KB after "
        f"{MINUTES} minutes, with {visits[0]} visits"
    )
    grown = last - first
    round.check(grown <= 1 << 20, f"after the first minute the memory grew by {grown >> 10} KB")
    site.check_end()


MINUTES = 3

ATTACKS = {
    "many-inputs": attack(many_inputs, 8, 2, (413, 429)),
    "many-bytes": attack(many_bytes, 8, 2),
    "blocked-reducers": attack(blocked_reducers, 100, 3, ()),
    # A machine that does other things as well gives too little processor time to exceed the limit.
    "computing-reducers": attack(computing_reducers, 3, 3, ()),
    "many-first-loads": attack(many_first_loads, 60, 1),
    "many-files": attack(many_files, 4, 1),
    "steady-memory": steady_memory,
}
