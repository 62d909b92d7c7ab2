// Models that the standard does not describe: whatever a framework makes of them, nobody is
// accused.
#include "cases.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::regress {
namespace {

class Illegal : public Regress {};

TEST_P(Illegal, IsRefused) {
  const Case& test = GetParam();
  ExpectKeys(test, {"model", "says"});
  auto model = ParseModelText(test["model"]);
  ASSERT_TRUE(model.ok()) << model.error().message;
  const Status typed = ops::InferTypes(*model);
  ASSERT_FALSE(typed.ok()) << test["cause"];
  EXPECT_THAT(typed.error().message, testing::HasSubstr(test["says"]));
  EXPECT_FALSE(test["says"].empty());
}

INSTANTIATE_TEST_SUITE_P(All, Illegal, testing::ValuesIn(CasesIn("illegal")), TestName);

}  // namespace
}  // namespace assay::regress
