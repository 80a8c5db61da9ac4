#define _GNU_SOURCE
#include "CounterpointSimulatedCalls.h"

#include <stddef.h>

static _Thread_local void *worker;
static counterpoint_answers answers;

void counterpoint_set_answers(counterpoint_answers new_answers) { answers = new_answers; }
void *counterpoint_get_worker(void) { return worker; }
void counterpoint_set_worker(void *new_worker) { worker = new_worker; }

#if defined(__linux__) && defined(__GLIBC__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

bool counterpoint_can_simulate(void) { return true; }

// A thread that ends calls these functions when the thread sanitizer has forgotten it.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)
#endif

// The executable's definitions take precedence over those of the C library, also in the libraries of Swift. The
// function of the C library is looked up at the first call, because a library may call it before this file is
// initialized.
#define ORIGINAL(function)                                                     \
    static __typeof__(&function) cached;                                       \
    __typeof__(&function) original = __atomic_load_n(&cached, __ATOMIC_RELAXED); \
    if (!original) {                                                           \
        original = (__typeof__(&function))dlsym(RTLD_NEXT, #function);         \
        __atomic_store_n(&cached, original, __ATOMIC_RELAXED);                 \
    }

// 2025-01-01, at which each simulation begins.
static const int64_t epoch = 1735689600LL * 1000000000LL;
// A machine has run for a while when a program starts on it.
static const int64_t uptime = 1000LL * 1000000000LL;

static struct timespec timespec_of(int64_t nanoseconds) {
    struct timespec time = { nanoseconds / 1000000000LL, nanoseconds % 1000000000LL };
    return time;
}

static int64_t nanoseconds_of(const struct timespec *time) {
    return (int64_t)time->tv_sec * 1000000000LL + time->tv_nsec;
}

static int64_t virtual_time(clockid_t clock) {
    bool is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
    return answers.now(is_date) + (is_date ? epoch : uptime);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    ORIGINAL(clock_gettime)
    if (!worker) return original(clock, time);
    *time = timespec_of(virtual_time(clock));
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    ORIGINAL(gettimeofday)
    if (!worker) return original(time, zone);
    int64_t now = virtual_time(CLOCK_REALTIME);
    time->tv_sec = now / 1000000000LL;
    time->tv_usec = now % 1000000000LL / 1000;
    return 0;
}

time_t time(time_t *result) {
    ORIGINAL(time)
    if (!worker) return original(result);
    time_t now = virtual_time(CLOCK_REALTIME) / 1000000000LL;
    if (result) *result = now;
    return now;
}

int nanosleep(const struct timespec *duration, struct timespec *rest) {
    ORIGINAL(nanosleep)
    if (!worker) return original(duration, rest);
    answers.pause(nanoseconds_of(duration));
    if (rest) *rest = timespec_of(0);
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
    ORIGINAL(clock_nanosleep)
    if (!worker) return original(clock, flags, time, rest);
    int64_t duration = nanoseconds_of(time);
    if (flags & TIMER_ABSTIME) duration -= virtual_time(clock);
    answers.pause(duration);
    return 0;
}

int usleep(useconds_t microseconds) {
    ORIGINAL(usleep)
    if (!worker) return original(microseconds);
    answers.pause((int64_t)microseconds * 1000);
    return 0;
}

unsigned sleep(unsigned seconds) {
    ORIGINAL(sleep)
    // The locks of Foundation spin with `sleep(0)` while another thread has them. That thread may be outside of the
    // simulation, so the pause is real, and no step.
    if (!worker || seconds == 0) return original(seconds);
    answers.pause((int64_t)seconds * 1000000000LL);
    return 0;
}

static void fill(unsigned char *bytes, size_t count) {
    while (count) {
        uint64_t bits = answers.random();
        for (int i = 0; i < 8 && count; i++, count--, bits >>= 8) *bytes++ = (unsigned char)bits;
    }
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    ORIGINAL(getrandom)
    if (!worker) return original(bytes, count, flags);
    fill(bytes, count);
    return (ssize_t)count;
}

int getentropy(void *bytes, size_t count) {
    ORIGINAL(getentropy)
    if (!worker) return original(bytes, count);
    fill(bytes, count);
    return 0;
}

// The generator of the standard library.
void swift_stdlib_random(void *bytes, size_t count) {
    ORIGINAL(swift_stdlib_random)
    if (worker) {
        fill(bytes, count);
    } else if (original) {
        original(bytes, count);
    } else {
        // In a program with the standard library inside, there is no other function.
        for (unsigned char *next = bytes; count;) {
            ssize_t got = getrandom(next, count, 0);
            if (got > 0) {
                next += got;
                count -= (size_t)got;
            }
        }
    }
}

// The standard library asks the kernel itself.
long syscall(long number, ...) {
    ORIGINAL(syscall)
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
    long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    if (worker && number == SYS_getrandom) {
        fill((unsigned char *)a, (size_t)b);
        return b;
    }
    return original(number, a, b, c, d, e, f);
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define COUNTERPOINT_THREAD_SANITIZER
#endif
#endif

#if defined(COUNTERPOINT_THREAD_SANITIZER)

bool counterpoint_notices_threads(void) { return false; }

#else

bool counterpoint_notices_threads(void) { return true; }

// Declared here, because the headers of Dispatch declare parameters that are no C.
void dispatch_async(void *queue, void *block);
void dispatch_async_f(void *queue, void *context, void *function);
void dispatch_after(uint64_t time, void *queue, void *block);
void dispatch_after_f(uint64_t time, void *queue, void *context, void *function);
void dispatch_group_async(void *group, void *queue, void *block);
void dispatch_group_async_f(void *group, void *queue, void *context, void *function);

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *context) {
    ORIGINAL(pthread_create)
    if (worker) answers.leave(__func__);
    return original(thread, attributes, function, context);
}

void dispatch_async(void *queue, void *block) {
    ORIGINAL(dispatch_async)
    if (worker) answers.leave(__func__);
    original(queue, block);
}

void dispatch_async_f(void *queue, void *context, void *function) {
    ORIGINAL(dispatch_async_f)
    if (worker) answers.leave(__func__);
    original(queue, context, function);
}

void dispatch_after(uint64_t time, void *queue, void *block) {
    ORIGINAL(dispatch_after)
    if (worker) answers.leave(__func__);
    original(time, queue, block);
}

void dispatch_after_f(uint64_t time, void *queue, void *context, void *function) {
    ORIGINAL(dispatch_after_f)
    if (worker) answers.leave(__func__);
    original(time, queue, context, function);
}

void dispatch_group_async(void *group, void *queue, void *block) {
    ORIGINAL(dispatch_group_async)
    if (worker) answers.leave(__func__);
    original(group, queue, block);
}

void dispatch_group_async_f(void *group, void *queue, void *context, void *function) {
    ORIGINAL(dispatch_group_async_f)
    if (worker) answers.leave(__func__);
    original(group, queue, context, function);
}

#endif

#if defined(__clang__)
#pragma clang attribute pop
#endif

#else

bool counterpoint_can_simulate(void) { return false; }
bool counterpoint_notices_threads(void) { return false; }

#endif
