#include "bugs/tools/tool_run.h"

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "base/strings.h"
#include "bugs/tools/frontport.h"
#include "bugs/tools/match.h"
#include "lab/registry.h"
#include "program/sandbox.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Starting a framework, asking what it supports, confirming and reducing come on top of what a
// tool was given.
constexpr double kOverheadSeconds = 900;
constexpr size_t kShown = 160;

void AddOnce(std::vector<std::string>& to, const std::vector<std::string>& what) {
  for (const std::string& name : what)
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
}

}  // namespace

std::string FirstLine(const std::string& text) {
  for (const std::string& line : Split(text, '\n'))
    if (!line.empty()) return line.substr(0, kShown);
  return "";
}

Placeholders ToolRun::Values(const std::vector<const GroundTruth*>& aims,
                             const std::string& folder) const {
  std::vector<std::string> apis, operators;
  for (const GroundTruth* aim : aims) {
    AddOnce(apis, aim->apis);
    AddOnce(operators, aim->operators);
  }
  const auto count = static_cast<double>(std::max<size_t>(1, aims.size()));
  const auto seconds = static_cast<int64_t>(options_.seconds * count);
  return {{{"assay", OwnProgram()},
           {"home", lab::HomeFolder()},
           {"python", environment_ + "/bin/python"},
           {"environment", environment_},
           {"library", library_},
           {"framework", FrameworkOf(library_)},
           {"version", version_},
           {"apis", Join(apis, ",")},
           {"operators", Join(operators, ",")},
           {"seconds", StrCat(std::max<int64_t>(1, seconds))},
           {"store", folder + "/found.db"},
           {"folder", options_.folder}},
          {{"each-api", apis}, {"each-operator", operators}}};
}

std::map<std::string, std::string> ToolRun::Variables(const std::string& environment) const {
  return {{"ASSAY_ENVIRONMENT_FOLDERS", StrCat(FrameworkOf(library_), "=", environment)},
          {"ASSAY_HOME", lab::HomeFolder()},
          {"ASSAY_BUGS_FOLDER", options_.folder},
          {"ASSAY_BUGS_PYTHON", environment + "/bin/python"},
          {"ASSAY_BUGS_LIBRARY", library_},
          {"ASSAY_BUGS_VERSION", version_},
          {"ASSAY_BUGS_SECONDS", StrCat(options_.seconds)}};
}

std::string ToolRun::Missing() const {
  for (const std::string& need : tool_.needs) {
    const auto words = Fill({need}, Values({}, ""));
    const std::string path = words.ok() && !words->empty() ? words->front() : need;
    if (!fs::exists(path)) return path;
  }
  return "";
}

Result<Output> ToolRun::Command(const std::vector<std::string>& command,
                                const std::vector<const GroundTruth*>& aims,
                                const std::string& folder) const {
  const Placeholders values = Values(aims, folder);
  ASSAY_ASSIGN(const std::vector<std::string> words, Fill(command, values));
  const double limit = options_.seconds * static_cast<double>(aims.size()) + kOverheadSeconds;
  if (!tool_.sandbox) return RunPlainly(words, Variables(environment_), folder, limit);
  ASSAY_ASSIGN(std::vector<std::string> readable, program::PythonFolders(environment_));
  readable.push_back(options_.folder);
  ASSAY_ASSIGN(const auto more, Fill(tool_.readable, values));
  for (const std::string& place : more) {
    // An environment brings the Python that it is made of.
    if (const auto parts = program::PythonFolders(place); parts.ok())
      readable.insert(readable.end(), parts->begin(), parts->end());
    else
      readable.push_back(place);
  }
  return RunBoxed(words, Variables(environment_), readable, limit, options_.run.unsafe);
}

Result<Output> ToolRun::Start(const std::vector<const GroundTruth*>& aims,
                              const std::string& folder) const {
  std::error_code failed;
  fs::remove_all(folder, failed);
  fs::create_directories(folder, failed);
  if (failed) return Invalid(StrCat(folder, ": ", failed.message()));
  ASSAY_ASSIGN(Output output, Command(tool_.command, aims, folder));
  if (tool_.afterwards.empty() || output.exit_code == 2) return output;
  ASSAY_ASSIGN(const Output after, Command(tool_.afterwards, aims, folder));
  output.seconds += after.seconds;
  return output;
}

Result<std::vector<ToolFinding>> ToolRun::Read(const Output& output,
                                               const std::string& folder) const {
  switch (tool_.report) {
    case ReportForm::kModels:
      return ReadModels(folder + "/found.db");
    case ReportForm::kPrograms:
      return ReadPrograms(output.out);
    case ReportForm::kLines:
      break;
  }
  return ReadLines(output.out);
}

std::string ToolRun::FoundAgain(const Bug& bug, const std::string& environment,
                                const std::string& folder) const {
  const GroundTruth truth = TruthOf(bug);
  const ToolRun other(tool_, options_, library_, version_, environment);
  const auto output = other.Start({&truth}, folder);
  if (!output.ok()) return "the fixed version could not be tried: " + output.error().message;
  const auto findings = other.Read(*output, folder);
  if (!findings.ok()) return "the fixed version could not be tried: " + findings.error().message;
  for (const ToolFinding& finding : *findings)
    if (Match(truth, finding).same) return "it matches, but is found in the fixed version, too";
  return "";
}

std::string ToolRun::DoubtOf(const Bug& bug, const ToolFinding& finding,
                             const std::string& folder) const {
  const auto fixed = FixedEnvironment(bug, tool_, options_.run);
  if (!fixed.ok()) return "the fixed version cannot be had: " + FirstLine(fixed.error().message);
  if (fixed->empty()) return "";
  if (tool_.report == ReportForm::kLines) return FoundAgain(bug, *fixed, folder + "-fixed");
  const auto output = RunPlainly(
      {OwnProgram(), "findings", "retest", finding.id, "--store", folder + "/found.db", "--json"},
      Variables(*fixed), folder, kOverheadSeconds);
  if (!output.ok()) return "the fixed version could not be tried: " + output.error().message;
  const json seen = ParseJson(output->out);
  if (!seen.is_object() || !seen.contains("retested") || seen["retested"].empty())
    return "the fixed version could not be tried: " + FirstLine(output->err);
  const std::string outcome = seen["retested"][0].value("outcome", "");
  // With and without a patch the version is the same: what is right then is "not shown".
  if (outcome == "fixed" || (IsFrontported(bug) && outcome == "not shown")) return "";
  return StrCat("it matches, but on the fixed version: ", outcome.empty() ? "no answer" : outcome);
}

}  // namespace assay::bugs
