#include "trial/examples/example_calls.h"

#include <gtest/gtest.h>

namespace assay::trial::example_calls_test {
namespace {

knowledge::ApiDoc Doc(const std::string& name, const std::string& kind,
                      std::vector<std::string> parameters) {
  knowledge::ApiDoc doc;
  doc.name = name;
  doc.kind = kind;
  for (std::string& parameter : parameters) {
    doc.parameters.emplace_back();
    doc.parameters.back().name = std::move(parameter);
  }
  return doc;
}

CallBook Book() {
  CallBook book;
  book.names["nn"] = "import torch.nn as nn";
  book.names["F"] = "import torch.nn.functional as F";
  return book;
}

std::vector<ApiCall> Calls(const std::string& text, const knowledge::ApiDoc& doc) {
  return CallsIn(text, doc, *FindDialect("torch"), Book(), "example");
}

TEST(ExampleCalls, SetupIsWhatTheArgumentsNeed) {
  const auto doc = Doc("torch.nn.functional.relu", "function", {"input", "inplace"});
  const auto calls = Calls("a = 3\nx = torch.randn(2)\ny = F.relu(x, inplace=True)\n", doc);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].setup,
            (std::vector<std::string>{"torch.manual_seed(0)", "x = torch.randn(2)"}));
  ASSERT_EQ(calls[0].arguments.size(), 2u);
  EXPECT_EQ(calls[0].arguments[0].name, "input");
  EXPECT_TRUE(calls[0].arguments[1].keyword);
  EXPECT_EQ(Write(calls[0], doc).expression, "torch.nn.functional.relu(x, inplace=True)");
}

TEST(ExampleCalls, AnObjectThatIsCalledLater) {
  const auto doc = Doc("torch.nn.Linear", "class", {"in_features", "out_features"});
  const auto calls = Calls("m = nn.Linear(3, 2)\nx = torch.ones(4, 3)\ny = m(x)\n", doc);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_TRUE(calls[0].is_called);
  EXPECT_EQ(calls[0].setup.back(), "x = torch.ones(4, 3)");
  EXPECT_EQ(Write(calls[0], doc).expression, "torch.nn.Linear(3, 2)(x)");
}

TEST(ExampleCalls, AMethodHasAReceiver) {
  const auto doc = Doc("torch.Tensor.add_", "method", {"other"});
  const auto calls = Calls("t = torch.ones(2)\nt.add_(5)\n", doc);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].receiver, "t");
}

TEST(ExampleCalls, NamesWithoutMeaningAreNotUsed) {
  const auto doc = Doc("torch.sin", "function", {"input"});
  EXPECT_TRUE(Calls("torch.sin(whatever)\n", doc).empty());
}

TEST(ExampleCalls, CallsInsideFunctionsAndBlocksAreNotUsed) {
  const auto doc = Doc("torch.sin", "function", {"input"});
  EXPECT_TRUE(Calls("def f():\n  return torch.sin(1)\nif f:\n  torch.sin(2)\n", doc).empty());
}

TEST(ExampleCalls, CallsInsideLambdasAreNotUsed) {
  const auto doc = Doc("torch.Tensor.sum", "method", {});
  EXPECT_TRUE(Calls("torch.func.grad(lambda x: (x ** 2).sum())\n", doc).empty());
}

TEST(ExampleCalls, AVariableOfTheSetupIsNotOverwritten) {
  const auto doc = Doc("torch.add", "function", {"input", "other"});
  const auto calls =
      Calls("other = torch.ones(2)\ntorch.add(other + 1, other * torch.ones(2))\n", doc);
  ASSERT_EQ(calls.size(), 1u);
  const WrittenCall written = Write(calls[0], doc);
  EXPECT_EQ(written.statements.back(), "other_ = other * torch.ones(2)");
}

}  // namespace
}  // namespace assay::trial::example_calls_test
