// Other values of arguments that are no tensors: 0, 1, -1, the other flag, axes from the end.
#include <re2/re2.h>

#include "base/strings.h"
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {
namespace {

std::vector<std::string> OthersOf(const std::string& text) {
  static const RE2 kWhole(R"(-?\d{1,9})"), kReal(R"(-?\d*\.\d*(?:[eE][-+]?\d+)?)");
  if (text == "True") return {"False"};
  if (text == "False") return {"True"};
  if (RE2::FullMatch(text, kWhole)) return {"0", "1", "-1", "2", "-2"};
  if (RE2::FullMatch(text, kReal) && text.size() > 1)
    return {"0.0", "1.0", "-1.0", "0.5", "2.0", "1e-30", "1e30"};
  return {};
}

}  // namespace

void MakePlainValues(const nlohmann::json& arguments, Rng&, std::vector<Change>& out) {
  for (const auto& [key, value] : arguments.items()) {
    if (!value.contains("plain")) continue;
    const std::string now = value["plain"].get<std::string>();
    for (const std::string& other : OthersOf(now)) {
      if (other == now) continue;
      Change change{StrCat(key, "=", other), "plain", key, arguments};
      change.arguments[key] = {{"plain", other}};
      out.push_back(std::move(change));
    }
  }
}

}  // namespace assay::mirror::pairs
