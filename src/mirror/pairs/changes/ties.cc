// Numbers that occur several times, in order and in reverse.
#include "base/strings.h"
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {

using nlohmann::json;

void MakeTies(const json& arguments, Rng&, std::vector<Change>& out) {
  for (const auto& [what, of] :
       {std::pair<const char*, double (*)(int)>{"two numbers in turns",
                                                [](int i) { return 1.0 + i % 2; }},
        {"every number twice, in order", [](int i) { return 0.5 * (i / 2); }},
        {"every number twice, in reverse", [](int i) { return -0.5 * (i / 2); }}}) {
    Change change{what, "ties", "", arguments};
    bool any = false;
    for (const Place& place : TensorsOf(change.arguments)) {
      if (!IsFloat(*place.fact)) continue;
      int count = 0;
      Renew(*place.fact, [&, of = of] { return json(of(count++)); });
      any = true;
    }
    if (any) out.push_back(std::move(change));
  }
}

}  // namespace assay::mirror::pairs
