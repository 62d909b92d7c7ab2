#include "oracle/loose_form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::oracle {
namespace {

std::string FormOfRangeTo(const std::string& limit) {
  Model model = ParseModelText(StrCat("graph (b: int64", limit, R"() -> (y) {
  a: int64[] = 0
  c: int64[] = 1
  y = Range(a, b, c)
})"))
                    .value();
  EXPECT_TRUE(ops::InferTypes(model).ok());
  return LooseForm(model);
}

TEST(LooseForm, IsARangeOfLists) {
  EXPECT_THAT(FormOfRangeTo("[1]"), testing::HasSubstr("scalars"));
  EXPECT_EQ(FormOfRangeTo("[]"), "");
}

TEST(LooseForm, IsAnUnsqueezeByAScalar) {
  const auto form = [](const std::string& axes) {
    Model model = ParseModelText(StrCat("graph (x: float32[2], a: int64", axes, R"() -> (y) {
  y = Unsqueeze(x, a)
})"))
                      .value();
    EXPECT_TRUE(ops::InferTypes(model).ok());
    return LooseForm(model);
  };
  EXPECT_THAT(form("[]"), testing::HasSubstr("list"));
  EXPECT_EQ(form("[1]"), "");
}

std::string FormOf(const std::string& text) {
  Model model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(model).ok());
  return LooseForm(model);
}

TEST(LooseForm, IsANegativeAxisOfOldOpsets) {
  const std::string sum = "graph (x: float32[2]) -> (y) { y = ReduceSum<axes=[-1]>(x) }";
  EXPECT_THAT(FormOf("model ir=8 opset=10\n" + sum), testing::HasSubstr("ReduceSum with a neg"));
  EXPECT_EQ(FormOf("model ir=8 opset=11\n" + sum), "");
  const std::string concat = "graph (x: float32[2]) -> (y) { y = Concat<axis=";
  EXPECT_THAT(FormOf("model ir=8 opset=9\n" + concat + "-1>(x, x) }"),
              testing::HasSubstr("Concat"));
  EXPECT_EQ(FormOf("model ir=8 opset=9\n" + concat + "0>(x, x) }"), "");
}

}  // namespace
}  // namespace assay::oracle
