// Judges APIs against their documentation: calls that work, trials of every claim, verdicts that
// were confirmed in clean processes.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "casebook/finding.h"
#include "judge/kept.h"
#include "judge/trial.h"
#include "judge/twin/twin_source.h"
#include "knowledge/api/api_doc.h"

namespace assay::judge {

struct JudgeOptions {
  std::string environment;  // "": the framework's own
  int jobs = 1;
  // Programs in all; 0: no limit. Every API gets the same part of it, so that what is run does not
  // depend on who is faster; where the parts would be too small to find anything out, the last APIs
  // get none.
  size_t budget = 0;
  double timeout_s = 20;
  bool unsafe = false;
  std::vector<std::string> oracles;  // names; empty: all
  // Calls that are tried before those that are made up, by the name of the API.
  std::map<std::string, std::vector<ApiCall>> own_calls;
  std::span<const TwinSource> twins;  // of the framework that is judged; borrowed
  std::function<bool()> should_stop;  // asked before every program
};

struct Disagreement {
  Trial trial;
  std::string api, framework, version, environment;
  Verdict verdict = Verdict::kBroken;
  std::string message;   // what was seen
  casebook::Sight seen;  // the failure, for replaying it
  int confirmed = 0;     // further runs that showed it, the last one in a cold process
  std::string helpers;   // of the program
  std::string source;    // of the call: rules, example, model or issue
};

struct ApiReport {
  std::string api;
  bool judged = false;   // false: there was no time or budget left
  bool reached = false;  // called at least once
  size_t calls = 0;      // that work
  size_t programs = 0, trials = 0;
  std::map<std::string, size_t> statuses, verdicts;
  std::map<std::string, std::map<std::string, size_t>> oracles;  // verdicts of each
  std::string problem;                                           // why no call works
  std::vector<Disagreement> disagreements;
  std::vector<std::string> suspicions;  // one line each: what nobody is accused of
  KeptPrograms kept;                    // some of what was run, for those who look
};

// Called with every report as soon as it is there, never by two threads at once.
using OnReport = std::function<void(size_t index, const ApiReport& report)>;

// One report per document, in their order; all documents are of one framework. Constraints of the
// documents are taken as they are. An error: no lab can be opened.
Result<std::vector<ApiReport>> JudgeApis(const std::vector<knowledge::ApiDoc>& docs,
                                         const JudgeOptions& options, const OnReport& on_report);

// The disagreement as it is kept.
casebook::ProgramFinding FindingOf(const Disagreement& disagreement);

}  // namespace assay::judge
