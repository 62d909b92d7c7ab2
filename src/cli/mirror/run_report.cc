#include "cli/mirror/run_report.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::mirror {
namespace {

using nlohmann::json;

constexpr size_t kWhyWidth = 90;

std::string Text(const json& object, const char* key) { return object.value(key, std::string()); }

std::string Cut(const std::string& text) {
  return text.size() <= kWhyWidth ? text : text.substr(0, kWhyWidth - 1) + "…";
}

std::string Percent(const json& summary, const char* key) {
  const double all = std::max(1.0, summary["screened_in"].get<double>());
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * summary[key].get<double>() / all);
  return StrCat(summary[key].dump(), " (", text, ")");
}

void PrintOutputs(const json& outputs) {
  Table table({"program", "from", "valid", "preserving", "twin shows", "because"});
  for (const json& o : outputs) {
    const std::string why = Text(o, "why").empty() ? Text(o, "message") : Text(o, "why");
    const std::string symptom = Text(o, "symptom");
    const std::string shows =
        symptom.empty() ? "-" : StrCat(symptom, " (", Text(o, "verdict"), ")");
    const std::string because = Cut(why);
    const bool valid = o["valid"], preserving = o["preserving"];
    const bool emulated = o.value("emulated", false);
    table.AddRow(
        {Text(o, "name"), Text(o, "from"), valid ? "yes" : "no",
         preserving ? "yes"
         : emulated ? "emulated"
                    : "no",
         shows, because},
        {{2, valid ? Tone::kGood : Tone::kBad}, {3, preserving ? Tone::kGood : Tone::kWarning}});
  }
  table.Print(std::cout, StdoutIsTerminal());
}

}  // namespace

void PrintRun(const json& summary) {
  if (!summary["outputs"].empty()) {
    PrintOutputs(summary["outputs"]);
    std::cout << "\n";
  }
  for (const json& out : summary["screened_out"])
    std::cout << "screened out: " << Text(out, "name") << ": " << Text(out, "why") << "\n";
  for (const json& note : summary["left_out"])
    std::cout << "left out: " << note.get<std::string>() << "\n";
  for (const json& one : summary["differs"])
    std::cout << "differs: " << Text(one, "name") << ": " << Text(one, "message") << "\n         "
              << Text(one, "why") << "\n";
  for (const json& finding : summary["findings"])
    std::cout << "finding " << Text(finding, "id") << "  " << Text(finding, "title") << "\n        "
              << Text(finding, "message").substr(0, 160) << "\n";
  for (const json& pairs : summary["pairs_of"])
    std::cout << "twins without a rule: pairs of " << pairs.get<std::string>() << "\n";
  // One program alone is wanted for what it became.
  if (summary["outputs"].size() == 1)
    std::cout << "\n" << Text(summary["outputs"][0], "program") << "\n";
  char rate[32];
  std::snprintf(rate, sizeof rate, "%.1f", summary["programs_per_second"].get<double>());
  std::cout << summary["inputs"] << " programs, " << summary["screened_in"] << " translated ("
            << rate << "/s), " << Percent(summary, "valid") << " valid, "
            << Percent(summary, "preserving") << " preserving, " << Percent(summary, "emulated")
            << " emulated by helpers, " << summary["findings"].size() << " findings\n";
  if (!summary["complete"].get<bool>()) std::cout << "stopped early: --resume continues it\n";
}

}  // namespace assay::cli::mirror
