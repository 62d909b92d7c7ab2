#include "program/parse/decompose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::program::decompose_test {
namespace {

using testing::SizeIs;

// The program of figure 1 in paper 001, in its main lines.
constexpr const char* kTorch = R"(
import torch
import torch.nn as nn
import torch.nn.functional as F
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)
    def forward(self, x):
        return F.relu(self.conv(x))
x = torch.randn(1, 1, 8, 8)
model = Net().eval()
traced = torch.jit.trace(model, x)
print(traced(x))
)";

TEST(Decompose, ClassModelInputAndOptimiser) {
  const Program program = ReadProgram(kTorch);
  const Decomposition parts = Decompose(program);
  ASSERT_THAT(parts.models, SizeIs(1));
  EXPECT_EQ(parts.models[0].name, "Net");
  EXPECT_EQ(parts.models[0].kind, ModelPart::Kind::kClass);
  EXPECT_EQ(parts.models[0].framework, "torch");
  ASSERT_THAT(parts.models[0].layers, SizeIs(3));
  EXPECT_EQ(program.calls[parts.models[0].layers[0]].api, "torch.nn.Conv2d");
  ASSERT_THAT(parts.optimisers, SizeIs(1));
  EXPECT_EQ(parts.optimisers[0].api, "torch.jit.trace");
  EXPECT_EQ(parts.optimisers[0].technique, "jit");
  ASSERT_THAT(parts.inputs, SizeIs(1));
  EXPECT_EQ(parts.inputs[0].name, "x");
  EXPECT_EQ(parts.inputs[0].text, "x = torch.randn(1, 1, 8, 8)");
  EXPECT_TRUE(parts.Complete());
}

TEST(Decompose, KerasModels) {
  const Decomposition classes = Decompose(ReadProgram(R"(
import tensorflow as tf
class M(tf.keras.Model):
    def call(self, x):
        return tf.nn.relu(x)
m = M()
m(tf.ones((2, 2)))
)"));
  ASSERT_THAT(classes.models, SizeIs(1));
  EXPECT_EQ(classes.models[0].framework, "tensorflow");
  ASSERT_THAT(classes.inputs, SizeIs(1));
  EXPECT_EQ(classes.inputs[0].text, "tf.ones((2, 2))");
  const Decomposition sequential = Decompose(ReadProgram(R"(
import tensorflow as tf
import tensorflow_model_optimization as tfmot
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
pruned = tfmot.sparsity.keras.prune_low_magnitude(model)
)"));
  ASSERT_THAT(sequential.models, SizeIs(1));
  EXPECT_EQ(sequential.models[0].kind, ModelPart::Kind::kFunctional);
  EXPECT_EQ(sequential.models[0].name, "model");
  ASSERT_THAT(sequential.optimisers, SizeIs(1));
  EXPECT_EQ(sequential.optimisers[0].technique, "prune");
}

TEST(Decompose, FunctionsAreModelsToo) {
  const Decomposition parts = Decompose(ReadProgram(R"(
import torch
import torch.nn.functional as F
@torch.compile
def f(x):
    return F.gelu(x)
f(torch.ones(4))
)"));
  ASSERT_THAT(parts.models, SizeIs(1));
  EXPECT_EQ(parts.models[0].kind, ModelPart::Kind::kFunction);
  ASSERT_THAT(parts.optimisers, SizeIs(1));
  ASSERT_THAT(parts.inputs, SizeIs(1));
  EXPECT_EQ(parts.inputs[0].type, "torch.Tensor");
}

TEST(Decompose, OptimisedFunctionsAreModels) {
  for (const char* text : {"import torch\n@torch.compile(dynamic=True)\ndef f(x): return x.sin()\n"
                           "f(torch.ones(4))\n",
                           "import torch\ndef f(x): return x.sin()\ng = torch.jit.script(f)\n"
                           "g(torch.ones(4))\n"}) {
    const Decomposition parts = Decompose(ReadProgram(text));
    ASSERT_THAT(parts.models, SizeIs(1)) << text;
    EXPECT_EQ(parts.models[0].name, "f");
    EXPECT_EQ(parts.models[0].framework, "torch");
    EXPECT_TRUE(parts.Complete()) << text;
  }
}

TEST(Decompose, LayersAndInputsOfAFunctionalModel) {
  const Decomposition parts = Decompose(ReadProgram(R"(
from tensorflow import keras
import tensorflow as tf
a = keras.Input((8,))
b = keras.layers.Dense(2)(a)
m = keras.Model(inputs=a, outputs=b)
x = tf.random.normal((4, 8))
m.fit(x, tf.zeros((4, 2)))
)"));
  ASSERT_THAT(parts.models, SizeIs(1));
  EXPECT_THAT(parts.models[0].layers, SizeIs(1));
  ASSERT_THAT(parts.inputs, SizeIs(2));
  EXPECT_EQ(parts.inputs[0].name, "x");
}

TEST(Decompose, ClassesThatInheritInCircles) {
  std::string bases;
  for (int i = 0; i < 40; ++i) bases += "A, ";
  const Decomposition parts = Decompose(
      ReadProgram("import torch\nclass A(" + bases + "B): pass\nclass B(" + bases +
                  "A): pass\nclass C(B, torch.nn.Module):\n    def forward(self, x): return x\n"));
  ASSERT_THAT(parts.models, SizeIs(1));
  EXPECT_EQ(parts.models[0].name, "C");
}

TEST(Decompose, PlainCodeHasNoParts) {
  const Decomposition parts =
      Decompose(ReadProgram("import torch\nclass A:\n    pass\nprint(torch.ones(2))\n"));
  EXPECT_TRUE(parts.models.empty());
  EXPECT_TRUE(parts.optimisers.empty());
  EXPECT_FALSE(parts.Complete());
}

TEST(Decompose, Techniques) {
  EXPECT_EQ(OptimiserTechnique("torch.compile"), "compile");
  EXPECT_EQ(OptimiserTechnique("torch.compiled"), "");
  EXPECT_EQ(OptimiserTechnique("torch.ao.quantization.quantize_dynamic"), "quantise");
  EXPECT_EQ(OptimiserTechnique("torch.nn.utils.prune.l1_unstructured"), "prune");
  EXPECT_EQ(OptimiserTechnique("torch.optim.SGD"), "");
}

}  // namespace
}  // namespace assay::program::decompose_test
