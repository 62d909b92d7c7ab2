#include "bugs/contribute/candidates.h"

#include <array>

#include "base/strings.h"
#include "knowledge/issues/parts.h"
#include "knowledge/text.h"

namespace assay::bugs {
namespace {

using knowledge::Issue;
using knowledge::Parts;

enum class Stage { kInspection, kAnalysis };
struct Discard {
  Stage stage;
  std::string_view name, help, labels, phrases;
};
constexpr std::array kDiscards = {
#define DISCARD(stage, name, help, labels, phrases) \
  Discard{Stage::stage, name, help, labels, phrases},
#include "bugs/contribute/discard.def"
#undef DISCARD
};

bool HasLabel(const Issue& issue, const std::string& pattern) {
  for (const std::string& label : issue.labels)
    if (GlobMatch(pattern, Lower(label))) return true;
  return false;
}

// Why the tracker's own filter leaves it out.
std::string OutsideOf(const Issue& issue, const Period& period) {
  const std::string day = issue.created.substr(0, 10);
  if (day.empty()) return "its day is not known";
  if (day < period.since || day > period.until) return "outside of the period";
  if (!period.label.empty() && !HasLabel(issue, Lower(period.label)))
    return "not labelled as a bug";
  if (issue.state != "closed") return "not closed";
  // A file of reports that says nothing of pull requests is not evidence that there are none.
  if (issue.fixes.empty())
    return issue.complete ? "no linked pull request" : "no linked pull request is known";
  if (!knowledge::ClosedAndFixed(issue)) return "closed as not planned or as a duplicate";
  return "";
}

// Titles and what maintainers say weigh; the body of a report quotes too much.
std::string DiscardedAs(const Issue& issue, const Parts& parts, Stage stage) {
  std::string text = Lower(issue.title);
  for (const auto& said : parts.maintainers) text += "\n" + Lower(said.text);
  for (const Discard& discard : kDiscards) {
    if (discard.stage != stage) continue;
    for (const std::string& label : knowledge::PhraseList(discard.labels))
      if (HasLabel(issue, label)) return std::string(discard.name);
    for (const std::string& phrase : knowledge::PhraseList(discard.phrases))
      if (knowledge::FindPhrase(text, phrase) != std::string::npos)
        return std::string(discard.name);
  }
  return "";
}

// The version of Python or of the system alone does not say what to install.
bool NamesVersion(const Parts& parts, const std::string& library) {
  const std::string name = library == "pytorch" ? "torch" : library;
  return parts.versions.contains(name) || (name == "jax" && parts.versions.contains("jaxlib"));
}

}  // namespace

std::string_view StepName(Step step) {
  constexpr std::array<std::string_view, 4> kNames = {"outside", "filtered", "inspected",
                                                      "candidate"};
  return kNames[static_cast<size_t>(step)];
}

Considered Consider(const Issue& issue, const Period& period) {
  Considered out{issue.id(), issue.title, issue.url, Step::kOutside, OutsideOf(issue, period)};
  if (!out.reason.empty()) return out;
  out.reached = Step::kFiltered;
  const Parts parts = knowledge::SplitIssue(issue);
  out.reason = DiscardedAs(issue, parts, Stage::kInspection);
  if (out.reason.empty() && parts.program() == nullptr && issue.programs.empty())
    out.reason = "no program to reproduce it with";
  if (out.reason.empty() && !NamesVersion(parts, period.library))
    out.reason = "no version of the library is named";
  if (!out.reason.empty()) return out;
  out.reached = Step::kInspected;
  out.reason = DiscardedAs(issue, parts, Stage::kAnalysis);
  if (out.reason.empty() && !parts.platforms.empty())
    out.reason = "hardware: " + Join(parts.platforms, ", ");
  if (!out.reason.empty()) return out;
  out.reached = Step::kCandidate;
  return out;
}

Funnel MakeFunnel(const std::vector<Issue>& issues, const Period& period) {
  Funnel out;
  out.period = period;
  for (const Issue& issue : issues) {
    if (LibraryOfRepo(issue.repo) != period.library) continue;
    ++out.reports;
    Considered seen = Consider(issue, period);
    if (!seen.reason.empty()) ++out.reasons[seen.reason];
    if (seen.reached == Step::kOutside) continue;
    ++out.filtered;
    out.inspected += seen.reached >= Step::kInspected ? 1 : 0;
    out.candidates += seen.reached == Step::kCandidate ? 1 : 0;
    out.considered.push_back(std::move(seen));
  }
  return out;
}

Period PeriodOf(const PaperSelection& selection) {
  return {selection.library, selection.since, selection.until, selection.label};
}

std::string LibraryOfRepo(const std::string& repo) {
  // A tracker of its own, which the paper did not look at.
  if (repo == "keras-team/keras") return "keras";
  const std::string framework = knowledge::FrameworkOfRepo(repo);
  return framework == "torch" ? "pytorch" : framework;
}

nlohmann::json ToJson(const Funnel& funnel) {
  nlohmann::json considered = nlohmann::json::array();
  for (const Considered& one : funnel.considered)
    considered.push_back(
        With(ASSAY_FIELDS(one, id, title, url, reason), {{"reached", StepName(one.reached)}}));
  return {{"library", funnel.period.library}, {"since", funnel.period.since},
          {"until", funnel.period.until},     {"label", funnel.period.label},
          {"reports", funnel.reports},        {"filtered", funnel.filtered},
          {"inspected", funnel.inspected},    {"candidates", funnel.candidates},
          {"reasons", funnel.reasons},        {"issues", std::move(considered)}};
}

}  // namespace assay::bugs
