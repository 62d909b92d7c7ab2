// Whole numbers at the ends of their type, in calls that have whole numbers only, and in calls of
// real numbers that are turned into such. Where a call has real numbers too, whole ones are most
// likely indices, and stay as they are.
#include <limits>

#include "base/strings.h"
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

struct Edges {
  const char* type;
  int64_t lowest, highest;
};
template <typename T>
constexpr Edges Of(const char* type) {
  return {type, static_cast<int64_t>(std::numeric_limits<T>::min()),
          static_cast<int64_t>(std::numeric_limits<T>::max())};
}
constexpr Edges kEdges[] = {Of<int8_t>("int8"), Of<uint8_t>("uint8"), Of<int16_t>("int16"),
                            Of<int32_t>("int32"), Of<int64_t>("int64")};

}  // namespace

void MakeWholeNumbers(const json& arguments, Rng& rng, std::vector<Change>& out) {
  bool floats = false, whole = false;
  for (const json& tensor : TensorFacts(arguments)) {
    floats |= IsFloat(tensor) || IsComplex(tensor);
    whole |= IsInteger(tensor) || TypeOf(tensor) == "bool";
  }
  if (floats && whole) return;
  for (const Edges& edges : kEdges)
    for (const auto& [kind, value] :
         {std::pair{"lowest", edges.lowest}, std::pair{"highest", edges.highest},
          std::pair{"zero", int64_t{0}}, std::pair{"negative-one", int64_t{-1}}}) {
      if (value < edges.lowest || (value == edges.lowest && std::string(kind) == "zero")) continue;
      Change change{StrCat("numbers of type ", edges.type, ", ", kind, " among them"),
                    StrCat(edges.type, "-", kind), "", arguments};
      bool put = false;
      for (const Place& place : TensorsOf(change.arguments)) {
        json& tensor = *place.fact;
        if (IsComplex(tensor) || TypeOf(tensor) == "bool") continue;
        int64_t count = 0;
        tensor["dtype"] = edges.type;
        Renew(tensor, [&] { return json(1 + (3 * count++) % 5); });
        if (put || tensor["values"].empty()) continue;
        tensor["values"]
              [static_cast<size_t>(rng.Int(0, static_cast<int64_t>(tensor["values"].size()) - 1))] =
                  value;
        change.parameter = place.key;
        put = true;
      }
      if (put) out.push_back(std::move(change));
    }
}

}  // namespace assay::mirror::pairs
