"""A browser that is driven by its WebDriver: just enough of the protocol, over the standard library."""

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {
    "ArrowLeft": "\ue012", "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Space": "\ue00d", "Shift": "\ue008",
    "Control": "\ue009", "PageDown": "\ue00f", "End": "\ue010", "Backspace": "\ue003",
}


class DriverError(Exception):
    """What the browser could not do: a code, as in 'stale element reference', and a text."""

    def __init__(self, value):
        self.code = value["error"]
        super().__init__(f"{self.code}: {value['message'].splitlines()[0]}")


class Driver:
    """chromedriver, which starts the browsers."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.browsers = []
        self.process = subprocess.Popen(
            ["chromedriver", f"--port={port}", "--log-level=OFF"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(100):
            try:
                if call(self.address + "/status")["ready"]:
                    return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("chromedriver does not start")

    def browser(self, script=True, cookies=True, dark=False, width=1000, height=700):
        """A new browser, without anything in common with the others."""
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--window-size={width},{height}"]
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        options = {"args": arguments}
        options["prefs"] = {}
        logs = {"goog:loggingPrefs": {"browser": "ALL"}}
        if not script:
            options["prefs"]["profile.managed_default_content_settings.javascript"] = 2
        if not cookies:
            options["prefs"]["profile.default_content_setting_values.cookies"] = 2
        session = call(
            self.address + "/session",
            {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options, **logs}}},
        )
        self.browsers.append(Browser(f"{self.address}/session/{session['sessionId']}", script))
        return self.browsers[-1]

    def close(self):
        """Ends the driver. After a failure, it first prints what the browsers show."""
        if sys.exc_info()[0]:
            for browser in self.browsers:
                browser.describe()
        self.process.terminate()
        self.process.wait()


class Browser:
    """One browser with one page."""

    def __init__(self, address, has_script=True):
        self.address, self.has_script = address, has_script

    def open(self, url):
        call(self.address + "/url", {"url": url})

    def url(self):
        """The address in the location bar."""
        return call(self.address + "/url")

    def title(self):
        return call(self.address + "/title")

    def back(self):
        call(self.address + "/back", {})

    def forward(self):
        call(self.address + "/forward", {})

    def refresh(self):
        call(self.address + "/refresh", {})

    def tab(self):
        """The tab that is driven."""
        return call(self.address + "/window")

    def tabs(self):
        return call(self.address + "/window/handles")

    def switch(self, tab):
        """Drives another tab."""
        call(self.address + "/window", {"handle": tab})

    def find(self, selector):
        """The elements that a selector of CSS finds."""
        found = call(self.address + "/elements", {"using": "css selector", "value": selector})
        return [element[ELEMENT] for element in found]

    def wait_for(self, selector, seconds=20):
        """The first element, as soon as there is one: the address of a page can come before its contents."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := self.find(selector):
                return found[0]
            time.sleep(0.02)
        raise AssertionError(f"there is no {selector}")

    def text(self, selector):
        """The text of the first element, or None."""
        for element in self.find(selector):
            try:
                return call(f"{self.address}/element/{element}/property/textContent")
            except DriverError:
                # It has gone meanwhile.
                return None
        return None

    def attribute(self, selector, name):
        for element in self.find(selector):
            return call(f"{self.address}/element/{element}/attribute/{name}")
        return None

    def property(self, selector, name):
        """A property of the first element, such as the value that a user sees, or None."""
        for element in self.find(selector):
            return call(f"{self.address}/element/{element}/property/{name}")
        return None

    def click(self, selector, containing="", seconds=20):
        """Clicks the first element that has a text, as a person does: what is covered or disabled can't be clicked.

        Waits until there is one: a page without the script is loaded anew after each click."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                for element in self.find(selector):
                    if containing in call(f"{self.address}/element/{element}/property/textContent"):
                        call(f"{self.address}/element/{element}/click", {})
                        return
            except DriverError as error:
                # It has gone meanwhile.
                if error.code not in ("stale element reference", "no such element"):
                    raise
            time.sleep(0.02)
        raise AssertionError(f"there is no {selector} with '{containing}'")

    def choose(self, selector, *paths):
        """Chooses files in a control for files, in place of those that were chosen before."""
        element = self.wait_for(selector)
        # The driver would append to the files of a control that accepts several.
        if self.has_script:
            self.run(f"document.querySelector('{selector}').value = ''")
        call(f"{self.address}/element/{element}/value", {"text": "\n".join(paths)})

    def slow_down(self, rate):
        """Limits the network to a rate in bytes per second; None for no limit."""
        conditions = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": rate or -1}
        self.command("Network.enable", {})
        self.command("Network.emulateNetworkConditions", conditions)

    def store_downloads(self, folder):
        """Stores downloads in a folder, under their names."""
        self.command("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})

    def command(self, name, parameters):
        """Sends a command of the DevTools protocol."""
        call(self.address + "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def double_click(self, selector):
        element = self.wait_for(selector)
        button = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        move = {"type": "pointerMove", "origin": {ELEMENT: element}, "x": 0, "y": 0}
        self.act({"type": "pointer", "id": "mouse", "actions": [move] + button + button})

    def click_with(self, key, selector):
        """Clicks the first element while a key is down."""
        element = self.wait_for(selector)
        pause = {"type": "pause"}
        keys = [{"type": "keyDown", "value": KEYS[key]}, pause, pause, pause, {"type": "keyUp", "value": KEYS[key]}]
        move = {"type": "pointerMove", "origin": {ELEMENT: element}, "x": 0, "y": 0}
        mouse = [pause, move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}, pause]
        self.act({"type": "key", "id": "keyboard", "actions": keys}, {"type": "pointer", "id": "mouse", "actions": mouse})

    def press(self, *names):
        """Presses keys one after the other."""
        actions = []
        for name in names:
            for part in name.split("+"):
                actions.append({"type": "keyDown", "value": KEYS.get(part, part)})
            for part in reversed(name.split("+")):
                actions.append({"type": "keyUp", "value": KEYS.get(part, part)})
        self.act({"type": "key", "id": "keyboard", "actions": actions})

    def act(self, *sources):
        call(self.address + "/actions", {"actions": list(sources)})

    def focused(self):
        """The text of the element that has the focus."""
        element = call(self.address + "/element/active")[ELEMENT]
        return call(f"{self.address}/element/{element}/property/textContent")

    def console(self):
        """The messages of the console since the last call: those of scripts, and of what the browser refuses."""
        return [entry["message"] for entry in call(self.address + "/se/log", {"type": "browser"})]

    def drag(self, selector, x, y):
        """Drags the first element by a number of pixels."""
        element = self.wait_for(selector)
        move = {"type": "pointerMove", "origin": {ELEMENT: element}, "x": 0, "y": 0}
        steps = [{"type": "pointerMove", "origin": "pointer", "x": x // 4, "y": y // 4, "duration": 20} for _ in range(4)]
        actions = [move, {"type": "pointerDown", "button": 0}, *steps, {"type": "pointerUp", "button": 0}]
        self.act({"type": "pointer", "id": "mouse", "actions": actions})

    def run(self, script):
        return call(self.address + "/execute/sync", {"script": script, "args": []})

    def run_later(self, script):
        """Runs a script that calls the last of its arguments with the result."""
        return call(self.address + "/execute/async", {"script": script, "args": []})

    def resize(self, width, height):
        """Makes the page itself of a size, as small as a phone's."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.command("Emulation.setDeviceMetricsOverride", size)

    def screenshot(self):
        """The page as a picture: PNG in base 64."""
        return call(self.address + "/screenshot")

    def describe(self):
        """Prints the address and the text of the page, unless the browser was closed."""
        try:
            print(f"---- {self.url()}\n{self.text('body')}", flush=True)
        except (DriverError, OSError):
            pass

    def close(self):
        call(self.address, method="DELETE")


def call(url, body=None, method=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)["value"]
    except urllib.error.HTTPError as error:
        raise DriverError(json.load(error)["value"]) from None
