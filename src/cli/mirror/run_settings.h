// What decides a run of `assay mirror run`: its flags, and how they are kept for --resume.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/llm_options.h"
#include "mirror/model/prompts.h"
#include "mirror/screen.h"
#include "mirror/source/inputs.h"

namespace assay::cli {
class App;
}

namespace assay::cli::mirror {

struct RunSettings {
  assay::mirror::InputQuery query;
  std::string screen_name = "all", store = "assay.db";
  assay::mirror::ScreenMode screen = assay::mirror::ScreenMode::kAll;
  std::vector<std::string> without;  // matching-model, screening, distinction
  LlmFlags llm;
  std::string provider = "none";
  std::string approach_name;  // "": ours
  assay::mirror::Approach approach;
  int repairs = 2;
  int jobs = 2;
  bool resume = false, unsafe = false, gpu = false, fresh = false, json = false;
  std::string digest;  // of the inputs of the run that goes on

  bool Without(const std::string& part) const {
    return std::find(without.begin(), without.end(), part) != without.end();
  }
};

void AddRunFlags(App& app, RunSettings& settings);

// Settles what the flags say; an error says what to do.
Status CheckSettings(RunSettings& settings);

nlohmann::json ConfigJson(const RunSettings& settings,
                          const std::vector<assay::mirror::Input>& inputs);
// Of --resume: what that run was told.
Status TakeConfig(const nlohmann::json& config, RunSettings& settings);
Status CheckSameInputs(const RunSettings& settings,
                       const std::vector<assay::mirror::Input>& inputs);

}  // namespace assay::cli::mirror
