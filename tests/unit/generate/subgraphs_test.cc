// control_flow.cc, sequences.cc and what they share (subgraph_nodes.h), through whole graphs.
#include <gtest/gtest.h>

#include "cases.h"
#include "graph/text.h"

namespace assay::generate {
namespace {

TEST(ControlFlow, MakesAllThreeKinds) {
  GraphOptions options{.nodes = 4};
  options.control_flow = 0.5;
  const auto cases = Cases(1, 200, options);
  for (const char* op : {"If", "Loop", "Scan"}) EXPECT_GT(CountOp(cases, op), 20) << op;
  int captured = 0;
  for (const RandomCase& test : cases) {
    EXPECT_EQ(Problem(test), "") << PrintModel(test.model);
    for (const NodePtr& node : test.model.graph.nodes())
      for (const auto& [name, attr] : node->attrs)
        if (const auto* body = std::get_if<GraphPtr>(&attr))
          captured += static_cast<int>((*body)->captured.size());
  }
  EXPECT_GT(captured, 20);
}

TEST(Sequences, AreMadeChangedAndRead) {
  GraphOptions options{.nodes = 6};
  options.sequences = 0.7;
  const auto cases = Cases(2, 200, options);
  for (const char* op :
       {"SequenceConstruct", "SplitToSequence", "SequenceEmpty", "SequenceInsert", "SequenceErase",
        "SequenceAt", "SequenceLength", "ConcatFromSequence", "SequenceMap", "Optional"})
    EXPECT_GT(CountOp(cases, op), 3) << op;
  for (const RandomCase& test : cases) EXPECT_EQ(Problem(test), "") << PrintModel(test.model);
}

}  // namespace
}  // namespace assay::generate
