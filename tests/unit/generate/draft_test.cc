#include "generate/draft.h"

#include <gtest/gtest.h>

#include "graph/text.h"

namespace assay::generate {
namespace {

const TensorType kType(DType::kFloat32, Shape{2});

DraftValue Value(DraftValue::Source source) {
  return {.source = source,
          .declared = kType,
          .actual = kType,
          .known = {},
          .data = Tensor(DType::kFloat32, {2}),
          .name = {}};
}

Node Unary(const char* op, ValueId input, ValueId output) {
  Node node;
  node.op = op;
  node.inputs = {input};
  node.outputs = {output};
  return node;
}

TEST(Draft, TakesBackWhatAnAttemptAdded) {
  Draft draft;
  const ValueId x = draft.Add(Value(DraftValue::Source::kInput), true);
  const Draft::Mark mark = draft.mark();
  draft.Add(Value(DraftValue::Source::kWeight), false);
  const ValueId y = draft.Add(Value(DraftValue::Source::kNode), true);
  draft.AddNode(Unary("Relu", x, y));
  EXPECT_EQ(draft.listed(DType::kFloat32).size(), 2u);
  draft.Rollback(mark);
  EXPECT_EQ(draft.listed(DType::kFloat32), (std::vector<ValueId>{x}));
  EXPECT_EQ(draft.value_count(), 1u);
  EXPECT_EQ(draft.node_count(), 0u);
  EXPECT_EQ(draft.input_count(), 1u);
}

TEST(Draft, BecomesAGraphOfWhatIsUsed) {
  Draft draft;
  draft.Add(Value(DraftValue::Source::kInput), true);
  const ValueId x = draft.Add(Value(DraftValue::Source::kInput), true);
  const ValueId y = draft.Add(Value(DraftValue::Source::kNode), true);
  const ValueId z = draft.Add(Value(DraftValue::Source::kNode), true);
  draft.AddNode(Unary("Relu", x, y));
  draft.AddNode(Unary("Tanh", y, z));
  std::vector<Datum> inputs;
  const Graph graph = draft.Finish(inputs);
  EXPECT_TRUE(VerifyStructure(graph).ok());
  ASSERT_EQ(graph.inputs.size(), 1u);
  ASSERT_EQ(graph.outputs.size(), 1u);
  EXPECT_EQ(graph.name_of(graph.inputs[0]), "x1");
  EXPECT_EQ(graph.name_of(graph.outputs[0]), "v3");
  EXPECT_EQ(inputs.size(), 1u);
}

TEST(Draft, BecomesABodyThatCaptures) {
  Draft draft("b_");
  DraftValue outer = Value(DraftValue::Source::kOuter);
  outer.name = "v7";
  const ValueId captured = draft.Add(outer, true);
  const ValueId y = draft.Add(Value(DraftValue::Source::kNode), true);
  draft.AddNode(Unary("Relu", captured, y));
  const Graph body = draft.FinishBody("body", {}, {y});
  ASSERT_EQ(body.captured.size(), 1u);
  EXPECT_EQ(body.name_of(body.captured[0]), "v7");
  EXPECT_EQ(body.name_of(body.outputs[0]), "b_v1");
  EXPECT_TRUE(body.inputs.empty());
}

}  // namespace
}  // namespace assay::generate
