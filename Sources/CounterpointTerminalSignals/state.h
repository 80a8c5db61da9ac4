#ifndef COUNTERPOINT_TERMINAL_STATE_H
#define COUNTERPOINT_TERMINAL_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

enum { byte_limit = 256 };

/// What the handlers read. Everything but the atomics is written before `owner` is set and while no handler of ours is
/// installed, and stays as it is until `owner` is 0 again.
struct terminal_state {
  int input;
  int output;
  struct termios saved;
  uint8_t enter[byte_limit];
  int enter_length;
  uint8_t leave[byte_limit];
  int leave_length;
  /// The process that holds the claim, 0 for none. A forked child has another number, so its handlers touch nothing.
  _Atomic pid_t owner;
  _Atomic bool entered;
  _Atomic int notice_reader;
  _Atomic int notice_writer;
};

extern struct terminal_state counterpoint_terminal_state;

void counterpoint_terminal_install_handlers(void);
void counterpoint_terminal_remove_handlers(bool keep_hangup);

#endif
