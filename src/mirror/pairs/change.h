// Changes: what the inputs of a call that works are turned into, one thing at a time. One file per
// family in changes/, one line each in changes.def.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"

namespace assay::mirror::pairs {

struct Change {
  std::string what;       // for people: "inf in `input`"
  std::string kind;       // what conventions speak of: "inf", "empty", "int8"
  std::string parameter;  // whose argument was changed; "": of all
  nlohmann::json arguments;
  bool strided = false;  // tensors with gaps between their numbers
};

// Inputs that every implementation must agree on have this kind.
inline constexpr std::string_view kBenign = "benign";

struct Family {
  std::string_view name;
  std::string_view help;  // one line
  void (*make)(const nlohmann::json& arguments, Rng& rng, std::vector<Change>& out);
};
std::span<const Family> AllFamilies();

// Benign inputs alone, and everything: at most `most`, of each family at least one, the same for
// the same arguments and `seed`. Numbers are such as single precision has.
std::vector<Change> BenignChanges(const nlohmann::json& arguments, uint64_t seed);
std::vector<Change> AllChanges(const nlohmann::json& arguments, uint64_t seed, size_t most);

// Arguments of a call as facts (data/judge/twin.py): {"plain": Python text}, {"dtype", "shape",
// "values"} of a tensor, {"list": [tensors]}; by the name of the parameter.
using Sizes = std::vector<int64_t>;

// One tensor among the arguments; those of a list have the same key.
struct Place {
  std::string key;
  nlohmann::json* fact;
};
std::vector<Place> TensorsOf(nlohmann::json& arguments);
std::vector<nlohmann::json> TensorFacts(const nlohmann::json& arguments);

std::string TypeOf(const nlohmann::json& tensor);
bool IsFloat(const nlohmann::json& tensor);  // real
bool IsComplex(const nlohmann::json& tensor);
bool IsInteger(const nlohmann::json& tensor);  // bool is none
Sizes SizesOf(const nlohmann::json& tensor);
int64_t CountOf(const Sizes& sizes);

// A number as facts have it: NaN and infinities are texts.
nlohmann::json NumberFact(double value);
// The nearest of single precision: then every type of at least that precision holds it exactly.
double Single(double value);

// Gives the tensor other numbers, one after the other in the order of its elements.
void Renew(nlohmann::json& tensor, const std::function<nlohmann::json()>& next);
// Other sizes; numbers are repeated or left out.
void Resize(nlohmann::json& tensor, const Sizes& sizes);

// The tensor in one short line, for people.
std::string Shown(const nlohmann::json& told, size_t most = 100);

}  // namespace assay::mirror::pairs
