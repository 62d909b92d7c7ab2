// shapes: fewer elements and fewer axes.
//
// Sizes that are equal often belong together (the rows of two operands, a size that a Reshape
// names), so all axes of one size are changed together first, then pairs, then each alone.
#include <algorithm>
#include <set>

#include "reduce/extract.h"
#include "reduce/pass.h"
#include "reduce/tensors.h"

namespace assay::reduce {
namespace {

struct Axis {
  Place place;
  size_t axis = 0;
};

// What else is changed along with the axes.
enum class Along {
  kNothing,
  kSizes,    // integers that equal the old size: shapes, splits
  kIndices,  // integers beyond the new size wrap around: indices
};

// Sizes are tried one by one only where that does not take for ever.
constexpr int64_t kSmall = 8;
// Pairs of axes, likewise.
constexpr size_t kMostForPairs = 8;

std::vector<Axis> AxesOfSize(const ModelCase& now, int64_t size) {
  std::vector<Axis> out;
  for (const Place& place : TensorPlaces(now)) {
    const Shape& shape = TensorAt(now, place).shape();
    for (size_t k = 0; k < shape.size(); ++k)
      if (shape[k] == size) out.push_back({place, k});
  }
  return out;
}

Tensor MapInts(const Tensor& tensor, const std::function<int64_t(int64_t)>& map) {
  std::vector<int64_t> values = tensor.Ints();
  for (int64_t& value : values) value = map(value);
  return MakeIntTensor(tensor.dtype(), tensor.shape(), values);
}

void ChangeAlong(ModelCase& changed, Along along, int64_t from, int64_t to) {
  for (const Place& place : TensorPlaces(changed)) {
    const Tensor& tensor = TensorAt(changed, place);
    if (!IsInt(tensor.dtype())) continue;
    SetTensor(changed, place, MapInts(tensor, [&](int64_t value) {
                if (along == Along::kSizes) return value == from ? to : value;
                return value >= to || value < -to ? value % to : value;
              }));
  }
  if (along != Along::kSizes) return;
  Graph& graph = changed.model.graph;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    Node node = graph.node(i);
    for (const auto& [name, attr] : graph.node(i).attrs)
      if (const auto* list = std::get_if<std::vector<int64_t>>(&attr)) {
        std::vector<int64_t> values = *list;
        std::replace(values.begin(), values.end(), from, to);
        node.attrs.Set(name, values);
      }
    graph.SetNode(i, std::move(node));
  }
}

std::optional<ModelCase> Changed(const ModelCase& now, const std::vector<Axis>& axes, Along along,
                                 int64_t from, int64_t to) {
  ModelCase changed = now;
  if (along != Along::kNothing) ChangeAlong(changed, along, from, to);
  for (const Axis& axis : axes)
    SetTensor(changed, axis.place, Resized(TensorAt(changed, axis.place), axis.axis, to));
  return Finished(std::move(changed));
}

// Sets of axes of one size: all, pairs, single ones.
std::vector<std::vector<Axis>> Groups(const std::vector<Axis>& axes) {
  std::vector<std::vector<Axis>> out = {axes};
  if (axes.size() <= 1) return out;
  for (size_t i = 0; i < axes.size() && axes.size() <= kMostForPairs && axes.size() > 2; ++i)
    for (size_t k = i + 1; k < axes.size(); ++k) out.push_back({axes[i], axes[k]});
  for (const Axis& axis : axes) out.push_back({axis});
  return out;
}

Makers Shrinks(const ModelCase& now) {
  std::set<int64_t, std::greater<>> sizes;
  for (const Place& place : TensorPlaces(now))
    for (const int64_t size : TensorAt(now, place).shape())
      if (size > 1) sizes.insert(size);
  Makers out;
  for (const int64_t size : sizes) {
    std::set<int64_t> smaller = {1, 2, size / 2};
    if (size <= kSmall) smaller.insert(size - 1);
    for (const int64_t to : smaller) {
      if (to >= size) continue;
      for (const std::vector<Axis>& group : Groups(AxesOfSize(now, size)))
        for (const Along along : {Along::kNothing, Along::kSizes, Along::kIndices})
          out.push_back(
              [now, group, along, size, to] { return Changed(now, group, along, size, to); });
    }
  }
  return out;
}

// Axis numbers in attributes move along when a leading axis goes.
void LowerAxes(Graph& graph) {
  for (size_t i = 0; i < graph.node_count(); ++i) {
    Node node = graph.node(i);
    if (const auto* axis = node.attrs.Get<int64_t>("axis"); axis != nullptr && *axis > 0)
      node.attrs.Set("axis", *axis - 1);
    if (const auto* axes = node.attrs.Get<std::vector<int64_t>>("axes")) {
      std::vector<int64_t> lower = *axes;
      for (int64_t& one : lower) one -= one > 0 ? 1 : 0;
      node.attrs.Set("axes", lower);
    }
    if (const auto* perm = node.attrs.Get<std::vector<int64_t>>("perm")) {
      std::vector<int64_t> lower;
      for (const int64_t one : *perm)
        if (one != 0) lower.push_back(one - 1);
      node.attrs.Set("perm", lower);
    }
    graph.SetNode(i, std::move(node));
  }
}

bool DropLeading(ModelCase& changed, const Place& place) {
  const Tensor& tensor = TensorAt(changed, place);
  if (tensor.rank() == 0 || tensor.shape()[0] != 1) return false;
  Shape shape;
  for (size_t i = 1; i < tensor.shape().size(); ++i) shape.push_back(tensor.shape()[i]);
  SetTensor(changed, place, tensor.Reshaped(shape));
  return true;
}

Makers RankDrops(const ModelCase& now) {
  Makers out;
  const auto places = TensorPlaces(now);
  int rank = 0;
  for (const Place& place : places) rank = std::max(rank, TensorAt(now, place).rank());
  for (const bool lower : {true, false})
    out.push_back([now, places, rank, lower]() -> std::optional<ModelCase> {
      ModelCase changed = now;
      for (const Place& place : places)
        if (TensorAt(now, place).rank() == rank && !DropLeading(changed, place))
          return std::nullopt;
      if (lower) LowerAxes(changed.model.graph);
      return Finished(std::move(changed));
    });
  for (const Place& place : places)
    out.push_back([now, place]() -> std::optional<ModelCase> {
      ModelCase changed = now;
      if (!DropLeading(changed, place)) return std::nullopt;
      return Finished(std::move(changed));
    });
  return out;
}

// Sizes that the model leaves open are fixed.
std::optional<ModelCase> Fixed(const ModelCase& now) {
  ModelCase changed = now;
  for (const Place& place : TensorPlaces(now)) SetTensor(changed, place, TensorAt(now, place));
  return Finished(std::move(changed));
}

}  // namespace

void Shapes(Search& search) {
  const ModelCase start = search.current();
  search.TakeFirst({[&start] { return Fixed(start); }});
  search.Sweep(Shrinks);
  search.Sweep(RankDrops);
}

}  // namespace assay::reduce
