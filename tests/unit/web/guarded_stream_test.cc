#include "web/guarded_stream.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

#include "web/refusal.h"

namespace assay::web {
namespace {

using Trouble = GuardedStream::Trouble;

// What the stream makes of `text`, sent by a client that closes behind it.
class GuardedStreamTest : public testing::Test {
 protected:
  GuardedStreamTest() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_.data()), 0); }
  ~GuardedStreamTest() override {
    for (const int end : ends_) close(end);
  }
  // Reads byte by byte, as the library does with heads; how many there were.
  static size_t ReadAll(GuardedStream& stream) {
    size_t count = 0;
    for (char byte = 0; stream.read(&byte, 1) == 1;) ++count;
    return count;
  }
  size_t Read(const std::string& text, GuardedStream& stream) {
    std::thread client([&] {
      (void)!send(ends_[1], text.data(), text.size(), MSG_NOSIGNAL);
      shutdown(ends_[1], SHUT_WR);
    });
    const size_t count = ReadAll(stream);
    shutdown(ends_[0], SHUT_RD);  // the client may still be sending
    client.join();
    return count;
  }
  std::array<int, 2> ends_ = {};
};

TEST_F(GuardedStreamTest, AnOrdinaryHead) {
  GuardedStream stream(ends_[0]);
  stream.BeginRequest();
  const std::string head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  EXPECT_EQ(Read(head, stream), head.size());
  EXPECT_EQ(stream.trouble(), Trouble::kNone);
}

TEST_F(GuardedStreamTest, ALongAddress) {
  GuardedStream stream(ends_[0]);
  stream.BeginRequest();
  EXPECT_LE(Read("GET /" + std::string(20'000, 'a'), stream), 8192u);
  EXPECT_EQ(stream.trouble(), Trouble::kLongAddress);
  EXPECT_EQ(RefusalOf(stream.trouble()).status, 414);
}

TEST_F(GuardedStreamTest, ALongHeader) {
  GuardedStream stream(ends_[0]);
  stream.BeginRequest();
  Read("GET / HTTP/1.1\r\nX: " + std::string(20'000, 'a'), stream);
  EXPECT_EQ(stream.trouble(), Trouble::kLargeHead);
  EXPECT_EQ(RefusalOf(stream.trouble()).status, 431);
}

TEST_F(GuardedStreamTest, VeryManyHeaders) {
  GuardedStream stream(ends_[0]);
  stream.BeginRequest();
  std::string text = "GET / HTTP/1.1\r\n";
  for (int i = 0; i < 20'000; ++i) text += "X: a\r\n";
  EXPECT_EQ(Read(text, stream), size_t{64} << 10);
  EXPECT_EQ(stream.trouble(), Trouble::kLargeHead);
}

TEST_F(GuardedStreamTest, ALargeBody) {
  GuardedStream stream(ends_[0]);
  stream.BeginRequest();
  stream.BeginBody();
  EXPECT_EQ(Read(std::string(100'000, 'a'), stream), kLargestBody);
  EXPECT_EQ(stream.trouble(), Trouble::kLargeBody);
  EXPECT_EQ(RefusalOf(stream.trouble()).status, 413);
  char byte = 0;
  EXPECT_EQ(stream.read(&byte, 1), -1);  // and no more
}

TEST(Refusal, IsACompleteAnswer) {
  const std::string slow = PlainAnswer(RefusalOf(Trouble::kSlow));
  EXPECT_TRUE(slow.starts_with("HTTP/1.1 408 Request Timeout\r\n"));
  EXPECT_NE(slow.find("Content-Security-Policy: "), std::string::npos);
  EXPECT_EQ(slow.find("Retry-After"), std::string::npos);
  const size_t body = slow.find("\r\n\r\n");
  ASSERT_NE(body, std::string::npos);
  EXPECT_NE(slow.find("Content-Length: " + std::to_string(slow.size() - body - 4) + "\r\n"),
            std::string::npos);
  EXPECT_NE(PlainAnswer(kTooManyConnections).find("Retry-After: "), std::string::npos);
}

}  // namespace
}  // namespace assay::web
