// The same call with other element types, and with special numbers in half precision.
#include <cmath>

#include "base/strings.h"
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

json Turned(const json& arguments, const std::string& type) {
  json out = arguments;
  for (const Place& place : TensorsOf(out)) {
    json& tensor = *place.fact;
    if (!IsFloat(tensor)) continue;
    int64_t count = 0;
    if (type == "bool")
      Renew(tensor, [&] { return json(count++ % 2 == 0); });
    else if (type.starts_with("int") || type.starts_with("uint"))
      Renew(tensor, [&] { return json(1 + (5 * count++) % 7); });
    tensor["dtype"] = type;
  }
  return out;
}

}  // namespace

void MakeElementTypes(const json& arguments, Rng& rng, std::vector<Change>& out) {
  bool floats = false;
  for (const json& tensor : TensorFacts(arguments)) floats |= IsFloat(tensor);
  if (!floats) return;
  for (const char* type : {"float16", "bfloat16", "int8", "uint8", "int32", "int64", "bool"})
    out.push_back({StrCat("numbers of type ", type), type, "", Turned(arguments, type)});
  for (const char* type : {"float16", "bfloat16"})
    for (const auto& [kind, value] :
         {std::pair{"zero", 0.0}, std::pair{"inf", HUGE_VAL}, std::pair{"nan", std::nan("")},
          std::pair{"large", 60000.0}}) {
      Change change{StrCat("numbers of type ", type, ", ", kind, " among them"),
                    StrCat(type, "-", kind), "", Turned(arguments, type)};
      for (const Place& place : TensorsOf(change.arguments)) {
        json& values = (*place.fact)["values"];
        if (TypeOf(*place.fact) != type || values.empty()) continue;
        values[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(values.size()) - 1))] =
            NumberFact(value);
        change.parameter = place.key;
        break;
      }
      out.push_back(std::move(change));
    }
}

}  // namespace assay::mirror::pairs
