#include <gtest/gtest.h>

#include "mirror/check/compare.h"

namespace assay::mirror::value_check_test {
namespace {

using nlohmann::json;

Recording With(const std::string& dtype, const json& values) {
  Recording out;
  out.variables["x"] = {{"dtype", dtype}, {"shape", {values.size()}}, {"values", values}};
  return out;
}

TEST(ValueCheck, WritesWhatDoublePrecisionGives) {
  const ValueCheck check = WithValueCheck("x = f()\n", "x", With("float32", {"nan", 1.0}),
                                          With("float64", {2.0, 1.0}), {"torch", "jax"});
  EXPECT_NE(check.text.find("expected = np.array([2, 1])"), std::string::npos) << check.text;
  EXPECT_EQ(check.claim_line, 5);
  EXPECT_NE(check.text.find("np.asarray(x)"), std::string::npos);
}

TEST(ValueCheck, LargeValuesAreNotWritten) {
  const json many(std::vector<double>(1000, 1.0));
  EXPECT_EQ(
      WithValueCheck("", "x", With("float32", many), With("float64", many), {"torch", "jax"}).text,
      "");
}

}  // namespace
}  // namespace assay::mirror::value_check_test
