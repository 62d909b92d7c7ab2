// Everyday functions of PyTorch and TensorFlow whose twin in JAX is another function or a helper.
#include <gmock/gmock.h>

#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::everyday_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Rewritten FromTorch(const std::string& line) {
  return Carried("torch", "jax", "import torch\nx = torch.ones(4, 4)\n" + line + "\n");
}

Rewritten FromTensorFlow(const std::string& line) {
  return Carried("tensorflow", "jax",
                 "import tensorflow as tf\nx = tf.ones((4, 4))\n" + line + "\n");
}

TEST(Everyday, FourierTransformsKeepTheirNorm) {
  EXPECT_THAT(FromTorch("y = torch.fft.fft2(x, norm=\"ortho\")").text,
              HasSubstr("y = jnp.fft.fft2(x, norm=\"ortho\")\n"));
  EXPECT_THAT(FromTensorFlow("y = tf.signal.rfft(x, fft_length=[6])").text,
              HasSubstr("y = jnp.fft.rfft(x, n=int([6][0]))\n"));
}

TEST(Everyday, PoolingRoundsUpWhereItIsToldTo) {
  const Rewritten made = FromTorch("pool = torch.nn.AvgPool2d(3, stride=2, ceil_mode=True)");
  EXPECT_THAT(made.text, HasSubstr("pool = AvgPool2dOf(3, stride=2, ceil=True)\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(Everyday, SegmentsAndSlicesOfTensorFlow) {
  EXPECT_THAT(FromTensorFlow("y = tf.math.segment_mean(x, [0, 0, 1, 1])").text,
              HasSubstr("y = sorted_segment_mean(x, [0, 0, 1, 1])\n"));
  EXPECT_THAT(FromTensorFlow("y = tf.slice(x, [0, 1], [-1, 2])").text,
              HasSubstr("y = slice_of(x, [0, 1], [-1, 2])\n"));
  EXPECT_THAT(FromTensorFlow("y = tf.gather(x, [1, 0])").text,
              HasSubstr("y = jnp.take(x, jnp.asarray([1, 0]), axis=0)\n"));
}

TEST(Everyday, FirstWeightsThatAProgramChooses) {
  const Rewritten made =
      FromTensorFlow("layer = tf.keras.layers.Dense(2, kernel_initializer=\"ones\")");
  EXPECT_THAT(made.text, HasSubstr("layer = KerasDenseFrom(2, kernel=\"ones\")\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(Everyday, WhatElementTypesKnow) {
  EXPECT_THAT(FromTensorFlow("print(tf.float16.name)").text,
              HasSubstr("print(jnp.dtype(jnp.float16).name)\n"));
  EXPECT_THAT(FromTensorFlow("print(tf.int8.max)").text,
              HasSubstr("print(largest_of_type(jnp.int8))\n"));
}

TEST(Everyday, ATapeThatIsDeletedIsNothing) {
  const Rewritten made = FromTensorFlow(
      "with tf.GradientTape(persistent=True) as tape:\n    tape.watch(x)\n"
      "    y = tf.reduce_sum(x * x)\ng = tape.gradient(y, x)\ndel tape");
  EXPECT_THAT(made.text, Not(HasSubstr("del tape")));
}

}  // namespace
}  // namespace assay::mirror::everyday_test
