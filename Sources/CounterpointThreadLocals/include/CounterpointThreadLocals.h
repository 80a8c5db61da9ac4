// CounterpointThreadLocals: Thread-local variables, in C because Swift has none.

#ifndef COUNTERPOINT_THREAD_LOCALS_H
#define COUNTERPOINT_THREAD_LOCALS_H

#include <stdbool.h>
#include <stdint.h>

// In C because Swift has no thread-local variables, and reading a task local takes ten times as long. Every read of
// an observable field reads these variables. References are stored as words, which `Unretained` converts.

/// The recorder of the changes of the current reduction, unowned; zero if no store is reducing on this thread.
extern _Thread_local uintptr_t counterpoint_current_changes;

static inline uintptr_t counterpoint_get_current_changes(void) {
    return counterpoint_current_changes;
}

/// Sets the recorder of changes on this thread, and returns the previous one.
static inline uintptr_t counterpoint_exchange_current_changes(uintptr_t changes) {
    uintptr_t before = counterpoint_current_changes;
    counterpoint_current_changes = changes;
    return before;
}

/// Whether reads of observable state on this thread are untracked.
extern _Thread_local bool counterpoint_untracked;

static inline bool counterpoint_is_untracked(void) {
    return counterpoint_untracked;
}

/// Sets whether reads on this thread are untracked, and returns the previous value.
static inline bool counterpoint_exchange_untracked(bool untracked) {
    bool before = counterpoint_untracked;
    counterpoint_untracked = untracked;
    return before;
}

/// Whether the current observation tracking has recorded a read of an observable field on this thread.
extern _Thread_local bool counterpoint_read_was_tracked;

static inline bool counterpoint_get_read_was_tracked(void) {
    return counterpoint_read_was_tracked;
}

static inline void counterpoint_set_read_was_tracked(bool tracked) {
    counterpoint_read_was_tracked = tracked;
}

/// The list that records reads of observable fields on this thread, unowned; zero if there is none.
extern _Thread_local uintptr_t counterpoint_current_reads;

static inline uintptr_t counterpoint_get_current_reads(void) {
    return counterpoint_current_reads;
}

/// Sets the list of recorded reads on this thread, and returns the previous one.
static inline uintptr_t counterpoint_exchange_current_reads(uintptr_t reads) {
    uintptr_t before = counterpoint_current_reads;
    counterpoint_current_reads = reads;
    return before;
}

/// The run of an observation on this thread, unowned; zero if there is none.
extern _Thread_local uintptr_t counterpoint_observation_run;

static inline uintptr_t counterpoint_get_observation_run(void) {
    return counterpoint_observation_run;
}

/// Sets the run of an observation on this thread, and returns the previous one.
static inline uintptr_t counterpoint_exchange_observation_run(uintptr_t run) {
    uintptr_t before = counterpoint_observation_run;
    counterpoint_observation_run = run;
    return before;
}

/// The value that is being read through a store on this thread, unowned; zero if there is none.
extern _Thread_local uintptr_t counterpoint_followed_value;

static inline uintptr_t counterpoint_get_followed_value(void) {
    return counterpoint_followed_value;
}

/// Sets the value that is being read through a store on this thread, and returns the previous one.
static inline uintptr_t counterpoint_exchange_followed_value(uintptr_t value) {
    uintptr_t before = counterpoint_followed_value;
    counterpoint_followed_value = value;
    return before;
}

/// The context of the current reduction, unowned; zero if no store is reducing on this thread.
extern _Thread_local uintptr_t counterpoint_current_reduction;

static inline uintptr_t counterpoint_get_current_reduction(void) {
    return counterpoint_current_reduction;
}

/// Sets the context of the current reduction on this thread, and returns the previous one.
static inline uintptr_t counterpoint_exchange_current_reduction(uintptr_t reduction) {
    uintptr_t before = counterpoint_current_reduction;
    counterpoint_current_reduction = reduction;
    return before;
}

/// The object that caches the body of the reducer that is running on this thread, unowned; zero if there is none.
extern _Thread_local uintptr_t counterpoint_body_cache;

static inline uintptr_t counterpoint_get_body_cache(void) {
    return counterpoint_body_cache;
}

/// Sets the object that caches a reducer body on this thread, and returns the previous one.
static inline uintptr_t counterpoint_exchange_body_cache(uintptr_t cache) {
    uintptr_t before = counterpoint_body_cache;
    counterpoint_body_cache = cache;
    return before;
}

/// The innermost change of a shared value on this thread, as a pointer, or zero.
extern _Thread_local uintptr_t counterpoint_shared_change;

static inline uintptr_t counterpoint_get_shared_change(void) {
    return counterpoint_shared_change;
}

static inline void counterpoint_set_shared_change(uintptr_t change) {
    counterpoint_shared_change = change;
}

/// The notifications to send after the current change of shared values on this thread, owned, or zero.
extern _Thread_local uintptr_t counterpoint_shared_notifications;

static inline uintptr_t counterpoint_get_shared_notifications(void) {
    return counterpoint_shared_notifications;
}

static inline void counterpoint_set_shared_notifications(uintptr_t notifications) {
    counterpoint_shared_notifications = notifications;
}

#ifndef __APPLE__
// The function of the Swift runtime behind `assumeIsolated`. Without flags, it returns a result and never stops the
// program.
__attribute__((swiftcall)) extern bool swift_task_isCurrentExecutorWithFlags(
    uintptr_t identity, uintptr_t implementation, uint64_t flags
);

/// Returns whether the current thread runs on an executor, as far as the runtime knows without asking the executor.
static inline bool counterpoint_is_current_executor(uintptr_t identity, uintptr_t implementation) {
    return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}
#endif

/// The recorder of reads of shared values on this thread, unowned; zero if there is none.
extern _Thread_local uintptr_t counterpoint_read_recorder;

static inline uintptr_t counterpoint_get_read_recorder(void) {
    return counterpoint_read_recorder;
}

/// Sets the recorder of reads of shared values on this thread, and returns the previous one.
static inline uintptr_t counterpoint_exchange_read_recorder(uintptr_t recorder) {
    uintptr_t before = counterpoint_read_recorder;
    counterpoint_read_recorder = recorder;
    return before;
}

/// The earlier values that shared values show on this thread, unowned; zero for the present.
extern _Thread_local uintptr_t counterpoint_shared_past;

static inline uintptr_t counterpoint_get_shared_past(void) {
    return counterpoint_shared_past;
}

/// Sets the earlier values that shared values show on this thread, and returns the previous ones.
static inline uintptr_t counterpoint_exchange_shared_past(uintptr_t past) {
    uintptr_t before = counterpoint_shared_past;
    counterpoint_shared_past = past;
    return before;
}

/// The log of the dependency reads of the reducer on this thread, as a pointer; zero if there is none.
extern _Thread_local uintptr_t counterpoint_dependency_reads;

static inline uintptr_t counterpoint_get_dependency_reads(void) {
    return counterpoint_dependency_reads;
}

/// Sets the log of dependency reads on this thread, and returns the previous one.
static inline uintptr_t counterpoint_exchange_dependency_reads(uintptr_t log) {
    uintptr_t before = counterpoint_dependency_reads;
    counterpoint_dependency_reads = log;
    return before;
}

/// Whether a store is starting the effects of an action on this thread.
extern _Thread_local bool counterpoint_starting_effects;

/// Sets whether a store is starting effects on this thread, and returns the previous value.
static inline bool counterpoint_exchange_starting_effects(bool starting) {
    bool before = counterpoint_starting_effects;
    counterpoint_starting_effects = starting;
    return before;
}

/// Returns whether a store is reducing an action or starting its effects on this thread. Notifications of shared
/// values are then postponed.
static inline bool counterpoint_postpones_notifications(void) {
    return counterpoint_current_changes != 0 || counterpoint_starting_effects;
}

/// The postponed notifications of shared values, sent when the store on this thread has settled, owned; zero if
/// there are none.
extern _Thread_local uintptr_t counterpoint_pending_notifications;

static inline uintptr_t counterpoint_get_pending_notifications(void) {
    return counterpoint_pending_notifications;
}

static inline void counterpoint_set_pending_notifications(uintptr_t notifications) {
    counterpoint_pending_notifications = notifications;
}

/// The next edit number of this thread; its lower 32 bits are zero if the thread needs another range.
extern _Thread_local uint64_t counterpoint_next_edit;

/// Returns the first number of a range of 2^32 numbers that no other thread uses.
uint64_t counterpoint_first_edit(void);

/// Returns a multiple of four that is unique in the process and greater than those before it on this thread, except
/// for the first of a new range.
static inline uint64_t counterpoint_edit_number(void) {
    uint64_t number = counterpoint_next_edit;
    if ((uint32_t)number == 0) number = counterpoint_first_edit();
    counterpoint_next_edit = number + 4;
    return number;
}

/// Returns the address of the caller's stack frame. The variables of its callers are at greater addresses.
static inline uintptr_t counterpoint_stack_position(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

#endif
