#include <gtest/gtest.h>

#include "support.h"

namespace assay::judge {
namespace {

TEST(Raises, AConditionThatCanBeMetIsMet) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("n", "int", "count", "1")};
  doc.raises = {"ValueError: If `n` is negative.", "RuntimeError: If the moon is full."};
  const auto trials = TrialsOf("raises", doc, {});
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "    actual = torch.f(n=-3)"));
  EXPECT_TRUE(Has(trials[0], "'ValueError' in"));
}

TEST(Raises, ASingularMatrixIsMadeOfTheSameShape) {
  knowledge::ApiDoc doc = Doc("torch.linalg.inv");
  doc.parameters = {Param("A", "Tensor", "matrix")};
  doc.raises = {
      "RuntimeError: if the matrix `A` or any matrix in the batch of matrices `A` is not "
      "invertible."};
  ApiCall call;
  call.arguments = {Tensor("A", {3, 3})};
  const auto trials = TrialsOf("raises", doc, call);
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "torch.full((3, 3), 0, dtype=torch.float32)"));
}

TEST(Raises, TwoArgumentsTogether) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("low", "float", "", "0.5"), Param("high", "float", "", "1.5")};
  doc.raises = {"ValueError: If `low >= high`."};
  const auto trials = TrialsOf("raises", doc, {});
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "torch.f(low=3, high=3)"));
}

}  // namespace
}  // namespace assay::judge
