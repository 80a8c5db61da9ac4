"""A browser without its script: pages and their forms, cookies, actions and streams."""

import html.parser
import re
import threading
import time
import urllib.parse

from .clients import Client, Closed
from .model import Fault


class Page(html.parser.HTMLParser):
    """A page, as far as a visitor acts on it: forms with their fields, buttons, the count and the revision."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.buttons, self.count, self.revision = {}, [], None, None
        self.script = self.style = None
        self._stack, self._in_count, self._button = [], False, None
        self._fields = []
        self.feed(text)
        for form, name, value in self._fields:
            self.forms.setdefault(form, {"action": "/", "fields": []})["fields"].append((name, value))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form":
            key = values.get("id") or f"form {len(self.forms)}"
            self.forms.setdefault(key, {"fields": []})["action"] = values.get("action") or "/"
            self._stack.append(key)
        owner = values.get("form") or (self._stack[-1] if self._stack else None)
        if tag == "input" and values.get("name") and "disabled" not in values:
            if values.get("type") in ("hidden", "text", None):
                self._fields.append((owner, values["name"], values.get("value") or ""))
        if tag == "button":
            self._button = values | {"owner": owner, "title": values.get("aria-label", "")}
            self.buttons.append(self._button)
        if tag == "script":
            self.script = values.get("src")
        if tag == "output" and values.get("id") == "count":
            self._in_count = True
        if "data-revision" in values:
            self.revision = values["data-revision"]

    def handle_endtag(self, tag):
        if tag == "form" and self._stack:
            self._stack.pop()
        if tag == "button":
            self._button = None
        if tag == "output":
            self._in_count = False

    def handle_data(self, text):
        if self._in_count:
            self.count = int(text)
        if self._button is not None:
            self._button["title"] += text

    def button(self, title):
        for button in self.buttons:
            if button["title"].startswith(title):
                return button
        raise Fault(f"the page has no button {title!r}")

    def fill(self, title, name, value):
        """Types into a field of a button's form."""
        fields = self.fields_of(self.button(title))
        fields[:] = [(each, value if each == name else old) for each, old in fields]

    def submission(self, button):
        """The path and the body that a browser sends when the button is pressed."""
        path = self.forms.get(button["owner"], {}).get("action", "/")
        pairs = [*self.fields_of(button), (button.get("name", "action"), button.get("value", ""))]
        return path, urllib.parse.urlencode(pairs).encode()

    def fields_of(self, button):
        """Names and values of the fields of a button's form."""
        return self.forms.get(button["owner"], {}).get("fields", [])


class Visitor:
    """An honest visitor: loads the page, keeps its cookies, presses buttons, and has a stream open.

    Every refusal of what it does is a fault.
    """

    def __init__(self, site, address="127.0.0.2", timeout=None):
        self.site, self.address, self.timeout = site, address, timeout
        self.cookies, self.page, self.presses, self.slowest = {}, None, 0, 0
        # The seconds that each page took.
        self.times = []
        self.connection = self.stream = None
        # Whether it waits where the server says that its requests were too many. Such a visitor is no honest one.
        self.is_patient = False

    # Requests

    def headers(self, method="GET", **more):
        headers = {"User-Agent": "Mozilla/5.0 (soak)", "Sec-Fetch-Site": "same-origin"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            headers |= {"Origin": self.site.origin, "Content-Type": "application/x-www-form-urlencoded"}
        return headers | more

    def ask(self, method, path, body=b"", retries=1):
        """A request on the visitor's own connection, which is opened again where the server closed it."""
        began = time.monotonic()
        try:
            if self.connection is None:
                self.connection = Client(self.site, self.address, self.timeout)
            response = self.connection.request(method, path, self.headers(method), body)
        except (Closed, OSError) as error:
            self.disconnect()
            # As a browser does on a connection that was idle. An action must not have been done then.
            if retries == 0:
                raise Fault(f"a visitor got no answer: {error}") from None
            return self.ask(method, path, body, retries - 1)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.cookies |= response.cookies
        if response.header("connection") == "close":
            self.disconnect()
        if response.status == 429 and self.is_patient:
            time.sleep(float(response.header("retry-after")))
            return self.ask(method, path, body, retries)
        return response

    def disconnect(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def load(self):
        """Loads the page."""
        began = time.monotonic()
        response = self.ask("GET", "/")
        if response.status != 200:
            raise Fault(f"a visitor was refused the page: {response.status} {readable(response)}")
        self.times.append(time.monotonic() - began)
        self.page = Page(response.text)
        return self.page

    def press(self, title="Count up", loads=True):
        """Presses a button, and loads the page to which the answer leads."""
        path, body = self.page.submission(self.page.button(title))
        response = self.ask("POST", path, body, retries=0)
        if response.status not in (200, 204, 303):
            raise Fault(f"a visitor's action was refused: {response.status} {readable(response)}")
        self.presses += 1
        if loads:
            self.load()

    def listen(self):
        """Opens the stream of changes, which makes the session."""
        stream = Client(self.site, self.address, self.timeout)
        stream.start("GET", f"/events?since={self.page.revision}", self.headers(Accept="text/event-stream"))
        response = stream.read_head()
        if response.status != 200:
            stream.close()
            raise Fault(f"a visitor was refused the stream: {response.status}")
        self.stream = stream

    def check_count(self):
        """Compares the count of the page with the buttons that were pressed."""
        count = self.load().count
        if count != self.presses:
            raise Fault(f"a visitor counted {self.presses} times, and the page shows {count}")

    def close(self):
        self.disconnect()
        if self.stream:
            self.stream.close()
        self.stream = None


class Bystander:
    """An honest visitor that acts on a thread of its own while an attack goes on.

    The bound is for each request, in seconds on a machine that does nothing else. With `reconnects` each action comes
    on a new connection, without `listens` there is no stream.
    """

    def __init__(self, site, bound=2, listens=True, reconnects=False):
        self.reconnects = reconnects
        self.visitor = Visitor(site, timeout=site.within(bound))
        self.visitor.load()
        if listens:
            self.visitor.listen()
        self.visitor.press()
        for _ in range(20):
            self.visitor.load()
        self.quiet, self.visitor.times = self.visitor.times[-20:], []
        self.memory = site.memory
        self.fault, self.is_over = None, threading.Event()
        self.thread = threading.Thread(target=self._act, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self.visitor

    def _act(self):
        try:
            # At the pace of a fast reader, far below every limit.
            while not self.is_over.wait(0.15):
                if self.reconnects:
                    self.visitor.disconnect()
                self.visitor.press()
        except Exception as error:
            self.fault = error

    def _measure(self):
        """Notes how long pages took, with all other rounds that run now, and the memory of the server."""
        site, times = self.visitor.site, self.visitor.times or [0]
        quiet, during = (sorted(each)[int(len(each) * 0.99)] * 1_000 for each in (self.quiet, times))
        site.round.measure(
            f"99 of 100 pages take {quiet:.0f} ms before and {during:.0f} ms during the attack ({len(times)} pages); "
            f"memory: {self.memory >> 10} KB before, {site.memory >> 10} KB after"
        )

    def __exit__(self, kind, error, trace):
        self.is_over.set()
        self.thread.join()
        try:
            if self.fault and not error:
                raise Fault(f"during the attack: {self.fault}")
            if not error:
                self.visitor.site.check_running()
                self._measure()
                self.visitor.check_count()
        finally:
            self.visitor.close()


def readable(response):
    """The text of a refusal in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.text).split())[:150]
