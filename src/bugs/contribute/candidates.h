// The paper's funnel from a tracker's reports to bugs that may be reproduced.
//
// filtered: in the period, labelled as a bug (where the tracker has such a label), closed, mended
// by a linked pull request. inspected: about what the library does, with a program and a version.
// candidate: neither building nor installing, the project's own tests, misuse, a debug build, nor
// hardware that is missing here. By rules that can be read (discard.def); a person decides.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "bugs/stats/statistics.h"
#include "knowledge/issues/issue.h"

namespace assay::bugs {

struct Period {
  std::string library, since, until;
  std::string label;  // "": none is asked for
};

enum class Step { kOutside, kFiltered, kInspected, kCandidate };
std::string_view StepName(Step step);  // outside, filtered, inspected, candidate

struct Considered {
  std::string id, title, url;
  Step reached = Step::kOutside;
  std::string reason;  // why it went no further; "" for a candidate
};

Considered Consider(const knowledge::Issue& issue, const Period& period);

struct Funnel {
  Period period;
  size_t reports = 0;                     // of the library
  std::vector<Considered> considered;     // those within period and filters
  std::map<std::string, size_t> reasons;  // of all that went no further
  size_t filtered = 0, inspected = 0, candidates = 0;
};

Funnel MakeFunnel(const std::vector<knowledge::Issue>& issues, const Period& period);

// The period of `selection`, of which the caller may change any part.
Period PeriodOf(const PaperSelection& selection);
// pytorch, tensorflow, jax, onnxruntime …, by the repository of a report; "" for others.
std::string LibraryOfRepo(const std::string& repo);

nlohmann::json ToJson(const Funnel& funnel);

}  // namespace assay::bugs
