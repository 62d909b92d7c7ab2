#include "cli/mirror/model_run.h"

#include "base/strings.h"

namespace assay::cli::mirror {

Result<std::unique_ptr<ModelRun>> ModelRun::Open(const RunSettings& settings,
                                                 assay::mirror::Rewriters& rewriters,
                                                 Progress& progress,
                                                 std::function<bool()> should_stop) {
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(settings.llm));
  std::unique_ptr<ModelRun> out(new ModelRun);
  ASSAY_ASSIGN(out->client_, OpenLlm(config));
  out->client_->StopWhen(std::move(should_stop));
  assay::mirror::ModelOptions options;
  options.approach = settings.approach;
  options.screen = settings.screen;
  options.repairs = settings.repairs;
  options.jobs = settings.jobs;
  options.unsafe = settings.unsafe;
  options.gpu = settings.gpu;
  options.prices = config.prices;
  ASSAY_ASSIGN(options.samples, assay::mirror::PoolSamples());
  out->knowledge_ =
      std::make_unique<assay::mirror::PairKnowledge>(!settings.approach.matching_model);
  options.knowledge_of = [knowledge =
                              out->knowledge_.get()](const assay::mirror::Direction& direction) {
    return knowledge->Of(direction);
  };
  options.making = [&progress](size_t made, size_t all) {
    progress.Show(StrCat("mirror: ", made, " of ", all, " prompts made"));
  };
  options.trying = [&progress](size_t tried, size_t all) {
    progress.Show(StrCat("mirror: ", tried, " of ", all, " twins tried"));
  };
  options.progress = [&progress](size_t done, size_t all) {
    progress.Show(StrCat("mirror: ", done, " of ", all, " answers"));
  };
  out->proposer_ =
      std::make_unique<assay::mirror::ModelProposer>(rewriters, std::move(options), *out->client_);
  return out;
}

}  // namespace assay::cli::mirror
