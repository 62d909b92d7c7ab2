// What TensorFlow asks for and the others do not: types, vectors, truths.
#include <gmock/gmock.h>

#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::to_tensorflow_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct Case {
  const char *from, *line, *expected;
};

class ToTensorFlow : public testing::TestWithParam<Case> {};

TEST_P(ToTensorFlow, IsWrittenOut) {
  const Case& one = GetParam();
  const std::string start = std::string(one.from) == "torch"
                                ? "import torch\nx = torch.ones(2, 3)\nb = x > 0\n"
                                : "import jax\nimport jax.numpy as jnp\nimport numpy as np\n"
                                  "x = jnp.ones((2, 3))\nn = jnp.arange(3)\n";
  const Rewritten made = Carried(one.from, "tensorflow", start + one.line + "\n");
  EXPECT_THAT(made.text, HasSubstr(one.expected));
  EXPECT_THAT(made.left, IsEmpty()) << made.left[0].why;
}

INSTANTIATE_TEST_SUITE_P(
    All, ToTensorFlow,
    testing::Values(Case{"torch", "y = torch.all(x)", "tf.reduce_all(tf.cast(x, tf.bool))"},
                    Case{"torch", "y = b + b", "tf.logical_or(b, b)"},
                    Case{"torch", "y = b * 2.5", "tf.cast(b, tf.float32) * 2.5"},
                    Case{"torch", "y = x * 1j", "tf.cast(x, tf.complex64) * 1j"},
                    Case{"torch", "y = torch.tensor([1, 2]) << 2", "tf.bitwise.left_shift("},
                    Case{"torch", "y = (lambda a: a @ x)(x)", "product(a, x)"},
                    Case{"torch", "y = b.nonzero(as_tuple=True)", "nonzero_axes(b)"},
                    Case{"torch", "y = torch.round(x, decimals=2)", "round_to(x, 2)"},
                    Case{"jax", "y = jnp.sqrt(3)", "tf.sqrt(tf.constant(3, tf.float32))"},
                    Case{"jax", "y = jnp.mean(n)", "tf.reduce_mean(tf.cast(n, tf.float32))"},
                    Case{"jax", "y = x.sum(-1)", "tf.reduce_sum(x, axis=-1)"},
                    Case{"jax", "y = jnp.mod(x, 2.0)", "tf.math.floormod(x, 2.0)"},
                    Case{"jax", "y = jnp.array([x[0, 0], 1.0])", "array_of([x[0, 0], 1.0])"},
                    Case{"jax", "y = x.at[0].add(1.0)", "with_change(x, 0, 1.0, \"add\")"},
                    Case{"jax", "y = np.zeros(3, dtype=jnp.int8)",
                         "dtype=tf.int8.as_numpy_dtype"}));

}  // namespace
}  // namespace assay::mirror::to_tensorflow_test
