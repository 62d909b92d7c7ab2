#include "triage/plain.h"

#include "tests/unit/triage/planted.h"

namespace assay::triage {
namespace {

using PlainTest = Planted;

// The operators of the plainest form of a model that shows the fault.
std::string Operators(const std::string& fault, const std::string& text) {
  lab::Lab lab;
  const Probe probe(PlantedTarget(fault), lab);
  const ModelCase model_case = CaseOf(text);
  const auto seen = probe.Run(model_case);
  EXPECT_TRUE(seen.ok() && seen->finding()) << fault;
  const ModelCase plain = Plainest(model_case, probe, seen->symptom, {});
  std::string out;
  for (const NodePtr& node : plain.model.graph.nodes()) out += node->op + " ";
  return out;
}

TEST_F(PlainTest, OperatorsThatFailUnderOneConditionShareTheirForm) {
  const std::string tail = "<axis=0>(x) }";
  const std::string head = "graph (x: float32[3,2]) -> (y) { y = ";
  const std::string hardmax = Operators("softmax-always-last-axis", head + "Hardmax" + tail);
  EXPECT_EQ(Operators("softmax-always-last-axis", head + "Softmax" + tail), hardmax);
  EXPECT_EQ(Operators("softmax-always-last-axis", head + "LogSoftmax" + tail), hardmax);
}

TEST_F(PlainTest, AnOperatorThatIsAlwaysWrongStays) {
  EXPECT_EQ(Operators("hard-swish-slope+gelu-formulas-swapped",
                      "graph (x: float32[4]) -> (y) { y = HardSwish(x) }"),
            "HardSwish ");
}

TEST_F(PlainTest, OfABugInTheStructureTheOperatorsDoNotMatter) {
  const std::string one = Operators("in-place-overwrites-shared",
                                    "graph (x: float32[4]) -> (a, b) { h = Exp(x)  a = Tanh(h)  "
                                    "b = Neg(h) }");
  EXPECT_EQ(Operators("in-place-overwrites-shared",
                      "graph (x: float32[2,2]) -> (a, b) { h = Cos(x)  a = Sigmoid(h)  "
                      "b = Transpose(h) }"),
            one);
}

}  // namespace
}  // namespace assay::triage
