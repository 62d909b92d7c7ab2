// assay doctor: what works on this machine, what does not, and the command that fixes it.
#include <unistd.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/folders.h"
#include "cli/command.h"
#include "cli/table.h"
#include "conform/node_tests.h"
#include "graph/text.h"
#include "lab/environments.h"
#include "lab/lab.h"
#include "lab/registry.h"
#include "lab/run_script.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "oracle/check.h"
#include "program/sandbox.h"
#include "program/sandbox/box.h"
#include "triage/classify/classify.h"
#include "web/embedded.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

// One line of `assay doctor`.
struct DoctorFinding {
  std::string what;
  bool good = false;
  std::string detail, fix;
  std::string study;  // type of the study's taxonomy, of a target that was tried and fails
};

DoctorFinding HomeFinding(const std::string& home) {
  return {"home", true, StrCat(home, lab::IsPackage(home) ? " (a package)" : " (a clone)"), ""};
}

// The nearest folder that is there decides whether more can be made.
DoctorFinding CacheFinding() {
  const std::string cache = CacheFolder();
  fs::path there = cache;
  std::error_code failed;
  while (!fs::exists(there, failed) && there.has_relative_path()) there = there.parent_path();
  const bool good = access(there.c_str(), W_OK) == 0;
  const auto space = fs::space(there, failed);
  const std::string room = failed ? "" : StrCat(", ", space.available / 1'000'000'000, " GB free");
  return {"cache", good, good ? cache + room : cache + " cannot be written",
          "XDG_CACHE_HOME names another folder"};
}

DoctorFinding PythonFinding(const std::string& home) {
  const lab::ScriptOutput found = lab::ReadScript({home + "/scripts/find-python"});
  std::string said = found.text.substr(0, found.text.find('\n'));
  if (found.code == 0) return {"Python for environments", true, std::move(said), ""};
  if (said.empty()) said = home + "/scripts/find-python does not run";
  return {"Python for environments", false, std::move(said),
          "install Python 3.11, 3.12 or 3.13 with its venv module (Debian: python3-venv)"};
}

DoctorFinding EnvironmentFinding(const std::string& home, const std::string& name) {
  const std::string folder = lab::EnvironmentFolder(home, name);
  std::error_code failed;
  if (fs::exists(folder + "/bin/python", failed))
    return {"environment " + name, true, fs::canonical(folder, failed), ""};
  const int megabytes = lab::DownloadMegabytes(home, name);
  return {"environment " + name, false,
          StrCat("not made", megabytes > 0 ? StrCat(" (about ", megabytes, " MB)") : ""),
          lab::AddCommand(lab::LockedEnvironment(name))};
}

// Home, cache, the Python that makes environments, each environment that targets need, the
// dashboard's pages: what was found where.
std::vector<DoctorFinding> ExaminePlaces(const lab::Registry& registry) {
  const std::string home = lab::HomeFolder();
  std::vector<DoctorFinding> out = {HomeFinding(home), CacheFinding(), PythonFinding(home)};
  std::set<std::string> environments = {"onnx-conformance"};
  for (const lab::Target& target : registry.targets())
    if (!target.manifest->environment.empty()) environments.insert(target.manifest->environment);
  for (const std::string& name : environments) out.push_back(EnvironmentFinding(home, name));
  out.push_back({"dashboard's pages", web::HasPages(),
                 web::HasPages() ? StrCat(web::EmbeddedFiles().size(), " files in the program")
                                 : "built without npm: assay serve shows a plain page",
                 "scripts/setup, then build again"});
  return out;
}

// A path fits in full; the message of a framework need not.
constexpr size_t kDetail = 160;

struct DoctorFlags {
  std::vector<std::string> backend_dirs;
  bool json = false;
};

// Y = max(X, 0) + X on numbers that every type of arithmetic gets right; OpenCV, too, takes such a
// model.
constexpr const char* kSmokeModel = R"(
model ir=8 opset=13
graph smoke (X: float32[1,4]) -> (Y: float32[1,4]) {
  T = Relu(X)
  Y = Add(T, X)
}
)";

Result<oracle::Subject> SmokeSubject() {
  oracle::Subject out;
  ASSAY_ASSIGN(out.model, ParseModelText(kSmokeModel));
  ASSAY_RETURN_IF_ERROR(ops::InferTypes(out.model));
  ASSAY_ASSIGN(out.bytes, onnxio::SerializeModel(out.model));
  const double values[] = {1, -2, 0.5, 3};
  out.inputs = {MakeTensor(DType::kFloat32, {1, 4}, values)};
  return out;
}

DoctorFinding TryTarget(const lab::Target& target, const oracle::Subject& subject,
                        const oracle::Truth& truth, lab::Lab& lab) {
  DoctorFinding out;
  out.what = "target " + target.name;
  if (!target.ready) return {out.what, false, target.reason, target.fix};
  const oracle::TargetResult result = oracle::CheckTarget(subject, truth, target, lab, {});
  out.good = result.status == oracle::CaseStatus::kOk;
  out.detail = out.good ? StrCat(result.version, " on ", result.device)
                        : StrCat(CaseStatusName(result.status), ": ", result.message);
  if (!out.good)
    out.fix = target.manifest->environment.empty()
                  ? "assay targets --probe"
                  : lab::RenewCommand(lab::HomeFolder(), target.manifest->environment);
  if (!out.good)
    out.study = triage::Classify({.kind = std::string(CaseStatusName(result.status)),
                                  .stage = "load",
                                  .message = result.message})
                    .study.id;
  return out;
}

DoctorFinding TrySandbox() {
  const program::SandboxProbe& probe = program::ProbeSandbox();
  const bool full = probe.strength <= program::SandboxStrength::kNamespaces;
  return {"sandbox for programs", full,
          StrCat(SandboxStrengthName(probe.strength),
                 probe.strength == program::SandboxStrength::kBubblewrap
                     ? StrCat(" (", program::FindBubblewrap(), ")")
                     : "",
                 probe.detail.empty() ? "" : ": ", probe.detail),
          probe.fix};
}

std::vector<DoctorFinding> Examine(const lab::Registry& registry) {
  std::vector<DoctorFinding> out = ExaminePlaces(registry);
  out.push_back(TrySandbox());
  const auto tests = conform::FindNodeTests("");
  out.push_back({"ONNX node tests", tests.ok(), tests.ok() ? *tests : tests.error().message,
                 tests.ok() ? "" : "assay targets add onnx-conformance"});
  const auto subject = SmokeSubject();
  const auto truth =
      subject.ok() ? oracle::ComputeTruth(*subject) : Result<oracle::Truth>(subject.error());
  out.push_back(
      {"certified reference", truth.ok(), truth.ok() ? "evaluates" : truth.error().message, ""});
  if (!truth.ok()) return out;
  lab::Lab lab;
  Progress progress;
  for (const lab::Target& target : registry.targets()) {
    progress.Show(StrCat("doctor: trying ", target.name));
    out.push_back(TryTarget(target, *subject, *truth, lab));
  }
  return out;
}

void PrintDoctor(const std::vector<DoctorFinding>& findings) {
  Table table({"what", "works", "detail", "how to fix it"});
  for (const DoctorFinding& f : findings)
    table.AddRow({f.what, f.good ? "yes" : "no", f.detail.substr(0, kDetail), f.good ? "" : f.fix},
                 {{1, f.good ? Tone::kGood : Tone::kWarning}});
  table.Print(std::cout, StdoutIsTerminal());
}

Result<int> RunDoctor(const DoctorFlags& flags) {
  ASSAY_ASSIGN(const auto registry, lab::Registry::Load(flags.backend_dirs));
  const std::vector<DoctorFinding> findings = Examine(registry);
  if (!flags.json) {
    PrintDoctor(findings);
    return kDone;
  }
  nlohmann::json out = nlohmann::json::array();
  for (const DoctorFinding& f : findings)
    out.push_back({{"what", f.what},
                   {"works", f.good},
                   {"detail", f.detail},
                   {"fix", f.fix},
                   {"class", f.study}});
  return PrintJson(out);
}

}  // namespace

std::function<int()> SetupDoctor(App& app) {
  const auto flags = std::make_shared<DoctorFlags>();
  app.AddOption("--backend-dir", flags->backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddFlag("--json", flags->json, "print a JSON list");
  return [flags] { return ExitCode(RunDoctor(*flags)); };
}

}  // namespace assay::cli
