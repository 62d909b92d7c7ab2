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

}  // namespace
}  // namespace assay::oracle
