#include "optbug/model/model_run.h"

#include <chrono>
#include <memory>
#include <set>

#include "base/strings.h"
#include "casebook/records.h"
#include "knowledge/api/documentation.h"
#include "knowledge/text.h"
#include "lab/registry.h"
#include "optbug/model/prompts.h"
#include "program/parse/model_apis.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

// What frameworks document of their optimisers, for prompts.
using Bases = std::map<std::string, knowledge::ApiBase>;  // by framework

// As the documentation writes it: tf.function for tensorflow.function.
std::string Documented(const std::string& api) {
  constexpr std::string_view kLong = "tensorflow.";
  return api.starts_with(kLong) ? "tf." + api.substr(kLong.size()) : api;
}

std::string Lookup(const Bases& bases, const std::string& api) {
  const auto base = bases.find(program::FrameworkOfApi(api));
  if (base == bases.end()) return "";
  const knowledge::ApiDoc* doc = knowledge::FindDoc(base->second, Documented(api));
  if (doc == nullptr) doc = knowledge::FindDoc(base->second, api);
  return doc == nullptr ? "" : knowledge::Squeeze(doc->text.substr(0, doc->text.find("\n\n")));
}

// The first paragraph of each API's documentation, by the installed frameworks; asks one that was
// never asked before. A framework that cannot be asked gives nothing; `warn` is told why.
Documentation OptimiserDocumentation(const std::vector<std::string>& frameworks,
                                     const std::function<void(const std::string&)>& warn) {
  // Shared by all copies of the function, which callers make freely.
  const auto bases = std::make_shared<Bases>();
  for (const std::string& framework : frameworks) {
    const auto subject = knowledge::FindFramework(framework, "");
    if (!subject.ok()) continue;
    auto base = knowledge::DocumentationOf(*subject);
    if (base.ok())
      (*bases)[framework] = std::move(base).value();
    else
      warn(StrCat("no documentation of ", framework, " for prompts: ", base.error().message));
  }
  return [bases](const std::string& api) { return Lookup(*bases, api); };
}

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
