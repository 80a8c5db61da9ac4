// Preloaded by `failing_calls.py`: fails one system call for files below a folder.
//
// FAIL_CALL    the call
// FAIL_AT      the number of the call that fails, from 1 on; 0 to print at the end how often it was made
// FAIL_CODE    the value of errno
// FAIL_FOLDER  the folder

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
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

static int is_entry_below(int folder, const char *path) {
    return path[0] == '/' ? is_below(path) : folder >= 0 && is_file_below(folder);
}

// Returns whether this call fails.
static int fails(const char *call, int is_counted) {
    const char *name = getenv("FAIL_CALL"), *at = getenv("FAIL_AT"), *code = getenv("FAIL_CODE");
    if (!name || !at || !code || strcmp(name, call) != 0 || !is_counted) return 0;
    if (atomic_fetch_add(&count, 1) + 1 != atoi(at)) return 0;
    errno = atoi(code);
    return 1;
}

__attribute__((destructor)) static void print_count(void) {
    const char *at = getenv("FAIL_AT");
    if (at && atoi(at) == 0) fprintf(stderr, "calls %d\n", atomic_load(&count));
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
    if (fails("open", is_entry_below(folder, path))) return -1;
    return NEXT(int (*)(int, const char *, int, ...), "openat")(folder, path, flags, mode);
}

ssize_t read(int file, void *bytes, size_t size) {
    if (fails("read", is_file_below(file))) return -1;
    return NEXT(ssize_t (*)(int, void *, size_t), "read")(file, bytes, size);
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

int stat(const char *path, struct stat *status) {
    if (fails("stat", is_below(path))) return -1;
    return NEXT(int (*)(const char *, struct stat *), "stat")(path, status);
}

int lstat(const char *path, struct stat *status) {
    if (fails("stat", is_below(path))) return -1;
    return NEXT(int (*)(const char *, struct stat *), "lstat")(path, status);
}

int faccessat(int folder, const char *path, int mode, int flags) {
    if (fails("access", is_entry_below(folder, path))) return -1;
    return NEXT(int (*)(int, const char *, int, int), "faccessat")(folder, path, mode, flags);
}

int unlinkat(int folder, const char *path, int flags) {
    if (fails("unlink", is_entry_below(folder, path))) return -1;
    return NEXT(int (*)(int, const char *, int), "unlinkat")(folder, path, flags);
}

int mkdir(const char *path, mode_t mode) {
    if (fails("mkdir", is_below(path))) return -1;
    return NEXT(int (*)(const char *, mode_t), "mkdir")(path, mode);
}

DIR *opendir(const char *path) {
    if (fails("list", is_below(path))) return NULL;
    return NEXT(DIR * (*)(const char *), "opendir")(path);
}

ssize_t readlink(const char *path, char *target, size_t size) {
    if (fails("link", is_below(path))) return -1;
    return NEXT(ssize_t (*)(const char *, char *, size_t), "readlink")(path, target, size);
}

int inotify_add_watch(int descriptor, const char *path, uint32_t mask) {
    if (fails("watch", is_below(path))) return -1;
    return NEXT(int (*)(int, const char *, uint32_t), "inotify_add_watch")(descriptor, path, mask);
}

// Returns the error instead of setting the variable.
int posix_fallocate(int file, off_t offset, off_t size) {
    if (fails("allocate", is_file_below(file))) return errno;
    return NEXT(int (*)(int, off_t, off_t), "posix_fallocate")(file, offset, size);
}

int ftruncate(int file, off_t size) {
    if (fails("truncate", is_file_below(file))) return -1;
    return NEXT(int (*)(int, off_t), "ftruncate")(file, size);
}

ssize_t listxattr(const char *path, char *list, size_t size) {
    if (fails("xattr", is_below(path))) return -1;
    return NEXT(ssize_t (*)(const char *, char *, size_t), "listxattr")(path, list, size);
}

ssize_t getxattr(const char *path, const char *name, void *value, size_t size) {
    if (fails("xattr", is_below(path))) return -1;
    return NEXT(ssize_t (*)(const char *, const char *, void *, size_t), "getxattr")(path, name, value, size);
}

ssize_t fgetxattr(int file, const char *name, void *value, size_t size) {
    if (fails("xattr", is_file_below(file))) return -1;
    return NEXT(ssize_t (*)(int, const char *, void *, size_t), "fgetxattr")(file, name, value, size);
}

int fsetxattr(int file, const char *name, const void *value, size_t size, int flags) {
    if (fails("xattr", is_file_below(file))) return -1;
    return NEXT(int (*)(int, const char *, const void *, size_t, int), "fsetxattr")(file, name, value, size, flags);
}

int fremovexattr(int file, const char *name) {
    if (fails("xattr", is_file_below(file))) return -1;
    return NEXT(int (*)(int, const char *), "fremovexattr")(file, name);
}
