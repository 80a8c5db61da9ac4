"""A real terminal for the examples, tmux's, in which they are played as by a person who looks at the screen.

It waits for events, never for time: tmux tells (in its control mode) when the screen has changed. A deadline ends a test
whose screen never comes.
"""

import os
import select
import shlex
import subprocess
import sys
import tempfile
import time

DEADLINE = 30  # seconds without the screen that is waited for


class Terminal:
    """A tmux server of our own with one window, driven through tmux's control mode."""

    def __init__(self, columns, rows, name="first"):
        self.socket = f"counterpoint-{os.getpid()}-{name}"
        self.tmux = subprocess.Popen(
            ["tmux", "-L", self.socket, "-f", "/dev/null", "-C", "new-session",
             "-x", str(columns), "-y", str(rows), "env", "-u", "NO_COLOR", "SWIFT_BACKTRACE=enable=no", "PS1=$ ", "bash", "--norc", "--noprofile"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"})
        self.unread = b""
        self.line_until(lambda line: line.startswith(b"%end"), time.monotonic() + DEADLINE)
        self.resize(columns, rows)

    def line_until(self, is_wanted, deadline):
        """Reads tmux's messages up to the first wanted one; returns them all."""
        lines = []
        while True:
            while b"\n" in self.unread:
                line, self.unread = self.unread.split(b"\n", 1)
                lines.append(line)
                if is_wanted(line):
                    return lines
            if not select.select([self.tmux.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError
            data = os.read(self.tmux.stdout.fileno(), 65536)
            if not data:
                raise EOFError("tmux has ended")
            self.unread += data

    def command(self, *words):
        """Has tmux do something; returns what it answers."""
        self.tmux.stdin.write((shlex.join(words) + "\n").encode())
        self.tmux.stdin.flush()
        lines = self.line_until(lambda line: line.startswith((b"%end", b"%error")), time.monotonic() + DEADLINE)
        begin = max(index for index, line in enumerate(lines) if line.startswith(b"%begin"))
        answer = [line.decode() for line in lines[begin + 1:-1] if not line.startswith(b"%output")]
        if lines[-1].startswith(b"%error"):
            raise RuntimeError(f"{words}: {answer}")
        return answer

    def screen(self):
        return "\n".join(self.command("capture-pane", "-p")).rstrip()

    def history(self):
        """All lines, from the first one that was scrolled out."""
        return self.command("capture-pane", "-p", "-S", "-")

    def wait(self, what, *texts, without=(), seconds=DEADLINE):
        """Waits until the screen shows all the texts, and none of the others."""
        def is_wanted(screen):
            return all(text in screen for text in texts) and not any(text in screen for text in without)

        screen = self.wait_until(is_wanted, seconds)
        if not is_wanted(screen):
            sys.exit(f"FAIL {what}\n     wanted {texts} without {without}; the screen is:\n{screen}")
        print(f"ok   {what}")
        return screen

    def wait_until(self, is_wanted, seconds=DEADLINE):
        """Waits for a screen, and returns it; at the deadline, the one that is there."""
        deadline = time.monotonic() + seconds
        while not is_wanted(screen := self.screen()):
            try:
                self.line_until(lambda line: line.startswith((b"%output", b"%layout-change")), deadline)
            except TimeoutError:
                break
        return screen

    def cursor(self):
        """The row and the column of the cursor, from 0."""
        return tuple(map(int, self.command("display-message", "-p", "#{cursor_y} #{cursor_x}")[0].split()))

    def keys(self, *keys):
        self.command("send-keys", *keys)

    def type(self, text):
        self.command("send-keys", "-l", text)
        self.keys("Enter")

    def resize(self, columns, rows):
        self.command("resize-window", "-x", str(columns), "-y", str(rows))

    def close(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], check=False)
        self.tmux.wait()


def expect(what, is_true):
    if not is_true:
        sys.exit(f"FAIL {what}")
    print(f"ok   {what}")


def settings(terminal, path, what):
    """The terminal's settings, as the shell sees them."""
    terminal.type(f"stty -a > {path}; echo settings-{what}")
    terminal.wait(f"the shell works: {what}", f"\nsettings-{what}")
    with open(path) as file:
        return file.read()


def main(usage, play):
    """Plays the program that the command line names: `play(terminal, program, folder)`."""
    if len(sys.argv) != 2:
        sys.exit(usage)
    terminal = Terminal(80, 24)
    try:
        with tempfile.TemporaryDirectory() as folder:
            play(terminal, os.path.abspath(sys.argv[1]), folder)
    finally:
        terminal.close()
    print(f"{os.path.basename(sys.argv[1])} was played.")
