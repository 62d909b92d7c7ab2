// A kernel of size -1 stands for "not known" in type inference; a file must not get away with it.
#include <gtest/gtest.h>

#include "graph/text.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::ops {
namespace {

TEST(KernelSize, NegativeIsAnErrorNotACrash) {
  auto model = ParseModelText(R"(
    graph g (x: float32[1,1,4,4]) -> (y) {
      y = MaxPool<kernel_shape=[-1, 2]>(x)
    })");
  ASSERT_TRUE(model.ok()) << model.error().message;
  const Status typed = InferTypes(*model);
  ASSERT_TRUE(typed.ok()) << typed.error().message;
  auto x = Bounded::From(Tensor(DType::kFloat32, Shape{1, 1, 4, 4}), {});
  ASSERT_TRUE(x.ok());
  std::vector<Known> inputs;
  inputs.emplace_back(std::move(x).value());
  const auto run = reference::Evaluate(*model, std::move(inputs));
  ASSERT_FALSE(run.ok());
  EXPECT_NE(run.error().message.find("kernel of size -1"), std::string::npos)
      << run.error().message;
}

}  // namespace
}  // namespace assay::ops
