// assay check: runs models on every framework of the machine and says, per output, who is right.
#include <sys/resource.h>

#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/clock.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/check_report.h"
#include "cli/check_resources.h"
#include "cli/command.h"
#include "cli/subject.h"
#include "cli/targets.h"
#include "cli/terminal.h"
#include "oracle/check.h"
#include "oracle/layers.h"
#include "store/store.h"
#include "triage/rows.h"
#include "triage/symptom.h"

namespace assay::cli {
namespace {

struct CheckCommandFlags {
  std::vector<std::string> models;
  std::string targets;
  SubjectFlags subject;
  bool layers = false, speed = false, memory = false;
  std::string ground = "reference";
  std::string tier = "lenient";
  std::vector<std::string> backend_dirs;
  double wall_s = 0;
  int jobs = 0;
  std::string store;
  bool json = false;
};

double PeakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Runs one model on all targets. Modes that share a worker run one after the other, different
// frameworks at the same time.
class Checker {
 public:
  Checker(const CheckCommandFlags& flags, const TargetChoice& choice, lab::Lab& lab)
      : flags_(flags), choice_(choice), lab_(lab) {}

  Result<CheckReport> Check(const std::string& path, const oracle::Subject& subject) {
    CheckReport report;
    report.model = path;
    report.subject = &subject;
    report.inputs = flags_.subject.inputs.empty()
                        ? StrCat("inputs made up with seed ", flags_.subject.seed)
                        : StrCat("inputs from ", flags_.subject.inputs);
    oracle::TruthOptions options;
    options.tier = flags_.tier == "strict" ? Tier::kStrict : Tier::kLenient;
    options.strict_too = !choice_.targets.empty();
    auto truth = oracle::ComputeTruth(subject, options);
    if (!truth.ok()) return Error{truth.error().kind, StrCat(path, ": ", truth.error().message)};
    report.truth = std::move(truth).value();
    report.with_reference = choice_.reference;
    report.targets.resize(choice_.targets.size());
    RunAll(subject, report);
    if (flags_.layers) AddLayers(subject, report);
    report.peak_mb = PeakMegabytes();
    return report;
  }

 private:
  void RunAll(const oracle::Subject& subject, CheckReport& report) {
    std::map<std::string, std::vector<size_t>> kinds;
    for (size_t i = 0; i < choice_.targets.size(); ++i)
      kinds[choice_.targets[i].launch_key].push_back(i);
    std::vector<std::vector<size_t>> groups;
    for (auto& [key, members] : kinds) groups.push_back(std::move(members));
    const auto jobs = static_cast<size_t>(flags_.jobs > 0 ? flags_.jobs : DefaultJobs());
    ForEachIndex(groups.size(), jobs, [&](size_t g) {
      for (const size_t i : groups[g]) RunOne(subject, i, report);
    });
    progress_.Clear();
  }

  void RunOne(const oracle::Subject& subject, size_t i, CheckReport& report) {
    const lab::Target& target = choice_.targets[i];
    {
      const std::lock_guard lock(mutex_);
      progress_.Show(StrCat("check ", report.model, ": ", target.name, " (", ++shown_, ")"));
    }
    oracle::CheckOptions options;
    options.layers = options.keep_tensors = flags_.layers;
    options.locate = !flags_.store.empty();  // the first wrong layer is part of the signature
    report.targets[i] = oracle::CheckTarget(subject, report.truth, target, lab_, options);
  }

  void AddLayers(const oracle::Subject& subject, CheckReport& report) {
    const auto reference = oracle::ReferenceTensors(subject);
    if (!reference.ok()) return;
    std::vector<oracle::LayerSide> sides = {{"reference", &*reference}};
    for (const oracle::TargetResult& target : report.targets)
      if (!target.tensors.empty()) sides.push_back({target.name, &target.tensors});
    report.layers = oracle::CompareLayers(
        subject.model.graph, sides, *reference,
        flags_.ground == "ones" ? oracle::Ground::kOnes : oracle::Ground::kReference);
    for (oracle::TargetResult& target : report.targets) target.tensors.clear();
  }

  const CheckCommandFlags& flags_;
  const TargetChoice& choice_;
  lab::Lab& lab_;
  std::mutex mutex_;
  Progress progress_;
  int shown_ = 0;
};

bool HasFindings(const CheckReport& report) {
  return std::any_of(report.targets.begin(), report.targets.end(),
                     [](const auto& target) { return oracle::IsFinding(target.status); });
}

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
    const std::string signature = triage::Signature(target, report.subject->model.graph);
    findings.push_back(triage::FindingRowOf(target, signature, true));
    sightings.push_back(triage::SightingRowOf(*report.subject, target, signature,
                                              StrCat(report.model, ", ", report.inputs)));
  }
  return store.AddFindings(findings, sightings);
}

int RunCheck(const CheckCommandFlags& flags) {
  if (flags.ground != "reference" && flags.ground != "ones")
    return Fail(Invalid(StrCat("--ground ", flags.ground, ": choose reference or ones")));
  if (flags.tier != "lenient" && flags.tier != "strict")
    return Fail(Invalid(StrCat("--tier ", flags.tier, ": choose lenient or strict")));
  const auto models = ExpandModels(flags.models);
  if (!models.ok()) return Fail(models.error());
  const auto choice = ChooseTargets(flags.targets, flags.backend_dirs);
  if (!choice.ok()) return Fail(choice.error());
  std::optional<store::Store> kept;
  if (!flags.store.empty()) {
    auto opened = store::Store::Open(flags.store);
    if (!opened.ok()) return Fail(opened.error());
    kept = std::move(opened).value();
  }
  lab::LabOptions options;
  options.wall_s = flags.wall_s;
  lab::Lab lab(options);
  Checker checker(flags, *choice, lab);
  resources::Desk desk;
  nlohmann::json all = nlohmann::json::array();
  int code = kDone;
  for (const std::string& path : *models) {
    const double start = NowMs();
    const auto subject = LoadSubject(path, flags.subject);
    const double load_ms = NowMs() - start;
    auto report =
        subject.ok() ? checker.Check(path, *subject) : Result<CheckReport>(subject.error());
    if (!report.ok()) {
      // One bad file must not cost the results of the others.
      code = Fail(report.error());
      continue;
    }
    report->load_ms = load_ms;
    if (kept.has_value()) {
      Status stored = kept->Add(StoreRows(*report));
      if (stored.ok()) stored = KeepFindings(*report, *kept);
      if (!stored.ok()) code = Fail(stored.error());
    }
    std::optional<ResourceReport> resources;
    if (flags.speed || flags.memory)
      resources = CheckResources(*subject, choice->targets, flags.speed, flags.memory, desk);
    if (resources.has_value() && kept.has_value()) {
      const Status stored =
          KeepResources(*resources, StrCat(report->model, ", ", report->inputs), *kept);
      if (!stored.ok()) code = Fail(stored.error());
    }
    const bool wasteful = resources.has_value() && !resources->findings.empty();
    if ((HasFindings(*report) || wasteful) && code == kDone) code = kFindings;
    if (flags.json) {
      all.push_back(CheckJson(*report));
      if (resources.has_value()) AddResources(*resources, all.back());
    } else {
      PrintCheck(std::cout, *report, StdoutIsTerminal());
      if (resources.has_value()) PrintResources(std::cout, *resources, StdoutIsTerminal());
    }
  }
  if (flags.json && !all.empty()) PrintJson(models->size() == 1 ? all[0] : all);
  return code;
}

}  // namespace

std::function<int()> SetupCheck(App& app) {
  const auto flags = std::make_shared<CheckCommandFlags>();
  app.AddOption("model", flags->models, "ONNX files, or folders of them").Required();
  app.AddOption("--targets", flags->targets,
                "comma-separated targets (default: the reference and all that are ready)");
  app.AddOption("--inputs", flags->subject.inputs,
                ".npz file, or folder with input_0.pb, input_1.pb, … in the ONNX test-data format");
  app.AddOption("--seed", flags->subject.seed,
                "seed for inputs that are made up from the model's types");
  app.AddOption("--dim", flags->subject.dims,
                "size of a named dimension, such as batch=2 (repeatable)");
  app.AddFlag("--layers", flags->layers,
              "compare every tensor: D, R and D_MAD per pair of targets, and judge layer by layer");
  app.AddFlag("--speed", flags->speed,
              "time every operator on every target, and look for what is slower than it should be");
  app.AddFlag("--memory", flags->memory, "look for leaks and for memory beyond what tensors need");
  app.AddOption("--ground", flags->ground, "G of D_MAD: reference or ones");
  app.AddOption("--tier", flags->tier,
                "lenient: known approximations are allowed; strict: a careful library");
  app.AddOption("--backend-dir", flags->backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddOption("--time-limit", flags->wall_s, "seconds per run (default: the target's own)");
  app.AddOption("--jobs", flags->jobs, "frameworks run at the same time (default: cores)");
  app.AddOption("--store", flags->store, "SQLite file that the results are added to");
  app.AddFlag("--json", flags->json, "print one JSON object (a list for several models)");
  return [flags] { return RunCheck(*flags); };
}

}  // namespace assay::cli
