#include "trial/claim.h"

#include <gtest/gtest.h>

namespace assay::trial::claim_test {
namespace {

knowledge::ApiDoc Doc(const std::string& name, const std::string& text) {
  knowledge::ApiDoc out;
  out.name = name;
  out.text = text;
  return out;
}

TEST(IsRandom, WhatIsDrawn) {
  EXPECT_TRUE(IsRandom(Doc("tf.random.gamma", "")));
  EXPECT_TRUE(IsRandom(Doc("torch.normal", "Returns a tensor of random numbers.")));
  EXPECT_FALSE(IsRandom(Doc("torch.abs", "The absolute value.")));
}

TEST(IsRandom, ProbabilitiesAreComputed) {
  const char* const kText =
      "For a random variable Y that is normally distributed, the probability that Y lies between "
      "-x and x.";
  EXPECT_FALSE(IsRandom(Doc("tf.math.erf", kText)));
  EXPECT_FALSE(IsRandom(Doc("jax.scipy.special.log_ndtr", kText)));
  EXPECT_FALSE(IsRandom(Doc("jax.scipy.stats.norm.logcdf", kText)));
  EXPECT_TRUE(IsRandom(Doc("tf.math.other", kText)));
  EXPECT_TRUE(IsRandom(Doc("tf.random.erf", "")));
}

}  // namespace
}  // namespace assay::trial::claim_test
