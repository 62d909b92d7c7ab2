#include "cli/fuzz_summary.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "base/json.h"
#include "base/strings.h"
#include "cli/fuzz_screen.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "store/address.h"

namespace assay::cli {
namespace {

using campaign::FindingLine;

nlohmann::json FindingJson(const FindingLine& f) {
  return {{"id", f.id},           {"target", f.target},       {"version", f.version},
          {"kind", f.kind},       {"stage", f.stage},         {"message", f.message},
          {"count", f.count},     {"case", f.first_case},     {"recipe", f.recipe},
          {"realism", f.realism}, {"confirmed", f.confirmed}, {"seconds", f.at_seconds}};
}

std::string Hex(uint64_t value) {
  std::ostringstream out;
  out << std::hex << std::setfill('0') << std::setw(16) << value;
  return out.str();
}

nlohmann::json SummaryJson(const FuzzFlags& flags, const campaign::Progress& p) {
  nlohmann::json targets, mutators, coverage, findings = nlohmann::json::array();
  for (const auto& [name, mean] : p.mean_ms) {
    const auto it = p.tally.targets.find(name);
    const campaign::TargetTally t =
        it == p.tally.targets.end() ? campaign::TargetTally() : it->second;
    targets[name] =
        With(ASSAY_FIELDS(t, cases, unsupported, statuses, gaps, seconds, peak_mb),
             {{"mean_ms", mean}, {"cases_per_second", t.cases / std::max(1e-9, p.tally.seconds)}});
  }
  for (const auto& [name, m] : p.tally.mutators)
    mutators[name] = {{"applied", m.applied}, {"refused", m.refused}, {"invalid", m.invalid}};
  for (const auto& [name, count] : p.coverage) coverage[name] = count;
  for (const FindingLine& f : p.findings) findings.push_back(FindingJson(f));
  const auto cases = static_cast<double>(p.tally.cases);
  return With(
      ASSAY_FIELDS(p.tally, cases, illegal, cpu_seconds, target_cpu_seconds, hits),
      With(ASSAY_FIELDS(p, seconds, resumed_cases, resident_mb, store_cpu_seconds, notes),
           {{"legal", p.tally.cases},
            {"illegal_study", p.tally.out_of_range},
            {"put_aside", p.tally.retried},
            {"target_cpu_share", p.tally.target_cpu_seconds / std::max(1e-9, p.tally.cpu_seconds)},
            {"cases_per_second", static_cast<double>(p.cases_now) / std::max(1e-9, p.seconds)},
            {"nodes_per_case", static_cast<double>(p.tally.nodes) / std::max(1.0, cases)},
            {"corpus_hash", Hex(p.tally.corpus_hash)},
            {"stage", flags.config.stage},
            {"method", flags.config.method},
            {"seed", flags.config.seed},
            {"jobs", flags.limits.jobs},
            {"store", store::WithoutPassword(flags.store)},
            {"campaign", flags.campaign},
            {"exchange",
             {{"offered", p.exchange.offered},
              {"heard", p.exchange.heard},
              {"learnt", p.exchange.learnt},
              {"cpu_seconds", p.exchange.cpu_seconds}}},
            {"targets", targets},
            {"mutators", mutators},
            {"coverage", coverage},
            {"findings", findings}}));
}

void PrintForPeople(const FuzzFlags& flags, const campaign::Progress& p) {
  const bool color = StdoutIsTerminal();
  for (const std::string& note : p.notes) std::cout << "  " << note << "\n";
  std::cout << ScreenText(StrCat("assay fuzz: ", flags.config.method, ", seed ", flags.config.seed,
                                 ", ", flags.limits.jobs, " jobs"),
                          p, 160, color);
  if (p.findings.empty()) return;
  std::cout << "\n";
  Table table({"finding", "target", "kind", "count", "realism", "what"});
  for (const FindingLine& f : p.findings) {
    table.AddRow(
        {f.id, f.target, f.kind, StrCat(f.count), Fixed(f.realism, 2), f.message.substr(0, 110)});
  }
  table.Print(std::cout, color);
  std::cout << "\nassay findings list --store " << store::WithoutPassword(flags.store)
            << " shows them again; assay findings "
            << "show ID tells more\n";
}

}  // namespace

void PrintSummary(const FuzzFlags& flags, const campaign::Progress& progress) {
  if (!flags.json) return PrintForPeople(flags, progress);
  PrintJson(SummaryJson(flags, progress));
}

}  // namespace assay::cli
