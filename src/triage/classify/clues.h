// Clues: what the rules of classification look at.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "graph/graph.h"

namespace assay::triage {

struct Clues {
  std::string kind;     // the oracle that spoke; "crash" where one of several runs did (KindByRuns)
  std::string stage;    // "load", "compile", "run" of a failure
  std::string message;  // as the framework or the oracle words it
  // Facts as docs/reference/findings.md describes them; objects, which may be empty.
  nlohmann::json evidence = nlohmann::json::object();
  nlohmann::json location = nlohmann::json::object();
  nlohmann::json confirmation = nlohmann::json::object();
  int64_t nodes = 0;             // of the smallest case that is known; 0: not known
  const Graph* graph = nullptr;  // of that case; may be missing
};

}  // namespace assay::triage
