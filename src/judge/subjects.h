// What `assay judge` is asked to judge: documents of APIs, of one framework or several.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "knowledge/api/api_base.h"
#include "trial/call.h"
#include "trial/twin/carry.h"

namespace assay::judge {

struct Question {
  std::vector<std::string> apis;
  std::string module, framework, docs_file, issue_file;
  bool all = false, any_version = false;
  size_t limit = 0;   // a sample of so many APIs; 0: all that are named
  uint64_t seed = 1;  // of the sample
};

// Documents of one framework, by name.
struct Batch {
  std::string framework, environment;
  std::vector<knowledge::ApiDoc> docs;
  // Calls that come with the question: of the program of an issue.
  std::map<std::string, std::vector<trial::ApiCall>> own_calls;
};

struct Subjects {
  std::vector<Batch> batches;
  nlohmann::json issue;  // of --issue: what its program does; null otherwise
};

// Errors suggest near names. Documentation from a file must be of the version that is installed,
// unless `any_version`: what it says of another one need not hold here.
Result<Subjects> FindSubjects(const Question& question, bool unsafe);

// The frameworks that twins of judged APIs are looked for in.

// Of `framework`, whose `docs` are judged: every other one that programs can be written for and
// whose environment is ready. Nothing when the twin oracle is not among `oracles` (empty: all); it
// runs for torch, and for others only when it is asked for by name.
Result<std::vector<trial::TwinSource>> FindTwins(const std::string& framework,
                                                 const std::vector<knowledge::ApiDoc>& docs,
                                                 const std::vector<std::string>& oracles);

}  // namespace assay::judge
