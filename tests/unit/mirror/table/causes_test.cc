#include <gtest/gtest.h>

#include "mirror/table/runs.h"
#include "mirror/table/tables.h"

namespace assay::mirror {
namespace {

TEST(Causes, AreThePapers) {
  const auto paper = LoadPaper();
  ASSERT_TRUE(paper.ok());
  const auto known = [&](const std::string& symptom, const std::string& program,
                         const std::string& message) {
    const std::string cause = CauseOf(symptom, program, message);
    for (const auto& row : (*paper)["taxonomy"])
      if (row["cause"] == cause && row["symptom"] == TaxonomySymptom(symptom)) return cause;
    return "not in paper.toml: " + cause;
  };
  EXPECT_EQ(known("assertion", "y = x.to(\"mps\")", ""),
            "operations on CPU and GPU give different results");
  EXPECT_EQ(known("wrong", "torch.onnx.export(m, x)", ""),
            "model conversion breaks what it must keep");
  EXPECT_EQ(known("wrong", "y = softmax(x)", ""), "an operator is wrong for special inputs");
  EXPECT_EQ(known("exception", "", "libfoo.so: cannot open shared object file"),
            "the environment: code fails on a platform");
  EXPECT_EQ(known("crash", "", "signal 11"), "a type or an operation is not handled");
}

}  // namespace
}  // namespace assay::mirror
