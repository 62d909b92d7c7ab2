// Cause: what is behind a finding, as far as experiments told.
//
// Where a failure is seen is seldom where it comes from: a wrong shape is refused three operators
// later, a NaN ends a comparison. The cause is described by the first part of the case that fails
// by itself: in which way, what the framework says, how far off it is, what must be there for it
// (found by changing one thing at a time and running that), and what the part looks like. Findings
// with equal descriptions are one bug.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "oracle/check.h"
#include "triage/form.h"

namespace assay::triage {

// The fact that holds it.
inline constexpr const char* kCauseFact = "form";

struct Cause {
  std::string kind;     // the oracle that speaks of the part
  std::string message;  // of the part, normalised
  std::string error;    // see ErrorOf
  // What cures it when it is taken away: "empty", "negative axis", "constant", …
  // (reduce::FindNeeds).
  std::set<std::string> needs;
  std::string canonical;         // the part in the plainest operators
  std::string own;               // the part in its own operators
  std::vector<std::string> ops;  // of the part, in graph order
  // The operator that the framework says it failed at, where that is none of `ops`: it made it
  // itself, of what a function or body holds or while it optimised.
  std::string blamed;

  // Which other model the target computes instead (reduce::ActsAs); "" where that is not known.
  std::string acts_as = {};

  bool known() const { return !canonical.empty(); }
};

// What acts_as says of nodes that are taken away. `what`: kAnyOperator where it does not matter.
inline const std::string kAnyOperator = "any";
std::string WithoutText(const std::string& what, const std::string& beside);

nlohmann::json CauseJson(const Cause& cause);
// Of what an earlier version wrote, or of nothing: what there is.
Cause CauseOf(const nlohmann::json& json);

// What ErrorOf says is no matter of how far off it is, but of when.
inline constexpr const char* kUnsteady = "comes and goes";

// How far off a wrong result is: "gross", "coarse" (a few digits are right), "fine", "low bits" (32
// of 64), "exchanged" (two outputs); of one with another element type "int32 for int64". "" for
// what is no matter of values.
std::string ErrorOf(const oracle::TargetResult& result);

// Values and NaN are told apart by the oracles but not by bugs. Shapes are: a shape is settled
// before anything is computed.
std::string KindFamily(const std::string& oracle);

// What findings of one bug have in common: how and under which conditions it fails ("shape |
// empty, negative axis | reduction"), and attributes and element types, of which one finding may
// have more than another.
struct Mechanism {
  std::string text;
  std::string own;  // the same of this operator alone, without those that share code with it
  std::set<std::string> attributes;
  // `text` and `own` without conditions that a more general failure does not have: which values
  // there are, and whether they are constants. Empty where it has no such conditions.
  std::set<std::string> in_general = {};

  // What was done to the model, as far as that is known; whatever is around it.
  std::string acts_as = {};
  // The same of any operator that is taken away, where only one was seen to be.
  std::string acts_in_general = {};

  // Whether what this one needs is there in `other`, too.
  bool Explains(const Mechanism& other) const;
};
Mechanism MechanismOf(const Cause& cause);

}  // namespace assay::triage
