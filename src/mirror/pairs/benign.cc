#include "mirror/pairs/benign.h"

#include <algorithm>

#include "mirror/pairs/accuse.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

bool IsText(const json& value) { return value.is_string(); }

// Whether anything was computed at all.
bool HasNumber(const json& told) {
  if (!told.is_object()) return false;
  if (told.contains("values"))
    return !std::all_of(told["values"].begin(), told["values"].end(), IsText);
  return told.contains("list") && std::any_of(told["list"].begin(), told["list"].end(), HasNumber);
}

// NaN and infinities are texts, also as a part of a complex number.
bool AllFinite(const json& told) {
  if (!told.is_object()) return false;
  if (told.contains("list"))
    return std::all_of(told["list"].begin(), told["list"].end(), AllFinite);
  return told.contains("values") &&
         std::none_of(told["values"].begin(), told["values"].end(), [](const json& value) {
           return IsText(value) ||
                  (value.is_array() && std::any_of(value.begin(), value.end(), IsText));
         });
}

}  // namespace

bool DoesSomethingElse(const Ruled& ruled) {
  if (ruled.difference == "narrow" || ruled.difference == "overflow") return false;
  return ruled.ruling == Ruling::kDiffers || ruled.ruling == Ruling::kAccused ||
         ruled.ruling == Ruling::kConvention || ruled.ruling == Ruling::kRefuses;
}

BenignResult JudgeBenign(const Court& court, std::span<const Trial> trials,
                         const TrialAnswers& replies) {
  BenignResult out;
  size_t agreed = 0, differed = 0;
  for (const Trial& trial : trials) {
    const auto answers = replies.answers.find(trial.number);
    if (answers == replies.answers.end()) continue;
    const Ruled ruled = Rule(court, trial, answers->second);
    if (DoesSomethingElse(ruled)) {
      ++differed;
      out.difference = NoteOf(court.subject, trial, ruled, answers->second);
    }
    if (ruled.ruling != Ruling::kAgreed) continue;
    const json& own = answers->second.at(court.subject.from->framework).wide.result;
    agreed += HasNumber(own) ? 1 : 0;
    if (out.start.is_null() && AllFinite(own)) out.start = trial.change.arguments;
  }
  out.same = agreed > 0 && differed == 0;
  return out;
}

bool OtherOptions::Concern(const Trial& trial, const Ruled& ruled) {
  if (trial.change.kind == kOption && DoesSomethingElse(ruled) &&
      ruled.difference != "internal-error")
    bases_.insert(trial.base);
  return bases_.contains(trial.base);
}

}  // namespace assay::mirror::pairs
