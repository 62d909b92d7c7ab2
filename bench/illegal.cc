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
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "campaign/examine.h"
#include "campaign/rounds.h"
#include "mutate/mutate.h"
#include "onnx/official.h"
#include "zoo/zoo.h"

namespace {

using namespace assay;

constexpr std::string_view kStudy[] = {"LA", "LR", "LC", "LS", "ARFm", "ARFp", "SM",
                                       "DM", "PM", "WS", "NS", "GF",   "NAI",  "NEB"};
// The study's illegal rates, in percent, for the table.
const std::map<std::string, double> kPublished = {
    {"LA", 24.2},   {"LR", 15.9}, {"LC", 17.5},  {"LS", 15.9},  {"ARFm", 17.8},
    {"ARFp", 15.9}, {"SM", 15.9}, {"DM", 26.7},  {"PM", 36.3},  {"WS", 18.2},
    {"NS", 18.2},   {"GF", 30.9}, {"NAI", 18.2}, {"NEB", 18.2}, {"Group", 27.2}};

struct Options {
  bool unconstrained = false, json = false;
  double scale = 1;
  uint64_t seed = 1;
  std::vector<std::string> models;
  std::string only;  // one operator, or Group
};

struct Row {
  int64_t mutants = 0, refused = 0, study = 0, no_site = 0;
};

// Judges one mutant by both rules; true when it is legal by both.
bool Judge(const ModelCase& made, Row& row) {
  ++row.mutants;
  campaign::Made wrapped;
  wrapped.model_case = made;
  campaign::Prepared prepared;
  const campaign::Legality legality =
      campaign::Prepare(std::move(wrapped), campaign::Realism(), prepared);
  const bool refused = legality == campaign::Legality::kRefused ||
                       !onnxio::CheckWithOfficialInference(made.model).ok();
  row.refused += refused ? 1 : 0;
  // What the rules refuse crashes while it is loaded.
  const bool study = refused || legality == campaign::Legality::kInvalid;
  row.study += study ? 1 : 0;
  return !study;
}

void RunChain(const ModelCase& seed, std::span<const mutate::MutatorDef* const> mutators,
              int rounds, const Options& options, Rng& rng, Row& row) {
  ModelCase current = seed;
  mutate::MutateOptions mutate_options;
  mutate_options.unconstrained = options.unconstrained;
  for (int i = 0; i < rounds; ++i) {
    const mutate::MutatorDef& mutator = *rng.Pick(mutators);
    Rng own = rng.Split();
    auto mutant = mutate::Mutate(current, mutator, own, mutate_options);
    if (!mutant.ok()) {
      ++row.no_site;
      continue;
    }
    if (Judge(mutant->result, row)) current = std::move(mutant->result);
  }
}

Row Measure(const std::string& name, const Options& options) {
  std::vector<const mutate::MutatorDef*> mutators;
  for (const std::string_view candidate : kStudy)
    if (name == "Group" || name == candidate) mutators.push_back(mutate::FindMutator(candidate));
  Row row;
  for (const zoo::ZooDef& def : zoo::AllModels()) {
    if (!options.models.empty() &&
        std::find(options.models.begin(), options.models.end(), def.name) == options.models.end())
      continue;
    auto built = zoo::Build(def, zoo::Size::kSmall, 0);
    if (!built.ok()) continue;
    const auto depth = campaign::DepthOf(built->model.graph.node_count());
    const int rounds =
        name == "Group" ? campaign::kRoundsPerSeed : campaign::Rounds(*mutators.front(), depth);
    Rng rng(options.seed);
    RunChain(*built, mutators, std::max(1, static_cast<int>(std::lround(rounds * options.scale))),
             options, rng, row);
  }
  return row;
}

double Percent(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
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
  nlohmann::json rows = nlohmann::json::array();
  std::vector<std::string> names(std::begin(kStudy), std::end(kStudy));
  names.push_back("Group");
  if (!options.json)
    std::printf("%-8s %8s %10s %10s %12s %8s\n", "operator", "mutants", "refused %", "study %",
                "published %", "no site");
  for (const std::string& name : names) {
    if (!options.only.empty() && options.only != name) continue;
    const Row row = Measure(name, options);
    rows.push_back({{"operator", name},
                    {"mutants", row.mutants},
                    {"refused_percent", Percent(row.refused, row.mutants)},
                    {"study_percent", Percent(row.study, row.mutants)},
                    {"published_percent", kPublished.at(name)},
                    {"no_site", row.no_site}});
    if (!options.json)
      std::printf("%-8s %8lld %10.2f %10.2f %12.1f %8lld\n", name.c_str(),
                  static_cast<long long>(row.mutants), Percent(row.refused, row.mutants),
                  Percent(row.study, row.mutants), kPublished.at(name),
                  static_cast<long long>(row.no_site));
    std::fflush(stdout);
  }
  if (options.json) std::cout << rows.dump(1) << "\n";
  return 0;
}
