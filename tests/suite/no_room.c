/* Preloaded by tests/suite/faults.rs: with NO_POLL nothing can be waited for, and the first BAD_READS reads
   or BAD_WRITES writes of pipes fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int poll(struct pollfd *set, nfds_t count, int timeout) {
    static int (*real)(struct pollfd *, nfds_t, int);
    if (getenv("NO_POLL")) {
        errno = ENOMEM;
        return -1;
    }
    if (!real) real = (int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll");
    return real(set, count, timeout);
}

ssize_t read(int fd, void *bytes, size_t length) {
    static ssize_t (*real)(int, void *, size_t);
    static int failed;
    const char *bad = getenv("BAD_READS");
    struct stat file;
    if (bad && failed < atoi(bad) && fd > 2 && fstat(fd, &file) == 0 && S_ISFIFO(file.st_mode)) {
        failed++;
        errno = EIO;
        return -1;
    }
    if (!real) real = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    return real(fd, bytes, length);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    static ssize_t (*real)(int, const void *, size_t);
    static int failed;
    const char *bad = getenv("BAD_WRITES");
    struct stat file;
    if (bad && failed < atoi(bad) && fd > 2 && fstat(fd, &file) == 0 && S_ISFIFO(file.st_mode)) {
        failed++;
        errno = EIO;
        return -1;
    }
    if (!real) real = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    return real(fd, bytes, length);
}
