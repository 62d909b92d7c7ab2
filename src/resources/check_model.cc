#include "resources/check_model.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "triage/case_bytes.h"
#include "triage/rows.h"
#include "triage/symptom.h"

namespace assay::resources {
namespace {

constexpr size_t kTurns = 9;
constexpr size_t kFewestTurns = 3;
constexpr double kEnoughTableMs = 1500;  // for one operator on all targets

double SlowestMs(const OperatorTimes& times) {
  const auto slowest = times.Slowest();
  return slowest.has_value() ? times.targets[*slowest]->ms.mid : 0;
}

// The times of each target, in turns; none for those that cannot run it.
std::vector<std::vector<double>> TakeTurns(const oracle::Subject& subject,
                                           const std::vector<lab::Target>& targets, Desk& desk) {
  std::vector<std::vector<double>> out(targets.size());
  std::vector<bool> runs;
  for (const lab::Target& target : targets) runs.push_back(desk.BenchOf(target).Warm(subject));
  double sum = 0;
  for (size_t turn = 0; turn < kTurns && (turn < kFewestTurns || sum < kEnoughTableMs); ++turn)
    for (size_t i = 0; i < targets.size(); ++i) {
      const auto sample = runs[i] ? desk.BenchOf(targets[i]).Run(subject) : std::nullopt;
      if (!sample.has_value()) {
        runs[i] = false;
        out[i].clear();
        continue;
      }
      out[i].push_back(sample->own_ms);
      sum += sample->own_ms;
    }
  return out;
}

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

std::optional<size_t> OperatorTimes::Slowest() const {
  std::optional<size_t> out;
  for (size_t i = 0; i < targets.size(); ++i)
    if (targets[i].has_value() && (!out.has_value() || targets[i]->ms.mid > targets[*out]->ms.mid))
      out = i;
  return out;
}

void SetTimes(const std::vector<std::vector<double>>& turns, OperatorTimes& times) {
  times.targets.assign(turns.size(), std::nullopt);
  std::optional<size_t> quickest;
  for (size_t i = 0; i < turns.size(); ++i) {
    if (turns[i].empty()) continue;
    times.targets[i] = OperatorTime{MedianInterval(turns[i]), {}};
    if (!quickest.has_value() || times.targets[i]->ms.mid < times.targets[*quickest]->ms.mid)
      quickest = i;
  }
  for (size_t i = 0; i < turns.size(); ++i)
    if (times.targets[i].has_value())
      times.targets[i]->ratio = RatioInterval(turns[i], turns[*quickest]);
}

std::vector<OperatorTimes> TimeOperators(const ModelCase& whole,
                                         const std::vector<lab::Target>& targets, Desk& desk,
                                         const std::function<void(const std::string&)>& show) {
  std::vector<OperatorTimes> out;
  const std::vector<ModelCase> nodes = NodesOf(whole);
  for (const ModelCase& node : nodes) {
    const auto subject = triage::MakeSubject(node);
    if (!subject.ok()) continue;
    OperatorTimes times;
    const std::string what = Describe(node);
    show(StrCat("timing operator ", out.size() + 1, " of ", nodes.size(), ": ", what));
    times.op = node.model.graph.node(0).op;
    times.types = what.substr(std::min(what.size(), times.op.size() + 4));  // behind " of "
    times.steps = StepsOf(node.model.graph, node.model.graph.node(0)).value_or(0);
    SetTimes(TakeTurns(*subject, targets, desk), times);
    out.push_back(std::move(times));
  }
  std::ranges::stable_sort(out, [](const OperatorTimes& a, const OperatorTimes& b) {
    return SlowestMs(a) > SlowestMs(b);
  });
  return out;
}

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
