#include "ops/attention/attention_plan.h"

#include "tests/unit/ops/node.h"
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

struct Planned {
  Node node;
  std::vector<Known> inputs;
  Rules rules;
  Rng random{1};
};

// The bias of query 0 on each of three keys.
std::vector<double> Biases(Planned& p, int opset = 25) {
  const EvalCall call(p.node, opset, p.inputs, p.rules, nullptr, p.random, nullptr);
  const auto plan = PlanAttention(call);
  EXPECT_TRUE(plan.ok()) << plan.error().message;
  const auto bias = AttentionBias::From(call, *plan);
  EXPECT_TRUE(bias.ok()) << bias.error().message;
  std::vector<double> out;
  for (int64_t j = 0; j < 3; ++j)
    out.push_back(bias->At(call.arith(DType::kFloat32), 0, 0, 0, j).v);
  return out;
}

Planned Make(Attrs attrs, std::vector<Known> more = {}) {
  Planned p;
  p.node = NodeOf("Attention", std::move(attrs));
  p.inputs = {Floats({1, 1, 1, 1}, {1}), Floats({1, 1, 3, 1}, {0, 0, 0}),
              Floats({1, 1, 3, 1}, {1, 2, 3})};
  for (Known& k : more) p.inputs.push_back(std::move(k));
  return p;
}

TEST(AttentionBias, AddsMaskAndCausal) {
  Planned p = Make({{"is_causal", int64_t{1}}}, {Floats({3}, {0.5, 1, 2})});
  EXPECT_THAT(Biases(p), ElementsAre(0.5, -kInf, -kInf));
}

TEST(AttentionBias, ShortMasksArePaddedWithMinusInfinity) {
  Planned p = Make({}, {Floats({2}, {0.5, 1})});
  EXPECT_THAT(Biases(p), ElementsAre(0.5, 1, -kInf));
}

TEST(AttentionBias, ALengthBeyondTheKeysIsRefused) {
  Planned p = Make({}, {Known(), Known(), Known(), Ints({1}, {4})});
  const EvalCall call(p.node, 25, p.inputs, p.rules, nullptr, p.random, nullptr);
  EXPECT_THAT(PlanAttention(call).error().message, HasSubstr("nonpad_kv_seqlen 4 outside 0 to 3"));
}

}  // namespace
}  // namespace assay::ops
