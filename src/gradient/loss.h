// Losses: what a model's output is held against during training, written as nodes.
//
// One file each (or close pair) in losses/, one line each in losses.def. Every one gives a scalar,
// the mean over all its terms, as frameworks do by default.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gradient/tape.h"

namespace assay::gradient {

enum class LossKind {
#define ASSAY_LOSS(Name, text, labels) k##Name,
#include "gradient/losses.def"
#undef ASSAY_LOSS
};

struct Loss {
  LossKind kind = LossKind::kMeanSquared;
  // The output it is taken of; empty: the first float output.
  std::string output = {};
  // The sum of this loss over all float outputs.
  bool all_outputs = false;
  // Huber: where the square ends and the line begins.
  double delta = 1;
};

// What the second input of a loss holds.
enum class LabelKind {
  kValues,       // the shape and type of the output
  kProbability,  // the same, each in [0, 1]
  kClasses,      // int64: the output's shape without axis 1 (axis 0 of a vector)
};

struct LossDef {
  LossKind kind;
  std::string_view name;  // as users write it
  LabelKind labels;
  // The scalar loss of `output` against `labels`.
  ValueId (*write)(Tape& t, ValueId output, ValueId labels, const Loss& loss);
};

std::span<const LossDef> AllLosses();
const LossDef& LossOf(LossKind kind);
const LossDef* FindLoss(std::string_view name);  // nullptr when there is none

// The shape of the labels for an output of this shape; refuses an output without classes.
Shape LabelShape(LabelKind kind, const Shape& output);

// --- what the losses share ---
ValueId MeanOf(Tape& t, ValueId x);
// Minus the mean of the entries of `scores` (classes on axis 1, or 0 of a vector) at `labels`.
ValueId PickedMean(Tape& t, ValueId scores, ValueId labels);
int64_t ClassAxis(const Shape& output);

}  // namespace assay::gradient
