// What stands around a computation: devices, generators, parts and weights of modules, errors that
// are handed on, functions with gradients of their own.
#include <gmock/gmock.h>

#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::surroundings_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Rewritten FromTorch(const std::string& lines, const std::string& to = "jax") {
  return Carried("torch", to, "import torch\nx = torch.ones(4, 4)\n" + lines + "\n");
}

Rewritten FromTensorFlow(const std::string& lines, const std::string& to = "torch") {
  return Carried("tensorflow", to, "import tensorflow as tf\nx = tf.ones((4, 4))\n" + lines + "\n");
}

TEST(Surroundings, EverythingIsOnTheProcessor) {
  const Rewritten made = FromTorch(
      "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\n"
      "y = torch.zeros(2, device=device)\nm = torch.nn.Linear(4, 2).to(device)");
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(made.text, HasSubstr("y = jnp.zeros((2,))\nm = Linear(4, 2)\n"));
}

TEST(Surroundings, AnotherDeviceIsNoneOfOurs) {
  EXPECT_FALSE(FromTorch("y = torch.zeros(2, device='meta')").left.empty());
}

TEST(Surroundings, GeneratorsDrawFromTheFrameworksOwn) {
  const Rewritten made =
      FromTorch("g = torch.Generator().manual_seed(3)\ny = torch.randn(2, generator=g)");
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(made.text, HasSubstr("g = Generator().manual_seed(3)\ny = random_normal((2,))\n"));
}

TEST(Surroundings, ModulesTellOfTheirWeights) {
  const Rewritten made = FromTorch(
      "m = torch.nn.Linear(4, 2)\nfor name, p in m.named_parameters():\n    print(name, p.shape)\n"
      "m.load_state_dict(m.state_dict())",
      "tensorflow");
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(made.text, HasSubstr("for name, p in named_parameters(m):\n"));
  EXPECT_THAT(made.text, HasSubstr("load_state_dict(m, state_dict(m))\n"));
}

TEST(Surroundings, AnIntegerIsAnAxis) {
  const Rewritten made = FromTorch("y = x.min(1).values");
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(made.text, HasSubstr("y = min_with_index(x, 1)[0]\n"));
}

TEST(Surroundings, FunctionsTellTheirGradients) {
  const Rewritten made = FromTorch(
      "class Twice(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, v):\n"
      "        return v * 2\n    @staticmethod\n    def backward(ctx, g):\n        return g * 2\n"
      "y = Twice.apply(x)");
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(made.text, HasSubstr("class Twice(Function):\n"));
}

TEST(Surroundings, ErrorsAreHandedOnAsWhatTheOtherRaises) {
  const Rewritten made = FromTensorFlow("kinds = (ValueError, tf.errors.InvalidArgumentError)");
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(made.text,
              HasSubstr("kinds = (ValueError, (RuntimeError, ValueError, IndexError))\n"));
}

TEST(Surroundings, FunctionsOfKerasFollowNumpy) {
  const Rewritten made = FromTensorFlow("y = tf.keras.ops.mean(x, axis=1)");
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(made.text, HasSubstr("y = torch.mean(x, dim=1)\n"));
}

TEST(Surroundings, APartOfAVariableGetsAValue) {
  const Rewritten made =
      FromTensorFlow("v = tf.Variable([1.0, 2.0])\nv[1].assign(9.0)\nv[0].assign_add(1.0)", "jax");
  EXPECT_THAT(made.left, IsEmpty());
  EXPECT_THAT(made.text, HasSubstr("v = v.at[1].set(9.0)\nv = v.at[0].set(v[0] + 1.0)\n"));
}

}  // namespace
}  // namespace assay::mirror::surroundings_test
