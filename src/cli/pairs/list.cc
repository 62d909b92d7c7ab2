// assay pairs list: the APIs of one framework and their twins in another.
#include <algorithm>

#include "cli/command.h"
#include "cli/pairs/access.h"
#include "cli/table.h"

namespace assay::cli::pairs {
namespace {

struct ListFlags {
  Request request;
  std::string by, match;
  bool json = false;
};

std::string Renamed(const knowledge::Pair& pair) {
  std::vector<std::string> out;
  for (const knowledge::ParameterPair& p : pair.parameters)
    if (!p.from.empty() && !p.to.empty() && p.from != p.to) out.push_back(p.from + "=" + p.to);
  return Join(out, " ");
}

Result<int> RunList(const ListFlags& flags) {
  ASSAY_ASSIGN(const auto answer, PairsOf(flags.request));
  Warn(answer);
  std::vector<const knowledge::Pair*> chosen;
  for (const knowledge::Pair& pair : answer.pairs.pairs)
    if ((flags.by.empty() || pair.by == flags.by) &&
        (flags.match.empty() || GlobMatch(flags.match, pair.from) ||
         GlobMatch(flags.match, pair.to)))
      chosen.push_back(&pair);
  if (flags.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const knowledge::Pair* pair : chosen) all.push_back(knowledge::PairJson(*pair));
    return PrintJson(all);
  }
  Table table({answer.pairs.from, answer.pairs.to, "by", "score", "parameters renamed"});
  for (const knowledge::Pair* pair : chosen)
    table.AddRow({pair->from, pair->to, pair->by, Fixed(pair->score, 2), Renamed(*pair)});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << chosen.size() << " pairs (" << CountsText(CountsOf(chosen)) << ") of "
            << answer.pairs.from_apis << " APIs of " << answer.pairs.from << " "
            << answer.pairs.from_version << " and " << answer.pairs.to_apis << " of "
            << answer.pairs.to << " " << answer.pairs.to_version << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupList(App& app) {
  const auto flags = std::make_shared<ListFlags>();
  app.AddOption("from", flags->request.from, "a framework: torch, tensorflow, jax").Required();
  app.AddOption("to", flags->request.to, "where its twins are looked for").Required();
  app.AddOption("--by", flags->by, "only pairs found this way")
      .OneOf({"name", "model", "behaviour"});
  app.AddOption("--match", flags->match, "only names that match this pattern (* and ?)");
  app.AddFlag("--names-only", flags->request.names_only, "compare names, not what APIs do");
  app.AddFlag("--json", flags->json, "print a JSON list");
  return [flags] { return ExitCode(RunList(*flags)); };
}

}  // namespace assay::cli::pairs
