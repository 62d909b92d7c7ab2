#include "triage/case_bytes.h"

#include <gtest/gtest.h>

#include <array>

#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"

namespace assay::triage {
namespace {

ModelCase Sample() {
  auto model = ParseModelText(
      "model opset=17\ngraph (x: float32[2], n: int64[1]) -> (y, z) { y = Relu(x)\n z = Neg(n) }");
  EXPECT_TRUE(model.ok()) << model.error().message;
  EXPECT_TRUE(ops::InferTypes(*model, {}).ok());
  return {*model,
          {Datum(MakeTensor(DType::kFloat32, {2}, std::array{1.5, -2.0})),
           Datum(MakeIntTensor(DType::kInt64, {1}, std::array<int64_t, 1>{7}))}};
}

TEST(CaseBytes, ComesBackAsItWas) {
  const ModelCase before = Sample();
  const auto subject = MakeSubject(before);
  ASSERT_TRUE(subject.ok());
  const auto after = UnpackCase(subject->bytes, PackInputs(before), "f1");
  ASSERT_TRUE(after.ok()) << after.error().message;
  EXPECT_TRUE(after->inputs == before.inputs);
  EXPECT_EQ(PrintModel(after->model), PrintModel(before.model));
}

TEST(CaseBytes, DamageIsAnErrorThatNamesTheCase) {
  const ModelCase before = Sample();
  const std::string model = MakeSubject(before)->bytes, inputs = PackInputs(before);
  for (const size_t size : {size_t{3}, inputs.size() - 1, size_t{0}}) {
    const auto after = UnpackCase(model, inputs.substr(0, size), "f1");
    ASSERT_FALSE(after.ok()) << size;
    EXPECT_EQ(after.error().message.substr(0, 4), "f1: ");
  }
  EXPECT_FALSE(UnpackCase("no model", inputs, "f1").ok());
}

}  // namespace
}  // namespace assay::triage
