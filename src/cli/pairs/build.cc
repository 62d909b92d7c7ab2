// assay pairs build: compares two frameworks anew.
#include <algorithm>

#include "cli/command.h"
#include "cli/pairs/access.h"

namespace assay::cli::pairs {
namespace {

struct BuildFlags {
  std::vector<std::string> frameworks;
  bool names_only = false, json = false;
};

// What is compared when nobody says what.
const std::vector<std::string> kAll = {"torch", "tensorflow", "jax"};

std::vector<const knowledge::Pair*> AllOf(const knowledge::PairBase& base) {
  std::vector<const knowledge::Pair*> out;
  for (const knowledge::Pair& pair : base.pairs) out.push_back(&pair);
  return out;
}

nlohmann::json Summary(const Answer& answer) {
  const auto& base = answer.pairs;
  nlohmann::json out = knowledge::PairBaseJson(base);
  out["pairs"] = base.pairs.size();
  for (const auto& [by, count] : CountsOf(AllOf(base))) out["by_" + by] = count;
  out["file"] = answer.file;
  return out;
}

void PrintBuild(const nlohmann::json& summary) {
  const auto text = [&](const char* key) { return summary[key].get<std::string>(); };
  std::cout << text("from") << " " << text("from_version") << ", " << text("to") << " "
            << text("to_version") << ": " << summary["pairs"] << " pairs (" << summary["by_name"]
            << " by name, " << summary["by_model"] << " by the model, " << summary["by_behaviour"]
            << " by behaviour)\n";
  if (const auto& model = summary["model"]; !model.is_null()) {
    std::cout << "  learnt from " << model["positives"] << " twins by name and "
              << model["negatives"] << " others; taken from " << model["threshold"].get<double>()
              << " on: of twins held out " << model["recall"].get<double>() * 100
              << " % are found, " << model["precision"].get<double>() * 100
              << " % of answers right\n";
  }
  std::cout << "  kept in " << text("file") << "\n";
}

Result<int> RunBuild(const BuildFlags& flags) {
  const auto& names = flags.frameworks.empty() ? kAll : flags.frameworks;
  if (names.size() < 2) return Invalid("name two frameworks to compare: torch tensorflow");
  nlohmann::json all = nlohmann::json::array();
  // Both directions: the best twin of one need not have it as its own best.
  for (const std::string& from : names)
    for (const std::string& to : names) {
      if (from == to) continue;
      ASSAY_ASSIGN(const auto answer, PairsOf({from, to, flags.names_only, true}));
      Warn(answer);
      all.push_back(Summary(answer));
      if (!flags.json) PrintBuild(all.back());
    }
  if (flags.json) PrintJson(all);
  return kDone;
}

}  // namespace

std::function<int()> SetupBuild(App& app) {
  const auto flags = std::make_shared<BuildFlags>();
  app.AddOption("frameworks", flags->frameworks,
                "two or more (default: torch tensorflow jax); each with each, in both directions");
  app.AddFlag("--names-only", flags->names_only, "compare names, not what APIs do");
  app.AddFlag("--json", flags->json, "print a JSON list");
  return [flags] { return ExitCode(RunBuild(*flags)); };
}

}  // namespace assay::cli::pairs
