/* Preloaded by tests/suite/clock.rs: the clock of the day is CLOCK_AHEAD seconds ahead. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long long ahead(void) {
    const char *seconds = getenv("CLOCK_AHEAD");
    return seconds ? atoll(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(clock, time);
    if (done == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += ahead();
    return done;
}

int gettimeofday(struct timeval *time, void *zone) {
    static int (*real)(struct timeval *, void *);
    if (!real) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    int done = real(time, zone);
    if (done == 0) time->tv_sec += ahead();
    return done;
}
