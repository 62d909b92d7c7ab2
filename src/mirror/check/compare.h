// Two recorded runs held against each other: variables by name, what was printed and checked in
// its order.
#pragma once

#include <string>

#include "mirror/check/facts.h"
#include "mirror/check/runner.h"
#include "mirror/direction.h"

namespace assay::mirror {

// A twin may say the same in other words: a tensor whose name it does not have is looked for by its
// value, and missing when nothing has it. Lists of unequal length are notes; fewer checks and
// prints than the source's are a difference, and so is a twin that computes with numpy in place of
// its framework.
Comparison CompareRecordings(const Recording& source, const Recording& twin,
                             const FactRules& rules);

// Whether it holds a number that a twin could be held to.
bool HasNumbers(const Recording& recording);

// How far the numbers of a run lie from those of the same program in double precision, in rounding
// units of their own type on the scale of each variable: the largest, and where. Infinite where
// NaN or an infinity stands in place of a number that the type could hold.
struct Farness {
  double units = 0;
  std::string where;
};
Farness FarFromWide(const Recording& own, const Recording& wide);

// What is left of a difference that should be nothing.

// Whether a number is nothing but rounding: small in double precision, and smaller there by orders
// of magnitude than in a narrower type.
bool IsNoise(double wide, double narrow);

// `wide`, a run in double precision, with zero in place of noise; `narrow` is the same run in the
// program's own types. How large noise is says nothing of what a program does.
Recording WithoutNoise(const Recording& wide, const Recording& narrow);

// A check for a twin that computes a wrong value without noticing.
struct ValueCheck {
  std::string text;  // the program with the check at its end; "": the value is too large to write
  int claim_line = 0;
};

// The variable `name` must be finite where double precision says so.
ValueCheck WithValueCheck(const std::string& twin, const std::string& name, const Recording& own,
                          const Recording& wide, const Direction& direction);

}  // namespace assay::mirror
