// What runs of `assay mirror run` left in a store.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::mirror {

// All runs of one approach with one provider and one setting, added up. Of several runs that carry
// the same inputs the same way, only the newest of those that came furthest counts.
struct RunSum {
  std::string approach, provider;
  std::string without;  // "": all parts; matching-model, screening, distinction
  size_t runs = 0;
  // Of APIs, that were known, and those of them that only the similarity model knows; 0: nobody
  // wrote it down.
  size_t pairs = 0, pairs_by_model = 0;
  size_t inputs = 0, outputs = 0, valid = 0, preserving = 0;
  std::set<std::string> bugs;  // ids of findings
  std::map<std::string, size_t> error_kinds, transfer_errors, symptoms;
  // Valid ones among the inputs that screening drops; only without screening, where a run with it
  // tells which those are.
  size_t filtered = 0, filtered_valid = 0;
  bool filtered_known = false;
  int64_t knowledge_tokens = 0, code_tokens = 0, output_tokens = 0;
  double cost = 0, seconds = 0;
  std::set<std::string> carried;  // names of inputs that were carried, with the direction
  std::set<std::string> valid_names;
};

// Of one finding, for the taxonomy and the states.
struct BugFact {
  std::string id, kind, symptom, verdict, state, issue;
  bool known = false;      // labelled or matched as known already
  std::string cause = {};  // in the words of the paper's section 4.4
};

struct Runs {
  std::vector<RunSum> sums;  // by approach, provider, setting
  std::vector<BugFact> bugs;
};

// Nothing when there is no such store; an error when it is none.
Result<Runs> ReadRuns(const std::string& store);

// What a bug is about, in the words of paper 003, section 4.4.

// "assertion" of wrong values as well, "crash" of every other end.
std::string TaxonomySymptom(const std::string& symptom);

// By what the program uses and says: a cause of data/mirror/paper.toml.
std::string CauseOf(const std::string& symptom, const std::string& program,
                    const std::string& message);

}  // namespace assay::mirror
