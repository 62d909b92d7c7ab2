#include "lab/spawn.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/strings.h"

namespace assay::lab {
namespace {

// Descriptors of the parent are moved up here, so that dup2 in the child never hits one of them.
constexpr int kLowestDescriptor = 16;
constexpr int kBufferBytes = 4 << 20;  // larger socket buffers gave nothing more in measurements
constexpr size_t kPage = 4096;

// Everything that the child needs between vfork and exec: no memory may be taken there.
struct ChildPlan {
  char** argv;
  char** envp;
  const char* folder;
  int socket, stage, output;
  ProcessLimits limits;
  volatile int failed_errno;
};

void SetLimit(int which, uint64_t value) {
  const rlimit limit{value, value};
  setrlimit(static_cast<__rlimit_resource>(which), &limit);
}

// Runs in the child, which shares the parent's memory until exec: system calls only.
void RunChild(ChildPlan& plan) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  SetLimit(RLIMIT_CORE, 0);
  if (plan.limits.address_space > 0) SetLimit(RLIMIT_AS, plan.limits.address_space);
  if (plan.limits.file_size > 0) SetLimit(RLIMIT_FSIZE, plan.limits.file_size);
  const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score >= 0) {
    if (write(score, "1000", 4) != 4) {
      // The kernel then chooses by size alone; nothing to be done here.
    }
    close(score);
  }
  const int null = open("/dev/null", O_RDONLY);
  if (null < 0 || dup2(null, 0) < 0 || dup2(plan.output, 1) < 0 || dup2(plan.output, 2) < 0 ||
      dup2(plan.socket, Process::kSocketInChild) < 0 ||
      dup2(plan.stage, Process::kStageInChild) < 0 || chdir(plan.folder) != 0) {
    plan.failed_errno = errno;
    _exit(127);
  }
  syscall(SYS_close_range, Process::kStageInChild + 1, ~0U, 0);
  execve(plan.argv[0], plan.argv, plan.envp);
  plan.failed_errno = errno;
  _exit(127);
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

int MoveUp(int descriptor) {
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, kLowestDescriptor);
  close(descriptor);
  return moved;
}

// The session of a process, the fourth field behind the command's name in /proc/PID/stat; -1 when
// it is gone.
pid_t SessionOf(const char* pid) {
  const int fd = open(StrCat("/proc/", pid, "/stat").c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  char text[512];
  const ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  if (got <= 0) return -1;
  text[got] = '\0';
  const char* after_name = std::strrchr(text, ')');
  int parent = 0, group = 0, session = -1;
  char state = 0;
  if (after_name == nullptr ||
      std::sscanf(after_name + 1, " %c %d %d %d", &state, &parent, &group, &session) != 4)
    return -1;
  return session;
}

// Ends every process of `session`: children may have left the group of the leader.
void KillSession(pid_t session) {
  DIR* folder = opendir("/proc");
  if (folder == nullptr) return;
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    if (SessionOf(entry->d_name) == session) kill(std::atoi(entry->d_name), SIGKILL);
  }
  closedir(folder);
}

Status NoDescriptors() {
  return Invalid(StrCat("no more descriptors for a worker: ", std::strerror(errno)));
}

}  // namespace

Channels::~Channels() {
  for (const int fd : {ours, theirs, output_read, output_write, stage})
    if (fd >= 0) close(fd);
}

Status Channels::Open() {
  int pair[2], ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return NoDescriptors();
  ours = MoveUp(pair[0]);
  theirs = MoveUp(pair[1]);
  for (const int fd : {ours, theirs})
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &kBufferBytes, sizeof kBufferBytes);
  if (pipe2(ends, O_CLOEXEC) != 0) return NoDescriptors();
  output_read = MoveUp(ends[0]);
  output_write = MoveUp(ends[1]);
  const int page = memfd_create("assay-stage", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (page < 0) return NoDescriptors();
  stage = MoveUp(page);
  // Sealed, so that a child cannot shrink it under the parent's feet.
  const bool opened = ours >= 0 && theirs >= 0 && output_read >= 0 && output_write >= 0 &&
                      stage >= 0 && ftruncate(stage, kPage) == 0 &&
                      fcntl(stage, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
  return opened ? Status() : NoDescriptors();
}

Result<Child> Adopt(pid_t pid, Channels& channels) {
  void* page = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, channels.stage, 0);
  if (page == MAP_FAILED) return Invalid(StrCat("mmap for a worker: ", std::strerror(errno)));
  Child out{pid, std::exchange(channels.ours, -1), std::exchange(channels.output_read, -1),
            static_cast<volatile uint8_t*>(page)};
  fcntl(out.output, F_SETFL, O_NONBLOCK);
  return out;
}

Result<Child> Spawn(const Command& command, const ProcessLimits& limits) {
  ASSAY_CHECK(!command.words.empty()) << "a command without words";
  Channels channels;
  ASSAY_RETURN_IF_ERROR(channels.Open());
  std::vector<std::string> words = command.words, variables;
  for (const auto& [name, value] : command.variables) variables.push_back(name + "=" + value);
  const std::vector<char*> argv = Pointers(words), envp = Pointers(variables);
  ChildPlan plan{const_cast<char**>(argv.data()),
                 const_cast<char**>(envp.data()),
                 command.folder.c_str(),
                 channels.theirs,
                 channels.stage,
                 channels.output_write,
                 limits,
                 0};
  // No signal handler of the parent may run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = vfork();
  if (pid == 0) RunChild(plan);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return Invalid(StrCat("no more processes: ", std::strerror(errno)));
  auto child = Adopt(pid, channels);
  if (child.ok() && plan.failed_errno == 0) return child;
  EndSession(pid);
  if (!child.ok()) return child.error();
  child->pid = -1;
  Release(*child);
  return Invalid(StrCat("cannot start ", words[0], ": ", std::strerror(plan.failed_errno)));
}

Exit EndSession(pid_t pid) {
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
  KillSession(pid);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? Exit{true, WTERMSIG(status)} : Exit{false, WEXITSTATUS(status)};
}

void Release(Child& child) {
  if (child.pid > 0) EndSession(child.pid);
  if (child.socket >= 0) close(child.socket);
  if (child.output >= 0) close(child.output);
  if (child.stage != nullptr) munmap(const_cast<uint8_t*>(child.stage), kPage);
  child = {};
}

}  // namespace assay::lab
