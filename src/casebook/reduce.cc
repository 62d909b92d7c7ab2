#include "casebook/reduce.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "base/json.h"
#include "base/machine.h"
#include "base/strings.h"
#include "casebook/passes.h"
#include "casebook/replay.h"
#include "triage/life.h"

namespace assay::casebook {
namespace {

using program::Edit;

// Runs in cold processes before a smaller program takes the place of the one that was found; all
// the tries before were in processes forked from a warm one.
constexpr int kColdRuns = 1;

class Reducer {
 public:
  Reducer(Cut start, const std::function<bool(const Cut&)>& interesting,
          const ReduceOptions& options)
      : best_(std::move(start)),
        interesting_(interesting),
        options_(options),
        end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                 std::chrono::duration<double>(options.seconds))) {
    seen_.insert(best_.text);
  }

  Reduced Run() {
    Reduced out;
    out.original_statements = Count();
    out.original_bytes = best_.text.size();
    bool better = true;
    while (better && !Spent()) {
      better = false;
      for (const Pass& pass : AllPasses())
        if (pass.with_claim || !options_.rules.claim) better = RunPass(pass) || better;
    }
    out.complete = !Spent();
    out.tries = tries_;
    out.statements = Count();
    out.bytes = best_.text.size();
    out.cut = std::move(best_);
    return out;
  }

 private:
  size_t Count() const {
    return CountStatements(program::SyntaxTree::Parse(best_.text), !options_.rules.claim);
  }

  bool Spent() const {
    return tries_ >= options_.tries || std::chrono::steady_clock::now() >= end_ ||
           (options_.should_stop && options_.should_stop());
  }

  std::vector<Proposal> Propose(const Pass& pass) const {
    return pass.propose(View(best_, options_.rules));
  }

  // Proposals [from, from + count) at once; of two that overlap the first counts.
  bool TryChunk(const std::vector<Proposal>& all, size_t from, size_t count) {
    std::vector<Edit> edits;
    for (size_t i = from; i < std::min(all.size(), from + count); ++i) {
      const bool free = std::ranges::none_of(all[i], [&](const Edit& a) {
        return std::ranges::any_of(edits, [&](const Edit& b) {
          return a.span.begin < b.span.end && b.span.begin < a.span.end;
        });
      });
      if (free) edits.insert(edits.end(), all[i].begin(), all[i].end());
    }
    const auto cut = Apply(best_, edits);
    if (!cut.ok() || !seen_.insert(cut->text).second) return false;
    if (!program::SyntaxTree::Parse(cut->text).errors().empty()) return false;
    ++tries_;
    if (!interesting_(*cut)) return false;
    best_ = *cut;
    return true;
  }

  bool RunPass(const Pass& pass) {
    bool better = false;
    std::vector<Proposal> all = Propose(pass);
    for (size_t count = all.size(); count > 0; count /= 2) {
      for (size_t from = 0; from < all.size() && !Spent();) {
        if (options_.on_progress) options_.on_progress(best_, tries_, pass.name);
        if (!TryChunk(all, from, count)) {
          from += count;
          continue;
        }
        better = true;
        // Everything has moved; what comes next stands about where this one stood.
        all = Propose(pass);
      }
    }
    return better;
  }

  Cut best_;
  const std::function<bool(const Cut&)>& interesting_;
  const ReduceOptions& options_;
  const std::chrono::steady_clock::time_point end_;
  std::set<std::string> seen_;
  size_t tries_ = 0;
};

}  // namespace

Reduced ReduceProgram(const Cut& start, const std::function<bool(const Cut&)>& interesting,
                      const ReduceOptions& options) {
  return Reducer(start, interesting, options).Run();
}

Result<Reduced> ReduceFinding(const ProgramFinding& finding, ReduceOptions options) {
  options.rules = {finding.claim_line > 0, finding.seen.exception == "AssertionError",
                   finding.target_api, finding.helpers};
  // Original and optimised model are made by the same statements: cutting those is fair to both.
  if (finding.pipeline == "optbug")
    options.rules = {false, true, finding.target_api, finding.helpers, "expected = "};
  ASSAY_ASSIGN(program::ProgramLab lab,
               program::ProgramLab::Open({finding.environment, false, false}));
  std::string trouble, message;
  const std::string plain_lines = finding.facts.value(kPlainLines, "");
  // What fails without the optimisation, too, is not what was found.
  const auto plain_passes = [&](const Cut& cut) {
    if (plain_lines.empty()) return true;
    const auto outcome = lab.Run({.text = plain_lines + cut.text, .watch = false});
    return outcome.ok() && outcome->status == program::ProgramStatus::kValid;
  };
  const auto shows = [&](const Cut& cut) {
    program::ProgramRequest request = RequestOf(finding);
    request.text = cut.text;
    const auto outcome = lab.Run(request);
    if (!outcome.ok()) trouble = outcome.error().message;
    if (!outcome.ok() || !SameFailure(finding.seen, SignatureOf(*outcome, cut.claim_line)))
      return false;
    // Our own words come alone, those of the framework with the kind of its exception.
    const bool ours = outcome->run.exception.empty() || outcome->run.exception == "AssertionError";
    if (!plain_passes(cut)) return false;
    message =
        ours ? outcome->run.message : StrCat(outcome->run.exception, ": ", outcome->run.message);
    return true;
  };
  const Cut start{finding.program, finding.claim_line};
  if (!shows(start))
    return Invalid(StrCat("its program does not show it now", trouble.empty() ? "" : ": ", trouble,
                          "; `assay findings confirm` measures how often it does"));
  Reduced out = ReduceProgram(start, shows, options);
  out.message = message;
  if (out.cut.text == start.text) return out;
  ProgramFinding smaller = finding;
  smaller.program = out.cut.text;
  smaller.claim_line = out.cut.claim_line;
  ASSAY_ASSIGN(const Replayed again, Replay(smaller, {.runs = kColdRuns}));
  if (!again.reliable())
    return Invalid(StrCat("its smallest form shows in ", again.shown, " of ", again.runs,
                          " cold processes only (", again.other, "); it stays as it is"));
  return out;
}

Status KeepReduced(const Reduced& reduced, store::Store& store, store::FindingRow& row) {
  const nlohmann::json fact =
      With(ASSAY_FIELDS(reduced, message, statements, original_statements, bytes, original_bytes,
                        tries, complete),
           {{"text", reduced.cut.text}, {"claim_line", reduced.cut.claim_line}});
  ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, kReducedFact, DumpJson(fact)));
  row.state = triage::LaterState(row.state, "reduced");
  ASSAY_RETURN_IF_ERROR(store.SetState(row.id, row.state));
  return store.AddHistory(
      {row.id, "", row.target, row.version, "reduced",
       StrCat(reduced.original_statements, " -> ", reduced.statements, " statements, ",
              reduced.original_bytes, " -> ", reduced.bytes, " bytes"),
       HostMachine()});
}

}  // namespace assay::casebook
