#include <gtest/gtest.h>

#include "tests/unit/trial/support.h"
#include "trial/twin/twin_verdict.h"

namespace assay::trial {
namespace {

using nlohmann::json;

TEST(TwinAccusation, TheProgramNeedsTheAccusedAlone) {
  const knowledge::ApiDoc doc = Doc("torch.mul", "Multiplies input by other. More is said.");
  const CarriedCall call{"torch.mul", "", {{"input", "", ""}, {"", "other", "2"}}};
  const json values = {{"input", {{"dtype", "float64"}, {"shape", {2}}, {"values", {1.5, "inf"}}}},
                       {"other", {{"plain", "2"}}}};
  const json expected = {{"dtype", "float64"}, {"shape", {2}}, {"values", {3.0, "inf"}}};
  const std::string prelude = "def near(a, b):\n    return True\n";
  const Trial trial = WriteTwinAccusation(
      {doc, call, values, expected, "np.multiply and tf.multiply"}, *FindDialect("torch"), prelude);
  EXPECT_EQ(trial.sentence, "Multiplies input by other.");
  EXPECT_TRUE(Has(trial, "input_ = torch.tensor([1.5, float('inf')], dtype=torch.float64)"));
  EXPECT_TRUE(Has(trial, "expected = np.array([3.0, float('inf')])"));
  EXPECT_TRUE(Has(trial, "actual = torch.mul(input_, other=2)"));
  EXPECT_TRUE(Has(trial, "assert near(actual, expected)"));
  EXPECT_TRUE(Has(trial, "np.multiply and tf.multiply give"));
  EXPECT_FALSE(Has(trial, "import tensorflow"));
  EXPECT_EQ(trial.blame, Blame::kChecks);
}

TEST(TwinAccusation, JaxIsToldToKeepAllBits) {
  const json number = {{"dtype", "float64"}, {"shape", json::array()}, {"values", {1.0}}};
  const Trial trial = WriteTwinAccusation({Doc("jax.numpy.cos"),
                                           {"jax.numpy.cos", "", {{"x", "", ""}}},
                                           {{"x", number}},
                                           number,
                                           "others"},
                                          *FindDialect("jax"), "");
  EXPECT_TRUE(Has(trial, "jax_enable_x64"));
  EXPECT_TRUE(Has(trial, "jnp.asarray([1.0], dtype=jnp.float64).reshape(())"));
}

}  // namespace
}  // namespace assay::trial
