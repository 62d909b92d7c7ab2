#include <gtest/gtest.h>

#include "support.h"

namespace assay::judge {
namespace {

TEST(Dtype, DocumentedTypesAreTriedForAllTensorsTogether) {
  knowledge::ApiDoc doc = Doc("tf.math.f");
  doc.parameters = {
      Param("x", "",
            "A `Tensor`. Must be one of the following types: `half`, `float32`, `string`."),
      Param("y", "", "A `Tensor`. Must have the same type as `x`.")};
  ApiCall call;
  call.arguments = {Tensor("x", {2}), Tensor("y", {2})};
  const auto trials = TrialsOf("dtype", doc, call);
  ASSERT_EQ(trials.size(), 1u);  // float32 is what the call has, texts cannot be made
  EXPECT_TRUE(Has(trials[0], "\ny = tf.reshape(tf.cast(tf.linspace(-0.9, 0.8, 2), tf.float16)"));
  EXPECT_TRUE(trials[0].must_be_supported);
}

TEST(Dtype, WhatForbidsTheTypeKeepsItsOwn) {
  knowledge::ApiDoc doc = Doc("tf.math.f");
  doc.parameters = {
      Param("x", "", "A `Tensor`. Must be one of the following types: `half`, `float32`."),
      Param("y", "", "A `Tensor` of type `float32`.")};
  ApiCall call;
  call.arguments = {Tensor("x", {2}), Tensor("y", {2})};
  const auto trials = TrialsOf("dtype", doc, call);
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_FALSE(Has(trials[0], "\ny = tf.reshape(tf.cast("));
}

}  // namespace
}  // namespace assay::judge
