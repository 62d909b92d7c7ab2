// Helpers that hand on to the framework's own: data/mirror/glue.toml.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/rules.h"
#include "tests/unit/mirror/rewrite/carry.h"

namespace assay::mirror::glue_test {
namespace {

using testing::Contains;
using testing::HasSubstr;

const ApiUse& UseOf(const Rewritten& made, const std::string& api) {
  for (const ApiUse& use : made.uses)
    if (use.api == api) return use;
  ADD_FAILURE() << api << " is not used";
  static const ApiUse kNone;
  return kNone;
}

// A name that is written otherwise in the helpers would never be seen.
TEST(Glue, EveryHelperIsThereAndNamesItsApi) {
  const auto rules = Rules::Load();
  ASSERT_TRUE(rules.ok()) << rules.error().message;
  for (const auto& [framework, helpers] : rules->glue()) {
    const auto all = Helpers::Load(framework);
    ASSERT_TRUE(all.ok()) << all.error().message;
    for (const auto& [helper, apis] : helpers) {
      const std::vector<std::string> needed = all->Needed({helper});
      EXPECT_THAT(needed, Contains(helper)) << framework;
      std::string text;
      for (const std::string& one : needed) text += all->Text(one);
      for (const std::string& api : apis)
        EXPECT_THAT(text, HasSubstr(ShortName(api))) << framework << " " << helper;
    }
  }
}

TEST(Glue, LayersLossesAndOptimisersBecomeKerasOwn) {
  const Rewritten made = Carried(
      "torch", "tensorflow",
      "import torch\nimport torch.nn as nn\nm = nn.Linear(3, 1)\n"
      "o = torch.optim.Adam(m.parameters(), lr=0.1)\nx = torch.ones(2, 3)\n"
      "o.zero_grad()\nloss = nn.MSELoss()(m(x), torch.ones(2, 1))\nloss.backward()\no.step()\n");
  EXPECT_TRUE(made.left.empty());
  EXPECT_EQ(UseOf(made, "torch.nn.Linear").own,
            std::vector<std::string>{"tensorflow.keras.layers.Dense"});
  EXPECT_EQ(UseOf(made, "torch.nn.MSELoss").own,
            std::vector<std::string>{"tensorflow.keras.losses.MeanSquaredError"});
  EXPECT_EQ(UseOf(made, "torch.optim.Adam").own,
            std::vector<std::string>{"tensorflow.keras.optimizers.Adam"});
  EXPECT_THAT(made.text, HasSubstr("o = Trained(Adam(lr=0.1), m.parameters())"));
  EXPECT_THAT(made.text, HasSubstr("\nbackward(loss)\no.step()"));
  for (const ApiUse& use : made.uses) EXPECT_FALSE(use.emulated) << use.api;
}

TEST(Glue, LayersOfKerasBecomePytorchsOwn) {
  const Rewritten made =
      Carried("tensorflow", "torch",
              "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Embedding(9, 4), "
              "tf.keras.layers.GRU(5)])\ny = m(tf.constant([[1, 2]]))\n");
  EXPECT_EQ(UseOf(made, "tensorflow.keras.layers.Embedding").own,
            std::vector<std::string>{"torch.nn.Embedding"});
  EXPECT_EQ(UseOf(made, "tensorflow.keras.layers.GRU").own,
            std::vector<std::string>{"torch.nn.GRU"});
}

TEST(Glue, AHelperThatDoesTheWorkIsAnEmulation) {
  const Rewritten made = Carried("torch", "tensorflow",
                                 "import torch\nx = torch.ones(2, 2)\n"
                                 "y = torch.linalg.matrix_power(x, 3)\nz = torch.sum(y)\n");
  EXPECT_TRUE(UseOf(made, "torch.linalg.matrix_power").emulated);
  EXPECT_FALSE(UseOf(made, "torch.sum").emulated);
  EXPECT_EQ(UseOf(made, "torch.sum").own, std::vector<std::string>{"tensorflow.reduce_sum"});
}

TEST(Glue, WhatKerasOptimisersLackIsLeft) {
  const Rewritten made = Carried("torch", "tensorflow",
                                 "import torch\nm = torch.nn.Linear(3, 1)\n"
                                 "o = torch.optim.SGD(m.parameters(), lr=0.1, dampening=0.5)\n");
  EXPECT_FALSE(made.left.empty());
}

}  // namespace
}  // namespace assay::mirror::glue_test
