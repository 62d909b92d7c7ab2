#include <gtest/gtest.h>

#include "mirror/pairs/accuse.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

class Benign : public testing::Test {
 protected:
  Benign() {
    from_.name = "torch.f", from_.framework = "torch";
    to_.name = "tf.f", to_.framework = "tensorflow";
    subject_ = {&from_, &to_, &pair_, nullptr, nullptr, ""};
  }

  static TwinAnswer Says(const json& value) {
    const json fact = {
        {"dtype", "float64"}, {"type", "float64"}, {"shape", {1}}, {"values", {value}}};
    TwinAnswer out;
    out.wide = {fact, {fact}, 0};
    return out;
  }
  void Add(const json& torch, const json& tensorflow) {
    PairTrial trial;
    trial.number = trials_.size();
    trial.change = {"numbers", std::string(kBenign), "", {{"n", {{"plain", trials_.size()}}}}};
    trials_.push_back(trial);
    replies_.answers[trial.number] = {{"torch", Says(torch)}, {"tensorflow", Says(tensorflow)}};
  }
  BenignResult Judged() const {
    return JudgeBenign({subject_, conventions_, {}}, trials_, replies_);
  }

  knowledge::ApiDoc from_, to_;
  knowledge::Pair pair_;
  Subject subject_;
  Conventions conventions_;
  std::vector<PairTrial> trials_;
  PairAnswers replies_;
};

TEST_F(Benign, ChangesStartWhereEverythingIsFinite) {
  Add("nan", "nan");
  Add(1.0, 1.0);
  Add(2.0, 2.0);
  const BenignResult judged = Judged();
  EXPECT_TRUE(judged.same);
  EXPECT_TRUE(judged.difference.is_null());
  EXPECT_EQ(judged.start, trials_[1].change.arguments);
}

TEST_F(Benign, OneDifferenceIsEnough) {
  Add(1.0, 1.0);
  Add(2.0, 3.0);
  EXPECT_FALSE(Judged().same);
  EXPECT_EQ(Judged().difference["said"]["tensorflow"], "float64[1] [3.0]");
}

TEST_F(Benign, NanAloneProvesNothing) {
  Add("nan", "nan");
  EXPECT_FALSE(Judged().same);
  EXPECT_TRUE(Judged().start.is_null());
}

TEST_F(Benign, AnswersThatAreMissingProveNothing) {
  Add(1.0, 1.0);
  replies_.answers.clear();
  EXPECT_FALSE(Judged().same);
}

TEST(OtherOptions, OneThatDiffersOnBenignInputsTakesAllItsTrialsAlong) {
  OtherOptions options;
  PairTrial trial;
  trial.base = 2;
  trial.change.kind = kOption;
  EXPECT_FALSE(options.Concern(trial, {.ruling = Ruling::kAgreed}));
  trial.change.kind = "inf";
  EXPECT_FALSE(options.Concern(trial, {.ruling = Ruling::kAccused, .difference = "values"}));
  trial.base = 3;
  trial.change.kind = kOption;
  EXPECT_TRUE(options.Concern(trial, {.ruling = Ruling::kAccused, .difference = "values"}));
  trial.change.kind = "inf";
  EXPECT_TRUE(options.Concern(trial, {.ruling = Ruling::kAccused, .difference = "values"}));
  trial.base = 2;
  EXPECT_FALSE(options.Concern(trial, {.ruling = Ruling::kAccused, .difference = "values"}));
}

TEST(OtherOptions, FailedChecksOfAFrameworkAreNoMatterOfMeaning) {
  OtherOptions options;
  PairTrial trial;
  trial.change.kind = kOption;
  EXPECT_FALSE(
      options.Concern(trial, {.ruling = Ruling::kAccused, .difference = "internal-error"}));
}

}  // namespace
}  // namespace assay::mirror::pairs
