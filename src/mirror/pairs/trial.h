// PairTrial: one call with one set of inputs, in the words of everybody who is asked.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mirror/pairs/change.h"
#include "mirror/pairs/subject.h"
#include "trial/call.h"
#include "trial/twin/carry.h"

namespace assay::mirror::pairs {

inline constexpr const char* kNumpy = "numpy";  // is believed, never accused
inline constexpr const char* kJax = "jax";

// Benign inputs of a call with one parameter more than it needs have this kind: a difference says
// that the parameter means something else there.
inline constexpr std::string_view kOption = "option";

struct PairTrial {
  size_t number = 0, base = 0;  // its place among the trials, and its call's among the calls
  Change change;
  std::string source;  // of the call: rules, example
  // By framework, and numpy where jax repeats its names.
  std::map<std::string, trial::CarriedCall> words;
};

// A call that works, its arguments as facts, and what about it is not as plain as it could be.
struct BaseCall {
  trial::ApiCall call;
  nlohmann::json arguments;
  std::string option;  // the parameter that is passed though it need not be; "": none
  size_t plain = 0;    // number of the call without the option
};

// The words of both sides, of the third framework and of numpy. Without those of a side that has
// none: then the call cannot be carried over.
std::map<std::string, trial::CarriedCall> WordsFor(const Subject& subject,
                                                   const trial::ApiCall& call,
                                                   const nlohmann::json& arguments);

// The call (number 0) with one more parameter that both sides have: flags turned, axes from either
// end, numbers.
std::vector<BaseCall> WithOptions(const Subject& subject, const trial::ApiCall& call);

// `number` and `base` are set by the caller. Changes that cannot be carried to both sides are left
// out.
std::vector<PairTrial> TrialsOf(const Subject& subject, const BaseCall& base,
                                const std::vector<Change>& changes);

}  // namespace assay::mirror::pairs
