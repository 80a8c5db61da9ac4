#include "CounterpointThreadLocals.h"

_Thread_local void *_Nullable counterpoint_current_changes = NULL;
