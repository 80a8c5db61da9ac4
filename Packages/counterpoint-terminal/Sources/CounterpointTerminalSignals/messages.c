// Messages that are printed while the terminal shows a screen would destroy the screen: those of the program, of its
// libraries, of the processes that it starts, and of a crash. A file in memory holds them until the terminal is
// restored.

#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "include/CounterpointTerminalSignals.h"

#if !defined(_WIN32)

#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#define state counterpoint_terminal_state

/// The length of the newest messages that are shown, and that of those which are kept, in bytes.
enum { shown_limit = 64 * 1024, kept_limit = 1024 * 1024 };

/// The file, which is never closed: a process that was started meanwhile may still write to it.
static _Atomic int file = -1;
/// Copies of standard output and standard error; -1 for a descriptor that was left alone.
static _Atomic int terminals[3] = {-1, -1, -1};
static _Atomic bool is_held;
/// The number of bytes that were shown, or are too old.
static _Atomic int64_t shown;
/// The number of bytes whose memory was given back.
static int64_t dropped;

static int make_file(void) {
#if defined(__linux__)
  return memfd_create("messages", MFD_CLOEXEC);
#else
  char name[] = "/tmp/counterpoint.XXXXXX";
  int made = mkstemp(name);
  if (made < 0) return made;
  unlink(name);
  fcntl(made, F_SETFD, FD_CLOEXEC);
  return made;
#endif
}

static int64_t length(void) {
  struct stat status;
  return fstat(atomic_load(&file), &status) == 0 ? (int64_t)status.st_size : 0;
}

static bool is_our_terminal(int descriptor) {
  if (!isatty(descriptor)) return false;
#if defined(TIOCGDEV)
  // The device behind `/dev/tty`, too.
  unsigned int one, other;
  return ioctl(descriptor, TIOCGDEV, &one) == 0 && ioctl(state.output, TIOCGDEV, &other) == 0 && one == other;
#else
  struct stat one, other;
  return fstat(descriptor, &one) == 0 && fstat(state.output, &other) == 0 && one.st_rdev == other.st_rdev;
#endif
}

void counterpoint_terminal_hold_messages(void) {
  if (atomic_load(&file) < 0) atomic_store(&file, make_file());
  int held = atomic_load(&file);
  if (held < 0 || atomic_exchange(&is_held, true)) return;
  if (atomic_load(&shown) >= length() && ftruncate(held, 0) == 0) {
    lseek(held, 0, SEEK_SET);
    atomic_store(&shown, 0);
    dropped = 0;
  }
  for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
    if (descriptor == state.output || descriptor == state.input || !is_our_terminal(descriptor)) continue;
    // Stored before the change, because a signal in between must restore the descriptor.
    atomic_store(&terminals[descriptor], fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (atomic_load(&terminals[descriptor]) >= 0) dup2(held, descriptor);
  }
}

void counterpoint_terminal_restore_messages(void) {
  if (!atomic_exchange(&is_held, false)) return;
  for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
    int terminal = atomic_exchange(&terminals[descriptor], -1);
    if (terminal < 0) continue;
    dup2(terminal, descriptor);
    close(terminal);
  }
}

void counterpoint_terminal_show_messages(bool (*waits_for_room)(int64_t), int64_t deadline) {
  if (atomic_load(&file) < 0) return;
  int64_t end = length();
  if (end - atomic_load(&shown) > shown_limit) atomic_store(&shown, end - shown_limit);
  // During a crash on another thread, both threads show the messages, so that none gets lost.
  while (atomic_load(&shown) < end) {
    uint8_t bytes[1024];
    int64_t begin = atomic_load(&shown);
    ssize_t count = pread(atomic_load(&file), bytes, sizeof bytes, (off_t)begin);
    if (count <= 0) return;
    int written = counterpoint_terminal_write(state.output, bytes, (int)count);
    if (written < 0) return;
    atomic_store(&shown, begin + written);
    if (written < count && !waits_for_room(deadline)) return;
  }
}

void counterpoint_terminal_drop_old_messages(void) {
#if defined(__linux__)
  if (!atomic_load(&is_held)) return;
  int64_t end = length();
  if (end - dropped <= kept_limit) return;
  int64_t old = (end - shown_limit) / 4096 * 4096;
  if (fallocate(atomic_load(&file), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)old) == 0) dropped = old;
#endif
}

#endif
