// assay check: runs models on every framework of the machine and says, per output, who is right.
#include <optional>

#include "base/clock.h"
#include "cli/check_report.h"
#include "cli/command.h"
#include "conform/subject_file.h"
#include "lab/choose_targets.h"
#include "store/address.h"
#include "store/store.h"

namespace assay::cli {
namespace {

struct CheckCommandFlags {
  std::vector<std::string> models;
  std::string targets;
  conform::SubjectOptions subject;
  bool layers = false, speed = false, memory = false;
  std::string ground = "reference";
  std::string tier = "lenient";
  std::vector<std::string> backend_dirs;
  double wall_s = 0;
  int jobs = 0;
  std::string store;
  bool json = false;
};

// One model after the other: a bad file must not cost the results of the others.
class Models {
 public:
  Models(const CheckCommandFlags& flags, lab::TargetChoice choice, store::Store* store)
      : flags_(flags), store_(store), lab_({.wall_s = flags.wall_s}) {
    options_.with_reference = choice.reference;
    options_.targets = std::move(choice.targets);
    options_.inputs = flags.subject.inputs.empty()
                          ? StrCat("inputs made up with seed ", flags.subject.seed)
                          : StrCat("inputs from ", flags.subject.inputs);
    options_.tier = flags.tier == "strict" ? Tier::kStrict : Tier::kLenient;
    options_.layers = flags.layers;
    options_.ground = flags.ground == "ones" ? oracle::Ground::kOnes : oracle::Ground::kReference;
    options_.locate = store != nullptr;
    options_.jobs = static_cast<size_t>(flags.jobs > 0 ? flags.jobs : lab::DefaultJobs());
    options_.tell = [this](const std::string& text) { progress_.Show(text); };
  }

  Status Check(const std::string& path) {
    const double start = NowMs();
    ASSAY_ASSIGN(const oracle::Subject subject, conform::LoadSubject(path, flags_.subject));
    const double load_ms = NowMs() - start;
    auto report = triage::CheckModel(path, subject, options_, lab_);
    progress_.Clear();
    if (!report.ok()) return report.error();
    report->load_ms = load_ms;
    found_ = found_ || triage::HasFindings(*report);
    std::optional<resources::ResourceReport> waste;
    if (flags_.speed || flags_.memory) {
      waste = resources::CheckResources(subject, options_.targets, flags_.speed, flags_.memory,
                                        desk_, options_.tell);
      progress_.Clear();
      found_ = found_ || !waste->findings.empty();
    }
    const Status kept = Keep(*report, waste);
    Show(*report, waste);
    return kept;
  }

  bool found() const { return found_; }
  const nlohmann::json& all() const { return all_; }

 private:
  Status Keep(const triage::CheckReport& report,
              const std::optional<resources::ResourceReport>& waste) const {
    if (store_ == nullptr) return {};
    ASSAY_RETURN_IF_ERROR(triage::KeepCheck(report, *store_));
    if (!waste.has_value()) return {};
    return resources::KeepResources(*waste, StrCat(report.model, ", ", report.inputs), *store_);
  }

  void Show(const triage::CheckReport& report,
            const std::optional<resources::ResourceReport>& waste) {
    if (flags_.json) {
      all_.push_back(triage::CheckJson(report));
      if (waste.has_value()) resources::AddResources(*waste, all_.back());
      return;
    }
    PrintCheck(std::cout, report, StdoutIsTerminal());
    if (waste.has_value()) PrintResources(std::cout, *waste, StdoutIsTerminal());
  }

  const CheckCommandFlags& flags_;
  store::Store* const store_;  // nullptr: nothing is kept
  triage::CheckModelOptions options_;
  lab::Lab lab_;
  resources::Desk desk_;
  Progress progress_;
  bool found_ = false;
  nlohmann::json all_ = nlohmann::json::array();
};

// For people who see this for the first time.
void PrintNext(const std::string& store, bool found) {
  std::cout << "\nassay help verdicts explains the columns.";
  if (found && store.empty())
    std::cout << " To keep what is wrong and report it, add --store mine.db.";
  if (found && !store.empty())
    std::cout << " Next: assay findings list --store " << store::WithoutPassword(store)
              << ", then assay findings ready ID.";
  std::cout << "\n";
}

Result<int> RunCheck(const CheckCommandFlags& flags) {
  if (flags.ground != "reference" && flags.ground != "ones")
    return Invalid(StrCat("--ground ", flags.ground, ": choose reference or ones"));
  if (flags.tier != "lenient" && flags.tier != "strict")
    return Invalid(StrCat("--tier ", flags.tier, ": choose lenient or strict"));
  ASSAY_ASSIGN(const auto models, conform::ExpandModels(flags.models));
  ASSAY_ASSIGN(const auto choice, lab::ChooseTargets(flags.targets, flags.backend_dirs));
  std::optional<store::Store> kept;
  if (!flags.store.empty()) {
    ASSAY_ASSIGN(auto opened, store::Store::Open(flags.store));
    kept = std::move(opened);
  }
  Models checked(flags, choice, kept.has_value() ? &*kept : nullptr);
  int code = kDone;
  for (const std::string& path : models)
    if (const Status done = checked.Check(path); !done.ok()) code = Fail(done.error());
  if (flags.json && !checked.all().empty())
    PrintJson(models.size() == 1 ? checked.all()[0] : checked.all());
  if (!flags.json && StdoutIsTerminal()) PrintNext(flags.store, checked.found());
  return code == kDone && checked.found() ? kFindings : code;
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
  return [flags] { return ExitCode(RunCheck(*flags)); };
}

}  // namespace assay::cli
