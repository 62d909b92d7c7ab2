#include "lab/history.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace assay::lab {
namespace {

Request RequestOf(uint64_t key, std::string_view model) {
  Request out;
  out.key = key;
  out.model = model;
  return out;
}

TEST(History, KeepsItsOwnCopies) {
  History history;
  {
    const std::string model = "a model";
    history.Add(RequestOf(1, model));
    history.Add(RequestOf(1, model));
  }
  const auto served = history.First(2);
  ASSERT_EQ(served.size(), 2u);
  EXPECT_EQ(served[1].request.model, "a model");
  EXPECT_EQ(served[0].model, served[1].model) << "the same model is held once";
}

TEST(History, GivesWhatWasBeforeAnIndex) {
  History history;
  for (uint64_t i = 1; i <= 5; ++i) history.Add(RequestOf(i, "m"));
  EXPECT_EQ(history.count(), 5u);
  EXPECT_TRUE(history.First(0).empty());
  ASSERT_EQ(history.First(3).size(), 3u);
  EXPECT_EQ(history.First(3).back().request.key, 3u);
}

TEST(History, ForgetsWhatIsLongAgoOrLarge) {
  History history;
  for (uint64_t i = 1; i <= 1000; ++i) history.Add(RequestOf(i, "m"));
  EXPECT_EQ(history.count(), 1000u);
  const auto served = history.First(1000);
  ASSERT_FALSE(served.empty());
  EXPECT_LT(served.size(), 1000u);
  EXPECT_EQ(served.back().request.key, 1000u);
  EXPECT_TRUE(history.First(10).empty());
  history.Add(RequestOf(1001, std::string(size_t{4} << 20, 'x')));
  EXPECT_TRUE(history.First(1001).empty());
}

}  // namespace
}  // namespace assay::lab
