#include "oracle/exchanged.h"

#include <gtest/gtest.h>

#include "graph/text.h"
#include "ops/infer.h"

namespace assay::oracle::exchanged_test {
namespace {

Tensor Vector(double a, double b) {
  const double values[] = {a, b};
  return MakeTensor(DType::kFloat32, {2}, values);
}

LayerFault Fault(const std::string& tensor) {
  LayerFault out;
  out.tensor = tensor;
  return out;
}

class ExchangedLayers : public testing::Test {
 protected:
  void SetUp() override {
    auto model = ParseModelText(
        "graph (x: float32[2]) -> (c: float32[2]) { a = Abs(x)\n b = Relu(x)\n c = Add(a, b) }");
    ASSERT_TRUE(model.ok());
    model_ = std::move(model).value();
    ASSERT_TRUE(ops::InferTypes(model_).ok());
  }
  Model model_;
};

TEST_F(ExchangedLayers, BothAreRightInEachOthersPlace) {
  const NamedTensors values = {
      {"x", Vector(-1, 2)}, {"a", Vector(0, 2)}, {"b", Vector(1, 2)}, {"c", Vector(1, 4)}};
  std::vector<LayerFault> faults = {Fault("a"), Fault("b")};
  MarkExchanged(model_, values, faults);
  EXPECT_TRUE(faults[0].exchanged);
  EXPECT_TRUE(faults[1].exchanged);
}

TEST_F(ExchangedLayers, TwoThatAreWrongByThemselvesStayWrong) {
  const NamedTensors values = {
      {"x", Vector(-1, 2)}, {"a", Vector(0, 2)}, {"b", Vector(1, 3)}, {"c", Vector(1, 5)}};
  std::vector<LayerFault> faults = {Fault("a"), Fault("b")};
  MarkExchanged(model_, values, faults);
  EXPECT_FALSE(faults[0].exchanged);
}

TEST_F(ExchangedLayers, NothingNewMayBeWrong) {
  // Exchanged, both are right; but then the sum, which was not wrong, would be.
  const NamedTensors values = {
      {"x", Vector(-1, 2)}, {"a", Vector(0, 2)}, {"b", Vector(1, 2)}, {"c", Vector(7, 4)}};
  std::vector<LayerFault> faults = {Fault("a"), Fault("b")};
  MarkExchanged(model_, values, faults);
  EXPECT_FALSE(faults[0].exchanged);
}

}  // namespace
}  // namespace assay::oracle::exchanged_test
