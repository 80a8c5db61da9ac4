"""The site of the members, over plain requests and in browsers."""

import html
import http.client
import importlib.util
import json
import pathlib
import re
import threading
import time
import urllib.parse

from checks import wait
from server import Program

EMAIL, PASSWORD = "blob@example.org", "correct horse"


class Members(Program):
    """A running members-web."""

    def __init__(self, program, members, *arguments):
        super().__init__(program, "--port", "0", "--members", members, *arguments)


class Client:
    """A browser without the script: cookies, forms and redirects over a socket."""

    def __init__(self, server, address="127.0.0.1", cookies=None):
        self.server, self.address, self.cookies = server, address, dict(cookies or {})
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.path, self.page = "/", ""

    def request(self, method, path, body=None, **headers):
        """Sends one request. Returns the status and the text."""
        fields = {"X-Forwarded-For": self.address}
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            fields |= {"Origin": f"http://127.0.0.1:{self.server.port}", "Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request(method, path, body, fields | {name.replace("_", "-"): value for name, value in headers.items()})
        response = self.connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                if "Max-Age=0" in value:
                    self.cookies.pop(key, None)
                else:
                    self.cookies[key] = rest.split(";")[0]
        self.location = response.getheader("location")
        return response.status, text

    def open(self, path):
        """Loads a page, and follows redirects. Returns the status."""
        for _ in range(5):
            status, text = self.request("GET", path)
            if status != 303:
                break
            path = self.location
        self.path, self.page = path, text
        return status

    def submit(self, button, **fields):
        """Sends a form. Returns the status, without waiting for the answer of an effect."""
        pattern = rf'<button(?=[^>]*value="([^"]*)")[^>]*>{re.escape(button)}</button>'
        code = html.unescape(re.search(pattern, self.page)[1])
        pairs = [(name.replace("_", "-"), value) for name, value in fields.items()] + [("action", code)]
        status, text = self.request("POST", self.path, urllib.parse.urlencode(pairs))
        if status == 303:
            return self.open(self.location)
        self.page = text
        return status

    def settle(self):
        """Loads a busy page again until it is not busy. Returns the page."""
        while "One moment" in self.page:
            time.sleep(0.02)
            self.open(self.path)
        return self.page

    def sign_in(self, email=EMAIL, password=PASSWORD):
        """Returns the page after an attempt."""
        status = self.open("/sign-in")
        if status == 200:
            status = self.submit("Sign in", email=email, password=password)
        return self.settle() if status == 200 else f"status {status}"

    def register(self, email=EMAIL, password=PASSWORD):
        self.open("/register")
        self.submit("Register", new_email=email, new_password=password, repeated_password=password)
        return self.settle()

    def end_of_stream(self):
        """Opens the stream of the page. Returns an event that is set at its end."""
        end, opened = threading.Event(), threading.Event()

        def read():
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            connection.request("GET", "/events?since=0", headers={"Cookie": cookies, "X-Forwarded-For": self.address})
            response = connection.getresponse()
            if response.status == 200 and response.read(1):
                opened.set()
            response.read()
            end.set()

        threading.Thread(target=read, daemon=True).start()
        if not opened.wait(10):
            raise SystemExit("FAIL a stream does not open")
        return end

    def is_member(self):
        self.open("/lounge")
        return self.path == "/lounge"


class Visitor:
    """A browser on the site."""

    def __init__(self, driver, server, **options):
        self.server, self.has_script = server, options.get("script", True)
        self.browser = driver.browser(**options)

    def open(self, address):
        self.browser.open(self.server.url.rstrip("/") + address)
        if self.has_script:
            wait("a page loads its script", lambda: self.browser.run("return document.documentElement.dataset.script") == "on")

    def shows(self, what, heading, address):
        wait(what, lambda: (self.browser.text("h1"), self.address) == (heading, address))

    @property
    def address(self):
        return self.browser.url().removeprefix(self.server.url.rstrip("/"))

    def fill(self, **fields):
        for name, value in fields.items():
            self.browser.click("#field-" + name.replace("_", "-"))
            self.browser.press("Control+a", *value)

    def sign_in(self, email=EMAIL, password=PASSWORD):
        self.fill(email=email, password=password)
        self.browser.press("Enter")

    def register(self, email=EMAIL, password=PASSWORD):
        self.fill(new_email=email, new_password=password, repeated_password=password)
        self.browser.press("Enter")

    def is_accessible(self):
        """Prints each violation that axe-core finds on the page and fails, unless there is none."""
        self.browser.run(axe())
        result = json.loads(self.browser.run_later(AXE))
        for violation in result["violations"]:
            print(f"FAIL {violation['id']}: {violation['help']}\n     {violation['nodes'][0]['html']}")
        if result["violations"]:
            raise SystemExit(1)

    def close(self):
        self.browser.close()


AXE = "const done = arguments[arguments.length - 1]; axe.run(document, {resultTypes: ['violations']}).then((result) => done(JSON.stringify(result)));"


def axe():
    """axe-core, a part of the Python package axe-playwright-python: pip install --no-deps axe-playwright-python"""
    package = importlib.util.find_spec("axe_playwright_python")
    if not package:
        raise SystemExit("axe-core is missing: pip install --no-deps axe-playwright-python")
    return (pathlib.Path(package.origin).parent / "axe.min.js").read_text()
