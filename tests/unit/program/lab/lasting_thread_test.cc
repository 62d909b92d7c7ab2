#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "program/lab/server_process.h"

namespace assay::program {
namespace {

// A process that asks to end with its parent, and says over a pipe that it has asked.
pid_t StartChild() {
  int ready[2];
  EXPECT_EQ(pipe(ready), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char byte;
  EXPECT_EQ(read(ready[0], &byte, 1), 1);
  close(ready[0]);
  close(ready[1]);
  return pid;
}

TEST(LastingThread, WhatItStartsOutlivesTheThreadThatAsked) {
  pid_t own = -1, shared = -1;
  std::thread([&] {
    own = StartChild();
    OnLastingThread([&] { shared = StartChild(); });
  }).join();
  int status = 0;
  ASSERT_EQ(waitpid(own, &status, 0), own);  // the kernel ended it with its thread
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(waitpid(shared, &status, WNOHANG), 0);
  kill(shared, SIGKILL);
  waitpid(shared, &status, 0);
}

TEST(LastingThread, IsAlwaysTheSame) {
  std::thread::id first, second;
  OnLastingThread([&] { first = std::this_thread::get_id(); });
  std::thread([&] { OnLastingThread([&] { second = std::this_thread::get_id(); }); }).join();
  EXPECT_EQ(first, second);
  EXPECT_NE(first, std::this_thread::get_id());
}

}  // namespace
}  // namespace assay::program
