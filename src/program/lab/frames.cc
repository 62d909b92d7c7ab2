#include "program/lab/frames.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>

#include "base/strings.h"

namespace assay::program {
namespace {

using Clock = std::chrono::steady_clock;

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
