"""Answers to actions are lost on their way, and the actions come again.

Each action counts exactly once, however often and however close together its request comes (A6)."""

import re
import threading
import time
import urllib.parse

from ..clients import Client, Closed
from ..model import Fault
from ..site import Site
from ..visitors import Visitor

WEIGHT = 1
PROGRAMS = ["primetime-web"]
# The hidden field of a page's forms that tells repetitions from new requests.
KEY = re.compile(r"[0-9a-f]{32}-[0-9]+$")


def run(round):
    round.attack(ATTACKS)


class Retrying:
    """A visitor that acts through forms, whose requests come again after their answers were lost."""

    def __init__(self, round):
        self.site = Site(round)
        self.visitor = Visitor(self.site)
        self.visitor.load()
        self.visitor.press()

    def request(self):
        """The bytes of a request that counts up, as the page says."""
        page = self.visitor.page
        path, body = page.submission(page.button("Count up"))
        with Client(self.site, self.visitor.address) as client:
            head = client.head("POST", path, self.visitor.headers("POST") | {"Content-Length": len(body)})
        return head + b"\r\n" + body

    def script_request(self, tab, number, presses):
        """The bytes of a request of the script: several actions, under the tab's id and a number."""
        page = self.visitor.page
        button = page.button("Count up")
        pairs = [(name, f"{tab}-{number}") for name, value in page.fields_of(button) if KEY.match(value)]
        pairs += [(button["name"], button["value"])] * presses
        body = urllib.parse.urlencode(pairs).encode()
        with Client(self.site, self.visitor.address) as client:
            head = client.head("POST", "/actions", self.visitor.headers("POST") | {"Content-Length": len(body)})
        return head + b"\r\n" + body

    def send(self, request, reads=True):
        """Sends a request on a connection of its own. Without `reads` the answer is lost."""
        with Client(self.site, self.visitor.address) as client:
            client.send(request)
            if not reads:
                # The answer has come, or the connection ends before it.
                time.sleep(self.site.round.random.choice([0, 0.002, 0.05]))
                client.close(resets=self.site.round.random.random() < 0.5)
                return None
            return client.response().status

    def check(self, what, presses=1):
        self.visitor.presses += presses
        try:
            self.visitor.check_count()
        except Fault as fault:
            raise Fault(f"{what}: {fault}") from None


def lost_answers(round):
    """Loses the answer of an action, and sends the same request again until it is answered."""
    retrying = Retrying(round)
    for _ in range(8):
        request = retrying.request()
        for _ in range(round.random.randint(1, 3)):
            retrying.send(request, reads=False)
        status = retrying.send(request)
        round.check(status in (200, 204, 303), f"a repeated action gets {status}")
        retrying.check("after a lost answer")
    retrying.visitor.close()


def at_the_same_time(round):
    """Sends one request on several connections at once, as a proxy does that lost patience."""
    retrying = Retrying(round)
    for _ in range(4):
        request, statuses = retrying.request(), []

        def send():
            try:
                statuses.append(retrying.send(request))
            except (Closed, OSError, Fault) as error:
                statuses.append(error)

        threads = [threading.Thread(target=send, daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for status in statuses:
            round.check(status in (200, 204, 303), f"a repeated action gets {status}")
        retrying.check("sent four times at once")
    retrying.visitor.close()


def requests_of_the_script(round):
    """Loses the responses to requests of the script, and repeats the last requests in any order."""
    retrying, tab = Retrying(round), f"{round.random.getrandbits(128):032x}"
    sent = []
    for number in range(1, 9):
        presses = round.random.randint(1, 5)
        request = retrying.script_request(tab, number, presses)
        for _ in range(round.random.randrange(3)):
            retrying.send(request, reads=False)
        status = retrying.send(request)
        round.check(status in (200, 204), f"a repeated request gets {status}")
        sent.append(request)
        for again in round.random.sample(sent[-3:], round.random.randint(0, len(sent[-3:]))):
            status = retrying.send(again)
            round.check(status in (200, 204), f"an earlier request gets {status}")
        retrying.check("after repeated requests", presses)
    retrying.visitor.close()


ATTACKS = {
    "lost-answers": lost_answers,
    "at-the-same-time": at_the_same_time,
    "requests-of-the-script": requests_of_the_script,
}
