// The first steps: calls of the source that work, their arguments as facts, and whether both sides
// do the same with benign inputs.
#include <algorithm>

#include "mirror/pairs/session.h"
#include "trial/probe.h"
#include "trial/twin/witness_program.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;
using trial::ApiCall;

constexpr size_t kAttempts = 60;
constexpr size_t kMostCalls = 2;    // kinds of calls: each takes its own compilations
constexpr size_t kMostOptions = 6;  // calls with one more parameter

// Every argument has a name to be mapped by, and nothing but tensors and plain values is needed.
bool CanBeCarried(const ApiCall& call) {
  return !call.is_called && std::ranges::all_of(call.arguments, [](const auto& argument) {
    return !argument.name.empty();
  });
}

void CountProgram(program::ProgramStatus status, SubjectReport& out) {
  ++out.programs;
  ++out.statuses[std::string(ProgramStatusName(status))];
}

}  // namespace

Status Session::FindCalls() {
  const knowledge::ApiDoc& doc = *subject_.from;
  ASSAY_ASSIGN(Room * room, room_of_(doc.framework));
  const trial::Dialect& dialect = room->bench.dialect();
  ASSAY_ASSIGN(const trial::Probed probed,
               trial::ProbeCalls(doc, dialect, room->probing,
                                 trial::ProposeCalls(doc, dialect, kAttempts), room->bench.lab()));
  CountProgram(probed.status, out_);
  for (const ApiCall& call : probed.calls) {
    if (!CanBeCarried(call) || bases_.size() >= kMostCalls) continue;
    bases_.push_back({.call = call, .plain = bases_.size()});
  }
  if (bases_.empty()) {
    out_.state = "no call";
    out_.problem = probed.calls.empty() ? probed.problem : "arguments without names";
    return {};
  }
  std::vector<BaseCall> options = WithOptions(subject_, bases_.front().call);
  options.resize(std::min(options.size(), kMostOptions));
  std::move(options.begin(), options.end(), std::back_inserter(bases_));
  ASSAY_RETURN_IF_ERROR(WriteDown(bases_));
  if (!bases_.empty()) return {};
  out_.state = "no call in common";
  out_.problem = "no arguments have counterparts on the other side";
  return {};
}

Status Session::WriteDown(std::vector<BaseCall>& bases) {
  const knowledge::ApiDoc& doc = *subject_.from;
  ASSAY_ASSIGN(Room * room, room_of_(doc.framework));
  std::vector<ApiCall> calls;
  for (const BaseCall& base : bases) calls.push_back(base.call);
  ASSAY_ASSIGN(
      const program::ProgramOutcome outcome,
      room->bench.Run(doc, trial::ValuesProgram(doc, calls, room->bench.dialect(), room->asking)));
  CountProgram(outcome.status, out_);
  const std::vector<json> values = trial::ReadValues(outcome.run.out, calls.size());
  std::vector<BaseCall> kept;
  for (size_t i = 0; i < bases.size(); ++i) {
    if (values[i].is_null() || WordsFor(subject_, bases[i].call, values[i]).empty()) continue;
    bases[i].arguments = values[i];
    kept.push_back(std::move(bases[i]));
  }
  bases = std::move(kept);
  return {};
}

Status Session::Compare() {
  std::vector<std::pair<size_t, size_t>> spans;  // trials of each call
  for (size_t i = 0; i < bases_.size(); ++i) {
    const size_t begin = trials_.size();
    if (bases_[i].option.empty())
      Add(TrialsOf(subject_, bases_[i], BenignChanges(bases_[i].arguments, SeedOf(i))));
    spans.emplace_back(begin, trials_.size());
  }
  ASSAY_ASSIGN(const PairAnswers replies,
               AskEach({subject_.from->framework, subject_.to->framework}));
  std::vector<BaseCall> kept;
  std::set<size_t> same;  // plain calls
  json difference;
  for (size_t i = 0; i < bases_.size(); ++i) {
    BaseCall& base = bases_[i];
    if (base.option.empty()) {
      const BenignResult benign = JudgeBenign(
          {subject_, conventions_, {}},
          std::span(trials_).subspan(spans[i].first, spans[i].second - spans[i].first), replies);
      if (!benign.difference.is_null()) difference = benign.difference;
      if (benign.same) same.insert(base.plain);
      // Changes start from inputs that the function is defined for: one NaN hides another.
      if (!benign.start.is_null()) base.arguments = benign.start;
    }
    if (same.contains(base.plain)) kept.push_back(std::move(base));
  }
  bases_ = std::move(kept);
  for (const Fatal& fatal : replies.fatal) ASSAY_RETURN_IF_ERROR(ShowFatal(fatal));
  trials_.clear();
  if (!bases_.empty()) return {};
  out_.state = difference.is_null() ? "no call in common" : "not a twin";
  out_.problem = difference.is_null() ? replies.problem : difference.dump();
  if (out_.problem.empty()) out_.problem = "no call works on both sides";
  return {};
}

}  // namespace assay::mirror::pairs
