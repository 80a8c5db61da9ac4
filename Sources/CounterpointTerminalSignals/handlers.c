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

/// The meaning of a signal to a session.
enum role {
  /// The session wants to know: a byte goes into the pipe.
  role_notice,
  /// As above, but a process that was started with the signal ignored goes on ignoring it (`nohup`).
  role_request,
  /// The process is about to die: the terminal is put back, and the signal takes its course.
  role_fatal,
};

static const struct {
  int signal;
  enum role role;
} handled[] = {
    {SIGWINCH, role_notice}, {SIGCONT, role_notice},  {SIGTSTP, role_request}, {SIGINT, role_request},
    {SIGTERM, role_request}, {SIGHUP, role_request},  {SIGSEGV, role_fatal},   {SIGILL, role_fatal},
    {SIGTRAP, role_fatal},   {SIGABRT, role_fatal},   {SIGBUS, role_fatal},    {SIGFPE, role_fatal},
    {SIGQUIT, role_fatal},   {SIGSYS, role_fatal},    {SIGPIPE, role_fatal},   {SIGALRM, role_fatal},
    {SIGUSR1, role_fatal},   {SIGUSR2, role_fatal},   {SIGXCPU, role_fatal},   {SIGXFSZ, role_fatal},
    {SIGPROF, role_fatal},   {SIGVTALRM, role_fatal},
// These end a process on Linux only; elsewhere they don't exist or have no effect.
#if defined(__linux__)
    {SIGPOLL, role_fatal},   {SIGPWR, role_fatal},    {SIGSTKFLT, role_fatal},
#endif
#if defined(SIGEMT)
    {SIGEMT, role_fatal},
#endif
};

enum { handled_count = sizeof handled / sizeof handled[0] };

/// The actions that were there before, and whether ours took their place. Written while no handler of ours for the same
/// signal is installed.
static struct sigaction previous[handled_count];
static _Atomic bool is_installed[handled_count];

/// The second stack for the thread that opens the first session, in case it dies of having used up its first one.
static uint8_t spare_stack[64 * 1024];

static int place_of(int signal) {
  for (int place = 0; place < handled_count; place++) {
    if (handled[place].signal == signal) return place;
  }
  return 0;
}

static void note(int signal) {
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) counterpoint_terminal_request_end(signal);
  counterpoint_terminal_notify((uint8_t)signal);
}

static bool has_handler(const struct sigaction *action) {
  // With the flag the handler is another member of the union, so that the constants could mean anything.
  return action->sa_flags & SA_SIGINFO || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

/// Blocks the signals that the system blocks while a handler runs, in place of all. Swift's backtracer starts a thread
/// that inherits the mask and has to survive its own faults.
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
  counterpoint_terminal_leave();
  struct sigaction action = previous[place_of(signal)];
  if (atomic_load(&state.is_stalled)) {
    // The former handler may print to the terminal, which would never end.
    action = (struct sigaction){0};
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_DFL;
  }
  sigaction(signal, &action, NULL);
  bool is_fault = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE;
  // A faulting instruction faults again on return, and the former handler or a debugger finds its address.
  if (is_fault && info->si_code > 0) return;
  if (has_handler(&action)) {
    // Called as the system would call it, with the place that the signal interrupted.
    block_as_for(signal, &action, context);
    if (action.sa_flags & SA_SIGINFO) {
      action.sa_sigaction(signal, info, context);
    } else {
      action.sa_handler(signal);
    }
    // Swift's backtracer expects a fault and returns. The program must not continue without its terminal.
    struct sigaction standard = {0};
    sigemptyset(&standard.sa_mask);
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, NULL);
  }
  // Most of the time it is blocked until this function returns.
  raise(signal);
}

static void install(int place) {
  struct sigaction action = {0};
  // While one handler runs no other may: SIGTTOU would stop the process in the middle of putting the terminal back.
  sigfillset(&action.sa_mask);
  if (handled[place].role == role_fatal) {
    action.sa_sigaction = die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  } else {
    action.sa_handler = note;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
  }
  sigaction(handled[place].signal, &action, NULL);
}

static bool is_ours(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO ? action->sa_sigaction == die : action->sa_handler == note;
}

static bool is_same_handler(const struct sigaction *one, const struct sigaction *other) {
  if ((one->sa_flags & SA_SIGINFO) != (other->sa_flags & SA_SIGINFO)) return false;
  return one->sa_flags & SA_SIGINFO ? one->sa_sigaction == other->sa_sigaction : one->sa_handler == other->sa_handler;
}

static bool wants(int place, const struct sigaction *current) {
  bool is_default = !(current->sa_flags & SA_SIGINFO) && current->sa_handler == SIG_DFL;
  bool is_ignored = !(current->sa_flags & SA_SIGINFO) && current->sa_handler == SIG_IGN;
  switch (handled[place].role) {
    case role_notice: return true;
    case role_request: return !is_ignored;
    case role_fatal: break;
  }
  // A crash ends the process whatever handles it, and the handler that is there gets it after us. The rest does not end
  // a program that has a handler of its own.
  switch (handled[place].signal) {
    case SIGSEGV:
    case SIGILL:
    case SIGTRAP:
    case SIGABRT:
    case SIGBUS:
    case SIGFPE: return !is_ignored;
    // A handler that is the one of SIGABRT too (Swift's backtracer, for example) reports crashes.
    case SIGQUIT:
      return is_default || (has_handler(current) && is_same_handler(current, &previous[place_of(SIGABRT)]));
    default: return is_default;
  }
}

static void provide_spare_stack(void) {
  static bool is_given;
  stack_t current;
  if (is_given || sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  stack_t spare = {.ss_sp = spare_stack, .ss_size = sizeof spare_stack};
  is_given = sigaltstack(&spare, NULL) == 0;
}

void counterpoint_terminal_install_handlers(void) {
  provide_spare_stack();
  for (int place = 0; place < handled_count; place++) {
    struct sigaction current;
    is_installed[place] = false;
    if (sigaction(handled[place].signal, NULL, &current) != 0) continue;
    // Left behind by a session whose terminal went away: what was there before that session is known already.
    if (!is_ours(&current)) previous[place] = current;
    if (!wants(place, &previous[place])) continue;
    is_installed[place] = true;
    install(place);
  }
}

void counterpoint_terminal_remove_handlers(bool keep_hangup) {
  for (int place = 0; place < handled_count; place++) {
    struct sigaction current;
    if (!is_installed[place] || (keep_hangup && handled[place].signal == SIGHUP)) continue;
    // A handler that was installed meanwhile belongs to the program.
    if (sigaction(handled[place].signal, NULL, &current) == 0 && is_ours(&current)) {
      sigaction(handled[place].signal, &previous[place], NULL);
    }
    is_installed[place] = false;
  }
}

bool counterpoint_terminal_can_stop(void) { return is_installed[place_of(SIGTSTP)]; }

void counterpoint_terminal_stop(bool whole_group) {
  int stop = place_of(SIGTSTP);
  int go_on = place_of(SIGCONT);
  struct sigaction action = {0};
  sigemptyset(&action.sa_mask);
  // Our own handler would take the continuation for that of a stop without a notice (SIGSTOP).
  action.sa_handler = SIG_DFL;
  sigaction(SIGCONT, &action, NULL);
  if (whole_group) {
    // The others of the job first; ignored here, so that this thread decides when this process stops.
    action.sa_handler = SIG_IGN;
    sigaction(SIGTSTP, &action, NULL);
    kill(0, SIGTSTP);
  }
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, NULL);
  // Sent to this very thread, the signal stops the process before `pthread_kill` returns. Where no shell is there to
  // continue it (an orphaned process group), the system drops the signal, and the program just goes on.
  sigset_t stopping, before;
  sigemptyset(&stopping);
  sigaddset(&stopping, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stopping, &before);
  pthread_kill(pthread_self(), SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  // The session may have ended meanwhile.
  if (is_installed[stop]) install(stop);
  if (is_installed[go_on]) install(go_on);
}

#endif
