#include "include/CounterpointTerminalSignals.h"
#include "state.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#define state counterpoint_terminal_state

/// What a signal means to a session.
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
};

enum { handled_count = sizeof handled / sizeof handled[0] };

/// The actions that were there before, and whether ours took their place. Written while no handler of ours for the same
/// signal is installed.
static struct sigaction previous[handled_count];
static bool is_installed[handled_count];

/// The second stack for the thread that opens the first session, in case it dies of having used up its first one.
static uint8_t spare_stack[64 * 1024];

static int place_of(int signal) {
  for (int place = 0; place < handled_count; place++) {
    if (handled[place].signal == signal) return place;
  }
  return 0;
}

static void note(int signal) { counterpoint_terminal_notify((uint8_t)signal); }

static void die(int signal, siginfo_t *info, void *context) {
  (void)context;
  counterpoint_terminal_leave();
  sigaction(signal, &previous[place_of(signal)], NULL);
  bool is_fault = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE;
  // A faulting instruction faults again on return, and whoever looks into the crash finds its address. Any other signal
  // has to be sent once more; it is blocked until this function returns.
  if (!(is_fault && info->si_code > 0)) raise(signal);
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

static bool wants(int place, const struct sigaction *current) {
  bool is_default = !(current->sa_flags & SA_SIGINFO) && current->sa_handler == SIG_DFL;
  bool is_ignored = !(current->sa_flags & SA_SIGINFO) && current->sa_handler == SIG_IGN;
  switch (handled[place].role) {
    case role_notice: return true;
    case role_request: return !is_ignored;
    case role_fatal: break;
  }
  // A crash is a crash whoever handles it, and the handler that is there gets it after us. For the rest, a program that
  // has a handler of its own does not die.
  switch (handled[place].signal) {
    case SIGSEGV:
    case SIGILL:
    case SIGTRAP:
    case SIGABRT:
    case SIGBUS:
    case SIGFPE: return !is_ignored;
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
    // A handler that somebody else has installed meanwhile is theirs.
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
  // Our own handler would take the continuation for one that nobody was prepared for.
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
  install(stop);
  install(go_on);
}
