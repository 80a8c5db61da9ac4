"""The session leader of a terminal, like a shell: starts one program in the foreground, and reports its exit status.

  python3 session_leader.py TERMINAL blocking|non-blocking PROGRAM [ARGUMENT …]

The program starts with the default action for each signal, as a login shell starts programs. The leader runs until its
standard input ends, because the system resets a terminal when its session leader exits. The modes that the program left
would be lost."""

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
    # A shell without job control starts background commands with SIGINT and SIGQUIT ignored, and programs inherit
    # this. The program would then rightly survive the signals that the rounds send.
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.dup2(terminal, 0)
    os.dup2(terminal, 1)
    os.execv(command[0], command)
print("started", child, flush=True)
print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
sys.stdin.read()
