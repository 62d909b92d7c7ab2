// Judges APIs against their documentation: calls that work, trials of every claim, verdicts that
// were confirmed in clean processes.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "judge/api_report.h"
#include "knowledge/api/api_doc.h"
#include "trial/twin/carry.h"

namespace assay::judge {

struct JudgeOptions {
  std::string environment;  // "": the framework's own
  bool gpu = false;         // programs get the machine's
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
  std::span<const trial::TwinSource> twins;  // of the framework that is judged; borrowed
  std::function<bool()> should_stop;         // asked before every program
};

// Called with every report as soon as it is there, never by two threads at once.
using OnReport = std::function<void(size_t index, const ApiReport& report)>;

// One report per document, in their order; all documents are of one framework. Constraints of the
// documents are taken as they are. An error: no lab can be opened.
Result<std::vector<ApiReport>> JudgeApis(const std::vector<knowledge::ApiDoc>& docs,
                                         const JudgeOptions& options, const OnReport& on_report);

}  // namespace assay::judge
