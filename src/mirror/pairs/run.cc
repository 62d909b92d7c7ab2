#include "mirror/pairs/run.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/files.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "casebook/bug_types.h"
#include "lab/registry.h"
#include "trial/prelude.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

// Calls, arguments, two sides on benign inputs, three frameworks on all, and now and then a
// finding.
constexpr size_t kProgramsOfOne = 7;

// Of a program that shows one finding. A busy machine takes a minute to import a framework, and
// what is not confirmed for want of time is lost.
constexpr double kSeconds = 150;

Result<std::string> LoadPython(const std::string& name) {
  return ReadFile(StrCat(lab::HomeFolder(), "/data/mirror/pairs-", name, ".py"));
}

void Show(const casebook::ProgramFinding& finding, json& shown) {
  for (const char* key : {"from", "to", "change", "difference"})
    shown[key] = finding.facts.value(key, "");
  shown["bug_type"] = casebook::BugTypeOf(finding).name;
  shown["confirmed"] = finding.facts.value("confirmed", 0);
}

double PerSecond(size_t count, double seconds) {
  return static_cast<double>(count) / std::max(seconds, 0.001);
}

std::vector<json> Sorted(std::vector<json> list) {
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace

size_t SubjectsFor(size_t budget, size_t subjects) {
  if (budget == 0) return subjects;
  return std::min(subjects, std::max<size_t>(1, budget / kProgramsOfOne));
}

Status RunPairs(const std::vector<Subject>& subjects, const RunOptions& options,
                const OnReport& on_report) {
  std::atomic<size_t> next{0};
  std::mutex mutex;
  Status failed;
  const auto stopped = [&] { return options.fuzz.should_stop && options.fuzz.should_stop(); };
  const auto work = [&] {
    auto fuzzer = PairFuzzer::Open(options.fuzz);
    for (size_t i = next++; fuzzer.ok() && i < subjects.size() && !stopped(); i = next++) {
      auto report = fuzzer->Fuzz(subjects[i]);
      const std::lock_guard<std::mutex> lock(mutex);
      if (!failed.ok()) return;
      if (!report.ok())
        report = SubjectReport{.from = subjects[i].from->name,
                               .to = subjects[i].to->name,
                               .by = subjects[i].pair->by,
                               .state = "failed",
                               .problem = report.error().message};
      if (!report->done) continue;  // what was cut short is fuzzed again by the next run
      if (const Status taken = on_report(*report); !taken.ok()) failed = taken;
    }
    const std::lock_guard<std::mutex> lock(mutex);
    if (!fuzzer.ok()) failed = fuzzer.error();
  };
  if (!subjects.empty())
    InParallel(std::min(static_cast<size_t>(std::max(options.jobs, 1)), subjects.size()), work);
  return failed;
}

Result<PairFuzzer> PairFuzzer::Open(const FuzzOptions& options) {
  PairFuzzer out(options);
  ASSAY_ASSIGN(out.conventions_, LoadConventions());
  ASSAY_ASSIGN(out.probe_, trial::LoadProbe());
  ASSAY_ASSIGN(out.twin_, trial::LoadTwinFunctions());
  ASSAY_ASSIGN(out.ask_, LoadPython("hear"));
  ASSAY_ASSIGN(out.check_, LoadPython("check"));
  return out;
}

Result<Room*> PairFuzzer::RoomOf(const std::string& framework) {
  if (const auto found = rooms_.find(framework); found != rooms_.end()) return &found->second;
  const trial::Dialect* dialect = trial::FindDialect(framework);
  if (dialect == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", framework, " yet"));
  ASSAY_ASSIGN(trial::Bench bench, trial::Bench::Open(*dialect, "", {kSeconds, options_->unsafe}));
  ASSAY_ASSIGN(const std::string own, LoadPython(framework));
  const std::string prelude = bench.prelude() + "\n";
  Room room{.bench = std::move(bench),
            .probing = prelude + probe_,
            .asking = StrCat(prelude, twin_, "\n", own, "\n", ask_),
            .showing = StrCat(prelude, own, "\n", check_)};
  return &rooms_.emplace(framework, std::move(room)).first->second;
}

Result<SubjectReport> PairFuzzer::Fuzz(const Subject& subject) {
  return Session(*options_, conventions_, subject,
                 [this](const std::string& framework) { return RoomOf(framework); })
      .Hold();
}

const trial::RunKind kPairsRun = {.pipeline = "mirror-pairs",
                                  .what = "run of `assay mirror pairs`",
                                  .key = {"from", "to"},
                                  .show = Show};

void PairsTotals::Take(const json& kept) {
  kept.at("notes");  // throws of what is none
  const auto report = kept.get<SubjectReport>();
  ++subjects_;
  seconds_ += report.seconds;
  judged_.insert({report.from, report.to});
  ++states_[report.state];
  programs_ += report.programs;
  trials_ += report.trials;
  trial::AddCounts(report.statuses, statuses_);
  trial::AddCounts(report.rulings, rulings_);
  trial::AddCounts(report.conventions, conventions_);
  differences_.insert(differences_.end(), report.notes.begin(), report.notes.end());
  if (report.state == "not a twin" || report.state == "false twin")
    not_twins_.push_back({{"from", report.from},
                          {"to", report.to},
                          {"state", report.state},
                          {"difference", report.problem}});
}

json PairsTotals::Tally(const json&, const std::vector<std::string>&) const {
  return {{"subjects", subjects_}};
}

json PairsTotals::Summary(const json& config) const {
  const auto count = [](const Counts& counts, const char* key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  };
  return {{"pairs", StrCat(config.value("from", ""), "-", config.value("to", ""))},
          {"seed", config.value("seed", 0)},
          {"subjects", subjects_},
          {"judged", judged_},
          {"compared", count(states_, "compared")},
          {"states", states_},
          {"programs", programs_},
          {"programs_per_second", PerSecond(programs_, seconds_)},
          {"seconds", seconds_},
          {"trials", trials_},
          {"trials_per_second", PerSecond(trials_, seconds_)},
          {"agreed", count(rulings_, "agreed")},
          {"conventions", count(rulings_, "convention")},
          {"differs", count(rulings_, "differs") + count(rulings_, "one refuses")},
          {"rulings", rulings_},
          {"conventions_by_name", conventions_},
          {"statuses", statuses_},
          {"differences", Sorted(differences_)},
          {"not_twins", Sorted(not_twins_)}};
}

Status KeepReport(SubjectReport report, double seconds, trial::RunRecord& record) {
  report.seconds = seconds;
  for (const casebook::ProgramFinding& one : report.found)
    report.findings.push_back(casebook::IdOf(one));
  return record.Add(report, report.found);
}

Result<json> SummaryJson(const PairsTotals& totals, const trial::RunRecord& record) {
  json out = totals.Summary(record.config());
  ASSAY_ASSIGN(json findings, record.Findings());
  std::sort(findings.begin(), findings.end(),
            [](const json& a, const json& b) { return a["id"] < b["id"]; });
  out["findings"] = std::move(findings);
  return out;
}

}  // namespace assay::mirror::pairs
