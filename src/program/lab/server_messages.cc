#include "program/lab/server_messages.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/strings.h"

namespace assay::program {
namespace {

using Clock = std::chrono::steady_clock;

using Json = nlohmann::json;

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

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ProgramRun, exit_code, signal, limit, exception,
                                                message, line, invalid, apis_called, models_to,
                                                model_fed, seconds, cpu_seconds, peak_mb, busy)

ProgramRun ReadRun(const Json& reply) {
  ProgramRun run;
  from_json(reply, run);
  run.out = reply.value("stdout", "");
  run.err = reply.value("stderr", "");
  run.out_cut = reply.value("stdout_cut", false);
  run.err_cut = reply.value("stderr_cut", false);
  return run;
}

constexpr uint32_t kMostReply = 64 << 20;

// One part of a message; the descriptor travels with its first byte.
ssize_t SendPart(int socket, const char* data, size_t size, int passed) {
  if (passed < 0) return send(socket, data, size, MSG_NOSIGNAL);
  iovec part{const_cast<char*>(data), size};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &passed, sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

}  // namespace

// One thread each: pools do not survive a fork, and programs are small. No accelerators but one
// that was asked for, no chatter.
std::map<std::string, std::string> ServerVariables(bool gpu) {
  std::map<std::string, std::string> out = {{"OMP_NUM_THREADS", "1"},
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
  if (!gpu) return out;
  out.erase("CUDA_VISIBLE_DEVICES");
  out["JAX_PLATFORMS"] = "cpu,cuda";  // the first is where arrays are made
  out["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false";
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_HOME"})
    if (const char* value = std::getenv(name)) out[name] = value;
  return out;
}

std::string SettingsMessage(const ServerSettings& settings) {
  return Json{{"filter", Base64(settings.filter)},
              {"isolate", settings.isolate},
              {"visible", settings.visible}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string RunMessage(const ProgramRequest& request) {
  return Json{{"program", Base64(request.text)},
              {"name", request.name},
              {"target", request.target_api},
              {"watch", request.watch},
              {"limits", LimitsJson(request.limits)}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<ProgramRun> ReadReply(const std::string& text) {
  const Json reply = Json::parse(text, nullptr, false);
  if (!reply.is_object()) return Invalid("the program server's reply is not JSON");
  if (const std::string failed = reply.value("failed", ""); !failed.empty()) return Invalid(failed);
  if (reply.value("limit", "").empty() && !reply.value("ended", false))
    return Invalid("it was ended from outside before it could report how the program ended");
  return ReadRun(reply);
}

Status SendFrame(int socket, const std::string& text, int passed) {
  const auto size = static_cast<uint32_t>(text.size());
  std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += text;
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t put = SendPart(socket, bytes.data() + done, bytes.size() - done, passed);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return Invalid("the program server is gone");
    done += static_cast<size_t>(put);
    passed = -1;
  }
  return {};
}

Result<std::string> ReceiveFrame(int socket, double seconds) {
  const Clock::time_point end =
      Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  std::string bytes;
  uint32_t size = 0;
  constexpr size_t kHeader = sizeof size;
  while (bytes.size() < kHeader || bytes.size() < kHeader + size) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return Invalid(StrCat("no answer in ", FormatDouble(seconds), " s"));
    pollfd wait{socket, POLLIN, 0};
    if (poll(&wait, 1, static_cast<int>(left)) <= 0) continue;
    char buffer[65536];
    const ssize_t got = recv(socket, buffer, sizeof buffer, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Invalid("it ended");
    bytes.append(buffer, static_cast<size_t>(got));
    if (bytes.size() >= kHeader) std::memcpy(&size, bytes.data(), kHeader);
    if (size > kMostReply) return Invalid("a reply that is too large");
  }
  return bytes.substr(kHeader, size);
}

}  // namespace assay::program
