#include "mutate/delicate.h"

#include "developer/apply.h"

namespace assay::mutate::developer_tests {
namespace {

// The names of the delicate values that nodes make.
std::vector<std::string> Delicate(std::string_view text) {
  const Model model = CaseOf(text).model;
  const std::vector<bool> delicate = DelicateValues(model);
  std::vector<std::string> names;
  for (const NodePtr& node : model.graph.nodes())
    for (const ValueId id : node->outputs)
      if (delicate[static_cast<size_t>(id)]) names.push_back(model.graph.name_of(id));
  return names;
}

TEST(DelicateValues, IndicesAndSizes) {
  EXPECT_THAT(Delicate(R"(graph (x: float32[2], d: float32[9,3]) -> (y, z) {
    a = Relu(x)  b = Neg(a)  i = Cast<to=int64>(b)  y = Gather(d, i)
    m = ArgMax<axis=0>(d)  k = Abs(m)  z = Gather(x, k)
  })"),
              testing::UnorderedElementsAre("a", "b", "i", "m", "k"));
}

TEST(DelicateValues, WhatComesFromArgMaxIsAGoodIndexWhateverItsInput) {
  EXPECT_THAT(Delicate(R"(graph (x: float32[3,4], d: float32[4]) -> (y) {
    a = Relu(x)  i = ArgMax<axis=1, keepdims=0>(a)  y = Gather(d, i)
  })"),
              testing::UnorderedElementsAre("i"));
}

TEST(DelicateValues, PartialFunctions) {
  EXPECT_THAT(Delicate("graph (x: float32[2]) -> (y) { a = Neg(x)  y = Log(a) }"),
              testing::ElementsAre("a"));
  EXPECT_THAT(Delicate("graph (x: float32[2]) -> (y) { a = Neg(x)  y = Div(x, a) }"),
              testing::ElementsAre("a"));
  EXPECT_THAT(Delicate("graph (x: float32[2]) -> (y) { a = Neg(x)  y = Exp(a) }"),
              testing::IsEmpty());
}

TEST(DelicateValues, SquaresMayChangeBeforeTheirRootButNotBehind) {
  // x - mean is harmless; its square, the variance and what is added to it must stay positive.
  EXPECT_THAT(Delicate(R"(graph (x: float32[2,3]) -> (y) {
    two: float32[] = 2  eps: float32[] = 0.001  axes: int64[1] = [1]
    h = Tanh(x)
    m = ReduceMean(h, axes)  d = Sub(h, m)  q = Pow(d, two)  v = ReduceMean(q, axes)
    e = Add(v, eps)  s = Sqrt(e)  y = Div(d, s)
  })"),
              testing::UnorderedElementsAre("q", "v", "e", "s"));
}

TEST(DelicateValues, SoftmaxByHand) {
  EXPECT_THAT(Delicate(R"(graph (x: float32[2,3]) -> (y) {
    axes: int64[1] = [1]
    h = Tanh(x)  m = ReduceMax(h, axes)  d = Sub(h, m)  e = Exp(d)  s = ReduceSum(e, axes)
    y = Div(e, s)
  })"),
              testing::UnorderedElementsAre("s"));
}

TEST(DelicateValues, WhatSubgraphsTake) {
  EXPECT_THAT(Delicate(R"(graph (x: float32[2], c: bool[]) -> (y) {
    a = Relu(x)
    y = If<then_branch=graph () -> (p) { p = Neg(a) }, else_branch=graph () -> (q) { q = Abs(x) }>(c)
  })"),
              testing::ElementsAre("a"));
}

}  // namespace
}  // namespace assay::mutate::developer_tests
