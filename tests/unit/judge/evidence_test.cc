#include "judge/evidence.h"

#include <gtest/gtest.h>

#include "tests/unit/judge/oracles/support.h"

namespace assay::judge::evidence_test {
namespace {

knowledge::ApiDoc Addmm() {
  knowledge::ApiDoc out = Doc("torch.addmm",
                              "Multiplies matrices.\nThe matrix `input` is\nadded.\n\n"
                              "If `beta` is 0, `input` is ignored.");
  out.signature = "torch.addmm(input, mat1, mat2, *, beta=1, out=None)";
  out.parameters = {Param("input", "Tensor", "matrix to be added"),
                    Param("beta", "Number", "multiplier for `input`. Default: ``1``", "1")};
  out.returns = "a new tensor";
  out.raises = {"ValueError: if :attr:`mat1` is empty"};
  out.notes = {"Sparse support is a beta feature."};
  return out;
}

TEST(PlaceOf, NamesThePartOfTheDocumentation) {
  const knowledge::ApiDoc doc = Addmm();
  EXPECT_EQ(PlaceOf(doc, "If `beta` is 0, `input` is ignored.", "input"), "description");
  EXPECT_EQ(PlaceOf(doc, "The matrix input is added.", ""), "description");  // over two lines
  EXPECT_EQ(PlaceOf(doc, "beta=1", "beta"), "signature");
  EXPECT_EQ(PlaceOf(doc, doc.signature, ""), "signature");
  EXPECT_EQ(PlaceOf(doc, "beta (Number)", "beta"), "parameter `beta`");
  EXPECT_EQ(PlaceOf(doc, "beta: multiplier for `input`. Default: 1", "beta"), "parameter `beta`");
  EXPECT_EQ(PlaceOf(doc, "beta: … Default: 1", "beta"), "parameter `beta`");
  EXPECT_EQ(PlaceOf(doc, "a new tensor", ""), "result");
  EXPECT_EQ(PlaceOf(doc, "ValueError: if `mat1` is empty", "mat1"), "errors");
  EXPECT_EQ(PlaceOf(doc, "Sparse support is a beta feature.", ""), "notes");
}

TEST(PlaceOf, DefaultsStandInTheSignatureHoweverItIsWritten) {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.signature = "torch.f(beta: float = 1.5)";
  doc.parameters = {Param("beta", "float", "", "1.5"), Param("gamma", "float", "a factor", "2")};
  EXPECT_EQ(PlaceOf(doc, "beta=1.5", "beta"), "signature");
  EXPECT_EQ(PlaceOf(doc, "gamma=2", "gamma"), "parameter `gamma`");
  EXPECT_EQ(PlaceOf(doc, "beta=7", "beta"), "");
}

TEST(PlaceOf, OurOwnRulesAreNobodysPromise) {
  EXPECT_EQ(PlaceOf(Addmm(), "equal tensors give equal results", ""), "");
  EXPECT_EQ(PlaceOf(Addmm(), "", ""), "");
  EXPECT_EQ(PlaceOf(Addmm(), "…", ""), "");
  EXPECT_EQ(PlaceOf(Addmm(), "matrix to be add", "input"), "");  // words are not cut
}

TEST(ExcerptOf, IsTheWholeDocumentationWhereThereIsRoom) {
  const std::string all = ExcerptOf(Addmm(), {}, 4096);
  for (const char* part : {"torch.addmm(input", "Multiplies", "ignored", "input (Tensor): matrix",
                           "Returns: a new", "Raises: ValueError", "Note: Sparse"})
    EXPECT_NE(all.find(part), std::string::npos) << part;
  EXPECT_EQ(all.find("…"), std::string::npos);
}

TEST(ExcerptOf, KeepsTheWordsThatMatterFirst) {
  knowledge::ApiDoc doc = Addmm();
  doc.text = std::string(5000, 'x') + "\n\nIf `beta` is 0, `input` is ignored.\n\n" +
             std::string(5000, 'y');
  const std::string some =
      ExcerptOf(doc, {"If `beta` is 0, `input` is ignored.", "beta: … Default: 1"}, 300);
  EXPECT_NE(some.find("is ignored."), std::string::npos);
  EXPECT_NE(some.find("multiplier"), std::string::npos);
  EXPECT_NE(some.find("…"), std::string::npos);
  EXPECT_EQ(some.find("xxx"), std::string::npos);
  EXPECT_LT(some.size(), 400u);
}

TEST(Shortened, CutsNoCharacterInTwo) {
  EXPECT_EQ(Shortened("abc", 3), "abc");
  EXPECT_EQ(Shortened("abcd", 3), "abc…");
  EXPECT_EQ(Shortened("aéb", 2), "a…");
}

}  // namespace
}  // namespace assay::judge::evidence_test
