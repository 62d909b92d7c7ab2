// What `assay judge --llm …` does after the rules: the method of ATOC, API by API.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/judge/subjects.h"
#include "cli/llm_options.h"
#include "store/store.h"

namespace assay::cli::judging {

struct ModelFlags {
  LlmFlags llm;
  size_t programs = 2;  // of each API that rules make, and as many that the model writes
  int samples = 3;      // answers to each question
  bool unsafe = false;
};

void AddModelFlags(App& app, ModelFlags& flags);

// Whether there is such a provider and it has what it needs. Asks nothing.
Status CheckModelFlags(const ModelFlags& flags);

// Nothing for --llm none. Otherwise {"provider", "model", "apis", counts, "spent", "suspicions"};
// reports and suspicions are kept in the store. An API whose questions wait (--llm file) is counted
// as "pending" and kept only when they are answered. `stop` is asked before every
// question; APIs that are cut short by it are counted as "left".
Result<nlohmann::json> RunModel(const ModelFlags& flags, const Subjects& subjects,
                                store::Store& store, const std::function<bool()>& stop);

// For people.
void PrintModel(const nlohmann::json& summary);

}  // namespace assay::cli::judging
