// assay reduce: the smallest and plainest case that still shows a finding.
#include "base/interrupted.h"
#include "casebook/records.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/findings/finding_flags.h"
#include "graph/text.h"
#include "lab/choose_targets.h"
#include "life/by_program.h"
#include "life/claim.h"
#include "life/reduce.h"

namespace assay::cli {
namespace {

struct ReduceFlags {
  findings::FindingFlags finding;
  int jobs = 0;
  std::string time = "5m";
};

Result<int> ReduceProgram(const ReduceFlags& flags, store::Store& store, store::FindingRow row,
                          const casebook::ProgramFinding& finding, double seconds) {
  WatchForInterrupt();
  Progress progress;
  casebook::ReduceOptions options;
  options.seconds = seconds;
  options.should_stop = Interrupted;
  options.on_progress = [&](const casebook::Cut& best, size_t tries, std::string_view pass) {
    progress.Show(StrCat(row.id, ": ", pass, ", ", best.text.size(), " bytes, ", tries, " tries"));
  };
  ASSAY_ASSIGN(const auto reduced, life::ReduceByProgram(store, row, finding, options));
  progress.Clear();
  if (flags.finding.json)
    return PrintJson(With(ASSAY_FIELDS(reduced, statements, original_statements, bytes,
                                       original_bytes, tries, complete),
                          {{"id", row.id}, {"program", reduced.cut.text}}));
  std::cout << row.id << ": " << reduced.original_statements << " -> " << reduced.statements
            << " statements, " << reduced.original_bytes << " -> " << reduced.bytes << " bytes, "
            << reduced.tries << " tries"
            << (reduced.complete ? "" : "; cut short, the best so far is kept") << "\n"
            << "  same failure  " << finding.seen.Text() << "\n\n"
            << reduced.cut.text;
  return kDone;
}

void PrintReduce(const std::string& id, const reduce::Reduced& reduced) {
  const Model& model = reduced.model_case.model;
  std::cout << id << ": " << reduced.original_nodes << " -> " << model.graph.node_count()
            << " nodes, " << reduced.tries << " tries in "
            << static_cast<int>(reduced.seconds + 0.5) << " s"
            << (reduced.complete ? "" : "; cut short, the best so far is kept") << "\n"
            << "  same failure  " << reduce::LockedOn(reduced.symptom) << "\n";
  if (reduced.opset_low < reduced.opset_high)
    std::cout << "  opsets        " << reduced.opset_low << " to " << reduced.opset_high << "\n";
  for (const std::string& note : reduced.notes) std::cout << "  note          " << note << "\n";
  std::cout << "\n" << PrintModel(model) << "\n";
}

Result<reduce::Reduced> ReduceModel(const ReduceFlags& flags, store::Store& store,
                                    const store::FindingRow& row, double seconds) {
  WatchForInterrupt();
  Progress progress;
  return life::ReduceModel(store, row,
                           {.backend_dirs = flags.finding.backend_dirs,
                            .jobs = flags.jobs > 0 ? flags.jobs : lab::DefaultJobs(),
                            .seconds = seconds,
                            .stopped = Interrupted,
                            .tell = [&](const std::string& text) { progress.Show(text); }});
}

Result<int> RunReduce(const ReduceFlags& flags) {
  ASSAY_ASSIGN(const auto seconds, ParseDuration(flags.time));
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.finding.store));
  ASSAY_ASSIGN(const auto row, store.Finding(flags.finding.id));
  const life::Claim claim(store, life::TriageTask(row.id), seconds);
  findings::TellOfOthers(claim, row.id);
  ASSAY_ASSIGN(const auto program, casebook::Load(store, row.id));
  if (program.has_value()) return ReduceProgram(flags, store, row, *program, seconds);
  ASSAY_ASSIGN(const auto reduced, ReduceModel(flags, store, row, seconds));
  if (!flags.finding.json) {
    PrintReduce(row.id, reduced);
    return kDone;
  }
  nlohmann::json json = life::ReductionJson(reduced);
  json["id"] = row.id;
  json["model"] = PrintModel(reduced.model_case.model);
  return PrintJson(json);
}

}  // namespace

std::function<int()> SetupReduce(App& app) {
  const auto flags = std::make_shared<ReduceFlags>();
  findings::AddFindingFlags(app, flags->finding);
  app.AddOption("--jobs", flags->jobs, "cases tried at the same time (default: cores)");
  app.AddOption("--time", flags->time, "at most this long: 90s, 5m, 1h (default: 5m)");
  return [flags] { return ExitCode(RunReduce(*flags)); };
}

}  // namespace assay::cli
