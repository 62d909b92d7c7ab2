#include "resources/check_model.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "triage/case_bytes.h"
#include "triage/rows.h"
#include "triage/symptom.h"

namespace assay::resources {
namespace {

constexpr double kMb = 1 << 20;

nlohmann::json OperatorJson(const ResourceReport& report, const OperatorTimes& times) {
  nlohmann::json out = {{"op", times.op}, {"types", times.types}, {"steps", times.steps}};
  for (size_t i = 0; i < report.targets.size(); ++i) {
    const auto& time = times.targets[i];
    if (!time.has_value()) continue;
    out["ms"][report.targets[i]] = time->ms.mid;
    out["noise"][report.targets[i]] = NoiseOf(time->ms);
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
    const Sample& sample = *report.memory[i];
    nlohmann::json& row = out["targets"][report.targets[i]];
    row = {{"peak_mb", sample.peak_mb}, {"resident_mb", sample.resident_mb}};
    if (sample.device_peak_mb >= 0) row["device_peak_mb"] = sample.device_peak_mb;
  }
  return out;
}

}  // namespace

double NoiseOf(const Interval& ms) { return (ms.hi - ms.lo) / 2 / ms.mid; }

ResourceReport CheckResources(const oracle::Subject& subject,
                              const std::vector<lab::Target>& targets, bool speed, bool memory,
                              Desk& desk, const std::function<void(const std::string&)>& tell) {
  ResourceReport out;
  const ModelCase whole{subject.model, subject.inputs};
  for (const lab::Target& target : targets) out.targets.push_back(target.name);
  if (speed) out.operators = TimeOperators(whole, targets, desk, tell);
  if (memory) {
    out.need = NeedOf(whole.model.graph);
    for (const lab::Target& target : targets) {
      tell(StrCat("memory of ", target.name));
      Bench& bench = desk.BenchOf(target);
      out.memory.push_back(bench.Warm(subject) ? bench.Run(subject, /*peak=*/true) : std::nullopt);
    }
  }
  InspectOptions options;
  options.speed = speed;
  options.memory = memory;
  options.thorough = true;
  for (const lab::Target& target : targets) {
    tell(StrCat("looking at time and memory of ", target.name));
    for (Inspected& found : Inspect(whole, target, desk, options))
      out.findings.push_back(std::move(found));
  }
  return out;
}

void AddResources(const ResourceReport& report, nlohmann::json& out) {
  out["resources"] = nlohmann::json::array();
  for (const Inspected& found : report.findings)
    out["resources"].push_back({{"target", found.result.name},
                                {"oracle", found.result.oracle},
                                {"status", oracle::CaseStatusName(found.result.status)},
                                {"message", found.result.message}});
  if (!report.memory.empty()) out["memory"] = MemoryJson(report);
  for (const OperatorTimes& times : report.operators)
    out["operators"].push_back(OperatorJson(report, times));
}

Status KeepResources(const ResourceReport& report, const std::string& recipe, store::Store& store) {
  std::vector<store::FindingRow> findings;
  std::vector<store::SightingRow> sightings;
  for (const Inspected& found : report.findings) {
    ASSAY_ASSIGN(const oracle::Subject subject, triage::MakeSubject(found.shown));
    const std::string signature = triage::Signature(found.result, subject.model.graph);
    findings.push_back(triage::FindingRowOf(found.result, signature, true));
    sightings.push_back(triage::SightingRowOf(subject, found.result, signature, recipe));
  }
  return store.AddFindings(findings, sightings);
}

}  // namespace assay::resources
