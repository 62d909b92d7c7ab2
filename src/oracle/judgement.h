// Holds one output of a target against what the reference knows of it.
#pragma once

#include <string>

#include "bound/known.h"
#include "tensor/datum.h"

namespace assay::oracle {

enum class Verdict {
  kOk,            // inside the bounds, those of a careful library too where they were asked for
  kSuspicious,    // inside the bounds of known approximations, outside those of a careful library
  kWrong,         // outside all bounds: no correct implementation gives this
  kUndetermined,  // nothing certain is known: nobody can be blamed
};
std::string_view VerdictName(Verdict verdict);

struct Judgement {
  std::string name;
  Verdict verdict = Verdict::kOk;
  std::string note;         // of another type or shape; what differs in a sequence
  bool other_type = false;  // of another element type, shape or kind than it should be
  // Over all elements with finite numbers:
  double max_error = 0;  // largest distance from the truth
  double max_bound = 0;  // largest distance from the truth that is admitted
  // Of floats, in units in the last place of the truth: the largest distance from it, and how far
  // outside a careful library's bounds where those were asked for.
  double units = 0, beyond_strict = 0;
  // The element that shows it best: furthest outside, or nearest to its bound.
  bool has_worst = false;
  int64_t worst_index = 0;
  double got = 0, truth = 0, bound = 0;
  double lo = 0, hi = 0;  // what is admitted; equal where only `bound` is known
  bool ends = false;      // nothing between those two is admitted
  double excess = 0;      // how far outside; infinite for NaN against a number
  // Of 64-bit integers: all that is wrong has the truth's low 32 bits.
  bool low_bits = false;
  // This output and another one each hold what the other should.
  bool exchanged = false;
  // Largest ratio of admitted distance to the size of the tensor: 1 means that anything goes.
  double looseness = 0;
};

// `strict` may be null. Only tensors get the figures; items of sequences, optionals and maps are
// judged one by one and the worst is reported.
Judgement Judge(const std::string& name, const Known& lenient, const Known* strict,
                const Datum& got);

}  // namespace assay::oracle
