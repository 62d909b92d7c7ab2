// assay study: the study's research questions on the frameworks of today, and on reports of
// defects.
#include <filesystem>
#include <sstream>
#include <string>

#include "base/files.h"
#include "base/interrupted.h"
#include "campaign/method.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/study_issues.h"
#include "cli/version.h"
#include "lab/choose_targets.h"
#include "study/cost.h"
#include "study/study.h"
#include "study/subjects.h"

namespace assay::cli {
namespace {

// Three, as in the paper: two runtimes for ONNX and a framework with operators of its own.
constexpr const char* kQuickTargets = "onnxruntime,openvino,torch:eager";
// The paper's four, ONNX Runtime for its ONNX, and two of today.
constexpr const char* kFullTargets = "torch:eager,tensorflow,mindspore,onnxruntime,openvino,jax";
constexpr const char* kDefaultFolder = "assay-study";
constexpr double kMostScale = 1000;  // of the paper's rounds: beyond, nothing would ever end

struct StudyFlags {
  bool quick = false, literal = false, dry_run = false, json = false;
  uint64_t seed = 1;
  int jobs = 0;
  double scale = 1;
  std::string out = kDefaultFolder, targets, time, seeds, parts, methods, models;
  std::vector<std::string> backend_dirs;
};

std::vector<std::string> MethodNames() {
  std::vector<std::string> out;
  for (const campaign::MethodDef& method : campaign::AllMethods()) out.emplace_back(method.name);
  return out;
}

// `skipped` gets subjects that were asked for and cannot be used.
Result<study::Settings> SettingsOf(const StudyFlags& flags, const std::vector<lab::Target>& targets,
                                   std::vector<std::string>& skipped) {
  study::Settings out = flags.quick ? study::QuickSettings() : study::FullSettings();
  out.seed = flags.seed;
  if (!flags.time.empty()) {
    ASSAY_ASSIGN(out.cpu_seconds, ParseDuration(flags.time));
  }
  if (!flags.seeds.empty()) out.seeds = flags.seeds;
  if (!flags.methods.empty()) out.methods = Split(flags.methods, ',');
  if (!flags.models.empty()) {
    ASSAY_ASSIGN(study::Subjects subjects, study::ReadSubjects(flags.models));
    out.operator_models = std::move(subjects.names);
    skipped.insert(skipped.end(), subjects.skipped.begin(), subjects.skipped.end());
  }
  for (const std::string& method : out.methods)
    if (campaign::FindMethod(method) == nullptr)
      return Invalid(StrCat("--methods: there is no method '", method,
                            "'; known: ", Join(MethodNames(), ", ")));
  if (!(flags.scale > 0 && flags.scale <= kMostScale))
    return Invalid(
        StrCat("--scale ", flags.scale, ": expected a number above 0, at most ", kMostScale));
  study::ScaleRounds(out, flags.scale);
  for (const lab::Target& target : targets)
    out.targets.push_back(StrCat(target.name, " ", target.version));
  return out;
}

Result<std::vector<const study::PartDef*>> PartsOf(const std::string& names, bool literal) {
  std::vector<const study::PartDef*> out;
  if (names.empty()) {
    for (const study::PartDef& part : study::AllParts())
      if (literal || !part.literal) out.push_back(&part);
    return out;
  }
  for (const std::string& name : Split(names, ',')) {
    const study::PartDef* part = study::FindPart(name);
    std::vector<std::string> known;
    for (const study::PartDef& each : study::AllParts()) known.emplace_back(each.name);
    if (part == nullptr)
      return Invalid(StrCat("--parts: there is no part '", name, "'; known: ", Join(known, ", ")));
    out.push_back(part);
    // With --literal the same question in the literature's form, where there is one.
    const study::PartDef* theirs = study::FindPart(StrCat("literal-", name));
    if (literal && theirs != nullptr) out.push_back(theirs);
  }
  return out;
}

// The targets that are ready; `skipped` names the others. A name that stands for none is an error.
Result<std::vector<lab::Target>> TargetsOf(const StudyFlags& flags,
                                           std::vector<std::string>& skipped) {
  const std::string names = !flags.targets.empty() ? flags.targets
                            : flags.quick          ? kQuickTargets
                                                   : kFullTargets;
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(flags.backend_dirs));
  std::vector<lab::Target> out;
  for (const std::string& name : Split(names, ',')) {
    if (name != "reference") {
      ASSAY_ASSIGN(const lab::Target known, registry.Find(name));
      (void)known;
    }
    auto choice = lab::ChooseTargets(name, flags.backend_dirs);
    if (!choice.ok()) skipped.push_back(choice.error().message);
    if (choice.ok()) out.insert(out.end(), choice->targets.begin(), choice->targets.end());
  }
  if (out.size() < 2)
    return Invalid(StrCat("the study compares targets: name at least two with --targets",
                          skipped.empty() ? "" : StrCat("; ", Join(skipped, "; "))));
  return out;
}

std::string CostText(const study::Cost& cost) {
  std::ostringstream hours;
  hours.precision(3);
  hours << cost.cpu_hours << " CPU hours at most (" << cost.left_cpu_hours
        << " of them still to come)";
  return StrCat(cost.cells, " measurements, ", cost.done, " of them done; ", hours.str());
}

std::string Preface(const study::Settings& settings, const nlohmann::json& data) {
  const nlohmann::json& cut = data["cut"];
  const auto skipped = data["skipped"].get<std::vector<std::string>>();
  std::string out =
      StrCat("# The study on today's frameworks\n\nassay ", kVersion, ", ", settings.size,
             " setting, seed ", settings.seed, "; targets: ", Join(settings.targets, ", "),
             ". All settings: settings.json; all measurements: cells/.\n\n");
  if (!cut.empty())
    out +=
        StrCat("Cut short, whole or in part, by their CPU time of ", settings.measure_cpu_seconds,
               " s: ", Join(cut.get<std::vector<std::string>>(), ", "), ".\n\n");
  for (const nlohmann::json& entry : data["skipped_models"])
    out += StrCat("Left out of ", entry["cell"].get<std::string>(), ": ",
                  entry["model"]["model"].get<std::string>(), ", ",
                  entry["model"]["why"].get<std::string>(), ".\n\n");
  if (!skipped.empty()) out += StrCat("Left out: ", Join(skipped, "; "), ".\n\n");
  return out;
}

void PrintTables(const study::Output& output) {
  for (const study::Chapter& chapter : output.chapters)
    for (const study::Table& table : chapter.tables) std::cout << table.Markdown() << "\n";
}

Result<study::StudyOptions> OptionsOf(const StudyFlags& flags, std::vector<std::string>& skipped) {
  study::StudyOptions out;
  ASSAY_ASSIGN(out.parts, PartsOf(flags.parts, flags.literal));
  ASSAY_ASSIGN(out.targets, TargetsOf(flags, skipped));
  ASSAY_ASSIGN(out.settings, SettingsOf(flags, out.targets, skipped));
  out.folder = flags.out;
  out.jobs = flags.jobs > 0 ? flags.jobs : lab::DefaultJobs();
  out.stop = &WatchForInterrupt();
  return out;
}

Result<int> RunStudyCommand(const StudyFlags& flags) {
  std::vector<std::string> skipped;
  ASSAY_ASSIGN(auto options, OptionsOf(flags, skipped));
  for (const std::string& line : skipped) std::cerr << "assay: left out: " << line << std::endl;
  const study::Cost cost = study::CostOf(options.settings, options.parts, flags.out);
  std::cerr << "assay: " << CostText(cost) << std::endl;
  if (flags.dry_run)
    return flags.json ? PrintJson({{"cost", cost.Json()}, {"skipped", skipped}}) : kDone;
  WatchForInterrupt();
  options.show = [](const std::string& cell, size_t done, size_t all) {
    std::cerr << "[" << done << "/" << all << "] " << cell << std::endl;
  };
  ASSAY_ASSIGN(auto output, study::RunStudy(options));
  output.data["skipped"] = skipped;
  output.data["cost"] = cost.Json();
  ASSAY_ASSIGN(const auto paths,
               study::WriteOutput(flags.out, output, Preface(options.settings, output.data)));
  if (flags.json) {
    nlohmann::json data = output.data;
    data["files"] = paths;
    PrintJson(data);
  } else {
    PrintTables(output);
    std::cout << "written to " << flags.out
              << ": study.md, study.json, tables (.csv), plots (.svg), "
              << "stores of the methods (.db)\n";
  }
  return kDone;
}

}  // namespace

std::function<int()> SetupStudy(App& app) {
  const auto flags = std::make_shared<StudyFlags>();
  app.AddFlag("--quick", flags->quick, "the small setting: about ten minutes of CPU time");
  app.AddFlag("--literal", flags->literal,
              "also the methods and operators as the literature has them, beside our forms");
  app.AddFlag("--dry-run", flags->dry_run, "only say what it would cost");
  app.AddOption("--out", flags->out, "folder for everything; a run with the same folder continues");
  app.AddOption("--seed", flags->seed, "seed of all random choices (default: 1)");
  app.AddOption("--targets", flags->targets,
                StrCat("comma-separated targets (default: ", kFullTargets, "; with --quick: ",
                       kQuickTargets, "); those that are not ready are named and left out"));
  app.AddOption("--time", flags->time, "CPU time of each method: 30s, 10m, 2h");
  app.AddOption("--seeds", flags->seeds, "models that methods mutate, as for assay fuzz");
  app.AddOption("--methods", flags->methods, "only these methods, comma-separated");
  app.AddOption(
      "--models", flags->models,
      "subject models for the single operators: of the zoo, trained, ONNX files or folders");
  app.AddOption("--scale", flags->scale, "multiplies all mutation rounds");
  app.AddOption("--parts", flags->parts,
                "only these: methods, operators, orders, positions, curves, presets, defects, "
                "times, trained, resources, findings");
  app.AddOption("--jobs", flags->jobs, "at the same time (default: cores)");
  app.AddOption("--backend-dir", flags->backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddFlag("--json", flags->json, "print one JSON object at the end");
  const SubcommandRun issues = SetupStudyIssues(app);
  return [flags, issues] {
    return issues.app->chosen() ? issues.run() : ExitCode(RunStudyCommand(*flags));
  };
}

}  // namespace assay::cli
