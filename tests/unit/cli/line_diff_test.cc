#include "cli/line_diff.h"

#include <gtest/gtest.h>

#include <sstream>

namespace assay::cli {
namespace {

std::string Diff(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  std::ostringstream out;
  PrintDiff(out, DiffLines(before, after), false);
  return out.str();
}

TEST(LineDiff, EqualTextsDifferInNothing) {
  EXPECT_EQ(Diff({"a", "b"}, {"a", "b"}), "");
  EXPECT_EQ(Diff({}, {}), "");
}

TEST(LineDiff, AddedAndRemoved) {
  EXPECT_EQ(Diff({"a", "c"}, {"a", "b", "c"}), "+b\n");
  EXPECT_EQ(Diff({"a", "b", "c"}, {"a", "c"}), "-b\n");
  EXPECT_EQ(Diff({}, {"a"}), "+a\n");
}

TEST(LineDiff, RemovedFirstAtOnePlace) { EXPECT_EQ(Diff({"a", "b"}, {"a", "x"}), "-b\n+x\n"); }

TEST(LineDiff, KeepsWhatIsCommonBetweenChanges) {
  EXPECT_EQ(Diff({"a", "k", "b"}, {"x", "k", "y"}), "-a\n+x\n-b\n+y\n");
}

}  // namespace
}  // namespace assay::cli
