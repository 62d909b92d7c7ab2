#include <gtest/gtest.h>

#include "mirror/run.h"

namespace assay::mirror {
namespace {

TEST(FindingOf, NamesAnApiOfTheFrameworkAndNoHelperOfTheTwin) {
  Output output;
  output.direction = {"jax", "tensorflow"};
  output.source.name = "jax/product";
  output.source.api = "jax.grad";
  output.proposal.uses = {{"jax.numpy.prod", 3, "tensorflow.reduce_prod", "rule"},
                          {"jax.grad", 3, "gradient_of", "rule"}};
  output.accusation.kind = "wrong";
  const casebook::ProgramFinding finding = FindingOf(output, "2.21.0");
  EXPECT_EQ(finding.api, "tensorflow.reduce_prod");
  EXPECT_EQ(finding.title,
            "tensorflow.reduce_prod, translated from jax/product: it gives wrong values");
}

TEST(FindingOf, PrefersTheTwinOfTheApiThatTheReportNames) {
  Output output;
  output.direction = {"jax", "tensorflow"};
  output.source.api = "jax.numpy.exp";
  output.proposal.uses = {{"jax.numpy.exp", 3, "tensorflow.exp", "rule"},
                          {"jax.numpy.all", 4, "tensorflow.reduce_all", "rule"}};
  EXPECT_EQ(FindingOf(output, "2.21.0").api, "tensorflow.exp");
}

TEST(FindingOf, NamesNoApiOfTheCheck) {
  Output output;
  output.direction = {"jax", "tensorflow"};
  output.source.text = "import jax\nx = jax.numpy.prod(1)\nassert jax.numpy.all(x == 0)\n";
  output.proposal.uses = {{"jax.numpy.prod", 2, "tensorflow.reduce_prod", "rule"},
                          {"jax.numpy.all", 3, "tensorflow.reduce_all", "rule"}};
  EXPECT_EQ(FindingOf(output, "2.21.0").api, "tensorflow.reduce_prod");
  output.proposal.uses.erase(output.proposal.uses.begin());
  EXPECT_EQ(FindingOf(output, "2.21.0").api, "tensorflow.reduce_all");  // better than none
}

}  // namespace
}  // namespace assay::mirror
