#include "include/CounterpointTerminalSignals.h"
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct terminal_state counterpoint_terminal_state = {.notice_reader = -1, .notice_writer = -1};

#define state counterpoint_terminal_state

int counterpoint_terminal_write(int output, const uint8_t *bytes, int length) {
  int written = 0;
  while (written < length) {
    ssize_t count = write(output, bytes + written, (size_t)(length - written));
    if (count > 0) {
      written += (int)count;
    } else if (count < 0 && errno == EAGAIN) {
      // Somebody made the descriptor non-blocking. A terminal that takes nothing for a second is stuck.
      struct pollfd waiting = {.fd = output, .events = POLLOUT};
      if (poll(&waiting, 1, 1000) == 0) return EAGAIN;
    } else if (count < 0 && errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// Whether the terminal listens to another job, for example to the shell while this process is in the background. A
/// terminal that is not this process's controlling one listens to everybody.
static bool is_in_background(void) {
  pid_t foreground = tcgetpgrp(state.input);
  return foreground > 0 && foreground != getpgrp();
}

/// Makes the pipe at the first claim. It is never closed: a handler that is running on another thread just then would
/// write into whatever file had got the number.
static int prepare_pipe(void) {
  int reader = atomic_load(&state.notice_reader);
  if (reader >= 0) {
    uint8_t stale[64];
    while (read(reader, stale, sizeof stale) > 0) continue;
    return 0;
  }
  int ends[2];
  if (pipe(ends) != 0) return errno;
  for (int index = 0; index < 2; index++) {
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    // A handler must never wait, not even for a reader that is behind.
    fcntl(ends[index], F_SETFL, O_NONBLOCK);
  }
  atomic_store(&state.notice_reader, ends[0]);
  atomic_store(&state.notice_writer, ends[1]);
  return 0;
}

static void leave_at_exit(void) { counterpoint_terminal_leave(); }

int counterpoint_terminal_claim(
    int input, int output, const uint8_t *enter, int enter_length, const uint8_t *leave, int leave_length) {
  static atomic_flag is_claimed = ATOMIC_FLAG_INIT;
  static _Atomic bool leaves_at_exit;
  if (enter_length > byte_limit || leave_length > byte_limit) return E2BIG;
  if (atomic_flag_test_and_set(&is_claimed)) return EBUSY;
  int failure = 0;
  if (atomic_load(&state.owner) != 0) {
    failure = EBUSY;
  } else if (tcgetattr(input, &state.saved) != 0) {
    failure = errno;
  } else {
    failure = prepare_pipe();
  }
  if (failure == 0) {
    state.input = input;
    state.output = output;
    memcpy(state.enter, enter, (size_t)enter_length);
    state.enter_length = enter_length;
    memcpy(state.leave, leave, (size_t)leave_length);
    state.leave_length = leave_length;
    atomic_store(&state.entered, false);
    atomic_store(&state.owner, getpid());
    counterpoint_terminal_install_handlers();
    if (!atomic_exchange(&leaves_at_exit, true)) atexit(leave_at_exit);
  }
  // The flag guards this function only; `owner` says that the claim is held.
  atomic_flag_clear(&is_claimed);
  return failure;
}

int counterpoint_terminal_enter(void) {
  struct termios raw = state.saved;
  raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | INPCK);
  // Output processing stays on: a message that some library prints in between keeps its line breaks.
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  // Said before it is done: a signal in between must find something to undo.
  atomic_store(&state.entered, true);
  int failure = 0;
  // In the background this call stops the process (SIGTTOU) until the shell gives it the terminal.
  while (tcsetattr(state.input, TCSADRAIN, &raw) != 0) {
    if (errno != EINTR) {
      failure = errno;
      break;
    }
  }
  if (failure == 0) failure = counterpoint_terminal_write(state.output, state.enter, state.enter_length);
  if (failure != 0) counterpoint_terminal_leave();
  return failure;
}

void counterpoint_terminal_leave(void) {
  if (atomic_load(&state.owner) != getpid()) return;
  if (!atomic_exchange(&state.entered, false)) return;
  int saved_errno = errno;
  // The terminal of a background process is somebody else's: hands off.
  if (!is_in_background()) {
    sigset_t stopping, before;
    sigemptyset(&stopping);
    sigaddset(&stopping, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &stopping, &before);
    counterpoint_terminal_write(state.output, state.leave, state.leave_length);
    // Nothing that was typed ahead is thrown away, and nothing is waited for: the terminal might never take it.
    while (tcsetattr(state.input, TCSANOW, &state.saved) != 0 && errno == EINTR) continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
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

bool counterpoint_terminal_is_entered(void) { return atomic_load(&state.entered); }

int counterpoint_terminal_notices(void) { return atomic_load(&state.notice_reader); }

void counterpoint_terminal_notify(uint8_t notice) {
  int saved_errno = errno;
  int writer = atomic_load(&state.notice_writer);
  if (writer >= 0 && atomic_load(&state.owner) == getpid()) {
    // A full pipe holds enough notices to wake the reader.
    ssize_t ignored = write(writer, &notice, 1);
    (void)ignored;
  }
  errno = saved_errno;
}

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
  // A thread starts with its maker's mask, and threads of a pool block most signals: job control would not reach us.
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
