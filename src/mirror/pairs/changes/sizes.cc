// Sizes 0 and 1. What has the same size in several tensors most likely must have it: all of them
// change together.
#include <algorithm>
#include <set>

#include "base/strings.h"
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

std::set<int64_t> KnownSizes(const json& arguments) {
  std::set<int64_t> out;
  for (const json& tensor : TensorFacts(arguments))
    for (const int64_t size : SizesOf(tensor)) out.insert(size);
  return out;
}

json Replaced(const json& arguments, int64_t from, int64_t to) {
  json out = arguments;
  for (const Place& place : TensorsOf(out)) {
    Sizes sizes = SizesOf(*place.fact);
    std::replace(sizes.begin(), sizes.end(), from, to);
    Resize(*place.fact, sizes);
  }
  return out;
}

json AllOf(const json& arguments, const Sizes& sizes) {
  json out = arguments;
  for (const Place& place : TensorsOf(out)) Resize(*place.fact, sizes);
  return out;
}

}  // namespace

void MakeSizes(const json& arguments, Rng&, std::vector<Change>& out) {
  for (const int64_t size : KnownSizes(arguments))
    for (const int64_t other : {int64_t{0}, int64_t{1}})
      if (size != other)
        out.push_back({StrCat("sizes of ", size, " become ", other),
                       other == 0 ? "empty" : "size-one", "", Replaced(arguments, size, other)});
  out.push_back({"scalars", "scalar", "", AllOf(arguments, {})});
  out.push_back({"one element", "size-one", "", AllOf(arguments, {1})});
  out.push_back({"no elements", "empty", "", AllOf(arguments, {0})});
}

}  // namespace assay::mirror::pairs
