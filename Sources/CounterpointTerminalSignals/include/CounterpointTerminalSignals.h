#ifndef COUNTERPOINT_TERMINAL_SIGNALS_H
#define COUNTERPOINT_TERMINAL_SIGNALS_H

// Written for POSIX terminals. It is compiled and tested on Linux. The branches for Apple systems follow their manuals
// and have never been compiled. Windows consoles have another interface, so the module is empty there.
#if !defined(_WIN32)

#include <stdbool.h>
#include <stdint.h>

// The part of a terminal session that has to work inside a signal handler: the saved settings, the way back to them,
// and the handlers. Signals belong to a process, so there is one claim at a time. Functions return 0 or an `errno`
// value unless they say otherwise. Those marked "any time" are async-signal-safe; the others belong to the session's
// owner. No function waits for the terminal, except for the farewell, which has an upper bound.

/// Opens a terminal again, with a file description of its own that is non-blocking. `O_NONBLOCK` belongs to the file
/// description, and a terminal's is usually shared with the shell.
/// Returns the descriptor, or -1 if the terminal can be found neither by its name nor as the controlling terminal.
int counterpoint_terminal_reopen(int terminal);

/// Claims the terminal for this process: saves its settings, empties the pipes and installs the handlers. Changes
/// nothing that a user could see. The leave bytes are copied; writing them takes at most `farewell` milliseconds.
/// With `is_shared`, the description of `output` is the caller's, and is non-blocking only while the terminal is raw.
/// Returns EBUSY if another claim is held, E2BIG if the bytes are too many.
int counterpoint_terminal_claim(
    int input, int output, bool is_shared, const uint8_t *leave, int leave_length, int farewell);

/// Switches to raw mode. May be called again, to repair what another program changed.
int counterpoint_terminal_enter(void);

/// Puts the saved settings back and then writes the leave bytes, once for each time it was entered. If the terminal
/// takes no bytes, it waits for the time given to `claim` or until `request` has been called twice. Then it discards
/// the output that the terminal has not taken, and tries once more. Any time.
void counterpoint_terminal_leave(void);

/// Leaves, and brings back the handlers that were there before. With `hung_up`, SIGHUP stays caught (and has no
/// effect), so that a program whose terminal is gone can still end in order. The claim is held until `release`.
void counterpoint_terminal_end(bool hung_up);

/// Gives up the claim, after `end` and when no thread reads notices any more.
void counterpoint_terminal_release(void);

/// Whether raw mode is on. Any time.
bool counterpoint_terminal_is_entered(void);

/// Whether the stop signal has an effect here. It has none if the process was started with the signal ignored.
bool counterpoint_terminal_can_stop(void);

/// Stops the process as its parent expects it, with SIGTSTP's default action, and returns when it continues. Leave
/// before, enter afterwards. With `whole_group` the other processes of the job are stopped too, as the terminal's own
/// Ctrl-Z would.
void counterpoint_terminal_stop(bool whole_group);

/// The reading end of the pipe for notices, non-blocking: bytes that are signal numbers, or what `notify` wrote.
int counterpoint_terminal_notices(void);

/// Writes a byte into the pipe. Any time.
void counterpoint_terminal_notify(uint8_t notice);

/// The first signal since the claim that asked the process to end; 0 if there was none. A full pipe does not lose it.
int counterpoint_terminal_requested_end(void);

enum {
  counterpoint_terminal_has_notice = 1,
  counterpoint_terminal_has_input = 2,
  counterpoint_terminal_has_room = 4,
  counterpoint_terminal_is_lost = 8,
};

/// Waits for a notice, for input if `reads`, and for room for output if `writes`; at most `milliseconds`, -1 without
/// a limit. Returns what is there as a set of the bits above (none after the time), or a negative `errno` value.
int counterpoint_terminal_wait(int input, bool reads, int output, bool writes, int milliseconds);

/// Writes as many bytes as a non-blocking terminal takes now. Returns their number, or a negative `errno` value.
int counterpoint_terminal_write(int output, const uint8_t *bytes, int length);

/// The terminal's size in character cells; both 0 if it does not know.
int counterpoint_terminal_size(int terminal, int *columns, int *rows);

/// Starts a thread that calls `body` with `context` and blocks no signals. The handle is for `join`.
int counterpoint_terminal_thread_start(void (*body)(void *context), void *context, uintptr_t *handle);

/// Waits for the end of a thread; returns at once if that is the calling one.
void counterpoint_terminal_thread_join(uintptr_t handle);

#endif
#endif
