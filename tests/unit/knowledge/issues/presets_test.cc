#include "knowledge/issues/presets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace assay::knowledge {
namespace {

TEST(Presets, AreNamedOnceAndWhole) {
  std::set<std::string_view> names;
  for (const PresetDef& preset : AllPresets()) {
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
    EXPECT_NE(preset.repo.find('/'), std::string_view::npos) << preset.name;
    EXPECT_EQ(preset.until, "2023-12-31") << preset.name;  // the study's
    EXPECT_FALSE(preset.labels.empty()) << preset.name;
  }
}

TEST(Presets, FillInWhatIsOpen) {
  MineRequest request;
  ASSERT_TRUE(ApplyPreset("mindspore", request).ok());
  EXPECT_EQ(request.tracker, TrackerKind::kGitee);
  EXPECT_EQ(request.repo, "mindspore/mindspore");
  EXPECT_THAT(request.filter.labels, testing::ElementsAre("kind/bug"));
  EXPECT_THAT(request.one_of, testing::ElementsAre("priority/main", "priority/serious"));
  MineRequest own;
  own.repo = "me/fork";
  own.filter.until = "2025-01-01";
  ASSERT_TRUE(ApplyPreset("pytorch", own).ok());
  EXPECT_EQ(own.repo, "me/fork");
  EXPECT_EQ(own.filter.until, "2025-01-01");
  EXPECT_THAT(ApplyPreset("nonesuch", own).error().message, testing::HasSubstr("tensorflow"));
}

}  // namespace
}  // namespace assay::knowledge
