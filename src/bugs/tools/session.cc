#include "bugs/tools/session.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include "base/strings.h"
#include "bugs/environment/recipe.h"
#include "bugs/tools/frontport.h"
#include "bugs/tools/ground_truth.h"
#include "bugs/tools/match.h"
#include "bugs/tools/score.h"
#include "bugs/tools/tool_run.h"
#include "bugs/tools/workplace.h"

namespace assay::bugs {
namespace {

// Why the tool cannot look for it; "": it can.
std::string WhyUnsupported(const Tool& tool, const GroundTruth& truth) {
  if (!tool.Takes(truth.library)) return StrCat(tool.name, " does not test ", truth.library);
  if (tool.aim == Aim::kOperator && truth.operators.empty())
    return "no ONNX operator is known to be at fault";
  if (tool.aim != Aim::kApi) return "";
  if (truth.apis.empty()) return "the database names no API";
  const bool known =
      std::ranges::any_of(truth.apis, [&](const std::string& api) { return tool.Knows(api); });
  return known ? "" : tool.name + " does not test this API";
}

// Why nobody can find the bug on this machine; "": somebody may.
std::string WhyUnshown(const Bug& bug, bool gpu) {
  if (std::string lacks = MachineLacks(bug, GpuFor(gpu)); !lacks.empty()) return lacks;
  const std::string unshown = bug.notes ? bug.notes->unshown : "";
  return unshown.empty() ? "" : "its own test does not show it: " + unshown;
}

// Why the bug does not show in its environment; "": it does. Only the buggy side is run.
std::string WhyNotReproduced(const Bug& bug, const RunOptions& options) {
  if (IsFrontported(bug)) {
    const auto run = RunFrontport(bug, true, options.unsafe);
    if (!run.ok()) return run.error().message;
    return run->exit_code == 0 ? "" : "its test does not pass: " + run->printed;
  }
  RunOptions one_side = options;
  one_side.both_sides = false;
  const auto run = RunTest(bug, one_side);
  if (!run.ok()) return run.error().message;
  if (run->outcome == Outcome::kReproduced) return "";
  return StrCat(OutcomeName(run->outcome), ": ", run->reason);
}

BugScore ScoreFor(const Bug& bug, const GroundTruth& truth) {
  const auto& names = truth.operators.empty() ? truth.apis : truth.operators;
  return {
      .library = bug.library, .id = bug.id, .version = VersionOf(bug), .api = Join(names, ", ")};
}

class Session {
 public:
  Session(const Tool& tool, const std::vector<const Bug*>& bugs, const SessionOptions& options)
      : tool_(tool), bugs_(bugs), options_(options) {
    for (const Bug* bug : bugs) {
      truths_.push_back(TruthOf(*bug));
      out_.scores.push_back(ScoreFor(*bug, truths_.back()));
    }
    out_.tool = tool.name;
    out_.library = bugs.front()->library;
    out_.version = VersionOf(*bugs.front());
  }

  Result<SessionResult> Run() {
    const auto start = std::chrono::steady_clock::now();
    ASSAY_RETURN_IF_ERROR(WriteGroundTruth(truths_, options_.folder));
    LeaveOutUnsupported();
    LeaveOutUnshown();
    if (!Open().empty() && Probe() && Enter()) {
      Say("Running the testing tool on the environment of the bug");
      Say("APIs under test:");
      for (const size_t i : Open()) Say(out_.scores[i].api);
      if (tool_.per_bug)
        for (const size_t i : Open()) RunOn({i});
      else
        RunOn(Open());
    }
    Say(SumOf(out_.scores));
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

  void Settle(size_t i, const Decision& decision, double seconds = 0) {
    settled_.insert(i);
    BugScore& score = out_.scores[i];
    score.score = decision.score;
    score.reason = decision.reason;
    score.finding = decision.finding;
    score.seconds = decision.seconds >= 0 ? decision.seconds : seconds;
    Say(LineOf(score));
    if (options_.keep) options_.keep(score);
  }
  void NotRun(const std::vector<size_t>& which, const std::string& reason) {
    for (const size_t i : which) Settle(i, {.score = Score::kNotRun, .reason = reason});
  }

  // What cannot be shown here cannot be missed either.
  void LeaveOutUnshown() {
    for (const size_t i : Open())
      if (const std::string reason = WhyUnshown(*bugs_[i], options_.run.gpu); !reason.empty())
        NotRun({i}, reason);
  }

  void LeaveOutUnsupported() {
    for (size_t i = 0; i < bugs_.size(); ++i)
      if (const std::string reason = WhyUnsupported(tool_, truths_[i]); !reason.empty())
        Settle(i, {.score = Score::kNotSupported, .reason = reason});
  }

  // One bug of the version must reproduce, or nothing that follows says anything.
  bool Probe() {
    if (!options_.check_setup || !options_.environment.empty()) return true;
    std::string why;
    for (const size_t i : Open()) {
      const Bug& bug = *bugs_[i];
      Say(StrCat("Using bug-id ", bug.id, " for library ", bug.library, " version ", out_.version));
      why = WhyNotReproduced(bug, options_.run);
      if (why.empty()) {
        out_.probed = bug.id;
        return true;
      }
      Say(StrCat("Bug ", bug.id, " does not reproduce here: ", why));
    }
    NotRun(Open(), "no bug of this version reproduces here: " + FirstLine(why));
    return false;
  }

  bool Enter() {
    const auto environment = options_.environment.empty()
                                 ? ToolEnvironment(*bugs_[Open().front()], tool_, options_.run)
                                 : Result<std::string>(options_.environment);
    if (!environment.ok()) {
      NotRun(Open(), FirstLine(environment.error().message));
      return false;
    }
    out_.environment = *environment;
    Say("Updating environment of the testing tool: " + out_.environment);
    run_.emplace(tool_, options_, out_.library, out_.version, out_.environment);
    const std::string missing = run_->Missing();
    if (missing.empty()) return true;
    const std::string help = tool_.install.empty() ? "" : "; " + tool_.install;
    NotRun(Open(), StrCat(missing, " is missing", help));
    return false;
  }

  // A tool that refuses all because of one of them is run again without that one.
  void RunOn(std::vector<size_t> which) {
    for (;;) {
      std::vector<size_t> rest = RunOnce(which);
      if (rest.empty() || rest.size() == which.size()) return;
      which = std::move(rest);
    }
  }

  // Returned are those that were not looked for because of another.
  std::vector<size_t> RunOnce(const std::vector<size_t>& which) {
    const std::string folder =
        StrCat(options_.folder, "/", which.size() == 1 ? bugs_[which[0]]->id : "all");
    std::vector<const GroundTruth*> aims;
    for (const size_t i : which) aims.push_back(&truths_[i]);
    const auto heard = run_->Start(aims, folder);
    if (!heard.ok()) {
      NotRun(which, FirstLine(heard.error().message));
      return {};
    }
    const ToolReport& told = heard->told;
    const double seconds = heard->seconds / static_cast<double>(which.size());
    std::vector<size_t> rest;
    for (const size_t i : which) {
      if (!told.refused.empty() && !RefusedFor(truths_[i], told)) {
        rest.push_back(i);
        continue;
      }
      // Tools that print lines are run again as a whole: once is enough for all that they told.
      std::optional<std::string> known;
      const auto doubt = [&](const ToolFinding& finding) {
        if (!known || tool_.report != ReportForm::kLines)
          known = run_->DoubtOf(*bugs_[i], finding, folder);
        return *known;
      };
      Settle(i, Decide(truths_[i], told, doubt), seconds);
    }
    out_.findings.insert(out_.findings.end(), told.findings.begin(), told.findings.end());
    if (rest.size() == which.size()) NotRun(rest, told.refused);
    return rest;
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
  ASSAY_ASSIGN(const FileLock lock, ClaimFolder(options.folder));
  return Session(tool, bugs, options).Run();
}

}  // namespace assay::bugs
