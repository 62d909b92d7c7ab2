#include "bugs/tools/tool_run.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
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

// For replaying one finding on the fixed version.
constexpr double kReplaySeconds = 900;
// Most models are small already.
constexpr const char* kReduceTime = "60s";

std::string StoreIn(const std::string& folder) { return folder + "/found.db"; }

void AddOnce(std::vector<std::string>& to, const std::vector<std::string>& what) {
  for (const std::string& name : what)
    if (std::ranges::find(to, name) == to.end()) to.push_back(name);
}

}  // namespace

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
           {"environments", lab::EnvironmentLinks(lab::HomeFolder())},
           {"python", environment_ + "/bin/python"},
           {"environment", environment_},
           {"library", library_},
           {"framework", FrameworkOf(library_)},
           {"version", version_},
           {"apis", Join(apis, ",")},
           {"operators", Join(operators, ",")},
           {"seconds", StrCat(std::max<int64_t>(1, seconds))},
           {"store", StoreIn(folder)},
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
                                const std::string& folder, const std::string& name) const {
  const Placeholders values = Values(aims, folder);
  ASSAY_ASSIGN(const std::vector<std::string> words, Fill(command, values));
  const double limit = options_.seconds * static_cast<double>(aims.size()) + tool_.grace_seconds;
  if (!tool_.sandbox) return RunPlainly(words, Variables(environment_), folder, limit, name);
  std::vector<std::string> readable{options_.folder};
  ASSAY_ASSIGN(auto places, Fill(tool_.readable, values));
  places.push_back(environment_);
  for (const std::string& place : places) {
    // An environment brings the Python that it is made of. Commands may name it by a link to it.
    const auto parts = program::PythonFolders(place);
    if (parts.ok()) readable.insert(readable.end(), parts->begin(), parts->end());
    if (!parts.ok() || std::filesystem::is_symlink(place)) readable.push_back(place);
  }
  ASSAY_ASSIGN(Output out,
               RunBoxed(words, Variables(environment_), readable, limit, options_.run.unsafe));
  ASSAY_RETURN_IF_ERROR(WriteFile(StrCat(folder, "/", name, "stdout.txt"), out.out));
  ASSAY_RETURN_IF_ERROR(WriteFile(StrCat(folder, "/", name, "stderr.txt"), out.err));
  return out;
}

Result<ToolRun::Heard> ToolRun::Start(const std::vector<const GroundTruth*>& aims,
                                      const std::string& folder) const {
  std::error_code failed;
  fs::remove_all(folder, failed);
  fs::create_directories(folder, failed);
  if (failed) return Invalid(StrCat(folder, ": ", failed.message()));
  ASSAY_ASSIGN(Output output, Command(tool_.command, aims, folder, ""));
  const double seconds = output.seconds;
  if (!tool_.afterwards.empty() && (output.exit_code == 0 || output.exit_code == 1)) {
    ASSAY_ASSIGN(const Output after, Command(tool_.afterwards, aims, folder, "afterwards-"));
    // What fails afterwards spoils the whole.
    if (after.exit_code != 0 && after.exit_code != 1) {
      output.exit_code = after.exit_code;
      output.signal = after.signal;
      output.timed_out = after.timed_out;
      output.err = after.err;
    }
  }
  return Heard{ReadToolReport(tool_, output, StoreIn(folder)), seconds};
}

std::string ToolRun::FoundAgain(const Bug& bug, const std::string& environment,
                                const std::string& folder) const {
  constexpr const char* kUntried = "the fixed version could not be tried: ";
  const GroundTruth truth = TruthOf(bug);
  const ToolRun other(tool_, options_, library_, version_, environment);
  const auto heard = other.Start({&truth}, folder);
  if (!heard.ok()) return kUntried + heard.error().message;
  for (const ToolFinding& finding : heard->told.findings)
    if (Match(truth, finding).same) return "it matches, but is found in the fixed version, too";
  // A tool that did not work there has not shown that it is gone.
  if (!heard->told.broken.empty()) return kUntried + heard->told.broken;
  if (!heard->told.refused.empty()) return kUntried + heard->told.refused;
  return "";
}

std::string ToolRun::OtherBug(const Bug& bug, const ToolFinding& finding,
                              const std::string& folder) const {
  // Without what does not matter: a second node may fail in the fixed version for its own reasons.
  const auto reduced = RunPlainly({OwnProgram(), "reduce", finding.id, "--store", StoreIn(folder),
                                   "--time", kReduceTime, "--json"},
                                  Variables(environment_), folder, kReplaySeconds,
                                  StrCat("reduce-", finding.id, "-"));
  if (!reduced.ok()) return "it could not be reduced: " + FirstLine(reduced.error().message);
  const auto model = SmallestModel(StoreIn(folder), finding.id);
  if (!model.ok()) return FirstLine(model.error().message);
  return OtherTrigger(bug, *model);
}

std::string ToolRun::DoubtOf(const Bug& bug, const ToolFinding& finding,
                             const std::string& folder) const {
  if (tool_.report == ReportForm::kModels)
    if (const std::string other = OtherBug(bug, finding, folder); !other.empty()) return other;
  const auto fixed = FixedEnvironment(bug, tool_, options_.run);
  if (!fixed.ok()) return "the fixed version is not available: " + FirstLine(fixed.error().message);
  if (fixed->empty()) return "";
  if (tool_.report == ReportForm::kLines) return FoundAgain(bug, *fixed, folder + "-fixed");
  const auto output = RunPlainly(
      {OwnProgram(), "findings", "retest", finding.id, "--store", StoreIn(folder), "--json"},
      Variables(*fixed), folder, kReplaySeconds, StrCat("fixed-", finding.id, "-"));
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
