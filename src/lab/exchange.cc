#include "lab/exchange.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "base/strings.h"

namespace assay::lab {
namespace {

using wire::Header;

constexpr int kSliceMs = 100;        // between two looks at CPU time and at the process itself
constexpr size_t kTail = 16 * 1024;  // printed text that is kept
constexpr size_t kFirstBuffer = 64 * 1024;
// A lying header must not cost memory: the buffer grows with what really arrives.
constexpr size_t kTrustedBytes = size_t{64} << 20;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void KeepTail(std::string& text, const char* more, size_t size) {
  text.append(more, size);
  if (text.size() > 2 * kTail) text.erase(0, text.size() - kTail);
}

class Loop {
 public:
  Loop(Process& process, const std::vector<std::string_view>& parts, uint16_t kind, uint64_t id,
       const Limits& limits, ByteBuffer& body)
      : process_(process), parts_(parts), kind_(kind), id_(id), limits_(limits), body_(body) {
    body_.size = 0;
    body_.Reserve(kFirstBuffer);
  }

  FrameResult Run(double wall_s, double cpu_s) {
    const double deadline = Now() + wall_s;
    const double cpu_start = process_.CpuSeconds();
    while (!Send()) {
    }
    while (!ended_) {
      if (complete()) break;
      const double left = deadline - Now();
      if (left <= 0) return End(FrameResult::End::kWall);
      Wait(std::min<double>(kSliceMs, left * 1e3 + 1));
      if (quiet_slice_) {
        Exit exit;
        if (process_.Ended(exit)) return End(FrameResult::End::kClosed);
        if (cpu_start >= 0 && process_.CpuSeconds() - cpu_start > cpu_s)
          return End(FrameResult::End::kCpu);
      }
    }
    return result_;
  }

 private:
  FrameResult End(FrameResult::End end) {
    result_.end = end;
    ended_ = true;
    return result_;
  }

  bool complete() const { return have_header_ && body_.size == header_.bytes; }

  // Hands over as much as the socket takes now. True when nothing more can be done without waiting.
  bool Send() {
    if (part_ == parts_.size()) return true;
    const std::string_view rest = parts_[part_].substr(sent_);
    const int more = part_ + 1 < parts_.size() ? MSG_MORE : 0;
    const ssize_t sent = rest.empty() ? 0
                                      : send(process_.socket(), rest.data(), rest.size(),
                                             MSG_NOSIGNAL | MSG_DONTWAIT | more);
    if (sent < 0) {
      if (errno == EINTR) return false;
      if (errno != EAGAIN) {  // gone; the reading side finds out how
        part_ = parts_.size();
      }
      return true;
    }
    sent_ += static_cast<size_t>(sent);
    if (sent_ < parts_[part_].size()) return false;
    ++part_;
    sent_ = 0;
    return part_ == parts_.size();
  }

  void Wait(double milliseconds) {
    pollfd fds[2] = {{process_.socket(), POLLIN, 0}, {process_.output(), POLLIN, 0}};
    if (part_ < parts_.size()) fds[0].events |= POLLOUT;
    if (output_closed_) fds[1].fd = -1;
    const int count = poll(fds, 2, static_cast<int>(milliseconds));
    // Time also passes while a worker prints: the limits are looked at by the clock.
    const double now = Now();
    quiet_slice_ = count == 0 || now - last_look_ > kSliceMs * 1e-3;
    if (quiet_slice_) last_look_ = now;
    if (count <= 0) return;
    if (fds[1].revents != 0) ReadOutput();
    if (ended_) return;
    if ((fds[0].revents & POLLOUT) != 0)
      while (!Send()) {
      }
    if ((fds[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) Receive();
  }

  void ReadOutput() {
    char buffer[16 * 1024];
    const ssize_t got = read(process_.output(), buffer, sizeof buffer);
    if (got == 0) output_closed_ = true;
    if (got <= 0) return;
    KeepTail(result_.printed, buffer, static_cast<size_t>(got));
    printed_ += static_cast<uint64_t>(got);
    if (printed_ > limits_.output_bytes) End(FrameResult::End::kFlood);
  }

  void Receive() {
    // The header first, together with as much of the body as there is.
    if (!have_header_) return ReceiveHeader();
    const size_t room = std::min<size_t>(header_.bytes, body_.capacity()) - body_.size;
    const ssize_t got = recv(process_.socket(), body_.data() + body_.size, room, MSG_DONTWAIT);
    if (!Got(got)) return;
    body_.size += static_cast<size_t>(got);
    if (body_.size == body_.capacity() && body_.size < header_.bytes)
      body_.Reserve(std::min<size_t>(header_.bytes, 2 * body_.capacity()));
  }

  void ReceiveHeader() {
    iovec pieces[2] = {
        {reinterpret_cast<char*>(&header_) + header_got_, sizeof header_ - header_got_},
        {body_.data(), body_.capacity()}};
    msghdr message{};
    message.msg_iov = pieces;
    message.msg_iovlen = 2;
    const ssize_t got = recvmsg(process_.socket(), &message, MSG_DONTWAIT);
    if (!Got(got)) return;
    const size_t head = std::min(static_cast<size_t>(got), sizeof header_ - header_got_);
    header_got_ += head;
    body_.size = static_cast<size_t>(got) - head;
    if (header_got_ < sizeof header_) return;
    have_header_ = true;
    if (header_.magic == wire::kMagic && header_.kind == kind_ && header_.id < id_) {
      End(FrameResult::End::kStale);
      return;
    }
    if (header_.magic != wire::kMagic || header_.kind != kind_ || header_.id != id_)
      return Lie("its frame has a wrong head");
    if (header_.bytes > limits_.reply_bytes)
      return Lie(StrCat("it announces a reply of ", header_.bytes, " bytes"));
    if (body_.size > header_.bytes) return Lie("it sends more than it announces");
    body_.Reserve(std::min<size_t>(header_.bytes, kTrustedBytes));
  }

  bool Got(ssize_t got) {
    if (got > 0) return true;
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    End(FrameResult::End::kClosed);
    return false;
  }

  void Lie(std::string what) {
    result_.lie = std::move(what);
    End(FrameResult::End::kLie);
  }

  Process& process_;
  const std::vector<std::string_view>& parts_;
  const uint16_t kind_;
  const uint64_t id_;
  const Limits& limits_;
  ByteBuffer& body_;
  FrameResult result_;
  bool ended_ = false;
  size_t part_ = 0, sent_ = 0;
  Header header_;
  size_t header_got_ = 0;
  bool have_header_ = false;
  uint64_t printed_ = 0;
  bool output_closed_ = false;
  bool quiet_slice_ = false;
  double last_look_ = Now();
};

}  // namespace

FrameResult ExchangeFrames(Process& process, const std::vector<std::string_view>& parts,
                           uint16_t kind, uint64_t id, double wall_s, double cpu_s,
                           const Limits& limits, ByteBuffer& body) {
  return Loop(process, parts, kind, id, limits, body).Run(wall_s, cpu_s);
}

void DrainOutput(Process& process, std::string& printed) {
  char buffer[16 * 1024];
  // Bounded: an orphan might go on printing.
  for (int i = 0; i < 64; ++i) {
    const ssize_t got = read(process.output(), buffer, sizeof buffer);
    if (got <= 0) return;
    KeepTail(printed, buffer, static_cast<size_t>(got));
  }
}

}  // namespace assay::lab
