// CounterpointSimulatedCalls: Functions of the C library for time, pauses and randomness, which a simulation answers on
// its own threads

#ifndef COUNTERPOINT_SIMULATED_CALLS_H
#define COUNTERPOINT_SIMULATED_CALLS_H

#include <stdbool.h>
#include <stdint.h>

// In C because Swift has no thread-local variables, and can't define a function of the C library. On threads without a
// worker, each function calls the one of the C library.

/// The answers of a simulation. They are called on threads that have a worker.
typedef struct {
    /// Returns the date of the machine, or its monotonic time, in nanoseconds since the start of the simulation.
    int64_t (*_Nonnull now)(bool is_date);
    /// Pauses the thread for a virtual time in nanoseconds.
    void (*_Nonnull pause)(int64_t nanoseconds);
    /// Returns random bits.
    uint64_t (*_Nonnull random)(void);
    /// Notices a call by which work leaves the simulation.
    void (*_Nonnull leave)(const char *_Nonnull function);
} counterpoint_answers;

/// Sets the answers of all simulations. Idempotent.
void counterpoint_set_answers(counterpoint_answers answers);

/// The worker of this thread, unowned; `NULL` if it is no thread of a simulation.
void *_Nullable counterpoint_get_worker(void);

/// Sets the worker of this thread.
void counterpoint_set_worker(void *_Nullable worker);

/// Whether the functions of the C library can be replaced on this platform.
bool counterpoint_can_simulate(void);

/// Whether calls that start a thread, or pass work to one, are noticed. They are not with ThreadSanitizer, which
/// replaces the same functions.
bool counterpoint_notices_threads(void);

#endif
