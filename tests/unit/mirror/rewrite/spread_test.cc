// Arguments that are not written where the call stands: spread dictionaries, tensors that take the
// result, the tensor by its own name.
#include <gmock/gmock.h>

#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Spread, ADictionaryIsSpreadByItsEntries) {
  const Rewritten made = Carried("torch", "jax",
                                 "import torch\nargs = {'input': torch.ones(2), 'dim': 0}\n"
                                 "y = torch.sum(**args)\n");
  EXPECT_THAT(made.text, HasSubstr("y = jnp.sum(args[\"input\"], axis=args[\"dim\"])\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(Spread, ADictionaryThatSomebodyElseHasIsLeft) {
  for (const char* line : {"args['dim'] = 1", "other = args", "args = {}"}) {
    const Rewritten made =
        Carried("torch", "jax",
                std::string("import torch\nargs = {'input': torch.ones(2), 'dim': 0}\n") + line +
                    "\ny = torch.sum(**args)\n");
    EXPECT_THAT(made.left, Not(IsEmpty())) << line;
  }
}

TEST(Spread, KeysThatAreNoWordsAreLeft) {
  EXPECT_THAT(Carried("torch", "jax",
                      "import torch\nname = 'dim'\nargs = {name: 0}\n"
                      "y = torch.sum(torch.ones(2), **args)\n")
                  .left,
              Not(IsEmpty()));
}

TEST(Spread, TheTensorMayBeNamed) {
  EXPECT_THAT(Carried("torch", "jax", "import torch\ny = torch.exp(input=torch.ones(2))\n").text,
              HasSubstr("y = jnp.exp(jnp.ones((2,)))\n"));
  EXPECT_THAT(Carried("tensorflow", "torch",
                      "import tensorflow as tf\ny = tf.nn.relu(features=tf.ones((2,)))\n")
                  .text,
              HasSubstr("y = torch.relu(torch.ones(2))\n"));
}

TEST(Spread, WhatTakesTheResultGetsIt) {
  const Rewritten made = Carried("torch", "jax",
                                 "import torch\nx = torch.ones(2)\nz = torch.zeros(2)\n"
                                 "torch.add(x, x, out=z)\nprint(z)\n");
  EXPECT_THAT(made.text, HasSubstr("z = jnp.add(x, x)\nprint(z)\n"));
  EXPECT_THAT(made.left, IsEmpty());
}

TEST(Spread, WhatTheCallerHandedInAsTheResultIsLeft) {
  EXPECT_THAT(Carried("torch", "tensorflow",
                      "import torch\ndef f(x, z):\n    return torch.exp(x, out=z)\n"
                      "y = f(torch.ones(2), torch.ones(2))\n")
                  .left,
              Not(IsEmpty()));
}

TEST(Spread, WhoSharesTheMemoryOfTheResultSeesIt) {
  EXPECT_THAT(Carried("torch", "jax",
                      "import torch\nx = torch.ones(2)\nz = torch.zeros(2)\nw = z\n"
                      "torch.add(x, x, out=z)\nprint(w)\n")
                  .text,
              HasSubstr("z = jnp.add(x, x)\nw = z\n"));
}

}  // namespace
}  // namespace assay::mirror
