// What the passes of the second set share: reading constants, building nodes, moving transposes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rewriter.h"

namespace assay::faults {

// The one number that all elements of a constant have; nothing where it is no constant, empty, or
// has different ones. Integers are given as double, too.
std::optional<double> OneNumber(const Rewriter& r, ValueId id);
// The same of an input of node i, which may be absent.
std::optional<double> OneNumber(const Rewriter& r, size_t i, size_t input);
// The integers of a constant input; nothing where it is absent or computed.
std::optional<std::vector<int64_t>> ConstantInts(const Rewriter& r, size_t i, size_t input);
// The axes that a reduction states, by attribute or constant; nothing where they are computed or
// absent.
std::optional<std::vector<int64_t>> StatedAxes(const Rewriter& r, size_t i);
int64_t IntAttr(const Node& node, std::string_view name, int64_t otherwise);
std::vector<int64_t> Permutation(const Rewriter& r, size_t transpose);

Node NewNode(std::string op, std::initializer_list<ValueId> inputs);
// Node i computes something else: its outputs stay.
void Become(Rewriter& r, size_t i, Node node);
void SetInput(Rewriter& r, size_t i, size_t input, ValueId value);
// Node i reads what the Transpose before it reads, and its result is transposed instead. The number
// of node i grows by one.
void MoveTransposeBehind(Rewriter& r, size_t& i, size_t transpose);
// A scalar of the type of `like`.
ValueId AddScalar(Rewriter& r, ValueId like, double value);

// A Slice along one axis, all of it constant; the axis is not negative.
struct OneSlice {
  int64_t start, end, axis, step;
};
std::optional<OneSlice> SliceOfOneAxis(const Rewriter& r, size_t i);

}  // namespace assay::faults
