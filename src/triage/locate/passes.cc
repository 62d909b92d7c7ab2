// The optimiser: parts of the framework switched off, as its manifest says under [[locate]], until
// the case comes out right.
#include "base/strings.h"
#include "triage/locate/cure.h"
#include "triage/locate/deadline.h"
#include "triage/locate/question.h"

namespace assay::triage::locate {
namespace {

std::string Filled(std::string text, const std::string& key, const std::string& value) {
  for (size_t at = 0; (at = text.find(key, at)) != std::string::npos; at += value.size())
    text.replace(at, key.size(), value);
  return text;
}

// The mode to run. The plain mode has no name, and needs no comma behind it.
std::string ModeOf(const std::string& pattern, const std::string& mode, const std::string& names) {
  if (pattern.empty()) return mode;
  const std::string filled = Filled(pattern, mode.empty() ? "{mode}," : "{mode}", mode);
  return Filled(filled, "{names}", names);
}

Result<lab::Target> Without(const Inquiry& inquiry, const lab::Switches& group, const Names& off) {
  const std::string names = Join(off, group.separator), &mode = inquiry.target.mode;
  std::map<std::string, std::string> variables;
  for (const auto& [name, value] : group.variables)
    variables[name] = Filled(value, "{names}", names);
  return inquiry.registry.Variant(inquiry.target, ModeOf(group.run, mode, names), variables);
}

// A sentence on what was found, and the culprits.
struct Findings {
  std::vector<std::string> sentences;
  Names culprits;
};

// A name is a thing that is left out, or a setting that is made ("fusion=False").
std::string Applied(const std::string& name) {
  return StrCat(name.find('=') == std::string::npos ? "without " : "with ", name);
}

// Every name that was tried is counted, so that a reader knows what the sentence stands on.
std::string SentenceOn(const lab::Switches& group, const Cure& cure, bool each) {
  const std::string tried = StrCat(group.what, ", ", group.names.size(), " tried");
  if (cure.all == Answer::kShows)
    return group.names.size() == 1 ? StrCat("shown ", Applied(group.names[0]), ", too")
                                   : StrCat("shown with all off (", tried, ")");
  if (cure.alone.size() > 1)
    return StrCat("right ", Applied(cure.alone[0]),
                  ", and by each of these alone: ", Join(cure.alone, ", "), " (", tried, ")");
  if (cure.minimal.size() == 1)
    return StrCat("right ", Applied(cure.minimal[0]),
                  each ? ", the only one that cures it (" : " (", tried,
                  each ? ")" : " by halving)");
  if (!cure.minimal.empty())
    return StrCat("right only with these together: ", Join(cure.minimal, ", "), " (", tried, ")");
  return StrCat("not cured by any single one (", tried, "); all off together ",
                cure.all == Answer::kOther ? "fails otherwise" : "says nothing");
}

Status TrySwitches(const Inquiry& inquiry, const lab::Switches& group, const Deadline& deadline,
                   Findings& out) {
  int tries = 0;
  const TryWithout try_without = [&](const Names& off) -> Result<Answer> {
    if (deadline.passed()) return Invalid("the time for this question is over");
    inquiry.progress(StrCat(group.what, ": try ", ++tries, ", ", off.size(), " off"));
    ASSAY_ASSIGN(const lab::Target target, Without(inquiry, group, off));
    if (!target.ready) return Answer::kNone;
    ASSAY_ASSIGN(const Trial trial, inquiry.trier.Run(target));
    return trial.answer;
  };
  // Where a run takes seconds, halving has to do.
  const bool each = !inquiry.target.slow;
  ASSAY_ASSIGN(const Cure cure, FindCure(group.names, each, try_without));
  out.sentences.push_back(SentenceOn(group, cure, each || cure.all != Answer::kRight));
  const Names& culprits = cure.alone.size() > 1 ? cure.alone : cure.minimal;
  out.culprits.insert(out.culprits.end(), culprits.begin(), culprits.end());
  return {};
}

Status ClimbLadder(const Inquiry& inquiry, const lab::Switches& group, const Deadline& deadline,
                   Findings& out) {
  std::string last_right;
  for (const std::string& mode : group.ladder) {
    if (deadline.passed()) return Invalid("the time for this question is over");
    inquiry.progress(StrCat(group.what, ": ", mode));
    ASSAY_ASSIGN(const lab::Target target, inquiry.registry.Variant(inquiry.target, mode, {}));
    ASSAY_ASSIGN(const Trial trial, inquiry.trier.Run(target));
    if (trial.answer == Answer::kRight) last_right = mode;
    if (trial.answer != Answer::kShows) continue;
    out.sentences.push_back(StrCat("first shown by the ", group.what, " ", mode,
                                   last_right.empty() ? "" : ", still right in ", last_right));
    return {};
  }
  out.sentences.push_back(StrCat("shown by no ", group.what, " of ", Join(group.ladder, ", ")));
  return {};
}

}  // namespace

Status AskPasses(const Inquiry& inquiry, nlohmann::json& location) {
  const Deadline deadline(inquiry.seconds);
  Findings found;
  std::string cut_short;
  for (const lab::Switches& group : inquiry.target.manifest->switches) {
    if (!group.AppliesTo(inquiry.target.mode)) continue;
    const Status done = group.ladder.empty() ? TrySwitches(inquiry, group, deadline, found)
                                             : ClimbLadder(inquiry, group, deadline, found);
    if (!done.ok() && !deadline.passed()) return done;
    if (!done.ok()) cut_short = StrCat(group.what, ": not finished, ", done.error().message);
  }
  if (!cut_short.empty()) found.sentences.push_back(cut_short);
  location["optimisers"] = found.culprits;
  location["optimiser_how"] =
      found.sentences.empty()
          ? StrCat("nothing that can be switched off is known for ", inquiry.target.name)
          : Join(found.sentences, "; ");
  return {};
}

}  // namespace assay::triage::locate
