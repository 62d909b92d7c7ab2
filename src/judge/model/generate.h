// Programs that a model writes for an API, in the manner of TitanFuzz: whole ones from the
// signature and the description, then mutants of them by filling holes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"
#include "llm/client.h"

namespace assay::judge::model {

struct GenerateOptions {
  int seeds = 1;       // programs that are asked for
  size_t mutants = 1;  // holes that are filled
};

struct Generated {
  struct Item {
    std::string source;  // seed, argument, method, prefix or suffix
    std::string program;
  };
  std::vector<Item> programs;  // imports completed, no two alike (names and layout aside)
  // Why answers were no use: messy (no Python), no-api (never calls it), duplicate.
  std::map<std::string, size_t> rejected;
  std::vector<llm::Outcome> outcomes;  // of all questions
};

// Prompts: judge-seed, judge-infill. Holes are made in the seeds and in `known`: programs that call
// the API and that are not generated again. Which holes depends on the API's name, so that all
// kinds come up over many APIs.
Result<Generated> Generate(const knowledge::ApiDoc& doc, const std::vector<std::string>& known,
                           const GenerateOptions& options, llm::Client& client);

}  // namespace assay::judge::model
