// Proof by test (1): an adversary that executes random admissible roundings never leaves the
// bounds.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "base/strings.h"
#include "execution.h"
#include "graph/text.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::reference {
namespace {

// Raised by the slow suite: ASSAY_PROOF_SCALE=20.
int Scale() {
  const char* scale = std::getenv("ASSAY_PROOF_SCALE");
  return scale == nullptr ? 1 : std::max(1, std::atoi(scale));
}

struct Tally {
  int graphs = 0, nodes = 0, executions = 0;
};

// True when all executions of the case stay inside.
bool Holds(const generate::RandomCase& test, const Rules& rules, Rng& rng, Tally& tally) {
  const auto bounds = Bounds(test, rules);
  if (!bounds.ok()) {
    ADD_FAILURE() << bounds.error().message << "\n" << PrintModel(test.model);
    return false;
  }
  ++tally.graphs;
  for (int run = 0; run < 4; ++run) {
    Rng executor = rng.Split();
    const auto execution = Execution(test, rules, executor);
    if (!execution.ok()) {
      ADD_FAILURE() << execution.error().message << "\n" << PrintModel(test.model);
      return false;
    }
    ++tally.executions;
    tally.nodes += static_cast<int>(test.model.graph.node_count());
    const std::string escape = Escape(test, *bounds, *execution);
    if (escape.empty()) continue;
    ADD_FAILURE() << escape << "\n" << PrintModel(test.model);
    return false;
  }
  return true;
}

class Adversary : public testing::TestWithParam<std::tuple<DType, Tier>> {};

TEST_P(Adversary, NeverLeavesTheBoundOfAnyOperator) {
  const auto [dtype, tier] = GetParam();
  Rng rng(7 + static_cast<uint64_t>(dtype));
  Tally tally;
  std::set<std::string> failing, unused;
  for (const ops::OpDef& op : ops::AllOps()) {
    if (op.propose == nullptr || !op.domain.empty() || op.rounding == ops::Rounding::kRandom)
      continue;
    int used = 0;
    for (int i = 0; i < 6 * Scale() && failing.count(std::string(op.name)) == 0; ++i) {
      const int opset = static_cast<int>(rng.Int(18, ops::kNewestOpset));
      const auto test = generate::RandomGraph(rng, {.nodes = 1 + i % 3,
                                                    .opset = opset,
                                                    .dtype = dtype,
                                                    .first = std::string(op.name),
                                                    .valid_values = i % 2 == 0});
      if (!test.has_value()) continue;
      ++used;
      if (!Holds(*test, {.tier = tier}, rng, tally)) failing.insert(std::string(op.name));
    }
    if (used == 0) unused.insert(std::string(op.name));
  }
  EXPECT_GT(tally.graphs, 500);
  EXPECT_TRUE(failing.empty()) << "left by graphs that begin with " << Join(failing, ", ");
  std::printf("%s: %d graphs, %d executions, %d node runs; no use found for: %s\n",
              std::string(DTypeName(dtype)).c_str(), tally.graphs, tally.executions, tally.nodes,
              Join(unused, " ").c_str());
}

TEST_P(Adversary, NeverLeavesTheBoundOfRandomGraphs) {
  const auto [dtype, tier] = GetParam();
  Rng rng(1000 + static_cast<uint64_t>(dtype));
  Tally tally;
  int failures = 0;
  for (int i = 0; i < 100 * Scale() && failures < 5; ++i) {
    const auto test =
        generate::RandomGraph(rng, {.nodes = 10,
                                    .opset = static_cast<int>(rng.Int(18, ops::kNewestOpset)),
                                    .dtype = dtype,
                                    .valid_values = i % 2 == 0});
    if (test.has_value() && !Holds(*test, {.tier = tier}, rng, tally)) ++failures;
  }
  EXPECT_GE(tally.graphs, 90);
  EXPECT_EQ(failures, 0);
  std::printf("%s: %d graphs, %d executions, %d node runs\n", std::string(DTypeName(dtype)).c_str(),
              tally.graphs, tally.executions, tally.nodes);
}

TEST(Adversary, NeverLeavesTheBoundOfProductsOfCutFactors) {
  Rng rng(32);
  Tally tally;
  std::set<std::string> failing;
  for (const std::string op : {"MatMul", "Gemm", "Conv", "ConvTranspose", "Einsum", "Attention",
                               "LSTM", "GRU", "RNN", "DFT"})
    for (int i = 0; i < 40 * Scale() && failing.count(op) == 0; ++i) {
      const auto test = generate::RandomGraph(
          rng, {.nodes = 1 + i % 2, .opset = 23, .dtype = DType::kFloat32, .first = op});
      if (test.has_value() && !Holds(*test, {.tf32 = true}, rng, tally)) failing.insert(op);
    }
  EXPECT_GT(tally.graphs, 200);
  EXPECT_TRUE(failing.empty()) << "left by graphs that begin with " << Join(failing, ", ");
}

INSTANTIATE_TEST_SUITE_P(Types, Adversary,
                         testing::Combine(testing::Values(DType::kFloat32, DType::kFloat64,
                                                          DType::kFloat16, DType::kBfloat16),
                                          testing::Values(Tier::kLenient, Tier::kStrict)),
                         [](const auto& parameters) {
                           return StrCat(DTypeName(std::get<0>(parameters.param)),
                                         std::get<1>(parameters.param) == Tier::kStrict
                                             ? "Strict"
                                             : "Lenient");
                         });

}  // namespace
}  // namespace assay::reference
