#include "lab/stack.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::lab {
namespace {

TEST(Stack, FramesLoseTheirAddresses) {
  EXPECT_EQ(
      TidyStack("[Thread debugging using libthread_db enabled]\n\nThread 1 (LWP 7):\n"
                "#0  0x00007f12ab in pause () from /lib/libc.so.6\n#1  0x05 in main () at a.c:3\n"),
      "Thread 1 (LWP 7):\n#0 pause () from /lib/libc.so.6\n#1 main () at a.c:3\n");
}

TEST(Stack, FramesOfPythonStay) {
  EXPECT_EQ(TidyStack("Current thread 0x00007f12 (most recent call first):\n"
                      "  File \"/a/b.py\", line 5 in deep\n  File \"/a/b.py\", line 6 in deep\n"),
            "Current thread 0x00007f12 (most recent call first):\n"
            "File \"/a/b.py\", line 5 in deep\nFile \"/a/b.py\", line 6 in deep\n");
}

TEST(Stack, LongStacksAreCutPerThread) {
  std::string text;
  for (int thread = 1; thread <= 2; ++thread) {
    text += "Thread " + std::to_string(thread) + "\n";
    for (int i = 0; i < 40; ++i) text += "#" + std::to_string(i) + "  f ()\n";
  }
  const std::string tidy = TidyStack(text);
  EXPECT_EQ(std::count(tidy.begin(), tidy.end(), '\n'), 2 * (1 + 12));
}

TEST(Stack, ASleepingProcessIsSeenWhereItSleeps) {
  const pid_t child = fork();
  if (child == 0) {
    while (true) pause();
  }
  usleep(50 * 1000);
  const std::string stack = StackOf(child);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  // By a debugger's frame, or the kernel's word for it.
  EXPECT_TRUE(stack.find("pause") != std::string::npos || stack.find("thread") != std::string::npos)
      << stack;
}

}  // namespace
}  // namespace assay::lab
