// assay targets: what can be tested on this machine, and why not the rest. `assay targets add`
// makes environments, of another version, too.
#include <array>

#include "cli/command.h"
#include "cli/table.h"
#include "graph/text.h"
#include "lab/lab.h"
#include "lab/registry.h"
#include "oracle/check.h"
#include "triage/case_bytes.h"
#include "triage/classify/classify.h"

namespace assay::cli {
namespace {

struct TargetsFlags {
  std::vector<std::string> backend_dirs;
  std::vector<std::string> words;  // add NAME…
  bool probe = false;
  bool yes = false;
  bool json = false;
};

// The worker's own word, for versions that no package tells and for `--probe`.
void Probe(lab::Lab& lab, lab::Target& target) {
  const auto hello = lab.Ask(target);
  if (hello.ok()) {
    target.version = hello->version;
    target.device = hello->device;
    return;
  }
  target.ready = false;
  target.reason = hello.error().message;
  target.fix = "assay doctor";
}

void PrintTargetsJson(const std::vector<lab::Target>& targets) {
  nlohmann::json out = nlohmann::json::array();
  for (const lab::Target& t : targets)
    out.push_back(ASSAY_FIELDS(t, name, framework, version, device, mode, ready, reason, fix));
  PrintJson(out);
}

void PrintTargetsTable(const std::vector<lab::Target>& targets) {
  Table table({"target", "version", "device", "ready", "why not, and how to fix it"});
  size_t ready = 0;
  for (const lab::Target& t : targets) {
    if (t.ready) ++ready;
    table.AddRow({t.name, t.version, t.device, t.ready ? "yes" : "no",
                  t.ready ? "" : StrCat(t.reason, t.fix.empty() ? "" : StrCat("; ", t.fix))},
                 {{3, t.ready ? Tone::kGood : Tone::kDim}});
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << ready << " of " << targets.size() << " targets are ready\n";
}

// What a word of `assay targets add` means: a framework, one of its versions, or an environment.
Result<lab::WantedEnvironment> WantedByWord(const std::string& word,
                                            const lab::Registry& registry) {
  const std::string framework = word.substr(0, word.find('@'));
  const std::string version =
      word.find('@') == std::string::npos ? "" : word.substr(word.find('@') + 1);
  const lab::Manifest* manifest = registry.FindManifest(framework);
  const bool plain =
      word.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz.+-_@") == std::string::npos;
  if (plain && manifest != nullptr && !manifest->environment.empty())
    return lab::WantedEnvironment{.name = version.empty() ? manifest->environment : word,
                                  .locked = manifest->environment,
                                  .framework = framework,
                                  .package = manifest->package,
                                  .version = version};
  const lab::WantedEnvironment environment = lab::LockedEnvironment(word);
  if (plain && lab::IsDescribed(lab::HomeFolder(), environment)) return environment;
  return Invalid(StrCat("'", word,
                        "' cannot be added: write FRAMEWORK or FRAMEWORK@VERSION with a framework "
                        "of `assay targets` that has an environment, or the name of one"));
}

// Whether the first mode of the framework runs a model; an environment may be there and of no use.
Status TryOut(const std::string& word, const std::vector<std::string>& backend_dirs) {
  ASSAY_ASSIGN(const auto registry, lab::Registry::Load(backend_dirs));
  const lab::Manifest* manifest = registry.FindManifest(word.substr(0, word.find('@')));
  if (manifest == nullptr || manifest->modes.empty()) return {};  // an environment without targets
  const std::string& mode = manifest->modes.front().name;
  ASSAY_ASSIGN(const lab::Target target, registry.Find(mode.empty() ? word : word + ":" + mode));
  if (!target.ready) return Invalid(StrCat(word, " cannot be used: ", target.reason));
  ASSAY_ASSIGN(Model model, ParseModelText("model ir=8 opset=13\n"
                                           "graph (x: float32[2]) -> (y: float32[2]) "
                                           "{ y = Add(x, x) }"));
  const ModelCase model_case{std::move(model),
                             {Datum(MakeTensor(DType::kFloat32, {2}, std::array{1.0, 2.5}))}};
  ASSAY_ASSIGN(const oracle::Subject subject, triage::MakeSubject(model_case));
  lab::Lab lab;
  const lab::Observation seen = lab.Run(target, oracle::PlainRequest(subject));
  if (seen.ok()) return {};
  return Invalid(StrCat(word, " was made, but does not run a model: ", seen.message));
}

// What the study of high-priority defects would call it, behind the message.
Status Classified(const char* kind, Status status) {
  if (status.ok()) return status;
  const Error& error = status.error();
  const triage::Classification found =
      triage::Classify({.kind = kind, .stage = "load", .message = error.message});
  return Error{error.kind, StrCat(error.message, " (class ", found.study.id, ": ",
                                  found.study.description, ")")};
}

Result<int> Add(const TargetsFlags& flags) {
  if (flags.words.size() < 2)
    return Invalid("name what to add, such as: assay targets add onnxruntime@1.17.3");
  ASSAY_ASSIGN(const auto registry, lab::Registry::Load(flags.backend_dirs));
  for (size_t i = 1; i < flags.words.size(); ++i) {
    ASSAY_ASSIGN(const auto wanted, WantedByWord(flags.words[i], registry));
    ASSAY_RETURN_IF_ERROR(Classified("install", lab::MakeEnvironment(lab::HomeFolder(), wanted)));
    ASSAY_RETURN_IF_ERROR(Classified("rejected", TryOut(flags.words[i], flags.backend_dirs)));
    std::cerr << "assay: " << flags.words[i] << " is ready" << std::endl;
  }
  return kDone;
}

Result<int> RunTargets(const TargetsFlags& flags) {
  if (!flags.words.empty()) {
    if (flags.words[0] == "add") return Add(flags);
    return Invalid(StrCat("assay targets knows no '", flags.words[0], "'; did you mean add?"));
  }
  ASSAY_ASSIGN(const auto registry, lab::Registry::Load(flags.backend_dirs));
  std::vector<lab::Target> targets = registry.targets();
  lab::Lab lab;
  Progress progress;
  for (lab::Target& target : targets) {
    if (!target.ready || !(flags.probe || target.version.empty())) continue;
    progress.Show(StrCat("targets: asking ", target.name));
    Probe(lab, target);
  }
  progress.Clear();
  if (flags.json)
    PrintTargetsJson(targets);
  else
    PrintTargetsTable(targets);
  return kDone;
}

}  // namespace

std::function<int()> SetupTargets(App& app) {
  const auto flags = std::make_shared<TargetsFlags>();
  app.AddOption("action", flags->words,
                "add FRAMEWORK…: make its environment; FRAMEWORK@VERSION: one for another version")
      .Expect(0, -1);
  app.AddOption("--backend-dir", flags->backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddFlag("--yes", flags->yes, "download without asking (for scripts; it never asks anyway)");
  app.AddFlag("--probe", flags->probe, "start every worker instead of trusting what is installed");
  app.AddFlag("--json", flags->json, "print a JSON list");
  return [flags] { return ExitCode(RunTargets(*flags)); };
}

}  // namespace assay::cli
