#include "program/sandbox/launch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/strings.h"

namespace assay::program {
namespace {

// Descriptors are moved up here first, so that dup2 in the child never hits one that is still
// needed.
constexpr int kLowestDescriptor = 64;

// Where the child stopped; written to the caller before it gives up.
struct Failure {
  int step;  // -1: descriptors, -2: exec
  int reason;
};

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
    if (!TakeStep(plan.launch.steps[i])) GiveUp(plan, static_cast<int>(i));
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
