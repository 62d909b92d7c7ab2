// Programs that a model writes for an API, in the manner of TitanFuzz: whole ones from the
// signature and the description, then mutants of them by filling holes.
#pragma once

#include <map>
#include <optional>
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

// Programs with a hole, for a model to fill: the mutations of TitanFuzz.
inline constexpr std::string_view kHole = "<FILL>";

struct Mask {
  std::string kind;     // argument, method, prefix or suffix
  std::string program;  // with kHole in it, once
};

// One of each kind that `program` allows, in this order: an argument of the call of the API; the
// name of another function that is called; the statements between the imports and the call; what
// comes behind the call. None when the program does not call the API at its top.
std::vector<Mask> MakeMasks(const std::string& program, const knowledge::ApiDoc& doc);

// The program with the hole filled; nothing when the result is no Python, or `filling` is empty.
std::optional<std::string> FillMask(const Mask& mask, const std::string& filling);

}  // namespace assay::judge::model
