#include "mirror/pairs/session.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "mirror/pairs/accuse.h"
#include "trial/twin/twin_verdict.h"

namespace assay::mirror::pairs {
namespace {

constexpr size_t kOptionTrials = 6;

casebook::ProgramFinding FindingOf(const trial::Disagreement& shown, const Subject& subject,
                                   const PairTrial& trial, const std::string& difference) {
  casebook::ProgramFinding out = trial::FindingOf(shown);
  out.pipeline = "mirror";
  if (difference == "internal-error") out.kind = "exception";
  out.facts["from"] = subject.from->name;
  out.facts["to"] = subject.to->name;
  out.facts["change"] = trial.change.what;
  out.facts["change_kind"] = trial.change.kind;
  out.facts["difference"] = difference;
  return out;
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

void Session::Add(const std::vector<PairTrial>& trials) {
  for (const PairTrial& trial : trials) {
    trials_.push_back(trial);
    trials_.back().number = trials_.size() - 1;
  }
}

Result<PairAnswers> Session::AskEach(const std::vector<std::string>& who) {
  PairAnswers replies;
  for (const std::string& name : who) {
    ASSAY_ASSIGN(Room * room, room_of_(name));
    ASSAY_RETURN_IF_ERROR(
        Ask(name, DocOf(subject_, name), trials_, room->bench, room->asking, replies));
  }
  out_.programs += replies.programs;
  for (const auto& [status, count] : replies.statuses) out_.statuses[status] += count;
  return replies;
}

std::set<std::string> Session::ProvenBy(const PairAnswers& replies) const {
  std::vector<trial::Evaluation> benign;
  for (const auto& [number, answers] : replies.answers) {
    if (trials_[number].change.kind != kBenign) continue;
    trial::Evaluation one{.call = number};
    for (const auto& [who, answer] : answers)
      if (trial::IsResult(answer.wide.result)) one.results.emplace(who, answer.wide);
    benign.push_back(std::move(one));
  }
  return trial::Proven(benign, subject_.from->framework);
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
    const size_t begin = trials_.size();
    Add(TrialsOf(subject_, base, AllChanges(base.arguments, SeedOf(i), most)));
    for (size_t n = begin; n < trials_.size(); ++n) trials_[n].base = i;
  }
  std::vector<std::string> who = {subject_.from->framework, subject_.to->framework};
  if (subject_.third != nullptr) who.push_back(subject_.third->framework);
  ASSAY_ASSIGN(replies_, AskEach(who));
  out_.problem = replies_.problem;
  return {};
}

void Session::Note(const PairTrial& trial, const Ruled& ruled) {
  const std::string key = StrCat(RulingName(ruled.ruling), "|", ruled.difference, "|",
                                 ruled.accused, "|", trial.change.kind);
  if (told_.insert(key).second)
    out_.notes.push_back(NoteOf(subject_, trial, ruled, replies_.answers.at(trial.number)));
}

Status Session::RuleAll() {
  const Court court{subject_, conventions_, ProvenBy(replies_)};
  for (const auto& [number, answers] : replies_.answers) {
    ++out_.trials;
    ASSAY_RETURN_IF_ERROR(Settle(trials_[number], Rule(court, trials_[number], answers), court));
    if (!out_.done) return {};
  }
  // A program that raised, or died too often, did not come to these.
  std::set<size_t> untold;
  for (const PairTrial& trial : trials_)
    if (!replies_.answers.contains(trial.number)) untold.insert(trial.number);
  for (const Fatal& fatal : replies_.fatal) untold.erase(fatal.trial);
  if (!untold.empty()) out_.rulings["not told"] += untold.size();
  out_.trials += untold.size();
  for (const Fatal& fatal : replies_.fatal) ASSAY_RETURN_IF_ERROR(ShowFatal(fatal));
  return {};
}

Status Session::Settle(const PairTrial& trial, Ruled ruled, const Court& court) {
  if (other_options_.Concern(trial, ruled)) {
    ++out_.rulings["another option"];
    if (ruled.ruling == Ruling::kAccused) ruled.ruling = Ruling::kDiffers;
    if (trial.change.kind == kOption) Note(trial, ruled);
    return {};
  }
  if (ruled.ruling == Ruling::kAccused) {
    out_.done = !Stopped();
    return out_.done ? Accuse(trial, ruled, court) : Status();
  }
  ++out_.rulings[std::string(RulingName(ruled.ruling))];
  if (ruled.ruling == Ruling::kConvention) ++out_.conventions[ruled.convention];
  if (ruled.ruling == Ruling::kDiffers || ruled.ruling == Ruling::kRefuses ||
      ruled.ruling == Ruling::kImprecise)
    Note(trial, ruled);
  return {};
}

// What becomes of an accusation: a program that shows it, confirmed twice, and a finding.
Status Session::Show(const std::string& who, const trial::Trial& shown, const PairTrial& trial,
                     const std::string& difference) {
  ASSAY_ASSIGN(Room * room, room_of_(who));
  ASSAY_ASSIGN(const trial::TrialResult result,
               room->bench.Try(DocOf(subject_, who), shown, trial.source));
  ++out_.programs;
  ++out_.statuses[std::string(ProgramStatusName(result.status))];
  if (result.disagreement)
    out_.found.push_back(FindingOf(*result.disagreement, subject_, trial, difference));
  return {};
}

// The same difference at the same kind of input is told once.
Status Session::Accuse(const PairTrial& trial, const Ruled& ruled, const Court& court) {
  const std::string key =
      StrCat("accused|", ruled.difference, "|", ruled.accused, "|", trial.change.kind);
  const size_t before = out_.found.size();
  if (!told_.insert(key).second) {
    ++out_.rulings["accused again"];
    return {};
  }
  ASSAY_ASSIGN(Room * room, room_of_(ruled.accused));
  const auto& answers = replies_.answers.at(trial.number);
  const trial::Trial shown =
      WriteAccusation(court, trial, ruled, answers, room->bench.dialect(), room->showing);
  ASSAY_RETURN_IF_ERROR(Show(ruled.accused, shown, trial, ruled.difference));
  const bool holds = out_.found.size() > before;
  ++out_.rulings[holds ? std::string(RulingName(Ruling::kAccused)) : "not shown again"];
  nlohmann::json note = NoteOf(subject_, trial, ruled, answers);
  if (holds) {
    out_.found.back().facts["said"] = note["said"];
    return {};
  }
  // Seen among other trials and not alone: worth a look, and no accusation.
  note["ruling"] = "not shown again";
  note["program"] = shown.program;
  out_.notes.push_back(std::move(note));
  return {};
}

Status Session::ShowFatal(const Fatal& fatal) {
  const PairTrial& trial = trials_[fatal.trial];
  ASSAY_ASSIGN(Room * room, room_of_(fatal.who));
  const size_t before = out_.found.size();
  for (const bool wide : {false, true}) {
    if (out_.found.size() > before) break;
    ASSAY_RETURN_IF_ERROR(
        Show(fatal.who,
             WriteFatal(subject_, trial, fatal.who, wide, room->bench.dialect(), room->showing),
             trial, "fatal"));
  }
  ++out_.trials;
  ++out_.rulings[out_.found.size() > before ? std::string(RulingName(Ruling::kAccused))
                                            : "not shown again"];
  return {};
}

}  // namespace assay::mirror::pairs
