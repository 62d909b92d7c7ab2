#include "lab/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

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

struct Channels {
  int ours = -1, theirs = -1, output_read = -1, output_write = -1, stage = -1;
  ~Channels() {
    for (const int fd : {ours, theirs, output_read, output_write, stage})
      if (fd >= 0) close(fd);
  }
  bool Open() {
    int pair[2], ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
    ours = MoveUp(pair[0]);
    theirs = MoveUp(pair[1]);
    for (const int fd : {ours, theirs})
      setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &kBufferBytes, sizeof kBufferBytes);
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    output_read = MoveUp(ends[0]);
    output_write = MoveUp(ends[1]);
    const int page = memfd_create("assay-stage", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (page < 0) return false;
    stage = MoveUp(page);
    // Sealed, so that a child cannot shrink it under the parent's feet.
    return ours >= 0 && theirs >= 0 && output_read >= 0 && output_write >= 0 && stage >= 0 &&
           ftruncate(stage, kPage) == 0 &&
           fcntl(stage, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
  }
};

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

}  // namespace

Result<Process> Process::Start(const Command& command, const ProcessLimits& limits) {
  ASSAY_CHECK(!command.words.empty()) << "a command without words";
  Channels channels;
  if (!channels.Open())
    return Invalid(StrCat("no more descriptors for a worker: ", std::strerror(errno)));
  Process process;
  void* page = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, channels.stage, 0);
  if (page == MAP_FAILED) return Invalid(StrCat("mmap for a worker: ", std::strerror(errno)));
  process.stage_ = static_cast<volatile uint8_t*>(page);

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
  process.pid_ = pid;
  process.socket_ = std::exchange(channels.ours, -1);
  process.output_ = std::exchange(channels.output_read, -1);
  fcntl(process.output_, F_SETFL, O_NONBLOCK);
  if (plan.failed_errno != 0)
    return Invalid(StrCat("cannot start ", words[0], ": ", std::strerror(plan.failed_errno)));
  return process;
}

Process::Process(Process&& other) noexcept { *this = std::move(other); }

Process& Process::operator=(Process&& other) noexcept {
  if (this == &other) return *this;
  Close();
  pid_ = std::exchange(other.pid_, -1);
  reaped_ = other.reaped_;
  exit_ = other.exit_;
  socket_ = std::exchange(other.socket_, -1);
  output_ = std::exchange(other.output_, -1);
  stage_ = std::exchange(other.stage_, nullptr);
  return *this;
}

Process::~Process() { Close(); }

void Process::Close() {
  if (pid_ > 0) Kill();
  if (socket_ >= 0) close(socket_);
  if (output_ >= 0) close(output_);
  if (stage_ != nullptr) munmap(const_cast<uint8_t*>(stage_), kPage);
  pid_ = socket_ = output_ = -1;
  stage_ = nullptr;
}

uint8_t Process::stage() const { return *stage_; }
void Process::ClearStage() { *stage_ = 0; }

double Process::CpuSeconds() const {
  clockid_t clock;
  timespec time{};
  if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::map<int, double> Process::QueueSeconds() const {
  const std::string folder = StrCat("/proc/", pid_, "/task");
  DIR* threads = opendir(folder.c_str());
  if (threads == nullptr) return {};
  std::map<int, double> out;
  bool told = false;  // a kernel without these figures says that nobody ever ran
  while (const dirent* entry = readdir(threads)) {
    if (entry->d_name[0] == '.') continue;
    FILE* file = std::fopen(StrCat(folder, "/", entry->d_name, "/schedstat").c_str(), "re");
    if (file == nullptr) continue;
    unsigned long long ran = 0, waited = 0;  // nanoseconds
    if (std::fscanf(file, "%llu %llu", &ran, &waited) == 2) {
      out[std::atoi(entry->d_name)] = static_cast<double>(waited) * 1e-9;
      told |= ran > 0;
    }
    std::fclose(file);
  }
  closedir(threads);
  return told ? out : std::map<int, double>();
}

uint64_t Process::ResidentBytes() const {
  FILE* file = std::fopen(StrCat("/proc/", pid_, "/statm").c_str(), "re");
  if (file == nullptr) return 0;
  unsigned long long size = 0, resident = 0;  // pages
  const int read = std::fscanf(file, "%llu %llu", &size, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

bool Process::Ended(Exit& exit) {
  if (!reaped_) {
    // Left unreaped until the session is killed: the number must not go to another process.
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0)
      return false;
    Kill();
  }
  exit = exit_;
  return true;
}

Exit Process::Kill() {
  if (reaped_) return exit_;
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  KillSession(pid_);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
  exit_ = WIFSIGNALED(status) ? Exit{true, WTERMSIG(status)} : Exit{false, WEXITSTATUS(status)};
  return exit_;
}

std::string ExitText(const Exit& exit) {
  if (!exit.signalled) return StrCat("exit code ", exit.number);
  switch (exit.number) {
    case SIGSEGV:
      return "segmentation fault";
    case SIGABRT:
      return "abort";
    case SIGFPE:
      return "arithmetic exception (SIGFPE)";
    case SIGILL:
      return "illegal instruction";
    case SIGBUS:
      return "bus error";
    case SIGKILL:
      return "killed";
    default:
      return StrCat("signal ", exit.number, " (", strsignal(exit.number), ")");
  }
}

}  // namespace assay::lab
