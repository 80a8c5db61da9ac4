"""The session leader of a terminal, like a shell: starts one program in the foreground, and reports its exit status.

  python3 session_leader.py TERMINAL blocking|non-blocking PROGRAM [ARGUMENT …]

It runs until its standard input ends, because the system resets a terminal when its session leader exits. The modes that the program
left would be lost."""

import os
import resource
import signal
import sys

name, mode, *command = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
for number in (signal.SIGHUP, signal.SIGTTOU):
    signal.signal(number, signal.SIG_IGN)
# The first terminal that the leader of a session opens becomes the one that controls it.
terminal = os.open(name, os.O_RDWR)
os.set_blocking(terminal, mode == "blocking")

child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(terminal, os.getpid())
    # A background job of a shell script ignores SIGINT and SIGQUIT, and would pass that on.
    for number in (signal.SIGHUP, signal.SIGTTOU, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    os.dup2(terminal, 0)
    os.dup2(terminal, 1)
    os.execv(command[0], command)
print("started", child, flush=True)
print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
sys.stdin.read()
