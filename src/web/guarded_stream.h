// A client's connection as the HTTP library reads and writes it, with limits that the library does
// not have, or does not tell of: on the time and the bytes of a whole request, and on the time of a
// whole answer. A client that sends a byte now and then, or reads one, holds its thread no longer
// than that.
#pragma once

#include <array>
#include <chrono>
#include <string>

#include "web/httplib.h"

namespace assay::web {

inline constexpr size_t kLargestBody = 64 << 10;

class GuardedStream : public httplib::Stream {
 public:
  enum class Trouble { kNone, kSlow, kLongAddress, kLargeHead, kLargeBody };

  explicit GuardedStream(socket_t socket) : socket_(socket) {}

  // Waits for the first byte of the next request; false when none comes.
  bool WaitForRequest(double seconds);
  void BeginRequest();
  // The head has been read; what follows is the body.
  void BeginBody();
  // Why no more is read of the request. Nothing is read after it.
  Trouble trouble() const { return trouble_; }
  // Whether anything of an answer has been sent since BeginRequest.
  bool answered() const { return answered_; }

  // Ends the answer and reads what the client still sends, for a moment: closing with unread bytes
  // would make the system tell the client of an error instead of delivering the answer.
  void Drain();

  bool is_readable() const override { return true; }
  bool is_writable() const override;
  ssize_t read(char* data, size_t size) override;
  ssize_t write(const char* data, size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;
  enum class Part { kAddress, kHeaders, kBody };

  bool Fill();
  // Counts what was read of the head; false when a line of it is too long.
  bool CountLines(const char* data, size_t size);
  Trouble TooLarge() const;

  const socket_t socket_;
  std::array<char, 4096> buffer_;
  size_t begin_ = 0, end_ = 0;
  Part part_ = Part::kAddress;
  size_t budget_ = 0;  // bytes that this part of the request, or its whole head, may still have
  size_t line_ = 0;    // bytes of the line of the head that is being read
  Clock::time_point deadline_;
  Trouble trouble_ = Trouble::kNone;
  bool answered_ = false;
};

}  // namespace assay::web
