// What is known of one value, in figures: its type, and how sure the reference is.
#pragma once

#include <string>

#include "bound/known.h"

namespace assay {

struct KnownSummary {
  std::string type;
  int64_t elements = 0;
  bool numeric = false;           // floats, integers or booleans
  bool undetermined_all = false;  // even the shape depends on rounding
  double undetermined = 0;        // share of elements of which nothing is known
  double exact = 0;               // share of elements that are certain
  double max_bound = 0;     // largest finite distance from the value to an end of its interval
  int64_t worst_index = 0;  // where
  double worst_value = 0;   // the value there
};

KnownSummary Summarize(const Known& known);

// How far an element may be from its value.
double BoundOf(const Real& x);

}  // namespace assay
