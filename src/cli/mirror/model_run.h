// The language model of `assay mirror run --llm`: who is asked, and with what knowledge.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/mirror/run_settings.h"
#include "cli/terminal.h"
#include "mirror/model/model_proposer.h"
#include "mirror/model/prompts.h"

namespace assay::cli::mirror {

class ModelRun {
 public:
  // Opens the provider; asks nothing yet. All are borrowed. `should_stop` ends asking.
  static Result<std::unique_ptr<ModelRun>> Open(const RunSettings& settings,
                                                assay::mirror::Rewriters& rewriters,
                                                Progress& progress,
                                                std::function<bool()> should_stop);

  assay::mirror::ModelProposer& proposer() { return *proposer_; }
  std::string model() const { return client_->model(); }
  const std::string& db() const { return client_->ledger().path(); }

 private:
  ModelRun() = default;

  std::unique_ptr<llm::Client> client_;
  std::unique_ptr<assay::mirror::PairKnowledge> knowledge_;
  std::unique_ptr<assay::mirror::ModelProposer> proposer_;
};

}  // namespace assay::cli::mirror
