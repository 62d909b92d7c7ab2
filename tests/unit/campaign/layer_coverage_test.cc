#include "campaign/layer_coverage.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "graph/text.h"

namespace assay::campaign {
namespace {

std::vector<uint64_t> KeysOf(const std::string& text) {
  const auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << model.error().message;
  return LayerKeys(model->graph);
}

TEST(LayerCoverage, CountsSequencesInputsAndParameters) {
  LayerCoverage coverage;
  // Relu-Elu; per node element type, rank and shape are not known behind Relu: only those of x.
  coverage.Add(KeysOf("graph (x: float32[2,3]) -> (b) { a = Relu(x)\n b = Elu<alpha=0.5>(a) }"));
  EXPECT_EQ(coverage.sequences(), 1);
  EXPECT_EQ(coverage.inputs(), 3);
  EXPECT_EQ(coverage.parameters(), 1);
}

TEST(LayerCoverage, KnownThingsGainNothing) {
  LayerCoverage coverage;
  const std::string text = "graph (x: float32[2]) -> (b) { a = Relu(x)\n b = Elu<alpha=0.5>(a) }";
  EXPECT_GT(coverage.Add(KeysOf(text)), 0);
  EXPECT_EQ(coverage.Add(KeysOf(text)), 0);
  const auto other = KeysOf("graph (x: float16[2]) -> (b) { a = Relu(x)\n b = Elu<alpha=0.5>(a) }");
  EXPECT_EQ(coverage.NewIn(other), 1);  // the element type
  EXPECT_EQ(coverage.Add(other), 1);
}

TEST(LayerCoverage, OnlyTheFirstFiveShapesCount) {
  LayerCoverage coverage;
  for (int size = 1; size <= 8; ++size) {
    const int gained =
        coverage.Add(KeysOf(StrCat("graph (x: float32[", size, "]) -> (a) { a = Relu(x) }")));
    EXPECT_EQ(gained, size == 1 ? 3 : size <= 5 ? 1 : 0) << size;
  }
}

TEST(LayerCoverage, CodeIsCountedApart) {
  const auto model = ParseModelText("graph (x: float32[2]) -> (b) { a = Relu(x)\n b = Relu(a) }");
  ASSERT_TRUE(model.ok());
  std::vector<uint64_t> keys = CodeKeys(model->graph);
  LayerCoverage coverage;
  EXPECT_EQ(coverage.NewIn(keys), 0);
  EXPECT_EQ(coverage.Add(keys), 0);
  EXPECT_GT(coverage.AddCode(keys), 0);
  EXPECT_EQ(coverage.AddCode(keys), 0);
  const std::vector<uint64_t> layers = LayerKeys(model->graph);
  EXPECT_EQ(coverage.AddCode(layers), 0);
  EXPECT_GT(coverage.Add(layers), 0);
  const auto other =
      ParseModelText("graph (x: float16[2]) -> (b) { a = Elu<alpha=0.5>(x)\n b = Elu(a) }");
  ASSERT_TRUE(other.ok());
  EXPECT_GE(coverage.AddCode(CodeKeys(other->graph)), 2);  // with the attribute, and without
}

}  // namespace
}  // namespace assay::campaign
