#include "triage/check_model.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "triage/rows.h"
#include "triage/symptom.h"

namespace assay::triage {
namespace {

double PeakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Runs one model on all targets. Modes that share a worker run one after the other, different
// frameworks at the same time.
class Checker {
 public:
  Checker(const CheckModelOptions& options, lab::Lab& lab) : options_(options), lab_(lab) {}

  Result<CheckReport> Check(const std::string& path, const oracle::Subject& subject) {
    CheckReport report;
    report.model = path;
    report.subject = &subject;
    report.inputs = options_.inputs;
    oracle::TruthOptions options;
    options.tier = options_.tier;
    options.strict_too = !options_.targets.empty();
    auto truth = oracle::ComputeTruth(subject, options);
    if (!truth.ok()) return Error{truth.error().kind, StrCat(path, ": ", truth.error().message)};
    report.truth = std::move(truth).value();
    report.with_reference = options_.with_reference;
    report.targets.resize(options_.targets.size());
    RunAll(subject, report);
    if (options_.layers) AddLayers(subject, report);
    report.peak_mb = PeakMegabytes();
    return report;
  }

 private:
  void RunAll(const oracle::Subject& subject, CheckReport& report) {
    std::map<std::string, std::vector<size_t>> kinds;
    for (size_t i = 0; i < options_.targets.size(); ++i)
      kinds[options_.targets[i].launch_key].push_back(i);
    std::vector<std::vector<size_t>> groups;
    for (auto& [key, members] : kinds) groups.push_back(std::move(members));
    ForEachIndex(groups.size(), options_.jobs, [&](size_t g) {
      for (const size_t i : groups[g]) RunOne(subject, i, report);
    });
  }

  void RunOne(const oracle::Subject& subject, size_t i, CheckReport& report) {
    const lab::Target& target = options_.targets[i];
    {
      const std::lock_guard lock(mutex_);
      options_.tell(StrCat("check ", report.model, ": ", target.name, " (", ++shown_, ")"));
    }
    oracle::CheckOptions options;
    options.layers = options.keep_tensors = options_.layers;
    options.locate = options_.locate;  // the first wrong layer is part of the signature
    report.targets[i] = oracle::CheckTarget(subject, report.truth, target, lab_, options);
  }

  void AddLayers(const oracle::Subject& subject, CheckReport& report) {
    const auto reference = oracle::ReferenceTensors(subject);
    if (!reference.ok()) return;
    std::vector<oracle::LayerSide> sides = {{"reference", &*reference}};
    for (const oracle::TargetResult& target : report.targets)
      if (!target.tensors.empty()) sides.push_back({target.name, &target.tensors});
    report.layers = oracle::CompareLayers(subject.model.graph, sides, *reference, options_.ground);
    for (oracle::TargetResult& target : report.targets) target.tensors.clear();
  }

  const CheckModelOptions& options_;
  lab::Lab& lab_;
  std::mutex mutex_;
  int shown_ = 0;
};

std::vector<store::CheckRow> StoreRows(const CheckReport& report) {
  std::vector<store::CheckRow> out;
  char hash[20];
  std::snprintf(hash, sizeof hash, "%016llx",
                static_cast<unsigned long long>(HashBytes(report.subject->bytes)));
  const nlohmann::json json = CheckJson(report);
  const size_t shift = report.with_reference ? 1 : 0;
  for (size_t i = 0; i < report.targets.size(); ++i) {
    const oracle::TargetResult& t = report.targets[i];
    store::CheckRow row;
    row.model = report.model;
    row.model_hash = hash;
    row.inputs = report.inputs;
    row.target = t.name;
    row.version = t.version;
    row.device = t.device;
    row.status = CaseStatusName(t.status);
    row.stage = t.stage;
    row.kind = t.kind;
    row.message = t.message;
    row.load_ms = t.load_ms;
    row.run_ms = t.run_ms;
    row.peak_mb = t.peak_mb;
    row.details = json["targets"][i + shift]["outputs"].dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
    out.push_back(std::move(row));
  }
  return out;
}

// What is wrong becomes a finding, as in a campaign.
Status KeepFindings(const CheckReport& report, store::Store& store) {
  std::vector<store::FindingRow> findings;
  std::vector<store::SightingRow> sightings;
  for (const oracle::TargetResult& target : report.targets) {
    if (!oracle::IsFinding(target.status)) continue;
    const std::string signature = Signature(target, report.subject->model.graph);
    findings.push_back(FindingRowOf(target, signature, true));
    sightings.push_back(SightingRowOf(*report.subject, target, signature,
                                      StrCat(report.model, ", ", report.inputs)));
  }
  return store.AddFindings(findings, sightings);
}

}  // namespace

Result<CheckReport> CheckModel(const std::string& path, const oracle::Subject& subject,
                               const CheckModelOptions& options, lab::Lab& lab) {
  return Checker(options, lab).Check(path, subject);
}

bool HasFindings(const CheckReport& report) {
  return std::any_of(report.targets.begin(), report.targets.end(),
                     [](const auto& target) { return oracle::IsFinding(target.status); });
}

Status KeepCheck(const CheckReport& report, store::Store& store) {
  ASSAY_RETURN_IF_ERROR(store.Add(StoreRows(report)));
  return KeepFindings(report, store);
}

}  // namespace assay::triage
