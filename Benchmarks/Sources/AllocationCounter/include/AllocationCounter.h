#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The allocations of all threads while counting is enabled.
typedef struct {
  int64_t count;
  /// The requested size in bytes.
  int64_t bytes;
} allocation_counts;

/// Begins to count from zero.
void allocation_counter_start(void);

/// Ends counting.
allocation_counts allocation_counter_stop(void);

/// Whether allocations can be counted here.
bool allocation_counter_works(void);
