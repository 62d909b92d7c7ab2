#include "oracle/evidence.h"

#include <cmath>

#include "base/strings.h"

namespace assay::oracle {

Verdict Worst(const std::vector<Judgement>& outputs) {
  Verdict worst = Verdict::kOk;
  for (const Judgement& output : outputs) {
    if (output.verdict == Verdict::kWrong) return Verdict::kWrong;
    if (output.verdict == Verdict::kSuspicious) worst = Verdict::kSuspicious;
  }
  return worst;
}

const Judgement* FirstWith(const std::vector<Judgement>& outputs, Verdict verdict) {
  for (const Judgement& output : outputs)
    if (output.verdict == verdict) return &output;
  return nullptr;
}

bool WiderElsewhere(const Judgement& output) {
  return output.excess > 0 && output.lo < output.hi && !output.ends &&
         std::fabs(output.got - output.truth) <= output.bound;
}

std::string TruthText(const Judgement& output, const std::string& bound) {
  if (output.ends) return StrCat(FormatDouble(output.lo), " or ", FormatDouble(output.hi));
  if (WiderElsewhere(output))
    return StrCat("in [", FormatDouble(output.lo), ", ", FormatDouble(output.hi), "]");
  const std::string text = StrCat(FormatDouble(output.truth), " ± ", bound);
  // Integers beyond 2^53 that differ may look the same.
  return output.excess > 0 && output.got == output.truth
             ? StrCat(text, ", off by ", FormatDouble(output.excess))
             : text;
}

std::string Describe(const Judgement& output) {
  if (!output.note.empty()) return StrCat("output '", output.name, "': ", output.note);
  return StrCat("output '", output.name, "', element ", output.worst_index, ": got ",
                FormatDouble(output.got), ", truth ",
                TruthText(output, FormatDouble(output.bound)));
}

std::string Describe(const LayerFault& fault) {
  const std::string lo = FormatDouble(fault.lo), hi = FormatDouble(fault.hi);
  return StrCat("layer ", fault.op, ", tensor '", fault.tensor, "', element ", fault.element,
                ": got ", FormatDouble(fault.got), ", truth ",
                fault.ends ? StrCat(lo, " or ", hi) : StrCat("in [", lo, ", ", hi, "]"),
                " on the target's own inputs");
}

}  // namespace assay::oracle
