// RunSandboxed: starts a box, feeds and drains it, and ends it at its limits.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "program/sandbox.h"
#include "program/sandbox/box.h"
#include "program/sandbox/usage.h"

namespace assay::program {
namespace {

namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;
// How often memory is looked at.
constexpr int kSampleMs = 50;

struct Pipe {
  int read_end = -1, write_end = -1;
  ~Pipe() { Close(); }
  bool Open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  void CloseRead() {
    if (read_end >= 0) close(std::exchange(read_end, -1));
  }
  void CloseWrite() {
    if (write_end >= 0) close(std::exchange(write_end, -1));
  }
  void Close() {
    CloseRead();
    CloseWrite();
  }
};

struct Running {
  pid_t pid = -1;
  Pipe input, output, error;
  size_t fed = 0;
  uint64_t printed = 0;
  Clock::time_point start = Clock::now();
  double Seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
};

// Keeps the first `limit` bytes.
void Drain(Pipe& pipe, std::string& text, bool& cut, uint64_t limit, uint64_t& printed) {
  char buffer[65536];
  const ssize_t got = read(pipe.read_end, buffer, sizeof buffer);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return pipe.CloseRead();
  printed += static_cast<uint64_t>(got);
  const size_t keep = std::min(static_cast<size_t>(got), static_cast<size_t>(limit - text.size()));
  text.append(buffer, keep);
  cut = cut || keep < static_cast<size_t>(got);
}

void Feed(Running& box, const std::string& text) {
  const ssize_t put = write(box.input.write_end, text.data() + box.fed, text.size() - box.fed);
  if (put > 0) box.fed += static_cast<size_t>(put);
  const bool broken = put < 0 && errno != EAGAIN && errno != EINTR;
  if (broken || box.fed == text.size()) box.input.CloseWrite();
}

void Exchange(Running& box, const SandboxRequest& request, SandboxOutcome& out) {
  pollfd waits[] = {{box.output.read_end, POLLIN, 0},
                    {box.error.read_end, POLLIN, 0},
                    {box.input.write_end, POLLOUT, 0}};
  if (poll(waits, 3, kSampleMs) <= 0) return;
  const uint64_t limit = request.limits.output_bytes;
  if (waits[0].revents != 0) Drain(box.output, out.out, out.out_cut, limit, box.printed);
  if (waits[1].revents != 0) {
    const size_t before = out.err.size();
    Drain(box.error, out.err, out.err_cut, limit, box.printed);
    if (request.on_error) request.on_error(std::string_view(out.err).substr(before));
  }
  if (waits[2].revents != 0) Feed(box, request.input);
}

SandboxLimit Exceeded(const Running& box, const SandboxLimits& limits, SandboxOutcome& out) {
  if (box.Seconds() > limits.wall_s) return SandboxLimit::kWall;
  if (box.printed > limits.flood_bytes) return SandboxLimit::kOutput;
  const Usage usage = UsageOf(box.pid);
  out.peak_mb = std::max(out.peak_mb, usage.resident_mb);
  out.cpu_seconds = std::max(out.cpu_seconds, usage.cpu_s);
  return usage.resident_mb > static_cast<double>(limits.memory_mb) ? SandboxLimit::kMemory
                                                                   : SandboxLimit::kNone;
}

bool HasEnded(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

void Reap(Running& box, SandboxOutcome& out) {
  int status = 0;
  rusage used{};
  while (wait4(box.pid, &status, 0, &used) < 0 && errno == EINTR) {
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  out.cpu_seconds = std::max(out.cpu_seconds, seconds(used.ru_utime) + seconds(used.ru_stime));
  out.peak_mb = std::max(out.peak_mb, static_cast<double>(used.ru_maxrss) / 1024);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  constexpr int kLargestSignal = 64;
  if (code > 128 && code <= 128 + kLargestSignal)
    out.signal = code - 128;
  else
    out.exit_code = code;
  if (out.limit == SandboxLimit::kNone && out.signal == SIGXCPU) out.limit = SandboxLimit::kCpu;
}

// What was printed before the end may still lie in the pipes; writers that outlived it are gone by
// now.
void DrainRest(Running& box, const SandboxLimits& limits, SandboxOutcome& out) {
  while (box.output.read_end >= 0 && box.printed <= limits.flood_bytes)
    Drain(box.output, out.out, out.out_cut, limits.output_bytes, box.printed);
  while (box.error.read_end >= 0 && box.printed <= limits.flood_bytes)
    Drain(box.error, out.err, out.err_cut, limits.output_bytes, box.printed);
}

Status OpenPipes(Running& box) {
  if (!box.input.Open() || !box.output.Open() || !box.error.Open())
    return Invalid(StrCat("no more descriptors for a sandbox: ", std::strerror(errno)));
  fcntl(box.input.write_end, F_SETFL, O_NONBLOCK);
  return {};
}

// Of an installation. Headers are for frameworks that compile code at run time.
constexpr const char* kParts[] = {"bin", "include", "lib", "lib64"};

// The symbolic links that are followed on the way to `path`, folders among them.
std::vector<std::string> LinksTo(const fs::path& path) {
  constexpr size_t kMostLinks = 40;  // as in the kernel
  std::vector<std::string> out;
  std::deque<fs::path> rest(path.begin(), path.end());
  fs::path done = "/";
  std::error_code ignored;
  while (!rest.empty() && out.size() < kMostLinks) {
    const fs::path next = (done / rest.front()).lexically_normal();
    rest.pop_front();
    if (!fs::is_symlink(next, ignored)) {
      done = next;
      continue;
    }
    out.push_back(next);
    const fs::path goal = fs::read_symlink(next, ignored);
    if (goal.is_absolute()) done = "/";
    rest.insert(rest.begin(), goal.begin(), goal.end());
  }
  return out;
}

}  // namespace

Result<SandboxOutcome> RunSandboxed(const SandboxRequest& request) {
  const SandboxProbe& probe = ProbeSandbox();
  if (probe.strength == SandboxStrength::kNone && !request.unsafe)
    return Invalid(StrCat("no sandbox works on this machine (", probe.detail, "), so ",
                          request.words[0], " is not run; ", probe.fix));
  signal(SIGPIPE, SIG_IGN);
  Running box;
  ASSAY_RETURN_IF_ERROR(OpenPipes(box));
  BoxRequest start{.words = request.words,
                   .variables = request.variables,
                   .readable = request.readable,
                   .limits = request.limits,
                   .input = box.input.read_end,
                   .output = box.output.write_end,
                   .error = box.error.write_end};
  ASSAY_ASSIGN(box.pid, StartBox(start, probe.strength));
  box.input.CloseRead();
  box.output.CloseWrite();
  box.error.CloseWrite();
  if (request.input.empty()) box.input.CloseWrite();
  SandboxOutcome out{.strength = probe.strength};
  Clock::time_point sampled{};
  while (!HasEnded(box.pid)) {
    Exchange(box, request, out);
    if (Clock::now() - sampled < std::chrono::milliseconds(kSampleMs)) continue;
    sampled = Clock::now();
    out.limit = Exceeded(box, request.limits, out);
    if (out.limit == SandboxLimit::kNone) continue;
    if (probe.strength > SandboxStrength::kNamespaces) KillBelow(box.pid);
    kill(box.pid, SIGKILL);
    break;
  }
  Reap(box, out);
  out.seconds = box.Seconds();
  if (out.limit == SandboxLimit::kNone) DrainRest(box, request.limits, out);
  return out;
}

// The parts of the file system that a Python environment needs to be seen. No more than those: an
// interpreter may be installed in somebody's home.
Result<std::vector<std::string>> PythonFolders(const std::string& environment) {
  std::error_code failed;
  const fs::path real = fs::canonical(environment, failed);
  if (failed)
    return Invalid(StrCat("there is no Python environment ", environment, ": ", failed.message()));
  if (!fs::exists(real / "pyvenv.cfg"))
    return Invalid(StrCat(environment, " is not a Python environment: it has no pyvenv.cfg"));
  std::vector<std::string> out{real};
  const fs::path python = fs::canonical(real / "bin/python", failed);
  if (failed) return Invalid(StrCat(environment, " has no bin/python: ", failed.message()));
  // bin/python3.11 of the base installation; its libraries lie beside bin/.
  const fs::path base = python.parent_path().parent_path();
  if (base != "/usr")
    for (const char* part : kParts)
      if (fs::exists(base / part)) out.push_back(base / part);
  // Those that lie in a folder of the list are seen with it.
  const std::vector<std::string> folders = out;
  for (const std::string& link : LinksTo(real / "bin/python"))
    if (std::ranges::none_of(
            folders, [&](const std::string& folder) { return link.starts_with(folder + "/"); }))
      out.push_back(link);
  return out;
}

}  // namespace assay::program
