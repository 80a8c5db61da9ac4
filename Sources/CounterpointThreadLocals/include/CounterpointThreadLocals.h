#ifndef COUNTERPOINT_THREAD_LOCALS_H
#define COUNTERPOINT_THREAD_LOCALS_H

#include <stdbool.h>
#include <stdint.h>

// In C because Swift has no thread-local variables, and a task-local costs ten times as much to read: every read of an
// observable field looks here. References are words, which `Unretained` makes and reads.

/// What notes the changes that the reduction on this thread makes, unowned, or zero when no store is reducing.
extern _Thread_local uintptr_t counterpoint_current_changes;

static inline uintptr_t counterpoint_get_current_changes(void) {
    return counterpoint_current_changes;
}

/// Sets what notes changes on this thread, and returns what was there before.
static inline uintptr_t counterpoint_exchange_current_changes(uintptr_t changes) {
    uintptr_t before = counterpoint_current_changes;
    counterpoint_current_changes = changes;
    return before;
}

/// Whether reads of observable state on this thread are not to be tracked.
extern _Thread_local bool counterpoint_untracked;

static inline bool counterpoint_is_untracked(void) {
    return counterpoint_untracked;
}

/// Sets whether reads on this thread are not to be tracked, and returns what was there before.
static inline bool counterpoint_exchange_untracked(bool untracked) {
    bool before = counterpoint_untracked;
    counterpoint_untracked = untracked;
    return before;
}

/// Whether a read of an observable field on this thread has been noted for who tracks what is read.
extern _Thread_local bool counterpoint_read_was_tracked;

static inline bool counterpoint_get_read_was_tracked(void) {
    return counterpoint_read_was_tracked;
}

static inline void counterpoint_set_read_was_tracked(bool tracked) {
    counterpoint_read_was_tracked = tracked;
}

/// The list of the observable fields that are read on this thread, unowned, or zero when none is kept.
extern _Thread_local uintptr_t counterpoint_current_reads;

static inline uintptr_t counterpoint_get_current_reads(void) {
    return counterpoint_current_reads;
}

/// Sets the list of the fields that are read on this thread, and returns what was there before.
static inline uintptr_t counterpoint_exchange_current_reads(uintptr_t reads) {
    uintptr_t before = counterpoint_current_reads;
    counterpoint_current_reads = reads;
    return before;
}

/// Where in its feature tree the reduction on this thread is, unowned, or zero when no store is reducing.
extern _Thread_local uintptr_t counterpoint_current_place;

static inline uintptr_t counterpoint_get_current_place(void) {
    return counterpoint_current_place;
}

/// Sets where the reduction on this thread is, and returns what was there before.
static inline uintptr_t counterpoint_exchange_current_place(uintptr_t place) {
    uintptr_t before = counterpoint_current_place;
    counterpoint_current_place = place;
    return before;
}

/// What waits for the body of the reducer that runs on this thread, unowned, or zero when nothing does.
extern _Thread_local uintptr_t counterpoint_body_keeper;

static inline uintptr_t counterpoint_get_body_keeper(void) {
    return counterpoint_body_keeper;
}

/// Sets what waits for a body on this thread, and returns what was there before.
static inline uintptr_t counterpoint_exchange_body_keeper(uintptr_t keeper) {
    uintptr_t before = counterpoint_body_keeper;
    counterpoint_body_keeper = keeper;
    return before;
}

/// The innermost change of a shared value that this thread is making, a pointer, or zero.
extern _Thread_local uintptr_t counterpoint_shared_change;

static inline uintptr_t counterpoint_get_shared_change(void) {
    return counterpoint_shared_change;
}

static inline void counterpoint_set_shared_change(uintptr_t change) {
    counterpoint_shared_change = change;
}

/// What waits on this thread for the end of its changes of shared values, owned, or zero.
extern _Thread_local uintptr_t counterpoint_shared_notifications;

static inline uintptr_t counterpoint_get_shared_notifications(void) {
    return counterpoint_shared_notifications;
}

static inline void counterpoint_set_shared_notifications(uintptr_t notifications) {
    counterpoint_shared_notifications = notifications;
}

#ifndef __APPLE__
// The function of Swift's runtime that `assumeIsolated` calls as well. Without flags, it answers and never stops the program.
__attribute__((swiftcall)) extern bool swift_task_isCurrentExecutorWithFlags(
    uintptr_t identity, uintptr_t implementation, uint64_t flags
);

/// Whether the code on this thread runs on an executor, as far as the runtime knows without asking the executor.
static inline bool counterpoint_is_current_executor(uintptr_t identity, uintptr_t implementation) {
    return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}
#endif

/// What notes the shared values that are read on this thread, unowned, or zero when nothing does.
extern _Thread_local uintptr_t counterpoint_read_recorder;

static inline uintptr_t counterpoint_get_read_recorder(void) {
    return counterpoint_read_recorder;
}

/// Sets what notes the shared values that are read on this thread, and returns what was there before.
static inline uintptr_t counterpoint_exchange_read_recorder(uintptr_t recorder) {
    uintptr_t before = counterpoint_read_recorder;
    counterpoint_read_recorder = recorder;
    return before;
}

/// Whether a store starts the effects of an action on this thread.
extern _Thread_local bool counterpoint_starting_effects;

/// Sets whether a store starts effects on this thread, and returns what was there before.
static inline bool counterpoint_exchange_starting_effects(bool starting) {
    bool before = counterpoint_starting_effects;
    counterpoint_starting_effects = starting;
    return before;
}

/// Whether a store reduces an action, or starts its effects, on this thread: the observers of shared values are then
/// notified later.
static inline bool counterpoint_postpones_notifications(void) {
    return counterpoint_current_changes != 0 || counterpoint_starting_effects;
}

/// The notifications of shared values that wait on this thread for a store to settle, owned, or zero when there are
/// none.
extern _Thread_local uintptr_t counterpoint_pending_notifications;

static inline uintptr_t counterpoint_get_pending_notifications(void) {
    return counterpoint_pending_notifications;
}

static inline void counterpoint_set_pending_notifications(uintptr_t notifications) {
    counterpoint_pending_notifications = notifications;
}

/// The next number of this thread, or a multiple of 2^32 when the thread needs another range of numbers.
extern _Thread_local uint64_t counterpoint_next_edit;

/// The first number of a range of 2^32 that no other thread uses.
uint64_t counterpoint_first_edit(void);

/// Returns an even number greater than zero that no other call in the process returns.
static inline uint64_t counterpoint_edit_number(void) {
    uint64_t number = counterpoint_next_edit;
    if ((uint32_t)number == 0) number = counterpoint_first_edit();
    counterpoint_next_edit = number + 2;
    return number;
}

/// Returns the address of the caller's stack frame. The variables of its callers are at greater addresses.
static inline uintptr_t counterpoint_stack_position(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

#endif
