// The mode: the case on every mode of the same framework and version.
#include "base/strings.h"
#include "triage/locate/question.h"

namespace assay::triage::locate {
namespace {

// "framework@version", "" behind it for the plain mode.
std::string HeadOf(const std::string& name) { return name.substr(0, name.find(':')); }

bool Optimises(const lab::Target& target) {
  const lab::Mode* mode = target.manifest->FindMode(target.mode);
  return mode == nullptr || mode->optimises;
}

struct Tried {
  Trial trial;
  bool optimises;
};

std::vector<std::string> NamesWith(const std::vector<Tried>& all, Answer answer) {
  std::vector<std::string> out;
  for (const Tried& one : all)
    if (one.trial.answer == answer) out.push_back(one.trial.target);
  return out;
}

// Every mode that optimises shows it, every one that does not is right.
bool OptimisationDecides(const std::vector<Tried>& all) {
  bool plain = false;
  for (const Tried& one : all) {
    if (one.trial.answer == Answer::kRight && !one.optimises) plain = true;
    if (one.trial.answer == Answer::kShows && !one.optimises) return false;
  }
  return plain;
}

std::string Sentence(const std::vector<Tried>& all, bool way) {
  const auto shows = NamesWith(all, Answer::kShows), right = NamesWith(all, Answer::kRight);
  const auto other = NamesWith(all, Answer::kOther);
  const std::string rest = other.empty() ? "" : StrCat("; ", Join(other, ", "), " fails otherwise");
  if (right.empty() && shows.size() < 2) return "no other mode to compare with" + rest;
  if (right.empty()) return StrCat("in every mode that runs it: ", Join(shows, ", "), rest);
  return StrCat(way                        ? "only on this way: "
                : OptimisationDecides(all) ? "only with optimisation on: "
                                           : "depends on the mode: ",
                Join(right, ", "), right.size() == 1 ? " is" : " are", " right, ",
                Join(shows, ", "), shows.size() == 1 ? " shows it" : " show it", rest);
}

}  // namespace

Status AskModes(const Inquiry& inquiry, nlohmann::json& location) {
  std::vector<lab::Target> targets;
  bool listed = false;
  for (const lab::Target& target : inquiry.registry.targets()) {
    if (HeadOf(target.name) != HeadOf(inquiry.target.name)) continue;
    if (target.ready) targets.push_back(target);
    listed = listed || target.name == inquiry.target.name;
  }
  if (!listed) targets.push_back(inquiry.target);
  std::vector<Tried> all;
  nlohmann::json rows = nlohmann::json::array();
  for (const lab::Target& target : targets) {
    inquiry.progress(StrCat("modes: ", target.name));
    ASSAY_ASSIGN(const Trial trial, inquiry.trier.Run(target));
    rows.push_back({{"target", trial.target},
                    {"status", trial.status},
                    {"shows", trial.answer == Answer::kShows}});
    all.push_back({trial, Optimises(target)});
  }
  location["modes"] = std::move(rows);
  location["mode_summary"] = Sentence(all, !inquiry.target.stage.empty());
  return {};
}

}  // namespace assay::triage::locate
