#include "program/sandbox/launch.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/strings.h"

namespace assay::program {
namespace {

using Kind = Step::Kind;

// Descriptors are moved up here first, so that dup2 in the child never hits one that is still
// needed.
constexpr int kLowestDescriptor = 64;
constexpr int kCannotStart = 127;

// Where the child stopped; written to the caller before it gives up.
struct Failure {
  int step;  // -1: descriptors, -2: exec
  int reason;
};

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

bool Limit(int which, uint64_t value) {
  const rlimit limit{value, value};
  return setrlimit(static_cast<__rlimit_resource>(which), &limit) == 0;
}

bool MakeFile(const char* path) {
  const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file >= 0) close(file);
  return file >= 0;
}

bool Take(const Step& step) {
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
  }
  return false;
}

struct ChildPlan {
  const Launch& launch;
  char* const* argv;
  char* const* envp;
  int report;
  std::vector<int> descriptors;  // to become 0, 1, 2, 3, …
};

[[noreturn]] void GiveUp(const ChildPlan& plan, int step) {
  const Failure failure{step, errno};
  if (write(plan.report, &failure, sizeof failure) < 0) {
    // The caller then sees an early end without a reason.
  }
  _exit(kCannotStart);
}

[[noreturn]] void RunChild(const ChildPlan& plan) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  for (size_t i = 0; i < plan.descriptors.size(); ++i)
    if (dup2(plan.descriptors[i], static_cast<int>(i)) < 0) GiveUp(plan, -1);
  // Whatever else the caller has open, and forgot to mark, stays behind.
  constexpr unsigned kCloseOnExec = 4;  // CLOSE_RANGE_CLOEXEC
  syscall(SYS_close_range, static_cast<unsigned>(plan.descriptors.size()), ~0U, kCloseOnExec);
  for (size_t i = 0; i < plan.launch.steps.size(); ++i)
    if (!Take(plan.launch.steps[i])) GiveUp(plan, static_cast<int>(i));
  execve(plan.argv[0], plan.argv, plan.envp);
  GiveUp(plan, -2);
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

std::string Describe(const Launch& launch, const Failure& failure) {
  const std::string reason = std::strerror(failure.reason);
  if (failure.step == -1) return "descriptors: " + reason;
  if (failure.step == -2) return StrCat("cannot start ", launch.words[0], ": ", reason);
  const Step& step = launch.steps[static_cast<size_t>(failure.step)];
  return StrCat("step ", failure.step, " of the sandbox (kind ", static_cast<int>(step.kind), " ",
                step.text, " ", step.other, "): ", reason);
}

// Descriptors of a launch, moved up and closed at the end.
struct Moved {
  std::vector<int> all;
  ~Moved() {
    for (const int fd : all)
      if (fd >= 0) close(fd);
  }
  bool Add(int descriptor) {
    const int null = descriptor < 0 ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
    all.push_back(fcntl(descriptor < 0 ? null : descriptor, F_DUPFD_CLOEXEC, kLowestDescriptor));
    if (null >= 0) close(null);
    return all.back() >= 0;
  }
};

}  // namespace

Result<pid_t> StartLaunch(const Launch& launch) {
  ASSAY_CHECK(!launch.words.empty()) << "a launch without words";
  Moved moved;
  bool fine = moved.Add(launch.input) && moved.Add(launch.output) && moved.Add(launch.error);
  for (const int fd : launch.passed) fine = fine && moved.Add(fd);
  int report[2];
  if (!fine || pipe2(report, O_CLOEXEC) != 0)
    return Invalid(StrCat("no more descriptors for a sandbox: ", std::strerror(errno)));
  const int report_end = fcntl(report[1], F_DUPFD_CLOEXEC, kLowestDescriptor);
  close(report[1]);
  std::vector<std::string> words = launch.words, variables;
  for (const auto& [name, value] : launch.variables) variables.push_back(name + "=" + value);
  const std::vector<char*> argv = Pointers(words), envp = Pointers(variables);
  const ChildPlan plan{launch, argv.data(), envp.data(), report_end, moved.all};
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = fork();
  if (pid == 0) RunChild(plan);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  close(report_end);
  Failure failure{};
  // Ends at exec: the child's copy of the pipe closes then.
  const ssize_t got = pid < 0 ? 0 : read(report[0], &failure, sizeof failure);
  close(report[0]);
  if (pid < 0) return Invalid(StrCat("no more processes: ", std::strerror(errno)));
  if (got != sizeof failure) return pid;
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  return Invalid(Describe(launch, failure));
}

}  // namespace assay::program
