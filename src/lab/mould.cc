#include "lab/mould.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <string>

#include "assay_wire.h"
#include "base/clock.h"
#include "base/strings.h"
#include "lab/message.h"

namespace assay::lab {
namespace {

// How long one may take to come up, or to make a copy; after that they are started as ever.
constexpr double kPatienceMs = 10e3;
// A hello is a few words.
constexpr size_t kMostOfAHello = 64 << 10;
// What differs between the processes of one kind: their private folders.
constexpr std::array kPrivate = {"HOME", "TMPDIR"};
// Only workers say hello.
constexpr const char* kSocketVariable = "ASSAY_WORKER_FD";

// Socket, stage page and output of a copy.
using CopyEnds = std::array<int, 3>;

// Waits until there is something to read, at most until `end_ms`.
bool Await(int socket, double end_ms) {
  pollfd fd{socket, POLLIN, 0};
  const double left = end_ms - NowMs();
  return left > 0 && poll(&fd, 1, static_cast<int>(left) + 1) > 0;
}

// The body of the next frame, which is left in the socket; nothing when none comes.
std::optional<std::string> PeekFrame(int socket, uint16_t kind) {
  const double end_ms = NowMs() + kPatienceMs;
  std::string bytes(kMostOfAHello, '\0');
  while (Await(socket, end_ms)) {
    const ssize_t got = recv(socket, bytes.data(), bytes.size(), MSG_PEEK | MSG_DONTWAIT);
    wire::Header head;
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return std::nullopt;
    if (got >= static_cast<ssize_t>(sizeof head)) {
      std::memcpy(&head, bytes.data(), sizeof head);
      if (head.magic != wire::kMagic || head.kind != kind ||
          head.bytes > kMostOfAHello - sizeof head)
        return std::nullopt;
      if (static_cast<size_t>(got) >= sizeof head + head.bytes)
        return bytes.substr(sizeof head, head.bytes);
    }
    usleep(1000);  // the rest of it is on its way
  }
  return std::nullopt;
}

void Drop(int socket, size_t bytes) {
  std::string gone(bytes, '\0');
  wire::ReceiveAll(socket, gone.data(), gone.size());
}

bool CanCopy(const std::string& body) {
  const auto hello = ParseHello(body);
  return hello.ok() && hello->problem.empty() &&
         std::ranges::find(hello->tasks, wire::kCopyTask) != hello->tasks.end();
}

bool SendWithEnds(int socket, std::string_view body, const CopyEnds& ends) {
  wire::Header header;
  header.kind = wire::kCopy;
  header.bytes = body.size();
  iovec pieces[2] = {{&header, sizeof header}, {const_cast<char*>(body.data()), body.size()}};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof ends)] = {};
  msghdr message{};
  message.msg_iov = pieces;
  message.msg_iovlen = 2;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof ends);
  std::memcpy(CMSG_DATA(rights), ends.data(), sizeof ends);
  return sendmsg(socket, &message, MSG_NOSIGNAL) ==
         static_cast<ssize_t>(sizeof header + body.size());
}

// The number of a copy that was asked for. It will be ended by that number: nothing but a child of
// ours may be.
pid_t AwaitCopy(int socket) {
  const auto body = PeekFrame(socket, wire::kCopied);
  if (!body.has_value()) return -1;
  Drop(socket, sizeof(wire::Header) + body->size());
  wire::Reader in(*body);
  const auto pid = in.Number<int64_t>();
  siginfo_t info{};
  const bool child = in.done() && pid > 1 &&
                     waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0;
  return child ? static_cast<pid_t>(pid) : -1;
}

// What it prints is nobody's.
void Drain(int output) {
  char buffer[4096];
  while (read(output, buffer, sizeof buffer) > 0) {
  }
}

struct Mould {
  int starts = 0;
  bool none = false;  // it cannot be copied
  Child child;
};

class Moulds {
 public:
  ~Moulds() {
    for (auto& [kind, mould] : moulds_) Release(mould.child);
  }

  std::optional<Child> CopyFor(const Command& command, const ProcessLimits& limits) {
    if (!command.variables.contains(kSocketVariable)) return std::nullopt;
    Mould& mould = moulds_[KindOf(command, limits)];
    if (mould.none || ++mould.starts < 2) return std::nullopt;
    if (mould.child.pid < 0) {
      auto child = Spawn(command, limits);
      if (!child.ok()) return std::nullopt;
      const auto hello = PeekFrame(child->socket, wire::kHello);
      mould.none = !hello.has_value() || !CanCopy(*hello);
      if (mould.none) return *child;  // as it is
      Drop(child->socket, sizeof(wire::Header) + hello->size());
      mould.child = *child;
    }
    auto copy = Copy(mould.child, command.folder);
    if (!copy.has_value()) {
      mould.none = true;
      Release(mould.child);
    }
    return copy;
  }

 private:
  static std::string KindOf(const Command& command, const ProcessLimits& limits) {
    std::string out = StrCat(limits.address_space, " ", limits.file_size, "\n");
    for (const std::string& word : command.words) out += word + "\n";
    for (const auto& [name, value] : command.variables)
      if (std::ranges::find(kPrivate, name) == kPrivate.end())
        out += StrCat(name, "=", value, "\n");
    return out;
  }

  static std::optional<Child> Copy(const Child& mould, const std::string& folder) {
    Channels channels;
    if (!channels.Open().ok()) return std::nullopt;
    Drain(mould.output);
    wire::Writer body;
    body.Text(folder);
    if (!SendWithEnds(mould.socket, body.body(),
                      {channels.theirs, channels.stage, channels.output_write}))
      return std::nullopt;
    const pid_t pid = AwaitCopy(mould.socket);
    if (pid < 0) return std::nullopt;
    auto copy = Adopt(pid, channels);
    if (copy.ok()) return *copy;
    EndSession(pid);
    return std::nullopt;
  }

  std::map<std::string, Mould> moulds_;
};

}  // namespace

std::optional<Child> CopyFor(const Command& command, const ProcessLimits& limits) {
  thread_local Moulds moulds;
  return moulds.CopyFor(command, limits);
}

}  // namespace assay::lab
