// How far one output is from the truth, element by element, in a form small enough to be kept: a
// picture of at most 64 by 64 cells and a histogram.
//
// The measure is log10(error / admitted error), with the admitted error on the side of the truth on
// which the element lies: above zero an element is wrong, at or below zero it is not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/lab.h"
#include "oracle/evidence.h"

namespace assay::oracle {

struct ErrorField {
  std::string name;
  DType dtype = DType::kUndefined;
  Shape shape;
  int64_t elements = 0;
  int64_t outside = 0;  // elements that no correct implementation gives
  int64_t open = 0;     // elements of which nothing is certain: nobody can be blamed for them
  double worst = 0;     // kLeastExponent when there is no error at all
  // The tensor as a table: its last axis across, all others down; neighbours share a cell when
  // there are too many, and the worst of them counts. Not a number: nothing is certain.
  int64_t rows = 0, columns = 0;
  std::vector<double> cells;
  // counts[i] elements lie from edges[i] to edges[i + 1]; the ends hold what is beyond.
  std::vector<double> edges;
  std::vector<int64_t> counts;
};

// What is smaller (no error, too) or larger is taken for these. The largest also stands for NaN in
// place of a number, and for any error where none is admitted (integers, branches).
inline constexpr double kLeastExponent = -6, kMostExponent = 12;
inline constexpr int64_t kMostCells = 64;  // across, and down

// Nothing when `known` says nothing of it, or when `got` has another type or shape, or holds no
// numbers.
std::optional<ErrorField> MeasureError(const std::string& name, const Known& known,
                                       const Datum& got);

// Runs the subject once in a clean process and measures every output that can be. Empty when the
// run does not end well, or shows nothing wrong: a picture of another run than the one that is
// told would mislead.
std::vector<ErrorField> MeasureErrors(const Subject& subject, const lab::Target& target,
                                      lab::Lab& lab);

}  // namespace assay::oracle
