// What programs of bug folders are made of: element types that are called, indexes of arrays,
// training as Keras does it, convolutions of JAX, lines that tell where a program runs.
#include <gmock/gmock.h>

#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::idioms_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kJax[] = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n";
constexpr char kKeras[] =
    "import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n";

Rewritten FromJax(const std::string& to, const std::string& line) {
  return Carried("jax", to, kJax + line + "\n");
}

TEST(Idioms, ACalledElementTypeMakesATensor) {
  EXPECT_THAT(FromJax("torch", "x = jnp.complex64(1 + 2j)").text,
              HasSubstr("x = torch.tensor(1 + 2j, dtype=torch.complex64)\n"));
  EXPECT_THAT(FromJax("tensorflow", "x = jnp.float16([1.0, 2.0])").text,
              HasSubstr("x = tf.constant([1.0, 2.0], dtype=tf.float16)\n"));
  EXPECT_THAT(FromJax("torch", "x = jnp.int8(jnp.ones(3))").text, HasSubstr(".to(torch.int8)\n"));
}

TEST(Idioms, AnIndexOfArraysIsTakenByPlaces) {
  const std::string line = "rows = np.array([True, False])\ny = jnp.ones((2, 3))[None, rows]";
  EXPECT_THAT(FromJax("tensorflow", line).text,
              HasSubstr("y = taken(tf.ones((2, 3)), np.s_[None, rows])\n"));
  EXPECT_THAT(FromJax("tensorflow", "y = jnp.arange(4)[True]").text, HasSubstr("np.s_[True])\n"));
  EXPECT_THAT(FromJax("tensorflow", "y = jnp.ones((2, 3))[0, 1:]").text, Not(HasSubstr("taken")));
}

TEST(Idioms, HelpersGetTensorsForNumbers) {
  EXPECT_THAT(FromJax("tensorflow", "y = jnp.copysign(2.0, 3)").text,
              HasSubstr("y = copysign(tf.constant(2.0), 3)\n"));
}

TEST(Idioms, WhatANameStandsForKeepsItsGradient) {
  const std::string text = "def f(x):\n    return jnp.exp(x)\n\n\nprint(f(1.0))";
  EXPECT_THAT(FromJax("torch", text).text, HasSubstr("torch.exp(torch.as_tensor(x))"));
}

TEST(Idioms, VersionsAreThoseOfTheTwin) {
  const Rewritten made = Carried(
      "tensorflow", "torch", "import tensorflow as tf\nprint(tf.__version__)\nx = tf.ones(2)\n");
  EXPECT_THAT(made.text, HasSubstr("print(torch.__version__)\n"));
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(FromJax("torch", "jax.print_environment_info()\nx = jnp.ones(2)").left, IsEmpty());
}

TEST(Idioms, SettingsThatAProgramIsAboutAreNotDropped) {
  EXPECT_THAT(FromJax("torch", "jax.config.update(\"jax_platform_name\", \"cpu\")").left,
              IsEmpty());
  EXPECT_THAT(FromJax("torch", "jax.config.update(\"jax_debug_nans\", True)").left, Not(IsEmpty()));
}

TEST(Idioms, KeysAreArraysInJaxAlone) {
  EXPECT_THAT(FromJax("torch", "x = jax.random.normal(jax.random.key(0), (2,))").left, IsEmpty());
  EXPECT_THAT(FromJax("torch", "x = jax.random.key(0).itemsize").left, Not(IsEmpty()));
}

TEST(Idioms, PyTorchIsNotAskedForWhatItRefuses) {
  EXPECT_THAT(FromJax("torch", "y = jnp.ones(2).imag").text, HasSubstr("y = imaginary_part("));
  EXPECT_THAT(FromJax("torch", "y = jnp.bincount(jnp.array([True]))").text,
              HasSubstr("torch.bincount(torch.tensor([True]).long())"));
}

TEST(Idioms, ConvolutionsOfJax) {
  const Rewritten made =
      FromJax("torch",
              "y = jax.lax.conv(jnp.ones((1, 1, 4, 4)), jnp.ones((1, 1, 2, 2)), (2, 2), \"SAME\")");
  EXPECT_THAT(made.text, HasSubstr("y = lax_convolution("));
  EXPECT_THAT(made.left, IsEmpty());
  const Rewritten ordered =
      FromJax("torch",
              "y = jax.lax.conv_general_dilated(jnp.ones((1, 4, 1)), jnp.ones((2, 1, 1)), (1,), "
              "\"SAME\", dimension_numbers=(\"NWC\", \"WIO\", \"NWC\"))");
  EXPECT_THAT(ordered.text, HasSubstr("y = lax_convolution_in("));
  EXPECT_THAT(ordered.left, IsEmpty());
}

TEST(Idioms, ModelsAreFitted) {
  const std::string text = std::string(kKeras) +
                           "model.compile(optimizer=\"sgd\", loss=\"mse\")\n"
                           "model.fit(x, y, epochs=2, shuffle=False)\n";
  for (const char* to : {"torch", "jax"}) {
    const Rewritten made = Carried("tensorflow", to, text);
    EXPECT_THAT(made.left, IsEmpty()) << to;
    EXPECT_THAT(made.text, HasSubstr("import types\n")) << to;
  }
  EXPECT_THAT(
      Carried("tensorflow", "torch", std::string(kKeras) + "model.fit(x, y, callbacks=[print])\n")
          .left,
      Not(IsEmpty()));
}

TEST(Idioms, GradientsAreAppliedToVariables) {
  const std::string text =
      "import tensorflow as tf\nv = tf.Variable([1.0])\nopt = tf.keras.optimizers.SGD(0.1)\n"
      "opt.apply_gradients(zip([v * 2], [v]))\n";
  EXPECT_THAT(Carried("tensorflow", "jax", text).text, HasSubstr("v, = opt.step([v], [v * 2])\n"));
  EXPECT_THAT(Carried("tensorflow", "torch", text).text,
              HasSubstr("opt.apply_gradients(zip([v * 2], [v]))\n"));
}

}  // namespace
}  // namespace assay::mirror::idioms_test
