// A call carried over: the same values, in the words of another framework.
//
// Values come as facts (data/judge/twin.py): {"plain": Python text}, {"dtype", "shape", "values"}
// of a tensor, {"list": [tensors]}. A call is carried over only when every argument of it has a
// counterpart; what is left out and has another default there is passed.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/api/api_base.h"
#include "knowledge/pairs/pair_base.h"
#include "trial/call.h"

namespace assay::trial {

struct CarriedCall {
  struct Argument {
    std::string key;      // which of the values it is; "": see `literal`
    std::string keyword;  // "": by position
    std::string literal;  // Python text
  };
  std::string api;       // as it is called: tf.math.add
  std::string receiver;  // the key of the tensor whose method it is; "": none
  std::vector<Argument> arguments;
};

// Python; `value_of` says what stands for a value that is a tensor.
std::string Text(const CarriedCall& call,
                 const std::function<std::string(const std::string& key)>& value_of);

// The call as it is. `values`: of all its arguments, by name; the object's is "receiver".
CarriedCall OwnCall(const ApiCall& call, const knowledge::ApiDoc& doc,
                    const nlohmann::json& values);

// The twin's.
std::optional<CarriedCall> TwinCall(const ApiCall& call, const knowledge::ApiDoc& doc,
                                    const knowledge::Pair& pair, const knowledge::ApiDoc& twin,
                                    const nlohmann::json& values);

// That of numpy or scipy, whose names and parameters jax.numpy and jax.scipy repeat.
std::optional<CarriedCall> NumpyCall(const CarriedCall& jax);

// TwinBook: twins by name that must not be held against each other, each with its reason:
// data/judge/twins.toml.
struct FalseTwin {
  std::string from, to;  // patterns; `to` "*": all
  std::string why;
};

struct TwinBook {
  std::vector<FalseTwin> false_twins;
  // Why not; "": nothing is known against them. Order does not matter.
  std::string WhyNot(const std::string& a, const std::string& b) const;
};

Result<TwinBook> LoadTwinBook();

// Where twins of the judged framework's APIs are found: another framework that can be run here.
struct TwinSource {
  std::string framework;      // as documentation calls it
  knowledge::PairBase pairs;  // from the judged framework to this one
  knowledge::ApiBase docs;    // of this one
};

}  // namespace assay::trial
