// Helpers that hand on to the framework's own: data/mirror/glue.toml.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "mirror/direction.h"
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
    const auto all = Helpers::Load(framework, RicherEnvironment(framework));
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

// What leads from layers to the loss is computed once more for its gradients.
TEST(Glue, LayersAreTrainedInJaxByAFunctionOfTheirLoss) {
  const Rewritten made =
      Carried("torch", "jax",
              "import torch\nimport torch.nn as nn\nm = nn.Linear(3, 1)\n"
              "o = torch.optim.Adam(m.parameters(), lr=0.1)\nx = torch.ones(2, 3)\n"
              "o.zero_grad()\nout = m(x)\nprint(out)\nloss = nn.MSELoss()(out, torch.ones(2, 1))\n"
              "loss.backward()\no.step()\nprint(m.weight.grad)\n");
  EXPECT_TRUE(made.left.empty());
  EXPECT_THAT(made.text, HasSubstr("o = Trained(Adam(lr=0.1), m.parameters())"));
  EXPECT_THAT(made.text, HasSubstr("def loss_of():\n    out = m(x)\n    loss = MSELoss()(out, "));
  EXPECT_THAT(made.text, HasSubstr("\nbackward(loss_of)\no.step()"));
  EXPECT_THAT(made.text, HasSubstr("print(gradient_kept(m.weight))"));
}

TEST(Glue, ModelsOfKerasAreTrainedInJaxByTheirWeights) {
  const Rewritten made =
      Carried("tensorflow", "jax",
              "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
              "o = tf.keras.optimizers.SGD(0.1)\nx = tf.ones((2, 3))\n"
              "with tf.GradientTape() as tape:\n    loss = tf.reduce_mean(m(x) ** 2)\n"
              "g = tape.gradient(loss, m.trainable_variables)\n"
              "o.apply_gradients(zip(g, m.trainable_variables))\n");
  EXPECT_TRUE(made.left.empty());
  EXPECT_THAT(made.text, HasSubstr("g = gradients_by_weights(value_of, trainable_weights(m))"));
  EXPECT_THAT(made.text, HasSubstr("o.apply_gradients(zip(g, trainable_weights(m)))"));
}

// The weights of layers cannot change in a function that jax.jit compiles.
TEST(Glue, CompiledStepsOfTrainingAreLeft) {
  const Rewritten made =
      Carried("tensorflow", "jax",
              "import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
              "o = tf.keras.optimizers.SGD(0.1)\n@tf.function\ndef step(x):\n"
              "    with tf.GradientTape() as tape:\n        loss = tf.reduce_mean(m(x) ** 2)\n"
              "    g = tape.gradient(loss, m.trainable_variables)\n"
              "    o.apply_gradients(zip(g, m.trainable_variables))\nstep(tf.ones((2, 3)))\n");
  EXPECT_FALSE(made.left.empty());
}

TEST(Glue, ALossIsOptaxsOwnWhereItIsInstalled) {
  const Rewritten made = Carried("torch", "jax",
                                 "import torch\nx = torch.ones(3)\n"
                                 "y = torch.nn.functional.mse_loss(x, x + 1)\n");
  const ApiUse& use = UseOf(made, "torch.nn.functional.mse_loss");
  const bool richer = !RicherEnvironment("jax").empty();
  EXPECT_EQ(use.emulated, !richer);
  EXPECT_EQ(EnvironmentFor("jax", made.text), richer ? "jax-flax" : "jax");
  EXPECT_EQ(EnvironmentFor("jax", "import jax\nx = 'optax'\n"), "jax");
  EXPECT_EQ(EnvironmentFor("torch", "import optax\n"), "torch");
}

TEST(Glue, WhatKerasOptimisersLackIsLeft) {
  const Rewritten made = Carried("torch", "tensorflow",
                                 "import torch\nm = torch.nn.Linear(3, 1)\n"
                                 "o = torch.optim.SGD(m.parameters(), lr=0.1, dampening=0.5)\n");
  EXPECT_FALSE(made.left.empty());
}

}  // namespace
}  // namespace assay::mirror::glue_test
