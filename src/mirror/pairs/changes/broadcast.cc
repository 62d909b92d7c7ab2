// Tensors of one shape get shapes that fit each other by broadcasting.
#include "base/strings.h"
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {

using nlohmann::json;

void MakeBroadcast(const json& arguments, Rng&, std::vector<Change>& out) {
  json copy = arguments;
  const std::vector<Place> places = TensorsOf(copy);
  if (places.size() < 2) return;
  const Sizes sizes = SizesOf(*places[0].fact);
  for (const Place& place : places)
    if (SizesOf(*place.fact) != sizes || sizes.empty()) return;
  const Sizes row = {sizes.back()};
  Sizes column = sizes;
  column.back() = 1;
  for (const auto& [what, other] :
       {std::pair{"a scalar", Sizes{}}, std::pair{"one element", Sizes{1}}, std::pair{"a row", row},
        std::pair{"a column", column}, std::pair{"no rows", Sizes{0}}})
    for (const size_t at : {size_t{0}, places.size() - 1}) {
      Change change{StrCat("`", places[at].key, "` is ", what), "broadcast", places[at].key,
                    arguments};
      Resize(*TensorsOf(change.arguments)[at].fact, other);
      out.push_back(std::move(change));
    }
}

}  // namespace assay::mirror::pairs
