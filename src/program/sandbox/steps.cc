// The steps of a launch, as system calls. They run between fork and exec: nothing here may allocate
// memory or take a lock.
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "program/sandbox/launch.h"

namespace assay::program {
namespace {

using Kind = Step::Kind;

bool WriteText(const char* path, const char* text, size_t size) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = write(file, text, size) == static_cast<ssize_t>(size);
  const int reason = errno;
  close(file);
  errno = reason;
  return done;
}

bool Become(uint64_t id) {
  const auto user = static_cast<uid_t>(id);
  // Raw calls: the C library would ask all threads of the caller to do the same.
  if (syscall(SYS_setgroups, 0, nullptr) != 0 || syscall(SYS_setresgid, user, user, user) != 0 ||
      syscall(SYS_setresuid, user, user, user) != 0)
    return false;
  // Without this /proc/self belongs to root and the map of users cannot be written.
  return prctl(PR_SET_DUMPABLE, 1) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
}

bool ChangeRoot(const char* root) {
  // The new root covers the old one, which is then taken away: no place to keep it is needed.
  return chdir(root) == 0 && syscall(SYS_pivot_root, ".", ".") == 0 &&
         umount2(".", MNT_DETACH) == 0 && chdir("/") == 0;
}

bool MakeReadOnly(const char* path) {
  struct {
    uint64_t set, clear, propagation, userns;
  } change{1 /* MOUNT_ATTR_RDONLY */ | 2 /* NOSUID */, 0, 0, 0};
  constexpr int kRecursive = 0x8000;  // AT_RECURSIVE
  return syscall(442 /* mount_setattr */, AT_FDCWD, path, kRecursive, &change, sizeof change) == 0;
}

// Ends as the child did. A signal is passed on as an exit code above 128, as shells do.
[[noreturn]] void EndAs(int status) {
  _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

// Kills what the program left running. In a process namespace the kernel does it; without one,
// orphans come to this process, which asked to be given them.
void EndOrphans() {
  for (;;) {
    char text[4096];
    const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    const ssize_t got = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (got <= 0) return;
    text[got] = 0;
    for (const char* at = text; *at != 0;) {
      pid_t pid = 0;
      while (*at >= '0' && *at <= '9') pid = pid * 10 + (*at++ - '0');
      if (pid > 0) kill(pid, SIGKILL);
      if (*at != 0) ++at;
    }
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  }
}

// Forks; the parent closes what it does not need and lives as long as the child.
bool ForkAndWait(bool reap_all) {
  const pid_t child = static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, 0));
  if (child < 0) return false;
  if (child == 0) return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
  if (reap_all) prctl(PR_SET_CHILD_SUBREAPER, 1);
  syscall(SYS_close_range, 0, ~0U, 0);
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(reap_all ? -1 : child, &status, 0);
    if (ended == child && reap_all) EndOrphans();
    if (ended == child) EndAs(status);
    if (ended < 0 && errno != EINTR) _exit(kCannotStart);
  }
}

bool DropPrivileges() {
  for (int capability = 0; capability <= 63; ++capability)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);  // fails beyond the last one that the kernel knows
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_capset, &header, none) == 0;
}

bool InstallFilter(const std::string& filter) {
  const sock_fprog program{static_cast<unsigned short>(filter.size() / sizeof(sock_filter)),
                           reinterpret_cast<sock_filter*>(const_cast<char*>(filter.data()))};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

// A limit that is stricter already stays as it is: nobody but root may lift it, and it keeps the
// promise, too.
bool Limit(int which, uint64_t value) {
  const auto resource = static_cast<__rlimit_resource>(which);
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return false;
  const rlim_t most = limit.rlim_max < value ? limit.rlim_max : value;
  limit = {most, most};
  return setrlimit(resource, &limit) == 0;
}

bool RaiseLoopback() {
  const int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (handle < 0) return false;
  ifreq request{};
  std::memcpy(request.ifr_name, "lo", sizeof "lo");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  const bool done = ioctl(handle, SIOCSIFFLAGS, &request) == 0;
  close(handle);
  return done;
}

bool MakeFile(const char* path) {
  const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file >= 0) close(file);
  return file >= 0;
}

}  // namespace

bool TakeStep(const Step& step) {
  const char* text = step.text.c_str();
  switch (step.kind) {
    case Kind::kUnshare:
      return unshare(static_cast<int>(step.number)) == 0;
    case Kind::kMount:
      return mount(text, step.other.c_str(), step.type.c_str(), step.number,
                   step.data.empty() ? nullptr : step.data.c_str()) == 0;
    case Kind::kReadOnly:
      return MakeReadOnly(text);
    case Kind::kFolder:
      return mkdir(text, 0755) == 0 || errno == EEXIST;
    case Kind::kFile:
      return MakeFile(text);
    case Kind::kLink:
      return symlink(step.other.c_str(), text) == 0;
    case Kind::kWrite:
      return WriteText(text, step.other.data(), step.other.size());
    case Kind::kBecome:
      return Become(step.number);
    case Kind::kRoot:
      return ChangeRoot(text);
    case Kind::kForkInit:
      return ForkAndWait(false);
    case Kind::kForkProgram:
      return ForkAndWait(true);
    case Kind::kLimit:
      return Limit(step.which, step.number);
    case Kind::kNoPrivileges:
      return DropPrivileges();
    case Kind::kFilter:
      return InstallFilter(step.data);
    case Kind::kFileRules:
      return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
             syscall(446 /* landlock_restrict_self */, step.number, 0) == 0;
    case Kind::kChangeFolder:
      return chdir(text) == 0;
    case Kind::kLoopback:
      return RaiseLoopback();
  }
  return false;
}

}  // namespace assay::program
