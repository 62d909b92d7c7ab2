#include "cli/judge/summary.h"

#include <cstdio>
#include <iostream>

#include "base/strings.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::judging {
namespace {

using nlohmann::json;

std::string CountsText(const json& counts) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : counts.items())
    parts.push_back(StrCat(value.get<size_t>(), " ", key));
  return parts.empty() ? "none" : Join(parts, ", ");
}

std::string OneDecimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string CountOf(const json& counts, const char* key) {
  return counts.contains(key) ? StrCat(counts[key].get<size_t>()) : "";
}

void PrintOracles(const json& oracles) {
  if (oracles.empty()) return;
  Table table({"oracle", "holds", "broken", "crash", "hangs", "not applicable"});
  for (const auto& [oracle, verdicts] : oracles.items())
    table.AddRow({oracle, CountOf(verdicts, "holds"), CountOf(verdicts, "broken"),
                  CountOf(verdicts, "crash"), CountOf(verdicts, "hangs"),
                  CountOf(verdicts, "not applicable")});
  table.Print(std::cout, StdoutIsTerminal());
}

// Broken between words to fit the terminal, further lines below the text; in a pipe one line.
std::string Fitted(const std::string& first, const std::string& text) {
  constexpr size_t kLeast = 40;  // columns below which breaking makes it worse
  const size_t width = TerminalWidth();
  if (width < kLeast) return StrCat(first, text, "\n");
  std::string out = first;
  size_t column = first.size();
  for (const std::string& word : Split(text, ' ')) {
    if (column > first.size() && column + 1 + word.size() > width) {
      out += "\n" + std::string(first.size(), ' ');
      column = first.size();
    }
    if (column > first.size()) out += " ", ++column;
    out += word;
    column += word.size();
  }
  return out + "\n";
}

void PrintFindings(const json& findings) {
  if (findings.empty()) return;
  std::cout << "\n";
  for (const json& finding : findings) {
    const auto text = [&](const char* key) { return finding[key].get<std::string>(); };
    const std::string message = text("message");
    std::cout << Fitted(text("id") + "  ", text("title"))
              << Fitted("  documented  ", text("evidence"))
              << Fitted("  seen        ", message.substr(0, message.find('\n')));
  }
}

}  // namespace

void PrintSummary(const json& summary, const std::string& store) {
  if (summary.contains("issue")) {
    const json& issue = summary["issue"];
    std::cout << "the program ends with status " << issue["status"].get<std::string>()
              << "; its call of " << issue["api"].get<std::string>() << " is judged\n";
  }
  PrintOracles(summary["oracles"]);
  PrintFindings(summary["findings"]);
  if (!summary["oracles"].empty() || !summary["findings"].empty()) std::cout << "\n";
  const auto number = [&](const char* key) { return summary[key].get<size_t>(); };
  std::cout << number("apis") << (number("apis") == 1 ? " API judged, " : " APIs judged, ")
            << number("reached") << " reached, " << number("called") << " with a call that works";
  if (number("left") > 0) std::cout << "; " << number("left") << " left (--resume continues)";
  std::cout << "\n"
            << number("programs") << " programs (" << CountsText(summary["statuses"]) << ") in "
            << OneDecimal(summary["seconds"].get<double>()) << " s, "
            << OneDecimal(summary["programs_per_second"].get<double>()) << " per second\n"
            << number("trials") << " claims tried: " << CountsText(summary["verdicts"]) << "\n";
  const size_t findings = summary["findings"].size();
  if (findings == 0)
    std::cout << "no disagreement between documentation and behaviour was found\n";
  else
    std::cout << findings << (findings == 1 ? " finding" : " findings")
              << "; assay findings show ID --store " << store << " shows details\n";
  if (summary["apis"] == 1 && !summary["not_called"].empty())
    std::cout << "no call of it works: " << summary["not_called"][0]["problem"].get<std::string>()
              << "\n";
}

}  // namespace assay::cli::judging
