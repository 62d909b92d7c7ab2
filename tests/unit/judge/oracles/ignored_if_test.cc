#include <gtest/gtest.h>

#include "support.h"

namespace assay::judge::ignored_if_test {
namespace {

knowledge::ApiDoc Addmm(const std::string& claim) {
  knowledge::ApiDoc doc = Doc("torch.addmm", claim);
  doc.parameters = {Param("input", "Tensor", "matrix to be added"),
                    Param("mat1", "Tensor", "first"), Param("mat2", "Tensor", "second"),
                    Param("beta", "Number", "multiplier", "1")};
  return doc;
}

ApiCall AddmmCall() {
  ApiCall call;
  call.arguments = {Tensor("input", {2, 4}), Tensor("mat1", {2, 3}), Tensor("mat2", {3, 4})};
  return call;
}

TEST(IgnoredIf, AnotherShapeIsTriedWhenAllOfItIsIgnored) {
  const auto trials =
      TrialsOf("ignored-if", Addmm("If `beta` is 0, `input` is ignored."), AddmmCall());
  ASSERT_EQ(trials.size(), 3u);
  EXPECT_TRUE(Has(trials[2], "torch.full((7, 11)"));
  EXPECT_TRUE(
      Has(trials[2], "# torch.addmm of torch 9.9: \"If `beta` is 0, `input` is ignored.\""));
}

TEST(IgnoredIf, OnlyTheContentIsChangedWhenOnlyTheContentIsIgnored) {
  for (const Trial& trial :
       TrialsOf("ignored-if", Addmm("If `beta` is 0, then the content of `input` will be ignored."),
                AddmmCall()))
    EXPECT_FALSE(Has(trial, "(7, 11)"));
}

TEST(IgnoredIf, AnErrorIsAllowedWhereOnlyRelevanceIsDenied) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("bias", "bool", "a bias (only relevant if `affine` is `True`).", "True"),
                    Param("affine", "bool", "learns", "True")};
  const auto trials = TrialsOf("ignored-if", doc, {});
  ASSERT_EQ(trials.size(), 1u);
  EXPECT_EQ(trials[0].blame, Blame::kChecks);
  doc.parameters[0].description = "Only valid when `affine` is `True`.";
  EXPECT_TRUE(TrialsOf("ignored-if", doc, {}).empty());
}

}  // namespace
}  // namespace assay::judge::ignored_if_test
