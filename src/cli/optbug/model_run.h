// assay optbug run --llm: programs of a model, run, measured and kept.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "cli/llm_options.h"
#include "optbug/model/model_run.h"

namespace assay::cli {
class App;
}

namespace assay::cli::optbug {

struct ModelRunFlags {
  LlmFlags llm;
  std::string without;                 // structure, description or rules
  bool baseline = false;               // FuzzGPT-FS
  assay::optbug::ModelRunOptions run;  // set by the command
};

// --llm and its companions, --without and --baseline.
void AddModelRunFlags(App& app, ModelRunFlags& flags);

// The approach that the flags ask for; an error when they contradict each other, or ask to leave
// out something without a model to ask.
Result<assay::optbug::Approach> ApproachOf(const ModelRunFlags& flags);

// Null with --llm none. Otherwise what the run has come to (ModelRun::summary).
Result<nlohmann::json> RunModel(const ModelRunFlags& flags);

// Counts, and the programs that are suspected.
void PrintModelRun(const nlohmann::json& summary);

}  // namespace assay::cli::optbug
