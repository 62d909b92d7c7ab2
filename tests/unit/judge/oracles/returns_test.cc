#include <gtest/gtest.h>

#include "support.h"

namespace assay::judge {
namespace {

std::vector<Trial> Promised(const std::string& returns, bool chosen = false) {
  knowledge::ApiDoc doc = Doc("tf.math.f");
  doc.parameters = {Param("x", "Tensor", "input")};
  if (chosen) doc.parameters.push_back(Param("out_type", "", "type of the result", "tf.int32"));
  doc.returns = returns;
  ApiCall call;
  call.arguments = {Tensor("x", {2})};
  return TrialsOf("returns", doc, call);
}

TEST(Returns, TypeAndShapeOfAParameter) {
  const auto trials = Promised("A `Tensor`. Has the same type as `x`.");
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "actual.dtype == x.dtype"));
  EXPECT_EQ(Promised("A tensor of the same shape and dtype as `x`.").size(), 2u);
}

TEST(Returns, ATypeByName) {
  const auto trials = Promised("A `Tensor` of type `bool`.");
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "dtype_name(actual) == 'bool'"));
}

TEST(Returns, NoTypeOfAnArgumentThatShouldHaveBeenComplex) {
  knowledge::ApiDoc doc = Doc("jax.lax.f");
  doc.parameters = {Param("x", "Array", "input array. Must have complex dtype.")};
  doc.returns = "Array of the same shape and dtype as `x`.";
  ApiCall call;
  call.arguments = {Tensor("x", {2})};
  EXPECT_EQ(TrialsOf("returns", doc, call).size(), 1u);
  doc.parameters[0].description = "input array.";
  EXPECT_EQ(TrialsOf("returns", doc, call).size(), 2u);
}

TEST(Returns, NothingThatDependsOnSomething) {
  EXPECT_TRUE(Promised("A `Tensor` of type `int32`.", true).empty());
  EXPECT_TRUE(Promised("Has the same type as `x` if `x` is real.").empty());
  EXPECT_TRUE(Promised("A tuple of tensors with the same type as `x`.").empty());
}

}  // namespace
}  // namespace assay::judge
