#include "base/machine.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Machine, IsWhatTheCompilerSays) {
#if defined(__x86_64__)
  EXPECT_EQ(HostMachine(), "x86_64");
#elif defined(__aarch64__)
  EXPECT_EQ(HostMachine(), "aarch64");
#else
  EXPECT_FALSE(HostMachine().empty());
#endif
}

}  // namespace
}  // namespace assay
