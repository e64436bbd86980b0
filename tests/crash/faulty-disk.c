/* A disk that fails, or at which the process is killed, for the crash tests: `faulty-disk.mjs` compiles it and has the
   dynamic linker load it before the C library. It counts writes and syncs of files in one folder, whether Node or a native
   library makes them. The environment says what happens at which call:

   PACT_DISK_FOLDER  the folder; calls on other files are not counted
   PACT_DISK_CALLS   "sync" or "write": what is counted. A write to a file opened with O_DSYNC is both.
   PACT_DISK_AT      the number of the call, from 1
   PACT_DISK_DO      "end-before" or "end-after": SIGKILL; "EIO" or "ENOSPC": the call fails; "short": it writes
                     half, and a single byte completely
   PACT_DISK_LASTS   "1": all later calls fail as well
   PACT_DISK_COUNT   a file to which the count is written at each call */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { COUNTS_NOTHING, IS_WRITE, IS_SYNC };
enum { GOES_ON, FAILS, IS_SHORT, ENDS_AFTER };

static long at, lasts, count;
static int counts_syncs, failure;
static const char *folder, *what = "", *count_path;
static size_t folder_length;

#define OWN(name) static __typeof__(&name) own_##name
OWN(write);
OWN(pwrite);
OWN(pwrite64);
OWN(writev);
OWN(pwritev);
OWN(pwritev64);
OWN(fsync);
OWN(fdatasync);
OWN(msync);
OWN(ftruncate);
OWN(ftruncate64);

#define FIND(name) own_##name = (__typeof__(own_##name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  FIND(write);
  FIND(pwrite);
  FIND(pwrite64);
  FIND(writev);
  FIND(pwritev);
  FIND(pwritev64);
  FIND(fsync);
  FIND(fdatasync);
  FIND(msync);
  FIND(ftruncate);
  FIND(ftruncate64);
  const char *text;
  if ((text = getenv("PACT_DISK_AT"))) at = atol(text);
  if ((text = getenv("PACT_DISK_LASTS"))) lasts = atol(text);
  if ((text = getenv("PACT_DISK_CALLS"))) counts_syncs = strcmp(text, "sync") == 0;
  if ((text = getenv("PACT_DISK_DO"))) what = text;
  count_path = getenv("PACT_DISK_COUNT");
  failure = strcmp(what, "ENOSPC") == 0 ? ENOSPC : EIO;
  folder_length = (folder = getenv("PACT_DISK_FOLDER")) ? strlen(folder) : 0;
}

static int is_ours(int fd) {
  char link[64], path[PATH_MAX];
  if (folder == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path);
  return length > (ssize_t)folder_length && strncmp(path, folder, folder_length) == 0;
}

static int reached(void) {
  long now = __sync_add_and_fetch(&count, 1);
  if (count_path != NULL) {
    char text[32];
    int length = snprintf(text, sizeof text, "%-12ld", now);
    int fd = open(count_path, O_WRONLY | O_CREAT, 0600);
    if (fd >= 0) {
      if (own_pwrite(fd, text, length, 0) < 0) perror(count_path);
      close(fd);
    }
  }
  if (at == 0 || now < at || (now > at && !lasts)) return GOES_ON;
  if (strcmp(what, "end-before") == 0) kill(getpid(), SIGKILL);
  if (strcmp(what, "end-after") == 0) return ENDS_AFTER;
  return strcmp(what, "short") == 0 ? IS_SHORT : FAILS;
}

static int outcome(int fd, int kind) {
  if (!is_ours(fd)) return GOES_ON;
  if (kind == IS_WRITE && counts_syncs && !(fcntl(fd, F_GETFL) & O_DSYNC)) return GOES_ON;
  if (kind == IS_SYNC && !counts_syncs) return GOES_ON;
  return reached();
}

#define DONE(result)                                   \
  __typeof__(result) answer = (result);                \
  if (how == ENDS_AFTER) kill(getpid(), SIGKILL);      \
  return answer;

#define FAIL                                           \
  errno = failure;                                     \
  return -1;

/* Never nothing: a program may try again forever. */
static size_t half_of(size_t size) { return (size + 1) / 2; }

ssize_t write(int fd, const void *bytes, size_t size) {
  int how = outcome(fd, IS_WRITE);
  if (how == FAILS) { FAIL }
  DONE(own_write(fd, bytes, how == IS_SHORT ? half_of(size) : size))
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  int how = outcome(fd, IS_WRITE);
  if (how == FAILS) { FAIL }
  DONE(own_pwrite(fd, bytes, how == IS_SHORT ? half_of(size) : size, offset))
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  int how = outcome(fd, IS_WRITE);
  if (how == FAILS) { FAIL }
  DONE(own_pwrite64(fd, bytes, how == IS_SHORT ? half_of(size) : size, offset))
}

/* A short write of many parts: the first half of the first part. */
#define PARTS(call)                                    \
  int how = outcome(fd, IS_WRITE);                     \
  struct iovec half = *parts;                          \
  if (how == FAILS) { FAIL }                           \
  if (how == IS_SHORT) {                               \
    half.iov_len = half_of(half.iov_len);                                 \
    parts = &half;                                     \
    number = 1;                                        \
  }                                                    \
  DONE(call)

ssize_t writev(int fd, const struct iovec *parts, int number) {
  PARTS(own_writev(fd, parts, number))
}

ssize_t pwritev(int fd, const struct iovec *parts, int number, off_t offset) {
  PARTS(own_pwritev(fd, parts, number, offset))
}

ssize_t pwritev64(int fd, const struct iovec *parts, int number, off64_t offset) {
  PARTS(own_pwritev64(fd, parts, number, offset))
}

int ftruncate(int fd, off_t size) {
  int how = outcome(fd, IS_WRITE);
  if (how == FAILS || how == IS_SHORT) { FAIL }
  DONE(own_ftruncate(fd, size))
}

int ftruncate64(int fd, off64_t size) {
  int how = outcome(fd, IS_WRITE);
  if (how == FAILS || how == IS_SHORT) { FAIL }
  DONE(own_ftruncate64(fd, size))
}

int fsync(int fd) {
  int how = outcome(fd, IS_SYNC);
  if (how == FAILS || how == IS_SHORT) { FAIL }
  DONE(own_fsync(fd))
}

int fdatasync(int fd) {
  int how = outcome(fd, IS_SYNC);
  if (how == FAILS || how == IS_SHORT) { FAIL }
  DONE(own_fdatasync(fd))
}

/* Only a database maps files for writing. */
int msync(void *start, size_t length, int flags) {
  int how = folder != NULL && counts_syncs && (flags & MS_SYNC) ? reached() : GOES_ON;
  if (how == FAILS || how == IS_SHORT) { FAIL }
  DONE(own_msync(start, length, flags))
}
