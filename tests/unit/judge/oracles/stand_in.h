// Trials run for real, on a framework that a test writes: right, or wrong in one way.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/python.h"
#include "support.h"

namespace assay::judge {

// torch.f(input) with one tensor of 2 × 3 numbers from -0.9 to 0.8.
inline knowledge::ApiDoc Function() {
  knowledge::ApiDoc doc = Doc("torch.f");
  doc.parameters = {Param("input", "Tensor", "the input")};
  return doc;
}

inline ApiCall OneTensor() {
  ApiCall call;
  call.arguments = {Tensor("input", {2, 3})};
  return call;
}

inline std::string StandIn(const std::string& file) {
  const char* home = std::getenv("ASSAY_HOME");
  return StrCat(home == nullptr ? "." : home, "/tests/fakes/framework/", file);
}

// The verdict on `trial` where the framework's functions are `planted`, as Python.
inline Judged VerdictOn(const Trial& trial, const std::string& planted) {
  const knowledge::ScratchFolder folder;
  const std::string program = folder.path() + "/program.py", plant = folder.path() + "/planted.py";
  EXPECT_TRUE(WriteFile(program, trial.program).ok());
  EXPECT_TRUE(WriteFile(plant, planted).ok());
  const std::string command = StrCat("ASSAY_PLANTED='", plant, "' python3 -B -S '",
                                     StandIn("run_trial.py"), "' '", program, "' 2>&1");
  std::string said;
  FILE* pipe = popen(command.c_str(), "r");
  for (int c; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) said += static_cast<char>(c);
  EXPECT_EQ(pipe == nullptr ? -1 : pclose(pipe), 0) << said;
  const std::vector<std::string> lines = Split(said, '\n');
  program::ProgramOutcome outcome;
  if (lines.size() < 4 || lines[lines.size() - 4].empty()) {
    EXPECT_GE(lines.size(), 4u) << said;
    outcome.status = program::ProgramStatus::kValid;
  } else {
    outcome.status = program::ProgramStatus::kException;
    outcome.run.exception = lines[lines.size() - 4];
    outcome.run.line = std::atoi(lines[lines.size() - 3].c_str());
    outcome.run.message = lines[lines.size() - 2];
  }
  return JudgeTrial(trial, outcome);
}

// The trials of the oracle, with functions that the stand-in understands.
inline std::vector<Trial> StandInTrials(const std::string& oracle, const knowledge::ApiDoc& doc,
                                        const ApiCall& call) {
  return TrialsOf(oracle, doc, call, ReadFile(StandIn("prelude.py")).value());
}

// Verdicts in words, one per trial, and what was seen: "holds", "broken: 3 is now 4".
inline std::vector<std::string> VerdictsOn(const std::vector<Trial>& trials,
                                           const std::string& planted) {
  std::vector<std::string> out;
  for (const Trial& trial : trials) {
    const Judged judged = VerdictOn(trial, planted);
    out.push_back(
        StrCat(VerdictName(judged.verdict), judged.message.empty() ? "" : ": ", judged.message));
  }
  return out;
}

}  // namespace assay::judge
