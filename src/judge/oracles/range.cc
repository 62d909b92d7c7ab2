// "`p` must be in [0, 1]": numbers inside are accepted; what lies outside is refused.
//
// Inside, only an error that speaks of a range counts: a kernel of size 9 may be legal and too
// large for this input. Outside, silence is no accusation ("unchecked"), and only where the text
// says "must": many functions leave it to the caller to stay in range.
#include <re2/re2.h>

#include <cstdlib>
#include <optional>

#include "base/strings.h"
#include "judge/oracle.h"

namespace assay::judge {
namespace {

using knowledge::Constraint;
using knowledge::Parameter;

struct Interval {
  double low = 0, high = 0;
  bool low_open = false, high_open = false;
};

std::optional<double> End(const std::string& text) {
  if (text == "inf" || text == "infinity") return 1e300;
  if (text == "-inf") return -1e300;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0') return std::nullopt;
  return value;
}

std::optional<Interval> Read(const std::string& normal) {
  static const RE2 kInterval(R"(^([\[(])([^,]+), ([^,]+)([\])])$)");
  std::string open, low, high, close;
  if (!RE2::FullMatch(normal, kInterval, &open, &low, &high, &close)) return std::nullopt;
  const auto from = End(low), to = End(high);
  if (!from || !to) return std::nullopt;
  return Interval{*from, *to, open == "(", close == ")"};
}

bool Contains(const Interval& in, double x) {
  return (in.low_open ? x > in.low : x >= in.low) && (in.high_open ? x < in.high : x <= in.high);
}

// Numbers around the ends, and one between; whole ones for integers.
std::vector<double> Candidates(const Interval& in, bool whole) {
  const double step = whole ? 1 : 0.25;
  std::vector<double> out;
  for (const double end : {in.low, in.high})
    if (std::abs(end) < 1e100)
      for (const double x : {end - step, end, end + step}) out.push_back(x);
  return out;
}

void AddInside(const OracleInput& input, const Constraint& c, const std::string& value,
               std::vector<Trial>& out) {
  Trial trial = NewTrial("range", c.parameter, c.sentence,
                         StrCat("`", c.parameter, "` may be ", value), Blame::kRangeError);
  TrialWriter writer(input.dialect, input.prelude);
  writer.Call(input.call, input.doc, "expected");
  writer.Comment(Cited(input, c.sentence));
  writer.ClaimedCall(input.call.With(c.parameter, value), input.doc, "actual");
  writer.Finish(std::move(trial), out);
}

void AddOutside(const OracleInput& input, const Constraint& c, const std::string& value,
                std::vector<Trial>& out) {
  Trial trial =
      NewTrial("range", c.parameter, c.sentence, StrCat("`", c.parameter, "` must not be ", value));
  trial.if_broken = Verdict::kUnchecked;
  trial.blame = Blame::kChecks;
  const WrittenCall written = Write(input.call.With(c.parameter, value), input.doc);
  TrialWriter writer(input.dialect, input.prelude);
  writer.Call(input.call, input.doc, "expected");
  writer.Comment(Cited(input, c.sentence)).Arguments(written).Line("refused = False");
  writer.Line("try:").Line(StrCat("    actual = ", written.expression));
  writer.Line("except Exception:").Line("    refused = True");
  writer.Claim().Check("refused", trial.claim, "'accepted, and gives ' + describe(actual)");
  writer.Finish(std::move(trial), out);
}

bool SaysMust(const std::string& sentence) {
  static const RE2 kMust(R"((?i)\b(?:must|has to|have to)\b)");
  return RE2::PartialMatch(sentence, kMust);
}

}  // namespace

void MakeRangeTrials(const OracleInput& input, std::vector<Trial>& out) {
  for (const Parameter& parameter : input.doc.parameters) {
    const std::string types = TypesOf(parameter);
    const bool whole = types.starts_with("int");
    if (!whole && !types.starts_with("float") && !types.starts_with("number")) continue;
    for (const Constraint& constraint : parameter.constraints) {
      if (constraint.kind != "range") continue;
      const auto interval = Read(constraint.normal);
      if (!interval) continue;
      for (const double x : Candidates(*interval, whole)) {
        const std::string value = FormatDouble(x);
        if (Contains(*interval, x))
          AddInside(input, constraint, value, out);
        else if (SaysMust(constraint.sentence) && parameter.default_value.value_or("") != value)
          AddOutside(input, constraint, value, out);
      }
    }
  }
}

}  // namespace assay::judge
