// Preloaded by `failing_calls.py`: fails one system call for files below a folder.
//
// FAIL_CALL    the call
// FAIL_AT      the number of the call that fails, from 1 on
// FAIL_CODE    the value of errno
// FAIL_FOLDER  the folder

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int count;

static int is_below(const char *path) {
    const char *folder = getenv("FAIL_FOLDER");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_file_below(int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return is_below(path);
}

// Returns whether this call fails.
static int fails(const char *call, int is_counted) {
    const char *name = getenv("FAIL_CALL"), *at = getenv("FAIL_AT"), *code = getenv("FAIL_CODE");
    if (!name || !at || !code || strcmp(name, call) != 0 || !is_counted) return 0;
    if (atomic_fetch_add(&count, 1) + 1 != atoi(at)) return 0;
    errno = atoi(code);
    return 1;
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    int mode = va_arg(list, int);
    va_end(list);
    if (fails("open", is_below(path))) return -1;
    return NEXT(int (*)(const char *, int, ...), "open")(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    int mode = va_arg(list, int);
    va_end(list);
    if (fails("open", path[0] == '/' ? is_below(path) : folder >= 0 && is_file_below(folder))) return -1;
    return NEXT(int (*)(int, const char *, int, ...), "openat")(folder, path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t size) {
    if (fails("write", is_file_below(file))) return -1;
    return NEXT(ssize_t (*)(int, const void *, size_t), "write")(file, bytes, size);
}

int fsync(int file) {
    if (fails("fsync", is_file_below(file))) return -1;
    return NEXT(int (*)(int), "fsync")(file);
}

// The file is closed nevertheless, as by Linux.
int close(int file) {
    int is_failure = fails("close", is_file_below(file)), code = errno;
    int result = NEXT(int (*)(int), "close")(file);
    if (!is_failure) return result;
    errno = code;
    return -1;
}

int rename(const char *old, const char *new) {
    if (fails("rename", is_below(new))) return -1;
    return NEXT(int (*)(const char *, const char *), "rename")(old, new);
}

int renameat(int folder, const char *old, int other, const char *new) {
    if (fails("rename", folder >= 0 ? is_file_below(folder) : is_below(new))) return -1;
    return NEXT(int (*)(int, const char *, int, const char *), "renameat")(folder, old, other, new);
}

int fchown(int file, uid_t owner, gid_t group) {
    if (fails("fchown", is_file_below(file))) return -1;
    return NEXT(int (*)(int, uid_t, gid_t), "fchown")(file, owner, group);
}

int fchmod(int file, mode_t mode) {
    if (fails("fchmod", is_file_below(file))) return -1;
    return NEXT(int (*)(int, mode_t), "fchmod")(file, mode);
}

int flock(int file, int operation) {
    // Unlocking can't fail, and the library ignores it.
    if (operation != 8 && fails("flock", is_file_below(file))) return -1;
    return NEXT(int (*)(int, int), "flock")(file, operation);
}

int fstat(int file, struct stat *status) {
    if (fails("fstat", is_file_below(file))) return -1;
    return NEXT(int (*)(int, struct stat *), "fstat")(file, status);
}

ssize_t listxattr(const char *path, char *list, size_t size) {
    if (fails("xattr", is_below(path))) return -1;
    return NEXT(ssize_t (*)(const char *, char *, size_t), "listxattr")(path, list, size);
}
