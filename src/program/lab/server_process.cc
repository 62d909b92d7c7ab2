#include "program/lab/server_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <filesystem>
#include <future>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "base/strings.h"
#include "lab/gpu.h"
#include "lab/registry.h"
#include "program/lab/server_messages.h"
#include "program/sandbox/box.h"
#include "program/sandbox/filter.h"
#include "program/sandbox/plan.h"
#include "program/sandbox/usage.h"

namespace assay::program {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr double kStartSeconds =
    600;  // importing a framework takes seconds, on a busy machine minutes
constexpr double kConnectSeconds = 60;  // a fork
// The server's own box: limits that must not bite before those of the programs do.
constexpr double kServerCpuSeconds = 1e7;
constexpr uint64_t kServerMemoryMb = 1 << 20;
constexpr uint64_t kServerFileMb = 1 << 14;
constexpr uint64_t kServerScratchMb = 512;  // precompiled headers of a framework's compiler
constexpr uint64_t kServerProcesses = 4096;

struct Ends {
  int ours = -1, theirs = -1, error_read = -1, error_write = -1;
  ~Ends() {
    for (const int fd : {ours, theirs, error_read, error_write})
      if (fd >= 0) close(fd);
  }
  bool OpenSocket() {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
    ours = pair[0];
    theirs = pair[1];
    return true;
  }
  bool Open() {
    int pipe_ends[2];
    if (!OpenSocket() || pipe2(pipe_ends, O_CLOEXEC) != 0) return false;
    error_read = pipe_ends[0];
    error_write = pipe_ends[1];
    return fcntl(error_read, F_SETFL, O_NONBLOCK) == 0;
  }
};

Error NoDescriptors() {
  return Invalid(StrCat("no more descriptors for a program server: ", std::strerror(errno)));
}

Result<BoxRequest> ServerBox(const ServerOptions& options, const Ends& ends) {
  BoxRequest box;
  ASSAY_ASSIGN(box.readable, PythonFolders(options.environment));
  std::error_code failed;
  const std::string workers =
      std::filesystem::canonical(lab::HomeFolder() + "/workers/python", failed);
  if (failed)
    return Invalid(StrCat("there is no ", lab::HomeFolder(),
                          "/workers/python: set ASSAY_HOME to the checkout"));
  box.words = {box.readable[0] + "/bin/python", "-B", workers + "/program_server.py"};
  box.words.insert(box.words.end(), options.preload.begin(), options.preload.end());
  box.readable.push_back(workers);
  box.variables = ServerVariables(options.gpu);
  if (options.gpu) std::ranges::copy(lab::GpuDevices(), std::back_inserter(box.readable));
  box.limits = {.cpu_s = kServerCpuSeconds,
                .memory_mb = kServerMemoryMb,
                .processes = kServerProcesses,
                .file_mb = kServerFileMb,
                .scratch_mb = kServerScratchMb};
  box.nests = true;
  box.output = box.error = ends.error_write;
  box.passed = {ends.theirs};
  return box;
}

ServerSettings SettingsOf(const BoxRequest& box, SandboxStrength strength) {
  ServerSettings out{.isolate = strength <= SandboxStrength::kNamespaces, .visible = box.readable};
  // Without mounts of its own a program also reads the system where it lies.
  if (!out.isolate)
    for (const Mount& mount : PlanMounts(box.readable, 0))
      if (mount.kind == Mount::Kind::kReadOnly || mount.kind == Mount::Kind::kDevice)
        out.visible.push_back(mount.source);
  return out;
}

struct Queue {
  std::mutex mutex;
  std::condition_variable filled;
  std::deque<std::packaged_task<void()>> tasks;
};

// Never destroyed: the thread looks at it until the very end.
Queue& TheQueue() {
  static Queue* const queue = [] {
    auto* made = new Queue();
    std::thread([made] {
      std::unique_lock<std::mutex> lock(made->mutex);
      while (true) {
        made->filled.wait(lock, [&] { return !made->tasks.empty(); });
        std::packaged_task<void()> task = std::move(made->tasks.front());
        made->tasks.pop_front();
        lock.unlock();
        task();
        lock.lock();
      }
    }).detach();
    return made;
  }();
  return *queue;
}

}  // namespace

Result<std::shared_ptr<ServerProcess>> ServerProcess::Start(const ServerOptions& options) {
  signal(SIGPIPE, SIG_IGN);
  const Clock::time_point start = Clock::now();
  Ends ends;
  if (!ends.Open()) return NoDescriptors();
  ASSAY_ASSIGN(const BoxRequest box, ServerBox(options, ends));
  const std::shared_ptr<ServerProcess> out(new ServerProcess());
  out->weak_ = options.strength > SandboxStrength::kNamespaces;
  ServerSettings settings = SettingsOf(box, options.strength);
  if (options.strength != SandboxStrength::kNone) {
    ASSAY_ASSIGN(settings.filter, MakeFilter({.no_sockets = out->weak_,
                                              .no_signals = out->weak_,
                                              .no_processes = out->weak_}));
  }
  Result<pid_t> pid = Invalid("not started");
  // Sandboxes end with the thread that started them, and this one may serve others for longer.
  OnLastingThread([&] { pid = StartBox(box, options.strength); });
  if (!pid.ok()) return pid.error();
  out->pid_ = *pid;
  out->socket_ = std::exchange(ends.ours, -1);
  out->error_ = std::exchange(ends.error_read, -1);
  close(std::exchange(ends.theirs, -1));
  Status sent = SendFrame(out->socket_, SettingsMessage(settings));
  Result<std::string> hello = Invalid("");
  if (sent.ok()) hello = ReceiveFrame(out->socket_, kStartSeconds);
  if (!hello.ok())
    return Invalid(StrCat("the program server of ", options.environment, " does not start: ",
                          sent.ok() ? hello.error().message : sent.error().message, ": ",
                          out->Printed()));
  const Json facts = Json::parse(*hello, nullptr, false);
  if (facts.is_object()) out->threads_ = facts.value("threads", 1);
  out->start_seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
  return out;
}

ServerProcess::~ServerProcess() {
  if (socket_ >= 0) close(socket_);
  if (error_ >= 0) close(error_);
  if (pid_ <= 0) return;
  if (weak_) KillBelow(pid_);
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Result<ServerProcess::Connection> ServerProcess::Connect() {
  Ends ends;
  if (!ends.OpenSocket()) return NoDescriptors();
  const std::lock_guard<std::mutex> lock(control_);
  ASSAY_RETURN_IF_ERROR(SendFrame(socket_, R"({"connect": true})", ends.theirs));
  const Result<std::string> answer = ReceiveFrame(socket_, kConnectSeconds);
  if (!answer.ok())
    return Invalid(StrCat("the program server does not take a connection: ", answer.error().message,
                          ": ", Printed()));
  const Json facts = Json::parse(*answer, nullptr, false);
  const pid_t handler = facts.is_object() ? facts.value("handler", -1) : -1;
  if (handler <= 0) return Invalid("the program server's answer to a connection is not valid");
  return Connection{std::exchange(ends.ours, -1), handler};
}

void ServerProcess::End(pid_t handler) {
  const std::lock_guard<std::mutex> lock(control_);
  // Where it is gone already there is nothing to end.
  SendFrame(socket_, Json{{"end", handler}}.dump()).ok();
}

std::string ServerProcess::Printed() const {
  char text[4096];
  const ssize_t got = read(error_, text, sizeof text);
  return got > 0 ? std::string(text, static_cast<size_t>(got)) : "";
}

void OnLastingThread(const std::function<void()>& work) {
  Queue& queue = TheQueue();
  std::packaged_task<void()> task(work);
  std::future<void> done = task.get_future();
  {
    const std::lock_guard<std::mutex> lock(queue.mutex);
    queue.tasks.push_back(std::move(task));
  }
  queue.filled.notify_one();
  done.get();
}

}  // namespace assay::program
