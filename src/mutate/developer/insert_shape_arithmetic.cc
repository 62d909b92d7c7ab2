// y  ==>  y brought to a shape, or cut to an end, that is computed from its own shape
//
//   Reshape(y, Shape(y)), Reshape(y, Concat of Gathers from Shape(y)), Expand(y, Shape(y)),
//   Slice(y, zeros, Shape(y)), Reshape(flat y, Shape(y))
//
// Promise: same bits: data is copied.   Needs: a tensor of known rank, at least 1.   Aims at: shape
// inference, folding of shape arithmetic, and memory planning with sizes known only at run time.
#include <algorithm>

#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace insert_shape_arithmetic {
namespace {

constexpr int kSliceTakesInputs = 10;
constexpr int kMaxRank = 6;

bool Fits(const Model& model, const Node& node) {
  const ValueType& type = model.graph.type(node.outputs[0]);
  return type.is_tensor() && !IsComplex(type.tensor.dtype) && type.tensor.rank() >= 1 &&
         type.tensor.rank() <= kMaxRank && Supports(model, "Shape", type.tensor.dtype) &&
         Supports(model, "Reshape", type.tensor.dtype);
}

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

// The shape, taken apart and put together again.
ValueId Assembled(Writer& writer, ValueId shape, int rank, Rng& rng) {
  std::vector<ValueId> parts;
  for (int axis = 0; axis < rank; ++axis) {
    if (rng.Chance(0.5)) {
      const ValueId size =
          writer.Op("Gather", {shape, writer.Constant("index", ScalarInt64(axis))});
      parts.push_back(writer.Unsqueeze(size, {0}));
    } else {
      parts.push_back(writer.Slice(shape, {axis}, {axis + 1}, {0}));
    }
  }
  return writer.Op("Concat", parts, {{"axis", int64_t{0}}});
}

bool HasElements(const Graph& graph, ValueId id) {
  const auto shape = StaticShape(graph, id);
  return shape.has_value() && ElementCount(*shape) > 0;
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const ValueId y = site.value;
  const int rank = graph.type(y).tensor.rank();
  Writer writer(out.model, site.node + 1, site.node);
  ValueId shape = writer.Op("Shape", {y});
  if (rng.Chance(0.6)) shape = Assembled(writer, shape, rank, rng);
  ValueId made = kAbsent;
  switch (rng.Int(0, 3)) {
    case 0:
      if (Supports(out.model, "Expand", DTypeOf(graph, y))) {
        made = writer.Op("Expand", {y, shape});
        break;
      }
      [[fallthrough]];
    case 1:
      if (writer.opset() >= kSliceTakesInputs) {
        const std::vector<int64_t> zeros(static_cast<size_t>(rank), 0);
        made = writer.Op("Slice", {y, writer.Ints("starts", zeros), shape});
        break;
      }
      [[fallthrough]];
    case 2:
      // With no elements, -1 could be any number.
      if (HasElements(graph, y)) {
        const ValueId flat = writer.Op("Reshape", {y, writer.Ints("flat", {-1})});
        made = writer.Op("Reshape", {flat, shape});
        break;
      }
      [[fallthrough]];
    default:
      made = writer.Op("Reshape", {y, shape});
  }
  ReplaceUses(graph, y, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  return out;
}

}  // namespace
}  // namespace insert_shape_arithmetic

MutatorDef InsertShapeArithmeticDef() {
  return {.name = "insert-shape-arithmetic",
          .meaning = "a tensor is reshaped, expanded or cut to a shape computed from its own",
          .choices =
              "uniform among Expand, Slice, Reshape by way of a flat tensor, and Reshape; in "
              "three of five cases the shape is taken apart by Gather or Slice and joined",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = insert_shape_arithmetic::Find,
          .apply = insert_shape_arithmetic::Apply};
}

}  // namespace assay::mutate
