#include <gmock/gmock.h>

#include "base/strings.h"
#include "mirror/rewrite/rewriter.h"
#include "mirror/screen.h"

namespace assay::mirror::rewrite_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Without a pair base: what the rules alone do.
Rewritten Carry(const std::string& from, const std::string& to, const std::string& text) {
  const auto rewriter = Rewriter::Open(
      {from, to}, false, [] { return Result<knowledge::PairBase>(knowledge::PairBase{}); });
  EXPECT_TRUE(rewriter.ok()) << rewriter.error().message;
  return rewriter->Rewrite(text);
}

Screened ScreenText(const std::string& from, const std::string& to, const std::string& text,
                    ScreenMode mode, bool gpu = false) {
  const auto rewriter = Rewriter::Open(
      {from, to}, false, [] { return Result<knowledge::PairBase>(knowledge::PairBase{}); });
  EXPECT_TRUE(rewriter.ok());
  return Screen(text, *rewriter, {.mode = mode, .gpu = gpu});
}

struct Case {
  const char *from, *to, *line, *expected;
};

// One line of a program whose `x` and `y` are tensors, and what becomes of it.
class Lines : public testing::TestWithParam<Case> {};

TEST_P(Lines, AreWrittenTheOtherWay) {
  const Case& one = GetParam();
  const std::string from = one.from;
  const std::string start =
      from == "torch" ? "import torch\nx = torch.ones(2, 3)\ny = torch.ones(2, 3)\n"
      : from == "tensorflow"
          ? "import tensorflow as tf\nx = tf.ones((2, 3))\ny = tf.ones((2, 3))\n"
          : "import jax\nimport jax.numpy as jnp\nx = jnp.ones((2, 3))\ny = jnp.ones((2, 3))\n";
  const Rewritten made = Carry(from, one.to, start + one.line + "\n");
  EXPECT_THAT(made.text, HasSubstr(StrCat("\n", one.expected, "\n")));
  EXPECT_THAT(made.left, IsEmpty()) << made.left[0].api << ": " << made.left[0].why;
}

INSTANTIATE_TEST_SUITE_P(
    Families, Lines,
    testing::Values(Case{"torch", "tensorflow", "z = torch.sum(x, dim=0, keepdim=True)",
                         "z = tf.reduce_sum(x, axis=0, keepdims=True)"},
                    Case{"torch", "jax", "z = x.sum(0)", "z = jnp.sum(x, axis=0)"},
                    Case{"jax", "torch", "z = jnp.max(x, axis=1)", "z = torch.amax(x, dim=1)"},
                    Case{"torch", "jax", "z = torch.var(x)", "z = jnp.var(x, ddof=1)"},
                    Case{"jax", "torch", "z = jnp.std(x)", "z = torch.std(x, correction=0)"},
                    Case{"tensorflow", "torch", "z = tf.nn.leaky_relu(x)",
                         "z = F.leaky_relu(x, negative_slope=0.2)"},
                    Case{"torch", "tensorflow", "z = torch.tensor([1, 2])",
                         "z = tf.constant([1, 2], dtype=tf.int64)"},
                    Case{"torch", "tensorflow", "z = torch.full((), 2.0)", "z = tf.constant(2.0)"},
                    Case{"torch", "tensorflow", "z = torch.zeros(2, 3, dtype=torch.int32)",
                         "z = tf.zeros((2, 3), dtype=tf.int32)"},
                    Case{"tensorflow", "torch", "z = tf.zeros((2, 3))", "z = torch.zeros(2, 3)"},
                    Case{"torch", "jax", "z = x.view(3, -1)", "z = jnp.reshape(x, (3, -1))"},
                    Case{"torch", "tensorflow", "z = x.t() @ y", "z = product(tf.transpose(x), y)"},
                    Case{"torch", "tensorflow", "z = x.tolist()", "z = x.numpy().tolist()"},
                    Case{"torch", "jax", "x[0] = 3.0", "x = x.at[0].set(3.0)"},
                    Case{"torch", "jax", "x[0] += 3.0", "x = x.at[0].add(3.0)"},
                    Case{"torch", "tensorflow", "x.mul_(2.0)", "x = tf.multiply(x, 2.0)"},
                    Case{"torch", "tensorflow", "z = x[x > 0]", "z = tf.boolean_mask(x, x > 0)"},
                    Case{"torch", "tensorflow", "z = torch.matmul(x, y.mT).to(torch.float64)",
                         "z = tf.cast(product(x, tf.linalg.matrix_transpose(y)), tf.float64)"},
                    Case{"jax", "tensorflow", "z = x.astype(jnp.int8)", "z = tf.cast(x, tf.int8)"},
                    Case{"torch", "jax", "z = torch.compile(torch.relu, fullgraph=True)(x)",
                         "z = jax.jit(jax.nn.relu)(x)"},
                    Case{"torch", "tensorflow", "z = torch.compile(torch.relu)(x)",
                         "z = tf.function(tf.nn.relu, jit_compile=True)(x)"},
                    Case{"jax", "torch", "z = jax.grad(jnp.sum)(x)",
                         "z = torch.func.grad(torch.sum)(x)"},
                    Case{"torch", "jax", "z = torch.nn.functional.gelu(x)",
                         "z = jax.nn.gelu(x, approximate=False)"},
                    Case{"torch", "tensorflow", "z = torch.max(x)", "z = tf.reduce_max(x)"},
                    Case{"torch", "tensorflow", "z = torch.max(x, y)", "z = tf.maximum(x, y)"},
                    Case{"torch", "jax", "z = torch.einsum(\"ij,ij->i\", x, y)",
                         "z = jnp.einsum(\"ij,ij->i\", x, y)"},
                    Case{"torch", "tensorflow", "print(f\"{x.sum().item()}\")",
                         "print(f\"{tf.reduce_sum(x).numpy().item()}\")"}));

TEST(Rewrite, PutsTheForwardPartBelowATape) {
  const Rewritten made = Carry("torch", "tensorflow",
                               "import torch\nx = torch.tensor([2.0], requires_grad=True)\ny = (x "
                               "* x).sum()\ny.backward()\nprint(x.grad)\n");
  EXPECT_THAT(made.text, HasSubstr("x = tf.Variable(tf.constant([2.0]))\n"
                                   "with tf.GradientTape() as tape:\n"
                                   "    y = tf.reduce_sum(x * x)\n"
                                   "x_grad = tape.gradient(y, x)\nprint(x_grad)\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(Rewrite, MakesAFunctionOfWhatLeadsToTheLoss) {
  const Rewritten made = Carry("torch", "jax",
                               "import torch\nx = torch.tensor([2.0], requires_grad=True)\ny = (x "
                               "* x).sum()\ny.backward()\nprint(x.grad)\n");
  EXPECT_THAT(made.text, HasSubstr("def loss_of(x):\n    y = jnp.sum(x * x)\n    return "
                                   "y\n\nx_grad = jax.grad(loss_of)(x)\n"));
}

TEST(Rewrite, TakesTheTapeApart) {
  const std::string text =
      "import tensorflow as tf\nx = tf.Variable([2.0])\nwith tf.GradientTape() as tape:\n    y = "
      "tf.reduce_sum(x * x)\ng = tape.gradient(y, x)\n";
  EXPECT_THAT(Carry("tensorflow", "torch", text).text,
              HasSubstr("g = torch.autograd.grad(y, x)[0]\n"));
  EXPECT_THAT(Carry("tensorflow", "jax", text).text, HasSubstr("g = jax.grad(value_of)(x)\n"));
}

TEST(Rewrite, BringsOnlyTheHelpersThatAreUsed) {
  const Rewritten made =
      Carry("torch", "jax", "import torch\nv, i = torch.sort(torch.tensor([2.0, 1.0]))\n");
  EXPECT_THAT(made.text, HasSubstr("def sort_with_index("));
  EXPECT_THAT(made.text, Not(HasSubstr("def topk(")));
}

TEST(Rewrite, GivesWayToNamesOfTheProgram) {
  const Rewritten made =
      Carry("torch", "jax",
            "import torch\nsort_with_index = 1\nv, i = torch.sort(torch.tensor([2.0, 1.0]))\n");
  EXPECT_THAT(made.text, HasSubstr("v, i = sort_with_index_("));
}

TEST(Rewrite, CatchesWhatTheOtherOneRaises) {
  const Rewritten made = Carry(
      "torch", "tensorflow",
      "import torch\ntry:\n    torch.ones(2)\nexcept RuntimeError as error:\n    print(error)\n");
  EXPECT_THAT(made.text, HasSubstr("tf.errors.OpError) as error:"));
}

TEST(Rewrite, ReportsWhatItLeaves) {
  const Rewritten made =
      Carry("torch", "jax", "import torch\ntorch.ops.aten._nested_tensor_size(torch.ones(1))\n");
  ASSERT_EQ(made.left.size(), 1u);
  EXPECT_EQ(made.left[0].line, 2);
  EXPECT_EQ(made.left[0].api, "torch.ops.aten._nested_tensor_size");
  EXPECT_THAT(made.text, HasSubstr("torch.ops.aten._nested_tensor_size(jnp.ones("));
}

TEST(Rewrite, SurvivesBrokenAndDeepTexts) {
  EXPECT_THAT(Carry("torch", "jax", "import torch\nx = (((\n").left, Not(IsEmpty()));
  std::string deep = "import torch\nx = ";
  for (int k = 0; k < 2000; ++k) deep += "(";
  deep += "1";
  for (int k = 0; k < 2000; ++k) deep += ")";
  EXPECT_THAT(Carry("torch", "jax", deep + "\n").left, Not(IsEmpty()));
}

TEST(Screen, NamesWhatIsMissing) {
  const Screened out = ScreenText(
      "torch", "tensorflow", "import torch\ntorch.ops.aten._nested_tensor_size(torch.ones(1))\n",
      ScreenMode::kAll);
  EXPECT_FALSE(out.in);
  EXPECT_THAT(out.missing, testing::Contains("torch.ops.aten._nested_tensor_size"));
  EXPECT_TRUE(ScreenText("torch", "tensorflow",
                         "import torch\ntorch.ops.aten._nested_tensor_size(torch.ones(1))\n",
                         ScreenMode::kAny)
                  .in);
}

TEST(Screen, NamesPlatformsThatAreNotThere) {
  for (const char* line : {"x = torch.ones(2).cuda()", "x = torch.ones(2).to(\"cuda:0\")",
                           "x = torch.ones(2, device=\"cuda\")"}) {
    const Screened out =
        ScreenText("torch", "jax", StrCat("import torch\n", line, "\n"), ScreenMode::kAll);
    EXPECT_FALSE(out.in) << line;
    EXPECT_THAT(out.platforms, testing::ElementsAre("cuda")) << line;
  }
}

TEST(Screen, TakesProgramsForAGpuWhereTheyGetOne) {
  const auto screened = [](const std::string& device, bool gpu) {
    return ScreenText("torch", "jax",
                      StrCat("import torch\nx = torch.ones(2).to(\"", device, "\")\nprint(x)\n"),
                      ScreenMode::kAll, gpu);
  };
  EXPECT_FALSE(screened("cuda", false).in);
  EXPECT_TRUE(screened("cuda", true).in) << screened("cuda", true).why;
  EXPECT_THAT(screened("mps", true).platforms, testing::ElementsAre("mps"));
}

TEST(Screen, KnowsTheLongNamesOfDevices) {
  const Screened out = ScreenText(
      "tensorflow", "jax",
      "import tensorflow as tf\nwith tf.device('/device:GPU:0'):\n    x = tf.ones((2,))\n",
      ScreenMode::kAll);
  EXPECT_THAT(out.platforms, testing::ElementsAre("cuda"));
}

TEST(Direction, TellsTheFramework) {
  EXPECT_EQ(FrameworkOf("import numpy as np\nimport torch\ntorch.ones(1)\n"), "torch");
  EXPECT_EQ(FrameworkOf("from tensorflow import keras\n"), "tensorflow");
  EXPECT_EQ(FrameworkOf("import jax.numpy as jnp\n"), "jax");
  EXPECT_EQ(FrameworkOf("import os\n"), "");
  EXPECT_FALSE(MakeDirection("torch", "torch").ok());
  EXPECT_FALSE(MakeDirection("torch", "caffe").ok());
}

}  // namespace
}  // namespace assay::mirror::rewrite_test
