#include "training/trained.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "training/drawn.h"

namespace assay::training {
namespace {

class TrainedTest : public testing::Test {
 protected:
  void SetUp() override {
    cache_ = StrCat(testing::TempDir(), "/trained-", getpid());
    setenv("XDG_CACHE_HOME", cache_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("XDG_CACHE_HOME");
    std::filesystem::remove_all(cache_);
  }
  std::string cache_;
};

TEST(Drawn, SameSeedSameDataAndAllClasses) {
  for (const TrainedDef& def : AllTrained()) {
    Rng a(5), b(5);
    const LabelledData first = def.draw(200, a), second = def.draw(200, b);
    EXPECT_EQ(first.classes, second.classes) << def.name;
    EXPECT_TRUE(first.data == second.data) << def.name;
    const std::set<int64_t> classes(first.classes.begin(), first.classes.end());
    EXPECT_GE(classes.size(), 2u) << def.name;
    EXPECT_EQ(*classes.rbegin(), static_cast<int64_t>(classes.size()) - 1) << def.name;
  }
}

// "not" turns an opinion round, so that counting words is not enough.
TEST(Drawn, SentencesHoldTheOtherSidesWords) {
  Rng rng(6);
  const LabelledData data = DrawSentences(100, rng);
  int praised_with_blame = 0;
  for (int64_t i = 0; i < 100; ++i)
    for (int64_t w = 0; w < kSentence; ++w) {
      const int64_t word = data.data.IntAt(i * kSentence + w);
      praised_with_blame += data.classes[static_cast<size_t>(i)] == 1 && word >= 6 && word < 11;
    }
  EXPECT_GT(praised_with_blame, 20);
}

TEST_F(TrainedTest, LearnsAndIsKept) {
  const TrainedDef* def = FindTrained("sentences");
  ASSERT_NE(def, nullptr);
  const auto accuracy = TestAccuracy(*def, 256);
  ASSERT_TRUE(accuracy.ok()) << accuracy.error().message;
  EXPECT_GT(*accuracy, 0.9);
  std::vector<std::filesystem::path> kept = EntriesOf(cache_ + "/assay/trained");
  ASSERT_EQ(kept.size(), 1u);
  const auto before = std::filesystem::last_write_time(kept[0]);
  EXPECT_EQ(*TestAccuracy(*def, 256), *accuracy);
  EXPECT_EQ(std::filesystem::last_write_time(kept[0]), before);  // not trained again
  // A cache that was cut is made anew.
  std::filesystem::resize_file(kept[0], 10);
  EXPECT_EQ(*TestAccuracy(*def, 256), *accuracy);
}

TEST(Trained, OtherNamesAreNot) { EXPECT_EQ(FindTrained("weather"), nullptr); }

}  // namespace
}  // namespace assay::training
