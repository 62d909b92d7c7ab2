#include "zoo/transformer.h"

#include <gtest/gtest.h>

#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::zoo::transformer_test {
namespace {

// Evaluates the model that ends in `y`.
std::vector<double> RunModel(Builder& b, ValueId y) {
  b.Output(y, "y");
  Subject subject = b.Finish();
  EXPECT_TRUE(ops::InferTypes(subject.model).ok());
  std::vector<Known> inputs;
  for (const Datum& input : subject.inputs) inputs.push_back(Known::From(input, Rules{}).value());
  const auto result = reference::Evaluate(subject.model, std::move(inputs));
  EXPECT_TRUE(result.ok());
  const auto v = result->outputs[0].tensor.v();
  return {v.begin(), v.end()};
}

TEST(Heads, SplitAndMergeUndoEachOther) {
  Rng rng(1);
  Builder b("heads", 20, Size::kSmall, rng);
  const Tensor value = NormalTensor(rng, {1, 3, 8}, 0, 1);
  const ValueId x = b.Input("x", value);
  const ValueId split = SplitHeads(b, "split", x, 2);
  EXPECT_EQ(b.shape(split), (Shape{1, 2, 3, 4}));
  const std::vector<double> back = RunModel(b, MergeHeads(b, "merge", split));
  for (int64_t i = 0; i < value.count(); ++i)
    EXPECT_EQ(back[static_cast<size_t>(i)], value.RealAt(i));
}

// Equal scores: attention is the mean of the values that the mask leaves.
TEST(Attend, AveragesWhatTheMaskKeeps) {
  Rng rng(1);
  Builder b("attend", 20, Size::kSmall, rng);
  const ValueId q = b.Input("q", FloatTensor({1, 1, 1, 2}, {0, 0}));
  const ValueId k = b.Input("k", NormalTensor(rng, {1, 1, 3, 2}, 0, 1));
  const ValueId v = b.Input("v", FloatTensor({1, 1, 3, 2}, {2, 4, 6, 8, 100, 100}));
  const ValueId keep = b.Weight(
      "mask", "keep", MakeIntTensor(DType::kBool, {1, 1, 1, 3}, std::vector<int64_t>{1, 1, 0}));
  const std::vector<double> y = RunModel(b, Attend(b, q, k, v, {.keep = keep}));
  EXPECT_NEAR(y[0], 4, 1e-6);
  EXPECT_NEAR(y[1], 6, 1e-6);
}

}  // namespace
}  // namespace assay::zoo::transformer_test
