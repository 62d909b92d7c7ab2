#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(LR, LayersOfOneShapeVanish) {
  const Model model = Mutated("LR", R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,3] = fill(1)
    h = MatMul(x, w)
    y = Relu(h)
  })");
  EXPECT_EQ(PrintGraph(model.graph),
            "graph g (x: float32[2,3]) -> (y: float32[2,3]) {\n  y = Relu(x)\n}\n");
}

TEST(LR, OtherShapesAreRepaired) {
  const Model model = Mutated("LR", R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,5] = fill(1)
    h = MatMul(x, w)
    y = Relu(h)
  })");
  EXPECT_EQ(Ops(model), "Pad Relu");
  EXPECT_EQ(TypeOf(model, "h"), "float32[2,5]");
}

TEST(LR, OtherRanksAreReshaped) {
  const Model model = Mutated("LR", R"(graph (x: float32[1,2,3,3]) -> (y) {
    h = GlobalAveragePool(x)
    y = Relu(h)
  })");
  EXPECT_EQ(Ops(model), "Slice Relu");
}

// An output of the graph keeps its name, and an input is never an output.
TEST(LR, AnOutputStaysAnOutput) {
  const Model model = Mutated("LR", R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,3] = fill(1)
    y = MatMul(x, w)
  })");
  EXPECT_EQ(
      PrintGraph(model.graph),
      "graph g (x: float32[2,3]) -> (y: float32[2,3]) {\n  [Identity_out] y = Identity(x)\n}\n");
}

TEST(LR, WhatSubgraphsCaptureStays) {
  const Model model = Mutated("LR", R"(graph (x: float32[2,2], c: bool[]) -> (y) {
    w: float32[2,2] = fill(1)
    h = MatMul(x, w)
    y = If<then_branch=graph () -> (p) { p = Neg(h) }, else_branch=graph () -> (q) { q = Abs(h) }>(c)
  })",
                              1);
  EXPECT_EQ(Ops(model), "Identity If");
}

TEST(LR, TheLiteralFormTakesLayersOfOneShapeOnly) {
  const char* text = R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,5] = fill(1)
    h = MatMul(x, w)
    y = Relu(h)
  })";
  EXPECT_TRUE(TryMutate("LR", text, 1, {.unconstrained = true}).ok());
  EXPECT_FALSE(TryMutate("LR", text, 1, {.unconstrained = true, .literal = true}).ok());
  const char* square = R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,3] = fill(1)
    h = MatMul(x, w)
    y = Relu(h)
  })";
  EXPECT_TRUE(TryMutate("LR", square, 1, {.unconstrained = true, .literal = true}).ok());
}

TEST(LR, UnknownSizesAreLeftAlone) {
  EXPECT_FALSE(TryMutate("LR", R"(graph (x: float32[batch,3]) -> (y) {
    w: float32[3,5] = fill(1)
    y = MatMul(x, w)
  })")
                   .ok());
}

TEST(LR, UnconstrainedBreaksShapes) {
  const auto mutant = TryMutate("LR", R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,5] = fill(1)
    v: float32[5,2] = fill(1)
    h = MatMul(x, w)
    y = MatMul(h, v)
  })",
                                2, {.unconstrained = true});
  ASSERT_TRUE(mutant.ok());
  Model model = mutant->result.model;
  EXPECT_EQ(Ops(model), "MatMul");
}

}  // namespace
}  // namespace assay::mutate::study_tests
