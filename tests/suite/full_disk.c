/* Preloaded by tests/suite/faults.rs: from the nth write below FULL_DISK_BELOW on, the disk is full. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Where /proc cannot be read, a descriptor is known by the path it was opened with. */
static char opened_below[65536];

static int noted(int fd, const char *path) {
    const char *below = getenv("FULL_DISK_BELOW");
    if (fd < 0 || fd >= (int)sizeof opened_below || !below) return fd;
    char whole[8192] = "";
    if (path[0] != '/') {
        if (!getcwd(whole, 4096)) return fd;
        strcat(whole, "/");
    }
    strncat(whole, path, 4000);
    opened_below[fd] = strncmp(whole, below, strlen(below)) == 0;
    return fd;
}

static int full(int fd) {
    static int count;
    const char *below = getenv("FULL_DISK_BELOW"), *at = getenv("FULL_DISK_AT");
    if (!below || !at) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = getenv("FULL_DISK_WITHOUT_PROC") ? -1 : readlink(link, path, sizeof path - 1);
    if (length < 0) {
        if (fd < 0 || fd >= (int)sizeof opened_below || !opened_below[fd]) return 0;
    } else {
        path[length] = 0;
        if (strncmp(path, below, strlen(below)) != 0) return 0;
    }
    if (++count < atoi(at)) return 0;
    const char *hit = getenv("FULL_DISK_HIT");
    if (hit) close(open(hit, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    errno = ENOSPC;
    return 1;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, int); va_end(rest); \
        return noted(REAL(name)(path, flags, mode), path); \
    }
#define OPEN_AT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, int); va_end(rest); \
        int fd = REAL(name)(folder, path, flags, mode); \
        return folder == AT_FDCWD || path[0] == '/' ? noted(fd, path) : fd; \
    }
OPEN(open) OPEN(open64) OPEN_AT(openat) OPEN_AT(openat64)

ssize_t write(int fd, const void *data, size_t size) { return full(fd) ? -1 : REAL(write)(fd, data, size); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return full(fd) ? -1 : REAL(pwrite)(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return full(fd) ? -1 : REAL(pwrite64)(fd, data, size, at); }
ssize_t writev(int fd, const struct iovec *data, int count) { return full(fd) ? -1 : REAL(writev)(fd, data, count); }
int ftruncate(int fd, off_t size) { return full(fd) ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return full(fd) ? -1 : REAL(ftruncate64)(fd, size); }
int posix_fallocate(int fd, off_t at, off_t size) { return full(fd) ? ENOSPC : REAL(posix_fallocate)(fd, at, size); }
int fallocate(int fd, int mode, off_t at, off_t size) { return full(fd) ? -1 : REAL(fallocate)(fd, mode, at, size); }
