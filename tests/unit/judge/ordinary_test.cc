#include "judge/ordinary.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::judge::ordinary_test {
namespace {

knowledge::ApiDoc Doc() {
  knowledge::ApiDoc doc;
  doc.name = "torch.add";
  doc.parameters.resize(2);
  doc.parameters[0].name = "input";
  doc.parameters[1].name = "alpha";
  doc.parameters[1].default_value = "1.0";
  doc.parameters[1].type = "float";
  doc.parameters[1].constraints = {{"range", "alpha", "from 0 to 1", "[0, 1)", "…"}};
  return doc;
}

ApiCall Call() {
  const Dialect& torch = *FindDialect("torch");
  ApiCall call;
  call.arguments = {{"input", torch.tensor({2, 3}, "float32"), false, "float32", {2, 3}}};
  return call;
}

bool Has(const std::vector<OrdinaryProgram>& programs, const std::string& text) {
  for (const OrdinaryProgram& program : programs)
    if (program.program.find(text) != std::string::npos) return true;
  return false;
}

TEST(Ordinary, EdgesOfTensorsAndRanges) {
  const auto programs = OrdinaryPrograms(Doc(), {Call()}, *FindDialect("torch"), 100);
  EXPECT_EQ(programs[0].what, "as it is");
  EXPECT_TRUE(Has(programs, "(2, 0)"));
  EXPECT_TRUE(Has(programs, "float('nan')"));
  EXPECT_TRUE(Has(programs, "torch.float64"));
  EXPECT_TRUE(Has(programs, "alpha=0)"));
  EXPECT_TRUE(Has(programs, "alpha=1 - 1e-7)"));
  EXPECT_FALSE(Has(programs, "alpha=1)"));  // not in the range
}

TEST(Ordinary, EveryProgramOnce) {
  const auto programs = OrdinaryPrograms(Doc(), {Call(), Call()}, *FindDialect("torch"), 100);
  std::set<std::string> texts;
  for (const OrdinaryProgram& program : programs) texts.insert(program.program);
  EXPECT_EQ(texts.size(), programs.size());
  EXPECT_GE(programs.size(), 10u);
}

TEST(Ordinary, NoMoreThanAsked) {
  EXPECT_EQ(OrdinaryPrograms(Doc(), {Call()}, *FindDialect("torch"), 5).size(), 5u);
}

}  // namespace
}  // namespace assay::judge::ordinary_test
