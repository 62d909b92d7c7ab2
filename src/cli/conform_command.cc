// assay conform: the official ONNX node tests on a target.
#include "cli/command.h"
#include "cli/version.h"
#include "conform/kept.h"
#include "conform/node_tests.h"
#include "conform/run.h"
#include "lab/choose_targets.h"
#include "store/store.h"

namespace assay::cli {
namespace {

struct ConformFlags {
  std::string target = "reference";
  std::string filter;
  std::string tests;
  std::string store;
  std::vector<std::string> backend_dirs;
  int jobs = 0;
  bool json = false;
};

void PrintConformJson(const conform::Report& report) {
  nlohmann::json failed = nlohmann::json::array(), outside = nlohmann::json::array(),
                 unsupported = nlohmann::json::array();
  for (const conform::TestResult& r : report.results) {
    const nlohmann::json entry = {{"name", r.name}, {"status", r.status}, {"reason", r.reason}};
    if (!r.passed) (r.unsupported ? unsupported : failed).push_back(entry);
    if (r.outside_bound > 0) outside.push_back({{"name", r.name}, {"elements", r.outside_bound}});
  }
  const nlohmann::json out = {{"target", report.target},
                              {"total", report.results.size()},
                              {"passed", report.passed()},
                              {"failed", failed},
                              {"skipped", unsupported},
                              {"outside_bound", outside},
                              {"evaluate_seconds", report.evaluate_seconds()}};
  PrintJson(out);
}

void PrintConformTable(const conform::Report& report) {
  for (const conform::TestResult& r : report.results)
    if (!r.passed)
      std::cout << (r.unsupported ? "gap   " : "FAIL  ") << r.name << "\n      "
                << r.reason.substr(0, std::min<size_t>(r.reason.find('\n'), 160)) << "\n";
  for (const conform::TestResult& r : report.results)
    if (r.passed && r.outside_bound > 0)
      std::cout << "note  " << r.name << ": " << r.outside_bound
                << " stored elements lie outside the certified bound\n";
  const double share =
      100.0 * static_cast<double>(report.passed()) / static_cast<double>(report.results.size());
  const size_t unsupported = report.unsupported();
  std::printf("%s: %zu of %zu node tests pass (%.1f %%), %zu unsupported, %zu fail\n",
              report.target.c_str(), report.passed(), report.results.size(), share, unsupported,
              report.results.size() - report.passed() - unsupported);
}

// What was measured, and of which version.
struct Measured {
  conform::Report report;
  std::string version = kVersion, device = "cpu";
};

Result<Measured> RunTests(const ConformFlags& flags, Progress& progress) {
  const auto show = [&](size_t done, size_t total) {
    progress.Show(StrCat("conform ", flags.target, ": ", done, " of ", total));
  };
  if (flags.tests.empty() && !conform::FindNodeTests("").ok())
    ASSAY_RETURN_IF_ERROR(
        lab::EnsureEnvironment(lab::HomeFolder(), lab::LockedEnvironment("onnx-conformance")));
  ASSAY_ASSIGN(const std::string dir, conform::FindNodeTests(flags.tests));
  Measured out;
  if (flags.target == "reference") {
    ASSAY_ASSIGN(out.report, conform::RunOnReference(dir, flags.filter, show));
    return out;
  }
  ASSAY_ASSIGN(const lab::TargetChoice choice,
               lab::ChooseTargets(flags.target, flags.backend_dirs));
  if (choice.targets.size() != 1) return Invalid("--target takes one target");
  lab::Lab lab;
  out.version = choice.targets[0].version;
  out.device = choice.targets[0].device;
  ASSAY_ASSIGN(out.report,
               conform::RunOnTarget(dir, flags.filter, choice.targets[0], lab,
                                    flags.jobs > 0 ? flags.jobs : lab::DefaultJobs(), show));
  return out;
}

// For the dashboard's table of operators and targets.
Status KeepConform(const Measured& measured, const std::string& path) {
  ASSAY_ASSIGN(store::Store store, store::Store::Open(path));
  ASSAY_ASSIGN(const auto documents, store.Documents(conform::kDocumentKind));
  nlohmann::json before;
  for (const store::DocumentRow& row : documents)
    if (row.name == measured.report.target) before = ParseJson(row.json);
  const nlohmann::json kept =
      conform::KeptJson(measured.report, measured.version, measured.device, before);
  return store.KeepDocument(conform::kDocumentKind, measured.report.target,
                            kept.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Result<int> RunConform(const ConformFlags& flags) {
  Progress progress;
  ASSAY_ASSIGN(const auto measured, RunTests(flags, progress));
  progress.Clear();
  if (!flags.store.empty()) ASSAY_RETURN_IF_ERROR(KeepConform(measured, flags.store));
  const conform::Report& report = measured.report;
  if (flags.json)
    PrintConformJson(report);
  else
    PrintConformTable(report);
  return report.passed() == report.results.size() ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupConform(App& app) {
  const auto flags = std::make_shared<ConformFlags>();
  app.AddOption("--target", flags->target, "target to test (default: reference)");
  app.AddOption("--filter", flags->filter,
                "only tests that match this shell pattern, such as 'test_conv*'");
  app.AddOption("--tests", flags->tests, "folder of the node tests (default: the installed ones)");
  app.AddOption("--store", flags->store,
                "keep the results in this store, for the dashboard's table of operators");
  app.AddOption("--backend-dir", flags->backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddOption("--jobs", flags->jobs, "workers at the same time (default: cores)");
  app.AddFlag("--json", flags->json, "print one JSON object");
  return [flags] { return ExitCode(RunConform(*flags)); };
}

}  // namespace assay::cli
