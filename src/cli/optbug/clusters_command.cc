// assay optbug clusters: known bugs of optimisers, and which of them are near each other.
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/llm_options.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "lab/registry.h"
#include "optbug/concentrate.h"
#include "optbug/model/describe_by_model.h"
#include "optbug/neighbourhoods.h"

namespace assay::cli::optbug {
namespace {

using assay::optbug::Concentration;
using assay::optbug::Neighbourhood;
using nlohmann::json;

// Those whose programs can be read as known bugs.
constexpr std::array<std::string_view, 5> kFrameworks = {"torch", "tensorflow", "jax",
                                                         "onnxruntime", "openvino"};

struct ClustersFlags {
  assay::optbug::ConcentrateOptions options;
  LlmFlags llm;
  std::string pool;
  bool no_pool = false, json = false, plan = false, matrix = false, snippets = false;
};

std::string PoolFolder(const ClustersFlags& flags) {
  if (flags.no_pool) return "";
  return flags.pool.empty() ? lab::HomeFolder() + "/pool" : flags.pool;
}

json ClustersJson(const Concentration& all) {
  json hoods = json::array();
  size_t alone = 0;
  for (const Neighbourhood& hood : all.neighbourhoods) {
    alone += hood.singleton() ? 1 : 0;
    hoods.push_back(assay::optbug::ToJson(hood, all.snippets));
  }
  return {
      {"snippets", all.snippets.size()}, {"alone", alone}, {"neighbourhoods", std::move(hoods)}};
}

json PlanJson(const Concentration& all) {
  const auto plan = assay::optbug::MakePlan(all.neighbourhoods, all.snippets, all.places);
  json steps = json::array();
  for (const auto& step : plan) steps.push_back(assay::optbug::ToJson(step, all.neighbourhoods));
  return {{"counts", assay::optbug::CountRules(plan)},
          {"prompts", plan.size()},
          {"neighbourhoods", all.neighbourhoods.size()},
          {"steps", std::move(steps)}};
}

json MatrixJson(const Concentration& all) {
  json ids = json::array();
  for (const auto& snippet : all.snippets) ids.push_back(snippet.id);
  return {{"snippets", std::move(ids)}, {"distances", all.distances}};
}

void PrintClusters(const Concentration& all) {
  Table table({"neighbourhood", "radius", "category", "members", "optimisers"});
  size_t alone = 0;
  for (const Neighbourhood& hood : all.neighbourhoods) {
    alone += hood.singleton() ? 1 : 0;
    for (size_t i = 0; i < hood.members.size(); ++i) {
      const auto& member = all.snippets[hood.members[i]];
      const std::string optimisers = Join(member.optimisers, ", ");
      if (i == 0)
        table.AddRow({hood.id, StrCat(hood.radius), hood.category, member.id, optimisers},
                     {{0, hood.singleton() ? Tone::kDim : Tone::kGood}});
      else
        table.AddRow({"", "", "", member.id, optimisers});
    }
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << all.neighbourhoods.size() << " neighbourhoods of " << all.snippets.size()
            << " snippets, " << alone << " of them alone\n";
}

void PrintPlan(const Concentration& all) {
  const json plan = PlanJson(all);
  Table table({"rule", "prompts"});
  for (const char* rule : assay::optbug::kRules)
    table.AddRow({rule, StrCat(plan["counts"][rule].get<size_t>())});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << plan["prompts"] << " prompts for " << plan["neighbourhoods"]
            << " neighbourhoods; the reason is stated, not mutated\n";
}

void PrintMatrix(const Concentration& all) {
  std::vector<std::string> header = {"", "snippet"};
  for (size_t i = 0; i < all.snippets.size(); ++i) header.push_back(StrCat(i + 1));
  Table table(header);
  for (size_t i = 0; i < all.snippets.size(); ++i) {
    std::vector<std::string> row = {StrCat(i + 1), all.snippets[i].id};
    for (const int distance : all.distances[i]) row.push_back(distance < 0 ? "" : StrCat(distance));
    table.AddRow(std::move(row));
  }
  table.Print(std::cout, StdoutIsTerminal());
}

void PrintSnippets(const Concentration& all) {
  Table table({"snippet", "category", "exception", "location", "reason"});
  for (const auto& s : all.snippets)
    table.AddRow({s.id, s.category, s.exception, s.location, s.reason});
  table.Print(std::cout, StdoutIsTerminal());
}

void Tell(const Concentration& all, const ClustersFlags& flags) {
  for (const auto& [framework, why] : all.not_asked)
    std::cerr << "assay: " << framework << " cannot be asked where it defines its APIs (" << why
              << "); distances go by names\n";
  constexpr size_t kTold = 10;  // of a large folder most are no concern of anybody
  for (size_t i = 0; i < std::min(kTold, all.left_out.size()); ++i)
    std::cerr << "assay: left out: " << all.left_out[i] << "\n";
  if (all.left_out.size() > kTold)
    std::cerr << "assay: left out: " << all.left_out.size() - kTold << " more\n";
  if (flags.options.run)
    std::cerr << "assay: " << all.enriched.run << " snippets run, " << all.enriched.failed
              << " of them still fail\n";
}

// Descriptions by a model where one is chosen.
Status Describe(const LlmFlags& flags, std::vector<assay::optbug::Snippet>& snippets) {
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags));
  if (config.provider == "none") return {};
  ASSAY_ASSIGN(const auto client, OpenLlm(config));
  ASSAY_ASSIGN(const assay::optbug::Described described,
               assay::optbug::DescribeByModel(snippets, *client));
  const size_t answered = described.spent.answered;
  if (described.spent.pending > 0)
    std::cerr << llm::PendingText(described.spent.pending, config.db) << "\n";
  if (answered > 0)
    std::cerr << "assay: " << described.well_formed << " of " << answered
              << " descriptions by the model are in the form ("
              << 100 * described.well_formed / answered
              << " %; paper: " << 100 * assay::optbug::kPaperWellFormed << " %)\n";
  return {};
}

int RunClusters(ClustersFlags flags) {
  if (flags.options.threshold < 0) return Fail(Invalid("--threshold: a number from 0 on"));
  const std::string& framework = flags.options.framework;
  if (!framework.empty() &&
      std::find(kFrameworks.begin(), kFrameworks.end(), framework) == kFrameworks.end())
    return Fail(Invalid(
        StrCat("there is no framework '", framework, "'; known: ", Join(kFrameworks, ", "))));
  flags.options.sources.pool = PoolFolder(flags);
  Progress progress;
  flags.options.tell = [&](const std::string& what) { progress.Show("optbug: " + what); };
  flags.options.describe = [&](auto& snippets) { return Describe(flags.llm, snippets); };
  const auto all = assay::optbug::Concentrate(flags.options);
  progress.Clear();
  if (!all.ok()) return Fail(all.error());
  Tell(*all, flags);
  if (all->snippets.empty())
    return Fail(Invalid(
        StrCat("there is no snippet to work with: ",
               all->left_out.empty() ? "every source is empty" : "everything was left out")));
  if (flags.json) {
    PrintJson(flags.plan       ? PlanJson(*all)
              : flags.matrix   ? MatrixJson(*all)
              : flags.snippets ? json(all->snippets)
                               : ClustersJson(*all));
    return kDone;
  }
  if (flags.plan)
    PrintPlan(*all);
  else if (flags.matrix)
    PrintMatrix(*all);
  else if (flags.snippets)
    PrintSnippets(*all);
  else
    PrintClusters(*all);
  return kDone;
}

}  // namespace

std::function<int()> SetupClusters(App& app) {
  const auto flags = std::make_shared<ClustersFlags>();
  auto& options = flags->options;
  app.AddOption("--import", options.sources.imported,
                "further snippets: Python programs, reports as JSON, or folders of them");
  app.AddOption("--issues", options.sources.issues, "a store of reports (`assay issues mine`)");
  app.AddOption("--pool", flags->pool, "a pool of your own (default: the project's)");
  app.AddFlag("--no-pool", flags->no_pool, "without the starter pool");
  app.AddOption("--framework", options.framework,
                "only of torch, tensorflow, jax, onnxruntime or openvino");
  app.AddOption("--threshold", options.threshold, "largest distance from the centre").ShowDefault();
  app.AddFlag("--run", options.run, "run snippets to learn which exception is raised where");
  app.AddFlag("--plan", flags->plan, "which rule is tried on which neighbourhood");
  app.AddFlag("--matrix", flags->matrix, "the distances of all pairs");
  app.AddFlag("--snippets", flags->snippets, "the snippets with their features");
  AddLlmFlags(app, flags->llm);
  app.AddFlag("--unsafe", options.unsafe, "run without a sandbox");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return RunClusters(*flags); };
}

}  // namespace assay::cli::optbug
