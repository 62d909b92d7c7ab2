// Rules for what programs of bug folders call: operators under their own names, numpy's API in
// TensorFlow, windows, padding, running sums, element types that only keep numbers.
#include <gmock/gmock.h>

#include "base/strings.h"
#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::bug_folders_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Case {
  const char *from, *to, *line, *expected;
};

class BugFolderLines : public testing::TestWithParam<Case> {};

TEST_P(BugFolderLines, AreWrittenTheOtherWay) {
  const Case& one = GetParam();
  const std::string from = one.from;
  const std::string start = from == "torch" ? "import torch\nx = torch.ones(2, 3)\n"
                            : from == "tensorflow"
                                ? "import tensorflow as tf\nx = tf.ones((2, 3))\n"
                                : "import jax\nimport jax.numpy as jnp\nx = jnp.ones((2, 3))\n";
  const Rewritten made = Carried(from, one.to, start + one.line + "\n");
  EXPECT_THAT(made.text, HasSubstr(StrCat("\n", one.expected, "\n")));
  EXPECT_THAT(made.left, IsEmpty()) << made.left[0].api << ": " << made.left[0].why;
}

INSTANTIATE_TEST_SUITE_P(
    Rules, BugFolderLines,
    testing::Values(
        Case{"tensorflow", "torch", "y = tf.raw_ops.MatrixDeterminant(input=x)",
             "y = torch.linalg.det(x)"},
        Case{"tensorflow", "jax", "y = tf.raw_ops.Cholesky(input=x)", "y = cholesky(x)"},
        Case{"tensorflow", "jax", "y = tf.raw_ops.MatrixSolve(matrix=x, rhs=x, adjoint=True)",
             "y = matrix_solve(x, x, adjoint=True)"},
        Case{"tensorflow", "torch", "y = tf.raw_ops.Erfinv(x=x)", "y = torch.erfinv(x)"},
        Case{"tensorflow", "torch", "y = tf.raw_ops.ApproximateEqual(x=x, y=x)",
             "y = torch.abs(x - x) < 1e-05"},
        Case{"tensorflow", "jax",
             "y = tf.raw_ops.MaxPool(input=x, ksize=[1, 2, 2, 1], "
             "strides=[1, 1, 1, 1], padding=\"VALID\")",
             "y = max_pool_of(x, [1, 2, 2, 1], [1, 1, 1, 1], \"VALID\")"},
        Case{"tensorflow", "torch", "y = tf.cumsum(x, axis=1, reverse=True)",
             "y = cumulative_sum(x, axis=1, reverse=True)"},
        Case{"tensorflow", "torch", "y = tf.experimental.numpy.sqrt(x)", "y = torch.sqrt(x)"},
        Case{"tensorflow", "jax", "y = tf.experimental.numpy.floor_divide(x, x)",
             "y = jnp.floor_divide(x, x)"},
        Case{"tensorflow", "jax", "with tf.device(\"CPU\"):\n    y = tf.exp(x)",
             "with device_scope(\"CPU\"):\n    y = jnp.exp(x)"},
        Case{"tensorflow", "jax", "y = tf.cast(2.5, tf.float64)",
             "y = jnp.asarray(2.5, jnp.float32).astype(jnp.float64)"},
        Case{"tensorflow", "torch", "y = tf.argmax(x, axis=0, output_type=tf.int32)",
             "y = torch.argmax(x, dim=int(0)).to(torch.int32)"},
        Case{"tensorflow", "jax", "y = tf.clip_by_norm(x, 2.0)", "y = clip_by_norm(x, 2.0)"},
        Case{"jax", "torch", "y = jnp.any(x, where=x > 0)", "y = torch.any(x.bool() & (x > 0))"},
        Case{"jax", "torch", "y = jnp.diff(x[0], prepend=x[0, 0])",
             "y = torch.diff(x[0], prepend=torch.atleast_1d(x[0, 0]))"},
        Case{"jax", "tensorflow", "y = jnp.searchsorted(x[0], x[1], side=\"right\")",
             "y = tf.searchsorted(x[0], x[1], \"right\")"},
        Case{"jax", "torch", "y = jnp.searchsorted(x[0], x[1], side=\"right\")",
             "y = torch.searchsorted(x[0], x[1], side=\"right\")"},
        Case{"jax", "torch", "y = jax.lax.pow(x, x)", "y = torch.pow(x, x)"},
        Case{"torch", "jax", "y = torch.diag_embed(x, offset=1, dim1=0, dim2=2)",
             "y = diag_embed(x, offset=1, first=0, second=2)"},
        Case{"torch", "tensorflow", "y = torch.randint(high=5, size=(2,), dtype=torch.int8)",
             "y = tf.cast(tf.random.uniform((2,), maxval=5, dtype=tf.int64), tf.int8)"},
        Case{"torch", "jax", "y = torch.ops.aten.sort.default(x)", "y = sort_with_index(x)"},
        Case{"torch", "jax", "y = torch.nn.ConstantPad2d(1, 2.0)(x)",
             "y = ConstantPad(1, 2.0, 2)(x)"}));

TEST(BugFolders, ModelsThatStayWhereTheyAreNeedNothing) {
  const Rewritten made =
      Carried("torch", "jax",
              "import torch\nclass M(torch.nn.Module):\n    def forward(self, x):\n"
              "        return torch.exp(x)\nm = M().to('cpu')\ny = m(torch.ones(2))\n");
  EXPECT_THAT(made.text, HasSubstr("m = M()\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(BugFolders, TorchOnlyKeepsNumbersOfEightBits) {
  const std::string start = "import jax.numpy as jnp\nx = jnp.ones(2).astype(jnp.float8_e4m3fn)\n";
  const Rewritten made = Carried("jax", "torch", start + "y = jnp.min(x)\n");
  ASSERT_FALSE(made.left.empty());
  EXPECT_THAT(made.left[0].why, HasSubstr("computes nothing in float8_e4m3fn"));
  EXPECT_THAT(Carried("jax", "torch", start + "y = x.astype(jnp.float32)\n").left, IsEmpty());
}

TEST(BugFolders, ADeviceIsNoElementType) {
  EXPECT_THAT(Carried("torch", "jax", "import torch\ndef f(x):\n    return x.to('cpu')\n").text,
              Not(HasSubstr("astype")));
}

TEST(BugFolders, WhatIsTracedHasNoNumbersYet) {
  const std::string text =
      "import torch\n@torch.compile()\ndef f(x):\n    return x.tolist()\nf(torch.ones(2))\n";
  const Rewritten made = Carried("torch", "jax", text);
  ASSERT_FALSE(made.left.empty());
  EXPECT_THAT(made.left[0].why, HasSubstr("traces"));
}

TEST(BugFolders, CompiledFunctionsOfJaxTakeNoTexts) {
  const std::string text =
      "import torch\n@torch.compile()\ndef f(x, y):\n    return x\nf(torch.ones(2), \"a\")\n";
  EXPECT_THAT(Carried("torch", "jax", text).left, Not(IsEmpty()));
  EXPECT_THAT(Carried("torch", "tensorflow", text).left, IsEmpty());
}

}  // namespace
}  // namespace assay::mirror::bug_folders_test
