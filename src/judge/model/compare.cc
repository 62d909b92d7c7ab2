#include "judge/model/compare.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/strings.h"
#include "judge/model/doc_text.h"

namespace assay::judge::model {
namespace {

using program::ProgramStatus;

// Why a run says nothing of the API; "" when it does.
std::string Useless(const Observed& observed) {
  const program::ProgramRun& run = observed.outcome.run;
  if (observed.outcome.status == ProgramStatus::kNoTarget || observed.not_reached)
    return "the API was not called";
  if (run.invalid) return StrCat("no valid code: ", run.exception);
  if (run.exception == "MemoryError" || run.limit == "memory" || run.limit == "output")
    return StrCat("the limit on ", run.limit.empty() ? "memory" : run.limit, " was reached");
  return "";
}

Compared Differs(const char* what, const std::string& predicted, const std::string& seen) {
  return {Agreement::kDisagree, StrCat(what, " ", predicted, " was expected, ", seen, " was seen")};
}

// The numbers of "[[1.0, nan], [2, -inf]]" in their order, with what each may be off by: models
// round, and write how far by the places behind the point. Nothing when there is anything else.
struct Number {
  double value, margin;
};
std::optional<std::vector<Number>> NumbersOf(const std::string& text) {
  static const RE2 kNumber(
      R"([\s,\[\]()]*(?:(?i)(true|false)|([-+]?(?:nan|inf|[0-9.]+(?:e[-+]?[0-9]+)?)))[\s,\])]*)");
  constexpr double kRelative = 1e-3;
  std::vector<Number> out;
  std::string flag, number;
  re2::StringPiece rest(text);
  while (!rest.empty()) {
    if (!RE2::Consume(&rest, kNumber, &flag, &number)) return std::nullopt;
    double value = Lower(flag) == "true" ? 1 : 0, margin = 0;
    if (!number.empty()) {
      value = std::strtod(number.c_str(), nullptr);
      const size_t point = number.find('.');
      if (point != std::string::npos && number.find_first_of("eE") == std::string::npos)
        margin = std::pow(10.0, -static_cast<double>(number.size() - point - 1));
    }
    out.push_back({value, std::max(margin, kRelative * (1 + std::abs(value)))});
  }
  return out.empty() ? std::nullopt : std::optional(out);
}

bool IsNear(const Number& said, double seen) {
  if (std::isnan(said.value) || std::isnan(seen)) return std::isnan(said.value) == std::isnan(seen);
  return said.value == seen || std::abs(said.value - seen) <= said.margin;
}

// A program whose runs differ by its own chance ends as documented whether that is called flaky or
// valid; and two equal runs do not prove that a third would be.
std::string StatusDifference(const Ending& predicted, const Observed& observed) {
  const std::string& seen = observed.ending.status;
  if (predicted.status == seen) return "";
  if (seen == "flaky" && observed.own_chance && predicted.status == "valid") return "";
  return seen == "valid" && predicted.status == "flaky" ? "unproven" : "differs";
}

}  // namespace

std::string_view AgreementName(Agreement agreement) {
  constexpr std::array<std::string_view, 3> kNames = {"agree", "disagree", "unknown"};
  return kNames[static_cast<size_t>(agreement)];
}

Compared CompareEndings(const Ending& predicted, const Observed& observed,
                        const knowledge::ApiDoc& doc) {
  const std::string useless = Useless(observed);
  if (!useless.empty()) return {Agreement::kUnknown, useless};
  const Ending& seen = observed.ending;
  if (predicted.status.empty()) return {Agreement::kUnknown, "no status was predicted"};
  const std::string status = StatusDifference(predicted, observed);
  if (status == "unproven") return {Agreement::kUnknown, "runs may differ, but these do not"};
  if (!status.empty()) return Differs("status", predicted.status, seen.Text());
  const auto differ = [](const std::string& a, const std::string& b) {
    return !a.empty() && !b.empty() && a != b;
  };
  if (differ(predicted.exception, seen.exception) &&
      DocumentationText(doc, SIZE_MAX).find(predicted.exception) != std::string::npos)
    return Differs("exception", predicted.exception, seen.exception);
  if (differ(predicted.shape, seen.shape)) return Differs("shape", predicted.shape, seen.shape);
  if (differ(predicted.dtype, seen.dtype)) return Differs("dtype", predicted.dtype, seen.dtype);
  return {Agreement::kAgree, ""};
}

Compared Compare(const Consensus& consensus, const Observed& observed,
                 const knowledge::ApiDoc& doc) {
  if (!consensus.answer) return {Agreement::kUnknown, "the runs of the model decide nothing"};
  if (consensus.answer->final_answer == "none")
    return {Agreement::kUnknown, "the model cannot tell"};
  Compared out = CompareEndings(consensus.answer->result, observed, doc);
  return out.agreement == Agreement::kAgree ? CompareStated(consensus.stated, observed) : out;
}

Compared CompareStated(const Stated& stated, const Observed& observed) {
  if (observed.ending.status != "valid") return {Agreement::kAgree, ""};
  for (const std::string& property : stated.properties)
    if (const auto found = observed.holds.find(property);
        found != observed.holds.end() && !found->second)
      return {Agreement::kDisagree,
              StrCat("property ", property, " was expected, it does not hold")};
  const auto said = NumbersOf(stated.elements);
  if (!said || observed.count != observed.elements.size()) return {Agreement::kAgree, ""};
  if (said->size() != observed.count) return {Agreement::kAgree, ""};  // an excerpt, perhaps
  for (size_t i = 0; i < said->size(); ++i)
    if (!IsNear((*said)[i], observed.elements[i]))
      return {Agreement::kDisagree, StrCat("element ", i, " was expected to be ", (*said)[i].value,
                                           ", it is ", observed.elements[i])};
  return {Agreement::kAgree, ""};
}

}  // namespace assay::judge::model
