// assay conform: the official ONNX node tests on a target.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/targets.h"
#include "cli/terminal.h"
#include "conform/node_tests.h"
#include "conform/run.h"

namespace assay::cli {
namespace {

struct Flags {
  std::string target = "reference";
  std::string filter;
  std::string tests;
  std::vector<std::string> backend_dirs;
  int jobs = 0;
  bool json = false;
};

void PrintJson(const conform::Report& report) {
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
  std::cout << out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

void PrintTable(const conform::Report& report) {
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

Result<conform::Report> RunTests(const Flags& flags, Progress& progress) {
  const auto show = [&](size_t done, size_t total) {
    progress.Show(StrCat("conform ", flags.target, ": ", done, " of ", total));
  };
  ASSAY_ASSIGN(const std::string dir, conform::FindNodeTests(flags.tests));
  if (flags.target == "reference") return conform::RunOnReference(dir, flags.filter, show);
  ASSAY_ASSIGN(const TargetChoice choice, ChooseTargets(flags.target, flags.backend_dirs));
  if (choice.targets.size() != 1) return Invalid("--target takes one target");
  lab::Lab lab;
  return conform::RunOnTarget(dir, flags.filter, choice.targets[0], lab,
                              flags.jobs > 0 ? flags.jobs : DefaultJobs(), show);
}

int Run(const Flags& flags) {
  Progress progress;
  const auto report = RunTests(flags, progress);
  progress.Clear();
  if (!report.ok()) return Fail(report.error());
  if (flags.json)
    PrintJson(*report);
  else
    PrintTable(*report);
  return report->passed() == report->results.size() ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupConform(App& app) {
  const auto flags = std::make_shared<Flags>();
  app.AddOption("--target", flags->target, "target to test (default: reference)");
  app.AddOption("--filter", flags->filter,
                "only tests that match this shell pattern, such as 'test_conv*'");
  app.AddOption("--tests", flags->tests, "folder of the node tests (default: the installed ones)");
  app.AddOption("--backend-dir", flags->backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddOption("--jobs", flags->jobs, "workers at once (default: cores)");
  app.AddFlag("--json", flags->json, "print one JSON object");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli
