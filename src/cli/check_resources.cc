#include "cli/check_resources.h"

#include "base/strings.h"
#include "cli/table.h"

namespace assay::cli {
namespace {

using resources::ResourceReport;

constexpr double kWorthSaying = 2;  // ratio from which on it is coloured, by its cautious end
constexpr double kMb = 1 << 20;

// "0.31 ±4% ×2.1": milliseconds, how sure, how many times the quickest.
std::string TimeCell(const std::optional<resources::OperatorTime>& time) {
  if (!time.has_value()) return "-";
  return StrCat(Digits(time->ms.mid), " ±", Fixed(100 * resources::NoiseOf(time->ms), 0), "% ×",
                Digits(time->ratio.mid));
}

void PrintOperators(std::ostream& out, const ResourceReport& report, bool color) {
  std::vector<std::string> header = {"operator", "types", "steps"};
  for (const std::string& target : report.targets) header.push_back(target + " ms");
  Table table(header);
  for (const resources::OperatorTimes& times : report.operators) {
    std::vector<std::string> cells = {times.op, times.types,
                                      times.steps > 0 ? Digits(times.steps) : ""};
    std::vector<std::pair<size_t, Tone>> tones;
    for (const auto& time : times.targets) {
      if (time.has_value() && time->ratio.lo >= kWorthSaying)
        tones.emplace_back(cells.size(), Tone::kWarning);
      cells.push_back(TimeCell(time));
    }
    table.AddRow(cells, tones);
  }
  out << "\n";
  table.Print(out, color);
  out << "  time of a run, how far it may be off, and how many times the quickest target's\n";
}

void PrintMemory(std::ostream& out, const ResourceReport& report, bool color) {
  Table table({"target", "peak MB", "afterwards MB", "device peak MB"});
  for (size_t i = 0; i < report.targets.size(); ++i) {
    const auto& sample = report.memory[i];
    const bool device = sample.has_value() && sample->device_peak_mb >= 0;
    table.AddRow({report.targets[i], sample.has_value() ? Digits(sample->peak_mb) : "-",
                  sample.has_value() ? Digits(sample->resident_mb) : "-",
                  device ? Digits(sample->device_peak_mb) : ""});
  }
  out << "\n";
  table.Print(out, color);
  out << "  of the whole process; the model needs " << Digits(report.need.weights / kMb)
      << " MB for weights and " << Digits(report.need.live / kMb)
      << " MB for tensors that are alive at once\n";
}

}  // namespace

void PrintResources(std::ostream& out, const ResourceReport& report, bool color) {
  if (!report.operators.empty()) PrintOperators(out, report, color);
  if (!report.memory.empty()) PrintMemory(out, report, color);
  out << "\n";
  for (const resources::Inspected& found : report.findings)
    out << "  " << found.result.name << ": " << found.result.oracle << ": " << found.result.message
        << "\n";
  if (report.findings.empty()) out << "  nothing wastes time or memory\n";
}

}  // namespace assay::cli
