// One number, or all numbers, of one tensor become a special one.
#include <cmath>
#include <limits>
#include <span>

#include "base/strings.h"
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;
using Limits = std::numeric_limits<float>;

// Numbers at the edges of what single precision has, and of what functions are defined for.
struct SpecialNumberName {
  const char* kind;
  double value;
};

std::span<const SpecialNumberName> SpecialNumbers() {
  static const SpecialNumberName kAll[] = {
      {"zero", 0.0},
      {"negative-zero", -0.0},
      {"inf", HUGE_VAL},
      {"negative-inf", -HUGE_VAL},
      {"nan", std::nan("")},
      {"one", 1.0},
      {"negative-one", -1.0},
      {"two", 2.0},
      {"negative-two", -2.0},
      {"half", 0.5},
      {"largest", Limits::max()},
      {"lowest", Limits::lowest()},
      {"smallest", Limits::min()},
      {"subnormal", Limits::denorm_min() * 100.0},
      {"huge", Single(1e20)},
      {"negative-huge", Single(-1e20)},
      {"tiny", Single(1e-20)},
      {"hundred", 100.0},
      {"negative-hundred", -100.0},
      {"thousand", 1000.5},
  };
  return kAll;
}

std::vector<std::string> FloatKeys(const json& arguments) {
  std::vector<std::string> out;
  json copy = arguments;
  for (const Place& place : TensorsOf(copy))
    if (IsFloat(*place.fact) && (out.empty() || out.back() != place.key)) out.push_back(place.key);
  return out;
}

void Put(json& arguments, const std::string& key, bool all, double value, Rng& rng) {
  for (const Place& place : TensorsOf(arguments)) {
    json& values = (*place.fact)["values"];
    if (place.key != key || !IsFloat(*place.fact) || values.empty()) continue;
    if (all)
      Renew(*place.fact, [&] { return NumberFact(value); });
    else
      values[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(values.size()) - 1))] =
          NumberFact(value);
    return;
  }
}

// The tensors made longer than any vector register, where that keeps a call legal: kernels have one
// way for whole registers and another for the rest.
json Longer(const json& arguments) {
  constexpr int64_t kLong = 33;
  json out = arguments;
  const std::vector<Place> places = TensorsOf(out);
  const Sizes first = places.empty() ? Sizes() : SizesOf(*places[0].fact);
  const size_t rank = first.size();
  const bool square = rank >= 2 && first[rank - 1] == first[rank - 2];
  if (rank == 0 || rank > 2 || square) return out;
  for (const Place& place : places)
    if (SizesOf(*place.fact) != first || !IsFloat(*place.fact)) return out;
  Sizes sizes = first;
  sizes.back() = kLong;
  for (const Place& place : places) Resize(*place.fact, sizes);
  return out;
}

void Make(const json& arguments, bool all, Rng& rng, std::vector<Change>& out) {
  for (const std::string& key : FloatKeys(arguments))
    for (const SpecialNumberName& special : SpecialNumbers()) {
      Change change{StrCat(all ? "all of `" : "", all ? StrCat(key, "` ", special.kind)
                                                      : StrCat(special.kind, " in `", key, "`")),
                    special.kind, key, all ? Longer(arguments) : arguments};
      Put(change.arguments, key, all, special.value, rng);
      out.push_back(std::move(change));
    }
}

}  // namespace

void MakeSpecialNumber(const json& arguments, Rng& rng, std::vector<Change>& out) {
  Make(arguments, false, rng, out);
}

void MakeFilled(const json& arguments, Rng& rng, std::vector<Change>& out) {
  Make(arguments, true, rng, out);
}

}  // namespace assay::mirror::pairs
