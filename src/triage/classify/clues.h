// Clues: what the rules of classification look at.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "graph/graph.h"

namespace assay::triage {

struct Clues {
  // The oracle that spoke; "crash" where one of several runs did (KindByRuns); "install" of a
  // framework that could not be installed.
  std::string kind;
  std::string stage;    // "load", "compile", "run" of a failure
  std::string message;  // as the framework or the oracle words it
  // Facts as docs/reference/findings.md describes them; objects, which may be empty.
  nlohmann::json evidence = nlohmann::json::object();
  nlohmann::json location = nlohmann::json::object();
  nlohmann::json confirmation = nlohmann::json::object();
  std::string claim;             // of a program: words of the documentation that it goes by
  int64_t calls = 0;             // of a program: different APIs that it calls
  int64_t nodes = 0;             // of the smallest case that is known; 0: not known
  const Graph* graph = nullptr;  // of that case; may be missing
};

}  // namespace assay::triage
