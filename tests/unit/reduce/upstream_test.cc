#include "reduce/upstream.h"

#include <gtest/gtest.h>

#include "graph/text.h"

namespace assay::reduce {
namespace {

TEST(Upstream, OnlyWhatATensorDependsOn) {
  const auto graph = ParseGraphText(
      "graph (x, c) -> (p, q) { a = Relu(x)\n b = Exp(x)\n p = Neg(a)\n q = Abs(b) }");
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_EQ(OperatorsBefore(*graph, "p"), (std::set<std::string>{"Neg", "Relu"}));
  EXPECT_TRUE(OperatorsBefore(*graph, "x").empty());
  EXPECT_TRUE(OperatorsBefore(*graph, "nonesuch").empty());
}

TEST(Upstream, BodiesCountWithWhatTheyTakeFromOutside) {
  const auto graph = ParseGraphText(
      "graph (x, c: bool[]) -> (y) { a = Relu(x)\n"
      "y = If<then_branch = graph () -> (t) { t = Exp(a) }, "
      "else_branch = graph () -> (e) { e = Neg(x) }>(c) }");
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_EQ(OperatorsBefore(*graph, "y"), (std::set<std::string>{"Exp", "If", "Neg", "Relu"}));
}

}  // namespace
}  // namespace assay::reduce
