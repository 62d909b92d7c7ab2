// What becomes of an accusation: a program that shows it, confirmed twice, and a finding.
#include "base/strings.h"
#include "mirror/pairs/accuse.h"
#include "mirror/pairs/session.h"

namespace assay::mirror::pairs {
namespace {

casebook::ProgramFinding FindingOf(const judge::Disagreement& shown, const Subject& subject,
                                   const Trial& trial, const std::string& difference) {
  casebook::ProgramFinding out = judge::FindingOf(shown);
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

Status Session::Show(const std::string& who, const judge::Trial& shown, const Trial& trial,
                     const std::string& difference) {
  ASSAY_ASSIGN(Room * room, room_of_(who));
  judge::ApiReport report;
  ASSAY_RETURN_IF_ERROR(room->bench.Try(DocOf(subject_, who), shown, trial.source, report));
  out_.programs += report.programs;
  for (const auto& [status, count] : report.statuses) out_.statuses[status] += count;
  for (const judge::Disagreement& one : report.disagreements)
    out_.findings.push_back(FindingOf(one, subject_, trial, difference));
  return {};
}

// The same difference at the same kind of input is told once.
Status Session::Accuse(const Trial& trial, const Ruled& ruled, const Court& court) {
  const std::string key =
      StrCat("accused|", ruled.difference, "|", ruled.accused, "|", trial.change.kind);
  const size_t before = out_.findings.size();
  if (!told_.insert(key).second) {
    ++out_.rulings["accused again"];
    return {};
  }
  ASSAY_ASSIGN(Room * room, room_of_(ruled.accused));
  const auto& answers = replies_.answers.at(trial.number);
  const judge::Trial shown =
      WriteAccusation(court, trial, ruled, answers, room->bench.dialect(), room->showing);
  ASSAY_RETURN_IF_ERROR(Show(ruled.accused, shown, trial, ruled.difference));
  const bool holds = out_.findings.size() > before;
  ++out_.rulings[holds ? std::string(RulingName(Ruling::kAccused)) : "not shown again"];
  nlohmann::json note = NoteOf(subject_, trial, ruled, answers);
  if (holds) {
    out_.findings.back().facts["said"] = note["said"];
    return {};
  }
  // Seen among other trials and not alone: worth a look, and no accusation.
  note["ruling"] = "not shown again";
  note["program"] = shown.program;
  out_.notes.push_back(std::move(note));
  return {};
}

Status Session::ShowFatal(const Fatal& fatal) {
  const Trial& trial = trials_[fatal.trial];
  ASSAY_ASSIGN(Room * room, room_of_(fatal.who));
  const size_t before = out_.findings.size();
  for (const bool wide : {false, true}) {
    if (out_.findings.size() > before) break;
    ASSAY_RETURN_IF_ERROR(
        Show(fatal.who,
             WriteFatal(subject_, trial, fatal.who, wide, room->bench.dialect(), room->showing),
             trial, "fatal"));
  }
  ++out_.trials;
  ++out_.rulings[out_.findings.size() > before ? std::string(RulingName(Ruling::kAccused))
                                               : "not shown again"];
  return {};
}

}  // namespace assay::mirror::pairs
