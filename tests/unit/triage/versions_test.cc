#include "triage/versions.h"

#include <gtest/gtest.h>

namespace assay::triage {
namespace {

TEST(Versions, Order) {
  EXPECT_LT(CompareVersions("1.9.0", "1.10.0"), 0);
  EXPECT_GT(CompareVersions("2026.4.1", "2025.12"), 0);
  EXPECT_EQ(CompareVersions("1.31", "1.31.0"), 0);
  EXPECT_EQ(CompareVersions("2.13.0+cpu", "2.13.0"), 0);
  EXPECT_GT(CompareVersions("0.27.0.post1", "0.27.0"), 0);
  EXPECT_LT(CompareVersions("1.32.0rc1", "1.32.0"), 0);
  EXPECT_LT(CompareVersions("1.32.0.dev20260101", "1.32.0a1"), 0);
  EXPECT_GT(CompareVersions("1.32.0.dev1", "1.31.9"), 0);
}

TEST(Versions, ReleasedPart) {
  EXPECT_EQ(ReleasedPart("2.13.0+cpu"), "2.13.0");
  EXPECT_EQ(ReleasedPart("1.31.1"), "1.31.1");
}

}  // namespace
}  // namespace assay::triage
