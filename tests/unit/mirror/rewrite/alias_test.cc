// Tensors that share their memory: PyTorch changes both, the others neither.
#include <gmock/gmock.h>

#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::alias_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

Rewritten ToJax(const std::string& text) {
  return Carried("torch", "jax", "import torch\n" + text);
}

struct Case {
  const char *lines, *expected;
};

class Followers : public testing::TestWithParam<Case> {};

TEST_P(Followers, GetTheirNewValuesByLinesOfTheirOwn) {
  const Rewritten made = ToJax(std::string("x = torch.ones(2, 3)\n") + GetParam().lines);
  EXPECT_THAT(made.text, HasSubstr(GetParam().expected));
  EXPECT_THAT(made.left, IsEmpty()) << made.left[0].why;
}

INSTANTIATE_TEST_SUITE_P(
    Views, Followers,
    testing::Values(
        Case{"v = x[1]\nv.mul_(10)\nprint(x)\n",
             "v = jnp.multiply(v, 10)\nx = x.at[1].set(v)\nprint(x)"},
        Case{"v = x.view(6)\nx[0, 0] = 5.0\nprint(v)\n",
             "x = x.at[0, 0].set(5.0)\nv = jnp.reshape(x, (6,))\nprint(v)"},
        Case{"v = x.view(6)\nv[0] = 5.0\nprint(x)\n",
             "v = v.at[0].set(5.0)\nx = jnp.reshape(v, x.shape)\nprint(x)"},
        Case{"v = x.t()\nv[0, 1] += 2.0\nprint(x)\n",
             "v = v.at[0, 1].add(2.0)\nx = jnp.transpose(v)\n"},
        Case{"v = x.transpose(0, 1)\nv.zero_()\nprint(x)\n", "x = jnp.swapaxes(v, 0, 1)\n"},
        Case{"y = x\ny += 1\nprint(x)\n", "y += 1\nx = y\n"},
        Case{"d = x.detach()\nd.sub_(1)\nprint(x)\n", "d = jnp.subtract(d, 1)\nx = d\n"},
        Case{"n = x.numpy()\nx.add_(1)\nprint(n)\n", "x = jnp.add(x, 1)\nn = np.asarray(x)\n"},
        Case{"x[0][1] = 7.0\nprint(x)\n", "x = x.at[0].set(x[0].at[1].set(7.0))\n"},
        Case{"x.t()[0, 1] = 7.0\nprint(x)\n", "x = jnp.transpose(x.T.at[0, 1].set(7.0))\n"},
        Case{"v = x.reshape(6)\nv[0] = 9.0\nprint(x)\n", "x = jnp.reshape(v, x.shape)\n"},
        Case{"for i in range(2):\n    r = x[i]\n    r += i\nprint(x)\n",
             "    r += i\n    x = x.at[i].set(r)\n"}));

TEST(Alias, CopiesAreLeftAlone) {
  for (const char* line : {"v = x[1].clone()", "v = x[[0, 1]]", "v = x[x > 0]", "v = x * 1",
                           "v = x.double()", "v = x.to(torch.int32)"}) {
    const Rewritten made =
        ToJax("x = torch.ones(2, 3)\n" + std::string(line) + "\nv.add_(1)\nprint(x)\n");
    EXPECT_THAT(made.text, Not(HasSubstr("\nx = x.at"))) << line;
    EXPECT_THAT(made.text, Not(HasSubstr("\nx = v"))) << line;
    EXPECT_THAT(made.left, IsEmpty()) << line;
  }
}

TEST(Alias, NewValuesShareNothingAnyMore) {
  const Rewritten made =
      ToJax("x = torch.ones(3)\nv = x[0]\nv = torch.zeros(3)\nv.add_(1)\nprint(x)\n");
  EXPECT_THAT(made.text, Not(HasSubstr("x.at")));
  EXPECT_THAT(made.left, IsEmpty());
}

class NoWay : public testing::TestWithParam<const char*> {};

TEST_P(NoWay, IsLeftAndTold) {
  for (const char* to : {"jax", "tensorflow"}) {
    const Rewritten made =
        Carried("torch", to, std::string("import torch\nx = torch.ones(4)\n") + GetParam());
    EXPECT_THAT(made.left, Not(IsEmpty())) << to << "\n" << made.text;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Views, NoWay,
    testing::Values("a, b = x.chunk(2)\na.add_(1)\nprint(x)\n", "xs = [x]\nx.add_(1)\nprint(xs)\n",
                    "xs = [x]\nxs[0].add_(1)\nprint(x)\n",
                    "for t in [x]:\n    t.add_(1)\nprint(x)\n",
                    "n = x.numpy()\nn[0] = 5\nprint(x)\n",
                    "y = x.expand(3, 4)\nx.add_(1)\ny.sub_(1)\nprint(x, y)\n",
                    "m = torch.ones(3, 3)\nm.diagonal().fill_(0)\nprint(m)\n",
                    "def f(t):\n    t.mul_(2)\n    return t\ny = f(x)\nprint(x)\n",
                    "def f(t):\n    t += 1\nf(x)\nprint(x)\n",
                    "def f(t):\n    v = t[0]\n    v.zero_()\nf(x)\nprint(x)\n",
                    "def f():\n    x.add_(1)\nf()\nprint(x)\n",
                    "if x.sum() > 1:\n    v = x[0]\nelse:\n    v = torch.ones(1)\nv.add_(1)\n"
                    "print(x)\n",
                    "m = torch.nn.ReLU(inplace=True)\ny = m(x)\nprint(x)\n"));

TEST(Alias, FunctionsMayChangeWhatNobodyElseHas) {
  const Rewritten made = ToJax(
      "def f(t):\n    t += 1\n    return t\nprint(f(torch.ones(2)))\nx = torch.ones(2)\n"
      "x = f(x)\nprint(x)\n");
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(Alias, TorchMustNotChangeWhatTheSourceKept) {
  const Rewritten made = Carried("jax", "torch",
                                 "import jax.numpy as jnp\nx = jnp.ones(3)\ny = x\nx += 1\n"
                                 "print(x, y)\n");
  EXPECT_THAT(made.text, HasSubstr("y = x\nx = x + 1\n"));
}

}  // namespace
}  // namespace assay::mirror::alias_test
