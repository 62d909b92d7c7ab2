// What JAX and TensorFlow take and PyTorch does not: numbers and truths of Python, integers in
// means, lists of tensors, element types for numpy; and arguments that only keywords can give.
#include <gmock/gmock.h>

#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::to_torch_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kJax[] = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n";
constexpr char kTensorFlow[] = "import tensorflow as tf\nimport numpy as np\n";

Rewritten FromJax(const std::string& lines) { return Carried("jax", "torch", kJax + lines + "\n"); }

Rewritten FromTensorFlow(const std::string& lines) {
  return Carried("tensorflow", "torch", kTensorFlow + lines + "\n");
}

TEST(ToTorch, WhatMayBeANumberBecomesATensor) {
  const std::string text =
      "def f(x):\n    return jnp.where(x > 0, jnp.sqrt(x), 0.0)\n\n\n"
      "print(f(1.0), f(jnp.ones(3)))";
  EXPECT_THAT(FromJax(text).text,
              HasSubstr("torch.where(torch.as_tensor(x > 0), torch.sqrt(torch.as_tensor(x)), "));
}

TEST(ToTorch, MeansOfIntegersAreTakenOfFractions) {
  EXPECT_THAT(FromJax("y = jnp.mean(jnp.array([1, 2]))").text, HasSubstr(".to(torch.float32))\n"));
  EXPECT_THAT(FromJax("y = jnp.mean(jnp.ones(2))").text, Not(HasSubstr(".to(")));
}

TEST(ToTorch, SumsOfIntegersRunOverWhereTheSourceDoes) {
  EXPECT_THAT(FromTensorFlow("y = tf.reduce_sum(tf.constant([1, 2]))").text,
              HasSubstr("dtype=torch.int32)\n"));
  EXPECT_THAT(FromJax("y = jnp.cumsum(jnp.ones(3, dtype=jnp.int8), axis=0)").text,
              HasSubstr("dtype=torch.int8)\n"));
}

TEST(ToTorch, ListsOfTensorsKeepTheirGradients) {
  EXPECT_THAT(FromJax("x = jnp.ones(2)\ny = jnp.array([x[0], 2.0])").text,
              HasSubstr("y = tensor_of([x[0], 2.0])\n"));
  EXPECT_THAT(FromJax("y = jnp.array([1.0, 2.0])").text, HasSubstr("torch.tensor([1.0, 2.0])\n"));
}

TEST(ToTorch, ShapesAreTuples) {
  const Rewritten made = FromTensorFlow(
      "x = tf.ones([2, 3])\na = x.shape.as_list()\nb = x.get_shape().as_list()\n"
      "c = x.shape.rank\nd = x.shape.num_elements()");
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(made.text, HasSubstr("a = list(x.shape)\nb = list(x.shape)\nc = len(x.shape)\n"
                                   "d = int(np.prod(x.shape))\n"));
}

TEST(ToTorch, ElementTypesAreToldToNumpyByName) {
  EXPECT_THAT(FromJax("x = np.zeros(3, dtype=jnp.float32)\ny = jnp.ones(2)").text,
              HasSubstr("np.zeros(3, dtype=\"float32\")\n"));
  EXPECT_THAT(FromTensorFlow("x = tf.ones(2)\nprint(x.dtype.name)").text,
              HasSubstr("print(type_name(x.dtype))\n"));
}

TEST(ToTorch, OnlyKeywordsGiveWhatHasNoPlace) {
  EXPECT_THAT(FromJax("y = jnp.ones((2, 3)).sum(-1)").text, HasSubstr("-1)"));
  EXPECT_THAT(FromJax("y = jnp.ones((2, 3)).sum(-1)").text, Not(HasSubstr("torch.where")));
  EXPECT_THAT(FromJax("y = jnp.sum(jnp.ones(3), where=jnp.ones(3) > 0)").text,
              HasSubstr("torch.where"));
}

TEST(ToTorch, TapesBelowTapesKeepTheirGraph) {
  const Rewritten made = FromTensorFlow(
      "x = tf.Variable(3.0)\nwith tf.GradientTape() as outer:\n"
      "    with tf.GradientTape() as inner:\n        y = x ** 3\n"
      "    first = inner.gradient(y, x)\nsecond = outer.gradient(first, x)");
  EXPECT_THAT(made.text, HasSubstr("create_graph=True)[0]\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(ToTorch, JacobiansOfValuesAreTakenRowByRow) {
  const Rewritten made = FromTensorFlow(
      "x = tf.Variable([1.0, 2.0])\nwith tf.GradientTape(persistent=True) as tape:\n"
      "    y = x * x\nj = tape.jacobian(y, x)\ndel tape");
  EXPECT_THAT(made.text, HasSubstr("j = jacobian_by(y, x)\n"));
  EXPECT_THAT(made.text, Not(HasSubstr("del tape")));
}

TEST(ToTorch, IntegersHaveNoGradient) {
  EXPECT_THAT(FromTensorFlow("n = tf.Variable(0, dtype=tf.int64)").text,
              Not(HasSubstr("requires_grad")));
  EXPECT_THAT(FromTensorFlow("n = tf.Variable(0.0)").text, HasSubstr("requires_grad=True"));
}

TEST(ToTorch, CustomGradientsAreCarried) {
  const Rewritten made = FromJax(
      "@jax.custom_vjp\ndef f(x):\n    return x\n\n\n"
      "f.defvjp(lambda x: (x, None), lambda kept, g: (2 * g,))\nprint(f(jnp.ones(2)))");
  EXPECT_THAT(made.text, HasSubstr("@CustomGradient\ndef f(x):"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(ToTorch, FunctionsOfLaxAreNotThoseOfNumpy) {
  EXPECT_THAT(FromJax("y = jax.lax.max(jnp.ones(2), jnp.zeros(2))").text,
              HasSubstr("torch.maximum("));
  EXPECT_THAT(FromJax("y = jax.lax.cumsum(jnp.ones((2, 3)))").text,
              HasSubstr("torch.cumsum(torch.ones(2, 3), 0)"));
  EXPECT_THAT(FromJax("y = jax.lax.cumsum(jnp.ones((2, 3)), reverse=True)").text,
              HasSubstr("running(torch.cumsum, "));
}

}  // namespace
}  // namespace assay::mirror::to_torch_test
