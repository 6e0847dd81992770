/* Preloaded: while a byte that another process writes is not 0, writes to the database fail (1: disk full), or what
   makes them safe does (2: I/O error in fsync, after the bytes were taken). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile char *fault = 0;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("PITBOSS_FAULT");
    int file = path ? open(path, O_RDONLY) : -1;
    if (file < 0) return;
    char *found = mmap(0, 1, PROT_READ, MAP_SHARED, file, 0);
    if (found != MAP_FAILED) fault = found;
    close(file);
}

static int fails(int file, char kind) {
    if (!fault || *fault != kind) return 0;
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, name, sizeof name - 1);
    if (size < 0) return 0;
    name[size] = 0;
    return strstr(name, ".db") != 0;
}

#define FAILS(file, kind, code) if (fails(file, kind)) { errno = code; return -1; }

ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    FAILS(file, 1, ENOSPC)
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite");
    return real(file, data, size, at);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    FAILS(file, 1, ENOSPC)
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    return real(file, data, size, at);
}

int fsync(int file) {
    FAILS(file, 2, EIO)
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fsync");
    return real(file);
}

int fdatasync(int file) {
    FAILS(file, 2, EIO)
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
    return real(file);
}
