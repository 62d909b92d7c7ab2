#include "optbug/model/model_run.h"

#include <chrono>
#include <set>

#include "base/strings.h"
#include "casebook/records.h"
#include "lab/registry.h"
#include "optbug/model/documentation.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

Result<Concentration> KnownBugs(const ModelRunOptions& run, ProgressLine& progress) {
  ConcentrateOptions options;
  options.sources.pool = lab::HomeFolder() + "/pool";
  options.sources.imported = run.imported;
  options.framework = run.framework;
  options.unsafe = run.unsafe;
  options.tell = [&](const std::string& what) { progress.Show("optbug: " + what); };
  return Concentrate(options);
}

std::vector<std::string> FrameworksOf(const Concentration& known) {
  std::set<std::string> out;
  for (const auto& snippet : known.snippets) out.insert(snippet.framework);
  return {out.begin(), out.end()};
}

}  // namespace

Result<ModelRun> RunModel(const Approach& approach, const ModelRunOptions& options,
                          const IsRelevant& relevant, llm::Client& client, ProgressLine& progress) {
  const auto start = std::chrono::steady_clock::now();
  ASSAY_ASSIGN(const Concentration known, KnownBugs(options, progress));
  const auto tell = [&](const char* what) {
    return [&progress, what](size_t done, size_t all) {
      progress.Show(StrCat("optbug: ", done, " of ", all, what));
    };
  };
  const ProposeOptions propose{
      .approach = approach,
      .framework = options.framework,
      .count = options.budget,
      .seed = options.seed,
      .documentation = OptimiserDocumentation(FrameworksOf(known), options.warn),
      .prices = options.prices,
      .progress = tell(" answers")};
  ASSAY_ASSIGN(const Proposals proposals, ProposeByModel(known, propose, client));
  ASSAY_ASSIGN(const auto trials, RunProposals(proposals.all, {.relevant = relevant,
                                                               .unsafe = options.unsafe,
                                                               .should_stop = options.should_stop,
                                                               .progress = tell(" run")}));
  progress.Clear();
  json out = SummaryOf(trials);
  out["provider"] = client.provider_name();
  out["model"] = client.model();
  out["approach"] = approach.name;
  out["seed"] = options.seed;
  out["pending"] = proposals.spent.pending;
  out["stopped"] = proposals.spent.stopped;
  out["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return ModelRun{std::move(out), proposals.spent};
}

Status KeepModelRun(const json& summary, store::Store& store) {
  json config = {{"pipeline", "optbug"}};
  for (const char* key : {"provider", "model", "approach", "seed"}) config[key] = summary[key];
  store::CampaignStep step;
  ASSAY_ASSIGN(step.campaign, store.AddCampaign(casebook::DumpJson(config)));
  step.tally = casebook::DumpJson(summary);
  return store.Commit(step);
}

}  // namespace assay::optbug
