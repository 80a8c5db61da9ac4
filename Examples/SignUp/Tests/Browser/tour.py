"""Signing up in a browser, step by step, with a visit of each state of the pages."""

import pathlib
import tempfile

from checks import wait

PNG = b"\x89PNG\r\n\x1a\n"
LIMIT = 5 << 20


def path(browser):
    """The address below the site."""
    return "/" + browser.url().split("/", 3)[3]


def at(browser, address):
    wait(f"the page is {address}", lambda: path(browser) == address and browser.find("h1"))


def value(browser, name):
    return browser.property(f"#field-{name}", "value")


def enter(browser, name, text):
    """Types a text into an empty field, as a person does."""
    browser.click(f"#field-{name}")
    browser.press(*["Space" if letter == " " else letter for letter in text])
    wait(f"{name} is typed", lambda: value(browser, name) == text)


def basics(browser, visit=lambda: None, email="b@c.org", start="Start"):
    browser.click("#program button", start)
    at(browser, "/account")
    visit()
    browser.click("#program button", "Next")
    wait("problems are at their fields", lambda: browser.text("#field-email-problem").startswith("Enter an address"))
    wait("the field is invalid", lambda: browser.attribute("#field-email", "aria-invalid") == "true")
    visit()
    enter(browser, "email", email)
    enter(browser, "password", "secret horse")
    browser.click("#program button", "Next")
    at(browser, "/about-you")


def offer(browser, folder, name, content):
    """Chooses a file as the picture. Without the script, it is sent with the form."""
    file = pathlib.Path(folder, name)
    file.write_bytes(content)
    browser.choose("#field-picture", str(file))
    if not browser.has_script:
        browser.click("#program button", "Next")


def picture(browser, visit=lambda: None):
    """Sends a picture, after files that are refused: a text with the name of a picture, and a file that is too big."""
    with tempfile.TemporaryDirectory() as folder:
        offer(browser, folder, "text.png", b"hello")
        refusal = "text.png is not a picture. Choose a PNG, JPEG or GIF."
        wait("a text is no picture, whatever its name", lambda: browser.text("#field-picture-problem") == refusal)
        at(browser, "/about-you")
        visit()
        offer(browser, folder, "big.png", PNG + bytes(LIMIT))
        if browser.has_script:
            alert = "“big.png” is too large: a file can have 5 MB."
            wait("a big file is not sent", lambda: browser.text("#field-picture + .upload [role=alert]") == alert)
            visit()
        else:
            wait("a big file is refused on a page", lambda: "A file is too large." in browser.text("main"))
            browser.open(browser.url())
            wait("the form is as before", lambda: browser.find("#field-picture") and value(browser, "name") == "Blob")
        if browser.has_script:
            browser.slow_down(50_000)
            offer(browser, folder, "me.png", PNG + bytes(100_000))
            wait("the progress is shown", lambda: browser.property("#field-picture + .upload progress", "hidden") is False)
            browser.slow_down(None)
            sent = lambda: browser.text("#picture") == "Your picture: me.png (PNG, 98 KB)."
            wait("the picture arrives", sent)
            wait("the problem is gone", lambda: browser.text("#field-picture-problem") == "")
            visit()
            browser.click("#program button", "Remove the picture")
            wait("it can be removed", lambda: browser.text("#picture") == "")
            offer(browser, folder, "me.png", PNG + bytes(4_000))
            wait("and replaced", lambda: browser.text("#picture") == "Your picture: me.png (PNG, 4 KB).")
            browser.click("#program button", "Next")
        else:
            offer(browser, folder, "me.png", PNG + bytes(4_000))
        at(browser, "/topics")


def tour(browser, visit=lambda: None, email="b@c.org", start="Start", with_picture=True):
    """Goes through all forms to the summary. Calls a function in each state."""
    visit()
    basics(browser, visit, email, start)
    visit()
    enter(browser, "name", "Blob")
    enter(browser, "phone", "5550100199")
    if with_picture:
        picture(browser, visit)
    else:
        browser.click("#program button", "Next")
        at(browser, "/topics")
    visit()
    browser.click("#program button", "Next")
    wait("a topic is missing", lambda: browser.text("#topics-problem") == "Choose at least one topic.")
    visit()
    browser.click("#topic-music")
    browser.click("#program button", "Next")
    at(browser, "/summary")
    visit()
    browser.click("#program button", "Cancel")
    wait("a question is asked", lambda: browser.text("#prompt-title") == "Stop signing up?")
    visit()
    browser.click(".prompt button", "Keep going")
    wait("and answered", lambda: not browser.find("#prompt-title"))
    wait("the summary has all", lambda: browser.text("#entered-basics") == f"{email}, password of 12 characters")
    person = "Blob, 5550100199" + (", me.png (PNG, 4 KB)" if with_picture else "")
    wait("and the picture, if there is one", lambda: browser.text("#entered-personal-info") == person)


def submit(browser, visit=lambda: None):
    """Signs up from the summary."""
    browser.click("#program button", "Sign up")
    wait("the page is busy", lambda: browser.text("#progress") == "Signing up…")
    visit()
