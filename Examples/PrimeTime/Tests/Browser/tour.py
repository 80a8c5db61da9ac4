"""The script of intents in a browser: how each is performed, and how to see its result."""

import pathlib

from checks import wait

folder = pathlib.Path(__file__).resolve().parent


def favorites(browser):
    return [text for text in (browser.run("return [...document.querySelectorAll('#favorites li span')].map(e => e.textContent)"))]


def perform(browser, intent):
    word, *arguments = intent.split()
    times = int(arguments[0]) if arguments and word in ("increment", "decrement") else 1
    match word:
        case "increment" | "decrement":
            label = "Count up" if word == "increment" else "Count down"
            for _ in range(times):
                browser.click(f"[aria-label='{label}']")
        case "nth-prime":
            browser.double_click("#count")
        case "dismiss":
            browser.press("Escape")
        case "is-prime":
            browser.click(".questions button", "Is this prime?")
        case "save-favorite":
            browser.click(".popover button", "Save")
        case "remove-favorite":
            browser.click(".popover button", "Remove")
        case "delete-favorite":
            browser.click(f"[aria-label='Delete {arguments[0]}']")
        case "cancel":
            browser.click(".progress button", "Cancel")
        case _:
            raise SystemExit(f"unknown intent '{intent}'")


def holds(browser, expectation):
    match expectation.split(" ", 1):
        case ["no", "alert"]:
            return browser.text("#alert-title") is None
        case ["alert", title]:
            return browser.text("#alert-title") == title
        case ["no", "answer"]:
            return browser.text(".popover") is None
        case ["answer", answer]:
            said = browser.text("#popover-title")
            return said is not None and ("not prime" in said) == (answer == "not prime")
        case ["count", number]:
            return browser.text("#count") == number
        case ["favorites", list]:
            return favorites(browser) == list.split(", ")
    raise SystemExit(f"unknown expectation '{expectation}'")


def tour(browser, visit=lambda: None):
    """Plays the script of intents. Calls a function after each of them."""
    for line in (folder.parent / "Intents" / "tour.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        intent, expectation = [part.strip() for part in line.split("|")]
        perform(browser, intent)
        wait(f"{intent}: {expectation}", lambda: holds(browser, expectation))
        visit()
