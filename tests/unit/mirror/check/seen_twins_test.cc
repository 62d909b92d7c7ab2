#include "mirror/check/seen_twins.h"

#include <gtest/gtest.h>

namespace assay::mirror::seen_twins_test {
namespace {

using Names = std::vector<std::string>;

Recording Watched(std::set<std::string> called, bool done = true) {
  return {.there = true, .done = done, .watched = true, .called = std::move(called)};
}

const ApiUse kDense = {
    "torch.nn.Linear", 3, "Linear", "rule", {"tensorflow.keras.layers.Dense"}, false};
const ApiUse kMedian = {"torch.median", 4, "median", "rule", {}, true};

TEST(SeenTwins, ATwinThatWasCalledIsFound) {
  const SeenTwins seen = SeeTwins({kDense}, Watched({"torch.nn.Linear"}),
                                  Watched({"tensorflow.keras.layers.Dense"}), "");
  EXPECT_EQ(seen.found, Names{"torch.nn.Linear"});
  EXPECT_TRUE(seen.missing.empty());
  EXPECT_EQ(seen.why, "");
}

TEST(SeenTwins, ATwinThatOnlyStandsInTheTextIsMissing) {
  const SeenTwins seen = SeeTwins({kDense}, Watched({"torch.nn.Linear"}), Watched({}),
                                  "layer = tf.keras.layers.Dense(3)");
  EXPECT_EQ(seen.missing, Names{"torch.nn.Linear"});
  EXPECT_TRUE(seen.emulated.empty());
  EXPECT_EQ(seen.why, "torch.nn.Linear: its twin tensorflow.keras.layers.Dense was not called");
}

TEST(SeenTwins, AHelperInThePlaceOfAnApiIsAnEmulation) {
  const SeenTwins seen = SeeTwins({kMedian}, Watched({"torch.median"}), Watched({}), "");
  EXPECT_EQ(seen.emulated, Names{"torch.median"});
  EXPECT_EQ(seen.missing, Names{"torch.median"});
  EXPECT_EQ(seen.why, "torch.median runs through a helper only: median");
}

TEST(SeenTwins, WhatTheSourceDoesNotReachHasNoRole) {
  const SeenTwins seen = SeeTwins({kDense, kMedian}, Watched({}), Watched({}), "");
  EXPECT_TRUE(seen.found.empty());
  EXPECT_TRUE(seen.missing.empty());
}

TEST(SeenTwins, MethodsAreKnownByTheirNames) {
  const ApiUse sum = {"torch.Tensor.sum", 1, "tf.reduce_sum", "rule", {"tensorflow.reduce_sum"}};
  EXPECT_EQ(SeeTwins({sum}, Watched({".sum"}), Watched({"tensorflow.reduce_sum"}), "").found,
            Names{"torch.Tensor.sum"});
}

TEST(SeenTwins, ThatNothingIsNeededIsNoTwinThatIsMissing) {
  const ApiUse seed = {"torch.no_grad", 1, "-", "idiom"};
  EXPECT_TRUE(SeeTwins({seed}, Watched({"torch.no_grad"}), Watched({}), "").missing.empty());
}

TEST(SeenTwins, WhatRunsBehindAnErrorIsReadInTheText) {
  const Recording failed = Watched({}, false);
  EXPECT_TRUE(SeeTwins({kDense}, Watched({"torch.nn.Linear"}), failed, "tf.keras.layers.Dense(3)")
                  .missing.empty());
  EXPECT_EQ(SeeTwins({kMedian}, failed, failed, "median(x)").emulated, Names{"torch.median"});
}

}  // namespace
}  // namespace assay::mirror::seen_twins_test
