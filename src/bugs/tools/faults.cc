#include "bugs/tools/faults.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "base/table_reader.h"
#include "bugs/tools/score.h"
#include "bugs/tools/tool.h"
#include "bugs/tools/tool_report.h"
#include "bugs/tools/workplace.h"
#include "lab/registry.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

// On top of what the tool is given: starting, confirming.
constexpr double kOverheadSeconds = 300;
constexpr const char* kVersion = "1";
// With the colon: a name alone would take the finding's own mode, which is the broken one.
constexpr const char* kUnbroken = "planted:";

Result<Manifestation> ShowsByName(const std::string& name) {
  for (const Manifestation known :
       {Manifestation::kWrongOutput, Manifestation::kException, Manifestation::kCrash})
    if (ManifestationName(known) == name) return known;
  return Invalid(
      StrCat("shows = \"", name, "\": it is \"wrong output\", \"exception\" or \"crash\""));
}

// What does not repeat, or never ends, is told apart by `fuzz`; as a result both are wrong.
bool ShowsAs(const Fault& fault, const ToolFinding& finding) {
  if (finding.manifestation == fault.shows) return true;
  return fault.shows == Manifestation::kWrongOutput && finding.kind == "nondeterministic";
}

Placeholders ValuesFor(const Fault& fault, const std::string& folder, double seconds) {
  return {{{"assay", OwnProgram()},
           {"home", lab::HomeFolder()},
           {"environments", lab::EnvironmentLinks(lab::HomeFolder())},
           {"fault", fault.name},
           {"operators", Join(fault.operators, ",")},
           {"seconds", StrCat(std::max<int64_t>(1, static_cast<int64_t>(seconds)))},
           {"store", folder + "/found.db"},
           {"folder", folder}},
          {}};
}

// Whether the finding is gone on the unbroken worker.
bool GoneWithoutFault(const ToolFinding& finding, const std::string& folder) {
  const auto output = RunPlainly(
      {OwnProgram(), "findings", "retest", finding.id, "--store", folder + "/found.db", "--targets",
       kUnbroken, "--backend-dir", lab::HomeFolder() + "/tests/faults/backends", "--json"},
      {{"ASSAY_HOME", lab::HomeFolder()}}, folder, kOverheadSeconds, "unbroken-");
  if (!output.ok()) return false;
  const nlohmann::json seen = ParseJson(output->out);
  if (!seen.is_object() || !seen.contains("retested") || seen["retested"].empty()) return false;
  const std::string outcome = seen["retested"][0].value("outcome", "");
  return outcome == "not in this mode" || outcome == "not shown" || outcome == "fixed";
}

BugScore ScoreOf(const Tool& tool, const Fault& fault, const SessionOptions& options,
                 std::vector<ToolFinding>& all) {
  BugScore out{.library = kFaultLibrary,
               .id = fault.name,
               .version = kVersion,
               .api = Join(fault.operators, ", ")};
  const std::string folder = options.folder + "/" + fault.name;
  std::error_code failed;
  fs::remove_all(folder, failed);
  fs::create_directories(folder, failed);
  const auto lose = [&](const std::string& why) {
    out.reason = why;
    return out;
  };
  const auto words = Fill(tool.planted, ValuesFor(fault, folder, options.seconds));
  if (!words.ok()) return lose(words.error().message);
  const auto output = RunPlainly(*words, {{"ASSAY_HOME", lab::HomeFolder()}}, folder,
                                 options.seconds + kOverheadSeconds);
  if (!output.ok()) return lose(output.error().message);
  ToolReport told = ReadToolReport(tool, *output, folder + "/found.db");
  out.seconds = output->seconds;
  out.score = told.broken.empty() ? Score::kMissed : Score::kNotRun;
  out.reason = told.broken;
  if (out.reason.empty()) out.reason = StrCat("did not face any failures (", told.effort, ")");
  for (const ToolFinding& finding : told.findings) {
    if (!ShowsAs(fault, finding)) {
      if (told.broken.empty())
        out.reason =
            StrCat(finding.kind, " was found in place of ", ManifestationName(fault.shows));
      continue;
    }
    if (!GoneWithoutFault(finding, folder)) {
      if (told.broken.empty()) out.reason = "what was found shows on the unbroken worker, too";
      continue;
    }
    out.score = Score::kFound;
    out.reason.clear();
    out.finding = finding.id;
    if (finding.seconds >= 0) out.seconds = finding.seconds;
    break;
  }
  all.insert(all.end(), std::make_move_iterator(told.findings.begin()),
             std::make_move_iterator(told.findings.end()));
  return out;
}

}  // namespace

Result<std::vector<Fault>> LoadFaults(const std::string& given) {
  const std::string path = given.empty() ? lab::HomeFolder() + "/bugs/faults/faults.toml" : given;
  ASSAY_ASSIGN(const Toml table, Toml::Load(path));
  std::vector<Fault> out;
  TableReader reader(table, "", "the list of faults");
  for (const Toml& entry : reader.Tables("fault")) {
    Fault fault;
    std::string shows;
    TableReader one(entry, "fault.", "a fault");
    one.Value("name", fault.name);
    one.Texts("operators", fault.operators);
    one.Value("shows", shows);
    ASSAY_RETURN_IF_ERROR(one.Done());
    const auto meaning = ShowsByName(shows);
    if (!meaning.ok()) return entry.Wrong(meaning.error().message);
    fault.shows = *meaning;
    out.push_back(std::move(fault));
  }
  ASSAY_RETURN_IF_ERROR(reader.Done());
  return out;
}

Result<std::vector<Fault>> ChooseFaults(const std::string& name) {
  ASSAY_ASSIGN(std::vector<Fault> all, LoadFaults(""));
  if (name.empty()) return all;
  std::vector<std::string> names;
  for (Fault& fault : all) {
    if (fault.name == name) return std::vector<Fault>{std::move(fault)};
    names.push_back(fault.name);
  }
  const std::string near = Nearest(name, names);
  return Invalid(StrCat(
      "there is no planted fault '", name, "'",
      near.empty() ? "; bugs/faults/faults.toml lists them" : "; did you mean " + near + "?"));
}

Result<std::vector<Bug>> FaultsAsBugs(const std::vector<Fault>& faults) {
  std::vector<Bug> out;
  for (const Fault& fault : faults) {
    Bug bug;
    bug.library = kFaultLibrary;
    bug.id = fault.name;
    bug.row.emplace();
    bug.row->buggy_api = Join(fault.operators, ", ");
    bug.row->buggy_version = kVersion;
    out.push_back(std::move(bug));
  }
  if (out.empty()) return Invalid("there is no planted fault to look for");
  return out;
}

Result<SessionResult> RunOnFaults(const Tool& tool, const std::vector<Fault>& faults,
                                  const SessionOptions& options) {
  if (lab::IsPackage(lab::HomeFolder()))
    return Invalid(
        "planted faults are part of a clone, whose tests build them; a package has none");
  SessionResult out;
  out.tool = tool.name;
  out.library = kFaultLibrary;
  out.version = kVersion;
  ASSAY_ASSIGN(const FileLock lock, ClaimFolder(options.folder));
  for (const Fault& fault : faults) {
    BugScore score{.library = kFaultLibrary,
                   .id = fault.name,
                   .version = kVersion,
                   .api = Join(fault.operators, ", "),
                   .score = Score::kNotSupported,
                   .reason = tool.name + " cannot run the planted worker"};
    if (!tool.planted.empty()) score = ScoreOf(tool, fault, options, out.findings);
    out.seconds += score.seconds;
    if (options.say)
      options.say(StrCat("-> ", fault.name, ": ", ScoreName(score.score),
                         score.reason.empty() ? "" : ": " + score.reason));
    if (options.keep) options.keep(score);
    out.scores.push_back(std::move(score));
  }
  if (options.say) options.say(SumOf(out.scores));
  return out;
}

}  // namespace assay::bugs
