#ifndef COUNTERPOINT_THREAD_LOCALS_H
#define COUNTERPOINT_THREAD_LOCALS_H

#include <stdbool.h>
#include <stddef.h>

// In C because Swift has no thread-local variables, and a task-local costs ten times as much to read: every read of an
// observable field looks here.

/// What notes the changes that the reduction on this thread makes, unowned, or NULL when no store is reducing.
extern _Thread_local void *_Nullable counterpoint_current_changes;

static inline void *_Nullable counterpoint_get_current_changes(void) {
    return counterpoint_current_changes;
}

/// Sets what notes changes on this thread, and returns what was there before.
static inline void *_Nullable counterpoint_exchange_current_changes(void *_Nullable changes) {
    void *before = counterpoint_current_changes;
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

/// Where in its feature tree the reduction on this thread is, unowned, or NULL when no store is reducing.
extern _Thread_local void *_Nullable counterpoint_current_place;

static inline void *_Nullable counterpoint_get_current_place(void) {
    return counterpoint_current_place;
}

/// Sets where the reduction on this thread is, and returns what was there before.
static inline void *_Nullable counterpoint_exchange_current_place(void *_Nullable place) {
    void *before = counterpoint_current_place;
    counterpoint_current_place = place;
    return before;
}

#endif
