// A graphics card that is none, for a compositor that shows its screen to programs only where
// it has one, such as KWin. Mesa's renderer in software needs no more of a card than memory,
// which it takes by a few calls to the kernel ("dumb buffers"). They are answered here with
// files in memory, once this is loaded before the compositor's own libraries:
//
//	cc -shared -fPIC -O2 -o softcard.so softcard.c -ldl
//	GBM_ALWAYS_SOFTWARE=1 LD_PRELOAD=.../softcard.so kwin_wayland --virtual
//
// The calls are those of Linux's drm.h and drm_mode.h, the list of cards is that of libdrm's
// xf86drm.h. Neither header is needed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char primary[] = "/dev/dri/card0", render[] = "/dev/dri/renderD128";
static const char name[] = "softcard";       // of the files that stand for the card
static const dev_t number = 226 << 8;        // of the primary node of the first card

#define REAL(function) __typeof__(&function) real = (__typeof__(&function))dlsym(RTLD_NEXT, #function)

// is_card tells whether a file descriptor is one of the card's, however it was passed on.
static int is_card(int fd) {
	char link[32], file[64];
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, file, sizeof file - 1);
	if (n < 0)
		return 0;
	file[n] = 0;
	return strncmp(file, "/memfd:softcard", 15) == 0;
}

static int is_node(const char *path) { return !strcmp(path, primary) || !strcmp(path, render); }

int open(const char *path, int flags, ...) {
	mode_t mode = 0;
	if (flags & (O_CREAT | O_TMPFILE)) {
		va_list more;
		va_start(more, flags);
		mode = va_arg(more, mode_t);
		va_end(more);
	}
	if (is_node(path))
		return memfd_create(name, MFD_CLOEXEC);
	REAL(open);
	return real(path, flags, mode);
}
int open64(const char *, int, ...) __attribute__((alias("open")));

static int real_fstat(int fd, struct stat *s) {
	REAL(fstat);
	return real(fd, s);
}

int fstat(int fd, struct stat *s) {
	int result = real_fstat(fd, s);
	if (!result && S_ISREG(s->st_mode) && is_card(fd)) {
		s->st_mode = S_IFCHR | 0666;
		s->st_rdev = number;
	}
	return result;
}
// struct stat64 is the same on machines of 64 bits.
int fstat64(int, struct stat64 *) __attribute__((alias("fstat")));

// The buffers, by their handles. 0 is no handle.
enum { most = 4096 };
static struct {
	int file, users;
} buffers[most];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int known(uint32_t handle) { return handle > 0 && handle < most && buffers[handle].users > 0; }

static int fail(int why) {
	errno = why;
	return -1;
}

// add gives a file, which it then owns, a handle.
static int add(int file, uint32_t *handle) {
	if (file < 0)
		return -1;
	for (uint32_t h = 1; h < most; h++)
		if (!buffers[h].users) {
			buffers[h].file = file;
			buffers[h].users = 1;
			*handle = h;
			return 0;
		}
	close(file);
	return fail(ENOMEM);
}

// find gives a buffer that came as a file the handle that it has.
static int find(int file, uint32_t *handle) {
	struct stat wanted, s;
	if (real_fstat(file, &wanted))
		return -1;
	for (uint32_t h = 1; h < most; h++)
		if (known(h) && !real_fstat(buffers[h].file, &s) && s.st_dev == wanted.st_dev && s.st_ino == wanted.st_ino) {
			buffers[h].users++;
			*handle = h;
			return 0;
		}
	return add(fcntl(file, F_DUPFD_CLOEXEC, 0), handle);
}

struct version { int major, minor, patch; size_t name_len; char *name; size_t date_len; char *date; size_t desc_len; char *desc; };
struct capability { uint64_t which, value; };
struct dumb { uint32_t height, width, bpp, flags, handle, pitch; uint64_t size; };
struct place { uint32_t handle, pad; uint64_t offset; };
struct prime { uint32_t handle, flags; int32_t fd; };

// say answers a question for text, whose length is asked for first.
static void say(const char *text, char *to, size_t *len) {
	size_t n = strlen(text);
	if (to)
		memcpy(to, text, n < *len ? n : *len);
	*len = n;
}

// answer answers a call, by its number in drm.h.
static int answer(unsigned call, void *arg) {
	switch (call) {
	case 0x00: { // DRM_IOCTL_VERSION
		struct version *v = arg;
		v->major = 1, v->minor = v->patch = 0;
		say("vgem", v->name, &v->name_len);
		say("0", v->date, &v->date_len);
		say(name, v->desc, &v->desc_len);
		return 0;
	}
	case 0x0c: { // DRM_IOCTL_GET_CAP: dumb buffers, and passing them on as files
		struct capability *c = arg;
		c->value = c->which == 1 ? 1 : c->which == 5 ? 3 : 0;
		return 0;
	}
	case 0xb2: { // DRM_IOCTL_MODE_CREATE_DUMB
		struct dumb *d = arg;
		d->pitch = (d->width * ((d->bpp + 7) / 8) + 63) & ~63u;
		d->size = ((uint64_t)d->pitch * d->height + 4095) & ~(uint64_t)4095;
		int file = memfd_create("buffer", MFD_CLOEXEC);
		if (file >= 0 && ftruncate(file, (off_t)d->size)) {
			close(file);
			return -1;
		}
		return add(file, &d->handle);
	}
	case 0xb3: { // DRM_IOCTL_MODE_MAP_DUMB: where mmap finds it, which no file of its own has
		struct place *p = arg;
		p->offset = (uint64_t)p->handle << 32;
		return known(p->handle) ? 0 : fail(ENOENT);
	}
	case 0xb4:   // DRM_IOCTL_MODE_DESTROY_DUMB
	case 0x09: { // DRM_IOCTL_GEM_CLOSE
		uint32_t handle = *(uint32_t *)arg;
		if (!known(handle))
			return fail(ENOENT);
		if (!--buffers[handle].users)
			close(buffers[handle].file);
		return 0;
	}
	case 0x2d: { // DRM_IOCTL_PRIME_HANDLE_TO_FD
		struct prime *p = arg;
		if (!known(p->handle))
			return fail(ENOENT);
		p->fd = fcntl(buffers[p->handle].file, F_DUPFD_CLOEXEC, 0);
		return p->fd < 0 ? -1 : 0;
	}
	case 0x2e: { // DRM_IOCTL_PRIME_FD_TO_HANDLE
		struct prime *p = arg;
		return find(p->fd, &p->handle);
	}
	}
	return fail(EINVAL);
}

int ioctl(int fd, unsigned long request, ...) {
	va_list more;
	va_start(more, request);
	void *arg = va_arg(more, void *);
	va_end(more);
	if (_IOC_TYPE(request) == 'd' && is_card(fd)) {
		pthread_mutex_lock(&lock);
		int result = answer(_IOC_NR(request), arg);
		pthread_mutex_unlock(&lock);
		return result;
	}
	if (_IOC_TYPE(request) == 'b' && _IOC_NR(request) == 0)
		return 0; // DMA_BUF_IOCTL_SYNC: memory needs none
	REAL(ioctl);
	return real(fd, request, arg);
}

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
	REAL(mmap);
	uint32_t handle = (uint64_t)offset >> 32;
	if (handle && fd >= 0 && is_card(fd)) {
		pthread_mutex_lock(&lock);
		fd = known(handle) ? buffers[handle].file : -1;
		pthread_mutex_unlock(&lock);
		offset = 0;
	}
	return real(at, length, protection, flags, fd, offset);
}
void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));

// The list of cards, which libdrm makes from files of the kernel's: this one alone.
struct card {
	char **nodes;
	int available_nodes, bustype;
	void *businfo, *deviceinfo;
};
static char *nodes[] = {primary, "", render};
static char platform[512] = "vgem", *nothing[1], **compatible = nothing;
static struct card card = {nodes, 1 << 0 | 1 << 2, 2, platform, &compatible};

int drmGetDevices2(uint32_t flags, struct card **list, int n) {
	(void)flags;
	if (list && n > 0)
		list[0] = &card;
	return 1;
}
int drmGetDevice2(int fd, uint32_t flags, struct card **to) {
	(void)fd, (void)flags;
	*to = &card;
	return 0;
}
int drmGetDevice(int fd, struct card **to) { return drmGetDevice2(fd, 0, to); }
int drmGetDeviceFromDevId(dev_t id, uint32_t flags, struct card **to) { return drmGetDevice2((int)id, flags, to); }
void drmFreeDevice(struct card **c) { *c = NULL; }
void drmFreeDevices(struct card **list, int n) {
	(void)list, (void)n;
}
int drmDevicesEqual(struct card *a, struct card *b) { return a == b; }
