#include "CounterpointThreadLocals.h"

_Thread_local uintptr_t counterpoint_current_changes = 0;
_Thread_local bool counterpoint_untracked = false;
_Thread_local uintptr_t counterpoint_current_place = 0;
_Thread_local uintptr_t counterpoint_body_keeper = 0;
_Thread_local bool counterpoint_watching = false;
_Thread_local bool counterpoint_read_was_tracked = false;
_Thread_local uintptr_t counterpoint_shared_change = 0;
_Thread_local uintptr_t counterpoint_shared_notifications = 0;
_Thread_local uintptr_t counterpoint_read_recorder = 0;
_Thread_local bool counterpoint_starting_effects = false;
_Thread_local uintptr_t counterpoint_pending_notifications = 0;
