// One complex number becomes infinite, NaN, huge, or lies on a branch cut. Real tensors become
// complex ones first, since few calls are found with complex numbers.
#include <cmath>

#include "base/strings.h"
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

struct Special {
  const char* kind;
  double real, imaginary;
};

const Special kSpecials[] = {
    {"complex-zero", 0, 0},
    {"complex-one", 1, 0},
    {"complex-negative-axis", -2, 0},
    {"complex-below-negative-axis", -2, -0.0},
    {"complex-imaginary", 0, 2},
    {"complex-huge", Single(1e30), Single(1e30)},
    {"complex-huge-real", Single(3e38), 1},
    {"complex-huge-imaginary", 1, Single(3e38)},
    {"complex-large", 200, 1},
    {"complex-tiny", Single(1e-30), Single(1e-30)},
    {"complex-inf", HUGE_VAL, 0},
    {"complex-negative-inf", -HUGE_VAL, 0},
    {"complex-inf-imaginary", 0, HUGE_VAL},
    {"complex-inf-both", HUGE_VAL, HUGE_VAL},
    {"complex-inf-nan", HUGE_VAL, NAN},
    {"complex-nan", NAN, 0},
};

// The arguments with complex numbers in place of real ones.
json Complex(const json& arguments) {
  json out = arguments;
  for (const Place& place : TensorsOf(out)) {
    json& tensor = *place.fact;
    if (!IsFloat(tensor)) continue;
    tensor["dtype"] = "complex64";
    double turn = 0.25;
    for (json& value : tensor["values"]) {
      value = json::array({value, turn});
      turn = turn > 0 ? -turn / 2 - 0.125 : -turn;
    }
  }
  return out;
}

}  // namespace

void MakeComplexNumber(const json& arguments, Rng& rng, std::vector<Change>& out) {
  const json base = Complex(arguments);
  json copy = base;
  std::vector<Place> places;
  for (const Place& place : TensorsOf(copy))
    if (IsComplex(*place.fact) && !(*place.fact)["values"].empty()) places.push_back(place);
  if (places.empty()) return;
  out.push_back({"complex numbers", "complex", "", base});
  for (const Special& special : kSpecials) {
    Change change{"", special.kind, "", base};
    const auto which = static_cast<size_t>(rng.Int(0, static_cast<int64_t>(places.size()) - 1));
    size_t at = 0;
    for (const Place& place : TensorsOf(change.arguments)) {
      json& values = (*place.fact)["values"];
      if (!IsComplex(*place.fact) || values.empty() || at++ != which) continue;
      values[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(values.size()) - 1))] =
          json::array({NumberFact(special.real), NumberFact(special.imaginary)});
      change.parameter = place.key;
    }
    change.what = StrCat(special.kind, " in `", change.parameter, "`");
    out.push_back(std::move(change));
  }
}

}  // namespace assay::mirror::pairs
