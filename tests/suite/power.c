/* Writes down, for a test, what a program does to files below POWER_BELOW: every write, cut, move and sync, in order. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int log_fd = -1;
static char below[4096];

__attribute__((constructor)) static void begin(void) {
    const char *dir = getenv("POWER_BELOW"), *log = getenv("POWER_LOG");
    if (!dir || !log) return;
    snprintf(below, sizeof below, "%s/", dir);
    log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static int is_below(const char *path) { return log_fd >= 0 && path && !strncmp(path, below, strlen(below)); }

static int path_of(int fd, char *path, size_t room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t len = log_fd < 0 ? -1 : readlink(link, path, room - 1);
    if (len < 0) return 0;
    path[len] = 0;
    return is_below(path);
}

/* One record: kind, length of the path, of the data, offset, then both. */
static void note(char kind, const char *path, uint64_t offset, const void *data, size_t len) {
    uint64_t head[4] = { (uint64_t)kind, strlen(path), len, offset };
    struct iovec parts[3] = { { head, sizeof head }, { (void *)path, head[1] }, { (void *)data, len } };
    syscall(SYS_writev, log_fd, parts, 3);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static ssize_t placed(ssize_t (*real)(int, const void *, size_t, off64_t), int fd, const void *data, size_t len, off64_t at) {
    char path[4096];
    ssize_t done = real(fd, data, len, at);
    if (done > 0 && path_of(fd, path, sizeof path)) note('w', path, at, data, done);
    return done;
}
ssize_t pwrite64(int fd, const void *data, size_t len, off64_t at) { return placed(REAL(pwrite64), fd, data, len, at); }
ssize_t pwrite(int fd, const void *data, size_t len, off_t at) { return placed((void *)REAL(pwrite), fd, data, len, at); }

ssize_t write(int fd, const void *data, size_t len) {
    char path[4096];
    if (log_fd < 0 || fd == log_fd || !path_of(fd, path, sizeof path)) return REAL(write)(fd, data, len);
    ssize_t done = REAL(write)(fd, data, len);
    off64_t end = lseek64(fd, 0, SEEK_CUR);
    if (done > 0) note('w', path, end - done, data, done);
    return done;
}

static int cut(int (*real)(int, off64_t), int fd, off64_t len) {
    char path[4096];
    int done = real(fd, len);
    if (!done && path_of(fd, path, sizeof path)) note('t', path, len, "", 0);
    return done;
}
int ftruncate64(int fd, off64_t len) { return cut(REAL(ftruncate64), fd, len); }
int ftruncate(int fd, off_t len) { return cut((void *)REAL(ftruncate), fd, len); }

static int synced(int (*real)(int), int fd) {
    char path[4096];
    int done = real(fd);
    if (!done && path_of(fd, path, sizeof path)) note('s', path, 0, "", 0);
    return done;
}
int fsync(int fd) { return synced(REAL(fsync), fd); }
int fdatasync(int fd) { return synced(REAL(fdatasync), fd); }

int rename(const char *from, const char *to) {
    int done = REAL(rename)(from, to);
    if (!done && is_below(from)) note('r', from, 0, to, strlen(to));
    return done;
}
int unlink(const char *path) {
    int done = REAL(unlink)(path);
    if (!done && is_below(path)) note('u', path, 0, "", 0);
    return done;
}

static int opened(int fd, int flags, const char *path) {
    if (fd >= 0 && (flags & O_TRUNC) && is_below(path)) note('t', path, 0, "", 0);
    return fd;
}
int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return opened(REAL(open64)(path, flags, mode), flags, path);
}
int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return opened(REAL(open)(path, flags, mode), flags, path);
}
