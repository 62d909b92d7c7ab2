#include <gtest/gtest.h>

#include "mirror/pairs/answers.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

knowledge::Parameter Parameter(const std::string& name, const std::string& standard) {
  knowledge::Parameter out;
  out.name = name;
  if (!standard.empty()) out.default_value = standard;
  return out;
}

class Trials : public testing::Test {
 protected:
  Trials() {
    from_.name = "torch.f", from_.framework = "torch", from_.kind = "function";
    from_.parameters = {Parameter("x", ""), Parameter("flag", "False"), Parameter("own", "True")};
    to_.name = "tf.f", to_.framework = "tensorflow", to_.kind = "function";
    to_.parameters = {Parameter("y", ""), Parameter("sign", "False")};
    pair_.parameters = {{"x", "y", ""}, {"flag", "sign", ""}, {"own", "", ""}};
    subject_ = {&from_, &to_, &pair_, nullptr, nullptr, ""};
    call_.arguments = {{"x", "torch.ones(2)", false, "float32", {2}}};
    call_.source = "rules";
  }

  knowledge::ApiDoc from_, to_;
  knowledge::Pair pair_;
  Subject subject_;
  trial::ApiCall call_;
};

TEST_F(Trials, OptionsAreParametersThatBothSidesHave) {
  const std::vector<BaseCall> options = WithOptions(subject_, call_);
  ASSERT_EQ(options.size(), 1u);
  EXPECT_EQ(options[0].option, "flag");
  ASSERT_NE(options[0].call.Find("flag"), nullptr);
  EXPECT_EQ(options[0].call.Find("flag")->expression, "True");
}

TEST_F(Trials, BenignInputsOfAnOptionSayWhatItMeans) {
  BaseCall base = WithOptions(subject_, call_).at(0);
  base.arguments = {{"x", {{"dtype", "float32"}, {"shape", {2}}, {"values", {1.0, 1.0}}}},
                    {"flag", {{"plain", "True"}}}};
  const auto trials = TrialsOf(subject_, base,
                               {{"as it is", std::string(kBenign), "", base.arguments},
                                {"inf in `x`", "inf", "x", base.arguments}});
  ASSERT_EQ(trials.size(), 2u);
  EXPECT_EQ(trials[0].change.kind, kOption);
  EXPECT_EQ(trials[0].change.parameter, "flag");
  EXPECT_EQ(trials[1].change.kind, "inf");
  EXPECT_EQ(trials[1].change.what, "inf in `x`, with flag=True");
  EXPECT_TRUE(trials[1].words.contains("torch") && trials[1].words.contains("tensorflow"));
}

TEST_F(Trials, WhatOneSideLacksIsNoTrial) {
  BaseCall base{.call = call_.With("own", "False")};
  base.arguments = {{"x", {{"dtype", "float32"}, {"shape", {2}}, {"values", {1.0, 1.0}}}},
                    {"own", {{"plain", "False"}}}};
  EXPECT_TRUE(
      TrialsOf(subject_, base, {{"as it is", std::string(kBenign), "", base.arguments}}).empty());
}

}  // namespace
}  // namespace assay::mirror::pairs
