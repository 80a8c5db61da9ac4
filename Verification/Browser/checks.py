"""Checks of pages in browsers, which are counted."""

import time

count = 0


def wait(what, condition, seconds=20):
    """Waits until something is so. A browser tells nobody, so it has to be asked again and again."""
    global count
    count += 1
    end = time.monotonic() + seconds
    while True:
        problem = ""
        try:
            found = condition()
        except Exception as error:
            found, problem = False, f" ({error})"
        if found:
            print(f"ok   {what}", flush=True)
            return
        if time.monotonic() > end:
            print(f"FAIL {what}{problem}", flush=True)
            raise SystemExit(1)
        time.sleep(0.02)
