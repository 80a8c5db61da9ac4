#ifndef COUNTERPOINT_TERMINAL_STATE_H
#define COUNTERPOINT_TERMINAL_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

enum { byte_limit = 256 };

/// Whether the terminal is in raw mode. A crash during `mode_leaving` restores the terminal again.
enum mode { mode_left, mode_entered, mode_leaving };

/// The state that handlers read. All fields except the atomics are written before `owner` is set and before handlers
/// are installed. They don't change until `owner` is 0 again.
struct terminal_state {
  int input;
  int output;
  struct termios saved;
  uint8_t leave[byte_limit];
  int leave_length;
  /// Whether the terminal did not accept the leave bytes in time.
  _Atomic bool is_stalled;
  /// The timeout for writing the leave bytes, in milliseconds.
  int restore_timeout;
  /// Whether other processes share the file description of `output`, and its original flags.
  bool is_shared;
  int shared_flags;
  /// The id of the process that holds the claim, or 0. A forked child has another id, so its handlers have no effect.
  _Atomic pid_t owner;
  /// An `enum mode`.
  _Atomic int mode;
  /// Whether the terminal has yet to answer a question.
  _Atomic bool awaits_reply;
  /// Whether another program uses the terminal, so the keys of signals are for it.
  _Atomic bool is_released;
  /// The first signal that asks the process to end.
  _Atomic int requested_end;
  _Atomic int notice_reader;
  _Atomic int notice_writer;
  /// Readable after the second request to end, which cancels the wait for the terminal.
  _Atomic int hurry_reader;
  _Atomic int hurry_writer;
};

extern struct terminal_state counterpoint_terminal_state;

void counterpoint_terminal_install_handlers(void);
void counterpoint_terminal_remove_handlers(bool keep_hangup);

/// Holds what is printed to standard output and standard error, if they are this terminal. Async-signal-safe, as all
/// functions of messages.
void counterpoint_terminal_hold_messages(void);

/// Gives the terminal back to standard output and standard error.
void counterpoint_terminal_restore_messages(void);

/// Writes the newest messages that were held to the terminal, until it accepts no more bytes in time.
void counterpoint_terminal_show_messages(bool (*waits_for_room)(int64_t), int64_t deadline);

/// Gives back the memory of messages that are too old to be shown.
void counterpoint_terminal_drop_old_messages(void);

/// Stores a signal that asks the process to end. The second one cancels the wait for the terminal. Async-signal-safe.
void counterpoint_terminal_request_end(int signal);

#endif
