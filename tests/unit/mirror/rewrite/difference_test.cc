// Differences that nothing but the values would show.
#include <gmock/gmock.h>

#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::difference_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Case {
  const char *from, *to, *line, *expected;  // "": it must be left
};

class Differences : public testing::TestWithParam<Case> {};

TEST_P(Differences, AreWrittenOutOrLeft) {
  const Case& one = GetParam();
  const std::string from = one.from;
  const std::string start =
      from == "torch"        ? "import torch\nx = torch.ones(2, 3)\ny = torch.ones(2, 3)\n"
      : from == "tensorflow" ? "import tensorflow as tf\nx = tf.ones((2, 3))\ny = tf.ones((2, 3))\n"
                             : "import jax\nimport jax.numpy as jnp\nx = jnp.ones((2, 3))\n";
  const Rewritten made = Carried(from, one.to, start + one.line + "\n");
  if (std::string(one.expected).empty()) {
    EXPECT_THAT(made.left, Not(IsEmpty())) << made.text;
  } else {
    EXPECT_THAT(made.text, HasSubstr(one.expected));
    EXPECT_THAT(made.left, IsEmpty()) << made.left[0].why;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Differences,
    testing::Values(
        // Sizes in TensorFlow, places in JAX.
        Case{"tensorflow", "jax", "a, b = tf.split(x, [1, 2], axis=1)",
             "split_by(x, [1, 2], axis=1)"},
        Case{"jax", "tensorflow", "a, b = jnp.split(x, [1], axis=1)", "split_at(x, [1], axis=1)"},
        Case{"tensorflow", "torch", "z = tf.matmul(x, y, transpose_b=False)", "torch.matmul(x, y)"},
        Case{"tensorflow", "torch", "z = tf.matmul(x, y, transpose_b=True)",
             "torch.matmul(x, y.mT)"},
        Case{"tensorflow", "jax", "z = tf.matmul(x, y, transpose_a=True, transpose_b=True)",
             "jnp.matmul(x.mT, y.mT)"},
        Case{"torch", "jax", "z = torch.flatten(torch.ones(2, 3, 4, 5), 1, 2)", ""},
        // All elements as one vector, or a matrix.
        Case{"torch", "jax", "z = torch.cumsum(torch.ones(3, dtype=torch.int8), 0)",
             ".astype(int), 0)"},
        Case{"torch", "jax",
             "z = torch.cumsum(torch.ones(3, dtype=torch.int8), 0, dtype=torch.int8)",
             "dtype=jnp.int8)"},
        Case{"torch", "jax", "z = torch.norm(x, p=1)", "jnp.linalg.norm(jnp.ravel(x), ord=1)"},
        Case{"torch", "tensorflow", "z = torch.norm(x, p=1)", "tf.norm(x, 1)"},
        Case{"jax", "tensorflow", "z = jnp.linalg.norm(x, ord=1)", "matrix_norm(x, 1)"},
        Case{"torch", "tensorflow", "z = torch.tensor([100, 100], dtype=torch.int8).sum()",
             "tf.reduce_sum(tf.cast(tf.constant([100, 100], dtype=tf.int8), tf.int64))"},
        Case{"tensorflow", "torch", "z = tf.reduce_mean(tf.constant([1, 2]))", ""},
        Case{"tensorflow", "jax", "z = tf.random.uniform([3], 0, 9, dtype=tf.int32)",
             "dtype=jnp.int32"},
        Case{"jax", "torch", "z = jnp.full(3, 0.1)", "torch.full((3,), 0.1)"},
        Case{"jax", "torch", "z = x.at[0].max(2.0)", "torch.maximum(x[0], torch.tensor(2.0))"},
        Case{"torch", "jax", "z = torch.cross(x, y)", ""},
        Case{"torch", "jax", "z = torch.nanmedian(x)",
             "jnp.nanquantile(x, 0.5, method=\"lower\")"}));

TEST(Differences, TheSameKeyDrawsTheSame) {
  const Rewritten made =
      Carried("jax", "torch",
              "import jax\nk = jax.random.PRNGKey(0)\n"
              "a = jax.random.normal(k, (2,))\nb = jax.random.normal(k, (2,))\n");
  EXPECT_THAT(made.text, HasSubstr("generator=generator_of(key)"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(Differences, TensorFlowMultipliesNoVectors) {
  const Rewritten made =
      Carried("torch", "tensorflow",
              "import torch\na = torch.ones(2, 3)\nv = torch.zeros(3)\ny = a @ v\nz = v @ v\n");
  EXPECT_THAT(made.text, HasSubstr("y = tf.linalg.matvec(a, v)\n"));
  EXPECT_THAT(made.text, HasSubstr("z = tf.tensordot(v, v, 1)\n"));
}

TEST(Autograd, GradientsOfValues) {
  const std::string text =
      "import torch\nx = torch.tensor([2.0], requires_grad=True)\ny = (x * x).sum()\n"
      "(g,) = torch.autograd.grad(y, x)\nprint(g)\n";
  const Rewritten tape = Carried("torch", "tensorflow", text);
  EXPECT_THAT(tape.text, HasSubstr("with tf.GradientTape() as tape:\n    y = tf.reduce_sum(x * x)\n"
                                   "(g,) = (tape.gradient(y, x),)\n"));
  EXPECT_THAT(tape.left, IsEmpty());
  const Rewritten function = Carried("torch", "jax", text);
  EXPECT_THAT(function.text, HasSubstr("(g,) = (jax.grad(loss_of)(x),)\n"));
  EXPECT_THAT(function.left, IsEmpty());
}

TEST(Autograd, GradientsOfGradientsTakeTheFirstOnesWithThem) {
  const std::string text =
      "import torch\nx = torch.tensor([2.0], requires_grad=True)\ny = (x ** 3).sum()\n"
      "(g,) = torch.autograd.grad(y, x, create_graph=True)\n"
      "(h,) = torch.autograd.grad(g.sum(), x)\nprint(h)\n";
  const Rewritten function = Carried("torch", "jax", text);
  EXPECT_THAT(function.left, IsEmpty());
  EXPECT_THAT(function.text,
              HasSubstr("    (g,) = (jax.grad(loss_of)(x),)\n    return jnp.sum(g)\n"));
  const Rewritten tape = Carried("torch", "tensorflow", text);
  EXPECT_THAT(tape.left, IsEmpty());
  EXPECT_THAT(tape.text, HasSubstr("    (g,) = (tape.gradient(y, x),)\n"));
}

TEST(Autograd, GradientsThatMayBeMissingAreLeft) {
  const Rewritten made =
      Carried("torch", "jax",
              "import torch\nx = torch.tensor([2.0], requires_grad=True)\ny = (x ** 3).sum()\n"
              "(g,) = torch.autograd.grad(y, x, allow_unused=True)\n");
  EXPECT_THAT(made.left, Not(IsEmpty()));
}

TEST(Optimizer, IsHandedValuesAndGradients) {
  const std::string text =
      "import torch\nw = torch.zeros(3, requires_grad=True)\n"
      "opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)\nfor k in range(2):\n"
      "    opt.zero_grad()\n    loss = ((w - 1.0) ** 2).sum()\n    loss.backward()\n"
      "    opt.step()\nprint(w)\n";
  const Rewritten made = Carried("torch", "jax", text);
  EXPECT_THAT(made.text, HasSubstr("opt = SGD(lr=0.1, momentum=0.9)\n"));
  EXPECT_THAT(made.text, HasSubstr("    w_grad = 0.0\n"));
  EXPECT_THAT(made.text, HasSubstr("    w, = opt.step([w], [w_grad])\n"));
  EXPECT_THAT(made.left, IsEmpty()) << made.left[0].why;
  EXPECT_THAT(Carried("torch", "tensorflow", text).text,
              HasSubstr("    opt.step([w], [w_grad])\n"));
}

TEST(Autocast, NarrowsProducts) {
  const Rewritten made = Carried("torch", "tensorflow",
                                 "import torch\na = torch.ones(2, 2)\n"
                                 "with torch.autocast(\"cpu\", dtype=torch.bfloat16):\n"
                                 "    c = torch.mm(a, a)\nprint(c.dtype)\n");
  EXPECT_THAT(made.text,
              HasSubstr("    c = tf.matmul(tf.cast(a, tf.bfloat16), tf.cast(a, tf.bfloat16))\n"));
  EXPECT_THAT(made.left, IsEmpty()) << made.left[0].why;
}

TEST(Autocast, IsKnownByTheNameOfItsModule) {
  const Rewritten made = Carried("torch", "jax",
                                 "import torch\na = torch.ones(2, 2)\n"
                                 "with torch.amp.autocast_mode.autocast(\"cpu\"):\n"
                                 "    c = torch.mm(a, a)\n");
  EXPECT_THAT(made.text, HasSubstr("a.astype(jnp.bfloat16)"));
}

TEST(Tape, OfAnotherFrameworkStays) {
  const std::string tape =
      "with tf.GradientTape() as tape:\n    y = x * x\ng = tape.gradient(y, x)\n";
  EXPECT_THAT(Carried("torch", "jax", "import torch\nimport tensorflow as tf\n" + tape).text,
              HasSubstr(tape));
}

TEST(Keras, LayersAreBuiltWhenTheyAreCalled) {
  const Rewritten made =
      Carried("tensorflow", "torch",
              "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Dense(2, "
              "activation=\"relu\")])\ny = m(tf.ones((1, 3)))\n");
  EXPECT_THAT(made.text,
              HasSubstr("m = KerasSequential(layers=[KerasDense(2, activation=\"relu\")])\n"));
  EXPECT_THAT(made.left, IsEmpty()) << made.left[0].why;
}

}  // namespace
}  // namespace assay::mirror::difference_test
