#include "ops/attention/attention_infer.h"

#include "tests/unit/ops/node.h"
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(SameDim, KeepsWhatIsKnown) {
  EXPECT_EQ(SameDim(Dim::Named("n"), Dim::Known(3), "x")->size, 3);
  EXPECT_EQ(*SameDim(Dim::Named("n"), Dim::Unknown(), "x"), Dim::Named("n"));
  EXPECT_THAT(SameDim(Dim::Known(2), Dim::Known(3), "width").error().message,
              HasSubstr("width is 2 and 3"));
}

TEST(SplitDim, DividesOrSaysWhy) {
  EXPECT_EQ(SplitDim(Dim::Known(12), 3, "heads")->size, 4);
  EXPECT_FALSE(SplitDim(Dim::Named("n"), 3, "heads")->known());
  EXPECT_THAT(SplitDim(Dim::Known(10), 3, "heads").error().message,
              HasSubstr("not a multiple of heads 3"));
  EXPECT_FALSE(SplitDim(Dim::Known(10), 0, "heads").ok());
}

Result<Types> Infer(const std::vector<ValueType>& types, Attrs attrs) {
  Node node = NodeOf("Attention", std::move(attrs));
  for (size_t i = 0; i < types.size(); ++i) node.inputs.push_back(static_cast<ValueId>(i));
  node.outputs = {10, 11};
  const std::vector<const Tensor*> constants(types.size(), nullptr);
  return InferAttention(InferCall(node, 24, types, constants, nullptr));
}

TEST(InferAttention, PropagatesSymbols) {
  const Dim b = Dim::Named("b"), s = Dim::Named("s"), t = Dim::Named("t");
  const TensorType q(DType::kFloat32, Dims{b, s, Dim::Known(8)}),
      k(DType::kFloat32, Dims{b, t, Dim::Known(4)});
  const auto out = Infer({q, k, k}, {{"q_num_heads", int64_t{4}}, {"kv_num_heads", int64_t{2}}});
  ASSERT_TRUE(out.ok()) << out.error().message;
  EXPECT_EQ((*out)[0].tensor, TensorType(DType::kFloat32, Dims{b, s, Dim::Known(8)}));
  EXPECT_EQ((*out)[1].tensor,
            TensorType(DType::kFloat32, Dims{b, Dim::Known(2), t, Dim::Known(2)}));
}

}  // namespace
}  // namespace assay::ops
