#include "include/CounterpointTerminalSignals.h"

#if !defined(_WIN32)

#include "state.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ucontext.h>
#include <unistd.h>

#define state counterpoint_terminal_state

/// The role of a signal in a session.
enum role {
  /// The handler writes a byte into the pipe.
  role_notice,
  /// As above, but the signal stays ignored if the process was started with it ignored (`nohup`).
  role_request,
  /// As above if another process has sent the signal. If the system has, this process has used the terminal in the
  /// background, where it has nothing to restore, and stops at once.
  role_background,
  /// The handler restores the terminal, and then the signal has its previous effect.
  role_fatal,
};

static const struct {
  int signal;
  enum role role;
} handled[] = {
    {SIGWINCH, role_notice}, {SIGCONT, role_notice},  {SIGTSTP, role_request}, {SIGINT, role_request},
    {SIGTERM, role_request}, {SIGHUP, role_request},  {SIGTTIN, role_background}, {SIGTTOU, role_background},
    {SIGSEGV, role_fatal},   {SIGILL, role_fatal},
    {SIGTRAP, role_fatal},   {SIGABRT, role_fatal},   {SIGBUS, role_fatal},    {SIGFPE, role_fatal},
    {SIGQUIT, role_fatal},   {SIGSYS, role_fatal},    {SIGPIPE, role_fatal},   {SIGALRM, role_fatal},
    {SIGUSR1, role_fatal},   {SIGUSR2, role_fatal},   {SIGXCPU, role_fatal},   {SIGXFSZ, role_fatal},
    {SIGPROF, role_fatal},   {SIGVTALRM, role_fatal},
// These signals end a process only on Linux.
#if defined(__linux__)
    {SIGPOLL, role_fatal},   {SIGPWR, role_fatal},    {SIGSTKFLT, role_fatal},
#endif
#if defined(SIGEMT)
    {SIGEMT, role_fatal},
#endif
};

enum { handled_count = sizeof handled / sizeof handled[0] };

/// The previous actions, and whether our handlers are installed. Written while our handler for the same signal is not
/// installed.
static struct sigaction previous[handled_count];
static _Atomic bool is_installed[handled_count];

/// The alternate signal stack of the thread that opens the first session, for a stack overflow.
static uint8_t spare_stack[64 * 1024];

static int index_of(int signal) {
  for (int index = 0; index < handled_count; index++) {
    if (handled[index].signal == signal) return index;
  }
  return 0;
}

static void note(int signal) {
  // The program that uses the terminal gets Ctrl-C too, and decides what it means.
  if (signal == SIGINT && atomic_load(&state.is_released)) return;
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) counterpoint_terminal_request_end(signal);
  counterpoint_terminal_notify((uint8_t)signal);
}

/// Stops the process with the default action of a signal. In an orphaned process group, which no shell can continue,
/// the system drops the signal, and the program continues.
static void stop_with(int signal) {
  struct sigaction action = {0};
  sigemptyset(&action.sa_mask);
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, NULL);
  // Sent to the current thread, the signal stops the process before `pthread_kill` returns.
  sigset_t stopping, before;
  sigemptyset(&stopping);
  sigaddset(&stopping, signal);
  pthread_sigmask(SIG_UNBLOCK, &stopping, &before);
  pthread_kill(pthread_self(), signal);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void install(int index);

static void note_background(int signal, siginfo_t *info, void *context) {
  (void)context;
  if (info->si_code <= 0) {
    counterpoint_terminal_notify((uint8_t)signal);
    return;
  }
  // A handler that returned would be called again for the same read or write, without an end.
  int saved_errno = errno;
  stop_with(signal);
  if (is_installed[index_of(signal)]) install(index_of(signal));
  errno = saved_errno;
}

static bool has_handler(const struct sigaction *action) {
  // With SA_SIGINFO, the handler is another member of the union, so the constants have no meaning.
  return action->sa_flags & SA_SIGINFO || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

/// Blocks only the signals that the system would block for the previous handler. Swift's backtracer starts a thread
/// that inherits the mask, and this thread must handle its own faults.
static void block_as_for(int signal, const struct sigaction *action, const ucontext_t *context) {
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int other = 1; other < NSIG; other++) {
    bool is_blocked = sigismember(&context->uc_sigmask, other) == 1 || sigismember(&action->sa_mask, other) == 1;
    bool is_deferred = other == signal && !(action->sa_flags & SA_NODEFER);
    if (is_blocked || is_deferred) sigaddset(&blocked, other);
  }
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}

static void die(int signal, siginfo_t *info, void *context) {
  if (signal == SIGQUIT && atomic_load(&state.is_released)) return;
  counterpoint_terminal_leave();
  struct sigaction action = previous[index_of(signal)];
  if (atomic_load(&state.is_stalled)) {
    // The previous handler may print to the stalled terminal, and would block forever.
    action = (struct sigaction){0};
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_DFL;
  }
  sigaction(signal, &action, NULL);
  bool is_fault = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE;
  // On return, the instruction faults again, so the previous handler or a debugger sees its address.
  if (is_fault && info->si_code > 0) return;
  if (has_handler(&action)) {
    // Called as the system would call it, with the interrupted context.
    block_as_for(signal, &action, context);
    if (action.sa_flags & SA_SIGINFO) {
      action.sa_sigaction(signal, info, context);
    } else {
      action.sa_handler(signal);
    }
    // Swift's backtracer expects a fault, and returns. The program must not continue on the restored terminal.
    struct sigaction standard = {0};
    sigemptyset(&standard.sa_mask);
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, NULL);
  }
  // If the signal is blocked, it is delivered when this function returns.
  raise(signal);
}

static void install(int index) {
  struct sigaction action = {0};
  // All signals are blocked in the handler. SIGTTOU could otherwise stop the process before the terminal is restored.
  sigfillset(&action.sa_mask);
  if (handled[index].role == role_fatal) {
    action.sa_sigaction = die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  } else if (handled[index].role == role_background) {
    action.sa_sigaction = note_background;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  } else {
    action.sa_handler = note;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
  }
  sigaction(handled[index].signal, &action, NULL);
}

static bool is_ours(const struct sigaction *action) {
  if (!(action->sa_flags & SA_SIGINFO)) return action->sa_handler == note;
  return action->sa_sigaction == die || action->sa_sigaction == note_background;
}

static bool is_same_handler(const struct sigaction *one, const struct sigaction *other) {
  if ((one->sa_flags & SA_SIGINFO) != (other->sa_flags & SA_SIGINFO)) return false;
  return one->sa_flags & SA_SIGINFO ? one->sa_sigaction == other->sa_sigaction : one->sa_handler == other->sa_handler;
}

static bool wants(int index, const struct sigaction *current) {
  bool is_default = !(current->sa_flags & SA_SIGINFO) && current->sa_handler == SIG_DFL;
  bool is_ignored = !(current->sa_flags & SA_SIGINFO) && current->sa_handler == SIG_IGN;
  switch (handled[index].role) {
    case role_notice: return true;
    case role_request: return !is_ignored;
    // With another handler, the program itself decides what happens in the background.
    case role_background: return is_default;
    case role_fatal: break;
  }
  // A crash ends the process with any handler, and the previous handler runs after ours. Other signals end the process
  // only with the default action.
  switch (handled[index].signal) {
    case SIGSEGV:
    case SIGILL:
    case SIGTRAP:
    case SIGABRT:
    case SIGBUS:
    case SIGFPE: return !is_ignored;
    // A handler that SIGABRT has too reports crashes, for example Swift's backtracer.
    case SIGQUIT:
      return is_default || (has_handler(current) && is_same_handler(current, &previous[index_of(SIGABRT)]));
    default: return is_default;
  }
}

static void provide_spare_stack(void) {
  static bool is_provided;
  stack_t current;
  if (is_provided || sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  stack_t spare = {.ss_sp = spare_stack, .ss_size = sizeof spare_stack};
  is_provided = sigaltstack(&spare, NULL) == 0;
}

void counterpoint_terminal_install_handlers(void) {
  provide_spare_stack();
  for (int index = 0; index < handled_count; index++) {
    struct sigaction current;
    is_installed[index] = false;
    if (sigaction(handled[index].signal, NULL, &current) != 0) continue;
    // A session whose terminal was lost has left this handler installed. `previous` is already known.
    if (!is_ours(&current)) previous[index] = current;
    if (!wants(index, &previous[index])) continue;
    is_installed[index] = true;
    install(index);
  }
}

void counterpoint_terminal_remove_handlers(bool keep_hangup) {
  for (int index = 0; index < handled_count; index++) {
    struct sigaction current;
    if (!is_installed[index] || (keep_hangup && handled[index].signal == SIGHUP)) continue;
    // Another handler was installed by the program, and stays.
    if (sigaction(handled[index].signal, NULL, &current) == 0 && is_ours(&current)) {
      sigaction(handled[index].signal, &previous[index], NULL);
    }
    is_installed[index] = false;
  }
}

bool counterpoint_terminal_can_stop(int signal) { return is_installed[index_of(signal)]; }

void counterpoint_terminal_stop(int signal, bool whole_group) {
  int stop = index_of(signal);
  int continuation = index_of(SIGCONT);
  struct sigaction action = {0};
  sigemptyset(&action.sa_mask);
  // Our own handler would treat the continuation as that of a SIGSTOP.
  action.sa_handler = SIG_DFL;
  sigaction(SIGCONT, &action, NULL);
  if (whole_group) {
    // Stops the other processes of the job. Ignored in this process, which stops below.
    action.sa_handler = SIG_IGN;
    sigaction(signal, &action, NULL);
    kill(0, signal);
  }
  stop_with(signal);
  // The session may have ended in the meantime.
  if (is_installed[stop]) install(stop);
  if (is_installed[continuation]) install(continuation);
}

#endif
