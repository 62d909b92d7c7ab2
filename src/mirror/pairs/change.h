// Changes: what the inputs of a call that works are turned into, one thing at a time. One file per
// family in changes/, one line each in changes.def.
#pragma once

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

}  // namespace assay::mirror::pairs
