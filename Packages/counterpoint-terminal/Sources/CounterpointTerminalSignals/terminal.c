#include "include/CounterpointTerminalSignals.h"

#if !defined(_WIN32)

#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

struct terminal_state counterpoint_terminal_state = {
    .notice_reader = -1, .notice_writer = -1, .hurry_reader = -1, .hurry_writer = -1};

#define state counterpoint_terminal_state

int counterpoint_terminal_reopen(int terminal) {
  char name[256];
  int flags = O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;
  if (ttyname_r(terminal, name, sizeof name) == 0) {
    int opened = open(name, flags);
    if (opened >= 0) return opened;
  }
  // After `su`, the terminal's file belongs to another user. In a container, it may have no name.
  pid_t session = tcgetsid(terminal);
  return session > 0 && session == getsid(0) ? open("/dev/tty", flags) : -1;
}

int counterpoint_terminal_write(int output, const uint8_t *bytes, int length) {
  int written = 0;
  while (written < length) {
    ssize_t count = write(output, bytes + written, (size_t)(length - written));
    if (count > 0) {
      written += (int)count;
    } else if (count == 0 || errno == EAGAIN || errno == EWOULDBLOCK) {
      break;
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  return written;
}

#if defined(__APPLE__)
// `poll` does not support terminals on these systems; `select` does, for descriptors below its limit.
static int wait_with_select(int input, bool reads, int output, bool writes, int notices, int milliseconds) {
  fd_set readable, writable;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  int last = notices;
  FD_SET(notices, &readable);
  if (reads) {
    FD_SET(input, &readable);
    if (input > last) last = input;
  }
  if (writes) {
    FD_SET(output, &writable);
    if (output > last) last = output;
  }
  struct timeval limit = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  if (select(last + 1, &readable, &writable, NULL, milliseconds < 0 ? NULL : &limit) < 0) return -errno;
  int found = FD_ISSET(notices, &readable) ? counterpoint_terminal_has_notice : 0;
  if (reads && FD_ISSET(input, &readable)) found |= counterpoint_terminal_has_input;
  if (writes && FD_ISSET(output, &writable)) found |= counterpoint_terminal_has_room;
  return found;
}
#endif

static int wait_for(int input, bool reads, int output, bool writes, int notices, int milliseconds) {
#if defined(__APPLE__)
  if (input < FD_SETSIZE && output < FD_SETSIZE && notices < FD_SETSIZE) {
    return wait_with_select(input, reads, output, writes, notices, milliseconds);
  }
#endif
  // `poll` reports a lost terminal even without requested events.
  struct pollfd waiting[] = {
      {.fd = notices, .events = POLLIN},
      {.fd = input, .events = reads ? POLLIN : 0},
      {.fd = writes ? output : -1, .events = POLLOUT},
  };
  if (poll(waiting, 3, milliseconds) < 0) return -errno;
  const short lost = POLLHUP | POLLERR | POLLNVAL;
  int found = waiting[0].revents != 0 ? counterpoint_terminal_has_notice : 0;
  if (waiting[1].revents & POLLIN) {
    // Input from before the loss is read first.
    found |= counterpoint_terminal_has_input;
  } else if (waiting[1].revents & lost) {
    found |= counterpoint_terminal_is_lost;
  }
  if (waiting[2].revents & lost) {
    found |= counterpoint_terminal_is_lost;
  } else if (waiting[2].revents & POLLOUT) {
    found |= counterpoint_terminal_has_room;
  }
  return found;
}

int counterpoint_terminal_wait(int input, bool reads, int output, bool writes, int milliseconds) {
  counterpoint_terminal_drop_old_messages();
  return wait_for(input, reads, output, writes, atomic_load(&state.notice_reader), milliseconds);
}

/// Returns whether another job is in the foreground, for example the shell. A terminal that is not the controlling
/// terminal has no foreground job.
static bool is_in_background(void) {
  pid_t foreground = tcgetpgrp(state.input);
  return foreground > 0 && foreground != getpgrp();
}

/// Creates a pipe at the first claim, and drains it at later ones. The pipe is never closed, because a handler on
/// another thread could then write to a new file with the same descriptor.
static int prepare_pipe(_Atomic int *reader, _Atomic int *writer) {
  int known = atomic_load(reader);
  if (known >= 0) {
    uint8_t stale[64];
    while (read(known, stale, sizeof stale) > 0) continue;
    return 0;
  }
  int ends[2];
  if (pipe(ends) != 0) return errno;
  for (int index = 0; index < 2; index++) {
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    // A handler must never block on a full pipe.
    fcntl(ends[index], F_SETFL, O_NONBLOCK);
  }
  atomic_store(reader, ends[0]);
  atomic_store(writer, ends[1]);
  return 0;
}

static int prepare_pipes(void) {
  int failure = prepare_pipe(&state.notice_reader, &state.notice_writer);
  return failure != 0 ? failure : prepare_pipe(&state.hurry_reader, &state.hurry_writer);
}

static void leave_at_exit(void) { counterpoint_terminal_leave(); }

int counterpoint_terminal_claim(
    int input, int output, bool is_shared, const uint8_t *leave, int leave_length, int restore_timeout) {
  static atomic_flag is_claimed = ATOMIC_FLAG_INIT;
  static _Atomic bool leaves_at_exit;
  if (leave_length > byte_limit) return E2BIG;
  if (atomic_flag_test_and_set(&is_claimed)) return EBUSY;
  int failure = 0;
  if (atomic_load(&state.owner) != 0) {
    failure = EBUSY;
  } else if (tcgetattr(input, &state.saved) != 0) {
    failure = errno;
  } else {
    failure = prepare_pipes();
  }
  if (failure == 0) {
    state.input = input;
    state.output = output;
    memcpy(state.leave, leave, (size_t)leave_length);
    state.leave_length = leave_length;
    state.restore_timeout = restore_timeout;
    state.is_shared = is_shared;
    state.shared_flags = is_shared ? fcntl(output, F_GETFL) : 0;
    atomic_store(&state.mode, mode_left);
    atomic_store(&state.is_stalled, false);
    atomic_store(&state.is_released, false);
    atomic_store(&state.awaits_reply, false);
    atomic_store(&state.requested_end, 0);
    atomic_store(&state.owner, getpid());
    counterpoint_terminal_install_handlers();
    if (!atomic_exchange(&leaves_at_exit, true)) atexit(leave_at_exit);
  }
  // The flag guards only this function. `owner` marks the claim.
  atomic_flag_clear(&is_claimed);
  return failure;
}

int counterpoint_terminal_enter(void) {
  struct termios raw = state.saved;
  raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | INPCK);
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  // Stored before the change, because a signal in between must restore the terminal.
  atomic_store(&state.mode, mode_entered);
  int failure = 0;
  // In the background, this call stops the process (SIGTTOU) until the job is in the foreground. TCSADRAIN would wait
  // forever for a terminal that has stopped reading.
  while (tcsetattr(state.input, TCSANOW, &raw) != 0) {
    if (errno != EINTR) {
      failure = errno;
      break;
    }
  }
  if (failure == 0 && state.is_shared) fcntl(state.output, F_SETFL, state.shared_flags | O_NONBLOCK);
  if (failure == 0) counterpoint_terminal_hold_messages();
  if (failure != 0) counterpoint_terminal_leave();
  return failure;
}

static int64_t milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Waits until the terminal accepts bytes. Returns `false` at the deadline, after a second request to end, or if the
/// terminal is lost.
static bool wait_for_room(int64_t deadline) {
  while (true) {
    int64_t remaining = deadline - milliseconds_now();
    if (remaining <= 0) return false;
    int found = wait_for(state.input, false, state.output, true, atomic_load(&state.hurry_reader), (int)remaining);
    if (found == -EINTR) continue;
    return found == counterpoint_terminal_has_room;
  }
}

static void write_leave_bytes(int64_t deadline) {
  int written = 0;
  while (written < state.leave_length) {
    int count = counterpoint_terminal_write(state.output, state.leave + written, state.leave_length - written);
    if (count < 0) return;
    written += count;
    if (written < state.leave_length && !wait_for_room(deadline)) {
      atomic_store(&state.is_stalled, true);
      // Discards frames that the terminal has not accepted. The first leave byte cancels an incomplete sequence.
      tcflush(state.output, TCOFLUSH);
      counterpoint_terminal_write(state.output, state.leave, state.leave_length);
      return;
    }
  }
}

/// Discards input up to the reply that ends the answer to a question: `ESC [ ? … c`.
static void discard_reply(void) {
  int64_t deadline = milliseconds_now() + state.restore_timeout / 5;
  // The event loop may have read the beginning.
  bool is_in_attributes = true, follows_digit = false;
  while (atomic_load(&state.awaits_reply)) {
    int64_t remaining = deadline - milliseconds_now();
    if (remaining <= 0) break;
    // The event loop may read the reply meanwhile, which wakes no one here.
    if (remaining > 10) remaining = 10;
    int found = wait_for(state.input, true, state.output, false, atomic_load(&state.hurry_reader), (int)remaining);
    if (found == -EINTR || found == 0) continue;
    if (found != counterpoint_terminal_has_input) break;
    uint8_t bytes[64];
    ssize_t count = read(state.input, bytes, sizeof bytes);
    // The event loop may have read the input.
    if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) continue;
    if (count <= 0) break;
    for (ssize_t index = 0; index < count; index++) {
      if (is_in_attributes && follows_digit && bytes[index] == 'c') atomic_store(&state.awaits_reply, false);
      follows_digit = bytes[index] >= '0' && bytes[index] <= '9';
      is_in_attributes = bytes[index] == '?' || (is_in_attributes && (follows_digit || bytes[index] == ';'));
    }
  }
  atomic_store(&state.awaits_reply, false);
}

void counterpoint_terminal_leave(void) {
  if (atomic_load(&state.owner) != getpid()) return;
  // During `mode_leaving` on another thread, this call restores the terminal too, because the process ends first.
  if (atomic_load(&state.mode) == mode_left) return;
  atomic_store(&state.mode, mode_leaving);
  int saved_errno = errno;
  // In the background, the terminal belongs to another job.
  if (!is_in_background()) {
    sigset_t stopping, before;
    sigemptyset(&stopping);
    sigaddset(&stopping, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &stopping, &before);
    discard_reply();
    // The settings are restored first, because this never waits, and Ctrl-C becomes a signal again. TCSANOW keeps
    // unread input.
    while (tcsetattr(state.input, TCSANOW, &state.saved) != 0 && errno == EINTR) continue;
    int64_t deadline = milliseconds_now() + state.restore_timeout;
    write_leave_bytes(deadline);
    counterpoint_terminal_restore_messages();
    if (!atomic_load(&state.is_stalled)) counterpoint_terminal_show_messages(wait_for_room, deadline);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  counterpoint_terminal_restore_messages();
  if (state.is_shared) fcntl(state.output, F_SETFL, state.shared_flags);
  int leaving = mode_leaving;
  atomic_compare_exchange_strong(&state.mode, &leaving, mode_left);
  errno = saved_errno;
}

void counterpoint_terminal_end(bool hung_up) {
  if (atomic_load(&state.owner) != getpid()) return;
  counterpoint_terminal_leave();
  counterpoint_terminal_remove_handlers(hung_up);
}

void counterpoint_terminal_release(void) {
  if (atomic_load(&state.owner) == getpid()) atomic_store(&state.owner, 0);
}

/// Handles a signal that is pending. Of those that a change of the mask unblocks, one is delivered before the change
/// returns.
static void take_pending(int signal) {
  sigset_t taken, before;
  sigemptyset(&taken);
  sigaddset(&taken, signal);
  pthread_sigmask(SIG_BLOCK, &taken, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void counterpoint_terminal_set_awaits_reply(bool awaits_reply) { atomic_store(&state.awaits_reply, awaits_reply); }

void counterpoint_terminal_set_released(bool is_released) {
  if (!is_released) {
    // Sent while the terminal was released, these are for the other program, even if no thread has run since.
    take_pending(SIGINT);
    take_pending(SIGQUIT);
  }
  atomic_store(&state.is_released, is_released);
}

bool counterpoint_terminal_is_entered(void) { return atomic_load(&state.mode) == mode_entered; }

int counterpoint_terminal_notices(void) { return atomic_load(&state.notice_reader); }

/// Writes a byte into a pipe if this process holds the claim. A full pipe already wakes its reader.
static void write_byte(int writer, uint8_t byte) {
  int saved_errno = errno;
  if (writer >= 0 && atomic_load(&state.owner) == getpid()) {
    ssize_t ignored = write(writer, &byte, 1);
    (void)ignored;
  }
  errno = saved_errno;
}

void counterpoint_terminal_notify(uint8_t notice) { write_byte(atomic_load(&state.notice_writer), notice); }

void counterpoint_terminal_request_end(int signal) {
  int none = 0;
  bool is_first = atomic_compare_exchange_strong(&state.requested_end, &none, signal);
  if (!is_first || atomic_load(&state.mode) == mode_leaving) write_byte(atomic_load(&state.hurry_writer), 0);
}

int counterpoint_terminal_requested_end(void) { return atomic_load(&state.requested_end); }

int counterpoint_terminal_size(int terminal, int *columns, int *rows) {
  struct winsize size = {0};
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

struct thread_start {
  void (*body)(void *);
  void *context;
};

static void *run_thread(void *argument) {
  struct thread_start start = *(struct thread_start *)argument;
  free(argument);
  // Threads inherit the signal mask, and pool threads block most signals, including those of job control.
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  start.body(start.context);
  return NULL;
}

int counterpoint_terminal_thread_start(void (*body)(void *), void *context, uintptr_t *handle) {
  struct thread_start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  *start = (struct thread_start){body, context};
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, run_thread, start);
  if (failure != 0) {
    free(start);
    return failure;
  }
  *handle = (uintptr_t)thread;
  return 0;
}

void counterpoint_terminal_thread_join(uintptr_t handle) {
  pthread_t thread = (pthread_t)handle;
  if (pthread_equal(thread, pthread_self())) {
    pthread_detach(thread);
  } else {
    pthread_join(thread, NULL);
  }
}

#endif
