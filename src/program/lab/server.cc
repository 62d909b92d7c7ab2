#include "program/lab/server.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/strings.h"
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
constexpr double kGraceSeconds = 20;  // beyond a program's own limit, which the server watches
constexpr uint32_t kMostReply = 64 << 20;
// The server's own box: limits that must not bite before those of the programs do.
constexpr double kServerCpuSeconds = 1e7;
constexpr uint64_t kServerMemoryMb = 1 << 20;
constexpr uint64_t kServerFileMb = 1 << 14;
constexpr uint64_t kServerScratchMb = 512;  // precompiled headers of a framework's compiler
constexpr uint64_t kServerProcesses = 4096;

// The start of what the server printed about itself.
std::string Drain(int descriptor) {
  char text[4096];
  const ssize_t got = read(descriptor, text, sizeof text);
  return got > 0 ? std::string(text, static_cast<size_t>(got)) : "";
}

struct Ends {
  int ours = -1, theirs = -1, error_read = -1, error_write = -1;
  ~Ends() {
    for (const int fd : {ours, theirs, error_read, error_write})
      if (fd >= 0) close(fd);
  }
  bool Open() {
    int pair[2], pipe_ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
    ours = pair[0];
    theirs = pair[1];
    if (pipe2(pipe_ends, O_CLOEXEC) != 0) return false;
    error_read = pipe_ends[0];
    error_write = pipe_ends[1];
    return fcntl(error_read, F_SETFL, O_NONBLOCK) == 0;
  }
};

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
  box.variables = ServerVariables();
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

}  // namespace

Result<Server> Server::Start(const ServerOptions& options) {
  signal(SIGPIPE, SIG_IGN);
  Ends ends;
  if (!ends.Open())
    return Invalid(StrCat("no more descriptors for a program server: ", std::strerror(errno)));
  ASSAY_ASSIGN(const BoxRequest box, ServerBox(options, ends));
  Server out;
  out.weak_ = options.strength > SandboxStrength::kNamespaces;
  ServerSettings settings = SettingsOf(box, options.strength);
  if (options.strength != SandboxStrength::kNone) {
    ASSAY_ASSIGN(
        settings.filter,
        MakeFilter({.no_sockets = out.weak_, .no_signals = out.weak_, .no_processes = out.weak_}));
  }
  ASSAY_ASSIGN(out.pid_, StartBox(box, options.strength));
  out.socket_ = std::exchange(ends.ours, -1);
  out.error_ = std::exchange(ends.error_read, -1);
  close(std::exchange(ends.theirs, -1));
  ASSAY_RETURN_IF_ERROR(out.Send(SettingsMessage(settings)));
  const Result<std::string> hello = out.Receive(kStartSeconds);
  if (!hello.ok())
    return Invalid(StrCat("the program server of ", options.environment,
                          " does not start: ", hello.error().message));
  const Json facts = Json::parse(*hello, nullptr, false);
  if (facts.is_object()) out.threads_ = facts.value("threads", 1);
  return out;
}

Server::Server(Server&& other) noexcept { *this = std::move(other); }

Server& Server::operator=(Server&& other) noexcept {
  if (this == &other) return *this;
  Close();
  pid_ = std::exchange(other.pid_, -1);
  socket_ = std::exchange(other.socket_, -1);
  error_ = std::exchange(other.error_, -1);
  weak_ = other.weak_;
  threads_ = other.threads_;
  return *this;
}

Server::~Server() { Close(); }

void Server::Close() {
  if (socket_ >= 0) close(std::exchange(socket_, -1));
  if (error_ >= 0) close(std::exchange(error_, -1));
  if (pid_ <= 0) return;
  if (weak_) KillBelow(pid_);
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

Status Server::Send(const std::string& frame) {
  const auto size = static_cast<uint32_t>(frame.size());
  std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += frame;
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t put = send(socket_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return Invalid(StrCat("the program server is gone: ", Drain(error_)));
    done += static_cast<size_t>(put);
  }
  return {};
}

Result<std::string> Server::Receive(double seconds) {
  const Clock::time_point end =
      Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  std::string bytes;
  uint32_t size = 0;
  constexpr size_t kHeader = sizeof size;
  while (bytes.size() < kHeader || bytes.size() < kHeader + size) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return Invalid(StrCat("no answer in ", FormatDouble(seconds), " s"));
    pollfd wait{socket_, POLLIN, 0};
    if (poll(&wait, 1, static_cast<int>(left)) <= 0) continue;
    char buffer[65536];
    const ssize_t got = recv(socket_, buffer, sizeof buffer, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Invalid(StrCat("it ended: ", Drain(error_)));
    bytes.append(buffer, static_cast<size_t>(got));
    if (bytes.size() >= kHeader) std::memcpy(&size, bytes.data(), kHeader);
    if (size > kMostReply) return Invalid("a reply that is too large");
  }
  return bytes.substr(kHeader, size);
}

Result<ProgramRun> Server::Run(const ProgramRequest& request) {
  ASSAY_RETURN_IF_ERROR(Send(RunMessage(request)));
  ASSAY_ASSIGN(const std::string text, Receive(request.limits.wall_s + kGraceSeconds));
  Result<ProgramRun> run = ReadReply(text);
  if (!run.ok())
    return Invalid(
        StrCat("the sandbox of a program could not be made: ", run.error().message, Drain(error_)));
  return run;
}

}  // namespace assay::program
