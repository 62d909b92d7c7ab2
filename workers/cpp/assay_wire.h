// The bytes of the worker protocol: frames, numbers, texts. docs/reference/protocol.md describes
// them.
//
// Self-contained (C++17, POSIX), so that a worker written elsewhere can take it along.
// Little-endian machines only.
#pragma once

#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace assay::wire {

inline constexpr uint32_t kMagic = 0x31595341;  // "ASY1"
enum Kind : uint16_t { kHello = 1, kRequest = 2, kReply = 3, kCopy = 4, kCopied = 5 };
// In the hello among the tasks of a worker that answers kCopy.
inline constexpr std::string_view kCopyTask = "copy";
enum RequestFlag : uint16_t { kMeasureMemory = 1, kCareful = 2 };
enum ValueKind : uint8_t { kTensor = 0, kSequence = 1, kOptional = 2, kMap = 3 };

// Elements of tensors start at a multiple of this, counted from the start of the body.
inline constexpr size_t kAlign = 16;

struct Header {
  uint32_t magic = kMagic;
  uint16_t kind = 0;
  uint16_t flags = 0;
  uint64_t id = 0;     // a reply repeats that of its request
  uint64_t bytes = 0;  // of the body that follows
};
static_assert(sizeof(Header) == 24);

// A body that grows. Large pieces are not copied into it: they are sent from where they lie, and
// must live until then.
class Writer {
 public:
  template <typename T>
  void Number(T value) {
    static_assert(std::is_arithmetic_v<T>);
    Bytes(&value, sizeof value);
  }
  void Text(std::string_view text) {
    Number(static_cast<uint32_t>(text.size()));
    Bytes(text.data(), text.size());
  }
  void Blob(std::string_view bytes) {
    Number(static_cast<uint64_t>(bytes.size()));
    Bytes(bytes.data(), bytes.size());
  }
  void Align() { body_.resize(body_.size() + (kAlign - size() % kAlign) % kAlign); }
  void Bytes(const void* data, size_t size) {
    if (size > 0) body_.append(static_cast<const char*>(data), size);
  }
  void Piece(const void* data, size_t size) {
    if (size < kLarge) return Bytes(data, size);
    holes_.emplace_back(body_.size(), std::string_view(static_cast<const char*>(data), size));
    held_ += size;
  }
  void Clear() {
    body_.clear();
    holes_.clear();
    held_ = 0;
  }
  size_t size() const { return body_.size() + held_; }
  // What was written apart from the large pieces, and these with their places in it.
  const std::string& body() const { return body_; }
  const std::vector<std::pair<size_t, std::string_view>>& holes() const { return holes_; }
  // All in one text, for those who do not mind the copy.
  std::string Flat() const {
    std::string out;
    size_t at = 0;
    for (const auto& [position, piece] : holes_) {
      out.append(body_, at, position - at);
      out.append(piece);
      at = position;
    }
    return out.append(body_, at);
  }

 private:
  static constexpr size_t kLarge = 64 * 1024;
  std::string body_;
  std::vector<std::pair<size_t, std::string_view>> holes_;
  size_t held_ = 0;
};

// Reads a body and never past its end: after a read that does not fit, ok() is false and everything
// reads as zero.
class Reader {
 public:
  Reader(const char* data, size_t size) : data_(data), size_(size) {}
  explicit Reader(std::string_view body) : Reader(body.data(), body.size()) {}

  bool ok() const { return ok_; }
  bool done() const { return ok_ && at_ == size_; }
  size_t left() const { return size_ - at_; }
  template <typename T>
  T Number() {
    T value{};
    if (const char* bytes = Bytes(sizeof value)) std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  std::string_view Text() { return View(Number<uint32_t>()); }
  std::string_view Blob() { return View(Number<uint64_t>()); }
  void Align() { Bytes((kAlign - at_ % kAlign) % kAlign); }
  // The next `size` bytes, or null when there are fewer.
  const char* Bytes(size_t size) {
    if (!ok_ || size > size_ - at_) {
      ok_ = false;
      return nullptr;
    }
    at_ += size;
    return data_ + at_ - size;
  }

 private:
  std::string_view View(size_t size) {
    const char* bytes = Bytes(size);
    return bytes == nullptr ? std::string_view() : std::string_view(bytes, size);
  }

  const char* data_;
  size_t size_;
  size_t at_ = 0;
  bool ok_ = true;
};

// All of `size` bytes over the socket, waiting as needed. False when the other side is gone.
inline bool SendAll(int socket, const void* data, size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    size -= static_cast<size_t>(sent);
  }
  return true;
}

inline bool ReceiveAll(int socket, void* data, size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = recv(socket, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

inline bool SendFrame(int socket, uint16_t kind, uint64_t id, const Writer& body) {
  Header header;
  header.kind = kind;
  header.id = id;
  header.bytes = body.size();
  // Small frames in one system call.
  std::string start(reinterpret_cast<const char*>(&header), sizeof header);
  size_t at = 0;
  for (const auto& [position, piece] : body.holes()) {
    start.append(body.body(), at, position - at);
    if (!SendAll(socket, start.data(), start.size()) ||
        !SendAll(socket, piece.data(), piece.size()))
      return false;
    start.clear();
    at = position;
  }
  start.append(body.body(), at);
  return SendAll(socket, start.data(), start.size());
}

}  // namespace assay::wire
