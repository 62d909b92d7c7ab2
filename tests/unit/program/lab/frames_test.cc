#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "program/lab/server_messages.h"

namespace assay::program {
namespace {

class FramesTest : public testing::Test {
 protected:
  FramesTest() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_), 0); }
  ~FramesTest() override {
    for (const int end : ends_)
      if (end >= 0) close(end);
  }
  int ends_[2] = {-1, -1};
};

TEST_F(FramesTest, ArriveWhole) {
  const std::string large(300000, 'x');  // more than the kernel takes at once
  std::thread sender([&] { EXPECT_TRUE(SendFrame(ends_[0], large).ok()); });
  const auto got = ReceiveFrame(ends_[1], 30);
  sender.join();
  ASSERT_TRUE(got.ok()) << got.error().message;
  EXPECT_EQ(*got, large);
}

TEST_F(FramesTest, BringADescriptorAlong) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  ASSERT_TRUE(SendFrame(ends_[0], "{}", pipe_ends[1]).ok());
  close(pipe_ends[1]);
  char head[4];
  iovec part{head, sizeof head};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  ASSERT_EQ(recvmsg(ends_[1], &message, 0), 4);
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  ASSERT_NE(header, nullptr);
  int passed = -1;
  std::memcpy(&passed, CMSG_DATA(header), sizeof passed);
  ASSERT_EQ(write(passed, "hi", 2), 2);
  char text[2];
  ASSERT_EQ(read(pipe_ends[0], text, 2), 2);
  EXPECT_EQ(std::string(text, 2), "hi");
  close(passed);
  close(pipe_ends[0]);
}

TEST_F(FramesTest, AnEndIsAnError) {
  close(std::exchange(ends_[0], -1));
  EXPECT_FALSE(ReceiveFrame(ends_[1], 30).ok());
  EXPECT_FALSE(SendFrame(ends_[1], "x").ok());
}

TEST_F(FramesTest, TooLargeIsAnError) {
  const uint32_t size = 0xffffffff;
  ASSERT_EQ(write(ends_[0], &size, sizeof size), 4);
  const auto got = ReceiveFrame(ends_[1], 30);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().message, "a reply that is too large");
}

}  // namespace
}  // namespace assay::program
