// assay conform: the official ONNX node tests on a target.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "conform/node_tests.h"
#include "conform/run.h"

namespace assay::cli {
namespace {

struct Flags {
  std::string target = "reference";
  std::string filter;
  std::string tests;
  bool json = false;
};

void PrintJson(const conform::Report& report) {
  nlohmann::json failed = nlohmann::json::array(), outside = nlohmann::json::array();
  for (const conform::TestResult& r : report.results) {
    if (!r.passed) failed.push_back({{"name", r.name}, {"reason", r.reason}});
    if (r.outside_bound > 0) outside.push_back({{"name", r.name}, {"elements", r.outside_bound}});
  }
  const nlohmann::json out = {{"target", report.target},
                              {"total", report.results.size()},
                              {"passed", report.passed()},
                              {"failed", failed},
                              {"skipped", nlohmann::json::array()},
                              {"outside_bound", outside},
                              {"evaluate_seconds", report.evaluate_seconds()}};
  std::cout << out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

void PrintTable(const conform::Report& report) {
  for (const conform::TestResult& r : report.results)
    if (!r.passed) std::cout << "FAIL  " << r.name << "\n      " << r.reason << "\n";
  for (const conform::TestResult& r : report.results)
    if (r.passed && r.outside_bound > 0)
      std::cout << "note  " << r.name << ": " << r.outside_bound
                << " stored elements lie outside the certified bound\n";
  const double share =
      100.0 * static_cast<double>(report.passed()) / static_cast<double>(report.results.size());
  std::printf("%s: %zu of %zu node tests pass (%.1f %%)\n", report.target.c_str(), report.passed(),
              report.results.size(), share);
}

int Run(const Flags& flags) {
  if (flags.target != "reference")
    return Fail(
        Invalid(StrCat("there is no target '", flags.target, "'; known targets: reference")));
  const auto dir = conform::FindNodeTests(flags.tests);
  if (!dir.ok()) return Fail(dir.error());
  Progress progress;
  const auto report = conform::RunOnReference(*dir, flags.filter, [&](size_t done, size_t total) {
    progress.Show(StrCat("conform: ", done, " of ", total));
  });
  progress.Clear();
  if (!report.ok()) return Fail(report.error());
  if (flags.json)
    PrintJson(*report);
  else
    PrintTable(*report);
  return report->passed() == report->results.size() ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupConform(CLI::App& app) {
  const auto flags = std::make_shared<Flags>();
  app.add_option("--target", flags->target, "target to test (reference)");
  app.add_option("--filter", flags->filter,
                 "only tests that match this shell pattern, such as 'test_conv*'");
  app.add_option("--tests", flags->tests, "folder of the node tests (default: the installed ones)");
  app.add_flag("--json", flags->json, "print one JSON object");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli
