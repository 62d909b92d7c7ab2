// Logistic regression: how likely something is, by a weighted sum of features.
#pragma once

#include <span>
#include <vector>

namespace assay::knowledge {

struct Example {
  std::vector<double> features;
  bool positive = false;
  double weight = 1;
};

struct Logistic {
  std::vector<double> weights;  // per feature; the bias last
  // 0 to 1.
  double operator()(std::span<const double> features) const;
};

// Newton's method to the optimum, which is unique: the same examples give the same weights. A small
// penalty on the weights keeps them finite where the examples can be told apart completely. All
// examples need the same number of features; without examples all weights are 0.
Logistic Train(const std::vector<Example>& examples);

}  // namespace assay::knowledge
