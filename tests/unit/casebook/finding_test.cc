#include "casebook/finding.h"

#include <gtest/gtest.h>

namespace assay::casebook::finding_test {
namespace {

ProgramFinding Sample() {
  ProgramFinding out;
  out.pipeline = "judge";
  out.framework = "torch";
  out.version = "2.13.0";
  out.environment = "torch";
  out.api = "torch.addmm";
  out.oracle = "ignored-if";
  out.parameter = "input";
  out.kind = "disagreement";
  out.title = "torch.addmm: …";
  out.sentence = "If beta is 0, input is ignored.";
  out.message = "RuntimeError: The expanded size of the tensor (3) must match 7";
  out.program = "import torch\n";
  out.claim_line = 1;
  out.seen = {"exception", "RuntimeError", "The expanded size", 0, true};
  out.others = {{"jax", "import jax\n", "valid"}};
  out.facts = {{"confirmed", 2}};
  return out;
}

TEST(ProgramFinding, RoundTrip) {
  const ProgramFinding sample = Sample();
  const auto read = ReadFinding(nlohmann::json::parse(DumpJson(FindingJson(sample))));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(FindingJson(*read), FindingJson(sample));
  EXPECT_EQ(IdOf(*read), IdOf(sample));
}

TEST(ProgramFinding, WhatIsMissingIsNamed) {
  nlohmann::json json = FindingJson(Sample());
  json.erase("oracle");
  const auto read = ReadFinding(json);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("oracle"), std::string::npos);
}

TEST(ProgramFinding, IdDoesNotDependOnWhatDiffersFromCaseToCase) {
  const ProgramFinding sample = Sample();
  ProgramFinding other = sample;
  other.message = "RuntimeError: The expanded size of the tensor (5) must match 11";
  other.version = "2.14.0";
  other.program = "import torch\nx = 1\n";
  other.title = "worded otherwise";
  EXPECT_EQ(IdOf(other), IdOf(sample));
  // Stores are compared and merged by id: it must never change.
  EXPECT_EQ(
      SignatureOf(sample),
      "torch | disagreement | judge | torch.addmm ignored-if input: RuntimeError: The expanded "
      "size of the tensor (#) must match #");
}

TEST(ProgramFinding, IdDependsOnTheSubject) {
  const ProgramFinding sample = Sample();
  for (std::string ProgramFinding::* member :
       {&ProgramFinding::pipeline, &ProgramFinding::framework, &ProgramFinding::api,
        &ProgramFinding::oracle, &ProgramFinding::parameter, &ProgramFinding::kind}) {
    ProgramFinding other = sample;
    other.*member += "x";
    EXPECT_NE(IdOf(other), IdOf(sample));
  }
}

TEST(ProgramFinding, BytesThatAreNoTextAreKept) {
  ProgramFinding sample = Sample();
  sample.message = "\xff\xfe";
  const auto read = ReadFinding(nlohmann::json::parse(DumpJson(FindingJson(sample))));
  EXPECT_TRUE(read.ok());
}

}  // namespace
}  // namespace assay::casebook::finding_test
