#include "AllocationCounter.h"
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool is_counting;
static atomic_llong count, bytes;

void allocation_counter_start(void) {
  atomic_store(&count, 0);
  atomic_store(&bytes, 0);
  atomic_store(&is_counting, true);
}

allocation_counts allocation_counter_stop(void) {
  atomic_store(&is_counting, false);
  return (allocation_counts){atomic_load(&count), atomic_load(&bytes)};
}

#if defined(__GLIBC__)

// The program's own functions of these names replace the library's in the whole process, and forward to them.

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static inline void note(size_t size) {
  if (!atomic_load_explicit(&is_counting, memory_order_relaxed)) return;
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, (long long)size, memory_order_relaxed);
}

void *malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  note(size);
  return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  note(size);
  *pointer = __libc_memalign(alignment, size);
  return *pointer ? 0 : 12;
}

bool allocation_counter_works(void) { return true; }

#else

bool allocation_counter_works(void) { return false; }

#endif
