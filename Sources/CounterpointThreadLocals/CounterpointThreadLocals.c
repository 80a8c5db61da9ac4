#include "CounterpointThreadLocals.h"

#include <stdatomic.h>

_Thread_local uintptr_t counterpoint_current_changes = 0;
_Thread_local bool counterpoint_untracked = false;
_Thread_local uintptr_t counterpoint_current_reduction = 0;
_Thread_local uintptr_t counterpoint_body_cache = 0;
_Thread_local uintptr_t counterpoint_current_reads = 0;
_Thread_local uintptr_t counterpoint_observation_run = 0;
_Thread_local bool counterpoint_read_was_tracked = false;
_Thread_local uintptr_t counterpoint_followed_value = 0;
_Thread_local uintptr_t counterpoint_shared_change = 0;
_Thread_local uintptr_t counterpoint_shared_notifications = 0;
_Thread_local uintptr_t counterpoint_read_recorder = 0;
_Thread_local uintptr_t counterpoint_shared_past = 0;
_Thread_local uintptr_t counterpoint_dependency_reads = 0;
_Thread_local bool counterpoint_starting_effects = false;
_Thread_local uintptr_t counterpoint_pending_notifications = 0;
_Thread_local uint64_t counterpoint_next_edit = 0;

static _Atomic uint64_t counterpoint_edit_ranges = 0;

uint64_t counterpoint_first_edit(void) {
    // The first number of a range is 4, because 0 in the lower half means that a range is exhausted.
    return ((atomic_fetch_add_explicit(&counterpoint_edit_ranges, 1, memory_order_relaxed) + 1) << 32) + 4;
}
