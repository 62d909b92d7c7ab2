#include "mirror/pairs/change.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/hash.h"
#include "mirror/pairs/facts.h"

namespace assay::mirror::pairs {

using nlohmann::json;

#define FAMILY(Name, name, help) \
  void Make##Name(const json& arguments, Rng& rng, std::vector<Change>& out);
#include "mirror/pairs/changes.def"
#undef FAMILY

std::span<const Family> AllFamilies() {
  static constexpr std::array kFamilies = {
#define FAMILY(Name, name, help) Family{name, help, Make##Name},
#include "mirror/pairs/changes.def"
#undef FAMILY
  };
  return kFamilies;
}

namespace {

// What the values program wrote down is in double precision: trials begin in single precision.
json InSingle(const json& arguments) {
  json out = arguments;
  for (const Place& place : TensorsOf(out)) {
    json& tensor = *place.fact;
    if (IsFloat(tensor)) {
      tensor["dtype"] = "float32";
      for (json& value : tensor["values"])
        if (value.is_number()) value = Single(value.get<double>());
    } else if (IsComplex(tensor)) {
      tensor["dtype"] = "complex64";
      for (json& value : tensor["values"])
        for (json& part : value)
          if (part.is_number()) part = Single(part.get<double>());
    }
  }
  return out;
}

// Each family draws from its own numbers, so that a new one changes nothing in the others.
std::vector<Change> Made(const Family& family, const json& arguments, uint64_t seed) {
  Rng rng(HashBytes(family.name, seed));
  std::vector<Change> out;
  family.make(arguments, rng, out);
  return out;
}

// Some of `changes`, by chance, in their order.
std::vector<Change> Some(std::vector<Change> changes, size_t most, uint64_t seed) {
  Rng rng(seed);
  while (changes.size() > most)
    changes.erase(changes.begin() + rng.Int(0, static_cast<int64_t>(changes.size()) - 1));
  return changes;
}

}  // namespace

std::vector<Change> BenignChanges(const json& arguments, uint64_t seed) {
  return Made(AllFamilies().front(), InSingle(arguments), seed);
}

std::vector<Change> AllChanges(const json& arguments, uint64_t seed, size_t most) {
  const json single = InSingle(arguments);
  std::vector<std::vector<Change>> made;
  for (const Family& family : AllFamilies()) made.push_back(Made(family, single, seed));
  // Small families are taken whole, large ones share what is left.
  std::vector<size_t> order(made.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order,
                           [&](size_t a, size_t b) { return made[a].size() < made[b].size(); });
  size_t left = most;
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t share = std::max<size_t>(1, left / (order.size() - i));
    made[order[i]] = Some(std::move(made[order[i]]), share, HashCombine(seed, order[i]));
    left -= std::min(left, made[order[i]].size());
  }
  std::vector<Change> out;
  std::set<std::string> seen;
  for (const auto& family : made)
    for (const Change& change : family)
      if (seen.insert(change.arguments.dump() + (change.strided ? "s" : "")).second)
        out.push_back(change);
  return out;
}

}  // namespace assay::mirror::pairs
