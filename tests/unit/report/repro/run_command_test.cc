#include "report/repro/run_command.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::report {
namespace {

Result<Ended> Shell(const std::string& script, double wall_s) {
  const Scratch scratch;
  return RunCommand({{"/bin/sh", "-c", script}, {{"PATH", "/usr/bin:/bin"}}, scratch.path()}, {},
                    wall_s);
}

TEST(RunCommand, GivesOutputAndExitCode) {
  const auto ended = Shell("echo one; echo two >&2; exit 3", 20);
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended->output, "one\ntwo\n");
  EXPECT_EQ(ended->exit.number, 3);
  EXPECT_FALSE(ended->timed_out);
}

TEST(RunCommand, EndsWhatTakesTooLong) {
  const auto ended = Shell("echo begun; sleep 600", 3);
  ASSERT_TRUE(ended.ok());
  EXPECT_TRUE(ended->timed_out);
  EXPECT_LT(ended->seconds, 500);
  EXPECT_EQ(ended->output, "begun\n");
}

TEST(RunCommand, KeepsTheEndOfMuchOutput) {
  const auto ended = Shell("head -c 1000000 /dev/zero | tr '\\0' x; echo end", 20);
  ASSERT_TRUE(ended.ok());
  EXPECT_LT(ended->output.size(), 200000U);
  EXPECT_TRUE(ended->output.ends_with("xend\n"));
}

TEST(RunCommand, AnUnknownProgramIsAnError) {
  EXPECT_FALSE(RunCommand({{"/no/such/program"}, {}, "/"}, {}, 1).ok());
}

TEST(Scratch, IsRemoved) {
  std::string path;
  {
    const Scratch scratch;
    path = scratch.path();
    EXPECT_TRUE(std::filesystem::is_empty(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace assay::report
