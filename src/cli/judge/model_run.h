// What `assay judge --llm …` does after the rules: the method of ATOC, API by API.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/llm_options.h"
#include "judge/model/model_run.h"
#include "store/store.h"

namespace assay::cli::judging {

struct ModelFlags {
  LlmFlags llm;
  judge::model::ModelRunOptions run;
};

void AddModelFlags(App& app, ModelFlags& flags);

// Whether there is such a provider and it has what it needs. Asks nothing.
Status CheckModelFlags(const ModelFlags& flags);

// Nothing for --llm none. Otherwise {"provider", "model", "apis", counts, "spent", "suspicions"};
// reports and suspicions are kept in the store. An API whose questions wait (--llm file) is counted
// as "pending"; what is answered of it is judged and kept. `stop` is asked before every question;
// APIs that are cut short by it are counted as "left".
Result<nlohmann::json> RunModel(const ModelFlags& flags, const judge::Subjects& subjects,
                                store::Store& store, const std::function<bool()>& stop);

// For people.
void PrintModel(const nlohmann::json& summary);

}  // namespace assay::cli::judging
