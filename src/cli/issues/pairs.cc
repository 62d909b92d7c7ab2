// assay issues pairs: reports that mirror each other.
#include "cli/issues/common_flags.h"
#include "cli/table.h"
#include "knowledge/pool/pool.h"
#include "lab/registry.h"

namespace assay::cli::issues {
namespace {

struct PairsFlags {
  std::string file;
  bool json = false;
};

Result<int> RunPairsCommand(const PairsFlags& flags) {
  ASSAY_ASSIGN(
      const auto pairs,
      knowledge::LoadMirrorPairs(flags.file.empty() ? lab::HomeFolder() + "/data/mirror/pairs.toml"
                                                    : flags.file));
  if (flags.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const knowledge::MirrorPair& pair : pairs)
      all.push_back(ASSAY_FIELDS(pair, a, b, category, why, source));
    return PrintJson(all);
  }
  Table table({"a", "b", "category", "source", "why"});
  for (const knowledge::MirrorPair& pair : pairs)
    table.AddRow({pair.a, pair.b, pair.category, pair.source, pair.why});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << pairs.size() << " pairs\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupPairs(App& app) {
  const auto flags = std::make_shared<PairsFlags>();
  app.AddOption("--file", flags->file, "pairs of your own (default: the project's)");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunPairsCommand(*flags)); };
}

}  // namespace assay::cli::issues
