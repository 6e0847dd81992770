/* Loaded before libc (LD_PRELOAD): writes down, in order, all that a process does to the files of one folder.
 *
 * A record is: kind (1 byte), length of the name (4), name, offset (8), length of the data (8), data.
 * Kinds: C created, W written, T truncated, S synced, U unlinked, R renamed (the data is the new name).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#undef open
#undef open64
#undef pwrite
#undef pwrite64
#undef ftruncate
#undef ftruncate64

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static int log_file(void) {
    static int file = -1;
    const char *path = getenv("DISK_LOG");
    if (file < 0 && path) file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    return file;
}

static int watched(const char *path) {
    const char *folder = getenv("DISK_FOLDER");
    return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, PATH_MAX - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return watched(path);
}

static void note(char kind, const char *path, uint64_t offset, const void *data, uint64_t size) {
    uint32_t length = strlen(path);
    char head[5];
    head[0] = kind;
    memcpy(head + 1, &length, 4);
    struct iovec parts[] = {
        {head, 5}, {(void *)path, length}, {&offset, 8}, {&size, 8}, {(void *)data, data ? size : 0},
    };
    if (writev(log_file(), parts, 5) < 0) abort();
}

/* Does a call and writes it down without another call of the process in between. */
#define LOGGED(known, call, kind, path, offset, data, size) \
    if (!(known)) return call; \
    pthread_mutex_lock(&turn); \
    long result = call; \
    if (result >= 0) note(kind, path, offset, data, size); \
    pthread_mutex_unlock(&turn); \
    return result;

static int opened(const char *path, int flags, mode_t mode) {
    int made = (flags & O_CREAT) && watched(path) && access(path, F_OK) != 0;
    LOGGED(made, syscall(SYS_openat, AT_FDCWD, path, flags, mode), 'C', path, 0, NULL, 0)
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        return opened(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *data, size_t size) {
    char path[PATH_MAX];
    int known = path_of(fd, path);
    off_t at = 0;
    if (known) at = fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
    LOGGED(known, syscall(SYS_write, fd, data, size), 'W', path, at, data, result)
}

static ssize_t pwritten(int fd, const void *data, size_t size, off_t at) {
    char path[PATH_MAX];
    LOGGED(path_of(fd, path), syscall(SYS_pwrite64, fd, data, size, at), 'W', path, at, data, result)
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return pwritten(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off_t at) { return pwritten(fd, data, size, at); }

static int truncated(int fd, off_t size) {
    char path[PATH_MAX];
    LOGGED(path_of(fd, path), syscall(SYS_ftruncate, fd, size), 'T', path, size, NULL, 0)
}
int ftruncate(int fd, off_t size) { return truncated(fd, size); }
int ftruncate64(int fd, off_t size) { return truncated(fd, size); }

static int synced(int fd, long call) {
    char path[PATH_MAX];
    LOGGED(path_of(fd, path), syscall(call, fd), 'S', path, 0, NULL, 0)
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

int unlink(const char *path) {
    LOGGED(watched(path), syscall(SYS_unlinkat, AT_FDCWD, path, 0), 'U', path, 0, NULL, 0)
}

int rename(const char *from, const char *to) {
    LOGGED(watched(from), syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0), 'R', from, 0, to, strlen(to))
}
