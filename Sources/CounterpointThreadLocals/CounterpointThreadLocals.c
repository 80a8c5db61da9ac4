#include "CounterpointThreadLocals.h"

_Thread_local void *_Nullable counterpoint_current_changes = NULL;
_Thread_local bool counterpoint_untracked = false;
_Thread_local void *_Nullable counterpoint_current_place = NULL;
_Thread_local void *_Nullable counterpoint_body_keeper = NULL;
_Thread_local bool counterpoint_watching = false;
_Thread_local bool counterpoint_read_was_tracked = false;
