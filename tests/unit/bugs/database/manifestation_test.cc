#include <gmock/gmock.h>

#include <set>

#include "bugs/database/bug.h"

namespace assay::bugs {
namespace {

TEST(Manifestation, KnowsThePapersTypes) {
  EXPECT_EQ(ManifestationTypes().size(), 18);
  for (const std::string_view type : ManifestationTypes()) EXPECT_EQ(ManifestationType(type), type);
}

TEST(Manifestation, ForgivesCaseSpaceAndSlips) {
  EXPECT_EQ(ManifestationType("incorrect output"), "Incorrect Output");
  EXPECT_EQ(ManifestationType(" Index error "), "Index Error");
  EXPECT_EQ(ManifestationType("Segmentaton fault"), "Segmentation Fault");
  EXPECT_EQ(ManifestationType("error not raised"), "Error Not Raised");
}

TEST(Manifestation, DoesNotGuess) {
  EXPECT_EQ(ManifestationType(""), "");
  EXPECT_EQ(ManifestationType("Deprecation Warning"), "");
  EXPECT_EQ(ManifestationType("Key Error"), "");
  EXPECT_EQ(ManifestationType("Name Error"), "");
}

}  // namespace
}  // namespace assay::bugs
