#include "ops/random/distribution.h"

#include <cmath>
#include <functional>

#include "tests/unit/ops/node.h"
#include "tests/unit/ops/op_test.h"

namespace assay::ops::distribution_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr int64_t kSamples = 4000;

Tensor Sample(uint64_t seed, const std::function<double(Rng&)>& draw, DType type = DType::kFloat32,
              int64_t n = kSamples) {
  Rng rng(seed);
  std::vector<double> values;
  for (int64_t i = 0; i < n; ++i) values.push_back(draw(rng));
  return MakeTensor(type, {n}, values);
}

bool Plausible(const Node& node, const Tensor& output, const std::vector<Tensor>& inputs = {}) {
  const auto verdict = JudgeSample(node, inputs, output);
  EXPECT_TRUE(verdict.ok()) << verdict.error().message;
  EXPECT_EQ(verdict->plausible, verdict->reason.empty());
  return verdict->plausible;
}

const Node kUniform = NodeOf("RandomUniform", {{"low", -1.f}, {"high", 3.f}});
const Node kNormal = NodeOf("RandomNormal", {{"mean", 5.f}, {"scale", 2.f}});
const Node kBernoulli = NodeOf("Bernoulli");

TEST(JudgeSample, AcceptsRightSamplesInEveryType) {
  for (const DType type : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBfloat16})
    for (uint64_t seed = 1; seed < 20; ++seed) {
      EXPECT_TRUE(Plausible(kUniform, Sample(seed, [](Rng& r) { return r.Real(-1, 3); }, type)));
      EXPECT_TRUE(
          Plausible(kNormal, Sample(seed, [](Rng& r) { return 5 + 2 * r.Normal(); }, type)));
    }
}

TEST(JudgeSample, RejectsTheSupport) {
  EXPECT_FALSE(Plausible(kUniform, Sample(1, [](Rng&) { return 3.5; }, DType::kFloat32, 1)));
  EXPECT_FALSE(Plausible(kNormal, Sample(1, [](Rng&) { return kNaN; }, DType::kFloat32, 1)));
  EXPECT_FALSE(Plausible(kBernoulli, MakeTensor(DType::kFloat32, {1}, std::vector<double>{0.5}),
                         {MakeTensor(DType::kFloat32, {1}, std::vector<double>{0.5})}));
}

TEST(JudgeSample, RejectsWrongDistributions) {
  EXPECT_FALSE(Plausible(kUniform, Sample(1, [](Rng& r) { return r.Real(-1, 2.4); })));
  EXPECT_FALSE(Plausible(kUniform, Sample(1, [](Rng&) { return 0.7; })));
  EXPECT_FALSE(Plausible(kNormal, Sample(1, [](Rng& r) { return 2 + 5 * r.Normal(); })));
  EXPECT_FALSE(Plausible(kNormal, Sample(1, [](Rng& r) {
                           return 5 + std::sqrt(2.0) * r.Normal();
                         })));  // variance for deviation
}

TEST(JudgeSample, SmallSamplesAreNotBlamed) {
  EXPECT_TRUE(Plausible(kUniform, Sample(1, [](Rng&) { return 0.7; }, DType::kFloat32, 5)));
}

TEST(JudgeSample, BernoulliCounts) {
  const Tensor p = Sample(9, [](Rng& r) { return r.Unit(); });
  const auto drawn = [&](bool inverted) {
    Rng rng(4);
    std::vector<double> values;
    for (int64_t i = 0; i < p.count(); ++i)
      values.push_back((rng.Unit() < p.RealAt(i)) != inverted);
    return MakeTensor(DType::kBool, {p.count()}, values);
  };
  EXPECT_TRUE(Plausible(kBernoulli, drawn(false), {p}));
  EXPECT_FALSE(Plausible(kBernoulli, drawn(true), {p}));  // the mean alone would not show it
  EXPECT_FALSE(Plausible(kBernoulli, MakeTensor(DType::kInt32, {1}, std::vector<double>{1}),
                         {MakeTensor(DType::kFloat32, {1}, std::vector<double>{0})}));
}

TEST(JudgeSample, MultinomialFrequencies) {
  const Node node = NodeOf("Multinomial", {{"sample_size", kSamples}});
  const Tensor logits =
      MakeTensor(DType::kFloat32, {1, 3}, std::vector<double>{std::log(0.2), std::log(0.8), -kInf});
  const auto right = Sample(5, [](Rng& r) { return r.Unit() < 0.2 ? 0.0 : 1.0; }, DType::kInt32);
  const auto flat = Sample(5, [](Rng& r) { return r.Unit() < 0.5 ? 0.0 : 1.0; }, DType::kInt32);
  EXPECT_TRUE(Plausible(node, right.Reshaped({1, kSamples}), {logits}));
  EXPECT_FALSE(Plausible(node, flat.Reshaped({1, kSamples}), {logits}));
  EXPECT_FALSE(
      Plausible(node, MakeTensor(DType::kInt32, {1, 1}, std::vector<double>{2}), {logits}));
  EXPECT_FALSE(
      Plausible(node, MakeTensor(DType::kInt32, {1, 1}, std::vector<double>{7}), {logits}));
}

TEST(JudgeSample, OtherOperatorsAreAnError) {
  EXPECT_THAT(
      JudgeSample(NodeOf("Add"), {}, MakeTensor(DType::kFloat32, {}, std::vector<double>{1}))
          .error()
          .message,
      HasSubstr("Add"));
}

}  // namespace
}  // namespace assay::ops::distribution_test
