"""Actions that the page does not offer, forged by hand.

A visitor's action is accepted only if the page that is shown to that visitor offers it (A8)."""

from ..clients import Client
from ..site import Site
from ..visitors import Visitor

WEIGHT = 1
PROGRAMS = ["primetime-web"]

# The search for this prime takes longest: the program searches for no later one.
LAST_PRIME = 5_000_000
NOT_OFFERED = [
    '{"counter":{"_0":{"alertDismissed":{}}}}',
    '{"counter":{"_0":{"cancelButtonClicked":{}}}}',
    '{"favorites":{"_0":{"deleteButtonClicked":{"prime":2}}}}',
]


def run(round):
    round.attack(ATTACKS)


def refused(round, visitor, value, what):
    """Sends an action in the place of the one of a button that is there."""
    page = visitor.page
    path, body = page.submission(page.button("What is the") | {"value": value})
    with Client(visitor.site, visitor.address) as client:
        status = client.request("POST", path, visitor.headers("POST"), body).status
    round.check(400 <= status < 500, f"{what} gets {status}")


def not_offered(round):
    """Sends actions that another page would offer."""
    visitor = Visitor(Site(round))
    visitor.load()
    visitor.press()
    for value in round.random.sample(NOT_OFFERED, 2):
        refused(round, visitor, value, f"the action {value}, which the page does not offer,")
        visitor.load()
    visitor.check_count()
    visitor.close()


def disabled(round):
    """Presses a button that is disabled while the program searches for a prime."""
    visitor = Visitor(Site(round, count=LAST_PRIME))
    button = visitor.load().button("Count up")
    visitor.press("What is the")
    # The search takes longer than this; where it does not, nothing was proved.
    if "disabled" in visitor.page.button("Count up"):
        refused(round, visitor, button["value"], "the action of a disabled button")
        visitor.load()
        round.check(visitor.page.count == LAST_PRIME, f"a disabled button counted to {visitor.page.count}")
    visitor.close()


ATTACKS = {"not-offered": not_offered, "disabled": disabled}
