// What benign inputs say of a call: whether both sides do the same thing, and from which inputs
// changes may start.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "mirror/pairs/ruling.h"
#include "mirror/pairs/trial_answers.h"

namespace assay::mirror::pairs {

// On benign inputs: then it is no twin. What is wrong in narrow types only is wrong, and the same.
bool DoesSomethingElse(const Ruled& ruled);

struct BenignResult {
  bool same = false;          // both sides gave the same numbers, and nowhere others
  nlohmann::json start;       // arguments with a finite result on both sides; null: none
  nlohmann::json difference;  // NoteOf the last trial with other results; null: there is none
};

// `trials`: benign ones of one call.
BenignResult JudgeBenign(const Court& court, std::span<const Trial> trials,
                         const TrialAnswers& replies);

// Parameters that calls pass beyond need and that turn out to be another thing on the other side:
// the results differ on benign inputs, and nothing that is given with it tells who is wrong.
class OtherOptions {
 public:
  // Of trials in their order: those on benign inputs come first.
  bool Concern(const Trial& trial, const Ruled& ruled);

 private:
  std::set<size_t> bases_;  // calls with such a parameter
};

}  // namespace assay::mirror::pairs
