// One test for each quirk of quirks.cc.
#include "mirror/rewrite/quirks.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror {
namespace {

constexpr char kTorch[] = "import torch\n";
constexpr char kTensorflow[] = "import tensorflow as tf\n";
constexpr char kJax[] = "import jax\nimport jax.numpy as jnp\n";

std::string Text(const std::string& from, const std::string& to, const std::string& text) {
  const Rewritten made = Carried(from, to, text);
  EXPECT_TRUE(made.left.empty()) << made.left[0].api << ": " << made.left[0].why;
  return made.text;
}

std::string Why(const std::string& from, const std::string& to, const std::string& text) {
  const Rewritten made = Carried(from, to, text);
  return made.left.empty() ? "" : made.left[0].why;
}

void Has(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(Quirks, TorchFractions) {
  Has(Text("jax", "torch", StrCat(kJax, "x = jnp.array([1, 2])\ny = jnp.mean(x)\n")),
      "torch.mean(x.to(torch.float32))");
}
TEST(Quirks, TensorflowFractions) {
  Has(Text("torch", "tensorflow", StrCat(kTorch, "x = torch.tensor([1, 2])\ny = torch.exp(x)\n")),
      "tf.exp(tf.cast(x, tf.float32))");
}
TEST(Quirks, TensorflowTruths) {
  Has(Text("torch", "tensorflow", StrCat(kTorch, "x = torch.tensor([1, 2])\ny = torch.all(x)\n")),
      "tf.reduce_all(tf.cast(x, tf.bool))");
}
TEST(Quirks, JaxReciprocalRoot) {
  Has(Text("torch", "jax", StrCat(kTorch, "x = torch.tensor([1, 2])\ny = torch.rsqrt(x)\n")),
      "jax.lax.rsqrt(x.astype(jnp.float32))");
}
TEST(Quirks, TensorflowSmallSums) {
  Has(Text("torch", "tensorflow",
           StrCat(kTorch, "x = torch.tensor([1], dtype=torch.int32)\ny = torch.sum(x)\n")),
      "tf.reduce_sum(tf.cast(x, tf.int64))");
}
TEST(Quirks, JaxRunningSums) {
  Has(Text("torch", "jax",
           StrCat(kTorch, "x = torch.tensor([1], dtype=torch.int8)\ny = torch.cumsum(x, 0)\n")),
      "jnp.cumsum(x.astype(int), 0)");
}
TEST(Quirks, TorchKeptSums) {
  Has(Text("tensorflow", "torch",
           StrCat(kTensorflow, "x = tf.constant([1, 2])\ny = tf.reduce_sum(x)\n")),
      "torch.sum(x, dtype=torch.int32)");
}
TEST(Quirks, TorchCounts) {
  Has(Text("jax", "torch", StrCat(kJax, "x = jnp.array([1, 2])\nm = x > 1\ny = jnp.bincount(m)\n")),
      "torch.bincount(m.long())");
}
TEST(Quirks, TensorflowSumsOfTruths) {
  Has(Text("torch", "tensorflow",
           StrCat(kTorch, "x = torch.tensor([1, 2])\nm = x > 1\ny = torch.sum(m)\n")),
      "tf.reduce_sum(tf.cast(m, tf.int64))");
}
TEST(Quirks, TensorflowMean) {
  Has(Why("tensorflow", "torch",
          StrCat(kTensorflow, "x = tf.constant([1, 2])\ny = tf.reduce_mean(x)\n")),
      "the mean of integers");
}
TEST(Quirks, TorchNarrowFloats) {
  Has(Why("jax", "torch",
          StrCat(kJax, "x = jnp.array([1.0], dtype=jnp.float8_e4m3fn)\ny = jnp.exp(x)\n")),
      "torch computes nothing in float8_e4m3fn");
}
TEST(Quirks, TorchImaginaryPart) {
  Has(Text("jax", "torch", StrCat(kJax, "x = jnp.array([1.0])\ny = jnp.imag(x)\n")),
      "y = imaginary_part(x)");
}
TEST(Quirks, TorchTensorOfTensors) {
  Has(Text("jax", "torch", StrCat(kJax, "x = jnp.array(1.0)\ny = jnp.array([x, x])\n")),
      "y = tensor_of([x, x])");
}
TEST(Quirks, TracedItem) {
  Has(Text("torch", "jax",
           StrCat(kTorch,
                  "@torch.compile\ndef f(x):\n    return torch.sum(x).item()\n"
                  "y = f(torch.ones(2))\n")),
      "return jnp.sum(x)\n");
}
TEST(Quirks, JaxTracedNumbers) {
  Has(Why("torch", "jax",
          StrCat(kTorch,
                 "@torch.compile\ndef f(x):\n    return torch.relu(x).tolist()\n"
                 "y = f(torch.ones(2))\n")),
      "what jax.jit traces has no numbers yet");
}
TEST(Quirks, TensorflowArrays) {
  Has(Text("jax", "tensorflow", StrCat(kJax, "x = jnp.array(1.0)\ny = jnp.array([x, x])\n")),
      "y = array_of([x, x])");
}
TEST(Quirks, TensorflowProduct) {
  Has(Text("torch", "tensorflow",
           StrCat(kTorch,
                  "def f(a, b):\n    return torch.matmul(a, b)\n"
                  "y = f(torch.ones(2, 2), torch.ones(2))\n")),
      "return product(a, b)");
}

}  // namespace
}  // namespace assay::mirror
