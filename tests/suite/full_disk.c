/* Preloaded by tests/suite/faults.rs: from the nth write below FULL_DISK_BELOW on, the disk is full. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int full(int fd) {
    static int count;
    const char *below = getenv("FULL_DISK_BELOW"), *at = getenv("FULL_DISK_AT");
    if (!below || !at) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, below, strlen(below)) != 0) return 0;
    if (++count < atoi(at)) return 0;
    const char *hit = getenv("FULL_DISK_HIT");
    if (hit) close(open(hit, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    errno = ENOSPC;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) { return full(fd) ? -1 : REAL(write)(fd, data, size); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return full(fd) ? -1 : REAL(pwrite)(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return full(fd) ? -1 : REAL(pwrite64)(fd, data, size, at); }
ssize_t writev(int fd, const struct iovec *data, int count) { return full(fd) ? -1 : REAL(writev)(fd, data, count); }
int ftruncate(int fd, off_t size) { return full(fd) ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return full(fd) ? -1 : REAL(ftruncate64)(fd, size); }
int posix_fallocate(int fd, off_t at, off_t size) { return full(fd) ? ENOSPC : REAL(posix_fallocate)(fd, at, size); }
int fallocate(int fd, int mode, off_t at, off_t size) { return full(fd) ? -1 : REAL(fallocate)(fd, mode, at, size); }
