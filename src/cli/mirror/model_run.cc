#include "cli/mirror/model_run.h"

#include "base/strings.h"
#include "knowledge/pool/pool.h"
#include "lab/registry.h"

namespace assay::cli::mirror {
namespace {

using assay::mirror::Direction;
using assay::mirror::Knowledge;
using assay::mirror::Sample;

// What baselines show as examples.
Result<std::vector<Sample>> Samples() {
  ASSAY_ASSIGN(const auto pool, knowledge::LoadPool(lab::HomeFolder() + "/pool"));
  std::vector<Sample> out;
  for (const knowledge::PoolProgram& program : pool)
    out.push_back({program.framework, program.shows, program.api, program.message, program.code});
  return out;
}

}  // namespace

Result<Knowledge> ModelRun::KnowledgeOf(const Direction& direction, bool names_only) {
  std::unique_ptr<pairs::Answer>& kept = known_[StrCat(direction.from, " ", direction.to)];
  if (kept == nullptr) {
    ASSAY_ASSIGN(pairs::Answer answer,
                 pairs::PairsOf({.from = direction.from, .to = direction.to}));
    // Left out here, not where pairs are made: other runs go on with what is kept there.
    if (names_only)
      std::erase_if(answer.pairs.pairs,
                    [](const knowledge::Pair& pair) { return pair.by != "name"; });
    kept = std::make_unique<pairs::Answer>(std::move(answer));
  }
  return Knowledge{&kept->from, &kept->to, &kept->pairs};
}

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
  options.unsafe = settings.unsafe;
  options.prices = config.prices;
  ASSAY_ASSIGN(options.samples, Samples());
  options.knowledge_of = [run = out.get(), names_only = !settings.approach.matching_model](
                             const Direction& direction) {
    return run->KnowledgeOf(direction, names_only);
  };
  options.progress = [&progress](size_t done, size_t all) {
    progress.Show(StrCat("mirror: ", done, " of ", all, " answers"));
  };
  out->proposer_ =
      std::make_unique<assay::mirror::ModelProposer>(rewriters, std::move(options), *out->client_);
  return out;
}

}  // namespace assay::cli::mirror
