#include "cli/check_resources.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "triage/case_bytes.h"
#include "triage/rows.h"
#include "triage/symptom.h"

namespace assay::cli {
namespace {

constexpr double kWorthSaying = 2;  // ratio from which on it is coloured, by its cautious end
constexpr double kMb = 1 << 20;

std::string ThreeDigits(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

// How far the median may be off, as a share of it.
double Noise(const resources::Interval& ms) { return (ms.hi - ms.lo) / 2 / ms.mid; }

// "0.31 ±4% ×2.1": milliseconds, how sure, how many times the quickest.
std::string TimeCell(const std::optional<resources::OperatorTime>& time) {
  if (!time.has_value()) return "-";
  char text[80];
  std::snprintf(text, sizeof text, "%.3g ±%.0f%% ×%.3g", time->ms.mid, 100 * Noise(time->ms),
                time->ratio.mid);
  return text;
}

void PrintOperators(std::ostream& out, const ResourceReport& report, bool color) {
  std::vector<std::string> header = {"operator", "types", "steps"};
  for (const std::string& target : report.targets) header.push_back(target + " ms");
  Table table(header);
  for (const resources::OperatorTimes& times : report.operators) {
    std::vector<std::string> cells = {times.op, times.types,
                                      times.steps > 0 ? ThreeDigits(times.steps) : ""};
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
    table.AddRow({report.targets[i], sample.has_value() ? ThreeDigits(sample->peak_mb) : "-",
                  sample.has_value() ? ThreeDigits(sample->resident_mb) : "-",
                  device ? ThreeDigits(sample->device_peak_mb) : ""});
  }
  out << "\n";
  table.Print(out, color);
  out << "  of the whole process; the model needs " << ThreeDigits(report.need.weights / kMb)
      << " MB for weights and " << ThreeDigits(report.need.live / kMb)
      << " MB for tensors that are alive at once\n";
}

nlohmann::json OperatorJson(const ResourceReport& report, const resources::OperatorTimes& times) {
  nlohmann::json out = {{"op", times.op}, {"types", times.types}, {"steps", times.steps}};
  for (size_t i = 0; i < report.targets.size(); ++i) {
    const auto& time = times.targets[i];
    if (!time.has_value()) continue;
    out["ms"][report.targets[i]] = time->ms.mid;
    out["noise"][report.targets[i]] = Noise(time->ms);
    out["ratio"][report.targets[i]] = {
        {"low", time->ratio.lo}, {"median", time->ratio.mid}, {"high", time->ratio.hi}};
  }
  if (const auto slowest = times.Slowest()) {
    out["slowest"] = report.targets[*slowest];
    out["spread"] = times.targets[*slowest]->ratio.mid;
  }
  return out;
}

nlohmann::json MemoryJson(const ResourceReport& report) {
  nlohmann::json out = {{"weights_mb", report.need.weights / kMb},
                        {"live_mb", report.need.live / kMb},
                        {"all_mb", report.need.all / kMb},
                        {"targets", nlohmann::json::object()}};
  for (size_t i = 0; i < report.targets.size(); ++i) {
    if (!report.memory[i].has_value()) continue;
    const resources::Sample& sample = *report.memory[i];
    nlohmann::json& row = out["targets"][report.targets[i]];
    row = {{"peak_mb", sample.peak_mb}, {"resident_mb", sample.resident_mb}};
    if (sample.device_peak_mb >= 0) row["device_peak_mb"] = sample.device_peak_mb;
  }
  return out;
}

}  // namespace

ResourceReport CheckResources(const oracle::Subject& subject,
                              const std::vector<lab::Target>& targets, bool speed, bool memory,
                              resources::Desk& desk) {
  ResourceReport out;
  Progress progress;
  const ModelCase whole{subject.model, subject.inputs};
  for (const lab::Target& target : targets) out.targets.push_back(target.name);
  if (speed)
    out.operators = resources::TimeOperators(whole, targets, desk,
                                             [&](const std::string& text) { progress.Show(text); });
  if (memory) {
    out.need = resources::NeedOf(whole.model.graph);
    for (const lab::Target& target : targets) {
      progress.Show(StrCat("memory of ", target.name));
      resources::Bench& bench = desk.BenchOf(target);
      out.memory.push_back(bench.Warm(subject) ? bench.Run(subject, /*peak=*/true) : std::nullopt);
    }
  }
  resources::InspectOptions options;
  options.speed = speed;
  options.memory = memory;
  options.thorough = true;
  for (const lab::Target& target : targets) {
    progress.Show(StrCat("looking at time and memory of ", target.name));
    for (resources::Inspected& found : resources::Inspect(whole, target, desk, options))
      out.findings.push_back(std::move(found));
  }
  progress.Clear();
  return out;
}

void AddResources(const ResourceReport& report, nlohmann::json& out) {
  out["resources"] = nlohmann::json::array();
  for (const resources::Inspected& found : report.findings)
    out["resources"].push_back({{"target", found.result.name},
                                {"oracle", found.result.oracle},
                                {"status", oracle::CaseStatusName(found.result.status)},
                                {"message", found.result.message}});
  if (!report.memory.empty()) out["memory"] = MemoryJson(report);
  for (const resources::OperatorTimes& times : report.operators)
    out["operators"].push_back(OperatorJson(report, times));
}

void PrintResources(std::ostream& out, const ResourceReport& report, bool color) {
  if (!report.operators.empty()) PrintOperators(out, report, color);
  if (!report.memory.empty()) PrintMemory(out, report, color);
  out << "\n";
  for (const resources::Inspected& found : report.findings)
    out << "  " << found.result.name << ": " << found.result.oracle << ": " << found.result.message
        << "\n";
  if (report.findings.empty()) out << "  nothing wastes time or memory\n";
}

Status KeepResources(const ResourceReport& report, const std::string& recipe, store::Store& store) {
  std::vector<store::FindingRow> findings;
  std::vector<store::SightingRow> sightings;
  for (const resources::Inspected& found : report.findings) {
    ASSAY_ASSIGN(const oracle::Subject subject, triage::MakeSubject(found.shown));
    const std::string signature = triage::Signature(found.result, subject.model.graph);
    findings.push_back(triage::FindingRowOf(found.result, signature, true));
    sightings.push_back(triage::SightingRowOf(subject, found.result, signature, recipe));
  }
  return store.AddFindings(findings, sightings);
}

}  // namespace assay::cli
