// CounterpointThreadLocals: Thread-local variables, in C because Swift has none.
#ifndef COUNTERPOINT_THREAD_LOCALS_H
#define COUNTERPOINT_THREAD_LOCALS_H

#include <stdbool.h>
#include <stdint.h>

/// The context of the code that runs on a thread: a reduction, its reads, and its changes of shared values.
///
/// In C because Swift has no thread-local variables, and reading a task local takes ten times as long. Every read of
/// an observable field reads some of these values. References are stored as words, which `Unretained` converts; they
/// are unowned unless stated otherwise, and zero if there is no object.
struct counterpoint_thread {
    // Reductions.

    /// The recorder of the changes of the current reduction.
    uintptr_t current_changes;
    /// The context of the current reduction.
    uintptr_t current_reduction;
    /// The object that caches the body of the reducer that is running.
    uintptr_t body_cache;
    /// The log of the dependency reads of the reducer, as a pointer.
    uintptr_t dependency_reads;
    /// Whether a store is starting the effects of an action.
    bool starting_effects;

    // Reads.

    /// Whether reads of observable state are untracked.
    bool untracked;
    /// Whether the current observation tracking has recorded a read of an observable field.
    bool read_was_tracked;
    /// The list that records reads of observable fields.
    uintptr_t current_reads;
    /// The run of an observation.
    uintptr_t observation_run;
    /// The value that is being read through a store.
    uintptr_t followed_value;

    // Shared values.

    /// The innermost change of a shared value, as a pointer.
    uintptr_t shared_change;
    /// The notifications to send after the current change of shared values; owned.
    uintptr_t shared_notifications;
    /// The postponed notifications of shared values, sent when the store has settled; owned.
    uintptr_t pending_notifications;
    /// The recorder of reads of shared values.
    uintptr_t read_recorder;
    /// The earlier values that shared values show; zero for the present.
    uintptr_t shared_past;
    /// Whether a shared value is being passed to its key.
    bool saving;

    // Numbers.

    /// The next edit number; its lower 32 bits are zero if the thread needs another range.
    uint64_t next_edit;
};

extern _Thread_local struct counterpoint_thread counterpoint_thread;

/// Declares the functions that return the value of this thread, and that set it and return the previous one.
#define COUNTERPOINT_VALUE(type, name)                                  \
    static inline type counterpoint_get_##name(void) {                  \
        return counterpoint_thread.name;                                \
    }                                                                   \
    static inline type counterpoint_exchange_##name(type value) {       \
        type before = counterpoint_thread.name;                         \
        counterpoint_thread.name = value;                               \
        return before;                                                  \
    }

COUNTERPOINT_VALUE(uintptr_t, current_changes)
COUNTERPOINT_VALUE(uintptr_t, current_reduction)
COUNTERPOINT_VALUE(uintptr_t, body_cache)
COUNTERPOINT_VALUE(uintptr_t, dependency_reads)
COUNTERPOINT_VALUE(bool, starting_effects)
COUNTERPOINT_VALUE(bool, untracked)
COUNTERPOINT_VALUE(bool, read_was_tracked)
COUNTERPOINT_VALUE(uintptr_t, current_reads)
COUNTERPOINT_VALUE(uintptr_t, observation_run)
COUNTERPOINT_VALUE(uintptr_t, followed_value)
COUNTERPOINT_VALUE(uintptr_t, shared_change)
COUNTERPOINT_VALUE(uintptr_t, shared_notifications)
COUNTERPOINT_VALUE(uintptr_t, pending_notifications)
COUNTERPOINT_VALUE(uintptr_t, read_recorder)
COUNTERPOINT_VALUE(uintptr_t, shared_past)
COUNTERPOINT_VALUE(bool, saving)

#undef COUNTERPOINT_VALUE

/// Returns whether a store is reducing an action or starting its effects on this thread. Notifications of shared
/// values are then postponed.
static inline bool counterpoint_postpones_notifications(void) {
    return counterpoint_thread.current_changes != 0 || counterpoint_thread.starting_effects;
}

/// Returns the first number of a range of 2^32 numbers that no other thread uses.
uint64_t counterpoint_first_edit(void);

/// Returns a multiple of four that is unique in the process and greater than those before it on this thread, except
/// for the first of a new range.
static inline uint64_t counterpoint_edit_number(void) {
    uint64_t number = counterpoint_thread.next_edit;
    if ((uint32_t)number == 0) number = counterpoint_first_edit();
    counterpoint_thread.next_edit = number + 4;
    return number;
}

/// Returns the address of the caller's stack frame. The variables of its callers are at greater addresses.
static inline uintptr_t counterpoint_stack_position(void) {
    return (uintptr_t)__builtin_frame_address(0);
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

#endif
