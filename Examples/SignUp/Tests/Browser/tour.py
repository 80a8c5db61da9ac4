"""Signing up in a browser, step by step, with a visit of each state of the pages."""

from checks import wait


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


def tour(browser, visit=lambda: None, email="b@c.org", start="Start"):
    """Goes through all forms to the summary. Calls a function in each state."""
    visit()
    basics(browser, visit, email, start)
    visit()
    enter(browser, "name", "Blob")
    enter(browser, "phone", "5550100199")
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


def submit(browser, visit=lambda: None):
    """Signs up from the summary."""
    browser.click("#program button", "Sign up")
    wait("the page is busy", lambda: browser.text("#progress") == "Signing up…")
    visit()
