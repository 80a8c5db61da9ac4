#ifndef COUNTERPOINT_TERMINAL_STATE_H
#define COUNTERPOINT_TERMINAL_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

enum { byte_limit = 256 };

/// Whether the terminal belongs to the session. A crash during a farewell has to find that it is not finished.
enum mode { mode_left, mode_entered, mode_leaving };

/// The state that handlers read. Everything but the atomics is written before `owner` is set and while no handler of
/// ours is installed, and does not change until `owner` is 0 again.
struct terminal_state {
  int input;
  int output;
  struct termios saved;
  uint8_t leave[byte_limit];
  int leave_length;
  /// Whether the terminal did not take the leave bytes in time.
  _Atomic bool is_stalled;
  /// The time that the farewell waits for a terminal that takes no bytes, in milliseconds.
  int farewell;
  /// Whether the description of `output` is shared with other processes, and the flags that they expect.
  bool is_shared;
  int shared_flags;
  /// The process that holds the claim, 0 for none. A forked child has another number, so its handlers touch nothing.
  _Atomic pid_t owner;
  /// An `enum mode`.
  _Atomic int mode;
  /// The first signal that asked the process to end.
  _Atomic int requested_end;
  _Atomic int notice_reader;
  _Atomic int notice_writer;
  /// Readable from the second request to end on: the farewell is over then.
  _Atomic int hurry_reader;
  _Atomic int hurry_writer;
};

extern struct terminal_state counterpoint_terminal_state;

void counterpoint_terminal_install_handlers(void);
void counterpoint_terminal_remove_handlers(bool keep_hangup);

/// Notes a signal that asks the process to end. The second one cuts the farewell short. Any time.
void counterpoint_terminal_request_end(int signal);

#endif
