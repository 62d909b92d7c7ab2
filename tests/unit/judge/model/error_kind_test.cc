#include "judge/model/error_kind.h"

#include <gtest/gtest.h>

#include "casebook/labels.h"
#include "tests/unit/judge/model/docs.h"

namespace assay::judge::model {
namespace {

ModelCase Case(Ending said, Ending seen, const std::string& why = "") {
  ModelCase out;
  out.program = kAddmm;
  out.consensus.answer = Prediction{.result = std::move(said), .explanation = why};
  out.observed.ending = std::move(seen);
  out.compared.agreement = Agreement::kDisagree;
  return out;
}

std::string KindOf(const ModelCase& one) {
  const std::string kind = ErrorKindOf(one, AddmmDoc());
  EXPECT_TRUE(kind.empty() || casebook::IsKindOf(kind, "false")) << kind;
  return kind;
}

TEST(ErrorKind, OfPredictions) {
  const Ending valid = {"valid", "", "[2, 2]", "float32"};
  EXPECT_EQ(KindOf(Case({"exception", "TypeError", "", ""}, valid)), "type-misunderstand");
  EXPECT_EQ(KindOf(Case({"valid", "", "", "float64"}, valid)), "type-misunderstand");
  EXPECT_EQ(KindOf(Case({"exception", "", "", ""}, valid, "beta and alpha exclude each other")),
            "relative-parameters");
  EXPECT_EQ(KindOf(Case({"exception", "", "", ""}, valid, "it is too large")), "added-limitations");
  EXPECT_EQ(KindOf(Case(valid, valid)), "value-misunderstand");
  EXPECT_EQ(KindOf(Case(valid, {"crash", "", "", ""})), "reason-dismatched");
  ModelCase agrees = Case(valid, valid);
  agrees.compared.agreement = Agreement::kAgree;
  EXPECT_EQ(KindOf(agrees), "");
}

TEST(ErrorKind, OfSurroundings) {
  ModelCase one = Case({"valid", "", "", ""}, {"exception", "RuntimeError", "", ""});
  one.observed.outcome.run.message = "no CUDA device is there";
  EXPECT_EQ(KindOf(one), "not-care-about-context");
}

TEST(ErrorKind, OfChanges) {
  ModelCase one = Case({"valid", "", "", ""}, {"exception", "RuntimeError", "", ""});
  one.parameter = "beta";
  one.before = "exception";
  EXPECT_EQ(KindOf(one), "think-only-about-change");
  one.before = "valid";
  one.consensus.sentence = "Returns a matrix.";
  EXPECT_EQ(KindOf(one), "misunderstand-documentation");
  one.program = "import torch\ndef f():\n    return torch.addmm(a, b, c)\nf()\n";
  EXPECT_EQ(KindOf(one), "dismatch-implicit-calls");
}

}  // namespace
}  // namespace assay::judge::model
