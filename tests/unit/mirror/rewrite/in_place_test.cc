// Calls that change their tensor, in the middle of expressions.
#include <gmock/gmock.h>

#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::in_place_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Rewritten ToJax(const std::string& text) {
  return Carried("torch", "jax", "import torch\nx = torch.ones(3)\n" + text);
}

TEST(InPlace, TheChangeComesBeforeTheStatement) {
  const Rewritten made = ToJax("y = x.relu_()\nprint(x)\n");
  EXPECT_THAT(made.text, HasSubstr("x = jax.nn.relu(x)\ny = x\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(InPlace, ArgumentsToo) {
  const Rewritten made = ToJax("print(torch.sum(x.mul_(2).add_(1)))\n");
  EXPECT_THAT(made.text,
              HasSubstr("x = jnp.multiply(x, 2)\nx = jnp.add(x, 1)\nprint(jnp.sum(x))\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(InPlace, ReturnedValues) {
  const Rewritten made = ToJax("def f(t):\n    return t.mul_(2)\nprint(f(torch.ones(1)))\n");
  EXPECT_THAT(made.text, HasSubstr("    t = jnp.multiply(t, 2)\n    return t\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(InPlace, WhatIsReadBeforeMustNotSeeIt) {
  EXPECT_THAT(ToJax("print(x.sum(), x.abs_())\n").left, SizeIs(1));
}

TEST(InPlace, ConditionsKeepIt) {
  EXPECT_THAT(ToJax("y = x.add_(1) if x.sum() > 3 else x\nprint(x)\n").left, SizeIs(1));
  EXPECT_THAT(ToJax("ys = [t.add_(1) for t in [x]]\nprint(x)\n").left, SizeIs(1));
}

TEST(InPlace, ArgumentsThatAskForIt) {
  const Rewritten made =
      ToJax("import torch.nn.functional as F\ny = F.relu(x, inplace=True)\nprint(x)\n");
  EXPECT_THAT(made.text, HasSubstr("x = jax.nn.relu(x)\ny = x\n"));
}

TEST(InPlace, TheElementTypeStays) {
  const Rewritten made = ToJax("x.gt_(0.5)\nprint(x)\n");
  EXPECT_THAT(made.text, HasSubstr("x = jnp.greater(x, 0.5).astype(jnp.float32)\n"));
}

TEST(InPlace, ListsKeepTheirElements) {
  const Rewritten made = ToJax("xs = [torch.ones(1)]\nxs[0].add_(1)\nprint(xs)\n");
  EXPECT_THAT(made.text, HasSubstr("xs[0] = jnp.add(xs[0], 1)\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(InPlace, ThroughTheData) {
  const Rewritten made = ToJax("x.data -= 1.0\nprint(x)\n");
  EXPECT_THAT(made.text, HasSubstr("x = x - 1.0\n"));
}

TEST(InPlace, WhatPytorchRefusesIsLeft) {
  EXPECT_THAT(ToJax("n = torch.tensor([1, 2])\nn += 0.5\n").left, SizeIs(1));
  EXPECT_THAT(ToJax("n = torch.tensor([1, 2])\nn += 1\n").left, IsEmpty());
  EXPECT_THAT(ToJax("x += 0.5\n").left, IsEmpty());
}

}  // namespace
}  // namespace assay::mirror::in_place_test
