// How many mutants are illegal, operator by operator, as the study measured it (its Table 4).
//
//   bench_illegal [--unconstrained] [--rounds-scale S] [--seed N] [--models A,B] [--only OP]
//   [--json]
//
// Each operator alone, then all fourteen mixed ("Group"), is applied round after round to every
// model of the zoo, as often as the study's section 5.3 says (times S). Two rules: *refused* is
// ours, a mutant that our verifier or the official checker or inference does not accept; *study* is
// the study's, a mutant that cannot be run, has nothing left, or gives NaN, an infinity or more
// than 1e36. An illegal mutant is thrown away and the next round starts from the last legal one.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "study/chain.h"
#include "study/paper.h"
#include "study/settings.h"
#include "study/statistics.h"
#include "zoo/zoo.h"

namespace {

using namespace assay;

struct Options {
  bool unconstrained = false, json = false;
  double scale = 1;
  uint64_t seed = 1;
  std::vector<std::string> models;
  std::string only;  // one operator, or Group
};

study::ChainCounts Measure(const std::string& name, const Options& options) {
  study::ChainCounts out;
  for (const zoo::ZooDef& def : zoo::AllModels()) {
    if (!options.models.empty() &&
        std::find(options.models.begin(), options.models.end(), def.name) == options.models.end())
      continue;
    auto built = zoo::Build(def, zoo::Size::kSmall, 0);
    if (!built.ok()) continue;
    study::ChainOptions chain;
    chain.mutators = study::MutatorsOf(name);
    chain.rounds = study::RoundsFor(name, built->model.graph.node_count(), options.scale);
    chain.seed = options.seed;
    chain.unconstrained = options.unconstrained;
    out.Add(study::RunChain(*built, chain));
  }
  return out;
}

double Percent(int64_t part, int64_t whole) {
  return study::Percent(static_cast<double>(part), static_cast<double>(whole));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    const auto value = [&] { return std::string(i + 1 < argc ? argv[++i] : ""); };
    if (flag == "--unconstrained")
      options.unconstrained = true;
    else if (flag == "--json")
      options.json = true;
    else if (flag == "--rounds-scale")
      options.scale = std::stod(value());
    else if (flag == "--seed")
      options.seed = std::stoull(value());
    else if (flag == "--only")
      options.only = value();
    else if (flag == "--models")
      options.models = Split(value(), ',');
    else {
      std::fprintf(stderr, "bench_illegal: unknown flag %s\n", flag.c_str());
      return 2;
    }
  }
  const auto paper = study::Paper::Load();
  if (!paper.ok()) {
    std::fprintf(stderr, "bench_illegal: %s\n", paper.error().message.c_str());
    return 2;
  }
  nlohmann::json rows = nlohmann::json::array();
  std::vector<std::string> names(std::begin(study::kOperators), std::end(study::kOperators));
  names.emplace_back(study::kGroup);
  if (!options.json)
    std::printf("%-8s %8s %10s %10s %12s %8s\n", "operator", "mutants", "refused %", "study %",
                "published %", "no site");
  for (const std::string& name : names) {
    if (!options.only.empty() && options.only != name) continue;
    const study::ChainCounts row = Measure(name, options);
    const double published = paper->operators.at(name).illegal_percent;
    rows.push_back({{"operator", name},
                    {"mutants", row.mutants},
                    {"refused_percent", Percent(row.refused, row.mutants)},
                    {"study_percent", Percent(row.illegal, row.mutants)},
                    {"published_percent", published},
                    {"no_site", row.no_site}});
    if (!options.json)
      std::printf("%-8s %8lld %10.2f %10.2f %12.1f %8lld\n", name.c_str(),
                  static_cast<long long>(row.mutants), Percent(row.refused, row.mutants),
                  Percent(row.illegal, row.mutants), published,
                  static_cast<long long>(row.no_site));
    std::fflush(stdout);
  }
  if (options.json) std::cout << rows.dump(1) << "\n";
  return 0;
}
