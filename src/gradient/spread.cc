#include "gradient/spread.h"

#include <algorithm>

namespace assay::gradient {
namespace {

// A table of sources may have this many entries per element that is moved; one place that collects
// very many would make it mostly empty.
constexpr int64_t kMaxFill = 64;

// x with one more element per row, of this value; its index is the old length.
ValueId WithExtra(Tape& t, ValueId x, double value) {
  const ValueId column = t.Filled(t.dtype(x), Shape{t.shape(x)[0], 1}, value);
  return t.Concat({x, column}, 1);
}

ValueId GatherColumns(Tape& t, ValueId x, const std::vector<int64_t>& table, const Shape& shape) {
  const ValueId indices = t.Constant(MakeIntTensor(DType::kInt64, shape, table));
  return t.Op("Gather", {x, indices}, {{"axis", int64_t{1}}});
}

}  // namespace

ValueId Spread(Tape& t, ValueId d, const std::vector<int64_t>& target, int64_t places) {
  std::vector<std::vector<int64_t>> sources(static_cast<size_t>(places));
  for (size_t s = 0; s < target.size(); ++s)
    if (target[s] >= 0) sources[static_cast<size_t>(target[s])].push_back(static_cast<int64_t>(s));
  size_t most = 1;
  bool gaps = false;
  for (const auto& list : sources) most = std::max(most, list.size());
  for (const auto& list : sources) gaps = gaps || list.size() < most;
  const auto elements = static_cast<int64_t>(target.size()) + places;
  if (places * static_cast<int64_t>(most) > kMaxFill * elements)
    Refuse("too many elements come together in one place");
  const auto none = static_cast<int64_t>(target.size());
  std::vector<int64_t> table;
  for (const auto& list : sources)
    for (size_t k = 0; k < most; ++k) table.push_back(k < list.size() ? list[k] : none);
  const ValueId from = gaps ? WithExtra(t, d, 0) : d;
  if (most == 1) return GatherColumns(t, from, table, Shape{places});
  const Shape shape = {places, static_cast<int64_t>(most)};
  return t.Reduce("ReduceSum", GatherColumns(t, from, table, shape), {2}, false);
}

ValueId Collect(Tape& t, ValueId x, const std::vector<int64_t>& from, double outside) {
  const int64_t length = t.shape(x)[1];
  std::vector<int64_t> table = from;
  const bool any = std::find(from.begin(), from.end(), -1) != from.end();
  std::replace(table.begin(), table.end(), int64_t{-1}, length);
  return GatherColumns(t, any ? WithExtra(t, x, outside) : x, table,
                       Shape{static_cast<int64_t>(table.size())});
}

}  // namespace assay::gradient
