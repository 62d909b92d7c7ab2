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
#include <thread>

#include "base/strings.h"
#include "lab/registry.h"
#include "program/sandbox/box.h"
#include "program/sandbox/filter.h"
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
constexpr uint64_t kServerScratchMb = 64;
constexpr uint64_t kServerProcesses = 4096;

// One thread each: pools do not survive a fork, and programs are small. No accelerators, no
// chatter.
const std::map<std::string, std::string>& Variables() {
  static const std::map<std::string, std::string> all = {{"OMP_NUM_THREADS", "1"},
                                                         {"MKL_NUM_THREADS", "1"},
                                                         {"OPENBLAS_NUM_THREADS", "1"},
                                                         {"TF_NUM_INTRAOP_THREADS", "1"},
                                                         {"TF_NUM_INTEROP_THREADS", "1"},
                                                         {"TF_CPP_MIN_LOG_LEVEL", "2"},
                                                         {"TORCHINDUCTOR_COMPILE_THREADS", "1"},
                                                         {"JAX_PLATFORMS", "cpu"},
                                                         {"CUDA_VISIBLE_DEVICES", ""},
                                                         {"PYTHONDONTWRITEBYTECODE", "1"},
                                                         {"PYTHONUNBUFFERED", "1"},
                                                         {"USER", "user"},
                                                         {"LOGNAME", "user"},
                                                         {"MPLBACKEND", "Agg"}};
  return all;
}

std::string Base64(const std::string& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t word = 0;
    for (size_t k = 0; k < 3; ++k)
      word = word << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k)
      out += i + k <= bytes.size() ? kDigits[word >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

Json LimitsJson(const SandboxLimits& limits) {
  return {{"wall_s", limits.wall_s},
          {"cpu_s", limits.cpu_s > 0 ? limits.cpu_s : 2 * limits.wall_s},
          {"memory_mb", limits.memory_mb},
          // Frameworks make a thread or two per processor.
          {"processes", limits.processes + 4 * std::thread::hardware_concurrency()},
          {"file_mb", limits.file_mb},
          {"scratch_mb", limits.scratch_mb},
          {"output_bytes", limits.output_bytes},
          {"flood_bytes", limits.flood_bytes}};
}

ProgramRun ReadRun(const Json& reply) {
  ProgramRun run;
  run.exit_code = reply.value("exit_code", -1);
  run.signal = reply.value("signal", 0);
  run.limit = reply.value("limit", "");
  run.exception = reply.value("exception", "");
  run.message = reply.value("message", "");
  run.line = reply.value("line", 0);
  run.invalid = reply.value("invalid", false);
  run.apis_called = reply.value("apis_called", std::vector<std::string>());
  run.seconds = reply.value("seconds", 0.0);
  run.cpu_seconds = reply.value("cpu_seconds", 0.0);
  run.peak_mb = reply.value("peak_mb", 0.0);
  run.busy = reply.value("busy", 0.0);
  run.out = reply.value("stdout", "");
  run.err = reply.value("stderr", "");
  run.out_cut = reply.value("stdout_cut", false);
  run.err_cut = reply.value("stderr_cut", false);
  return run;
}

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
  box.variables = Variables();
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

Json Settings(const BoxRequest& box, SandboxStrength strength, const std::string& filter) {
  bool keep_tmp = false;
  for (const std::string& path : box.readable) keep_tmp = keep_tmp || path.starts_with("/tmp/");
  return {{"filter", Base64(filter)},
          {"isolate", strength <= SandboxStrength::kNamespaces},
          {"keep_tmp", keep_tmp}};
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
  ASSAY_ASSIGN(
      std::string filter,
      MakeFilter({.no_sockets = out.weak_, .no_signals = out.weak_, .no_processes = out.weak_}));
  if (options.strength == SandboxStrength::kNone) filter.clear();
  ASSAY_ASSIGN(out.pid_, StartBox(box, options.strength));
  out.socket_ = std::exchange(ends.ours, -1);
  out.error_ = std::exchange(ends.error_read, -1);
  close(std::exchange(ends.theirs, -1));
  ASSAY_RETURN_IF_ERROR(out.Send(Settings(box, options.strength, filter).dump()));
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
  const Json message = {{"program", request.text},
                        {"name", request.name},
                        {"target", request.target_api},
                        {"limits", LimitsJson(request.limits)}};
  ASSAY_RETURN_IF_ERROR(Send(message.dump(-1, ' ', false, Json::error_handler_t::replace)));
  ASSAY_ASSIGN(const std::string text, Receive(request.limits.wall_s + kGraceSeconds));
  const Json reply = Json::parse(text, nullptr, false);
  if (!reply.is_object()) return Invalid("the program server's reply is no JSON");
  constexpr int kCannotStart = 125;  // as in program_server.py
  const bool lost = reply.value("limit", "").empty() && !reply.value("ended", false);
  if (lost ||
      (reply.value("exit_code", 0) == kCannotStart && reply.value("apis_called", Json()).empty() &&
       reply.value("stderr", "").find("program_server.py") != std::string::npos))
    return Invalid(StrCat("the sandbox of a program could not be made: ", reply.value("stderr", ""),
                          Drain(error_)));
  return ReadRun(reply);
}

}  // namespace assay::program
