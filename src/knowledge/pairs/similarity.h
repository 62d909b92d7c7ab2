// Twins by meaning: a model of what twins have in common, learnt from those of the same name
// (paper 003, section 3.2).
#pragma once

#include <span>
#include <vector>

#include "knowledge/pairs/comparable.h"
#include "knowledge/pairs/features.h"
#include "knowledge/pairs/pair_base.h"

namespace assay::knowledge {

struct ModelMatch {
  int target = -1;
  double score = 0;
};

struct SimilarityResult {
  ModelRecord model;
  std::vector<ModelMatch> matches;  // per source; target -1: nobody is likely enough
};

// Learns from `named`, the matches by name, against targets at random and those whose description
// is most alike though they bear another name. Then it pairs what names left over on both sides: a
// source and a target that are each other's likeliest (among APIs of the source's kind), whose
// names agree, and that the threshold allows. The threshold is the lowest, from 0.5 on, at which
// nine of ten such answers are right, over twins by name that are held out in turn, once with their
// twin and once with it hidden; every answer to the latter counts as wrong.
SimilarityResult MatchBySimilarity(const Side& from, const Side& to,
                                   const std::vector<NameMatch>& named, const PairRules& rules);

// Logistic regression: how likely something is, by a weighted sum of features.
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
