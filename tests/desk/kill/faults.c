/* Loaded into a desk under test by LD_PRELOAD: stands between it and the files of one directory.
 *
 * Every call that changes such a file, and every one that syncs it, is counted and written to a log with all its bytes;
 * at one of them the process is killed, or the call fails. Requests that leave on a socket are written to the same log,
 * so that it shows what was on the disk when they did. Files anywhere else are left alone.
 *
 *   FAULTS_DIR   the directory, absolute and without links
 *   FAULTS_LOG   where the log is appended to; not in the directory
 *   FAULTS_AT    the number of the call at which it happens, counted from 1; 0 for never
 *   FAULTS_DO    "before": killed before the call; "half": after half of a write;
 *                "once:28", "from:28": the call fails with this errno, or so do all from it on that it concerns
 *
 * Counting begins when somebody opens "begin-faults" in the directory, and failing ends when somebody opens
 * "end-faults". Neither is there. Opening "ack-…", which is not there either, notes that name: something was said to be
 * done by then.
 *
 * A record of the log is a line "kind number inode offset length name" and then `length` bytes:
 *   O open (of a file that was there)   C create   W write   T truncate (offset is the new length)   Y sync
 *   R rename   L link   U unlink        D what is in the directory now: lines "inode name"
 *   S a request that is about to leave, as far as it is in the first piece   A something was said to be done
 * Number 0: it was not counted.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES_MAX 65536
#define NAMES_MAX 65536
#define REQUEST_MAX 16384

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *dir;
static size_t dir_length;
static int log_file = -1;
static long at, number;
static int counting, failing_over;
static int kills_half, fails, fails_from, fault;
/* The inode of a file of the directory by its descriptor; 0 for all others. */
static unsigned long inode_of[FILES_MAX];
static char names[NAMES_MAX];

static void start(void) {
    dir = getenv("FAULTS_DIR");
    const char *log_path = getenv("FAULTS_LOG");
    if (!dir || !log_path) {
        dir = NULL;
        return;
    }
    dir_length = strlen(dir);
    const char *when = getenv("FAULTS_AT"), *what = getenv("FAULTS_DO");
    at = when ? atol(when) : 0;
    if (what) {
        kills_half = strcmp(what, "half") == 0;
        fails_from = strncmp(what, "from:", 5) == 0;
        fails = fails_from || strncmp(what, "once:", 5) == 0;
        fault = fails ? atoi(what + 5) : 0;
    }
    log_file = syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_on(void) {
    pthread_once(&once, start);
    return dir != NULL;
}

static void put(const void *bytes, size_t length) {
    const char *next = bytes;
    while (length > 0) {
        long written = syscall(SYS_write, log_file, next, length);
        if (written <= 0) {
            syscall(SYS_kill, getpid(), SIGABRT);
        }
        next += written;
        length -= written;
    }
}

static void record(char kind, long count, unsigned long inode, long offset, const void *bytes, size_t length,
                   const char *name) {
    char line[512];
    int size = snprintf(line, sizeof line, "%c %ld %lu %ld %zu %s\n", kind, count, inode, offset, length, name);
    put(line, size);
    put(bytes, length);
}

/* The name in the directory; NULL for what is elsewhere or further down. */
static const char *name_in_dir(const char *path) {
    if (!path || strncmp(path, dir, dir_length) != 0 || path[dir_length] != '/') {
        return NULL;
    }
    const char *name = path + dir_length + 1;
    return strchr(name, '/') ? NULL : name;
}

/* Logs what is in the directory where that has changed: some changes are made past the C library. */
static void look_at_names(void) {
    char now[NAMES_MAX];
    size_t length = 0;
    int kept_errno = errno;
    DIR *open_dir = opendir(dir);
    struct dirent *entry;
    while (open_dir && (entry = readdir(open_dir))) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && length + 300 < sizeof now) {
            length += snprintf(now + length, sizeof now - length, "%lu %s\n", (unsigned long)entry->d_ino, entry->d_name);
        }
    }
    if (open_dir) {
        closedir(open_dir);
    }
    now[length] = 0;
    if (strcmp(now, names) != 0) {
        strcpy(names, now);
        record('D', 0, 0, 0, names, length, "-");
    }
    errno = kept_errno;
}

static void die(void) {
    look_at_names();
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) {
        pause();
    }
}

/* Whether such a call is one that the disk, the system or the directory refuses with the errno. */
static int concerns(char kind) {
    switch (fault) {
    case ENOSPC: return kind == 'W' || kind == 'C';
    case EMFILE: return kind == 'O' || kind == 'C';
    case EROFS: return kind != 'O' && kind != 'Y';
    default: return 1;
    }
}

/* Counts a call that is about to be made. Killed here, or told whether it is to fail. */
static int counts(char kind, int *half) {
    *half = 0;
    look_at_names();
    if (!counting) {
        return 0;
    }
    number++;
    if (fails) {
        int now = fails_from ? number >= at && !failing_over : number == at;
        if (at > 0 && now && concerns(kind)) {
            errno = fault;
            return -1;
        }
        return 0;
    }
    if (number == at) {
        if (!kills_half || kind != 'W') {
            die();
        }
        *half = 1;
    }
    return 0;
}

static long counted(void) { return counting ? number : 0; }

static int open_any(int at_dir, const char *path, int flags, mode_t mode) {
    if (!is_on()) {
        return syscall(SYS_openat, at_dir, path, flags, mode);
    }
    const char *name = at_dir == AT_FDCWD ? name_in_dir(path) : NULL;
    int is_dir = at_dir == AT_FDCWD && path && strcmp(path, dir) == 0;
    if (!name && !is_dir) {
        int file = syscall(SYS_openat, at_dir, path, flags, mode);
        if (file >= 0 && file < FILES_MAX) {
            inode_of[file] = 0;
        }
        return file;
    }
    pthread_mutex_lock(&lock);
    if (name && strcmp(name, "begin-faults") == 0) {
        counting = 1;
    } else if (name && strcmp(name, "end-faults") == 0) {
        failing_over = 1;
    } else if (name && strncmp(name, "ack-", 4) == 0) {
        look_at_names();
        record('A', 0, 0, 0, "", 0, name);
    }
    struct stat about;
    int is_there = fstatat(AT_FDCWD, path, &about, 0) == 0;
    int creates = !is_there && (flags & O_CREAT);
    int half, file = -1;
    char kind = creates ? 'C' : 'O';
    /* What is not there and is not made is no call to count. */
    if ((!is_there && !creates) || counts(kind, &half) == 0) {
        file = syscall(SYS_openat, at_dir, path, flags, mode);
    }
    if (file >= 0 && file < FILES_MAX) {
        int kept_errno = errno;
        fstat(file, &about);
        inode_of[file] = about.st_ino;
        record(kind, counted(), about.st_ino, 0, "", 0, name ? name : ".");
        if (flags & O_TRUNC) {
            record('T', counted(), about.st_ino, 0, "", 0, "-");
        }
        errno = kept_errno;
    }
    pthread_mutex_unlock(&lock);
    return file;
}

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

#define OPENS(name)                                                                                                    \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = mode_of(flags, rest);                                                                            \
        va_end(rest);                                                                                                  \
        return open_any(AT_FDCWD, path, flags, mode);                                                                  \
    }
#define OPENS_AT(name)                                                                                                 \
    int name(int at_dir, const char *path, int flags, ...) {                                                           \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = mode_of(flags, rest);                                                                            \
        va_end(rest);                                                                                                  \
        return open_any(at_dir, path, flags, mode);                                                                    \
    }
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

int close(int file) {
    if (file >= 0 && file < FILES_MAX) {
        inode_of[file] = 0;
    }
    return syscall(SYS_close, file);
}

static unsigned long tracked(int file) { return is_on() && file >= 0 && file < FILES_MAX ? inode_of[file] : 0; }

/* Writes the bytes at the place, or where the file stands if that is below zero. */
static ssize_t put_in_file(int file, const void *bytes, size_t length, off_t place) {
    return place < 0 ? syscall(SYS_write, file, bytes, length) : syscall(SYS_pwrite64, file, bytes, length, place);
}

static ssize_t write_tracked(int file, unsigned long inode, const void *bytes, size_t length, off_t place) {
    int half;
    pthread_mutex_lock(&lock);
    ssize_t written = -1;
    if (counts('W', &half) == 0) {
        off_t from = place < 0 ? syscall(SYS_lseek, file, 0, SEEK_CUR) : place;
        written = put_in_file(file, bytes, half ? length / 2 : length, place);
        record('W', counted(), inode, from, bytes, written > 0 ? written : 0, "-");
        if (half) {
            die();
        }
    }
    pthread_mutex_unlock(&lock);
    return written;
}

/* A request that is about to leave is noted before its first byte does. */
static void note_request(const struct iovec *pieces, size_t count) {
    char bytes[REQUEST_MAX];
    size_t length = 0;
    if (count == 0 || pieces[0].iov_len < 5 || !is_on()) {
        return;
    }
    const char *first = pieces[0].iov_base;
    if (strncmp(first, "POST ", 5) != 0 && strncmp(first, "PUT ", 4) != 0) {
        return;
    }
    for (size_t index = 0; index < count; index++) {
        size_t some = pieces[index].iov_len;
        some = some < REQUEST_MAX - length ? some : REQUEST_MAX - length;
        memcpy(bytes + length, pieces[index].iov_base, some);
        length += some;
    }
    pthread_mutex_lock(&lock);
    look_at_names();
    record('S', 0, 0, 0, bytes, length, "-");
    pthread_mutex_unlock(&lock);
}

ssize_t write(int file, const void *bytes, size_t length) {
    unsigned long inode = tracked(file);
    if (inode) {
        return write_tracked(file, inode, bytes, length, -1);
    }
    struct iovec piece = {(void *)bytes, length};
    note_request(&piece, 1);
    return syscall(SYS_write, file, bytes, length);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t place) {
    unsigned long inode = tracked(file);
    return inode ? write_tracked(file, inode, bytes, length, place) : syscall(SYS_pwrite64, file, bytes, length, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t place) { return pwrite(file, bytes, length, place); }

ssize_t writev(int file, const struct iovec *pieces, int count) {
    unsigned long inode = tracked(file);
    if (inode) {
        /* The caller goes on with the rest. */
        return count > 0 ? write_tracked(file, inode, pieces[0].iov_base, pieces[0].iov_len, -1) : 0;
    }
    note_request(pieces, count);
    return syscall(SYS_writev, file, pieces, count);
}

ssize_t send(int file, const void *bytes, size_t length, int flags) {
    struct iovec piece = {(void *)bytes, length};
    note_request(&piece, 1);
    return syscall(SYS_sendto, file, bytes, length, flags, NULL, 0);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    note_request(message->msg_iov, message->msg_iovlen);
    return syscall(SYS_sendmsg, file, message, flags);
}

static int sync_any(int file, long call) {
    unsigned long inode = tracked(file);
    if (!inode) {
        return syscall(call, file);
    }
    int half, done = -1;
    pthread_mutex_lock(&lock);
    if (counts('Y', &half) == 0) {
        done = syscall(call, file);
        record('Y', counted(), inode, 0, "", 0, "-");
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int fsync(int file) { return sync_any(file, SYS_fsync); }
int fdatasync(int file) { return sync_any(file, SYS_fdatasync); }

int ftruncate(int file, off_t length) {
    unsigned long inode = tracked(file);
    if (!inode) {
        return syscall(SYS_ftruncate, file, length);
    }
    int half, done = -1;
    pthread_mutex_lock(&lock);
    if (counts('T', &half) == 0) {
        done = syscall(SYS_ftruncate, file, length);
        record('T', counted(), inode, length, "", 0, "-");
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }

static int change_now(char kind, const char *path, const char *other) {
    switch (kind) {
    case 'U': return unlinkat(AT_FDCWD, path, 0);
    case 'L': return linkat(AT_FDCWD, path, AT_FDCWD, other, 0);
    default: return renameat(AT_FDCWD, path, AT_FDCWD, other);
    }
}

/* Changes of names need no bytes in the log: what is in the directory is looked at before the next call. */
static int change_names(char kind, const char *path, const char *other) {
    const char *name = is_on() ? name_in_dir(path) : NULL;
    name = !name && dir && other ? name_in_dir(other) : name;
    if (!name) {
        return change_now(kind, path, other);
    }
    int half, done = -1;
    pthread_mutex_lock(&lock);
    if (counts(kind, &half) == 0) {
        done = change_now(kind, path, other);
        int kept_errno = errno;
        record(kind, counted(), 0, 0, "", 0, name);
        look_at_names();
        errno = kept_errno;
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int rename(const char *from, const char *to) { return change_names('R', from, to); }
int link(const char *from, const char *to) { return change_names('L', from, to); }
int unlink(const char *path) { return change_names('U', path, NULL); }
