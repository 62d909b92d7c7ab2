// assay findings retest: replays findings on the versions that are installed now.
#include "life/retest.h"

#include <map>

#include "base/machine.h"
#include "cli/findings/finding_flags.h"
#include "cli/table.h"
#include "lab/choose_targets.h"

namespace assay::cli::findings {
namespace {

constexpr size_t kShownMessage = 90;

struct RetestFlags : FindingFlags {
  std::vector<std::string> ids;
  std::string targets;
  int jobs = lab::DefaultJobs();
};

Result<std::vector<store::FindingRow>> Chosen(const store::Store& store, const RetestFlags& flags) {
  if (flags.ids.empty()) return store.Findings();
  std::vector<store::FindingRow> out;
  for (const std::string& id : flags.ids) {
    ASSAY_ASSIGN(out.emplace_back(), store.Finding(id));
  }
  return out;
}

nlohmann::json OutcomeJson(const life::RetestOutcome& job) {
  return {{"id", job.id},           {"target", job.target},         {"version", job.version},
          {"seen_in", job.seen_in}, {"outcome", job.verdict.event}, {"state", job.verdict.state},
          {"message", job.message}, {"machine", HostMachine()},     {"seen_on", job.seen_on}};
}

Tone ToneOf(const std::string& event) {
  if (event == "fixed") return Tone::kGood;
  if (event == "regressed") return Tone::kBad;
  return event == "still there" ? Tone::kWarning : Tone::kDim;
}

void PrintRetest(const std::vector<life::RetestOutcome>& jobs,
                 const std::map<std::string, int>& counts) {
  Table table({"finding", "seen in", "tested on", "version", "outcome", "what was seen"});
  for (const life::RetestOutcome& job : jobs) {
    const std::string& event = job.verdict.event;
    table.AddRow({job.id, job.seen_in, job.target, job.version,
                  event == "fixed" ? StrCat("fixed in ", job.version) : event,
                  FirstLine(job.message, kShownMessage)},
                 {{4, ToneOf(event)}});
  }
  table.Print(std::cout, StdoutIsTerminal());
  std::vector<std::string> parts;
  for (const auto& [event, count] : counts) parts.push_back(StrCat(count, " ", event));
  std::cout << jobs.size() << " retested: " << (parts.empty() ? "nothing" : Join(parts, ", "))
            << "\n";
}

Result<int> RunRetest(const RetestFlags& flags) {
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.store));
  ASSAY_ASSIGN(const auto rows, Chosen(store, flags));
  Progress progress;
  ASSAY_ASSIGN(
      const auto jobs,
      life::RetestFindings(store, rows,
                           {.backend_dirs = flags.backend_dirs,
                            .targets = flags.targets,
                            .jobs = static_cast<size_t>(flags.jobs),
                            .tell = [&](const std::string& text) { progress.Show(text); }}));
  progress.Clear();
  std::map<std::string, int> counts;
  for (const life::RetestOutcome& job : jobs) ++counts[job.verdict.event];
  if (flags.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const life::RetestOutcome& job : jobs) all.push_back(OutcomeJson(job));
    PrintJson({{"retested", all}, {"counts", counts}});
  } else {
    PrintRetest(jobs, counts);
  }
  return counts.contains("regressed") ? kFindings : kDone;
}

}  // namespace

std::function<int()> SetupRetest(App& app) {
  const auto flags = std::make_shared<RetestFlags>();
  app.AddOption("ids", flags->ids, "findings (default: all of the store)");
  AddFindingFlags(app, *flags, false);
  app.AddOption("--targets", flags->targets,
                "comma-separated targets, such as onnxruntime@1.17.3 (default: the installed "
                "versions from the one that showed it on)");
  app.AddOption("--jobs", flags->jobs, "frameworks tested at the same time").Positive();
  return [flags] { return ExitCode(RunRetest(*flags)); };
}

}  // namespace assay::cli::findings
