// CounterpointTerminalSignals: Signal handlers that restore the terminal, in C because Swift code may allocate or lock.

#ifndef COUNTERPOINT_TERMINAL_SIGNALS_H
#define COUNTERPOINT_TERMINAL_SIGNALS_H

// For POSIX terminals. Compiled and tested on Linux. The code for Apple systems was never compiled. The module is empty
// on Windows, whose consoles have another interface.
#if !defined(_WIN32)

#include <stdbool.h>
#include <stdint.h>

// The part of a terminal session that must work in signal handlers: saving and restoring the settings, and the
// handlers. Signal handlers belong to the process, so there is one claim at a time. Functions return 0 or an `errno`
// value unless documented otherwise. Only functions marked "async-signal-safe" may be called by others than the
// session's owner. Only restoring the terminal waits for it, with a timeout.

/// Reopens a terminal as a separate non-blocking file description. `O_NONBLOCK` is a flag of the file description,
/// which a terminal usually shares with the shell. Returns the descriptor, or -1 if the terminal has no name and is
/// not the controlling terminal.
int counterpoint_terminal_reopen(int terminal);

/// Claims the terminal for this process: saves its settings, drains the pipes and installs the handlers. Has no visible
/// effect. The leave bytes are copied. Writing them takes at most `restore_timeout` milliseconds. With `is_shared`, the
/// file description of `output` is the caller's, and is non-blocking only while the terminal is raw.
/// Returns EBUSY if another claim is held, and E2BIG if there are too many bytes.
int counterpoint_terminal_claim(
    int input, int output, bool is_shared, const uint8_t *leave, int leave_length, int restore_timeout);

/// Enters raw mode. May be called again, after another program has changed the settings.
int counterpoint_terminal_enter(void);

/// Restores the saved settings and then writes the leave bytes, once for each call of `enter`. If the terminal
/// accepts no bytes, waits for the timeout or for the second request to end. Then discards the output that the
/// terminal has not accepted, and tries again. Async-signal-safe.
void counterpoint_terminal_leave(void);

/// Leaves, and restores the previous handlers. With `hung_up`, SIGHUP stays handled without an effect, so a program
/// without its terminal can still clean up. The claim is held until `release`.
void counterpoint_terminal_end(bool hung_up);

/// Releases the claim, after `end` and after the last read of notices.
void counterpoint_terminal_release(void);

/// Sets whether the terminal has yet to answer a question. Before the settings are restored, `leave` then discards the
/// answer, up to the terminal's attributes, for at most a fifth of the restore timeout. Otherwise the
/// shell would take it as typed text.
void counterpoint_terminal_set_awaits_reply(bool awaits_reply);

/// Sets whether another program uses the terminal. SIGINT and SIGQUIT have no effect on this process meanwhile, because
/// the terminal sends them to both.
void counterpoint_terminal_set_released(bool is_released);

/// Returns whether raw mode is on. Async-signal-safe.
bool counterpoint_terminal_is_entered(void);

/// Returns whether SIGTSTP, SIGTTIN or SIGTTOU stops this process. A signal does not if the process was started with it
/// ignored.
bool counterpoint_terminal_can_stop(int signal);

/// Stops the process with the default action of one of these signals, and returns when it continues. Call `leave`
/// before and `enter` afterwards. With `whole_group`, the other processes of the job stop too, as with the terminal's
/// own Ctrl-Z.
void counterpoint_terminal_stop(int signal, bool whole_group);

/// Returns the non-blocking read end of the pipe for notices. Its bytes are signal numbers, or arguments of `notify`.
int counterpoint_terminal_notices(void);

/// Writes a byte into the pipe. Async-signal-safe.
void counterpoint_terminal_notify(uint8_t notice);

/// Returns the first signal since the claim that asks the process to end, or 0. It is not lost if the pipe is full.
int counterpoint_terminal_requested_end(void);

enum {
  counterpoint_terminal_has_notice = 1,
  counterpoint_terminal_has_input = 2,
  counterpoint_terminal_has_room = 4,
  counterpoint_terminal_is_lost = 8,
};

/// Waits for a notice, for input if `reads`, and for output space if `writes`, for at most `milliseconds` (-1: no
/// limit). Returns a set of the bits above (0 after a timeout), or a negative `errno` value.
int counterpoint_terminal_wait(int input, bool reads, int output, bool writes, int milliseconds);

/// Writes as many bytes as a non-blocking terminal accepts. Returns their number, or a negative `errno` value.
int counterpoint_terminal_write(int output, const uint8_t *bytes, int length);

/// Gets the terminal's size in character cells. Both are 0 if it is unknown.
int counterpoint_terminal_size(int terminal, int *columns, int *rows);

/// Starts a thread that calls `body` with `context` and blocks no signals. The handle is for `join`.
int counterpoint_terminal_thread_start(void (*body)(void *context), void *context, uintptr_t *handle);

/// Joins a thread. Returns at once on the same thread.
void counterpoint_terminal_thread_join(uintptr_t handle);

#endif
#endif
