#include "web/guarded_stream.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay::web {
namespace {

constexpr double kRequestSeconds = 10;
constexpr size_t kHeadBytes = 64 << 10;  // request line and headers
// The library's own limit, which it answers with 400 and no word on why.
constexpr size_t kLongestLine = 8 << 10;
constexpr double kAnswerSeconds = 10;     // and the time that its size takes at kAnswerRate
constexpr double kAnswerRate = 64 << 10;  // bytes a second

constexpr double kDrainSeconds = 2;
constexpr size_t kDrainBytes = 1 << 20;

using Clock = std::chrono::steady_clock;

Clock::duration Seconds(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Whether `socket` is ready for `events` before `deadline`.
bool Ready(socket_t socket, short events, Clock::time_point deadline) {
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd polled = {socket, events, 0};
    const int found = poll(&polled, 1, static_cast<int>(std::min<int64_t>(left, 60000)));
    if (found > 0) return true;
    if (found < 0 && errno != EINTR) return false;
  }
}

void AddressOf(const sockaddr_storage& address, std::string& ip, int& port) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  if (address.ss_family == AF_INET) {
    const auto& four = reinterpret_cast<const sockaddr_in&>(address);
    inet_ntop(AF_INET, &four.sin_addr, text.data(), text.size());
    port = ntohs(four.sin_port);
  } else if (address.ss_family == AF_INET6) {
    const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
    inet_ntop(AF_INET6, &six.sin6_addr, text.data(), text.size());
    port = ntohs(six.sin6_port);
  }
  ip = text.data();
}

}  // namespace

bool GuardedStream::WaitForRequest(double seconds) {
  return begin_ < end_ || Ready(socket_, POLLIN, Clock::now() + Seconds(seconds));
}

void GuardedStream::BeginRequest() {
  deadline_ = Clock::now() + Seconds(kRequestSeconds);
  budget_ = kHeadBytes;
  part_ = Part::kAddress;
  line_ = 0;
  trouble_ = Trouble::kNone;
  answered_ = false;
}

void GuardedStream::BeginBody() {
  part_ = Part::kBody;
  budget_ = kLargestBody;
}

void GuardedStream::Drain() {
  shutdown(socket_, SHUT_WR);
  const Clock::time_point deadline = Clock::now() + Seconds(kDrainSeconds);
  for (size_t left = kDrainBytes; left > 0 && Ready(socket_, POLLIN, deadline);) {
    const ssize_t got = recv(socket_, buffer_.data(), std::min(buffer_.size(), left), 0);
    if (got <= 0) return;
    left -= static_cast<size_t>(got);
  }
}

bool GuardedStream::is_writable() const {
  pollfd polled = {socket_, POLLOUT | POLLRDHUP, 0};
  return poll(&polled, 1, 0) > 0 && (polled.revents & (POLLERR | POLLHUP | POLLRDHUP)) == 0;
}

bool GuardedStream::Fill() {
  while (Ready(socket_, POLLIN, deadline_)) {
    const ssize_t got = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) continue;
    if (got <= 0) return false;
    begin_ = 0;
    end_ = static_cast<size_t>(got);
    return true;
  }
  trouble_ = Trouble::kSlow;
  return false;
}

GuardedStream::Trouble GuardedStream::TooLarge() const {
  return part_ == Part::kAddress   ? Trouble::kLongAddress
         : part_ == Part::kHeaders ? Trouble::kLargeHead
                                   : Trouble::kLargeBody;
}

bool GuardedStream::CountLines(const char* data, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    if (++line_ > kLongestLine) return false;
    if (data[i] != '\n') continue;
    line_ = 0;
    part_ = Part::kHeaders;
  }
  return true;
}

ssize_t GuardedStream::read(char* data, size_t size) {
  if (trouble_ != Trouble::kNone) return -1;
  if (budget_ == 0) {
    trouble_ = TooLarge();
    return -1;
  }
  if (begin_ == end_ && !Fill()) return trouble_ == Trouble::kNone ? 0 : -1;
  const size_t count = std::min({size, end_ - begin_, budget_});
  std::memcpy(data, buffer_.data() + begin_, count);
  begin_ += count;
  budget_ -= count;
  if (part_ != Part::kBody && !CountLines(data, count)) {
    trouble_ = TooLarge();
    return -1;
  }
  return static_cast<ssize_t>(count);
}

ssize_t GuardedStream::write(const char* data, size_t size) {
  answered_ = true;
  const Clock::time_point deadline =
      Clock::now() + Seconds(kAnswerSeconds + static_cast<double>(size) / kAnswerRate);
  for (size_t sent = 0; sent < size;) {
    const ssize_t now = send(socket_, data + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (now > 0) {
      sent += static_cast<size_t>(now);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) {
      if (!Ready(socket_, POLLOUT, deadline)) return -1;
    } else {
      return -1;
    }
    if (sent < size && Clock::now() > deadline) return -1;
  }
  return static_cast<ssize_t>(size);
}

void GuardedStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address = {};
  socklen_t length = sizeof address;
  if (getpeername(socket_, reinterpret_cast<sockaddr*>(&address), &length) == 0)
    AddressOf(address, ip, port);
}

void GuardedStream::get_local_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address = {};
  socklen_t length = sizeof address;
  if (getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length) == 0)
    AddressOf(address, ip, port);
}

}  // namespace assay::web
