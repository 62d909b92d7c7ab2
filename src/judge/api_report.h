// ApiReport: what came of judging one API.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "judge/kept.h"
#include "judge/trial_names.h"

namespace assay::judge {

struct ApiReport {
  std::string framework, api;
  bool judged = false;   // false: there was no time or budget left
  bool reached = false;  // called at least once
  size_t calls = 0;      // that work
  size_t programs = 0, trials = 0;
  std::map<std::string, size_t> statuses, verdicts;
  std::map<std::string, std::map<std::string, size_t>> oracles;  // verdicts of each
  std::string problem;                                           // why no call works
  std::vector<Disagreement> disagreements;
  std::vector<std::string> suspicions;  // one line each: what nobody is accused of
  std::vector<std::string> findings;    // ids
  KeptPrograms examples;                // some of what was run, for those who look
  std::string kept;                     // the kind of the document that holds them
};
// As the store keeps it: read by runs that go on and by pages.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ApiReport, framework, api, reached, calls, programs,
                                                trials, statuses, verdicts, oracles, problem,
                                                suspicions, findings, kept)

// Counts a program that was run.
void CountProgram(program::ProgramStatus status, ApiReport& out);
// Counts a claim that was tried.
void CountTrial(const std::string& oracle, Verdict verdict, ApiReport& out);

// Runs the trial on `bench` and writes into `out` what it says. `source`: of the call.
Status Try(Bench& bench, const knowledge::ApiDoc& doc, const Trial& trial,
           const std::string& source, ApiReport& out);

}  // namespace assay::judge
