// Whether two frameworks give the same numbers, by what they told (data/judge/twin.py).
//
// All is computed in double precision. Two good programs may round differently, and by how much
// that shows in the result is measured: both repeat the call with inputs moved a little (2^-44 of
// each number), and kAmplified times what that changes is allowed, beside kRelative of each number.
// What moves so much that nothing could be told apart any more is not compared: singular matrices,
// steps. Element types and dimensions of size 1 are conventions and do not count; other differences
// of shape mean that the two do different things.
#pragma once

#include <complex>
#include <nlohmann/json.hpp>
#include <vector>

namespace assay::trial {

struct TwinResult {
  nlohmann::json result;
  std::vector<nlohmann::json> moved;
  double inputs = 0;  // the largest number that went in
};

// The largest finite number of arguments, which are facts by name.
double LargestInput(const nlohmann::json& arguments);

enum class Likeness {
  kAgree,
  kDiffer,
  // They differ only where one of them has NaN or an infinity: poles, and what lies outside of what
  // is defined, where every framework has its own convention (digamma(0) is documented as -inf here
  // and is NaN there).
  kElsewhereUndefined,
  kIncomparable
};

Likeness Compare(const TwinResult& a, const TwinResult& b);

// A number of a fact: [re, im], a boolean, or a text such as "nan".
std::complex<double> NumberOf(const nlohmann::json& value);

// Whether it is a result at all, no error.
bool IsResult(const nlohmann::json& told);

}  // namespace assay::trial
