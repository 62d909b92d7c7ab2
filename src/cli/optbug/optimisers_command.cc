// assay optbug optimisers: every optimisation that is tried, whose it is, where it runs, and what
// its documentation promises.
#include <algorithm>
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "optbug/forms/parts.h"
#include "program/lab/program_lab.h"

namespace assay::cli::optbug {
namespace {

using nlohmann::json;

struct OptimisersFlags {
  std::string framework = "all";
  bool json = false;
};

std::string LossText(assay::optbug::Loss loss) {
  using assay::optbug::Loss;
  switch (loss) {
    case Loss::kRounding:
      return "results as before, up to rounding";
    case Loss::kGradient:
      return "results and gradients as before, up to rounding";
    case Loss::kInt8:
      return "results as close as eight bits allow";
    case Loss::kFloat16:
      return "results as close as half precision allows";
    case Loss::kAutocast:
      return "results as the original's under autocast";
    case Loss::kMasked:
      return "results as before with the pruned weights at zero";
  }
  return "";
}

Result<json> OptimisersJson(const OptimisersFlags& flags) {
  const auto& known = assay::optbug::KnownFrameworks();
  if (flags.framework != "all" &&
      std::find(known.begin(), known.end(), flags.framework) == known.end())
    return Invalid(StrCat("there is no framework '", flags.framework,
                          "'; known: ", Join(known, ", "), ", all"));
  json out = json::array();
  for (const std::string& framework : known) {
    if (flags.framework != "all" && flags.framework != framework) continue;
    ASSAY_ASSIGN(const assay::optbug::Parts parts, assay::optbug::LoadParts(framework));
    for (const assay::optbug::Optimiser& one : parts.optimisers) {
      const std::string environment = one.environment.empty() ? parts.environment : one.environment;
      out.push_back({{"name", one.name},
                     {"framework", framework},
                     {"library", one.api.substr(0, one.api.find('.'))},
                     {"api", one.api},
                     {"technique", one.technique},
                     {"environment", environment},
                     {"ready", program::FindEnvironment(environment).ok()},
                     {"promise", one.sentence},
                     {"judged_by", LossText(one.loss)},
                     {"leaves_the_model", one.copies},
                     {"cost", one.rare   ? "rare"
                              : one.slow ? "slow"
                                         : "cheap"}});
    }
  }
  return out;
}

void PrintOptimisers(const json& all) {
  Table table({"optimiser", "library", "environment", "judged by", "its documentation"});
  constexpr size_t kMostText = 90;
  size_t ready = 0;
  for (const json& one : all) {
    const auto text = [&](const char* key) { return one[key].get<std::string>(); };
    const bool here = one["ready"].get<bool>();
    ready += here ? 1 : 0;
    std::string promise = text("promise");
    if (promise.size() > kMostText)
      promise = promise.substr(0, promise.rfind(' ', kMostText)) + " …";
    table.AddRow(
        {text("name"), text("library"), text("environment") + (here ? "" : " (not installed)"),
         text("judged_by"), promise},
        {{0, here ? Tone::kGood : Tone::kDim}});
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << all.size() << " optimisers, " << ready << " of them can be run here\n";
}

int RunOptimisers(const OptimisersFlags& flags) {
  const auto all = OptimisersJson(flags);
  if (!all.ok()) return Fail(all.error());
  if (flags.json)
    PrintJson(*all);
  else
    PrintOptimisers(*all);
  return kDone;
}

}  // namespace

std::function<int()> SetupOptimisers(App& app) {
  const auto flags = std::make_shared<OptimisersFlags>();
  app.AddOption("--framework", flags->framework,
                "torch, tensorflow, jax, onnxruntime, openvino or all")
      .ShowDefault();
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return RunOptimisers(*flags); };
}

}  // namespace assay::cli::optbug
