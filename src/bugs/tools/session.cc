#include "bugs/tools/session.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "base/strings.h"
#include "bugs/tools/frontport.h"
#include "bugs/tools/ground_truth.h"
#include "bugs/tools/match.h"
#include "bugs/tools/tool_run.h"
#include "bugs/tools/workplace.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

class Session {
 public:
  Session(const Tool& tool, const std::vector<const Bug*>& bugs, const SessionOptions& options)
      : tool_(tool), bugs_(bugs), options_(options) {
    for (const Bug* bug : bugs) {
      truths_.push_back(TruthOf(*bug));
      const GroundTruth& truth = truths_.back();
      const auto& names = truth.operators.empty() ? truth.apis : truth.operators;
      out_.scores.push_back({.library = bug->library,
                             .id = bug->id,
                             .version = VersionOf(*bug),
                             .api = Join(names, ", ")});
    }
    out_.tool = tool.name;
    out_.library = bugs.front()->library;
    out_.version = VersionOf(*bugs.front());
  }

  Result<SessionResult> Run() {
    const auto start = std::chrono::steady_clock::now();
    std::error_code failed;
    fs::create_directories(options_.folder, failed);
    if (failed) return Invalid(StrCat(options_.folder, ": ", failed.message()));
    ASSAY_RETURN_IF_ERROR(WriteGroundTruth(truths_, options_.folder));
    LeaveOutUnsupported();
    if (!Open().empty() && Probe() && Enter()) {
      Say("Running the testing tool on the environment of the bug");
      Say("APIs under test:");
      for (const size_t i : Open()) Say(out_.scores[i].api);
      if (tool_.per_bug)
        for (const size_t i : Open()) RunOn({i});
      else
        RunOn(Open());
    }
    for (const BugScore& score : out_.scores) Tell(score);
    Sum();
    out_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(out_);
  }

 private:
  void Say(const std::string& line) {
    out_.log.push_back(line);
    if (options_.say) options_.say(line);
  }

  // Bugs that are still to be looked for.
  std::vector<size_t> Open() const {
    std::vector<size_t> out;
    for (size_t i = 0; i < bugs_.size(); ++i)
      if (!settled_.contains(i)) out.push_back(i);
    return out;
  }

  void Settle(size_t i, Score score, const std::string& reason, double seconds = 0) {
    settled_.insert(i);
    out_.scores[i].score = score;
    out_.scores[i].reason = reason;
    out_.scores[i].seconds = seconds;
  }
  void SettleAll(const std::vector<size_t>& which, Score score, const std::string& reason,
                 double seconds = 0) {
    for (const size_t i : which) Settle(i, score, reason, seconds);
  }

  // Why the tool cannot look for it; "": it can.
  std::string Unsupported(const GroundTruth& truth) const {
    if (!tool_.Takes(truth.library)) return StrCat(tool_.name, " does not test ", truth.library);
    if (tool_.aim == Aim::kOperator && truth.operators.empty())
      return "no ONNX operator is known to be at fault";
    if (tool_.aim != Aim::kApi) return "";
    if (truth.apis.empty()) return "the database names no API";
    const bool known = std::any_of(truth.apis.begin(), truth.apis.end(),
                                   [&](const std::string& api) { return tool_.Knows(api); });
    return known ? "" : tool_.name + " does not test this API";
  }

  void LeaveOutUnsupported() {
    for (size_t i = 0; i < bugs_.size(); ++i)
      if (const std::string reason = Unsupported(truths_[i]); !reason.empty())
        Settle(i, Score::kNotSupported, reason);
  }

  // One bug of the version must reproduce, or nothing that follows says anything.
  bool Probe() {
    if (!options_.check_setup || !options_.environment.empty()) return true;
    std::string why;
    for (const size_t i : Open()) {
      const Bug& bug = *bugs_[i];
      Say(StrCat("Using bug-id ", bug.id, " for library ", bug.library, " version ", out_.version));
      why = WhyNotReproduced(bug);
      if (why.empty()) {
        out_.probed = bug.id;
        return true;
      }
      Say(StrCat("Bug ", bug.id, " does not reproduce here: ", why));
    }
    SettleAll(Open(), Score::kNotRun, "no bug of this version reproduces here: " + FirstLine(why));
    return false;
  }

  std::string WhyNotReproduced(const Bug& bug) const {
    if (IsFrontported(bug)) {
      const auto run = RunFrontport(bug, true, options_.run.unsafe);
      if (!run.ok()) return run.error().message;
      return run->exit_code == 0 ? "" : "its test does not pass: " + run->printed;
    }
    RunOptions one_side = options_.run;
    one_side.both_sides = false;
    const auto run = RunTest(bug, one_side);
    if (!run.ok()) return run.error().message;
    if (run->outcome == Outcome::kReproduced) return "";
    return StrCat(OutcomeName(run->outcome), ": ", run->reason);
  }

  bool Enter() {
    const auto environment = options_.environment.empty()
                                 ? ToolEnvironment(*bugs_[Open().front()], tool_, options_.run)
                                 : Result<std::string>(options_.environment);
    if (!environment.ok()) {
      SettleAll(Open(), Score::kNotRun, FirstLine(environment.error().message));
      return false;
    }
    out_.environment = *environment;
    Say("Updating environment of the testing tool: " + out_.environment);
    run_.emplace(tool_, options_, out_.library, out_.version, out_.environment);
    const std::string missing = run_->Missing();
    if (missing.empty()) return true;
    const std::string help = tool_.install.empty() ? "" : "; " + tool_.install;
    SettleAll(Open(), Score::kNotRun, StrCat(missing, " is missing", help));
    return false;
  }

  void RunOn(const std::vector<size_t>& which) {
    const std::string folder =
        StrCat(options_.folder, "/", which.size() == 1 ? bugs_[which[0]]->id : "all");
    std::vector<const GroundTruth*> aims;
    for (const size_t i : which) aims.push_back(&truths_[i]);
    const auto output = run_->Start(aims, folder);
    if (!output.ok()) return SettleAll(which, Score::kNotRun, FirstLine(output.error().message));
    const double seconds = output->seconds / static_cast<double>(which.size());
    // assay's own word for "there is no such thing to be tested".
    if (output->exit_code == 2 && tool_.command.front() == "{assay}")
      return SettleAll(which, Score::kNotSupported, FirstLine(output->err), seconds);
    LeaveOutByName(which, *output);
    const auto findings = run_->Read(*output, folder);
    if (!findings.ok())
      return SettleAll(which, Score::kNotRun,
                       StrCat(FirstLine(findings.error().message), " ", FirstLine(output->err)));
    for (const size_t i : which)
      if (!settled_.contains(i)) Judge(i, *findings, folder, seconds);
    out_.findings.insert(out_.findings.end(), findings->begin(), findings->end());
  }

  // Lines "UNSUPPORTED api" of a script.
  void LeaveOutByName(const std::vector<size_t>& which, const Output& output) {
    constexpr std::string_view kMark = "UNSUPPORTED ";
    for (const std::string& line : Split(output.out, '\n')) {
      if (!line.starts_with(kMark)) continue;
      const std::string name = PlainApi(line.substr(kMark.size()));
      for (const size_t i : which)
        for (const auto* names : {&truths_[i].apis, &truths_[i].operators})
          if (std::find(names->begin(), names->end(), name) != names->end())
            Settle(i, Score::kNotSupported, "says its script");
    }
  }

  // Postprocess.
  void Judge(size_t i, const std::vector<ToolFinding>& findings, const std::string& folder,
             double seconds) {
    std::string near;
    for (const ToolFinding& finding : findings) {
      const Matched matched = Match(truths_[i], finding);
      if (!matched.same) {
        if (near.empty() && SamePlace(truths_[i], finding))
          near = StrCat("was found in another way: ", matched.reason);
        continue;
      }
      const std::string doubt = run_->DoubtOf(*bugs_[i], finding, folder);
      if (!doubt.empty()) {
        near = doubt;
        continue;
      }
      Settle(i, Score::kFound, "", finding.seconds >= 0 ? finding.seconds : seconds);
      out_.scores[i].finding = finding.id;
      return;
    }
    Settle(i, Score::kMissed, near.empty() ? "did not face any failures" : near, seconds);
  }

  void Tell(const BugScore& score) {
    const std::string name = score.api.empty() ? "issue_" + score.id : score.api;
    switch (score.score) {
      case Score::kFound:
        return Say(
            StrCat("-> ", name, ": issue_", score.id, " was reproduced (", score.finding, ")"));
      case Score::kMissed:
        return Say(StrCat("-> ", name, " ", score.reason));
      case Score::kNotSupported:
        return Say(StrCat("-> ", name, " is not supported by the tool: ", score.reason));
      case Score::kNotRun:
        return Say(StrCat("-> ", name, " was not run: ", score.reason));
    }
  }

  void Sum() {
    std::map<Score, int> counts;
    for (const BugScore& score : out_.scores) ++counts[score.score];
    Say(StrCat("Reproduced ", counts[Score::kFound], " out of ", out_.scores.size(), " bugs (",
               counts[Score::kMissed], " missed, ", counts[Score::kNotSupported],
               " not supported by the tool, ", counts[Score::kNotRun], " not run)"));
  }

  const Tool& tool_;
  const std::vector<const Bug*>& bugs_;
  const SessionOptions& options_;
  std::vector<GroundTruth> truths_;
  std::set<size_t> settled_;
  std::optional<ToolRun> run_;
  SessionResult out_;
};

}  // namespace

Result<SessionResult> RunSession(const Tool& tool, const std::vector<const Bug*>& bugs,
                                 const SessionOptions& options) {
  if (bugs.empty()) return Invalid("there is no bug to look for");
  return Session(tool, bugs, options).Run();
}

Tool ScriptTool(const std::string& name, const std::string& script) {
  Tool out;
  out.name = name;
  out.aim = Aim::kNothing;
  out.report = ReportForm::kLines;
  out.per_bug = false;
  out.command = {"/bin/bash", script, "{library}"};
  // The user's own script does what it must: starting containers, for one.
  out.sandbox = false;
  return out;
}

}  // namespace assay::bugs
