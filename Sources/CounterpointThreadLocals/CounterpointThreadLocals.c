#include "CounterpointThreadLocals.h"

#include <stdatomic.h>

_Thread_local struct counterpoint_thread counterpoint_thread = {0};

static _Atomic uint64_t counterpoint_edit_ranges = 0;

uint64_t counterpoint_first_edit(void) {
    // The first number of a range is 4, because 0 in the lower half means that a range is exhausted.
    return ((atomic_fetch_add_explicit(&counterpoint_edit_ranges, 1, memory_order_relaxed) + 1) << 32) + 4;
}
