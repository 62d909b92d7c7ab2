#include "lab/process.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "lab/mould.h"
#include "lab/spawn.h"

namespace assay::lab {

Result<Process> Process::Start(const Command& command, const ProcessLimits& limits) {
  std::optional<Child> child = CopyFor(command, limits);
  if (!child.has_value()) {
    ASSAY_ASSIGN(child, Spawn(command, limits));
  }
  Process process;
  process.pid_ = child->pid;
  process.socket_ = child->socket;
  process.output_ = child->output;
  process.stage_ = child->stage;
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
  Child rest{-1, socket_, output_, stage_};
  Release(rest);
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
  if (!reaped_) exit_ = EndSession(pid_);
  reaped_ = true;
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
