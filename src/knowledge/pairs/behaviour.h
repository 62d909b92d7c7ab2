// What an API gives for small inputs that are the same in every framework: whether two of them do
// the same.
//
// No documentation is read here. An API is called in scenes (a matrix, a vector, whole numbers,
// ...; workers/python/probe_inputs.py), each parameter given what its name asks for. That two give
// the same numbers in many scenes is evidence that they are twins, whatever they are called, and
// that they give others is evidence against it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace assay::knowledge {

struct ProbedValue {
  // b, i, f, c; d: of numbers that are drawn, how they are distributed; =: an operand came back
  char kind = 'f';
  std::vector<int64_t> shape;
  std::vector<double> numbers;
};
// By scene: all values of a result, in order.
using Answers = std::map<std::string, std::vector<ProbedValue>>;

// By API. Those that answered in no scene are not in it.
using Behaviours = std::map<std::string, Answers>;

struct Agreement {
  size_t same = 0, other = 0;  // scenes in which both answered
  // Different results among the same ones that few APIs give by chance: no operand that came back,
  // no plain yes, no, 0 or 1.
  size_t telling = 0;
  double share() const {
    return same == 0 ? 0 : static_cast<double>(same) / static_cast<double>(same + other);
  }
  // An option of one of them that must be turned for them to agree; "": none.
  std::string option;
};
Agreement AgreementOf(const Answers& a, const Answers& b);

// A scene is named with the option that is the other way round in it: "matrix from_logits".
bool IsTurned(const std::string& scene);

Behaviours ReadBehaviours(const nlohmann::json& json);

}  // namespace assay::knowledge
