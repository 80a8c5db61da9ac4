#ifndef COUNTERPOINT_TERMINAL_SIGNALS_H
#define COUNTERPOINT_TERMINAL_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

// The part of a terminal session that has to work inside a signal handler: the saved settings, the way back to them,
// and the handlers. Signals belong to a process, so there is one claim at a time. Functions return 0 or an `errno`
// value unless they say otherwise. Those marked "any time" are async-signal-safe; the others belong to the session's
// owner.

/// Claims the terminal for this process: saves its settings, empties the pipe for notices and installs the handlers.
/// Changes nothing that a user could see. Both byte strings are copied.
/// Returns EBUSY if another claim is held, E2BIG if the bytes are too many.
int counterpoint_terminal_claim(
    int input, int output, const uint8_t *enter, int enter_length, const uint8_t *leave, int leave_length);

/// Switches to raw mode and writes the enter bytes. May be called again, to make good what another program changed.
int counterpoint_terminal_enter(void);

/// Writes the leave bytes and puts the saved settings back, once for each time it was entered. Any time.
void counterpoint_terminal_leave(void);

/// Leaves, and brings back the handlers that were there before. With `hung_up`, SIGHUP stays caught (and has no
/// effect), so that a program whose terminal is gone can still end in order. The claim is held until `release`.
void counterpoint_terminal_end(bool hung_up);

/// Gives up the claim, after `end` and when nobody reads notices any more.
void counterpoint_terminal_release(void);

/// Whether raw mode is on. Any time.
bool counterpoint_terminal_is_entered(void);

/// Whether the stop signal has an effect here. It has none if the process was started with the signal ignored.
bool counterpoint_terminal_can_stop(void);

/// Stops the process as its parent expects it, with SIGTSTP's default action, and returns when it goes on. Leave
/// before, enter afterwards. With `whole_group` the other processes of the job are stopped too, as the terminal's own
/// Ctrl-Z would.
void counterpoint_terminal_stop(bool whole_group);

/// The reading end of the pipe for notices, non-blocking: bytes that are signal numbers, or what `notify` wrote.
int counterpoint_terminal_notices(void);

/// Writes a byte into the pipe. Any time.
void counterpoint_terminal_notify(uint8_t notice);

/// Writes all bytes, or fails with the reason. Any time.
int counterpoint_terminal_write(int output, const uint8_t *bytes, int length);

/// The terminal's size in character cells; both 0 if it does not know.
int counterpoint_terminal_size(int terminal, int *columns, int *rows);

/// Starts a thread that calls `body` with `context` and blocks no signals. The handle is for `join`.
int counterpoint_terminal_thread_start(void (*body)(void *context), void *context, uintptr_t *handle);

/// Waits for the end of a thread; returns at once if that is the calling one.
void counterpoint_terminal_thread_join(uintptr_t handle);

#endif
