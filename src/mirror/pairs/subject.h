// What is fuzzed: an API, its twin, and a third framework's API that may be asked who is right.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "trial/twin/carry.h"

namespace assay::mirror::pairs {

struct Subject {
  const knowledge::ApiDoc* from = nullptr;
  const knowledge::ApiDoc* to = nullptr;
  const knowledge::Pair* pair = nullptr;
  const knowledge::ApiDoc* third = nullptr;  // null: nobody else has one
  const knowledge::Pair* third_pair = nullptr;
  std::string false_twin;  // why the two must not be compared; "": nothing is known against them

  std::string Name() const;  // "torch.abs = tf.abs"
};

// Pairs that can be held against each other: functions (and methods of tensors) whose result is a
// matter of their arguments alone. In the order of the pair base. `third` may be null. Borrows all.
std::vector<Subject> SubjectsOf(const knowledge::ApiBase& from, const trial::TwinSource& to,
                                const trial::TwinSource* third, const trial::TwinBook& book);

// Those of `names` (of either side; all when it is empty), in the order that `seed` gives: a run
// that is cut short has then seen something of everything. An error names what is no subject.
Result<std::vector<Subject>> Chosen(std::vector<Subject> subjects,
                                    const std::vector<std::string>& names, uint64_t seed);

// The pairs of two installed frameworks, and a third framework that is asked who is right.

// What subjects point into.
struct PairsAtHand {
  knowledge::ApiBase from;
  trial::TwinSource to;
  std::optional<trial::TwinSource> third;
  std::vector<Subject> subjects;      // all that can be fuzzed
  std::vector<std::string> warnings;  // for people: what had to be done without
};

// Reads (or makes) documentation and pairs. `names_only`: without those that the similarity model
// found. Without a third framework that is ready, fewer differences can be decided; a warning says
// so.
Result<std::unique_ptr<PairsAtHand>> FindPairs(const std::string& from, const std::string& to,
                                               bool names_only);

}  // namespace assay::mirror::pairs
