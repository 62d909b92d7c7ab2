#include "program/lint/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::program {
namespace {

std::vector<std::string> Codes(const std::string& text, const LintOptions& options = {}) {
  std::vector<std::string> out;
  for (const LintMessage& message : Lint(ReadProgram(text), options))
    out.push_back(message.code + " " + message.message);
  return out;
}

TEST(Lint, UndefinedNames) {
  EXPECT_THAT(Codes("print(y)\n"), testing::ElementsAre("E0602 undefined variable 'y'"));
  EXPECT_THAT(Codes("def f():\n    z = 1\nprint(z)\n"), testing::SizeIs(1));
  EXPECT_THAT(Codes("class A:\n    n = 1\n    def f(self):\n        return n\n"),
              testing::SizeIs(1));
}

TEST(Lint, DefinedNamesAreSilent) {
  for (const char* text : {
           "import os.path\nos.getcwd()\n",
           "for i, (a, b) in []:\n    print(i, a, b)\n",
           "with open('x') as f, open('y') as (g, h):\n    f, g, h\n",
           "try:\n    pass\nexcept ValueError as e:\n    print(e)\n",
           "x = [i * j for i in range(3) for j in range(i)]\n",
           "f = lambda a, *b, c=1, **d: (a, b, c, d)\n",
           "def g(a: int, b: 'str' = '', *, c: float = 1.0) -> None:\n    return a, b, c\n",
           "if (n := 3) > 2:\n    print(n)\n",
           "a = [y := i for i in range(3)]\nprint(y)\nf = lambda b: [b for c in a]\nprint(f)\n",
           "def f():\n    global k\n    k = 1\nprint(k)\n",
           "def f():\n    return later()\ndef later():\n    pass\n",
           "match 3:\n    case [a, *b]:\n        print(a, b)\n    case {'k': v}:\n        "
           "print(v)\n    case other:\n        print(other)\n",
           "class A:\n    n = 1\n    m = n\n    def f(self, k=n, *a: n):\n        return k, a\n    "
           "l = [i for i in range(n)]\n",
           "print(__name__, __file__)\n",
       }) {
    EXPECT_THAT(Codes(text), testing::IsEmpty()) << text;
  }
}

TEST(Lint, WhatNobodySeesIsNotBlamed) {
  EXPECT_THAT(Codes("from torch import *\nprint(ones)\n"), testing::IsEmpty());
  EXPECT_THAT(Codes("exec('y = 1')\nprint(y)\n"), testing::IsEmpty());
}

TEST(Lint, SyntaxErrors) {
  const auto messages = Lint(ReadProgram("x = 1\ndef f(:\n  pass\n"), {});
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(messages[0].code, "E0001");
  EXPECT_EQ(messages[0].line, 2);
}

const LintOptions kKnowing{
    .missing_member = [](const std::string& name) -> std::optional<NoMember> {
      if (name.starts_with("torch.") && name != "torch.ones")
        return NoMember{"torch", name.substr(6), "ones"};
      return std::nullopt;
    }};

TEST(Lint, MembersWhereSomebodyKnows) {
  EXPECT_THAT(Codes("import torch\ntorch.ones(2)\ntorch.onez(2)\ntorch.onez(3)\n", kKnowing),
              testing::ElementsAre("E1101 'torch' has no member 'onez'; did you mean 'ones'?"));
  EXPECT_THAT(Codes("from torch import ones, twos\n", kKnowing),
              testing::ElementsAre("E0611 no name 'twos' in module 'torch'; did you mean 'ones'?"));
}

TEST(Lint, MembersThatTheProgramLooksAfter) {
  for (const char* text :
       {"import torch\ntorch.mine = print\ntorch.mine(1)\n",
        "import torch\nif hasattr(torch, 'newer'):\n    torch.newer(1)\n",
        "import torch\nsetattr(torch, \"mine\", print)\ntorch.mine(1)\n",
        "import torch\ntry:\n    torch.newer(1)\nexcept AttributeError:\n    pass\n",
        "try:\n    from torch import newer\nexcept ImportError:\n    newer = None\n"})
    EXPECT_THAT(Codes(text, kKnowing), testing::IsEmpty()) << text;
}

// Some builds of Python have them in the interpreter, where no file tells of them.
TEST(Lint, ModulesOfTheInterpreterNeedNoFile) {
  const std::string nowhere = testing::TempDir() + "/no-such-environment";
  for (const char* module : {"math", "cmath", "array", "zlib", "itertools"})
    EXPECT_TRUE(ModuleExists(nowhere, module)) << module;
  EXPECT_FALSE(ModuleExists(nowhere, "no_such_module"));
}

TEST(Lint, TablesAreSorted) {
  const std::vector<std::string> names = {
#define BUILTIN(name) name,
#include "program/lint/builtins.def"
#undef BUILTIN
  };
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
}

}  // namespace
}  // namespace assay::program
