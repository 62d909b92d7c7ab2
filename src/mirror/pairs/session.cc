#include "mirror/pairs/session.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "judge/attempts.h"
#include "judge/probe.h"
#include "judge/twin/ballot.h"
#include "judge/twin/witness_program.h"
#include "mirror/pairs/accuse.h"
#include "mirror/pairs/facts.h"

namespace assay::mirror::pairs {
namespace {

using judge::ApiCall;
using judge::Likeness;
using nlohmann::json;

constexpr size_t kAttempts = 60;
constexpr size_t kMostCalls = 2;    // kinds of calls: each takes its own compilations
constexpr size_t kMostOptions = 6;  // calls with one more parameter
constexpr size_t kOptionTrials = 6;

// Every argument has a name to be mapped by, and nothing but tensors and plain values is needed.
bool CanBeCarried(const ApiCall& call) {
  return !call.is_called &&
         std::all_of(call.arguments.begin(), call.arguments.end(),
                     [](const auto& argument) { return !argument.name.empty(); });
}

// Whether anything was computed at all.
bool HasNumber(const json& told) {
  if (!told.is_object()) return false;
  if (told.contains("values"))
    return std::any_of(told["values"].begin(), told["values"].end(),
                       [](const json& value) { return !value.is_string(); });
  return told.contains("list") && std::any_of(told["list"].begin(), told["list"].end(), HasNumber);
}

bool AllFinite(const json& told) {
  if (!told.is_object()) return false;
  if (told.contains("list"))
    return std::all_of(told["list"].begin(), told["list"].end(), AllFinite);
  return told.contains("values") &&
         std::none_of(told["values"].begin(), told["values"].end(), [](const json& value) {
           return value.is_string() ||
                  (value.is_array() && (value[0].is_string() || value[1].is_string()));
         });
}

// On benign inputs: then it is no twin. What is wrong in narrow types only is wrong, and the same.
bool DoesSomethingElse(const Ruled& ruled) {
  if (ruled.difference == "narrow" || ruled.difference == "overflow") return false;
  return ruled.ruling == Ruling::kDiffers || ruled.ruling == Ruling::kAccused ||
         ruled.ruling == Ruling::kConvention || ruled.ruling == Ruling::kRefuses;
}

void CountProgram(program::ProgramStatus status, SubjectReport& out) {
  ++out.programs;
  ++out.statuses[std::string(ProgramStatusName(status))];
}

}  // namespace

Result<SubjectReport> Session::Hold() {
  out_ = {.from = subject_.from->name, .to = subject_.to->name, .by = subject_.pair->by};
  if (!subject_.false_twin.empty()) {
    out_.state = "false twin";
    out_.problem = subject_.false_twin;
    return std::move(out_);
  }
  for (const auto step :
       {&Session::FindCalls, &Session::Compare, &Session::TryAll, &Session::RuleAll}) {
    if (Stopped()) {
      out_.done = false;
      break;
    }
    ASSAY_RETURN_IF_ERROR((this->*step)());
    if (!out_.state.empty()) break;
  }
  if (out_.state.empty()) out_.state = "compared";
  return std::move(out_);
}

uint64_t Session::SeedOf(size_t call) const {
  return HashCombine(HashBytes(subject_.Name(), options_.seed), call);
}

Status Session::FindCalls() {
  const knowledge::ApiDoc& doc = *subject_.from;
  ASSAY_ASSIGN(Room * room, room_of_(doc.framework));
  const judge::Dialect& dialect = room->bench.dialect();
  ASSAY_ASSIGN(const judge::Probed probed,
               judge::ProbeCalls(doc, dialect, room->probing,
                                 judge::ProposeCalls(doc, dialect, kAttempts), room->bench.lab()));
  CountProgram(probed.status, out_);
  for (const ApiCall& call : probed.calls) {
    if (!CanBeCarried(call) || bases_.size() >= kMostCalls) continue;
    bases_.push_back({call, json(), ""});
  }
  if (bases_.empty()) {
    out_.state = "no call";
    out_.problem = probed.calls.empty() ? probed.problem : "arguments without names";
    return {};
  }
  const std::vector<BaseCall> options = WithOptions(subject_, bases_.front().call);
  bases_.insert(
      bases_.end(), options.begin(),
      options.begin() + static_cast<std::ptrdiff_t>(std::min(options.size(), kMostOptions)));
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
      room->bench.Run(doc, judge::ValuesProgram(doc, calls, room->bench.dialect(), room->hearing)));
  CountProgram(outcome.status, out_);
  const std::vector<json> values = judge::ReadValues(outcome.run.out, calls.size());
  std::vector<BaseCall> kept;
  for (size_t i = 0; i < bases.size(); ++i) {
    if (values[i].is_null() || WordsFor(subject_, bases[i].call, values[i]).empty()) continue;
    bases[i].arguments = values[i];
    kept.push_back(std::move(bases[i]));
  }
  bases = std::move(kept);
  return {};
}

void Session::Add(const std::vector<Trial>& trials) {
  for (const Trial& trial : trials) {
    trials_.push_back(trial);
    trials_.back().number = trials_.size() - 1;
  }
}

Result<Hearing> Session::Hear(const std::vector<std::string>& who) {
  Hearing hearing;
  for (const std::string& name : who) {
    ASSAY_ASSIGN(Room * room, room_of_(name));
    ASSAY_RETURN_IF_ERROR(
        Ask(name, DocOf(subject_, name), trials_, room->bench, room->hearing, hearing));
  }
  out_.programs += hearing.programs;
  for (const auto& [status, count] : hearing.statuses) out_.statuses[status] += count;
  return hearing;
}

Status Session::Compare() {
  const std::string &from = subject_.from->framework, &to = subject_.to->framework;
  std::vector<std::pair<size_t, size_t>> spans;  // trials of each call
  for (size_t i = 0; i < bases_.size(); ++i) {
    const size_t begin = trials_.size();
    if (bases_[i].option.empty())
      Add(TrialsOf(subject_, bases_[i], BenignChanges(bases_[i].arguments, SeedOf(i))));
    spans.emplace_back(begin, trials_.size());
  }
  ASSAY_ASSIGN(const Hearing hearing, Hear({from, to}));
  // Changes start from inputs that the function is defined for: one NaN hides another.
  std::vector<json> starts(bases_.size());
  std::vector<BaseCall> kept;
  bool plain = false;
  for (size_t i = 0; i < bases_.size(); ++i) {
    size_t agreed = 0, differed = 0;
    for (size_t n = spans[i].first; n < spans[i].second; ++n) {
      const auto found = hearing.answers.find(n);
      if (found == hearing.answers.end()) continue;
      const Ruled ruled = Rule({subject_, conventions_, {}}, trials_[n], found->second);
      const auto own = found->second.find(from);
      agreed += ruled.ruling == Ruling::kAgreed && HasNumber(own->second.wide.result) ? 1 : 0;
      if (ruled.ruling == Ruling::kAgreed && starts[i].is_null() &&
          AllFinite(own->second.wide.result))
        starts[i] = trials_[n].change.arguments;
      const bool other = DoesSomethingElse(ruled);
      differed += other ? 1 : 0;
      if (other) out_.problem = NoteOf(subject_, trials_[n], ruled, found->second).dump();
    }
    const bool keeps = bases_[i].option.empty() ? agreed > 0 && differed == 0 : plain;
    plain |= bases_[i].option.empty() && keeps;
    if (!keeps) continue;
    if (!starts[i].is_null()) bases_[i].arguments = starts[i];
    kept.push_back(std::move(bases_[i]));
  }
  bases_ = std::move(kept);
  for (const Fatal& fatal : hearing.fatal) ASSAY_RETURN_IF_ERROR(ShowFatal(fatal));
  trials_.clear();
  if (!bases_.empty())
    out_.problem.clear();
  else
    out_.state = out_.problem.empty() ? "no call in common" : "not a twin";
  if (out_.problem.empty() && bases_.empty())
    out_.problem = hearing.problem.empty() ? "no call works on both sides" : hearing.problem;
  return {};
}

std::set<std::string> Session::ProvenBy(const Hearing& hearing) const {
  std::vector<judge::Evaluation> benign;
  for (const auto& [number, answers] : hearing.answers) {
    if (trials_[number].change.kind != kBenign) continue;
    judge::Evaluation one;
    one.call = number;
    for (const auto& [who, answer] : answers)
      if (judge::IsResult(answer.wide.result)) one.told.emplace(who, answer.wide);
    benign.push_back(std::move(one));
  }
  return judge::Proven(benign, subject_.from->framework);
}

Status Session::TryAll() {
  size_t plain = 0;
  for (const BaseCall& base : bases_) plain += base.option.empty() ? 1 : 0;
  const size_t options = bases_.size() - plain;
  const size_t share =
      (options_.most_trials - std::min(options_.most_trials / 2, options * kOptionTrials)) /
      std::max<size_t>(plain, 1);
  for (size_t i = 0; i < bases_.size(); ++i) {
    const BaseCall& base = bases_[i];
    const size_t most = base.option.empty() ? share : kOptionTrials;
    Add(TrialsOf(subject_, base, AllChanges(base.arguments, SeedOf(i), most)));
  }
  std::vector<std::string> who = {subject_.from->framework, subject_.to->framework};
  if (subject_.third != nullptr) who.push_back(subject_.third->framework);
  ASSAY_ASSIGN(hearing_, Hear(who));
  return {};
}

void Session::Note(const Trial& trial, const Ruled& ruled) {
  const std::string key = StrCat(RulingName(ruled.ruling), "|", ruled.difference, "|",
                                 ruled.accused, "|", trial.change.kind);
  if (told_.insert(key).second)
    out_.notes.push_back(NoteOf(subject_, trial, ruled, hearing_.answers.at(trial.number)));
}

Status Session::RuleAll() {
  const Court court{subject_, conventions_, ProvenBy(hearing_)};
  for (const auto& [number, answers] : hearing_.answers) {
    const Trial& trial = trials_[number];
    const Ruled ruled = Rule(court, trial, answers);
    ++out_.trials;
    if (ruled.ruling == Ruling::kAccused) {
      if (Stopped()) {
        out_.done = false;
        return {};
      }
      ASSAY_RETURN_IF_ERROR(Accuse(trial, ruled, court));
      continue;
    }
    ++out_.rulings[std::string(RulingName(ruled.ruling))];
    if (ruled.ruling == Ruling::kConvention) ++out_.conventions[ruled.convention];
    if (ruled.ruling == Ruling::kDiffers || ruled.ruling == Ruling::kRefuses ||
        ruled.ruling == Ruling::kImprecise)
      Note(trial, ruled);
  }
  for (const Fatal& fatal : hearing_.fatal) ASSAY_RETURN_IF_ERROR(ShowFatal(fatal));
  return {};
}

}  // namespace assay::mirror::pairs
