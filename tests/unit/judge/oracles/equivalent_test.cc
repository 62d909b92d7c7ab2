#include <gtest/gtest.h>

#include "support.h"

namespace assay::judge::equivalent_test {
namespace {

ApiCall OneTensor(const std::string& name) {
  ApiCall call;
  call.arguments = {Tensor(name, {2, 3})};
  return call;
}

TEST(Equivalent, AliasesAreCalledAlike) {
  knowledge::ApiDoc doc = Doc("torch.absolute", "Alias for `torch.abs`");
  doc.parameters = {Param("input", "Tensor", "")};
  const auto trials = TrialsOf("equivalent", doc, OneTensor("input"));
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "actual = torch.abs(input)"));
}

TEST(Equivalent, MethodsAreFunctionsOfTheirTensor) {
  knowledge::ApiDoc doc =
      Doc("torch.Tensor.reshape_as",
          "`self.reshape_as(other)` is equivalent to `self.reshape(other.sizes())`.");
  doc.kind = "method";
  doc.parameters = {Param("other", "Tensor", "")};
  ApiCall call = OneTensor("other");
  call.receiver = "torch.ones(6)";
  const auto trials = TrialsOf("equivalent", doc, call);
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_TRUE(Has(trials[0], "self = torch.ones(6)"));
  EXPECT_TRUE(Has(trials[0], "actual = self.reshape(other.sizes())"));
}

TEST(Equivalent, CasesAndUnknownNamesAreLeftAlone) {
  knowledge::ApiDoc doc =
      Doc("torch.t", "When input is a 2-D tensor this is equivalent to `transpose(input, 0, 1)`.");
  doc.parameters = {Param("input", "Tensor", "")};
  EXPECT_TRUE(TrialsOf("equivalent", doc, OneTensor("input")).empty());
  doc.text = "This is equivalent to `scipy.f(input)`.";
  EXPECT_TRUE(TrialsOf("equivalent", doc, OneTensor("input")).empty());
}

}  // namespace
}  // namespace assay::judge::equivalent_test
