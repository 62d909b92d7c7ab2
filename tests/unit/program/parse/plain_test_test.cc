#include "program/parse/plain_test.h"

#include <gtest/gtest.h>

namespace assay::program {
namespace {

TEST(PlainTest, TestsBecomeStatements) {
  EXPECT_EQ(
      PlainTest("import torch\n\ndef test_f():\n    x = torch.ones(2)\n    assert x.sum() == 2\n"),
      "import torch\n\nx = torch.ones(2)\nassert x.sum() == 2\n");
}

TEST(PlainTest, AnExpectedErrorIsTheSymptom) {
  EXPECT_EQ(PlainTest("import torch\nimport pytest\n\ndef test_f():\n    x = torch.ones(2)\n"
                      "    with pytest.raises(RuntimeError) as e_info:\n        torch.foo(x)\n"
                      "    print(f'{e_info.type.__name__}')\n"),
            "import torch\n\nx = torch.ones(2)\ntorch.foo(x)\n");
}

TEST(PlainTest, SeveralErrorsOfOneName) {
  EXPECT_EQ(PlainTest("import pytest\ndef test_f():\n"
                      "    with pytest.raises(TypeError) as e:\n        a()\n    print(e)\n"
                      "    with pytest.raises(ValueError) as e:\n        b()\n    print(e)\n"),
            "a()\nb()\n");
}

TEST(PlainTest, SeveralTestsFollowEachOther) {
  EXPECT_EQ(PlainTest("def test_a():\n    x = 1\n\ndef test_b():\n    y = 2\n"),
            "x = 1\n\ny = 2\n");
}

TEST(PlainTest, AnEarlyReturnKeepsTheFunction) {
  const std::string out = PlainTest("def test_a():\n    if x:\n        return\n    y()\n");
  EXPECT_NE(out.find("def test_a():"), std::string::npos);
  EXPECT_TRUE(out.ends_with("test_a()\n")) << out;
}

TEST(PlainTest, FailBecomesAnAssertion) {
  EXPECT_EQ(PlainTest("import pytest\npytest.fail(\"no\")\n"), "raise AssertionError(\"no\")\n");
}

TEST(PlainTest, WhatRunsTheTestsGoesWithThem) {
  EXPECT_EQ(PlainTest("def test_f():\n    x = 1\n\ntest_f()\n"), "x = 1\n\n\n");
  EXPECT_EQ(PlainTest("import sys\ndef test_f():\n    x = 1\n"
                      "if __name__ == \"__main__\":\n    test_f()\n    pytest.main([__file__])\n"),
            "import sys\nx = 1\n\n");
  const std::string twice =
      PlainTest("def test_f():\n    if x:\n        return\n    y()\ntest_f()\n");
  EXPECT_EQ(twice.find("\ntest_f()"), twice.rfind("\ntest_f()")) << twice;
}

TEST(PlainTest, AMainThatDoesMoreStays) {
  const std::string text =
      "def test_f(a):\n    x = 1\nif __name__ == \"__main__\":\n    test_f(2)\n";
  EXPECT_EQ(PlainTest(text), text);
}

TEST(PlainTest, OtherProgramsStayAsTheyAre) {
  const std::string text = "import torch\nprint(torch.ones(1))\n";
  EXPECT_EQ(PlainTest(text), text);
}

TEST(PlainTest, FunctionsWithParametersStay) {
  const std::string text = "def test_a(fixture):\n    pass\n";
  EXPECT_EQ(PlainTest(text), text);
}

TEST(PlainTest, TestsThatNothingWouldRunAreTold) {
  EXPECT_EQ(TestsThatDoNotRun(PlainTest("def test_f():\n    assert 1 + 1 == 2\n")), "");
  EXPECT_EQ(TestsThatDoNotRun(PlainTest("def test_f():\n    if x:\n        return\n    y()\n")),
            "");
  EXPECT_EQ(TestsThatDoNotRun("def helper():\n    pass\n"), "");
  EXPECT_NE(TestsThatDoNotRun(PlainTest("def test_f(tmp_path):\n    assert tmp_path\n")), "");
  EXPECT_NE(TestsThatDoNotRun(PlainTest("import unittest\nclass A(unittest.TestCase):\n"
                                        "    def test_f(self):\n        assert True\n")),
            "");
}

}  // namespace
}  // namespace assay::program
