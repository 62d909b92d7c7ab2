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
  return LooseForm(model.graph);
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
    return LooseForm(model.graph);
  };
  EXPECT_THAT(form("[]"), testing::HasSubstr("list"));
  EXPECT_EQ(form("[1]"), "");
}

}  // namespace
}  // namespace assay::oracle
