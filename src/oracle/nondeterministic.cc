// nondeterministic: two runs of one case end differently, or differ by more than two correct
// implementations could.
//
// Other bits within the bounds are what threads and alignment do and nobody's fault. Models that
// draw random numbers are not compared.
#include <cmath>

#include "base/strings.h"
#include "oracle/oracle.h"

namespace assay::oracle {
namespace {

bool Comparable(const Known& bounds, const Datum& a, const Datum& b) {
  return bounds.is_tensor() && a.kind == Datum::Kind::kTensor && b.kind == Datum::Kind::kTensor &&
         a.tensor.dtype() == b.tensor.dtype() && a.tensor.shape() == b.tensor.shape() &&
         a.tensor.dtype() == bounds.tensor.dtype() && a.tensor.shape() == bounds.tensor.shape() &&
         !bounds.tensor.is_string();
}

// How two runs are further apart than two correct implementations could be: wider than the bound.
// "" where they are not.
std::string FurtherApart(const Known& bounds, const Datum& a, const Datum& b) {
  if (a == b || bounds.kind == Known::Kind::kUndetermined) return "";
  if (!Comparable(bounds, a, b)) return ": types, shapes or texts differ";
  for (int64_t i = 0; i < a.tensor.count(); ++i) {
    if (bounds.tensor.is_real()) {
      const Real bound = bounds.tensor.real(i);
      const double x = a.tensor.RealAt(i), y = b.tensor.RealAt(i);
      const bool same = x == y || (std::isnan(x) && std::isnan(y)) || bound.undetermined();
      if (!same && !(std::fabs(x - y) <= bound.hi - bound.lo))
        return StrCat(", element ", i, ": ", FormatDouble(x), " and ", FormatDouble(y));
    } else {
      const Int bound = bounds.tensor.integer(i);
      const int64_t x = a.tensor.IntAt(i), y = b.tensor.IntAt(i);
      if (x != y && !(bound.contains(x) && bound.contains(y)))
        return StrCat(", element ", i, ": ", x, " and ", y);
    }
  }
  return "";
}

std::optional<std::string> JudgeNondeterministic(const Evidence& evidence) {
  if (!evidence.second.has_value()) return std::nullopt;
  const lab::Observation& first = evidence.first;
  const lab::Observation& second = *evidence.second;
  if (second.ending != first.ending)
    return StrCat("first run: ", EndingName(first.ending), " ", first.message,
                  ", second run: ", EndingName(second.ending), " ", second.message);
  if (!first.ok() || first.outputs == second.outputs ||
      DrawsRandomNumbers(evidence.subject->model.graph))
    return std::nullopt;
  // Where, on a line of its own: what is the same in all such cases is the first.
  const std::string words = "two runs differ by more than rounding allows";
  for (size_t i = 0; i < first.outputs.size() && i < evidence.truth->lenient.size(); ++i)
    if (const std::string how = FurtherApart(evidence.truth->lenient[i], first.outputs[i].second,
                                             second.outputs[i].second);
        !how.empty())
      return StrCat(words, "\noutput '", first.outputs[i].first, "'", how);
  if (Worst(evidence.second_outputs) == Worst(evidence.outputs)) return std::nullopt;
  return words;
}

}  // namespace

OracleDef NondeterministicOracle() {
  return {"nondeterministic", "the same case gives different results",
          CaseStatus::kNondeterministic, JudgeNondeterministic};
}

}  // namespace assay::oracle
